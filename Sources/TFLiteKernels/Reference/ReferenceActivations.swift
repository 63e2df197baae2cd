extension ReferenceKernels {
  /// The logistic function of `count` float32 values; above 16.62 it is one, below -9 it is `exp(x)`.
  package static func logistic(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    assert(Contract.map(input, output, count, from: 4, to: 4))
    for i in 0..<count { output[i] = logistic(input[i]) }
  }

  /// The logistic function as TFLite's reference computes it.
  package static func logistic(_ x: Float) -> Float {
    if x > 16.619047164916992188 { return 1 }
    if x < -9 { return MathFunctions.exp(x) }
    return 1 / (1 + MathFunctions.exp(-x))
  }

  /// The hyperbolic tangent of `count` float32 values.
  package static func tanh(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    assert(Contract.map(input, output, count, from: 4, to: 4))
    for i in 0..<count { output[i] = MathFunctions.tanh(input[i]) }
  }

  /// The exponential of `count` float32 values.
  package static func exp(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    assert(Contract.map(input, output, count, from: 4, to: 4))
    for i in 0..<count { output[i] = MathFunctions.exp(input[i]) }
  }

  /// The natural logarithm of `count` float32 values.
  package static func log(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    assert(Contract.map(input, output, count, from: 4, to: 4))
    for i in 0..<count { output[i] = MathFunctions.log(input[i]) }
  }

  /// GELU of `count` float32 values: `x / 2 * erfc(-x / sqrt(2))`.
  package static func gelu(_ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int) {
    assert(Contract.map(input, output, count, from: 4, to: 4))
    for i in 0..<count { output[i] = 0.5 * input[i] * MathFunctions.erfc(input[i] * -0.70710678118654752440) }
  }

  /// The approximation of GELU by tanh, of `count` float32 values.
  package static func geluApproximate(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    assert(Contract.map(input, output, count, from: 4, to: 4))
    let rootOfTwoOverPi: Float = 0.79788456080286535588
    for i in 0..<count {
      let x = input[i]
      output[i] = 0.5 * x * (1 + MathFunctions.tanh(rootOfTwoOverPi * (x + 0.044715 * x * x * x)))
    }
  }

  /// A table look-up of `count` bytes: uint8 by value, int8 by bit pattern.
  package static func lookUp(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ table: UnsafePointer<UInt8>
  ) {
    assert(Contract.map(input, output, count, from: 1, to: 1))
    for i in 0..<count { output[i] = table[Int(input[i])] }
  }

  /// An interpolated look-up of `count` int16 values in a table of 513 entries.
  package static func lookUp(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ count: Int, _ table: UnsafePointer<Int16>
  ) {
    for i in 0..<count { output[i] = LookupTable.value(input[i], table) }
  }

  /// The logistic function of `count` int16 values with an output scale of 2^-15, by the table of
  /// `LookupTable.fillSigmoid`.
  package static func logistic(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ count: Int,
    _ scaling: IntegerActivationScaling, _ table: UnsafePointer<UInt16>
  ) {
    for i in 0..<count {
      let x = scaled(input[i], scaling)
      let magnitude = x.magnitude
      let index = Int(magnitude >> 9)
      var result: UInt32 = 0x7FFF << 10
      if index < 255 {
        let a = UInt32(table[index])
        let b = UInt32(table[index + 1])
        result = (a << 9) &+ (magnitude & 0x1FF) &* (b &- a)
      }
      result = x >= 0 ? result &+ (1 << 9) : (1 << 25) &- result &+ (1 << 9) &- 1
      output[i] = Int16(truncatingIfNeeded: result >> 10)
    }
  }

  /// The hyperbolic tangent of `count` int16 values with an output scale of 2^-15, by the table of
  /// `LookupTable.fillSigmoid`.
  package static func tanh(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ count: Int,
    _ scaling: IntegerActivationScaling, _ table: UnsafePointer<UInt16>
  ) {
    for i in 0..<count {
      let x = scaled(input[i], scaling)
      let magnitude = x.magnitude
      let index = Int(magnitude >> 8)
      var result: Int32 = 0xFFFF << 8
      if index < 255 {
        let a = UInt32(table[index])
        let b = UInt32(table[index + 1])
        result = Int32(bitPattern: (a << 8) &+ (magnitude & 0xFF) &* (b &- a))
      }
      result =
        x >= 0 ? result &- (1 << 23) &+ (1 << 7) : 0 &- result &+ (1 << 23) &+ (1 << 7) &- 1
      output[i] = Int16(truncatingIfNeeded: result >> 8)
    }
  }

  @inline(__always)
  private static func scaled(_ x: Int16, _ scaling: IntegerActivationScaling) -> Int32 {
    if scaling.multiplier == 0 { return Int32(x) &* (3 &<< scaling.shift) }
    let rounding: Int32 = scaling.shift > 0 ? 1 &<< (scaling.shift &- 1) : 0
    return (Int32(x) &* scaling.multiplier &+ rounding) &>> scaling.shift
  }
}
