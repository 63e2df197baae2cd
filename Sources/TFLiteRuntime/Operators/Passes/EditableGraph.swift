import TFLiteSchema

/// A graph while passes rewrite it: its operators in the order of execution, what they read and write, how a session makes
/// them and what they do besides. Who reads and who writes a tensor is known at any time.
///
/// Numbers of operators and tensors stay what they are, unless operators are moved; those that were removed have neither inputs
/// nor outputs.
struct EditableGraph {
  /// One operator.
  struct Node {
    /// What the file says of it, with the tensors that it reads and writes now.
    fileprivate(set) var stated: OperatorNode
    let make: OperatorMaker
    /// One that no session has; it tells what it can do.
    let made: MadeOperator
    /// What it does besides, in the order in which it has taken that over.
    fileprivate(set) var fusions: [Fusion] = []
    fileprivate(set) var isRemoved = false
    /// In a loop's body: it computes the same in all iterations.
    fileprivate(set) var isInvariant = false
    /// It computes what the file states for inputs of the ranks that the file states, and of no others.
    fileprivate(set) var needsRanks = false

    init(_ stated: OperatorNode, made: MadeOperator, make: @escaping OperatorMaker) {
      self.stated = stated
      self.made = made
      self.make = make
    }
  }

  /// An operand: which input of which operator.
  struct Use: Equatable {
    var node: Int
    var position: Int
  }

  private(set) var nodes: [Node]
  private(set) var tensors: [TensorDescription]
  let inputs: [Int]
  private(set) var outputs: [Int]
  /// For each tensor: the operands that it is, in the order of execution.
  private var uses: [[Use]]
  /// For each tensor: the operator that writes it, -1 for none.
  private var producers: [Int]
  /// For each tensor: something else than an operator reads it.
  private(set) var isKept: [Bool]
  /// What passes have done.
  private(set) var changes: [GraphChange] = []
  /// The pass that is at work, by its number.
  private var pass = 0
  /// For what operators keep of others.
  private let room: MemoryReservation
  /// There was no room for all that could have been fused.
  private(set) var wasCutShort = false

  /// - Parameters:
  ///   - kept: tensors that are read from outside, beside the outputs of the graph.
  ///   - room: grows with what operators keep of others.
  init(_ graph: Graph, _ nodes: [Node], kept: [Int], room: MemoryReservation) {
    self.nodes = nodes
    self.room = room
    tensors = graph.tensors
    inputs = graph.inputs
    outputs = graph.outputs
    uses = [[Use]](repeating: [], count: graph.tensors.count)
    producers = [Int](repeating: -1, count: graph.tensors.count)
    isKept = [Bool](repeating: false, count: graph.tensors.count)
    for tensor in graph.outputs + graph.inputs + kept where tensor >= 0 { isKept[tensor] = true }
    for tensor in graph.tensors {
      guard let blocks = tensor.quantization?.blocks else { continue }
      for index in [blocks.scalesTensor, blocks.zeroPointsTensor] where isKept.indices.contains(index) {
        isKept[index] = true
      }
    }
    for (number, node) in nodes.enumerated() { connect(number, node.stated) }
  }

  // MARK: Looking

  /// The operator is there and pure, so that passes may change it.
  func isOpen(_ number: Int) -> Bool { !nodes[number].isRemoved && nodes[number].made.isPure }

  /// What the operator reads, -1 for omitted inputs.
  func inputs(_ number: Int) -> [Int] { nodes[number].stated.inputs }

  /// What the operator writes.
  func outputs(_ number: Int) -> [Int] { nodes[number].stated.outputs }

  /// The operands that the tensor is, in the order of execution.
  func uses(of tensor: Int) -> [Use] { uses[tensor] }

  /// The operator that writes the tensor, nil for none.
  func producer(of tensor: Int) -> Int? {
    tensor >= 0 && producers[tensor] >= 0 ? producers[tensor] : nil
  }

  /// Nobody but one operand reads the tensor.
  func hasOneUse(_ tensor: Int) -> Bool { uses[tensor].count == 1 && !isKept[tensor] }

  /// Nobody reads the tensor.
  func isUnread(_ tensor: Int) -> Bool { uses[tensor].isEmpty && !isKept[tensor] }

  /// The operator has outputs, none of which anybody reads, and has no effect.
  func isUnused(_ number: Int) -> Bool {
    isOpen(number) && !outputs(number).isEmpty && outputs(number).allSatisfy { $0 < 0 || isUnread($0) }
  }

