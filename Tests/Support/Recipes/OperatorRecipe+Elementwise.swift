import TFLiteRuntime
import TFLiteSchema

extension OperatorRecipe {
  static let elementwise: [Self] =
    [unaryOperators, scaledOperators, conversions, parts, binaryOperators, comparisons, choices].flatMap { $0 }

  // MARK: One tensor in, one out

  private static func unary(_ code: Schema.BuiltinOperator, _ options: Options = .none, _ shape: [Int] = [2, 4]) -> Self
  {
    Self(code, options) { type in ([.of(type, shape)], [.of(type, shape)]) }
  }

  private static let functions: [Schema.BuiltinOperator] = [
    .abs, .ceil, .cos, .elu, .exp, .floor, .hardSwish, .leakyRelu, .log, .logicalNot, .neg, .relu, .relu0To1,
    .relu6, .reluN1To1, .round, .rsqrt, .sign, .sin, .sqrt, .square, .zerosLike, .bitcast,
  ]

  private static let unaryOperators: [Self] =
    functions.map { unary($0) } + [
      unary(.gelu, Options(.geluOptions, ["approximate": true])),
      unary(.fakeQuant, Options(.fakeQuantOptions, ["min": -1.0, "max": 1.0, "num_bits": 8])),
      unary(.localResponseNormalization, Options(.localResponseNormalizationOptions, ["radius": 1]), [1, 1, 2, 4]),
    ]

  /// The grid on which an operator gives its results, by type.
  private typealias Grid = [ElementType: (scale: Float, zeroPoint: Int64)]

  private static func scaled(
    _ code: Schema.BuiltinOperator, _ options: Options = .none, onto grid: Grid
  ) -> Self {
    Self(code, options) { type in
      let (scale, zeroPoint) = grid[type] ?? (0.5, 0)
      return ([.of(type, [2, 4])], [.of(type, [2, 4], scale: scale, zeroPoint: zeroPoint)])
    }
  }

  private static let probabilities: Grid = [
    .int8: (1.0 / 256, -128), .uint8: (1.0 / 256, 0), .int16: (1.0 / 32768, 0),
  ]

  private static let scaledOperators: [Self] = [
    scaled(.logistic, onto: probabilities),
    scaled(.softmax, Options(.softmaxOptions, ["beta": 1.0]), onto: probabilities),
    scaled(.tanh, onto: [.int8: (1.0 / 128, 0), .uint8: (1.0 / 128, 128), .int16: (1.0 / 32768, 0)]),
    scaled(.logSoftmax, onto: [.int8: (16.0 / 256, 127), .uint8: (16.0 / 256, 255)]),
    scaled(.l2Normalization, onto: [.int8: (1.0 / 128, 0), .uint8: (1.0 / 128, 128)]),
  ]

  // MARK: Another type out

  private static let conversions: [Self] = [
    Self(.cast) { ([.of($0, [2, 4])], [.float32([2, 4])]) },
    Self(.dequantize) { ([.of($0, [2, 4])], [.float32([2, 4])]) },
    Self(.quantize) { ([.quantized($0, [2, 4])], [.quantized(.int8, [2, 4])]) },
    Self(.densify) { ([.of($0, [2, 4]).zeros], [.of($0, [2, 4])]) },
    Self(.bucketize, Options(.bucketizeOptions, ["boundaries": .floats([0, 1])])) { type in
      ([.of(type, [2, 4])], [.int32([2, 4])])
    },
  ]

  private static let parts: [Self] = [.real, .imag, .complexAbs].map { (code: Schema.BuiltinOperator) in
    Self(code) { type in ([.of(type, [2, 4])], [type == .complex128 ? .float64([2, 4]) : .float32([2, 4])]) }
  }

  // MARK: Two tensors in, one out

  private static func binary(_ code: Schema.BuiltinOperator) -> Self {
    Self(code) { type in ([.of(type, [2, 4]), .of(type, [2, 4])], [.of(type, [2, 4])]) }
  }

  private static let operations: [Schema.BuiltinOperator] = [
    .add, .addN, .atan2, .bitwiseXor, .div, .floorDiv, .floorMod, .maximum, .minimum, .mul, .pow, .rightShift,
    .squaredDifference, .stablehloAdd, .stablehloAnd, .stablehloMaximum, .stablehloMinimum, .stablehloMultiply,
    .stablehloShiftLeft, .sub, .logicalAnd, .logicalOr,
  ]

  private static let binaryOperators: [Self] =
    operations.map { binary($0) } + [
      // Slopes for data of 16 bits have 8.
      Self(.prelu) { type in
        ([.of(type, [2, 4]), .of(type == .int16 ? .int8 : type, [2, 4])], [.of(type, [2, 4])])
      }
    ]

  private static let relations: [Schema.BuiltinOperator] = [
    .equal, .greater, .greaterEqual, .less, .lessEqual, .notEqual,
  ]

  private static let comparisons: [Self] = relations.map { code in
    Self(code) { type in ([.of(type, [2, 4]), .of(type, [2, 4])], [.bool([2, 4])]) }
  }

  /// The main input is what is chosen from.
  private static let choices: [Self] = [.select, .selectV2].map { (code: Schema.BuiltinOperator) in
    Self(code) { type in ([.bool([2, 4]), .of(type, [2, 4]), .of(type, [2, 4])], [.of(type, [2, 4])]) }
  }
}
