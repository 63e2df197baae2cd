#if TFLITE_TIER
  import TFLiteKernels
#endif

extension VectorKernels {
  /// Whether products can take the rows from where they are: whole groups of bytes, long enough runs.
  @inline(__always)
  static func readsInPlace<Kind: ByteKind>(_ kind: Kind.Type, _ a: MatrixArguments, _ header: MatrixHeader) -> Bool {
    #if TFLITE_AVX512
      return a.shape.depth % groupSize == 0 && (a.offsets == nil || a.shape.depth >= 16)
        && (header.weightsOffset == 0 || !Kind.isSigned)
    #else
      return false
    #endif
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

  /// Prepares `count` rows from `row`: groups `[firstGroup, firstGroup + groups)` of each, `rowSize` bytes apart in
  /// `target`, and their sums when weights have a zero point.
  @inline(__always)
  static func prepare<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: MatrixArguments, _ header: MatrixHeader, _ row: Int, _ count: Int, _ firstGroup: Int,
    _ groups: Int, _ target: UnsafeMutableRawPointer, _ rowSize: Int, _ rowSums: UnsafeMutablePointer<Int32>
  ) {
    let depth = a.shape.depth
    let begin = firstGroup &* groupSize
    let end = min(begin &+ groups &* groupSize, a.shape.taps &* depth)
    var r = 0
    while r < count {
      let prepared = target + r &* rowSize
      var k = begin
      while k < end {
        // Neighbouring runs that are neighbours in memory too are one run.
        let tap = k / max(1, depth)
        let offset = k &- tap &* depth
        let run = runPointer(a, row &+ r, tap, size: 1)
        var length = depth
        var next = tap &+ 1
        while begin &+ length < end, next < a.shape.taps, runPointer(a, row &+ r, next, size: 1) == run + length {
          length &+= depth
          next &+= 1
        }
        let taken = min(length &- offset, end &- k)
        copy(kind, run + offset, taken, prepared + (k &- begin) &* preparedSize)
        k &+= taken
      }
      while k < begin &+ groups &* groupSize {
        clear(prepared + (k &- begin) &* preparedSize)
        k &+= 1
      }
      if header.weightsOffset != 0 {
        rowSums[r] = preparedSum(prepared, groups)
      }
      r &+= 1
    }
  }

  @inline(__always)
  private static func clear(_ element: UnsafeMutableRawPointer) {
    if preparedSize == 1 {
      element.storeBytes(of: 0, as: UInt8.self)
    } else {
      element.storeBytes(of: 0, as: UInt16.self)
    }
  }

  /// Brings `count` bytes to the form that products take.
  @inline(__always)
  private static func copy<Kind: ByteKind>(
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
      copy8(kind, (source + k).loadUnaligned(as: UInt64.self), target + k &* preparedSize, 8)
      k &+= 8
    }
    let left = count &- k
    if left > 0 { copy8(kind, firstBytes(source + k, left), target + k &* preparedSize, left) }
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
  private static func copy16<Kind: ByteKind>(
    _ kind: Kind.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) {
    if preparedSize == 1 {
      let bytes = source.lanes(0, as: SIMD16<UInt8>.self)
      target.put(Kind.isSigned == activationsAreUnsigned ? bytes ^ 0x80 : bytes, 0)
    } else {
      let words = source.lanes(0, as: SIMD2<UInt64>.self)
      target.put(widenedWord(words[0], isSigned: Kind.isSigned), 0)
      target.put(widenedWord(words[1], isSigned: Kind.isSigned), 16)
    }
  }

  /// The first `count` bytes of `word`.
  @inline(__always)
  private static func copy8<Kind: ByteKind>(
    _ kind: Kind.Type, _ word: UInt64, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    if preparedSize == 1 {
      let flipped = Kind.isSigned == activationsAreUnsigned ? word ^ 0x8080_8080_8080_8080 : word
      target.store(unsafeBitCast(flipped, to: SIMD8<Int8>.self), first: count)
    } else {
      target.store(widenedWord(word, isSigned: Kind.isSigned), first: count)
    }
  }

  @inline(__always)
  private static func widenedWord(_ word: UInt64, isSigned: Bool) -> SIMD8<Int16> {
    isSigned ? widenedSigned(word) : widenedUnsigned(word)
  }

  /// The sum of a prepared row.
  @inline(__always)
  private static func preparedSum(_ row: UnsafeRawPointer, _ groups: Int) -> Int32 {
    if preparedSize == 1 { return sum(row, groups &* 4) }
    var sums = SIMD4<Int32>()
    let ones = SIMD8<Int16>(repeating: 1)
    var group = 0
    while group &+ 4 <= groups {
      sums = sums &+ multiplyAddPairs(row.lanes(4 &* group, as: SIMD8<Int16>.self), ones)
      group &+= 4
    }
    var sum = total(sums)
    while group < groups {
      let pair = row.load(fromByteOffset: 4 &* group, as: UInt32.self)
      sum &+= Int32(Int16(truncatingIfNeeded: pair)) &+ Int32(Int16(truncatingIfNeeded: pair &>> 16))
      group &+= 1
    }
    return sum
  }
}
