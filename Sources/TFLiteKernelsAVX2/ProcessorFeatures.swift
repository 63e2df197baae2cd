import Builtin
import _Builtin_intrinsics.intel.cpuid

/// What this processor and its operating system can do, read once.
package enum ProcessorFeatures {
  /// AVX2, FMA and what else x86-64-v3 asks for.
  package static let hasAVX2: Bool = {
    let basic = registers(1)
    let extended = registers(7)
    let long = registers(0x8000_0001)
    let wanted: UInt32 = 1 << 12 | 1 << 22 | 1 << 27 | 1 << 28 | 1 << 29  // FMA, MOVBE, OSXSAVE, AVX, F16C
    guard basic.c & wanted == wanted, extended.b & vectorBits == vectorBits, long.c & 1 << 5 != 0 else { return false }
    return savedState & 0x6 == 0x6
  }()

  /// AVX-512 F, CD, BW, DQ, VL and VNNI.
  package static let hasAVX512: Bool = {
    #if TFLITE_EMULATED
      return hasAVX2
    #else
      return hasAVX512Instructions
    #endif
  }()

  private static var hasAVX512Instructions: Bool {
    let extended = registers(7)
    let wanted: UInt32 = 1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31
    return hasAVX2 && extended.b & wanted == wanted && extended.c & 1 << 11 != 0 && savedState & 0xE6 == 0xE6
  }

  /// BMI1, AVX2 and BMI2.
  private static let vectorBits: UInt32 = 1 << 3 | 1 << 5 | 1 << 8

  private static func registers(_ leaf: UInt32) -> (b: UInt32, c: UInt32) {
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0
    var d: UInt32 = 0
    return __get_cpuid_count(leaf, 0, &a, &b, &c, &d) == 0 ? (0, 0) : (b, c)
  }

  /// The register state that the operating system saves (XCR0). Asked only when OSXSAVE is set.
  private static var savedState: UInt64 {
    UInt64(bitPattern: Int64(Builtin.int_x86_xgetbv(Int32(0)._value)))
  }
}
