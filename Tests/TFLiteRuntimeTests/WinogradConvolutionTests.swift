import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Float convolutions of 3x3 with stride 1, which go by minimal filtering where that is faster.
@Suite struct WinogradConvolutionTests {
  struct Case: CustomTestStringConvertible {
    var input: [Int]
    var channels: Int
    var padding = Schema.Padding.same
    var activation = Schema.ActivationFunctionType.none
    var hasBias = true

    var testDescription: String { "\(input) to \(channels), \(padding), \(activation)" }

    var filterCount: Int { channels * 9 * input[3] }

    /// The model, for images of any size.
    var model: [UInt8] {
      ModelBuilder.oneOperator(
        .conv2D, version: 3,
        options: .init(
          .conv2DOptions,
          [
            "padding": .value(padding), "stride_w": 1, "stride_h": 1,
            "fused_activation_function": .value(activation),
          ]),
        inputs: [
          .float32(input), .float32([channels, 3, 3, input[3]], numbers(filterCount, 1).map { $0 / 4 }),
          hasBias ? .float32([channels], numbers(channels, 2)) : nil,
        ],
        outputs: [.float32([])])
    }
  }

  static func numbers(_ count: Int, _ seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
  }

  private static func run(
    _ bytes: [UInt8], _ shape: [Int], threads: Int, _ kernels: SessionOptions.Kernels = .best
  ) throws -> [Float] {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.kernels = kernels
    let session = try Session(Model(bytes: bytes), options: options)
    try session.resizeInput(0, to: Shape(shape))
    try session.write(numbers(shape.reduce(1, *), 3), toInput: 0)
    try session.invoke()
    return try session.output(0, as: Float.self)
  }

  @Test(arguments: [
    Case(input: [1, 8, 8, 16], channels: 16),
    Case(input: [1, 33, 31, 17], channels: 21, activation: .relu),
    Case(input: [3, 13, 9, 40], channels: 33, padding: .valid, activation: .relu6),
    Case(input: [1, 66, 65, 32], channels: 32, activation: .reluN1To1, hasBias: false),
    Case(input: [2, 14, 14, 64], channels: 96, padding: .valid),
    Case(input: [1, 7, 7, 160], channels: 160, activation: .relu),
    Case(input: [1, 5, 5, 16], channels: 16, padding: .valid),
  ])
  func equalsDirectSumsOnAnyThreads(_ c: Case) throws {
    let bytes = c.model
    let direct = try Self.run(bytes, c.input, threads: 1, .reference)
    let scale = 1 + direct.reduce(0) { max($0, abs($1)) }
    for kernels in SessionOptions.Kernels.available where kernels != .reference {
      let found = try Self.run(bytes, c.input, threads: 1, kernels)
      #expect(found.count == direct.count)
      #expect(zip(found, direct).allSatisfy { abs($0 - $1) <= 5e-6 * scale }, "\(kernels)")
      for threads in 2...3 {
        #expect(try Self.run(bytes, c.input, threads: threads, kernels) == found, "\(kernels), \(threads) threads")
      }
    }
  }

  /// An image may grow beyond the size from which tiles pay, or shrink below it, in a session.
  @Test func imagesChangeTheirSize() throws {
    let c = Case(input: [1, 1, 1, 32], channels: 32)
    let bytes = c.model
    let session = try Session(Model(bytes: bytes))
    for size in [1, 20, 2, 16, 1] {
      let shape = [1, size, size, 32]
      try session.resizeInput(0, to: Shape(shape))
      try session.write(Self.numbers(32 * size * size, 3), toInput: 0)
      try session.invoke()
      let expected = try Self.run(bytes, shape, threads: 1, .reference)
      let scale = 1 + expected.reduce(0) { max($0, abs($1)) }
      let found = try session.output(0, as: Float.self)
      #expect(found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 5e-6 * scale })
    }
  }
}
