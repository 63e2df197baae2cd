/// Names one block of memory derived from a model's constants.
struct ConstantKey: Hashable, Sendable {
  var subgraph: Int
  var node: Int
  /// Tells several blocks of one operator apart.
  var tag: Int
  /// What the block depends on besides constants: `WeightLayout.variant`.
  var variant: [Int] = []
  /// The kernel set whose layout this is; folded constants are the same for all and use 0.
  var kernels: Int
  /// Whether the graph has been rewritten, which can have made other operators part of packed weights.
  var isRewritten = false
  /// The application's operators in the model, by the registrations that they come from: what they compute, and what
  /// becomes of the operators beside them, can differ from one registry to another.
  var registrations: [Int] = []
  /// What is read of the subgraph beside its outputs, which passes leave alone: see `IntermediateTensors.key`.
  var kept: [Int] = []
  /// The subgraph is the body of a loop, of which nothing is kept and which other passes rewrite.
  var isLoopBody = false
}

/// Blocks derived from a model's constants, such as packed weights: made once, shared by the sessions.
final class ConstantStore: Sendable {
  /// What is counted for the model, all blocks among it.
  let account = MemoryAccount()
  private let lock = Lock()
  // Under `lock`.
  private nonisolated(unsafe) var blocks: [ConstantKey: AlignedMemory] = [:]

  init() {}

  /// The block under `key`, made by `fill` in zeroed memory of `byteCount` bytes when it is not there yet.
  /// - Parameter account: of the session that asks.
  /// - Throws: `outOfMemory` when the account refuses; what `fill` throws, and nothing is kept then.
  func block(
    _ key: ConstantKey, byteCount: Int, _ account: MemoryAccount,
    fill: (UnsafeMutableRawPointer) throws(RuntimeError) -> Void
  ) throws(RuntimeError) -> AlignedMemory {
    try lock.withLock { () throws(RuntimeError) in
      if let block = blocks[key], block.byteCount == byteCount {
        try account.reserve(0, for: Self.purpose)
        return block
      }
      let block = try AlignedMemory(byteCount, for: Self.purpose, account, holder: .model)
      try fill(block.base)
      blocks[key] = block
      return block
    }
  }

  /// The block under `key`, nil when nobody has made it.
  /// - Throws: `outOfMemory` when what the model holds is beyond the limit of the session that asks.
  func existing(_ key: ConstantKey, _ account: MemoryAccount) throws(RuntimeError) -> AlignedMemory? {
    let block = lock.withLock { blocks[key] }
    if block != nil { try account.reserve(0, for: Self.purpose) }
    return block
  }

  /// Nobody has derived anything yet.
  var isEmpty: Bool { lock.withLock { blocks.isEmpty } }

  /// Bytes of all blocks.
  var byteCount: Int { lock.withLock { blocks.values.reduce(0) { $0 + $1.byteCount } } }

  /// What the blocks are for, in errors.
  static let purpose = "constants derived from the model"

  /// Lets the blocks go that no session uses.
  func trim() {
    lock.withLock {
      for key in Array(blocks.keys) where isKnownUniquelyReferenced(&blocks[key]) { blocks[key] = nil }
    }
  }

  /// Keeps `block`, held for the model, under `key`, from now on shared and unchanged.
  func store(_ key: ConstantKey, _ block: AlignedMemory) { lock.withLock { blocks[key] = block } }
}
