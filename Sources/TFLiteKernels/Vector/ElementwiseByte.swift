#if TFLITE_TIER
  import TFLiteKernels
#endif

// Arithmetic on two quantised operands of 8 bits, a register of bytes at a time; rows end with a partly filled one.

/// A function of two bytes, their zero points subtracted, on the sums of a register.
private protocol ByteFunction {
  init(_ parameters: ElementwiseParameters)
  func callAsFunction(_ a: Ints, _ b: Ints) -> Ints
}

/// A factor for operands of a known bound, or one that turns out to be a shift.
private struct OperandFactor {
  let shift: Ints
  let multiplier: Ints
  let rightShift: Ints
  /// Whether the factor is one half, as that of the operand with the larger scale is.
  let isHalf: Bool

  @inline(__always)
  init(_ factor: QuantizedMultiplier, leftShift: Int32) {
    isHalf = factor.multiplier == 1 << 30 && factor.shift == 0 && leftShift > 0
    shift = Ints(repeating: isHalf ? leftShift &- 1 : leftShift)
    multiplier = Ints(repeating: factor.multiplier)
    rightShift = Ints(repeating: (0 &- factor.shift) & 31)
  }

  @inline(__always)
  func apply(_ x: Ints) -> Ints {
    let shifted = shiftedLeft(x, shift)
    return isHalf ? shifted : requantized(shifted, multiplier, rightShift)
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

private struct SumOfBytes: ByteFunction {
  let first: OperandFactor
  let second: OperandFactor
  let output: OperandFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    first = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    second = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = OperandFactor(p.outputMultiplier, leftShift: 0)
  }
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints {
    output.apply(first.apply(a) &+ second.apply(b))
  }
}

private struct DifferenceOfBytes: ByteFunction {
  let first: OperandFactor
  let second: OperandFactor
  let output: OperandFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    first = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    second = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = OperandFactor(p.outputMultiplier, leftShift: 0)
  }
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints {
    output.apply(first.apply(a) &- second.apply(b))
  }
}

private struct SquaredDifferenceOfBytes: ByteFunction {
  let first: OperandFactor
  let second: OperandFactor
  let output: OperandFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    first = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    second = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = OperandFactor(p.outputMultiplier, leftShift: 0)
  }
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints {
    let difference = first.apply(a) &- second.apply(b)
    return output.apply(difference &* difference)
  }
}

