import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Subgraphs that run from several places, or with other shapes from one run to the next, compute what they do by themselves.
@Suite struct SharedSubgraphTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static func values(_ count: Int) -> [Float] { (0..<count).map { Float($0 * 7 % 11) / 8 - 0.5 } }

  private static func session(_ model: ModelBuilder, rewrites: Bool = true) throws -> Session {
    var options = SessionOptions()
    options.rewrites = rewrites
    return try Session(Model(bytes: model.build()), options: options)
  }

  private static func loop(condition: Int64, body: Int64) -> Options {
    .init(.whileOptions, ["cond_subgraph_index": .int(condition), "body_subgraph_index": .int(body)])
  }

  /// i < limit
  private static func condition(_ limit: Int32, _ x: Tensor) -> Subgraph {
    Subgraph(
      "condition", tensors: [Tensor(.int32, [1]), x, .int32([1], [limit]), .bool([1])], inputs: [0, 1], outputs: [3],
      operators: [Operator(.less, inputs: [0, 2], outputs: [3])])
  }

  /// A product whose results a signature gives out, so that factors behind it stay by themselves; as the body of a loop it takes
  /// them over.
  @Test(arguments: [true, false]) func aLoopPacksWeightsOfItsOwn(_ rewrites: Bool) throws {
    let x = Tensor.float32([4, 4])
    let number = Tensor(.int32, [1])
    let main = Subgraph(
      tensors: [number, x, number, x, number, x], inputs: [0, 1], outputs: [2, 3, 4, 5],
      operators: [
        Operator(.call, options: .init(.callOptions, ["subgraph": 2]), inputs: [0, 1], outputs: [2, 3]),
        Operator(.while, options: Self.loop(condition: 1, body: 2), inputs: [0, 1], outputs: [4, 5]),
      ])
    let body = Subgraph(
      "body",
      tensors: [
        number, x, .int32([1], [1]), number, .float32([4, 4], Self.values(16)), x, .float32([4], [2, 3, 4, 5]), x,
      ], inputs: [0, 1], outputs: [3, 7],
      operators: [
        Operator(.add, inputs: [0, 2], outputs: [3]), Operator(.fullyConnected, inputs: [1, 4, -1], outputs: [5]),
        Operator(.mul, inputs: [5, 6], outputs: [7]),
      ])
    let session = try Self.session(
      ModelBuilder(
        [main, Self.condition(1, x), body],
        signatures: [
          .init("product", subgraph: 2, inputs: [("i", 0), ("x", 1)], outputs: [("product", 5)])
        ]), rewrites: rewrites)
    try session.write([Int32(0)], toInput: 0)
    try session.write(Self.values(16), toInput: 1)
    try session.invoke()
    let (called, looped) = (try session.output(1, as: Float.self), try session.output(3, as: Float.self))
    #expect(zip(called, looped).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($0)) })
    #expect(Set(called).count > 4)
  }

  /// An input that the second call leaves out is zeros, also where the first one has bound it.
  @Test func aCallMayLeaveAnInputOut() throws {
    let x = Tensor.float32([40_000])
    let main = Subgraph(
      tensors: [x, x, x], inputs: [0], outputs: [1, 2],
      operators: [
        Operator(.call, options: .init(.callOptions, ["subgraph": 1]), inputs: [0, 0], outputs: [1]),
        Operator(.call, options: .init(.callOptions, ["subgraph": 1]), inputs: [0, -1], outputs: [2]),
      ])
    let sum = Subgraph(
      "sum", tensors: [x, x, x], inputs: [0, 1], outputs: [2],
      operators: [Operator(.add, inputs: [0, 1], outputs: [2])])
    let session = try Self.session(ModelBuilder([main, sum]))
    for _ in 0..<2 {
      try session.write(Self.values(40_000), toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == Self.values(40_000).map { 2 * $0 })
      #expect(try session.output(1, as: Float.self) == Self.values(40_000))
    }
  }

  /// An input that is a variable has no memory between two calls, and nothing to reset.
  @Test func aCalledVariableIsReset() throws {
    let x = Tensor.float32([40_000])
    let main = Subgraph(
      tensors: [x, x], inputs: [0], outputs: [1],
      operators: [Operator(.call, options: .init(.callOptions, ["subgraph": 1]), inputs: [0], outputs: [1])])
    let negation = Subgraph(
      "negation", tensors: [x.variable(), x], inputs: [0], outputs: [1],
      operators: [Operator(.neg, inputs: [0], outputs: [1])])
    let session = try Self.session(ModelBuilder([main, negation]))
    for _ in 0..<2 {
      try session.write(Self.values(40_000), toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == Self.values(40_000).map { -$0 })
      session.resetState()
    }
  }

  /// A loop in the condition of another that has the same body would take the other's variables.
  @Test func loopsInLoopsHaveBodiesOfTheirOwn() throws {
    let (number, x) = (Tensor(.int32, [1]), Tensor.float32([4]))
    let main = Subgraph(
      tensors: [number, x, number, x], inputs: [0, 1], outputs: [2, 3],
      operators: [Operator(.while, options: Self.loop(condition: 1, body: 2), inputs: [0, 1], outputs: [2, 3])])
    let nested = Subgraph(
      "nested", tensors: [number, x, .int32([1], [0]), number, x, .bool([1])], inputs: [0, 1], outputs: [5],
      operators: [
        Operator(.while, options: Self.loop(condition: 3, body: 2), inputs: [2, 1], outputs: [3, 4]),
        Operator(.less, inputs: [0, 3], outputs: [5]),
      ])
    let body = Subgraph(
      "body", tensors: [number, x, .int32([1], [1]), number, x], inputs: [0, 1], outputs: [3, 4],
      operators: [Operator(.add, inputs: [0, 2], outputs: [3]), Operator(.neg, inputs: [1], outputs: [4])])
    let session = try Self.session(ModelBuilder([main, nested, body, Self.condition(3, x)]))
    for _ in 0..<2 {
      try session.write([Int32(0)], toInput: 0)
      try session.write(Self.values(4), toInput: 1)
      let error = #expect(throws: RuntimeError.self) { try session.invoke() }
      #expect(error?.code == .invalidModel)
    }
  }

  /// What a product multiplies is known while preparing for some shapes, and not for others, where it ends with the sum behind it:
  /// a row of a table, which the length of a vector chooses.
  @Test(arguments: [true, false]) func productsThatBecomeConstantsHaveNoEnding(_ rewrites: Bool) throws {
    let (depth, units) = (4, 3000)
    let open = Tensor.float32([1]).signature([-1])
    let y = Tensor.float32([1, units])
    let main = Subgraph(
      tensors: [.bool([1]), open, y, y], inputs: [0, 1, 2], outputs: [3],
      operators: [
        Operator(
          .if, options: .init(.ifOptions, ["then_subgraph_index": 1, "else_subgraph_index": 2]), inputs: [0, 1, 2],
          outputs: [3])
      ])
    let product = Subgraph(
      "product",
      tensors: [
        open, y, Tensor(.int32, [1]), .float32([3, depth], Self.values(3 * depth)), .float32([1, depth]),
        .float32([units, depth], Self.values(units * depth)), y, y,
      ], inputs: [0, 1], outputs: [7],
      operators: [
        Operator(.shape, inputs: [0], outputs: [2]), Operator(.gather, inputs: [3, 2], outputs: [4]),
        Operator(.fullyConnected, inputs: [4, 5, -1], outputs: [6]), Operator(.add, inputs: [6, 1], outputs: [7]),
      ])
    let other = Subgraph(
      "other", tensors: [open, y, y], inputs: [0, 1], outputs: [2],
      operators: [Operator(.neg, inputs: [1], outputs: [2])])
    let (table, weights) = (Self.values(3 * depth), Self.values(units * depth))
    let session = try Self.session(ModelBuilder([main, product, other]), rewrites: rewrites)
    for (isProduct, length) in [(true, 2), (false, 5), (true, 1), (true, 2), (false, 5), (true, 1)] {
      try session.write([isProduct ? 1 : 0] as [UInt8], toInput: 0)
      try session.resizeInput(1, to: [length])
      try session.write([Float](repeating: 0, count: length), toInput: 1)
      try session.write([Float](repeating: 0.5, count: units), toInput: 2)
      try session.invoke()
      let expected = (0..<units).map { unit -> Float in
        if !isProduct { return -0.5 }
        return (0..<depth).reduce(0.5) {
          $0 + table[length * depth + $1] * weights[unit * depth + $1]
        }
      }
      #expect(zip(try session.output(0, as: Float.self), expected).allSatisfy { abs($0 - $1) < 1e-4 })
    }
  }
}
