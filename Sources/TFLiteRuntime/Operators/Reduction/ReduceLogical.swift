import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// REDUCE_ANY and REDUCE_ALL: whether any or every element along axes is true, which is whether the largest or the smallest
/// byte is.
final class ReduceLogical {
  enum Kind { case any, all }

  private let kind: Kind
  private let setup: ReductionSetup
  /// Extrema of bytes.
  private var kernel: ReductionKernel?

  init(_ node: OperatorNode, _ kind: Kind) {
    self.kind = kind
    setup = ReductionSetup(keepsDimensions: node.options.reducerOptions?.keepDims ?? false)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try setup.prepare(context, [.bool])
    kernel = context.kernels.reductions.lines(kind == .any ? .maximum : .minimum, .uint8)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let plan = try setup.plan(context)
    let input = context.input(0).pointer(as: UInt8.self)
    let output = context.output(0).mutablePointer(as: UInt8.self)
    switch kind {
    case .any: reduce(IntegerMaximum<UInt8>.self, plan, input, output, context, kernel: kernel)
    case .all: reduce(IntegerMinimum<UInt8>.self, plan, input, output, context, kernel: kernel)
    }
    for i in 0..<plan.outputShape.elementCount { output[i] = min(output[i], 1) }
  }
}
