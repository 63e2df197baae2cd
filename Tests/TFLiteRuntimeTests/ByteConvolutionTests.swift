import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Convolutions of bytes that kernels compute in ways of their own where shapes and weights allow it: all sets give the same.
@Suite struct ByteConvolutionTests {
  struct Case: CustomTestStringConvertible {
    var input: [Int]
    /// [O, h, w, I]; several groups where `I` is less than the input's channels.
    var filter: [Int]
    var stride = 1
    /// Magnitudes of weights.
    var weights: ClosedRange<Int8>
    /// Whether the weights are those of minimal filtering, which take four times the memory at least, where kernels have that.
    var isFiltered: Bool?

    var testDescription: String { "\(input) by \(filter), stride \(stride), weights \(weights)" }

    var model: [UInt8] {
      var generator = SeededGenerator(seed: 5)
      let channels = filter[0]
      let values = (0..<filter.reduce(1, *)).map { _ in Int8.random(in: weights, using: &generator) }
      let scales = (0..<channels).map { Float(1 + $0 % 5) / 500 }
      return ModelBuilder.oneOperator(
        .conv2D, version: 3,
        options: .init(
          .conv2DOptions,
          [
            "padding": .value(Schema.Padding.same), "stride_w": .int(Int64(stride)), "stride_h": .int(Int64(stride)),
            "fused_activation_function": .value(Schema.ActivationFunctionType.relu),
          ]),
        inputs: [
          .int8(input, quantization: .perTensor(scale: 0.02, zeroPoint: -4)),
          .int8(filter, values, quantization: .perChannel(scales: scales, dimension: 0)),
          .int32([channels], (0..<channels).map { Int32($0 * 37 % 101 - 50) }),
        ],
        outputs: [.int8([], quantization: .perTensor(scale: 0.4, zeroPoint: -9))])
    }
  }

  /// Kernels whose dot products are faster than minimal filtering.
  private static let neverFilter: [SessionOptions.Kernels] = [.dot, .i8mm]

  private static func run(
    _ c: Case, threads: Int, _ kernels: SessionOptions.Kernels
  ) throws -> (values: [Int8], session: Session) {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.kernels = kernels
    let session = try Session(Model(bytes: c.model), options: options)
    var generator = SeededGenerator(seed: 6)
    let input = (0..<c.input.reduce(1, *)).map { _ in Int8.random(in: -128...127, using: &generator) }
    try session.write(input, toInput: 0)
    try session.invoke()
    return (try session.output(0, as: Int8.self), session)
  }

  @Test(arguments: [
    // Sums that fit whatever the weights, that these weights let fit, and that do not.
    Case(input: [1, 20, 20, 64], filter: [32, 3, 3, 64], weights: -128 ... -128, isFiltered: true),
    Case(input: [1, 20, 20, 256], filter: [32, 3, 3, 256], weights: -127...127, isFiltered: true),
    Case(input: [1, 20, 20, 256], filter: [32, 3, 3, 256], weights: -128 ... -120, isFiltered: false),
    // Groups.
    Case(input: [2, 9, 11, 104], filter: [104, 3, 3, 8], weights: -127...127),
    Case(input: [1, 15, 9, 32], filter: [32, 3, 3, 4], stride: 2, weights: -127...127),
    Case(input: [1, 6, 70, 48], filter: [48, 3, 3, 16], weights: -127...127),
    Case(input: [1, 6, 7, 36], filter: [72, 3, 3, 12], weights: -127...127),
  ])
  func equalsTheReferenceOnAnyThreads(_ c: Case) throws {
    let expected = try Self.run(c, threads: 1, .reference).values
    #expect(Set(expected).count > 20 || c.weights.upperBound < 0)
    for kernels in SessionOptions.Kernels.available where kernels != .reference && kernels != .best {
      for threads in 1...3 {
        let (found, session) = try Self.run(c, threads: threads, kernels)
        #expect(found == expected, "\(kernels), \(threads) threads")
        if let isFiltered = c.isFiltered {
          let hasFilteredWeights = session.sharedByteCount >= 4 * c.filter.reduce(1, *)
          #expect(hasFilteredWeights == (isFiltered && !Self.neverFilter.contains(kernels)), "\(kernels)")
        }
      }
    }
  }

  /// Margins are filled with the zero point, which no byte may be; windows within the image read none.
  @Test(arguments: [Schema.BuiltinOperator.conv2D, .depthwiseConv2D], [Schema.Padding.same, .valid])
  func refusesMarginsThatNoByteIs(_ code: Schema.BuiltinOperator, _ padding: Schema.Padding) throws {
    for (zeroPoint, isByte) in [(127, true), (128, false), (-128, true), (-129, false)] as [(Int64, Bool)] {
      let isDepthwise = code == .depthwiseConv2D
      let options: ModelBuilder.Options =
        isDepthwise
        ? .init(
          .depthwiseConv2DOptions,
          ["padding": .value(padding), "stride_w": 1, "stride_h": 1, "depth_multiplier": 1])
        : .init(.conv2DOptions, ["padding": .value(padding), "stride_w": 1, "stride_h": 1])
      let filter = isDepthwise ? [1, 3, 3, 2] : [2, 3, 3, 2]
      let file = ModelBuilder.oneOperator(
        code, version: 3, options: options,
        inputs: [
          .int8([1, 4, 4, 2], quantization: .perTensor(scale: 0.02, zeroPoint: zeroPoint)),
          .int8(
            filter, [Int8](repeating: 1, count: filter.reduce(1, *)),
            quantization: .perChannel(scales: [0.5, 0.25], dimension: isDepthwise ? 3 : 0)),
        ], outputs: [.int8([], quantization: .perTensor(scale: 0.4, zeroPoint: 0))])
      let expected: RuntimeError.Code? = isByte || padding == .valid ? nil : .unsupported
      #expect(OperatorRun.objection(file) == expected, "\(zeroPoint)")
    }
  }
}
