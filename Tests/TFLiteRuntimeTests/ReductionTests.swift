import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Reductions against plain loops over multi-indices.
@Suite struct ReductionTests {
  typealias Tensor = ModelBuilder.Tensor

  static let shapes: [([Int], [Int32])] = [
    ([7], [0]), ([3, 5], [0]), ([3, 5], [1]), ([2, 3, 4], [0, 2]), ([2, 3, 4], [1]), ([2, 33, 17], [1]),
    ([2, 3, 4], [-1, -3, 2]), ([4, 1, 6], [1]), ([2, 3, 4], [0, 1, 2]), ([5, 3], []),
  ]

  /// The values that fold into each output, in order.
  private static func groups<T>(_ values: [T], _ shape: [Int], _ axes: [Int32]) -> [[T]] {
    let reduced = Set(axes.map { $0 < 0 ? Int($0) + shape.count : Int($0) })
    var order: [Int] = []
    var groups: [Int: [T]] = [:]
    for (flat, value) in values.enumerated() {
      var rest = flat
      var target = 0
      var stride = 1
      for axis in shape.indices.reversed() {
        if !reduced.contains(axis) {
          target += rest % shape[axis] * stride
          stride *= shape[axis]
        }
        rest /= shape[axis]
      }
      if groups[target] == nil { order.append(target) }
      groups[target, default: []].append(value)
    }
    return order.sorted().map { groups[$0] ?? [] }
  }

  private static func model(
    _ code: Schema.BuiltinOperator, _ type: Schema.TensorType, _ shape: [Int], _ axes: [Int32], _ outputShape: [Int]
  ) -> [UInt8] {
    ModelBuilder.oneOperator(
      code, options: .init(.reducerOptions, ["keep_dims": false]),
      inputs: [Tensor(type, shape), .int32([axes.count], axes)], outputs: [Tensor(type, outputShape)])
  }

  private static func outputShape(_ shape: [Int], _ axes: [Int32]) -> [Int] {
    let reduced = Set(axes.map { $0 < 0 ? Int($0) + shape.count : Int($0) })
    return shape.indices.filter { !reduced.contains($0) }.map { shape[$0] }
  }

  @Test(arguments: shapes)
  func integers(_ shape: [Int], _ axes: [Int32]) throws {
    let count = shape.reduce(1, *)
    // Odd, since one zero would make a product one.
    let input = (0..<count).map { Int32(($0 * 7919) % 23 - 11) | 1 }
    let expected = Self.groups(input, shape, axes)
    let outputShape = Self.outputShape(shape, axes)
    let folds: [(Schema.BuiltinOperator, ([Int32]) -> Int32)] = [
      (.sum, { $0.reduce(0, &+) }), (.reduceProd, { $0.reduce(1, &*) }), (.reduceMax, { $0.max() ?? 0 }),
      (.reduceMin, { $0.min() ?? 0 }), (.mean, { Int32($0.reduce(0, +)) / Int32($0.count) }),
    ]
    for (code, fold) in folds {
      let found = try OperatorRun.values(
        Self.model(code, .int32, shape, axes, outputShape), input, as: Int32.self)
      #expect(found.shape == outputShape, "\(code.name)")
      #expect(found.values == expected.map(fold), "\(code.name)")
    }
  }

  @Test(arguments: shapes)
  func floats(_ shape: [Int], _ axes: [Int32]) throws {
    let input = (0..<shape.reduce(1, *)).map { Float(($0 * 7919) % 23) * 0.25 - 2 }
    let found = try OperatorRun.values(
      Self.model(.sum, .float32, shape, axes, Self.outputShape(shape, axes)), input, as: Float.self)
    // Quarters add up without rounding.
    #expect(found.values == Self.groups(input, shape, axes).map { $0.reduce(0, +) })
  }

  @Test func meanOfNothing() throws {
    let model = Self.model(.mean, .float32, [0, 2], [0], [2])
    let found = try OperatorRun.values(model, [Float](), as: Float.self)
    #expect(found.values.count == 2 && found.values.allSatisfy { $0.isNaN })
  }

  @Test func quantisedMean() throws {
    let model = ModelBuilder.oneOperator(
      .mean, version: 2, options: .init(.reducerOptions, ["keep_dims": true]),
      inputs: [
        Tensor(.int8, [1, 4], quantization: .perTensor(scale: 0.5, zeroPoint: 2)), .int32([1], [1]),
      ], outputs: [Tensor(.int8, [1, 1], quantization: .perTensor(scale: 0.25, zeroPoint: -3))])
    // Reals 4, 9, -1, 0: mean 3 is 12 quanta above -3.
    let found = try OperatorRun.values(model, [10, 20, 0, 2] as [Int8], as: Int8.self)
    #expect(found.values == [9])
  }

  @Test func argMaxPrefersTheFirstAndNumbers() throws {
    let model = ModelBuilder.oneOperator(
      .argMax, options: .init(.argMaxOptions, ["output_type": .value(Schema.TensorType.int64)]),
      inputs: [Tensor(.float32, [2, 4]), .int32([1], [1])], outputs: [Tensor(.int64, [2])])
    let found = try OperatorRun.values(model, [1, 5, 5, .nan, .nan, -2, .nan, -2] as [Float], as: Int64.self)
    #expect(found.values == [1, 1])
  }

