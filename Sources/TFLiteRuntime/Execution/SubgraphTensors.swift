/// The tensors of a subgraph in one session, made once: constants are where operators can read them, variables have memory.
struct SubgraphTensors {
  let all: [RuntimeTensor]
  let inputs: [RuntimeTensor]
  let outputs: [RuntimeTensor]
  /// Stands for operands that an operator does not have.
  let absent: RuntimeTensor
  /// For the objects of operators and tensors.
  private let room: MemoryReservation

  /// - Throws: `outOfMemory` when the account refuses; `invalidModel` for sparse constants that cannot be expanded.
  init(_ subgraph: Int, _ compiled: CompiledGraph, _ program: Program) throws(RuntimeError) {
    let memory = program.resources.memory
    room = try MemoryReservation(Self.objectByteCount(compiled.stated), for: "operators and tensors", memory)
    let graph = compiled.graph
    let tensors = graph.tensors.map { RuntimeTensor($0) }
    all = tensors
    inputs = graph.inputs.map { tensors[$0] }
    outputs = graph.outputs.map { tensors[$0] }
    absent = RuntimeTensor(
      TensorDescription(index: -1, name: "(absent)", type: .uint8, shape: [0], shapeSignature: [0]))
    for tensor in tensors { try tensor.align(memory) }
    try expandSparseConstants(subgraph, program.model.constants, memory)
    try placePersistentTensors(compiled, memory)
  }

  /// An estimate of what the objects take, which bounds what a file of many operators can make of little. Operators of many
  /// operands join or cut them, and keep something for each.
  private static func objectByteCount(_ graph: Graph) -> Int {
    var total = graph.tensors.count &* 256
    for node in graph.operators {
      let operands = node.inputs.count &+ node.outputs.count
      total &+= 1024 &+ operands &* (operands > 8 ? 1024 : 64)
    }
    return total
  }

  func operands(of node: OperatorNode) -> Operands {
    Operands(
      inputs: node.inputs.map { $0 < 0 ? nil : all[$0] }, outputs: node.outputs.map { $0 < 0 ? absent : all[$0] },
      intermediates: node.intermediates.map { $0 < 0 ? absent : all[$0] }, absent: absent)
  }

  /// Operators see dense weights only; the dense form is shared by the sessions of the model.
  private func expandSparseConstants(
    _ subgraph: Int, _ constants: ConstantStore, _ memory: MemoryAccount
  ) throws(RuntimeError) {
    for (number, tensor) in all.enumerated() {
      guard tensor.isConstant, let sparsity = tensor.description.sparsity else { continue }
      let key = ConstantKey(subgraph: subgraph, node: -1 - number, tag: 0, kernels: 0)
      if let dense = try constants.existing(key, memory) {
        tensor.adopt(dense)
      } else {
        let dense = try SparseLayout.expand(tensor.description, sparsity, memory)
        constants.store(key, dense)
        tensor.adopt(dense)
      }
    }
  }

  /// Variables, and outputs that nobody computes, keep memory of their own, zero at first.
  private func placePersistentTensors(_ compiled: CompiledGraph, _ memory: MemoryAccount) throws(RuntimeError) {
    var isComputedInFile = [Bool](repeating: false, count: all.count)
    for node in compiled.stated.operators {
      for output in node.outputs where output >= 0 { isComputedInFile[output] = true }
    }
    for (number, tensor) in all.enumerated()
    where !tensor.isConstant && !compiled.liveness.isInput[number] && !isComputedInFile[number]
      && compiled.liveness.producers[number] < 0
    {
      try tensor.ensureOwnMemory(
        tensor.type.byteCount(ofElements: max(0, tensor.shape.checkedElementCount ?? 0)) ?? 0, memory)
      if tensor.byteCount == 0, !tensor.description.isVariable, tensor.type != .string {
        tensor.isConstant = true
        tensor.isFileConstant = true
      }
    }
    resetVariables()
  }

  /// Sets variables back to zero: the real one for int8, as TFLite does, all bits for other types.
  func resetVariables() {
    for tensor in all where tensor.description.isVariable && !tensor.isConstant && tensor.isPlaced {
      let zero = tensor.type == .int8 ? tensor.quantization?.zeroPoint ?? 0 : 0
      tensor.data.initializeMemory(
        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: zero), count: tensor.byteCount)
    }
  }
}
