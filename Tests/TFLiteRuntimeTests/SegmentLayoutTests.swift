import TFLiteRuntime
import TestSupport
import Testing

/// What a segment's arena holds, as its memory plan reports it: which tensors share memory, for how long, and which lie inside
/// others.
@Suite struct SegmentLayoutTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// The plan of a graph on input 0: a line for each buffer, in the order of operators.
  private static func plan(
    _ tensors: [Tensor], outputs: [Int], _ operators: [Operator], rewrites: Bool = false
  ) throws -> [String] {
    var options = SessionOptions()
    options.threads = .single
    options.rewrites = rewrites
    let model = ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: outputs, operators: operators)]).build()
    let session = try Session(Model(bytes: model), options: options)
    try session.prepare()
    let entries = session.memoryPlan.flatMap { $0.entries }
    return entries.sorted { ($0.firstUse, $0.label) < ($1.firstUse, $1.label) }.map {
      "\($0.label): \($0.byteCount) bytes, \($0.firstUse) to \($0.lastUse)"
    }
  }

  private static func floats(_ names: String..., count: Int = 100) -> [Tensor] {
    names.map { .float32([count], name: $0) }
  }

  @Test func `an output takes over the memory of an input that nobody reads later`() throws {
    let plan = try Self.plan(
      Self.floats("x", "a", "b", "c"), outputs: [3],
      [
        Operator(.tanh, inputs: [0], outputs: [1]), Operator(.exp, inputs: [1], outputs: [2]),
        Operator(.neg, inputs: [2], outputs: [3]),
      ])
    // Memory of outputs is kept to the end, behind the last operator.
    #expect(plan == ["'a' = 'b' = 'c': 400 bytes, 0 to 3"])
  }

  @Test func `a tensor that is read later keeps its memory`() throws {
    let plan = try Self.plan(
      Self.floats("x", "a", "b", "c", "y"), outputs: [4],
      [
        Operator(.tanh, inputs: [0], outputs: [1]), Operator(.exp, inputs: [1], outputs: [2]),
        Operator(.add, inputs: [1, 2], outputs: [3]), Operator(.neg, inputs: [3], outputs: [4]),
      ])
    #expect(plan == ["'a' = 'c' = 'y': 400 bytes, 0 to 4", "'b': 400 bytes, 1 to 2"])
  }

  @Test func `an output of the graph is not taken over`() throws {
    let plan = try Self.plan(
      Self.floats("x", "a", "b"), outputs: [1, 2],
      [Operator(.tanh, inputs: [0], outputs: [1]), Operator(.exp, inputs: [1], outputs: [2])])
    #expect(plan == ["'a': 400 bytes, 0 to 2", "'b': 400 bytes, 1 to 2"])
  }

  @Test func `scratch memory lives for one operator`() throws {
    let plan = try Self.plan(
      Self.floats("x", "a") + [
        .int32([], [3], name: "k"), .float32([3], name: "values"), .int32([3], name: "positions"),
      ], outputs: [3, 4],
      [Operator(.tanh, inputs: [0], outputs: [1]), Operator(.topkV2, inputs: [1, 2], outputs: [3, 4])])
    #expect(
      plan == [
        "'a': 400 bytes, 0 to 1", "'positions': 12 bytes, 1 to 2", "'values': 12 bytes, 1 to 2",
        "scratch of #1 TOPK_V2: 12 bytes, 1 to 1",
      ])
  }

  /// Parts of a tensor, and what it is made of, lie at multiples of 8 bytes alone.
  @Test(arguments: [(100, true), (101, false)]) func `parts lie in a whole where they are aligned`(
    count: Int, isNested: Bool
  ) throws {
    let tensors = Self.floats("x", "a", "b", count: count) + Self.floats("whole", count: 2 * count)
    let operators = [
      Operator(.tanh, inputs: [0], outputs: [1]), Operator(.exp, inputs: [0], outputs: [2]),
      Operator(
        .concatenation, options: Options(.concatenationOptions, ["axis": 0]), inputs: [1, 2], outputs: [3]),
    ]
    let (part, whole) = (4 * count, 8 * count)
    #expect(
      try Self.plan(tensors, outputs: [3], operators, rewrites: true)
        == (isNested
          ? ["'whole', 'a' at 0, 'b' at \(part): \(whole) bytes, 0 to 3"]
          : ["'whole', 'a' at 0: \(whole) bytes, 0 to 3", "'b': \(part) bytes, 1 to 2"]))
    #expect(
      try Self.plan(tensors, outputs: [3], operators) == [
        "'a': \(part) bytes, 0 to 2", "'b': \(part) bytes, 1 to 2", "'whole': \(whole) bytes, 2 to 3",
      ])
  }

  /// A whole that holds its first part from early on lives beside what is gone before the rest is there. Less than a page is no
  /// price.
  @Test(arguments: [true, false]) func `nothing is nested at the price of memory`(hasLarge: Bool) throws {
    let tensors =
      Self.floats("x", count: 4000) + [.int32([1], [0], name: "axis"), .float32([1], name: "small")]
      + Self.floats("large", count: 4000) + [.float32([1], name: "total")] + Self.floats("whole", count: 4001)
    let sum = Options(.reducerOptions, ["keep_dims": true])
    let operators = [
      Operator(.sum, options: sum, inputs: [0, 1], outputs: [2]),
      Operator(.tanh, inputs: [0], outputs: [3]),
      Operator(.sum, options: sum, inputs: [hasLarge ? 3 : 0, 1], outputs: [4]),
      Operator(
        .concatenation, options: Options(.concatenationOptions, ["axis": 0]), inputs: [2, 0], outputs: [5]),
    ]
    let plan = try Self.plan(tensors, outputs: [4, 5], operators, rewrites: true)
    #expect(plan.contains { $0.hasPrefix("'whole', 'small' at 0: 16004 bytes, 0 ") } == !hasLarge, "\(plan)")
    #expect(plan.contains { $0.hasPrefix("'whole': 16004 bytes, 3 ") } == hasLarge, "\(plan)")
  }
}
