#if TFLITE_TIER
  import TFLiteKernels
#endif

extension VectorKernels {
  /// The largest of a row, at least the lowest finite number.
  @inline(__always)
  private static func largest(_ x: UnsafeRawPointer, _ depth: Int) -> Float {
    let lanes = MathLanes.scalarCount
    var high = MathLanes(repeating: -Float.greatestFiniteMagnitude)
    var i = 0
    while depth &- i >= lanes {
      high = high.larger(x.lanes(4 &* i, as: MathLanes.self))
      i &+= lanes
    }
    var result = high[0]
    var lane = 1
    while lane < lanes {
      if result < high[lane] { result = high[lane] }
      lane &+= 1
    }
    while i < depth {
      let value = x.load(fromByteOffset: 4 &* i, as: Float.self)
      if result < value { result = value }
      i &+= 1
    }
    return result
  }

  /// The sum of `exp((x - largest) * beta)` over a row; the exponentials are stored when `output` is given.
  @inline(__always)
  private static func exponentials(
    _ x: UnsafeRawPointer, _ depth: Int, _ largest: Float, _ beta: Float, _ output: UnsafeMutableRawPointer?
  ) -> Float {
    let lanes = MathLanes.scalarCount
    let high = MathLanes(repeating: largest)
    let factor = MathLanes(repeating: beta)
    var sums = MathLanes()
    var i = 0
    while depth &- i >= lanes {
      let e = VectorMath.exp((x.lanes(4 &* i, as: MathLanes.self) - high) * factor)
      sums = sums + e
      output?.put(e, 4 &* i)
      i &+= lanes
    }
    if i < depth {
      let rest = depth &- i
      var e = VectorMath.exp((x.lanes(first: rest, 4 &* i, as: MathLanes.self) - high) * factor)
      output?.put(first: rest, of: e, 4 &* i)
      var lane = rest
      while lane < lanes {
        e[lane] = 0
        lane &+= 1
      }
      sums = sums + e
    }
    return sums.sum()
  }

  /// Softmax of float32 over rows of `depth`, in place if both are the same.
  static func softmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, depth: Int, beta: Float,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lanes = MathLanes.scalarCount
    var row = rowBegin
    while row < rowEnd {
      let x = UnsafeRawPointer(input + row &* depth)
      let y = UnsafeMutableRawPointer(output + row &* depth)
      let sum = exponentials(x, depth, largest(x, depth), beta, y)
      let sums = MathLanes(repeating: sum)
      var i = 0
      while depth &- i >= lanes {
        y.put(UnsafeRawPointer(y).lanes(4 &* i, as: MathLanes.self) / sums, 4 &* i)
        i &+= lanes
      }
      while i < depth {
        output[row &* depth &+ i] /= sum
        i &+= 1
      }
      row &+= 1
    }
  }

  /// Log-softmax of float32 over rows of `depth`, in place if both are the same.
  static func logSoftmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, depth: Int, _ rowBegin: Int, _ rowEnd: Int
  ) {
    var row = rowBegin
    while row < rowEnd {
      let x = UnsafeRawPointer(input + row &* depth)
      let high = largest(x, depth)
      let logSum = VectorMath.log(MathLanes(repeating: exponentials(x, depth, high, 1, nil)))[0]
      var i = row &* depth
      let end = i &+ depth
      while i < end {
        output[i] = input[i] - high - logSum
        i &+= 1
      }
      row &+= 1
    }
  }

  /// Softmax of bytes by the exponentials of `SoftmaxTable`; `flip` orders int8 as uint8.
  @inline(__always)
  private static func softmaxBytes(
    _ x: UnsafePointer<UInt8>, _ depth: Int, _ table: UnsafePointer<Int32>, flip: UInt8, bits: Int32,
    lowest: Int32, highest: Int32, _ store: (Int, Int32) -> Void
  ) {
    var high: UInt8 = 0
    var i = 0
    while i < depth {
      high = max(high, x[i] ^ flip)
      i &+= 1
    }
    var sum: Int32 = 0
    i = 0
    while i < depth {
      let e = table[Int(high &- (x[i] ^ flip))]
      sum = sum &+ (e >> 12) &+ (e >> 11 & 1)
      i &+= 1
    }
    let reciprocal = FixedPoint.reciprocal(sum, integerBits: 12)
    let exponent = reciprocal.bitsOverUnit &+ 31 &- bits
    i = 0
    while i < depth {
      let scaled = FixedPoint.saturatingRoundingDoublingHighMul(reciprocal.value, table[Int(high &- (x[i] ^ flip))])
      let value = FixedPoint.roundingDivideByPowerOfTwo(scaled, exponent) &+ lowest
      store(i, max(min(value, highest), lowest))
      i &+= 1
    }
  }

  /// Softmax of uint8.
  static func softmaxUInt8(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    var row = rowBegin
    while row < rowEnd {
      let y = output + row &* depth
      softmaxBytes(input + row &* depth, depth, table, flip: 0, bits: 8, lowest: 0, highest: 255) {
        y[$0] = UInt8(truncatingIfNeeded: $1)
      }
      row &+= 1
    }
  }

  /// Softmax of int8.
  static func softmaxInt8(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    let bytes = UnsafeRawPointer(input).assumingMemoryBound(to: UInt8.self)
    var row = rowBegin
    while row < rowEnd {
      let y = output + row &* depth
      softmaxBytes(bytes + row &* depth, depth, table, flip: 0x80, bits: 8, lowest: -128, highest: 127) {
        y[$0] = Int8(truncatingIfNeeded: $1)
      }
      row &+= 1
    }
  }

  /// Softmax of uint8 with an int16 result.
  static func softmaxUInt8ToInt16(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    var row = rowBegin
    while row < rowEnd {
      let y = output + row &* depth
      softmaxBytes(input + row &* depth, depth, table, flip: 0, bits: 16, lowest: -32768, highest: 32767) {
        y[$0] = Int16(truncatingIfNeeded: $1)
      }
      row &+= 1
    }
  }

  /// Softmax of int8 with an int16 result.
  static func softmaxInt8ToInt16(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    let bytes = UnsafeRawPointer(input).assumingMemoryBound(to: UInt8.self)
    var row = rowBegin
    while row < rowEnd {
      let y = output + row &* depth
      softmaxBytes(bytes + row &* depth, depth, table, flip: 0x80, bits: 16, lowest: -32768, highest: 32767) {
        y[$0] = Int16(truncatingIfNeeded: $1)
      }
      row &+= 1
    }
  }
}
