import TFLiteKernels
import TFLiteSchema

/// What is made of the results of a float product, channel by channel: `result * scale + offset`, clamped in the end.
public struct ChannelFactors: Sendable, Equatable {
  /// One of each for a channel; none at all where results stay as they are but for the clamp.
  private var scales: [Float] = []
  private var offsets: [Float] = []
  /// The clamp.
  var activation: FusedActivation

  /// Nothing but a clamp.
  init(_ activation: FusedActivation) { self.activation = activation }

  /// Nothing at all, of so many channels.
  fileprivate init(channels: Int) {
    scales = [Float](repeating: 1, count: channels)
    offsets = [Float](repeating: 0, count: channels)
    activation = .none
  }

  /// Bytes of the numbers.
  var byteCount: Int { 8 &* scales.count }

  /// Whether an operator whose results are treated so can do `change` instead; see `Operator.canAbsorb`.
  func canBecome(_ change: OperandChange, at place: OperandPlace) -> Bool {
    guard case .channels = change, case .none = activation, scales.isEmpty else { return false }
    return place == .output
  }

  /// Takes over such a change.
  mutating func become(_ change: OperandChange) {
    if case .channels(let factors) = change { self = factors }
  }

  /// All numbers are finite.
  fileprivate var areFinite: Bool { scales.allSatisfy { $0.isFinite } && offsets.allSatisfy { $0.isFinite } }

  /// Goes on with `x * scale + offset`, the values of a channel being those of `step`.
  fileprivate mutating func append(_ step: (Int) -> (scale: Float, offset: Float)) {
    for channel in scales.indices {
      let (scale, offset) = step(channel)
      scales[channel] *= scale
      offsets[channel] = offsets[channel] * scale + offset
    }
  }

  /// Bytes of room that `fold` needs for weights of `shape`.
  func roomByteCount(_ shape: Shape) -> Int { scales.isEmpty ? 0 : 4 &* (scales.count &+ shape.elementCount) }

  /// Gives `body` the weights and the bias of which scales and offsets are part.
  /// - Parameters:
  ///   - weights: of `shape`, float32 where there are scales.
  ///   - axis: the axis of channels.
  ///   - room: `roomByteCount` bytes, aligned as floats.
  func fold(
    _ weights: UnsafeRawPointer, _ shape: Shape, axis: Int, _ bias: UnsafeRawPointer?, room: UnsafeMutableRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void
  ) {
    if scales.isEmpty { return body(weights, bias) }
    let channels = scales.count
    let length = shape.product(axis + 1..<shape.rank)
    let room = room.assumingMemoryBound(to: Float.self)
    let oldBias = bias?.assumingMemoryBound(to: Float.self)
    for channel in 0..<channels {
      room[channel] = (oldBias?[channel] ?? 0) * scales[channel] + offsets[channel]
    }
    let oldWeights = weights.assumingMemoryBound(to: Float.self)
    let newWeights = room + channels
    var start = 0
    while start < shape.elementCount {
      for channel in 0..<channels {
        let scale = scales[channel]
        for element in start..<start + length { newWeights[element] = oldWeights[element] * scale }
        start += length
      }
    }
    body(newWeights, room)
  }
}

/// The arithmetic with constants, a value for each channel or one for all, that a graph does to the results of float
/// convolutions and fully connected operators, as batch normalisation leaves it. With constant weights it becomes part of
/// them and of the bias, and an activation at its end that of the product.
struct ChannelArithmetic {
  /// What the products write instead of their own outputs.
  private(set) var outputs: [Int: Int] = [:]
  /// The operators that need not run.
  private(set) var removed: Set<Int> = []

  private let graph: Graph
  /// What the operators read, tensors of the same content being one.
  private let inputs: (Int) -> [Int]
  /// For the outputs of DEQUANTIZE: the constants that they hold.
  private var dequantized: [Int: TensorDescription] = [:]

