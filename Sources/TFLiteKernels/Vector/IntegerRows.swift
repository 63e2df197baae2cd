#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Arithmetic and order of plain integers, a register at a time; rows end with a partly filled one.

/// A function of two vectors of integers.
private protocol IntegerFunctionOfTwo {
  associatedtype Lanes: SIMD where Lanes.Scalar: FixedWidthInteger & BitwiseCopyable
  init(_ parameters: ElementwiseParameters)
  func callAsFunction(_ a: Lanes, _ b: Lanes) -> Lanes
}

/// The clamp on results of 32 bits.
private struct IntResult {
  private let lower: Ints
  private let upper: Ints

  @inline(__always)
  init(_ parameters: ElementwiseParameters) {
    lower = Ints(repeating: Int32(clamping: parameters.lower))
    upper = Ints(repeating: Int32(clamping: parameters.upper))
  }

  @inline(__always)
  func callAsFunction(_ x: Ints) -> Ints { clamped(x, lower, upper) }
}

/// The clamp on results of 64 bits.
private struct LongResult {
  private let lower: Longs
  private let upper: Longs

  @inline(__always)
  init(_ parameters: ElementwiseParameters) {
    lower = Longs(repeating: parameters.lower)
    upper = Longs(repeating: parameters.upper)
  }

  @inline(__always)
  func callAsFunction(_ x: Longs) -> Longs {
    let raised = x.replacing(with: lower, where: x .< lower)
    return raised.replacing(with: upper, where: upper .< raised)
  }
}

private struct SumOfInts: IntegerFunctionOfTwo {
  private let result: IntResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = IntResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints { result(a &+ b) }
}

private struct DifferenceOfInts: IntegerFunctionOfTwo {
  private let result: IntResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = IntResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints { result(a &- b) }
}

private struct ProductOfInts: IntegerFunctionOfTwo {
  private let result: IntResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = IntResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints { result(a &* b) }
}

private struct SquaredDifferenceOfInts: IntegerFunctionOfTwo {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ a: Ints, _ b: Ints) -> Ints { (a &- b) &* (a &- b) }
}

private struct SumOfLongs: IntegerFunctionOfTwo {
  private let result: LongResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = LongResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Longs, _ b: Longs) -> Longs { result(a &+ b) }
}

private struct DifferenceOfLongs: IntegerFunctionOfTwo {
  private let result: LongResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = LongResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Longs, _ b: Longs) -> Longs { result(a &- b) }
}

private struct ProductOfLongs: IntegerFunctionOfTwo {
  private let result: LongResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = LongResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Longs, _ b: Longs) -> Longs { result(a &* b) }
}

extension VectorKernels {
  /// Sums of int32, clamped.
  package static func addInt32(_ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    integerRows(SumOfInts.self, rows, parameters)
  }

  /// Sums of int64, clamped.
  package static func addInt64(_ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    integerRows(SumOfLongs.self, rows, parameters)
  }

  // The kernels of operations on two integers, nil where they are not defined on the type.

  static func integerSubtract(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .int32: { integerRows(DifferenceOfInts.self, $0, $1) }
    case .int64: { integerRows(DifferenceOfLongs.self, $0, $1) }
    default: BinaryKernels.subtract(type)
    }
  }

  static func integerMultiply(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .int32: { integerRows(ProductOfInts.self, $0, $1) }
    case .int64: { integerRows(ProductOfLongs.self, $0, $1) }
    default: BinaryKernels.multiply(type)
    }
  }

  static func integerSquaredDifference(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .int32 = type else { return BinaryKernels.squaredDifference(type) }
    return { integerRows(SquaredDifferenceOfInts.self, $0, $1) }
  }

  // Bytes flipped so that the largest unsigned one is the wanted one.

  static func integerMaximum(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .int8: { rows, _ in extremeRows(rows, flip: 0x80) }
    case .uint8: { rows, _ in extremeRows(rows, flip: 0) }
    default: BinaryKernels.maximum(type)
    }
  }

  static func integerMinimum(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .int8: { rows, _ in extremeRows(rows, flip: 0x7F) }
    case .uint8: { rows, _ in extremeRows(rows, flip: 0xFF) }
    default: BinaryKernels.minimum(type)
    }
  }

  @inline(__always)
  private static func integerRows<Function: IntegerFunctionOfTwo>(
    _: Function.Type, _ rows: BinaryRows, _ parameters: ElementwiseParameters
  ) {
    assert(rows.validate())
    let function = Function(parameters)
    let size = MemoryLayout<Function.Lanes.Scalar>.size
    let lanes = Function.Lanes.scalarCount
    let isFirstAlike = rows.firstStep == 0
    let isSecondAlike = rows.secondStep == 0
    var row = 0
    while row < rows.rows {
      let a = rows.first + size &* row &* rows.firstStride
      let b = rows.second + size &* row &* rows.secondStride
      let target = rows.output + size &* row &* rows.outputStride
      var x = Function.Lanes()
      var y = Function.Lanes()
      if rows.count > 0, isFirstAlike {
        x = Function.Lanes(repeating: a.loadUnaligned(as: Function.Lanes.Scalar.self))
      }
      if rows.count > 0, isSecondAlike {
        y = Function.Lanes(repeating: b.loadUnaligned(as: Function.Lanes.Scalar.self))
      }
      var i = 0
      while rows.count &- i >= lanes {
        if !isFirstAlike { x = a.lanes(size &* i, as: Function.Lanes.self) }
        if !isSecondAlike { y = b.lanes(size &* i, as: Function.Lanes.self) }
        target.put(function(x, y), size &* i)
        i &+= lanes
      }
      let rest = rows.count &- i
      if rest > 0 {
        if !isFirstAlike { x = a.lanes(first: rest, size &* i, as: Function.Lanes.self) }
        if !isSecondAlike { y = b.lanes(first: rest, size &* i, as: Function.Lanes.self) }
        (target + size &* i).store(function(x, y), first: rest)
      }
      row &+= 1
    }
  }

  /// The larger of each pair of bytes once both are flipped.
  private static func extremeRows(_ rows: BinaryRows, flip: UInt8) {
    assert(rows.validate())
    let flips = Bytes(repeating: Int8(bitPattern: flip))
    let highest = Bytes(repeating: -1)
    let width = Bytes.scalarCount
    let isFirstAlike = rows.firstStep == 0
    let isSecondAlike = rows.secondStep == 0
    var row = 0
    while row < rows.rows {
      let a = rows.first + row &* rows.firstStride
      let b = rows.second + row &* rows.secondStride
      let target = rows.output + row &* rows.outputStride
      var x = Bytes()
      var y = Bytes()
      if rows.count > 0, isFirstAlike { x = Bytes(repeating: a.load(as: Int8.self)) }
      if rows.count > 0, isSecondAlike { y = Bytes(repeating: b.load(as: Int8.self)) }
      var i = 0
      while i < rows.count {
        let rest = rows.count &- i
        if !isFirstAlike {
          x = rest >= width ? a.lanes(i, as: Bytes.self) : a.bytes(first: rest, i, filler: Bytes())
        }
        if !isSecondAlike {
          y = rest >= width ? b.lanes(i, as: Bytes.self) : b.bytes(first: rest, i, filler: Bytes())
        }
        let z = clampedBytes(x.flipped(flips), y.flipped(flips), highest).flipped(flips)
        if rest >= width { target.put(z, i) } else { target.putBytes(first: rest, of: z, i) }
        i &+= width
      }
      row &+= 1
    }
  }
}

#endif
