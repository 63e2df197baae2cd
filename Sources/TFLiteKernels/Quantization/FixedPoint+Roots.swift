extension FixedPoint {
  /// `log(x)` in Q`outputIntegerBits` for `x` in Q`inputIntegerBits`, `x >= 1`.
  ///
  /// The argument is reduced to `[sqrt(1/2), sqrt(sqrt(1/2)) * 2)` twice, once scaled by sqrt(1/2), and the smaller
  /// remainder goes through a rational approximation, as `log_x_for_x_greater_than_or_equal_to_1` of TFLite does.
  package static func logOfValueAboveOne(_ x: Int32, inputIntegerBits: Int32, outputIntegerBits: Int32) -> Int32 {
    let log2: Int32 = 1_488_522_236
    let fourthRootOfHalf: Int32 = 1_805_811_301
    let rootOfHalf: Int32 = 1_518_500_250
    let oneQuarter: Int32 = 536_870_912
    let alphaN: Int32 = 117_049_297
    let alphaD: Int32 = 127_690_142
    let alphaI: Int32 = 1_057_819_769
    let alphaF: Int32 = 638_450_708
    // One more integer bit than the result: the power-of-two part may reach the limit before the rest is added.
    let accumulatorBits = outputIntegerBits + 1
    let shiftedQuarter = rescale(oneQuarter, from: 0, to: accumulatorBits)

    let headroomA = Int32(UInt32(bitPattern: x).leadingZeroBitCount)
    let scaledA = saturatingShiftLeft(x, headroomA &- 1)
    let remainderA = saturatingShiftLeft(saturatingRoundingDoublingHighMul(scaledA, rootOfHalf), 1)
    let powerA = saturatingAdd(
      saturatingShiftLeft(inputIntegerBits &- headroomA, 31 &- accumulatorBits), shiftedQuarter)

    let xB = saturatingRoundingDoublingHighMul(x, rootOfHalf)
    let headroomB = Int32(UInt32(bitPattern: xB).leadingZeroBitCount) &- 1
    let remainderB = saturatingShiftLeft(x, headroomB)
    let powerB = saturatingSubtract(
      saturatingShiftLeft(inputIntegerBits &- headroomB, 31 &- accumulatorBits), shiftedQuarter)

    let r = min(remainderA, remainderB)
    let power = max(powerA, powerB)
    let p = Int32.roundingHalfSum(r, fourthRootOfHalf)
    let halfQ = r &- fourthRootOfHalf
    let q = halfQ &+ halfQ
    let q2 = saturatingRoundingDoublingHighMul(q, q)
    let numerator =
      saturatingRoundingDoublingHighMul(q, r)
      &+ saturatingRoundingDoublingHighMul(saturatingRoundingDoublingHighMul(q, q2), alphaN)
    let denominatorMinusOne =
      saturatingRoundingDoublingHighMul(p, alphaI &+ q &+ saturatingRoundingDoublingHighMul(alphaD, q2))
      &+ saturatingRoundingDoublingHighMul(alphaF, q)
    let reciprocal = oneOverOnePlusX(denominatorMinusOne)
    let scaledNumerator = rescale(numerator, from: 0, to: accumulatorBits)
    return rescale(
      saturatingRoundingDoublingHighMul(power, log2)
        &+ saturatingRoundingDoublingHighMul(scaledNumerator, reciprocal),
      from: accumulatorBits, to: outputIntegerBits)
  }

  /// `1 / x` for positive `x` in Q`integerBits`.
  ///
  /// - Returns: the reciprocal of `x` scaled into `[1, 2)`, in Q0.31, and the number of bits by which `x` exceeds one.
  package static func reciprocal(_ x: Int32, integerBits: Int32) -> (value: Int32, bitsOverUnit: Int32) {
    let headroom = Int32(UInt32(bitPattern: x).leadingZeroBitCount)
    let normalized = Int32(bitPattern: (UInt32(bitPattern: x) &<< UInt32(headroom)) &- (1 << 31))
    return (oneOverOnePlusX(normalized), integerBits &- headroom)
  }

  /// `1 / sqrt(x)` as a quantized multiplier whose shift is to the right, times `reverseShift` (-1 makes it a left shift).
  ///
  /// Inputs up to one give the largest multiplier.
  package static func inverseSquareRoot(_ x: Int32, reverseShift: Int32) -> QuantizedMultiplier {
    guard x > 1 else { return QuantizedMultiplier(multiplier: Int32.max, shift: 0) }
    var input = x
    var shift: Int32 = 11
    while input >= 1 << 29 {
      input /= 4
      shift += 1
    }
    let leftPairs = Int32(input.leadingZeroBitCount - 1) / 2 - 1
    shift -= leftPairs
    input = input &<< (2 * leftPairs)

    let inputQ3 = input >> 1
    let halfInput = roundingDivideByPowerOfTwo(inputQ3, 1)
    let halfThree: Int32 = (1 << 28) + (1 << 27)
    var root: Int32 = 1 << 28
    for _ in 0..<5 {
      let square = saturatingRoundingDoublingHighMul(root, root)
      let cube: Int32 = rescale(saturatingRoundingDoublingHighMul(square, root), from: 9, to: 3)
      root = rescale(
        saturatingRoundingDoublingHighMul(halfThree, root) &- saturatingRoundingDoublingHighMul(halfInput, cube),
        from: 6, to: 3)
    }
    root = saturatingRoundingDoublingHighMul(root, 1_518_500_250)
    if shift < 0 {
      root = root &<< (0 &- shift)
      shift = 0
    }
    return QuantizedMultiplier(multiplier: root, shift: shift &* reverseShift)
  }

  @inline(__always)
  private static func saturatingAdd(_ a: Int32, _ b: Int32) -> Int32 { Int32(clamping: Int64(a) + Int64(b)) }

  @inline(__always)
  private static func saturatingSubtract(_ a: Int32, _ b: Int32) -> Int32 { Int32(clamping: Int64(a) - Int64(b)) }
}
