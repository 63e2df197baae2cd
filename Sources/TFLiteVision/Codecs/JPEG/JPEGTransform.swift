/// The inverse discrete cosine transform of 8x8 blocks in 32-bit integers.
///
/// Constants have 13 fraction bits and the first pass keeps 2 bits more than the result, the arithmetic that the
/// Independent JPEG Group calls the accurate integer method (after Loeffler, Ligtenberg and Moschytz, 1989). The odd
/// half is written as one 4x4 matrix: integer sums are exact, so any order of the same products gives the same bits.
enum JPEGTransform {
  private static let constantBits: Int32 = 13
  private static let passBits: Int32 = 2

  /// One-dimensional transform of eight values without the final shift.
  @inline(__always)
  private static func transform(
    _ v0: Int32, _ v1: Int32, _ v2: Int32, _ v3: Int32, _ v4: Int32, _ v5: Int32, _ v6: Int32, _ v7: Int32
  ) -> (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) {
    let sum = (v0 &+ v4) << constantBits
    let difference = (v0 &- v4) << constantBits
    let low = v2 &* 10703 &+ v6 &* 4433
    let high = v2 &* 4433 &- v6 &* 10704
    let e0 = sum &+ low
    let e3 = sum &- low
    let e1 = difference &+ high
    let e2 = difference &- high
    let o0 = v1 &* 11363 &+ v3 &* 9633 &+ v5 &* 6437 &+ v7 &* 2260
    let o1 = v1 &* 9633 &- v3 &* 2259 &- v5 &* 11362 &- v7 &* 6436
    let o2 = v1 &* 6437 &- v3 &* 11362 &+ v5 &* 2261 &+ v7 &* 9633
    let o3 = v1 &* 2260 &- v3 &* 6436 &+ v5 &* 9633 &- v7 &* 11363
    return (e0 &+ o0, e1 &+ o1, e2 &+ o2, e3 &+ o3, e3 &- o3, e2 &- o2, e1 &- o1, e0 &- o0)
  }

  @inline(__always)
  private static func sample(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value &+ 128, 0), 255))
  }

  /// Writes the 64 samples of a block, `stride` bytes from row to row.
  /// - Parameters:
  ///   - block: 64 coefficients row by row.
  ///   - table: their quantisation steps in the same order.
  ///   - hasAC: false when all but the first coefficient are known to be zero.
  @inline(never)
  static func inverse(
    _ block: UnsafePointer<Int16>, _ table: UnsafePointer<UInt16>, hasAC: Bool, to output: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) {
    if !hasAC {
      let dc = Int32(block[0]) &* Int32(table[0]) << passBits
      let value = sample((dc &+ 1 << (passBits &+ 2)) >> (passBits &+ 3))
      for y in 0..<8 { (output + y * stride).update(repeating: value, count: 8) }
      return
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { buffer in
      guard let work = buffer.baseAddress else { return }
      let round = Int32(1) << (constantBits &- passBits &- 1)
      let shift = constantBits &- passBits
      for x in 0..<8 {
        let c = block + x
        let q = table + x
        if c[8] | c[16] | c[24] | c[32] | c[40] | c[48] | c[56] == 0 {
          let dc = Int32(c[0]) &* Int32(q[0]) << passBits
          for y in 0..<8 { work[y &* 8 &+ x] = dc }
          continue
        }
        let r = transform(
          Int32(c[0]) &* Int32(q[0]), Int32(c[8]) &* Int32(q[8]), Int32(c[16]) &* Int32(q[16]),
          Int32(c[24]) &* Int32(q[24]), Int32(c[32]) &* Int32(q[32]), Int32(c[40]) &* Int32(q[40]),
          Int32(c[48]) &* Int32(q[48]), Int32(c[56]) &* Int32(q[56]))
        work[x] = (r.0 &+ round) >> shift
        work[8 &+ x] = (r.1 &+ round) >> shift
        work[16 &+ x] = (r.2 &+ round) >> shift
        work[24 &+ x] = (r.3 &+ round) >> shift
        work[32 &+ x] = (r.4 &+ round) >> shift
        work[40 &+ x] = (r.5 &+ round) >> shift
        work[48 &+ x] = (r.6 &+ round) >> shift
        work[56 &+ x] = (r.7 &+ round) >> shift
      }
      let finalShift = constantBits &+ passBits &+ 3
      let finalRound = Int32(1) << (finalShift &- 1)
      for y in 0..<8 {
        let w = work + y * 8
        let to = output + y * stride
        let r = transform(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7])
        to[0] = sample((r.0 &+ finalRound) >> finalShift)
        to[1] = sample((r.1 &+ finalRound) >> finalShift)
        to[2] = sample((r.2 &+ finalRound) >> finalShift)
        to[3] = sample((r.3 &+ finalRound) >> finalShift)
        to[4] = sample((r.4 &+ finalRound) >> finalShift)
        to[5] = sample((r.5 &+ finalRound) >> finalShift)
        to[6] = sample((r.6 &+ finalRound) >> finalShift)
        to[7] = sample((r.7 &+ finalRound) >> finalShift)
      }
    }
  }
}
