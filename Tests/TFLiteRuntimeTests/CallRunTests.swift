import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Short operators that run as calls of kernels compute what they compute one by one.
@Suite struct CallRunTests {
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// x + c = a, a * a = b, logistic(b) = s, s - a = d, relu(d) = r; the first row of r, times itself, is y; and r.
  private static let floats: [UInt8] = ModelBuilder([
    .init(
      tensors: [
        .float32([2, 6], name: "x"), .float32([6], [0.5, -1, 2, 0.25, -0.125, 3], name: "c"),
        .float32([2, 6], name: "a"), .float32([2, 6], name: "b"), .float32([2, 6], name: "s"),
        .float32([2, 6], name: "d"), .float32([2, 6], name: "r"), .float32([1, 6], name: "row"),
        .float32([1, 6], name: "y"), .int32([2], [0, 0], name: "begin"), .int32([2], [1, -1], name: "size"),
      ], inputs: [0], outputs: [8, 6],
      operators: [
        Operator(.add, options: Options(.addOptions, [:]), inputs: [0, 1], outputs: [2]),
        Operator(.mul, options: Options(.mulOptions, [:]), inputs: [2, 2], outputs: [3]),
        Operator(.logistic, inputs: [3], outputs: [4]),
        Operator(.sub, options: Options(.subOptions, [:]), inputs: [4, 2], outputs: [5]),
        Operator(.relu, inputs: [5], outputs: [6]), Operator(.slice, inputs: [6, 9, 10], outputs: [7]),
        Operator(.mul, options: Options(.mulOptions, [:]), inputs: [7, 7], outputs: [8]),
      ])
  ]).build()

  private static func session(_ model: [UInt8], profiling: Bool) throws -> Session {
    var options = SessionOptions()
    options.threads = .count(1)
    options.profiling = profiling
    options.rewrites = !profiling
    return try Session(Model(bytes: model), options: options)
  }

  private static func outputs(_ session: Session, _ rows: Int, _ shift: Float) throws -> [[Float]] {
    try session.write((0..<6 * rows).map { Float($0) / 8 - shift }, toInput: 0)
    try session.invoke()
    return try session.outputs.indices.map { try session.output($0, as: Float.self) }
  }

  /// Before and after the operands have moved: other shapes, and an output in memory of the caller's.
  @Test func callsFollowTheirOperands() throws {
    let plain = try Self.session(Self.floats, profiling: true)
    let calls = try Self.session(Self.floats, profiling: false)
    for rows in [2, 5, 1, 2] {
      for session in [plain, calls] { try session.resizeInput(0, to: [rows, 6]) }
      for shift: Float in [0, 0.75] {
        let found = try Self.outputs(calls, rows, shift)
        #expect(try found == Self.outputs(plain, rows, shift))
        #expect(found[1].contains { $0 != 0 } && found[0].count == 6)
      }
    }
  }

  @Test func boundOutputs() throws {
    let plain = try Self.session(Self.floats, profiling: true)
    let calls = try Self.session(Self.floats, profiling: false)
    let expected = try Self.outputs(plain, 2, 0.5)
    #expect(try Self.outputs(calls, 2, 0.5) == expected)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 48, alignment: 64)
    defer { memory.deallocate() }
    try calls.bindOutput(1, to: memory)
    _ = try Self.outputs(calls, 2, 0.5)
    #expect(Array(memory.bindMemory(to: Float.self)) == expected[1])
    try calls.unbindOutput(1)
    #expect(try Self.outputs(calls, 2, 0.25) == Self.outputs(plain, 2, 0.25))
  }

