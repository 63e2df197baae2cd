#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Arithmetic on two quantized operands of 8 bits, a register of bytes at a time; rows end with a partly filled one.

/// A function of two quantized bytes: each operand is scaled, then both are combined.
protocol ByteFunction {
  /// - Parameter raise: what has been added to the operands to make them unsigned: 128 for int8, 0 for uint8.
  init(_ parameters: ElementwiseParameters, raise: Int32)
  func first(_ a: Ints) -> Ints
  func second(_ b: Ints) -> Ints
  /// The result from what the first two steps gave.
  func combine(_ a: Ints, _ b: Ints) -> Ints
  /// Whether `direct` or `directBytes` gives most results.
  var isDirect: Bool { get }
  /// The results of two registers of unsigned bytes in fewer steps, or nil when they may not be exact.
  func direct(_ a: Bytes, _ b: Bytes) -> PacketSums?
  /// The same with the zero point, as unsigned bytes, saturated; where `Tier.hasRoundingShifts`, of functions whose `direct`
  /// is nil.
  func directBytes(_ a: Bytes, _ b: Bytes) -> Bytes?
  /// Whether `directBytes` is nil where results may not be exact alone.
  var hasDirectBytes: Bool { get }
  /// `directBytes` of two pairs of registers, where `hasDirectBytes`.
  func directBytes(_ a0: Bytes, _ b0: Bytes, _ a1: Bytes, _ b1: Bytes) -> (Bytes, Bytes)?
  /// Whether `combineShorts` is exact.
  var combinesShorts: Bool { get }
  /// The results of unsigned bytes and of what `second` gave, the lower and the upper halves of its 16 bits apart.
  func combineShorts(_ a: Bytes, _ lower: Bytes, _ upper: Bytes) -> PacketSums
}

extension ByteFunction {
  @inline(__always) var isDirect: Bool { false }
  @inline(__always) func direct(_ a: Bytes, _ b: Bytes) -> PacketSums? { nil }
  @inline(__always) func directBytes(_ a: Bytes, _ b: Bytes) -> Bytes? { nil }
  @inline(__always) var hasDirectBytes: Bool { false }
  @inline(__always) func directBytes(_ a0: Bytes, _ b0: Bytes, _ a1: Bytes, _ b1: Bytes) -> (Bytes, Bytes)? { nil }
  @inline(__always) var combinesShorts: Bool { false }
  @inline(__always) func combineShorts(_ a: Bytes, _ lower: Bytes, _ upper: Bytes) -> PacketSums {
    PacketSums(unsigned: a)
  }
}

extension BinaryKind {
  /// The bytes from which a register's constants are worth their making.
  fileprivate var fewestBytes: Int {
    switch self {
    case .add, .subtract: 5
    default: 1
    }
  }
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

/// A factor with a rounding right shift, in fewer steps for small numbers.
struct ResultFactor {
  // Shift counts are scalars, so that the compiler sees that all lanes shift alike.
  let left: Int32
  private let multiplier: Ints
  private let rightShift: Int32
  /// Whether numbers are so small that fewer steps are exact.
  let isBounded: Bool
  private let bounded: BoundedFactors

  /// - Parameter bound: no number's magnitude is larger, before the shift to the left.
  @inline(__always)
  init(_ factor: QuantizedMultiplier, leftShift: Int32, bound: Int64) {
    multiplier = Ints(repeating: factor.multiplier)
    rightShift = (0 &- factor.shift) & 31
    isBounded =
      factor.shift <= 0 && factor.shift >= 0 &- BoundedFactors.maximumShift
      && bound &<< Int64(leftShift) <= BoundedFactors.limit
    bounded = BoundedFactors(repeating: isBounded ? factor : QuantizedMultiplier(multiplier: 0, shift: 0))
    left = isBounded && BoundedFactors.accumulatorScale == 4 ? leftShift &+ 2 : leftShift
  }

  @inline(__always)
  func apply(_ x: Ints) -> Ints {
    let shifted = shiftedLeft(x, Ints(repeating: left))
    return isBounded ? bounded.apply(shifted) : requantized(shifted, multiplier, Ints(repeating: rightShift))
  }

