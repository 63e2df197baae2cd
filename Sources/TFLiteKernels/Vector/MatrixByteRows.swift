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

/// A copy of runs of one length to the form that products take; see `VectorKernels.copy`.
private protocol RunCopy {
  init<Kind: ByteKind>(_ kind: Kind.Type, _ length: Int)
  func run<Kind: ByteKind>(_ kind: Kind.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer)
}

private struct RunOfAnyLength: RunCopy {
  let length: Int

  @inline(__always)
  init<Kind: ByteKind>(_ kind: Kind.Type, _ length: Int) { self.length = length }

  @inline(__always)
  func run<Kind: ByteKind>(_ kind: Kind.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
    VectorKernels.copy(kind, source, length, target)
  }
}

/// 16 bytes at most, by one load where `Tier.hasPartialBytes`.
private struct RunOfFewBytes: RunCopy {
  let length: Int
  let flip: SIMD16<UInt8>

  @inline(__always)
  init<Kind: ByteKind>(_ kind: Kind.Type, _ length: Int) {
    self.length = length
    flip = SIMD16(repeating: VectorKernels.flips(kind) ? 0x80 : 0)
  }

  @inline(__always)
  func run<Kind: ByteKind>(_ kind: Kind.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
    target.put(fewBytes(source, length) ^ flip, 0)
  }
}

/// Fewer bytes than a vector has, by one load where `Tier.hasPartialBytes`.
private struct RunOfOneVector: RunCopy {
  let length: Int
  let flip: Bytes

  @inline(__always)
  init<Kind: ByteKind>(_ kind: Kind.Type, _ length: Int) {
    self.length = length
    flip = Bytes(repeating: VectorKernels.flips(kind) ? -128 : 0)
  }

  @inline(__always)
  func run<Kind: ByteKind>(_ kind: Kind.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
    target.put(partialBytes(source, length).flipped(flip), 0)
  }
}

