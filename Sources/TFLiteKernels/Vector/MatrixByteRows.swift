#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Where the runs of a window lie in memory when the window lies within its image: those of one row are neighbors.
///
/// A window is a rectangle and its first and last tap are opposite corners, so it lies within the image exactly when both taps do.
/// Offsets rise from tap to tap; in transposed convolutions they fall.
struct RunPattern {
  /// Rows of the window, the taps and bytes of each, and the bytes from one to the next.
  let count: Int
  let width: Int
  let length: Int
  let pitch: Int
  /// The distance of the last tap from the first. A window with another one has another pattern.
  let span: Int

  /// The pattern of the windows of some rows, nil when none of those looked at lies within the image, or when the rows of a
  /// window are not neighbors.
  @inline(never)
  init?(_ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int) {
    let taps = a.shape.taps
    // A phase of a transposed convolution may have no taps, and no entries then.
    guard let offsets = a.offsets, taps > 0 else { return nil }
    var row = (rowBegin &+ rowEnd) / 2
    while row < rowEnd, !Self.isWhole(offsets + row &* taps, last: taps &- 1) { row &+= 1 }
    if row >= rowEnd { return nil }
    self.init(offsets + row &* taps, taps: taps, depth: a.shape.depth)
  }

  /// Whether the window at `entries`, whose last tap has the number `last`, lies within its image.
  @inline(__always)
  static func isWhole(_ entries: UnsafePointer<Int32>, last: Int) -> Bool { entries[0] | entries[last] >= 0 }

  /// Whether the windows of as many rows, from the one at `entries` on, lie within the image and have this pattern.
  @inline(__always)
  func isOf<Rows: Count>(_ rowCount: Rows.Type, _ entries: UnsafePointer<Int32>, taps: Int) -> Bool {
    let span = Int32(truncatingIfNeeded: span)
    var signs: Int32 = 0
    var differences: Int32 = 0
    var entry = entries
    var r = 0
    while r < Rows.value {
      let last = entry[taps &- 1]
      signs |= entry[0] | last
      differences |= (last &- entry[0]) ^ span
      entry += taps
      r &+= 1
    }
    return signs >= 0 && differences == 0
  }

  /// The pattern of the window at `entries`, which lies within its image.
  private init?(_ entries: UnsafePointer<Int32>, taps: Int, depth: Int) {
    var width = 1
    while width < taps, Int(entries[width] &- entries[0]) == width &* depth { width &+= 1 }
    if taps % width != 0 { return nil }
    self.width = width
    count = taps / width
    length = width &* depth
    pitch = count > 1 ? Int(entries[width] &- entries[0]) : 0
    span = Int(entries[taps &- 1] &- entries[0])
    var tap = 0
    while tap < taps {
      let row = tap / width
      if Int(entries[tap] &- entries[0]) != row &* pitch &+ (tap &- row &* width) &* depth { return nil }
      tap &+= 1
    }
  }
}

extension VectorKernels {
  /// The sum of `count` bytes.
  @inline(__always)
  static func sum(_ bytes: UnsafeRawPointer, _ count: Int) -> Int32 {
    var sums = SIMD2<Int64>()
    var k = 0
    while k &+ 16 <= count {
      sums = sums &+ sumsOfBytes(bytes.lanes(k, as: SIMD16<UInt8>.self))
      k &+= 16
    }
    var sum = Int32(truncatingIfNeeded: sums[0] &+ sums[1])
    while k < count {
      sum &+= Int32(bytes.load(fromByteOffset: k, as: UInt8.self))
      k &+= 1
    }
    return sum
  }

  /// Bytes behind prepared rows that must exist, since copies write whole vectors.
  static var preparedSlack: Int { 64 }

  /// Prepares `count` rows from `row`, `rowSize` bytes apart in `target`, and their sums when weights have a zero point.
  @inline(__always)
  static func prepare(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ pattern: RunPattern?, _ row: Int, _ count: Int,
    _ target: UnsafeMutableRawPointer, _ rowSize: Int, _ rowSums: UnsafeMutablePointer<Int32>
  ) {
    let depth = a.shape.depth
    let taps = a.shape.taps
    var r = 0
    while r < count {
      let prepared = target + r &* rowSize
      var end = r &+ 1
      if let offsets = a.offsets {
        let entries = offsets + (row &+ r) &* taps
        if let pattern {
          let whole = copyWindows(isSigned: isSigned, a, pattern, entries, count &- r, prepared, rowSize)
          if whole == 0 { copyClipped(isSigned: isSigned, a, pattern, entries, prepared) } else { end = r &+ whole }
        } else {
          gather(isSigned: isSigned, a, entries, prepared)
        }
      } else {
        copyRows(isSigned: isSigned, a, row, count, target, rowSize)
        end = count
      }
      while r < end {
        finishRow(p, taps &* depth, p.layout.groups, target + r &* rowSize, rowSums + r)
        r &+= 1
      }
    }
  }

