import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// The types of activations that trials are drawn in.
enum Kind: CaseIterable {
  case float32, int8, uint8, int16

  var tensorType: Schema.TensorType {
    switch self {
    case .float32: .float32
    case .int8: .int8
    case .uint8: .uint8
    case .int16: .int16
    }
  }

  var isQuantized: Bool { self != .float32 }
}

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

    var count: Int { shape.reduce(1, *) }
    var kind: Kind? { Kind.allCases.first { $0.tensorType == type } }
    /// Its quantisation, nil for floats.
    var quantization: Quantization? {
      kind?.isQuantized ?? false ? .perTensor(scale: scale, zeroPoint: Int64(zeroPoint)) : nil
    }
  }

  var draw: Draw
  /// The type of activations.
  let kind: Kind
  /// Floats may differ by so much, relative to 1 and the largest.
  var tolerance: Float = 2e-5
  private var tensors: [Tensor] = []
  private var operators: [ModelBuilder.Operator] = []
  /// The fed tensors, and the bounds of floats.
  private(set) var inputs: [(value: Value, range: ClosedRange<Float>)] = []
  private var results: [Value] = []

  init(_ draw: Draw, _ kind: Kind) {
    self.draw = draw
    self.kind = kind
  }

  // MARK: Operands

  /// A fed tensor.
  mutating func input(
    _ shape: [Int], _ kind: Kind? = nil, range: ClosedRange<Float> = -2...2, scale: Float? = nil, zeroPoint: Int? = nil
  ) throws -> Value {
    if shape.reduce(1, *) > 6000 { throw Misfit() }
    let kind = kind ?? self.kind
    var value = Value(tensor: tensors.count, type: kind.tensorType, shape: shape)
    (value.scale, value.zeroPoint) = quantization(kind)
    if let scale { value.scale = scale }
    if let zeroPoint { value.zeroPoint = zeroPoint }
    add(Tensor(kind.tensorType, shape, name: "input\(inputs.count)", quantization: value.quantization))
    inputs.append((value, range))
    return value
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
    let values = (0..<shape.reduce(1, *)).map { _ in draw.float(range) }
    return constant(.float32(shape, values))
  }

  /// A variable of zeros.
  mutating func state(_ shape: [Int]) -> Int {
    var tensor = Tensor(.float32, shape, name: "state\(tensors.count)")
    tensor.isVariable = true
    return add(tensor)
  }

  /// A scale and a zero point of activations, now and then at the end of their type.
  mutating func quantization(_ kind: Kind) -> (Float, Int) {
    switch kind {
    case .float32: (1, 0)
    case .int8: (draw.float(0.01...0.1), draw.chance(0.3) ? draw.one(of: [-128, 127]) : draw.int(-40...40))
    case .uint8: (draw.float(0.01...0.1), draw.chance(0.3) ? draw.one(of: [0, 255]) : draw.int(90...170))
    case .int16: (draw.float(0.0002...0.001), 0)
    }
  }

  // MARK: Operators

  /// Adds an operator; its first result, whose shape the reference tells.
  /// - Parameters:
  ///   - inputs: indices of tensors, -1 for what is left out.
  ///   - outputs: type, scale and zero point of each result.
  mutating func apply(
    _ code: Schema.BuiltinOperator, _ options: Options = .none, _ inputs: [Int],
    _ outputs: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)], isExact: Bool? = nil
  ) throws -> Value {
    let first = tensors.count
    for output in outputs {
      var value = Value(tensor: tensors.count, type: output.type, shape: [])
      (value.scale, value.zeroPoint) = (output.scale, output.zeroPoint)
      add(Tensor(output.type, [], name: "output\(tensors.count)", quantization: value.quantization))
      value.isExact = isExact ?? (output.type != .float32)
      results.append(value)
    }
    operators.append(
      .init(code, options: options, inputs: inputs, outputs: Array(first..<tensors.count)))
    let start = results.count - outputs.count
    let shapes = try Trial.shapes(bytes(outputs: results[start...].map { $0.tensor }))
    for (number, shape) in shapes.enumerated() {
      results[start + number].shape = shape
      if !(1...6000).contains(results[start + number].count) { throw Misfit() }
    }
    return results[start]
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

  // MARK: The file

  /// The model, whose outputs are all results or the last operator's.
  func model(withAllResults: Bool) -> [UInt8] {
    let last = operators.last?.outputs ?? []
    return bytes(outputs: withAllResults ? results.map { $0.tensor } : last)
  }

  /// The operators in order, with shapes.
  var description: String {
    let parts = operators.map { entry in
      let shapes = entry.inputs.map { index in
        index < 0 ? "-" : "\(tensors[index].type.name)\(known(index))"
      }
      return "\(entry.code.name)(\(shapes.joined(separator: ", ")))"
    }
    return parts.joined(separator: " > ")
  }

  private func known(_ tensor: Int) -> [Int] {
    results.first { $0.tensor == tensor }?.shape ?? tensors[tensor].shape
  }

  private func bytes(outputs: [Int]) -> [UInt8] {
    ModelBuilder([
      .init(tensors: tensors, inputs: inputs.map { $0.value.tensor }, outputs: outputs, operators: operators)
    ]).build()
  }

  @discardableResult
  private mutating func add(_ tensor: Tensor) -> Int {
    tensors.append(tensor)
    return tensors.count - 1
  }
}
