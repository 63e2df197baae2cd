import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// A draw that makes no model, to be drawn again.
struct Misfit: Error {}

/// A model that grows operator by operator.
struct Draft {
  typealias Tensor = ModelBuilder.Tensor
  typealias Options = ModelBuilder.Options
  typealias Quantization = ModelBuilder.Quantization

  /// A tensor that further operators can read.
  struct Value {
    var tensor: Int
    var type: Schema.TensorType
    var shape: [Int]
    /// How its integers stand for reals.
    var scale: Float = 1
    var zeroPoint = 0
    /// Whether all kernels agree on it bit for bit: integers, and floats that are fed.
    var isExact = true
    /// Whether nothing can follow: its shape is known once it is computed.
    var isLast = false

    var count: Int { shape.reduce(1, *) }
    var kind: Kind { Kind(rawValue: type.rawValue) ?? .float32 }
    /// Its quantisation, nil for what has none.
    var quantization: Quantization? {
      kind.isQuantized ? .perTensor(scale: scale, zeroPoint: Int64(zeroPoint)) : nil
    }
  }

  var draw: Draw
  /// The type of activations.
  let kind: Kind
  /// Floats may differ by so much, relative to 1 and the largest.
  var tolerance: Float = 2e-5
  /// Floats that kernels may round elsewhere become quantized integers at the end.
  var roundsFloats = false
  /// The operator and type that the trial is about, where its model does not tell.
  var claim: Triple.Key?
  /// Variables keep values from one invocation to the next.
  var isStateful = false
  /// What would be fed is constant.
  var isClosed = false
  /// The reference has prepared all operators; their data may still be wrong.
  private(set) var isPrepared = true
  private(set) var tensors: [Tensor] = []
  private(set) var operators: [ModelBuilder.Operator] = []
  /// The fed tensors, and the bounds of their numbers.
  private(set) var inputs: [(value: Value, fill: Fill)] = []
  private var results: [Value] = []
  /// Subgraphs beside the main one.
  private var subgraphs: [ModelBuilder.Subgraph] = []
  /// A whole model in the place of all of this.
  private var adopted: ModelBuilder?

  init(_ draw: Draw, _ kind: Kind) {
    self.draw = draw
    self.kind = kind
  }

  // MARK: Operands

  /// A fed tensor.
  mutating func input(
    _ shape: [Int], _ kind: Kind? = nil, range: ClosedRange<Float> = -2...2, scale: Float? = nil,
    zeroPoint: Int? = nil, fill: Fill? = nil
  ) throws -> Value {
    if shape.reduce(1, *) > 6000 { throw Misfit() }
    let kind = kind ?? self.kind
    var value = Value(tensor: tensors.count, type: kind.tensorType, shape: shape)
    (value.scale, value.zeroPoint) = quantization(kind)
    if let scale { value.scale = scale }
    if let zeroPoint { value.zeroPoint = zeroPoint }
    if isClosed {
      value.tensor = elements(shape, kind, quantization: value.quantization, fill: fill ?? .floats(range))
      return value
    }
    add(Tensor(kind.tensorType, shape, name: "input\(inputs.count)", quantization: value.quantization))
    inputs.append((value, fill ?? .floats(range)))
    return value
  }

  /// Fed indices of 32 or 64 bits.
  mutating func indices(_ shape: [Int], _ range: ClosedRange<Int>, _ kind: Kind = .int32) throws -> Value {
    try input(shape, kind, fill: .integers(range))
  }

  /// What an operator reads: what came before it, or a fed tensor of `rank`.
  mutating func operand(_ before: Value?, rank: Int, range: ClosedRange<Float> = -2...2) throws -> Value {
    if let before {
      if before.shape.count != rank || before.type != kind.tensorType { throw Misfit() }
      return before
    }
    return try input(draw.shape(rank), range: range)
  }

  /// The same for operators of any rank from 1 to 5.
  mutating func operand(_ before: Value?, range: ClosedRange<Float> = -2...2) throws -> Value {
    if let before, before.type != kind.tensorType || before.shape.isEmpty { throw Misfit() }
    return try before ?? input(draw.shape(draw.one(of: [1, 2, 3, 4, 4, 4, 5])), range: range)
  }

  /// A constant; the index of its tensor.
  mutating func constant(_ tensor: Tensor) -> Int {
    var tensor = tensor
    tensor.name = "constant\(tensors.count)"
    return add(tensor)
  }

  /// A vector of 32-bit numbers.
  mutating func numbers(_ values: [Int]) -> Int { constant(.int32([values.count], values.map { Int32($0) })) }

  /// A number of 32 bits without dimensions.
  mutating func number(_ value: Int) -> Int { constant(.int32([], [Int32(value)])) }

  /// Random floats.
  mutating func floats(_ shape: [Int], _ range: ClosedRange<Float> = -1...1) -> Int {
    constant(.float32(shape, draw.floats(shape.reduce(1, *), range)))
  }

