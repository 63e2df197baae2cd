/// Tables that replace a function of one quantized value.
package enum LookupTable {
  /// The entries of a table for 8-bit inputs.
  package static let count8 = 256
  /// The entries of a table for 16-bit inputs: the high 9 bits index it, the low 7 interpolate.
  package static let count16 = 513

  /// Fills the 256 entries of a table from uint8 to uint8, indexed by the input.
  package static func fill(
    _ table: UnsafeMutablePointer<UInt8>, inputScale: Float, inputZeroPoint: Int32, outputScale: Float,
    outputZeroPoint: Int32, _ function: (Float) -> Float
  ) {
    let inverse = 1 / outputScale
    for value in Int32(0)...255 {
      let result = entry(value, inputScale, inputZeroPoint, inverse, outputZeroPoint, function)
      table[Int(value)] = UInt8(truncatingIfNeeded: max(min(255, result), 0))
    }
  }

  /// Fills the 256 entries of a table from int8 to int8, indexed by the input's bit pattern.
  package static func fill(
    _ table: UnsafeMutablePointer<Int8>, inputScale: Float, inputZeroPoint: Int32, outputScale: Float,
    outputZeroPoint: Int32, _ function: (Float) -> Float
  ) {
    let inverse = 1 / outputScale
    for value in Int32(-128)...127 {
      let result = entry(value, inputScale, inputZeroPoint, inverse, outputZeroPoint, function)
      table[Int(UInt8(truncatingIfNeeded: value))] = Int8(truncatingIfNeeded: max(min(127, result), -128))
    }
  }

  private static func entry(
    _ value: Int32, _ inputScale: Float, _ inputZeroPoint: Int32, _ inverse: Float, _ outputZeroPoint: Int32,
    _ function: (Float) -> Float
  ) -> Int32 {
    let real = inputScale * Float(value &- inputZeroPoint)
    let rescaled = MathFunctions.round(function(real) * inverse)
    let shifted = rescaled + Float(outputZeroPoint)
    return shifted >= 2_147_483_648 ? Int32.max : MathFunctions.truncatedToInt32(shifted)
  }

  /// Fills the 513 entries of a table from int16 to int16, each corrected by half the error at the middle of its step.
  package static func fill(
    _ table: UnsafeMutablePointer<Int16>, inputScale: Float, inputZeroPoint: Int32, outputScale: Float,
    outputZeroPoint: Int32, _ function: (Float) -> Float
  ) {
    let inputMinimum = inputScale * Float(-32768 &- inputZeroPoint)
    let inputMaximum = inputScale * Float(32767 &- inputZeroPoint)
    let outputMinimum = outputScale * Float(-32768 &- outputZeroPoint)
    let outputMaximum = outputScale * Float(32767 &- outputZeroPoint)
    let step = (inputMaximum - inputMinimum) / 512
    let halfStep = step / 2
    let scaling = 65536 / (outputMaximum - outputMinimum)
    for i in 0..<512 {
      let x = inputMinimum + Float(i) * step
      let sample = MathFunctions.round(function(x) * scaling)
      let next = function(inputMinimum + Float(i + 1) * step) * scaling
      let interpolated = MathFunctions.round((next + sample) / 2)
      let midpoint = MathFunctions.round(function(x + halfStep) * scaling)
      let bias = MathFunctions.round((interpolated - midpoint) / 2)
      table[i] = saturated(Double(sample - bias))
    }
    table[512] = saturated(Double(MathFunctions.round(function(inputMaximum) * scaling)))
  }

  /// Fills the 513 entries of a table from int16 to int16 in double precision, as softmax needs.
  package static func fill(
    _ table: UnsafeMutablePointer<Int16>, inputScale: Double, inputZeroPoint: Int32, outputScale: Double,
    outputZeroPoint: Int32, _ function: (Double) -> Double
  ) {
    let inputMinimum = inputScale * Double(-32768 &- inputZeroPoint)
    let inputMaximum = inputScale * Double(32767 &- inputZeroPoint)
    let outputMinimum = outputScale * Double(-32768 &- outputZeroPoint)
    let outputMaximum = outputScale * Double(32767 &- outputZeroPoint)
    let step = (inputMaximum - inputMinimum) / 512
    let halfStep = step / 2
    let scaling = 65536 / (outputMaximum - outputMinimum)
    for i in 0..<512 {
      let x = inputMinimum + Double(i) * step
      let sample = MathFunctions.round(function(x) * scaling)
      let next = function(inputMinimum + Double(i + 1) * step) * scaling
      let interpolated = MathFunctions.round((next + sample) / 2)
      let midpoint = MathFunctions.round(function(x + halfStep) * scaling)
      let bias = MathFunctions.round((interpolated - midpoint) / 2)
      table[i] = saturated(sample - bias)
    }
    table[512] = saturated(MathFunctions.round(function(inputMaximum) * scaling))
  }

  /// Fills the two tables of int16 softmax: `exp(x)` on `[-10, 0]` and `1 / (1 + x)` on `[0, 1]`, 513 entries each.
  package static func fillSoftmax(
    exponential: UnsafeMutablePointer<Int16>, reciprocal: UnsafeMutablePointer<Int16>
  ) {
    let range = 65535.0
    fill(exponential, inputScale: 10 / range, inputZeroPoint: 32767, outputScale: 2 / range, outputZeroPoint: 0) {
      MathFunctions.exp($0)
    }
    fill(reciprocal, inputScale: 1 / range, inputZeroPoint: -32768, outputScale: 2 / range, outputZeroPoint: 0) {
      1 / (1 + $0)
    }
  }

  /// Fills the 256 entries of the table behind int16 logistic and tanh: `65536 / (1 + exp(-i / 24))`.
  ///
  /// TFLite's table exceeds the rounded value by one where a bit of `excess` is set.
  package static func fillSigmoid(_ table: UnsafeMutablePointer<UInt16>) {
    let excess: SIMD4<UInt64> = [
      0xC046_7BAE_FA7B_D110, 0x0011_0090_2044_0005, 0x0000_0000_0000_0080, 0x8000_0000_0000_0000,
    ]
    for i in 0..<256 {
      let exact = MathFunctions.round(65536 / (1 + MathFunctions.exp(Double(-i) / 24)))
      table[i] = UInt16(truncatingIfNeeded: Int(exact) + Int(excess[i / 64] >> UInt64(i % 64) & 1))
    }
  }

  /// The value of a 513-entry table at `x`, interpolated.
  @inline(__always)
  package static func value(_ x: Int16, _ table: UnsafePointer<Int16>) -> Int16 {
    let index = 256 &+ Int(x >> 7)
    let offset = Int32(x & 0x7F)
    let base = table[index]
    let slope = table[index &+ 1] &- base
    let delta = (Int32(slope) &* offset &+ 64) >> 7
    return Int16(truncatingIfNeeded: Int32(base) &+ delta)
  }

  private static func saturated(_ x: Double) -> Int16 {
    // NaN passes C's max and min unchanged and then converts to the indefinite integer, whose low half is zero.
    Int16(truncatingIfNeeded: MathFunctions.truncatedToInt32(x < -32768 ? -32768 : (32767 < x ? 32767 : x)))
  }
}
