import TFLiteSchema

/// One line of the operator table.
package struct OperatorEntry: Sendable {
  /// The name such as `CONV_2D`, or a custom operator's.
  package let name: String
  let code: Schema.BuiltinOperator
  /// The versions whose every option and type rule is implemented.
  package let versions: ClosedRange<Int>
  /// The element types of the main input that the operator computes with.
  package let types: [ElementType]
  /// The element types of the outputs.
  let outputs: OutputTypes
  let make: OperatorMaker

  init(
    _ code: Schema.BuiltinOperator, _ versions: ClosedRange<Int>, _ types: [ElementType],
    _ outputs: OutputTypes = .stated, _ make: @escaping BuiltinFactory
  ) {
    name = code.name
    self.code = code
    self.versions = versions
    self.types = types
    self.outputs = outputs
    self.make = { node throws(RuntimeError) in MadeOperator(try make(node)) }
  }

  /// An operator that can do the work of others.
  init(
    fusible code: Schema.BuiltinOperator, _ versions: ClosedRange<Int>, _ types: [ElementType],
    _ outputs: OutputTypes = .stated, _ make: @escaping @Sendable (OperatorNode) -> any FusibleOperator
  ) {
    name = code.name
    self.code = code
    self.versions = versions
    self.types = types
    self.outputs = outputs
    self.make = { MadeOperator(fusible: make($0)) }
  }

  init(
    custom name: String, versions: ClosedRange<Int> = 1...1, _ types: [ElementType],
    _ outputs: OutputTypes = .stated, _ make: @escaping BuiltinFactory
  ) {
    self.name = name
    code = .custom
    self.versions = versions
    self.types = types
    self.outputs = outputs
    self.make = { node throws(RuntimeError) in MadeOperator(try make(node)) }
  }
}

/// An operator that no file states: passes put it in the place of others.
struct FusedOperatorEntry: Sendable {
  /// What profiles call it.
  let name: String
  let make: @Sendable () -> MadeOperator

  /// The function of one byte that several operators computed.
  static func byteTable(_ table: AlignedMemory, rank: Int) -> Self {
    .init(name: "BYTE_TABLE") { MadeOperator(fusible: ByteLookUp(table, rank: rank)) }
  }
  /// `x * logistic(x)`.
  static let swish = Self(name: "SWISH") { MadeOperator(Swish()) }
  /// `(x - mean) / sqrt(variance + epsilon) * scales + offsets`.
  static func layerNormalization(epsilon: Float) -> Self {
    .init(name: "LAYER_NORMALIZATION") { MadeOperator(LayerNormalization(epsilon: epsilon)) }
  }
  /// A row written into a list in place.
  static let rowWrite = Self(name: "ROW_WRITE") { MadeOperator(RowWrite()) }
  /// What the FULLY_CONNECTED `product` gives for one row, read from what it has computed of all.
  static func productRow(_ product: OperatorNode) -> Self {
    .init(name: "PRODUCT_ROW") { MadeOperator(ProductRow(product)) }
  }
}

