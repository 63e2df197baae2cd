import TFLiteKernels
import TFLiteSchema

/// REDUCE_MAX and REDUCE_MIN: the largest or smallest element along axes. Float NaNs are passed over unless all axes are
/// reduced and the first element is one.
final class ReduceExtremum {
  enum Kind { case maximum, minimum }

  private let kind: Kind
  private let setup: ReductionSetup

  init(_ node: OperatorNode, _ kind: Kind) {
    self.kind = kind
    setup = ReductionSetup(keepsDimensions: node.options.reducerOptions?.keepDims ?? false)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try setup.prepare(
      context, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool], kind == .maximum ? .maximum : .minimum)
    let input = try context.input(0)
    let output = try context.output(0)
    if [.uint8, .int8, .int16].contains(input.type) {
      try context.expect(
        input.quantization?.scale == output.quantization?.scale
          && input.quantization?.zeroPoint == output.quantization?.zeroPoint,
        "input and output need the same quantization", output)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let plan = try setup.plan(context)
    let isMaximum = kind == .maximum
    switch context.input(0).type {
    case .float32:
      isMaximum ? run(FloatMaximum.self, plan, context) : run(FloatMinimum.self, plan, context)
    case .int32:
      isMaximum ? run(IntegerMaximum<Int32>.self, plan, context) : run(IntegerMinimum<Int32>.self, plan, context)
    case .int64:
      isMaximum ? run(IntegerMaximum<Int64>.self, plan, context) : run(IntegerMinimum<Int64>.self, plan, context)
    case .uint8:
      isMaximum ? run(IntegerMaximum<UInt8>.self, plan, context) : run(IntegerMinimum<UInt8>.self, plan, context)
    case .int8:
      isMaximum ? run(IntegerMaximum<Int8>.self, plan, context) : run(IntegerMinimum<Int8>.self, plan, context)
    case .int16:
      isMaximum ? run(IntegerMaximum<Int16>.self, plan, context) : run(IntegerMinimum<Int16>.self, plan, context)
    default:
      isMaximum ? run(LogicalAny.self, plan, context) : run(LogicalAll.self, plan, context)
    }
  }

  private func run<R: Reducer>(_ reducer: R.Type, _ plan: ReductionPlan, _ context: ExecuteContext)
  where R.Input == R.Accumulator {
    let input = context.input(0).pointer(as: R.Input.self)
    reduce(
      R.self, plan, input, context.output(0).mutablePointer(as: R.Input.self), context,
      kernel: setup.kernel, initial: plan.coversAllAxes && !plan.isEmpty ? R.combine(input[0], input[0]) : R.initial)
  }
}
