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

  /// Softmax of 8-bit inputs given as values, in fixed point; `bits` is the width of the output type.
  @inline(__always)
  private static func softmax(
    depth: Int, _ scaling: SoftmaxScaling, bits: Int32, lowest: Int32, highest: Int32,
    input: (Int) -> Int32, output: (Int, Int32) -> Void
  ) {
    var largest = Int32.min
    for c in 0..<depth { largest = max(largest, input(c)) }
    @inline(__always) func exponential(_ difference: Int32) -> Int32 {
      FixedPoint.expOnNegativeValues(
        scaling.input.applyGreaterThanOne(to: difference), integerBits: SoftmaxScaling.integerBits)
    }
    var sum: Int32 = 0
    for c in 0..<depth {
      let difference = input(c) &- largest
      guard difference >= scaling.differenceMinimum else { continue }
      sum = sum &+ FixedPoint.roundingDivideByPowerOfTwo(exponential(difference), 12)
    }
    let reciprocal = FixedPoint.reciprocal(sum, integerBits: 12)
    let exponent = reciprocal.bitsOverUnit &+ 31 &- bits
    for c in 0..<depth {
      let difference = input(c) &- largest
      guard difference >= scaling.differenceMinimum else {
        output(c, lowest)
        continue
      }
      let scaled = FixedPoint.saturatingRoundingDoublingHighMul(reciprocal.value, exponential(difference))
      let value = FixedPoint.softmaxResult(scaled, exponent) &+ lowest
      output(c, max(min(value, highest), lowest))
    }
  }

  /// Softmax of uint8 with a uint8 result of scale 1/256 and zero point 0.
  package static func softmax(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      softmax(depth: depth, scaling, bits: 8, lowest: 0, highest: 255) {
        Int32(x[$0])
      } output: {
        y[$0] = UInt8(truncatingIfNeeded: $1)
      }
    }
  }

  /// Softmax of uint8 with an int16 result of scale 1/65536 and zero point -32768.
  package static func softmax(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      softmax(depth: depth, scaling, bits: 16, lowest: -32768, highest: 32767) {
        Int32(x[$0])
      } output: {
        y[$0] = Int16(truncatingIfNeeded: $1)
      }
    }
  }

  /// Softmax of int8 with an int8 result of scale 1/256 and zero point -128.
  package static func softmax(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      softmax(depth: depth, scaling, bits: 8, lowest: -128, highest: 127) {
        Int32(x[$0])
      } output: {
        y[$0] = Int8(truncatingIfNeeded: $1)
      }
    }
  }

  /// Softmax of int8 with an int16 result of scale 1/65536 and zero point -32768.
  package static func softmax(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int16>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      softmax(depth: depth, scaling, bits: 16, lowest: -32768, highest: 32767) {
        Int32(x[$0])
      } output: {
        y[$0] = Int16(truncatingIfNeeded: $1)
      }
    }
  }

  /// Softmax of int16 with an int16 result of scale 1/32768, by the two tables of `LookupTable.fillSoftmax`.
  ///
  /// `scaling` takes differences of inputs to the domain of the exponential's table: input scale times beta times 6553.5.
  package static func softmax(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, depth: Int, _ scaling: QuantizedMultiplier,
    exponential: UnsafePointer<Int16>, reciprocal: UnsafePointer<Int16>, _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      var largest = Int16.min
      for c in 0..<depth { largest = max(largest, x[c]) }
      var sum: Int32 = 0
      for c in 0..<depth {
        let scaled = scaling.apply(to: Int32(x[c]) &- Int32(largest)) &+ 32767
        y[c] = LookupTable.value(Int16(clamping: scaled), exponential)
        sum &+= Int32(y[c])
      }
      let headroom = Int32(UInt32(bitPattern: sum).leadingZeroBitCount)
      let shifted = Int32(truncatingIfNeeded: ((Int64(sum) &<< Int64(headroom &- 1)) &+ (1 << 13)) >> 14)
      let symmetric = shifted &- ((1 << 15) + (1 << 16))
      let scale = LookupTable.value(Int16(clamping: symmetric), reciprocal)
      let right = Int64(31 &- headroom)
      let rounding = Int64(Int32(1) &<< Int32(truncatingIfNeeded: right &- 1))
      for c in 0..<depth {
        let result = Int32(truncatingIfNeeded: (Int64(y[c]) &* Int64(scale) &+ rounding) &>> right)
        y[c] = Int16(truncatingIfNeeded: min(max(result, 0), 32767))
      }
    }
  }

  /// Log-softmax of float32.
  package static func logSoftmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, depth: Int, _ rowBegin: Int, _ rowEnd: Int
  ) {
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

  /// Log-softmax of 8-bit inputs given as values, in fixed point.
  @inline(__always)
  private static func logSoftmax(
    depth: Int, _ scaling: SoftmaxScaling, lowest: Int32, highest: Int32,
    input: (Int) -> Int32, output: (Int, Int32) -> Void
  ) {
    let bits = SoftmaxScaling.integerBits
    var largest = Int32.min
    for c in 0..<depth { largest = max(largest, input(c)) }
    var sum: Int32 = 0
    for c in 0..<depth {
      let difference = input(c) &- largest
      guard difference >= scaling.differenceMinimum else { continue }
      let exponential = FixedPoint.expOnNegativeValues(scaling.input.apply(to: difference), integerBits: bits)
      sum = sum &+ FixedPoint.roundingDivideByPowerOfTwo(exponential, 12)
    }
    let logSum = FixedPoint.logOfValueAboveOne(sum, inputIntegerBits: 12, outputIntegerBits: bits)
    let threshold = max(
      scaling.differenceMinimum &- 1, scaling.reverse.apply(to: logSum &+ Int32.min))
    for c in 0..<depth {
      let difference = input(c) &- largest
      guard difference > threshold else {
        output(c, lowest)
        continue
      }
      let value =
        FixedPoint.roundingDivideByPowerOfTwo(scaling.input.apply(to: difference) &- logSum, 31 - bits - 4) &+ highest
      output(c, max(min(value, highest), lowest))
    }
  }

  /// Log-softmax of uint8 with a uint8 result of scale 1/16 and zero point 255.
  package static func logSoftmax(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      logSoftmax(depth: depth, scaling, lowest: 0, highest: 255) {
        Int32(x[$0])
      } output: {
        y[$0] = UInt8(truncatingIfNeeded: $1)
      }
    }
  }

  /// Log-softmax of int8 with an int8 result of scale 1/16 and zero point 127.
  package static func logSoftmax(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = input + row * depth
      let y = output + row * depth
      logSoftmax(depth: depth, scaling, lowest: -128, highest: 127) {
        Int32(x[$0])
      } output: {
        y[$0] = Int8(truncatingIfNeeded: $1)
      }
    }
  }
}
