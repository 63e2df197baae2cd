#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Fixed-point factors as doubles, for tiers with `scalesInDoubles`: exact as `requantized` for results that are clamped to a byte,
/// where `isExact` says so.
struct DoubleFactors {
  // With p the product of the accumulator and the multiplier, the reference's result is the floor of
  // p / 2^(31+s) + 1/2 + h, where h is 0 for s = 0, else 2^-(s+1) with the sign of p; see `BoundedFactors`. A double holds p
  // exactly, and p / 2^(31+s) + h, where s is small: results beyond 256 are clamped, so that they may be rounded. It is rounded
  // to nearest by adding a number so large that the sum's last bit counts ones; halves would go to even numbers, but where the
  // multiplier has few zeros at its end, no accumulator comes to one.

  /// Whether results for accumulators within `bound` are those of fixed point, once clamped to a byte after an offset of a
  /// byte is added.
  /// - Parameter factor: as `BoundedFactors.store(bounded:)` takes it.
  static func isExact(_ factor: QuantizedMultiplier, bound: Int64) -> Bool {
    let shift = 0 &- factor.shift
    if factor.multiplier == 0 || shift > BoundedFactors.maximumShift { return true }
    let s = Int64(max(0, shift))
    let zeros = Int64(factor.multiplier.trailingZeroBitCount)
    // A half needs an accumulator of 30 - zeros zeros, and one whose result is beyond 256 is less than 2^(9+s).
    return (s <= 13 || bound < 1 << 21) && (zeros &+ s <= 21 || bound < 1 << (30 &- zeros))
  }

  /// Writes a factor at `target` and its half at `half`, a double each.
  static func store(_ factor: QuantizedMultiplier, _ target: UnsafeMutableRawPointer, half: UnsafeMutableRawPointer) {
    let shift = max(0, 0 &- factor.shift)
    let isZero = factor.multiplier == 0 || shift > BoundedFactors.maximumShift
    target.storeBytes(of: isZero ? 0 : Double(factor.multiplier) * power(31 &+ shift), as: Double.self)
    half.storeBytes(of: isZero || shift == 0 ? 0 : power(shift &+ 1), as: Double.self)
  }

  /// 2 to the power of `-exponent`, which is 0 to 1000.
  private static func power(_ exponent: Int32) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &- exponent) &<< 52)
  }

  #if arch(x86_64) && !TFLITE_AVX2 && !TFLITE_AVX512
  private let low: SIMD2<Double>
  private let high: SIMD2<Double>
  private let lowHalf: SIMD2<Double>
  private let highHalf: SIMD2<Double>

  /// Reads factors and halves of as many channels as there are lanes.
  @inline(__always)
  init(_ factors: UnsafeRawPointer, halves: UnsafeRawPointer) {
    low = factors.lanes(0, as: SIMD2<Double>.self)
    high = factors.lanes(16, as: SIMD2<Double>.self)
    lowHalf = halves.lanes(0, as: SIMD2<Double>.self)
    highHalf = halves.lanes(16, as: SIMD2<Double>.self)
  }

  /// The scaled accumulators.
  /// - Parameter hasNegatives: a constant; false where results for negative accumulators may be any that are not positive.
  @inline(__always)
  func apply(_ x: Ints, hasNegatives: Bool) -> Ints {
    @inline(__always)
    func ones(_ x: SIMD2<Int32>, _ factor: SIMD2<Double>, _ half: SIMD2<Double>) -> SIMD4<Int32> {
      let product = SIMD2<Double>(x) * factor
      let sign = unsafeBitCast(product, to: SIMD2<UInt64>.self) & SIMD2<UInt64>(repeating: 1 << 63)
      let signed = unsafeBitCast(sign | unsafeBitCast(half, to: SIMD2<UInt64>.self), to: SIMD2<Double>.self)
      return unsafeBitCast(
        product + (hasNegatives ? signed : half) + SIMD2<Double>(repeating: 0x1.8p52), to: SIMD4<Int32>.self)
    }
    let (a, b) = (ones(x.lowHalf, low, lowHalf), ones(x.highHalf, high, highHalf))
    return Ints(a[0], a[2], b[0], b[2])
  }
  #else
  private let factors: UnsafeRawPointer
  private let halves: UnsafeRawPointer

  init(_ factors: UnsafeRawPointer, halves: UnsafeRawPointer) { (self.factors, self.halves) = (factors, halves) }

  func apply(_ x: Ints, hasNegatives: Bool) -> Ints {
    var result = x
    for lane in 0..<Ints.scalarCount {
      let product = Double(x[lane]) * factors.load(fromByteOffset: 8 &* lane, as: Double.self)
      let half = halves.load(fromByteOffset: 8 &* lane, as: Double.self)
      let ones = product + (x[lane] < 0 ? 0 - half : half) + 0x1.8p52
      result[lane] = Int32(truncatingIfNeeded: ones.bitPattern)
    }
    return result
  }
  #endif
}

#endif
