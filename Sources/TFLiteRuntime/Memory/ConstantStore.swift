/// Names one block of memory derived from a model's constants.
struct ConstantKey: Hashable, Sendable {
  var subgraph: Int
  var node: Int
  /// Tells several blocks of one operator apart.
  var tag: Int
  /// The kernel set whose layout this is; folded constants are the same for all and use 0.
  var kernels: Int
  /// Whether the graph has been rewritten, which can have made other operators part of packed weights.
  var isRewritten = false
}

/// Blocks derived from a model's constants, such as packed weights: made once, shared by the sessions.
final class ConstantStore: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var blocks: [ConstantKey: AlignedMemory] = [:]

  init() {}

  /// The block under `key`, made by `fill` in zeroed memory of `byteCount` bytes when it is not there yet.
  func block(_ key: ConstantKey, byteCount: Int, fill: (UnsafeMutableRawPointer) -> Void) -> AlignedMemory {
    lock.withLock {
      if let block = blocks[key], block.byteCount == byteCount { return block }
      let block = AlignedMemory(byteCount: byteCount)
      fill(block.base)
      blocks[key] = block
      return block
    }
  }

  /// The block under `key`, nil when nobody has made it.
  func existing(_ key: ConstantKey) -> AlignedMemory? { lock.withLock { blocks[key] } }

  /// Keeps `block` under `key`, from now on shared and unchanged.
  func store(_ key: ConstantKey, _ block: AlignedMemory) { lock.withLock { blocks[key] = block } }

  /// Bytes of all blocks.
  var byteCount: Int { lock.withLock { blocks.values.reduce(0) { $0 + $1.byteCount } } }
}
