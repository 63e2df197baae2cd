import TFLiteKernels

/// The packed weights of an operator's groups: packed once when weights and bias are constants, in scratch memory at
/// every execution otherwise.
final class PackedWeights {
  let product: WeightedProduct
  private let filter: RuntimeTensor
  private let bias: RuntimeTensor?
  private let groups: Int
  /// What becomes part of float weights, and their axis of channels.
  private let factors: ChannelFactors?
  private let channelAxis: Int
  /// Bytes from one group's packed weights to the next.
  private let groupStride: Int
  private let scratch: Scratch?
  private let unpacked: Scratch?
  private let foldingRoom: Scratch?
  private var memory: AlignedMemory?
  /// Where `memory` begins.
  @exclusivity(unchecked) private var base: UnsafeRawPointer?

  /// - Parameters:
  ///   - groups: packed one after the other, `product.shape.columns` filters each.
  ///   - factors: become part of weights and bias.
  ///   - channelAxis: the filter's axis that these are for.
  init(
    _ product: WeightedProduct, filter: RuntimeTensor, bias: RuntimeTensor?, groups: Int = 1,
    factors: ChannelFactors? = nil, channelAxis: Int = 0, _ context: PrepareContext
  ) throws(RuntimeError) {
    self.product = product
    self.filter = filter
    self.bias = bias
    self.groups = groups
    self.factors = factors
    self.channelAxis = channelAxis
    groupStride = (product.packedSize + AlignedMemory.alignment - 1) & ~(AlignedMemory.alignment - 1)
    let isConstant = filter.isConstant && bias?.isConstant ?? true
    scratch = isConstant ? nil : try context.requestScratch(product: groupStride, groups)
    let room = factors?.roomByteCount(filter.shape) ?? 0
    foldingRoom = isConstant || room == 0 ? nil : try context.requestScratch(room)
    unpacked =
      isConstant || PackedIntegers.bitWidth(filter) == nil ? nil : try context.requestScratch(filter.elementCount)
  }

  /// Weights and bias are packed once.
  var areConstant: Bool { scratch == nil }

  /// - Parameter tag: tells the weights of one operator apart.
  /// - Throws: `outOfMemory`.
  func pack(_ context: PackContext, tag: Int = 0) throws(RuntimeError) {
    if scratch != nil { return }
    let byteCount = try context.memory.product([groupStride, groups], for: "packed weights")
    let memory = try context.packed(tag, from: filter, bias, byteCount: byteCount) { (target) throws(RuntimeError) in
      let room = try context.temporary(factors?.roomByteCount(filter.shape) ?? 0)
      if let width = PackedIntegers.bitWidth(filter) {
        let unpacked = try context.temporary(filter.elementCount)
        let bytes = unpacked.base.assumingMemoryBound(to: Int8.self)
        PackedIntegers.unpack(filter.data, bitWidth: width, count: filter.elementCount, into: bytes)
        withExtendedLifetime(unpacked) { fill(target, from: bytes, room: room.base) }
      } else {
        withExtendedLifetime(room) { fill(target, from: filter.data, room: room.base) }
      }
    }
    self.memory = memory
    base = UnsafeRawPointer(memory.base)
  }

  private func fill(
    _ target: UnsafeMutableRawPointer, from weights: UnsafeRawPointer, room: UnsafeMutableRawPointer
  ) {
    let values = bias.map { UnsafeRawPointer($0.data) }
    guard let factors else { return fill(target, weights, values) }
    factors.fold(weights, filter.shape, axis: channelAxis, values, room: room) { fill(target, $0, $1) }
  }

  private func fill(_ target: UnsafeMutableRawPointer, _ weights: UnsafeRawPointer, _ values: UnsafeRawPointer?) {
    for group in 0..<groups {
      product.pack(
        weights, values, isWideBias: bias?.type != .int32, firstColumn: group &* product.shape.columns,
        into: target + group &* groupStride)
    }
  }

  /// Makes the packed weights of this execution ready and returns where those of the first group begin; nil when constants
  /// have not been packed.
  func prepared(_ context: ExecuteContext) -> UnsafeRawPointer? {
    if let scratch {
      let target = context.scratch(scratch)
      let room = foldingRoom.map { context.scratch($0) } ?? RuntimeTensor.nothing
      if let unpacked, let width = PackedIntegers.bitWidth(filter) {
        let bytes = context.scratch(unpacked).assumingMemoryBound(to: Int8.self)
        PackedIntegers.unpack(filter.data, bitWidth: width, count: filter.elementCount, into: bytes)
        fill(target, from: bytes, room: room)
      } else {
        fill(target, from: filter.data, room: room)
      }
      return UnsafeRawPointer(target)
    }
    return base
  }

  /// Where the packed weights of `group` begin, `first` being those of the first.
  func group(_ group: Int, _ first: UnsafeRawPointer) -> UnsafeRawPointer { first + group &* groupStride }
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
