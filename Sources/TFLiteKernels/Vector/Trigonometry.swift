#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorMath {
  /// Magnitudes of which `sine` and `cosine` are good.
  @inline(__always)
  static var largestAngle: Float { 8192 }

  /// The sine, or the cosine if `isCosine`, of angles up to `largestAngle`; the absolute error is under 1e-7.
  @inline(__always)
  static func sine(_ x: Floats, isCosine: Bool) -> Floats {
    // Adding 1.5 * 2^23 leaves the nearest multiple of a quarter turn in the low bits of the significand.
    let magic = Floats(repeating: 12_582_912)
    let shifted = multiplyAdd(x, Floats(repeating: 0.636619772), magic)
    let n = shifted - magic
    // A quarter turn in three parts: the first two have few enough bits that their products with `n` are exact.
    var r = multiplyAdd(n, Floats(repeating: -1.5703125), x)
    r = multiplyAdd(n, Floats(repeating: -4.837512969970703125e-4), r)
    r = multiplyAdd(n, Floats(repeating: -7.54978995489188216e-8), r)
    let t = r * r
    var s = Floats(repeating: -0.0001951463200384751)
    s = multiplyAdd(s, t, Floats(repeating: 0.008332155644893646))
    s = multiplyAdd(s, t, Floats(repeating: -0.16666655242443085))
    s = multiplyAdd(s * t, r, r)
    var c = Floats(repeating: 2.4437729734927416e-05)
    c = multiplyAdd(c, t, Floats(repeating: -0.001388736185617745))
    c = multiplyAdd(c, t, Floats(repeating: 0.04166664555668831))
    c = multiplyAdd(c, t, Floats(repeating: -0.5))
    c = multiplyAdd(c, t, Floats(repeating: 1))
    let quarters = unsafeBitCast(shifted, to: Ints.self) &+ Ints(repeating: isCosine ? 1 : 0)
    let isOdd = (quarters & Ints(repeating: 1)) .!= Ints()
    let sign = (quarters & Ints(repeating: 2)) &<< Ints(repeating: 30)
    let y = unsafeBitCast(s.replacing(with: c, where: isOdd), to: Ints.self) ^ sign
    return unsafeBitCast(y, to: Floats.self)
  }
}

extension VectorKernels {
  /// The sine, or the cosine if `isCosine`, of `count` values, in place if wanted.
  @inline(__always)
  static func sine(_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, isCosine: Bool) {
    let lanes = lanesPerVector
    // Magnitudes have the order of their bits, NaN behind all.
    let largest = Ints(repeating: Int32(bitPattern: VectorMath.largestAngle.bitPattern))
    var i = 0
    while i < count {
      let rest = min(lanes, count &- i)
      let x = rest == lanes ? input.lanes(4 &* i, as: Floats.self) : input.floats(first: rest, 4 &* i)
      var y = VectorMath.sine(x, isCosine: isCosine)
      if signBits(largest &- unsafeBitCast(VectorMath.magnitude(x), to: Ints.self)) != 0 {
        y = withLargeAngles(x, y, isCosine: isCosine)
      }
      if rest == lanes { output.put(y, 4 &* i) } else { output.putFloats(first: rest, of: y, 4 &* i) }
      i &+= rest
    }
  }

  /// `y` where angles are small, results computed one by one where they are not.
  @inline(never)
  private static func withLargeAngles(_ x: Floats, _ y: Floats, isCosine: Bool) -> Floats {
    var y = y
    var lane = 0
    while lane < lanesPerVector {
      if abs(x[lane]) > VectorMath.largestAngle {
        y[lane] = isCosine ? MathFunctions.cos(x[lane]) : MathFunctions.sin(x[lane])
      }
      lane &+= 1
    }
    return y
  }
}

#endif
