import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// SQRT and RSQRT: the square root and its reciprocal. Quantized inputs must not stand for negative numbers; the
/// reciprocal of zero is then the largest value of the type.
final class SquareRoot {
  private let isReciprocal: Bool
  private let map = UnaryMap()
  private var lowest = 0

  init(_ node: OperatorNode) { isReciprocal = node.code == .rsqrt }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .int16)
    if input.type == .float32 {
      return try map.prepare(
        context,
        floats: isReciprocal ? context.kernels.elementwise.inverseSquareRoot : context.kernels.elementwise.squareRoot)
    }
    if input.type == .int16 { try context.expectSymmetricUnary() }
    let quantization = try context.perTensorQuantization(input)
    let output = try context.perTensorQuantization(context.output(0))
    lowest = quantization.zeroPoint
    let zeroPoint = Int32(truncatingIfNeeded: quantization.zeroPoint)
    let outputZeroPoint = Int32(truncatingIfNeeded: output.zeroPoint)
    switch (isReciprocal, input.type) {
    case (false, .int8):
      try map.prepare(
        context,
        bytes: { value in
          let root = MathFunctions.sqrt(quantization.scale * Float(value &- zeroPoint))
          return IntegerRange.int8.clamp(MathFunctions.truncatedToInt32(root / output.scale) &+ outputZeroPoint)
        })
    case (false, _):
      var parameters = ElementwiseParameters()
      parameters.floatRange = FloatRange(lower: quantization.scale, upper: output.scale)
      try map.prepare(context, UnaryKernels.squareRootInt16, parameters)
    case (true, .int8):
      let scale = QuantizedMultiplier(1 / Double(MathFunctions.sqrt(quantization.scale) * output.scale))
      try map.prepare(
        context, bytes: { Self.inverse($0 &- zeroPoint, scale, outputZeroPoint) })
    default:
      let largest = 32767 * output.scale
      try map.prepare(context, reals: { $0 <= 0 ? largest : 1 / MathFunctions.sqrt($0) })
    }
  }

  /// The reciprocal root of a positive integer, scaled to the output; 20 bits keep it an integer on the way.
  private static func inverse(_ value: Int32, _ scale: QuantizedMultiplier, _ zeroPoint: Int32) -> Int32 {
    if value == 0 { return IntegerRange.int8.upper }
    var root = FixedPoint.inverseSquareRoot(value, reverseShift: -1)
    root.shift = root.shift &+ 20
    var rescale = scale
    rescale.shift = rescale.shift &- 20
    return IntegerRange.int8.clamp(rescale.apply(to: root.apply(to: Int32(1))) &+ zeroPoint)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    var smallest = Int.max
    if input.type == .int8 {
      for value in input.values(as: Int8.self) { smallest = min(smallest, Int(value)) }
    } else if input.type == .int16 {
      for value in input.values(as: Int16.self) { smallest = min(smallest, Int(value)) }
    }
    if smallest < lowest {
      throw context.error("root of a negative number", input, expected: "\(lowest) or more", actual: "\(smallest)")
    }
    try map.execute(context)
  }
}
