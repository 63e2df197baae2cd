/// A real factor as a fixed-point one that rounds once, for integers in a range.
///
/// Where a reference multiplies in double precision and rounds halves away from zero, `floor(x * m / 2^(31 + s) + 1/2)` is the
/// same unless `x` times the factor comes closer to a half than `m / 2^(31 + s)` is to the factor, `x` times. Whether any `x`
/// of the range does is a question about the multiples of a number modulo another, which takes as many steps as Euclid's
/// algorithm.
package struct RoundedFactor: Sendable, Equatable {
  /// At least 2^30.
  package let multiplier: Int32
  /// 0 to 29.
  package let shift: Int32

  /// - Parameters:
  ///   - factor: between 0 and 1.
  ///   - bound: no integer's magnitude is larger; 2^29 at most.
  ///   - reach: products of a larger magnitude need not be rounded alike, since all of them are clamped alike.
  /// - Returns: nil when some integer is rounded otherwise, or may be.
  package init?(_ factor: Double, bound: Int64, reach: Double) {
    guard factor > 0, factor < 1, bound >= 0, bound <= 1 << 29 else { return nil }
    let shift = Int32(truncatingIfNeeded: -1 &- factor.exponent)
    guard shift <= 29 else { return nil }
    self.shift = shift
    let bound = min(UInt64(bound), UInt64(reach / factor) &+ 1)
    // In units of 2^-62, of which a factor is a whole number but for the bits of less than one.
    let parts = UInt64(factor * 0x1p62)
    let unit = UInt64(1) &<< UInt64(31 &- shift)
    let lower = parts &>> UInt64(31 &- shift)
    // The nearer one first.
    let isLower = parts & (unit &- 1) < unit / 2
    for isFirst in [true, false] {
      let candidate = isLower == isFirst ? lower : lower &+ 1
      guard candidate < 1 &<< 31 else { continue }
      let stated = candidate &* unit
      // What the factor has beside its parts, and what the reference's product is rounded by.
      let margin = bound &+ UInt64(reach) &* (1 &<< 10) &+ 1
      let error = bound &* (stated > parts ? stated &- parts : parts &- stated)
      let (below, above) = stated > parts ? (error &+ margin, margin) : (margin, error &+ margin)
      guard below < Self.half, above < Self.half else { continue }
      // Twice an integer that comes near to a half comes near to a whole number: most factors are done by ruling that out.
      if Self.keepsAway(from: 2 &* max(below, above), parts, modulo: 2 &* Self.half, upTo: 2 &* bound) {
        multiplier = Int32(truncatingIfNeeded: candidate)
        return
      }
      let first = Self.firstMultiple(of: parts, modulo: 2 &* Self.half, in: Self.half &- below...Self.half &+ above)
      if first.map({ $0 > bound }) ?? true {
        multiplier = Int32(truncatingIfNeeded: candidate)
        return
      }
    }
    return nil
  }

  /// `x` times the factor, rounded.
  package func apply(to x: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (Int64(x) &* Int64(multiplier) &+ 1 &<< Int64(30 &+ shift)) &>> Int64(31 &+ shift))
  }

  private static var half: UInt64 { 1 << 61 }

  /// Whether `x * step`, for every `x` from 1 to `count`, is further than `distance` from all multiples of `modulus`.
  ///
  /// The nearest are those of the denominators of convergents of `step / modulus`, which Euclid's algorithm goes through.
  /// - Parameters:
  ///   - step: less than `modulus`, which is 2^62 at most.
  ///   - count: 2^30 at most.
  package static func keepsAway(
    from distance: UInt64, _ step: UInt64, modulo modulus: UInt64, upTo count: UInt64
  ) -> Bool {
    var (former, rest) = (modulus, step)
    var (formerTimes, times) = (UInt64(0), UInt64(1))
    while rest > distance {
      let (quotient, next) = former.quotientAndRemainder(dividingBy: rest)
      // Denominators times the distance of the one before are the modulus at most.
      (formerTimes, times) = (times, quotient &* times &+ formerTimes)
      if times > count { return true }
      (former, rest) = (rest, next)
    }
    return count == 0
  }

  /// The least `x` from 0 on for which `x * step` modulo `modulus` lies in `range`; nil when there is none below 2^40.
  ///
  /// Steps that pass over the range go on as the multiples of what a round leaves over, modulo a step.
  package static func firstMultiple(of step: UInt64, modulo modulus: UInt64, in range: ClosedRange<UInt64>) -> UInt64? {
    first(of: step, modulo: modulus, from: range.lowerBound, to: range.upperBound)?.multiple
  }

  /// The multiple that `firstMultiple` finds, and where in the range it lies.
  private static func first(
    of step: UInt64, modulo modulus: UInt64, from low: UInt64, to high: UInt64
  ) -> (multiple: UInt64, place: UInt64)? {
    if low == 0 { return (0, 0) }
    if step == 0 { return nil }
    if 2 &* step > modulus {
      let mirrored = first(of: modulus &- step, modulo: modulus, from: modulus &- high, to: modulus &- low)
      return mirrored.map { ($0.multiple, modulus &- $0.place) }
    }
    // Divisions are what this takes: one for the range, one for the modulus.
    let (count, rest) = low.quotientAndRemainder(dividingBy: step)
    if rest == 0 { return (count, low) }
    let below = low &- rest
    if below &+ step <= high { return (count &+ 1, below &+ step) }
    // All of the range lies between two multiples, so that its ends modulo a step are in order.
    let left = modulus % step
    let rounds = first(
      of: left == 0 ? 0 : step &- left, modulo: step, from: rest, to: rest &+ (high &- low))
    guard let rounds else { return nil }
    let place = below &+ rounds.place
    // A whole number, since the multiple goes as many rounds and ends there; of 41 bits doubles are exact to a few 2^-10.
    let multiple = (Double(rounds.multiple) * Double(modulus) + Double(place)) / Double(step)
    return multiple < 0x1p40 ? (UInt64(multiple + 0.5), place) : nil
  }
}
