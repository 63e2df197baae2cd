import TFLiteKernels
import TFLiteSchema

// Channel folding, of which batch-norm folding is one case: arithmetic with constants, a value for each channel or one for all, that a graph does to the results of a
// float product, as batch normalization leaves it, becomes part of the product's weights and bias, and an activation at its
// end that of the product.
//
// Weights and bias are constants, as they are or dequantized; results on the way have one reader; factors are finite and not
// beyond 2^64.
// Products are rounded once instead of at each step.

extension Pass {
  static let channelFolding = Pass("channel folding") { graph, _ in
    let arithmetic = ChannelArithmetic(graph)
    for number in graph.nodes.indices where graph.isOpen(number) {
      guard let folding = arithmetic.folding(of: number, graph),
        graph.fuse(.channels(folding.factors), into: number)
      else { continue }
      for step in folding.steps { graph.remove(step) }
      graph.rewire(number, inputs: graph.inputs(number), outputs: [folding.output])
    }
  }
}

/// Finds the arithmetic behind products.
private struct ChannelArithmetic {
  /// What a product can do besides.
  struct Folding {
    var factors: ChannelFactors
    /// The operators that need not run.
    var steps: [Int] = []
    /// What the last of them writes.
    var output: Int
  }

  /// The descriptions of tensors, which no pass changes.
  private let tensors: [TensorDescription]
  /// For the outputs of DEQUANTIZE: the constants that they hold.
  private var dequantized: [Int: TensorDescription] = [:]

  init(_ graph: EditableGraph) {
    tensors = graph.tensors
    for number in graph.nodes.indices where graph.isOpen(number) && graph.nodes[number].stated.code == .dequantize {
      guard let input = graph.inputs(number).first, let output = graph.outputs(number).first, input >= 0, output >= 0,
        tensors[input].isConstant, tensors[input].sparsity == nil
      else { continue }
      dequantized[output] = tensors[input]
    }
  }

  /// What the operator can do besides, nil where there is nothing or it is no such product.
  func folding(of number: Int, _ graph: EditableGraph) -> Folding? {
    guard let product = product(number, graph) else { return nil }
    var folding = Folding(factors: ChannelFactors(channels: product.channels), output: graph.outputs(number)[0])
    while case .none = folding.factors.activation, graph.hasOneUse(folding.output),
      let reader = graph.uses(of: folding.output).first?.node, graph.isOpen(reader),
      append(graph.nodes[reader].stated, of: folding.output, product, to: &folding.factors)
    {
      folding.steps.append(reader)
      folding.output = graph.outputs(reader)[0]
    }
    return folding.steps.isEmpty || !folding.factors.areModerate ? nil : folding
  }

  // MARK: Products

  private struct Product {
    let channels: Int
    /// The fewest axes that the result can have.
    let rank: Int
  }

  /// The operator as a product of float data with constant weights and bias.
  private func product(_ number: Int, _ graph: EditableGraph) -> Product? {
    let (read, outputs) = (graph.inputs(number), graph.outputs(number))
    guard let roles = graph.nodes[number].made.fusible?.roles(),
      read.count == roles.bias || read.count == roles.bias + 1,
      outputs.count == 1, isFloat(outputs[0]), isFloat(read[roles.data]), isFloat(read[roles.weights]),
      let filter = constant(read[roles.weights]), filter.shape.rank == roles.weightsRank,
      filter.shape.elementCount > 0
    else { return nil }
    let channels = filter.shape[roles.channelAxis]
    if read.count > roles.bias, read[roles.bias] >= 0 {
      let bias = read[roles.bias]
      guard isFloat(bias), constant(bias)?.shape.elementCount == channels else { return nil }
    }
    return Product(channels: channels, rank: roles.leastOutputRank)
  }

  // MARK: Arithmetic

  /// Adds what the operator makes of the tensor to the factors, if it is arithmetic of that kind.
  private func append(
    _ node: OperatorNode, of tensor: Int, _ product: Product, to factors: inout ChannelFactors
  ) -> Bool {
    let read = node.inputs
    guard read.count == 2, node.outputs.count == 1, isFloat(node.outputs[0]) else { return false }
    let isFirst = read[0] == tensor
    guard let values = values(read[isFirst ? 1 : 0], product) else { return false }
    func value(_ channel: Int) -> Float { values.count == 1 ? values[0] : values[channel] }
    switch node.code {
    case .mul: factors.append { (value($0), 0) }
    case .add: factors.append { (1, value($0)) }
    case .sub: factors.append { isFirst ? (1, -value($0)) : (-1, value($0)) }
    case .div:
      guard isFirst, values.allSatisfy({ (1 / $0).isNormal }) else { return false }
      factors.append { (1 / value($0), 0) }
    default: return false
    }
    factors.activation = FusedActivation(node.fusedActivation)
    return true
  }

  /// The values of a constant with an element for each channel, or one, that leaves the product's shape as it is.
  private func values(_ tensor: Int, _ product: Product) -> [Float]? {
    guard isFloat(tensor), let constant = constant(tensor), constant.shape.rank <= product.rank,
      let values = constant.floats, values.count == 1 || values.count == product.channels,
      constant.shape.dimensions.last ?? 1 == values.count
    else { return nil }
    return values
  }

  // MARK: Tensors

  private func isFloat(_ tensor: Int) -> Bool { tensor >= 0 && tensors[tensor].isPlainFloat }

  /// The constant of the file that a tensor holds, as it is or dequantized.
  private func constant(_ tensor: Int) -> TensorDescription? {
    tensors[tensor].isConstant ? tensors[tensor] : dequantized[tensor]
  }
}
