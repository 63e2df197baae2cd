import TFLiteKernels

/// POW: `a` raised to the power `b`, for tensors that broadcast.
///
/// One whole exponent for a base of another shape is computed by repeated squaring, each product clamped to finite
/// numbers, as the reference does. Int32 exponents must not be negative.
final class Power {
  private let loops = BroadcastBinary()
  private var mayHaveScalarExponent = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let base = try context.input(0)
    let exponent = try context.input(1)
    try context.expectSameType(context.output(0), base)
    try loops.prepare(context, base.type.elementwise.flatMap { BinaryKernels.power($0) })
    mayHaveScalarExponent = exponent.elementCount == 1 && exponent.shape != base.shape
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let exponent = context.input(1)
    let count = context.output(0).elementCount
    if exponent.type == .int32 {
      var lowest: Int32 = 0
      for value in exponent.values(as: Int32.self) { lowest = min(lowest, value) }
      if lowest < 0 {
        throw context.error("negative exponent of an integer", exponent, expected: "0 or more", actual: "\(lowest)")
      }
      if mayHaveScalarExponent, let power = exponent.values(as: Int32.self).first, power >= 1 {
        let job = IntegerPower(
          base: context.input(0).pointer(as: Int32.self), output: context.output(0).mutablePointer(as: Int32.self),
          exponent: power)
        return context.parallel(job, rows: count, work: Work(1, .slowElement))
      }
    } else if mayHaveScalarExponent, let power = exponent.values(as: Float.self).first {
      let whole = MathFunctions.truncatedToInt32(MathFunctions.round(power))
      if whole >= 1, abs(power - Float(whole)) < 1e-5 {
        let job = FloatPower(
          base: context.input(0).pointer(as: Float.self), output: context.output(0).mutablePointer(as: Float.self),
          exponent: whole)
        return context.parallel(job, rows: count, work: Work(1, .slowElement))
      }
    }
    try loops.execute(context)
  }

  private struct IntegerPower: RowJob {
    let base: UnsafePointer<Int32>
    let output: UnsafeMutablePointer<Int32>
    let exponent: Int32

    func run(_ elements: Range<Int>) {
      typealias Block = SIMD16<Int32>
      var i = elements.lowerBound
      while elements.upperBound &- i >= Block.scalarCount {
        let x = UnsafeRawPointer(base + i).loadUnaligned(as: Block.self)
        UnsafeMutableRawPointer(output + i).storeBytes(
          of: Power.repeated(exponent, x) { $0 &* $1 }, as: Block.self)
        i &+= Block.scalarCount
      }
      while i < elements.upperBound {
        output[i] = Power.repeated(exponent, base[i]) { $0 &* $1 }
        i &+= 1
      }
    }
  }

  private struct FloatPower: RowJob {
    let base: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let exponent: Int32

    func run(_ elements: Range<Int>) {
      let range = FloatRange(.none)
      for i in elements {
        let x = base[i]
        output[i] = Power.repeated(exponent, x) { range.clamp($0 * $1) }
      }
    }
  }

  /// `x` raised to `exponent >= 1`, from the highest bit of the exponent down.
  @inline(__always)
  private static func repeated<T>(_ exponent: Int32, _ x: T, _ multiply: (T, T) -> T) -> T {
    var result = x
    var bit = 31 - Int32(exponent.leadingZeroBitCount)
    while bit > 0 {
      bit -= 1
      result = multiply(result, result)
      if exponent >> bit & 1 == 1 { result = multiply(x, result) }
    }
    return result
  }
}
