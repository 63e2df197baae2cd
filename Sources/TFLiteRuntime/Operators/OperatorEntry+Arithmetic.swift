import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

// Arithmetic, element by element and over axes.

extension OperatorEntry {
  /// `ADD`.
  public static var add: Self { add(types: .all) }
  /// `ADD` of these types alone.
  public static func add(_ type: AdditionTypes, _ others: AdditionTypes...) -> Self {
    add(types: .union([type] + others)).restricted()
  }
  private static func add(types: AdditionTypes) -> Self {
    .init(.add, 1...6, types.types, .input(0), swiftName: "add") { Add($0, types).made }
  }
  /// `FLOOR`.
  public static var floor: Self {
    .init(.floor, 1...1, [.float32, .float16, .bfloat16], .input(0)) { UnaryMath(.floor, $0).made }
  }
  /// `MUL`.
  public static var mul: Self {
    .init(.mul, 1...8, [.float32, .float16, .int8, .uint8, .int16, .int32, .uint32, .int64, .complex64]) {
      Mul($0).made
    }.bringing { $0.operandChanges = .operandChanges }
  }
  /// `MEAN`.
  public static var mean: Self { mean(types: .all) }
  /// `MEAN` of these types alone.
  public static func mean(_ type: MeanTypes, _ others: MeanTypes...) -> Self {
    mean(types: .union([type] + others)).restricted()
  }
  private static func mean(types: MeanTypes) -> Self {
    .init(.mean, 1...3, types.types, swiftName: "mean") { Mean($0, types).made }
  }
  /// `SUB`.
  public static var sub: Self {
    .init(.sub, 1...5, [.float32, .int8, .uint8, .int16, .int32, .int64], .input(0)) { Sub($0).made }
  }
  /// `DIV`.
  public static var div: Self {
    .init(.div, 1...2, [.float32, .int8, .uint8, .int16, .int32], .input(0)) { Div($0).made }.bringing {
      $0.operandChanges = .operandChanges
    }
  }
  /// `EXP`.
  public static var exp: Self {
    .init(.exp, 1...2, [.float32, .int8, .int16], .input(0)) { ExpLog($0).made }.bringing {
      $0.writtenSoftmaxes = .writtenSoftmaxes
    }
  }
  /// `TOPK_V2`.
  public static var topkV2: Self {
    .init(.topkV2, 1...3, [.float32, .uint8, .int8, .int16, .int32, .int64]) { TopK($0).made }
  }
  /// `MAXIMUM`.
  public static var maximum: Self { .init(.maximum, 1...4, ElementType.ordered, .input(0)) { MaximumMinimum($0).made } }
  /// `ARG_MAX`.
  public static var argMax: Self {
    .init(
      .argMax, 1...3, [.float32, .uint8, .int8, .int32, .bool],
      .option { $0.options.argMaxOptions?.outputType }
    ) { ArgExtremum($0, .maximum).made }
  }
  /// `MINIMUM`.
  public static var minimum: Self {
    .init(.minimum, 1...4, ElementType.ordered, .input(0)) { MaximumMinimum($0).made }.bringingSlopes
  }
  /// `LESS`.
  public static var less: Self {
    .init(.less, 1...3, ElementType.comparable + [.bfloat16], .fixed(.bool)) { Comparison($0).made }
  }
  /// `NEG`.
  public static var neg: Self {
    .init(.neg, 1...1, [.float32, .float16, .bfloat16, .int8, .int16, .int32, .int64], .input(0)) {
      UnaryMath(.negate, $0).made
    }.bringingSlopes
  }
  /// `GREATER`.
  public static var greater: Self {
    .init(.greater, 1...2, ElementType.comparable + [.bfloat16], .fixed(.bool)) { Comparison($0).made }
  }
  /// `GREATER_EQUAL`.
  public static var greaterEqual: Self {
    .init(.greaterEqual, 1...3, ElementType.comparable, .fixed(.bool)) { Comparison($0).made }
  }
  /// `LESS_EQUAL`.
  public static var lessEqual: Self {
    .init(.lessEqual, 1...2, ElementType.comparable, .fixed(.bool)) { Comparison($0).made }
  }
  /// `SELECT`.
  public static var select: Self { .init(.select, 1...4, ElementType.fixedWidth, .input(1)) { Select($0).made } }
  /// `SIN`.
  public static var sin: Self { .init(.sin, 1...2, [.float32, .float16]) { UnaryMath(.sine, $0).made } }
  /// `EQUAL`.
  public static var equal: Self {
    .init(.equal, 1...5, ElementType.comparable + [.bool, .string], .fixed(.bool)) { Comparison($0).made }
  }
  /// `NOT_EQUAL`.
  public static var notEqual: Self {
    .init(.notEqual, 1...4, ElementType.comparable + [.bool, .string], .fixed(.bool)) { Comparison($0).made }
  }
  /// `LOG`.
  public static var log: Self {
    .init(.log, 1...2, [.float32, .int8, .int16]) { ExpLog($0).made }.bringing {
      $0.activationFunctions = .activationFunctions
      $0.softplus = .softplus
      $0.mish = .mish
    }
  }
  /// `SUM`.
  public static var sum: Self {
    .init(.sum, 1...2, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) { Sum($0).made }
  }
  /// `SQRT`.
  public static var sqrt: Self {
    .init(.sqrt, 1...2, [.float32, .int8, .int16]) { SquareRoot($0).made }.bringing {
      $0.layerNormalization = .layerNormalization
    }
  }
  /// `RSQRT`.
  public static var rsqrt: Self {
    .init(.rsqrt, 1...3, [.float32, .int8, .int16]) { SquareRoot($0).made }.bringing {
      $0.layerNormalization = .layerNormalization
    }
  }
  /// `POW`.
  public static var pow: Self { .init(.pow, 1...1, [.float32, .int32], .input(0)) { Power($0).made } }
  /// `ARG_MIN`.
  public static var argMin: Self {
    .init(
      .argMin, 1...3, [.float32, .uint8, .int8, .int32, .bool],
      .option { $0.options.argMinOptions?.outputType }
    ) { ArgExtremum($0, .minimum).made }
  }
  /// `REDUCE_PROD`.
  public static var reduceProd: Self {
    .init(.reduceProd, 1...2, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) { ReduceProduct($0).made }
  }
  /// `REDUCE_MAX`.
  public static var reduceMax: Self {
    .init(.reduceMax, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) {
      ReduceExtremum($0, .maximum).made
    }
  }
  /// `LOGICAL_OR`.
  public static var logicalOr: Self { .init(.logicalOr, 1...1, [.bool], .fixed(.bool)) { LogicalBinary($0).made } }
  /// `LOGICAL_AND`.
  public static var logicalAnd: Self { .init(.logicalAnd, 1...1, [.bool], .fixed(.bool)) { LogicalBinary($0).made } }
  /// `LOGICAL_NOT`.
  public static var logicalNot: Self { .init(.logicalNot, 1...1, [.bool]) { UnaryMath(.not, $0).made } }
  /// `REDUCE_MIN`.
  public static var reduceMin: Self {
    .init(.reduceMin, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) {
      ReduceExtremum($0, .minimum).made
    }
  }
  /// `FLOOR_DIV`.
  public static var floorDiv: Self {
    .init(.floorDiv, 1...3, [.float32, .int8, .int16, .int32], .input(0)) { FloorDivision($0).made }
  }
  /// `REDUCE_ANY`.
  public static var reduceAny: Self { .init(.reduceAny, 1...1, [.bool]) { ReduceLogical($0, .any).made } }
  /// `SQUARE`.
  public static var square: Self { .init(.square, 1...1, [.float32]) { UnaryMath(.square, $0).made } }
  /// `FLOOR_MOD`.
  public static var floorMod: Self {
    .init(.floorMod, 1...2, [.float32, .int8, .int16, .int32, .int64], .input(0)) { FloorDivision($0).made }
  }
  /// `SQUARED_DIFFERENCE`.
  public static var squaredDifference: Self {
    .init(.squaredDifference, 1...2, [.float32, .int8, .int32], .input(0)) { SquaredDifference($0).made }
  }
  /// `ABS`.
  public static var abs: Self {
    .init(.abs, 1...5, [.float32, .int8, .int16, .int32]) { Abs($0).made }.bringingSlopes
  }
  /// `CEIL`.
  public static var ceil: Self { .init(.ceil, 1...1, [.float32], .input(0)) { UnaryMath(.ceiling, $0).made } }
  /// `ADD_N`.
  public static var addN: Self { .init(.addN, 1...1, [.float32, .int32], .input(0)) { AddN($0).made } }
  /// `COS`.
  public static var cos: Self { .init(.cos, 1...2, [.float32, .float16]) { UnaryMath(.cosine, $0).made } }
  /// `ROUND`.
  public static var round: Self {
    .init(.round, 1...1, [.float32, .float16, .bfloat16], .input(0)) { UnaryMath(.round, $0).made }
  }
  /// `SELECT_V2`.
  public static var selectV2: Self { .init(.selectV2, 1...2, ElementType.fixedWidth, .input(1)) { Select($0).made } }
  /// `SEGMENT_SUM`.
  public static var segmentSum: Self { .init(.segmentSum, 1...1, [.float32, .int32]) { SegmentSum($0).made } }
  /// `CUMSUM`.
  public static var cumsum: Self { .init(.cumsum, 1...1, [.float32, .int32, .int64]) { CumulativeSum($0).made } }
  /// `RFFT2D`.
  public static var rfft2d: Self { .init(.rfft2d, 1...1, [.float32], .fixed(.complex64)) { RealFourier2D($0).made } }
  /// `IMAG`.
  public static var imag: Self {
    .init(.imag, 1...1, [.complex64, .complex128]) { ComplexPart(.imaginaryPart, $0).made }
  }
  /// `REAL`.
  public static var real: Self { .init(.real, 1...1, [.complex64, .complex128]) { ComplexPart(.realPart, $0).made } }
  /// `COMPLEX_ABS`.
  public static var complexAbs: Self {
    .init(.complexAbs, 1...1, [.complex64, .complex128]) { ComplexPart(.modulus, $0).made }
  }
  /// `REDUCE_ALL`.
  public static var reduceAll: Self { .init(.reduceAll, 1...1, [.bool]) { ReduceLogical($0, .all).made } }
  /// `RANDOM_STANDARD_NORMAL`.
  public static var randomStandardNormal: Self {
    .init(.randomStandardNormal, 1...1, [.int32]) { RandomNumbers($0, .normal).made }
  }
  /// `BUCKETIZE`.
  public static var bucketize: Self {
    .init(.bucketize, 1...1, [.float32, .float64, .int32, .int64], .fixed(.int32)) { Bucketize($0).made }
  }
  /// `RANDOM_UNIFORM`.
  public static var randomUniform: Self { .init(.randomUniform, 1...1, [.int32]) { RandomNumbers($0, .uniform).made } }
  /// `MULTINOMIAL`.
  public static var multinomial: Self { .init(.multinomial, 1...1, [.float32]) { Multinomial($0).made } }
  /// `UNSORTED_SEGMENT_PROD`.
  public static var unsortedSegmentProd: Self {
    .init(.unsortedSegmentProd, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.product).made }
  }
  /// `UNSORTED_SEGMENT_MAX`.
  public static var unsortedSegmentMax: Self {
    .init(.unsortedSegmentMax, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.maximum).made }
  }
  /// `UNSORTED_SEGMENT_SUM`.
  public static var unsortedSegmentSum: Self {
    .init(.unsortedSegmentSum, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.sum).made }
  }
  /// `ATAN2`.
  public static var atan2: Self { .init(.atan2, 1...1, [.float32, .float64, .float16, .bfloat16]) { Atan2($0).made } }
  /// `UNSORTED_SEGMENT_MIN`.
  public static var unsortedSegmentMin: Self {
    .init(.unsortedSegmentMin, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.minimum).made }
  }
  /// `SIGN`.
  public static var sign: Self { .init(.sign, 1...2, [.float32, .float64, .int32]) { UnaryMath(.sign, $0).made } }
  /// `BITCAST`.
  public static var bitcast: Self { .init(.bitcast, 1...1, ElementType.wholeBytes) { Bitcast($0).made } }
  /// `BITWISE_XOR`.
  public static var bitwiseXor: Self {
    .init(.bitwiseXor, 1...1, [.int8, .uint8, .int16, .uint16, .int32, .uint32], .input(0)) {
      BitwiseOperation($0).made
    }
  }
  /// `RIGHT_SHIFT`.
  public static var rightShift: Self {
    .init(.rightShift, 1...1, [.int8, .uint8, .int16, .uint16, .int32, .uint32], .input(0)) {
      BitwiseOperation($0).made
    }
  }
  /// `STABLEHLO_ADD`.
  public static var stablehloAdd: Self {
    .init(.stablehloAdd, 1...1, ElementType.plain) { StablehloBinary(.add, $0).made }
  }
  /// `STABLEHLO_AND`.
  public static var stablehloAnd: Self {
    .init(.stablehloAnd, 1...1, [.int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64, .bool]) {
      StablehloBinary(.and, $0).made
    }
  }
  /// `STABLEHLO_SHIFT_LEFT`.
  public static var stablehloShiftLeft: Self {
    .init(.stablehloShiftLeft, 1...1, [.int8, .int16, .int32], .input(0)) { StablehloBinary(leftShift: $0).made }
  }
  /// `STABLEHLO_RNG_BIT_GENERATOR`.
  public static var stablehloRngBitGenerator: Self {
    .init(.stablehloRngBitGenerator, 1...1, [.uint64]) { RandomBits($0).made }
  }
  /// `STABLEHLO_MULTIPLY`.
  public static var stablehloMultiply: Self {
    .init(.stablehloMultiply, 1...1, ElementType.plain) { StablehloBinary(.multiply, $0).made }
  }
  /// `STABLEHLO_MAXIMUM`.
  public static var stablehloMaximum: Self {
    .init(.stablehloMaximum, 1...1, ElementType.plain) { StablehloBinary(.maximum, $0).made }
  }
  /// `STABLEHLO_MINIMUM`.
  public static var stablehloMinimum: Self {
    .init(.stablehloMinimum, 1...1, ElementType.plain) { StablehloBinary(.minimum, $0).made }
  }
}

extension OperatorEntry {
  /// With what finds a PRELU that this operator is a part of.
  fileprivate var bringingSlopes: Self {
    bringing {
      $0.activationFunctions = .activationFunctions
      $0.prelu = .prelu
    }
  }
}
