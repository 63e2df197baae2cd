/// Some room on the stack: temporary allocations of more than 1024 bytes, and of a greater alignment than 16, come from the heap.
package enum StackRoom {
  /// Bytes of the room.
  @inlinable package static var byteCount: Int { 960 }

  /// Calls `body` with room that begins at a multiple of 64.
  @inlinable @inline(__always)
  package static func use(_ body: (UnsafeMutableRawPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { memory in
      guard let base = memory.baseAddress else { return }
      body(base.alignedUp(toMultipleOf: 64))
    }
  }
}
