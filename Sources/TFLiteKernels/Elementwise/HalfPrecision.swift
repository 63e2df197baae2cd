/// A 16-bit float format, stored as its bits, computed with in single precision.
package protocol StoredFloat: SendableMetatype {
  /// The value of `bits`, exact.
  static func float(_ bits: UInt16) -> Float
  /// The nearest value to `x`, ties to even.
  static func bits(_ x: Float) -> UInt16
  /// The largest finite value.
  static var largest: Float { get }
}

/// IEEE 754 binary16.
package enum HalfPrecision: StoredFloat {
  package static var largest: Float { 65504 }

  @inline(__always)
  package static func float(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let magnitude = UInt32(bits & 0x7FFF)
    // The exponent's bias is 112 larger; infinities and NaN have the largest one. The unit of a subnormal half is that of
    // numbers from one half on; a float that had its bits would be subnormal itself, for which processors may take zero.
    let bias: UInt32 = magnitude >= 0x7C00 ? 2 * 112 << 23 : 112 << 23
    let small = Float(bitPattern: magnitude | 0x3F00_0000) - 0.5
    let value = magnitude < 0x400 ? small.bitPattern : magnitude << 13 &+ bias
    return Float(bitPattern: sign | value)
  }

  @inline(__always)
  package static func bits(_ x: Float) -> UInt16 {
    let bits = x.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let magnitude = bits & 0x7FFF_FFFF
    let result: UInt32
    if magnitude >= 0x7F80_0000 {
      // A NaN stays one even when the kept bits of its fraction are zero.
      result = magnitude == 0x7F80_0000 ? 0x7C00 : 0x7E00 | (magnitude >> 13 & 0x3FF)
    } else if magnitude >= 0x4780_0000 {
      result = 0x7C00
    } else if magnitude < 0x3880_0000 {
      // Adding one half aligns the unit of the subnormal half with the unit of the sum, which rounds to even.
      let sum = Float(bitPattern: magnitude) + 0.5
      result = sum.bitPattern &- 0x3F00_0000
    } else {
      let rounded = magnitude &+ 0xFFF &+ (magnitude >> 13 & 1)
      result = (rounded >> 13) &- (112 << 10)
    }
    return sign | UInt16(truncatingIfNeeded: result)
  }
}

/// The upper half of IEEE 754 binary32.
package enum BrainFloat: StoredFloat {
  package static var largest: Float { Float(bitPattern: 0x7F7F_0000) }

  @inline(__always)
  package static func float(_ bits: UInt16) -> Float { Float(bitPattern: UInt32(bits) << 16) }

  @inline(__always)
  package static func bits(_ x: Float) -> UInt16 {
    let bits = x.bitPattern
    if bits & 0x7FFF_FFFF > 0x7F80_0000 { return UInt16(truncatingIfNeeded: bits >> 16 & 0x8000 | 0x7FC0) }
    return UInt16(truncatingIfNeeded: (bits &+ 0x7FFF &+ (bits >> 16 & 1)) >> 16)
  }
}