/// Every operator this runtime executes; the support matrix is printed from here.
package enum OperatorTable {
  private static let ordered: [ElementType] = [.float32, .float16, .bfloat16, .int8, .uint8, .int16, .int32, .int64]
  private static let numbers: [ElementType] = [
    .float32, .float64, .float16, .bfloat16, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64,
  ]
  private static let plain: [ElementType] = [
    .float32, .float64, .float16, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64, .bool,
  ]
  /// The types whose elements are of 8, 16, 32 or 64 bits.
  private static let fixedWidth: [ElementType] =
    numbers + [
      .uint64, .bool, .complex64, .float8E4M3FN, .float8E5M2, .resource, .variant,
    ]
  private static let comparable: [ElementType] = [.float32, .float16, .int8, .uint8, .int16, .int32, .int64]

  package static let builtin: [OperatorEntry] = [
    .init(fusible: .add, 1...6, [.float32, .float16, .int8, .uint8, .int16, .int32, .int64], .input(0)) { Add($0) },
    .init(.averagePool2D, 1...3, [.float32, .uint8, .int8, .int16]) { Pool2D(.average, $0) },
    .init(.concatenation, 1...7, ElementType.fixedSize) { Concatenation($0) },
    .init(fusible: .conv2D, 1...8, [.float32, .uint8, .int8, .int16]) { Conv2D($0) },
    .init(fusible: .depthwiseConv2D, 1...7, [.float32, .uint8, .int8, .int16]) { DepthwiseConv2D($0) },
    .init(.depthToSpace, 1...2, ElementType.wholeBytes) { SpaceToDepth(inverse: $0) },
    .init(.dequantize, 1...9, [.float16, .int8, .uint8, .int16, .int4, .uint4, .int2], .fixed(.float32)) {
      Dequantize($0)
    },
    .init(.embeddingLookup, 1...5, ElementType.fixedSize) { EmbeddingLookup($0) },
    .init(.floor, 1...1, [.float32, .float16, .bfloat16], .input(0)) { UnaryMath(.floor, $0) },
    .init(fusible: .fullyConnected, 1...14, [.float32, .uint8, .int8, .int16]) { FullyConnected($0) },
    .init(.hashtableLookup, 1...1, ElementType.allCases) { HashtableLookup($0) },
    .init(.l2Normalization, 1...2, [.float32, .int8, .uint8]) { L2Normalization($0) },
    .init(.l2Pool2D, 1...1, [.float32]) { Pool2D(.l2, $0) },
    .init(.localResponseNormalization, 1...1, [.float32]) { LocalResponseNormalization($0) },
    .init(.logistic, 1...3, [.float32, .float16, .bfloat16, .int8, .uint8, .int16]) { LogisticTanh($0) },
    .init(.lshProjection, 1...1, ElementType.fixedSize) { LSHProjection($0) },
    .init(.lstm, 1...4, [.float32, .int8, .uint8]) { SequenceLSTM.lstm($0) },
    .init(.maxPool2D, 1...3, [.float32, .uint8, .int8, .int16]) { Pool2D(.max, $0) },
    .init(.mul, 1...8, [.float32, .float16, .int8, .uint8, .int16, .int32, .uint32, .int64, .complex64]) { Mul($0) },
    .init(.relu, 1...3, [.float32, .int8, .uint8, .int16]) { Relu($0) },
    .init(.reluN1To1, 1...1, [.float32, .int8, .uint8]) { Relu($0) },
    .init(.relu6, 1...3, [.float32, .int8, .uint8, .int16]) { Relu($0) },
    .init(.reshape, 1...1, ElementType.allCases) { Reshape($0) },
    .init(.resizeBilinear, 1...4, [.float32, .uint8, .int8, .int16], .input(0)) { ResizeBilinear($0) },
    .init(.rnn, 1...3, [.float32]) { RNN(step: $0) },
    .init(fusible: .softmax, 1...4, [.float32, .float16, .int8, .uint8, .int16]) { Softmax($0) },
    .init(.spaceToDepth, 1...2, ElementType.wholeBytes) { SpaceToDepth($0) },
    .init(.svdf, 1...4, [.float32, .int8]) { SVDF($0) },
    .init(.tanh, 1...3, [.float32, .float16, .bfloat16, .int8, .uint8, .int16]) { LogisticTanh($0) },
    .init(.skipGram, 1...1, [.string]) { SkipGram($0) },
    .init(.call, 1...1, ElementType.allCases, .subgraph) { Call($0) },
    .init(.embeddingLookupSparse, 1...1, [.float32]) { EmbeddingLookupSparse($0) },
    .init(.pad, 1...6, ElementType.wholeBytes) { Pad($0) },
    .init(.unidirectionalSequenceRnn, 1...3, [.float32]) { RNN(sequence: $0) },
    .init(.gather, 1...8, ElementType.allCases, .input(0)) { Gather($0) },
    .init(.batchToSpaceNd, 1...4, ElementType.wholeBytes) { BatchToSpaceND($0) },
    .init(.spaceToBatchNd, 1...4, ElementType.wholeBytes) { SpaceToBatchND($0) },
    .init(.transpose, 1...9, ElementType.fixedSize) { Transpose($0) },
    .init(.mean, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16]) { Mean($0) },
    .init(.sub, 1...5, [.float32, .int8, .uint8, .int16, .int32, .int64], .input(0)) { Sub($0) },
    .init(.div, 1...2, [.float32, .int8, .uint8, .int16, .int32], .input(0)) { Div($0) },
    .init(.squeeze, 1...2, ElementType.allCases) { Squeeze($0) },
    .init(.unidirectionalSequenceLstm, 1...4, [.float32, .int8]) { SequenceLSTM(sequence: $0) },
    .init(.stridedSlice, 1...8, ElementType.allCases) { StridedSlice($0) },
    .init(.bidirectionalSequenceRnn, 1...3, [.float32]) { BidirectionalRNN($0) },
    .init(.exp, 1...2, [.float32, .int8, .int16], .input(0)) { ExpLog($0) },
    .init(.topkV2, 1...3, [.float32, .uint8, .int8, .int16, .int32, .int64]) { TopK($0) },
    .init(.split, 1...5, ElementType.wholeBytes, .input(1)) { Split(equalParts: $0) },
    .init(.logSoftmax, 1...2, [.float32, .int8, .uint8]) { LogSoftmax($0) },
    .init(.bidirectionalSequenceLstm, 1...3, [.float32]) { BidirectionalLSTM($0) },
    .init(.cast, 1...9, Self.numbers + [.bool, .complex64, .int4, .uint4, .int2]) { Cast($0) },
    .init(.prelu, 1...1, [.float32, .int8, .uint8, .int16], .input(0)) { Prelu($0) },
    .init(.maximum, 1...4, Self.ordered, .input(0)) { MaximumMinimum($0) },
    .init(
      .argMax, 1...3, [.float32, .uint8, .int8, .int32, .bool],
      .option { $0.options(Schema.ArgMaxOptions.self)?.outputType }
    ) { ArgExtremum($0, .maximum) },
    .init(.minimum, 1...4, Self.ordered, .input(0)) { MaximumMinimum($0) },
    .init(.less, 1...3, Self.comparable + [.bfloat16], .fixed(.bool)) { Comparison($0) },
    .init(.neg, 1...1, [.float32, .float16, .bfloat16, .int8, .int16, .int32, .int64], .input(0)) {
      UnaryMath(.negate, $0)
    },
    .init(.padv2, 1...6, ElementType.wholeBytes) { Pad($0) },
    .init(.greater, 1...2, Self.comparable + [.bfloat16], .fixed(.bool)) { Comparison($0) },
    .init(.greaterEqual, 1...3, Self.comparable, .fixed(.bool)) { Comparison($0) },
    .init(.lessEqual, 1...2, Self.comparable, .fixed(.bool)) { Comparison($0) },
    .init(.select, 1...4, Self.fixedWidth, .input(1)) { Select($0) },
    .init(.slice, 1...8, ElementType.allCases) { Slice($0) },
    .init(.sin, 1...2, [.float32, .float16]) { UnaryMath(.sine, $0) },
    .init(fusible: .transposeConv, 1...5, [.float32, .uint8, .int8, .int16]) { TransposeConv($0) },
    .init(.sparseToDense, 1...3, ElementType.wholeBytes, .input(2)) { SparseToDense($0) },
    .init(.tile, 1...3, ElementType.wholeBytesAndStrings) { Tile($0) },
    .init(.expandDims, 1...1, ElementType.allCases, .input(0)) { ExpandDims($0) },
    .init(.equal, 1...5, Self.comparable + [.bool, .string], .fixed(.bool)) { Comparison($0) },
    .init(.notEqual, 1...4, Self.comparable + [.bool, .string], .fixed(.bool)) { Comparison($0) },
    .init(.log, 1...2, [.float32, .int8, .int16]) { ExpLog($0) },
    .init(.sum, 1...2, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) { Sum($0) },
    .init(.sqrt, 1...2, [.float32, .int8, .int16]) { SquareRoot($0) },
    .init(.rsqrt, 1...3, [.float32, .int8, .int16]) { SquareRoot($0) },
    .init(.shape, 1...1, ElementType.allCases, .option { $0.options(Schema.ShapeOptions.self)?.outType }) {
      ShapeOf($0)
    },
    .init(.pow, 1...1, [.float32, .int32], .input(0)) { Power($0) },
    .init(
      .argMin, 1...3, [.float32, .uint8, .int8, .int32, .bool],
      .option { $0.options(Schema.ArgMinOptions.self)?.outputType }
    ) { ArgExtremum($0, .minimum) },
    .init(.fakeQuant, 1...2, [.float32], .input(0)) { FakeQuant($0) },
    .init(.reduceProd, 1...2, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) { ReduceProduct($0) },
    .init(.reduceMax, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) {
      ReduceExtremum($0, .maximum)
    },
    .init(.pack, 1...5, ElementType.wholeBytes) { Pack($0) },
    .init(.logicalOr, 1...1, [.bool], .fixed(.bool)) { LogicalBinary($0) },
    .init(.oneHot, 1...1, ElementType.wholeBytes, .input(2)) { OneHot($0) },
    .init(.logicalAnd, 1...1, [.bool], .fixed(.bool)) { LogicalBinary($0) },
    .init(.logicalNot, 1...1, [.bool]) { UnaryMath(.not, $0) },
    .init(.unpack, 1...6, ElementType.wholeBytes) { Unpack($0) },
    .init(.reduceMin, 1...3, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]) {
      ReduceExtremum($0, .minimum)
    },
    .init(.floorDiv, 1...3, [.float32, .int8, .int16, .int32], .input(0)) { FloorDivision($0) },
    .init(.reduceAny, 1...1, [.bool]) { ReduceLogical($0, .any) },
    .init(.square, 1...1, [.float32]) { UnaryMath(.square, $0) },
    .init(.zerosLike, 1...1, ElementType.fixedSize, .input(0)) { ZerosLike($0) },
    .init(.fill, 1...5, ElementType.wholeBytesAndStrings, .input(1)) { Fill($0) },
    .init(.floorMod, 1...2, [.float32, .int8, .int16, .int32, .int64], .input(0)) { FloorDivision($0) },
    .init(.range, 1...2, [.float32, .int32, .int64], .input(0)) { NumberRange($0) },
    .init(.resizeNearestNeighbor, 1...4, ElementType.wholeBytes, .input(0)) { ResizeNearestNeighbor($0) },
    .init(.leakyRelu, 1...2, [.float32, .int8, .uint8, .int16]) { LeakyRelu($0) },
    .init(.squaredDifference, 1...2, [.float32, .int8, .int32], .input(0)) { SquaredDifference($0) },
    .init(.mirrorPad, 1...3, ElementType.wholeBytes) { MirrorPad($0) },
    .init(.abs, 1...5, [.float32, .int8, .int16, .int32]) { Abs($0) },
    .init(.splitV, 1...3, ElementType.wholeBytes, .input(0)) { Split(sizes: $0) },
    .init(.unique, 1...1, [.float32, .int8, .int16, .int32, .int64, .uint8]) { Unique($0) },
    .init(.ceil, 1...1, [.float32], .input(0)) { UnaryMath(.ceiling, $0) },
    .init(.reverseV2, 1...4, ElementType.wholeBytes) { ReverseV2($0) },
    .init(.addN, 1...1, [.float32, .int32], .input(0)) { AddN($0) },
    .init(.gatherNd, 1...6, ElementType.wholeBytesAndStrings, .input(0)) { GatherND($0) },
    .init(.cos, 1...2, [.float32, .float16]) { UnaryMath(.cosine, $0) },
    .init(.where, 1...2, [.bool, .float32, .int64, .int32, .int8, .uint8, .uint32], .fixed(.int64)) { Where($0) },
    .init(.rank, 1...1, ElementType.allCases, .fixed(.int32)) { Rank($0) },
    .init(.elu, 1...1, [.float32, .int8]) { EluGelu($0) },
    .init(.reverseSequence, 1...1, ElementType.wholeBytes) { ReverseSequence($0) },
    .init(.matrixDiag, 1...1, ElementType.wholeBytes, .input(0)) { MatrixDiagonal(new: $0) },
    .init(.quantize, 1...6, [.float32, .int8, .uint8, .int16, .int32]) { Quantize($0) },
    .init(.matrixSetDiag, 1...1, ElementType.wholeBytes, .input(0)) { MatrixDiagonal(replacing: $0) },
    .init(.round, 1...1, [.float32, .float16, .bfloat16], .input(0)) { UnaryMath(.round, $0) },
    .init(.hardSwish, 1...1, [.float32, .int8, .uint8]) { HardSwish($0) },
    .init(.if, 1...1, [.bool], .subgraph) { If($0) },
    .init(.while, 1...1, ElementType.allCases, .subgraph) { While($0) },
    .init(.nonMaxSuppressionV4, 1...1, [.float32], .fixed(.int32, .int32)) { _ in NonMaxSuppression(isSoft: false) },
    .init(.nonMaxSuppressionV5, 1...1, [.float32], .fixed(.int32, .float32, .int32)) { _ in
      NonMaxSuppression(isSoft: true)
    },
    .init(.scatterNd, 1...1, [.float32, .int32, .int64, .int16, .int8, .uint8, .bool], .input(1)) { ScatterND($0) },
    .init(.selectV2, 1...2, Self.fixedWidth, .input(1)) { Select($0) },
    .init(.densify, 1...1, [.float32, .float16, .int8], .input(0)) { Densify($0) },
    .init(.segmentSum, 1...1, [.float32, .int32]) { SegmentSum($0) },
    .init(fusible: .batchMatmul, 1...4, [.float32, .int8, .int16]) { BatchMatMul($0) },
    .init(.cumsum, 1...1, [.float32, .int32, .int64]) { CumulativeSum($0) },
    .init(.callOnce, 1...1, []) { CallOnce($0) },
    .init(.broadcastTo, 1...4, ElementType.fixedSize) { BroadcastTo($0) },
    .init(.rfft2d, 1...1, [.float32], .fixed(.complex64)) { RealFourier2D($0) },
    .init(.conv3D, 1...1, [.float32]) { Conv3D($0) },
    .init(.imag, 1...1, [.complex64, .complex128]) { ComplexPart(.imaginaryPart, $0) },
    .init(.real, 1...1, [.complex64, .complex128]) { ComplexPart(.realPart, $0) },
    .init(.complexAbs, 1...1, [.complex64, .complex128]) { ComplexPart(.modulus, $0) },
    .init(.hashtable, 1...1, [.int64, .string]) { HashTable($0) },
    .init(.hashtableFind, 1...1, [.int64, .string]) { HashTableFind($0) },
    .init(.hashtableImport, 1...1, [.int64, .string]) { HashTableImport($0) },
    .init(.hashtableSize, 1...1, [.resource, .int32]) { HashTableSize($0) },
    .init(.reduceAll, 1...1, [.bool]) { ReduceLogical($0, .all) },
    .init(.conv3DTranspose, 1...1, [.float32]) { Conv3DTranspose($0) },
    .init(.varHandle, 1...1, []) { VariableHandle($0) },
    .init(.readVariable, 1...1, ElementType.allCases) { ReadVariable($0) },
    .init(.assignVariable, 1...1, ElementType.allCases) { AssignVariable($0) },
    .init(.broadcastArgs, 1...1, [.int32, .int64]) { BroadcastArgs($0) },
    .init(.randomStandardNormal, 1...1, [.int32]) { RandomNumbers($0, .normal) },
    .init(.bucketize, 1...1, [.float32, .float64, .int32, .int64], .fixed(.int32)) { Bucketize($0) },
    .init(.randomUniform, 1...1, [.int32]) { RandomNumbers($0, .uniform) },
    .init(.multinomial, 1...1, [.float32]) { Multinomial($0) },
    .init(.gelu, 1...3, [.float32, .float16, .int8, .uint8, .int16]) { EluGelu($0) },
    .init(.dynamicUpdateSlice, 1...6, ElementType.fixedSize, .input(0)) { DynamicUpdateSlice($0) },
    .init(.relu0To1, 1...1, [.float32, .int8, .uint8]) { Relu($0) },
    .init(.unsortedSegmentProd, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.product) },
    .init(.unsortedSegmentMax, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.maximum) },
    .init(.unsortedSegmentSum, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.sum) },
    .init(.atan2, 1...1, [.float32, .float64, .float16, .bfloat16]) { Atan2($0) },
    .init(.unsortedSegmentMin, 1...1, [.float32, .int32]) { _ in UnsortedSegment(.minimum) },
    .init(.sign, 1...2, [.float32, .float64, .int32]) { UnaryMath(.sign, $0) },
    .init(.bitcast, 1...1, ElementType.wholeBytes) { Bitcast($0) },
    .init(.bitwiseXor, 1...1, [.int8, .uint8, .int16, .uint16, .int32, .uint32], .input(0)) { BitwiseOperation($0) },
    .init(.rightShift, 1...1, [.int8, .uint8, .int16, .uint16, .int32, .uint32], .input(0)) { BitwiseOperation($0) },
    .init(.stablehloAdd, 1...1, Self.plain) { StablehloBinary(.add, $0) },
    .init(.stablehloAnd, 1...1, [.int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64, .bool]) {
      StablehloBinary(.and, $0)
    },
    .init(.stablehloShiftLeft, 1...1, [.int8, .int16, .int32], .input(0)) { StablehloBinary(leftShift: $0) },
    .init(.stablehloRngBitGenerator, 1...1, [.uint64]) { RandomBits($0) },
    .init(.stablehloCase, 1...1, [.int32], .subgraph) { Case($0) },
    .init(.stablehloMultiply, 1...1, Self.plain) { StablehloBinary(.multiply, $0) },
    .init(.stablehloMaximum, 1...1, Self.plain) { StablehloBinary(.maximum, $0) },
    .init(.stablehloMinimum, 1...1, Self.plain) { StablehloBinary(.minimum, $0) },
    .init(
      .stablehloScatter, 1...1,
      [
        .float16, .float32, .float64, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .bool,
      ]
    ) { StableHLOScatter($0) },
    .init(.stablehloPad, 1...1, ElementType.wholeBytes) { InteriorPad(stableHLO: $0) },
    .init(.stablehloReduceWindow, 1...1, [.bool, .int8, .int16, .int32, .int64, .uint8, .float32, .float64]) {
      ReduceWindow(stableHLO: $0)
    },
    .init(.stablehloGather, 1...1, ElementType.wholeBytes) { StableHLOGather($0) },
    .init(.dilate, 1...1, ElementType.wholeBytes) { InteriorPad(dilation: $0) },
    .init(.reduceWindow, 1...1, [.bool, .int8, .int16, .int32, .int64, .uint8, .float32, .float64]) {
      ReduceWindow($0)
    },
    .init(.stablehloComposite, 1...1, ElementType.allCases, .subgraph) { Call(composite: $0) },
  ]

  package static let custom: [OperatorEntry] = [
    .init(custom: "aeq.hadamard_rotation", [.float32]) { node throws(RuntimeError) in try HadamardRotation(node) },
    .init(custom: "AudioSpectrogram", [.float32]) { node throws(RuntimeError) in try AudioSpectrogram(node) },
    .init(custom: "Convolution2DTransposeBias", [.float32]) { node throws(RuntimeError) in
      try TransposeConv(biased: node)
    },
    .init(custom: "DenseImageWarp", [.float32]) { DenseImageWarp($0) },
    .init(custom: "Landmarks2TransformMatrix", versions: 1...2, [.float32]) { node throws(RuntimeError) in
      try LandmarksToTransformMatrix(node)
    },
    .init(custom: "MaxPoolingWithArgmax2D", [.float32]) { node throws(RuntimeError) in
      try MaxPoolingWithArgmax2D(node)
    },
    .init(custom: "MaxPoolWithArgmax", [.float32]) { node throws(RuntimeError) in try MaxPoolWithArgmax(node) },
    .init(custom: "MaxUnpooling2D", [.float32]) { node throws(RuntimeError) in try MaxUnpooling2D(node) },
    .init(custom: "Mfcc", [.float32]) { node throws(RuntimeError) in try Mfcc(node) },
    .init(custom: "NumericVerify", [.int8, .uint8, .int16, .float16], .fixed(.float32)) { NumericVerify($0) },
    .init(custom: "TFLite_Detection_PostProcess", [.float32, .uint8], .fixed(.float32, .float32, .float32, .float32)) {
      node throws(RuntimeError) in
      try DetectionPostProcess(node)
    },
    .init(custom: "TransformLandmarks", versions: 1...2, [.float32]) { node throws(RuntimeError) in
      try TransformLandmarks(node)
    },
    .init(custom: "TransformTensorBilinear", versions: 1...2, [.float32]) { node throws(RuntimeError) in
      try TransformTensorBilinear(node)
    },
  ]

  /// Places in `builtin` by code, -1 for none.
  private static let byCode: [Int] = {
    var places = [Int](repeating: -1, count: 1 + (builtin.map { Int($0.code.rawValue) }.max() ?? 0))
    for (place, entry) in builtin.enumerated() { places[Int(entry.code.rawValue)] = place }
    return places
  }()

  static func entry(_ code: Schema.BuiltinOperator) -> OperatorEntry? {
    let code = Int(code.rawValue)
    guard byCode.indices.contains(code), byCode[code] >= 0 else { return nil }
    return builtin[byCode[code]]
  }

  static func customEntry(_ name: String) -> OperatorEntry? {
    for entry in custom where entry.name == name { return entry }
    return nil
  }
}
