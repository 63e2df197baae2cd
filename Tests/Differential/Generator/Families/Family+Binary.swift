import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Functions of two operands and more.
extension Family {
  static let binary: [Family] =
    [
      operation("ADD", .add, .addOptions), operation("SUB", .sub, .subOptions), operation("MUL", .mul, .mulOptions),
      extremum("MAXIMUM", .maximum), extremum("MINIMUM", .minimum),
      Family(name: "SQUARED_DIFFERENCE", kinds: Kind.table("SQUARED_DIFFERENCE")) { draft, before in
        let x = try draft.operand(before)
        let y = draft.kind == .int8 ? try draft.input(x.shape).tensor : draft.secondOperand(x)
        return try draft.apply(.squaredDifference, .none, [x.tensor, y])
      },
      Family(name: "ADD_N", kinds: Kind.table("ADD_N")) { draft, before in
        let x = try draft.operand(before)
        let others = try (0..<draft.draw.int(1...3)).map { _ in try draft.input(x.shape).tensor }
        return try draft.apply(.addN, .none, [x.tensor] + others)
      },
    ] + divisions + bits + relations.map { comparison($0.name, $0) } + choices + stableOperations.map { stable($0) }

  private static func operation(
    _ name: String, _ code: Schema.BuiltinOperator, _ table: Schema.BuiltinOptions
  ) -> Family {
    Family(name: name, kinds: Kind.table(name)) { draft, before in
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
    Family(name: name, kinds: Kind.table(name)) { draft, before in
      let x = try draft.operand(before)
      let y = draft.secondOperand(x, scale: x.scale, zeroPoint: x.zeroPoint)
      return try draft.apply(code, .none, [x.tensor, y], like: x)
    }
  }

  // MARK: Divisions and powers

  private static let divisions: [Family] = [
    division("DIV", .div, Draft.Options(.divOptions, [:])), division("FLOOR_DIV", .floorDiv, .none),
    division("FLOOR_MOD", .floorMod, .none), division("ATAN2", .atan2, .none),
    Family(name: "POW", kinds: Kind.table("POW"), follows: false) { draft, _ in
      let isReal = draft.kind == .float32
      let x = try draft.input(draft.draw.shape(3), range: 0.2...3, fill: isReal ? nil : .integers(-3...3))
      let shape = draft.broadcast(x.shape)
      let y = try draft.input(shape, fill: isReal ? nil : .integers(0...5))
      return try draft.apply(.pow, .none, [x.tensor, y.tensor])
    },
  ]

  /// What is divided by is not zero.
  private static func division(_ name: String, _ code: Schema.BuiltinOperator, _ options: Draft.Options) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let shape = draft.broadcast(x.shape)
      let y: Draft.Value
      switch draft.kind {
      case .uint8: y = try draft.input(shape, zeroPoint: 20, fill: .integers(30...255))
      case .int8: y = try draft.input(shape, zeroPoint: -100, fill: .integers(-90...127))
      case .int16: y = try draft.input(shape, fill: .integers(100...32767))
      case .int32, .int64: y = try draft.input(shape, fill: .integers(draft.draw.chance(0.5) ? -9...(-1) : 1...9))
      default: y = try draft.input(shape, range: 0.3...3)
      }
      return try draft.apply(code, options, [x.tensor, y.tensor])
    }
  }

  // MARK: Bits and conditions

  private static let bits: [Family] = [
    plain("BITWISE_XOR", .bitwiseXor), plain("LOGICAL_AND", .logicalAnd), plain("LOGICAL_OR", .logicalOr),
    Family(name: "RIGHT_SHIFT", kinds: Kind.table("RIGHT_SHIFT"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let y = try draft.input(draft.broadcast(x.shape), fill: .integers(0...7))
      return try draft.apply(.rightShift, .none, [x.tensor, y.tensor])
    },
  ]

  private static func plain(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      return try draft.apply(code, .none, [x.tensor, draft.secondOperand(x)])
    }
  }

  private static let relations: [Schema.BuiltinOperator] = [
    .equal, .greater, .greaterEqual, .less, .lessEqual, .notEqual,
  ]

  private static func comparison(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let y =
        draft.draw.chance(0.5)
        ? draft.secondOperand(x) : draft.secondOperand(x, scale: x.scale, zeroPoint: x.zeroPoint)
      return try draft.apply(code, .none, [x.tensor, y], [(.bool, 1, 0)])
    }
  }

  private static let choices: [Family] = [
    Family(name: "SELECT", kinds: Kind.table("SELECT"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let y = try draft.input(x.shape, scale: x.scale, zeroPoint: x.zeroPoint)
      let condition = try draft.input(draft.draw.chance(0.5) ? x.shape : [x.shape[0]], .bool)
      return try draft.apply(.select, .none, [condition.tensor, x.tensor, y.tensor], like: x)
    },
    Family(name: "SELECT_V2", kinds: Kind.table("SELECT_V2"), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let y = draft.secondOperand(x, scale: x.scale, zeroPoint: x.zeroPoint)
      let condition = try draft.input(draft.broadcast(x.shape), .bool)
      return try draft.apply(.selectV2, .none, [condition.tensor, x.tensor, y], like: x)
    },
  ]

  private static let stableOperations: [Schema.BuiltinOperator] = [
    .stablehloAdd, .stablehloAnd, .stablehloMaximum, .stablehloMinimum, .stablehloMultiply, .stablehloShiftLeft,
  ]

  private static func stable(_ code: Schema.BuiltinOperator) -> Family {
    Family(name: code.name, kinds: Kind.table(code.name), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let y = try draft.input(
        x.shape, scale: x.scale, zeroPoint: x.zeroPoint, fill: code == .stablehloShiftLeft ? .integers(0...6) : nil)
      return try draft.apply(code, .none, [x.tensor, y.tensor], like: x)
    }
  }
}

extension Draft {
  /// A shape that is broadcast to `shape`: the same, fewer dimensions, extents of 1.
  mutating func broadcast(_ shape: [Int]) -> [Int] {
    if !draw.chance(0.6) { return shape }
    let rank = draw.chance(0.5) ? shape.count : draw.int(0...shape.count)
    return shape.suffix(rank).map { draw.chance(0.4) ? 1 : $0 }
  }

  /// A constant or a fed operand that is broadcast to `x`.
  mutating func secondOperand(_ x: Value, scale: Float? = nil, zeroPoint: Int? = nil) -> Int {
    let shape = broadcast(x.shape)
    if !shape.isEmpty, draw.chance(0.5), let value = try? input(shape, scale: scale, zeroPoint: zeroPoint) {
      return value.tensor
    }
    guard kind.isQuantized else { return elements(shape, kind) }
    var (ownScale, ownZeroPoint) = quantization(kind)
    if let scale { ownScale = scale }
    if let zeroPoint { ownZeroPoint = zeroPoint }
    return elements(shape, kind, quantization: .perTensor(scale: ownScale, zeroPoint: Int64(ownZeroPoint)))
  }
}
