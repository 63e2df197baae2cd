import TFLiteKernelSets
import TFLiteKernels

/// ABS: magnitudes, of quantized values brought to the output's scale. Int16 without quantization is plain numbers.
final class Abs {
  private let map = UnaryMap()

  init(_ node: OperatorNode) {}

  var made: MadeOperator {
    MadeOperator(prepare: prepare, execute: execute, isElementwise: true, bind: map.bind, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .int16, .int32)
    if input.type == .int8 {
      let parameters = try rescaling(context, .int8)
      return try map.prepare(context, bytes: { parameters.absolute($0) })
    }
    if input.type == .int16, input.quantization != nil {
      try context.expectSymmetricUnary()
      return try map.prepare(
        context, context.kernels.elementwise.unary(.absolute, .quantizedInt16), try rescaling(context, .int16))
    }
    try map.prepare(context, input.type.elementwise.flatMap { context.kernels.elementwise.unary(.absolute, $0) })
  }

  private func rescaling(_ context: PrepareContext, _ range: IntegerRange) throws(RuntimeError) -> ElementwiseParameters
  {
    let input = try context.perTensorQuantization(context.input(0))
    let output = try context.perTensorQuantization(context.output(0))
    var parameters = ElementwiseParameters()
    parameters.firstOffset = Int32(truncatingIfNeeded: 0 &- input.zeroPoint)
    parameters.outputOffset = Int32(truncatingIfNeeded: output.zeroPoint)
    parameters.range = range
    if input.scale != output.scale {
      let factor = QuantizedMultiplier(Double(input.scale / output.scale))
      // Zero says that scales are equal; this makes zeros too.
      parameters.outputMultiplier =
        factor.multiplier == 0 ? QuantizedMultiplier(multiplier: 1, shift: -31) : factor
    }
    return parameters
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }
}
