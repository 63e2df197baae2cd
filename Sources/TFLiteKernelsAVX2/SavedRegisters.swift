#if arch(x86_64)

import Builtin
import TFLiteKernels

/// Reading what the operating system saves takes an instruction that the baseline does not have.
extension ProcessorFeatures {
  /// The processor has the instructions of the AVX2 tier and the operating system saves their registers.
  package static let hasAVX2: Bool = hasAVX2Instructions && savedState & 0x6 == 0x6

  /// The same for the AVX-VNNI tier, as it was compiled.
  package static let hasAVXVNNI: Bool = {
    #if TFLITE_EMULATED
    return hasAVX2
    #elseif TFLITE_EVEX
    return hasAVX512
    #else
    return hasAVX2 && hasAVXVNNIInstructions
    #endif
  }()

  /// The same for the AVX-512 tier.
  package static let hasAVX512: Bool = {
    #if TFLITE_EMULATED
    return hasAVX2
    #else
    return hasAVX2 && hasAVX512Instructions && savedState & 0xE6 == 0xE6
    #endif
  }()

  /// The register state that the operating system saves (XCR0). Asked only when OSXSAVE is set.
  private static var savedState: UInt64 {
    UInt64(bitPattern: Int64(Builtin.int_x86_xgetbv(Int32(0)._value)))
  }
}

#endif
