import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Operators that move elements, for elements of every width and runs of every kind of length, against their definitions.
@Suite struct MovementSizeTests {
  typealias Tensor = ModelBuilder.Tensor
  private static let types: [ElementType] = [.int8, .int16, .float32, .int64]
  /// Channels that are one element, fill blocks, and leave a rest.
  private static let depths = [1, 2, 3, 4, 7, 8, 12, 16, 17, 31, 32, 40, 70]

  /// Runs an operator on random bytes and compares with the elements that `source` names for each output index; nil stands for
  /// an element of zeros.
  private func check(
    _ code: Schema.BuiltinOperator, options: ModelBuilder.Options = .none, _ type: ElementType, _ shape: [Int],
    _ operands: [Tensor], output: [Int], threads: Int = 1, _ source: ([Int]) -> [Int]?
  ) throws {
    let width = type.byteWidth
    let file = ModelBuilder.oneOperator(
      code, options: options, inputs: [Tensor(type.schemaType, shape)] + operands,
      outputs: [Tensor(type.schemaType, output)])
    let session = try OperatorRun.session(file, threads: threads)
    var generator = SeededGenerator(seed: UInt64(shape.reduce(width, +)))
    let bytes = (0..<shape.reduce(width, *)).map { _ in UInt8.random(in: 1...255, using: &generator) }
    try bytes.withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
    try session.invoke()
    #expect(session.outputs[0].shape.dimensions == output)
    let found = try session.withOutputBytes(0) { Array($0) }
    var expected: [UInt8] = []
    forEachIndex(output) { index in
      guard let place = source(index) else {
        expected += [UInt8](repeating: 0, count: width)
        return
      }
      let element = zip(place, shape).reduce(0) { $0 * $1.1 + $1.0 }
      expected += bytes[element * width..<(element + 1) * width]
    }
    #expect(found == expected, "\(shape) of \(type) by \(threads) threads")
  }

  private func forEachIndex(_ shape: [Int], _ body: ([Int]) -> Void) {
    var index = [Int](repeating: 0, count: shape.count)
    for _ in 0..<shape.reduce(1, *) {
      body(index)
      for axis in shape.indices.reversed() {
        index[axis] += 1
        if index[axis] < shape[axis] { break }
        index[axis] = 0
      }
    }
  }

  @Test(arguments: types, [1, 3]) func reverses(_ type: ElementType, threads: Int) throws {
    for depth in Self.depths {
      let shape = [3, 9, depth]
      for axis in 0..<3 {
        try check(.reverseV2, type, shape, [.int32([1], [Int32(axis)])], output: shape, threads: threads) { index in
          var index = index
          index[axis] = shape[axis] - 1 - index[axis]
          return index
        }
      }
    }
  }

  /// Matrices of few columns, of few rows, and of lines that lie a power of two apart, large enough for several threads; elements of
  /// three are no elements that kernels transpose.
  @Test(
    arguments: types,
    [[5003, 24, 1], [24, 5003, 1], [4099, 5, 1], [1024, 64, 1], [130, 512, 1], [64, 1024, 1], [4099, 5, 3]])
  func transposesMatricesInParts(_ type: ElementType, _ shape: [Int]) throws {
    let output = [shape[1], shape[0], shape[2]]
    for threads in [1, 3] {
      try check(.transpose, type, shape, [.int32([3], [1, 0, 2])], output: output, threads: threads) {
        [$0[1], $0[0], $0[2]]
      }
    }
  }

  @Test(arguments: types, [1, 3]) func exchangesSpaceAndDepth(_ type: ElementType, threads: Int) throws {
    for depth in Self.depths {
      try check(
        .spaceToDepth, options: .init(.spaceToDepthOptions, ["block_size": 2]), type, [2, 4, 18, depth], [],
        output: [2, 2, 9, 4 * depth], threads: threads
      ) {
        let position = $0[3] / depth
        return [$0[0], 2 * $0[1] + position / 2, 2 * $0[2] + position % 2, $0[3] % depth]
      }
      try check(
        .depthToSpace, options: .init(.depthToSpaceOptions, ["block_size": 3]), type, [1, 2, 10, 9 * depth], [],
        output: [1, 6, 30, depth], threads: threads
      ) { [$0[0], $0[1] / 3, $0[2] / 3, ($0[1] % 3 * 3 + $0[2] % 3) * depth + $0[3]] }
    }
  }

  @Test(arguments: types, [1, 3]) func exchangesSpaceAndBatch(_ type: ElementType, threads: Int) throws {
    let block = Tensor.int32([2], [2, 3])
    for depth in Self.depths {
      for (top, left) in [(1, 3), (3, 5), (0, 0)] {
        let margins = Tensor.int32([2, 2], [Int32(top), Int32(3 - top), Int32(left), Int32(5 - left)])
        let (whole, parts) = ([2, 5, 7, depth], [12, 4, 4, depth])
        try check(.spaceToBatchNd, type, whole, [block, margins], output: parts, threads: threads) {
          let position = $0[0] / 2
          let (y, x) = ($0[1] * 2 + position / 3 - top, $0[2] * 3 + position % 3 - left)
          return y >= 0 && y < 5 && x >= 0 && x < 7 ? [$0[0] % 2, y, x, $0[3]] : nil
        }
        try check(.batchToSpaceNd, type, parts, [block, margins], output: whole, threads: threads) {
          let (y, x) = ($0[1] + top, $0[2] + left)
          return [(y % 2 * 3 + x % 3) * 2 + $0[0], y / 2, x / 3, $0[3]]
        }
      }
    }
  }

