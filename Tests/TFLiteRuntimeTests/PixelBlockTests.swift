import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Convolutions of few channels, which compute blocks of neighbouring pixels, on every kernel set against the reference.
@Suite struct PixelBlockTests {
  typealias Tensor = ModelBuilder.Tensor

  enum Form: CaseIterable { case float, int8, uint8, int16, hybrid }

  struct Shape: Sendable, CustomTestStringConvertible {
    var input: [Int]
    /// Rows and columns of the filter.
    var filter: [Int]
    var channels: Int
    var stride = 1
    var padding = Schema.Padding.same

    var testDescription: String { "\(input) by \(filter) to \(channels), stride \(stride), \(padding.name)" }

    var output: [Int] {
      let extents = (0..<2).map { axis in
        padding == .same
          ? (input[axis + 1] + stride - 1) / stride : (input[axis + 1] - filter[axis] + stride) / stride
      }
      return [input[0]] + extents + [channels]
    }
  }

  @Test(
    arguments: Form.allCases,
    [
      Shape(input: [2, 9, 24, 5], filter: [3, 5], channels: 3),
      Shape(input: [1, 20, 30, 4], filter: [9, 9], channels: 1, padding: .valid),
      Shape(input: [1, 17, 32, 3], filter: [3, 3], channels: 8, stride: 2),
      Shape(input: [1, 16, 16, 16], filter: [1, 1], channels: 5),
      Shape(input: [1, 24, 25, 6], filter: [5, 3], channels: 2, stride: 2, padding: .valid),
      // One column, which becomes one row.
      Shape(input: [1, 60, 1, 3], filter: [7, 1], channels: 4, stride: 2),
    ])
  func equalTheReference(_ form: Form, _ shape: Shape) throws {
    let model = Self.model(form, shape)
    let count = shape.input.reduce(1, *)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 41) }
    func run(_ kernels: SessionOptions.Kernels, threads: Int) throws -> [Float] {
      var options = SessionOptions()
      options.kernels = kernels
      options.threads = .count(threads)
      let session = try Session(Model(bytes: model), options: options)
      switch form {
      case .int8: try session.write(bytes.map { Int8(bitPattern: $0) }, toInput: 0)
      case .uint8: try session.write(bytes, toInput: 0)
      case .int16: try session.write(bytes.map { Int16($0) &* 211 &- 25_000 }, toInput: 0)
      case .float, .hybrid: try session.write(bytes.map { Float($0) / 64 - 2 }, toInput: 0)
      }
      try session.invoke()
      return try session.dequantizedOutput(0)
    }
    let expected = try run(.reference, threads: 1)
    #expect(Set(expected).count > 8, "results that say nothing")
    for kernels in SessionOptions.Kernels.available {
      for threads in [1, 2] {
        let found = try run(kernels, threads: threads)
        let largest = expected.reduce(1) { max($0, abs($1)) }
        let limit = form == .hybrid || form == .float ? Tolerance.formula * largest : 0
        #expect(
          found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= limit },
          "\(kernels.rawValue), \(threads) threads")
      }
    }
  }

  private static func model(_ form: Form, _ shape: Shape) -> [UInt8] {
    let channels = shape.channels
    let weightShape = [channels] + shape.filter + [shape.input[3]]
    let weights = (0..<weightShape.reduce(1, *)).map { UInt8(truncatingIfNeeded: $0 &* 53 &+ 77) }
    let scales = (0..<channels).map { 0.02 / Float($0 + 1) }
    let signed = Tensor.int8(
      weightShape, weights.map { max(-127, Int8(bitPattern: $0)) },
      quantization: .perChannel(scales: scales, dimension: 0))
    let biases = (0..<channels).map { Int32($0) * 300 - 400 }
    let input: Tensor
    var filter = signed
    let output: Tensor
    var bias = Tensor.int32([channels], biases)
    switch form {
    case .int8:
      input = .int8(shape.input, quantization: .perTensor(scale: 0.05, zeroPoint: 7))
      output = .int8(shape.output, quantization: .perTensor(scale: 0.3, zeroPoint: -5))
    case .uint8:
      input = .uint8(shape.input, quantization: .perTensor(scale: 0.05, zeroPoint: 120))
      filter = .uint8(weightShape, weights, quantization: .perTensor(scale: 0.02, zeroPoint: 131))
      output = .uint8(shape.output, quantization: .perTensor(scale: 0.5, zeroPoint: 117))
    case .int16:
      input = .int16(shape.input, quantization: .perTensor(scale: 0.0001, zeroPoint: 0))
      output = .int16(shape.output, quantization: .perTensor(scale: 0.002, zeroPoint: 0))
      bias = .int64([channels], biases.map { Int64($0) })
    case .float:
      input = .float32(shape.input)
      filter = .float32(weightShape, weights.map { Float($0) / 100 - 1.3 })
      output = .float32(shape.output)
      bias = .float32([channels], biases.map { Float($0) / 200 })
    case .hybrid:
      input = .float32(shape.input)
      output = .float32(shape.output)
      bias = .float32([channels], biases.map { Float($0) / 200 })
    }
    return ModelBuilder.oneOperator(
      .conv2D, version: 3,
      options: .init(
        .conv2DOptions,
        [
          "padding": .value(shape.padding), "stride_w": .int(Int64(shape.stride)),
          "stride_h": .int(Int64(shape.stride)),
          "dilation_w_factor": .int(1), "dilation_h_factor": .int(1),
        ]),
      inputs: [input, filter, bias], outputs: [output])
  }

  /// What a block of `width` pixels takes of a 3x3 window over four channels, for each pixel.
  private static func work(_ width: Int) -> Double { Double(3 * (width + 2) * 4) / Double(width) }

  @Test func blocksAreChosenWhereTheyFillVectors() {
    func width(_ height: Int, _ width: Int, _ depth: Int, lanes: Int) -> Int {
      PixelBlocks.width((height, width, depth), multipleOf: 1, lanes: lanes, work: Self.work)
    }
    #expect(width(32, 60, 3, lanes: 16) > 1)
    #expect(60 % width(32, 60, 3, lanes: 16) == 0)
    // Scalars have nothing to fill, full vectors no room, primes no divisor, small images no rows for a tile.
    #expect(width(32, 60, 3, lanes: 1) == 1)
    #expect(width(32, 60, 16, lanes: 16) == 1)
    #expect(width(32, 61, 3, lanes: 16) == 1)
    #expect(width(1, 12, 3, lanes: 16) == 1)
  }
}
