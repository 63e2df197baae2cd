#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// A row times a matrix that is read once, as attention reads its keys and values for each new word: packing it would be to read
// and write it before.

extension VectorKernels {
  /// The product of a row with a matrix that is not packed.
  static func runFloatRow(_ a: FloatRowArguments) {
    assert(a.validate())
    if a.elementStride == 1 { floatRowByColumns(a) } else { floatRowByElements(a) }
  }

  /// Columns are runs: four of them at a time are multiplied with the row.
  private static func floatRowByColumns(_ a: FloatRowArguments) {
    let x = UnsafeRawPointer(a.input)
    let pitch = 4 &* a.columnStride
    let size = 4 &* a.depth
    var w = UnsafeRawPointer(a.weights)
    var column = 0
    while a.columns &- column >= 4 {
      // The next four columns; behind the last ones there is nothing. Long ones would not stay in the cache until they are read.
      let next = a.columns &- column >= 8 ? min(4 &* pitch, longestAhead) : 0
      let sums = fourSums(x, w, w + pitch, w + 2 &* pitch, w + 3 &* pitch, size, ahead: next)
      UnsafeMutableRawPointer(a.output).put(sums, 4 &* column)
      w += 4 &* pitch
      column &+= 4
    }
    while column < a.columns {
      a.output[column] = fourSums(x, w, w, w, w, size, ahead: 0)[0]
      w += pitch
      column &+= 1
    }
  }

  /// How far ahead columns are asked for at most, in bytes.
  @inline(__always)
  private static var longestAhead: Int { 32 << 10 }

  /// The sums of the products of `size` bytes at `x` with those at four places, while those `ahead` bytes behind them are asked
  /// for.
  @inline(__always)
  private static func fourSums(
    _ x: UnsafeRawPointer, _ w0: UnsafeRawPointer, _ w1: UnsafeRawPointer, _ w2: UnsafeRawPointer,
    _ w3: UnsafeRawPointer, _ size: Int, ahead: Int
  ) -> SIMD4<Float> {
    var (v0, v1, v2, v3) = (Floats(), Floats(), Floats(), Floats())
    @inline(__always)
    func step(_ i: Int) {
      let value = x.lanes(i, as: Floats.self)
      v0 = multiplyAdd(value, w0.lanes(i, as: Floats.self), v0)
      v1 = multiplyAdd(value, w1.lanes(i, as: Floats.self), v1)
      v2 = multiplyAdd(value, w2.lanes(i, as: Floats.self), v2)
      v3 = multiplyAdd(value, w3.lanes(i, as: Floats.self), v3)
    }
    var i = 0
    // A cache line of each. Long vectors read so much at a time that processors fetch by themselves, and more than they are asked.
    while MemoryLayout<Floats>.size == 16, size &- i >= 64 {
      fetch(w0 + (i &+ ahead))
      fetch(w1 + (i &+ ahead))
      fetch(w2 + (i &+ ahead))
      fetch(w3 + (i &+ ahead))
      step(i)
      step(i &+ 16)
      step(i &+ 32)
      step(i &+ 48)
      i &+= 64
    }
    while size &- i >= MemoryLayout<Floats>.size {
      step(i)
      i &+= MemoryLayout<Floats>.size
    }
    var (s0, s1, s2, s3) = (fourParts(v0), fourParts(v1), fourParts(v2), fourParts(v3))
    while size &- i >= 16 {
      let value = x.lanes(i, as: SIMD4<Float>.self)
      s0 = multiplyAdd(value, w0.lanes(i, as: SIMD4<Float>.self), s0)
      s1 = multiplyAdd(value, w1.lanes(i, as: SIMD4<Float>.self), s1)
      s2 = multiplyAdd(value, w2.lanes(i, as: SIMD4<Float>.self), s2)
      s3 = multiplyAdd(value, w3.lanes(i, as: SIMD4<Float>.self), s3)
      i &+= 16
    }
    let (s01, s23) = (SIMD8<Float>(lowHalf: s0, highHalf: s1), SIMD8<Float>(lowHalf: s2, highHalf: s3))
    let pairs = SIMD8<Float>(lowHalf: s01.evenHalf + s01.oddHalf, highHalf: s23.evenHalf + s23.oddHalf)
    var sums = pairs.evenHalf + pairs.oddHalf
    while i < size {
      let value = SIMD4<Float>(repeating: x.loadUnaligned(fromByteOffset: i, as: Float.self))
      let weights = SIMD4<Float>(
        w0.loadUnaligned(fromByteOffset: i, as: Float.self), w1.loadUnaligned(fromByteOffset: i, as: Float.self),
        w2.loadUnaligned(fromByteOffset: i, as: Float.self), w3.loadUnaligned(fromByteOffset: i, as: Float.self))
      sums = multiplyAdd(value, weights, sums)
      i &+= 4
    }
    return sums
  }

  @inline(__always)
  private static func fourParts(_ x: SIMD4<Float>) -> SIMD4<Float> { x }
  @inline(__always)
  private static func fourParts(_ x: SIMD8<Float>) -> SIMD4<Float> { x.lowHalf + x.highHalf }
  @inline(__always)
  private static func fourParts(_ x: SIMD16<Float>) -> SIMD4<Float> { fourParts(x.lowHalf + x.highHalf) }

