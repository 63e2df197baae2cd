import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Constants that an operator hands to the subgraphs that it runs are constants there, and no result changes.
@Suite struct HandedConstantTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator

  private static let pair = Tensor(.float32, [2])

  private static func branches(_ then: Int64, _ other: Int64) -> ModelBuilder.Options {
    .init(.ifOptions, ["then_subgraph_index": .int(then), "else_subgraph_index": .int(other)])
  }

  /// x - c, the difference as the sum of x and -c.
  private static let difference = Subgraph(
    "difference", tensors: ControlFlowTests.named([pair, pair, pair, pair]), inputs: [0, 1], outputs: [3],
    operators: [Operator(.neg, inputs: [1], outputs: [2]), Operator(.add, inputs: [0, 2], outputs: [3])])
  private static let product = Subgraph(
    "product", tensors: ControlFlowTests.named([pair, pair, pair]), inputs: [0, 1], outputs: [2],
    operators: [Operator(.mul, inputs: [0, 1], outputs: [2])])

  /// The last output after an invocation on a condition and [1, 2], and how often NEG ran.
  private static func run(_ model: ModelBuilder, _ condition: Bool, rewrites: Bool) throws -> ([Float], negations: Int)
  {
    var options = SessionOptions()
    options.rewrites = rewrites
    options.profiling = true
    let session = try Session(Model(bytes: model.build()), options: options)
    try session.write([condition ? 1 : 0] as [UInt8], toInput: 0)
    try session.write([1, 2] as [Float], toInput: 1)
    var values: [[Float]] = []
    for _ in 0..<2 {
      try session.invoke()
      values.append(try session.output(0, as: Float.self))
    }
    #expect(values[0] == values[1])
    return (values[0], session.profile.reduce(0) { $0 + ($1.name == "NEG" ? $1.runs : 0) } / 2)
  }

  /// Checks the output, and that NEG of a constant runs so often with rewrites.
  private static func expect(
    _ model: ModelBuilder, _ values: [Float], taking condition: Bool = true, negations: Int, plainly: Int
  ) throws {
    let rewritten = try run(model, condition, rewrites: true)
    #expect(rewritten.0 == values)
    #expect(rewritten.negations == negations)
    let plain = try run(model, condition, rewrites: false)
    #expect(plain.0 == values)
    #expect(plain.negations == plainly)
  }

  @Test func branchesHaveThem() throws {
    let main = Subgraph(
      tensors: ControlFlowTests.named([Tensor(.bool, []), Self.pair, .float32([2], [3, 5]), Self.pair]),
      inputs: [0, 1],
      outputs: [3], operators: [Operator(.if, options: Self.branches(1, 2), inputs: [0, 1, 2], outputs: [3])])
    let model = ModelBuilder([main, Self.difference, Self.product])
    try Self.expect(model, [-2, -3], negations: 0, plainly: 1)
    try Self.expect(model, [3, 10], taking: false, negations: 0, plainly: 0)
  }

  /// A branch hands on what it has been handed.
  @Test func branchesOfBranchesHaveThem() throws {
    let main = Subgraph(
      tensors: ControlFlowTests.named([Tensor(.bool, []), Self.pair, .float32([2], [3, 5]), Self.pair]),
      inputs: [0, 1],
      outputs: [3],
      operators: [Operator(.if, options: Self.branches(1, 2), inputs: [0, 1, 2], outputs: [3])])
    let outer = Subgraph(
      "outer", tensors: ControlFlowTests.named([Self.pair, Self.pair, .bool([], [true]), Self.pair]), inputs: [0, 1],
      outputs: [3], operators: [Operator(.if, options: Self.branches(3, 4), inputs: [2, 0, 1], outputs: [3])])
    let model = ModelBuilder([main, outer, Self.product, Self.difference, Self.product])
    try Self.expect(model, [-2, -3], negations: 0, plainly: 1)
  }

  /// Two operators run the subgraph, each with its own.
  @Test func subgraphsOfSeveralOperatorsTakeWhatTheyAreGiven() throws {
    let call = ModelBuilder.Options(.callOptions, ["subgraph": 1])
    let main = Subgraph(
      tensors: ControlFlowTests.named([
        Tensor(.bool, []), Self.pair, .float32([2], [3, 5]), .float32([2], [10, 20]), Self.pair, Self.pair,
      ]), inputs: [0, 1], outputs: [5],
      operators: [
        Operator(.call, options: call, inputs: [1, 2], outputs: [4]),
        Operator(.call, options: call, inputs: [4, 3], outputs: [5]),
      ])
    try Self.expect(ModelBuilder([main, Self.difference]), [-12, -23], negations: 2, plainly: 2)
  }

  /// What one of them has as a constant of its own it hands on.
  @Test func subgraphsOfSeveralOperatorsHandOnTheirOwn() throws {
    let call = ModelBuilder.Options(.callOptions, ["subgraph": 1])
    let main = Subgraph(
      tensors: ControlFlowTests.named([Tensor(.bool, []), Self.pair, Self.pair, Self.pair]), inputs: [0, 1],
      outputs: [3],
      operators: [
        Operator(.call, options: call, inputs: [1, 0], outputs: [2]),
        Operator(.call, options: call, inputs: [2, 0], outputs: [3]),
      ])
    let outer = Subgraph(
      "outer", tensors: ControlFlowTests.named([Self.pair, Tensor(.bool, []), .float32([2], [3, 5]), Self.pair]),
      inputs: [0, 1],
      outputs: [3], operators: [Operator(.if, options: Self.branches(2, 3), inputs: [1, 0, 2], outputs: [3])])
    let model = ModelBuilder([main, outer, Self.difference, Self.product])
    try Self.expect(model, [-5, -8], negations: 0, plainly: 2)
  }

  /// for i in 0..<3 { x = x - c }, where c is a variable that keeps its value, or one that becomes x.
  private static func loop(keeps: Bool) -> ModelBuilder {
    let variables = [Tensor(.int32, [1]), pair, pair]
    let main = Subgraph(
      tensors: ControlFlowTests.named(
        [Tensor(.bool, []), pair, .int32([1], [0]), .float32([2], [3, 5])] + [Tensor(.int32, [1]), pair, pair]),
      inputs: [0, 1], outputs: [5],
      operators: [
        Operator(
          .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]),
          inputs: [2, 1, 3], outputs: [4, 5, 6])
      ])
    let condition = Subgraph(
      "condition", tensors: ControlFlowTests.named(variables + [.int32([1], [3]), Tensor(.bool, [1])]),
      inputs: [0, 1, 2],
      outputs: [4], operators: [Operator(.less, inputs: [0, 3], outputs: [4])])
    let body = Subgraph(
      "body", tensors: ControlFlowTests.named(variables + [.int32([1], [1]), Tensor(.int32, [1]), pair, pair]),
      inputs: [0, 1, 2],
      outputs: [4, 6, keeps ? 2 : 6],
      operators: [
        Operator(.add, inputs: [0, 3], outputs: [4]), Operator(.neg, inputs: [2], outputs: [5]),
        Operator(.add, inputs: [1, 5], outputs: [6]),
      ])
    return ModelBuilder([main, condition, body])
  }

  @Test func loopsHaveThemWhereTheyStay() throws {
    try Self.expect(Self.loop(keeps: true), [-8, -13], negations: 0, plainly: 3)
    // x becomes -2, -3 and then zero twice.
    try Self.expect(Self.loop(keeps: false), [0, 0], negations: 3, plainly: 3)
  }

  /// The shape that a branch reshapes to does not fit, which matters to nobody who does not take it.
  @Test func shapesStayInputs() throws {
    let main = Subgraph(
      tensors: ControlFlowTests.named([Tensor(.bool, []), Self.pair, .int32([1], [3]), Self.pair]), inputs: [0, 1],
      outputs: [3], operators: [Operator(.if, options: Self.branches(1, 2), inputs: [0, 1, 2], outputs: [3])])
    let shaped = Subgraph(
      "shaped", tensors: ControlFlowTests.named([Self.pair, Tensor(.int32, [1]), Self.pair]), inputs: [0, 1],
      outputs: [2], operators: [Operator(.reshape, inputs: [0, 1], outputs: [2])])
    let negated = Subgraph(
      "negated", tensors: ControlFlowTests.named([Self.pair, Tensor(.int32, [1]), Self.pair]), inputs: [0, 1],
      outputs: [2],
      operators: [Operator(.neg, inputs: [0], outputs: [2])])
    try Self.expect(ModelBuilder([main, shaped, negated]), [-1, -2], taking: false, negations: 1, plainly: 1)
  }
}
