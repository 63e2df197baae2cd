/// The one thing in EXIF data that changes how pixels are to be seen.
enum EXIF {
  /// The orientation, 1 to 8, in a TIFF structure; nil when it has none or is damaged.
  static func orientation(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count >= 8 else { return nil }
    let isLittle = bytes[0] == 0x49 && bytes[1] == 0x49
    guard isLittle || bytes[0] == 0x4D && bytes[1] == 0x4D else { return nil }
    func u16(_ offset: Int) -> Int? {
      guard offset >= 0, offset + 2 <= bytes.count else { return nil }
      let (a, b) = (Int(bytes[offset]), Int(bytes[offset + 1]))
      return isLittle ? b << 8 | a : a << 8 | b
    }
    guard u16(2) == 42, let first = u16(4), let second = u16(6) else { return nil }
    // The directory lies within the 64 KiB of a segment: the offset's upper half is zero.
    guard (isLittle ? second : first) == 0 else { return nil }
    let directory = isLittle ? first : second
    guard let count = u16(directory) else { return nil }
    for entry in 0..<count {
      let start = directory + 2 + entry * 12
      guard let tag = u16(start) else { return nil }
      if tag == 0x0112 {
        guard u16(start + 2) == 3, let value = u16(start + 8), (1...8).contains(value) else { return nil }
        return value
      }
    }
    return nil
  }
}