private struct ProductOfBytes: ByteFunction {
  let output: OperandFactor
  @inline(__always) init(_ p: ElementwiseParameters) {
    let left = max(0, p.outputMultiplier.shift)
    output = OperandFactor(
      QuantizedMultiplier(
        multiplier: p.outputMultiplier.multiplier, shift: min(0, p.outputMultiplier.shift)), leftShift: left)
  }
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints { output.apply(a &* b) }
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
    return isOffsetSmall && fits(p.firstMultiplier, left: 0) && fits(p.secondMultiplier, left: 0)
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
    let width = Bytes.scalarCount
    @inline(__always) func combined(_ a: Bytes, _ b: Bytes) -> Bytes {
      let x = PacketSums(unsigned: a.flipped(result.flip))
      let y = PacketSums(unsigned: b.flipped(result.flip))
      return result.bytes(
        PacketSums(
          function(x.v0 &+ firstOffset, y.v0 &+ secondOffset), function(x.v1 &+ firstOffset, y.v1 &+ secondOffset),
          function(x.v2 &+ firstOffset, y.v2 &+ secondOffset), function(x.v3 &+ firstOffset, y.v3 &+ secondOffset)))
    }
    var a = rows.first
    var b = rows.second
    var output = rows.output
    var row = 0
    while row < rows.rows {
      let first = rows.firstStep == 0 ? Bytes(repeating: a.load(as: Int8.self)) : Bytes()
      let second = rows.secondStep == 0 ? Bytes(repeating: b.load(as: Int8.self)) : Bytes()
      var i = 0
      while rows.count &- i >= width {
        let x = rows.firstStep == 0 ? first : a.lanes(i, as: Bytes.self)
        let y = rows.secondStep == 0 ? second : b.lanes(i, as: Bytes.self)
        output.put(combined(x, y), i)
        i &+= width
      }
      if i < rows.count {
        let rest = rows.count &- i
        let x = rows.firstStep == 0 ? first : a.bytes(first: rest, i, filler: Bytes())
        let y = rows.secondStep == 0 ? second : b.bytes(first: rest, i, filler: Bytes())
        output.putBytes(first: rest, of: combined(x, y), i)
      }
      a += rows.firstStride
      b += rows.secondStride
      output += rows.count
      row &+= 1
    }
  }

  // MARK: Reals

  /// `round(x / scale) + zeroPoint` within `range`, see `QuantizeKernels.quantize`.
  @inline(__always)
  private static func quantize(
    _ input: UnsafePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32, _ range: IntegerRange,
    _ put: (Ints, _ index: Int, _ count: Int) -> Void
  ) {
    let source = UnsafeRawPointer(input)
    let divisor = Floats(repeating: scale)
    let offset = Ints(repeating: zeroPoint)
    let lower = Ints(repeating: range.lower)
    let upper = Ints(repeating: range.upper)
    var i = 0
    while i < count {
      let lanes = min(lanesPerVector, count &- i)
      let x =
        lanes == lanesPerVector
        ? source.lanes(4 &* i, as: Floats.self) : source.lanes(first: lanes, 4 &* i, as: Floats.self)
      put(clamped(roundedInts(x / divisor) &+ offset, lower, upper), i, lanes)
      i &+= lanes
    }
  }

  /// Quantises to int8 or uint8.
  static func quantizeBytes(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange
  ) {
    quantize(input, count, scale, zeroPoint, range) { y, i, lanes in
      if lanes == lanesPerVector {
        output.put(narrowedBytes(y), i)
      } else {
        output.put(first: lanes, of: narrowedBytes(y), i)
      }
    }
  }

  /// Quantises to int16.
  static func quantizeShorts(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange
  ) {
    quantize(input, count, scale, zeroPoint, range) { y, i, lanes in
      if lanes == lanesPerVector {
        output.put(narrowedShorts(y), 2 &* i)
      } else {
        output.put(first: lanes, of: narrowedShorts(y), 2 &* i)
      }
    }
  }

  /// `scale * (q - zeroPoint)`.
  @inline(__always)
  private static func dequantize(
    _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ values: (_ index: Int, _ count: Int) -> Ints
  ) {
    let target = UnsafeMutableRawPointer(output)
    let factor = Floats(repeating: scale)
    let offset = Ints(repeating: zeroPoint)
    var i = 0
    while i < count {
      let lanes = min(lanesPerVector, count &- i)
      let y = factor * converted(values(i, lanes) &- offset)
      if lanes == lanesPerVector {
        target.put(y, 4 &* i)
      } else {
        target.put(first: lanes, of: y, 4 &* i)
      }
      i &+= lanes
    }
  }

  /// Dequantises int8.
  static func dequantizeInt8(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) {
    dequantize(output, count, scale, zeroPoint) {
      widenedSigned(
        $1 == lanesPerVector ? input.lanes($0, as: NarrowBytes.self) : input.lanes(first: $1, $0, as: NarrowBytes.self))
    }
  }

  /// Dequantises uint8.
  static func dequantizeUInt8(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) {
    dequantize(output, count, scale, zeroPoint) {
      widenedUnsigned(
        $1 == lanesPerVector ? input.lanes($0, as: NarrowBytes.self) : input.lanes(first: $1, $0, as: NarrowBytes.self))
    }
  }

  /// Dequantises int16.
  static func dequantizeInt16(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) {
    dequantize(output, count, scale, zeroPoint) {
      widenedShorts(
        $1 == lanesPerVector
          ? input.lanes(2 &* $0, as: NarrowShorts.self) : input.lanes(first: $1, 2 &* $0, as: NarrowShorts.self))
    }
  }
}
