#if TFLITE_TIER
  import TFLiteKernels
#endif

// Arithmetic on two quantised operands of 8 bits, a register of bytes at a time; rows end with a partly filled one.

/// A function of two bytes, their zero points subtracted: a step for each operand, then one for both.
private protocol ByteFunction {
  init(_ parameters: ElementwiseParameters)
  func first(_ a: Ints) -> Ints
  func second(_ b: Ints) -> Ints
  /// The result from what the first two steps gave.
  func combine(_ a: Ints, _ b: Ints) -> Ints
}

/// The steps that bring bytes to a common scale.
private protocol CommonScaleFunction: ByteFunction {
  var firstFactor: OperandFactor { get }
  var secondFactor: OperandFactor { get }
}

extension CommonScaleFunction {
  @inline(__always) func first(_ a: Ints) -> Ints { firstFactor.apply(a) }
  @inline(__always) func second(_ b: Ints) -> Ints { secondFactor.apply(b) }
}

/// A factor with a rounding right shift, for any 32-bit number.
private struct ResultFactor {
  let shift: Ints
  let multiplier: Ints
  let rightShift: Ints

  @inline(__always)
  init(_ factor: QuantizedMultiplier, leftShift: Int32) {
    shift = Ints(repeating: leftShift)
    multiplier = Ints(repeating: factor.multiplier)
    rightShift = Ints(repeating: (0 &- factor.shift) & 31)
  }

  @inline(__always)
  func apply(_ x: Ints) -> Ints { requantized(shiftedLeft(x, shift), multiplier, rightShift) }
}

/// A factor for bytes less their zero point that are shifted left first.
///
/// The product of `x << left` and the multiplier is rounded at bit 31, where that of `x` alone is at bit `31 - left`: the
/// multiplier's bits above that one and those below it are multiplied apart, and nine bits of `x` let both fit a word.
private struct OperandFactor {
  /// Whether the factor is one half, as that of the operand with the larger scale is.
  private let isHalf: Bool
  /// Whether the products fit.
  private let isSplit: Bool
  private let left: Ints
  private let whole: ResultFactor
  private let upper: Ints
  private let lower: Ints
  private let rounding: Ints
  private let dropped: Ints
  private let half: Ints
  private let isShifted: Ints

  @inline(__always)
  init(_ factor: QuantizedMultiplier, leftShift: Int32) {
    isHalf = factor.multiplier == 1 << 30 && factor.shift == 0 && leftShift > 0
    isSplit = leftShift >= 11 && leftShift <= 30
    left = Ints(repeating: leftShift &- 1)
    whole = ResultFactor(factor, leftShift: leftShift)
    let bits = (31 &- leftShift) & 31
    let right = (0 &- factor.shift) & 31
    upper = Ints(repeating: factor.multiplier &>> bits)
    lower = Ints(repeating: factor.multiplier & ((1 &<< bits) &- 1))
    rounding = Ints(repeating: 1 &<< (bits &- 1))
    dropped = Ints(repeating: bits)
    half = Ints(repeating: right > 0 ? 1 &<< (right &- 1) : 0)
    isShifted = Ints(repeating: right > 0 ? -1 : 0)
  }

  @inline(__always)
  func apply(_ x: Ints) -> Ints {
    if isHalf { return shiftedLeft(x, left) }
    if !isSplit { return whole.apply(x) }
    let high = x &* upper &+ arithmeticallyShifted(x &* lower &+ rounding, dropped)
    // Halves go away from zero: one less is added to negative numbers.
    let sign = arithmeticallyShifted(high, Ints(repeating: 31)) & isShifted
    return arithmeticallyShifted(high &+ half &+ sign, whole.rightShift)
  }
}

/// The clamp and the zero point of results.
private struct ByteResult {
  let flip: Bytes
  let offset: Shorts
  let lower: Bytes
  let upper: Bytes