  /// The elements of all columns are runs: each is added to the sums of eight vectors of columns, then of four, of two, of one.
  /// The last vectors reach back over others; of columns that fill none, a few are added up at a time.
  private static func floatRowByElements(_ a: FloatRowArguments) {
    let size = MemoryLayout<Floats>.size
    let end = 4 &* a.columns
    var place = 0
    while end &- place >= 8 &* size {
      eightRuns(a, place)
      place &+= 8 &* size
    }
    if end &- place >= 4 &* size {
      pairedRuns(a, place, vectors: 4)
      place &+= 4 &* size
    }
    while end &- place >= 2 &* size {
      pairedRuns(a, place, vectors: 2)
      place &+= 2 &* size
    }
    if place == end { return }
    if end >= 2 &* size { return pairedRuns(a, end &- 2 &* size, vectors: 2) }
    while end &- place >= size {
      pairedRuns(a, place, vectors: 1)
      place &+= size
    }
    let pitch = 4 &* a.elementStride
    while place < end {
      let count = min(4, (end &- place) / 4)
      var sum = SIMD4<Float>()
      var w = UnsafeRawPointer(a.weights) + place
      for k in 0..<a.depth {
        sum = multiplyAdd(SIMD4(repeating: a.input[k]), w.lanes(first: count, 0, as: SIMD4<Float>.self), sum)
        w += pitch
      }
      UnsafeMutableRawPointer(a.output).put(first: count, of: sum, place)
      place &+= 16
    }
  }

  /// The sums of eight vectors of columns from byte `place` of a row on.
  @inline(__always)
  private static func eightRuns(_ a: FloatRowArguments, _ place: Int) {
    let pitch = 4 &* a.elementStride
    let size = MemoryLayout<Floats>.size
    var (s0, s1, s2, s3) = (Floats(), Floats(), Floats(), Floats())
    var (s4, s5, s6, s7) = (s0, s1, s2, s3)
    var w = UnsafeRawPointer(a.weights) + place
    for k in 0..<a.depth {
      let value = Floats(repeating: a.input[k])
      s0 = multiplyAdd(value, w.lanes(0, as: Floats.self), s0)
      s1 = multiplyAdd(value, w.lanes(size, as: Floats.self), s1)
      s2 = multiplyAdd(value, w.lanes(2 &* size, as: Floats.self), s2)
      s3 = multiplyAdd(value, w.lanes(3 &* size, as: Floats.self), s3)
      s4 = multiplyAdd(value, w.lanes(4 &* size, as: Floats.self), s4)
      s5 = multiplyAdd(value, w.lanes(5 &* size, as: Floats.self), s5)
      s6 = multiplyAdd(value, w.lanes(6 &* size, as: Floats.self), s6)
      s7 = multiplyAdd(value, w.lanes(7 &* size, as: Floats.self), s7)
      w += pitch
    }
    let output = UnsafeMutableRawPointer(a.output) + place
    output.put(s0, 0)
    output.put(s1, size)
    output.put(s2, 2 &* size)
    output.put(s3, 3 &* size)
    output.put(s4, 4 &* size)
    output.put(s5, 5 &* size)
    output.put(s6, 6 &* size)
    output.put(s7, 7 &* size)
  }

  /// The sums of so many vectors of columns, four at most, from byte `place` of a row on: two of each, so that an addition does
  /// not wait for the one before.
  @inline(__always)
  private static func pairedRuns(_ a: FloatRowArguments, _ place: Int, vectors: Int) {
    let pitch = 4 &* a.elementStride
    let size = MemoryLayout<Floats>.size
    var (s0, s1, s2, s3) = (Floats(), Floats(), Floats(), Floats())
    var (o0, o1, o2, o3) = (s0, s1, s2, s3)
    var w = UnsafeRawPointer(a.weights) + place
    var k = 0
    while a.depth &- k >= 2 {
      let (first, second) = (Floats(repeating: a.input[k]), Floats(repeating: a.input[k &+ 1]))
      s0 = multiplyAdd(first, w.lanes(0, as: Floats.self), s0)
      if vectors > 1 { s1 = multiplyAdd(first, w.lanes(size, as: Floats.self), s1) }
      if vectors > 2 {
        s2 = multiplyAdd(first, w.lanes(2 &* size, as: Floats.self), s2)
        s3 = multiplyAdd(first, w.lanes(3 &* size, as: Floats.self), s3)
      }
      w += pitch
      o0 = multiplyAdd(second, w.lanes(0, as: Floats.self), o0)
      if vectors > 1 { o1 = multiplyAdd(second, w.lanes(size, as: Floats.self), o1) }
      if vectors > 2 {
        o2 = multiplyAdd(second, w.lanes(2 &* size, as: Floats.self), o2)
        o3 = multiplyAdd(second, w.lanes(3 &* size, as: Floats.self), o3)
      }
      w += pitch
      k &+= 2
    }
    if k < a.depth {
      let value = Floats(repeating: a.input[k])
      s0 = multiplyAdd(value, w.lanes(0, as: Floats.self), s0)
      if vectors > 1 { s1 = multiplyAdd(value, w.lanes(size, as: Floats.self), s1) }
      if vectors > 2 {
        s2 = multiplyAdd(value, w.lanes(2 &* size, as: Floats.self), s2)
        s3 = multiplyAdd(value, w.lanes(3 &* size, as: Floats.self), s3)
      }
    }
    let output = UnsafeMutableRawPointer(a.output) + place
    output.put(s0 + o0, 0)
    if vectors > 1 { output.put(s1 + o1, size) }
    if vectors > 2 {
      output.put(s2 + o2, 2 &* size)
      output.put(s3 + o3, 3 &* size)
    }
  }
}

#endif
