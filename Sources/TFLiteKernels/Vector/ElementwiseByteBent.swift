#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// See `BentLines`; nil where fixed-point arithmetic takes no more steps.
  package static var bentLines: BentLinesKernel? {
    if Tier.hasRoundingShifts { return nil }
    return { input, output, count, slopes, lines in
      if lines.isSigned {
        bend(StoredInt8.self, input, output, count, slopes, lines)
      } else {
        bend(StoredUInt8.self, input, output, count, slopes, lines)
      }
    }
  }

  @inline(__always)
  private static func bend<Stored: StoredIntegers>(
    _ stored: Stored.Type, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int,
    _ slopes: UnsafePointer<Float>, _ lines: BentLines
  ) {
    assert(Contract.map(input, output, count, from: 1, to: 1))
    let slopes = UnsafeRawPointer(slopes)
    let offset = Ints(repeating: lines.offset)
    let straight = Floats(repeating: lines.straight)
    let straightStart = Ints(repeating: Int32(bitPattern: lines.straightStart.bitPattern))
    let bentStart = Ints(repeating: Int32(bitPattern: (0 - lines.bentStart).bitPattern))
    let sign = Ints(repeating: Int32.min)
    @inline(__always) func value(_ x: Ints, _ slope: Floats) -> Ints {
      let d = x &+ offset
      let factor = straight.replacing(with: slope, where: d .< Ints())
      let start =
        straightStart.replacing(with: bentStart, where: d .< Ints()) ^ (unsafeBitCast(factor, to: Ints.self) & sign)
      return nearestInts(multiplyAdd(converted(d), factor, unsafeBitCast(start, to: Floats.self)))
    }
    let bounds = ByteBounds(lines.outputOffset, lines.range, isSigned: lines.isSigned)
    let packet = ByteBounds.panels &* lanesPerVector
    @inline(__always) func panel(_ number: Int, _ i: Int) -> Ints {
      let first = i &+ number &* lanesPerVector
      return value(Stored.load(input, first), slopes.lanes(4 &* first, as: Floats.self))
    }
    var i = 0
    while count &- i >= packet {
      let y0 = panel(0, i)
      let y1 = ByteBounds.panels > 1 ? panel(1, i) : y0
      let y2 = ByteBounds.panels > 2 ? panel(2, i) : y0
      let y3 = ByteBounds.panels > 3 ? panel(3, i) : y0
      bounds.store(ByteBounds.panels, y0, y1, y2, y3, output + i, first: packet)
      i &+= packet
    }
    while i < count {
      let rest = min(lanesPerVector, count &- i)
      let y =
        rest == lanesPerVector
        ? panel(0, i) : value(Stored.load(first: rest, input, i), slopes.floats(first: rest, 4 &* i))
      bounds.store(1, y, y, y, y, output + i, first: rest)
      i &+= rest
    }
  }
}

#endif
