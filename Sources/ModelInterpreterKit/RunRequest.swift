import Foundation
import TFLiteRuntime

/// One run as it was asked for: the bytes of the inputs, and the declared formats. Taken before the call returns, so that
/// the caller may change its objects at once.
struct RunRequest: Sendable {
  private let inputs: [Data]
  private let inputFormats: [Int: ModelInputOutputOptions.Format]
  private let outputFormats: [Int: ModelInputOutputOptions.Format]

  /// - Throws: `NSError` with `invalidArgument` when inputs and formats contradict each other.
  init(_ inputs: ModelInputs, _ options: ModelInputOutputOptions) throws {
    self.inputs = try inputs.encoded(options.inputs)
    guard !options.outputs.isEmpty else { throw modelError(.invalidArgument, "The options state no output format.") }
    inputFormats = options.inputs
    outputFormats = options.outputs
  }

  /// Runs `session` and returns the declared outputs.
  func run(_ session: Session) throws -> [Int: ModelOutputs.Content] {
    try checkIndices(session)
    do {
      for (index, format) in inputFormats.sorted(by: { $0.key < $1.key }) {
        let info = session.inputs[index]
        guard info.type == format.type else {
          throw modelError(
            .invalidArgument,
            "Input \(index) is \(info.type.name) in the model, but the options state \(format.type.name).")
        }
        if info.shape.dimensions != format.dimensions { try session.resizeInput(index, to: Shape(format.dimensions)) }
      }
      try session.prepare()
      for (index, data) in inputs.enumerated() {
        try data.withUnsafeBytes { bytes -> Result<Void, RuntimeError> in
          Result { () throws(RuntimeError) in try session.write(bytes: bytes, toInput: index) }
        }.get()
      }
      try session.invoke()
      var contents: [Int: ModelOutputs.Content] = [:]
      for (index, format) in outputFormats { contents[index] = try content(session, index, format) }
      return contents
    } catch let error as RuntimeError {
      throw modelError(error, "Failed to run the model")
    }
  }

  private func checkIndices(_ session: Session) throws {
    for (formats, count, what) in [
      (inputFormats, session.inputs.count, "input"), (outputFormats, session.outputs.count, "output"),
    ] {
      if count == 0 { throw modelError(.unknown, "The model has no \(what)s.") }
      if let beyond = formats.keys.filter({ $0 >= count }).min() {
        throw modelError(
          .outOfRange, "The options state a format for \(what) \(beyond), but the model has \(what)s 0 to \(count - 1)."
        )
      }
    }
  }

  private func content(
    _ session: Session, _ index: Int, _ format: ModelInputOutputOptions.Format
  ) throws -> ModelOutputs.Content {
    let info = session.outputs[index]
    guard info.type == format.type else {
      throw modelError(
        .invalidArgument,
        "Output \(index) is \(info.type.name) in the model, but the options state \(format.type.name).")
    }
    let bytes = try session.withOutputBytes(index) { Data($0) }
    guard bytes.count == format.byteCount else {
      throw modelError(
        .invalidArgument,
        "Output \(index) has \(bytes.count) bytes of shape \(info.shape), but the options ask for \(format.byteCount ?? 0) of \(format.dimensions)."
      )
    }
    guard info.shape.dimensions == format.dimensions else {
      throw modelError(
        .invalidArgument, "Output \(index) has the shape \(info.shape), but the options state \(format.dimensions).")
    }
    return ModelOutputs.Content(format: format, bytes: bytes)
  }
}
