import TFLiteKernelSets
import TFLiteKernels

/// POW: `a` raised to the power `b`, for tensors that broadcast.
///
/// One whole exponent for a base of another shape is computed by repeated squaring, each product clamped to finite
/// numbers, as the reference does. Int32 exponents must not be negative.
final class Power {
  private let loops = BroadcastBinary()
  private var mayHaveScalarExponent = false
  private var multiply: BinaryKernel?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let base = try context.input(0)
    let exponent = try context.input(1)
    try context.expectSameType(context.output(0), base)
    try loops.prepare(context, base.type.elementwise.flatMap { BinaryKernels.power($0) })
    multiply = base.type.elementwise.flatMap { context.kernels.elementwise.multiply($0) }
    mayHaveScalarExponent = exponent.elementCount == 1 && exponent.shape != base.shape
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let exponent = context.input(1)
    let count = context.output(0).elementCount
    var whole: Int32?
    if exponent.type == .int32 {
      var lowest: Int32 = 0
      for value in exponent.values(as: Int32.self) { lowest = min(lowest, value) }
      if lowest < 0 {
        throw context.error("negative exponent of an integer", exponent, expected: "0 or more", actual: "\(lowest)")
      }
      if mayHaveScalarExponent { whole = exponent.values(as: Int32.self).first }
    } else if mayHaveScalarExponent, let power = exponent.values(as: Float.self).first {
      let rounded = MathFunctions.truncatedToInt32(MathFunctions.round(power))
      if abs(power - Float(rounded)) < 1e-5 { whole = rounded }
    }
    guard let whole, whole >= 1, let multiply else { return try loops.execute(context) }
    context.parallel(
      RepeatedSquaring(
        base: context.input(0).data, output: context.output(0).data, exponent: whole, multiply: multiply), rows: count,
      work: Work(1, .slowElement))
  }

  /// Powers of elements of 32 bits, block by block.
  private struct RepeatedSquaring: RowJob {
    let base: UnsafeMutableRawPointer
    let output: UnsafeMutableRawPointer
    /// At least 1.
    let exponent: Int32
    let multiply: BinaryKernel

    private static let size = 4
    private static let blockCount = StackRoom.byteCount / size

    func run(_ elements: Range<Int>) {
      StackRoom.use { bases in
        var first = elements.lowerBound
        while first < elements.upperBound {
          let count = min(Self.blockCount, elements.upperBound &- first)
          // The output may lie where the base does.
          copyRun(bases, UnsafeRawPointer(base + first &* Self.size), count &* Self.size)
          raise(UnsafeRawPointer(bases), output + first &* Self.size, count)
          first &+= count
        }
      }
    }

    /// From the highest bit of the exponent down.
    private func raise(_ bases: UnsafeRawPointer, _ powers: UnsafeMutableRawPointer, _ count: Int) {
      let parameters = ElementwiseParameters()
      copyRun(powers, bases, count &* Self.size)
      var bit = 31 - Int32(exponent.leadingZeroBitCount)
      while bit > 0 {
        bit -= 1
        multiply(BinaryRows(first: powers, second: powers, output: powers, count: count), parameters)
        if exponent >> bit & 1 == 1 {
          multiply(BinaryRows(first: bases, second: powers, output: powers, count: count), parameters)
        }
      }
    }
  }
}
