import Foundation
import TFLiteRuntime

/// One run as it was asked for: the bytes of the inputs, and the declared formats. Taken before the call returns, so that
/// the caller may change its objects at once.
struct RunRequest: Sendable {
  private typealias Format = ModelInputOutputOptions.Format

  /// The bytes of each input; nil where the options state no format for its index.
  private let inputs: [Data?]
  private let inputFormats: [Int: Format]
  private let outputFormats: [Int: Format]

  /// - Throws: `NSError` with `invalidArgument` when inputs and formats contradict each other.
  init(_ inputs: ModelInputs, _ options: ModelInputOutputOptions) throws {
    self.inputs = try inputs.encoded(options.inputs)
    guard !options.outputs.isEmpty else { throw modelError(.invalidArgument, "The options state no output format.") }
    inputFormats = options.inputs
    outputFormats = options.outputs
  }

  /// Runs `session` and returns the declared outputs.
  /// - Throws: `CancellationError` when `cancellation` has kept the run from its end, else `NSError`.
  func run(_ session: Session, _ cancellation: CancellationToken?) throws -> [Int: ModelOutputs.Content] {
    if cancellation?.isCancelled == true { throw CancellationError() }
    try checkIndices(session)
    try shape(session, cancellation)
    do {
      for (index, data) in inputs.enumerated() {
        guard let data else { continue }
        try data.withUnsafeBytes { bytes -> Result<Void, RuntimeError> in
          Result { () throws(RuntimeError) in try session.write(bytes: bytes, toInput: index) }
        }.get()
      }
      try session.invoke(cancellation: cancellation)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      throw modelError(error, "Failed to run the model")
    }
    var contents: [Int: ModelOutputs.Content] = [:]
    for (index, format) in outputFormats { contents[index] = try content(session, index, format) }
    return contents
  }

  private func checkIndices(_ session: Session) throws {
    if session.outputs.isEmpty { throw modelError(.unknown, "The model has no outputs.") }
    for (formats, count, what) in [
      (inputFormats, session.inputs.count, "input"), (outputFormats, session.outputs.count, "output"),
    ] {
      if let beyond = formats.keys.filter({ $0 >= count }).min() {
        throw modelError(
          .outOfRange, "The options state a format for \(what) \(beyond), but the model has \(count) \(what)s, from 0."
        )
      }
    }
    if inputs.count != session.inputs.count {
      throw modelError(
        .invalidArgument, "The model has \(session.inputs.count) inputs, but \(inputs.count) were added.")
    }
    if let index = inputs.firstIndex(where: { $0 == nil }) {
      throw modelError(.invalidArgument, "The options state no format for input \(index).")
    }
  }

  /// Gives the inputs the declared shapes.
  private func shape(_ session: Session, _ cancellation: CancellationToken?) throws {
    var changes: [String] = []
    do {
      for (index, info) in session.inputs.enumerated() {
        guard let format = inputFormats[index] else { continue }
        guard info.type == format.type else {
          throw modelError(
            .invalidArgument,
            "Input \(index) is \(info.type.name) in the model, but the options state \(format.type.name).")
        }
        let shape = Shape(format.dimensions)
        if info.modelShape != shape { changes.append("input \(index) from \(info.modelShape) to \(shape)") }
        if info.shape != shape { try session.resizeInput(index, to: shape) }
      }
      try session.prepare(cancellation: cancellation)
    } catch let error as RuntimeError where error.code == .cancelled {
      throw CancellationError()
    } catch let error as RuntimeError where !changes.isEmpty {
      throw modelError(
        .invalidArgument, "The model cannot change \(changes.joined(separator: ", ")): \(error.description)")
    } catch let error as RuntimeError {
      throw modelError(error, "Failed to run the model")
    }
  }

  private func content(_ session: Session, _ index: Int, _ format: Format) throws -> ModelOutputs.Content {
    let info = session.outputs[index]
    guard info.type == format.type else {
      throw modelError(
        .invalidArgument,
        "Output \(index) is \(info.type.name) in the model, but the options state \(format.type.name).")
    }
    let bytes: Data
    do {
      bytes = try session.withOutputBytes(index) { Data($0) }
    } catch {
      throw modelError(.unknown, "The model gave no output \(index): \(error.description)")
    }
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
