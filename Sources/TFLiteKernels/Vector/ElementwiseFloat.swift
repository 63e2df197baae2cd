#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Arithmetic on two float operands, a vector at a time; rows end with a partly filled one.

/// A function of two vectors of floats.
private protocol FloatFunctionOfTwo {
  init(_ parameters: ElementwiseParameters)
  func callAsFunction(_ a: Floats, _ b: Floats) -> Floats
}

/// The clamp on results.
private struct FloatResult {
  let lower: Floats
  let upper: Floats

  @inline(__always)
  init(_ parameters: ElementwiseParameters) {
    lower = Floats(repeating: parameters.floatRange.lower)
    upper = Floats(repeating: parameters.floatRange.upper)
  }

  @inline(__always)
  func callAsFunction(_ x: Floats) -> Floats { x.bounded(lower, upper) }
}

private struct SumOfFloats: FloatFunctionOfTwo {
  let result: FloatResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = FloatResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats { result(a + b) }
}

private struct DifferenceOfFloats: FloatFunctionOfTwo {
  let result: FloatResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = FloatResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats { result(a - b) }
}

private struct ProductOfFloats: FloatFunctionOfTwo {
  let result: FloatResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = FloatResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats { result(a * b) }
}

private struct QuotientOfFloats: FloatFunctionOfTwo {
  let result: FloatResult
  @inline(__always) init(_ parameters: ElementwiseParameters) { result = FloatResult(parameters) }
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats { result(a / b) }
}

private struct SquaredDifferenceOfFloats: FloatFunctionOfTwo {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats { (a - b) * (a - b) }
}

/// The second operand where either is NaN.
private struct LargerOfFloats: FloatFunctionOfTwo {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats { b.replacing(with: a, where: b .< a) }
}

/// The second operand where either is NaN.
private struct SmallerOfFloats: FloatFunctionOfTwo {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats { b.replacing(with: a, where: a .< b) }
}

/// The first operand where it is not negative, its product with the second elsewhere.
private struct PreluOfFloats: FloatFunctionOfTwo {
  @inline(__always) init(_ parameters: ElementwiseParameters) {}
  @inline(__always) func callAsFunction(_ a: Floats, _ b: Floats) -> Floats {
    (a * b).replacing(with: a, where: Floats() .<= a)
  }
}

extension VectorKernels {
  // The kernels of operations on two operands, nil where they are not defined on the type.

