import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// RELU, RELU_N1_TO_1, RELU_0_TO_1 and RELU6: a clamp; quantized values are brought to the output's scale as well.
final class Relu {
  private let bounds: FloatRange
  /// RELU and RELU6 alone are defined on int16.
  private let allowsInt16: Bool
  private let map = UnaryMap()

  init(_ node: OperatorNode) {
    switch node.code {
    case .relu6: bounds = FloatRange(lower: 0, upper: 6)
    case .reluN1To1: bounds = FloatRange(lower: -1, upper: 1)
    case .relu0To1: bounds = FloatRange(lower: 0, upper: 1)
    default: bounds = FloatRange(lower: 0, upper: .infinity)
    }
    allowsInt16 = node.code == .relu || node.code == .relu6
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true, computesInJobs: true,
      rowWindow: self.map.rowWindow, lines: map.lines, bind: map.bind, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    if allowsInt16 {
      try context.expect(input, .float32, .int8, .uint8, .int16)
    } else {
      try context.expect(input, .float32, .int8, .uint8)
    }
    var parameters = ElementwiseParameters()
    parameters.floatRange = bounds
    if input.type == .float32 {
      return try map.prepare(context, context.kernels.elementwise.unary(.clamp, .float32), parameters)
    }

    if input.type == .int16 { try context.expectSymmetricUnary() }
    let quantization = try context.perTensorQuantization(input)
    let output = try context.perTensorQuantization(context.output(0))
    parameters.firstOffset = Int32(truncatingIfNeeded: 0 &- quantization.zeroPoint)
    parameters.outputOffset = Int32(truncatingIfNeeded: output.zeroPoint)
    parameters.outputMultiplier = QuantizedMultiplier(Double(quantization.scale / output.scale))
    parameters.range = try context.activationRange(.none, of: context.output(0))
    let lower = MathFunctions.truncatedToInt32(MathFunctions.round(bounds.lower / output.scale))
    parameters.range.lower = max(parameters.range.lower, lower &+ parameters.outputOffset)
    if bounds.upper.isFinite {
      let upper = MathFunctions.truncatedToInt32(MathFunctions.round(bounds.upper / output.scale))
      parameters.range.upper = min(parameters.range.upper, upper &+ parameters.outputOffset)
    }
    if input.type == .int16 {
      try map.prepare(context, context.kernels.elementwise.unary(.clamp, .quantizedInt16), parameters)
    } else {
      try map.prepare(context, bytes: { parameters.rescale($0) })
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
