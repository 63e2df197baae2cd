import TFLiteRuntime
import TFLiteVision

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A failure of the tool: one line for standard error and the exit code.
package struct ToolError: Error, CustomStringConvertible {
  /// The exit codes besides 0 and the parser's 64; the numbers are those of sysexits.h.
  package enum Code: Int32 {
    /// The run failed, or results differ.
    case failed = 1
    /// A file or value does not have the expected form.
    case invalidData = 65
    /// A file cannot be read.
    case noInput = 66
    /// The model needs something that this runtime does not have.
    case unsupported = 69
    /// Output cannot be written.
    case cannotWrite = 74
  }

  package let code: Code
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// An error that names the thing, what was expected and what was found.
  package init(_ code: Code, _ thing: String, expected: String, found: String) {
    self.init(code, "\(thing): expected \(expected), found \(found)")
  }

  package init(_ error: RuntimeError) {
    let code: Code =
      switch error.code {
      case .fileUnreadable: .noInput
      case .invalidModel, .notFound, .invalidArgument, .limitExceeded: .invalidData
      case .unsupported: .unsupported
      default: .failed
      }
    // Arguments in the wrong order, mostly.
    if error.code == .invalidModel, let path = error.path, let kind = FileKind.content(of: path) {
      self.init(
        code, path, expected: "a TensorFlow Lite model, which comes first among the arguments", found: kind)
      return
    }
    self.init(code, error.description)
  }

  package init(_ error: PictureError) {
    var text = error.description
    if error.code == .tooLarge { text += " (--max-pixels raises the limit)" }
    self.init(error.code == .unreadableFile ? .noInput : .invalidData, text)
  }

  package init(_ error: VisionError) {
    self.init(error.code == .unreadableFile ? .noInput : .invalidData, error.description)
  }

  /// The system's words for the last failed call on `path`.
  package static func system(_ code: Code, _ path: String, _ what: String) -> ToolError {
    ToolError(code, "\(path): \(what): \(String(cString: strerror(errno)))")
  }

  /// Writes the line to standard error and ends the process.
  /// - Parameter asJSON: write it to standard output too, as an object.
  func report(asJSON: Bool) -> Never {
    // Names from files may hold anything.
    let line = Terminal.printable(description)
    if asJSON { Self.writeJSON(line, code: code.rawValue) }
    try? Output.standard.flush()
    Output.error.writeIgnoringErrors("\(Output.error.styled("tflite:", .red)) \(line)\n")
    exit(code.rawValue)
  }

  /// What standard output holds instead of results where those are JSON.
  static func writeJSON(_ message: String, code: Int32) {
    Output.standard.writeIgnoringErrors(
      JSONText.object([("error", .string(message)), ("exit_code", .int(Int(code)))]).text)
  }
}
