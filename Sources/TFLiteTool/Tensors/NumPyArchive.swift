import TFLiteRuntime
import TFLiteVision

/// NumPy's `.npz` form: a ZIP archive of `.npy` files, not compressed, as `numpy.savez` writes it.
struct NumPyArchive {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  private let path: String

  /// - Parameter path: where it will be written, for errors.
  init(path: String) { self.path = path }

  /// Adds an array under a name.
  /// - Throws: `invalidData` for a type that NumPy lacks, and when the archive gets too large for its form.
  mutating func add(_ name: String, _ value: TensorValue) throws(ToolError) {
    var file = try NumPyFile.header(value.type, value.shape, path: "\(path), \(name)")
    file += value.bytes
    let name = Array((name + ".npy").utf8)
    let offset = bytes.count
    guard offset + file.count + name.count + 30 < Int(UInt32.max), count < Int(UInt16.max), name.count < Int(UInt16.max)
    else {
      throw ToolError(
        .invalidData, path, expected: "an archive of less than 4 GiB and 65536 arrays; write tensors by themselves",
        found: "more")
    }
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
  }

  /// The whole file.
  var file: [UInt8] {
    let total = Self.short(UInt16(count))
    return bytes + directory + Self.long(0x0605_4B50) + Self.short(0) + Self.short(0) + total + total
      + Self.long(UInt32(directory.count)) + Self.long(UInt32(bytes.count)) + Self.short(0)
  }

  private static func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private static func long(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension TensorValue {
  /// The elements as they lie in memory.
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// The same in a type that NumPy has: floats for narrower ones, bytes for integers narrower than a byte.
  /// - Throws: `invalidArgument` for types without such a form, as strings.
  func forNumPy() throws(RuntimeError) -> TensorValue {
    switch type {
    case .bfloat16: try TensorValue(reals(), shape: shape)
    case .int4, .int2: try TensorValue(integers().map { Int8(truncatingIfNeeded: $0) }, shape: shape)
    case .uint4: try TensorValue(integers().map { UInt8(truncatingIfNeeded: $0) }, shape: shape)
    default: self
    }
  }
}
