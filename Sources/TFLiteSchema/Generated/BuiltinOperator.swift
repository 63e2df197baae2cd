// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// The operators of the format.
  public struct BuiltinOperator: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int32

    /// The case for a number of a file, named or not.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// `ADD`, 0.
    public static let add = Self(rawValue: 0)
    /// `AVERAGE_POOL_2D`, 1.
    public static let averagePool2D = Self(rawValue: 1)
    /// `CONCATENATION`, 2.
    public static let concatenation = Self(rawValue: 2)
    /// `CONV_2D`, 3.
    public static let conv2D = Self(rawValue: 3)
    /// `DEPTHWISE_CONV_2D`, 4.
    public static let depthwiseConv2D = Self(rawValue: 4)
    /// `DEPTH_TO_SPACE`, 5.
    public static let depthToSpace = Self(rawValue: 5)
    /// `DEQUANTIZE`, 6.
    public static let dequantize = Self(rawValue: 6)
    /// `EMBEDDING_LOOKUP`, 7.
    public static let embeddingLookup = Self(rawValue: 7)
    /// `FLOOR`, 8.
    public static let floor = Self(rawValue: 8)
    /// `FULLY_CONNECTED`, 9.
    public static let fullyConnected = Self(rawValue: 9)
    /// `HASHTABLE_LOOKUP`, 10.
    public static let hashtableLookup = Self(rawValue: 10)
    /// `L2_NORMALIZATION`, 11.
    public static let l2Normalization = Self(rawValue: 11)
    /// `L2_POOL_2D`, 12.
    public static let l2Pool2D = Self(rawValue: 12)
    /// `LOCAL_RESPONSE_NORMALIZATION`, 13.
    public static let localResponseNormalization = Self(rawValue: 13)
    /// `LOGISTIC`, 14.
    public static let logistic = Self(rawValue: 14)
    /// `LSH_PROJECTION`, 15.
    public static let lshProjection = Self(rawValue: 15)
    /// `LSTM`, 16.
    public static let lstm = Self(rawValue: 16)
    /// `MAX_POOL_2D`, 17.
    public static let maxPool2D = Self(rawValue: 17)
    /// `MUL`, 18.
    public static let mul = Self(rawValue: 18)
    /// `RELU`, 19.
    public static let relu = Self(rawValue: 19)
    /// `RELU_N1_TO_1`, 20.
    public static let reluN1To1 = Self(rawValue: 20)
    /// `RELU6`, 21.
    public static let relu6 = Self(rawValue: 21)
    /// `RESHAPE`, 22.
    public static let reshape = Self(rawValue: 22)
    /// `RESIZE_BILINEAR`, 23.
    public static let resizeBilinear = Self(rawValue: 23)
    /// `RNN`, 24.
    public static let rnn = Self(rawValue: 24)
    /// `SOFTMAX`, 25.
    public static let softmax = Self(rawValue: 25)
    /// `SPACE_TO_DEPTH`, 26.
    public static let spaceToDepth = Self(rawValue: 26)
    /// `SVDF`, 27.
    public static let svdf = Self(rawValue: 27)
    /// `TANH`, 28.
    public static let tanh = Self(rawValue: 28)
    /// `CONCAT_EMBEDDINGS`, 29.
    public static let concatEmbeddings = Self(rawValue: 29)
    /// `SKIP_GRAM`, 30.
    public static let skipGram = Self(rawValue: 30)
    /// `CALL`, 31.
    public static let call = Self(rawValue: 31)
    /// `CUSTOM`, 32: An operator known by the name in its operator code.
    public static let custom = Self(rawValue: 32)
    /// `EMBEDDING_LOOKUP_SPARSE`, 33.
    public static let embeddingLookupSparse = Self(rawValue: 33)
    /// `PAD`, 34.
    public static let pad = Self(rawValue: 34)
    /// `UNIDIRECTIONAL_SEQUENCE_RNN`, 35.
    public static let unidirectionalSequenceRnn = Self(rawValue: 35)
    /// `GATHER`, 36.
    public static let gather = Self(rawValue: 36)
    /// `BATCH_TO_SPACE_ND`, 37.
    public static let batchToSpaceNd = Self(rawValue: 37)
    /// `SPACE_TO_BATCH_ND`, 38.
    public static let spaceToBatchNd = Self(rawValue: 38)
    /// `TRANSPOSE`, 39.
    public static let transpose = Self(rawValue: 39)
    /// `MEAN`, 40.
    public static let mean = Self(rawValue: 40)
    /// `SUB`, 41.
    public static let sub = Self(rawValue: 41)
    /// `DIV`, 42.
    public static let div = Self(rawValue: 42)
    /// `SQUEEZE`, 43.
    public static let squeeze = Self(rawValue: 43)
    /// `UNIDIRECTIONAL_SEQUENCE_LSTM`, 44.
    public static let unidirectionalSequenceLstm = Self(rawValue: 44)
    /// `STRIDED_SLICE`, 45.
    public static let stridedSlice = Self(rawValue: 45)
    /// `BIDIRECTIONAL_SEQUENCE_RNN`, 46.
    public static let bidirectionalSequenceRnn = Self(rawValue: 46)
    /// `EXP`, 47.
    public static let exp = Self(rawValue: 47)
    /// `TOPK_V2`, 48.
    public static let topkV2 = Self(rawValue: 48)
    /// `SPLIT`, 49.
    public static let split = Self(rawValue: 49)
    /// `LOG_SOFTMAX`, 50.
    public static let logSoftmax = Self(rawValue: 50)
    /// `DELEGATE`, 51: Never in a file: the reference runtime's mark for nodes it has handed to an accelerator.
    public static let delegate = Self(rawValue: 51)
    /// `BIDIRECTIONAL_SEQUENCE_LSTM`, 52.
    public static let bidirectionalSequenceLstm = Self(rawValue: 52)
    /// `CAST`, 53.
    public static let cast = Self(rawValue: 53)
    /// `PRELU`, 54.
    public static let prelu = Self(rawValue: 54)
    /// `MAXIMUM`, 55.
    public static let maximum = Self(rawValue: 55)
    /// `ARG_MAX`, 56.
    public static let argMax = Self(rawValue: 56)
    /// `MINIMUM`, 57.
    public static let minimum = Self(rawValue: 57)
    /// `LESS`, 58.
    public static let less = Self(rawValue: 58)
    /// `NEG`, 59.
    public static let neg = Self(rawValue: 59)
    /// `PADV2`, 60.
    public static let padv2 = Self(rawValue: 60)
    /// `GREATER`, 61.
    public static let greater = Self(rawValue: 61)
    /// `GREATER_EQUAL`, 62.
    public static let greaterEqual = Self(rawValue: 62)
    /// `LESS_EQUAL`, 63.
    public static let lessEqual = Self(rawValue: 63)
    /// `SELECT`, 64.
    public static let select = Self(rawValue: 64)
    /// `SLICE`, 65.
    public static let slice = Self(rawValue: 65)
    /// `SIN`, 66.
    public static let sin = Self(rawValue: 66)
    /// `TRANSPOSE_CONV`, 67.
    public static let transposeConv = Self(rawValue: 67)
    /// `SPARSE_TO_DENSE`, 68.
    public static let sparseToDense = Self(rawValue: 68)
    /// `TILE`, 69.
    public static let tile = Self(rawValue: 69)
    /// `EXPAND_DIMS`, 70.
    public static let expandDims = Self(rawValue: 70)
    /// `EQUAL`, 71.
    public static let equal = Self(rawValue: 71)
    /// `NOT_EQUAL`, 72.
    public static let notEqual = Self(rawValue: 72)
    /// `LOG`, 73.
    public static let log = Self(rawValue: 73)
    /// `SUM`, 74.
    public static let sum = Self(rawValue: 74)
    /// `SQRT`, 75.
    public static let sqrt = Self(rawValue: 75)
    /// `RSQRT`, 76.
    public static let rsqrt = Self(rawValue: 76)
    /// `SHAPE`, 77.
    public static let shape = Self(rawValue: 77)
    /// `POW`, 78.
    public static let pow = Self(rawValue: 78)
    /// `ARG_MIN`, 79.
    public static let argMin = Self(rawValue: 79)
    /// `FAKE_QUANT`, 80.
    public static let fakeQuant = Self(rawValue: 80)
    /// `REDUCE_PROD`, 81.
    public static let reduceProd = Self(rawValue: 81)
    /// `REDUCE_MAX`, 82.
    public static let reduceMax = Self(rawValue: 82)
    /// `PACK`, 83.
    public static let pack = Self(rawValue: 83)
    /// `LOGICAL_OR`, 84.
    public static let logicalOr = Self(rawValue: 84)
    /// `ONE_HOT`, 85.
    public static let oneHot = Self(rawValue: 85)
    /// `LOGICAL_AND`, 86.
    public static let logicalAnd = Self(rawValue: 86)
    /// `LOGICAL_NOT`, 87.
    public static let logicalNot = Self(rawValue: 87)
    /// `UNPACK`, 88.
    public static let unpack = Self(rawValue: 88)
    /// `REDUCE_MIN`, 89.
    public static let reduceMin = Self(rawValue: 89)
    /// `FLOOR_DIV`, 90.
    public static let floorDiv = Self(rawValue: 90)
    /// `REDUCE_ANY`, 91.
    public static let reduceAny = Self(rawValue: 91)
    /// `SQUARE`, 92.
    public static let square = Self(rawValue: 92)
    /// `ZEROS_LIKE`, 93.
    public static let zerosLike = Self(rawValue: 93)
    /// `FILL`, 94.
    public static let fill = Self(rawValue: 94)
    /// `FLOOR_MOD`, 95.
    public static let floorMod = Self(rawValue: 95)
    /// `RANGE`, 96.
    public static let range = Self(rawValue: 96)
    /// `RESIZE_NEAREST_NEIGHBOR`, 97.
    public static let resizeNearestNeighbor = Self(rawValue: 97)
    /// `LEAKY_RELU`, 98.
    public static let leakyRelu = Self(rawValue: 98)
    /// `SQUARED_DIFFERENCE`, 99.
    public static let squaredDifference = Self(rawValue: 99)
    /// `MIRROR_PAD`, 100.
    public static let mirrorPad = Self(rawValue: 100)
    /// `ABS`, 101.
    public static let abs = Self(rawValue: 101)
    /// `SPLIT_V`, 102.
    public static let splitV = Self(rawValue: 102)
    /// `UNIQUE`, 103.
    public static let unique = Self(rawValue: 103)
    /// `CEIL`, 104.
    public static let ceil = Self(rawValue: 104)
    /// `REVERSE_V2`, 105.
    public static let reverseV2 = Self(rawValue: 105)
    /// `ADD_N`, 106.
    public static let addN = Self(rawValue: 106)
    /// `GATHER_ND`, 107.
    public static let gatherNd = Self(rawValue: 107)
    /// `COS`, 108.
    public static let cos = Self(rawValue: 108)
    /// `WHERE`, 109.
    public static let `where` = Self(rawValue: 109)
    /// `RANK`, 110.
    public static let rank = Self(rawValue: 110)
    /// `ELU`, 111.
    public static let elu = Self(rawValue: 111)
    /// `REVERSE_SEQUENCE`, 112.
    public static let reverseSequence = Self(rawValue: 112)
    /// `MATRIX_DIAG`, 113.
    public static let matrixDiag = Self(rawValue: 113)
    /// `QUANTIZE`, 114.
    public static let quantize = Self(rawValue: 114)
    /// `MATRIX_SET_DIAG`, 115.
    public static let matrixSetDiag = Self(rawValue: 115)
    /// `ROUND`, 116.
    public static let round = Self(rawValue: 116)
    /// `HARD_SWISH`, 117.
    public static let hardSwish = Self(rawValue: 117)
    /// `IF`, 118.
    public static let `if` = Self(rawValue: 118)
    /// `WHILE`, 119.
    public static let `while` = Self(rawValue: 119)
    /// `NON_MAX_SUPPRESSION_V4`, 120.
    public static let nonMaxSuppressionV4 = Self(rawValue: 120)
    /// `NON_MAX_SUPPRESSION_V5`, 121.
    public static let nonMaxSuppressionV5 = Self(rawValue: 121)
    /// `SCATTER_ND`, 122.
    public static let scatterNd = Self(rawValue: 122)
    /// `SELECT_V2`, 123.
    public static let selectV2 = Self(rawValue: 123)
    /// `DENSIFY`, 124.
    public static let densify = Self(rawValue: 124)
    /// `SEGMENT_SUM`, 125.
    public static let segmentSum = Self(rawValue: 125)
    /// `BATCH_MATMUL`, 126.
    public static let batchMatmul = Self(rawValue: 126)
    /// `PLACEHOLDER_FOR_GREATER_OP_CODES`, 127: What the one-byte field of an operator code says when the code needs
    /// the wider field.
    public static let placeholderForGreaterOpCodes = Self(rawValue: 127)
    /// `CUMSUM`, 128.
    public static let cumsum = Self(rawValue: 128)
    /// `CALL_ONCE`, 129.
    public static let callOnce = Self(rawValue: 129)
    /// `BROADCAST_TO`, 130.
    public static let broadcastTo = Self(rawValue: 130)
    /// `RFFT2D`, 131.
    public static let rfft2d = Self(rawValue: 131)
    /// `CONV_3D`, 132.
    public static let conv3D = Self(rawValue: 132)
    /// `IMAG`, 133.
    public static let imag = Self(rawValue: 133)
    /// `REAL`, 134.
    public static let real = Self(rawValue: 134)
    /// `COMPLEX_ABS`, 135.
    public static let complexAbs = Self(rawValue: 135)
    /// `HASHTABLE`, 136.
    public static let hashtable = Self(rawValue: 136)
    /// `HASHTABLE_FIND`, 137.
    public static let hashtableFind = Self(rawValue: 137)
    /// `HASHTABLE_IMPORT`, 138.
    public static let hashtableImport = Self(rawValue: 138)
    /// `HASHTABLE_SIZE`, 139.
    public static let hashtableSize = Self(rawValue: 139)
    /// `REDUCE_ALL`, 140.
    public static let reduceAll = Self(rawValue: 140)
    /// `CONV_3D_TRANSPOSE`, 141.
    public static let conv3DTranspose = Self(rawValue: 141)
    /// `VAR_HANDLE`, 142.
    public static let varHandle = Self(rawValue: 142)
    /// `READ_VARIABLE`, 143.
    public static let readVariable = Self(rawValue: 143)
    /// `ASSIGN_VARIABLE`, 144.
    public static let assignVariable = Self(rawValue: 144)
    /// `BROADCAST_ARGS`, 145.
    public static let broadcastArgs = Self(rawValue: 145)
    /// `RANDOM_STANDARD_NORMAL`, 146.
    public static let randomStandardNormal = Self(rawValue: 146)
    /// `BUCKETIZE`, 147.
    public static let bucketize = Self(rawValue: 147)
    /// `RANDOM_UNIFORM`, 148.
    public static let randomUniform = Self(rawValue: 148)
    /// `MULTINOMIAL`, 149.
    public static let multinomial = Self(rawValue: 149)
    /// `GELU`, 150.
    public static let gelu = Self(rawValue: 150)
    /// `DYNAMIC_UPDATE_SLICE`, 151.
    public static let dynamicUpdateSlice = Self(rawValue: 151)
    /// `RELU_0_TO_1`, 152.
    public static let relu0To1 = Self(rawValue: 152)
    /// `UNSORTED_SEGMENT_PROD`, 153.
    public static let unsortedSegmentProd = Self(rawValue: 153)
    /// `UNSORTED_SEGMENT_MAX`, 154.
    public static let unsortedSegmentMax = Self(rawValue: 154)
    /// `UNSORTED_SEGMENT_SUM`, 155.
    public static let unsortedSegmentSum = Self(rawValue: 155)
    /// `ATAN2`, 156.
    public static let atan2 = Self(rawValue: 156)
    /// `UNSORTED_SEGMENT_MIN`, 157.
    public static let unsortedSegmentMin = Self(rawValue: 157)
    /// `SIGN`, 158.
    public static let sign = Self(rawValue: 158)
    /// `BITCAST`, 159.
    public static let bitcast = Self(rawValue: 159)
    /// `BITWISE_XOR`, 160.
    public static let bitwiseXor = Self(rawValue: 160)
    /// `RIGHT_SHIFT`, 161.
    public static let rightShift = Self(rawValue: 161)
    /// `STABLEHLO_LOGISTIC`, 162.
    public static let stablehloLogistic = Self(rawValue: 162)
    /// `STABLEHLO_ADD`, 163.
    public static let stablehloAdd = Self(rawValue: 163)
    /// `STABLEHLO_DIVIDE`, 164.
    public static let stablehloDivide = Self(rawValue: 164)
    /// `STABLEHLO_MULTIPLY`, 165.
    public static let stablehloMultiply = Self(rawValue: 165)
    /// `STABLEHLO_MAXIMUM`, 166.
    public static let stablehloMaximum = Self(rawValue: 166)
    /// `STABLEHLO_RESHAPE`, 167.
    public static let stablehloReshape = Self(rawValue: 167)
    /// `STABLEHLO_CLAMP`, 168.
    public static let stablehloClamp = Self(rawValue: 168)
    /// `STABLEHLO_CONCATENATE`, 169.
    public static let stablehloConcatenate = Self(rawValue: 169)
    /// `STABLEHLO_BROADCAST_IN_DIM`, 170.
    public static let stablehloBroadcastInDim = Self(rawValue: 170)
    /// `STABLEHLO_CONVOLUTION`, 171.
    public static let stablehloConvolution = Self(rawValue: 171)
    /// `STABLEHLO_SLICE`, 172.
    public static let stablehloSlice = Self(rawValue: 172)
    /// `STABLEHLO_CUSTOM_CALL`, 173.
    public static let stablehloCustomCall = Self(rawValue: 173)
    /// `STABLEHLO_REDUCE`, 174.
    public static let stablehloReduce = Self(rawValue: 174)
    /// `STABLEHLO_ABS`, 175.
    public static let stablehloAbs = Self(rawValue: 175)
    /// `STABLEHLO_AND`, 176.
    public static let stablehloAnd = Self(rawValue: 176)
    /// `STABLEHLO_COSINE`, 177.
    public static let stablehloCosine = Self(rawValue: 177)
    /// `STABLEHLO_EXPONENTIAL`, 178.
    public static let stablehloExponential = Self(rawValue: 178)
    /// `STABLEHLO_FLOOR`, 179.
    public static let stablehloFloor = Self(rawValue: 179)
    /// `STABLEHLO_LOG`, 180.
    public static let stablehloLog = Self(rawValue: 180)
    /// `STABLEHLO_MINIMUM`, 181.
    public static let stablehloMinimum = Self(rawValue: 181)
    /// `STABLEHLO_NEGATE`, 182.
    public static let stablehloNegate = Self(rawValue: 182)
    /// `STABLEHLO_OR`, 183.
    public static let stablehloOr = Self(rawValue: 183)
    /// `STABLEHLO_POWER`, 184.
    public static let stablehloPower = Self(rawValue: 184)
    /// `STABLEHLO_REMAINDER`, 185.
    public static let stablehloRemainder = Self(rawValue: 185)
    /// `STABLEHLO_RSQRT`, 186.
    public static let stablehloRsqrt = Self(rawValue: 186)
    /// `STABLEHLO_SELECT`, 187.
    public static let stablehloSelect = Self(rawValue: 187)
    /// `STABLEHLO_SUBTRACT`, 188.
    public static let stablehloSubtract = Self(rawValue: 188)
    /// `STABLEHLO_TANH`, 189.
    public static let stablehloTanh = Self(rawValue: 189)
    /// `STABLEHLO_SCATTER`, 190.
    public static let stablehloScatter = Self(rawValue: 190)
    /// `STABLEHLO_COMPARE`, 191.
    public static let stablehloCompare = Self(rawValue: 191)
    /// `STABLEHLO_CONVERT`, 192.
    public static let stablehloConvert = Self(rawValue: 192)
    /// `STABLEHLO_DYNAMIC_SLICE`, 193.
    public static let stablehloDynamicSlice = Self(rawValue: 193)
    /// `STABLEHLO_DYNAMIC_UPDATE_SLICE`, 194.
    public static let stablehloDynamicUpdateSlice = Self(rawValue: 194)
    /// `STABLEHLO_PAD`, 195.
    public static let stablehloPad = Self(rawValue: 195)
    /// `STABLEHLO_IOTA`, 196.
    public static let stablehloIota = Self(rawValue: 196)
    /// `STABLEHLO_DOT_GENERAL`, 197.
    public static let stablehloDotGeneral = Self(rawValue: 197)
    /// `STABLEHLO_REDUCE_WINDOW`, 198.
    public static let stablehloReduceWindow = Self(rawValue: 198)
    /// `STABLEHLO_SORT`, 199.
    public static let stablehloSort = Self(rawValue: 199)
    /// `STABLEHLO_WHILE`, 200.
    public static let stablehloWhile = Self(rawValue: 200)
    /// `STABLEHLO_GATHER`, 201.
    public static let stablehloGather = Self(rawValue: 201)
    /// `STABLEHLO_TRANSPOSE`, 202.
    public static let stablehloTranspose = Self(rawValue: 202)
    /// `DILATE`, 203.
    public static let dilate = Self(rawValue: 203)
    /// `STABLEHLO_RNG_BIT_GENERATOR`, 204.
    public static let stablehloRngBitGenerator = Self(rawValue: 204)
    /// `REDUCE_WINDOW`, 205: No longer written; its code stays taken.
    public static let reduceWindow = Self(rawValue: 205)
    /// `STABLEHLO_COMPOSITE`, 206.
    public static let stablehloComposite = Self(rawValue: 206)
    /// `STABLEHLO_SHIFT_LEFT`, 207.
    public static let stablehloShiftLeft = Self(rawValue: 207)
    /// `STABLEHLO_CBRT`, 208.
    public static let stablehloCbrt = Self(rawValue: 208)
    /// `STABLEHLO_CASE`, 209.
    public static let stablehloCase = Self(rawValue: 209)
  }
}
