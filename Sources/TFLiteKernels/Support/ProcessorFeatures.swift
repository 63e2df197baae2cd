#if arch(x86_64)
import _Builtin_intrinsics.intel.cpuid
#endif
#if canImport(Darwin)
import Darwin
#elseif os(Linux) || os(Android) || TFLITE_LINUX
@_silgen_name("getauxval") private func getauxval(_ type: UInt) -> UInt
#endif

/// What this processor can do, read once.
package enum ProcessorFeatures {
  #if arch(arm64)
  // Where no system can be asked, whoever compiled such code knows the processor. TFLITE_LINUX is for Embedded Swift linked
  // with Linux' C library, which the compiler knows nothing of.

  /// Dot products of bytes, and arithmetic in half precision, which all known processors with them have.
  package static let hasDotProducts: Bool = {
    #if canImport(Darwin)
    return hasFeature("hw.optional.arm.FEAT_DotProd") && hasFeature("hw.optional.arm.FEAT_FP16")
    #elseif os(Linux) || os(Android) || TFLITE_LINUX
    let (capabilities, wanted): (UInt, UInt) = (16, 1 << 20 | 1 << 10)
    return getauxval(capabilities) & wanted == wanted
    #else
    return true
    #endif
  }()

  /// Dot products and matrix products of bytes.
  package static let hasByteMatrixProducts: Bool = {
    #if canImport(Darwin)
    return hasDotProducts && hasFeature("hw.optional.arm.FEAT_I8MM")
    #elseif os(Linux) || os(Android) || TFLITE_LINUX
    let (moreCapabilities, matrixProducts): (UInt, UInt) = (26, 1 << 13)
    return hasDotProducts && getauxval(moreCapabilities) & matrixProducts != 0
    #else
    return true
    #endif
  }()

  #if canImport(Darwin)
  private static func hasFeature(_ name: String) -> Bool {
    var value: Int32 = 0
    var size = MemoryLayout<Int32>.size
    return sysctlbyname(name, &value, &size, nil, 0) == 0 && value != 0
  }
  #endif
  #elseif arch(x86_64)
  /// AVX2, FMA and what else x86-64-v3 asks for. Whether the system saves their registers is another question.
  package static let hasAVX2Instructions: Bool = {
    let basic = registers(1)
    let long = registers(0x8000_0001)
    let wanted: UInt32 = 1 << 12 | 1 << 22 | 1 << 27 | 1 << 28 | 1 << 29  // FMA, MOVBE, OSXSAVE, AVX, F16C
    let vectors: UInt32 = 1 << 3 | 1 << 5 | 1 << 8  // BMI1, AVX2, BMI2
    return basic.c & wanted == wanted && extended.b & vectors == vectors && long.c & 1 << 5 != 0
  }()

  /// AVX-512 F, CD, BW, DQ, VL and VNNI. Whether the system saves their registers is another question.
  package static let hasAVX512Instructions: Bool = {
    let wanted: UInt32 = 1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31
    return hasAVX2Instructions && extended.b & wanted == wanted && extended.c & 1 << 11 != 0
  }()

  /// AVX2 and AVX-VNNI. Whether the system saves their registers is another question.
  package static let hasAVXVNNIInstructions: Bool =
    hasAVX2Instructions && extended.a >= 1 && registers(7, 1).a & 1 << 4 != 0

  // Under a hypervisor each look takes some microseconds.
  private static let extended = registers(7)

  private static func registers(_ leaf: UInt32, _ part: UInt32 = 0) -> (a: UInt32, b: UInt32, c: UInt32) {
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0
    var d: UInt32 = 0
    return __get_cpuid_count(leaf, part, &a, &b, &c, &d) == 0 ? (0, 0, 0) : (a, b, c)
  }
  #endif
}
