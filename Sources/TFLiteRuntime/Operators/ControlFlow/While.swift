import TFLiteSchema

/// WHILE: runs the body subgraph on the loop variables for as long as the condition subgraph says so.
///
/// The variables live in the inputs of the body. After each iteration the body's outputs become its inputs by an exchange
/// of memory; the condition reads them where they are. Shapes may change from one iteration to the next.
final class While: Operator {
  private let conditionIndex: Int
  private let bodyIndex: Int
  private var condition: Subprogram?
  private var body: Subprogram?
  /// The variables that the condition looks at.
  private var conditionInputs: [Int] = []
  /// How each variable goes on.
  private var steps: [Step] = []
  /// Outputs that cannot be exchanged, between two iterations.
  private var copies: [Copy] = []

  private enum Step {
    /// The body passes the variable through.
    case keep
    /// The body computes the output for this variable alone.
    case exchange
    /// The output is another variable, a constant, or serves several variables.
    case copy
  }

  private struct Copy {
    var memory = AlignedMemory(byteCount: 0)
    var shape: Shape = []
    var byteCount = 0
  }

  init(_ node: OperatorNode) {
    let options = node.options(Schema.WhileOptions.self)
    conditionIndex = Int(options?.condSubgraphIndex ?? 0)
    bodyIndex = Int(options?.bodySubgraphIndex ?? 0)
  }

  /// The subgraphs may hold state.
  var isPure: Bool { false }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    let count = context.inputCount
    try context.expect(inputs: count, outputs: count)
    try context.expect(conditionIndex != bodyIndex, "condition and body are the same subgraph")
    let condition = try context.subgraph(conditionIndex)
    let body = try context.subgraph(bodyIndex)
    try context.expect(
      condition.inputs.count == count && condition.outputs.count == 1,
      "subgraph \(conditionIndex) must take the loop variables and give one truth value")
    try context.expect(
      body.inputs.count == count && body.outputs.count == count,
      "subgraph \(bodyIndex) must take and give the loop variables")
    try context.expect(condition.outputs[0], .bool)
    body.keepOutputsApart()
    for number in 0..<count {
      let input = try context.input(number)
      for tensor in [condition.inputs[number], body.inputs[number], body.outputs[number], try context.output(number)] {
        try context.expectSameType(tensor, input)
      }
      for subgraph in [condition, body] where subgraph.inputs[number].shape != input.shape {
        try subgraph.resizeInput(number, to: input.shape)
      }
    }
    try condition.prepare()
    try body.prepare()
    var isFixed = body.hasFixedShapes
    for number in 0..<count {
      let output = body.outputs[number]
      isFixed = isFixed && output.type != .string && output.shape == body.inputs[number].shape
    }
    for number in 0..<count {
      if isFixed {
        try context.setShape(context.input(number).shape, ofOutput: number)
      } else {
        try context.setUnknownShape(ofOutput: number)
      }
    }
    steps = (0..<count).map { number in
      let output = body.outputs[number]
      if output === body.inputs[number] { return .keep }
      let isInput = body.inputs.contains { $0 === output }
      let isShared = body.outputs.enumerated().contains { $0.offset != number && $0.element === output }
      return isInput || isShared || !body.computes(output) ? .copy : .exchange
    }
    conditionInputs = (0..<count).filter { condition.reads($0) || condition.inputs[$0].type == .string }
    if copies.count != count { copies = (0..<count).map { _ in Copy() } }
    self.condition = condition
    self.body = body
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let condition, let body else { return }
    defer { condition.releaseInputs() }
    for number in 0..<context.inputCount { try body.setInput(number, from: context.input(number)) }
    while try holds(condition, body, context) {
      try context.checkCancellation()
      try body.invoke()
      try advance(body)
    }
    for number in 0..<context.outputCount { try context.copy(body.inputs[number], toOutput: number) }
  }

  private func holds(
    _ condition: Subprogram, _ body: Subprogram, _ context: ExecuteContext
  ) throws(RuntimeError) -> Bool {
    for number in conditionInputs { try condition.bindInput(number, to: body.inputs[number]) }
    try condition.invoke()
    let result = condition.outputs[0]
    if result.elementCount != 1 {
      throw context.error("the condition gives more or less than one truth value", result, actual: "\(result.shape)")
    }
    return result.pointer(as: UInt8.self)[0] != 0
  }

  /// Makes the body's outputs its inputs. Copies are taken before any variable changes.
  private func advance(_ body: Subprogram) throws(RuntimeError) {
    for (number, step) in steps.enumerated()
    where step == .copy || (step == .exchange && body.outputs[number].isConstant) {
      let output = body.outputs[number]
      if copies[number].memory.byteCount < output.byteCount {
        copies[number].memory = AlignedMemory(byteCount: output.byteCount)
      }
      copies[number].memory.base.copyMemory(from: output.data, byteCount: output.byteCount)
      copies[number].byteCount = output.byteCount
      if copies[number].shape != output.shape { copies[number].shape = output.shape }
    }
    for (number, step) in steps.enumerated() where step != .keep {
      if step == .exchange, !body.outputs[number].isConstant {
        try body.advanceInput(number, byTakingOutput: number)
      } else {
        try body.resizeInput(number, to: copies[number].shape, byteCount: copies[number].byteCount)
        body.inputs[number].data.copyMemory(from: copies[number].memory.base, byteCount: copies[number].byteCount)
      }
    }
  }
}
