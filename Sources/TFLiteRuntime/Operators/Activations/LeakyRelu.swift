import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// LEAKY_RELU: `x` where positive, `alpha * x` elsewhere.
final class LeakyRelu {
  private let alpha: Float
  private let map = UnaryMap()

  init(_ node: OperatorNode) { alpha = node.options.leakyReluOptions?.alpha ?? 0 }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true, computesInJobs: true,
      rowWindow: self.map.rowWindow, lines: map.lines, bind: map.bind, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .uint8, .int16)
    var parameters = ElementwiseParameters()
    if input.type == .float32 {
      parameters.floatRange.lower = alpha
      return try map.prepare(context, context.kernels.elementwise.unary(.leakyRelu, .float32), parameters)
    }
    if input.type == .int16 { try context.expectSymmetricUnary() }
    let quantization = try context.perTensorQuantization(input)
    let output = try context.perTensorQuantization(context.output(0))
    parameters.firstOffset = Int32(truncatingIfNeeded: 0 &- quantization.zeroPoint)
    parameters.outputOffset = Int32(truncatingIfNeeded: output.zeroPoint)
    parameters.firstMultiplier = QuantizedMultiplier(Double(quantization.scale / output.scale))
    parameters.secondMultiplier = QuantizedMultiplier(Double(quantization.scale * alpha / output.scale))
    parameters.range = try context.activationRange(.none, of: context.output(0))
    if input.type == .int16 {
      try map.prepare(context, context.kernels.elementwise.unary(.leakyRelu, .quantizedInt16), parameters)
    } else {
      try map.prepare(context, bytes: { parameters.leakyRelu($0) })
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
