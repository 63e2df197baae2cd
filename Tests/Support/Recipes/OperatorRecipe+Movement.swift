import TFLiteRuntime
import TFLiteSchema

extension OperatorRecipe {
  static let movement: [Self] = [reshaping, slicing, joining, padding, images, gathering].flatMap { $0 }

  /// An operator with constant operands behind the tensor that it moves.
  private static func moving(
    _ code: Schema.BuiltinOperator, _ options: Options = .none, _ shape: [Int] = [2, 4], _ operands: Tensor...,
    to output: [Int] = [2, 4]
  ) -> Self {
    Self(code, options) { type in ([.of(type, shape)] + operands, [.of(type, output)]) }
  }

  private static func vector(_ values: Int32...) -> Tensor { .int32([values.count], values) }

  private static let reshaping: [Self] = [
    moving(.reshape, .none, [2, 4], vector(8), to: [8]),
    moving(.squeeze, Options(.squeezeOptions, [:]), [1, 4], to: [4]),
    moving(.expandDims, .none, [4], .int32([], [0]), to: [1, 4]),
    moving(.transpose, .none, [2, 4], vector(1, 0), to: [4, 2]),
    moving(.reverseV2, .none, [2, 4], vector(0)),
    moving(.reverseSequence, Options(.reverseSequenceOptions, ["seq_dim": 1, "batch_dim": 0]), [2, 4], vector(1, 2)),
    moving(.tile, .none, [2, 4], vector(1, 2), to: [2, 8]),
    moving(.broadcastTo, .none, [1, 4], vector(2, 4)),
    Self(.rank) { ([.of($0, [2, 4])], [.int32([])]) },
    Self(.shape, Options(.shapeOptions, ["out_type": .value(Schema.TensorType.int32)])) { type in
      ([.of(type, [2, 4])], [.int32([2])])
    },
    Self(.broadcastArgs) { ([.of($0, [2]), .of($0, [2])], [.of($0, [2])]) },
  ]

  private static let slicing: [Self] = [
    moving(.slice, .none, [2, 4], vector(0, 0), vector(1, 4), to: [1, 4]),
    moving(
      .stridedSlice, Options(.stridedSliceOptions, [:]), [2, 4], vector(0, 0), vector(1, 4), vector(1, 1), to: [1, 4]),
    Self(.split, Options(.splitOptions, ["num_splits": 2])) { type in
      ([.int32([], [0]), .of(type, [2, 4])], [.of(type, [1, 4]), .of(type, [1, 4])])
    },
    Self(.splitV, Options(.splitVOptions, ["num_splits": 2])) { type in
      ([.of(type, [2, 4]), vector(1, 1), .int32([], [0])], [.of(type, [1, 4]), .of(type, [1, 4])])
    },
    Self(.unpack, Options(.unpackOptions, ["num": 2])) { type in
      ([.of(type, [2, 4])], [.of(type, [4]), .of(type, [4])])
    },
  ]

  private static let joining: [Self] = [
    Self(.concatenation, Options(.concatenationOptions, ["axis": 0])) { type in
      ([.of(type, [1, 4]), .of(type, [1, 4])], [.of(type, [2, 4])])
    },
    Self(.pack, Options(.packOptions, ["values_count": 2])) { type in
      ([.of(type, [4]), .of(type, [4])], [.of(type, [2, 4])])
    },
  ]

  private static let margins: Tensor = .int32([2, 2], [1, 0, 0, 0])

  private static let padding: [Self] = [
    moving(.pad, .none, [2, 4], margins, to: [3, 4]),
    moving(.mirrorPad, Options(.mirrorPadOptions, [:]), [2, 4], margins, to: [3, 4]),
    Self(.padv2) { ([.of($0, [2, 4]), margins, .of($0, [1])], [.of($0, [3, 4])]) },
    Self(
      .stablehloPad,
      Options(
        .stablehloPadOptions,
        ["edge_padding_low": [1, 0], "edge_padding_high": [0, 0], "interior_padding": [0, 0]])
    ) { type in ([.of(type, [2, 4]), .of(type, [])], [.of(type, [3, 4])]) },
    Self(.dilate) { ([.of($0, [2, 4]), vector(2, 1), .of($0, [])], [.of($0, [3, 4])]) },
  ]

