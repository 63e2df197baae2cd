import TFLiteKernels

/// The packed weights of an operator's groups: packed once when weights and bias are constants, in scratch memory at
/// every execution otherwise.
struct PackedWeights {
  private let product: WeightedProduct
  private let filter: RuntimeTensor
  private let bias: RuntimeTensor?
  private let groups: Int
  /// Bytes from one group's packed weights to the next.
  private let groupStride: Int
  private let scratch: Scratch?
  private let unpacked: Scratch?
  private var memory: AlignedMemory?

  /// - Parameter groups: packed one after the other, `product.shape.columns` filters each.
  init(
    _ product: WeightedProduct, filter: RuntimeTensor, bias: RuntimeTensor?, groups: Int = 1, _ context: PrepareContext
  ) throws(RuntimeError) {
    self.product = product
    self.filter = filter
    self.bias = bias
    self.groups = groups
    groupStride = (product.packedSize + AlignedMemory.alignment - 1) & ~(AlignedMemory.alignment - 1)
    let isConstant = filter.isConstant && bias?.isConstant ?? true
    scratch = isConstant ? nil : try context.requestScratch(groupStride &* groups)
    unpacked = isConstant || filter.type != .int4 ? nil : try context.requestScratch(filter.elementCount)
  }

  mutating func pack(_ context: PackContext) {
    if scratch != nil { return }
    memory = context.packed(from: filter, bias, byteCount: groupStride &* groups) { target in
      if filter.type == .int4 {
        let bytes = UnsafeMutablePointer<Int8>.allocate(capacity: filter.elementCount)
        Nibbles.unpack(filter.data, count: filter.elementCount, into: bytes)
        fill(target, from: bytes)
        bytes.deallocate()
      } else {
        fill(target, from: filter.data)
      }
    }
  }

  private func fill(_ target: UnsafeMutableRawPointer, from weights: UnsafeRawPointer) {
    for group in 0..<groups {
      product.pack(weights, bias, firstColumn: group &* product.shape.columns, into: target + group &* groupStride)
    }
  }

  /// Makes the packed weights of this execution ready and returns where those of the first group begin.
  func prepared(_ context: ExecuteContext) -> UnsafeRawPointer {
    if let scratch {
      let target = context.scratch(scratch)
      if let unpacked {
        let bytes = context.scratch(unpacked).assumingMemoryBound(to: Int8.self)
        Nibbles.unpack(filter.data, count: filter.elementCount, into: bytes)
        fill(target, from: bytes)
      } else {
        fill(target, from: filter.data)
      }
      return UnsafeRawPointer(target)
    }
    return UnsafeRawPointer(memory?.base ?? RuntimeTensor.nothing)
  }

  /// Where the packed weights of `group` begin, `first` being those of the first.
  func group(_ group: Int, _ first: UnsafeRawPointer) -> UnsafeRawPointer { first + group &* groupStride }
}

/// Four-bit integers, two a byte, the low half first.
enum Nibbles {
  /// Writes `count` signed values of `packed` as bytes.
  static func unpack(_ packed: UnsafeRawPointer, count: Int, into bytes: UnsafeMutablePointer<Int8>) {
    for index in 0..<count {
      let pair = packed.load(fromByteOffset: index >> 1, as: Int8.self)
      bytes[index] = index & 1 == 0 ? (pair &<< 4) &>> 4 : pair &>> 4
    }
  }
}
