import TFLiteSchema

/// What an operator can do to an operand on the way, so that no operator of its own does it.
public enum OperandChange: Sendable, Equatable {
  /// Axis `i` of what is computed with is axis `permutation[i]` of what the input holds; axis `i` of what the output holds
  /// is axis `permutation[i]` of what is computed.
  case transposition([Int])
  /// The input times a positive number.
  case factor(Float)
  /// The output's channels, each times a number plus another one, then clamped.
  case channels(ChannelFactors)

  /// What an operator keeps that can do so.
  var byteCount: Int {
    if case .channels(let factors) = self { factors.byteCount } else { 0 }
  }
}

/// An operand of an operator with one output.
public enum OperandPlace: Sendable, Equatable {
  /// The input of this number.
  case input(Int)
  /// The output.
  case output
}

/// Float operators that change the operand of another one, which can do that itself: transpositions and multiplications by
/// a number. They go where all their readers can; a transposition behind an operator goes where it is the only reader.
struct AbsorbedOperands {
  /// For each operator that absorbs: what it reads or writes instead.
  private(set) var inputs: [Int: [(position: Int, tensor: Int)]] = [:]
  private(set) var outputs: [Int: Int] = [:]
  /// The operators that need not run.
  private(set) var removed: Set<Int> = []

  private let graph: Graph

  /// - Parameters:
  ///   - isKept: for each tensor whether something else than an operator reads it.
  ///   - isCandidate: whether an operator, given by its number, may be changed.
  ///   - read: what an operator reads, tensors of the same content being one.
  ///   - canAbsorb: see `Operator.canAbsorb`.
  ///   - absorb: lets the operator do so.
  init(
    _ graph: Graph, isKept: [Bool], isCandidate: (Int) -> Bool, inputs read: (Int) -> [Int],
    canAbsorb: (Int, OperandChange, OperandPlace) -> Bool, absorb: (Int, OperandChange, OperandPlace) -> Void
  ) {
    self.graph = graph
    var readers: [Int: [(node: Int, position: Int)]] = [:]
    var producers: [Int: Int] = [:]
    let operators = graph.operators.indices.filter { isCandidate($0) }
    for number in graph.operators.indices {
      for (position, input) in read(number).enumerated() where input >= 0 {
        readers[input, default: []].append((number, position))
      }
    }
    for number in operators {
      for output in graph.operators[number].outputs where output >= 0 { producers[output] = number }
    }
    let isOpen = Set(operators)
    var known: [Int: Bool] = [:]
    // Remembered, since an operator may read what many others write.
    func isPlain(_ number: Int) -> Bool {
      if let known = known[number] { return known }
      let found = self.isPlain(graph.operators[number], read(number))
      known[number] = found
      return found
    }
    for number in operators {
      guard let (change, source) = change(graph.operators[number], read(number)),
        let output = graph.operators[number].outputs.first, !isKept[output]
      else { continue }
      let reading = readers[output] ?? []
      let canGo = reading.allSatisfy {
        isOpen.contains($0.node) && isPlain($0.node) && canAbsorb($0.node, change, .input($0.position))
      }
      guard !reading.isEmpty, canGo else { continue }
      for reader in reading {
        inputs[reader.node, default: []].append((reader.position, source))
        absorb(reader.node, change, .input(reader.position))
      }
      removed.insert(number)
    }
    for number in operators where !removed.contains(number) {
      let node = graph.operators[number]
      guard let (change, source) = change(node, read(number)), case .transposition = change,
        let output = node.outputs.first, let producer = producers[source], !isKept[source],
        readers[source]?.count == 1, isPlain(producer),
        canAbsorb(producer, change, .output)
      else { continue }
      outputs[producer] = output
      removed.insert(number)
      absorb(producer, change, .output)
    }
  }

  /// What the operator does to the one tensor that it reads besides a constant.
  private func change(_ node: OperatorNode, _ inputs: [Int]) -> (OperandChange, source: Int)? {
    guard inputs.count == 2, node.outputs.count == 1, inputs[0] >= 0, inputs[1] >= 0, node.outputs[0] >= 0,
      isFloat(node.outputs[0])
    else { return nil }
    switch node.code {
    case .transpose:
      guard isSource(inputs[0]), let permutation = permutation(inputs[1]),
        permutation.count == graph.tensors[inputs[0]].shape.rank
      else { return nil }
      return (.transposition(permutation), inputs[0])
    case .mul:
      if node.hasActivation { return nil }
      if let factor = factor(inputs[1], beside: inputs[0]) { return (.factor(factor), inputs[0]) }
      if let factor = factor(inputs[0], beside: inputs[1]) { return (.factor(factor), inputs[1]) }
    case .div:
      guard !node.hasActivation, let divisor = factor(inputs[1], beside: inputs[0]), (1 / divisor).isNormal
      else { return nil }
      return (.factor(1 / divisor), inputs[0])
    default: break
    }
    return nil
  }

  /// A float operator with one output, whose operands are none but floats.
  private func isPlain(_ node: OperatorNode, _ inputs: [Int]) -> Bool {
    node.outputs.count == 1 && node.outputs[0] >= 0 && isFloat(node.outputs[0])
      && inputs.allSatisfy { $0 >= 0 && isFloat($0) }
  }

  private func isFloat(_ tensor: Int) -> Bool { graph.tensors[tensor].isPlainFloat }

  /// A float tensor computed at run time.
  private func isSource(_ tensor: Int) -> Bool {
    isFloat(tensor) && graph.tensors[tensor].hasRank && !graph.tensors[tensor].isConstant
  }

  /// A constant positive number that leaves the shape of `source` as it is.
  private func factor(_ tensor: Int, beside source: Int) -> Float? {
    guard let factor = graph.tensors[tensor].number, isSource(source),
      graph.tensors[tensor].shape.rank <= graph.tensors[source].shape.rank
    else { return nil }
    return factor > 0 && factor.isNormal ? factor : nil
  }

  /// The axes that a constant holds, counted from the first, if each is there once.
  private func permutation(_ tensor: Int) -> [Int]? {
    guard let axes = graph.tensors[tensor].indices else { return nil }
    let values = axes.map { $0 < 0 ? $0 + axes.count : $0 }
    return values.sorted() == Array(axes.indices) ? values : nil
  }
}
