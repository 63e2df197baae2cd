/// One subgraph as an operator runs it: inputs in, outputs out.
struct SubgraphInvocation {
  let subprogram: Subprogram
  /// The operator's first input that is one of the subgraph.
  private let firstInput: Int

  /// - Throws: `invalidOperator` when the subgraph does not exist, or takes or gives other tensors than the operator.
  init(_ index: Int, firstInput: Int, _ context: PrepareContext) throws(RuntimeError) {
    subprogram = try context.subgraph(index)
    self.firstInput = firstInput
    try context.expect(
      subprogram.inputs.count == context.inputCount - firstInput && subprogram.outputs.count == context.outputCount,
      "subgraph \(index) has another number of inputs or outputs than the operator")
    for (number, input) in subprogram.inputs.enumerated() {
      if let tensor = context.optionalInput(firstInput + number) { try context.expectSameType(input, tensor) }
    }
    for (number, output) in subprogram.outputs.enumerated() {
      try context.expectSameType(output, context.output(number))
    }
  }

  /// What preparation finds out about the subgraph for the operator's input shapes.
  func prepare(_ context: PrepareContext) throws(RuntimeError) -> Outline {
    var shapes: [Shape] = []
    for (number, input) in subprogram.inputs.enumerated() {
      shapes.append(input.isConstant ? input.shape : context.optionalInput(firstInput + number)?.shape ?? input.shape)
    }
    return try subprogram.outline(for: shapes)
  }

  /// Prepares subgraphs of which one will run, and states the shapes of the operator's outputs where all agree on them.
  static func prepareAlternatives(_ branches: [Self], _ context: PrepareContext) throws(RuntimeError) {
    var shapes: [Shape] = []
    var isFixed = true
    for (number, branch) in branches.enumerated() {
      let outline = try branch.prepare(context)
      isFixed = isFixed && outline.hasFixedShapes
      if number == 0 { shapes = outline.outputShapes } else { isFixed = isFixed && outline.outputShapes == shapes }
    }
    for (number, shape) in shapes.enumerated() {
      if isFixed {
        try context.setShape(shape, ofOutput: number)
      } else {
        try context.setUnknownShape(ofOutput: number)
      }
    }
  }

  /// Runs the subgraph on the operator's inputs and copies what it gives to the operator's outputs.
  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    defer { subprogram.releaseInputs() }
    for (number, input) in subprogram.inputs.enumerated() {
      if let tensor = context.optionalInput(firstInput + number) {
        try subprogram.bindInput(number, to: tensor)
      } else if !input.isConstant {
        // Zeros in memory of its own, which it has none of since another invocation has bound it.
        try subprogram.resizeInput(number, to: input.shape)
        input.clear()
      }
    }
    try subprogram.invoke()
    for (number, source) in subprogram.outputs.enumerated() { try context.copy(source, toOutput: number) }
  }
}

extension ExecuteContext {
  /// Copies shape and content of `source` to output `index`.
  /// - Throws: `invalidData` when the output's shape is settled and another.
  func copy(_ source: RuntimeTensor, toOutput index: Int) throws(RuntimeError) {
    if node.outputs[index] < 0 { return }
    var target = output(index)
    if hasDynamicOutput || target.type == .string {
      target = try resizeOutput(index, to: source.shape, byteCount: source.byteCount)
    } else if target.byteCount != source.byteCount {
      throw error(
        "a subgraph gives another shape than prepared", target, expected: "\(target.shape)", actual: "\(source.shape)")
    }
    if target.data != source.data { target.data.copyMemory(from: source.data, byteCount: source.byteCount) }
  }
}
