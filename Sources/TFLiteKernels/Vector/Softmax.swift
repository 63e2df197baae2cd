#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// The largest of a row, at least the lowest finite number.
  @inline(__always)
  private static func largest(_ x: UnsafeRawPointer, _ depth: Int) -> Float {
    let lanes = lanesPerVector
    let lowest = Floats(repeating: -Float.greatestFiniteMagnitude)
    var (a, b) = (lowest, lowest)
    /// The larger of each pair, `x` where `y` is no number.
    @inline(__always)
    func larger(_ x: Floats, _ y: Floats) -> Floats { Tier.hasNumberExtremes ? largerNumbers(x, y) : x.larger(y) }
    var i = 0
    while depth &- i >= 2 &* lanes {
      a = larger(a, x.lanes(4 &* i, as: Floats.self))
      b = larger(b, x.lanes(4 &* (i &+ lanes), as: Floats.self))
      i &+= 2 &* lanes
    }
    if depth &- i >= lanes {
      a = larger(a, x.lanes(4 &* i, as: Floats.self))
      i &+= lanes
    }
    if i < depth {
      // Whole vectors, lest the optimizer takes a partial one apart; elements may count twice.
      b = b.larger(
        depth < lanes ? x.floats(first: depth, 0, filler: lowest) : x.lanes(4 &* (depth &- lanes), as: Floats.self))
    }
    return largestLane(a.larger(b))
  }

  /// The sum of the exponentials of a row's distances to its largest number; they are stored when `output` is given.
  @inline(__always)
  private static func exponentials(
    _ x: UnsafeRawPointer, _ depth: Int, _ largest: Float, _ decay: VectorMath.Decay,
    _ output: UnsafeMutableRawPointer?
  ) -> Float {
    let lanes = lanesPerVector
    let high = Floats(repeating: largest)
    let one = Floats(repeating: 1)
    var sums = Floats()
    var others = Floats()
    var i = 0
    let rest = depth % lanes
    // In place, this vector is read before its first elements are written.
    let end = depth < lanes ? Floats() : x.lanes(4 &* (depth &- lanes), as: Floats.self)
    while depth &- i >= 2 &* lanes {
      let e = decay(x.lanes(4 &* i, as: Floats.self) - high)
      let f = decay(x.lanes(4 &* (i &+ lanes), as: Floats.self) - high)
      // Fused, lest the optimizer takes the sum's vector apart.
      sums = multiplyAdd(e, one, sums)
      others = multiplyAdd(f, one, others)
      output?.put(e, 4 &* i)
      output?.put(f, 4 &* (i &+ lanes))
      i &+= 2 &* lanes
    }
    sums = multiplyAdd(others, one, sums)
    if depth &- i >= lanes {
      let e = decay(x.lanes(4 &* i, as: Floats.self) - high)
      sums = multiplyAdd(e, one, sums)
      output?.put(e, 4 &* i)
      i &+= lanes
    }
    if rest > 0, depth > lanes {
      let e = decay(end - high)
      output?.put(e, 4 &* (depth &- lanes))
      sums = multiplyAdd(e, onesInLast(rest), sums)
    } else if rest > 0 {
      let e = decay(x.floats(first: rest, 0) - high)
      output?.putFloats(first: rest, of: e, 0)
      sums = firstLanes(rest, of: e)
    }
    return sumOfLanes(sums)
  }

  /// One in so many lanes at the end, zero before them.
  @inline(__always)
  private static func onesInLast(_ count: Int) -> Floats {
    let one = Floats(repeating: 1)
    return one - firstLanes(lanesPerVector &- count, of: one)
  }

  /// The products of numbers that are not negative, zero instead of those up to the least normal number.
  @inline(__always)
  private static func normalProduct(_ x: Floats, _ y: Floats) -> Floats {
    let product = x * y
    return product.replacing(with: Floats(), where: product .<= Floats(repeating: Float.leastNormalMagnitude))
  }

  /// Softmax of float32 over rows of `depth`, in place if both are the same. No result is a subnormal number.
  static func softmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, depth: Int, beta: Float,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 4, to: 4))
    // The exponentials of a negative factor grow without bounds.
    guard VectorMath.Decay.betas.contains(beta) else {
      return ReferenceKernels.softmax(input, output, depth: depth, beta: beta, rowBegin, rowEnd)
    }
    if depth <= shortDepth { return shortSoftmax(input, output, depth, beta, rowBegin, rowEnd) }
    let lanes = lanesPerVector
    let decay = VectorMath.Decay(beta: beta)
    switch (depth &+ lanes &- 1) / lanes {
    case 1: return softmaxOfFewVectors(One.self, input, output, depth, beta, rowBegin, rowEnd)
    case 2: return softmaxOfFewVectors(Two.self, input, output, depth, beta, rowBegin, rowEnd)
    case 3: return softmaxOfFewVectors(Three.self, input, output, depth, beta, rowBegin, rowEnd)
    case 4: return softmaxOfFewVectors(Four.self, input, output, depth, beta, rowBegin, rowEnd)
    default: break
    }
    var row = rowBegin
    while row < rowEnd {
      let x = UnsafeRawPointer(input + row &* depth)
      let y = UnsafeMutableRawPointer(output + row &* depth)
      let factor = Floats(repeating: 1 / exponentials(x, depth, largest(x, depth), decay, y))
      let end = UnsafeRawPointer(y).lanes(4 &* (depth &- lanes), as: Floats.self)
      var i = 0
      while depth &- i >= 4 &* lanes {
        let (z, part) = (y + 4 &* i, MemoryLayout<Floats>.size)
        let e0 = UnsafeRawPointer(z).lanes(0, as: Floats.self)
        let e1 = UnsafeRawPointer(z).lanes(part, as: Floats.self)
        let e2 = UnsafeRawPointer(z).lanes(2 &* part, as: Floats.self)
        let e3 = UnsafeRawPointer(z).lanes(3 &* part, as: Floats.self)
        z.put(normalProduct(e0, factor), 0)
        z.put(normalProduct(e1, factor), part)
        z.put(normalProduct(e2, factor), 2 &* part)
        z.put(normalProduct(e3, factor), 3 &* part)
        i &+= 4 &* lanes
      }
      while depth &- i >= lanes {
        y.put(normalProduct(UnsafeRawPointer(y).lanes(4 &* i, as: Floats.self), factor), 4 &* i)
        i &+= lanes
      }
      if i < depth { y.put(normalProduct(end, factor), 4 &* (depth &- lanes)) }
      row &+= 1
    }
  }

  /// As `softmax`, for rows of `Vectors` vectors: a row stays in registers. The last vector holds the last elements, of which
  /// the one before may hold the first: whole vectors, lest the optimizer takes a partial one apart.
  @inline(never)
  private static func softmaxOfFewVectors<Vectors: Count>(
    _ vectors: Vectors.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ depth: Int,
    _ beta: Float, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(depth >= lanesPerVector)
    let size = MemoryLayout<Floats>.size
    let last = 4 &* depth &- size
    let weights = onesInLast(depth &- (Vectors.value &- 1) &* lanesPerVector)
    let lowest = Floats(repeating: -Float.greatestFiniteMagnitude)
    let one = Floats(repeating: 1)
    let decay = VectorMath.Decay(beta: beta)
    var row = rowBegin
    while row < rowEnd {
      let x = UnsafeRawPointer(input + row &* depth)
      let x0 = Vectors.value > 1 ? x.lanes(0, as: Floats.self) : lowest
      let x1 = Vectors.value > 2 ? x.lanes(size, as: Floats.self) : lowest
      let x2 = Vectors.value > 3 ? x.lanes(2 &* size, as: Floats.self) : lowest
      let x3 = x.lanes(last, as: Floats.self)
      let high = Floats(repeating: largestLane(x0.larger(x1).larger(x2.larger(x3)).larger(lowest)))
      let e0 = Vectors.value > 1 ? decay(x0 - high) : Floats()
      let e1 = Vectors.value > 2 ? decay(x1 - high) : Floats()
      let e2 = Vectors.value > 3 ? decay(x2 - high) : Floats()
      let e3 = decay(x3 - high)
      var sums = e3 * weights
      // Fused, lest the optimizer takes the sum's vector apart.
      if Vectors.value > 1 { sums = multiplyAdd(e0, one, sums) }
      if Vectors.value > 2 { sums = multiplyAdd(e1, one, sums) }
      if Vectors.value > 3 { sums = multiplyAdd(e2, one, sums) }
      let inverse = Floats(repeating: 1 / sumOfLanes(sums))
      let y = UnsafeMutableRawPointer(output + row &* depth)
      if Vectors.value > 1 { y.put(normalProduct(e0, inverse), 0) }
      if Vectors.value > 2 { y.put(normalProduct(e1, inverse), size) }
      if Vectors.value > 3 { y.put(normalProduct(e2, inverse), 2 &* size) }
      y.put(normalProduct(e3, inverse), last)
      row &+= 1
    }
  }

  /// Rows of so many elements are computed many at a time, since one fills no vector.
  private static var shortDepth: Int { max(8, lanesPerVector &- 1) }

  /// As `softmax`, for rows of `shortDepth` elements at most: exponentials and products of whole vectors, whichever rows they
  /// belong to.
  @inline(never)
  private static func shortSoftmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ depth: Int, _ beta: Float,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    let capacity = 240
    // Each element's largest of its row, which gives way to the exponentials, and its factor.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity &+ 16) { exponentialBuffer in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity &+ 16) { factorBuffer in
        guard let exponentials = exponentialBuffer.baseAddress, let factors = factorBuffer.baseAddress else { return }
        let block = capacity / max(1, depth)
        let decay = VectorMath.Decay(beta: beta)
        var row = rowBegin
        while row < rowEnd {
          let rows = min(block, rowEnd &- row)
          let count = rows &* depth
          let x = input + row &* depth
          var i = 0
          while i < count {
            var high = -Float.greatestFiniteMagnitude
            var c = i
            while c < i &+ depth {
              high = high < x[c] ? x[c] : high
              c &+= 1
            }
            c = i
            while c < i &+ depth {
              exponentials[c] = high
              c &+= 1
            }
            i &+= depth
          }
          let e = UnsafeMutableRawPointer(exponentials)
          i = 0
          while i < count {
            let values =
              count &- i >= lanesPerVector
              ? UnsafeRawPointer(x + i).lanes(0, as: Floats.self)
              : UnsafeRawPointer(x + i).floats(first: count &- i, 0)
            let distance = values - UnsafeRawPointer(e).lanes(4 &* i, as: Floats.self)
            e.put(decay(distance), 4 &* i)
            i &+= lanesPerVector
          }
          i = 0
          while i < count {
            var sum: Float = 0
            var c = i
            while c < i &+ depth {
              sum += exponentials[c]
              c &+= 1
            }
            let inverse = 1 / sum
            c = i
            while c < i &+ depth {
              factors[c] = inverse
              c &+= 1
            }
            i &+= depth
          }
          let y = UnsafeMutableRawPointer(output + row &* depth)
          i = 0
          while i < count {
            let value = normalProduct(
              UnsafeRawPointer(e).lanes(4 &* i, as: Floats.self),
              UnsafeRawPointer(factors).lanes(4 &* i, as: Floats.self))
            if count &- i >= lanesPerVector {
              y.put(value, 4 &* i)
            } else {
              y.putFloats(first: count &- i, of: value, 4 &* i)
            }
            i &+= lanesPerVector
          }
          row &+= rows
        }
      }
    }
  }

  /// Log-softmax of float32 over rows of `depth`, in place if both are the same.
  static func logSoftmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, depth: Int, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 4, to: 4))
    let decay = VectorMath.Decay(beta: 1)
    var row = rowBegin
    while row < rowEnd {
      let x = UnsafeRawPointer(input + row &* depth)
      let y = UnsafeMutableRawPointer(output + row &* depth)
      let largest = largest(x, depth)
      let high = Floats(repeating: largest)
      let logSum = VectorMath.log(Floats(repeating: exponentials(x, depth, largest, decay, nil)))
      let lanes = lanesPerVector
      var i = 0
      while depth &- i >= lanes {
        y.put(x.lanes(4 &* i, as: Floats.self) - high - logSum, 4 &* i)
        i &+= lanes
      }
      if i < depth {
        let rest = depth &- i
        y.putFloats(first: rest, of: x.floats(first: rest, 4 &* i) - high - logSum, 4 &* i)
      }
      row &+= 1
    }
  }
}

#endif
