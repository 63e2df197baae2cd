import TFLiteSchema

// Attention order: the operators that compute scores, from the product of queries and keys through a softmax, run right before
// the product that they are multiplied by, so that all of these can go together in bands of lines. Files have what computes the
// values in between.
//
// Each score is read by the next of them alone, and all operators that they trade places with are pure.

extension Pass {
  static var attentionOrder: Pass {
    Pass("attention order") { graph, _ in
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard graph.nodes[number].stated.code == .batchMatmul, let chain = graph.scores(of: number),
          let first = chain.first, first + chain.count < number, number - first <= farthest,
          (first..<number).allSatisfy({ graph.nodes[$0].isRemoved || graph.isOpen($0) })
        else { continue }
        graph.move(chain, before: number)
      }
    }
  }

  /// The operators of one chain at most.
  fileprivate static let longestChain = 12
  /// Operators from the first of a chain to the product behind it at most.
  private static let farthest = 256
}

extension EditableGraph {
  /// The operators between a product and one before it, which is the first of them, in order; nil without a softmax in between.
  fileprivate func scores(of product: Int) -> [Int]? {
    var chain: [Int] = []
    var hasSoftmax = false
    var next = source(inputs(product).first ?? -1)
    while let number = next, chain.count < Pass.longestChain {
      chain.append(number)
      if nodes[number].stated.code == .batchMatmul { return hasSoftmax ? chain.reversed() : nil }
      hasSoftmax = hasSoftmax || nodes[number].stated.name == "SOFTMAX"
      next = nil
      for input in inputs(number) where next == nil { next = source(input) }
    }
    return nil
  }

  /// The operator that computes the tensor for one reader, and can do so line by line.
  private func source(_ tensor: Int) -> Int? {
    guard tensor >= 0, hasOneUse(tensor), let number = producer(of: tensor), isOpen(number),
      outputs(number).count == 1, nodes[number].made.lines != nil
    else { return nil }
    return number
  }
}
