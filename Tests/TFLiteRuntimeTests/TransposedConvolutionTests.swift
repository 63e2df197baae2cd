import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Transposed convolutions, whose windows run backwards over the input, on every kernel set against the reference.
@Suite struct TransposedConvolutionTests {
  typealias Tensor = ModelBuilder.Tensor

  enum Form: CaseIterable { case float, int8, uint8, hybrid }

  struct Shape: Sendable, CustomTestStringConvertible {
    var input: [Int]
    /// Rows and columns of the filter.
    var filter: [Int]
    var stride: Int
    var padding: Schema.Padding
    var strideAcross: Int { input[2] == 1 && filter[1] == 1 ? 1 : stride }

    var testDescription: String { "\(input) by \(filter), stride \(stride), \(padding.name)" }
  }

  private static let oneChannel: [Shape] = {
    var shapes: [Shape] = []
    for (input, filter) in [
      ([1, 3, 3, 1], [3, 3]), ([2, 4, 5, 1], [2, 3]), ([1, 1, 9, 1], [1, 3]), ([1, 9, 1, 1], [4, 1]),
      ([1, 2, 2, 1], [2, 2]),
    ] {
      for stride in [1, 2] {
        for padding in [Schema.Padding.same, .valid] {
          shapes.append(Shape(input: input, filter: filter, stride: stride, padding: padding))
        }
      }
    }
    return shapes
  }()

  /// A window whose last tap alone lies outside can span as much as one that lies inside.
  @Test(arguments: Form.allCases, oneChannel)
  func oneInputChannelReadsNothingOutsideTheImage(_ form: Form, _ shape: Shape) throws {
    try check(form, shape)
  }

  /// Strides beyond the filter leave phases without a tap.
  @Test(arguments: Form.allCases, [Schema.Padding.same, .valid])
  func pixelsThatNoTapReachesAreTheBias(_ form: Form, _ padding: Schema.Padding) throws {
    try check(form, Shape(input: [1, 3, 4, 1], filter: [1, 2], stride: 3, padding: padding))
    try check(form, Shape(input: [1, 3, 2, 5], filter: [1, 1], stride: 2, padding: padding))
  }

  /// Images wide enough for blocks of neighbouring pixels, whose windows differ.
  @Test(
    arguments: Form.allCases, [([1, 8, 16, 4], [4, 4], 2), ([2, 6, 8, 3], [9, 9], 3), ([1, 9, 24, 5], [2, 5], 1)])
  func fewChannelsAreComputedInBlocks(_ form: Form, _ sizes: ([Int], [Int], Int)) throws {
    try check(form, Shape(input: sizes.0, filter: sizes.1, stride: sizes.2, padding: .same))
  }

  /// Images of one column are computed as those of one row, and long rows in parts.
  @Test(arguments: Form.allCases, [[1, 40, 1, 16], [2, 7, 1, 3], [1, 1, 90, 5]])
  func linesAreComputedInParts(_ form: Form, _ input: [Int]) throws {
    let filter = input[2] == 1 ? [12, 1] : [1, 12]
    for padding in [Schema.Padding.same, .valid] {
      for channels in [1, 20] {
        try check(form, Shape(input: input, filter: filter, stride: 4, padding: padding), channels: channels)
      }
    }
  }

  /// Outputs as close as inputs are a convolution by filters turned round, of which some go by minimal filtering; filters of even
  /// extents have unlike margins.
  @Test(
    arguments: Form.allCases,
    [
      Shape(input: [2, 10, 12, 16], filter: [3, 3], stride: 1, padding: .same),
      Shape(input: [1, 11, 9, 40], filter: [3, 3], stride: 1, padding: .valid),
      Shape(input: [1, 12, 12, 8], filter: [5, 5], stride: 1, padding: .same),
      Shape(input: [2, 6, 7, 9], filter: [4, 2], stride: 1, padding: .same),
      Shape(input: [1, 7, 6, 3], filter: [2, 6], stride: 1, padding: .valid),
      Shape(input: [1, 4, 5, 33], filter: [1, 1], stride: 1, padding: .same),
    ])
  func outputsAsCloseAsInputs(_ form: Form, _ shape: Shape) throws {
    try check(form, shape, channels: 16)
    try check(form, shape, channels: 3)
  }

  /// Filters of up to three strides' extents go by minimal filtering of blocks of pixels where blocks fill the output; of others the
  /// last ones are cut off.
  @Test(
    arguments: Form.allCases,
    [
      Shape(input: [2, 9, 7, 32], filter: [4, 4], stride: 2, padding: .same),
      Shape(input: [1, 8, 12, 24], filter: [5, 5], stride: 2, padding: .same),
      Shape(input: [1, 6, 9, 17], filter: [6, 6], stride: 2, padding: .same),
      Shape(input: [3, 8, 6, 16], filter: [6, 4], stride: 2, padding: .valid),
      Shape(input: [1, 7, 8, 16], filter: [9, 8], stride: 3, padding: .same),
      Shape(input: [2, 8, 8, 16], filter: [5, 5], stride: 2, padding: .valid),
      Shape(input: [1, 12, 10, 64], filter: [3, 3], stride: 2, padding: .same),
    ])
  func blocksOfPixels(_ form: Form, _ shape: Shape) throws {
    try check(form, shape, channels: 20)
    try check(form, shape, channels: 8)
  }

