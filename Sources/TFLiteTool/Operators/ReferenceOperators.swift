/// What LiteRT 2.3.0 runs, for comparison.
enum ReferenceOperators {
  /// The highest version of each operator that its built-in resolver registers.
  private static let highestVersions: [String: Int] = [
    "ABS": 5, "ADD": 6, "ADD_N": 1, "ARG_MAX": 3, "ARG_MIN": 3, "ASSIGN_VARIABLE": 1, "ATAN2": 1,
    "AVERAGE_POOL_2D": 3, "BATCH_MATMUL": 4, "BATCH_TO_SPACE_ND": 4, "BIDIRECTIONAL_SEQUENCE_LSTM": 3,
    "BIDIRECTIONAL_SEQUENCE_RNN": 3, "BITCAST": 1, "BITWISE_XOR": 1, "BROADCAST_ARGS": 1, "BROADCAST_TO": 4,
    "BUCKETIZE": 1, "CALL_ONCE": 1, "CAST": 9, "CEIL": 1, "COMPLEX_ABS": 1, "CONCATENATION": 7, "CONV_2D": 8,
    "CONV_3D": 1, "CONV_3D_TRANSPOSE": 1, "COS": 2, "CUMSUM": 1, "DENSIFY": 1, "DEPTHWISE_CONV_2D": 7,
    "DEPTH_TO_SPACE": 2, "DEQUANTIZE": 9, "DILATE": 1, "DIV": 2, "DYNAMIC_UPDATE_SLICE": 6, "ELU": 1,
    "EMBEDDING_LOOKUP": 5, "EMBEDDING_LOOKUP_SPARSE": 1, "EQUAL": 5, "EXP": 2, "EXPAND_DIMS": 1, "FAKE_QUANT": 2,
    "FILL": 5, "FLOOR": 1, "FLOOR_DIV": 3, "FLOOR_MOD": 2, "FULLY_CONNECTED": 14, "GATHER": 8, "GATHER_ND": 6,
    "GELU": 3, "GREATER": 2, "GREATER_EQUAL": 3, "HARD_SWISH": 1, "HASHTABLE": 1, "HASHTABLE_FIND": 1,
    "HASHTABLE_IMPORT": 1, "HASHTABLE_LOOKUP": 1, "HASHTABLE_SIZE": 1, "IF": 1, "IMAG": 1, "L2_NORMALIZATION": 2,
    "L2_POOL_2D": 1, "LEAKY_RELU": 2, "LESS": 3, "LESS_EQUAL": 2, "LOCAL_RESPONSE_NORMALIZATION": 1, "LOG": 2,
    "LOGICAL_AND": 1, "LOGICAL_NOT": 1, "LOGICAL_OR": 1, "LOGISTIC": 3, "LOG_SOFTMAX": 2, "LSH_PROJECTION": 1,
    "LSTM": 4, "MATRIX_DIAG": 1, "MATRIX_SET_DIAG": 1, "MAXIMUM": 4, "MAX_POOL_2D": 3, "MEAN": 3, "MINIMUM": 4,
    "MIRROR_PAD": 3, "MUL": 8, "MULTINOMIAL": 1, "NEG": 1, "NON_MAX_SUPPRESSION_V4": 1, "NON_MAX_SUPPRESSION_V5": 1,
    "NOT_EQUAL": 4, "ONE_HOT": 1, "PACK": 5, "PAD": 6, "PADV2": 6, "POW": 1, "PRELU": 1, "QUANTIZE": 6,
    "RANDOM_STANDARD_NORMAL": 1, "RANDOM_UNIFORM": 1, "RANGE": 2, "RANK": 1, "READ_VARIABLE": 1, "REAL": 1,
    "REDUCE_ALL": 1, "REDUCE_ANY": 1, "REDUCE_MAX": 3, "REDUCE_MIN": 3, "REDUCE_PROD": 2, "REDUCE_WINDOW": 1,
    "RELU": 3, "RELU6": 3, "RELU_0_TO_1": 1, "RELU_N1_TO_1": 1, "RESHAPE": 1, "RESIZE_BILINEAR": 4,
    "RESIZE_NEAREST_NEIGHBOR": 4, "REVERSE_SEQUENCE": 1, "REVERSE_V2": 4, "RFFT2D": 1, "RIGHT_SHIFT": 1, "RNN": 3,
    "ROUND": 1, "RSQRT": 3, "SCATTER_ND": 1, "SEGMENT_SUM": 1, "SELECT": 4, "SELECT_V2": 2, "SHAPE": 1, "SIGN": 2,
    "SIN": 2, "SKIP_GRAM": 1, "SLICE": 8, "SOFTMAX": 4, "SPACE_TO_BATCH_ND": 4, "SPACE_TO_DEPTH": 2,
    "SPARSE_TO_DENSE": 3, "SPLIT": 5, "SPLIT_V": 3, "SQRT": 2, "SQUARE": 1, "SQUARED_DIFFERENCE": 2, "SQUEEZE": 2,
    "STABLEHLO_ADD": 1, "STABLEHLO_AND": 1, "STABLEHLO_CASE": 1, "STABLEHLO_COMPOSITE": 1, "STABLEHLO_GATHER": 1,
    "STABLEHLO_MAXIMUM": 1, "STABLEHLO_MINIMUM": 1, "STABLEHLO_MULTIPLY": 1, "STABLEHLO_PAD": 1,
    "STABLEHLO_REDUCE_WINDOW": 1, "STABLEHLO_RNG_BIT_GENERATOR": 1, "STABLEHLO_SCATTER": 1,
    "STABLEHLO_SHIFT_LEFT": 1, "STRIDED_SLICE": 8, "SUB": 5, "SUM": 2, "SVDF": 4, "TANH": 3, "TILE": 3,
    "TOPK_V2": 3, "TRANSPOSE": 9, "TRANSPOSE_CONV": 5, "UNIDIRECTIONAL_SEQUENCE_LSTM": 4,
    "UNIDIRECTIONAL_SEQUENCE_RNN": 3, "UNIQUE": 1, "UNPACK": 6, "UNSORTED_SEGMENT_MAX": 1,
    "UNSORTED_SEGMENT_MIN": 1, "UNSORTED_SEGMENT_PROD": 1, "UNSORTED_SEGMENT_SUM": 1, "VAR_HANDLE": 1, "WHERE": 2,
    "WHILE": 1, "ZEROS_LIKE": 1,
  ]

  /// Every operator that it registers, by name.
  static var names: Dictionary<String, Int>.Keys { highestVersions.keys }

  /// The versions of an operator that it registers, nil when there are none.
  static func versions(of name: String) -> ClosedRange<Int>? {
    highestVersions[name].map { (name == "BROADCAST_TO" ? 2 : 1)...$0 }
  }

  /// The custom operators that it registers.
  static let custom: Set<String> = [
    "aeq.hadamard_rotation", "AudioSpectrogram", "Mfcc", "NumericVerify", "TFLite_Detection_PostProcess",
  ]
}
