#if arch(x86_64)
// LLVM's own names: the calls become single instructions. C's `_mm_setcsr` has no body outside of C, and `fesetenv` of libc
// takes a tenth of a microsecond and more.
@_silgen_name("llvm.x86.sse.stmxcsr") private func storeControl(_ address: UnsafeMutableRawPointer)
@_silgen_name("llvm.x86.sse.ldmxcsr") private func loadControl(_ address: UnsafeRawPointer)
#elseif arch(arm64) || arch(arm64_32)
@_silgen_name("llvm.aarch64.get.fpcr") private func floatControl() -> UInt64
@_silgen_name("llvm.aarch64.set.fpcr") private func setFloatControl(_ bits: UInt64)
#endif

/// What the calling thread's processor does with subnormal numbers, those other than zero under `leastNormalMagnitude`, some
/// 1.2e-38 for 32 bits.
///
/// Instructions that read or write them take a hundred cycles and more on many processors, and networks make them without
/// need: attention that is masked, recurrent cells on silence, filters that fade away. So operators execute
/// `withoutSubnormals`: an instruction that computes, compares or converts takes a subnormal operand for zero and gives zero
/// for a subnormal result, with its sign. LiteRT does the same around each of XNNPACK's operators.
///
/// What that means for results: a float under 1.2e-38 counts as zero, in comparisons, SIGN, LOG, DIV and conversions to
/// BOOL as well, and whoever computes one gets zero. Copies, such as those of RESHAPE, GATHER, BITCAST and SELECT, keep every
/// bit. Half precision, whose subnormal numbers are normal ones of 32 bits, is converted exactly. Preparing, which derives
/// factors from scales and packs constants, is done with subnormal numbers, as C does it.
///
/// Elsewhere than on x86-64 and arm64 nothing changes.
package struct FloatEnvironment: BitwiseCopyable, Sendable {
  #if arch(x86_64)
  private typealias Control = UInt32
  /// Flush to zero, and denormals are zero.
  private static let mask: Control = 0x8040
  #elseif arch(arm64) || arch(arm64_32)
  private typealias Control = UInt64
  /// Flush to zero, for operands and results of 32 and 64 bits. The bit for 16 bits stays: arithmetic in half precision is
  /// done with 32 bits.
  private static let mask: Control = 1 << 24
  #else
  private typealias Control = UInt8
  private static let mask: Control = 0
  #endif

  /// The control register as it was.
  private let control: Control
  private let isChanged: Bool

  /// From now on subnormal numbers are zero on the calling thread.
  /// - Parameter isWanted: false to leave everything as it is.
  /// - Returns: what `restore` goes back to, on the same thread.
  package static func withoutSubnormals(if isWanted: Bool = true) -> FloatEnvironment {
    if !isWanted { return FloatEnvironment(control: 0, isChanged: false) }
    let control = self.control
    let isChanged = control & mask != mask
    if isChanged { set(control | mask) }
    return FloatEnvironment(control: control, isChanged: isChanged)
  }

  /// From now on there are subnormal numbers on the calling thread, as programs find it unless somebody changes it.
  /// - Returns: what `restore` goes back to, on the same thread.
  package static func withSubnormals() -> FloatEnvironment {
    let control = self.control
    let isChanged = control & mask != 0
    if isChanged { set(control & ~mask) }
    return FloatEnvironment(control: control, isChanged: isChanged)
  }

  /// Makes the calling thread's processor work as it did before, rounding mode and flags of exceptions included.
  package func restore() {
    if isChanged { Self.set(control) }
  }

  /// Whether subnormal numbers are zero on the calling thread.
  package static var isWithoutSubnormals: Bool { mask != 0 && control & mask == mask }

  /// Whether this processor can do without subnormal numbers.
  package static var canChange: Bool { mask != 0 }

  // Calls, so that no arithmetic moves past them.

  @inline(never)
  private static var control: Control {
    #if arch(x86_64)
    var bits: Control = 0
    storeControl(&bits)
    return bits
    #elseif arch(arm64) || arch(arm64_32)
    return floatControl()
    #else
    return 0
    #endif
  }

  @inline(never)
  private static func set(_ control: Control) {
    #if arch(x86_64)
    var bits = control
    loadControl(&bits)
    #elseif arch(arm64) || arch(arm64_32)
    setFloatControl(control)
    #endif
  }
}
