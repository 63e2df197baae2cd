/// The integers that are rescaled, or that they become.
package enum RescaledType: Sendable {
  case int8, uint8, int16, int32

  /// The bytes of a value.
  @inlinable
  package var size: Int {
    switch self {
    case .int8, .uint8: 1
    case .int16: 2
    case .int32: 4
    }
  }

  /// What the values lie in.
  package var range: IntegerRange {
    switch self {
    case .int8: IntegerRange(lower: -128, upper: 127)
    case .uint8: IntegerRange(lower: 0, upper: 255)
    case .int16: .int16
    case .int32: IntegerRange(lower: Int32.min, upper: Int32.max)
    }
  }
}

/// `count` integers times one factor: `multiplier * (input - inputZeroPoint) + outputZeroPoint`, saturated to the type of
/// the output. Sums wrap at 32 bits. Input and output may be the same memory when their types have the same size.
package struct RescaledRun: BorrowedMemory, @unchecked Sendable {
  package var input: UnsafeRawPointer
  package var inputType: RescaledType
  package var output: UnsafeMutableRawPointer
  package var outputType: RescaledType
  package var count: Int
  package var multiplier: QuantizedMultiplier
  package var inputZeroPoint: Int32
  package var outputZeroPoint: Int32

  @inlinable @inline(__always)
  package init(
    input: UnsafeRawPointer, inputType: RescaledType, output: UnsafeMutableRawPointer, outputType: RescaledType,
    count: Int, multiplier: QuantizedMultiplier, inputZeroPoint: Int32 = 0, outputZeroPoint: Int32 = 0
  ) {
    self.input = input
    self.inputType = inputType
    self.output = output
    self.outputType = outputType
    self.count = count
    self.multiplier = multiplier
    self.inputZeroPoint = inputZeroPoint
    self.outputZeroPoint = outputZeroPoint
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(Contract.map(input, output, count, from: inputType.size, to: outputType.size))
    return true
  }
}