  @inline(__always)
  init(_ parameters: ElementwiseParameters, isSigned: Bool) {
    let raise: Int32 = isSigned ? 128 : 0
    flip = Bytes(repeating: isSigned ? -128 : 0)
    offset = Shorts(repeating: Int16(truncatingIfNeeded: parameters.outputOffset &+ raise))
    lower = Bytes(repeating: Int8(truncatingIfNeeded: parameters.range.lower &+ raise))
    upper = Bytes(repeating: Int8(truncatingIfNeeded: parameters.range.upper &+ raise))
  }

  @inline(__always)
  func bytes(_ sums: PacketSums) -> Bytes {
    clampedBytes(sums.bytes(plus: offset), lower, upper).flipped(flip)
  }
}

private struct SumOfBytes: CommonScaleFunction {
  let firstFactor: OperandFactor
  let secondFactor: OperandFactor
  let output: ResultFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    firstFactor = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    secondFactor = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = ResultFactor(p.outputMultiplier, leftShift: 0)
  }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints { output.apply(a &+ b) }
}

private struct DifferenceOfBytes: CommonScaleFunction {
  let firstFactor: OperandFactor
  let secondFactor: OperandFactor
  let output: ResultFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    firstFactor = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    secondFactor = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = ResultFactor(p.outputMultiplier, leftShift: 0)
  }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints { output.apply(a &- b) }
}

private struct SquaredDifferenceOfBytes: CommonScaleFunction {
  let firstFactor: OperandFactor
  let secondFactor: OperandFactor
  let output: ResultFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    firstFactor = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    secondFactor = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = ResultFactor(p.outputMultiplier, leftShift: 0)
  }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints {
    let difference = a &- b
    return output.apply(difference &* difference)
  }
}

private struct ProductOfBytes: ByteFunction {
  let output: ResultFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    let left = max(0, p.outputMultiplier.shift)
    output = ResultFactor(
      QuantizedMultiplier(
        multiplier: p.outputMultiplier.multiplier, shift: min(0, p.outputMultiplier.shift)), leftShift: left)
  }
  @inline(__always) func first(_ a: Ints) -> Ints { a }
  @inline(__always) func second(_ b: Ints) -> Ints { b }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints { output.apply(a &* b) }
}

extension VectorKernels {
  /// Whether the vector form computes what the reference does: factors not negative, shifts to the right and none wider than a
  /// word, results that 16 bits hold or saturate.
  @inline(__always)
  private static func isRegular(_ p: ElementwiseParameters, _ kind: BinaryKind) -> Bool {
    @inline(__always) func fits(_ factor: QuantizedMultiplier, left: Int32) -> Bool {
      factor.multiplier >= 0 && factor.shift <= left && factor.shift >= -31
    }
    let isOffsetSmall = p.outputOffset >= -255 && p.outputOffset <= 255
    // A result near the ends of 32 bits would wrap when the zero point is added; factors of at most 2^9 on 18 bits do not.
    if kind == .multiply { return isOffsetSmall && fits(p.outputMultiplier, left: 9) }
    let operandOffsets: ClosedRange<Int32> = -256...256
    let areOperandsSmall = operandOffsets.contains(p.firstOffset) && operandOffsets.contains(p.secondOffset)
    return isOffsetSmall && areOperandsSmall && fits(p.firstMultiplier, left: 0) && fits(p.secondMultiplier, left: 0)
      && fits(p.outputMultiplier, left: 0) && p.leftShift >= 0 && p.leftShift <= 20
  }

