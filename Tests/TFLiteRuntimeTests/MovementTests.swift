import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

@Suite struct MovementTests {
  @Test(arguments: cases, [false, true])
  func movesElements(_ entry: MovementCase, feedsOperands: Bool) throws {
    try entry.check(feedsOperands: feedsOperands)
  }

  static let cases: [MovementCase] = [
    MovementCase(
      name: "transpose, a matrix", code: .transpose, shape: [2, 3], operands: [.int32([2], [1, 0])],
      expected: [([3, 2], [0, 3, 1, 4, 2, 5])]),
    MovementCase(
      name: "transpose, counted from the end", code: .transpose, shape: [1, 2, 3], operands: [.int32([3], [-1, 0, 1])],
      expected: [([3, 1, 2], [0, 3, 1, 4, 2, 5])]),
    MovementCase(
      name: "slice to the end", code: .slice, shape: [2, 3], operands: [.int32([2], [0, 1]), .int32([2], [-1, 2])],
      expected: [([2, 2], [1, 2, 4, 5])]),
    MovementCase(
      name: "strided slice, backwards", code: .stridedSlice,
      options: .init(.stridedSliceOptions, ["end_mask": 2]), shape: [2, 3],
      operands: [.int32([2], [0, 2]), .int32([2], [2, 0]), .int32([2], [1, -2])], expected: [([2, 2], [2, 0, 5, 3])]),
    MovementCase(
      name: "strided slice, one index and a new axis", code: .stridedSlice,
      options: .init(.stridedSliceOptions, ["shrink_axis_mask": 1, "new_axis_mask": 2]), shape: [2, 3],
      operands: [.int32([2], [1, 0]), .int32([2], [2, 0]), .int32([2], [1, 1])], expected: [([1, 3], [3, 4, 5])]),
    MovementCase(
      name: "strided slice, ellipsis", code: .stridedSlice,
      options: .init(.stridedSliceOptions, ["ellipsis_mask": 1]), shape: [2, 1, 3],
      operands: [.int32([2], [0, -1]), .int32([2], [0, 3]), .int32([2], [1, 1])], expected: [([2, 1, 1], [2, 5])]),
    MovementCase(
      name: "split", code: .split, options: .init(.splitOptions, ["num_splits": 3]), shape: [2, 3],
      operands: [.int32([], [-1])], position: 1, expected: [([2, 1], [0, 3]), ([2, 1], [1, 4]), ([2, 1], [2, 5])]),
    MovementCase(
      name: "split by sizes", code: .splitV, options: .init(.splitVOptions, ["num_splits": 2]), shape: [2, 3],
      operands: [.int64([2], [-1, 2]), .int32([], [1])], expected: [([2, 1], [0, 3]), ([2, 2], [1, 2, 4, 5])]),
    MovementCase(
      name: "unpack", code: .unpack, options: .init(.unpackOptions, ["num": 2, "axis": 0]), shape: [2, 3],
      expected: [([3], [0, 1, 2]), ([3], [3, 4, 5])]),
    MovementCase(
      name: "pack", code: .pack, options: .init(.packOptions, ["values_count": 2, "axis": -1]), shape: [3],
      operands: [.int32([3], [7, 8, 9])], expected: [([3, 2], [0, 7, 1, 8, 2, 9])]),
    MovementCase(
      name: "concatenation", code: .concatenation, options: .init(.concatenationOptions, ["axis": 1]), shape: [2, 2],
      operands: [.int32([2, 1], [7, 8])], expected: [([2, 3], [0, 1, 7, 2, 3, 8])]),
    MovementCase(
      name: "pad", code: .pad, shape: [2, 2], operands: [.int32([2, 2], [1, 0, 0, 2])],
      expected: [([3, 4], [0, 0, 0, 0, 0, 1, 0, 0, 2, 3, 0, 0])]),
    MovementCase(
      name: "pad with a value", code: .padv2, shape: [1, 2],
      operands: [.int64([2, 2], [0, 1, 1, 0]), .int32([], [9])], expected: [([2, 3], [9, 0, 1, 9, 9, 9])]),
    MovementCase(
      name: "reflected margins", code: .mirrorPad, options: .init(.mirrorPadOptions, ["mode": 0]), shape: [1, 3],
      operands: [.int32([2, 2], [0, 0, 2, 1])], expected: [([1, 6], [2, 1, 0, 1, 2, 1])]),
    MovementCase(
      name: "symmetric margins", code: .mirrorPad, options: .init(.mirrorPadOptions, ["mode": 1]), shape: [2, 2],
      operands: [.int32([2, 2], [1, 0, 0, 2])],
      expected: [([3, 4], [0, 1, 1, 0, 0, 1, 1, 0, 2, 3, 3, 2])]),
    MovementCase(
      name: "tile", code: .tile, shape: [1, 2], operands: [.int32([2], [2, 2])],
      expected: [([2, 4], [0, 1, 0, 1, 0, 1, 0, 1])]),
    MovementCase(
      name: "broadcast", code: .broadcastTo, shape: [2, 1], operands: [.int64([3], [2, 2, 2])],
      expected: [([2, 2, 2], [0, 0, 1, 1, 0, 0, 1, 1])]),
    MovementCase(
      name: "reverse", code: .reverseV2, shape: [2, 3], operands: [.int32([1], [-1])],
      expected: [([2, 3], [2, 1, 0, 5, 4, 3])]),
    MovementCase(
      name: "reverse sequences", code: .reverseSequence,
      options: .init(.reverseSequenceOptions, ["seq_dim": 1, "batch_dim": 0]), shape: [2, 3],
      operands: [.int32([2], [2, 3])], expected: [([2, 3], [1, 0, 2, 5, 4, 3])]),
    MovementCase(
      name: "squeeze", code: .squeeze, options: .init(.squeezeOptions, ["squeeze_dims": .ints([-1])]),
      shape: [1, 2, 1], expected: [([1, 2], [0, 1])]),
    MovementCase(
      name: "expand", code: .expandDims, shape: [2], operands: [.int32([], [-1])], expected: [([2, 1], [0, 1])]),
    MovementCase(
      name: "depth to space", code: .depthToSpace, options: .init(.depthToSpaceOptions, ["block_size": 2]),
      shape: [1, 1, 2, 4], expected: [([1, 2, 4, 1], [0, 1, 4, 5, 2, 3, 6, 7])]),
    MovementCase(
      name: "space to depth", code: .spaceToDepth, options: .init(.spaceToDepthOptions, ["block_size": 2]),
      shape: [1, 2, 4, 1], expected: [([1, 1, 2, 4], [0, 1, 4, 5, 2, 3, 6, 7])]),
    MovementCase(
      name: "space to batch", code: .spaceToBatchNd, shape: [1, 3, 1, 1],
      operands: [.int32([2], [2, 1]), .int32([2, 2], [1, 0, 0, 0])],
      expected: [([2, 2, 1, 1], [0, 1, 0, 2])]),
    MovementCase(
      name: "batch to space", code: .batchToSpaceNd, shape: [2, 2, 1],
      operands: [.int32([1], [2]), .int32([1, 2], [1, 0])], expected: [([1, 3, 1], [2, 1, 3])]),
    MovementCase(
      name: "nearest neighbours", code: .resizeNearestNeighbor, shape: [1, 1, 2, 1],
      operands: [.int32([2], [2, 4])], expected: [([1, 2, 4, 1], [0, 0, 1, 1, 0, 0, 1, 1])]),
    MovementCase(
      name: "gather, batched", code: .gather, options: .init(.gatherOptions, ["axis": 1, "batch_dims": 1]),
      shape: [2, 3], operands: [.int64([2, 2], [2, 0, 1, 1])], expected: [([2, 2], [2, 0, 4, 4])]),
    MovementCase(
      name: "gather by vectors", code: .gatherNd, shape: [2, 3], operands: [.int32([2, 2], [1, 2, 0, 1])],
      expected: [([2], [5, 1])]),
    MovementCase(
      name: "update of a slice, clamped", code: .dynamicUpdateSlice, shape: [2, 3],
      operands: [.int32([1, 2], [7, 8]), .int32([2], [-4, 9])], expected: [([2, 3], [0, 7, 8, 3, 4, 5])]),
    MovementCase(
      name: "dilation", code: .dilate, options: .init(.dilateOptions, [:]), shape: [2, 2],
      operands: [.int32([2], [2, 3]), .int32([], [9])],
      expected: [([3, 4], [0, 9, 9, 1, 9, 9, 9, 9, 2, 9, 9, 3])]),
    MovementCase(
      name: "scatter", code: .scatterNd, shape: [3],
      operands: [.int32([3, 1], [1, 3, 1]), .int32([1], [4])], position: 1, expected: [([4], [0, 2, 0, 1])]),
  ]

