import Dispatch
import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Sessions that compute with helpers, and several sessions of one model at once.
enum SessionChecks {
  private typealias Tensor = ModelBuilder.Tensor
  private typealias Options = ModelBuilder.Options

  /// Operators whose work is worth several threads, alone and in a row that bands take.
  static func operators() throws {
    for bytes in [convolutions, elementwise, products, recurrent] {
      let model = try Model(bytes: bytes)
      let expected = try outputs(makeSession(model, threads: 1, banded: false), runs: 3)
      for threads in [2, 4] {
        for banded in [false, true] {
          for rewrites in [false, true] {
            let session = try makeSession(model, threads: threads, banded: banded, rewrites: rewrites)
            try check(outputs(session, runs: 3), expected, rewrites ? 0 : nil)
          }
        }
      }
    }
  }

  /// A model in a file: four threads make sessions of it and run them while another one trims.
  static func model(_ path: String) throws {
    let model = try Model(path: path)
    let expected = try outputs(makeSession(Model(path: path), threads: 1, banded: false), runs: 1)
    try ThreadChecks.concurrently(5) { number in
      if number == 4 {
        for _ in 0..<20 { model.trimMemory() }
        return
      }
      for round in 0..<2 {
        let session = try makeSession(model, threads: 1 + (number + round) % 3, banded: number % 2 == 1)
        try check(outputs(session, runs: 2), expected, 0)
        try session.trimMemory()
        try check(outputs(session, runs: 1), expected, 0)
      }
    }
    // Whoever cancels does so from another thread.
    let token = CancellationToken()
    let session = try makeSession(model, threads: 2, banded: false)
    try ThreadChecks.concurrently(2) { number in
      if number == 0 { token.cancel() }
    }
    do throws(RuntimeError) {
      try session.invoke(cancellation: token)
      throw RuntimeError(.invalidState, "a cancelled invocation has succeeded")
    } catch {
      if error.code != .cancelled { throw error }
    }
  }

