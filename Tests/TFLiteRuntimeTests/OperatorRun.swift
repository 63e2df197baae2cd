import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Runs models of a test and gives their outputs as numbers.
enum OperatorRun {
  typealias Tensor = ModelBuilder.Tensor

  static func session(_ bytes: [UInt8], threads: Int = 1) throws(RuntimeError) -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    return try Session(Model(bytes: bytes), options: options)
  }

  /// The values of output `index` after one invocation of a model on `inputs`.
  static func values<Input: TensorScalar, Output: TensorScalar>(
    _ bytes: [UInt8], _ inputs: [Input], output index: Int = 0, as type: Output.Type
  ) throws -> (shape: [Int], values: [Output]) {
    let session = try session(bytes)
    if !session.inputs.isEmpty { try session.write(inputs, toInput: 0) }
    try session.invoke()
    return (session.outputs[index].shape.dimensions, try session.output(index, as: type))
  }

  /// Why preparing a model fails, nil when it does not.
  static func objection(_ bytes: [UInt8]) -> RuntimeError.Code? {
    failure { () throws(RuntimeError) in try session(bytes).prepare() }?.code
  }
}

/// How far floats may be from what is expected of them.
enum Tolerance {
  /// A few functions, or short sums, of numbers about 1, against values of ten digits or plain loops.
  static let formula: Float = 1e-5
  /// The same for one function or one mean, which is rounded once or twice.
  static let oneOperation: Float = 1e-6
  /// Long sums in another order, relative to the largest: the rule for one or two operators of floats.
  static let sums: Float = 5e-6
  /// A transposition that moves into a product changes nothing but the order of sums, a factor that moves into SOFTMAX one
  /// rounding before the exponential.
  static let operandChange: Float = 1e-5
  /// Factors of channels are multiplied with weights before sums are made of them, several one after the other.
  static let channelFolding: Float = 1e-4
  /// One operator finds mean and variance otherwise than the arithmetic that it stands for; the division by a small deviation
  /// enlarges the difference.
  static let layerNormalization: Float = 1e-4
}
