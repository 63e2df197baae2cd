import TFLiteKernels

#if TFLITE_TIERS
#if arch(x86_64)
import TFLiteKernelsAVX2
import TFLiteKernelsAVX512
#elseif arch(arm64)
import TFLiteKernelsDot
#endif
#endif

/// The one list of kernel sets: runtime, tool, tests and benchmarks choose from it.
package enum KernelSets {
  /// The sets that this build has and this processor runs, slowest first, under the names that users choose them by.
  package static let available: [(name: String, set: KernelSet)] = {
    var sets: [(name: String, set: KernelSet)] = [("reference", .reference), ("portable", .portable)]
    #if TFLITE_TIERS
    #if arch(x86_64)
    if ProcessorFeatures.hasAVX2 { sets.append(("avx2", AVX2Kernels.set)) }
    if ProcessorFeatures.hasAVX512 { sets.append(("avx512", AVX512Kernels.set)) }
    #elseif arch(arm64)
    if ProcessorFeatures.hasDotProducts { sets.append(("dot", DotKernels.set)) }
    #endif
    #endif
    return sets
  }()

  /// What `KernelSet.name` may be, slowest first.
  package static let instructions = ["reference", "vectors", "sse2", "neon", "dot", "avx2", "avx512"]

  /// The best instructions that this processor has, whether or not this build has kernels for them.
  package static let processorInstructions: String = {
    #if TFLITE_TIERS && (arch(x86_64) || arch(arm64))
    return available.last?.set.name.description ?? "reference"
    #elseif arch(x86_64)
    if ProcessorFeatures.hasAVX512Instructions { return "avx512" }
    return ProcessorFeatures.hasAVX2Instructions ? "avx2" : KernelSet.portable.name.description
    #elseif arch(arm64)
    return ProcessorFeatures.hasDotProducts ? "dot" : KernelSet.portable.name.description
    #else
    return KernelSet.portable.name.description
    #endif
  }()
}