  /// - Parameters:
  ///   - isKept: for each tensor whether something else than an operator reads it.
  ///   - isCandidate: whether an operator, given by its number, may be changed.
  ///   - inputs: what an operator reads, tensors of the same content being one.
  ///   - canAbsorb: see `Operator.canAbsorb`.
  ///   - absorb: lets the operator do so.
  init(
    _ graph: Graph, isKept: [Bool], isCandidate: (Int) -> Bool, inputs: @escaping (Int) -> [Int],
    canAbsorb: (Int, OperandChange, OperandPlace) -> Bool, absorb: (Int, OperandChange, OperandPlace) -> Void
  ) {
    self.graph = graph
    self.inputs = inputs
    var readers: [Int: [Int]] = [:]
    for (number, node) in graph.operators.enumerated() {
      for input in inputs(number) where input >= 0 { readers[input, default: []].append(number) }
      if node.code == .dequantize, isCandidate(number), let input = inputs(number).first,
        let output = node.outputs.first,
        input >= 0, output >= 0, graph.tensors[input].isConstant, graph.tensors[input].sparsity == nil
      {
        dequantized[output] = graph.tensors[input]
      }
    }
    for (number, node) in graph.operators.enumerated() where isCandidate(number) && !removed.contains(number) {
      guard let product = product(number), let first = node.outputs.first else { continue }
      var factors = ChannelFactors(channels: product.channels)
      var (chain, output) = ([Int](), first)
      while case .none = factors.activation, !isKept[output], let reader = readers[output]?.first,
        readers[output]?.count == 1, isCandidate(reader), append(reader, of: output, product, to: &factors)
      {
        chain.append(reader)
        output = graph.operators[reader].outputs[0]
      }
      let change = OperandChange.channels(factors)
      guard !chain.isEmpty, factors.areFinite, canAbsorb(number, change, .output) else { continue }
      absorb(number, change, .output)
      outputs[number] = output
      removed.formUnion(chain)
    }
  }

  // MARK: Products

  private struct Product {
    let channels: Int
    /// The fewest axes that the result can have.
    let rank: Int
  }

  /// The operator as a product of float data with constant weights and bias.
  private func product(_ number: Int) -> Product? {
    let node = graph.operators[number]
    let read = inputs(number)
    let (roles, axis): ((data: Int, filter: Int, bias: Int), Int)
    switch node.code {
    case .conv2D, .fullyConnected: (roles, axis) = ((0, 1, 2), 0)
    case .depthwiseConv2D: (roles, axis) = ((0, 1, 2), 3)
    case .transposeConv: (roles, axis) = ((2, 1, 3), 0)
    default: return nil
    }
    guard read.count == roles.bias || read.count == roles.bias + 1, node.outputs.count == 1, isFloat(node.outputs[0]),
      isFloat(read[roles.data]), isFloat(read[roles.filter]), let filter = constant(read[roles.filter]),
      filter.shape.rank == (node.code == .fullyConnected ? 2 : 4), filter.shape.elementCount > 0
    else { return nil }
    let channels = filter.shape[axis]
    if read.count > roles.bias, read[roles.bias] >= 0 {
      let bias = read[roles.bias]
      guard isFloat(bias), constant(bias)?.shape.elementCount == channels else { return nil }
    }
    let keepsDimensions = node.options(Schema.FullyConnectedOptions.self)?.keepNumDims ?? false
    return Product(channels: channels, rank: keepsDimensions ? 1 : filter.shape.rank)
  }

  // MARK: Arithmetic

  /// Adds what operator `number` makes of the tensor to the factors, if it is arithmetic of that kind.
  private func append(
    _ number: Int, of tensor: Int, _ product: Product, to factors: inout ChannelFactors
  ) -> Bool {
    let node = graph.operators[number]
    let read = inputs(number)
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

  private func isFloat(_ tensor: Int) -> Bool { tensor >= 0 && graph.tensors[tensor].isPlainFloat }

  /// The constant of the file that a tensor holds, as it is or dequantised.
  private func constant(_ tensor: Int) -> TensorDescription? {
    graph.tensors[tensor].isConstant ? graph.tensors[tensor] : dequantized[tensor]
  }
}
