import TFLiteKernels

extension RealFourierTransform {
  /// Sequences that are transformed one at a time where no more are left.
  static let fewest = 4
  /// The eighths of these sequences have two elements.
  static let leastDivided = 16

  /// Transforms one sequence as eight, each of which has every eighth of its elements.
  /// - Parameters:
  ///   - eighths: what transforms them: lines that hold the sequence, 16 elements at least, and the form of the result.
  ///   - put: takes each number of the first half of the spectrum, some of them twice.
  @inline(__always)
  func combine(
    _ eighths: RealFourier, _ put: (_ bin: Int, _ real: Double, _ imaginary: Double) -> Void
  ) {
    let size = eighths.length
    let step = eighths.roots.step(ofOrder: 8 &* size)
    for k in 0...size / 2 {
      let element = UnsafePointer(eighths.spectrum) + 16 &* k
      let root = eighths.roots.values
      @inline(__always) func turned(_ lane: Int) -> Number {
        let place = 2 &* lane &* k &* step
        let (cosine, sine) = (root[place], root[place &+ 1])
        let (real, imaginary) = (element[lane], element[lane &+ 8])
        return Number(real * cosine - imaginary * sine, real * sine + imaginary * cosine)
      }
      let even = Four(Number(element[0], element[8]), turned(2), turned(4), turned(6))
      let odd = Four(turned(1), turned(3), turned(5), turned(7))
      let factor = 0.7071067811865476
      let (b, c, d) = (odd.v1, odd.v2, odd.v3)
      let first = Number((b.real + b.imaginary) * factor, (b.imaginary - b.real) * factor)
      let third = Number((d.imaginary - d.real) * factor, -(d.real + d.imaginary) * factor)
      @inline(__always) func putPair(_ quarter: Int, _ a: Number, _ b: Number) {
        let (sum, difference) = (a + b, a - b)
        put((4 &- quarter) &* size &- k, difference.real, -difference.imaginary)
        put(quarter &* size &+ k, sum.real, sum.imaginary)
      }
      putPair(0, even.v0, odd.v0)
      putPair(1, even.v1, first)
      putPair(2, even.v2, Number(c.imaginary, -c.real))
      putPair(3, even.v3, third)
    }
  }
}

/// A complex number.
private struct Number {
  let real: Double
  let imaginary: Double

  @inline(__always)
  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.real + b.real, a.imaginary + b.imaginary) }
  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.real - b.real, a.imaginary - b.imaginary) }
}

/// The spectrum of four numbers.
private struct Four {
  let v0: Number
  let v1: Number
  let v2: Number
  let v3: Number

  @inline(__always)
  init(_ a: Number, _ b: Number, _ c: Number, _ d: Number) {
    let (x, y) = (a + c, a - c)
    let (z, w) = (b + d, b - d)
    v0 = x + z
    v1 = Number(y.real + w.imaginary, y.imaginary - w.real)
    v2 = x - z
    v3 = Number(y.real - w.imaginary, y.imaginary + w.real)
  }
}