  /// The operands of an operator of two float32 tensors without an activation, none of them a variable, which others may write
  /// meanwhile.
  func floatOperands(_ number: Int) -> (Int, Int)? {
    let node = nodes[number].stated
    guard node.inputs.count == 2, node.outputs.count == 1, !node.hasActivation,
      (node.inputs + node.outputs).allSatisfy({ $0 >= 0 && tensors[$0].isPlainFloat })
    else { return nil }
    return (node.inputs[0], node.inputs[1])
  }

  // MARK: Changing

  /// Removes the operator.
  mutating func remove(_ number: Int) {
    note(.removed, number)
    disconnect(number)
    nodes[number].stated = nodes[number].stated.rewired(inputs: [], outputs: [])
    nodes[number].isRemoved = true
  }

  /// Removes the operator if it is unused; whether it was.
  @discardableResult
  mutating func removeIfUnused(_ number: Int) -> Bool {
    if !isUnused(number) { return false }
    remove(number)
    return true
  }

  /// Lets all who read `tensor` read `other` instead.
  mutating func redirect(_ tensor: Int, to other: Int) {
    let moved = uses[tensor]
    uses[tensor] = []
    for use in moved { nodes[use.node].stated.replaceInput(use.position, other) }
    guard let first = moved.first, let last = uses[other].last, Self.precedes(first, last) else {
      uses[other] += moved
      return
    }
    if moved.count < uses[other].count / 16 {
      for use in moved { insert(use, into: other) }
    } else {
      uses[other] = (uses[other] + moved).sorted(by: Self.precedes)
    }
  }

  /// Lets the operator read another tensor at this place.
  mutating func setInput(_ position: Int, of number: Int, to tensor: Int) {
    let use = Use(node: number, position: position)
    let old = inputs(number)[position]
    if old >= 0 { uses[old].remove(at: place(of: use, in: old)) }
    nodes[number].stated.replaceInput(position, tensor)
    if tensor >= 0 { insert(use, into: tensor) }
  }

  /// Gives the operator other operands.
  mutating func rewire(_ number: Int, inputs: [Int], outputs: [Int]) {
    disconnect(number)
    nodes[number].stated = nodes[number].stated.rewired(inputs: inputs, outputs: outputs)
    connect(number, nodes[number].stated)
  }

  /// Puts `node` in the place of the operator.
  mutating func replace(_ number: Int, with node: Node, inputs: [Int], outputs: [Int]) {
    note(.replaced, number)
    disconnect(number)
    nodes[number] = node
    nodes[number].stated = node.stated.rewired(inputs: inputs, outputs: outputs)
    connect(number, nodes[number].stated)
  }

  /// Puts one of the runtime's own operators in the place of the operator, of which it keeps number and outputs.
  /// - Parameter needsRanks: see `needRanks`.
  mutating func replace(
    _ number: Int, with entry: FusedOperatorEntry, inputs: [Int], outputs: [Int]? = nil, needsRanks: Bool = false
  ) {
    let stated = nodes[number].stated
    let node = Node(stated.named(entry.name), made: entry.make(), make: { _ in entry.make() })
    replace(number, with: node, inputs: inputs, outputs: outputs ?? stated.outputs)
    if needsRanks { needRanks(number) }
  }

  /// Lets the operator do this too.
  /// - Returns: false when it cannot, or there is no room for what it would have to keep.
  mutating func fuse(_ fusion: Fusion, into number: Int) -> Bool {
    guard let fusible = nodes[number].made.fusible, fusible.accepts(fusion) else { return false }
    if !room.grow(by: fusion.byteCount) {
      wasCutShort = true
      return false
    }
    note(.fused, number)
    fusible.take(fusion)
    nodes[number].fusions.append(fusion)
    return true
  }

  /// A further operator that the file states as it states this one, without what passes have made of it, for the place of
  /// another; nil if none can be made.
  func another(_ number: Int, for place: Int) -> Node? {
    let stated = nodes[number].stated.positioned(nodes[place].stated.index)
    do {
      return Node(stated, made: try nodes[number].make(stated), make: nodes[number].make)
    } catch {
      return nil
    }
  }

  /// Whether the operator could do this too.
  func accepts(_ fusion: Fusion, _ number: Int) -> Bool { nodes[number].made.fusible?.accepts(fusion) ?? false }

  /// Says that a pass could not do all that it would, for want of memory.
  mutating func cutShort() { wasCutShort = true }

