/// The form of string tensors in memory and in files: an Int32 count, count + 1 Int32 offsets from the start, the bytes.
public enum SerializedStrings {
  /// The serialized form of `strings`, each given as its bytes.
  public static func encode(_ strings: [[UInt8]]) -> [UInt8] {
    let header = 4 * (strings.count + 2)
    var bytes: [UInt8] = []
    func append(_ value: Int) {
      let bits = UInt32(truncatingIfNeeded: value)
      for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    append(strings.count)
    var offset = header
    for string in strings {
      append(offset)
      offset += string.count
    }
    append(offset)
    for string in strings { bytes += string }
    return bytes
  }

  /// The number of strings, 0 for bytes that are not in the form.
  public static func count(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count >= 8 else { return 0 }
    let count = Int(bytes.loadUnaligned(as: Int32.self))
    return count >= 0 && count <= (bytes.count - 8) / 4 ? count : 0
  }

  /// The bytes of string `index`, which is less than the count; empty where the offsets are not in the form.
  public static func string(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UnsafeRawBufferPointer {
    let start = Int(bytes.loadUnaligned(fromByteOffset: 4 + 4 * index, as: Int32.self))
    let end = Int(bytes.loadUnaligned(fromByteOffset: 8 + 4 * index, as: Int32.self))
    guard start >= 0, end >= start, end <= bytes.count else { return .empty }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  /// The bytes of all strings, one by one: strings may overlap.
  static func contentByteCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    var total = 0
    for index in 0..<count(bytes) { total &+= string(bytes, index).count }
    return total
  }

  /// All strings as their bytes.
  public static func decode(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
    (0..<count(bytes)).map { Array(string(bytes, $0)) }
  }
}
