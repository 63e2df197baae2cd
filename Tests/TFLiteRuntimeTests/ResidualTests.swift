import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Products that add a tensor to their results, and those that must not.
@Suite struct ResidualTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// `activation(x + conv(negated x))` of an image with `channels` channels.
  private static func model(
    extent: Int, taps: Int, channels: Int, activation: Schema.ActivationFunctionType,
    inner: Schema.ActivationFunctionType,
    readers: Int = 1
  ) -> [UInt8] {
    let image = [1, extent, extent, channels]
    let weights = (0..<channels * taps * taps * channels).map { Float($0 * 7 % 23) / 16 - 0.7 }
    return ModelBuilder([
      .init(
        tensors: [
          .float32(image, name: "x"), .float32(image, name: "negative"),
          .float32([channels, taps, taps, channels], weights, name: "filter"),
          .float32([channels], (0..<channels).map { Float($0) / 8 }, name: "bias"), .float32(image, name: "product"),
          .float32(image, name: "sum"), .float32(image, name: "other"),
        ], inputs: [0], outputs: readers > 1 ? [5, 6] : [5],
        operators: [
          Operator(.neg, inputs: [0], outputs: [1]),
          Operator(
            .conv2D,
            options: Options(
              .conv2DOptions,
              [
                "padding": .value(Schema.Padding.same), "stride_w": 1, "stride_h": 1,
                "fused_activation_function": .int(Int64(inner.rawValue)),
              ]), inputs: [1, 2, 3], outputs: [4]),
          Operator(
            .add,
            options: Options(.addOptions, ["fused_activation_function": .int(Int64(activation.rawValue))]),
            inputs: [1, 4], outputs: [5]),
        ] + (readers > 1 ? [Operator(.abs, inputs: [4], outputs: [6])] : []))
    ]).build()
  }

  /// Runs the model with and without rewrites, compares the outputs and returns the operators that ran with them.
  private static func ran(_ model: [UInt8], count: Int, threads: SessionOptions.Threads = .single) throws -> [Int] {
    var sessions: [Session] = []
    for rewrites in [true, false] {
      var options = SessionOptions()
      options.threads = threads
      options.rewrites = rewrites
      options.profiling = true
      let session = try Session(Model(bytes: model), options: options)
      for invocation in 0..<2 {
        try session.write((0..<count).map { Float(($0 + invocation) * 31 % 97) / 32 - 1.5 }, toInput: 0)
        try session.invoke()
      }
      sessions.append(session)
    }
    for index in sessions[0].outputs.indices {
      #expect(try sessions[0].output(index, as: Float.self) == sessions[1].output(index, as: Float.self))
    }
    return sessions[0].profile.map { $0.index }
  }

  @Test(arguments: [1, 3, 5, 14], [1, 2, 3, 8, 16, 17, 31, 48, 70])
  func `pointwise convolutions add what comes past them`(extent: Int, channels: Int) throws {
    let model = Self.model(extent: extent, taps: 1, channels: channels, activation: .relu, inner: .none)
    #expect(try Self.ran(model, count: extent * extent * channels) == [0, 1])
  }

  @Test(arguments: [4, 7, 16], [3, 16, 20])
  func `convolutions of windows add what comes past them`(extent: Int, channels: Int) throws {
    let model = Self.model(extent: extent, taps: 3, channels: channels, activation: .none, inner: .none)
    #expect(try Self.ran(model, count: extent * extent * channels) == [0, 1])
  }

  @Test func `a clamp in between keeps the sum apart`() throws {
    let model = Self.model(extent: 4, taps: 1, channels: 8, activation: .none, inner: .relu)
    #expect(try Self.ran(model, count: 128) == [0, 1, 2])
  }

  @Test func `another reader keeps the sum apart`() throws {
    let model = Self.model(extent: 4, taps: 1, channels: 8, activation: .none, inner: .none, readers: 2)
    #expect(try Self.ran(model, count: 128) == [0, 1, 2, 3])
  }
}