  /// Whether fewer steps are exact, and ten bits shifted to the left fit 16.
  @inline(__always)
  var canScaleShorts: Bool { isBounded && left <= 6 }

  /// The same for numbers that are small and have been shifted to the left.
  @inline(__always)
  func scaled(_ x: PacketSums) -> PacketSums {
    PacketSums(bounded.apply(x.v0), bounded.apply(x.v1), bounded.apply(x.v2), bounded.apply(x.v3))
  }
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
  private let left: Int32
  private let multiplier: Ints
  private let rightShift: Int32
  private let upper: Ints
  private let lower: Ints
  private let rounding: Ints
  private let dropped: Int32
  private let half: Ints
  private let isShifted: Ints

  @inline(__always)
  init(_ factor: QuantizedMultiplier, leftShift: Int32) {
    isHalf = Self.isHalf(factor) && leftShift > 0
    isSplit = leftShift >= 11 && leftShift <= 30
    left = leftShift
    multiplier = Ints(repeating: factor.multiplier)
    let bits = (31 &- leftShift) & 31
    let right = (0 &- factor.shift) & 31
    rightShift = right
    upper = Ints(repeating: factor.multiplier &>> bits)
    lower = Ints(repeating: factor.multiplier & ((1 &<< bits) &- 1))
    rounding = Ints(repeating: 1 &<< (bits &- 1))
    dropped = bits
    half = Ints(repeating: right > 0 ? 1 &<< (right &- 1) : 0)
    isShifted = Ints(repeating: right > 0 ? -1 : 0)
  }

  @inline(__always)
  static func isHalf(_ factor: QuantizedMultiplier) -> Bool { factor.multiplier == 1 << 30 && factor.shift == 0 }

  /// A bound of what unsigned bytes plus `offset` become.
  @inline(__always)
  static func bound(_ factor: QuantizedMultiplier, leftShift: Int32, offset: Int32) -> Int64 {
    let operand = Int64(max(offset.magnitude, (offset &+ 255).magnitude)) &<< Int64(leftShift)
    return ((operand &* Int64(factor.multiplier)) &>> Int64(31 &- min(0, factor.shift))) &+ 1
  }

