import TFLiteKernels
import TFLiteSchema

/// The custom operator NumericVerify: the dequantized input 0 minus its float original, input 1.
///
/// With `log_if_failed` and a `tolerance` of 0.1 or more, a difference above tolerance times scale is an error.
final class NumericVerify {
  private let tolerance: Float
  private let failsOnMismatch: Bool
  private var dequantizer: Dequantizer?
  private var largestDifference: Float?

  init(_ node: OperatorNode) {
    let options = FlexBuffer.Map(node.customOptions)
    tolerance = options?.float(forKey: "tolerance") ?? 0
    failsOnMismatch = options?.bool(forKey: "log_if_failed") ?? false
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.dequantizer = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let original = try context.input(1)
    try context.expect(input, .int8, .uint8, .int16, .float16)
    try context.expect(original, .float32)
    try context.expect(context.output(0), .float32)
    if original.shape != input.shape {
      throw context.error("the shapes differ", original, expected: "\(input.shape)", actual: "\(original.shape)")
    }
    let dequantizer = try Dequantizer(input, context)
    largestDifference = failsOnMismatch && tolerance >= 0.1 ? tolerance * (input.quantization?.scale ?? 0) : nil
    try context.setShape(input.shape, ofOutput: 0)
    self.dequantizer = dequantizer
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let dequantizer else { throw context.unprepared }
    let original = context.input(1).pointer(as: Float.self)
    let output = context.output(0).mutablePointer(as: Float.self)
    let count = context.output(0).elementCount
    dequantizer.run(0..<count, UnsafeRawPointer(context.input(0).data), output)
    for i in 0..<count { output[i] -= original[i] }
    guard let largestDifference else { return }
    for i in 0..<count where abs(output[i]) > largestDifference {
      throw context.error(
        "a dequantized value is off", context.input(0), expected: "within \(largestDifference) of \(original[i])",
        actual: "\(output[i] + original[i])")
    }
  }
}
