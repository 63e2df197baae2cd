import TFLiteKernels

/// How a kernel wants weights to lie in memory.
protocol WeightLayout {
  /// Bytes of the packed weights.
  var packedSize: Int { get }
  /// Bytes of room that `pack` works in.
  var roomByteCount: Int { get }
  /// Tells apart what may become of the same weights beside inputs of other shapes: what `pack` writes is the same, or does as
  /// well, as long as these numbers are.
  var variant: [Int] { get }
  /// How much of what `pack` writes depends on more than the weights, which all lie behind it; nil where they do not.
  var weightsStart: Int? { get }
  /// Writes the packed form of weights and bias.
  /// - Parameters:
  ///   - room: `roomByteCount` bytes, aligned as `AlignedMemory`.
  ///   - packed: `packedSize` bytes, aligned likewise.
  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer)
  /// Writes the first `weightsStart` bytes of it.
  func packStart(_ weights: UnsafeRawPointer, _ bias: WeightBias?, into packed: UnsafeMutableRawPointer)
}

extension WeightLayout {
  var roomByteCount: Int { 0 }
  var variant: [Int] { [] }
  var weightsStart: Int? { nil }
  func packStart(_ weights: UnsafeRawPointer, _ bias: WeightBias?, into packed: UnsafeMutableRawPointer) {}
}

/// The weights of an operator as its kernel reads them: packed once where they are constants, for all sessions of the model;
/// in scratch memory at every execution otherwise; and where only execution knows the layout, in memory of their own.
final class PackedWeights<Layout: WeightLayout> {
  let layout: Layout
  private let source: WeightSource
  /// Where the weights of every execution are packed, and the room for it.
  private let scratch: (packed: Scratch, room: Scratch)?
  /// The room, where the packed weights have memory of their own that is still to be filled.
  private var ownRoom: AlignedMemory?
  private var memory: AlignedMemory?
  /// Where `memory` begins.
  @exclusivity(unchecked) private var base: UnsafeRawPointer?
  private var sharedMemory: AlignedMemory?
  /// The weights, where operators with the same ones have them in one place.
  @exclusivity(unchecked) private(set) var shared: UnsafeRawPointer?

  init(_ layout: Layout, _ source: WeightSource, _ context: PrepareContext) throws(RuntimeError) {
    self.layout = layout
    self.source = source
    scratch =
      source.areConstant
      ? nil : (try context.requestScratch(layout.packedSize), try context.requestScratch(Self.room(layout, source)))
  }

  /// Weights with memory of their own, which is filled when they are first needed, and at every execution unless they are
  /// constants. They are not packed with the others.
  init(_ layout: Layout, _ source: WeightSource, holding account: MemoryAccount) throws(RuntimeError) {
    self.layout = layout
    self.source = source
    scratch = nil
    ownRoom = try AlignedMemory(Self.room(layout, source), for: Self.purpose, account)
    let memory = try AlignedMemory(layout.packedSize, for: Self.purpose, account)
    base = UnsafeRawPointer(memory.base)
    self.memory = memory
  }

  private static var purpose: String { "packed weights" }

  /// The layout's room comes first, then that of the source.
  private static func room(_ layout: Layout, _ source: WeightSource) -> Int {
    AlignedMemory.roundedUp(layout.roomByteCount) &+ source.roomByteCount
  }

  /// Weights and bias are packed once, before execution.
  var arePacked: Bool { scratch == nil && ownRoom == nil }

  /// - Parameter tag: tells the weights of one operator apart.
  /// - Throws: `outOfMemory`.
  func pack(_ context: PackContext, tag: Int = 0) throws(RuntimeError) {
    guard scratch == nil, ownRoom == nil else { return }
    let memory = try context.packed(tag, layout.variant, from: source.tensors, byteCount: layout.packedSize) {
      (target) throws(RuntimeError) in
      let room = try context.temporary(Self.room(layout, source))
      withExtendedLifetime(room) { fill(target, room: room.base) }
    }
    self.memory = memory
    base = UnsafeRawPointer(memory.base)
  }

