import TFLiteKernels

/// What is made of the results of a float product, channel by channel: `result * scale + offset`, clamped in the end.
struct ChannelFactors: Sendable, Equatable {
  /// One of each for a channel; none at all where results stay as they are but for the clamp.
  private var scales: [Float] = []
  private var offsets: [Float] = []
  /// The clamp.
  var activation: FusedActivation

  /// Nothing but a clamp.
  init(_ activation: FusedActivation) { self.activation = activation }

  /// Nothing at all, of so many channels.
  init(channels: Int) {
    scales = [Float](repeating: 1, count: channels)
    offsets = [Float](repeating: 0, count: channels)
    activation = .none
  }

  /// Results stay as they are but for the clamp.
  var isClampAlone: Bool { scales.isEmpty }

  /// Bytes of the numbers.
  var byteCount: Int { 8 &* scales.count }

  /// Whether an operator whose results are treated so can treat them as `fusion` says instead.
  func accepts(_ fusion: Fusion) -> Bool {
    guard case .channels = fusion, case .none = activation, scales.isEmpty else { return false }
    return true
  }

  /// Takes over what it says.
  mutating func take(_ fusion: Fusion) {
    if case .channels(let factors) = fusion { self = factors }
  }

  /// All numbers are finite, and weights that a network has are so when they are multiplied by them.
  var areModerate: Bool { scales.allSatisfy { abs($0) <= 0x1p64 } && offsets.allSatisfy { $0.isFinite } }

  /// Goes on with `x * scale + offset`, the values of a channel being those of `step`.
  mutating func append(_ step: (Int) -> (scale: Float, offset: Float)) {
    for channel in scales.indices {
      let (scale, offset) = step(channel)
      scales[channel] *= scale
      offsets[channel] = offsets[channel] * scale + offset
    }
  }

  /// Bytes of room that `fold` needs for weights of `shape`.
  func roomByteCount(_ shape: Shape) -> Int { scales.isEmpty ? 0 : 4 &* (scales.count &+ shape.elementCount) }

  /// The weights and the bias of which scales and offsets are part: the ones given, or in `room`.
  /// - Parameters:
  ///   - weights: of `shape`, float32 where there are scales.
  ///   - axis: the axis of channels.
  ///   - room: `roomByteCount` bytes, aligned as floats.
  func fold(
    _ weights: UnsafeRawPointer, _ shape: Shape, axis: Int, _ bias: UnsafeRawPointer?, room: UnsafeMutableRawPointer
  ) -> (weights: UnsafeRawPointer, bias: UnsafeRawPointer?) {
    if scales.isEmpty { return (weights, bias) }
    let channels = scales.count
    let length = shape.product(axis + 1..<shape.rank)
    let room = room.assumingMemoryBound(to: Float.self)
    let oldBias = bias?.assumingMemoryBound(to: Float.self)
    for channel in 0..<channels {
      room[channel] = (oldBias?[channel] ?? 0) * scales[channel] + offsets[channel]
    }
    let oldWeights = weights.assumingMemoryBound(to: Float.self)
    let newWeights = room + channels
    var start = 0
    while start < shape.elementCount {
      for channel in 0..<channels {
        let scale = scales[channel]
        for element in start..<start + length { newWeights[element] = oldWeights[element] * scale }
        start += length
      }
    }
    return (UnsafeRawPointer(newWeights), UnsafeRawPointer(room))
  }
}
