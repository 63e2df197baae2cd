import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Float convolutions which go by minimal filtering where that is faster: of 3x3 and 5x5 with stride 1, and larger strides of
/// larger filters.
@Suite struct WinogradConvolutionTests {
  struct Case: CustomTestStringConvertible {
    var input: [Int]
    var channels: Int
    var padding = Schema.Padding.same
    var activation = Schema.ActivationFunctionType.none
    var hasBias = true
    var taps = 3
    var stride = 1
    /// Tiles are worth their transformation.
    var isFiltered = true

    var testDescription: String { "\(input) to \(channels) by \(taps), stride \(stride), \(padding), \(activation)" }

    var filterCount: Int { channels * taps * taps * input[3] }

    /// The fewest transformed weights.
    var leastCount: Int { (taps > 3 && stride == 1 ? 36 : 16) * stride * stride * input[3] * channels }

    /// The model, for images of any size.
    var model: [UInt8] {
      ModelBuilder.oneOperator(
        .conv2D, version: 3,
        options: .init(
          .conv2DOptions,
          [
            "padding": .value(padding), "stride_w": .int(Int64(stride)), "stride_h": .int(Int64(stride)),
            "fused_activation_function": .value(activation),
          ]),
        inputs: [
          .float32(input), .float32([channels, taps, taps, input[3]], numbers(filterCount, 1).map { $0 / 4 }),
          hasBias ? .float32([channels], numbers(channels, 2)) : nil,
        ],
        outputs: [.float32([])])
    }
  }

  static func numbers(_ count: Int, _ seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
  }

  /// The weights were packed for minimal filtering: at least 16 products take the place of nine.
  private static func isFiltered(_ session: Session, _ c: Case) -> Bool { session.sharedByteCount >= 4 * c.leastCount }

  private static func run(
    _ bytes: [UInt8], _ shape: [Int], threads: Int, _ kernels: SessionOptions.Kernels = .best
  ) throws -> (values: [Float], session: Session) {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.kernels = kernels
    let session = try Session(Model(bytes: bytes), options: options)
    try session.resizeInput(0, to: Shape(shape))
    try session.write(numbers(shape.reduce(1, *), 3), toInput: 0)
    try session.invoke()
    return (try session.output(0, as: Float.self), session)
  }

  @Test(arguments: [
    Case(input: [1, 8, 8, 16], channels: 16, isFiltered: false),
    Case(input: [1, 33, 31, 17], channels: 21, activation: .relu),
    Case(input: [3, 13, 9, 40], channels: 33, padding: .valid, activation: .relu6),
    Case(input: [1, 66, 65, 32], channels: 32, activation: .reluN1To1, hasBias: false),
    Case(input: [2, 14, 14, 64], channels: 96, padding: .valid),
    Case(input: [1, 7, 7, 160], channels: 160, activation: .relu),
    Case(input: [1, 5, 5, 16], channels: 16, padding: .valid, isFiltered: false),
    Case(input: [2, 14, 15, 32], channels: 32, activation: .relu, taps: 5),
    Case(input: [1, 12, 16, 48], channels: 16, padding: .valid, taps: 5),
    Case(input: [1, 16, 16, 32], channels: 48, activation: .relu6, taps: 4, stride: 2),
    Case(input: [2, 33, 35, 32], channels: 64, padding: .valid, taps: 4, stride: 2),
    Case(input: [1, 21, 18, 16], channels: 33, hasBias: false, taps: 5, stride: 2),
    Case(input: [1, 30, 30, 32], channels: 32, stride: 2, isFiltered: false),
  ])
  func equalsDirectSumsOnAnyThreads(_ c: Case) throws {
    let bytes = c.model
    let (direct, reference) = try Self.run(bytes, c.input, threads: 1, .reference)
    #expect(!Self.isFiltered(reference, c))
    let scale = 1 + direct.reduce(0) { max($0, abs($1)) }
    for kernels in SessionOptions.Kernels.available where kernels != .reference {
      let (found, session) = try Self.run(bytes, c.input, threads: 1, kernels)
      #expect(Self.isFiltered(session, c) == c.isFiltered, "\(kernels)")
      #expect(found.count == direct.count)
      #expect(zip(found, direct).allSatisfy { abs($0 - $1) <= Tolerance.sums * scale }, "\(kernels)")
      for threads in 2...3 {
        #expect(
          try Self.run(bytes, c.input, threads: threads, kernels).values == found, "\(kernels), \(threads) threads")
      }
    }
  }

  /// An image may grow beyond the size from which tiles pay, or shrink below it, in a session.
  @Test func imagesChangeTheirSize() throws {
    let c = Case(input: [1, 1, 1, 32], channels: 32)
    let bytes = c.model
    let session = try Session(Model(bytes: bytes))
    var largest = 0
    for size in [1, 20, 2, 16, 1] {
      largest = max(largest, size)
      let shape = [1, size, size, 32]
      try session.resizeInput(0, to: Shape(shape))
      try session.write(Self.numbers(32 * size * size, 3), toInput: 0)
      try session.invoke()
      let expected = try Self.run(bytes, shape, threads: 1, .reference).values
      let scale = 1 + expected.reduce(0) { max($0, abs($1)) }
      let found = try session.output(0, as: Float.self)
      #expect(
        found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= Tolerance.sums * scale })
      // What was packed for larger images stays.
      #expect(Self.isFiltered(session, c) == (largest >= 16))
    }
  }
}
