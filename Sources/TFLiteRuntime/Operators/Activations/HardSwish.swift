import TFLiteKernelSets
import TFLiteKernels

/// HARD_SWISH: `x * relu6(x + 3) / 6`.
final class HardSwish {
  private let map = UnaryMap()

  init(_ node: OperatorNode) {}

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true, computesInJobs: true,
      rowWindow: self.map.rowWindow, lines: map.lines, bind: map.bind, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .uint8)
    if input.type == .float32 {
      return try map.prepare(context, context.kernels.elementwise.unary(.hardSwish, .float32))
    }
    let quantization = try context.perTensorQuantization(input)
    let output = try context.perTensorQuantization(context.output(0))
    guard
      let scaling = HardSwishScaling(
        inputScale: quantization.scale, inputZeroPoint: Int32(truncatingIfNeeded: quantization.zeroPoint),
        outputScale: output.scale, outputZeroPoint: Int32(truncatingIfNeeded: output.zeroPoint))
    else {
      throw context.error(
        "the output's scale is too fine", try context.output(0), expected: "\(quantization.scale / 128) or more",
        actual: "\(output.scale)")
    }
    let range: IntegerRange = input.type == .int8 ? .int8 : .uint8
    try map.prepare(context, bytes: { scaling($0, range) })
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
