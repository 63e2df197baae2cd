#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Arithmetic on quantized values of 16 bits, a vector of words at a time; rows end with a partly filled one.

/// A factor with a right shift, or one to the left before.
struct ShortFactor {
  private let left: Int32
  fileprivate let multiplier: Ints
  fileprivate let rightShift: Ints

  @inline(__always)
  init(_ factor: QuantizedMultiplier) {
    left = max(0, factor.shift)
    multiplier = Ints(repeating: factor.multiplier)
    rightShift = Ints(repeating: max(0, 0 &- factor.shift))
  }

  /// Whether the vector form computes what the reference does: a multiplier not negative, and no more bits to the left than
  /// a word has.
  @inline(__always)
  static func isRegular(_ factor: QuantizedMultiplier, left: Int32) -> Bool {
    factor.multiplier >= 0 && factor.shift <= left && factor.shift >= -31
  }

  /// Shift counts are scalars, so that the compiler sees that all lanes shift alike.
  @inline(__always)
  func shifted(_ x: Ints) -> Ints { shiftedLeft(x, Ints(repeating: left)) }

  @inline(__always)
  func apply(_ x: Ints) -> Ints { requantized(shifted(x), multiplier, rightShift) }
}

/// The zero point and the clamp of results.
private struct ShortResult {
  private let offset: Ints
  private let lower: Ints
  private let upper: Ints

  @inline(__always)
  init(_ parameters: ElementwiseParameters) {
    offset = Ints(repeating: parameters.outputOffset)
    lower = Ints(repeating: parameters.range.lower)
    upper = Ints(repeating: parameters.range.upper)
  }

  @inline(__always)
  func callAsFunction(_ x: Ints) -> NarrowShorts { narrowedShorts(clamped(x &+ offset, lower, upper)) }
}

/// An operand that is brought to the scale of the other one.
private struct ShortOperand {
  private let offset: Ints
  private let left: Int32
  private let factor: ShortFactor

  @inline(__always)
  init(_ factor: QuantizedMultiplier, offset: Int32, leftShift: Int32) {
    self.offset = Ints(repeating: offset)
    left = leftShift
    self.factor = ShortFactor(factor)
  }

  @inline(__always)
  func callAsFunction(_ x: NarrowShorts) -> Ints {
    factor.apply(shiftedLeft(widenedShorts(x) &+ offset, Ints(repeating: left)))
  }
}

extension VectorKernels {
  private static func quantizedSum(_: ElementwiseType) -> BinaryKernel? { BinaryKernels.addQuantizedInt16 }

  /// Sums of quantized int16.
  static func addInt16(_ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    shortRows(rows, parameters, quantizedSum) { $0 &+ $1 }
  }

  /// Differences of quantized int16.
  static func subtractInt16(_ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    shortRows(rows, parameters, BinaryKernels.subtract) { $0 &- $1 }
  }

  @inline(__always)
  private static func shortRows(
    _ rows: BinaryRows, _ p: ElementwiseParameters, _ reference: (ElementwiseType) -> BinaryKernel?,
    _ combine: (Ints, Ints) -> Ints
  ) {
    assert(rows.validate())
    guard ShortFactor.isRegular(p.firstMultiplier, left: 0), ShortFactor.isRegular(p.secondMultiplier, left: 0),
      ShortFactor.isRegular(p.outputMultiplier, left: 0), p.leftShift >= 0, p.leftShift <= 31
    else {
      reference(.quantizedInt16)?(rows, p)
      return
    }
    let first = ShortOperand(p.firstMultiplier, offset: p.firstOffset, leftShift: p.leftShift)
    let second = ShortOperand(p.secondMultiplier, offset: p.secondOffset, leftShift: p.leftShift)
    shortRows(rows, p, first: { first($0) }, second: { second($0) }, combine: combine)
  }

  /// Products of quantized int16.
  static func multiplyInt16(_ rows: BinaryRows, _ p: ElementwiseParameters) {
    assert(rows.validate())
    guard ShortFactor.isRegular(p.outputMultiplier, left: 31) else {
      BinaryKernels.multiply(.quantizedInt16)?(rows, p)
      return
    }
    let (first, second) = (Ints(repeating: p.firstOffset), Ints(repeating: p.secondOffset))
    shortRows(
      rows, p, first: { widenedShorts($0) &+ first }, second: { widenedShorts($0) &+ second }, combine: { $0 &* $1 })
  }