  /// Random elements of any type.
  mutating func elements(_ shape: [Int], _ kind: Kind, quantization: Quantization? = nil, fill: Fill = .floats(-2...2))
    -> Int
  {
    let data = fill.bytes(kind, shape.reduce(1, *), &draw)
    return constant(Tensor(kind.tensorType, shape, data: data, quantization: quantization))
  }

  /// A variable of zeros.
  mutating func state(_ shape: [Int], _ kind: Kind = .float32, quantization: Quantization? = nil) -> Int {
    isStateful = true
    let tensor = Tensor(kind.tensorType, shape, name: "state\(tensors.count)", quantization: quantization)
    return add(tensor.variable())
  }

  /// A tensor that operators compute, or that says something about them.
  mutating func bare(_ kind: Kind, _ shape: [Int] = [], quantization: Quantization? = nil) -> Int {
    add(Tensor(kind.tensorType, shape, name: "tensor\(tensors.count)", quantization: quantization))
  }

  /// A scale and a zero point of activations, now and then at the end of their type.
  mutating func quantization(_ kind: Kind) -> (Float, Int) {
    // Now and then every number is beyond what the next operator can hold, or none is.
    if kind.isQuantized, draw.chance(0.03) { return (draw.one(of: [1e-5, 3e2]), kind == .uint8 ? 128 : 0) }
    return switch kind {
    case .int8: (draw.float(0.01...0.1), draw.chance(0.3) ? draw.one(of: [-128, 127]) : draw.int(-40...40))
    case .uint8: (draw.float(0.01...0.1), draw.chance(0.3) ? draw.one(of: [0, 255]) : draw.int(90...170))
    case .int16: (draw.float(0.0002...0.001), 0)
    default: (1, 0)
    }
  }

  // MARK: Operators

