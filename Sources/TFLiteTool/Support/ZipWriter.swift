import TFLiteVision

/// A ZIP archive of files that are not compressed.
struct ZipWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  private let start: Int

  /// - Parameter start: bytes of what the archive will stand behind.
  init(behind start: Int = 0) { self.start = start }

  /// Adds a file.
  /// - Returns: False when it does not fit in the form, which takes less than 4 GiB and 65536 files.
  mutating func add(_ name: String, _ file: [UInt8]) -> Bool {
    let name = Array(name.utf8)
    let offset = start + bytes.count
    guard offset + file.count + name.count + 30 < Int(UInt32.max), count < Int(UInt16.max), name.count < Int(UInt16.max)
    else { return false }
    let checksum = file.withUnsafeBufferPointer { CRC32.checksum($0) }
    // Version 2.0, names in UTF-8, stored, the first day that the form has.
    let common: [UInt8] =
      Self.short(20) + Self.short(1 << 11) + Self.short(0) + Self.short(0) + Self.short(0x21) + Self.long(checksum)
      + Self.long(UInt32(file.count)) + Self.long(UInt32(file.count)) + Self.short(UInt16(name.count)) + Self.short(0)
    bytes += Self.long(0x0403_4B50) + common + name + file
    directory +=
      Self.long(0x0201_4B50) + Self.short(20) + common + Self.short(0) + Self.short(0) + Self.short(0) + Self.long(0)
      + Self.long(UInt32(offset)) + name
    count += 1
    return true
  }

  /// The whole archive.
  var file: [UInt8] {
    let total = Self.short(UInt16(count))
    return bytes + directory + Self.long(0x0605_4B50) + Self.short(0) + Self.short(0) + total + total
      + Self.long(UInt32(directory.count)) + Self.long(UInt32(start + bytes.count)) + Self.short(0)
  }

  private static func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private static func long(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
