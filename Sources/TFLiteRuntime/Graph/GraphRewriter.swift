import TFLiteSchema

/// Finds the operators of a graph that need not run, none of which changes a result: those that compute what another one
/// has computed, margins of zeros that the convolutions behind them can add themselves, steps of a function of one byte
/// that a table holds, logistic functions that the product behind them can compute, steps of a layer normalisation that is
/// one operator, arithmetic that can be part of weights, changes of an operand that its readers can make themselves, copies
/// of a loop's lists around one row that changes, and those whose outputs nobody needs. In the body of a loop, products of
/// rows of a list that stays the same need to run only once.
///
/// Two operators compute the same when code, version, options and inputs are the same and their outputs are described
/// alike. Constants with the same bytes in the file are one input. Only pure operators are touched; those that read
/// variables, which change in between, are never taken for the same. An operator whose output leaves the graph stays.
struct GraphRewriter {
  /// The graph in which operators that need not run have neither inputs nor outputs. Numbers stay what they are.
  private(set) var graph: Graph
  private(set) var isRemoved: [Bool]

  private let original: Graph
  private let isPure: [Bool]
  /// Tensors that something else than an operator reads.
  private var isKept: [Bool]
  /// For each tensor the one that has its content.
  private var aliases: [Int]
  /// For operators that took over margins: the tensor without them.
  private var bareInputs: [Int: Int] = [:]
  /// For operators that became others: what those read.
  private var newInputs: [Int: [Int]] = [:]
  /// Arithmetic that is part of the weights before it.
  private var arithmetic: ChannelArithmetic?
  /// Changes of operands that others have taken over.
  private var absorbed: AbsorbedOperands?
  /// Rows that are quantised once for several operators.
  private var shared: SharedRows?
  /// Rows that are written into lists.
  private var rowWrites: RowWrites?
  /// Products of all rows of a list.
  private var loopProducts: LoopProducts?

  /// - Parameters:
  ///   - kept: tensors that are read from outside, beside the outputs of the graph.
  ///   - isPure: for each operator whether its outputs depend on its inputs alone and nothing else happens.
  ///   - canAbsorb: whether an operator, given by its number, can take over margins; see `Operator.canAbsorbMargins`.
  ///   - absorb: lets it do so.
  ///   - isElementwise: see `Operator.isElementwise`.
  ///   - tabulate: makes an operator look up the expression's values, if it can.
  ///   - makeSwish: makes an operator compute `x * logistic(x)` of float32.
  ///   - normalize: makes an operator compute a layer normalisation.
  ///   - canChange: whether an operator can change an operand itself; see `Operator.canAbsorb`.
  ///   - change: lets it do so.
  ///   - share: tells an operator how it shares rows that it quantises.
  ///   - loop: changes operators of a graph that runs as the body of a loop alone, so that it may change its inputs and knows
  ///     when they are new; nil for others.
  init(
    _ graph: Graph, kept: [Int], isPure: [Bool], canAbsorb: (Int) -> Bool, absorb: (Int, ImageMargins) -> Void,
    isElementwise: (Int) -> Bool, tabulate: (Int, ByteFunctions.Expression) -> Bool,
    makeSwish: (Int) -> Void, normalize: (Int, LayerNormalizations.Expression) -> Void,
    canChange: (Int, OperandChange, OperandPlace) -> Bool, change: (Int, OperandChange, OperandPlace) -> Void,
    share: (Int, RowSharing) -> Void, loop: LoopChanges?
  ) {
    self.graph = graph
    original = graph
    self.isPure = isPure
    isRemoved = [Bool](repeating: false, count: graph.operators.count)
    aliases = Array(graph.tensors.indices)
    isKept = [Bool](repeating: false, count: graph.tensors.count)
    for tensor in graph.outputs + graph.inputs + kept where tensor >= 0 { isKept[tensor] = true }
    for tensor in graph.tensors {
      guard let blocks = tensor.quantization?.blocks else { continue }
      for index in [blocks.scalesTensor, blocks.zeroPointsTensor] where isKept.indices.contains(index) {
        isKept[index] = true
      }
    }
    uniteConstants()
    uniteOperators()
    moveMargins(canAbsorb, absorb)
    foldArithmetic(canChange, change)
    if let loop { writeRows(loop.writeRow) }
    removeUnused(byteFunctions(isElementwise), tabulate, swishFunctions, makeSwish, layerNormalizations, normalize)
    absorbChanges(canChange, change)
    shareRows(share)
    if let loop { hoistProducts(loop.hoist) }
    rewire()
  }

