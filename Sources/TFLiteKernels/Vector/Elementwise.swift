#if TFLITE_TIER
  import TFLiteKernels
#endif

extension VectorKernels {
  /// `output[i] = function(input[i])`, in place if both are the same.
  @inline(__always)
  private static func map(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int,
    _ function: (MathLanes) -> MathLanes
  ) {
    let source = UnsafeRawPointer(input)
    let target = UnsafeMutableRawPointer(output)
    let lanes = MathLanes.scalarCount
    var i = 0
    while count &- i >= lanes {
      target.put(function(source.lanes(4 &* i, as: MathLanes.self)), 4 &* i)
      i &+= lanes
    }
    if i < count {
      let rest = count &- i
      target.put(first: rest, of: function(source.lanes(first: rest, 4 &* i, as: MathLanes.self)), 4 &* i)
    }
  }

  /// The logistic function of `count` values.
  static func logistic(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { VectorMath.logistic($0) }
  }

  /// `exp(x) - 1` of the negative ones of `count` values, the others themselves.
  static func elu(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) {
      $0.replacing(with: VectorMath.expm1Negative($0), where: $0 .< MathLanes())
    }
  }

  /// The square roots of `count` values.
  static func squareRoot(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { rootOfLanes($0) }
  }

  /// The reciprocals of the square roots of `count` values.
  static func inverseSquareRoot(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { MathLanes(repeating: 1) / rootOfLanes($0) }
  }

  /// The hyperbolic tangent of `count` values.
  static func tanh(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { VectorMath.tanh($0) }
  }

  /// The exponential of `count` values.
  static func exp(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { VectorMath.exp($0) }
  }

  /// The natural logarithm of `count` values.
  static func log(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { VectorMath.log($0) }
  }

  /// GELU of `count` values.
  static func gelu(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { VectorMath.gelu($0) }
  }

  /// The tanh approximation of GELU of `count` values.
  static func geluApproximate(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    map(input, output, count) { VectorMath.geluApproximate($0) }
  }

  /// A table look-up of `count` bytes.
  static func lookUp(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ table: UnsafePointer<UInt8>
  ) {
    var i = 0
    while count &- i >= 4 {
      let values = UnsafeRawPointer(input).loadUnaligned(fromByteOffset: i, as: UInt32.self)
      output[i] = table[Int(values & 0xFF)]
      output[i &+ 1] = table[Int(values >> 8 & 0xFF)]
      output[i &+ 2] = table[Int(values >> 16 & 0xFF)]
      output[i &+ 3] = table[Int(values >> 24)]
      i &+= 4
    }
    while i < count {
      output[i] = table[Int(input[i])]
      i &+= 1
    }
  }

  /// The smallest and the largest of `count` values; zeros when there are none.
  @inline(__always)
  private static func extremes(_ values: UnsafePointer<Float>, _ count: Int) -> (Float, Float) {
    guard count > 0 else { return (0, 0) }
    let source = UnsafeRawPointer(values)
    var low = MathLanes(repeating: values[0])
    var high = low
    let lanes = MathLanes.scalarCount
    var i = 0
    while count &- i >= lanes {
      let x = source.lanes(4 &* i, as: MathLanes.self)
      low = low.smaller(x)
      high = high.larger(x)
      i &+= lanes
    }
    var smallest = low[0]
    var largest = high[0]
    var lane = 1
    while lane < lanes {
      if low[lane] < smallest { smallest = low[lane] }
      if largest < high[lane] { largest = high[lane] }
      lane &+= 1
    }
    while i < count {
      if values[i] < smallest { smallest = values[i] }
      if largest < values[i] { largest = values[i] }
      i &+= 1
    }
    return (smallest, largest)
  }

  /// Quantizes `count` values by `round(offset + x * inverse)`, halves away from zero, clamped to `[lower, 127]`.
  @inline(__always)
  private static func quantize(
    _ values: UnsafePointer<Float>, _ count: Int, _ output: UnsafeMutablePointer<Int8>, _ inverse: Float,
    _ offset: Float, lower: Int32
  ) {
    let source = UnsafeRawPointer(values)
    let target = UnsafeMutableRawPointer(output)
    @inline(__always) func four(_ x: SIMD4<Float>) -> SIMD4<Int32> {
      let y = SIMD4<Float>(repeating: offset) + x * SIMD4<Float>(repeating: inverse)
      let sign = unsafeBitCast(y, to: SIMD4<UInt32>.self) & SIMD4<UInt32>(repeating: 0x8000_0000)
      let half = unsafeBitCast(
        sign | SIMD4<UInt32>(repeating: (0.5 as Float).nextDown.bitPattern), to: SIMD4<Float>.self)
      return truncatedToInt32(y + half).bounded(SIMD4<Int32>(repeating: lower), SIMD4<Int32>(repeating: 127))
    }
    var i = 0
    while count &- i >= 4 {
      target.put(SIMD4<Int8>(truncatingIfNeeded: four(source.lanes(4 &* i, as: SIMD4<Float>.self))), i)
      i &+= 4
    }
    if i < count {
      let rest = count &- i
      let y = four(source.lanes(first: rest, 4 &* i, as: SIMD4<Float>.self))
      target.put(first: rest, of: SIMD4<Int8>(truncatingIfNeeded: y), i)
    }
  }

  /// Quantizes `count` values symmetrically to `[-127, 127]`.
  static func quantizeSymmetric(
    _ values: UnsafePointer<Float>, _ count: Int, _ output: UnsafeMutablePointer<Int8>
  ) -> DynamicQuantization.Parameters {
    let (low, high) = extremes(values, count)
    let range = max(abs(low), abs(high))
    quantize(values, count, output, range == 0 ? 0 : 127 / range, 0, lower: -127)
    return DynamicQuantization.symmetric(minimum: low, maximum: high)
  }

  /// Quantizes `count` values asymmetrically to `[-128, 127]`.
  static func quantizeAsymmetric(
    _ values: UnsafePointer<Float>, _ count: Int, _ output: UnsafeMutablePointer<Int8>
  ) -> DynamicQuantization.Parameters {
    let (low, high) = extremes(values, count)
    let parameters = DynamicQuantization.asymmetric(minimum: low, maximum: high)
    let isZero = min(0, low) == max(0, high)
    quantize(
      values, count, output, isZero ? 0 : 1 / parameters.scale, Float(parameters.zeroPoint), lower: -128)
    return parameters
  }
}
