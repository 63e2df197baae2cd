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
      // By masks, as signs are nothing that a processor could foresee.
      let place = min(index, 254)
      let a = UInt32(table[place])
      let b = UInt32(table[place + 1])
      let isBeyond = UInt32(truncatingIfNeeded: (254 &- index) &>> 63)
      let inside = (a << 9) &+ (magnitude & 0x1FF) &* (b &- a)
      let result = (inside & ~isBeyond) | (0x7FFF << 10 & isBeyond)
      let sign = UInt32(bitPattern: x &>> 31)
      let signed = ((result ^ sign) &- sign) &+ ((1 << 25 &- 1) & sign) &+ (1 << 9)
      output[i] = Int16(truncatingIfNeeded: signed >> 10)
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
      let place = min(index, 254)
      let a = UInt32(table[place])
      let b = UInt32(table[place + 1])
      let isBeyond = UInt32(truncatingIfNeeded: (254 &- index) &>> 63)
      let inside = (a << 8) &+ (magnitude & 0xFF) &* (b &- a)
      let result = Int32(bitPattern: (inside & ~isBeyond) | (0xFFFF << 8 & isBeyond)) &- (1 << 23)
      let sign = x &>> 31
      // One less for negative values: the opposite but for its last bit.
      output[i] = Int16(truncatingIfNeeded: ((result ^ sign) &+ (1 << 7)) >> 8)
    }
  }

  @inline(__always)
  private static func scaled(_ x: Int16, _ scaling: IntegerActivationScaling) -> Int32 {
    if scaling.multiplier == 0 { return Int32(x) &* (3 &<< scaling.shift) }
    let rounding: Int32 = scaling.shift > 0 ? 1 &<< (scaling.shift &- 1) : 0
    return (Int32(x) &* scaling.multiplier &+ rounding) &>> scaling.shift
  }
}