  /// Changes of operators in the body of a loop.
  struct LoopChanges {
    /// Makes an operator write a row into a list.
    let writeRow: (Int) -> Void
    /// Moves a product, the second operator given, to the place of the first, where it computes the products of all rows,
    /// and makes the second read those of one row.
    let hoist: (Int, Int) -> Void
  }

  /// The operators that need to run only once for all iterations of a loop.
  var invariants: [Int] { loopProducts?.products.map { $0.gather } ?? [] }

  /// Constants at one place, or operators with the same inputs, that a further one is compared with at most: graphs have
  /// few, and a damaged one should not take long.
  private static let mostAlternatives = 16

  // MARK: Equal constants

  private struct ConstantPlace: Hashable {
    var address: UInt
    var byteCount: Int
  }

  private mutating func uniteConstants() {
    var known: [ConstantPlace: [Int]] = [:]
    for (number, tensor) in original.tensors.enumerated() {
      guard let bytes = tensor.constant, tensor.sparsity == nil, !tensor.isVariable, !isKept[number] else { continue }
      let place = ConstantPlace(address: UInt(bitPattern: bytes.baseAddress), byteCount: bytes.count)
      if let same = known[place]?.first(where: { isDescribedAlike(original.tensors[$0], tensor) }) {
        aliases[number] = same
      } else if known[place]?.count ?? 0 < Self.mostAlternatives {
        known[place, default: []].append(number)
      }
    }
  }

  private func isDescribedAlike(_ first: TensorDescription, _ second: TensorDescription) -> Bool {
    first.type == second.type && first.shape == second.shape && first.shapeSignature == second.shapeSignature
      && first.hasRank == second.hasRank && first.quantization == second.quantization
  }

  // MARK: Equal operators

  private struct Call: Hashable {
    var code: Int32
    var name: String
    var version: Int
    var inputs: [Int]
  }

  private mutating func uniteOperators() {
    var known: [Call: [Int]] = [:]
    for (number, node) in original.operators.enumerated() where canUnite(number, node) {
      let call = Call(
        code: Int32(node.code.rawValue), name: node.name, version: node.version,
        inputs: node.inputs.map { $0 < 0 ? $0 : aliases[$0] })
      let same = known[call]?.first { isDouble(node, of: original.operators[$0]) }
      if let same, !node.outputs.contains(where: { isKept[$0] }) {
        isRemoved[number] = true
        for (output, other) in zip(node.outputs, original.operators[same].outputs) { aliases[output] = other }
      } else if same == nil, known[call]?.count ?? 0 < Self.mostAlternatives {
        known[call, default: []].append(number)
      }
    }
  }

  private func canUnite(_ number: Int, _ node: OperatorNode) -> Bool {
    isPure[number] && !node.inputs.isEmpty && !node.outputs.isEmpty && node.intermediates.isEmpty
      && node.outputs.allSatisfy { $0 >= 0 }
      && node.inputs.allSatisfy { $0 < 0 || !original.tensors[$0].isVariable }
  }

  private func isDouble(_ node: OperatorNode, of other: OperatorNode) -> Bool {
    node.outputs.count == other.outputs.count
      && zip(node.outputs, other.outputs).allSatisfy {
        isDescribedAlike(original.tensors[$0], original.tensors[$1])
      }
      && node.table.hasOptions(of: other.table)
  }

  // MARK: Margins

  /// Lets the readers of a padded image add the padding, where all of them can.
  private mutating func moveMargins(_ canAbsorb: (Int) -> Bool, _ absorb: (Int, ImageMargins) -> Void) {
    var readers: [Int: [(node: Int, position: Int)]] = [:]
    for (number, node) in original.operators.enumerated() where !isRemoved[number] {
      for (position, input) in node.inputs.enumerated() where input >= 0 {
        readers[aliases[input], default: []].append((number, position))
      }
    }
    for (number, node) in original.operators.enumerated() where !isRemoved[number] && isPure[number] {
      guard let margins = margins(of: node), let output = node.outputs.first, let reading = readers[output],
        reading.allSatisfy({ $0.position == 0 && isPure[$0.node] && canAbsorb($0.node) })
      else { continue }
      for reader in reading {
        bareInputs[reader.node] = aliases[node.inputs[0]]
        absorb(reader.node, margins)
      }
    }
  }

