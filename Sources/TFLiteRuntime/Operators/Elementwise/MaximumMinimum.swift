import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// MAXIMUM and MINIMUM of two tensors that broadcast; quantized values are compared as they are stored.
final class MaximumMinimum {
  private let isMaximum: Bool
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) { isMaximum = node.code == .maximum || node.code == .stablehloMaximum }

  var made: MadeOperator {
    MadeOperator(prepare: prepare, execute: execute, isElementwise: true, lines: loops.lines, bind: loops.bind)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    try context.expectSameType(context.output(0), input)
    let kernel = input.type.elementwise.flatMap {
      isMaximum ? context.kernels.elementwise.maximum($0) : context.kernels.elementwise.minimum($0)
    }
    try loops.prepare(context, kernel)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }
}
