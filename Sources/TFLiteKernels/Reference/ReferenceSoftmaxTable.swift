// Softmax of 8-bit data from the table of `SoftmaxScaling.fillExponentials`, in plain loops.

extension ReferenceKernels {
  @inline(__always)
  private static func softmaxRows(
    _ depth: Int, _ table: UnsafePointer<Int32>, bits: Int32, lowest: Int32, highest: Int32, _ rowBegin: Int,
    _ rowEnd: Int, input: (Int) -> Int32, output: (Int, Int32) -> Void
  ) {
    for row in rowBegin..<rowEnd {
      var largest = Int32.min
      for c in 0..<depth { largest = max(largest, input(row * depth + c)) }
      var sum: Int32 = 0
      for c in 0..<depth {
        sum = sum &+ FixedPoint.roundingDivideByPowerOfTwo(table[Int(largest &- input(row * depth + c))], 12)
      }
      let reciprocal = FixedPoint.reciprocal(sum, integerBits: 12)
      let exponent = reciprocal.bitsOverUnit &+ 31 &- bits
      for c in 0..<depth {
        let exponential = table[Int(largest &- input(row * depth + c))]
        let scaled = FixedPoint.saturatingRoundingDoublingHighMul(reciprocal.value, exponential)
        let value = FixedPoint.softmaxResult(scaled, exponent) &+ lowest
        output(row * depth + c, max(min(value, highest), lowest))
      }
    }
  }

  /// Softmax of uint8.
  package static func softmaxUInt8(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    softmaxRows(depth, table, bits: 8, lowest: 0, highest: 255, rowBegin, rowEnd) {
      Int32(input[$0])
    } output: {
      output[$0] = UInt8(truncatingIfNeeded: $1)
    }
  }

  /// Softmax of int8.
  package static func softmaxInt8(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    softmaxRows(depth, table, bits: 8, lowest: -128, highest: 127, rowBegin, rowEnd) {
      Int32(input[$0])
    } output: {
      output[$0] = Int8(truncatingIfNeeded: $1)
    }
  }

  /// Softmax of uint8 with an int16 result.
  package static func softmaxUInt8ToInt16(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    softmaxRows(depth, table, bits: 16, lowest: -32768, highest: 32767, rowBegin, rowEnd) {
      Int32(input[$0])
    } output: {
      output[$0] = Int16(truncatingIfNeeded: $1)
    }
  }

  /// Softmax of int8 with an int16 result.
  package static func softmaxInt8ToInt16(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    softmaxRows(depth, table, bits: 16, lowest: -32768, highest: 32767, rowBegin, rowEnd) {
      Int32(input[$0])
    } output: {
      output[$0] = Int16(truncatingIfNeeded: $1)
    }
  }
}
