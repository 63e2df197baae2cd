import TFLiteSchema

/// WHILE: runs the body subgraph on the loop variables for as long as the condition subgraph says so.
///
/// The variables live in the inputs of the body. After each iteration the body's outputs become its inputs by an exchange
/// of memory; the condition reads them where they are. Shapes may change from one iteration to the next.
final class While {
  private let conditionIndex: Int
  private let bodyIndex: Int
  private var plan: Plan?
  /// Outputs that cannot be exchanged, between two iterations.
  private var copies: [Copy] = []

  private struct Plan {
    let condition: Subprogram
    let body: Subprogram
    /// The variables that the condition looks at.
    let conditionInputs: [Int]
    let variables: [Variable]
    /// The condition's result.
    let result: Unmanaged<RuntimeTensor>
    /// No shape changes from one iteration to the next.
    let hasFixedShapes: Bool
    /// Lists of tensors that come without bytes, since the shape of their elements follows from the first iteration.
    let settled: [(number: Int, shape: Shape)]
  }

  private enum Step {
    /// The body passes the variable through.
    case keep
    /// The body computes the output for this variable alone.
    case exchange
    /// The output is another variable, a constant, or serves several variables.
    case copy
  }

  /// A loop variable in the subgraphs, which keep their tensors: reading it counts no references.
  private struct Variable {
    /// How it goes on.
    let step: Step
    /// Where the body finds it and leaves the next one, and where the condition finds it.
    let input: Unmanaged<RuntimeTensor>
    let output: Unmanaged<RuntimeTensor>
    let seen: Unmanaged<RuntimeTensor>

    var isCopied: Bool {
      switch step {
      case .keep: false
      case .exchange: output._withUnsafeGuaranteedRef { $0.isConstant }
      case .copy: true
      }
    }

    /// Exchanges the memory of input and output if they need no more than that.
    func exchange(hasFixedShape: Bool) -> Bool {
      input._withUnsafeGuaranteedRef { input in
        output._withUnsafeGuaranteedRef { output in
          guard input.byteCount == output.byteCount, input.ownsMemory, output.ownsMemory,
            hasFixedShape || input.shape == output.shape
          else { return false }
          swap(&input.storage, &output.storage)
          swap(&input.data, &output.data)
          return true
        }
      }
    }

    /// Lets the condition see the variable where it lies now; false unless it has seen it before, in the same shape.
    func show() -> Bool {
      seen._withUnsafeGuaranteedRef { seen in
        guard case .bound = seen.storage else { return false }
        seen.data = input._withUnsafeGuaranteedRef { $0.data }
        return true
      }
    }
  }

  private struct Copy {
    var memory: AlignedMemory?
    var shape: Shape = []
    var byteCount = 0
  }