  /// What is cut off and joined again lies where it is wanted: those operators do not run.
  @Test func nothingToCopy() throws {
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([4, 8], name: "x"), .float32([4, 8], name: "a"), .float32([2, 8], name: "first"),
          .float32([2, 8], name: "second"), .float32([2, 8], name: "b"), .float32([2, 8], name: "c"),
          .float32([4, 8], name: "joined"), .float32([4, 8], name: "y"), .int32([2], [0, 0]), .int32([2], [2, 0]),
          .int32([2], [2, 8]),
        ], inputs: [0], outputs: [7],
        operators: [
          Operator(.abs, inputs: [0], outputs: [1]), Operator(.slice, inputs: [1, 8, 10], outputs: [2]),
          Operator(.slice, inputs: [1, 9, 10], outputs: [3]), Operator(.exp, inputs: [2], outputs: [4]),
          Operator(.square, inputs: [3], outputs: [5]),
          Operator(
            .concatenation, options: Options(.concatenationOptions, ["axis": .int(0)]), inputs: [4, 5], outputs: [6]),
          Operator(.neg, inputs: [6], outputs: [7]),
        ])
    ]).build()
    let plain = try Self.session(model, profiling: true)
    let calls = try Self.session(model, profiling: false)
    let values = (0..<32).map { Float($0) / 16 - 1 }
    for session in [plain, calls] {
      try session.write(values, toInput: 0)
      try session.invoke()
    }
    #expect(try calls.output(0, as: Float.self) == plain.output(0, as: Float.self))
    #expect(
      calls.graphReports[0].operators.map { $0.idleness } == [
        nil, "nothing to copy", "nothing to copy", nil, nil, "nothing to copy", nil,
      ])
    #expect(plain.profile.map { $0.runs } == [1, 1, 1, 1, 1, 1, 1])
  }

  /// What the products below multiply.
  enum Form: CaseIterable {
    case float, int8, dynamic
  }

  /// x -> neg a -> pointwise p -> p + a -> depthwise d of one pixel's neighbors -> abs e -> fully connected y; all of them short.
  private static func products(_ form: Form) -> [UInt8] {
    let type: Schema.TensorType = form == .int8 ? .int8 : .float32
    func values(_ shape: [Int], _ name: String, _ scale: Float) -> ModelBuilder.Tensor {
      .init(type, shape, name: name, quantization: form == .int8 ? .perTensor(scale: scale, zeroPoint: 3) : nil)
    }
    func weights(_ shape: [Int], _ name: String) -> ModelBuilder.Tensor {
      let numbers = (0..<shape.reduce(1, *)).map { Int8(truncatingIfNeeded: $0 * 71 % 251) }
      if form == .float { return .float32(shape, numbers.map { Float($0) / 100 }, name: name) }
      return .init(
        .int8, shape, data: numbers.map { UInt8(bitPattern: $0) }, name: name,
        quantization: .perTensor(scale: 0.01, zeroPoint: 0))
    }
    let window = Options(
      .depthwiseConv2DOptions,
      ["padding": .value(Schema.Padding.same), "stride_w": 1, "stride_h": 1, "depth_multiplier": 1])
    let pointwise = Options(
      .conv2DOptions, ["padding": .value(Schema.Padding.same), "stride_w": 1, "stride_h": 1])
    return ModelBuilder([
      .init(
        tensors: [
          values([1, 3, 3, 20], "x", 0.05), values([1, 3, 3, 20], "a", 0.05), weights([20, 1, 1, 20], "w"),
          values([1, 3, 3, 20], "p", 0.1), values([1, 3, 3, 20], "s", 0.12), weights([1, 3, 3, 20], "v"),
          values([1, 3, 3, 20], "d", 0.1), values([1, 3, 3, 20], "e", 0.1), weights([7, 20], "u"),
          values([9, 7], "y", 0.2),
        ], inputs: [0], outputs: [9],
        operators: [
          Operator(.neg, inputs: [0], outputs: [1]),
          Operator(.conv2D, options: pointwise, inputs: [1, 2], outputs: [3]),
          Operator(.add, options: Options(.addOptions, [:]), inputs: [3, 1], outputs: [4]),
          Operator(.depthwiseConv2D, options: window, inputs: [4, 5], outputs: [6]),
          Operator(.abs, inputs: [6], outputs: [7]),
          Operator(.fullyConnected, options: Options(.fullyConnectedOptions, [:]), inputs: [7, 8], outputs: [9]),
        ])
    ]).build()
  }

  /// Products, what they end with, and rows that are quantized for them, before and after the operands have moved.
  @Test(arguments: Form.allCases, [1, 2]) func products(form: Form, threads: Int) throws {
    let model = try Model(bytes: Self.products(form))
    let sessions = try [true, false].map { isMeasured in
      var options = SessionOptions()
      options.threads = .count(threads)
      options.profiling = isMeasured
      return try Session(model, options: options)
    }
    for batches in [1, 3, 1] {
      for shift in [0, 5] {
        let found = try sessions.map { session in
          try session.resizeInput(0, to: [batches, 3, 3, 20])
          let numbers = (0..<180 * batches).map { Int8(truncatingIfNeeded: ($0 + shift) * 89 % 253) }
          if form == .int8 {
            try session.write(numbers, toInput: 0)
          } else {
            try session.write(numbers.map { Float($0) / 20 }, toInput: 0)
          }
          try session.invoke()
          return try session.withOutputBytes(0) { Array($0) }
        }
        #expect(found[0] == found[1])
        #expect(Set(found[0]).count > 20)
      }
    }
  }
}
