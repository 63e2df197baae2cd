// Softmax and log-softmax over the last axis: rows of `depth` values. A call computes the rows `[rowBegin, rowEnd)`.

extension ReferenceKernels {
  /// The least number, to float32, whose exponential is a normal number.
  private static var leastNormalExponent: Float { -87.33654 }

  /// `exp(x)`, but zero where that is no normal number, whether or not the processor has subnormal ones.
  @inline(__always)
  private static func normalExponential(_ x: Float) -> Float { x < leastNormalExponent ? 0 : MathFunctions.exp(x) }

  /// Softmax of float32. No result is a subnormal number; instead of these, and of the least normal one, there is zero.
  package static func softmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, depth: Int, beta: Float,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 4, to: 4))
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      var largest = -Float.greatestFiniteMagnitude
      for c in 0..<depth where largest < x[c] { largest = x[c] }
      var sum: Float = 0
      for c in 0..<depth {
        y[c] = normalExponential((x[c] - largest) * beta)
        sum += y[c]
      }
      for c in 0..<depth {
        // Where the processor has no subnormal numbers, it is its own affair which quotients round up to the least normal one.
        let quotient = y[c] / sum
        y[c] = quotient <= Float.leastNormalMagnitude ? 0 : quotient
      }
    }
  }

  /// Softmax of int16 rows, as `ShortSoftmaxKernel` states.
  package static func softmaxInt16(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ scaling: QuantizedMultiplier,
    _ tables: UnsafePointer<Int16>, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 2, to: 2))
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      var largest = Int16.min
      for c in 0..<depth { largest = max(largest, x[c]) }
      var sum: Int32 = 0
      for c in 0..<depth {
        let scaled = scaling.apply(to: Int32(x[c]) &- Int32(largest)) &+ 32767
        y[c] = LookupTable.value(Int16(clamping: scaled), tables)
        sum &+= Int32(y[c])
      }
      let factor = softmaxFactor(sum, tables)
      let right = Int64(factor.rightShift)
      let rounding = Int64(Int32(1) &<< (factor.rightShift &- 1))
      for c in 0..<depth {
        let result = Int32(truncatingIfNeeded: (Int64(y[c]) &* Int64(factor.significand) &+ rounding) &>> right)
        y[c] = Int16(truncatingIfNeeded: min(max(result, 0), 32767))
      }
    }
  }

  /// What takes the exponentials of a row to its results, given their sum: a factor and a right shift.
  package static func softmaxFactor(
    _ sum: Int32, _ tables: UnsafePointer<Int16>
  ) -> (significand: Int16, rightShift: Int32) {
    let headroom = Int32(truncatingIfNeeded: UInt32(bitPattern: sum).leadingZeroBitCount)
    let shifted = Int32(truncatingIfNeeded: ((Int64(sum) &<< Int64(headroom &- 1)) &+ (1 << 13)) >> 14)
    let symmetric = shifted &- ((1 << 15) + (1 << 16))
    return (LookupTable.value(Int16(clamping: symmetric), tables + LookupTable.count16), 31 &- headroom)
  }

  /// Log-softmax of float32.
  package static func logSoftmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, depth: Int, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 4, to: 4))
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      var largest = -Float.greatestFiniteMagnitude
      for c in 0..<depth where largest < x[c] { largest = x[c] }
      var sum: Float = 0
      for c in 0..<depth { sum += normalExponential(x[c] - largest) }
      let logSum = MathFunctions.log(sum)
      for c in 0..<depth { y[c] = x[c] - largest - logSum }
    }
  }
}