  /// What `combine` makes of the operands, scaled.
  @inline(__always)
  private static func shortRows(
    _ rows: BinaryRows, _ p: ElementwiseParameters, first: (NarrowShorts) -> Ints, second: (NarrowShorts) -> Ints,
    combine: (Ints, Ints) -> Ints
  ) {
    let output = ShortFactor(p.outputMultiplier)
    let result = ShortResult(p)
    let lanes = lanesPerVector
    var row = 0
    while row < rows.rows {
      let a = rows.first + 2 &* row &* rows.firstStride
      let b = rows.second + 2 &* row &* rows.secondStride
      let target = rows.output + 2 &* row &* rows.outputStride
      let isFirstAlike = rows.firstStep == 0
      let isSecondAlike = rows.secondStep == 0
      var x = isFirstAlike ? first(NarrowShorts(repeating: a.loadUnaligned(as: Int16.self))) : Ints()
      var y = isSecondAlike ? second(NarrowShorts(repeating: b.loadUnaligned(as: Int16.self))) : Ints()
      var i = 0
      while rows.count &- i >= lanes {
        if !isFirstAlike { x = first(a.lanes(2 &* i, as: NarrowShorts.self)) }
        if !isSecondAlike { y = second(b.lanes(2 &* i, as: NarrowShorts.self)) }
        target.put(result(output.apply(combine(x, y))), 2 &* i)
        i &+= lanes
      }
      let rest = rows.count &- i
      if rest > 0 {
        if !isFirstAlike { x = first(a.lanes(first: rest, 2 &* i, as: NarrowShorts.self)) }
        if !isSecondAlike { y = second(b.lanes(first: rest, 2 &* i, as: NarrowShorts.self)) }
        (target + 2 &* i).store(result(output.apply(combine(x, y))), first: rest)
      }
      row &+= 1
    }
  }

  /// Leaky relu of quantized int16.
  static func leakyReluInt16(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ p: ElementwiseParameters
  ) {
    assert(Contract.map(source, target, count, from: 2, to: 2))
    // Seventeen bits, shifted by fourteen, fit a word.
    guard ShortFactor.isRegular(p.firstMultiplier, left: 14), ShortFactor.isRegular(p.secondMultiplier, left: 14) else {
      UnaryKernels.kernel(.leakyRelu, .quantizedInt16)?(source, target, count, p)
      return
    }
    let positive = ShortFactor(p.firstMultiplier)
    let negative = ShortFactor(p.secondMultiplier)
    let result = ShortResult(p)
    let offset = Ints(repeating: p.firstOffset)
    @inline(__always) func function(_ x: NarrowShorts) -> NarrowShorts {
      let value = widenedShorts(x) &+ offset
      let isNegative = value .< Ints()
      return result(
        requantized(
          positive.shifted(value).replacing(with: negative.shifted(value), where: isNegative),
          positive.multiplier.replacing(with: negative.multiplier, where: isNegative),
          positive.rightShift.replacing(with: negative.rightShift, where: isNegative)))
    }
    shortMap(source, target, count, function)
  }

  /// Values of int16 at another scale, clamped.
  static func rescaleInt16(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ p: ElementwiseParameters
  ) {
    assert(Contract.map(source, target, count, from: 2, to: 2))
    guard ShortFactor.isRegular(p.outputMultiplier, left: 31) else {
      UnaryKernels.kernel(.clamp, .quantizedInt16)?(source, target, count, p)
      return
    }
    let factor = ShortFactor(p.outputMultiplier)
    let result = ShortResult(p)
    let offset = Ints(repeating: p.firstOffset)
    shortMap(source, target, count) { result(factor.apply(widenedShorts($0) &+ offset)) }
  }

  /// Magnitudes of int16, at another scale or not.
  static func absoluteInt16(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ p: ElementwiseParameters
  ) {
    assert(Contract.map(source, target, count, from: 2, to: 2))
    guard ShortFactor.isRegular(p.outputMultiplier, left: 31) else {
      UnaryKernels.kernel(.absolute, .quantizedInt16)?(source, target, count, p)
      return
    }
    let factor = ShortFactor(p.outputMultiplier)
    let result = ShortResult(p)
    let offset = Ints(repeating: p.firstOffset)
    let isScaled = p.outputMultiplier.multiplier != 0
    shortMap(source, target, count) { x in
      let magnitude = magnitudes(widenedShorts(x) &+ offset)
      return result(isScaled ? factor.apply(magnitude) : magnitude)
    }
  }

  @inline(__always)
  private static func shortMap(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int,
    _ function: (NarrowShorts) -> NarrowShorts
  ) {
    var i = 0
    while count &- i >= lanesPerVector {
      target.put(function(source.lanes(2 &* i, as: NarrowShorts.self)), 2 &* i)
      i &+= lanesPerVector
    }
    let rest = count &- i
    if rest > 0 {
      (target + 2 &* i).store(function(source.lanes(first: rest, 2 &* i, as: NarrowShorts.self)), first: rest)
    }
  }
}

#endif
