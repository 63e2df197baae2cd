import TFLiteRuntime
import TestSupport
import Testing

/// Parts of an input are read where the input lies, wherever that is in an invocation.
@Suite struct InputViewTests {
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// x [4, 6] as [2, 12], cut into two rows: y is the negative of the second, z the first as it is.
  private static let subgraph = ModelBuilder.Subgraph(
    tensors: [
      .float32([4, 6], name: "x"), .int32([2], [2, -1], name: "shape"), .float32([2, 12], name: "flat"),
      .int32([], [0], name: "axis"), .float32([1, 12], name: "z"), .float32([1, 12], name: "second"),
      .float32([1, 12], name: "y"),
    ], inputs: [0], outputs: [6, 4],
    operators: [
      Operator(.reshape, inputs: [0, 1], outputs: [2]),
      Operator(.split, options: Options(.splitOptions, ["num_splits": 2]), inputs: [3, 2], outputs: [4, 5]),
      Operator(.neg, inputs: [5], outputs: [6]),
    ])
  private static let model = ModelBuilder([subgraph]).build()

  private static func check(_ session: Session, _ values: [Float]) throws {
    try session.invoke()
    let half = values.count / 2
    #expect(try session.output(0, as: Float.self) == values[half...].map { -$0 })
    #expect(try session.output(1, as: Float.self) == Array(values[..<half]))
  }

  private static func values(_ count: Int, _ start: Float) -> [Float] { (0..<count).map { Float($0) / 4 + start } }

  @Test(arguments: [1, 2]) func viewsFollowTheInput(_ threads: Int) throws {
    var options = SessionOptions()
    options.threads = .count(threads)
    let session = try Session(Model(bytes: Self.model), options: options)
    let values = Self.values(24, 1)
    try session.write(values, toInput: 0)
    try Self.check(session, values)
    // In memory of the caller's, in other such memory without another preparation, and back.
    for start: Float in [-3, 7] {
      let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: 25)
      defer { memory.deallocate() }
      let values = Self.values(24, start)
      for (index, value) in values.enumerated() { memory[index + 1] = value }
      try session.bindInput(0, to: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: memory[1...])))
      try Self.check(session, values)
      memory[1] = 100
      memory[24] = 50
      try Self.check(session, [100] + values[1..<23] + [50])
      try session.unbindInput(0)
    }
    try session.write(values, toInput: 0)
    try Self.check(session, values)
    // In other shapes, and after the memory of tensors has gone.
    for rows in [8, 2, 4] {
      try session.resizeInput(0, to: [rows, 6])
      let values = Self.values(6 * rows, 0.5)
      try session.write(values, toInput: 0)
      try Self.check(session, values)
    }
    try session.trimMemory()
    let others = Self.values(24, -9)
    try session.write(others, toInput: 0)
    try Self.check(session, others)
  }

  @Test func nothingIsCopiedButOutputs() throws {
    var options = SessionOptions()
    options.threads = .single
    options.profiling = true
    let session = try Session(Model(bytes: Self.model), options: options)
    try session.write(Self.values(24, 0), toInput: 0)
    try session.invoke()
    // The SPLIT copies the half that is an output.
    #expect(session.profile.filter { $0.runs > 0 }.map { $0.index } == [1, 2])
    #expect(
      session.memoryPlan.flatMap { $0.entries }.allSatisfy {
        !$0.label.contains("flat") && !$0.label.contains("second")
      })
  }

  /// A subgraph that another one runs finds its inputs in the tensors of that, which may be other ones each time; and in its own
  /// where it runs by itself, before that or afterwards.
  @Test(arguments: [false, true]) func calledSubgraphs(runsByItselfFirst: Bool) throws {
    let model = ModelBuilder(
      [
        .init(
          tensors: [
            .float32([4, 6], name: "x"), .float32([4, 6], name: "minus"), .float32([1, 12], name: "first"),
            .float32([1, 12], name: "part"), .float32([1, 12], name: "again"), .float32([1, 12], name: "rest"),
          ], inputs: [0], outputs: [2, 3, 4, 5],
          operators: [
            Operator(.neg, inputs: [0], outputs: [1]),
            Operator(.call, options: Options(.callOptions, ["subgraph": 1]), inputs: [0], outputs: [2, 3]),
            Operator(.call, options: Options(.callOptions, ["subgraph": 1]), inputs: [1], outputs: [4, 5]),
          ]),
        Self.subgraph,
      ],
      signatures: [
        .init(
          "parts", subgraph: 1, inputs: [(name: "x", tensor: 0)],
          outputs: [(name: "y", tensor: 6), (name: "z", tensor: 4)])
      ]
    ).build()
    let session = try Session(Model(bytes: model))
    let parts = try session.signature("parts")
    func runByItself(_ start: Float) throws {
      let values = Self.values(24, start)
      try parts.write(values, toInput: "x")
      try parts.invoke()
      #expect(try parts.output("y", as: Float.self) == values[12...].map { -$0 })
      #expect(try parts.output("z", as: Float.self) == Array(values[..<12]))
    }
    if runsByItselfFirst { try runByItself(40) }
    for start: Float in [2, -5] {
      let values = Self.values(24, start)
      try session.write(values, toInput: 0)
      try session.invoke()
      let outputs = try (0..<4).map { try session.output($0, as: Float.self) }
      let (first, second) = (Array(values[..<12]), Array(values[12...]))
      #expect(outputs == [second.map { -$0 }, first, second, first.map { -$0 }])
      try runByItself(start * 3)
    }
  }
}
