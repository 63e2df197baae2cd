/// Where the weights of an operator come from, and what becomes of them before a kernel packs them: several matrices are
/// joined to one that has all their rows, integers narrower than a byte become bytes, channel factors become part of floats,
/// and filters are turned round.
struct WeightSource {
  private let matrices: [RuntimeTensor]
  private let biases: [RuntimeTensor?]
  private let factors: ChannelFactors?
  private let channelAxis: Int
  /// The taps of each filter are read from the last to the first.
  private let turnsFilters: Bool
  /// Weights and biases are constants.
  let areConstant: Bool

  /// - Parameters:
  ///   - factors: become part of weights and bias.
  ///   - channelAxis: the filter's axis that these are for.
  ///   - turnsFilters: the taps of each filter, [O, h, w, I] of whole bytes, are read from the last to the first.
  init(
    _ filter: RuntimeTensor, bias: RuntimeTensor?, factors: ChannelFactors? = nil, channelAxis: Int = 0,
    turnsFilters: Bool = false
  ) {
    matrices = [filter]
    biases = [bias]
    self.factors = factors
    self.channelAxis = channelAxis
    self.turnsFilters = turnsFilters
    areConstant = filter.isConstant && bias?.isConstant ?? true
  }

  /// - Parameters:
  ///   - matrices: one or more of one type, float32 or of a byte, and one number of columns.
  ///   - biases: 32 bits an element, one for each of the first matrices; zeros where there is none.
  init(joined matrices: [RuntimeTensor], biases: [RuntimeTensor?]) {
    self.matrices = matrices
    self.biases = biases
    factors = nil
    channelAxis = 0
    turnsFilters = false
    areConstant = matrices.allSatisfy { $0.isConstant } && biases.allSatisfy { $0?.isConstant ?? true }
  }

  /// All tensors that are read.
  var tensors: [RuntimeTensor?] { matrices.map { Optional($0) } + biases }

  private var joinsMatrices: Bool { matrices.count > 1 }
  /// Bits of an element that is narrower than a byte.
  private var narrowWidth: Int? { matrices.count == 1 ? PackedIntegers.bitWidth(matrices[0]) : nil }

  /// How many of the weights, of one constant matrix of float32, are not zero; nil where they are anything else, or where not
  /// many of some of them are zero.
  var nonzeros: Int? {
    guard areConstant, matrices.count == 1, let filter = matrices.first, filter.type == .float32 else { return nil }
    let (weights, count) = (filter.pointer(as: Float.self), filter.elementCount)
    // An odd step, which meets all columns of even rows.
    let step = max(1, count / Self.mostSamples) | 1
    let samples = stride(from: 0, to: count, by: step)
    if samples.reduce(0, { $0 + (weights[$1] == 0 ? 2 : 0) }) < count / step { return nil }
    return (0..<count).reduce(0) { $0 + (weights[$1] == 0 ? 0 : 1) }
  }

  /// Weights that are looked at before all are.
  private static let mostSamples = 509

  /// The largest sum of the magnitudes of a filter's weights, all of them bytes of one constant matrix.
  /// - Parameter offset: added to each weight; of a magnitude of 255 at most.
  /// - Returns: nil where they are anything else.
  func largestSumOfBytes(isSigned: Bool, offset: Int32) -> Int? {
    guard areConstant, matrices.count == 1, narrowWidth == nil, let filter = matrices.first, filter.shape.rank > 0,
      filter.shape[0] > 0, filter.byteCount == filter.elementCount
    else { return nil }
    let length = filter.elementCount / filter.shape[0]
    // Signed bytes as unsigned ones, 128 more.
    let (flip, shift): (UInt8, Int32) = isSigned ? (0x80, offset &- 128) : (0, offset)
    var (largest, filterStart) = (0, 0)
    while filterStart < filter.byteCount {
      var (sum, start) = (0, 0)
      while start < length {
        // As many as whose sum fits.
        let count = min(length &- start, 1 << 16)
        sum &+= Int(Self.sumOfMagnitudes(filter.data + (filterStart &+ start), count, flip, shift))
        start &+= count
      }
      largest = max(largest, sum)
      filterStart &+= length
    }
    return largest
  }

  private static func sumOfMagnitudes(_ bytes: UnsafeRawPointer, _ count: Int, _ flip: UInt8, _ shift: Int32) -> UInt32
  {
    var sum: UInt32 = 0
    var k = 0
    while k < count {
      sum &+= (Int32(bytes.load(fromByteOffset: k, as: UInt8.self) ^ flip) &+ shift).magnitude
      k &+= 1
    }
    return sum
  }

