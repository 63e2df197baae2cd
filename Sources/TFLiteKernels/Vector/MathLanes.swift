#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Vectors of floats of several lengths as one kind, for functions that are written once and used with one register, and with
// two. `SIMD` has the operators as well, but for vectors of any kind, and they go lane by lane.

/// The bits of `MathLanes`.
protocol MathBits {
  static func &+ (a: Self, b: Self) -> Self
  static func &- (a: Self, b: Self) -> Self
  static func & (a: Self, b: Self) -> Self
  static func | (a: Self, b: Self) -> Self
  static func &<< (a: Self, b: Int32) -> Self
  /// Copies of the sign are shifted in.
  static func &>> (a: Self, b: Int32) -> Self
}

/// A vector of floats that elementary functions are computed of.
protocol MathLanes {
  associatedtype Bits: MathBits
  associatedtype Mask

  init(repeating: Float)

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func .< (a: Self, b: Self) -> Mask
  static func .<= (a: Self, b: Self) -> Mask
  static func .== (a: Self, b: Self) -> Mask
  func replacing(with other: Self, where mask: Mask) -> Self

  /// The sum with `a * b`, rounded once.
  func addingProduct(_ a: Self, _ b: Self) -> Self
  /// The lanes raised to `lower` and lowered to `upper`; lanes that are NaN stay.
  func bounded(_ lower: Self, _ upper: Self) -> Self
  /// The larger of each pair of lanes; this one where either is NaN.
  func larger(_ other: Self) -> Self
  /// The smaller of each pair of lanes; this one where either is NaN.
  func smaller(_ other: Self) -> Self

  #if TFLITE_AVX512 && !TFLITE_EMULATED
  /// The exponent of the largest power of two that is not larger than the magnitude.
  var binaryExponents: Self { get }
  /// The lanes by powers of two, in [3/4, 3/2): NaN for negative ones, 1 for zeros and infinity.
  var significands: Self { get }
  /// `self * 2^n` for whole `n`, rounded once.
  func scaled(byPowers n: Self) -> Self
  #endif
}

extension MathLanes {
  @inline(__always) init(bits: Bits) { self = unsafeBitCast(bits, to: Self.self) }
  @inline(__always) var bits: Bits { unsafeBitCast(self, to: Bits.self) }
}

/// `a * b + c`: fused where the target has the instruction.
@inline(__always)
func multiplyAdd<Lanes: MathLanes>(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
  Tier.hasFusedMultiplyAdd ? c.addingProduct(a, b) : c + a * b
}

extension Ints: MathBits {}
extension Floats: MathLanes { typealias Bits = Ints }

#if !TFLITE_AVX512
extension TwiceFloats.MaskStorage: MathBits {}
extension TwiceFloats: MathLanes { typealias Bits = MaskStorage }
#endif

#endif
