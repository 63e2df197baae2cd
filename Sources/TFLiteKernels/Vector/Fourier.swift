#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Fourier transforms of eight sequences side by side (Cooley and Tukey 1965). Element k of all of them is 128 bytes: eight real
// parts, then the eight imaginary parts. The first pass reads elements in the order of reversed bits and does two or three
// stages, whose roots are trivial; each pass after it does two.

extension VectorKernels {
  /// Transforms eight real sequences: their even and odd elements as the parts of complex ones, which symmetry tells apart.
  static func transform(_ f: RealFourier) {
    assert(f.validate())
    let count = f.length / 2
    let spectrum = UnsafeMutableRawPointer(f.spectrum)
    let lines = UnsafeMutableRawPointer(f.lines)
    if let window = f.window {
      begin(WindowedLines(lines: UnsafeRawPointer(lines), window: UnsafeRawPointer(window)), spectrum, count)
    } else {
      begin(RealLines(lines: UnsafeRawPointer(lines)), spectrum, count)
    }
    finish(spectrum, count, f.roots)
    switch f.result {
    case .spectrum: split(spectrum, count, f.roots, SpectrumLines(lines: spectrum))
    case .complex: split(spectrum, count, f.roots, ComplexLines(lines: lines))
    case .powers: split(spectrum, count, f.roots, PowerLines(lines: lines))
    }
  }

  /// Transforms complex columns.
  static func transform(_ f: ComplexFourier) {
    assert(f.validate())
    let room = UnsafeMutableRawPointer(f.room)
    let source = MatrixColumns(
      source: UnsafeRawPointer(f.source), imaginary: 8 &* f.imaginaryOffset, stride: 8 &* f.sourceStride)
    begin(source, room, f.length)
    finish(room, f.length, f.roots)
    let stride = 4 &* f.outputStride
    var output = UnsafeMutableRawPointer(f.output)
    var element = UnsafeRawPointer(room)
    var row = 0
    while row < f.length {
      let real = element.lanes(0, as: SIMD8<Double>.self).narrowed
      let imaginary = element.lanes(64, as: SIMD8<Double>.self).narrowed
      var pairs = SIMD16<Float>()
      pairs.evenHalf = real
      pairs.oddHalf = imaginary
      if f.columns == 8 { output.put(pairs, 0) } else { output.putFirst(2 &* f.columns, of: pairs, 0) }
      element += 128
      output += stride
      row &+= 1
    }
  }

  /// The first stages: three where their number is odd, else two.
  @inline(__always)
  private static func begin<Source: FourierSource>(
    _ source: Source, _ room: UnsafeMutableRawPointer, _ count: Int
  ) {
    if count <= 2 { return beginShort(source, room, count) }
    let quarter = count / 4
    if count.trailingZeroBitCount & 1 == 0 {
      var target = room
      var first = 0
      var group = 0
      while group < quarter {
        each { lane in
          FourOfSequence(
            source.load(first, lane), source.load(first &+ 2 &* quarter, lane), source.load(first &+ quarter, lane),
            source.load(first &+ 3 &* quarter, lane)
          ).store(target, lane, 128)
        }
        target += 512
        first = next(first, quarter)
        group &+= 1
      }
      return
    }
    let eighth = count / 8
    var target = room
    var first = 0
    var group = 0
    while group < eighth {
      each { lane in
        let even = FourOfSequence(
          source.load(first, lane), source.load(first &+ 4 &* eighth, lane), source.load(first &+ 2 &* eighth, lane),
          source.load(first &+ 6 &* eighth, lane))
        let odd = FourOfSequence(
          source.load(first &+ eighth, lane), source.load(first &+ 5 &* eighth, lane),
          source.load(first &+ 3 &* eighth, lane), source.load(first &+ 7 &* eighth, lane)
        ).turnedByEighths
        FourOfSequence(sums: even, odd).store(target, lane, 128)
        FourOfSequence(differences: even, odd).store(target + 512, lane, 128)
      }
      target += 1024
      first = next(first, eighth)
      group &+= 1
    }
  }

  /// One or two elements.
  private static func beginShort<Source: FourierSource>(
    _ source: Source, _ room: UnsafeMutableRawPointer, _ count: Int
  ) {
    each { lane in
      let a = source.load(0, lane)
      if count == 1 { return a.store(room, lane) }
      let b = source.load(1, lane)
      (a + b).store(room, lane)
      (a - b).store(room + 128, lane)
    }
  }

  /// The number that follows one below `count`, a power of two, in the order of reversed bits.
  @inline(__always)
  private static func next(_ number: Int, _ count: Int) -> Int {
    var reversed = number
    var bit = count &>> 1
    while reversed & bit != 0 {
      reversed ^= bit
      bit &>>= 1
    }
    return reversed | bit
  }