  /// The kernel of an operation on two quantised operands.
  static func quantizedBinary(_ kind: BinaryKind, _ type: ElementwiseType) -> BinaryKernel? {
    switch (kind, type) {
    case (.add, .quantizedInt8): { byteRows(.add, SumOfBytes.self, isSigned: true, $0, $1) }
    case (.add, .quantizedUInt8): { byteRows(.add, SumOfBytes.self, isSigned: false, $0, $1) }
    case (.subtract, .quantizedInt8): { byteRows(.subtract, DifferenceOfBytes.self, isSigned: true, $0, $1) }
    case (.subtract, .quantizedUInt8): { byteRows(.subtract, DifferenceOfBytes.self, isSigned: false, $0, $1) }
    case (.multiply, .quantizedInt8): { byteRows(.multiply, ProductOfBytes.self, isSigned: true, $0, $1) }
    case (.multiply, .quantizedUInt8): { byteRows(.multiply, ProductOfBytes.self, isSigned: false, $0, $1) }
    case (.squaredDifference, .quantizedInt8):
      { byteRows(.squaredDifference, SquaredDifferenceOfBytes.self, isSigned: true, $0, $1) }
    default: KernelSet.reference.binary(kind, type)
    }
  }

  @inline(__always)
  private static func byteRows<Function: ByteFunction>(
    _ kind: BinaryKind, _ function: Function.Type, isSigned: Bool, _ rows: BinaryRows,
    _ parameters: ElementwiseParameters
  ) {
    if !isRegular(parameters, kind) {
      if let kernel = KernelSet.reference.binary(kind, isSigned ? .quantizedInt8 : .quantizedUInt8) {
        kernel(rows, parameters)
      }
      return
    }
    let function = Function(parameters)
    let result = ByteResult(parameters, isSigned: isSigned)
    let raise: Int32 = isSigned ? 128 : 0
    let firstOffset = Ints(repeating: parameters.firstOffset &- raise)
    let secondOffset = Ints(repeating: parameters.secondOffset &- raise)
    @inline(__always) func first(_ a: Bytes) -> PacketSums {
      let x = PacketSums(unsigned: a.flipped(result.flip))
      return PacketSums(
        function.first(x.v0 &+ firstOffset), function.first(x.v1 &+ firstOffset), function.first(x.v2 &+ firstOffset),
        function.first(x.v3 &+ firstOffset))
    }
    @inline(__always) func second(_ b: Bytes) -> PacketSums {
      let y = PacketSums(unsigned: b.flipped(result.flip))
      return PacketSums(
        function.second(y.v0 &+ secondOffset), function.second(y.v1 &+ secondOffset),
        function.second(y.v2 &+ secondOffset), function.second(y.v3 &+ secondOffset))
    }
    @inline(__always) func combined(_ x: PacketSums, _ y: PacketSums) -> Bytes {
      result.bytes(
        PacketSums(
          function.combine(x.v0, y.v0), function.combine(x.v1, y.v1), function.combine(x.v2, y.v2),
          function.combine(x.v3, y.v3)))
    }
    /// One row; an operand that is alike holds one value for all of it.
    @inline(__always) func row(
      _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, isFirstAlike: Bool,
      isSecondAlike: Bool
    ) {
      let width = Bytes.scalarCount
      let alike = first(Bytes(repeating: isFirstAlike ? a.load(as: Int8.self) : 0))
      let other = second(Bytes(repeating: isSecondAlike ? b.load(as: Int8.self) : 0))
      var i = 0
      while rows.count &- i >= width {
        output.put(
          combined(
            isFirstAlike ? alike : first(a.lanes(i, as: Bytes.self)),
            isSecondAlike ? other : second(b.lanes(i, as: Bytes.self))), i)
        i &+= width
      }
      let rest = rows.count &- i
      if rest == 0 { return }
      output.putBytes(
        first: rest,
        of: combined(
          isFirstAlike ? alike : first(a.bytes(first: rest, i, filler: Bytes())),
          isSecondAlike ? other : second(b.bytes(first: rest, i, filler: Bytes()))), i)
    }
    var index = 0
    while index < rows.rows {
      let a = rows.first + index &* rows.firstStride
      let b = rows.second + index &* rows.secondStride
      let output = rows.output + index &* rows.count
      if rows.firstStep == 0 {
        row(a, b, output, isFirstAlike: true, isSecondAlike: false)
      } else if rows.secondStep == 0 {
        row(a, b, output, isFirstAlike: false, isSecondAlike: true)
      } else {
        row(a, b, output, isFirstAlike: false, isSecondAlike: false)
      }
      index &+= 1
    }
  }

