#if TFLITE_TIER
  import TFLiteKernels
#endif

// What the processor's multiply-adds reach at best, for benchmarks: twelve sums in registers, four vectors of weights from the
// first-level cache and three of activations that stay. No kernel can be faster.

/// Twelve independent sums.
private struct PeakSums {
  var s00 = Ints(), s01 = Ints(), s02 = Ints(), s03 = Ints(), s04 = Ints(), s05 = Ints()
  var s06 = Ints(), s07 = Ints(), s08 = Ints(), s09 = Ints(), s10 = Ints(), s11 = Ints()
}

extension VectorKernels {
  /// Vectors of weights that the loops read again and again, in all but the last 64 of `PeakLoops.byteCount` bytes.
  private static var vectors: Int { 64 }

  /// `rounds` passes over the weights in `memory`, of `PeakLoops.byteCount` bytes; the last 64 receive a sum. Returns the multiply-adds done.
  @inline(never)
  static func peakFloat(_ memory: UnsafeMutableRawPointer, _ rounds: Int) -> Int {
    var sums = PeakSums()
    withUnsafeMutablePointer(to: &sums) { pointer in
      let c = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Floats.self)
      let a0 = UnsafeRawPointer(memory).lanes(0, as: Floats.self)
      let a1 = UnsafeRawPointer(memory).lanes(64, as: Floats.self)
      let a2 = UnsafeRawPointer(memory).lanes(128, as: Floats.self)
      var round = 0
      while round < rounds &* vectors / 4 {
        let w = UnsafeRawPointer(memory) + round % (vectors / 4) &* 256
        var i = 0
        while i < 4 {
          let weights = w.lanes(i &* 64, as: Floats.self)
          c[3 &* i] = multiplyAdd(weights, a0, c[3 &* i])
          c[3 &* i &+ 1] = multiplyAdd(weights, a1, c[3 &* i &+ 1])
          c[3 &* i &+ 2] = multiplyAdd(weights, a2, c[3 &* i &+ 2])
          i &+= 1
        }
        round &+= 1
      }
      var i = 1
      while i < 12 {
        c[0] += c[i]
        i &+= 1
      }
      (memory + vectors &* 64).put(c[0], 0)
    }
    return rounds &* vectors &* 3 &* Floats.scalarCount
  }

  /// The same for products of bytes.
  @inline(never)
  static func peakBytes(_ memory: UnsafeMutableRawPointer, _ rounds: Int) -> Int {
    var sums = PeakSums()
    withUnsafeMutablePointer(to: &sums) { pointer in
      let c = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Ints.self)
      let a0 = UnsafeRawPointer(memory).lanes(0, as: Ints.self)
      let a1 = UnsafeRawPointer(memory).lanes(64, as: Ints.self)
      let a2 = UnsafeRawPointer(memory).lanes(128, as: Ints.self)
      var round = 0
      while round < rounds &* vectors / 4 {
        let w = UnsafeRawPointer(memory) + round % (vectors / 4) &* 256
        var i = 0
        while i < 4 {
          let weights = groupWeights(w + i &* 64)
          c[3 &* i] = groupDot(c[3 &* i], weights, a0)
          c[3 &* i &+ 1] = groupDot(c[3 &* i &+ 1], weights, a1)
          c[3 &* i &+ 2] = groupDot(c[3 &* i &+ 2], weights, a2)
          i &+= 1
        }
        round &+= 1
      }
      var i = 1
      while i < 12 {
        c[0] = c[0] &+ c[i]
        i &+= 1
      }
      (memory + vectors &* 64).storeBytes(of: c[0], as: Ints.self)
    }
    return rounds &* vectors &* 3 &* Ints.scalarCount &* groupSize
  }
}