  init(_ node: OperatorNode) {
    let options = node.options.whileOptions
    conditionIndex = Int(options?.condSubgraphIndex ?? 0)
    bodyIndex = Int(options?.bodySubgraphIndex ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    let count = context.inputCount
    try context.expect(inputs: count, outputs: count)
    try context.expect(conditionIndex != bodyIndex, "condition and body are the same subgraph")
    let condition = try context.subgraph(conditionIndex)
    let body = try context.loopBody(bodyIndex)
    try context.expect(
      condition.inputs.count == count && condition.outputs.count == 1,
      "subgraph \(conditionIndex) must take the loop variables and give one truth value")
    try context.expect(
      body.inputs.count == count && body.outputs.count == count,
      "subgraph \(bodyIndex) must take and give the loop variables")
    try context.expect(condition.outputs[0], .bool)
    body.keepOutputsApart()
    var shapes: [Shape] = []
    for number in 0..<count {
      let input = try context.input(number)
      for tensor in [condition.inputs[number], body.inputs[number], body.outputs[number]] {
        try context.expectSameType(tensor, input)
      }
      if context.node.outputs[number] >= 0 { try context.expectSameType(context.output(number), input) }
      for subgraph in [condition, body] where subgraph.inputs[number].isConstant {
        // Objects where the shape is another.
        if subgraph.inputs[number].shape != input.shape { try subgraph.resizeInput(number, to: input.shape) }
      }
      shapes.append(input.shape)
    }
    var outline = try body.outline(for: shapes)
    let settled = Self.settled(body, shapes, outline)
    if !settled.isEmpty {
      for list in settled { shapes[list.number] = list.shape }
      outline = try body.outline(for: shapes)
    }
    _ = try condition.outline(for: shapes)
    let isFixed = outline.hasFixedShapes && outline.outputShapes == shapes
    // Variables that nobody reads behind the loop are omitted.
    for number in 0..<count where context.node.outputs[number] >= 0 {
      if isFixed {
        try context.setShape(shapes[number], ofOutput: number)
      } else {
        try context.setUnknownShape(ofOutput: number)
      }
    }
    let steps = Self.steps(body)
    let variables = (0..<count).map { number in
      Variable(
        step: steps[number], input: .passUnretained(body.inputs[number]),
        output: .passUnretained(body.outputs[number]), seen: .passUnretained(condition.inputs[number]))
    }
    if copies.count != count { copies = (0..<count).map { _ in Copy() } }
    plan = Plan(
      condition: condition, body: body,
      conditionInputs: (0..<count).filter { condition.reads($0) || condition.inputs[$0].type == .string },
      variables: variables, result: .passUnretained(condition.outputs[0]), hasFixedShapes: isFixed,
      settled: isFixed ? settled : [])
  }

  /// The lists of tensors whose elements have no shape before the loop, with the shape that the body gives them.
  private static func settled(
    _ body: Subprogram, _ shapes: [Shape], _ outline: Outline
  ) -> [(number: Int, shape: Shape)] {
    guard outline.hasFixedShapes else { return [] }
    return zip(shapes, outline.outputShapes).enumerated().compactMap { number, shapes in
      let (before, after) = shapes
      guard before != after, body.inputs[number].description.isList, after.rank > 0, before.elementCount == 0,
        before.rank > 0, before[0] == after[0],
        TensorList.shape(before, holding: Shape(Array(after.dimensions.dropFirst()))) != nil
      else { return nil }
      return (number, after)
    }
  }

  private static func steps(_ body: Subprogram) -> [Step] {
    let inputs = PositionSet(body.inputs.lazy.map { $0.description.index })
    var uses: [Int: Int] = [:]
    for output in body.outputs { uses[output.description.index, default: 0] += 1 }
    return zip(body.inputs, body.outputs).map { input, output in
      if output === input { return .keep }
      let index = output.description.index
      return inputs.contains(index) || uses[index] != 1 || !body.computes(output) ? .copy : .exchange
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let (condition, body, result) = (plan.condition, plan.body, plan.result)
    try body.beginLoop()
    defer {
      condition.releaseInputs()
      body.endLoop()
    }
    for number in 0..<context.inputCount where !plan.settled.contains(where: { $0.number == number }) {
      try body.setInput(number, from: context.input(number))
    }
    for list in plan.settled {
      try body.resizeInput(list.number, to: list.shape)
      body.inputs[list.number].clear()
    }
    var isBound = false
    while true {
      for number in plan.conditionInputs where !isBound || !plan.variables[number].show() {
        try condition.bindInput(number, to: body.inputs[number])
      }
      isBound = plan.hasFixedShapes
      try condition.invoke()
      // A truth value is a byte.
      if result._withUnsafeGuaranteedRef({ $0.byteCount }) != 1 {
        let result = result.takeUnretainedValue()
        throw context.error("the condition gives more or less than one truth value", result, actual: "\(result.shape)")
      }
      if !result._withUnsafeGuaranteedRef({ $0.pointer(as: UInt8.self)[0] != 0 }) { break }
      try context.checkCancellation()
      try body.invoke()
      try advance(plan, context.memory)
    }
    for number in 0..<context.outputCount { try context.copy(body.inputs[number], toOutput: number) }
  }

  /// Makes the body's outputs its inputs. Copies are taken before any variable changes.
  private func advance(_ plan: Plan, _ account: MemoryAccount) throws(RuntimeError) {
    let (body, variables) = (plan.body, plan.variables)
    for number in variables.indices where variables[number].isCopied {
      let output = body.outputs[number]
      if copies[number].memory.map({ $0.byteCount < output.byteCount }) ?? true {
        copies[number].memory = nil
        copies[number].memory = try AlignedMemory(output.byteCount, for: "a loop variable", account)
      }
      copies[number].memory?.base.copyMemory(from: output.data, byteCount: output.byteCount)
      copies[number].byteCount = output.byteCount
      if copies[number].shape != output.shape { copies[number].shape = output.shape }
    }
    for number in variables.indices {
      let variable = variables[number]
      if case .keep = variable.step { continue }
      if variable.isCopied {
        try body.resizeInput(number, to: copies[number].shape, byteCount: copies[number].byteCount)
        if let memory = copies[number].memory {
          body.inputs[number].data.copyMemory(from: memory.base, byteCount: copies[number].byteCount)
        }
      } else if !variable.exchange(hasFixedShape: plan.hasFixedShapes) {
        try body.advanceInput(number, byTakingOutput: number)
      }
    }
  }
}
