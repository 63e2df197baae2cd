import TFLiteRuntime
import TestSupport
import Testing

/// What a file may ask for at most: operators, runs of subgraphs, time. Depth and memory have suites of their own.
@Suite struct SessionLimitTests {
  private func options(_ change: (inout SessionLimits) -> Void) -> SessionOptions {
    var options = SessionOptions()
    options.threads = .single
    change(&options.limits)
    return options
  }

  @Test func `the memory limit is one of them`() {
    var options = SessionOptions()
    #expect(options.memoryLimit == nil)
    options.memoryLimit = 5
    #expect(options.limits.memory == 5)
    options.limits = .untrusted
    #expect(options.memoryLimit == SessionLimits.untrusted.memory)
  }

  @Test func `operators are counted`() throws {
    let model = try Model(bytes: SmallModels.timesThree)
    _ = try Session(model, options: options { $0.operators = 2 })
    let error = failure { () throws(RuntimeError) in _ = try Session(model, options: options { $0.operators = 1 }) }
    #expect(error?.description == "the model has too many operators, expected at most 1, found 2")
    #expect(error?.code == .limitExceeded)
  }

  /// Counts from its input down to zero.
  private static let countdown: [UInt8] = {
    let number = ModelBuilder.Tensor.int32([1], name: "n")
    return ModelBuilder([
      .init(
        tensors: [number, number], inputs: [0], outputs: [1],
        operators: [
          .init(
            .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]), inputs: [0],
            outputs: [1])
        ]),
      .init(
        tensors: [number, .int32([1], [0]), .bool([1], name: "goes on")], inputs: [0], outputs: [2],
        operators: [.init(.greater, inputs: [0, 1], outputs: [2])]),
      .init(
        tensors: [number, .int32([1], [1]), number], inputs: [0], outputs: [2],
        operators: [.init(.sub, inputs: [0, 1], outputs: [2])]),
    ]).build()
  }()

  @Test func `iterations are counted`() throws {
    let model = try Model(bytes: Self.countdown)
    // The graph itself, a condition and a body for each iteration, and the condition that ends the loop.
    let session = try Session(model, options: options { $0.subgraphRuns = 22 })
    func run(_ count: Int32) -> RuntimeError? {
      failure { () throws(RuntimeError) in
        try session.write([count], toInput: 0)
        try session.invoke()
      }
    }
    try session.prepare()
    #expect(run(10) == nil)
    #expect(run(11)?.code == .limitExceeded)
    #expect(run(11)?.expected == "at most 22 runs")
    #expect(failure { () throws(RuntimeError) in _ = try session.output(0, as: Int32.self) }?.code == .invalidState)
    #expect(run(10) == nil, "each invocation counts anew")
    #expect(try session.output(0, as: Int32.self) == [0])
  }

  @Test func `a loop without end meets the limit of time`() throws {
    let session = try Session(Model(bytes: Self.countdown), options: options { $0.seconds = 0.02 })
    try session.write([Int32.max], toInput: 0)
    let error = failure { () throws(RuntimeError) in try session.invoke() }
    #expect(error?.code == .deadlineExceeded && error?.expected == "at most 0.02 seconds")
    try session.write([3] as [Int32], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Int32.self) == [0])
  }

  @Test func `a token counts beside the limit of time`() throws {
    let session = try Session(Model(bytes: Self.countdown), options: options { $0.seconds = 1000 })
    try session.write([Int32.max], toInput: 0)
    let token = CancellationToken(timeout: 0.01)
    let error = failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }
    #expect(error?.message == "the invocation has not come to its end in time")
  }

  @Test func `honest models stay within the limits for strangers`() throws {
    for file in ["shapes-detector/model.tflite", "shapes-classifier/classifier_int8.tflite"] {
      var options = SessionOptions()
      options.limits = .untrusted
      try Session(Model(path: Examples.path(file)), options: options).invoke()
    }
  }
}
