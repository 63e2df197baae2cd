import TFLiteRuntime

/// NumPy's `.npz` form: a ZIP archive of `.npy` files, not compressed, as `numpy.savez` writes it.
struct NumPyArchive {
  private var archive = ZipWriter()
  private let path: String

  /// - Parameter path: where it will be written, for errors.
  init(path: String) { self.path = path }

  /// Adds an array under a name.
  /// - Throws: `invalidData` for a type that NumPy lacks, and when the archive gets too large for its form.
  mutating func add(_ name: String, _ value: TensorValue) throws(ToolError) {
    var file = try NumPyFile.header(value.type, value.shape, path: "\(path), \(name)")
    file += value.bytes
    guard archive.add(name + ".npy", file) else {
      throw ToolError(
        .invalidData, path, expected: "an archive of less than 4 GiB and 65536 arrays; write tensors by themselves",
        found: "more")
    }
  }

  /// The whole file.
  var file: [UInt8] { archive.file }
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