  // MARK: Reals

  /// `round(x / scale) + zeroPoint` within `range`, see `QuantizeKernels.quantize`; to int16 if `isWide`, else to bytes.
  @inline(__always)
  private static func quantize(
    _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange, isWide: Bool
  ) {
    let divisor = Floats(repeating: scale)
    let offset = Ints(repeating: zeroPoint)
    let lower = Ints(repeating: range.lower)
    let upper = Ints(repeating: range.upper)
    @inline(__always) func quantized(_ x: Floats) -> Ints {
      clamped(roundedInts(x / divisor) &+ offset, lower, upper)
    }
    var i = 0
    while count &- i >= lanesPerVector {
      let y = quantized(source.lanes(4 &* i, as: Floats.self))
      if isWide { output.put(narrowedShorts(y), 2 &* i) } else { output.put(narrowedBytes(y), i) }
      i &+= lanesPerVector
    }
    let rest = count &- i
    if rest == 0 { return }
    let y = quantized(source.floats(first: rest, 4 &* i))
    if isWide {
      (output + 2 &* i).store(narrowedShorts(y), first: rest)
    } else {
      (output + i).store(narrowedBytes(y), first: rest)
    }
  }

  /// Quantises to int8 or uint8.
  static func quantizeBytes(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange
  ) { quantize(input, output, count, scale, zeroPoint, range, isWide: false) }

  /// Quantises to int16.
  static func quantizeShorts(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange
  ) { quantize(input, output, count, scale, zeroPoint, range, isWide: true) }

  /// `scale * (q - zeroPoint)`.
  @inline(__always)
  private static func dequantize<Stored: StoredIntegers>(
    _ stored: Stored.Type, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int,
    _ scale: Float, _ zeroPoint: Int32
  ) {
    let target = UnsafeMutableRawPointer(output)
    let factor = Floats(repeating: scale)
    let offset = Ints(repeating: zeroPoint)
    var i = 0
    while count &- i >= lanesPerVector {
      target.put(factor * converted(Stored.load(input, i) &- offset), 4 &* i)
      i &+= lanesPerVector
    }
    let rest = count &- i
    if rest == 0 { return }
    target.putFloats(first: rest, of: factor * converted(Stored.load(first: rest, input, i) &- offset), 4 &* i)
  }

  /// Dequantises int8.
  static func dequantizeInt8(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) { dequantize(StoredInt8.self, input, output, count, scale, zeroPoint) }

  /// Dequantises uint8.
  static func dequantizeUInt8(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) { dequantize(StoredUInt8.self, input, output, count, scale, zeroPoint) }

  /// Dequantises int16.
  static func dequantizeInt16(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) { dequantize(StoredInt16.self, input, output, count, scale, zeroPoint) }
}

/// Loads of narrow integers as words.
private protocol StoredIntegers {
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints
  /// The first `count` of them, fewer than a vector holds.
  static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints
}

private enum StoredInt8: StoredIntegers {
  @inline(__always) static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedSigned(source.lanes(index, as: NarrowBytes.self))
  }
  @inline(__always) static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedSigned(source.lanes(first: count, index, as: NarrowBytes.self))
  }
}

private enum StoredUInt8: StoredIntegers {
  @inline(__always) static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedUnsigned(source.lanes(index, as: NarrowBytes.self))
  }
  @inline(__always) static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedUnsigned(source.lanes(first: count, index, as: NarrowBytes.self))
  }
}

private enum StoredInt16: StoredIntegers {
  @inline(__always) static func load(_ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedShorts(source.lanes(2 &* index, as: NarrowShorts.self))
  }
  @inline(__always) static func load(first count: Int, _ source: UnsafeRawPointer, _ index: Int) -> Ints {
    widenedShorts(source.lanes(first: count, 2 &* index, as: NarrowShorts.self))
  }
}