  @Test func topKOrdersTiesByIndex() throws {
    let model = ModelBuilder.oneOperator(
      .topkV2, inputs: [Tensor(.int32, [1, 8]), .int32([], [5])],
      outputs: [Tensor(.int32, [1, 5]), Tensor(.int32, [1, 5])])
    let input: [Int32] = [3, 9, 3, 7, 9, 0, 7, 1]
    #expect(try OperatorRun.values(model, input, as: Int32.self).values == [9, 9, 7, 7, 3])
    #expect(try OperatorRun.values(model, input, output: 1, as: Int32.self).values == [1, 4, 3, 6, 0])
  }

  /// Rows that are compared with one another and longer ones, with equal elements, zeros of both signs and NaN.
  @Test(arguments: [(8, 8), (16, 15), (17, 9), (54, 54), (64, 40), (65, 65), (64, 7)])
  func topKOrdersAsSorting(_ length: Int, _ k: Int) throws {
    let rows = 3
    let values: [Float] = (0..<rows * length).map {
      [0, -0.0, 1.5, -1.5, .nan, .infinity, -.infinity, Float($0 % 7), -Float($0 % 5)][$0 * 31 % 53 % 9]
    }
    let model = ModelBuilder.oneOperator(
      .topkV2, inputs: [Tensor(.float32, [rows, length]), .int32([], [Int32(k)])],
      outputs: [Tensor(.float32, [rows, k]), Tensor(.int32, [rows, k])])
    let found = try OperatorRun.values(model, values, output: 1, as: Int32.self).values
    for row in 0..<rows {
      let x = values[row * length..<(row + 1) * length].map { $0 }
      let order = x.indices.sorted { a, b in
        if x[a].isNaN || x[b].isNaN { return x[a].isNaN == x[b].isNaN ? a < b : x[b].isNaN }
        return x[a] == x[b] ? a < b : x[a] > x[b]
      }
      #expect(Array(found[row * k..<(row + 1) * k]) == order.prefix(k).map { Int32($0) })
    }
    let integers = values.map { $0.isNaN ? Int32.min : Int32($0.isInfinite ? 99 : $0) }
    let whole = ModelBuilder.oneOperator(
      .topkV2, inputs: [Tensor(.int32, [rows, length]), .int32([], [Int32(k)])],
      outputs: [Tensor(.int32, [rows, k]), Tensor(.int32, [rows, k])])
    let best = try OperatorRun.values(whole, integers, as: Int32.self).values
    for row in 0..<rows {
      let x = integers[row * length..<(row + 1) * length]
      #expect(Array(best[row * k..<(row + 1) * k]) == Array(x.sorted(by: >).prefix(k)))
    }
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func cumulativeSum(_ isExclusive: Bool, _ isReverse: Bool) throws {
    let model = ModelBuilder.oneOperator(
      .cumsum,
      options: .init(
        .cumsumOptions, ["exclusive": .int(isExclusive ? 1 : 0), "reverse": .int(isReverse ? 1 : 0)]),
      inputs: [Tensor(.int32, [4, 2]), .int32([], [0])], outputs: [Tensor(.int32, [4, 2])])
    let rows: [[Int32]] = [[1, 10], [2, 20], [3, 30], [4, 40]]
    var expected = [[Int32]](repeating: [0, 0], count: 4)
    var sum: [Int32] = [0, 0]
    for index in isReverse ? [3, 2, 1, 0] : [0, 1, 2, 3] {
      let next = [sum[0] + rows[index][0], sum[1] + rows[index][1]]
      expected[index] = isExclusive ? sum : next
      sum = next
    }
    #expect(try OperatorRun.values(model, rows.flatMap { $0 }, as: Int32.self).values == expected.flatMap { $0 })
  }

  @Test func objections() {
    #expect(OperatorRun.objection(Self.model(.sum, .int32, [2, 3], [2], [2])) == .invalidOperator)
    #expect(OperatorRun.objection(Self.model(.reduceAny, .int32, [2, 3], [1], [2])) == .unsupported)
    let wideK = ModelBuilder.oneOperator(
      .topkV2, inputs: [Tensor(.float32, [3]), .int32([], [4])],
      outputs: [Tensor(.float32, [4]), Tensor(.int32, [4])])
    #expect(OperatorRun.objection(wideK) == .invalidOperator)
  }

  @Test func `sums over many lines are the same bits with any number of threads`() throws {
    let (lines, columns) = (400, 50)
    var g = SeededGenerator(seed: 11)
    let values = (0..<lines * columns).map { _ in Float.random(in: -1...1, using: &g) }
    let model = try Model(bytes: Self.model(.mean, .float32, [1, lines, columns], [1], [1, columns]))
    var results: [[Float]] = []
    for threads in [1, 2, 3] {
      var options = SessionOptions()
      options.threads = .count(threads)
      let session = try Session(model, options: options)
      try session.write(values, toInput: 0)
      try session.invoke()
      results.append(try session.output(0, as: Float.self))
    }
    #expect(results[0] == results[1] && results[0] == results[2])
    for column in 0..<columns {
      let sum = (0..<lines).reduce(0.0) { $0 + Double(values[$1 * columns + column]) }
      #expect(abs(Double(results[0][column]) - sum / Double(lines)) < Double(Tolerance.oneOperation))
    }
  }
}
