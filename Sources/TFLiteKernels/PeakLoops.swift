/// Loops of multiply-adds at the processor's limit: `(memory, rounds)` gives the multiply-adds done.
package struct PeakLoops: Sendable {
  /// The bytes of the loops' memory, 64-byte aligned.
  package static var byteCount: Int { 4096 }
  /// Multiply-adds of float32.
  package var float: @Sendable (UnsafeMutableRawPointer, Int) -> Int
  /// Multiply-adds of bytes into 32 bits.
  package var bytes: @Sendable (UnsafeMutableRawPointer, Int) -> Int

  /// The loops of one tier.
  package init(
    float: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Int,
    bytes: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Int
  ) {
    self.float = float
    self.bytes = bytes
  }
}