  /// The stages after the first ones, two at a time.
  private static func finish(_ room: UnsafeMutableRawPointer, _ count: Int, _ roots: FourierRoots) {
    var half = count.trailingZeroBitCount & 1 == 0 ? 4 : 8
    let table = UnsafeRawPointer(roots.values)
    while half < count {
      // Bytes from one root to the next of the order that four parts have together.
      let step = 16 &* roots.step(ofOrder: 4 &* half)
      let distance = 128 &* half
      var part = room
      var start = 0
      while start < count {
        var target = part
        var place = 0
        var k = 0
        while k < half {
          let first = FourierRoot(table, 2 &* place)
          let second = FourierRoot(table, place)
          let third = FourierRoot(table, 3 &* place)
          each { lane in
            let source = UnsafeRawPointer(target)
            let four = FourOfSequence(
              ComplexLane(source, lane), ComplexLane(source + distance, lane) * first,
              ComplexLane(source + 2 &* distance, lane) * second, ComplexLane(source + 3 &* distance, lane) * third)
            four.store(target, lane, distance)
          }
          target += 128
          place &+= step
          k &+= 1
        }
        part += 4 &* distance
        start &+= 4 &* half
      }
      half &*= 4
    }
  }

  /// Makes the first halves of spectra of real sequences of those of their even and odd elements. Each is stored when both are
  /// read that lie there and at the other end.
  @inline(__always)
  private static func split<Target: FourierTarget>(
    _ spectrum: UnsafeMutableRawPointer, _ count: Int, _ roots: FourierRoots, _ target: Target
  ) {
    let source = UnsafeRawPointer(spectrum)
    each { lane in
      let x = ComplexLane(source, lane)
      target.store(ComplexLane(x.real + x.imaginary, Doubles()), 0, lane)
      target.store(ComplexLane(x.real - x.imaginary, Doubles()), count, lane)
    }
    let table = UnsafeRawPointer(roots.values)
    let step = 16 &* roots.step(ofOrder: 2 &* count)
    let half = Doubles(repeating: 0.5)
    var k = 1
    while k <= count / 2 {
      let root = FourierRoot(table, k &* step)
      let other = count &- k
      each { lane in
        let a = ComplexLane(source + 128 &* k, lane)
        let b = ComplexLane(source + 128 &* other, lane)
        let even = ComplexLane((a.real + b.real) * half, (a.imaginary - b.imaginary) * half)
        let odd = ComplexLane((a.imaginary + b.imaginary) * half, (b.real - a.real) * half) * root
        target.store(ComplexLane(even.real - odd.real, odd.imaginary - even.imaginary), other, lane)
        target.store(even + odd, k, lane)
      }
      k &+= 1
    }
  }

  /// Calls `body` with the first lane of each register of a line.
  @inline(__always)
  private static func each(_ body: (Int) -> Void) {
    var lane = 0
    while lane < 8 {
      body(lane)
      lane &+= Doubles.scalarCount
    }
  }
}

/// A root of unity, in all lanes.
private struct FourierRoot {
  let cosine: Doubles
  let sine: Doubles

  @inline(__always)
  init(_ table: UnsafeRawPointer, _ offset: Int) {
    cosine = Doubles(repeating: table.load(fromByteOffset: offset, as: Double.self))
    sine = Doubles(repeating: table.load(fromByteOffset: offset &+ 8, as: Double.self))
  }
}

/// One complex number of as many sequences as a register has lanes.
private struct ComplexLane {
  let real: Doubles
  let imaginary: Doubles

  @inline(__always)
  init(_ real: Doubles, _ imaginary: Doubles) {
    self.real = real
    self.imaginary = imaginary
  }

  /// Those of an element from `lane` on.
  @inline(__always)
  init(_ element: UnsafeRawPointer, _ lane: Int) {
    real = element.lanes(8 &* lane, as: Doubles.self)
    imaginary = element.lanes(8 &* lane &+ 64, as: Doubles.self)
  }

  @inline(__always)
  func store(_ element: UnsafeMutableRawPointer, _ lane: Int) {
    element.put(real, 8 &* lane)
    element.put(imaginary, 8 &* lane &+ 64)
  }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.real + b.real, a.imaginary + b.imaginary) }
  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.real - b.real, a.imaginary - b.imaginary) }
  @inline(__always)
  static func * (a: Self, b: FourierRoot) -> Self {
    Self(
      multiplyAdd(negated: a.imaginary, b.sine, a.real * b.cosine),
      multiplyAdd(a.imaginary, b.cosine, a.real * b.sine))
  }
  /// The sum with the product with `-i`.
  @inline(__always)
  func minusTurned(_ a: Self) -> Self { Self(real + a.imaginary, imaginary - a.real) }
  /// The sum with the product with `i`.
  @inline(__always)
  func plusTurned(_ a: Self) -> Self { Self(real - a.imaginary, imaginary + a.real) }
}

/// Four elements of sequences.
private struct FourOfSequence {
  let v0: ComplexLane
  let v1: ComplexLane
  let v2: ComplexLane
  let v3: ComplexLane

