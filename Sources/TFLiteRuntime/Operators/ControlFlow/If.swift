import TFLiteSchema

/// IF: runs one of two subgraphs, as input 0 says, on the other inputs.
final class If: Operator {
  private let thenIndex: Int
  private let elseIndex: Int
  private var thenBranch: SubgraphInvocation?
  private var elseBranch: SubgraphInvocation?

  init(_ node: OperatorNode) {
    let options = node.options(Schema.IfOptions.self)
    thenIndex = Int(options?.thenSubgraphIndex ?? 0)
    elseIndex = Int(options?.elseSubgraphIndex ?? 0)
  }

  /// The branches may hold state.
  var isPure: Bool { false }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    let condition = try context.input(0)
    try context.expect(condition, .bool)
    try context.expect(condition.elementCount == 1, "the condition must be one truth value", condition)
    let first = try SubgraphInvocation(thenIndex, firstInput: 1, context)
    let second = try SubgraphInvocation(elseIndex, firstInput: 1, context)
    var isFixed = try first.prepare(context)
    let shapes = first.subprogram.outputs.map { $0.shape }
    isFixed = try second.prepare(context) && isFixed
    for (number, output) in second.subprogram.outputs.enumerated() {
      isFixed = isFixed && output.shape == shapes[number]
    }
    for (number, shape) in shapes.enumerated() {
      if isFixed {
        try context.setShape(shape, ofOutput: number)
      } else {
        try context.setUnknownShape(ofOutput: number)
      }
    }
    thenBranch = first
    elseBranch = second
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let condition = context.input(0).pointer(as: UInt8.self)[0] != 0
    try (condition ? thenBranch : elseBranch)?.execute(context)
  }
}
