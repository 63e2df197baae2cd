extension ReferenceKernels {
  /// Transforms eight real sequences.
  ///
  /// Even and odd elements are transformed as the parts of one complex sequence and then told apart by symmetry.
  package static func transform(_ f: RealFourier) {
    assert(f.validate())
    let count = f.length / 2
    for lane in 0..<8 {
      let spectrum = f.spectrum + lane
      for i in 0..<f.length {
        spectrum[8 &* i] = Double(f.lines[8 &* i &+ lane]) * (f.window?[i] ?? 1)
      }
      transform(spectrum, count, f.roots)
      split(spectrum, count, f.roots)
    }
    if f.result == .spectrum { return }
    for bin in 0...count {
      for lane in 0..<8 {
        let (real, imaginary) = (f.spectrum[16 &* bin &+ lane], f.spectrum[16 &* bin &+ 8 &+ lane])
        if f.result == .powers {
          f.lines[8 &* bin &+ lane] = Float(real * real + imaginary * imaginary)
        } else {
          f.lines[16 &* bin &+ lane] = Float(real)
          f.lines[16 &* bin &+ 8 &+ lane] = Float(imaginary)
        }
      }
    }
  }

  /// Transforms complex columns.
  package static func transform(_ f: ComplexFourier) {
    assert(f.validate())
    for column in 0..<f.columns {
      let room = f.room + column
      for row in 0..<f.length {
        let source = f.source + (row &* f.sourceStride &+ column)
        room[16 &* row] = source[0]
        room[16 &* row &+ 8] = source[f.imaginaryOffset]
      }
      transform(room, f.length, f.roots)
      for row in 0..<f.length {
        let output = f.output + (row &* f.outputStride &+ 2 &* column)
        output[0] = Float(room[16 &* row])
        output[1] = Float(room[16 &* row &+ 8])
      }
    }
  }

  /// Transforms `count` complex numbers in place, all of one lane (Cooley and Tukey 1965).
  private static func transform(_ values: UnsafeMutablePointer<Double>, _ count: Int, _ roots: FourierRoots) {
    var reversed = 0
    for index in 0..<count {
      if index < reversed {
        for part in 0..<2 {
          let (first, second) = (16 &* index &+ 8 &* part, 16 &* reversed &+ 8 &* part)
          (values[first], values[second]) = (values[second], values[first])
        }
      }
      var bit = count >> 1
      while bit > 0, reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
    }
    var half = 1
    while half < count {
      let step = roots.step(ofOrder: 2 &* half)
      for start in stride(from: 0, to: count, by: 2 &* half) {
        for k in 0..<half {
          let (upper, lower) = (16 &* (start &+ k), 16 &* (start &+ k &+ half))
          let (cosine, sine) = (roots.values[2 &* k &* step], roots.values[2 &* k &* step &+ 1])
          let real = values[lower] * cosine - values[lower + 8] * sine
          let imaginary = values[lower] * sine + values[lower + 8] * cosine
          values[lower] = values[upper] - real
          values[lower + 8] = values[upper + 8] - imaginary
          values[upper] += real
          values[upper + 8] += imaginary
        }
      }
      half &*= 2
    }
  }

  /// Makes the spectrum of a real sequence of that of its even and odd elements, of one lane.
  private static func split(_ values: UnsafeMutablePointer<Double>, _ count: Int, _ roots: FourierRoots) {
    values[16 &* count] = values[0]
    values[16 &* count &+ 8] = values[8]
    let step = roots.step(ofOrder: 2 &* count)
    for k in 0...count / 2 {
      let (a, b) = (16 &* k, 16 &* (count &- k))
      let evenReal = (values[a] + values[b]) / 2
      let evenImaginary = (values[a + 8] - values[b + 8]) / 2
      let oddReal = (values[a + 8] + values[b + 8]) / 2
      let oddImaginary = (values[b] - values[a]) / 2
      let (cosine, sine) = (roots.values[2 &* k &* step], roots.values[2 &* k &* step &+ 1])
      let real = oddReal * cosine - oddImaginary * sine
      let imaginary = oddReal * sine + oddImaginary * cosine
      values[a] = evenReal + real
      values[a + 8] = evenImaginary + imaginary
      if a != b {
        values[b] = evenReal - real
        values[b + 8] = imaginary - evenImaginary
      }
    }
  }
}
