import TFLiteKernels

// Settled channels: a scale for each channel may be so small that no input moves the channel's output. Converters write such
// scales for filters of which training has left next to nothing, and beside them biases of the most that 32 bits hold, so that
// the sums of one channel keep a whole layer from requantization in fewer steps. Where the least and the greatest sum come to one
// output, kernels get zeros for weights, and factor and bias that make the output of small numbers.

/// How the bytes of filters lie in memory, without gaps.
struct FilterPlaces {
  let channels: Int
  /// The weights of a channel.
  let count: Int
  /// Bytes from one channel to the next.
  let channelStride: Int
  /// Bytes from one weight of a channel to the next.
  let weightStride: Int

  /// Filters one after another, or nil where those of the shape lie in another way.
  init?(_ shape: MatrixShape) {
    (channels, count) = (shape.columns, shape.taps &* shape.depth)
    guard shape.elementStride == 1, shape.columnStride == count else { return nil }
    (channelStride, weightStride) = (count, 1)
  }

  /// Filters of a depthwise convolution.
  init(depthwise geometry: ConvolutionGeometry) {
    (channels, count) = (geometry.outputDepth, geometry.taps)
    (channelStride, weightStride) = (1, geometry.outputDepth)
  }

  fileprivate var byteCount: Int { AlignedMemory.roundedUp(channels &* count) }
  fileprivate var biasByteCount: Int { AlignedMemory.roundedUp(channels &* MemoryLayout<Int32>.stride) }
  fileprivate var factorByteCount: Int { AlignedMemory.roundedUp(channels &* MemoryLayout<QuantizedMultiplier>.stride) }
}

extension WeightedQuantization {
  /// Factors below 2^-13 are worth a look: that is beside a bias of many bits, or none of a layer of usual scales.
  private static func isTiny(_ factor: QuantizedMultiplier) -> Bool { factor.multiplier == 0 || factor.shift < -13 }

  /// Whether some channels may be settled. Convolutions of int8 alone have fixed-point factors of their own for channels.
  private var maySettle: Bool {
    scales.isEmpty && weightsOffset == 0 && multipliers.count > 1 && multipliers.contains(where: Self.isTiny)
  }

  /// Bytes of room that `withSettledChannels` works in.
  func settlingRoom(_ filters: FilterPlaces?) -> Int {
    guard let filters, maySettle else { return 0 }
    return filters.byteCount &+ filters.biasByteCount &+ filters.factorByteCount
  }

  /// Calls `body` with weights, bias and parameters as kernels take them: what is stated, or with settled channels what does the
  /// same.
  /// - Parameters:
  ///   - filters: where the weights of channels from `firstChannel` on lie, the first at `weights`; nil where none are settled.
  ///   - bias: that of the first of these channels, nil for none.
  ///   - room: `settlingRoom` bytes, aligned as `AlignedMemory`, in which what `body` gets may lie; nil where none are settled.
  func withSettledChannels(
    _ filters: FilterPlaces?, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, firstChannel: Int = 0,
    room: UnsafeMutableRawPointer?,
    _ body: (UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization) -> Void
  ) {
    withRequantization(firstChannel: firstChannel) { stated in
      guard let filters, let room, maySettle, let factors = stated.multipliers else {
        return body(weights, bias, stated)
      }
      var settled: SettledChannels?
      for channel in 0..<filters.channels where Self.isTiny(factors[channel]) {
        guard let output = stated.settledOutput(filters, weights, bias, channel) else { continue }
        if settled == nil { settled = SettledChannels(filters, weights, bias, factors, room) }
        settled?.settle(channel, at: output)
      }
      guard let settled else { return body(weights, bias, stated) }
      var requantization = stated
      requantization.multipliers = UnsafePointer(settled.factors)
      body(UnsafePointer(settled.weights), UnsafePointer(settled.bias), requantization)
    }
  }
}

/// Copies of weights, biases and factors with settled channels.
private struct SettledChannels {
  let filters: FilterPlaces
  let weights: UnsafeMutablePointer<Int8>
  let bias: UnsafeMutablePointer<Int32>
  let factors: UnsafeMutablePointer<QuantizedMultiplier>

  init(
    _ filters: FilterPlaces, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?,
    _ factors: UnsafePointer<QuantizedMultiplier>, _ room: UnsafeMutableRawPointer
  ) {
    self.filters = filters
    let count = filters.channels &* filters.count
    self.weights = room.bindMemory(to: Int8.self, capacity: count)
    self.bias = (room + filters.byteCount).bindMemory(to: Int32.self, capacity: filters.channels)
    self.factors = (room + filters.byteCount + filters.biasByteCount).bindMemory(
      to: QuantizedMultiplier.self, capacity: filters.channels)
    self.weights.initialize(from: weights, count: count)
    if let bias {
      self.bias.initialize(from: bias, count: filters.channels)
    } else {
      self.bias.initialize(repeating: 0, count: filters.channels)
    }
    self.factors.initialize(from: factors, count: filters.channels)
  }

  /// Lets the scaled sum of a channel be `output` for any input.
  func settle(_ channel: Int, at output: Int32) {
    for weight in 0..<filters.count { weights[channel &* filters.channelStride &+ weight &* filters.weightStride] = 0 }
    // A quarter of four times the output. The factor is a little more, as what follows a half exactly would have to be rounded
    // with more care.
    bias[channel] = 4 &* output
    factors[channel] = QuantizedMultiplier(multiplier: 1 << 30 + 1, shift: -1)
  }
}

extension Requantization {
  /// The scaled sum of a channel for inputs of int8, before the output's offset, where all sums come to one output; else nil.
  fileprivate func settledOutput(
    _ filters: FilterPlaces, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ channel: Int
  ) -> Int32? {
    guard let factor = multipliers?[channel], factor.multiplier >= 0, factor.shift <= 0 else { return nil }
    if factor.multiplier == 0 { return stated(output(0 as Int32, channel)) }
    var (positive, negative) = (Int64(0), Int64(0))
    for weight in 0..<filters.count {
      let value = Int64(weights[channel &* filters.channelStride &+ weight &* filters.weightStride])
      if value < 0 { negative &+= value } else { positive &+= value }
    }
    // Padding adds nothing, as an input of the zero point does.
    let smallest = min(0, Int64(inputOffset) - 128)
    let largest = max(0, Int64(inputOffset) + 127)
    let start = Int64(bias?[channel] ?? 0)
    // Scaled sums ascend with the sums while these fit 32 bits, as they do in the reference.
    guard let least = Int32(exactly: start &+ positive &* smallest &+ negative &* largest),
      let greatest = Int32(exactly: start &+ positive &* largest &+ negative &* smallest)
    else { return nil }
    let output = output(least, channel)
    return output == self.output(greatest, channel) ? stated(output) : nil
  }

  /// The scaled sum that becomes `output`; nil where zero points are far off.
  private func stated(_ output: Int32) -> Int32? {
    let scaled = Int64(output) - Int64(outputOffset)
    return scaled.magnitude < 1 << 16 ? Int32(scaled) : nil
  }
}
