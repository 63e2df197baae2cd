/// The conversion of reals to quantized values and back.
package enum QuantizeKernels {
  /// `round(x / scale) + zeroPoint`, halves away from zero, within `range`.
  ///
  /// Quotients outside 32 bits, and NaN, convert to `Int32.min` before the zero point is added, as on x86.
  package static func quantize<T: FixedWidthInteger & SIMDScalar & BitwiseCopyable>(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<T>, _ count: Int, scale: Float, zeroPoint: Int32,
    _ range: IntegerRange
  ) {
    assert(Contract.map(input, output, count, from: 4, to: MemoryLayout<T>.stride))
    let whole = count & ~7
    for i in stride(from: 0, to: whole, by: 8) {
      let x = UnsafeRawPointer(input + i).loadUnaligned(as: SIMD8<Float>.self)
      let rounded = roundedToInt32(x / scale) &+ SIMD8(repeating: zeroPoint)
      let result: SIMD8<T> = QuantizedSteps.narrow(rounded, range)
      UnsafeMutableRawPointer(output + i).storeBytes(of: result, as: SIMD8<T>.self)
    }
    for i in whole..<count {
      output[i] = T(truncatingIfNeeded: quantize(input[i], scale: scale, zeroPoint: zeroPoint, range))
    }
  }

  /// One value quantized.
  @inline(__always)
  package static func quantize(_ x: Float, scale: Float, zeroPoint: Int32, _ range: IntegerRange) -> Int32 {
    range.clamp(MathFunctions.truncatedToInt32(MathFunctions.round(x / scale)) &+ zeroPoint)
  }

  /// Rounding half away from zero by exact float operations, then the bits of a sum whose unit is one.
  @inline(__always)
  private static func roundedToInt32(_ x: SIMD8<Float>) -> SIMD8<Int32> {
    let sign = unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x8000_0000
    let magnitude = unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
    let nearest = (magnitude + 0x1p23) - 0x1p23
    let away = nearest.replacing(with: nearest + 1, where: magnitude - nearest .== 0.5)
    // Quotients of 2^22 and more saturate every output type just as 2^22 does.
    let limit = SIMD8<Float>(repeating: 0x1p22)
    let limited = away.replacing(with: limit, where: away .> limit)
    let signed = unsafeBitCast(unsafeBitCast(limited, to: SIMD8<UInt32>.self) | sign, to: SIMD8<Float>.self)
    let integers =
      unsafeBitCast(signed + 0x1.8p23, to: SIMD8<Int32>.self) &- SIMD8(repeating: Int32(bitPattern: 0x4B40_0000))
    let fits = magnitude .< 0x1p31
    return SIMD8<Int32>(repeating: Int32.min).replacing(with: integers, where: fits)
  }

  /// `scale * (q - zeroPoint)`.
  package static func dequantize<T: FixedWidthInteger & SIMDScalar & BitwiseCopyable>(
    _ input: UnsafePointer<T>, _ output: UnsafeMutablePointer<Float>, _ count: Int, scale: Float, zeroPoint: Int32
  ) {
    assert(Contract.map(input, output, count, from: MemoryLayout<T>.stride, to: 4))
    for i in 0..<count { output[i] = scale * Float(Int32(truncatingIfNeeded: input[i]) &- zeroPoint) }
  }
}

/// Integers of less than a byte, the first one in the low bits.
package enum NarrowIntegers {
  /// Element `index` of packed integers of `bits` bits.
  @inline(__always)
  package static func value(_ bytes: UnsafePointer<UInt8>, _ index: Int, bits: Int, isSigned: Bool) -> Int32 {
    let perByte = 8 / bits
    let shifted = bytes[index / perByte] >> UInt8(truncatingIfNeeded: index % perByte * bits)
    let left = UInt8(truncatingIfNeeded: 8 - bits)
    let aligned = shifted << left
    return isSigned ? Int32(Int8(bitPattern: aligned) >> Int8(truncatingIfNeeded: left)) : Int32(aligned >> left)
  }

  /// Writes `count` integers of `bits` bits, whole bytes at once; `element` gives the values.
  package static func pack(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, bits: Int, _ element: (Int) -> Int32
  ) {
    let perByte = 8 / bits
    let mask = Int32((1 << bits) - 1)
    var index = 0
    while index < count {
      var byte: Int32 = 0
      for part in 0..<min(perByte, count - index) {
        byte |= (element(index + part) & mask) << Int32(truncatingIfNeeded: part * bits)
      }
      bytes[index / perByte] = UInt8(truncatingIfNeeded: byte)
      index += perByte
    }
  }
}
