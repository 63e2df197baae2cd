import TFLiteSchema

/// REDUCE_ANY and REDUCE_ALL: whether any or every element along axes is true.
final class ReduceLogical: BuiltinOperator {
  enum Kind { case any, all }

  private let kind: Kind
  private var setup: ReductionSetup

  init(_ node: OperatorNode, _ kind: Kind) {
    self.kind = kind
    setup = ReductionSetup(keepsDimensions: node.options(Schema.ReducerOptions.self)?.keepDims ?? false)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) { try setup.prepare(context, [.bool]) }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let plan = try setup.plan(context)
    let input = context.input(0).pointer(as: UInt8.self)
    let output = context.output(0).mutablePointer(as: UInt8.self)
    switch kind {
    case .any: reduce(LogicalAny.self, plan, input, output, context)
    case .all: reduce(LogicalAll.self, plan, input, output, context)
    }
  }
}
