import TFLiteRuntime
import TestSupport
import Testing

/// Who writes and reads the tensors of a graph, and graphs in which nobody could.
@Suite struct LivenessTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  private static func graph(
    _ tensors: [Tensor], inputs: [Int] = [0], outputs: [Int], _ operators: [Operator]
  ) throws -> Graph {
    try Model(
      bytes: ModelBuilder([.init(tensors: tensors, inputs: inputs, outputs: outputs, operators: operators)]).build()
    ).graphs[0]
  }

  /// x is split into a and b; c = a + a; y = c * a; b and the constant are not read.
  private static func sample() throws -> Graph {
    try graph(
      [
        .float32([4]), .int32([], [0]), .float32([2]), .float32([2]), .float32([2]), .float32([2]),
        .float32([2], [1, 2]),
      ], outputs: [5, 3],
      [
        Operator(
          .split, options: .init(.splitOptions, ["num_splits": 2]), inputs: [1, 0], outputs: [2, 3]),
        Operator(.add, inputs: [2, 2], outputs: [4]), Operator(.mul, inputs: [4, 2], outputs: [5]),
      ])
  }

  @Test func `tensors know their writers and readers`() throws {
    let liveness = try Liveness(Self.sample())
    #expect(liveness.producers == [-1, -1, 0, 0, 1, 2, -1])
    #expect(liveness.outputPositions == [0, 0, 0, 1, 0, 0, 0])
    #expect(liveness.lastReaders == [0, 0, 2, -1, 2, -1, -1])
    // An operator that reads a tensor twice is one reader.
    #expect(liveness.readerCounts == [1, 1, 2, 0, 1, 0, 0])
    #expect(liveness.isInput == [true, false, false, false, false, false, false])
    #expect(liveness.isOutput == [false, false, false, true, false, true, false])
  }

  @Test func `readers come in order, once for each operand`() throws {
    let readers = TensorReaders(try Self.sample())
    #expect((0..<7).map { Array(readers[$0]) } == [[0], [0], [1, 1, 2], [], [2], [], []])
  }

  private static let float = Tensor.float32([2])

  /// Operators on the tensors x (an input), c (a constant), v (a variable), a, b and y.
  private static let impossible: [(String, [Operator])] = [
    ("an input of the graph", [Operator(.neg, inputs: [3], outputs: [0])]),
    ("a constant", [Operator(.neg, inputs: [0], outputs: [1])]),
    ("a variable", [Operator(.neg, inputs: [0], outputs: [2])]),
    (
      "the output of operator #0",
      [Operator(.neg, inputs: [0], outputs: [3]), Operator(.abs, inputs: [0], outputs: [3])]
    ),
    (
      "computed only by operator #1",
      [Operator(.neg, inputs: [3], outputs: [4]), Operator(.abs, inputs: [0], outputs: [3])]
    ),
    ("computed only by operator #0", [Operator(.add, inputs: [0, 3], outputs: [3])]),
  ]

  @Test(arguments: impossible) func `impossible orders are refused`(text: String, operators: [Operator]) throws {
    let graph = try Self.graph(
      [Self.float, .float32([2], [1, 2]), Self.float.variable(), Self.float, Self.float, Self.float], outputs: [5],
      operators + [Operator(.neg, inputs: [0], outputs: [5])])
    let error = try #require(failure { () throws(RuntimeError) in _ = try Liveness(graph) })
    #expect(error.code == .invalidModel)
    #expect(error.message.contains(text), "\(error)")
  }

  @Test func `operands that nobody computes are refused`() throws {
    func graph(_ operand: Tensor) throws -> Graph {
      try Self.graph([Self.float, operand, Self.float], outputs: [2], [Operator(.add, inputs: [0, 1], outputs: [2])])
    }
    func check(_ operand: Tensor) throws -> RuntimeError? {
      let graph = try graph(operand)
      return failure { () throws(RuntimeError) in try Liveness(graph).checkOperands(of: graph) }
    }
    #expect(try check(Self.float)?.code == .invalidModel)
    #expect(try check(.float32([2], [1, 2])) == nil)
    #expect(try check(Self.float.variable()) == nil)
    #expect(try check(.float32([0])) == nil)
  }
}
