#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Comparisons of integers that give booleans.

extension VectorKernels {
  /// The kernel of a comparison of plain values, nil where it is not defined on the type.
  static func compare(_ kind: ComparisonKind, _ type: ElementwiseType) -> BinaryKernel? {
    guard case .int64 = type else { return BinaryKernels.compare(kind, type) }
    // Of integers one order and equality are enough.
    return switch kind {
    case .equal: { rows, _ in compareLongs(rows, 0) { $0 == $1 } }
    case .notEqual: { rows, _ in compareLongs(rows, 1) { $0 == $1 } }
    case .less: { rows, _ in compareLongs(rows, 0) { $0 < $1 } }
    case .greaterOrEqual: { rows, _ in compareLongs(rows, 1) { $0 < $1 } }
    case .greater: { rows, _ in compareLongs(rows.swapped, 0) { $0 < $1 } }
    case .lessOrEqual: { rows, _ in compareLongs(rows.swapped, 1) { $0 < $1 } }
    }
  }

  /// Whether `relation` holds, the opposite if `inverse` is 1.
  @inline(__always)
  private static func compareLongs(
    _ rows: BinaryRows, _ inverse: UInt8, _ relation: (Int64, Int64) -> Bool
  ) {
    assert(rows.validate())
    var row = 0
    while row < rows.rows {
      let a = (rows.first + 8 &* row &* rows.firstStride).assumingMemoryBound(to: Int64.self)
      let b = (rows.second + 8 &* row &* rows.secondStride).assumingMemoryBound(to: Int64.self)
      let output = (rows.output + row &* rows.outputStride).assumingMemoryBound(to: UInt8.self)
      if rows.count > 0, rows.firstStep == 0 {
        let first = a[0]
        for i in 0..<rows.count { output[i] = (relation(first, b[i]) ? 1 : 0) ^ inverse }
      } else if rows.count > 0, rows.secondStep == 0 {
        let second = b[0]
        for i in 0..<rows.count { output[i] = (relation(a[i], second) ? 1 : 0) ^ inverse }
      } else {
        for i in 0..<rows.count { output[i] = (relation(a[i], b[i]) ? 1 : 0) ^ inverse }
      }
      row &+= 1
    }
  }

  /// Comparisons of quantized bytes by the intervals of `relation`.
  static func compareBytes(_ rows: BinaryRows, _ relation: ByteRelation) {
    assert(rows.validate())
    StackRoom.use { scratch in
      let results = scratch.assumingMemoryBound(to: UInt8.self) + 512
      let lower = ByteTable(relation.lower, scratch)
      let upper = ByteTable(relation.upper, scratch + 256)
      let flips = Bytes(repeating: Int8(bitPattern: relation.flip))
      let inverses = Bytes(repeating: Int8(bitPattern: relation.inverse ^ 1))
      let highest = Bytes(repeating: -1)
      let one = Bytes(repeating: 1)
      let width = Bytes.scalarCount
      let isFirstAlike = rows.firstStep == 0
      var row = 0
      while row < rows.rows {
        let a = rows.first + row &* rows.firstStride
        let b = rows.second + row &* rows.secondStride
        let target = rows.output + row &* rows.outputStride
        row &+= 1
        if rows.count == 0 { continue }
        if rows.secondStep == 0, !isFirstAlike, rows.count >= 512 {
          relation.fill(results, second: b.load(as: UInt8.self))
          lookUp(
            a.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self), rows.count, results)
          continue
        }
        var least = Bytes()
        var most = Bytes()
        var y = Bytes()
        if isFirstAlike {
          let code = Int(a.load(as: UInt8.self))
          least = Bytes(repeating: Int8(bitPattern: relation.lower[code]))
          most = Bytes(repeating: Int8(bitPattern: relation.upper[code]))
        }
        if rows.secondStep == 0 { y = Bytes(repeating: b.load(as: Int8.self)).flipped(flips) }
        var i = 0
        while i < rows.count {
          let rest = rows.count &- i
          if !isFirstAlike {
            let x = rest >= width ? a.lanes(i, as: Bytes.self) : a.bytes(first: rest, i, filler: Bytes())
            least = lower(x)
            most = upper(x)
          }
          if rows.secondStep != 0 {
            y = (rest >= width ? b.lanes(i, as: Bytes.self) : b.bytes(first: rest, i, filler: Bytes())).flipped(flips)
          }
          // What a bound changes lies outside.
          let below = unsafeBitCast(clampedBytes(y, least, highest).flipped(y), to: Longs.self)
          let above = unsafeBitCast(clampedBytes(y, Bytes(), most).flipped(y), to: Longs.self)
          let z = clampedBytes(unsafeBitCast(below | above, to: Bytes.self), Bytes(), one).flipped(inverses)
          if rest >= width { target.put(z, i) } else { target.putBytes(first: rest, of: z, i) }
          i &+= width
        }
      }
    }
  }
}

extension BinaryRows {
  /// The operands the other way round.
  @inline(__always)
  fileprivate var swapped: BinaryRows {
    var rows = self
    (rows.first, rows.second) = (second, first)
    (rows.firstStep, rows.secondStep) = (secondStep, firstStep)
    (rows.firstStride, rows.secondStride) = (secondStride, firstStride)
    return rows
  }
}

#endif
