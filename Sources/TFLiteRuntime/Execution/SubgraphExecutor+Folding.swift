// What is computed from constants when a subgraph is prepared: folded operators and packed weights.

import TFLiteKernels

extension SubgraphExecutor {
  /// Whether the operator can be executed once and for all.
  func canFold(_ state: OperatorState) -> Bool {
    if state.stated.dependsOnShapesOnly { return true }
    guard state.made.isPure, !state.outputs.isEmpty, !state.inputs.isEmpty else { return false }
    return state.inputs.allSatisfy { $0?.isConstant ?? true }
  }

  /// Executes the operator now; its outputs are constants from here on. Where that fails, they have no memory.
  func fold(_ state: OperatorState) throws(RuntimeError) {
    let fromFile = !state.stated.dependsOnShapesOnly && state.inputs.allSatisfy { $0?.isFileConstant ?? true }
    let isShared = fromFile && !state.outputs.contains { $0.hasUnknownShape || $0.type == .string }
    let isAdopted = isShared ? try adoptSharedOutputs(of: state) : false
    if !isAdopted {
      for output in state.outputs where !output.hasUnknownShape && output.type != .string {
        output.storage = .none
        try output.ensureOwnMemory(output.byteCount, resources.memory, holder: isShared ? .model : .session)
      }
      var scratch: [AlignedMemory] = []
      for size in state.stated.scratchSizes {
        scratch.append(try AlignedMemory(size, for: "scratch memory", resources.memory))
      }
      state.place.scratch = scratch.map { $0.base }
      let environment = resources.executionEnvironment()
      defer {
        environment.restore()
        state.place.scratch = []
      }
      do {
        try withExtendedLifetime(scratch) { () throws(RuntimeError) in
          if !state.isIdle { try state.execute(ExecuteContext(state, resources)) }
        }
      } catch {
        for output in state.outputs where output.ownsMemory {
          output.storage = .none
          output.data = RuntimeTensor.nothing
        }
        throw error
      }
      state.shapesChanged = false
      if isShared { shareOutputs(of: state) }
    }
    for output in state.outputs {
      output.isConstant = true
      output.isFileConstant = fromFile
    }
    state.disposition = .folded
  }

  private func foldKey(_ state: OperatorState, _ output: Int) -> ConstantKey {
    ConstantKey(
      subgraph: index, node: state.node.index, tag: -1 - output, kernels: 0, registrations: program.key.registrations,
      kept: program.keptKeys[index], isLoopBody: compiled.isLoopBody)
  }

  private func adoptSharedOutputs(of state: OperatorState) throws(RuntimeError) -> Bool {
    var blocks: [AlignedMemory] = []
    for (number, output) in state.outputs.enumerated() {
      guard let block = try program.model.constants.existing(foldKey(state, number), resources.memory),
        block.byteCount == output.byteCount
      else { return false }
      blocks.append(block)
    }
    for (output, block) in zip(state.outputs, blocks) {
      output.storage = .folded(block)
      output.data = block.base
    }
    return true
  }

  private func shareOutputs(of state: OperatorState) {
    for (number, output) in state.outputs.enumerated() {
      guard case .own(let memory) = output.storage else { continue }
      program.model.constants.store(foldKey(state, number), memory)
      output.storage = .folded(memory)
    }
  }

  func sharesWeights(_ node: OperatorNode) -> Bool { compiled.weightsAlike[node.index] != nil }

  /// Memory of `byteCount` bytes that `fill` has filled, made once for all sessions where `isShared`.
  /// - Throws: `outOfMemory` when the account refuses; what `fill` throws.
  func packed(
    _ node: OperatorNode, _ tag: Int, _ variant: [Int], isShared: Bool, byteCount: Int,
    fill: (UnsafeMutableRawPointer) throws(RuntimeError) -> Void
  ) throws(RuntimeError) -> AlignedMemory {
    guard isShared else {
      let memory = try AlignedMemory(byteCount, for: "packed operands", resources.memory)
      try fill(memory.base)
      return memory
    }
    let alike = tag == PackContext.sharedWeights ? compiled.weightsAlike : compiled.packedAlike
    let key = ConstantKey(
      subgraph: index, node: alike[node.index] ?? node.index, tag: tag, variant: variant,
      kernels: program.key.kernels,
      isRewritten: program.key.rewrites, registrations: program.key.registrations, kept: program.keptKeys[index],
      isLoopBody: compiled.isLoopBody)
    return try program.model.constants.block(key, byteCount: byteCount, resources.memory, fill: fill)
  }
}