  /// Prepares groups `[firstGroup, firstGroup + groups)` of one row.
  @inline(__always)
  static func preparePart(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ row: Int, _ firstGroup: Int, _ groups: Int,
    _ target: UnsafeMutableRawPointer, _ rowSum: UnsafeMutablePointer<Int32>
  ) {
    let depth = a.shape.depth
    let begin = firstGroup &* groupSize
    let end = min(begin &+ groups &* groupSize, a.shape.taps &* depth)
    var k = begin
    while k < end {
      let tap = k / depth
      let offset = k &- tap &* depth
      let count = min(depth &- offset, end &- k)
      copyRun(isSigned: isSigned, a.run(row, tap, size: 1) + offset, count, target + (k &- begin) &* preparedSize)
      k &+= count
    }
    finishRow(p, end &- begin, groups, target, rowSum)
  }

  /// Clears what is missing to whole groups and sums the row, when weights have a zero point. Otherwise nobody needs the sum,
  /// and what is missing is multiplied by weights of zero, so that it may be anything.
  @inline(__always)
  private static func finishRow(
    _ p: ByteProduct, _ count: Int, _ groups: Int, _ prepared: UnsafeMutableRawPointer,
    _ rowSum: UnsafeMutablePointer<Int32>
  ) {
    if p.header.weightsOffset == 0 { return }
    var k = count
    while k < groups &* groupSize {
      clear(prepared + k &* preparedSize)
      k &+= 1
    }
    rowSum.pointee = preparedSum(prepared, groups)
  }

  @inline(__always)
  private static func clear(_ element: UnsafeMutableRawPointer) {
    if preparedSize == 1 {
      element.storeBytes(of: 0, as: UInt8.self)
    } else {
      element.storeBytes(of: 0, as: UInt16.self)
    }
  }

  /// The sum of `count` signed bytes.
  @inline(__always)
  private static func flippedSum(_ bytes: UnsafeRawPointer, _ count: Int) -> Int32 {
    var sum: Int32 = 0
    var k = 0
    while k < count {
      sum &+= Int32(bytes.load(fromByteOffset: k, as: Int8.self))
      k &+= 1
    }
    return sum
  }

  /// The sum of so many prepared elements.
  @inline(__always)
  static func preparedSum(_ run: UnsafeRawPointer, elements count: Int) -> Int32 {
    // Such tiers prepare unsigned bytes.
    if Tier.hasPartialBytes, count <= 16 {
      let sums = sumsOfBytes(fewBytes(run, count))
      return Int32(truncatingIfNeeded: sums[0] &+ sums[1])
    }
    let groups = count / groupSize
    var sum = preparedSum(run, groups)
    var k = groups &* groupSize
    while k < count {
      let element = run + k &* preparedSize
      if preparedSize == 2 {
        sum &+= Int32(element.load(as: Int16.self))
      } else if Tier.unsignedShift != 0 {
        sum &+= Int32(element.load(as: Int8.self))
      } else {
        sum &+= Int32(element.load(as: UInt8.self))
      }
      k &+= 1
    }
    return sum
  }

  /// The sum of a prepared row.
  @inline(__always)
  private static func preparedSum(_ row: UnsafeRawPointer, _ groups: Int) -> Int32 {
    if Tier.unsignedShift != 0 { return flippedSum(row, groups &* groupByteCount) }
    if preparedSize == 1 { return sum(row, groups &* groupByteCount) }
    var sums = SIMD4<Int32>()
    let ones = SIMD8<Int16>(repeating: 1)
    var group = 0
    while group &+ 4 <= groups {
      sums = sums &+ multiplyAddPairs(row.lanes(4 &* group, as: SIMD8<Int16>.self), ones)
      group &+= 4
    }
    var sum = total(sums)
    while group < groups {
      let pair = row.loadUnaligned(fromByteOffset: 4 &* group, as: UInt32.self)
      sum &+= Int32(Int16(truncatingIfNeeded: pair)) &+ Int32(Int16(truncatingIfNeeded: pair &>> 16))
      group &+= 1
    }
    return sum
  }
}

#endif
