import TFLiteKernelSets
import TFLiteKernels

/// SQUARED_DIFFERENCE: `(a - b)^2` of two tensors that broadcast.
final class SquaredDifference {
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isElementwise: true, bind: loops.bind) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    let output = try context.output(0)
    try context.expectSameType(output, input)
    guard input.type == .int8 else {
      return try loops.prepare(
        context, input.type.elementwise.flatMap { context.kernels.elementwise.squaredDifference($0) })
    }
    try context.expectZeroPointsInRange()
    let outputQuantization = try context.perTensorQuantization(output)
    let leftShift: Int32 = 7
    let unit = Double(1 << (leftShift * 2)) * Double(outputQuantization.scale)
    let parameters = ElementwiseParameters(
      try context.perTensorQuantization(input), try context.perTensorQuantization(context.input(1)), outputQuantization,
      leftShift: leftShift, range: .int8
    ) { $0 * $0 / unit }
    try loops.prepare(context, context.kernels.elementwise.squaredDifference(.quantizedInt8), parameters)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }
}
