#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(ucrt)
import ucrt
#else
// Without an importable libc (Embedded Swift) the linker supplies these from libm.
@_silgen_name("expf") func expf(_ x: Float) -> Float
@_silgen_name("expm1f") func expm1f(_ x: Float) -> Float
@_silgen_name("logf") func logf(_ x: Float) -> Float
@_silgen_name("log1pf") func log1pf(_ x: Float) -> Float
@_silgen_name("powf") func powf(_ x: Float, _ y: Float) -> Float
@_silgen_name("sinf") func sinf(_ x: Float) -> Float
@_silgen_name("cosf") func cosf(_ x: Float) -> Float
@_silgen_name("atan2f") func atan2f(_ y: Float, _ x: Float) -> Float
@_silgen_name("tanhf") func tanhf(_ x: Float) -> Float
@_silgen_name("erff") func erff(_ x: Float) -> Float
@_silgen_name("erfcf") func erfcf(_ x: Float) -> Float
@_silgen_name("fmodf") func fmodf(_ x: Float, _ y: Float) -> Float
@_silgen_name("exp") func exp(_ x: Double) -> Double
@_silgen_name("expm1") func expm1(_ x: Double) -> Double
@_silgen_name("log") func log(_ x: Double) -> Double
@_silgen_name("log1p") func log1p(_ x: Double) -> Double
@_silgen_name("pow") func pow(_ x: Double, _ y: Double) -> Double
@_silgen_name("sin") func sin(_ x: Double) -> Double
@_silgen_name("cos") func cos(_ x: Double) -> Double
@_silgen_name("atan2") func atan2(_ y: Double, _ x: Double) -> Double
@_silgen_name("tanh") func tanh(_ x: Double) -> Double
@_silgen_name("erf") func erf(_ x: Double) -> Double
@_silgen_name("erfc") func erfc(_ x: Double) -> Double
@_silgen_name("fmod") func fmod(_ x: Double, _ y: Double) -> Double
#endif