  /// Adds an operator; its first result, whose shape the reference tells.
  /// - Parameters:
  ///   - inputs: indices of tensors, -1 for what is left out.
  ///   - outputs: type, scale and zero point of each result.
  ///   - isLast: shapes of results are known once they are computed.
  ///   - stated: what the file says of the first one's shape then, and `signature` of what is open in it.
  mutating func apply(
    _ code: Schema.BuiltinOperator, _ options: Options = .none, _ inputs: [Int],
    _ outputs: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)], isExact: Bool? = nil, isLast: Bool = false,
    stated: [Int] = [], signature: [Int]? = nil, intermediates: [Int] = []
  ) throws -> Value {
    // LiteRT has no first version of it.
    let version = code == .broadcastTo ? 2 : 1
    var entry = ModelBuilder.Operator(code, version: version, options: options, inputs: inputs, outputs: [])
    entry.intermediates = intermediates
    let value = try apply(entry, outputs, isExact: isExact, isLast: isLast)
    if isLast { tensors[value.tensor].shape = stated }
    tensors[value.tensor].shapeSignature = signature
    return value
  }

  /// The same of an operator without outputs.
  mutating func apply(
    _ entry: ModelBuilder.Operator, _ outputs: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)],
    isExact: Bool? = nil, isLast: Bool = false
  ) throws -> Value {
    var entry = entry
    let start = results.count
    for output in outputs {
      var value = Value(tensor: tensors.count, type: output.type, shape: [])
      (value.scale, value.zeroPoint) = (output.scale, output.zeroPoint)
      add(Tensor(output.type, [], name: "output\(tensors.count)", quantization: value.quantization))
      value.isExact = isExact ?? !value.kind.isFloating
      value.isLast = isLast
      results.append(value)
      entry.outputs.append(value.tensor)
    }
    operators.append(entry)
    if isLast {
      isPrepared = false
    } else {
      let shapes = try Self.shapes(bytes(outputs: results[start...].map { $0.tensor }))
      for (number, shape) in shapes.enumerated() {
        results[start + number].shape = shape
        tensors[results[start + number].tensor].shape = shape
        if !(1...6000).contains(results[start + number].count) { throw Misfit() }
      }
    }
    return results[start]
  }

  /// The shapes of a model's outputs.
  private static func shapes(_ model: [UInt8]) throws -> [[Int]] {
    do {
      let session = try Session(Model(bytes: model), options: Run.oracle.options)
      try session.prepare()
      return session.outputs.map { $0.shape.dimensions }
    } catch {
      throw Misfit()
    }
  }

  /// Adds an operator that has no outputs, or none that matter yet.
  mutating func append(_ entry: ModelBuilder.Operator) { operators.append(entry) }

  /// The results of the last operator.
  var lastResults: [Value] {
    let outputs = operators.last?.outputs ?? []
    return results.filter { outputs.contains($0.tensor) }
  }

  /// The same with one result of the activations' type.
  mutating func apply(
    _ code: Schema.BuiltinOperator, _ options: Options = .none, _ inputs: [Int], like value: Value
  ) throws -> Value {
    try apply(code, options, inputs, [(value.type, value.scale, value.zeroPoint)])
  }

  /// The same with one result of the activations' type, with a quantisation of its own.
  mutating func apply(_ code: Schema.BuiltinOperator, _ options: Options = .none, _ inputs: [Int]) throws -> Value {
    let (scale, zeroPoint) = quantization(kind)
    return try apply(code, options, inputs, [(kind.tensorType, scale, zeroPoint)])
  }

  // MARK: Subgraphs

  /// Adds a subgraph; its number.
  mutating func add(_ subgraph: ModelBuilder.Subgraph) -> Int {
    subgraphs.append(subgraph)
    return subgraphs.count
  }

  /// This draft as a subgraph of another one.
  func subgraph(_ name: String, outputs: [Int]) -> ModelBuilder.Subgraph {
    .init(name, tensors: tensors, inputs: inputs.map { $0.value.tensor }, outputs: outputs, operators: operators)
  }

  /// Makes a whole model the trial's.
  mutating func adopt(_ model: ModelBuilder, fill: (ModelBuilder.Tensor, Kind) -> Fill) -> Value {
    adopted = model
    isPrepared = false
    let graph = model.subgraphs[0]
    inputs = graph.inputs.map { index in
      let tensor = graph.tensors[index]
      let value = Value(tensor: index, type: tensor.type, shape: tensor.shape)
      return (value, fill(tensor, value.kind))
    }
    isStateful = model.subgraphs.contains { $0.tensors.contains { $0.isVariable || $0.type == .resource } }
    return Value(tensor: 0, type: kind.tensorType, shape: [], isLast: true)
  }

  // MARK: Feeding

  /// What the inputs are fed: twice in their shapes, now and then in others, and again in theirs.
  mutating func steps() throws -> [Step] {
    let shapes = inputs.map { $0.value.shape }
    var steps = [Step(feeds: feeds(shapes)), Step(feeds: feeds(shapes))]
    guard !inputs.isEmpty, draw.chance(0.3) else { return steps }
    for _ in 0..<draw.int(1...2) {
      let others = otherShapes(shapes)
      if others.contains(where: { $0.reduce(1, *) > 6000 }) { continue }
      steps.append(Step(shapes: others, feeds: feeds(others)))
      if draw.chance(0.5) { steps.append(Step(feeds: feeds(others))) }
    }
    steps.append(Step(shapes: shapes, feeds: steps[0].feeds))
    return steps
  }

  private mutating func feeds(_ shapes: [[Int]]) -> [[UInt8]] {
    zip(inputs, shapes).map { $0.fill.bytes($0.value.kind, $1.reduce(1, *), &draw) }
  }

  /// Shapes in which equal extents are equal still, with one or several others.
  private mutating func otherShapes(_ shapes: [[Int]]) -> [[Int]] {
    var extents: [Int: Int] = [:]
    for extent in Set(shapes.joined()).sorted() {
      extents[extent] = extent
      if draw.chance(0.4) { extents[extent] = draw.chance(0.15) ? 0 : draw.extent() }
    }
    let position = draw.chance(0.3) ? draw.int(0...4) : nil
    return shapes.map { shape in
      shape.enumerated().map { position == nil || position == $0 ? extents[$1] ?? $1 : $1 }
    }
  }

  // MARK: The file

  /// The model, whose outputs are all results or the last operator's.
  func model(withAllResults: Bool) -> [UInt8] {
    let last = operators.last?.outputs ?? []
    return bytes(outputs: withAllResults ? results.map { $0.tensor } : last)
  }

  /// The operators in order, with shapes.
  var description: String {
    if let graph = adopted?.subgraphs[0] {
      return Self.description(graph.operators) { Self.description(graph.tensors[$0]) }
    }
    return Self.description(operators) { Self.description(tensors[$0]) }
  }

  /// Type and shape, and what is special.
  private static func description(_ tensor: Tensor) -> String {
    var form = tensor.sparsity == nil ? "" : " sparse"
    switch tensor.quantization {
    case .perChannel: form = " per channel"
    case .blockwise: form = " blockwise"
    default: break
    }
    return "\(tensor.type.name)\(form)\(tensor.shape)"
  }

  private static func description(_ operators: [ModelBuilder.Operator], _ name: (Int) -> String) -> String {
    let parts = operators.map { entry in
      let operands = entry.inputs.map { $0 < 0 ? "-" : name($0) }
      return "\(entry.customName ?? entry.code.name)(\(operands.joined(separator: ", ")))"
    }
    return parts.joined(separator: " > ")
  }

  private func bytes(outputs: [Int]) -> [UInt8] {
    (adopted ?? ModelBuilder([subgraph("main", outputs: outputs)] + subgraphs)).build()
  }

  @discardableResult
  private mutating func add(_ tensor: Tensor) -> Int {
    tensors.append(tensor)
    return tensors.count - 1
  }
}
