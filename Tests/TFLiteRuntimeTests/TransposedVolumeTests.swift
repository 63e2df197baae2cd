import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// CONV_3D_TRANSPOSE on every kernel set against sums that are scattered.
@Suite struct TransposedVolumeTests {
  typealias Tensor = ModelBuilder.Tensor

  struct Volume: Sendable, CustomTestStringConvertible {
    /// N, D, H, W, channels.
    var input: [Int]
    var filter: [Int]
    var strides: [Int]
    var dilations: [Int] = [1, 1, 1]
    var padding: Schema.Padding
    /// Output places of each axis beside those that windows cover, or that the padding makes of them.
    var extra = [0, 0, 0]
    var channels = 3

    var testDescription: String { "\(input) by \(filter), strides \(strides), dilations \(dilations), \(padding.name)" }

    private func span(_ axis: Int) -> Int { (filter[axis] - 1) * dilations[axis] + 1 }

    var output: [Int] {
      let extents = (0..<3).map { axis in
        extra[axis]
          + (padding == .same
            ? input[axis + 1] * strides[axis] : (input[axis + 1] - 1) * strides[axis] + span(axis))
      }
      return [input[0]] + extents + [channels]
    }

    /// Places that are cut off before each axis.
    var before: [Int] {
      (0..<3).map { axis in
        padding == .same
          ? max(0, (input[axis + 1] - 1) * strides[axis] + span(axis) - output[axis + 1]) / 2 : 0
      }
    }

    var weightShape: [Int] { filter + [channels, input[4]] }
  }

  @Test(arguments: [
    Volume(input: [1, 2, 3, 4, 5], filter: [2, 2, 2], strides: [2, 2, 2], padding: .same),
    Volume(input: [2, 3, 2, 5, 3], filter: [3, 3, 3], strides: [2, 1, 2], padding: .same, extra: [-1, 0, -1]),
    Volume(input: [1, 2, 2, 3, 17], filter: [3, 1, 4], strides: [1, 3, 2], padding: .valid, extra: [0, 2, 1]),
    Volume(input: [1, 3, 2, 2, 2], filter: [1, 1, 1], strides: [3, 2, 2], padding: .valid, channels: 40),
    Volume(input: [2, 2, 3, 2, 4], filter: [3, 2, 3], strides: [2, 3, 4], dilations: [2, 3, 2], padding: .valid),
    Volume(input: [1, 3, 3, 3, 6], filter: [2, 3, 2], strides: [3, 2, 2], dilations: [3, 2, 1], padding: .same),
  ])
  func everyKernelSetGathersWhatIsScattered(_ volume: Volume) throws {
    // Eighths, so that sums are exact in any order.
    let values = Self.eighths(volume.input.reduce(1, *), factor: 37)
    let weights = Self.eighths(volume.weightShape.reduce(1, *), factor: 53)
    let bias = Self.eighths(volume.channels, factor: 5)
    let expected = Self.scattered(volume, values, weights, bias)
    let model = ModelBuilder.oneOperator(
      .conv3DTranspose,
      options: .init(
        .conv3DOptions,
        [
          "padding": .value(volume.padding), "stride_d": .int(Int64(volume.strides[0])),
          "stride_h": .int(Int64(volume.strides[1])), "stride_w": .int(Int64(volume.strides[2])),
          "dilation_d_factor": .int(Int64(volume.dilations[0])),
          "dilation_h_factor": .int(Int64(volume.dilations[1])),
          "dilation_w_factor": .int(Int64(volume.dilations[2])),
        ]),
      inputs: [
        .int32([5], volume.output.map { Int32($0) }), .float32(volume.weightShape, weights), .float32(volume.input),
        .float32([volume.channels], bias),
      ], outputs: [.float32(volume.output)])
    for kernels in SessionOptions.Kernels.available {
      for threads in [1, 3] {
        var options = SessionOptions()
        (options.kernels, options.threads) = (kernels, .count(threads))
        let session = try Session(Model(bytes: model), options: options)
        try session.write(values, toInput: 0)
        try session.invoke()
        #expect(try session.output(0, as: Float.self) == expected, "\(kernels.rawValue), \(threads) threads")
      }
    }
  }

  private static func eighths(_ count: Int, factor: Int) -> [Float] {
    (0..<count).map { index in
      let whole = (index &* factor &+ 11) % 31
      return Float(whole - 15) / 8
    }
  }

  private static func scattered(_ volume: Volume, _ values: [Float], _ weights: [Float], _ bias: [Float]) -> [Float] {
    let (input, output, filter) = (volume.input, volume.output, volume.filter)
    var sums = (0..<output.reduce(1, *)).map { bias[$0 % volume.channels] }
    for place in 0..<input[0..<4].reduce(1, *) {
      let (batch, z) = (place / input[3] / input[2] / input[1], place / input[3] / input[2] % input[1])
      let source = [z, place / input[3] % input[2], place % input[3]]
      for tap in 0..<filter.reduce(1, *) {
        let taps = [tap / filter[2] / filter[1], tap / filter[2] % filter[1], tap % filter[2]]
        let target = (0..<3).map {
          source[$0] * volume.strides[$0] + taps[$0] * volume.dilations[$0] - volume.before[$0]
        }
        guard (0..<3).allSatisfy({ target[$0] >= 0 && target[$0] < output[$0 + 1] }) else { continue }
        let position = ((batch * output[1] + target[0]) * output[2] + target[1]) * output[3] + target[2]
        for channel in 0..<volume.channels {
          let weight = (tap * volume.channels + channel) * input[4]
          var sum: Float = 0
          for depth in 0..<input[4] { sum += values[place * input[4] + depth] * weights[weight + depth] }
          sums[position * volume.channels + channel] += sum
        }
      }
    }
    return sums
  }
}
