import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Depthwise convolutions in dynamic range, on every kernel set against the reference.
@Suite struct DynamicImageTests {
  /// Images of one piece and of several, whose last element is by far the largest, and decides how all are quantized.
  @Test(arguments: [[1, 6, 7, 8], [2, 7, 41, 8], [1, 30, 31, 16], [2, 40, 41, 24], [1, 24, 25, 7]])
  func allElementsCount(_ shape: [Int]) throws {
    let channels = shape[3]
    let weights = (0..<9 * channels).map { max(-127, Int8(truncatingIfNeeded: $0 &* 53 &+ 77)) }
    let model = ModelBuilder.oneOperator(
      .depthwiseConv2D, version: 6,
      options: .init(
        .depthwiseConv2DOptions,
        [
          "padding": .value(Schema.Padding.same), "stride_w": .int(1), "stride_h": .int(1), "depth_multiplier": .int(1),
          "dilation_w_factor": .int(1), "dilation_h_factor": .int(1),
        ]),
      inputs: [
        .float32(shape), .int8([1, 3, 3, channels], weights, quantization: .perTensor(scale: 0.01)),
        .float32([channels], (0..<channels).map { Float($0) / 8 }),
      ], outputs: [.float32(shape)])
    let count = shape.reduce(1, *)
    var values = (0..<count).map { Float($0 % 89) / 89 - 0.5 }
    values[count - 1] = 7
    func run(_ kernels: SessionOptions.Kernels, threads: Int) throws -> [Float] {
      var options = SessionOptions()
      options.kernels = kernels
      options.threads = .count(threads)
      let session = try Session(Model(bytes: model), options: options)
      try session.write(values, toInput: 0)
      try session.invoke()
      return try session.output(0, as: Float.self)
    }
    let expected = try run(.reference, threads: 1)
    #expect(Set(expected).count > 8, "results that say nothing")
    for kernels in SessionOptions.Kernels.available {
      for threads in [1, 2] {
        let found = try run(kernels, threads: threads)
        #expect(
          zip(found, expected).allSatisfy { abs($0 - $1) <= 1e-4 }, "\(kernels.rawValue), \(threads) threads")
      }
    }
  }
}
