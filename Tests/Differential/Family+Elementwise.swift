import TFLiteSchema
import TestSupport

/// Functions of one and two operands.
extension Family {
  static let unary: [Family] = [
    function("RELU", .relu, Kind.all, .same), function("RELU6", .relu6, Kind.all, .same),
    function("RELU_N1_TO_1", .reluN1To1, Kind.all, .same), function("LOGISTIC", .logistic, Kind.all, .unit),
    function("TANH", .tanh, Kind.all, .symmetric), function("HARD_SWISH", .hardSwish, [.float32, .int8, .uint8], .own),
    function("ELU", .elu, [.float32, .int8], .own), function("GELU", .gelu, [.float32, .int8], .own),
    function("ABS", .abs, [.float32, .int8, .int16], .same), function("NEG", .neg, Kind.real, .same),
    function("EXP", .exp, [.float32, .int8], .own), function("SIN", .sin, Kind.real, .same),
    function("COS", .cos, Kind.real, .same), function("SQUARE", .square, Kind.real, .same),
    function("FLOOR", .floor, Kind.real, .same, range: -9...9, follows: false),
    function("CEIL", .ceil, Kind.real, .same, range: -9...9, follows: false),
    function("ROUND", .round, Kind.real, .same, range: -9...9, follows: false),
    function("SQRT", .sqrt, Kind.real, .same, range: 0...9, follows: false),
    function("RSQRT", .rsqrt, Kind.real, .same, range: 0.1...9, follows: false),
    function("LOG", .log, Kind.real, .same, range: 0.1...9, follows: false),
    Family(name: "LEAKY_RELU", kinds: Kind.all) { draft, before in
      let x = try draft.operand(before)
      let options = Draft.Options(.leakyReluOptions, ["alpha": .float(draft.draw.float(-0.5...0.9))])
      return try draft.apply(.leakyRelu, options, [x.tensor])
    },
    Family(name: "PRELU", kinds: [.float32, .int8, .uint8]) { draft, before in
      let x = try draft.operand(before)
      let slopes = draft.secondOperand(x, scale: 0.01)
      return try draft.apply(.prelu, .none, [x.tensor, slopes])
    },
  ]

  static let binary: [Family] = [
    operation("ADD", .add, .addOptions), operation("SUB", .sub, .subOptions), operation("MUL", .mul, .mulOptions),
    Family(name: "DIV", kinds: Kind.real, follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let y = try draft.input(x.shape, range: 0.3...3)
      return try draft.apply(.div, Draft.Options(.divOptions, [:]), [x.tensor, y.tensor])
    },
    extremum("MAXIMUM", .maximum), extremum("MINIMUM", .minimum),
    Family(name: "SQUARED_DIFFERENCE", kinds: [.float32, .int8]) { draft, before in
      let x = try draft.operand(before)
      let y = draft.kind == .int8 ? try draft.input(x.shape).tensor : draft.secondOperand(x)
      return try draft.apply(.squaredDifference, .none, [x.tensor, y])
    },
    comparison("GREATER", .greater), comparison("LESS_EQUAL", .lessEqual), comparison("EQUAL", .equal),
    Family(name: "ADD_N", kinds: Kind.real) { draft, before in
      let x = try draft.operand(before)
      let others = try (0..<draft.draw.int(1...3)).map { _ in try draft.input(x.shape).tensor }
      return try draft.apply(.addN, .none, [x.tensor] + others)
    },
  ]

  /// How an operator quantises its result.
  private enum Result {
    /// As its operand.
    case same
    /// By any scale and zero point.
    case own
    /// 0...1.
    case unit
    /// -1...1.
    case symmetric
  }