  /// Every permutation of sizes around the width of a block, on several threads, against the definition.
  @Test(
    arguments: [[0, 2, 1], [2, 0, 1], [1, 0, 2], [2, 1, 0], [1, 2, 0]], [[5, 33, 17], [3, 64, 49], [16, 1, 47]])
  func transposesLargeTensors(_ permutation: [Int], _ shape: [Int]) throws {
    let output = permutation.map { shape[$0] }
    var values: [Int32] = []
    for a in 0..<output[0] {
      for b in 0..<output[1] {
        for c in 0..<output[2] {
          var index = [0, 0, 0]
          for (axis, coordinate) in zip(permutation, [a, b, c]) { index[axis] = coordinate }
          values.append(Int32((index[0] * shape[1] + index[1]) * shape[2] + index[2]))
        }
      }
    }
    try MovementCase(
      name: "", code: .transpose, shape: shape, operands: [.int32([3], permutation.map { Int32($0) })],
      expected: [(output, values)]
    ).check(feedsOperands: false, threads: 3)
  }

  /// Four-bit elements move one by one, also across bytes.
  @Test func movesPackedElements() throws {
    let file = ModelBuilder.oneOperator(
      .transpose, inputs: [.int4([3, 3]), .int32([2], [1, 0])], outputs: [.int4([3, 3])])
    let session = try Session(Model(bytes: file))
    let packed: [UInt8] = [0x10, 0x32, 0x54, 0x76, 0x08]
    try packed.withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
    try session.invoke()
    let found = try session.withOutputBytes(0) { Array($0) }
    #expect(found[..<4] == [0x30, 0x16, 0x74, 0x52])
    #expect(found[4] & 0xF == 0x8)
  }

