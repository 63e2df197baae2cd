import TFLiteRuntime
import TFLiteVision

/// The arrays of an `.npz` file, or the one of an `.npy` file, which has no name.
struct NamedArrays {
  let path: String
  /// In the order of the file; empty for an `.npy` file.
  let names: [String]
  private let archive: ZipArchive?
  private let single: TensorValue?

  /// - Throws: `noInput` or `invalidData`.
  init(path: String) throws {
    self.path = path
    let bytes = try MappedFile.copy(of: path)
    if bytes.starts(with: NumPyFile.magic) {
      (names, archive, single) = ([], nil, try NumPyFile.value(bytes, path: path))
      return
    }
    let archive = try ZipArchive(bytes, source: path)
    names = archive.entries.map { Self.name($0) }
    self.archive = archive
    single = nil
  }

  private static func name(_ entry: ZipArchive.Entry) -> String {
    entry.name.hasSuffix(".npy") ? String(entry.name.dropLast(4)) : entry.name
  }

  /// The array of a file that has one alone.
  func only() throws -> TensorValue? {
    if let single { return single }
    return names.count == 1 ? try value(names[0]) : nil
  }

  /// The array called `name`, nil when there is none.
  func value(_ name: String) throws -> TensorValue? {
    guard let archive, let entry = archive.entries.first(where: { Self.name($0) == name }) else { return nil }
    return try NumPyFile.value(
      archive.contents(of: entry.name, maximumSize: .max), path: "\(path), \(name)")
  }
}

extension NumPyFile {
  /// What every file begins with.
  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)

  /// The array in the content of a file called `path`.
  static func value(_ bytes: [UInt8], path: String) throws -> TensorValue {
    try bytes.withUnsafeBytes {
      let file = try NumPyFile($0, path: path)
      return try TensorValue(bytes: Array(file.bytes), type: file.type, shape: file.shape)
    }
  }
}
