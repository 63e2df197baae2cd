extension Session {
  /// Sets variables, tables and other state back to what they were before the first invocation.
  public func resetState() {
    for executor in program.existing { executor.resetVariables() }
    program.resources.reset()
  }

  /// Sets the session back to what it was when it was made: shapes of inputs as the file states them, inputs zero, nothing bound
  /// to memory of the caller's, no outputs, no observer, and the state as ``resetState()`` leaves it. Weights and measured times
  /// stay; so does the memory plan where shapes have not changed.
  /// - Throws: `invalidState` while the session is in use; `outOfMemory`.
  public func reset() throws(RuntimeError) {
    try program.resources.checkUnlent()
    operatorObserver = nil
    for executor in program.existing { try executor.resetInputs() }
    resetState()
  }

  /// Gives memory back that the next invocation can make anew, as for the system's warnings: arenas, outputs, scratch memory.
  /// Inputs, variables and weights stay; there are no outputs until the next invocation, which plans anew.
  /// ``Model/trimMemory()`` does the same for what sessions share.
  /// - Throws: `invalidState` while the session is in use.
  public func trimMemory() throws(RuntimeError) {
    try program.resources.checkUnlent()
    for executor in program.existing { executor.trim() }
    AlignedMemory.trim()
  }
}

extension SubgraphExecutor {
  /// Gives the inputs the shapes of the file and zeros, and unbinds what is bound.
  fileprivate func resetInputs() throws(RuntimeError) {
    try unbindAll()
    for (number, tensor) in inputs.enumerated() where !tensor.isConstant {
      if tensor.type == .string {
        tensor.letGo()
        tensor.shape = tensor.description.shape
        askForPreparation()
        continue
      }
      try resizeInput(number, to: tensor.description.shape, byteCount: nil)
      tensor.data.initializeMemory(as: UInt8.self, repeating: 0, count: tensor.byteCount)
    }
    forgetResults()
  }
}

extension IntermediateTensors {
  /// - Throws: `notFound` when no subgraph that is run from outside has a tensor of a name.
  func check(_ model: Model) throws(RuntimeError) {
    guard case .named(let names) = self else { return }
    var missing = names
    for entry in CompiledModel.entries(model) where model.graphs.indices.contains(entry) {
      for tensor in model.graphs[entry].tensors { missing.remove(tensor.name) }
    }
    if let name = missing.sorted().first {
      throw RuntimeError(
        .notFound, "no such tensor", expected: "the name of a tensor in the model",
        actual: "'\(RuntimeError.bounded(name))'")
    }
  }
}