/// The C library's elementary functions under one set of names on every platform.
///
/// Reference kernels and tables that have to agree with TFLite bit for bit call these; vector kernels do not.
package enum MathFunctions {
  /// The natural exponential of `x`.
  package static func exp(_ x: Float) -> Float { expf(x) }
  /// `exp(x) - 1`, accurate near zero.
  package static func expm1(_ x: Float) -> Float { expm1f(x) }
  /// The natural logarithm of `x`; of subnormal numbers minus infinity where the processor takes them for zero, at which
  /// libraries guess otherwise.
  package static func log(_ x: Float) -> Float { logf(x == 0 ? 0 : x) }
  /// `log(1 + x)`, accurate near zero.
  package static func log1p(_ x: Float) -> Float { log1pf(x) }
  /// `x` raised to the power `y`.
  package static func pow(_ x: Float, _ y: Float) -> Float { powf(x, y) }
  /// The sine of `x` in radians.
  package static func sin(_ x: Float) -> Float { sinf(x) }
  /// The cosine of `x` in radians.
  package static func cos(_ x: Float) -> Float { cosf(x) }
  /// The angle of the point `(x, y)` in radians, in `[-pi, pi]`.
  package static func atan2(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
  /// The hyperbolic tangent of `x`.
  package static func tanh(_ x: Float) -> Float { tanhf(x) }
  /// The error function of `x`.
  package static func erf(_ x: Float) -> Float { erff(x) }
  /// `1 - erf(x)`, accurate for large `x`.
  package static func erfc(_ x: Float) -> Float { erfcf(x) }
  /// The remainder of `x / y` with the sign of `x`.
  package static func fmod(_ x: Float, _ y: Float) -> Float { fmodf(x, y) }
}

extension MathFunctions {
  /// The natural exponential of `x`.
  package static func exp(_ x: Double) -> Double { libcExp(x) }
  /// `exp(x) - 1`, accurate near zero.
  package static func expm1(_ x: Double) -> Double { libcExpm1(x) }
  /// The natural logarithm of `x`.
  package static func log(_ x: Double) -> Double { libcLog(x) }
  /// `log(1 + x)`, accurate near zero.
  package static func log1p(_ x: Double) -> Double { libcLog1p(x) }
  /// `x` raised to the power `y`.
  package static func pow(_ x: Double, _ y: Double) -> Double { libcPow(x, y) }
  /// The sine of `x` in radians.
  package static func sin(_ x: Double) -> Double { libcSin(x) }
  /// The cosine of `x` in radians.
  package static func cos(_ x: Double) -> Double { libcCos(x) }
  /// The angle of the point `(x, y)` in radians, in `[-pi, pi]`.
  package static func atan2(_ y: Double, _ x: Double) -> Double { libcAtan2(y, x) }
  /// The hyperbolic tangent of `x`.
  package static func tanh(_ x: Double) -> Double { libcTanh(x) }
  /// The error function of `x`.
  package static func erf(_ x: Double) -> Double { libcErf(x) }
  /// `1 - erf(x)`, accurate for large `x`.
  package static func erfc(_ x: Double) -> Double { libcErfc(x) }
  /// The remainder of `x / y` with the sign of `x`.
  package static func fmod(_ x: Double, _ y: Double) -> Double { libcFmod(x, y) }
}

extension MathFunctions {
  /// `x` rounded to the nearest integer, halves away from zero (C's `round`).
  package static func round(_ x: Float) -> Float { x.rounded(.toNearestOrAwayFromZero) }
  /// `x` rounded to the nearest integer, halves away from zero (C's `round`).
  package static func round(_ x: Double) -> Double { x.rounded(.toNearestOrAwayFromZero) }
  /// The largest integer not above `x`.
  package static func floor(_ x: Float) -> Float { x.rounded(.down) }
  /// The largest integer not above `x`.
  package static func floor(_ x: Double) -> Double { x.rounded(.down) }
  /// The smallest integer not below `x`.
  package static func ceil(_ x: Float) -> Float { x.rounded(.up) }
  /// The smallest integer not below `x`.
  package static func ceil(_ x: Double) -> Double { x.rounded(.up) }
  /// The square root of `x`.
  package static func sqrt(_ x: Float) -> Float { x.squareRoot() }
  /// The square root of `x`.
  package static func sqrt(_ x: Double) -> Double { x.squareRoot() }

  /// `x` without its fraction, or `Int32.min` when that does not fit or `x` is NaN, as x86 converts.
  @inline(__always)
  package static func truncatedToInt32(_ x: Float) -> Int32 {
    x > -2_147_483_904 && x < 2_147_483_648 ? Int32(x) : Int32.min
  }

  /// `x` without its fraction, or `Int32.min` when that does not fit or `x` is NaN, as x86 converts.
  @inline(__always)
  package static func truncatedToInt32(_ x: Double) -> Int32 {
    x > -2_147_483_649 && x < 2_147_483_648 ? Int32(x) : Int32.min
  }
}

// Inside `MathFunctions` the names of the double functions mean its own overloads.
private func libcExp(_ x: Double) -> Double { exp(x) }
private func libcExpm1(_ x: Double) -> Double { expm1(x) }
private func libcLog(_ x: Double) -> Double { log(x) }
private func libcLog1p(_ x: Double) -> Double { log1p(x) }
private func libcPow(_ x: Double, _ y: Double) -> Double { pow(x, y) }
private func libcSin(_ x: Double) -> Double { sin(x) }
private func libcCos(_ x: Double) -> Double { cos(x) }
private func libcAtan2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
private func libcTanh(_ x: Double) -> Double { tanh(x) }
private func libcErf(_ x: Double) -> Double { erf(x) }
private func libcErfc(_ x: Double) -> Double { erfc(x) }
private func libcFmod(_ x: Double, _ y: Double) -> Double { fmod(x, y) }
