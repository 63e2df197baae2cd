import TFLiteSchema

extension Pass {
  static var listUpdate: Pass {
    Pass("in-place list update", operators: ["ROW_WRITE"]) { graph, _ in
      for write in RowWrites(graph).writes {
        graph.replace(
          write.joining, with: .rowWrite(isElement: write.isElement), inputs: [write.list, write.row, write.index],
          outputs: [])
        if let cast = write.cast { graph.remove(cast) }
        graph.setOutput(write.output, to: write.list)
      }
    }
  }
}

/// Where the body of a loop replaces one row of a list that goes from iteration to iteration: it joins the rows before, a new
/// one and the rows after. When nobody else reads the old list, the row can be written into it.
///
/// Converters make this of `TensorListSetItem`:
///
///     CONCATENATION(SLICE(list, [0, 0...], [i, -1...]), row, SLICE(list, [i + 1, 0...], [-1, -1...]))
///
/// and some cast the result to the type that it has, for a list of which they know less. Others leave the operator as it is,
/// among TensorFlow's own: see `TensorList`.
///
/// A row that the list does not have is an error. Of -1 the operators as written would make a list twice as long, which no
/// converter means.
struct RowWrites {
  /// A row that takes the place of row `index` of `list`; all are tensors.
  struct RowWrite {
    /// The operator that joins rows, the cast to the same type behind it, and the output of the graph that these write.
    var joining: Int
    var cast: Int?
    var output = 0
    var list: Int
    var row: Int
    var index: Int
    /// The row has one axis less than the list.
    var isElement = false
  }

  /// What operators that join rows can do instead.
  private(set) var writes: [RowWrite] = []

  private let graph: EditableGraph

  /// - Parameter graph: the body of a loop, whose outputs are its inputs in the next iteration.
  init(_ graph: EditableGraph) {
    self.graph = graph
    var ports: [Int: Int] = [:]
    for tensor in graph.inputs + graph.outputs { ports[tensor, default: 0] += 1 }
    for (position, list) in graph.inputs.enumerated() where list >= 0 && position < graph.outputs.count {
      let output = graph.outputs[position]
      guard output >= 0, graph.uses(of: output).isEmpty, ports[output] == 1, ports[list] == 1,
        let last = producer(of: output)
      else { continue }
      if var write = elementWrite(last, list: list) {
        write.output = position
        writes.append(write)
        continue
      }
      let cast = uncast(last, ports)
      guard let joining = cast == nil ? last : producer(of: graph.inputs(last)[0]),
        var write = rowWrite(joining, list: list, ports)
      else { continue }
      write.output = position
      write.cast = cast
      writes.append(write)
    }
  }

  /// What the TensorListSetItem `setting` can do instead.
  private func elementWrite(_ setting: Int, list: Int) -> RowWrite? {
    let node = graph.nodes[setting].stated
    guard node.isCustom, node.name.hasSuffix("TensorListSetItem"), reads(setting, 3), node.outputs.count == 1,
      graph.tensors[node.outputs[0]].isList, graph.tensors[list].isList
    else { return nil }
    let (index, row) = (node.inputs[1], node.inputs[2])
    guard node.inputs[0] == list, row != list, index != list, readers(of: list) == [setting] else { return nil }
    return RowWrite(joining: setting, list: list, row: row, index: index, isElement: true)
  }

  /// The operator that writes the tensor, if it is one to look at.
  private func producer(of tensor: Int) -> Int? { graph.producer(of: tensor).flatMap { graph.isOpen($0) ? $0 : nil } }

  /// The operators that read the tensor.
  private func readers(of tensor: Int) -> [Int] {
    var readers: [Int] = []
    for use in graph.uses(of: tensor) where readers.last != use.node { readers.append(use.node) }
    return readers
  }

  /// The operator, if it is a cast to the type that its operand has, which nobody else reads.
  private func uncast(_ number: Int, _ ports: [Int: Int]) -> Int? {
    guard graph.nodes[number].stated.code == .cast, reads(number, 1), graph.outputs(number).count == 1 else {
      return nil
    }
    let (operand, result) = (graph.inputs(number)[0], graph.outputs(number)[0])
    let isSame = graph.tensors[operand].type == graph.tensors[result].type
    return isSame && ports[operand] == nil && graph.hasOneUse(operand) ? number : nil
  }

  /// Whether an operator has so many inputs, and all of them are there.
  private func reads(_ number: Int, _ count: Int) -> Bool {
    graph.inputs(number).count == count && graph.inputs(number).allSatisfy { $0 >= 0 }
  }

