// Softmax and log-softmax of 8-bit data from the tables of `SoftmaxScaling`, in plain loops.

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
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
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
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
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
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 2))
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
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 2))
    softmaxRows(depth, table, bits: 16, lowest: -32768, highest: 32767, rowBegin, rowEnd) {
      Int32(input[$0])
    } output: {
      output[$0] = Int16(truncatingIfNeeded: $1)
    }
  }

  /// Log-softmax of rows given by the distances of their values from the largest, from the table of `fillLogarithms`.
  @inline(__always)
  private static func logSoftmaxRow(
    _ depth: Int, _ scaling: SoftmaxScaling, _ table: UnsafePointer<Int32>, lowest: Int32, highest: Int32,
    distance: (Int) -> Int, output: (Int, Int32) -> Void
  ) {
    var sum: Int32 = 0
    for c in 0..<depth { sum = sum &+ table[distance(c)] }
    let row = SoftmaxScaling.Logarithms(scaling, sum: sum)
    for c in 0..<depth {
      let distance = distance(c)
      let value = FixedPoint.roundingDivideByPowerOfTwo(table[511 - distance] &- row.logSum, 22) &+ highest
      output(c, Int32(distance) < row.limit ? max(min(value, highest), lowest) : lowest)
    }
  }

  /// Log-softmax of uint8 with a uint8 result of scale 1/16 and zero point 255; `table` is that of `fillLogarithms`.
  package static func logSoftmaxUInt8(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ depth: Int, _ scaling: SoftmaxScaling,
    _ table: UnsafePointer<Int32>, _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      var largest = UInt8.min
      for c in 0..<depth { largest = max(largest, x[c]) }
      logSoftmaxRow(depth, scaling, table, lowest: 0, highest: 255) {
        Int(largest &- x[$0])
      } output: {
        y[$0] = UInt8(truncatingIfNeeded: $1)
      }
    }
  }

  /// Log-softmax of int8 with an int8 result of scale 1/16 and zero point 127; `table` is that of `fillLogarithms`.
  package static func logSoftmaxInt8(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, _ depth: Int, _ scaling: SoftmaxScaling,
    _ table: UnsafePointer<Int32>, _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      var largest = Int8.min
      for c in 0..<depth { largest = max(largest, x[c]) }
      logSoftmaxRow(depth, scaling, table, lowest: -128, highest: 127) {
        Int(UInt8(truncatingIfNeeded: Int(largest) &- Int(x[$0])))
      } output: {
        y[$0] = Int8(truncatingIfNeeded: $1)
      }
    }
  }
}
