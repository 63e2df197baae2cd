import TFLiteSchema
import TestSupport

/// Pools, reductions, normalisations and conversions.
extension Family {
  static let pooling: [Family] = [
    pool("AVERAGE_POOL_2D", .averagePool2D), pool("MAX_POOL_2D", .maxPool2D), pool("L2_POOL_2D", .l2Pool2D),
  ]

  static let rows: [Family] = [
    reduction("SUM", .sum, .own), reduction("MEAN", .mean, .own), reduction("REDUCE_MAX", .reduceMax, .same),
    reduction("REDUCE_MIN", .reduceMin, .same), reduction("REDUCE_PROD", .reduceProd, .own),
    reduction("REDUCE_ALL", .reduceAll, .same), reduction("REDUCE_ANY", .reduceAny, .same),
    position("ARG_MAX", .argMax), position("ARG_MIN", .argMin),
    Family(name: "SOFTMAX", kinds: Kind.table("SOFTMAX")) { draft, before in
      let x = try draft.operand(before)
      let beta = draft.draw.one(of: [1, 1, draft.draw.float(0.2...3)])
      return try draft.unitResult(.softmax, Draft.Options(.softmaxOptions, ["beta": .float(beta)]), x)
    },
    Family(name: "LOG_SOFTMAX", kinds: Kind.table("LOG_SOFTMAX")) { draft, before in
      let x = try draft.operand(before)
      let zeroPoint = draft.kind == .uint8 ? 255 : 127
      return try draft.apply(.logSoftmax, .none, [x.tensor], [(x.type, 16 / 256, zeroPoint)])
    },
    Family(name: "L2_NORMALIZATION", kinds: [.float32, .int8, .uint8], follows: false) { draft, _ in
      let x = try draft.operand(nil, range: 0.1...2)
      return try draft.apply(
        .l2Normalization, Draft.Options(.l2NormOptions, [:]), [x.tensor],
        [(x.type, 1 / 128, draft.kind == .uint8 ? 128 : 0)])
    },
    Family(name: "QUANTIZE", kinds: Kind.table("QUANTIZE"), follows: false) { draft, _ in
      let x = draft.kind == .int32 ? try draft.scaledNumbers() : try draft.operand(nil)
      let result: Kind
      switch draft.kind {
      case .float32: result = draft.draw.one(of: Kind.quantized)
      case .int16: result = draft.draw.one(of: [.int8, .int16])
      case .int32: result = draft.draw.one(of: [.int8, .int16])
      default: result = draft.draw.one(of: Kind.bytes)
      }
      let (scale, zeroPoint) = draft.quantization(result)
      return try draft.apply(.quantize, .none, [x.tensor], [(result.tensorType, scale, zeroPoint)])
    },
    Family(name: "DEQUANTIZE", kinds: Kind.table("DEQUANTIZE")) { draft, before in
      let x = try draft.scaledOperand(before)
      return try draft.apply(.dequantize, .none, [x.tensor], [(.float32, 1, 0)])
    },
    Family(name: "CAST", kinds: Kind.table("CAST"), follows: false) { draft, _ in
      let x = try draft.operand(nil, range: draft.draw.chance(0.5) ? 0...100 : -100...100)
      let type = draft.draw.one(of: Kind.table("CAST")).tensorType
      let options = Draft.Options(
        .castOptions, ["in_data_type": .value(x.type), "out_data_type": .value(type)])
      return try draft.apply(.cast, options, [x.tensor], [(type, 1, 0)])
    },
  ]

  /// Whether a result has the quantisation of the operand.
  private enum Result { case same, own }

  private static func pool(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: Kind.table(name)) { draft, before in
      let x = try draft.operand(before, rank: 4)
      let options = Draft.Options(
        .pool2DOptions,
        [
          "padding": .value(draft.padding()), "stride_w": .int(draft.draw.stride()),
          "stride_h": .int(draft.draw.stride()), "filter_width": .int(draft.draw.tap(7)),
          "filter_height": .int(draft.draw.tap(7)), "fused_activation_function": .value(draft.activation()),
        ])
      return try draft.apply(code, options, [x.tensor], like: x)
    }
  }

  private static func reduction(
    _ name: String, _ code: Schema.BuiltinOperator, _ result: Result
  ) -> Family {
    // Products of UINT8 are defined without a scale alone; recipes have them.
    let kinds = Kind.table(name).filter { code != .reduceProd || $0 != .uint8 }
    return Family(name: name, kinds: kinds) { draft, before in
      let x = try draft.operand(before)
      let rank = x.shape.count
      let axes = (0..<rank).filter { _ in draft.draw.chance(0.5) }.map { draft.draw.chance(0.3) ? $0 - rank : $0 }
      let table = draft.numbers(axes.isEmpty ? [draft.draw.int(0...rank - 1)] : axes)
      let options = Draft.Options(.reducerOptions, ["keep_dims": .bool(draft.draw.chance(0.5))])
      return switch result {
      case .same: try draft.apply(code, options, [x.tensor, table], like: x)
      case .own: try draft.apply(code, options, [x.tensor, table])
      }
    }
  }

  private static func position(_ name: String, _ code: Schema.BuiltinOperator) -> Family {
    Family(name: name, kinds: Kind.table(name), follows: false) { draft, _ in
      let x = try draft.operand(nil)
      let axis = draft.number(draft.draw.int(-x.shape.count...x.shape.count - 1))
      let type = draft.draw.one(of: [Schema.TensorType.int32, .int64])
      let options =
        code == .argMax
        ? Draft.Options(.argMaxOptions, ["output_type": .value(type)])
        : Draft.Options(.argMinOptions, ["output_type": .value(type)])
      return try draft.apply(code, options, [x.tensor, axis], [(type, 1, 0)])
    }
  }
}

extension Draft {
  /// Integers of 32 bits with a scale, computed on the way.
  fileprivate mutating func scaledNumbers() throws -> Value {
    let shape = draw.shape(3)
    let tensor = elements(
      shape, .int32, quantization: .perTensor(scale: draw.float(0.0001...0.01)), fill: .integers(-30_000...30_000))
    return Value(tensor: tensor, type: .int32, shape: shape)
  }

  /// An operand of a type that may be narrower than activations, with a scale, and zero points on the way.
  fileprivate mutating func scaledOperand(_ before: Value?) throws -> Value {
    if kind.isQuantized || kind == .float16 { return try operand(before) }
    let shape = draw.shape(draw.int(1...4))
    let tensor = elements(shape, kind, quantization: .perTensor(scale: draw.float(0.01...0.5)))
    return Value(tensor: tensor, type: kind.tensorType, shape: shape)
  }
}