  /// What the operator `joining` can do instead.
  /// - Parameter ports: how often tensors are inputs or outputs of the graph.
  private func rowWrite(_ joining: Int, list: Int, _ ports: [Int: Int]) -> RowWrite? {
    let node = graph.nodes[joining].stated
    guard node.code == .concatenation, node.outputs.count == 1, reads(joining, 3), isAlongFirstAxis(node),
      let before = producer(of: node.inputs[0]), let after = producer(of: node.inputs[2]), before != after
    else { return nil }
    let (start, row, end) = (node.inputs[0], node.inputs[1], node.inputs[2])
    guard row != list, isList(list, graph.tensors[node.outputs[0]], row: graph.tensors[row]),
      readers(of: list) == [before, after].sorted(), readers(of: start) == [joining], readers(of: end) == [joining],
      ports[start] == nil, ports[end] == nil,
      let first = box(before, of: list), let second = box(after, of: list),
      first.begin.isConstant(0), first.size.rest.allSatisfy({ $0 == -1 }), let index = first.size.tensor,
      second.size.isConstant(-1), let next = second.begin.tensor, second.begin.rest.allSatisfy({ $0 == 0 }),
      isSuccessor(next, of: index), graph.tensors[index].type == .int32
    else { return nil }
    return RowWrite(joining: joining, list: list, row: row, index: index)
  }

  private func isAlongFirstAxis(_ node: OperatorNode) -> Bool {
    let options = node.options.concatenationOptions
    let none = Schema.ActivationFunctionType.none
    return (options?.axis ?? 0) == 0 && options?.fusedActivationFunction ?? none == none
  }

  /// Whether a tensor is a list in bytes, in the form of the one that replaces it as far as the file knows, and `row` one of its
  /// rows.
  private func isList(_ list: Int, _ next: TensorDescription, row: TensorDescription) -> Bool {
    let list = graph.tensors[list]
    guard list.type == next.type, list.type == row.type, case .bytes = list.type.storage,
      list.quantization == next.quantization, list.quantization == row.quantization
    else { return false }
    guard !list.isVariable, !list.isConstant, list.hasRank, next.hasRank, row.hasRank, list.shape.rank > 0,
      zip(list.shapeSignature.dimensions, next.shapeSignature.dimensions).allSatisfy({ $0 == $1 || $0 < 0 || $1 < 0 }),
      list.shape.rank == next.shape.rank
    else { return false }
    return row.shape.rank == list.shape.rank && row.shapeSignature.dimensions.first == 1
  }

  /// One of the vectors that a SLICE reads: constants, or one number from a tensor before constants.
  private struct Corner {
    var tensor: Int?
    var rest: [Int]

    func isConstant(_ value: Int) -> Bool { tensor == nil && rest.allSatisfy { $0 == value } }
  }

  /// What the SLICE `number` takes from `list`.
  private func box(_ number: Int, of list: Int) -> (begin: Corner, size: Corner)? {
    let inputs = graph.inputs(number)
    guard graph.nodes[number].stated.code == .slice, reads(number, 3), inputs[0] == list,
      let begin = corner(inputs[1]), let size = corner(inputs[2])
    else { return nil }
    return (begin, size)
  }

  private func corner(_ tensor: Int) -> Corner? {
    if let values = graph.tensors[tensor].indices { return Corner(rest: values) }
    if graph.tensors[tensor].shape.elementCount == 1 { return Corner(tensor: source(tensor), rest: []) }
    guard let joining = producer(of: tensor), graph.nodes[joining].stated.code == .concatenation,
      isAlongFirstAxis(graph.nodes[joining].stated), reads(joining, 2)
    else { return nil }
    let (first, second) = (graph.inputs(joining)[0], graph.inputs(joining)[1])
    guard let rest = graph.tensors[second].indices, graph.tensors[first].shapeSignature == [1],
      !graph.tensors[first].isConstant
    else { return nil }
    return Corner(tensor: source(first), rest: rest)
  }

  /// The tensor of one element that `tensor` holds in another shape.
  private func source(_ tensor: Int) -> Int {
    var tensor = tensor
    var steps = 0
    while steps < Self.mostSteps, let producer = producer(of: tensor), let input = graph.inputs(producer).first,
      input >= 0, [.reshape, .expandDims, .squeeze].contains(graph.nodes[producer].stated.code),
      graph.tensors[input].shape.elementCount == 1, !graph.tensors[input].shapeSignature.dimensions.contains(-1)
    {
      tensor = input
      steps += 1
    }
    return tensor
  }

  /// Changes of shape between two tensors at most: graphs have one or two, and a damaged one should not take long.
  private static let mostSteps = 16

  /// Whether `tensor` is `index` plus one.
  private func isSuccessor(_ tensor: Int, of index: Int) -> Bool {
    guard let adding = producer(of: tensor), graph.nodes[adding].stated.code == .add,
      !graph.nodes[adding].stated.hasActivation, reads(adding, 2)
    else { return false }
    let (first, second) = (graph.inputs(adding)[0], graph.inputs(adding)[1])
    return (source(first) == index && graph.tensors[second].indices == [1])
      || (source(second) == index && graph.tensors[first].indices == [1])
  }
}