extension VectorKernels {
  /// Whether activations of this kind change their sign bit on the way into products.
  @inline(__always)
  static func flips<Kind: ByteKind>(_ kind: Kind.Type) -> Bool {
    (Kind.isSigned ? Tier.signedShift : Tier.unsignedShift) != 0
  }

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
  static func prepare<Kind: ByteKind>(
    _ kind: Kind.Type, _ p: ByteProduct, _ a: MatrixArguments, _ pattern: RunPattern?, _ row: Int, _ count: Int,
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
          let whole = copyWindows(kind, a, pattern, entries, count &- r, prepared, rowSize)
          if whole == 0 { copyClipped(kind, a, pattern, entries, prepared) } else { end = r &+ whole }
        } else {
          gather(kind, a, entries, prepared)
        }
      } else {
        copy(kind, a.input + (row &+ r) &* a.inputStride, depth, prepared)
      }
      while r < end {
        finishRow(p, taps &* depth, p.layout.groups, target + r &* rowSize, rowSums + r)
        r &+= 1
      }
    }
  }

  /// Copies windows, `limit` at most, for as long as they lie within the image, and returns their number.
  @inline(__always)
  private static func copyWindows<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: MatrixArguments, _ pattern: RunPattern, _ entries: UnsafePointer<Int32>, _ limit: Int,
    _ target: UnsafeMutableRawPointer, _ rowSize: Int
  ) -> Int {
    if Tier.hasPartialBytes, pattern.length <= 16 {
      return copyWindows(kind, RunOfFewBytes.self, a, pattern, entries, limit, target, rowSize)
    }
    if Tier.hasPartialBytes, pattern.length < Bytes.scalarCount {
      return copyWindows(kind, RunOfOneVector.self, a, pattern, entries, limit, target, rowSize)
    }
    return copyWindows(kind, RunOfAnyLength.self, a, pattern, entries, limit, target, rowSize)
  }

  @inline(never)
  private static func copyWindows<Kind: ByteKind, Copy: RunCopy>(
    _ kind: Kind.Type, _ copy: Copy.Type, _ a: MatrixArguments, _ pattern: RunPattern,
    _ entries: UnsafePointer<Int32>, _ limit: Int, _ target: UnsafeMutableRawPointer, _ rowSize: Int
  ) -> Int {
    let last = a.shape.taps &- 1
    let (count, span, pitch, step) = (pattern.count, pattern.span, pattern.pitch, pattern.length &* preparedSize)
    let input = a.input
    let copy = Copy(kind, pattern.length)
    var entry = entries
    var prepared = target
    var window = 0
    while window < limit, RunPattern.isWhole(entry, last: last), Int(entry[last] &- entry[0]) == span {
      var source = input + Int(entry[0])
      var part = prepared
      var run = 0
      while run < count {
        copy.run(kind, source, part)
        source += pitch
        part += step
        run &+= 1
      }
      entry += last &+ 1
      prepared += rowSize
      window &+= 1
    }
    return window
  }

  /// Copies a window that lies partly outside the image.
  @inline(never)
  private static func copyClipped<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: MatrixArguments, _ pattern: RunPattern, _ entries: UnsafePointer<Int32>,
    _ prepared: UnsafeMutableRawPointer
  ) {
    let depth = a.shape.depth
    let width = pattern.width
    // Rows of a window that are neighbors in memory are one run, which the image's edge can cut more than once.
    guard pattern.count > 1, let padding = a.paddingRow else { return gather(kind, a, entries, prepared) }
    var first = 0
    var last = a.shape.taps &- 1
    while first < last, entries[first] < 0 { first &+= 1 }
    while first < last, entries[last] < 0 { last &-= 1 }
    let begin = first % width
    let end = last % width &+ 1
    let zeros = SIMD16<UInt8>(repeating: padding.load(as: UInt8.self))
    var target = prepared
    var row = 0
    while row < pattern.count {
      let offset = Int(entries[row &* width &+ begin])
      if offset < 0 {
        fill(kind, zeros, width &* depth, target)
      } else {
        fill(kind, zeros, begin &* depth, target)
        copy(kind, a.input + offset, (end &- begin) &* depth, target + begin &* depth &* preparedSize)
        fill(kind, zeros, (width &- end) &* depth, target + end &* depth &* preparedSize)
      }
      target += pattern.length &* preparedSize
      row &+= 1
    }
  }

  /// Writes `count` equal bytes; up to `preparedSlack` bytes behind them may be overwritten.
  @inline(__always)
  private static func fill<Kind: ByteKind>(
    _ kind: Kind.Type, _ bytes: SIMD16<UInt8>, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    var k = 0
    while k < count {
      put16(kind, bytes, target + k &* preparedSize)
      k &+= 16
    }
  }

  /// Copies the runs at `entries` one after another.
  @inline(__always)
  private static func gather<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: MatrixArguments, _ entries: UnsafePointer<Int32>, _ prepared: UnsafeMutableRawPointer
  ) {
    let depth = a.shape.depth
    let taps = a.shape.taps
    var k = 0
    var tap = 0
    while tap < taps {
      // Neighboring runs that are neighbors in memory too are one run.
      let offset = Int(entries[tap])
      var length = depth
      tap &+= 1
      if offset >= 0 {
        while tap < taps, Int(entries[tap]) == offset &+ length {
          length &+= depth
          tap &+= 1
        }
      }
      copy(kind, a.run(at: Int32(truncatingIfNeeded: offset), size: 1), length, prepared + k &* preparedSize)
      k &+= length
    }
  }

  /// Prepares groups `[firstGroup, firstGroup + groups)` of one row.
  @inline(__always)
  static func preparePart<Kind: ByteKind>(
    _ kind: Kind.Type, _ p: ByteProduct, _ a: MatrixArguments, _ row: Int, _ firstGroup: Int, _ groups: Int,
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
      copy(kind, a.run(row, tap, size: 1) + offset, count, target + (k &- begin) &* preparedSize)
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

  /// Brings `count` bytes to the form that products take; up to `preparedSlack` bytes behind them may be overwritten.
  @inline(__always)
  static func copy<Kind: ByteKind>(
    _ kind: Kind.Type, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    guard Tier.hasPartialBytes else { return copyByParts(kind, source, count, target) }
    if count <= 16 {
      target.put(fewBytes(source, count) ^ (flips(kind) ? 0x80 : 0), 0)
      return
    }
    let flip = Bytes(repeating: flips(kind) ? -128 : 0)
    var k = 0
    while k < count {
      let left = count &- k
      let bytes = left >= Bytes.scalarCount ? source.lanes(k, as: Bytes.self) : partialBytes(source + k, left)
      target.put(bytes.flipped(flip), k)
      k &+= Bytes.scalarCount
    }
  }

  /// `copy` without masked loads: by 16 bytes, the last 16 overlapping those before, or by 8, 4, 2 and 1.
  @inline(__always)
  private static func copyByParts<Kind: ByteKind>(
    _ kind: Kind.Type, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    var k = 0
    while k &+ 16 <= count {
      copy16(kind, source + k, target + k &* preparedSize)
      k &+= 16
    }
    let rest = count &- k
    if rest == 0 { return }
    if count >= 16 {
      copy16(kind, source + (count &- 16), target + (count &- 16) &* preparedSize)
      return
    }
    if rest & 8 != 0 {
      copy8(kind, (source + k).loadUnaligned(as: UInt64.self), target + k &* preparedSize)
      k &+= 8
    }
    let left = count &- k
    if left > 0 { copy8(kind, firstBytes(source + k, left), target + k &* preparedSize) }
  }

  /// `count` bytes, 1 to 7, as the low bytes of a word.
  @inline(__always)
  static func firstBytes(_ source: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var bits: UInt64 = 0
    var offset = 0
    if count & 4 != 0 {
      bits = UInt64(source.loadUnaligned(as: UInt32.self))
      offset = 4
    }
    if count & 2 != 0 {
      bits |= UInt64(source.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) &<< UInt64(offset &* 8)
      offset &+= 2
    }
    if count & 1 != 0 {
      bits |= UInt64(source.load(fromByteOffset: offset, as: UInt8.self)) &<< UInt64(offset &* 8)
    }
    return bits
  }

  @inline(__always)
  static func copy16<Kind: ByteKind>(
    _ kind: Kind.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) { put16(kind, source.lanes(0, as: SIMD16<UInt8>.self), target) }

  @inline(__always)
  private static func put16<Kind: ByteKind>(
    _ kind: Kind.Type, _ bytes: SIMD16<UInt8>, _ target: UnsafeMutableRawPointer
  ) {
    if preparedSize == 1 {
      target.put(flips(kind) ? bytes ^ 0x80 : bytes, 0)
    } else {
      let words = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
      target.put(widenedWord(words[0], isSigned: Kind.isSigned), 0)
      target.put(widenedWord(words[1], isSigned: Kind.isSigned), 16)
    }
  }

  @inline(__always)
  static func copy8<Kind: ByteKind>(_ kind: Kind.Type, _ word: UInt64, _ target: UnsafeMutableRawPointer) {
    if preparedSize == 1 {
      target.storeBytes(
        of: flips(kind) ? word ^ 0x8080_8080_8080_8080 : word, as: UInt64.self)
    } else {
      target.put(widenedWord(word, isSigned: Kind.isSigned), 0)
    }
  }

  @inline(__always)
  private static func widenedWord(_ word: UInt64, isSigned: Bool) -> SIMD8<Int16> {
    isSigned ? widenedSigned(word) : widenedUnsigned(word)
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
