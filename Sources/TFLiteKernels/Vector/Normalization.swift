#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// Normalizes rows `[rowBegin, rowEnd)`.
  static func normalize(_ a: NormalizationArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    var row = rowBegin
    while row < rowEnd {
      let x = UnsafeRawPointer(a.input + row &* a.depth)
      let mean = a.isCentered ? sum(x, a.depth, minus: Floats(), isSquared: false) / a.meanDivisor : 0
      let variance = sum(x, a.depth, minus: Floats(repeating: mean), isSquared: true) / a.varianceDivisor
      let factor = 1 / (variance + a.epsilon).squareRoot()
      finishRow(a, x, UnsafeMutableRawPointer(a.output + row &* a.depth), mean, factor)
      row &+= 1
    }
  }

  /// The sum of `depth` values, `center` being zeros, or of the squares of their differences from `center`.
  @inline(__always)
  private static func sum(_ x: UnsafeRawPointer, _ depth: Int, minus center: Floats, isSquared: Bool) -> Float {
    let size = MemoryLayout<Floats>.size
    let end = 4 &* depth
    // Eight sums: each addition waits for the one before to its sum.
    var (a, b, c, d) = (Floats(), Floats(), Floats(), Floats())
    var (e, f, g, h) = (a, b, c, d)
    /// The sum with one more vector.
    @inline(__always)
    func added(_ sum: Floats, _ x: Floats) -> Floats {
      isSquared ? multiplyAdd(x - center, x - center, sum) : sum + x
    }
    var i = 0
    while i &+ 8 &* size <= end {
      a = added(a, x.lanes(i, as: Floats.self))
      b = added(b, x.lanes(i &+ size, as: Floats.self))
      c = added(c, x.lanes(i &+ 2 &* size, as: Floats.self))
      d = added(d, x.lanes(i &+ 3 &* size, as: Floats.self))
      e = added(e, x.lanes(i &+ 4 &* size, as: Floats.self))
      f = added(f, x.lanes(i &+ 5 &* size, as: Floats.self))
      g = added(g, x.lanes(i &+ 6 &* size, as: Floats.self))
      h = added(h, x.lanes(i &+ 7 &* size, as: Floats.self))
      i &+= 8 &* size
    }
    if i &+ 4 &* size <= end {
      a = added(a, x.lanes(i, as: Floats.self))
      b = added(b, x.lanes(i &+ size, as: Floats.self))
      c = added(c, x.lanes(i &+ 2 &* size, as: Floats.self))
      d = added(d, x.lanes(i &+ 3 &* size, as: Floats.self))
      i &+= 4 &* size
    }
    while i &+ size <= end {
      a = added(a, x.lanes(i, as: Floats.self))
      i &+= size
    }
    // Values that are missing count as the center.
    if i < end { b = added(b, x.floats(first: (end &- i) / 4, i, filler: center)) }
    return sumOfLanes(((a + b) + (c + d)) + ((e + f) + (g + h)))
  }

  /// Writes `(x - mean) * factor`, scaled and shifted.
  @inline(__always)
  private static func finishRow(
    _ a: NormalizationArguments, _ x: UnsafeRawPointer, _ y: UnsafeMutableRawPointer, _ mean: Float, _ factor: Float
  ) {
    let size = MemoryLayout<Floats>.size
    let end = 4 &* a.depth
    let center = Floats(repeating: mean)
    let factors = Floats(repeating: factor)
    // The last vector reaches back over others, whose values it repeats, and is computed before these are stored in place. A
    // masked store would make the next row's loads wait.
    let last = end &- size
    let tail = last >= 0 && end & (size &- 1) != 0 ? finished(a, x, last, center, factors) : Floats()
    var i = 0
    if !a.isScaled, !a.isShifted {
      while i &+ size <= last {
        y.put((x.lanes(i, as: Floats.self) - center) * factors, i)
        y.put((x.lanes(i &+ size, as: Floats.self) - center) * factors, i &+ size)
        i &+= 2 &* size
      }
    } else if !a.isCentered, !a.isShifted {
      let scales = UnsafeRawPointer(a.scales)
      while i &+ size <= last {
        y.put(x.lanes(i, as: Floats.self) * (scales.lanes(i, as: Floats.self) * factors), i)
        y.put(x.lanes(i &+ size, as: Floats.self) * (scales.lanes(i &+ size, as: Floats.self) * factors), i &+ size)
        i &+= 2 &* size
      }
    } else {
      while i &+ size <= last {
        y.put(finished(a, x, i, center, factors), i)
        y.put(finished(a, x, i &+ size, center, factors), i &+ size)
        i &+= 2 &* size
      }
    }
    while i <= last {
      y.put(finished(a, x, i, center, factors), i)
      i &+= size
    }
    if i == end { return }
    if last >= 0 { return y.put(tail, last) }
    let rest = a.depth
    let scale = UnsafeRawPointer(a.scales).floats(first: rest, 0) * factors
    y.putFirst(
      rest,
      of: multiplyAdd(x.floats(first: rest, 0) - center, scale, UnsafeRawPointer(a.offsets).floats(first: rest, 0)), 0)
  }

  /// The results of the vector that begins `offset` bytes into a row.
  @inline(__always)
  private static func finished(
    _ a: NormalizationArguments, _ x: UnsafeRawPointer, _ offset: Int, _ center: Floats, _ factors: Floats
  ) -> Floats {
    let scale = UnsafeRawPointer(a.scales).lanes(offset, as: Floats.self) * factors
    return multiplyAdd(
      x.lanes(offset, as: Floats.self) - center, scale, UnsafeRawPointer(a.offsets).lanes(offset, as: Floats.self))
  }
}

#endif
