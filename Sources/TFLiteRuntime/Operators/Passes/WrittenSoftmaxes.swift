import TFLiteSchema

// Softmax of float32 over the last axis, as `exp(x - max(x))` divided by its sum, with or without the maximum: the division
// computes all of it.
//
// Exponentials have no other reader. Values are those of one function, so that they may be rounded elsewhere; they do not
// overflow where the maximum was left out.

extension Pass {
  static var writtenSoftmaxes: Pass {
    Pass("written softmaxes", operators: ["SOFTMAX"]) { graph, _ in
      for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
        if graph.removeIfUnused(number) { continue }
        guard let argument = graph.softmaxArgument(number) else { continue }
        graph.replace(number, with: .softmax, inputs: [argument], needsRanks: true)
      }
    }
  }
}

extension EditableGraph {
  /// What operator `number` divides the exponentials of by their sum; nil for others.
  fileprivate func softmaxArgument(_ number: Int) -> Int? {
    let node = nodes[number].stated
    guard node.code == .div, let (powers, sum) = floatOperands(number), isReduced(sum, .sum, of: powers),
      uses(of: powers).count == 2, !isKept[powers], let exp = producer(of: powers), isOpen(exp),
      nodes[exp].stated.code == .exp, let argument = nodes[exp].stated.inputs.first, argument >= 0,
      !tensors[argument].isVariable
    else { return nil }
    guard let difference = producer(of: argument), isOpen(difference), nodes[difference].stated.code == .sub,
      let (whole, largest) = floatOperands(difference), isReduced(largest, .reduceMax, of: whole)
    else { return argument }
    return whole
  }
}
