import TFLiteRuntime

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Files that the tool writes.
enum OutputFile {
  /// Writes a tensor in the form that the ending of `path` tells; `-` means raw bytes to standard output,
  /// `-.ENDING` another form of them.
  /// - Parameter asReals: dequantise first.
  static func write(_ value: TensorValue, to path: String, asReals: Bool) throws {
    let value = asReals && value.type != .string ? try TensorValue(value.reals(), shape: value.shape) : value
    switch path.lowercased().split(separator: ".").last {
    case "npy": try write(NumPyFile.header(value.type, value.shape, path: path) + value.bytes, to: path)
    case "csv":
      let texts = value.withUnsafeBytes { ElementText.texts(value.type, $0, count: value.elementCount) }
      let row = value.type == .string ? 1 : max(value.shape.innermost, 1)
      let lines = stride(from: 0, to: texts.count, by: row).map {
        CSVText.line(Array(texts[$0..<min($0 + row, texts.count)])) + "\n"
      }
      try write(Array(lines.joined().utf8), to: path)
    case "txt":
      let texts = value.withUnsafeBytes { ElementText.texts(value.type, $0, count: value.elementCount) }
      // A line for each innermost row.
      let row = value.type == .string ? 1 : max(value.shape.innermost, 1)
      var text = ""
      for (place, element) in texts.enumerated() {
        text += element + (place % row == row - 1 || place == texts.count - 1 ? "\n" : " ")
      }
      try write(Array(text.utf8), to: path)
    default: try write(value.bytes, to: path)
    }
  }

  /// The path means standard output.
  static func isStandard(_ path: String) -> Bool { path == "-" || path.hasPrefix("-.") }

  /// Writes a whole file, or standard output for `-` and for `-.ENDING`.
  /// - Throws: `cannotWrite`.
  static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ToolError) in try write(UnsafeRawBufferPointer(bytes), to: path)
    }
  }

  /// The same for bytes that lie elsewhere.
  static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(ToolError) {
    if isStandard(path) { return try Output.standard.write(bytes: bytes) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { throw ToolError.system(.cannotWrite, path, "cannot create the file") }
    let output = Output(descriptor: descriptor, name: path)
    defer { close(descriptor) }
    try output.write(bytes: bytes)
  }
}