  /// Lets the operator run once for all iterations of a loop.
  mutating func setInvariant(_ number: Int) { nodes[number].isInvariant = true }

  /// Lets the operator refuse inputs of other ranks than the file states, as an application may give them: which axis is meant
  /// depends on them in the operators that it stands for.
  mutating func needRanks(_ number: Int) { nodes[number].needsRanks = true }

  /// Adds a tensor that is not in the file, of a shape that its operator states.
  mutating func addTensor(_ type: ElementType, name: String = "", _ quantization: Quantization? = nil) -> Int {
    tensors.append(
      TensorDescription(
        index: tensors.count, name: name, type: type, shape: [0], shapeSignature: [-1], quantization: quantization))
    uses.append([])
    producers.append(-1)
    isKept.append(false)
    return tensors.count - 1
  }

  /// Adds a constant of int32 that is not in the file, of the shape of another one; nil where there is no room for it.
  mutating func addConstant(_ values: [Int32], like other: Int) -> Int? {
    if !room.grow(by: 4 * values.count) {
      wasCutShort = true
      return nil
    }
    let number = addTensor(.int32)
    let held = HeldConstant(values)
    let shape = tensors[other].shape
    tensors[number] = TensorDescription(
      index: number, name: tensors[other].name, type: .int32, shape: shape, shapeSignature: shape, constant: held.bytes,
      held: held)
    return number
  }

  /// Says that a computed tensor has its axes in another order: axis `i` is what axis `axes[i]` was.
  mutating func transposeDescription(of tensor: Int, _ axes: [Int]) {
    tensors[tensor] = tensors[tensor].transposed(axes)
  }

  /// Makes another tensor the output of the graph.
  mutating func setOutput(_ position: Int, to tensor: Int) {
    outputs[position] = tensor
    isKept[tensor] = true
  }

  /// Lets the operators `moved`, whose numbers ascend, run right before operator `number`, and those between them earlier:
  /// all of these get other numbers.
  mutating func move(_ moved: [Int], before number: Int) {
    guard let first = moved.first else { return }
    let range = first..<number
    for node in moved { note(.moved, node) }
    for node in range { disconnect(node) }
    let going = PositionSet(moved)
    let order = range.filter { !going.contains($0) } + moved
    nodes.replaceSubrange(range, with: order.map { nodes[$0] })
    for node in range { connect(node, nodes[node].stated) }
  }

  // MARK: Reports

  /// Says which pass makes the changes that follow.
  mutating func begin(pass: Int) { self.pass = pass }

  private mutating func note(_ kind: GraphChange.Kind, _ number: Int) {
    changes.append(GraphChange(pass: pass, kind: kind, operatorIndex: nodes[number].stated.index))
  }

  // MARK: Connections

  private static func precedes(_ first: Use, _ second: Use) -> Bool {
    (first.node, first.position) < (second.node, second.position)
  }

  /// The place of the first use of `tensor` that is not before `use`.
  private func place(of use: Use, in tensor: Int) -> Int {
    var (start, end) = (0, uses[tensor].count)
    while start < end {
      let middle = (start + end) / 2
      if Self.precedes(uses[tensor][middle], use) { start = middle + 1 } else { end = middle }
    }
    return start
  }

  private mutating func insert(_ use: Use, into tensor: Int) {
    uses[tensor].insert(use, at: place(of: use, in: tensor))
  }

  private mutating func connect(_ number: Int, _ node: OperatorNode) {
    for (position, input) in node.inputs.enumerated() where input >= 0 {
      insert(Use(node: number, position: position), into: input)
    }
    for output in node.outputs where output >= 0 { producers[output] = number }
  }

  private mutating func disconnect(_ number: Int) {
    for (position, input) in nodes[number].stated.inputs.enumerated() where input >= 0 {
      uses[input].remove(at: place(of: Use(node: number, position: position), in: input))
    }
    for output in nodes[number].stated.outputs where output >= 0 && producers[output] == number {
      producers[output] = -1
    }
  }
}

/// One thing that a pass has done.
struct GraphChange: Sendable {
  enum Kind: Sendable {
    case removed
    /// Another operator stands in the place of this one.
    case replaced
    /// The operator does more than it did.
    case fused
    /// The operator runs later.
    case moved
  }

  /// The pass, by its place in the list.
  let pass: Int
  let kind: Kind
  /// The operator's position in the file.
  let operatorIndex: Int
}
