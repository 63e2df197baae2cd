import TFLiteKernels
import Testing

/// Fixed-point factors that round once, against multiplication in double precision.
@Suite struct RoundedFactorTests {
  /// All integers of a range; beyond the reach both are so, on the same side.
  @Test func resultsAreThoseOfDoublePrecision() {
    let (bound, reach) = (Int32(300_000), 512.0)
    for factor in [0.7499, 0.1234567, 0.03127, 0.004_321_098, 0.000_771, 0x1.fffffep-3, 0x1.234567p-8] {
      guard let rounded = RoundedFactor(factor, bound: Int64(bound), reach: reach) else {
        #expect(Bool(false), "a factor has none")
        continue
      }
      let wrong = (-bound...bound).first { x in
        let expected = (Double(x) * factor).rounded(.toNearestOrAwayFromZero)
        let found = Double(rounded.apply(to: x))
        return found != expected && !(min(abs(found), abs(expected)) >= reach && (found < 0) == (expected < 0))
      }
      #expect(wrong == nil)
    }
  }

  /// Halves that occur are rounded away from zero, which a fixed-point factor cannot do on both sides.
  @Test func factorsThatMakeHalvesHaveNone() {
    for factor in [0.5, 0.25, 0x1.8p-3, 0.0312] {
      #expect(RoundedFactor(factor, bound: 10_000, reach: 512) == nil)
    }
  }

  @Test func factorsAndBoundsOutOfRangeHaveNone() {
    for factor in [0, -0.25, 1, 1.5, 0x1p-40, .infinity, .nan] {
      #expect(RoundedFactor(factor, bound: 1000, reach: 512) == nil)
    }
    #expect(RoundedFactor(0.123, bound: 1 << 30, reach: 512) == nil)
    #expect(RoundedFactor(0.123, bound: -1, reach: 512) == nil)
  }

  /// Against trying all of them.
  @Test func distancesFromMultiples() {
    for modulus in UInt64(1)...23 {
      for step in 0..<modulus {
        for count in UInt64(0)...30 {
          let distances = (1..<count + 1).map { min($0 * step % modulus, modulus - $0 * step % modulus) }
          for distance in 0...modulus / 2 {
            let isAway = distances.allSatisfy { $0 > distance }
            #expect(RoundedFactor.keepsAway(from: distance, step, modulo: modulus, upTo: count) == isAway)
          }
        }
      }
    }
  }

  /// The same.
  @Test func firstMultiplesAreTheFirst() {
    for modulus in UInt64(2)...24 {
      for step in 0..<modulus {
        for lower in 0..<modulus {
          for upper in lower..<modulus {
            let expected = (0..<modulus).first { (lower...upper).contains($0 * step % modulus) }
            #expect(RoundedFactor.firstMultiple(of: step, modulo: modulus, in: lower...upper) == expected)
          }
        }
      }
    }
  }
}