  /// The transform of four numbers in the order of reversed bits.
  @inline(__always)
  init(_ a: ComplexLane, _ b: ComplexLane, _ c: ComplexLane, _ d: ComplexLane) {
    let (x, y) = (a + b, a - b)
    let (z, w) = (c + d, c - d)
    v0 = x + z
    v1 = y.minusTurned(w)
    v2 = x - z
    v3 = y.plusTurned(w)
  }

  @inline(__always)
  init(sums a: Self, _ b: Self) {
    v0 = a.v0 + b.v0
    v1 = a.v1 + b.v1
    v2 = a.v2 + b.v2
    v3 = a.v3 + b.v3
  }

  @inline(__always)
  init(differences a: Self, _ b: Self) {
    v0 = a.v0 - b.v0
    v1 = a.v1 - b.v1
    v2 = a.v2 - b.v2
    v3 = a.v3 - b.v3
  }

  @inline(__always)
  private init(_ turned: Self) {
    let root = Doubles(repeating: 0.7071067811865476)
    v0 = turned.v0
    v1 = ComplexLane(
      (turned.v1.real + turned.v1.imaginary) * root, (turned.v1.imaginary - turned.v1.real) * root)
    v2 = ComplexLane(turned.v2.imaginary, -turned.v2.real)
    v3 = ComplexLane(
      (turned.v3.imaginary - turned.v3.real) * root, -(turned.v3.real + turned.v3.imaginary) * root)
  }

  /// Element k times the k-th root of order 8.
  @inline(__always)
  var turnedByEighths: Self { Self(self) }

  /// - Parameter distance: bytes from element to element.
  @inline(__always)
  func store(_ target: UnsafeMutableRawPointer, _ lane: Int, _ distance: Int) {
    v0.store(target, lane)
    v1.store(target + distance, lane)
    v2.store(target + 2 &* distance, lane)
    v3.store(target + 3 &* distance, lane)
  }
}

/// Where a transform reads sequences.
private protocol FourierSource {
  /// Element `index` of the sequences from `lane` on.
  func load(_ index: Int, _ lane: Int) -> ComplexLane
}

/// Real sequences, two elements of which are a complex number.
private struct RealLines: FourierSource {
  let lines: UnsafeRawPointer

  @inline(__always)
  func load(_ index: Int, _ lane: Int) -> ComplexLane {
    let offset = 64 &* index &+ 4 &* lane
    return ComplexLane(Doubles(floats: lines, offset), Doubles(floats: lines, offset &+ 32))
  }
}

/// The same, multiplied by a window.
private struct WindowedLines: FourierSource {
  let lines: UnsafeRawPointer
  let window: UnsafeRawPointer

  @inline(__always)
  func load(_ index: Int, _ lane: Int) -> ComplexLane {
    let offset = 64 &* index &+ 4 &* lane
    let (first, second) = (
      window.load(fromByteOffset: 16 &* index, as: Double.self),
      window.load(fromByteOffset: 16 &* index &+ 8, as: Double.self)
    )
    return ComplexLane(
      Doubles(floats: lines, offset) * Doubles(repeating: first),
      Doubles(floats: lines, offset &+ 32) * Doubles(repeating: second))
  }
}

/// Columns of a matrix; offsets are in bytes.
private struct MatrixColumns: FourierSource {
  let source: UnsafeRawPointer
  let imaginary: Int
  let stride: Int

  @inline(__always)
  func load(_ index: Int, _ lane: Int) -> ComplexLane {
    let offset = stride &* index &+ 8 &* lane
    return ComplexLane(source.lanes(offset, as: Doubles.self), source.lanes(offset &+ imaginary, as: Doubles.self))
  }
}

/// Where spectra go.
private protocol FourierTarget {
  func store(_ value: ComplexLane, _ bin: Int, _ lane: Int)
}

private struct SpectrumLines: FourierTarget {
  let lines: UnsafeMutableRawPointer

  @inline(__always)
  func store(_ value: ComplexLane, _ bin: Int, _ lane: Int) { value.store(lines + 128 &* bin, lane) }
}

private struct ComplexLines: FourierTarget {
  let lines: UnsafeMutableRawPointer

  @inline(__always)
  func store(_ value: ComplexLane, _ bin: Int, _ lane: Int) {
    let offset = 64 &* bin &+ 4 &* lane
    lines.put(value.real.narrowed, offset)
    lines.put(value.imaginary.narrowed, offset &+ 32)
  }
}

private struct PowerLines: FourierTarget {
  let lines: UnsafeMutableRawPointer

  @inline(__always)
  func store(_ value: ComplexLane, _ bin: Int, _ lane: Int) {
    lines.put((value.real * value.real + value.imaginary * value.imaginary).narrowed, 32 &* bin &+ 4 &* lane)
  }
}

#endif
