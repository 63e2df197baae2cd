import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Variables that are read right behind their assignment, on graphs without sessions and in sessions.
@Suite struct VariableForwardingTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static func handle(_ name: String, _ tensor: Int, container: String = "") -> Operator {
    let options = Options(.varHandleOptions, ["container": .string(container), "shared_name": .string(name)])
    return Operator(.varHandle, options: options, inputs: [], outputs: [tensor])
  }

  /// A graph of handles 1 and 2 and of `floats`, from 3 on; tensor 0 goes in.
  private static func model(
    _ first: Operator, _ second: Operator, _ operators: [Operator], floats: [Tensor]? = nil, inputs: [Int] = [0],
    outputs: [Int] = [5]
  ) -> [UInt8] {
    let floats = floats ?? ["x", "y", "z"].map { .float32([3], name: $0) }
    let tensors =
      [.float32([3], name: "in"), Tensor(.resource, [1], name: "a"), Tensor(.resource, [1], name: "b")] + floats
    let called = ModelBuilder.Subgraph("called", tensors: [.float32([1])], inputs: [0], outputs: [0], operators: [])
    return ModelBuilder([
      .init(tensors: tensors, inputs: inputs, outputs: outputs, operators: [first, second] + operators), called,
    ]).build()
  }

  private static func removed(_ model: [UInt8]) throws -> [Int] {
    try GraphReport(Model(bytes: model), passes: ["variable forwarding"]).passes[0].removed
  }

  private static func assign(_ handle: Int, _ tensor: Int) -> Operator {
    Operator(.assignVariable, inputs: [handle, tensor], outputs: [])
  }

  private static func read(_ handle: Int, _ tensor: Int) -> Operator {
    Operator(.readVariable, inputs: [handle], outputs: [tensor])
  }

  private static func double(_ input: Int, _ output: Int) -> Operator {
    Operator(.add, inputs: [input, input], outputs: [output])
  }

  /// A weight that is scaled, assigned and read in every invocation keeps what it was given.
  @Test func stateIsTheSame() throws {
    let model = Self.model(
      Self.handle("v", 1), Self.handle("w", 2),
      [
        Self.assign(2, 0), Self.read(2, 3), Self.double(3, 4), Self.assign(1, 4), Self.read(1, 5),
      ], floats: ["x", "y", "z", "r"].map { .float32([3], name: $0) })
    #expect(try Self.removed(model) == [3])
    for rewrites in [false, true] {
      var options = SessionOptions()
      options.rewrites = rewrites
      let session = try Session(Model(bytes: model), options: options)
      for round in 1...3 {
        try session.write([1, 2, Float(round)], toInput: 0)
        try session.invoke()
        #expect(try session.output(0, as: Float.self) == [2, 4, 2 * Float(round)])
      }
    }
  }

  @Test func handlesOfOneNameAreOneVariable() throws {
    let steps = [Self.assign(1, 0), Self.read(2, 3), Self.double(3, 5)]
    #expect(try Self.removed(Self.model(Self.handle("v", 1), Self.handle("v", 2), steps)) == [3])
    #expect(try Self.removed(Self.model(Self.handle("v", 1), Self.handle("w", 2), steps)) == [])
    #expect(try Self.removed(Self.model(Self.handle("v", 1), Self.handle("v", 2, container: "c"), steps)) == [])
  }

  @Test func theLastAssignmentCounts() throws {
    let model = Self.model(
      Self.handle("v", 1), Self.handle("v", 2),
      [Self.assign(1, 0), Self.double(0, 3), Self.assign(2, 3), Self.read(1, 4), Self.double(4, 5)])
    let report = try GraphReport(Model(bytes: model), passes: ["variable forwarding"])
    #expect(report.passes[0].removed == [5])
    #expect(report.operators.last?.inputs == [3, 3])
  }

  @Test func whatMayHaveChangedIsRead() throws {
    let handles = (Self.handle("v", 1), Self.handle("w", 2))
    func removed(_ operators: [Operator], floats: [Tensor]? = nil, outputs: [Int] = [5]) throws -> [Int] {
      try Self.removed(Self.model(handles.0, handles.1, operators, floats: floats, outputs: outputs))
    }
    // Before the assignment, and behind an operator that runs another graph.
    #expect(try removed([Self.read(1, 3), Self.assign(1, 0), Self.double(3, 5)]) == [])
    let call = Operator(
      .callOnce, options: Options(.callOnceOptions, ["init_subgraph_index": 1]), inputs: [], outputs: [])
    #expect(try removed([Self.assign(1, 0), call, Self.read(1, 3), Self.double(3, 5)]) == [])
    // What is read leaves the graph, or has another shape, or none that is known.
    #expect(try removed([Self.assign(1, 0), Self.read(1, 5)]) == [])
    let others: [Tensor] = [.float32([1, 3], name: "x"), .float32([3], name: "y"), .float32([1, 3], name: "z")]
    #expect(try removed([Self.assign(1, 0), Self.read(1, 3), Self.double(3, 5)], floats: others) == [])
    // A handle that no operator of the graph made may be that of any variable.
    let unknown = Tensor(.resource, [1], name: "u")
    let steps = [Self.assign(1, 0), Self.assign(3, 0), Self.read(1, 4), Self.double(4, 5)]
    let floats = [unknown] + ["y", "z"].map { Tensor.float32([3], name: $0) }
    #expect(
      try Self.removed(Self.model(handles.0, handles.1, steps, floats: floats, inputs: [0, 3])) == [])
  }
}
