import TFLiteKernels

/// The discrete Fourier transform of a power-of-two length, in double precision (Cooley and Tukey 1965).
struct FourierTransform {
  let length: Int
  /// cos and sin of `-2 pi k / length` for k below half the length, interleaved.
  private let roots: Table<Double>

  /// - Parameter length: a power of two, at most 2^32.
  /// - Throws: `outOfMemory` when the account refuses the table of roots.
  init(length: Int, _ account: MemoryAccount) throws(RuntimeError) {
    self.length = length
    roots = try Self.roots(max(length / 2, 1), of: length, account)
  }

  /// The first `count` roots of one of that order, cos and sin interleaved.
  static func roots(_ count: Int, of order: Int, _ account: MemoryAccount) throws(RuntimeError) -> Table<Double> {
    try Table(2 * count, for: "the roots of a Fourier transform", account) { index in
      let angle = -2 * Double.pi * Double(index / 2) / Double(order)
      return index % 2 == 0 ? MathFunctions.cos(angle) : MathFunctions.sin(angle)
    }
  }

  /// Transforms `length` complex numbers, `stride` complex numbers apart, in place.
  func transform(_ values: UnsafeMutablePointer<Double>, stride: Int = 1) {
    var reversed = 0
    for index in 0..<length {
      if index < reversed {
        for part in 0..<2 {
          let first = 2 &* index &* stride &+ part
          let second = 2 &* reversed &* stride &+ part
          (values[first], values[second]) = (values[second], values[first])
        }
      }
      var bit = length >> 1
      while bit > 0, reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
    }
    let roots = roots.values
    var half = 1
    while half < length {
      let step = length / (2 &* half)
      for start in Swift.stride(from: 0, to: length, by: 2 &* half) {
        for k in 0..<half {
          let upper = 2 &* (start &+ k) &* stride
          let lower = upper &+ 2 &* half &* stride
          let cosine = roots[2 &* k &* step]
          let sine = roots[2 &* k &* step &+ 1]
          let real = values[lower] * cosine - values[lower + 1] * sine
          let imaginary = values[lower] * sine + values[lower + 1] * cosine
          values[lower] = values[upper] - real
          values[lower + 1] = values[upper + 1] - imaginary
          values[upper] += real
          values[upper + 1] += imaginary
        }
      }
      half &*= 2
    }
  }
}

/// The transform of real numbers: the first half of the spectrum, `length / 2 + 1` complex numbers.
struct RealFourierTransform {
  let length: Int
  private let half: FourierTransform
  private let roots: Table<Double>

  /// - Parameter length: a power of two, at most 2^32.
  /// - Throws: `outOfMemory` when the account refuses the tables of roots.
  init(length: Int, _ account: MemoryAccount) throws(RuntimeError) {
    self.length = length
    half = try FourierTransform(length: max(length / 2, 1), account)
    roots = try FourierTransform.roots(length / 2 + 1, of: length, account)
  }

  /// Transforms `length` real numbers in place; there must be room for `length + 2`.
  ///
  /// Even and odd elements are transformed as the parts of one complex sequence and then told apart by symmetry.
  func transform(_ values: UnsafeMutablePointer<Double>) {
    if length == 1 {
      values[1] = 0
      return
    }
    half.transform(values)
    let count = length / 2
    values[2 &* count] = values[0]
    values[2 &* count &+ 1] = values[1]
    for k in 0...count / 2 {
      let (a, b) = (2 &* k, 2 &* (count &- k))
      let evenReal = (values[a] + values[b]) / 2
      let evenImaginary = (values[a + 1] - values[b + 1]) / 2
      let oddReal = (values[a + 1] + values[b + 1]) / 2
      let oddImaginary = (values[b] - values[a]) / 2
      let (cosine, sine) = (roots[a], roots[a + 1])
      let real = oddReal * cosine - oddImaginary * sine
      let imaginary = oddReal * sine + oddImaginary * cosine
      values[a] = evenReal + real
      values[a + 1] = evenImaginary + imaginary
      if a != b {
        values[b] = evenReal - real
        values[b + 1] = imaginary - evenImaginary
      }
    }
  }
}
