import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Operators whose outputs are made rather than moved: filled, counted, looked up, interpolated.
@Suite struct FillingTests {
  typealias Tensor = ModelBuilder.Tensor

  /// A model of one operator with constant inputs only, and what its outputs must be, as INT32.
  struct Constant: Sendable, CustomTestStringConvertible {
    var name: String
    var code: Schema.BuiltinOperator
    var options = ModelBuilder.Options.none
    var inputs: [Tensor]
    var expected: [(shape: [Int], values: [Int32])]
    var testDescription: String { name }
  }

  @Test(arguments: cases, [true, false]) func computes(_ entry: Constant, rewrites: Bool) throws {
    let file = ModelBuilder.oneOperator(
      entry.code, options: entry.options, inputs: entry.inputs, outputs: entry.expected.map { .int32($0.shape) })
    var options = SessionOptions()
    options.rewrites = rewrites
    let session = try Session(Model(bytes: file), options: options)
    try session.invoke()
    for (number, output) in entry.expected.enumerated() {
      #expect(session.outputs[number].shape.dimensions == output.shape)
      #expect(try session.output(number, as: Int32.self) == output.values)
    }
  }

  static let cases: [Constant] = [
    Constant(
      name: "fill", code: .fill, inputs: [.int64([2], [2, 2]), .int32([], [7])], expected: [([2, 2], [7, 7, 7, 7])]),
    Constant(
      name: "range down", code: .range, inputs: [.int32([], [5]), .int32([], [0]), .int32([], [-2])],
      expected: [([3], [5, 3, 1])]),
    Constant(
      name: "one hot", code: .oneHot, options: .init(.oneHotOptions, ["axis": 0]),
      inputs: [.int64([3], [1, -1, 0]), .int32([], [2]), .int32([], [5]), .int32([], [3])],
      expected: [([2, 3], [3, 3, 5, 5, 3, 3])]),
    Constant(
      name: "sparse to dense", code: .sparseToDense,
      inputs: [.int32([2, 2], [0, 1, 1, 0]), .int32([2], [2, 2]), .int32([2], [7, 8]), .int32([], [9])],
      expected: [([2, 2], [9, 7, 8, 9])]),
    Constant(
      name: "sparse to dense without axes", code: .sparseToDense,
      inputs: [.int32([3, 0], []), .int32([0], []), .int32([3], [7, 8, 5]), .int32([], [9])], expected: [([], [5])]),
    Constant(
      name: "diagonals", code: .matrixDiag, inputs: [.int32([2, 2], [1, 2, 3, 4])],
      expected: [([2, 2, 2], [1, 0, 0, 2, 3, 0, 0, 4])]),
    Constant(
      name: "diagonals set", code: .matrixSetDiag,
      inputs: [.int32([2, 3], [1, 2, 3, 4, 5, 6]), .int32([2], [8, 9])],
      expected: [([2, 3], [8, 2, 3, 4, 9, 6])]),
    Constant(
      name: "unique", code: .unique, options: .init(.uniqueOptions, ["idx_out_type": 2]),
      inputs: [.int32([5], [4, 1, 4, 2, 1])], expected: [([3], [4, 1, 2]), ([5], [0, 1, 0, 2, 1])]),
    Constant(name: "rank", code: .rank, inputs: [.int32([1, 2], [3, 4])], expected: [([], [2])]),
    Constant(
      name: "broadcast of shapes", code: .broadcastArgs, inputs: [.int32([1], [4]), .int32([3], [2, 3, 1])],
      expected: [([3], [2, 3, 4])]),
    Constant(
      name: "embedding", code: .embeddingLookup, inputs: [.int32([2], [1, 0]), .int32([2, 2], [1, 2, 3, 4])],
      expected: [([2, 2], [3, 4, 1, 2])]),
    Constant(
      name: "reduced windows", code: .reduceWindow, options: .init(.reduceWindowOptions, ["reduce_function": 1]),
      inputs: [
        .int32([4], [1, 2, 3, 4]), .int32([], [10]), .int64([1], [2]), .int64([1], [1]), .int64([1], [2]),
      ], expected: [([2], [14, 16])]),
    Constant(
      name: "StableHLO pad", code: .stablehloPad,
      options: .init(
        .stablehloPadOptions,
        ["edge_padding_low": .ints([-1]), "edge_padding_high": .ints([2]), "interior_padding": .ints([1])]),
      inputs: [.int32([3], [1, 2, 3]), .int32([], [9])], expected: [([6], [9, 2, 9, 3, 9, 9])]),
    Constant(
      name: "StableHLO gather", code: .stablehloGather,
      options: .init(
        .stablehloGatherOptions,
        [
          "offset_dims": .ints([1]), "collapsed_slice_dims": .ints([0]), "start_index_map": .ints([0]),
          "index_vector_dim": 1, "slice_sizes": .ints([1, 2]),
        ]), inputs: [.int32([3, 2], [1, 2, 3, 4, 5, 6]), .int32([2, 1], [7, 1])], expected: [([2, 2], [5, 6, 3, 4])]),
    Constant(
      name: "projection", code: .lshProjection, options: .init(.lshProjectionOptions, ["type": 1]),
      inputs: [
        .float32([2, 6], (1...12).map { Float($0) / 7 }), .int8([2, 100], (0..<200).map { Int8($0 % 100) }),
      ], expected: [([2], [37, 91])]),
  ]

