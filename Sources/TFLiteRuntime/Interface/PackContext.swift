import TFLiteKernelSets
import TFLiteKernels

/// What an operator sees while packing. Do not keep it.
public struct PackContext {
  fileprivate let state: OperatorState
  fileprivate let host: any SubgraphHost
  fileprivate let resources: SessionResources

  init(_ state: OperatorState, _ host: any SubgraphHost, _ resources: SessionResources) {
    self.state = state
    self.host = host
    self.resources = resources
  }

  /// What the file says of the operator.
  public var node: OperatorNode { state.node }
  package var kernels: KernelSet { resources.kernels }

  /// Input `index`, nil when omitted.
  public func input(_ index: Int) -> RuntimeTensor? { index < state.inputs.count ? state.inputs[index] : nil }

  /// Memory derived from the constants `sources`: `fill` writes it once for all sessions of the model that use the same
  /// kernels. Keep the result for as long as its memory is used.
  /// - Parameters:
  ///   - tag: tells several blocks of one operator apart.
  ///   - sources: the constants that the memory is derived from.
  ///   - byteCount: how much memory.
  ///   - fill: writes all of it.
  /// - Throws: `outOfMemory` when the session and what is derived from its model would take more than its limit; what `fill`
  ///   throws.
  public func packed(
    _ tag: Int = 0, from sources: RuntimeTensor?..., byteCount: Int,
    fill: (UnsafeMutableRawPointer) throws(RuntimeError) -> Void
  ) throws(RuntimeError) -> AlignedMemory {
    try packed(tag, [], from: sources, byteCount: byteCount, fill: fill)
  }

  /// The same for a list of sources.
  /// - Parameter variant: tells apart what may become of the same sources.
  func packed(
    _ tag: Int, _ variant: [Int], from sources: [RuntimeTensor?], byteCount: Int,
    fill: (UnsafeMutableRawPointer) throws(RuntimeError) -> Void
  ) throws(RuntimeError) -> AlignedMemory {
    let isShared = sources.allSatisfy { $0?.isFileConstant ?? true }
    return try host.packed(state.node, tag, variant, isShared: isShared, byteCount: byteCount) {
      (target) throws(RuntimeError) in
      for source in sources { if let source { host.fetch(source.bytes) } }
      try fill(target)
      for source in sources { if let source { host.discard(source.bytes) } }
    }
  }

  /// Whether other operators have the same packed weights as this one.
  var sharesWeights: Bool { host.sharesWeights(state.node) }

  /// The tag of weights that several operators have in one place.
  static let sharedWeights = Int.max

  /// The packed weights of all operators that have those of this one, of which `sharesWeights` holds.
  func packedWeights(
    _ variant: [Int], from filter: RuntimeTensor?, byteCount: Int,
    fill: (UnsafeMutableRawPointer) throws(RuntimeError) -> Void
  ) throws(RuntimeError) -> AlignedMemory {
    try packed(Self.sharedWeights, variant, from: [filter], byteCount: byteCount, fill: fill)
  }

  /// The error of an operator that is packed without having been prepared.
  public var unprepared: RuntimeError {
    @inline(never) get { node.error(.invalidState, "the operator is packed, but not prepared") }
  }

  /// What the session holds, and may hold.
  var memory: MemoryAccount { resources.memory }

  /// Memory for use while packing, to be dropped then.
  /// - Throws: `outOfMemory` when the session would hold more than its limit.
  func temporary(_ byteCount: Int) throws(RuntimeError) -> AlignedMemory {
    try AlignedMemory(byteCount, for: "packing", memory)
  }
}
