import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// A model of one operator whose first input holds 0, 1, 2, ... and whose other inputs are given.
struct MovementCase: Sendable, CustomTestStringConvertible {
  typealias Tensor = ModelBuilder.Tensor

  var name: String
  var code: Schema.BuiltinOperator
  var options = ModelBuilder.Options.none
  var shape: [Int]
  var operands: [Tensor] = []
  /// Where the counting input stands among the inputs.
  var position = 0
  var outputs = 1
  /// What each output must be.
  var expected: [(shape: [Int], values: [Int32])]

  var testDescription: String { name }

  /// Runs the model and compares.
  /// - Parameter feedsOperands: the operands are inputs of the model instead of constants.
  func check(feedsOperands: Bool, threads: Int = 1) throws {
    var inputs = feedsOperands ? operands.map { Tensor($0.type, $0.shape) } : operands
    inputs.insert(.int32(shape), at: position)
    let model = try Model(
      bytes: ModelBuilder.oneOperator(
        code, options: options, inputs: inputs, outputs: expected.map { .int32($0.shape) }))
    var sessionOptions = SessionOptions()
    sessionOptions.threads = .count(threads)
    let session = try Session(model, options: sessionOptions)
    let main = feedsOperands ? position : 0
    try session.write((0..<Int32(shape.reduce(1, *))).map { $0 }, toInput: main)
    if feedsOperands {
      for (number, operand) in operands.enumerated() {
        try (operand.data ?? []).withUnsafeBytes { bytes in
          try session.write(bytes: bytes, toInput: number < position ? number : number + 1)
        }
      }
    }
    try session.invoke()
    for (number, output) in expected.enumerated() {
      #expect(session.outputs[number].shape.dimensions == output.shape)
      #expect(try session.output(number, as: Int32.self) == output.values)
    }
  }

  /// The error that preparing throws.
  func error() -> RuntimeError? {
    var inputs = operands
    inputs.insert(.int32(shape), at: position)
    do {
      let model = try Model(
        bytes: ModelBuilder.oneOperator(
          code, options: options, inputs: inputs, outputs: expected.map { .int32($0.shape) }))
      try Session(model).prepare()
      return nil
    } catch {
      return error
    }
  }
}