  static func add(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return quantizedAdd(type) }
    return addFloat
  }

  static func addFloat(_ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    floatRows(SumOfFloats.self, rows, parameters)
  }

  static func subtract(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return quantizedSubtract(type) }
    return { floatRows(DifferenceOfFloats.self, $0, $1) }
  }

  static func multiply(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return quantizedMultiply(type) }
    return { floatRows(ProductOfFloats.self, $0, $1) }
  }

  static func divide(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return BinaryKernels.divide(type) }
    return { floatRows(QuotientOfFloats.self, $0, $1) }
  }

  static func maximum(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return integerMaximum(type) }
    return { floatRows(LargerOfFloats.self, $0, $1) }
  }

  static func minimum(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return integerMinimum(type) }
    return { floatRows(SmallerOfFloats.self, $0, $1) }
  }

  static func squaredDifference(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return quantizedSquaredDifference(type) }
    return { floatRows(SquaredDifferenceOfFloats.self, $0, $1) }
  }

  static func prelu(_ type: ElementwiseType) -> BinaryKernel? {
    guard case .float32 = type else { return quantizedPrelu(type) }
    return { floatRows(PreluOfFloats.self, $0, $1) }
  }

  @inline(__always)
  private static func floatRows<Function: FloatFunctionOfTwo>(
    _ function: Function.Type, _ rows: BinaryRows, _ parameters: ElementwiseParameters
  ) {
    assert(rows.validate())
    let function = Function(parameters)
    if floatPattern(function, rows) { return }
    var a = rows.first
    var b = rows.second
    var output = rows.output
    var row = 0
    while row < rows.rows {
      if rows.firstStep == 0 {
        floatRow(function, a, b, output, rows.count, isFirstAlike: true, isSecondAlike: false)
      } else if rows.secondStep == 0 {
        floatRow(function, a, b, output, rows.count, isFirstAlike: false, isSecondAlike: true)
      } else {
        floatRow(function, a, b, output, rows.count, isFirstAlike: false, isSecondAlike: false)
      }
      a += 4 &* rows.firstStride
      b += 4 &* rows.secondStride
      output += 4 &* rows.outputStride
      row &+= 1
    }
  }

  /// Short rows that are all combined with one row, such as a bias: it is repeated over the lanes, so that a vector holds
  /// several rows. False, and nothing done, for other rows.
  @inline(__always)
  private static func floatPattern<Function: FloatFunctionOfTwo>(_ function: Function, _ rows: BinaryRows) -> Bool {
    let lanes = lanesPerVector
    let count = rows.count
    let isFirstRepeated = rows.firstStride == 0 && rows.secondStride == count
    guard rows.rows > 1, count > 0, count < lanes, lanes % count == 0, rows.firstStep == 1, rows.secondStep == 1,
      isFirstRepeated || (rows.secondStride == 0 && rows.firstStride == count), rows.outputStride == count
    else { return false }
    let row = isFirstRepeated ? rows.first : rows.second
    var pattern = Floats()
    var lane = 0
    while lane < lanes {
      pattern[lane] = row.load(fromByteOffset: 4 &* (lane % count), as: Float.self)
      lane &+= 1
    }
    let other = isFirstRepeated ? rows.second : rows.first
    let total = rows.rows &* count
    var i = 0
    while i < total {
      let rest = min(lanes, total &- i)
      let x = rest == lanes ? other.lanes(4 &* i, as: Floats.self) : other.floats(first: rest, 4 &* i)
      let y = isFirstRepeated ? function(pattern, x) : function(x, pattern)
      if rest == lanes { rows.output.put(y, 4 &* i) } else { rows.output.putFloats(first: rest, of: y, 4 &* i) }
      i &+= rest
    }
    return true
  }

  /// One row. `isFirstAlike` and `isSecondAlike` say which operand is one value for the whole row.
  @inline(__always)
  private static func floatRow<Function: FloatFunctionOfTwo>(
    _ function: Function, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int,
    isFirstAlike: Bool, isSecondAlike: Bool
  ) {
    let first = isFirstAlike ? Floats(repeating: a.load(as: Float.self)) : Floats()
    let second = isSecondAlike ? Floats(repeating: b.load(as: Float.self)) : Floats()
    let lanes = lanesPerVector
    var i = 0
    while Tier.hasPairedLoads, !isFirstAlike, !isSecondAlike, count &- i >= 4 &* lanes {
      let (x, y) = (a + 4 &* i, b + 4 &* i)
      let width = MemoryLayout<Floats>.size
      let z0 = function(x.lanes(0, as: Floats.self), y.lanes(0, as: Floats.self))
      let z1 = function(x.lanes(width, as: Floats.self), y.lanes(width, as: Floats.self))
      let z2 = function(x.lanes(2 &* width, as: Floats.self), y.lanes(2 &* width, as: Floats.self))
      let z3 = function(x.lanes(3 &* width, as: Floats.self), y.lanes(3 &* width, as: Floats.self))
      let target = output + 4 &* i
      target.put(z0, 0)
      target.put(z1, width)
      target.put(z2, 2 &* width)
      target.put(z3, 3 &* width)
      i &+= 4 &* lanes
    }
    @inline(__always) func results(_ place: Int) -> Floats {
      let x = isFirstAlike ? first : a.lanes(4 &* place, as: Floats.self)
      let y = isSecondAlike ? second : b.lanes(4 &* place, as: Floats.self)
      return function(x, y)
    }
    while count &- i >= 2 &* lanes {
      output.put(results(i), 4 &* i)
      i &+= lanes
    }
    if count &- i >= lanes {
      // The last register may overlap the one before, whose operands it reads before they are written over.
      let end = count &- lanes
      let z0 = results(i)
      let z1 = end > i ? results(end) : z0
      output.put(z0, 4 &* i)
      output.put(z1, 4 &* end)
      return
    }
    let rest = count &- i
    if rest > 0 {
      let x = isFirstAlike ? first : a.floats(first: rest, 4 &* i)
      let y = isSecondAlike ? second : b.floats(first: rest, 4 &* i)
      output.putFloats(first: rest, of: function(x, y), 4 &* i)
    }
  }
}

#endif