  private static func function(
    _ name: String, _ code: Schema.BuiltinOperator, _ kinds: [Kind], _ result: Result,
    range: ClosedRange<Float> = -4...4, follows: Bool = true
  ) -> Family {
    Family(name: name, kinds: kinds, follows: follows) { draft, before in
      let x = try draft.operand(before, range: range)
      if draft.kind == .float32 { return try draft.apply(code, .none, [x.tensor], like: x) }
      switch result {
      case .same: return try draft.apply(code, .none, [x.tensor], like: x)
      case .own: return try draft.apply(code, .none, [x.tensor])
      case .unit: return try draft.unitResult(code, .none, x)
      case .symmetric:
        let zeroPoint = draft.kind == .uint8 ? 128 : 0
        return try draft.apply(
          code, .none, [x.tensor], [(x.type, draft.kind == .int16 ? 1 / 32768 : 1 / 128, zeroPoint)])
      }
    }
  }

  private static func operation(
    _ name: String, _ code: Schema.BuiltinOperator, _ table: Schema.BuiltinOptions
  ) -> Family {
    Family(name: name, kinds: Kind.all) { draft, before in
      let x = try draft.operand(before)
      let y = draft.secondOperand(x)
      let inputs = draft.draw.chance(0.5) ? [x.tensor, y] : [y, x.tensor]
      let activation = draft.activation()
      var fields: Draft.Options = Draft.Options(table, ["fused_activation_function": .value(activation)])
      if code != .mul {
        fields = Draft.Options(table, ["fused_activation_function": .value(activation), "pot_scale_int16": false])
      }
      return try draft.apply(code, fields, inputs)
    }
  }

  private static func extremum(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: Kind.all) { draft, before in
      let x = try draft.operand(before)
      let y = draft.secondOperand(x, scale: x.scale, zeroPoint: x.zeroPoint)
      return try draft.apply(code, .none, [x.tensor, y], like: x)
    }
  }

  private static func comparison(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: [.float32, .int8, .uint8], follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let y = draft.secondOperand(x, scale: x.scale, zeroPoint: x.zeroPoint)
      return try draft.apply(code, .none, [x.tensor, y], [(.bool, 1, 0)])
    }
  }
}

extension Draft {
  /// A shape that is broadcast to `shape`: the same, fewer dimensions, extents of 1.
  private mutating func broadcast(_ shape: [Int]) -> [Int] {
    if draw.chance(0.4) { return shape }
    let rank = draw.chance(0.5) ? shape.count : draw.int(0...shape.count)
    return shape.suffix(rank).map { draw.chance(0.4) ? 1 : $0 }
  }

  /// A constant or a fed operand that is broadcast to `x`.
  fileprivate mutating func secondOperand(_ x: Value, scale: Float? = nil, zeroPoint: Int? = nil) -> Int {
    let shape = broadcast(x.shape)
    if !shape.isEmpty, draw.chance(0.5), let value = try? input(shape, scale: scale, zeroPoint: zeroPoint) {
      return value.tensor
    }
    if kind == .float32 { return floats(shape, -2...2) }
    var (ownScale, ownZeroPoint) = quantization(kind)
    if let scale { ownScale = scale }
    if let zeroPoint { ownZeroPoint = zeroPoint }
    let count = shape.reduce(1, *)
    return constant(
      Tensor(
        kind.tensorType, shape, data: draw.bytes(kind == .int16 ? 2 * count : count),
        quantization: .perTensor(scale: ownScale, zeroPoint: Int64(ownZeroPoint))))
  }

  /// The result of a function into 0...1, quantised as such functions must.
  mutating func unitResult(_ code: Schema.BuiltinOperator, _ options: Options, _ x: Value) throws -> Value {
    switch kind {
    case .float32: try apply(code, options, [x.tensor], like: x)
    case .int8: try apply(code, options, [x.tensor], [(x.type, 1 / 256, -128)])
    case .uint8: try apply(code, options, [x.tensor], [(x.type, 1 / 256, 0)])
    case .int16: try apply(code, options, [x.tensor], [(x.type, 1 / 32768, 0)])
    }
  }
}
