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
  /// Writes output `index` in the form that the ending of `path` tells; `-` means raw bytes to standard output.
  /// - Parameter asReals: dequantise first.
  static func write(_ runner: ModelRunner, _ index: Int, _ path: String, asReals: Bool) throws {
    let info = runner.outputs[index]
    let isReal = asReals && info.type != .string
    let type = isReal ? ElementType.float32 : info.type
    let bytes =
      isReal
      ? try runner.dequantizedOutput(index).withUnsafeBytes { Array($0) } : try runner.outputBytes(index)
    switch path.lowercased().split(separator: ".").last {
    case "npy": try write(NumPyFile.header(type, info.shape, path: path) + bytes, to: path)
    case "txt", "csv":
      let texts = bytes.withUnsafeBytes { ElementText.texts(type, $0, count: info.shape.checkedElementCount ?? 0) }
      // A line for each innermost row.
      let row = type == .string ? 1 : max(info.shape.innermost, 1)
      var text = ""
      for (place, element) in texts.enumerated() {
        text += element + (place % row == row - 1 || place == texts.count - 1 ? "\n" : " ")
      }
      try write(Array(text.utf8), to: path)
    default: try write(bytes, to: path)
    }
  }

  /// Writes a whole file, or standard output for `-`.
  /// - Throws: `cannotWrite`.
  static func write(_ bytes: [UInt8], to path: String) throws {
    if path == "-" {
      try bytes.withUnsafeBytes { try Output.standard.write(bytes: $0) }
      return
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { throw ToolError.system(.cannotWrite, path, "cannot create the file") }
    let output = Output(descriptor: descriptor, name: path)
    defer { close(descriptor) }
    try bytes.withUnsafeBytes { try output.write(bytes: $0) }
  }
}