  @inline(__always)
  func apply(_ x: Ints) -> Ints {
    if isHalf { return shiftedLeft(x, Ints(repeating: left &- 1)) }
    if !isSplit {
      return requantized(shiftedLeft(x, Ints(repeating: left)), multiplier, Ints(repeating: rightShift))
    }
    let high = x &* upper &+ arithmeticallyShifted(x &* lower &+ rounding, Ints(repeating: dropped))
    // Halves go away from zero: one less is added to negative numbers.
    let sign = arithmeticallyShifted(high, Ints(repeating: 31)) & isShifted
    return arithmeticallyShifted(high &+ half &+ sign, Ints(repeating: rightShift))
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
  func bytes(_ sums: PacketSums) -> Bytes { bytes(saturated: sums.bytes(plus: offset)) }

  /// From unsigned bytes that have the zero point in them.
  @inline(__always)
  func bytes(saturated: Bytes) -> Bytes { clampedBytes(saturated, lower, upper).flipped(flip) }
}

extension ElementwiseParameters {
  /// A bound of the sum and the difference of operands on a common scale.
  @inline(__always)
  fileprivate func operandBound(raise: Int32) -> Int64 {
    OperandFactor.bound(firstMultiplier, leftShift: leftShift, offset: firstOffset &- raise)
      &+ OperandFactor.bound(secondMultiplier, leftShift: leftShift, offset: secondOffset &- raise)
  }
}

private struct SumOfBytes: CommonScaleFunction {
  private let step: DirectSum
  let firstFactor: OperandFactor
  let secondFactor: OperandFactor
  let output: ResultFactor
  @inline(__always) init(_ p: ElementwiseParameters, raise: Int32) {
    step = DirectSum(p, sign: 1, raise: raise)
    firstFactor = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    secondFactor = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = ResultFactor(p.outputMultiplier, leftShift: 0, bound: p.operandBound(raise: raise))
  }
  @inline(__always) var isDirect: Bool { step.isUsable }
  @inline(__always) func direct(_ a: Bytes, _ b: Bytes) -> PacketSums? { step(a, b) }
  @inline(__always) func directBytes(_ a: Bytes, _ b: Bytes) -> Bytes? { step.bytes(a, b) }
  @inline(__always) var hasDirectBytes: Bool { step.hasBytes }
  @inline(__always) func directBytes(_ a0: Bytes, _ b0: Bytes, _ a1: Bytes, _ b1: Bytes) -> (Bytes, Bytes)? {
    step.bytes(a0, b0, a1, b1)
  }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints { output.apply(a &+ b) }
}

private struct DifferenceOfBytes: CommonScaleFunction {
  private let step: DirectSum
  let firstFactor: OperandFactor
  let secondFactor: OperandFactor
  let output: ResultFactor
  @inline(__always) init(_ p: ElementwiseParameters, raise: Int32) {
    step = DirectSum(p, sign: -1, raise: raise)
    firstFactor = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    secondFactor = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = ResultFactor(p.outputMultiplier, leftShift: 0, bound: p.operandBound(raise: raise))
  }
  @inline(__always) var isDirect: Bool { step.isUsable }
  @inline(__always) func direct(_ a: Bytes, _ b: Bytes) -> PacketSums? { step(a, b) }
  @inline(__always) func directBytes(_ a: Bytes, _ b: Bytes) -> Bytes? { step.bytes(a, b) }
  @inline(__always) var hasDirectBytes: Bool { step.hasBytes }
  @inline(__always) func directBytes(_ a0: Bytes, _ b0: Bytes, _ a1: Bytes, _ b1: Bytes) -> (Bytes, Bytes)? {
    step.bytes(a0, b0, a1, b1)
  }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints { output.apply(a &- b) }
}

private struct SquaredDifferenceOfBytes: CommonScaleFunction {
  let firstFactor: OperandFactor
  let secondFactor: OperandFactor
  let output: ResultFactor
  let combinesShorts: Bool
  private let firstOffset: Shorts
  private let firstShift: Int32
  @inline(__always) init(_ p: ElementwiseParameters, raise: Int32) {
    let bound = p.operandBound(raise: raise)
    firstOffset = Shorts(repeating: Int16(truncatingIfNeeded: p.firstOffset &- raise))
    firstShift = p.leftShift &- 1
    firstFactor = OperandFactor(p.firstMultiplier, leftShift: p.leftShift)
    secondFactor = OperandFactor(p.secondMultiplier, leftShift: p.leftShift)
    output = ResultFactor(p.outputMultiplier, leftShift: 0, bound: bound &* bound)
    combinesShorts =
      OperandFactor.isHalf(p.firstMultiplier) && p.leftShift > 0 && bound <= Int64(Int16.max) && output.isBounded
  }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints {
    let difference = a &- b
    return output.apply(difference &* difference)
  }
  @inline(__always) func combineShorts(_ a: Bytes, _ lower: Bytes, _ upper: Bytes) -> PacketSums {
    output.scaled(
      PacketSums(squaresOf: a, plus: firstOffset, leftShift: firstShift, minus: lower, upper, resultShift: output.left))
  }
}

private struct ProductOfBytes: ByteFunction {
  let output: ResultFactor
  let isDirect: Bool
  private let firstOffset: Shorts
  private let secondOffset: Shorts
  @inline(__always) init(_ p: ElementwiseParameters, raise: Int32) {
    let left = max(0, p.outputMultiplier.shift)
    let bound = (255 &+ Int64(p.firstOffset.magnitude)) &* (255 &+ Int64(p.secondOffset.magnitude))
    output = ResultFactor(
      QuantizedMultiplier(multiplier: p.outputMultiplier.multiplier, shift: min(0, p.outputMultiplier.shift)),
      leftShift: left, bound: bound)
    let small: ClosedRange<Int32> = -256...256
    isDirect = output.canScaleShorts && small.contains(p.firstOffset) && small.contains(p.secondOffset)
    firstOffset = Shorts(repeating: Int16(truncatingIfNeeded: p.firstOffset &- raise))
    secondOffset = Shorts(repeating: Int16(truncatingIfNeeded: p.secondOffset &- raise))
  }
  @inline(__always) func direct(_ a: Bytes, _ b: Bytes) -> PacketSums? {
    isDirect
      ? output.scaled(PacketSums(unsigned: a, plus: firstOffset, times: b, plus: secondOffset, leftShift: output.left))
      : nil
  }
  @inline(__always) func first(_ a: Ints) -> Ints { a }
  @inline(__always) func second(_ b: Ints) -> Ints { b }
  @inline(__always) func combine(_ a: Ints, _ b: Ints) -> Ints { output.apply(a &* b) }
}

/// Rows of bytes through a function of two of them.
struct ByteRow<Function: ByteFunction> {
  let function: Function
  private let result: ByteResult
  private let firstOffset: Ints
  private let secondOffset: Ints

