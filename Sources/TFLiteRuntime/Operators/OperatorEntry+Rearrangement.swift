import TFLiteSchema

// Operators that move, join, cut, fill and look up elements.

extension OperatorEntry {
  /// `CONCATENATION`.
  public static var concatenation: Self {
    .init(.concatenation, 1...7, ElementType.fixedSize) { Concatenation($0).made }
  }
  /// `DEPTH_TO_SPACE`.
  public static var depthToSpace: Self {
    .init(.depthToSpace, 1...2, ElementType.wholeBytes) { SpaceToDepth(inverse: $0).made }
  }
  /// `RESHAPE`.
  public static var reshape: Self {
    .init(.reshape, 1...1, ElementType.allCases) { Reshape($0).made }.bringing { $0.dilationFusion = .dilationFusion }
  }
  /// `RESIZE_BILINEAR`.
  public static var resizeBilinear: Self {
    .init(.resizeBilinear, 1...4, [.float32, .uint8, .int8, .int16], .input(0)) { ResizeBilinear($0).made }
  }
  /// `SPACE_TO_DEPTH`.
  public static var spaceToDepth: Self { .init(.spaceToDepth, 1...2, ElementType.wholeBytes) { SpaceToDepth($0).made } }
  /// `PAD`.
  public static var pad: Self {
    .init(.pad, 1...6, ElementType.wholeBytes) { Pad($0).made }.bringing { $0.paddingFusion = .paddingFusion }
  }
  /// `GATHER`.
  public static var gather: Self { .init(.gather, 1...8, ElementType.allCases, .input(0)) { Gather($0).made } }
  /// `BATCH_TO_SPACE_ND`.
  public static var batchToSpaceNd: Self {
    .init(.batchToSpaceNd, 1...4, ElementType.wholeBytes) { BatchToSpaceND($0).made }
  }
  /// `SPACE_TO_BATCH_ND`.
  public static var spaceToBatchNd: Self {
    .init(.spaceToBatchNd, 1...4, ElementType.wholeBytes) { SpaceToBatchND($0).made }.bringing {
      $0.dilationFusion = .dilationFusion
    }
  }
  /// `TRANSPOSE`.
  public static var transpose: Self {
    .init(.transpose, 1...9, ElementType.fixedSize) { Transpose($0).made }.bringing {
      $0.meetingTranspositions = .meetingTranspositions
      $0.operandChanges = .operandChanges
    }
  }
  /// `SQUEEZE`.
  public static var squeeze: Self {
    .init(.squeeze, 1...2, ElementType.allCases) { Squeeze($0).made }.bringing { $0.dilationFusion = .dilationFusion }
  }
  /// `STRIDED_SLICE`.
  public static var stridedSlice: Self { .init(.stridedSlice, 1...8, ElementType.allCases) { StridedSlice($0).made } }
  /// `SPLIT`.
  public static var split: Self {
    .init(.split, 1...5, ElementType.wholeBytes, .input(1)) { Split(equalParts: $0).made }
  }
  /// `PADV2`.
  public static var padv2: Self { .init(.padv2, 1...6, ElementType.wholeBytes) { Pad($0).made } }
  /// `SLICE`.
  public static var slice: Self { .init(.slice, 1...8, ElementType.allCases) { Slice($0).made } }
  /// `SPARSE_TO_DENSE`.
  public static var sparseToDense: Self {
    .init(.sparseToDense, 1...3, ElementType.wholeBytes, .input(2)) { SparseToDense($0).made }
  }
  /// `TILE`.
  public static var tile: Self { .init(.tile, 1...3, ElementType.wholeBytesAndStrings) { Tile($0).made } }
  /// `EXPAND_DIMS`.
  public static var expandDims: Self {
    .init(.expandDims, 1...1, ElementType.allCases, .input(0)) { ExpandDims($0).made }.bringing {
      $0.dilationFusion = .dilationFusion
    }
  }
  /// `SHAPE`.
  public static var shape: Self {
    .init(.shape, 1...1, ElementType.allCases, .option { $0.options.shapeOptions?.outType }) {
      ShapeOf($0).made
    }
  }
  /// `PACK`.
  public static var pack: Self { .init(.pack, 1...5, ElementType.wholeBytes) { Pack($0).made } }
  /// `ONE_HOT`.
  public static var oneHot: Self { .init(.oneHot, 1...1, ElementType.wholeBytes, .input(2)) { OneHot($0).made } }
  /// `UNPACK`.
  public static var unpack: Self {
    .init(.unpack, 1...6, ElementType.wholeBytes) { Unpack($0).made }.bringing { $0.joinedProducts = .joinedProducts }
  }
  /// `ZEROS_LIKE`.
  public static var zerosLike: Self {
    .init(.zerosLike, 1...1, ElementType.fixedSize, .input(0)) { ZerosLike($0).made }
  }
  /// `FILL`.
  public static var fill: Self { .init(.fill, 1...5, ElementType.wholeBytesAndStrings, .input(1)) { Fill($0).made } }
  /// `RANGE`.
  public static var range: Self {
    .init(.range, 1...2, [.float32, .int32, .int64], .input(0)) { NumberRange($0).made }
  }
  /// `RESIZE_NEAREST_NEIGHBOR`.
  public static var resizeNearestNeighbor: Self {
    .init(.resizeNearestNeighbor, 1...4, ElementType.wholeBytes, .input(0)) { ResizeNearestNeighbor($0).made }
  }
  /// `MIRROR_PAD`.
  public static var mirrorPad: Self { .init(.mirrorPad, 1...3, ElementType.wholeBytes) { MirrorPad($0).made } }
  /// `SPLIT_V`.
  public static var splitV: Self { .init(.splitV, 1...3, ElementType.wholeBytes, .input(0)) { Split(sizes: $0).made } }
  /// `UNIQUE`.
  public static var unique: Self {
    .init(.unique, 1...1, [.float32, .int8, .int16, .int32, .int64, .uint8]) { Unique($0).made }
  }
  /// `REVERSE_V2`.
  public static var reverseV2: Self { .init(.reverseV2, 1...4, ElementType.wholeBytes) { ReverseV2($0).made } }
  /// `GATHER_ND`.
  public static var gatherNd: Self {
    .init(.gatherNd, 1...6, ElementType.wholeBytesAndStrings, .input(0)) { GatherND($0).made }
  }
  /// `WHERE`.
  public static var `where`: Self {
    .init(.where, 1...2, [.bool, .float32, .int64, .int32, .int8, .uint8, .uint32], .fixed(.int64)) { Where($0).made }
  }
  /// `RANK`.
  public static var rank: Self { .init(.rank, 1...1, ElementType.allCases, .fixed(.int32)) { Rank($0).made } }
  /// `REVERSE_SEQUENCE`.
  public static var reverseSequence: Self {
    .init(.reverseSequence, 1...1, ElementType.wholeBytes) { ReverseSequence($0).made }
  }
  /// `MATRIX_DIAG`.
  public static var matrixDiag: Self {
    .init(.matrixDiag, 1...1, ElementType.wholeBytes, .input(0)) { MatrixDiagonal(new: $0).made }
  }
  /// `MATRIX_SET_DIAG`.
  public static var matrixSetDiag: Self {
    .init(.matrixSetDiag, 1...1, ElementType.wholeBytes, .input(0)) { MatrixDiagonal(replacing: $0).made }
  }
  /// `SCATTER_ND`.
  public static var scatterNd: Self {
    .init(.scatterNd, 1...1, [.float32, .int32, .int64, .int16, .int8, .uint8, .bool], .input(1)) { ScatterND($0).made }
  }
  /// `BROADCAST_TO`.
  public static var broadcastTo: Self { .init(.broadcastTo, 1...4, ElementType.fixedSize) { BroadcastTo($0).made } }
  /// `BROADCAST_ARGS`.
  public static var broadcastArgs: Self { .init(.broadcastArgs, 1...1, [.int32, .int64]) { BroadcastArgs($0).made } }
  /// `DYNAMIC_UPDATE_SLICE`.
  public static var dynamicUpdateSlice: Self {
    .init(.dynamicUpdateSlice, 1...6, ElementType.fixedSize, .input(0)) { DynamicUpdateSlice($0).made }
  }
  /// `STABLEHLO_PAD`.
  public static var stablehloPad: Self {
    .init(.stablehloPad, 1...1, ElementType.wholeBytes) { InteriorPad(stableHLO: $0).made }
  }
  /// `DILATE`.
  public static var dilate: Self { .init(.dilate, 1...1, ElementType.wholeBytes) { InteriorPad(dilation: $0).made } }
}
