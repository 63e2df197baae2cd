import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

@Suite struct ControlFlowTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator

  static func named(_ tensors: [Tensor]) -> [Tensor] {
    tensors.enumerated().map { index, tensor in
      var tensor = tensor
      tensor.name = "t\(index)"
      return tensor
    }
  }

  /// while i < limit { (a, b, i) = (b, a + b, i + 1) }
  private static func fibonacci(outputs: [Int] = [3, 4, 5]) -> [UInt8] {
    let state = [Tensor(.int32, [1]), Tensor(.int32, [1]), Tensor(.int32, [1])]
    let main = Subgraph(
      tensors: named(state + state), inputs: [0, 1, 2], outputs: outputs,
      operators: [
        Operator(
          .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]),
          inputs: [0, 1, 2], outputs: [3, 4, 5])
      ])
    let condition = Subgraph(
      "condition", tensors: named(state + [.int32([1], [10]), Tensor(.bool, [1])]), inputs: [0, 1, 2], outputs: [4],
      operators: [Operator(.less, inputs: [2, 3], outputs: [4])])
    let body = Subgraph(
      "body", tensors: named(state + [.int32([1], [1]), Tensor(.int32, [1]), Tensor(.int32, [1])]),
      inputs: [0, 1, 2], outputs: [1, 4, 5],
      operators: [
        Operator(.add, inputs: [0, 1], outputs: [4]), Operator(.add, inputs: [2, 3], outputs: [5]),
      ])
    return ModelBuilder([main, condition, body]).build()
  }

  @Test func whileMovesVariablesBetweenEachOther() throws {
    let session = try OperatorRun.session(Self.fibonacci())
    for _ in 0..<2 {
      try session.write([0] as [Int32], toInput: 0)
      try session.write([1] as [Int32], toInput: 1)
      try session.write([0] as [Int32], toInput: 2)
      try session.invoke()
      #expect(try session.output(0, as: Int32.self) == [55])
      #expect(try session.output(1, as: Int32.self) == [89])
      #expect(try session.output(2, as: Int32.self) == [10])
    }
    // No iteration at all.
    try session.write([12] as [Int32], toInput: 2)
    try session.invoke()
    #expect(try session.output(1, as: Int32.self) == [1])
  }

  /// What nobody reads behind the loop is not copied there.
  @Test func whileLeavesOutVariables() throws {
    for (output, value) in [(3, 55), (4, 89), (5, 10)] as [(Int, Int32)] {
      let session = try OperatorRun.session(Self.fibonacci(outputs: [output]))
      try session.write([0] as [Int32], toInput: 0)
      try session.write([1] as [Int32], toInput: 1)
      try session.write([0] as [Int32], toInput: 2)
      try session.invoke()
      #expect(try session.output(0, as: Int32.self) == [value])
      let report = try GraphReport(Model(bytes: Self.fibonacci(outputs: [output])), passes: ["dead operators"])
      #expect(report.operators.map { $0.outputs } == [[3, 4, 5].map { $0 == output ? output : -1 }])
    }
  }

  @Test func whileGrowsItsVariable() throws {
    let types = [Tensor(.int32, [1]), Tensor(.int32, [])]
    let main = Subgraph(
      tensors: Self.named(types + types), inputs: [0, 1], outputs: [2, 3],
      operators: [
        Operator(
          .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]),
          inputs: [0, 1], outputs: [2, 3])
      ])
    let condition = Subgraph(
      "condition", tensors: Self.named(types + [.int32([], [3]), Tensor(.bool, [])]), inputs: [0, 1], outputs: [3],
      operators: [Operator(.less, inputs: [1, 2], outputs: [3])])
    let body = Subgraph(
      "body", tensors: Self.named(types + [Tensor(.int32, [2]), .int32([], [1]), Tensor(.int32, [])]),
      inputs: [0, 1], outputs: [2, 4],
      operators: [
        Operator(.concatenation, options: .init(.concatenationOptions, ["axis": 0]), inputs: [0, 0], outputs: [2]),
        Operator(.add, inputs: [1, 3], outputs: [4]),
      ])
    let session = try OperatorRun.session(ModelBuilder([main, condition, body]).build())
    for _ in 0..<2 {
      try session.write([7] as [Int32], toInput: 0)
      try session.write([0] as [Int32], toInput: 1)
      try session.invoke()
      #expect(session.outputs[0].shape == [8])
      #expect(try session.output(0, as: Int32.self) == [Int32](repeating: 7, count: 8))
    }
  }

  @Test(arguments: [true, false])
  func ifTakesOneBranch(_ condition: Bool) throws {
    let branch = { (name: String, code: Schema.BuiltinOperator) in
      Subgraph(
        name, tensors: Self.named([Tensor(.float32, [2]), Tensor(.float32, [2]), Tensor(.float32, [2])]),
        inputs: [0, 1], outputs: [2], operators: [Operator(code, inputs: [0, 1], outputs: [2])])
    }
    let main = Subgraph(
      tensors: Self.named([
        Tensor(.bool, []), Tensor(.float32, [2]), Tensor(.float32, [2]), Tensor(.float32, [2]),
      ]), inputs: [0, 1, 2], outputs: [3],
      operators: [
        Operator(
          .if, options: .init(.ifOptions, ["then_subgraph_index": 1, "else_subgraph_index": 2]), inputs: [0, 1, 2],
          outputs: [3])
      ])
    let session = try OperatorRun.session(ModelBuilder([main, branch("then", .add), branch("else", .mul)]).build())
    try session.write([condition ? 1 : 0] as [UInt8], toInput: 0)
    try session.write([2, 3] as [Float], toInput: 1)
    try session.write([5, 7] as [Float], toInput: 2)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == (condition ? [7, 10] : [10, 21]))
  }

  /// An index of constants lies outside in one branch, which nobody may ever take.
  @Test(arguments: [true, false]) func branchThatFailsMattersWhereItIsTaken(_ rewrites: Bool) throws {
    let main = Subgraph(
      tensors: Self.named([Tensor(.bool, [1]), Tensor(.float32, [2]), Tensor(.float32, [2])]), inputs: [0, 1],
      outputs: [2],
      operators: [
        Operator(
          .if, options: .init(.ifOptions, ["then_subgraph_index": 1, "else_subgraph_index": 2]), inputs: [0, 1],
          outputs: [2])
      ])
    let taking = Subgraph(
      "taking",
      tensors: Self.named([
        Tensor(.float32, [2]), .float32([3], [1, 2, 3]), .int32([2], [1, 3]), Tensor(.float32, [2]),
        Tensor(.float32, [2]),
      ]), inputs: [0], outputs: [4],
      operators: [
        Operator(.gather, options: .init(.gatherOptions, [:]), inputs: [1, 2], outputs: [3]),
        Operator(.add, inputs: [0, 3], outputs: [4]),
      ])
    let negating = Subgraph(
      "negating", tensors: Self.named([Tensor(.float32, [2]), Tensor(.float32, [2])]), inputs: [0], outputs: [1],
      operators: [Operator(.neg, inputs: [0], outputs: [1])])
    var options = SessionOptions()
    options.rewrites = rewrites
    let session = try Session(Model(bytes: ModelBuilder([main, taking, negating]).build()), options: options)
    for _ in 0..<2 {
      try session.write([3, -4] as [Float], toInput: 1)
      try session.write([0] as [UInt8], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [-3, 4])
      try session.write([1] as [UInt8], toInput: 0)
      let error = #expect(throws: RuntimeError.self) { try session.invoke() }
      #expect(error?.description.contains("GATHER") == true)
    }
  }

  @Test func variablesKeepWhatTheyAreAssigned() throws {
    let handle = ModelBuilder.Options(.varHandleOptions, ["shared_name": "counter"])
    let main = Subgraph(
      tensors: Self.named([
        Tensor(.float32, [2]), Tensor(.resource, []), Tensor(.float32, [2]), Tensor(.float32, [2]),
      ]), inputs: [0], outputs: [3],
      operators: [
        Operator(.callOnce, options: .init(.callOnceOptions, ["init_subgraph_index": 1]), inputs: [], outputs: []),
        Operator(.varHandle, options: handle, inputs: [], outputs: [1]),
        Operator(.readVariable, inputs: [1], outputs: [2]),
        Operator(.add, inputs: [0, 2], outputs: [3]),
        Operator(.assignVariable, inputs: [1, 3], outputs: []),
      ])
    let initial = Subgraph(
      "init", tensors: Self.named([Tensor(.resource, []), .float32([2], [10, 20])]), inputs: [], outputs: [],
      operators: [
        Operator(.varHandle, options: handle, inputs: [], outputs: [0]),
        Operator(.assignVariable, inputs: [0, 1], outputs: []),
      ])
    let session = try OperatorRun.session(ModelBuilder([main, initial]).build())
    for round in 1...3 {
      try session.write([1, 2] as [Float], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [10 + Float(round), 20 + 2 * Float(round)])
    }
    session.resetState()
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [11, 22])
  }
}