  @inline(__always)
  init(_ parameters: ElementwiseParameters, isSigned: Bool) {
    let raise: Int32 = isSigned ? 128 : 0
    function = Function(parameters, raise: raise)
    result = ByteResult(parameters, isSigned: isSigned)
    firstOffset = Ints(repeating: parameters.firstOffset &- raise)
    secondOffset = Ints(repeating: parameters.secondOffset &- raise)
  }

  /// `count` bytes of both operands. All layouts of rows share it, since its steps are long.
  @inline(never)
  func run(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int) {
    if !function.isDirect { return runApart(a, b, output, count) }
    let width = Bytes.scalarCount
    var i = 0
    while i < count {
      // Pairs of registers have a loop of their own, whose constants stay in registers. What follows does what they leave.
      if function.hasDirectBytes, count &- i >= 2 &* width {
        var (x, y, target) = (a + i, b + i, output + i)
        let last = a + (count &- 2 &* width)
        while x <= last, let (z, w) = directResults(x, y) {
          target.put(z, 0)
          target.put(w, width)
          x += 2 &* width
          y += 2 &* width
          target += 2 &* width
        }
        i = x - a
        if i >= count { return }
      }
      let rest = count &- i
      let x = rest >= width ? a.lanes(i, as: Bytes.self) : a.bytes(first: rest, i, filler: Bytes())
      let y = rest >= width ? b.lanes(i, as: Bytes.self) : b.bytes(first: rest, i, filler: Bytes())
      if let z = directResults(x, y) {
        if rest >= width { output.put(z, i) } else { output.putBytes(first: rest, of: z, i) }
      } else {
        runApart(a + i, b + i, output + i, min(rest, width))
      }
      i &+= width
    }
  }

  /// `count` bytes of both operands in separate steps: rescaled operands, their combination, its rescaling.
  @inline(never)
  private func runApart(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int
  ) {
    let width = Bytes.scalarCount
    var i = 0
    while i < count {
      let rest = count &- i
      let x = rest >= width ? a.lanes(i, as: Bytes.self) : a.bytes(first: rest, i, filler: Bytes())
      let y = rest >= width ? b.lanes(i, as: Bytes.self) : b.bytes(first: rest, i, filler: Bytes())
      let z = result.bytes(
        combined(PacketSums(unsigned: x.flipped(result.flip)), PacketSums(unsigned: y.flipped(result.flip))))
      if rest >= width { output.put(z, i) } else { output.putBytes(first: rest, of: z, i) }
      i &+= width
    }
  }

  /// `count` bytes, and what `scaledSecond` gave for as many, its lower and its upper halves apart.
  @inline(__always)
  func run(
    _ a: UnsafeRawPointer, lower: UnsafeRawPointer, upper: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    let width = Bytes.scalarCount
    var i = 0
    while i < count {
      let rest = count &- i
      let x = rest >= width ? a.lanes(i, as: Bytes.self) : a.bytes(first: rest, i, filler: Bytes())
      let sums = function.combineShorts(
        x.flipped(result.flip), lower.lanes(i, as: Bytes.self), upper.lanes(i, as: Bytes.self))
      if rest >= width {
        output.put(result.bytes(sums), i)
      } else {
        output.putBytes(first: rest, of: result.bytes(sums), i)
      }
      i &+= width
    }
  }

