import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Functions of one operand.
extension Family {
  static let unary: [Family] =
    activations + functions + [
      Family(name: "LEAKY_RELU", kinds: Kind.table("LEAKY_RELU")) { draft, before in
        let x = try draft.operand(before)
        let options = Draft.Options(.leakyReluOptions, ["alpha": .float(draft.draw.float(-0.5...0.9))])
        return try draft.apply(.leakyRelu, options, [x.tensor])
      },
      Family(name: "PRELU", kinds: Kind.table("PRELU")) { draft, before in
        let x = try draft.operand(before)
        let slopes =
          draft.kind == .int16
          ? draft.elements([x.shape[x.shape.count - 1]], .int8, quantization: .perTensor(scale: 0.01))
          : draft.secondOperand(x, scale: 0.01)
        return try draft.apply(.prelu, .none, [x.tensor, slopes])
      },
      Family(name: "GELU", kinds: Kind.table("GELU")) { draft, before in
        let x = try draft.operand(before, range: -4...4)
        let options = Draft.Options(.geluOptions, ["approximate": .bool(draft.draw.chance(0.5))])
        return try draft.result(.gelu, options, x, .own)
      },
      Family(name: "FAKE_QUANT", kinds: Kind.real, follows: false, continues: false) { draft, _ in
        let x = try draft.operand(nil, range: -4...4)
        let options = Draft.Options(
          .fakeQuantOptions,
          [
            "min": .float(draft.draw.float(-3...0)), "max": .float(draft.draw.float(0.1...3)),
            "num_bits": .int(draft.draw.int(2...16)), "narrow_range": .bool(draft.draw.chance(0.5)),
          ])
        return try draft.apply(.fakeQuant, options, [x.tensor], like: x)
      },
      Family(name: "LOCAL_RESPONSE_NORMALIZATION", kinds: Kind.real) { draft, before in
        let x = try draft.operand(before, rank: 4)
        let options = Draft.Options(
          .localResponseNormalizationOptions,
          [
            "radius": .int(draft.draw.int(0...5)), "bias": .float(draft.draw.float(0.5...2)),
            "alpha": .float(draft.draw.float(0...1)), "beta": .float(draft.draw.one(of: [1, 0.5, 0.75])),
          ])
        return try draft.apply(.localResponseNormalization, options, [x.tensor], like: x)
      },
      Family(name: "BUCKETIZE", kinds: Kind.table("BUCKETIZE"), follows: false) { draft, _ in
        let x = try draft.input(draft.draw.shape(3), fill: .integers(-3...12))
        let boundaries = draft.draw.floats(draft.draw.extent(), -2...11).sorted()
        return try draft.apply(
          .bucketize, Draft.Options(.bucketizeOptions, ["boundaries": .floats(boundaries)]), [x.tensor],
          [(.int32, 1, 0)])
      },
      part("REAL", .real), part("IMAG", .imag), part("COMPLEX_ABS", .complexAbs),
    ]

  private static let activations: [Family] = [
    function("RELU", .relu, .either), function("RELU6", .relu6, .either),
    function("RELU_N1_TO_1", .reluN1To1, .either), function("RELU_0_TO_1", .relu0To1, .either),
    function("LOGISTIC", .logistic, .unit), function("TANH", .tanh, .symmetric),
    function("HARD_SWISH", .hardSwish, .own), function("ELU", .elu, .own),
  ]

  /// Where a rounding of large numbers changes everything, or steps, nothing but what is fed is read.
  private static let functions: [Family] = [
    function("ABS", .abs, .either), function("NEG", .neg, .same), function("EXP", .exp, .own, follows: false),
    function("SIN", .sin, .same, follows: false), function("COS", .cos, .same, follows: false),
    function("SQUARE", .square, .same),
    function("ZEROS_LIKE", .zerosLike, .same), function("BITCAST", .bitcast, .same),
    function("SIGN", .sign, .same, range: -9...9, follows: false),
    function("FLOOR", .floor, .same, range: -9...9, follows: false),
    function("CEIL", .ceil, .same, range: -9...9, follows: false),
    function("ROUND", .round, .same, range: -9...9, follows: false), positive("SQRT", .sqrt, 0...9),
    positive("RSQRT", .rsqrt, 0.1...9), positive("LOG", .log, 0.1...9),
    function("LOGICAL_NOT", .logicalNot, .same, follows: false),
  ]

  private static func function(
    _ name: String, _ code: Schema.BuiltinOperator, _ result: Draft.ResultQuantization,
    range: ClosedRange<Float> = -4...4, follows: Bool = true
  ) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: follows) { draft, before in
      try draft.result(code, .none, try draft.operand(before, range: range), result)
    }
  }

  /// A function of numbers that are not negative.
  private static func positive(_ name: String, _ code: Schema.BuiltinOperator, _ range: ClosedRange<Float>) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: false) { draft, _ in
      let shape = draft.draw.shape(draft.draw.int(1...4))
      if !draft.kind.isQuantized { return try draft.result(code, .none, try draft.input(shape, range: range), .same) }
      let zeroPoint = draft.kind == .int16 ? 0 : draft.draw.int(-128...100)
      let x = try draft.input(
        shape, zeroPoint: zeroPoint, fill: .integers(zeroPoint + 1...(draft.kind == .int16 ? 32767 : 127)))
      return try draft.result(code, .none, x, .own)
    }
  }

  private static func part(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let type: Schema.TensorType = draft.kind == .complex128 ? .float64 : .float32
      return try draft.apply(code, .none, [x.tensor], [(type, 1, 0)])
    }
  }
}

extension Draft {
  /// How an operator quantises its result.
  enum ResultQuantization {
    /// As its operand.
    case same
    /// By any scale and zero point.
    case own
    /// One or the other.
    case either
    /// 0...1.
    case unit
    /// -1...1.
    case symmetric
  }

  /// The result of a function.
  mutating func result(
    _ code: Schema.BuiltinOperator, _ options: Options, _ x: Value, _ quantization: ResultQuantization
  ) throws -> Value {
    if !kind.isQuantized { return try apply(code, options, [x.tensor], like: x) }
    switch quantization {
    case .same: return try apply(code, options, [x.tensor], like: x)
    case .own: return try apply(code, options, [x.tensor])
    case .either:
      return draw.chance(0.5)
        ? try apply(code, options, [x.tensor]) : try apply(code, options, [x.tensor], like: x)
    case .unit: return try unitResult(code, options, x)
    case .symmetric:
      let scale: Float = kind == .int16 ? 1 / 32768 : 1 / 128
      return try apply(code, options, [x.tensor], [(x.type, scale, kind == .uint8 ? 128 : 0)])
    }
  }

  /// The result of a function into 0...1, quantised as such functions must.
  mutating func unitResult(_ code: Schema.BuiltinOperator, _ options: Options, _ x: Value) throws -> Value {
    switch kind {
    case .int8: try apply(code, options, [x.tensor], [(x.type, 1 / 256, -128)])
    case .uint8: try apply(code, options, [x.tensor], [(x.type, 1 / 256, 0)])
    case .int16: try apply(code, options, [x.tensor], [(x.type, 1 / 32768, 0)])
    default: try apply(code, options, [x.tensor], like: x)
    }
  }
}
