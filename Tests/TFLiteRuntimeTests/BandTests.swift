import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Operators that run together in bands of rows compute what they compute one after the other.
@Suite struct BandTests {
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static let height = 81
  private static let width = 12
  private static let depth = 20

  private static func weights(_ count: Int) -> [Float] { (0..<count).map { Float($0 * 37 % 23 - 11) / 64 } }

  /// x -> pointwise convolution a -> depthwise convolution b; b * logistic(b) + b; a strided convolution of that. With
  /// `isRead`, b is an output too.
  private static func model(padding: Schema.Padding, isRead: Bool) -> [UInt8] {
    let margin = padding == .same ? 0 : 2
    let rows = height - margin
    let columns = width - margin
    let last =
      padding == .same ? [(rows + 1) / 2, (columns + 1) / 2] : [(rows - 1) / 2, (columns - 1) / 2]
    func image(_ name: String) -> ModelBuilder.Tensor { .float32([1, rows, columns, depth], name: name) }
    return ModelBuilder([
      .init(
        tensors: [
          .float32([1, height, width, depth], name: "x"), .float32([1, height, width, depth], name: "a"),
          image("b"), image("logistic"), image("product"), image("sum"), .float32([1] + last + [8], name: "y"),
          .float32([depth, 1, 1, depth], weights(depth * depth), name: "pointwise"),
          .float32([depth], weights(depth), name: "bias"),
          .float32([1, 3, 3, depth], weights(9 * depth), name: "depthwise"),
          .float32([8, 3, 3, depth], weights(72 * depth), name: "strided"), .float32([8], weights(8), name: "bias 8"),
        ], inputs: [0], outputs: isRead ? [6, 2] : [6],
        operators: [
          Operator(
            .conv2D,
            options: Options(.conv2DOptions, ["padding": .value(padding), "stride_w": 1, "stride_h": 1]),
            inputs: [0, 7, 8], outputs: [1]),
          Operator(
            .depthwiseConv2D,
            options: Options(
              .depthwiseConv2DOptions,
              ["padding": .value(padding), "stride_w": 1, "stride_h": 1, "depth_multiplier": 1]),
            inputs: [1, 9, 8], outputs: [2]),
          Operator(.logistic, inputs: [2], outputs: [3]),
          Operator(.mul, inputs: [2, 3], outputs: [4]),
          Operator(.add, inputs: [4, 2], outputs: [5]),
          Operator(
            .conv2D,
            options: Options(.conv2DOptions, ["padding": .value(padding), "stride_w": 2, "stride_h": 2]),
            inputs: [5, 10, 11], outputs: [6]),
        ])
    ]).build()
  }

  private static func session(_ model: [UInt8], rewrites: Bool, threads: Int) throws -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.profiling = true
    options.bands = BandLimits(smallestTensor: 60_000, band: 50_000)
    let session = try Session(Model(bytes: model), options: options)
    try session.write((0..<height * width * depth).map { Float($0 * 11 % 101) / 32 - 1.5 }, toInput: 0)
    // Twice: the second time begins where the first has left the tensors' memory.
    try session.invoke()
    try session.invoke()
    return session
  }

  @Test(arguments: [Schema.Padding.same, .valid], [false, true])
  func bandsChangeNothing(padding: Schema.Padding, isRead: Bool) throws {
    let model = Self.model(padding: padding, isRead: isRead)
    let plain = try Self.session(model, rewrites: false, threads: 1)
    for threads in 1...4 {
      let banded = try Self.session(model, rewrites: true, threads: threads)
      for index in plain.outputs.indices {
        #expect(try banded.output(index, as: Float.self) == plain.output(index, as: Float.self))
      }
      // The product computes its logistic function.
      #expect(banded.profile.map { $0.runs } == [2, 2, 2, 2, 2])
      // Where b is read, threads that have parts of their own keep it whole, and rows of others besides.
      if threads == 1 || !isRead {
        #expect(banded.arenaByteCount < plain.arenaByteCount)
      } else {
        #expect(banded.arenaByteCount < plain.arenaByteCount + plain.arenaByteCount / 8)
      }
    }
  }
}