  /// A byte of the second operand on the common scale.
  @inline(__always)
  func scaledSecond(_ byte: Int8) -> Int32 {
    function.second(PacketSums(unsigned: Bytes(repeating: byte).flipped(result.flip)).v0 &+ secondOffset)[0]
  }

  /// A register of results in few steps where that is certain to be exact, and the function has such steps.
  @inline(__always)
  private func directResults(_ a: Bytes, _ b: Bytes) -> Bytes? {
    let x = a.flipped(result.flip)
    let y = b.flipped(result.flip)
    if let bytes = function.directBytes(x, y) { return result.bytes(saturated: bytes) }
    return function.direct(x, y).map { result.bytes($0) }
  }

  /// Two registers of results in few steps.
  @inline(__always)
  private func directResults(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> (Bytes, Bytes)? {
    let width = Bytes.scalarCount
    let results = function.directBytes(
      a.lanes(0, as: Bytes.self).flipped(result.flip), b.lanes(0, as: Bytes.self).flipped(result.flip),
      a.lanes(width, as: Bytes.self).flipped(result.flip), b.lanes(width, as: Bytes.self).flipped(result.flip))
    return results.map { (result.bytes(saturated: $0.0), result.bytes(saturated: $0.1)) }
  }

  @inline(__always)
  private func combined(_ x: PacketSums, _ y: PacketSums) -> PacketSums {
    PacketSums(
      combined(x.v0, y.v0), combined(x.v1, y.v1), combined(x.v2, y.v2), combined(x.v3, y.v3))
  }

  @inline(__always)
  private func combined(_ x: Ints, _ y: Ints) -> Ints {
    function.combine(function.first(x &+ firstOffset), function.second(y &+ secondOffset))
  }
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
    if case .multiply = kind { return isOffsetSmall && fits(p.outputMultiplier, left: 9) }
    let operandOffsets: ClosedRange<Int32> = -256...256
    let areOperandsSmall = operandOffsets.contains(p.firstOffset) && operandOffsets.contains(p.secondOffset)
    if case .prelu = kind {
      return isOffsetSmall && areOperandsSmall && fits(p.firstMultiplier, left: 9) && fits(p.secondMultiplier, left: 9)
    }
    return isOffsetSmall && areOperandsSmall && fits(p.firstMultiplier, left: 0) && fits(p.secondMultiplier, left: 0)
      && fits(p.outputMultiplier, left: 0) && p.leftShift >= 0 && p.leftShift <= 20
  }

  /// Sums of quantized int8.
  package static func addInt8(_ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    byteRows(.add, SumOfBytes.self, isSigned: true, rows, parameters) { _ in BinaryKernels.addQuantizedInt8 }
  }

  /// Sums of quantized uint8.
  package static func addUInt8(_ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    byteRows(.add, SumOfBytes.self, isSigned: false, rows, parameters) { _ in BinaryKernels.addQuantizedUInt8 }
  }

  // The kernels of operations on two quantized operands.

  static func quantizedAdd(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .quantizedInt8: addInt8
    case .quantizedUInt8: addUInt8
    case .quantizedInt16: addInt16
    case .int32: addInt32
    case .int64: addInt64
    default: BinaryKernels.add(type)
    }
  }

  static func quantizedSubtract(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .quantizedInt8: { byteRows(.subtract, DifferenceOfBytes.self, isSigned: true, $0, $1, BinaryKernels.subtract) }
    case .quantizedUInt8:
      { byteRows(.subtract, DifferenceOfBytes.self, isSigned: false, $0, $1, BinaryKernels.subtract) }
    case .quantizedInt16: subtractInt16
    default: integerSubtract(type)
    }
  }

