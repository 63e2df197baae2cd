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

/// The one list of kernel sets: runtime, tool, tests and benchmarks choose from it.
package enum KernelSets {
  /// A set under the name that users choose it by.
  package struct Entry: Sendable {
    package let name: String
    package let set: KernelSet

    fileprivate init(_ name: String, _ set: KernelSet) { (self.name, self.set) = (name, set) }
  }

  /// The sets that this build has and this processor runs, slowest first.
  package static let available: [Entry] = {
    var sets = [Entry("reference", .reference), Entry("portable", .portable)]
    #if TFLITE_TIERS
    #if arch(x86_64)
    if ProcessorFeatures.hasAVX2 { sets.append(Entry("avx2", .init(.first))) }
    if ProcessorFeatures.hasAVXVNNI { sets.append(Entry("avxvnni", .init(.bytes))) }
    if ProcessorFeatures.hasAVX512 { sets.append(Entry("avx512", .init(.last))) }
    #elseif arch(arm64)
    if ProcessorFeatures.hasDotProducts { sets.append(Entry("dot", .init(.first))) }
    if ProcessorFeatures.hasByteMatrixProducts { sets.append(Entry("i8mm", .init(.bytes))) }
    #endif
    #endif
    return sets
  }()

  /// What `KernelSet.name` may be, slowest first.
  package static let instructions = [
    "reference", "vectors", "sse2", "neon", "dot", "i8mm", "avx2", "avxvnni", "avx512",
  ]

  /// The best instructions that this processor has, whether or not this build has kernels for them.
  package static let processorInstructions: String = {
    #if TFLITE_TIERS && (arch(x86_64) || arch(arm64))
    return available.last?.set.name.description ?? "reference"
    #elseif arch(x86_64)
    if ProcessorFeatures.hasAVX512Instructions { return "avx512" }
    if ProcessorFeatures.hasAVXVNNIInstructions { return "avxvnni" }
    return ProcessorFeatures.hasAVX2Instructions ? "avx2" : KernelSet.portable.name.description
    #elseif arch(arm64)
    if ProcessorFeatures.hasByteMatrixProducts { return "i8mm" }
    return ProcessorFeatures.hasDotProducts ? "dot" : KernelSet.portable.name.description
    #else
    return KernelSet.portable.name.description
    #endif
  }()
}
