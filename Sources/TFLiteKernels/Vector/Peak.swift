#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// What the processor's multiply-adds reach at best, for benchmarks: nine sums in registers, three vectors of weights from the
// first-level cache and three of activations that stay. No kernel can be faster.

/// Nine independent sums.
private struct PeakFloatSums {
  var s0 = Floats(), s1 = Floats(), s2 = Floats(), s3 = Floats(), s4 = Floats(), s5 = Floats()
  var s6 = Floats(), s7 = Floats(), s8 = Floats()
}

/// Nine independent sums.
private struct PeakIntegerSums {
  var s0 = groupSums(Ints()), s1 = groupSums(Ints()), s2 = groupSums(Ints())
  var s3 = groupSums(Ints()), s4 = groupSums(Ints()), s5 = groupSums(Ints())
  var s6 = groupSums(Ints()), s7 = groupSums(Ints()), s8 = groupSums(Ints())
}

extension VectorKernels {
  /// Vectors of weights that the loops read again and again, in all but the last 64 of `PeakLoops.byteCount` bytes.
  private static var vectors: Int { 63 }

  /// `rounds` passes over the weights in `memory`, of `PeakLoops.byteCount` bytes; the last 64 receive a sum. Returns the
  /// multiply-adds done.
  @inline(never)
  static func peakFloat(_ memory: UnsafeMutableRawPointer, _ rounds: Int) -> Int {
    let source = UnsafeRawPointer(memory)
    let a0 = source.lanes(0, as: Floats.self)
    let a1 = source.lanes(64, as: Floats.self)
    let a2 = source.lanes(128, as: Floats.self)
    var c = PeakFloatSums()
    var round = 0
    while round < rounds {
      var vector = 0
      while vector < vectors {
        let w0 = source.lanes(64 &* vector, as: Floats.self)
        c.s0 = multiplyAdd(w0, a0, c.s0)
        c.s1 = multiplyAdd(w0, a1, c.s1)
        c.s2 = multiplyAdd(w0, a2, c.s2)
        let w1 = source.lanes(64 &* vector &+ 64, as: Floats.self)
        c.s3 = multiplyAdd(w1, a0, c.s3)
        c.s4 = multiplyAdd(w1, a1, c.s4)
        c.s5 = multiplyAdd(w1, a2, c.s5)
        let w2 = source.lanes(64 &* vector &+ 128, as: Floats.self)
        c.s6 = multiplyAdd(w2, a0, c.s6)
        c.s7 = multiplyAdd(w2, a1, c.s7)
        c.s8 = multiplyAdd(w2, a2, c.s8)
        vector &+= 3
      }
      round &+= 1
    }
    let sum = c.s0 + c.s1 + c.s2 + c.s3 + c.s4 + c.s5 + c.s6 + c.s7 + c.s8
    memory.storeBytes(of: sum, toByteOffset: 64 &* vectors, as: Floats.self)
    return rounds &* vectors &* 3 &* Floats.scalarCount
  }

  /// The same for products of bytes.
  @inline(never)
  static func peakBytes(_ memory: UnsafeMutableRawPointer, _ rounds: Int) -> Int {
    let source = UnsafeRawPointer(memory)
    let a0 = source.lanes(0, as: Ints.self)
    let a1 = source.lanes(64, as: Ints.self)
    let a2 = source.lanes(128, as: Ints.self)
    var c = PeakIntegerSums()
    var round = 0
    while round < rounds {
      var vector = 0
      while vector < vectors {
        let w0 = groupWeights(source + 64 &* vector)
        c.s0 = groupDot(c.s0, w0, a0)
        c.s1 = groupDot(c.s1, w0, a1)
        c.s2 = groupDot(c.s2, w0, a2)
        let w1 = groupWeights(source + (64 &* vector &+ 64))
        c.s3 = groupDot(c.s3, w1, a0)
        c.s4 = groupDot(c.s4, w1, a1)
        c.s5 = groupDot(c.s5, w1, a2)
        let w2 = groupWeights(source + (64 &* vector &+ 128))
        c.s6 = groupDot(c.s6, w2, a0)
        c.s7 = groupDot(c.s7, w2, a1)
        c.s8 = groupDot(c.s8, w2, a2)
        vector &+= 3
      }
      round &+= 1
    }
    var sum = columnSums(c.s0) &+ columnSums(c.s1) &+ columnSums(c.s2) &+ columnSums(c.s3) &+ columnSums(c.s4)
    sum = sum &+ columnSums(c.s5) &+ columnSums(c.s6) &+ columnSums(c.s7) &+ columnSums(c.s8)
    memory.storeBytes(of: sum, toByteOffset: 64 &* vectors, as: Ints.self)
    return rounds &* vectors &* 3 &* Ints.scalarCount &* groupSize
  }
}

#endif
