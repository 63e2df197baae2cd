import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Operators that need not run are left out, and no result changes.
@Suite struct GraphRewriteTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static func session(_ model: [UInt8], rewrites: Bool) throws -> Session {
    var options = SessionOptions()
    options.threads = .single
    options.rewrites = rewrites
    options.profiling = true
    options.registry.register("Count") { _ in
      ElementwiseOperator(isPure: false) { context in
        context.output(0).data.copyMemory(from: context.input(0).data, byteCount: context.input(0).byteCount)
      }
    }
    return try Session(Model(bytes: model), options: options)
  }

  private static func graph(_ count: Int, outputs: [Int], _ operators: [Operator], shape: [Int] = [3]) -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: (0..<count).map { .float32(shape, name: "t\($0)") }, inputs: [0], outputs: outputs,
        operators: operators)
    ]).build()
  }

  private static func softmax(_ beta: Float, _ input: Int, _ output: Int) -> Operator {
    Operator(.softmax, options: Options(.softmaxOptions, ["beta": .float(beta)]), inputs: [input], outputs: [output])
  }

  /// The outputs and the numbers of the operators that ran.
  private static func run(_ model: [UInt8], rewrites: Bool) throws -> (outputs: [[Float]], ran: [Int]) {
    let session = try session(model, rewrites: rewrites)
    try session.write([0.5, -1, 2] as [Float], toInput: 0)
    try session.invoke()
    return (
      try session.outputs.indices.map { index in try session.output(index, as: Float.self) },
      session.profile.map { $0.index }
    )
  }

  private static func expect(_ model: [UInt8], ran expected: [Int], of all: [Int]) throws {
    let rewritten = try run(model, rewrites: true)
    let plain = try run(model, rewrites: false)
    #expect(rewritten.outputs == plain.outputs)
    #expect(rewritten.ran == expected)
    #expect(plain.ran == all)
  }

  @Test func whatNobodyNeedsDoesNotRun() throws {
    // 1 and 2 lead nowhere.
    try Self.expect(
      Self.graph(
        5, outputs: [4],
        [
          Operator(.tanh, inputs: [0], outputs: [1]), Operator(.exp, inputs: [1], outputs: [2]),
          Operator(.abs, inputs: [2], outputs: [3]), Operator(.neg, inputs: [1], outputs: [4]),
        ]), ran: [0, 3], of: [0, 1, 2, 3])
  }

  @Test func whatHasAnEffectRuns() throws {
    try Self.expect(
      Self.graph(
        4, outputs: [3],
        [
          Operator(.tanh, inputs: [0], outputs: [1]), Operator(custom: "Count", inputs: [1], outputs: [2]),
          Operator(.neg, inputs: [0], outputs: [3]),
        ]), ran: [0, 1, 2], of: [0, 1, 2])
  }

  @Test func equalExpressionsAreComputedOnce() throws {
    // (tanh x)^2 + tanh x, with two ways to the same tanh; the softmaxes differ in their option.
    try Self.expect(
      Self.graph(
        9, outputs: [8],
        [
          Operator(.tanh, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [0], outputs: [2]),
          Self.softmax(1, 1, 3), Self.softmax(1, 2, 4), Self.softmax(2, 2, 5),
          Operator(.mul, inputs: [3, 4], outputs: [6]), Operator(.add, inputs: [5, 6], outputs: [7]),
          Operator(.add, inputs: [7, 2], outputs: [8]),
        ]), ran: [0, 2, 4, 5, 6, 7], of: Array(0..<8))
  }

  @Test func outputsOfTheGraphStay() throws {
    let model = Self.graph(
      4, outputs: [1, 2, 3],
      [
        Operator(.tanh, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [0], outputs: [2]),
        Operator(.neg, inputs: [2], outputs: [3]),
      ])
    try Self.expect(model, ran: [0, 1, 2], of: [0, 1, 2])
  }

  @Test func effectsAreNotUnited() throws {
    try Self.expect(
      Self.graph(
        4, outputs: [3],
        [
          Operator(custom: "Count", inputs: [0], outputs: [1]), Operator(custom: "Count", inputs: [0], outputs: [2]),
          Operator(.add, inputs: [1, 2], outputs: [3]),
        ]), ran: [0, 1, 2], of: [0, 1, 2])
  }

  @Test func outputsDescribedOtherwiseAreNotUnited() throws {
    func quantized(_ scale: Float, _ name: String) -> Tensor {
      var tensor = Tensor(.int8, [3], quantization: .perTensor(scale: scale))
      tensor.name = name
      return tensor
    }
    let tensors: [Tensor] = [
      .float32([3], name: "x"), quantized(0.5, "a"), quantized(0.25, "b"), .float32([3], name: "c"),
      .float32([3], name: "d"), .float32([3], name: "y"),
    ]
    let model = ModelBuilder([
      .init(
        tensors: tensors, inputs: [0], outputs: [5],
        operators: [
          Operator(.quantize, inputs: [0], outputs: [1]), Operator(.quantize, inputs: [0], outputs: [2]),
          Operator(.dequantize, inputs: [1], outputs: [3]), Operator(.dequantize, inputs: [2], outputs: [4]),
          Operator(.sub, inputs: [3, 4], outputs: [5]),
        ])
    ]).build()
    try Self.expect(model, ran: [0, 1, 2, 3, 4], of: [0, 1, 2, 3, 4])
  }

  /// A variable is read, assigned and read again: the two reads are equal expressions of one handle, and stand for what was
  /// assigned before each.
  @Test func variablesAreReadAnew() throws {
    let model = ModelBuilder([
      .init(
        tensors: [.float32([3], name: "x"), Tensor(.resource, [1], name: "handle")]
          + ["before", "doubled", "after", "difference"].map { .float32([3], name: $0) },
        inputs: [0], outputs: [5],
        operators: [
          Operator(.varHandle, options: Options(.varHandleOptions, ["shared_name": "v"]), inputs: [], outputs: [1]),
          Operator(.assignVariable, inputs: [1, 0], outputs: []),
          Operator(.readVariable, inputs: [1], outputs: [2]),
          Operator(.add, inputs: [2, 2], outputs: [3]),
          Operator(.assignVariable, inputs: [1, 3], outputs: []),
          Operator(.readVariable, inputs: [1], outputs: [4]),
          Operator(.sub, inputs: [4, 2], outputs: [5]),
        ])
    ]).build()
    let rewritten = try Self.run(model, rewrites: true)
    let plain = try Self.run(model, rewrites: false)
    #expect(rewritten.outputs == [[0.5, -1, 2]])
    #expect(plain.outputs == rewritten.outputs)
    #expect(rewritten.ran.filter { $0 > 0 } == [1, 3, 4, 6])
    #expect(plain.ran.filter { $0 > 0 } == [1, 2, 3, 4, 5, 6])
  }

  /// A resized session gives the same results with and without rewrites.
  @Test func rewrittenGraphsAreResized() throws {
    let model = Self.graph(
      5, outputs: [4],
      [
        Operator(.tanh, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [0], outputs: [2]),
        Operator(.mul, inputs: [1, 2], outputs: [3]), Operator(.neg, inputs: [3], outputs: [4]),
      ])
    let rewritten = try Self.session(model, rewrites: true)
    let plain = try Self.session(model, rewrites: false)
    for count in [3, 1, 70] {
      let values = (0..<count).map { Float($0) / 16 - 1 }
      for session in [rewritten, plain] {
        try session.resizeInput(0, to: [count])
        try session.write(values, toInput: 0)
        try session.invoke()
      }
      #expect(try rewritten.output(0, as: Float.self) == plain.output(0, as: Float.self))
    }
    #expect(rewritten.profile.map { $0.index } == [0, 2, 3])
    #expect(plain.profile.map { $0.index } == [0, 1, 2, 3])
    #expect(rewritten.arenaByteCount <= plain.arenaByteCount)
  }

  /// A 1 x 5 x 4 image, padded by `paddings`, and a depthwise convolution of 3 x 3 taps behind it; with `isRead` the padded
  /// image is an output too.
  private static func padded(_ paddings: [Int32], padding: Schema.Padding, isRead: Bool = false) -> [UInt8] {
    let height = 5 + Int(paddings[2] + paddings[3])
    let width = 4 + Int(paddings[4] + paddings[5])
    return ModelBuilder([
      .init(
        tensors: [
          .float32([1, 5, 4, 1], name: "x"), .int32([4, 2], paddings, name: "paddings"),
          .float32([1, height, width, 1], name: "padded"),
          .float32([1, 3, 3, 1], (0..<9).map { Float($0) - 3 }, name: "filter"), .float32([1], [0.5], name: "bias"),
          .float32([1, 1, 1, 1], name: "y"),
        ], inputs: [0], outputs: isRead ? [5, 2] : [5],
        operators: [
          Operator(.pad, options: Options(.padOptions, [:]), inputs: [0, 1], outputs: [2]),
          Operator(
            .depthwiseConv2D,
            options: Options(
              .depthwiseConv2DOptions,
              ["padding": .value(padding), "stride_w": 2, "stride_h": 1, "depth_multiplier": 1]),
            inputs: [2, 3, 4], outputs: [5]),
        ])
    ]).build()
  }

  @Test(arguments: [
    ([0, 0, 1, 1, 1, 1, 0, 0] as [Int32], Schema.Padding.valid, false, [1]),
    ([0, 0, 0, 2, 3, 0, 0, 0], .valid, false, [1]),
    ([0, 0, 4, 0, 0, 5, 0, 0], .valid, false, [1]), ([0, 0, 1, 1, 1, 1, 0, 0], .same, false, [0, 1]),
    ([0, 0, 1, 1, 1, 1, 0, 0], .valid, true, [0, 1]),
  ])
  func convolutionsTakeOverMargins(paddings: [Int32], padding: Schema.Padding, isRead: Bool, ran: [Int]) throws {
    let model = Self.padded(paddings, padding: padding, isRead: isRead)
    let sessions = try [true, false].map { try Self.session(model, rewrites: $0) }
    for session in sessions {
      try session.write((0..<20).map { Float($0 * $0 % 7) - 2 }, toInput: 0)
      try session.invoke()
    }
    #expect(try sessions[0].output(0, as: Float.self) == sessions[1].output(0, as: Float.self))
    #expect(sessions[0].outputs[0].shape == sessions[1].outputs[0].shape)
    #expect(sessions[0].profile.map { $0.index } == ran)
    #expect(sessions[1].profile.map { $0.index } == [0, 1])
  }

  /// The logistic function goes into the product with its argument, unless something else needs it.
  @Test(arguments: [([0, 1], false, [1]), ([1, 0], false, [1]), ([0, 1], true, [0, 1]), ([1, 1], false, [0, 1])])
  func productsComputeTheLogisticFunction(factors: [Int], isRead: Bool, ran: [Int]) throws {
    try Self.expect(
      Self.graph(
        3, outputs: isRead ? [2, 1] : [2],
        [
          Operator(.logistic, inputs: [0], outputs: [1]),
          Operator(.mul, options: Options(.mulOptions, [:]), inputs: factors, outputs: [2]),
        ]), ran: ran, of: [0, 1])
  }

  @Test func halfPrecisionConstantsAreWidenedOnce() throws {
    let half = Tensor.float16([3], bits: [0x3C00, 0x4000, 0x4200], name: "half")
    let model = ModelBuilder([
      .init(
        tensors: [.float32([3], name: "x"), half] + (2..<6).map { .float32([3], name: "t\($0)") }, inputs: [0],
        outputs: [5],
        operators: [
          Operator(.dequantize, inputs: [1], outputs: [2]), Operator(.dequantize, inputs: [1], outputs: [3]),
          Operator(.add, inputs: [0, 2], outputs: [4]), Operator(.mul, inputs: [4, 3], outputs: [5]),
        ])
    ]).build()
    let shared = try Model(bytes: model)
    var options = SessionOptions()
    options.threads = .single
    for _ in 0..<2 {
      let session = try Session(shared, options: options)
      try session.write([1, 1, 1] as [Float], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [2, 6, 12])
      #expect(session.sharedByteCount == 12)
    }
  }

  /// Several TensorFlow operators are refused together before anything runs, each named once.
  @Test func tensorFlowOperatorsAreRefusedTogether() throws {
    let model = Self.graph(
      5, outputs: [4],
      [
        Operator(custom: "FlexErf", inputs: [0], outputs: [1]), Operator(.neg, inputs: [1], outputs: [2]),
        Operator(custom: "FlexBincount", inputs: [2], outputs: [3]),
        Operator(custom: "FlexErf", inputs: [3], outputs: [4]),
      ])
    let error = try #require(
      failure { () throws(RuntimeError) in _ = try Session(Model(bytes: model)) })
    #expect(error.code == .unsupported)
    #expect(error.message.components(separatedBy: "FlexErf").count == 2)
    #expect(error.message.components(separatedBy: "FlexBincount").count == 2)
    #expect(error.message.contains("TensorFlow"))
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
