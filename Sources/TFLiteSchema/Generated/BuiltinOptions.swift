// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Option tables of the first 127 kinds; closed, newer tables are in BuiltinOptions2.
  public struct BuiltinOptions: SchemaEnum {
    /// The number in a file.
    public let rawValue: UInt8

    /// The case for a number of a file, named or not.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// `NONE`, 0.
    public static let none = Self(rawValue: 0)
    /// `Conv2DOptions`, 1.
    public static let conv2DOptions = Self(rawValue: 1)
    /// `DepthwiseConv2DOptions`, 2.
    public static let depthwiseConv2DOptions = Self(rawValue: 2)
    /// `ConcatEmbeddingsOptions`, 3.
    public static let concatEmbeddingsOptions = Self(rawValue: 3)
    /// `LSHProjectionOptions`, 4.
    public static let lshProjectionOptions = Self(rawValue: 4)
    /// `Pool2DOptions`, 5.
    public static let pool2DOptions = Self(rawValue: 5)
    /// `SVDFOptions`, 6.
    public static let svdfOptions = Self(rawValue: 6)
    /// `RNNOptions`, 7.
    public static let rnnOptions = Self(rawValue: 7)
    /// `FullyConnectedOptions`, 8.
    public static let fullyConnectedOptions = Self(rawValue: 8)
    /// `SoftmaxOptions`, 9.
    public static let softmaxOptions = Self(rawValue: 9)
    /// `ConcatenationOptions`, 10.
    public static let concatenationOptions = Self(rawValue: 10)
    /// `AddOptions`, 11.
    public static let addOptions = Self(rawValue: 11)
    /// `L2NormOptions`, 12.
    public static let l2NormOptions = Self(rawValue: 12)
    /// `LocalResponseNormalizationOptions`, 13.
    public static let localResponseNormalizationOptions = Self(rawValue: 13)
    /// `LSTMOptions`, 14.
    public static let lstmOptions = Self(rawValue: 14)
    /// `ResizeBilinearOptions`, 15.
    public static let resizeBilinearOptions = Self(rawValue: 15)
    /// `CallOptions`, 16.
    public static let callOptions = Self(rawValue: 16)
    /// `ReshapeOptions`, 17.
    public static let reshapeOptions = Self(rawValue: 17)
    /// `SkipGramOptions`, 18.
    public static let skipGramOptions = Self(rawValue: 18)
    /// `SpaceToDepthOptions`, 19.
    public static let spaceToDepthOptions = Self(rawValue: 19)
    /// `EmbeddingLookupSparseOptions`, 20.
    public static let embeddingLookupSparseOptions = Self(rawValue: 20)
    /// `MulOptions`, 21.
    public static let mulOptions = Self(rawValue: 21)
    /// `PadOptions`, 22.
    public static let padOptions = Self(rawValue: 22)
    /// `GatherOptions`, 23.
    public static let gatherOptions = Self(rawValue: 23)
    /// `BatchToSpaceNDOptions`, 24.
    public static let batchToSpaceNDOptions = Self(rawValue: 24)
    /// `SpaceToBatchNDOptions`, 25.
    public static let spaceToBatchNDOptions = Self(rawValue: 25)
    /// `TransposeOptions`, 26.
    public static let transposeOptions = Self(rawValue: 26)
    /// `ReducerOptions`, 27.
    public static let reducerOptions = Self(rawValue: 27)
    /// `SubOptions`, 28.
    public static let subOptions = Self(rawValue: 28)
    /// `DivOptions`, 29.
    public static let divOptions = Self(rawValue: 29)
    /// `SqueezeOptions`, 30.
    public static let squeezeOptions = Self(rawValue: 30)
    /// `SequenceRNNOptions`, 31.
    public static let sequenceRNNOptions = Self(rawValue: 31)
    /// `StridedSliceOptions`, 32.
    public static let stridedSliceOptions = Self(rawValue: 32)
    /// `ExpOptions`, 33.
    public static let expOptions = Self(rawValue: 33)
    /// `TopKV2Options`, 34.
    public static let topKV2Options = Self(rawValue: 34)
    /// `SplitOptions`, 35.
    public static let splitOptions = Self(rawValue: 35)
    /// `LogSoftmaxOptions`, 36.
    public static let logSoftmaxOptions = Self(rawValue: 36)
    /// `CastOptions`, 37.
    public static let castOptions = Self(rawValue: 37)
    /// `DequantizeOptions`, 38.
    public static let dequantizeOptions = Self(rawValue: 38)
    /// `MaximumMinimumOptions`, 39.
    public static let maximumMinimumOptions = Self(rawValue: 39)
    /// `ArgMaxOptions`, 40.
    public static let argMaxOptions = Self(rawValue: 40)
    /// `LessOptions`, 41.
    public static let lessOptions = Self(rawValue: 41)
    /// `NegOptions`, 42.
    public static let negOptions = Self(rawValue: 42)
    /// `PadV2Options`, 43.
    public static let padV2Options = Self(rawValue: 43)
    /// `GreaterOptions`, 44.
    public static let greaterOptions = Self(rawValue: 44)
    /// `GreaterEqualOptions`, 45.
    public static let greaterEqualOptions = Self(rawValue: 45)
    /// `LessEqualOptions`, 46.
    public static let lessEqualOptions = Self(rawValue: 46)
    /// `SelectOptions`, 47.
    public static let selectOptions = Self(rawValue: 47)
    /// `SliceOptions`, 48.
    public static let sliceOptions = Self(rawValue: 48)
    /// `TransposeConvOptions`, 49.
    public static let transposeConvOptions = Self(rawValue: 49)
    /// `SparseToDenseOptions`, 50.
    public static let sparseToDenseOptions = Self(rawValue: 50)
    /// `TileOptions`, 51.
    public static let tileOptions = Self(rawValue: 51)
    /// `ExpandDimsOptions`, 52.
    public static let expandDimsOptions = Self(rawValue: 52)
    /// `EqualOptions`, 53.
    public static let equalOptions = Self(rawValue: 53)
    /// `NotEqualOptions`, 54.
    public static let notEqualOptions = Self(rawValue: 54)
    /// `ShapeOptions`, 55.
    public static let shapeOptions = Self(rawValue: 55)
    /// `PowOptions`, 56.
    public static let powOptions = Self(rawValue: 56)
    /// `ArgMinOptions`, 57.
    public static let argMinOptions = Self(rawValue: 57)
    /// `FakeQuantOptions`, 58.
    public static let fakeQuantOptions = Self(rawValue: 58)
    /// `PackOptions`, 59.
    public static let packOptions = Self(rawValue: 59)
    /// `LogicalOrOptions`, 60.
    public static let logicalOrOptions = Self(rawValue: 60)
    /// `OneHotOptions`, 61.
    public static let oneHotOptions = Self(rawValue: 61)
    /// `LogicalAndOptions`, 62.
    public static let logicalAndOptions = Self(rawValue: 62)
    /// `LogicalNotOptions`, 63.
    public static let logicalNotOptions = Self(rawValue: 63)
    /// `UnpackOptions`, 64.
    public static let unpackOptions = Self(rawValue: 64)
    /// `FloorDivOptions`, 65.
    public static let floorDivOptions = Self(rawValue: 65)
    /// `SquareOptions`, 66.
    public static let squareOptions = Self(rawValue: 66)
    /// `ZerosLikeOptions`, 67.
    public static let zerosLikeOptions = Self(rawValue: 67)
    /// `FillOptions`, 68.
    public static let fillOptions = Self(rawValue: 68)
    /// `BidirectionalSequenceLSTMOptions`, 69.
    public static let bidirectionalSequenceLSTMOptions = Self(rawValue: 69)
    /// `BidirectionalSequenceRNNOptions`, 70.
    public static let bidirectionalSequenceRNNOptions = Self(rawValue: 70)
    /// `UnidirectionalSequenceLSTMOptions`, 71.
    public static let unidirectionalSequenceLSTMOptions = Self(rawValue: 71)
    /// `FloorModOptions`, 72.
    public static let floorModOptions = Self(rawValue: 72)
    /// `RangeOptions`, 73.
    public static let rangeOptions = Self(rawValue: 73)
    /// `ResizeNearestNeighborOptions`, 74.
    public static let resizeNearestNeighborOptions = Self(rawValue: 74)
    /// `LeakyReluOptions`, 75.
    public static let leakyReluOptions = Self(rawValue: 75)
    /// `SquaredDifferenceOptions`, 76.
    public static let squaredDifferenceOptions = Self(rawValue: 76)
    /// `MirrorPadOptions`, 77.
    public static let mirrorPadOptions = Self(rawValue: 77)
    /// `AbsOptions`, 78.
    public static let absOptions = Self(rawValue: 78)
    /// `SplitVOptions`, 79.
    public static let splitVOptions = Self(rawValue: 79)
    /// `UniqueOptions`, 80.
    public static let uniqueOptions = Self(rawValue: 80)
    /// `ReverseV2Options`, 81.
    public static let reverseV2Options = Self(rawValue: 81)
    /// `AddNOptions`, 82.
    public static let addNOptions = Self(rawValue: 82)
    /// `GatherNdOptions`, 83.
    public static let gatherNdOptions = Self(rawValue: 83)
    /// `CosOptions`, 84.
    public static let cosOptions = Self(rawValue: 84)
    /// `WhereOptions`, 85.
    public static let whereOptions = Self(rawValue: 85)
    /// `RankOptions`, 86.
    public static let rankOptions = Self(rawValue: 86)
    /// `ReverseSequenceOptions`, 87.
    public static let reverseSequenceOptions = Self(rawValue: 87)
    /// `MatrixDiagOptions`, 88.
    public static let matrixDiagOptions = Self(rawValue: 88)
    /// `QuantizeOptions`, 89.
    public static let quantizeOptions = Self(rawValue: 89)
    /// `MatrixSetDiagOptions`, 90.
    public static let matrixSetDiagOptions = Self(rawValue: 90)
    /// `HardSwishOptions`, 91.
    public static let hardSwishOptions = Self(rawValue: 91)
    /// `IfOptions`, 92.
    public static let ifOptions = Self(rawValue: 92)
    /// `WhileOptions`, 93.
    public static let whileOptions = Self(rawValue: 93)
    /// `DepthToSpaceOptions`, 94.
    public static let depthToSpaceOptions = Self(rawValue: 94)
    /// `NonMaxSuppressionV4Options`, 95.
    public static let nonMaxSuppressionV4Options = Self(rawValue: 95)
    /// `NonMaxSuppressionV5Options`, 96.
    public static let nonMaxSuppressionV5Options = Self(rawValue: 96)
    /// `ScatterNdOptions`, 97.
    public static let scatterNdOptions = Self(rawValue: 97)
    /// `SelectV2Options`, 98.
    public static let selectV2Options = Self(rawValue: 98)
    /// `DensifyOptions`, 99.
    public static let densifyOptions = Self(rawValue: 99)
    /// `SegmentSumOptions`, 100.
    public static let segmentSumOptions = Self(rawValue: 100)
    /// `BatchMatMulOptions`, 101.
    public static let batchMatMulOptions = Self(rawValue: 101)
    /// `CumsumOptions`, 102.
    public static let cumsumOptions = Self(rawValue: 102)
    /// `CallOnceOptions`, 103.
    public static let callOnceOptions = Self(rawValue: 103)
    /// `BroadcastToOptions`, 104.
    public static let broadcastToOptions = Self(rawValue: 104)
    /// `Rfft2dOptions`, 105.
    public static let rfft2dOptions = Self(rawValue: 105)
    /// `Conv3DOptions`, 106.
    public static let conv3DOptions = Self(rawValue: 106)
    /// `HashtableOptions`, 107.
    public static let hashtableOptions = Self(rawValue: 107)
    /// `HashtableFindOptions`, 108.
    public static let hashtableFindOptions = Self(rawValue: 108)
    /// `HashtableImportOptions`, 109.
    public static let hashtableImportOptions = Self(rawValue: 109)
    /// `HashtableSizeOptions`, 110.
    public static let hashtableSizeOptions = Self(rawValue: 110)
    /// `VarHandleOptions`, 111.
    public static let varHandleOptions = Self(rawValue: 111)
    /// `ReadVariableOptions`, 112.
    public static let readVariableOptions = Self(rawValue: 112)
    /// `AssignVariableOptions`, 113.
    public static let assignVariableOptions = Self(rawValue: 113)
    /// `RandomOptions`, 114.
    public static let randomOptions = Self(rawValue: 114)
    /// `BucketizeOptions`, 115.
    public static let bucketizeOptions = Self(rawValue: 115)
    /// `GeluOptions`, 116.
    public static let geluOptions = Self(rawValue: 116)
    /// `DynamicUpdateSliceOptions`, 117.
    public static let dynamicUpdateSliceOptions = Self(rawValue: 117)
    /// `UnsortedSegmentProdOptions`, 118.
    public static let unsortedSegmentProdOptions = Self(rawValue: 118)
    /// `UnsortedSegmentMaxOptions`, 119.
    public static let unsortedSegmentMaxOptions = Self(rawValue: 119)
    /// `UnsortedSegmentMinOptions`, 120.
    public static let unsortedSegmentMinOptions = Self(rawValue: 120)
    /// `UnsortedSegmentSumOptions`, 121.
    public static let unsortedSegmentSumOptions = Self(rawValue: 121)
    /// `ATan2Options`, 122.
    public static let aTan2Options = Self(rawValue: 122)
    /// `SignOptions`, 123.
    public static let signOptions = Self(rawValue: 123)
    /// `BitcastOptions`, 124.
    public static let bitcastOptions = Self(rawValue: 124)
    /// `BitwiseXorOptions`, 125.
    public static let bitwiseXorOptions = Self(rawValue: 125)
    /// `RightShiftOptions`, 126.
    public static let rightShiftOptions = Self(rawValue: 126)
  }
}
