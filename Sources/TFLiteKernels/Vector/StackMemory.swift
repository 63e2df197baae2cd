#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

import Builtin

// What kernels keep on the stack.

/// Calls `body` with `byteCount` bytes of the stack, which begin at a multiple of 64 and hold anything: temporary allocations of the
/// standard library come from the heap beyond 1 KB, and clearing as much would take longer than many a kernel.
@inline(__always)
func withStackMemory(_ byteCount: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
  let memory = Builtin.stackAlloc(byteCount._builtinWordValue, (1)._builtinWordValue, (64)._builtinWordValue)
  #if TFLITE_GUARD
  UnsafeMutableRawPointer(memory).initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount)
  #endif
  body(UnsafeMutableRawPointer(memory))
  Builtin.stackDealloc(memory)
}

/// The sums of the largest tile.
struct TileSums {
  /// Vectors of sums.
  static var count: Int { 24 }

  typealias Four = (Ints, Ints, Ints, Ints)
  var sums: (Four, Four, Four, Four, Four, Four)

  init() {
    let zero = Ints()
    let four = (zero, zero, zero, zero)
    sums = (four, four, four, four, four, four)
  }
}

#endif
