#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Floats to quantized integers and back, a vector at a time; rows end with a partly filled one.

extension VectorKernels {
  /// `round(x / scale) + zeroPoint` within `range`, see `QuantizeKernels.quantize`; to int16 if `isWide`, else to bytes.
  @inline(__always)
  private static func quantize(
    _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange, isWide: Bool
  ) {
    assert(Contract.map(source, output, count, from: 4, to: isWide ? 2 : 1))
    let divisor = Floats(repeating: scale)
    let offset = Ints(repeating: zeroPoint)
    let lower = Ints(repeating: range.lower)
    let upper = Ints(repeating: range.upper)
    @inline(__always) func quantized(_ x: Floats) -> Ints {
      clamped(roundedInts(x / divisor) &+ offset, lower, upper)
    }
    var i = 0
    if !isWide, let quotient = RoundedQuotient(scale, zeroPoint) {
      let bounds = ByteBounds(zeroPoint, range, isSigned: range.lower < 0)
      let packet = ByteBounds.panels &* lanesPerVector
      let width = MemoryLayout<Floats>.size
      while count &- i >= packet {
        let x = source + 4 &* i
        var doubt = Ints()
        let y0 = quotient(x.lanes(0, as: Floats.self), &doubt)
        let y1 = ByteBounds.panels > 1 ? quotient(x.lanes(width, as: Floats.self), &doubt) : y0
        let y2 = ByteBounds.panels > 2 ? quotient(x.lanes(2 &* width, as: Floats.self), &doubt) : y0
        let y3 = ByteBounds.panels > 3 ? quotient(x.lanes(3 &* width, as: Floats.self), &doubt) : y0
        if signBits(doubt | (Ints() &- doubt)) == 0 {
          bounds.store(ByteBounds.panels, y0, y1, y2, y3, output + i, first: packet)
        } else {
          var part = 0
          while part < packet {
            output.put(narrowedBytes(quantized(x.lanes(4 &* part, as: Floats.self))), i &+ part)
            part &+= lanesPerVector
          }
        }
        i &+= packet
      }
    }
    while count &- i >= lanesPerVector {
      let y = quantized(source.lanes(4 &* i, as: Floats.self))
      if isWide { output.put(narrowedShorts(y), 2 &* i) } else { output.put(narrowedBytes(y), i) }
      i &+= lanesPerVector
    }
    let rest = count &- i
    if rest == 0 { return }
    let y = quantized(source.floats(first: rest, 4 &* i))
    if isWide {
      (output + 2 &* i).store(narrowedShorts(y), first: rest)
    } else {
      (output + i).store(narrowedBytes(y), first: rest)
    }
  }

  /// Quantizes to int8 or uint8.
  static func quantizeBytes(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange
  ) { quantize(input, output, count, scale, zeroPoint, range, isWide: false) }

  /// Quantizes to int16.
  static func quantizeShorts(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer, _ count: Int, _ scale: Float, _ zeroPoint: Int32,
    _ range: IntegerRange
  ) { quantize(input, output, count, scale, zeroPoint, range, isWide: true) }

  /// `scale * (q - zeroPoint)`.
  @inline(__always)
  private static func dequantize<Stored: StoredIntegers>(
    _ stored: Stored.Type, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int,
    _ scale: Float, _ zeroPoint: Int32
  ) {
    assert(Contract.map(input, output, count, from: Stored.size, to: 4))
    let target = UnsafeMutableRawPointer(output)
    let factor = Floats(repeating: scale)
    let offset = Ints(repeating: zeroPoint)
    var i = 0
    while count &- i >= lanesPerVector {
      target.put(factor * converted(Stored.load(input, i) &- offset), 4 &* i)
      i &+= lanesPerVector
    }
    let rest = count &- i
    if rest == 0 { return }
    target.putFloats(first: rest, of: factor * converted(Stored.load(first: rest, input, i) &- offset), 4 &* i)
  }

  /// Dequantizes int8.
  static func dequantizeInt8(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) { dequantize(StoredInt8.self, input, output, count, scale, zeroPoint) }

  /// Dequantizes uint8.
  static func dequantizeUInt8(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) { dequantize(StoredUInt8.self, input, output, count, scale, zeroPoint) }

  /// Dequantizes int16.
  static func dequantizeInt16(
    _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float, _ zeroPoint: Int32
  ) { dequantize(StoredInt16.self, input, output, count, scale, zeroPoint) }
}

/// Quotients by one scale, rounded half away from zero, as products with its reciprocal, for results of 8 bits.
///
/// A large float's significand ends with the whole number that was added to it. A product with a little more than the reciprocal
/// and one with a little less enclose the quotient: where both end with the same whole number, it is the quotient's, and no half
/// lies between. Where both are beyond 2^22, the ends that agree are as far out, and bytes saturate. NaN and infinities never
/// agree, since one of the products is negated.
private struct RoundedQuotient {
  private let more: Floats
  /// Negated.
  private let less: Floats
  private let magic: Floats
  private let magicBits: Ints
  private let twiceMagicBits: Ints

  /// Nil for scales whose reciprocal may be no normal number, and zero points that no byte has.
  @inline(__always)
  init?(_ scale: Float, _ zeroPoint: Int32) {
    guard scale > 0x1p-100, scale < 0x1p100, zeroPoint >= -256, zeroPoint <= 256 else { return nil }
    // Quotient, reciprocal, factor, product: each is rounded by 2^-24 at most, all by 2^-22. The margin is twice that.
    more = Floats(repeating: 1 / scale * (1 + 0x1p-21))
    less = Floats(repeating: -1 / scale * (1 - 0x1p-21))
    let unit: Float = 0x1.8p23
    magic = Floats(repeating: unit)
    magicBits = Ints(repeating: Int32(bitPattern: unit.bitPattern))
    twiceMagicBits = Ints(repeating: Int32(bitPattern: unit.bitPattern &<< 1))
  }

  /// - Parameter doubt: lanes become other than 0 where the result may be another one.
  @inline(__always)
  func callAsFunction(_ x: Floats, _ doubt: inout Ints) -> Ints {
    let above = unsafeBitCast(multiplyAdd(x, more, magic), to: Ints.self)
    let below = unsafeBitCast(multiplyAdd(x, less, magic), to: Ints.self)
    doubt = doubt | ((above &+ below) ^ twiceMagicBits)
    return above &- magicBits
  }
}

#endif