  /// Recorded from LiteRT's reference kernels: corners as they are, aligned, and half-pixel centres.
  @Test(
    arguments: [
      (false, false, [3, 81, 120, -84, 1, 44, -128, -39, 6]), (true, false, [3, 62, 120, -63, 0, 63, -128, -61, 6]),
      (false, true, [3, 62, 120, -63, 0, 63, -128, -61, 6]),
    ] as [(Bool, Bool, [Int8])])
  func interpolates(_ align: Bool, _ half: Bool, _ expected: [Int8]) throws {
    let file = ModelBuilder.oneOperator(
      .resizeBilinear,
      options: .init(
        .resizeBilinearOptions, ["align_corners": .int(align ? 1 : 0), "half_pixel_centers": .int(half ? 1 : 0)]),
      inputs: [.int8([1, 2, 2, 1]), .int32([2], [3, 3])], outputs: [.int8([1, 3, 3, 1])])
    let session = try Session(Model(bytes: file))
    try session.write([3, 120, -128, 6] as [Int8], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Int8.self) == expected)
  }

  /// Pixels of every depth around the width of a vector agree with a pixel of depth one.
  @Test(arguments: [1, 3, 4, 7, 8, 9, 16, 21]) func interpolatesEveryChannel(_ depth: Int) throws {
    func run(_ depth: Int) throws -> ([Float], [UInt8]) {
      let pixels: [UInt8] = [3, 120, 255, 6, 77, 200]
      var found: ([Float], [UInt8]) = ([], [])
      for isFloat in [true, false] {
        let type: Schema.TensorType = isFloat ? .float32 : .uint8
        let file = ModelBuilder.oneOperator(
          .resizeBilinear, inputs: [Tensor(type, [1, 2, 3, depth]), .int32([2], [5, 7])],
          outputs: [Tensor(type, [1, 5, 7, depth])])
        let session = try Session(Model(bytes: file))
        let values = pixels.flatMap { pixel in (0..<depth).map { pixel &- UInt8($0) } }
        if isFloat {
          try session.write(values.map { Float($0) }, toInput: 0)
        } else {
          try session.write(values, toInput: 0)
        }
        try session.invoke()
        if isFloat {
          found.0 = try session.output(0, as: Float.self)
        } else {
          found.1 = try session.output(0, as: UInt8.self)
        }
      }
      return found
    }
    let single = try run(1)
    let several = try run(depth)
    for pixel in 0..<35 {
      #expect(abs(several.0[pixel * depth] - single.0[pixel]) < 1e-3)
      #expect(several.1[pixel * depth] == single.1[pixel])
    }
  }

  @Test func findsTrueElements() throws {
    let file = ModelBuilder.oneOperator(.where, inputs: [.float32([2, 2])], outputs: [.int64([1, 2])])
    let session = try Session(Model(bytes: file))
    for (values, expected) in [([0, 1, -2, 0], [0, 1, 1, 0]), ([0, 0, 0, -0.0], []), ([.nan, 0, 0, 0], [0, 0])]
      as [([Float], [Int64])]
    {
      try session.write(values, toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Int64.self) == expected)
    }
  }

  @Test func makesSkipGrams() throws {
    let file = ModelBuilder.oneOperator(
      .skipGram, options: .init(.skipGramOptions, ["ngram_size": 2, "max_skip_size": 1]), inputs: [.string([1])],
      outputs: [.string([1])])
    let session = try Session(Model(bytes: file))
    try session.write(strings: ["a bb  c"], toInput: 0)
    try session.invoke()
    #expect(try session.outputStrings(0) == ["a bb", "a c", "bb c"])
  }

  /// Beginnings of grams that no words are left for would be two to the power of 62 here.
  @Test func makesTheOneSkipGramOfAllWords() throws {
    let words = (0..<64).map { "\($0)" }.joined(separator: " ")
    for size in [64, 63, 65] {
      let file = ModelBuilder.oneOperator(
        .skipGram, options: .init(.skipGramOptions, ["ngram_size": .int(Int64(size)), "max_skip_size": 100]),
        inputs: [.string([1])], outputs: [.string([1])])
      let session = try Session(Model(bytes: file))
      try session.write(strings: [words], toInput: 0)
      try session.invoke()
      let grams = try session.outputStrings(0)
      #expect(grams.count == max(0, [64: 1, 63: 64][size] ?? 0))
      #expect(size != 64 || grams == [words])
    }
  }
}
