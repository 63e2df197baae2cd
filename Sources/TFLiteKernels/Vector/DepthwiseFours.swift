#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Depthwise convolution of int8 by fours of columns, see DepthwisePackets.swift, four pixels at a time: those of the second two
// begin two or four columns further, so that they share columns, weights and factors with the first.

enum DepthwiseFours {
  /// Whether registers hold the sums of four pixels: where vectors are short and many.
  @inline(__always)
  static var areShared: Bool { Tier.hasDepthwiseGroups && lanesPerVector == 4 }
}

extension VectorKernels {
  /// All steps along a stretch of four pixels at least, one or two columns apart, with bounded factors.
  @inline(__always)
  static func fourSteps(_ steps: PacketSteps) {
    if steps.pixelEntries == 1 { nearFourSteps(steps) } else { farFourSteps(steps) }
  }

  @inline(never)
  private static func nearFourSteps(_ steps: PacketSteps) { fourSteps(steps, stride: 1) }

  @inline(never)
  private static func farFourSteps(_ steps: PacketSteps) { fourSteps(steps, stride: 2) }

  /// - Parameter stride: the columns from one pixel to the next, a constant.
  @inline(__always)
  private static func fourSteps(_ steps: PacketSteps, stride: Int) {
    if steps.clampsNegatives {
      fourSteps(steps, columns: stride, hasNegatives: false, divides: false)
    } else if steps.header.dividesAll {
      fourSteps(steps, columns: stride, hasNegatives: true, divides: true)
    } else {
      fourSteps(steps, columns: stride, hasNegatives: true, divides: false)
    }
  }

  /// - Parameters:
  ///   - columns: the columns from one pixel to the next, 1 or 2.
  ///   - hasNegatives: as that of `BoundedFactors.apply`.
  ///   - divides: likewise.
  @inline(__always)
  private static func fourSteps(_ steps: PacketSteps, columns: Int, hasNegatives: Bool, divides: Bool) {
    let lanes = Bytes.scalarCount
    // Copies, since what is behind `steps` could change with every output.
    let bounds = ByteBounds(steps.header.outputOffset, steps.header.range, isSigned: true)
    let (entries, pitch) = (steps.table.entries, steps.table.pitch)
    let (quads, height) = (steps.quads, steps.filterHeight)
    let (output, stride) = (steps.output, steps.outputStride)
    let last = steps.pixels &- 4
    var record = steps.records
    var index = 0
    while index < steps.recordCount {
      let channel = max(0, min(index &* lanes, steps.depth &- lanes))
      var x = 0
      while true {
        var s0 = PacketSums(record)
        var s1 = s0
        var s2 = s0
        var s3 = s0
        var weights = record + 20 &* lanes
        var line = entries + x &* columns
        var fy = 0
        while fy < height {
          var entry = line
          @inline(__always)
          func column(_ index: Int) -> Bytes { entry[index].lanes(channel, as: Bytes.self) }
          var (a, b) = (column(0), column(1))
          var next = columns == 1 ? nil : ByteQuad(a, b, column(2), column(3))
          var quad = 0
          repeat {
            let first: ByteQuad
            let second: ByteQuad
            if let quad = next {
              first = quad
              second = ByteQuad(column(4), column(5), column(6), column(7))
              next = second
            } else {
              let (c, d, e, f) = (column(2), column(3), column(4), column(5))
              first = ByteQuad(a, b, c, d)
              second = ByteQuad(c, d, e, f)
              (a, b) = (e, f)
            }
            s0.add(first, weights)
            s2.add(second, weights)
            s1.add(first, weights + 4 &* lanes)
            s3.add(second, weights + 4 &* lanes)
            weights += 8 &* lanes
            entry += 4
            quad &+= 1
          } while quad < quads
          line += pitch
          fy &+= 1
        }
        let factors = record + 4 &* lanes
        @inline(__always)
        func scale(_ vector: Int, _ y0: inout Ints, _ y1: inout Ints, _ y2: inout Ints, _ y3: inout Ints) {
          let f = BoundedFactors(factors + vector &* MemoryLayout<Ints>.size, stride: 4 &* lanes)
          y0 = f.apply(y0, hasNegatives: hasNegatives, divides: divides)
          y1 = f.apply(y1, hasNegatives: hasNegatives, divides: divides)
          y2 = f.apply(y2, hasNegatives: hasNegatives, divides: divides)
          y3 = f.apply(y3, hasNegatives: hasNegatives, divides: divides)
        }
        scale(0, &s0.v0, &s1.v0, &s2.v0, &s3.v0)
        scale(1, &s0.v1, &s1.v1, &s2.v1, &s3.v1)
        scale(2, &s0.v2, &s1.v2, &s2.v2, &s3.v2)
        scale(3, &s0.v3, &s1.v3, &s2.v3, &s3.v3)
        let target = output + (x &* stride &+ channel)
        bounds.store(4, s0.v0, s0.v1, s0.v2, s0.v3, target, first: 16)
        bounds.store(4, s1.v0, s1.v1, s1.v2, s1.v3, target + stride, first: 16)
        bounds.store(4, s2.v0, s2.v1, s2.v2, s2.v3, target + 2 &* stride, first: 16)
        bounds.store(4, s3.v0, s3.v1, s3.v2, s3.v3, target + 3 &* stride, first: 16)
        if x >= last { break }
        x = min(x &+ 4, last)
      }
      record += steps.recordSize
      index &+= 1
    }
  }
}

#endif
