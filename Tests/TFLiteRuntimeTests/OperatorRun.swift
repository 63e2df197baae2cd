import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Runs models of a test and gives their outputs as numbers.
enum OperatorRun {
  typealias Tensor = ModelBuilder.Tensor

  static func session(_ bytes: [UInt8], threads: Int = 1) throws -> Session {
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
    do {
      try session(bytes).prepare()
      return nil
    } catch let error as RuntimeError {
      return error.code
    } catch {
      return nil
    }
  }
}
