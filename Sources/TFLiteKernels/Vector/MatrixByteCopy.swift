#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Copies of bytes to the form that products take. They are compiled for either kind of bytes; products, which are long, know it as a
// value.

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
  static func flips<Kind: ByteKind>(_ kind: Kind.Type) -> Bool { flips(isSigned: Kind.isSigned) }

  @inline(__always)
  static func flips(isSigned: Bool) -> Bool { (isSigned ? Tier.signedShift : Tier.unsignedShift) != 0 }

  /// Copies `count` rows, which are runs of their own, from `row` on.
  @inline(never)
  static func copyRows(
    isSigned: Bool, _ a: MatrixArguments, _ row: Int, _ count: Int, _ target: UnsafeMutableRawPointer, _ rowSize: Int
  ) {
    if isSigned {
      copyRows(SignedBytes.self, a, row, count, target, rowSize)
    } else {
      copyRows(UnsignedBytes.self, a, row, count, target, rowSize)
    }
  }

  @inline(__always)
  private static func copyRows<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: MatrixArguments, _ row: Int, _ count: Int, _ target: UnsafeMutableRawPointer,
    _ rowSize: Int
  ) {
    var source = a.input + row &* a.inputStride
    var prepared = target
    var r = 0
    while r < count {
      copy(kind, source, a.shape.depth, prepared)
      source += a.inputStride
      prepared += rowSize
      r &+= 1
    }
  }

  /// Copies one run.
  @inline(never)
  static func copyRun(
    isSigned: Bool, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    if isSigned {
      copy(SignedBytes.self, source, count, target)
    } else {
      copy(UnsignedBytes.self, source, count, target)
    }
  }

  /// Copies windows, `limit` at most, for as long as they lie within the image, and returns their number.
  @inline(__always)
  static func copyWindows(
    isSigned: Bool, _ a: MatrixArguments, _ pattern: RunPattern, _ entries: UnsafePointer<Int32>, _ limit: Int,
    _ target: UnsafeMutableRawPointer, _ rowSize: Int
  ) -> Int {
    isSigned
      ? copyWindows(SignedBytes.self, a, pattern, entries, limit, target, rowSize)
      : copyWindows(UnsignedBytes.self, a, pattern, entries, limit, target, rowSize)
  }

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
  @inline(__always)
  static func copyClipped(
    isSigned: Bool, _ a: MatrixArguments, _ pattern: RunPattern, _ entries: UnsafePointer<Int32>,
    _ prepared: UnsafeMutableRawPointer
  ) {
    if isSigned {
      copyClipped(SignedBytes.self, a, pattern, entries, prepared)
    } else {
      copyClipped(UnsignedBytes.self, a, pattern, entries, prepared)
    }
  }

  @inline(never)
  private static func copyClipped<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: MatrixArguments, _ pattern: RunPattern, _ entries: UnsafePointer<Int32>,
    _ prepared: UnsafeMutableRawPointer
  ) {
    let depth = a.shape.depth
    let width = pattern.width
    // Rows of a window that are neighbors in memory are one run, which the image's edge can cut more than once.
    guard pattern.count > 1, let padding = a.paddingRow else {
      return gather(isSigned: Kind.isSigned, a, entries, prepared)
    }
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
  @inline(never)
  static func gather(
    isSigned: Bool, _ a: MatrixArguments, _ entries: UnsafePointer<Int32>, _ prepared: UnsafeMutableRawPointer
  ) {
    if isSigned {
      gather(SignedBytes.self, a, entries, prepared)
    } else {
      gather(UnsignedBytes.self, a, entries, prepared)
    }
  }

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
}

#endif