  @Test(arguments: [true, false])
  func movesStrings(constantOperands: Bool) throws {
    let operands: [ModelBuilder.Tensor] = [.int32([2], [0, 1]), .int32([2], [2, 1])]
    let file = ModelBuilder.oneOperator(
      .slice, inputs: [.string([2, 2])] + operands.map { constantOperands ? $0 : .int32($0.shape) },
      outputs: [.string([2, 1])])
    let session = try Session(Model(bytes: file))
    try session.write(strings: ["a", "bb", "", "čdd"], toInput: 0)
    if !constantOperands {
      try session.write([0, 1] as [Int32], toInput: 1)
      try session.write([2, 1] as [Int32], toInput: 2)
    }
    try session.invoke()
    #expect(try session.outputStrings(0) == ["bb", "čdd"])
  }

  /// UINT8 inputs of another quantisation are converted, others copied.
  @Test func concatenatesAcrossQuantizations() throws {
    let file = ModelBuilder.oneOperator(
      .concatenation, options: .init(.concatenationOptions, ["axis": 0]),
      inputs: [
        .uint8([3], quantization: .perTensor(scale: 1, zeroPoint: 0)),
        .uint8([2], quantization: .perTensor(scale: 0.5, zeroPoint: 10)),
      ], outputs: [.uint8([5], quantization: .perTensor(scale: 0.5, zeroPoint: 10))])
    let session = try Session(Model(bytes: file))
    try session.write([0, 5, 200] as [UInt8], toInput: 0)
    try session.write([3, 255] as [UInt8], toInput: 1)
    try session.invoke()
    #expect(try session.output(0, as: UInt8.self) == [10, 20, 255, 3, 255])
  }

  /// Numbers without quantization have margins of 0, whatever the output says of itself.
  @Test func padsPlainBytes() throws {
    let file = ModelBuilder.oneOperator(
      .pad, inputs: [.int8([2]), .int32([1, 2], [1, 1])],
      outputs: [.int8([4], quantization: .perTensor(scale: 0.5, zeroPoint: 3))])
    #expect(try runOneOperator(file, [rawBytes([Int8(5), 6])], as: Int8.self).values == [0, 5, 6, 0])
  }
}