  /// The margins that a PAD with constant paddings puts around images of the same type and quantisation.
  private func margins(of node: OperatorNode) -> ImageMargins? {
    guard node.code == .pad, node.inputs.count == 2, node.outputs.count == 1, node.inputs[0] >= 0, node.inputs[1] >= 0,
      node.outputs[0] >= 0, !isKept[node.outputs[0]]
    else { return nil }
    let input = original.tensors[node.inputs[0]]
    let paddings = original.tensors[node.inputs[1]]
    let output = original.tensors[node.outputs[0]]
    guard input.hasRank, input.shape.rank == 4, !input.isVariable, input.type == output.type,
      input.quantization == output.quantization, paddings.type == .int32, paddings.sparsity == nil,
      paddings.shape == [4, 2], let bytes = paddings.constant, bytes.count == 32
    else { return nil }
    let values = (0..<8).map { Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self))) }
    guard values[0] == 0, values[1] == 0, values[6] == 0, values[7] == 0,
      values.allSatisfy({ $0 >= 0 && $0 <= Int(Int16.max) })
    else { return nil }
    return ImageMargins(top: values[2], bottom: values[3], left: values[4], right: values[5])
  }

  // MARK: Arithmetic behind products

  private mutating func foldArithmetic(
    _ canChange: (Int, OperandChange, OperandPlace) -> Bool, _ change: (Int, OperandChange, OperandPlace) -> Void
  ) {
    let reading = original.operators.indices.map { isRemoved[$0] ? [] : inputs($0) }
    let arithmetic = ChannelArithmetic(
      original, isKept: isKept, isCandidate: { !isRemoved[$0] && isPure[$0] }, inputs: { reading[$0] },
      canAbsorb: canChange, absorb: change)
    for number in arithmetic.removed { isRemoved[number] = true }
    self.arithmetic = arithmetic
  }

  // MARK: Lists

  private mutating func writeRows(_ writeRow: (Int) -> Void) {
    let found = RowWrites(original, isCandidate: { !isRemoved[$0] && isPure[$0] }, inputs: { inputs($0) })
    for (number, write) in found.writes {
      newInputs[number] = [write.list, write.row, write.index]
      writeRow(number)
    }
    rowWrites = found
  }

  // MARK: Functions of a byte

  private func byteFunctions(_ isElementwise: (Int) -> Bool) -> ByteFunctions {
    let inputs = original.operators.indices.map { self.inputs($0) }
    return ByteFunctions(
      original, isElementwise: { !isRemoved[$0] && isPure[$0] && isElementwise($0) }, inputs: { inputs[$0] })
  }

  // MARK: Layer normalisations

  private var layerNormalizations: LayerNormalizations {
    LayerNormalizations(
      original, isCandidate: { !isRemoved[$0] && isPure[$0] && bareInputs[$0] == nil }, inputs: { inputs($0) })
  }

  // MARK: Swish

  private var swishFunctions: SwishFunctions {
    let inputs = original.operators.indices.map { self.inputs($0) }
    return SwishFunctions(
      original, isKept: isKept, isCandidate: { !isRemoved[$0] && isPure[$0] }, inputs: { inputs[$0] })
  }

  // MARK: Unused operators

  /// From the last operator to the first. Those that are needed and compute a function of one byte become look-ups, products
  /// with a logistic function compute that too, and those that end a layer normalisation compute all of it, so that the
  /// operators on the way may be unused.
  private mutating func removeUnused(
    _ functions: ByteFunctions, _ tabulate: (Int, ByteFunctions.Expression) -> Bool,
    _ swishFunctions: SwishFunctions, _ makeSwish: (Int) -> Void,
    _ normalizations: LayerNormalizations, _ normalize: (Int, LayerNormalizations.Expression) -> Void
  ) {
    var isNeeded = isKept
    // Operators that tables may execute in all: functions may share theirs.
    var tableSteps = 4096 + 8 * original.operators.count
    for number in original.operators.indices.reversed() where !isRemoved[number] {
      let node = original.operators[number]
      let isUsed = rowWrites?.writes[number] != nil || outputs(number).contains { $0 >= 0 && isNeeded[$0] }
      if isPure[number], !node.outputs.isEmpty, !isUsed {
        isRemoved[number] = true
        continue
      }
      if tableSteps > 0, let expression = functions.expression(number), spend(&tableSteps, on: expression),
        tabulate(number, expression)
      {
        newInputs[number] = [expression.source]
      } else if let expression = normalizations.expression(number) {
        normalize(number, expression)
        newInputs[number] = [expression.source, expression.scales ?? -1, expression.offsets ?? -1]
      } else if let argument = swishFunctions.argument(number) {
        makeSwish(number)
        newInputs[number] = [argument]
      }
      for input in inputs(number) where input >= 0 { isNeeded[input] = true }
    }
  }

  private func spend(_ steps: inout Int, on expression: ByteFunctions.Expression) -> Bool {
    steps -= expression.graph.operators.count
    return true
  }

  /// What an operator reads after the rewrites.
  private func inputs(_ number: Int) -> [Int] {
    if let inputs = newInputs[number] { return inputs }
    var inputs = original.operators[number].inputs.map { $0 < 0 ? $0 : aliases[$0] }
    if let bare = bareInputs[number] { inputs[0] = bare }
    for change in absorbed?.inputs[number] ?? [] { inputs[change.position] = change.tensor }
    if let rows = shared?.takers[number] {
      inputs += [Int](repeating: -1, count: 3 - inputs.count) + rows
    }
    return inputs
  }

  /// What an operator writes after the rewrites.
  private func outputs(_ number: Int) -> [Int] {
    if rowWrites?.writes[number] != nil { return [] }
    if let output = absorbed?.outputs[number] ?? arithmetic?.outputs[number] { return [output] }
    return original.operators[number].outputs + (shared?.givers[number] ?? [])
  }

  // MARK: Changes of operands

  private mutating func absorbChanges(
    _ canChange: (Int, OperandChange, OperandPlace) -> Bool, _ change: (Int, OperandChange, OperandPlace) -> Void
  ) {
    let changes = AbsorbedOperands(
      original, isKept: isKept, isCandidate: { !isRemoved[$0] && isPure[$0] && newInputs[$0] == nil },
      inputs: { isRemoved[$0] ? [] : inputs($0) }, canAbsorb: canChange, absorb: change)
    absorbed = changes
    for number in changes.removed { isRemoved[number] = true }
  }

  // MARK: Shared rows

  private mutating func shareRows(_ share: (Int, RowSharing) -> Void) {
    let rows = SharedRows(
      original, isCandidate: { !isRemoved[$0] && isPure[$0] && newInputs[$0] == nil }, inputs: { inputs($0) })
    for number in rows.givers.keys { share(number, .gives) }
    for number in rows.takers.keys { share(number, .takes) }
    shared = rows
  }

  // MARK: Products before a loop

  private mutating func hoistProducts(_ hoist: (Int, Int) -> Void) {
    let (givers, takers) = (shared?.givers ?? [:], shared?.takers ?? [:])
    let found = LoopProducts(
      original, tensors: shared?.tensors ?? original.tensors, outputs: rowWrites?.outputs ?? original.outputs,
      isKept: isKept,
      isCandidate: { !isRemoved[$0] && isPure[$0] && newInputs[$0] == nil && givers[$0] == nil && takers[$0] == nil },
      inputs: { isRemoved[$0] ? [] : inputs($0) }, output: { outputs($0).first })
    for product in found.products { hoist(product.gather, product.product) }
    loopProducts = found
  }

  private mutating func rewire() {
    var operators = original.operators.enumerated().map { number, node in
      isRemoved[number]
        ? node.rewired(inputs: [], outputs: [])
        : node.rewired(inputs: inputs(number), outputs: outputs(number))
    }
    for product in loopProducts?.products ?? [] {
      let (gather, node) = (original.operators[product.gather], original.operators[product.product])
      operators[product.gather] = node.rewired(
        inputs: [product.list] + inputs(product.product)[1...], outputs: [product.products])
      operators[product.product] = gather.rewired(
        inputs: [product.products, product.index, product.list], outputs: outputs(product.product))
    }
    graph = Graph(
      name: original.name, tensors: loopProducts?.tensors ?? shared?.tensors ?? original.tensors, operators: operators,
      inputs: original.inputs, outputs: rowWrites?.outputs ?? original.outputs)
  }
}

extension OperatorNode {
  /// The same operator between other tensors.
  /// - Parameter others: the intermediates, where the tensors have other numbers too; nil for those that it has.
  func rewired(inputs: [Int], outputs: [Int], intermediates others: [Int]? = nil) -> OperatorNode {
    OperatorNode(
      index: index, subgraph: subgraph, code: code, name: name, version: version, inputs: inputs, outputs: outputs,
      intermediates: others ?? intermediates, table: table, customOptions: customOptions)
  }
}