  @Test(arguments: types, [1, 3]) func padsChannels(_ type: ElementType, threads: Int) throws {
    for depth in [1, 5, 16, 33] {
      for (before, after) in [(0, 1), (3, 5), (17, 0), (40, 40), (100, 301)] {
        let paddings = Tensor.int32([3, 2], [0, 0, 0, 0, Int32(before), Int32(after)])
        let output = [3, 4, before + depth + after]
        try check(.pad, type, [3, 4, depth], [paddings], output: output, threads: threads) {
          let channel = $0[2] - before
          return channel >= 0 && channel < depth ? [$0[0], $0[1], channel] : nil
        }
      }
    }
  }

  @Test(arguments: types) func gathersRuns(_ type: ElementType) throws {
    let rows: [Int32] = [4, 0, 4, 2, 1]
    for depth in Self.depths + [64, 65, 100, 200, 513] {
      try check(.gather, type, [5, depth], [.int32([5], rows)], output: [5, depth]) { [Int(rows[$0[0]]), $0[1]] }
      let vectors = Tensor.int64([5, 1], rows.map { Int64($0) })
      try check(.gatherNd, type, [5, depth], [vectors], output: [5, depth]) { [Int(rows[$0[0]]), $0[1]] }
    }
  }

  @Test(arguments: types) func transposes(_ type: ElementType) throws {
    for shape in [[2, 5, 3], [3, 70, 65], [17, 8, 130], [64, 8, 64], [33, 64, 16]] {
      for permutation in [[0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [1, 0, 2]] {
        let operand = Tensor.int32([3], permutation.map { Int32($0) })
        try check(.transpose, type, shape, [operand], output: permutation.map { shape[$0] }) { index in
          var source = index
          for axis in 0..<3 { source[permutation[axis]] = index[axis] }
          return source
        }
      }
    }
  }

  @Test(arguments: [[37], [1], [5, 7], [3, 1, 5], [2, 3, 4, 5]], [0, 1, 3])
  func findsElements(_ shape: [Int], _ each: Int) throws {
    let count = shape.reduce(1, *)
    let values = (0..<count).map { each > 0 && $0 % each == each / 2 ? Float(-0.5) : 0 }
    let file = ModelBuilder.oneOperator(
      .where, inputs: [Tensor(.float32, shape)], outputs: [Tensor(.int64, [0, shape.count])])
    let session = try OperatorRun.session(file)
    try session.write(values, toInput: 0)
    try session.invoke()
    var expected: [Int64] = []
    var number = 0
    forEachIndex(shape) { index in
      if values[number] != 0 { expected += index.map { Int64($0) } }
      number += 1
    }
    #expect(session.outputs[0].shape.dimensions == [expected.count / shape.count, shape.count])
    #expect(try session.output(0, as: Int64.self) == expected)
  }

  @Test func addsElementsAndSlices() throws {
    for (vectors, shape, updates) in [
      ([[1], [3], [1]], [4], [1, 2, 4]), ([[1, 0], [0, 2], [1, 0]], [2, 3], [1, 2, 4]),
      ([[1], [0], [1]], [2, 2], [1, 2, 3, 4, 5, 6]),
    ] {
      let run = updates.count / vectors.count
      var expected = [Float](repeating: 0, count: shape.reduce(1, *))
      for (number, vector) in vectors.enumerated() {
        let slice = zip(vector, shape).reduce(0) { $0 * $1.1 + $1.0 }
        for element in 0..<run { expected[slice * run + element] += Float(updates[number * run + element]) }
      }
      let file = ModelBuilder.oneOperator(
        .scatterNd,
        inputs: [
          .int64([3, vectors[0].count], vectors.joined().map { Int64($0) }),
          Tensor(.float32, [3] + shape[vectors[0].count...]), .int64([shape.count], shape.map { Int64($0) }),
        ], outputs: [Tensor(.float32, shape)])
      let found = try OperatorRun.values(file, updates.map { Float($0) }, as: Float.self)
      #expect(found.values == expected)
    }
  }

  @Test(arguments: [-1, 3]) func refusesIndicesOutOfRange(_ index: Int32) throws {
    let gather = ModelBuilder.oneOperator(
      .gatherNd, inputs: [Tensor(.float32, [3]), Tensor(.int32, [2, 1])], outputs: [Tensor(.float32, [2])])
    let scatter = ModelBuilder.oneOperator(
      .scatterNd, inputs: [Tensor(.int32, [2, 1]), .int32([2], [5, 6]), .int32([1], [3])],
      outputs: [Tensor(.int32, [3])])
    for (file, input) in [(gather, 1), (scatter, 0)] {
      let session = try OperatorRun.session(file)
      try session.write([2, index] as [Int32], toInput: input)
      let error = #expect(throws: RuntimeError.self) { try session.invoke() }
      #expect(error?.code == .invalidData)
    }
  }
}

extension ElementType {
  fileprivate var byteWidth: Int {
    switch self {
    case .int8: 1
    case .int16: 2
    case .float32: 4
    default: 8
    }
  }

  fileprivate var schemaType: Schema.TensorType {
    switch self {
    case .int8: .int8
    case .int16: .int16
    case .float32: .float32
    default: .int64
    }
  }
}
