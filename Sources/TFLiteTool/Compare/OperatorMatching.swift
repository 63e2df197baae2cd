import TFLiteRuntime

/// Which operators of two graphs do the same work.
///
/// - Graphs of the same operators in the same order are matched by position.
/// - Otherwise operators whose outputs have the same name are matched, endings of conversions aside
///   (`TensorNames`), where the name tells one operator on each side and the sizes agree.
/// - What is left is aligned between those: the pairs, in order, that agree best in kind, shape, parts of names and matched
///   neighbours.
/// - What one graph fuses and the other does behind a product, as an activation or a bias, belongs to it.
/// - QUANTIZE and DEQUANTIZE are looked through: what they write is compared with what they read.
struct OperatorMatching {
  enum Way: String {
    case input, position, name, alignment, through
  }

  /// A tensor of the candidate and the one that it is compared with.
  struct Pair {
    let candidate: Int
    let reference: Int
    /// The operators that write them, nil for inputs of the graph.
    let candidateOperator: Int?
    let referenceOperator: Int?
    let way: Way
  }

  /// In the order of the candidate's operators, inputs first.
  private(set) var pairs: [Pair] = []
  /// Operators without a partner, QUANTIZE and DEQUANTIZE left out.
  private(set) var unmatchedReference: [Int] = []
  private(set) var unmatchedCandidate: [Int] = []

  /// - Parameter inputs: the candidate's inputs and the reference's, by their tensors.
  init(reference: Graph, candidate: Graph, inputs: [(candidate: Int, reference: Int)]) {
    let (left, right) = (Side(reference), Side(candidate))
    var partners: [Int: (operator: Int, way: Way)] = [:]
    if left.isAlike(right) {
      for index in candidate.operators.indices { partners[index] = (index, .position) }
    } else {
      for (one, other) in left.named(right) { partners[other] = (one, .name) }
      let named = partners.mapValues { $0.operator }
      let aligned = Alignment(left, right, named).pairs
      let taken = (
        left: Set(named.values).union(aligned.map { $0.0 }), right: Set(named.keys).union(aligned.map { $0.1 })
      )
      for (one, other) in aligned {
        partners[right.end(of: other, unless: taken.right)] = (left.end(of: one, unless: taken.left), .alignment)
      }
    }
    var images: [Int: Int] = [:]
    for input in inputs {
      pairs.append(
        Pair(
          candidate: input.candidate, reference: input.reference, candidateOperator: nil, referenceOperator: nil,
          way: .input))
      images[input.candidate] = input.reference
    }
    for node in candidate.operators {
      if let partner = partners[node.index] {
        let other = reference.operators[partner.operator]
        for (mine, its) in zip(node.outputs, other.outputs) where mine >= 0 && its >= 0 {
          images[mine] = its
          pairs.append(
            Pair(
              candidate: mine, reference: its, candidateOperator: node.index, referenceOperator: partner.operator,
              way: partner.way))
        }
      } else if Side.isTransparent(node), let source = node.inputs.first, let target = node.outputs.first {
        guard let image = images[source] else { continue }
        images[target] = image
        pairs.append(
          Pair(
            candidate: target, reference: image, candidateOperator: node.index,
            referenceOperator: left.producers[image], way: .through))
      } else if !Side.isTransparent(node) {
        unmatchedCandidate.append(node.index)
      }
    }
    let used = Set(partners.values.map { $0.operator })
    unmatchedReference = reference.operators.indices.filter {
      !used.contains($0) && !Side.isTransparent(reference.operators[$0])
    }
  }

  /// One of the graphs, with what matching asks of it.
  struct Side {
    let graph: Graph
    /// The operator that writes a tensor.
    let producers: [Int: Int]
    /// The operators that are matched: all but those that are looked through.
    let working: [Int]
    /// The operators that read a tensor.
    private let readers: [Int: [Int]]

    init(_ graph: Graph) {
      self.graph = graph
      var readers: [Int: [Int]] = [:]
      for node in graph.operators { for input in node.inputs { readers[input, default: []].append(node.index) } }
      self.readers = readers
      var producers: [Int: Int] = [:]
      for node in graph.operators { for output in node.outputs { producers[output] = node.index } }
      self.producers = producers
      working = graph.operators.indices.filter { !Self.isTransparent(graph.operators[$0]) }
    }

    static func isTransparent(_ node: OperatorNode) -> Bool {
      (node.name == "QUANTIZE" || node.name == "DEQUANTIZE") && !node.isCustom
    }

    /// The last of the operators behind `index` that converters fuse into it, those that have partners aside.
    func end(of index: Int, unless taken: Set<Int>) -> Int {
      var end = index
      while let output = graph.operators[end].outputs.first, !graph.outputs.contains(output),
        let next = readers[output], next.count == 1, next[0] > end, !taken.contains(next[0]), isFusible(next[0]),
        shape(next[0]) == shape(index)
      {
        end = next[0]
      }
      return end
    }

    /// An activation, or arithmetic with a constant.
    private func isFusible(_ index: Int) -> Bool {
      let node = graph.operators[index]
      switch node.name {
      case "RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1": return true
      case "ADD", "SUB", "MUL": return node.inputs.count { $0 >= 0 && graph.tensors[$0].isConstant } == 1
      default: return false
      }
    }

    func output(_ index: Int) -> TensorDescription? {
      graph.operators[index].outputs.first.flatMap { graph.tensors.indices.contains($0) ? graph.tensors[$0] : nil }
    }

    func name(_ index: Int) -> String { output(index)?.name ?? "" }

    func shape(_ index: Int) -> [Int] { output(index)?.shape.dimensions ?? [] }

    /// The operators whose results an operator reads, found through those that are looked through.
    func sources(_ index: Int) -> [Int] {
      graph.operators[index].inputs.compactMap { input in
        var tensor = input
        var steps = graph.operators.count
        while let producer = producers[tensor], steps > 0 {
          guard Self.isTransparent(graph.operators[producer]), let next = graph.operators[producer].inputs.first else {
            return producer
          }
          tensor = next
          steps -= 1
        }
        return nil
      }
    }

    /// Both have the same operators in the same order, with outputs of the same size.
    func isAlike(_ other: Side) -> Bool {
      graph.operators.count == other.graph.operators.count
        && graph.operators.indices.allSatisfy {
          graph.operators[$0].name == other.graph.operators[$0].name
            && graph.operators[$0].outputs.count == other.graph.operators[$0].outputs.count
            && shape($0) == other.shape($0)
        }
    }

    /// The pairs that names tell, of this side and the other.
    func named(_ other: Side) -> [(Int, Int)] {
      var pairs: [(Int, Int)] = []
      var (mine, its) = (Set(working), Set(other.working))
      for form in [{ $0 }, TensorNames.plain] as [(String) -> String] {
        let names = Self.unique(self, mine, form)
        for (name, index) in Self.unique(other, its, form) {
          guard let found = names[name], shape(found).reduce(1, *) == other.shape(index).reduce(1, *) else { continue }
          pairs.append((found, index))
          mine.remove(found)
          its.remove(index)
        }
      }
      return pairs
    }

    /// The operators by names that only one has.
    private static func unique(_ side: Side, _ among: Set<Int>, _ form: (String) -> String) -> [String: Int] {
      var found: [String: Int?] = [:]
      for index in among {
        let name = form(side.name(index))
        if !name.isEmpty { found[name] = found[name] == nil ? .some(index) : .some(nil) }
      }
      return found.compactMapValues { $0 }
    }
  }
}
