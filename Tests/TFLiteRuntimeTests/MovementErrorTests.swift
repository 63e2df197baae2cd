import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

@Suite struct MovementErrorTests {
  /// Each is refused while preparing.
  @Test(arguments: cases)
  func refuses(_ entry: MovementCase) {
    let error = entry.error()
    #expect(error != nil)
    #expect(error?.location?.operatorName == entry.code.name)
  }

  static let cases: [MovementCase] = [
    MovementCase(
      name: "not a permutation", code: .transpose, shape: [2, 3], operands: [.int32([2], [0, 0])],
      expected: [([2, 3], [])]),
    MovementCase(
      name: "an axis too far", code: .transpose, shape: [2, 3], operands: [.int32([2], [0, .max])],
      expected: [([2, 3], [])]),
    MovementCase(
      name: "a slice beyond the end", code: .slice, shape: [2, 3],
      operands: [.int64([2], [0, 2]), .int64([2], [2, .max])], expected: [([2, 2], [])]),
    MovementCase(
      name: "a slice before the start", code: .slice, shape: [2, 3],
      operands: [.int64([2], [0, .min]), .int64([2], [2, 1])], expected: [([2, 2], [])]),
    MovementCase(
      name: "a stride of zero", code: .stridedSlice, shape: [3],
      operands: [.int32([1], [0]), .int32([1], [3]), .int32([1], [0])], expected: [([3], [])]),
    MovementCase(
      name: "an uneven split", code: .split, options: .init(.splitOptions, ["num_splits": 2]), shape: [3],
      operands: [.int32([], [0])], position: 1, expected: [([1], []), ([1], [])]),
    MovementCase(
      name: "sizes that do not add up", code: .splitV, options: .init(.splitVOptions, ["num_splits": 2]), shape: [3],
      operands: [.int64([2], [.max, .max]), .int32([], [0])], expected: [([1], []), ([1], [])]),
    MovementCase(
      name: "shapes that do not join", code: .concatenation, options: .init(.concatenationOptions, ["axis": 1]),
      shape: [2, 2], operands: [.int32([3, 1], [7, 8, 9])], expected: [([2, 3], [])]),
    MovementCase(
      name: "a negative margin", code: .pad, shape: [2], operands: [.int32([1, 2], [-1, 0])], expected: [([1], [])]),
    MovementCase(
      name: "a huge margin", code: .pad, shape: [2], operands: [.int64([1, 2], [.max, .max])], expected: [([1], [])]),
    MovementCase(
      name: "a reflection longer than the input", code: .mirrorPad, options: .init(.mirrorPadOptions, ["mode": 0]),
      shape: [3], operands: [.int32([1, 2], [3, 0])], expected: [([6], [])]),
    MovementCase(
      name: "a tile too many", code: .tile, shape: [2, 2], operands: [.int64([2], [.max, 2])],
      expected: [([2, 2], [])]),
    MovementCase(
      name: "no broadcast", code: .broadcastTo, shape: [2], operands: [.int32([2], [2, 3])], expected: [([2, 3], [])]),
    MovementCase(
      name: "an axis that is not one", code: .squeeze,
      options: .init(.squeezeOptions, ["squeeze_dims": .ints([0])]), shape: [2], expected: [([], [])]),
    MovementCase(
      name: "a block of zero", code: .spaceToDepth, options: .init(.spaceToDepthOptions, ["block_size": 0]),
      shape: [1, 2, 2, 1], expected: [([1, 1, 1, 4], [])]),
    MovementCase(
      name: "a batch that is no product", code: .batchToSpaceNd, shape: [3, 2, 1],
      operands: [.int32([1], [2]), .int32([1, 2], [0, 0])], expected: [([1, 3, 1], [])]),
    MovementCase(
      name: "an empty image", code: .resizeNearestNeighbor, shape: [1, 0, 2, 1], operands: [.int32([2], [2, 2])],
      expected: [([1, 2, 2, 1], [])]),
    MovementCase(
      name: "updates that do not fit", code: .scatterNd, shape: [2],
      operands: [.int32([3, 1], [1, 3, 1]), .int32([1], [4])], position: 1, expected: [([4], [])]),
    MovementCase(
      name: "a slice of no rows that is a row", code: .stablehloGather,
      options: .init(
        .stablehloGatherOptions,
        [
          "offset_dims": .ints([1]), "collapsed_slice_dims": .ints([0]), "start_index_map": .ints([0]),
          "index_vector_dim": 1, "slice_sizes": .ints([0, 2]),
        ]), shape: [3, 2], operands: [.int32([1, 1], [3])], expected: [([1, 2], [])]),
    MovementCase(
      name: "missing operand", code: .gather, options: .init(.gatherOptions, [:]), shape: [2], expected: [([2], [])]),
  ]

  /// Indices are data: a wrong one stops the invocation, not the process.
  @Test(arguments: [-1, 3, Int32.max, Int32.min])
  func refusesIndices(_ index: Int32) throws {
    for code in [Schema.BuiltinOperator.gather, .gatherNd] {
      let file = ModelBuilder.oneOperator(code, inputs: [.int32([3]), .int32([1])], outputs: [.int32([1])])
      let session = try Session(Model(bytes: file))
      try session.write([index], toInput: 1)
      #expect(throws: RuntimeError.self) { try session.invoke() }
    }
  }
}
