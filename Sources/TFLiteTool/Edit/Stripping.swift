import TFLiteSchema
import TFLiteSchemaWriter

extension MutableSchema.Model {
  /// Takes out subgraphs that nothing runs, and tensors, operator codes and buffers that nothing refers to.
  ///
  /// Subgraph 0 and those of signatures are what callers run. Operators stay, and buffer 0, which is empty by convention.
  mutating func strip() {
    stripSubgraphs()
    for subgraph in subgraphs?.indices ?? 0..<0 { stripTensors(of: subgraph) }
    stripOperatorCodes()
    stripBuffers()
  }

  private mutating func stripSubgraphs() {
    guard let all = subgraphs, !all.isEmpty else { return }
    var used = Set([0] + (signatureDefs ?? []).map { Int($0.subgraphIndex) })
    var waiting = Array(used)
    while let next = waiting.popLast() {
      for callee in (all[next].operators ?? []).flatMap({ $0.subgraphs }) where used.insert(callee).inserted {
        waiting.append(callee)
      }
    }
    let renumbering = Renumbering(all.count) { used.contains($0) }
    subgraphs = renumbering.kept.map { all[$0] }
    subgraphs.changeEach { subgraph in
      subgraph.operators.changeEach { node in node.changeSubgraphs { renumbering[$0] } }
    }
    signatureDefs.changeEach { $0.subgraphIndex = UInt32(renumbering[Int($0.subgraphIndex)]) }
  }

  private mutating func stripTensors(of index: Int) {
    guard var subgraph = subgraphs?[index], let tensors = subgraph.tensors else { return }
    var used = Set<Int32>((subgraph.inputs ?? []) + (subgraph.outputs ?? []))
    for node in subgraph.operators ?? [] {
      used.formUnion((node.inputs ?? []) + (node.outputs ?? []) + (node.intermediates ?? []))
    }
    for signature in signatureDefs ?? [] where signature.subgraphIndex == index {
      used.formUnion(((signature.inputs ?? []) + (signature.outputs ?? [])).map { Int32($0.tensorIndex) })
    }
    // Tensors that hold the quantisation of others.
    for number in used.sorted() where number >= 0 { used.formUnion(tensors[Int(number)].quantizationTensors) }
    let renumbering = Renumbering(tensors.count) { used.contains(Int32($0)) }
    func renumbered(_ numbers: [Int32]?) -> [Int32]? {
      numbers?.map { $0 < 0 ? $0 : Int32(renumbering[Int($0)]) }
    }
    subgraph.tensors = renumbering.kept.map { tensors[$0] }
    subgraph.tensors.changeEach { $0.changeQuantizationTensors { $0 < 0 ? $0 : Int32(renumbering[Int($0)]) } }
    subgraph.inputs = renumbered(subgraph.inputs)
    subgraph.outputs = renumbered(subgraph.outputs)
    subgraph.operators.changeEach { node in
      node.inputs = renumbered(node.inputs)
      node.outputs = renumbered(node.outputs)
      node.intermediates = renumbered(node.intermediates)
    }
    subgraphs?[index] = subgraph
    signatureDefs.changeEach { signature in
      guard signature.subgraphIndex == UInt32(index) else { return }
      signature.inputs.changeEach { $0.tensorIndex = UInt32(renumbering[Int($0.tensorIndex)]) }
      signature.outputs.changeEach { $0.tensorIndex = UInt32(renumbering[Int($0.tensorIndex)]) }
    }
  }

  private mutating func stripOperatorCodes() {
    guard let codes = operatorCodes else { return }
    let used = Set((subgraphs ?? []).flatMap { ($0.operators ?? []).map { Int($0.opcodeIndex) } })
    let renumbering = Renumbering(codes.count) { used.contains($0) }
    operatorCodes = renumbering.kept.map { codes[$0] }
    subgraphs.changeEach { subgraph in
      subgraph.operators.changeEach { $0.opcodeIndex = UInt32(renumbering[Int($0.opcodeIndex)]) }
    }
  }

  private mutating func stripBuffers() {
    let tensors = (subgraphs ?? []).flatMap { $0.tensors ?? [] }
    if let all = buffers {
      var used = Set([0] + tensors.map { Int($0.buffer) } + (metadata ?? []).map { Int($0.buffer) })
      used.formUnion((metadataBuffer ?? []).map { Int($0) })
      let renumbering = Renumbering(all.count) { used.contains($0) }
      buffers = renumbering.kept.map { all[$0] }
      subgraphs.changeEach { subgraph in
        subgraph.tensors.changeEach { $0.buffer = UInt32(renumbering[Int($0.buffer)]) }
      }
      metadata.changeEach { $0.buffer = UInt32(renumbering[Int($0.buffer)]) }
      metadataBuffer = metadataBuffer?.map { Int32(renumbering[Int($0)]) }
    }
    let external = Set(tensors.map { $0.externalBuffer })
    externalBuffers = externalBuffers?.filter { external.contains($0.id) }
  }
}

extension MutableSchema.Tensor {
  /// The tensors that hold scales and zero points; negative for none.
  fileprivate var quantizationTensors: [Int32] {
    switch quantization?.details {
    case .blockwiseQuantization(let details): [details.scales, details.zeroPoints]
    case .multiAxisQuantization(let details): [details.scales, details.zeroPoints]
    default: []
    }
  }

  fileprivate mutating func changeQuantizationTensors(_ change: (Int32) -> Int32) {
    switch quantization?.details {
    case .blockwiseQuantization(var details):
      details.scales = change(details.scales)
      details.zeroPoints = change(details.zeroPoints)
      quantization?.details = .blockwiseQuantization(details)
    case .multiAxisQuantization(var details):
      details.scales = change(details.scales)
      details.zeroPoints = change(details.zeroPoints)
      quantization?.details = .multiAxisQuantization(details)
    default: break
    }
  }
}

extension Optional {
  /// Changes every element of a list where there is one.
  mutating func changeEach<Element>(_ change: (inout Element) -> Void) where Wrapped == [Element] {
    guard var list = self else { return }
    self = nil
    for index in list.indices { change(&list[index]) }
    self = list
  }
}

/// New numbers for what is kept of a list, in the same order.
private struct Renumbering {
  let kept: [Int]
  private var numbers: [Int]

  init(_ count: Int, keeping isKept: (Int) -> Bool) {
    kept = (0..<count).filter(isKept)
    numbers = [Int](repeating: 0, count: count)
    for (new, old) in kept.enumerated() { numbers[old] = new }
  }

  /// The new number; 0 for what is not kept or not in the list, as tensors name buffer 0 in files without buffers.
  subscript(number: Int) -> Int { numbers.indices.contains(number) ? numbers[number] : 0 }
}