  /// The same where other operators have the same weights: they are packed once, and the rest for each.
  /// - Throws: `outOfMemory`.
  func packApart(_ context: PackContext) throws(RuntimeError) {
    guard scratch == nil, ownRoom == nil, context.sharesWeights, let start = layout.weightsStart,
      let filter = source.tensors.first
    else { return try pack(context) }
    let size = layout.packedSize &- start
    var whole: AlignedMemory?
    let weights = try context.packedWeights(layout.variant, from: filter, byteCount: size) {
      (target) throws(RuntimeError) in
      let room = try context.temporary(Self.room(layout, source))
      let memory = try context.temporary(layout.packedSize)
      withExtendedLifetime(room) { fill(memory.base, room: room.base) }
      target.copyMemory(from: memory.base + start, byteCount: size)
      whole = memory
    }
    let memory = try context.packed(0, layout.variant, from: source.tensors, byteCount: start) {
      (target) throws(RuntimeError) in
      if let whole { return target.copyMemory(from: whole.base, byteCount: start) }
      let room = try context.temporary(source.roomByteCount)
      withExtendedLifetime(room) {
        let (weights, bias) = source.read(room: room.base)
        layout.packStart(weights, bias, into: target)
      }
    }
    (self.memory, sharedMemory) = (memory, weights)
    (base, shared) = (UnsafeRawPointer(memory.base), UnsafeRawPointer(weights.base))
  }

  private func fill(_ target: UnsafeMutableRawPointer, room: UnsafeMutableRawPointer) {
    let (weights, bias) = source.read(room: room + AlignedMemory.roundedUp(layout.roomByteCount))
    layout.pack(weights, bias, room: room, into: target)
  }

  /// Makes the packed weights of this execution ready.
  /// - Returns: where they begin; nil when constants have not been packed.
  func prepared(_ context: ExecuteContext) -> UnsafeRawPointer? {
    if scratch == nil, ownRoom == nil { return base }
    return filled(context)
  }

  @inline(never)
  private func filled(_ context: ExecuteContext) -> UnsafeRawPointer? {
    if let scratch {
      let target = context.scratch(scratch.packed)
      fill(target, room: context.scratch(scratch.room))
      return UnsafeRawPointer(target)
    }
    if let ownRoom, let memory {
      fill(memory.base, room: ownRoom.base)
      if source.areConstant { self.ownRoom = nil }
    }
    return base
  }
}

/// The filters of all groups of a product, a group after the other, `product.shape.columns` filters each, or what they are
/// spread to.
struct GroupedProduct: WeightLayout {
  let product: WeightedProduct
  private let spread: SpreadFilter?
  private let groups: Int
  /// Bytes from one group's packed weights to the next.
  let groupStride: Int

  init(_ product: WeightedProduct, groups: Int = 1, spread: SpreadFilter? = nil) {
    self.product = product
    self.spread = spread
    self.groups = groups
    groupStride = AlignedMemory.roundedUp(product.packedSize)
  }

  var packedSize: Int {
    let (size, overflow) = groups.multipliedReportingOverflow(by: groupStride)
    return overflow ? .max : size
  }

  /// The room of the spread filter comes first.
  var roomByteCount: Int { spreadRoom &+ product.settlingRoom }

  private var spreadRoom: Int { AlignedMemory.roundedUp(spread?.roomByteCount ?? 0) }

  /// Settled channels are those of one product, whose weights others do not share.
  var weightsStart: Int? {
    groups == 1 && spread == nil && product.settlingRoom == 0 ? product.weightsStart : nil
  }

  var variant: [Int] { [groups, product.shape.windowRows, product.shape.nonzeros] + (spread?.variant ?? [1, 1]) }

  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    let rest = room + spreadRoom
    if let spread {
      spread.spread(weights, bias, room: room) { packGroups($0, $1, room: rest, into: packed) }
    } else {
      packGroups(weights, bias, room: rest, into: packed)
    }
  }

  func packStart(_ weights: UnsafeRawPointer, _ bias: WeightBias?, into packed: UnsafeMutableRawPointer) {
    product.pack(weights, bias, into: packed, omitsWeights: true)
  }

  private func packGroups(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    for group in 0..<groups {
      product.pack(
        weights, bias, firstColumn: group &* product.shape.columns, room: room, into: packed + group &* groupStride)
    }
  }
}