  /// Four rows come of seven or eight in steps of two, and of nine or ten by whole windows of three, when inputs have been
  /// resized as well.
  @Test(arguments: [(Schema.Padding.same, 7...8), (.valid, 9...10)])
  func outputsFitInputs(_ padding: Schema.Padding, _ extents: ClosedRange<Int>) {
    for extent in 1...14 {
      for (height, width) in [(extent, extents.lowerBound), (extents.upperBound, extent)] {
        let model = ModelBuilder.oneOperator(
          .transposeConv,
          options: .init(
            .transposeConvOptions, ["padding": .value(padding), "stride_w": .int(2), "stride_h": .int(2)]),
          inputs: [
            .int32([4], [1, Int32(height), Int32(width), 1]), .float32([1, 3, 3, 1], [Float](repeating: 1, count: 9)),
            .float32([1, 4, 4, 1]),
          ], outputs: [.float32([1, height, width, 1])])
        let expected: RuntimeError.Code? = extents.contains(extent) ? nil : .invalidOperator
        #expect(OperatorRun.objection(model) == expected, "\(height) x \(width)")
      }
    }
  }

  private func check(_ form: Form, _ shape: Shape, channels: Int = 2) throws {
    let model = Self.model(form, shape, channels: channels)
    let count = shape.input.reduce(1, *)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 41) }
    let values = bytes.map { Float($0) / 64 - 2 }
    func run(_ kernels: SessionOptions.Kernels, rewrites: Bool) throws -> [Float] {
      var options = SessionOptions()
      options.kernels = kernels
      options.rewrites = rewrites
      options.threads = .count(rewrites ? 2 : 1)
      let session = try Session(Model(bytes: model), options: options)
      switch form {
      case .int8: try session.write(bytes.map { Int8(bitPattern: $0) }, toInput: 0)
      case .uint8: try session.write(bytes, toInput: 0)
      case .float, .hybrid: try session.write(values, toInput: 0)
      }
      try session.invoke()
      return try session.dequantizedOutput(0)
    }
    let expected = try run(.reference, rewrites: false)
    for kernels in SessionOptions.Kernels.available {
      for rewrites in [false, true] {
        let found = try run(kernels, rewrites: rewrites)
        let largest = expected.reduce(1) { max($0, abs($1)) }
        let limit = form == .float || form == .hybrid ? Tolerance.formula * largest : 0
        #expect(
          found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= limit },
          "\(kernels.rawValue), rewrites \(rewrites): \(found) instead of \(expected)")
      }
    }
  }

  private static func model(_ form: Form, _ shape: Shape, channels: Int) -> [UInt8] {
    let (filter, strides) = (shape.filter, [shape.stride, shape.strideAcross])
    let numbers = 0..<channels
    let extents = (0..<2).map { axis in
      let (extent, stride) = (shape.input[axis + 1], strides[axis])
      return shape.padding == .same ? extent * stride : (extent - 1) * stride + filter[axis]
    }
    let outputShape = [shape.input[0]] + extents + [channels]
    let weightShape = [channels] + filter + [shape.input[3]]
    let weights = (0..<weightShape.reduce(1, *)).map { UInt8(truncatingIfNeeded: $0 &* 53 &+ 77) }
    let signed = Tensor.int8(
      weightShape, weights.map { max(-127, Int8(bitPattern: $0)) },
      quantization: .perChannel(scales: numbers.map { $0 % 2 == 0 ? 0.02 : 0.01 }, dimension: 0))
    let integerBias = numbers.map { $0 % 2 == 0 ? Int32(300) : -200 }
    let input: Tensor
    let filters: Tensor
    let output: Tensor
    let bias: Tensor
    switch form {
    case .int8:
      input = .int8(shape.input, quantization: .perTensor(scale: 0.05, zeroPoint: 7))
      filters = signed
      output = .int8(outputShape, quantization: .perTensor(scale: 0.2, zeroPoint: -5))
      bias = .int32(
        [channels], integerBias,
        quantization: .perChannel(scales: numbers.map { $0 % 2 == 0 ? 0.001 : 0.0005 }, dimension: 0))
    case .uint8:
      input = .uint8(shape.input, quantization: .perTensor(scale: 0.05, zeroPoint: 120))
      filters = .uint8(weightShape, weights, quantization: .perTensor(scale: 0.02, zeroPoint: 131))
      output = .uint8(outputShape, quantization: .perTensor(scale: 0.2, zeroPoint: 117))
      bias = .int32([channels], integerBias, quantization: .perTensor(scale: 0.001))
    case .float, .hybrid:
      input = .float32(shape.input)
      filters = form == .float ? .float32(weightShape, weights.map { Float($0) / 128 - 1 }) : signed
      output = .float32(outputShape)
      bias = .float32([channels], numbers.map { $0 % 2 == 0 ? 0.5 : -0.25 })
    }
    return ModelBuilder.oneOperator(
      .transposeConv, version: 3,
      options: .init(
        .transposeConvOptions,
        [
          "padding": .value(shape.padding), "stride_w": .int(Int64(strides[1])), "stride_h": .int(Int64(strides[0])),
        ]),
      inputs: [.int32([4], outputShape.map { Int32($0) }), filters, input, bias], outputs: [output])
  }
}