  private static let images: [Self] = [
    moving(.spaceToDepth, Options(.spaceToDepthOptions, ["block_size": 2]), [1, 2, 2, 1], to: [1, 1, 1, 4]),
    moving(.depthToSpace, Options(.depthToSpaceOptions, ["block_size": 2]), [1, 1, 1, 4], to: [1, 2, 2, 1]),
    moving(
      .spaceToBatchNd, .none, [1, 2, 2, 1], vector(2, 2), .int32([2, 2], [0, 0, 0, 0]), to: [4, 1, 1, 1]),
    moving(
      .batchToSpaceNd, .none, [4, 1, 1, 1], vector(2, 2), .int32([2, 2], [0, 0, 0, 0]), to: [1, 2, 2, 1]),
    moving(.resizeBilinear, .none, [1, 2, 2, 1], vector(4, 4), to: [1, 4, 4, 1]),
    moving(.resizeNearestNeighbor, .none, [1, 2, 2, 1], vector(4, 4), to: [1, 4, 4, 1]),
  ]

  private static let gathering: [Self] = [
    moving(.gather, Options(.gatherOptions, ["axis": 0]), [4], vector(0), to: [1]),
    moving(.gatherNd, .none, [4], .int32([1, 1], [0]), to: [1]),
    Self(.scatterNd) { ([.int32([1, 1], [0]), .of($0, [1]), vector(4)], [.of($0, [4])]) },
    Self(.dynamicUpdateSlice) { ([.of($0, [2, 4]), .of($0, [1, 4]), vector(0, 0)], [.of($0, [2, 4])]) },
    Self(.embeddingLookup) { ([.int32([1]), .of($0, [2, 4])], [.of($0, [1, 4])]) },
    // Strings have rank 1 here; a row of others is made of whole bytes.
    Self(.hashtableLookup) { type in
      let row = type == .string ? [] : [4]
      return (
        [.int32([1]), .int32([2]), .of(type, [2] + row)], [.of(type, [1] + row), Tensor(.uint8, [1])]
      )
    },
    Self(
      .stablehloGather,
      Options(
        .stablehloGatherOptions,
        [
          "offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1,
          "slice_sizes": [1],
        ])
    ) { type in ([.of(type, [4]), .int32([1, 1], [0])], [.of(type, [1])]) },
  ]

  // MARK: Tensors made from few elements

  /// Without seeds every session would draw other numbers.
  private static let seeds = Options(.randomOptions, ["seed": 11, "seed2": 5])

  static let filling: [Self] = [
    Self(.fill) { ([vector(2), .of($0, [])], [.of($0, [2])]) },
    Self(.oneHot, Options(.oneHotOptions, ["axis": -1])) { type in
      ([.int32([2]), .int32([], [3]), .of(type, []), .of(type, [])], [.of(type, [2, 3])])
    },
    Self(.sparseToDense) { ([.int32([1, 1]), vector(4), .of($0, [1]), .of($0, [])], [.of($0, [4])]) },
    Self(.matrixDiag) { ([.of($0, [2])], [.of($0, [2, 2])]) },
    Self(.matrixSetDiag) { ([.of($0, [2, 2]), .of($0, [2])], [.of($0, [2, 2])]) },
    Self(.range) { ([.of($0, []), .of($0, []), .of($0, [])], [.of($0, [1])]) },
    Self(.where) { ([.of($0, [2, 4])], [.int64([1, 2])]) },
    Self(.randomUniform, seeds) { ([.of($0, [2]).zeros], [.float32([2, 4])]) },
    Self(.randomStandardNormal, seeds) { ([.of($0, [2]).zeros], [.float32([2, 4])]) },
    Self(.multinomial, seeds) { ([.of($0, [1, 4]), .int32([], [2])], [.int64([1, 2])]) },
    Self(.stablehloRngBitGenerator, Options(.stablehloRngBitGeneratorOptions, ["algorithm": 1])) { type in
      ([.of(type, [2])], [Tensor(.uint64, [2]), .uint32([4])])
    },
  ]
}
