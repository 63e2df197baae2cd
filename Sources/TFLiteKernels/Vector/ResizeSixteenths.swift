#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Bilinear interpolation of bytes at distances of whole sixteenths, as images that grow by two, four or eight have: 256ths of
// a byte are whole numbers of 16 bits, on which integers and floats agree. Registers of 16 bytes, since pixels often have no
// more channels.

private typealias SixteenBytes = SIMD16<Int8>
private typealias EightShorts = SIMD8<Int16>

/// The even and the odd bytes of a register as numbers of 16 bits, times a weight or sums of such.
private struct AlternateBytes {
  private let even: EightShorts
  private let odd: EightShorts

  @inline(__always)
  private init(_ even: EightShorts, _ odd: EightShorts) {
    self.even = even
    self.odd = odd
  }

  /// A register of bytes, not weighted.
  @inline(__always)
  init(_ bytes: SixteenBytes, isSigned: Bool) {
    let eight = EightShorts(repeating: 8)
    let pairs = unsafeBitCast(bytes, to: EightShorts.self)
    if isSigned {
      even = (pairs &<< eight) &>> eight
      odd = pairs &>> eight
    } else {
      even = pairs & 0xFF
      odd = (pairs &>> eight) & 0xFF
    }
  }

  @inline(__always)
  static func * (a: Self, weight: EightShorts) -> Self { Self(a.even &* weight, a.odd &* weight) }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.even &+ b.even, a.odd &+ b.odd) }

  /// Sums of 256ths as bytes: signed ones rounded half away from zero, others half up.
  @inline(__always)
  func bytes(isSigned: Bool) -> SixteenBytes {
    @inline(__always) func raised(_ sum: EightShorts) -> EightShorts {
      let half = EightShorts(repeating: 128)
      return sum &+ (isSigned ? half &+ (sum &>> EightShorts(repeating: 15)) : half)
    }
    let low = (raised(even) &>> EightShorts(repeating: 8)) & 0xFF
    return unsafeBitCast(low | (raised(odd) & -256), to: SixteenBytes.self)
  }
}

/// The weights of the two between which a point lies, in sixteenths. Where both are the same, one may be negative and products
/// exceed 16 bits, but not their sum.
private struct Sixteenths {
  let lower: EightShorts
  let upper: EightShorts

  /// Nil for other distances.
  @inline(__always)
  init?(_ point: InterpolationPoint, isSigned: Bool) {
    guard let count = isSigned ? point.fixedSixteenths : point.sixteenths else { return nil }
    upper = EightShorts(repeating: count)
    lower = EightShorts(repeating: 16 &- count)
  }
}

extension VectorKernels {
  /// A line of bytes; false, and nothing done, where pixels do not fill a register or lie elsewhere.
  @inline(__always)
  private static func interpolateSixteenths(_ line: InterpolatedLine, isSigned: Bool) -> Bool {
    let depth = line.depth
    guard depth >= SixteenBytes.scalarCount, let columns = line.columns.baseAddress,
      let row = Sixteenths(line.row, isSigned: isSigned)
    else { return false }
    for column in line.columns where (isSigned ? column.fixedSixteenths : column.sixteenths) == nil { return false }
    @inline(__always)
    func between(_ offset: Int) -> AlternateBytes {
      AlternateBytes(line.upper.lanes(offset, as: SixteenBytes.self), isSigned: isSigned) * row.lower
        + AlternateBytes(line.lower.lanes(offset, as: SixteenBytes.self), isSigned: isSigned) * row.upper
    }
    var output = line.output
    var index = 0
    while index < line.columns.count {
      let (end, upper) = run(of: line.columns, from: index)
      var next = 0
      while next < depth {
        let channel = min(next, depth &- SixteenBytes.scalarCount)
        let left = between(columns[index].lower &* depth &+ channel)
        let right = between(upper &* depth &+ channel)
        var target = output + channel
        var pixel = index
        while pixel < end {
          if let column = Sixteenths(columns[pixel], isSigned: isSigned) {
            target.put((left * column.lower + right * column.upper).bytes(isSigned: isSigned), 0)
          }
          target += depth
          pixel &+= 1
        }
        next &+= SixteenBytes.scalarCount
      }
      output += (end &- index) &* depth
      index = end
    }
    return true
  }

  /// A line of int8; false, and nothing done, where this is not the faster way.
  @inline(never)
  static func interpolateSixteenthsInt8(_ line: InterpolatedLine) -> Bool {
    interpolateSixteenths(line, isSigned: true)
  }

  /// A line of uint8; false, and nothing done, where this is not the faster way.
  @inline(never)
  static func interpolateSixteenthsUInt8(_ line: InterpolatedLine) -> Bool {
    interpolateSixteenths(line, isSigned: false)
  }
}

#endif