  /// Two sessions write to the same memory, which callers must not let them do.
  static func race() throws {
    let model = try Model(bytes: SmallModels.timesThree)
    nonisolated(unsafe) let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 * 8 * 3 * 4, alignment: 64)
    defer { memory.deallocate() }
    // Locks that both take for making a session and preparing it would put one behind the other.
    let ready = DispatchGroup()
    for _ in 0..<2 { ready.enter() }
    try ThreadChecks.concurrently(2) { _ in
      let prepared = Result {
        let session = try makeSession(model, threads: 1, banded: false)
        try session.bindOutput(0, to: memory)
        try session.invoke()
        return session
      }
      ready.leave()
      ready.wait()
      let session = try prepared.get()
      for _ in 0..<200 { try session.invoke() }
    }
  }

  private static func makeSession(
    _ model: Model, threads: Int, banded: Bool, rewrites: Bool = true
  ) throws(RuntimeError) -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.kernels = .portable
    options.rewrites = rewrites
    if banded { options.bands = BandLimits(smallestTensor: 0, band: 16 << 10, constants: 1 << 20) }
    return try Session(model, options: options)
  }

  private static func outputs(_ session: Session, runs: Int) throws(RuntimeError) -> [[UInt8]] {
    for (number, input) in session.inputs.enumerated() {
      let values = (0..<input.shape.elementCount).map { Float(($0 &* 7919) % 97) / 97 - 0.5 }
      try session.write(reals: values, toInput: number)
    }
    var results: [[UInt8]] = []
    for _ in 0..<runs {
      try session.invoke()
      results = []
      for number in 0..<session.outputCount {
        results.append(try session.withOutputBytes(number) { (bytes) throws(RuntimeError) in Array(bytes) })
      }
    }
    return results
  }

  /// - Parameter tolerance: nil where rewrites may have rounded floats elsewhere.
  private static func check(_ found: [[UInt8]], _ expected: [[UInt8]], _ tolerance: Int?) throws {
    guard found.map(\.count) == expected.map(\.count) else { throw ThreadChecks.Difference("outputs of another size") }
    if tolerance != nil, found != expected { throw ThreadChecks.Difference("other results than those of one thread") }
  }

  // MARK: Models

  private static func floats(_ count: Int) -> [Float] { (0..<count).map { Float(($0 &* 31) % 61) / 61 - 0.5 } }

  private static let convolutions: [UInt8] = {
    let options = Options(.conv2DOptions, ["padding": 0, "stride_w": 1, "stride_h": 1, "fused_activation_function": 1])
    let depthwise = Options(
      .depthwiseConv2DOptions, ["padding": 0, "stride_w": 1, "stride_h": 1, "depth_multiplier": 1])
    let pool = Options(
      .pool2DOptions, ["padding": 1, "stride_w": 2, "stride_h": 2, "filter_width": 2, "filter_height": 2])
    return ModelBuilder([
      .init(
        tensors: [
          .float32([1, 48, 48, 8], name: "in"), .float32([16, 3, 3, 8], floats(1152)), .float32([16], floats(16)),
          .float32([1, 48, 48, 16]), .float32([1, 3, 3, 16], floats(144)), .float32([1, 48, 48, 16]),
          .float32([16, 1, 1, 16], floats(256)), .float32([1, 48, 48, 16]), .float32([1, 48, 48, 16]),
          .float32([1, 24, 24, 16], name: "out"),
        ],
        inputs: [0], outputs: [9],
        operators: [
          .init(.conv2D, options: options, inputs: [0, 1, 2], outputs: [3]),
          .init(.depthwiseConv2D, options: depthwise, inputs: [3, 4, 2], outputs: [5]),
          .init(.conv2D, options: options, inputs: [5, 6, 2], outputs: [7]),
          .init(.add, inputs: [3, 7], outputs: [8]),
          .init(.maxPool2D, options: pool, inputs: [8], outputs: [9]),
        ])
    ]).build()
  }()

  private static let elementwise: [UInt8] = {
    let shape = [1, 64, 64, 16]
    return ModelBuilder([
      .init(
        tensors: [
          .float32(shape, name: "in"), .float32(shape), .float32(shape), .float32(shape), .int32([1], [3]),
          .float32([1, 64, 64, 1]), .float32(shape, name: "out"), .int32([2], [1, 2]), .float32([1, 16], name: "mean"),
        ],
        inputs: [0], outputs: [6, 8],
        operators: [
          .init(.tanh, inputs: [0], outputs: [1]), .init(.exp, inputs: [1], outputs: [2]),
          .init(.mul, inputs: [0, 2], outputs: [3]),
          .init(.sum, options: Options(.reducerOptions, ["keep_dims": true]), inputs: [3, 4], outputs: [5]),
          .init(.sub, inputs: [3, 5], outputs: [6]),
          .init(.mean, inputs: [6, 7], outputs: [8]),
        ])
    ]).build()
  }()

  private static let products: [UInt8] = ModelBuilder([
    .init(
      tensors: [
        .float32([64, 128], name: "in"), .float32([256, 128], floats(32_768)), .float32([64, 256]),
        .float32([64, 256]), .float32([256, 64]), .float32([64, 64], name: "out"), .int32([2], [1, 0]),
      ],
      inputs: [0], outputs: [5],
      operators: [
        .init(.fullyConnected, options: Options(.fullyConnectedOptions, [:]), inputs: [0, 1, -1], outputs: [2]),
        .init(.softmax, options: Options(.softmaxOptions, ["beta": 1.0]), inputs: [2], outputs: [3]),
        .init(.transpose, inputs: [3, 6], outputs: [4]),
        .init(.batchMatmul, options: Options(.batchMatMulOptions, [:]), inputs: [2, 4], outputs: [5]),
      ])
  ]).build()

  private static let recurrent: [UInt8] = {
    var state = Tensor.float32([8, 128])
    state.isVariable = true
    return ModelBuilder.oneOperator(
      .unidirectionalSequenceRnn,
      options: Options(.sequenceRNNOptions, ["time_major": true, "fused_activation_function": 4]),
      inputs: [
        .float32([12, 8, 64], name: "in"), .float32([128, 64], floats(8_192)), .float32([128, 128], floats(16_384)),
        .float32([128], floats(128)), state,
      ],
      outputs: [.float32([12, 8, 128], name: "out")])
  }()
}