  static func quantizedMultiply(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .quantizedInt8: { byteRows(.multiply, ProductOfBytes.self, isSigned: true, $0, $1, BinaryKernels.multiply) }
    case .quantizedUInt8: { byteRows(.multiply, ProductOfBytes.self, isSigned: false, $0, $1, BinaryKernels.multiply) }
    case .quantizedInt16: multiplyInt16
    default: integerMultiply(type)
    }
  }

  static func quantizedSquaredDifference(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .quantizedInt8 = type else { return integerSquaredDifference(type) }
    return {
      byteRows(
        .squaredDifference, SquaredDifferenceOfBytes.self, isSigned: true, $0, $1, BinaryKernels.squaredDifference)
    }
  }

  static func quantizedPrelu(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .quantizedInt8: { byteRows(.prelu, PreluOfBytes.self, isSigned: true, $0, $1, BinaryKernels.prelu) }
    case .quantizedUInt8: { byteRows(.prelu, PreluOfBytes.self, isSigned: false, $0, $1, BinaryKernels.prelu) }
    default: BinaryKernels.prelu(type)
    }
  }

  @inline(__always)
  private static func byteRows<Function: ByteFunction>(
    _ kind: BinaryKind, _ function: Function.Type, isSigned: Bool, _ rows: BinaryRows,
    _ parameters: ElementwiseParameters, _ reference: (ElementwiseType) -> BinaryKernel?
  ) {
    assert(rows.validate())
    let isShort = rows.rows == 1 && rows.count < kind.fewestBytes
    if isShort || !isRegular(parameters, kind) {
      if let kernel = reference(isSigned ? .quantizedInt8 : .quantizedUInt8) { kernel(rows, parameters) }
      return
    }
    run(function, isSigned: isSigned, rows, parameters)
  }

  /// Signed and unsigned bytes share it.
  @inline(never)
  private static func run<Function: ByteFunction>(
    _ function: Function.Type, isSigned: Bool, _ rows: BinaryRows, _ parameters: ElementwiseParameters
  ) {
    let row = ByteRow<Function>(parameters, isSigned: isSigned)
    if rows.rows == 1, 1...Bytes.scalarCount ~= rows.count { return row.runRegister(rows) }
    if rows.firstStep == 0 || rows.secondStep == 0 { return runAlike(row, rows) }
    if ByteRow<Function>.areRepeated(rows) { return row.runRepeated(rows) }
    var index = 0
    while index < rows.rows {
      row.run(
        rows.first + index &* rows.firstStride, rows.second + index &* rows.secondStride,
        rows.output + index &* rows.outputStride, rows.count)
      index &+= 1
    }
  }

  /// Rows of which one operand has a step of zero.
  private static func runAlike<Function: ByteFunction>(_ row: ByteRow<Function>, _ rows: BinaryRows) {
    if ByteTable.isFast && rows.count >= 1024 { return lookUpLines(row, rows) }
    row.runSpread(rows)
  }

  /// Long rows: the results for all bytes of the other operand come first, and are looked up.
  @inline(never)
  private static func lookUpLines<Function: ByteFunction>(_ row: ByteRow<Function>, _ rows: BinaryRows) {
    let isFirst = rows.firstStep == 0
    StackRoom.use { bytes in
      let results = bytes + 256
      for byte in 0..<256 {
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: byte), toByteOffset: byte, as: UInt8.self)
      }
      var index = 0
      while index < rows.rows {
        var part = rows
        part.first = isFirst ? rows.first + index &* rows.firstStride : UnsafeRawPointer(bytes)
        part.second = isFirst ? UnsafeRawPointer(bytes) : rows.second + index &* rows.secondStride
        (part.output, part.count, part.rows, part.outputStride) = (results, 256, 1, 256)
        row.runSpread(part)
        let other = isFirst ? rows.second + index &* rows.secondStride : rows.first + index &* rows.firstStride
        lookUp(
          other.assumingMemoryBound(to: UInt8.self),
          (rows.output + index &* rows.outputStride).assumingMemoryBound(to: UInt8.self), rows.count,
          results.assumingMemoryBound(to: UInt8.self))
        index &+= 1
      }
    }
  }
}

#endif
