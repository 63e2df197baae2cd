#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Fixed-point factors for accumulators known to be small: exact as `requantized`, in fewer steps.
///
/// Accumulators come multiplied by `accumulatorScale`; they lie within `limit` before that, and right shifts within
/// 0 to `maximumShift`.
struct BoundedFactors {
  // With p the product of the accumulator and the multiplier, the doubled product's high half is floor((p + 2^30) / 2^31),
  // and dividing it by 2^s, halves away from zero, is the floor of (that + 2^(s-1) - (1 if negative)) / 2^s for s > 0.
  // Floors nest, so both are one shift of the product: floor((floor(p / 2^30) + 1 + 2^s - (2 if negative)) / 2^(s+1)).
  // Four times the accumulator puts p / 2^30 into the upper half of a 64-bit product.

  /// What accumulators are multiplied by.
  static var accumulatorScale: Int32 { Tier.hasWideProducts ? 4 : 1 }
  /// The bound of accumulators' magnitudes.
  static var limit: Int64 { 1 << 29 }
  /// The largest right shift.
  static var maximumShift: Int32 { 29 }
  /// The 32-bit words a channel's factor takes in packed data.
  static var words: Int { 4 }

  private var multiplier: Ints
  private var oddMultiplier: Ints
  private var upward: Ints
  private var downward: Ints
  private var shift: Ints

  /// Writes the factor of one channel, its multiplier not negative, as four words, `stride` bytes apart. Shifts to the left
  /// must have gone into the accumulators; factors too small for any result become zero.
  static func store(bounded factor: QuantizedMultiplier, _ target: UnsafeMutableRawPointer, stride: Int) {
    let isZero = factor.multiplier == 0 || factor.shift < 0 &- maximumShift
    store(
      QuantizedMultiplier(multiplier: isZero ? 0 : factor.multiplier, shift: isZero ? -1 : min(0, factor.shift)),
      target, stride: stride)
  }

  /// The same of a factor that rounds once.
  static func store(rounded factor: RoundedFactor, _ target: UnsafeMutableRawPointer, stride: Int) {
    let half: Int32 = 1 &<< factor.shift
    target.storeBytes(of: factor.multiplier, as: Int32.self)
    target.storeBytes(of: half, toByteOffset: stride, as: Int32.self)
    target.storeBytes(of: half, toByteOffset: 2 &* stride, as: Int32.self)
    target.storeBytes(
      of: Tier.hasRoundingShifts ? 0 &- factor.shift : factor.shift &+ 1, toByteOffset: 3 &* stride, as: Int32.self)
  }

  @inline(__always)
  private static func store(_ factor: QuantizedMultiplier, _ target: UnsafeMutableRawPointer, stride: Int) {
    let s = 0 &- factor.shift
    assert(factor.multiplier >= 0 && s >= 0 && s <= maximumShift)
    let upward: Int32 = s == 0 ? 1 : 1 &+ (1 &<< s)
    target.storeBytes(of: factor.multiplier, as: Int32.self)
    target.storeBytes(of: upward, toByteOffset: stride, as: Int32.self)
    target.storeBytes(of: s == 0 ? upward : upward &- 2, toByteOffset: 2 &* stride, as: Int32.self)
    let count = Tier.hasRoundingShifts ? 0 &- s : accumulatorScale == 1 ? s : s &+ 1
    target.storeBytes(of: count, toByteOffset: 3 &* stride, as: Int32.self)
  }

  /// One factor for all lanes, as `store(bounded:)` takes it.
  @inline(__always)
  init(repeating factor: QuantizedMultiplier) {
    var words = SIMD4<Int32>()
    withUnsafeMutableBytes(of: &words) {
      if let target = $0.baseAddress { Self.store(bounded: factor, target, stride: 4) }
    }
    multiplier = Ints(repeating: words[0])
    oddMultiplier = multiplier
    upward = Ints(repeating: words[1])
    downward = Ints(repeating: words[2])
    shift = Ints(repeating: words[3])
  }

  /// Reads what `store` wrote for as many channels as there are lanes.
  @inline(__always)
  init(_ source: UnsafeRawPointer, stride: Int) {
    multiplier = source.lanes(0, as: Ints.self)
    oddMultiplier = oddLanesDown(multiplier)
    upward = source.lanes(stride, as: Ints.self)
    downward = source.lanes(2 &* stride, as: Ints.self)
    shift = source.lanes(3 &* stride, as: Ints.self)
  }

  /// The scaled accumulators.
  /// - Parameters:
  ///   - hasNegatives: a constant; false where results for negative accumulators may be any that are not positive.
  ///   - divides: a constant; whether no right shift is zero, which saves a step where the tier has `hasRoundingShifts`.
  ///   - roundsOnce: a constant; whether factors are `RoundedFactor`s, which tiers without `hasRoundingShifts` need not know.
  @inline(__always)
  func apply(_ x: Ints, hasNegatives: Bool = true, divides: Bool = false, roundsOnce: Bool = false) -> Ints {
    if Tier.hasRoundingShifts {
      if roundsOnce { return roundedOnce(x, multiplier, leftShift: shift) }
      return requantized(x, multiplier, leftShift: shift, hasNegatives: hasNegatives, divides: divides)
    }
    guard Tier.hasWideProducts else { return requantized(x, multiplier, shift, hasNegatives: hasNegatives) }
    let even = unsafeBitCast(evenProducts(x, multiplier), to: Ints.self)
    let odd = unsafeBitCast(evenProducts(oddLanesDown(x), oddMultiplier), to: Ints.self)
    let high = mergedLanes(oddLanesDown(even), odd)
    let half = hasNegatives ? upward.replacing(with: downward, where: x .< Ints()) : upward
    return arithmeticallyShifted(high &+ half, shift)
  }
}

#endif
