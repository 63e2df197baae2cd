import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// EXP and LOG: the natural exponential and logarithm; int8 and int16 by table.
///
/// The logarithm of a quantized value that is not positive is the lowest value of the output.
final class ExpLog {
  private let isLogarithm: Bool
  private let map = UnaryMap()

  init(_ node: OperatorNode) { isLogarithm = node.code == .log }

  var made: MadeOperator {
    MadeOperator(prepare: prepare, execute: execute, isElementwise: true, bind: map.bind, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .int16)
    if input.type == .float32 {
      return try map.prepare(
        context, floats: isLogarithm ? context.kernels.elementwise.log : context.kernels.elementwise.exp)
    }
    if input.type == .int16 { try context.expectSymmetricUnary() }
    if !isLogarithm { return try map.prepare(context, reals: { MathFunctions.exp($0) }) }
    let output = try context.perTensorQuantization(context.output(0))
    let smallest: Int32 = input.type == .int8 ? -128 : -32768
    let lowest = Float(smallest &- Int32(truncatingIfNeeded: output.zeroPoint)) * output.scale
    try map.prepare(context, reals: { $0 <= 0 ? lowest : MathFunctions.log($0) })
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }
}
