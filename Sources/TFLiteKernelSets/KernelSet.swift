// Conventions of every kernel in TFLiteKernels and its tiers.
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

import TFLiteKernels

#if TFLITE_TIERS
#if arch(x86_64)
import TFLiteKernelsAVX2
import TFLiteKernelsAVX512
import TFLiteKernelsAVXVNNI
#elseif arch(arm64)
import TFLiteKernelsDot
import TFLiteKernelsI8MM
#endif
#endif

/// The vector kernels compiled for the processor family's baseline.
typealias Baseline = TFLiteKernels.VectorKernels

// The same for newer processors, to be called only where `ProcessorFeatures` says so. Those that differ in products of bytes
// alone have these alone, and all else from the tier below.
#if TFLITE_TIERS && arch(x86_64)
/// AVX2 and FMA (x86-64-v3).
typealias FirstTier = TFLiteKernelsAVX2.VectorKernels
/// AVX2 with AVX-VNNI: products and convolutions of bytes.
typealias ByteTier = TFLiteKernelsAVXVNNI.VectorKernels
typealias ByteConvolutionTier = ByteTier
/// AVX-512 with VNNI (x86-64-v4 and avx512vnni).
typealias LastTier = TFLiteKernelsAVX512.VectorKernels
#elseif TFLITE_TIERS && arch(arm64)
/// Dot-product instructions.
typealias FirstTier = TFLiteKernelsDot.VectorKernels
/// Matrix products of bytes.
typealias ByteTier = TFLiteKernelsI8MM.VectorKernels
typealias ByteConvolutionTier = FirstTier
typealias LastTier = FirstTier
#else
typealias FirstTier = Baseline
typealias ByteTier = Baseline
typealias ByteConvolutionTier = Baseline
typealias LastTier = Baseline
#endif

/// The hot kernels as function values, all of one processor tier, a table for each family.
///
/// A table is not in memory: asking it for a kernel chooses among the forms of this one, so that operators which a program does
/// not make leave nothing behind. Tables that look kernels up by type give nil for a type that a function is not defined on,
/// and all sets alike do. An operator picks its kernels in prepare, once. Packed data belong to the set whose `pack` wrote
/// them. `Families` has the types of kernels and their oracles; `VectorFamilies` what tiers put in the oracle's place.
package struct KernelSet: Sendable {
  enum Tier: Sendable {
    case reference, baseline, first
    /// `first` with products of bytes of its own.
    case bytes
    case last
  }

  let tier: Tier
  /// Products of floats are those of reduced precision.
  package private(set) var isReduced = false

  init(_ tier: Tier) { self.tier = tier }

  /// The oracle: plain loops.
  package static let reference = KernelSet(.reference)
  /// The vector kernels compiled for the processor family's baseline.
  package static let portable = KernelSet(.baseline)

  /// The same with products of floats of reduced precision, nil where these are no faster.
  package var reduced: KernelSet? {
    if !products.hasReducedFloat { return nil }
    var set = self
    set.isReduced = true
    return set
  }

  /// The instructions that the set is made of: `sse2`, `avx2`, `avxvnni`, `avx512`, `neon`, `dot`, `i8mm`, `vectors` on other
  /// processors, or `reference`.
  package var name: StaticString {
    switch tier {
    case .reference: "reference"
    case .baseline: Baseline.name
    case .first: FirstTier.name
    case .bytes: ByteTier.name
    case .last: LastTier.name
    }
  }
  /// The columns of products that one vector has: as many take no longer than one.
  package var lanes: Int {
    switch tier {
    case .reference: 1
    case .baseline: Baseline.productLanes
    case .first, .bytes: FirstTier.productLanes
    case .last: LastTier.productLanes
    }
  }
  /// Whether one instruction multiplies bytes and adds four products up; sets without it multiply them as 16-bit integers, and
  /// a multiply-add of bytes takes as long as one of floats.
  package var addsFourProducts: Bool {
    switch tier {
    case .reference, .baseline: false
    #if arch(x86_64)
    case .first: false
    case .bytes, .last: true
    #else
    case .first, .bytes, .last: true
    #endif
    }
  }
  /// The processor's limits with this set's instructions, for benchmarks; nil without vectors.
  package var peaks: PeakLoops? {
    switch tier {
    case .reference: nil
    case .baseline: Baseline.peaks
    case .first: FirstTier.peaks
    case .bytes: ByteTier.peaks
    case .last: LastTier.peaks
    }
  }
  /// Tells the processor that a loop waits for another thread, which may share its core; nil where nothing does.
  package var pause: (@Sendable () -> Void)? {
    switch tier {
    case .reference: nil
    case .baseline: Baseline.pause
    case .first, .bytes: FirstTier.pause
    case .last: LastTier.pause
    }
  }

  package var products: ProductKernels { .init(tier: tier, isReduced: isReduced) }
  package var depthwise: DepthwiseKernels { .init(tier: tier) }
  package var pooling: PoolingKernels { .init(tier: tier) }
  package var elementwise: ElementwiseKernels { .init(tier: tier) }
  package var normalization: NormalizationKernels { .init(tier: tier) }
  package var reductions: ReductionKernels { .init(tier: tier) }
  package var spatial: SpatialKernels { .init(tier: tier) }
  package var quantization: QuantizationKernels { .init(tier: tier) }
  package var recurrent: RecurrentKernels { .init(tier: tier) }
}
