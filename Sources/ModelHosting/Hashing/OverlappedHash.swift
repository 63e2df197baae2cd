import Dispatch
import Foundation

/// SHA-256 of bytes that come in order, computed on a queue of its own: who brings the bytes goes on meanwhile. At most
/// ``blocks`` blocks wait; then the bringer waits too.
///
/// One owner makes all calls, one after the other.
final class OverlappedHash: @unchecked Sendable {
  private static let blockSize = 256 << 10
  private static let blocks = 8

  private let queue = DispatchQueue(label: "ModelHosting.hash", qos: .utility)
  /// How many blocks may be filled.
  private let free: DispatchSemaphore
  /// Touched on the queue alone.
  private var hash = SHA256()
  /// The blocks, in turn; each is made when it is first needed.
  private var ring: [UnsafeMutableRawBufferPointer] = []
  private var turn = 0
  private var filled = 0

  init() {
    // A semaphore must not end with less than it began with.
    free = DispatchSemaphore(value: 0)
    for _ in 1..<Self.blocks { free.signal() }
  }

  deinit { for block in ring { block.deallocate() } }

  func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      if turn == ring.count { ring.append(.allocate(byteCount: Self.blockSize, alignment: 64)) }
      let count = min(rest.count, Self.blockSize - filled)
      UnsafeMutableRawBufferPointer(rebasing: ring[turn][filled..<filled + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      filled += count
      if filled == Self.blockSize { send() }
    }
  }

  /// Hands the block that is filled to the queue, and waits until the next one is free.
  private func send() {
    // The queue alone reads the block until it has signalled that it is free again.
    nonisolated(unsafe) let bytes = UnsafeRawBufferPointer(rebasing: ring[turn][..<filled])
    queue.async { [self] in
      hash.update(bytes)
      free.signal()
    }
    filled = 0
    turn = (turn + 1) % Self.blocks
    free.wait()
  }

  /// The digest of all bytes so far.
  var digest: SHA256Digest {
    queue.sync {
      if filled > 0 { hash.update(UnsafeRawBufferPointer(rebasing: ring[turn][..<filled])) }
      filled = 0
      return hash.finish()
    }
  }
}