  /// Bytes of room that `read` needs.
  var roomByteCount: Int {
    if joinsMatrices {
      return matrices.reduce(0) { $0 &+ $1.byteCount &+ 4 &* $1.shape[0] }
    }
    if narrowWidth != nil { return matrices[0].elementCount }
    return foldingRoom &+ (turnsFilters ? matrices[0].byteCount : 0)
  }

  /// Bytes of room for weights of which factors are part.
  private var foldingRoom: Int { AlignedMemory.roundedUp(factors?.roomByteCount(matrices[0].shape) ?? 0) }

  /// The weights and the bias, to be read while the source and `room` are there.
  /// - Parameter room: `roomByteCount` bytes, aligned as floats.
  func read(room: UnsafeMutableRawPointer) -> (weights: UnsafeRawPointer, bias: WeightBias?) {
    if joinsMatrices { return readJoined(room: room) }
    guard let filter = matrices.first else { return (UnsafeRawPointer(room), nil) }
    let tensor = biases.first.flatMap { $0 }
    var weights = UnsafeRawPointer(filter.data)
    var bias = tensor.map { WeightBias(values: UnsafeRawPointer($0.data), isWide: $0.type != .int32) }
    if let narrowWidth {
      PackedIntegers.unpack(
        filter.data, bitWidth: narrowWidth, count: filter.elementCount,
        into: room.assumingMemoryBound(to: Int8.self))
      return (UnsafeRawPointer(room), bias)
    }
    if let factors {
      let folded = factors.fold(weights, filter.shape, axis: channelAxis, bias?.values, room: room)
      weights = folded.weights
      bias = folded.bias.map { WeightBias(values: $0, isWide: bias?.isWide ?? true) }
    }
    if turnsFilters { weights = turned(filter, weights, room: room + foldingRoom) }
    return (weights, bias)
  }

  /// The weights with the taps of each filter from the last to the first.
  private func turned(
    _ filter: RuntimeTensor, _ weights: UnsafeRawPointer, room: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    let (filters, taps) = (filter.shape[0], filter.shape[1] &* filter.shape[2])
    let length = filter.shape[3] &* filter.type.elementByteCount
    var target = room
    for number in 0..<filters {
      for tap in 0..<taps {
        let place = number &* taps &+ taps &- 1 &- tap
        target.copyMemory(from: weights + place &* length, byteCount: length)
        target += length
      }
    }
    return UnsafeRawPointer(room)
  }

  /// The biases come first in `room`.
  private func readJoined(room: UnsafeMutableRawPointer) -> (weights: UnsafeRawPointer, bias: WeightBias?) {
    let rows = matrices.reduce(0) { $0 &+ $1.shape[0] }
    let joined = room + 4 &* rows
    var (weights, bias) = (joined, room)
    for (number, matrix) in matrices.enumerated() {
      weights.copyMemory(from: matrix.data, byteCount: matrix.byteCount)
      weights += matrix.byteCount
      let size = 4 &* matrix.shape[0]
      if number < biases.count, let values = biases[number] {
        bias.copyMemory(from: values.data, byteCount: size)
      } else {
        bias.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      }
      bias += size
    }
    return (UnsafeRawPointer(joined), WeightBias(values: room, isWide: false))
  }
}

/// The values of a bias.
struct WeightBias {
  let values: UnsafeRawPointer
  /// Those of 16-bit products have 64 bits, unless they are of 32; of others it says nothing.
  let isWide: Bool
}

/// Integers narrower than a byte, packed with the first in the lowest bits.
enum PackedIntegers {
  /// Writes `count` signed integers of `bitWidth` bits, 2 or 4, as bytes.
  static func unpack(_ packed: UnsafeRawPointer, bitWidth: Int, count: Int, into bytes: UnsafeMutablePointer<Int8>) {
    let perByte = 8 / bitWidth
    for index in 0..<count {
      let byte = packed.load(fromByteOffset: index / perByte, as: Int8.self)
      let below = Int8(truncatingIfNeeded: (index % perByte) &* bitWidth)
      bytes[index] =
        (byte &<< (8 &- Int8(truncatingIfNeeded: bitWidth) &- below)) &>> Int8(truncatingIfNeeded: 8 &- bitWidth)
    }
  }

  /// Bits of an element of `tensor` when that is less than a byte.
  static func bitWidth(_ tensor: RuntimeTensor) -> Int? {
    guard let width = tensor.type.bitWidth, width < 8 else { return nil }
    return width
  }
}
