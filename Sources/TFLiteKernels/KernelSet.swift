// Conventions of every kernel in this module.
//
// A kernel is a function on pointers, counts and small structs that hold them. It does not throw, allocate, lock or
// spawn, and it knows no tensor. It begins by asserting its contract (`Contract`, and `validate` of argument structs),
// which is the same for the reference and all tiers, and costs nothing in release builds. Work is split by the caller
// into half-open ranges of rows (and, for matrix products, of columns on tile boundaries); every output is computed by
// the same operations in the same order however the ranges fall, so results are bit-identical for any split. Empty
// ranges are legal. Inputs and outputs of one call do not overlap unless the kernel says it works in place. Packed
// buffers are 64-byte aligned. Temporary allocations are of 1 KB at most, aligned to 16 bytes at most: others would
// come from the heap.
// Integer results equal TFLite's reference kernels bit for bit. Float results differ from them only by rounding.

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

/// The hot kernels as function values, all of one processor tier: a table for each family.
///
/// Tables that look kernels up by type give nil for a type that a function is not defined on, and all sets alike do.
/// An operator picks its kernels in prepare, once. Packed data belong to the set whose `pack` wrote them. A family's file
/// has the types of its kernels and its oracle; `VectorKernels.set` has what tiers put in the oracle's place.
package struct KernelSet: Sendable {
  /// The instructions that the set is made of: `sse2`, `avx2`, `avx512`, `neon`, `dot`, `i8mm`, `vectors` on other
  /// processors, or `reference`.
  package var name: StaticString
  /// The processor's limits with this set's instructions, for benchmarks; nil without vectors.
  package var peaks: PeakLoops?
  /// Tells the processor that a loop waits for another thread, which may share its core; nil where nothing does.
  package var pause: (@Sendable () -> Void)?
  /// The columns of products that one vector has: as many take no longer than one.
  package var lanes = 1
  /// Whether products of floats are those of reduced precision.
  package var isReduced = false

  package var products: ProductKernels
  package var depthwise: DepthwiseKernels
  package var pooling: PoolingKernels
  package var elementwise: ElementwiseKernels
  package var normalization: NormalizationKernels
  package var reductions: ReductionKernels
  package var spatial: SpatialKernels
  package var quantization: QuantizationKernels
  package var recurrent: RecurrentKernels
}

extension KernelSet {
  /// The oracle: plain loops.
  package static let reference = KernelSet(
    name: "reference", peaks: nil, pause: nil,
    products: .reference,
    depthwise: .reference,
    pooling: .reference,
    elementwise: .reference,
    normalization: .reference,
    reductions: .reference,
    spatial: .reference,
    quantization: .reference,
    recurrent: .reference)

  /// The vector kernels compiled for the processor family's baseline.
  package static let portable = VectorKernels.set
}
