#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Sums of the lines of a matrix of bytes, and of its columns.

extension VectorKernels {
  /// Lines that 16 bits hold the sum of.
  private static var linesPerFlush: Int { 256 }

  /// The bytes at even places and those at odd ones, as 16-bit numbers.
  @inline(__always)
  private static func split(_ x: Bytes) -> (even: Ints, odd: Ints) {
    let low = Ints(repeating: 0x00FF_00FF)
    let words = unsafeBitCast(x, to: Ints.self)
    return (words & low, logicallyShifted(words, Ints(repeating: 8)) & low)
  }

  /// As many bytes as a register has 16-bit lanes, widened.
  @inline(__always)
  private static func widened(_ source: UnsafeRawPointer, isSigned: Bool) -> Shorts {
    isSigned ? widenedSigned(shortsAt: source) : widenedUnsigned(shortsAt: source)
  }

  /// 16-bit lanes as words, in order.
  @inline(__always)
  private static func words(_ x: Shorts, isSigned: Bool) -> (low: Ints, high: Ints) {
    let (low, high) = (widenedShorts(x.lowHalf), widenedShorts(x.highHalf))
    if isSigned { return (low, high) }
    let mask = Ints(repeating: 0xFFFF)
    return (low & mask, high & mask)
  }

  @inline(__always)
  static func sumColumns(_ matrix: ReductionLines, _ output: UnsafeMutableRawPointer, isSigned: Bool) {
    assert(matrix.validate())
    let width = Shorts.scalarCount
    let half = 4 &* lanesPerVector
    let count = matrix.count
    let sums = output.assumingMemoryBound(to: Int32.self)
    // Short lines that follow each other are taken several at once. Of others, registers are read that lie within the matrix.
    let isShort = count < width
    let merged = isShort && count > 0 && matrix.stride == count && width % count == 0 ? width / count : 1
    var lines = matrix.lines / merged
    if isShort, merged == 1 {
      let last = (matrix.lines &- 1) &* matrix.stride &+ count &- width
      lines = last < 0 || matrix.stride == 0 ? 0 : min(lines, last / matrix.stride &+ 1)
    }
    let stride = matrix.stride &* merged
    var column = 0
    while column < count, lines > 0 {
      // The last block overlaps the one before.
      let begin = max(0, min(column, count &- width))
      let isPair = count &- begin >= 2 &* width
      var source = matrix.input + begin
      var words = (Ints(), Ints(), Ints(), Ints())
      var line = 0
      while line < lines {
        let end = min(line &+ linesPerFlush, lines)
        var (a, b) = (Shorts(), Shorts())
        if isPair {
          while line < end {
            a = addedShorts(a, widened(source, isSigned: isSigned))
            b = addedShorts(b, widened(source + width, isSigned: isSigned))
            source += stride
            line &+= 1
          }
        } else {
          while end &- line >= 2 {
            a = addedShorts(a, widened(source, isSigned: isSigned))
            b = addedShorts(b, widened(source + stride, isSigned: isSigned))
            source += 2 &* stride
            line &+= 2
          }
          if line < end {
            a = addedShorts(a, widened(source, isSigned: isSigned))
            source += stride
            line &+= 1
          }
        }
        let first = self.words(a, isSigned: isSigned)
        let second = self.words(b, isSigned: isSigned)
        words.0 = words.0 &+ first.low
        words.1 = words.1 &+ first.high
        words.2 = words.2 &+ second.low
        words.3 = words.3 &+ second.high
      }
      if !isPair {
        words.0 = words.0 &+ words.2
        words.1 = words.1 &+ words.3
      }
      if !isShort, begin == column {
        let target = UnsafeMutableRawPointer(sums + begin)
        target.put(UnsafeRawPointer(target).lanes(0, as: Ints.self) &+ words.0, 0)
        target.put(UnsafeRawPointer(target).lanes(half, as: Ints.self) &+ words.1, half)
        if isPair {
          target.put(UnsafeRawPointer(target).lanes(2 &* half, as: Ints.self) &+ words.2, 2 &* half)
          target.put(UnsafeRawPointer(target).lanes(3 &* half, as: Ints.self) &+ words.3, 3 &* half)
        }
      } else {
        withUnsafeBytes(of: words) {
          let parts = $0.assumingMemoryBound(to: Int32.self)
          var i = column &- begin
          var target = column
          while i < min(width, count &* merged) {
            sums[target] = sums[target] &+ parts[i]
            i &+= 1
            target &+= 1
            if target == count { target = 0 }
          }
        }
      }
      column = begin &+ (isPair ? 2 &* width : width)
    }
    // Lines that did not fill a register.
    var line = lines &* merged
    while line < matrix.lines {
      let source = matrix.input + line &* matrix.stride
      var column = 0
      while column < count {
        let byte = source.load(fromByteOffset: column, as: UInt8.self)
        sums[column] = sums[column] &+ (isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte))
        column &+= 1
      }
      line &+= 1
    }
  }

  /// Lines up to this length are added up sixteen bytes at a time.
  private static var shortLine: Int { 4 &* 64 }

  @inline(__always)
  static func sumLines(_ matrix: ReductionLines, _ output: UnsafeMutableRawPointer, isSigned: Bool) {
    assert(matrix.validate())
    let width = Bytes.scalarCount
    let sums = output.assumingMemoryBound(to: Int32.self)
    let flip = Bytes(repeating: isSigned ? -128 : 0)
    let low = Ints(repeating: 0xFFFF)
    let half = Ints(repeating: 16)
    let excess = isSigned ? Int32(truncatingIfNeeded: 128 &* matrix.count) : 0
    var line = 0
    if matrix.count <= shortLine {
      let flips = SIMD2<UInt64>(repeating: isSigned ? 0x8080_8080_8080_8080 : 0)
      let whole = matrix.count & ~15
      while line < matrix.lines {
        let source = matrix.input + line &* matrix.stride
        var pairs = SIMD2<Int64>()
        var i = 0
        while i < whole {
          let bytes = source.lanes(i, as: SIMD2<UInt64>.self) ^ flips
          pairs = pairs &+ sumsOfBytes(unsafeBitCast(bytes, to: SIMD16<UInt8>.self))
          i &+= 16
        }
        var sum =
          Int32(truncatingIfNeeded: pairs.x &+ pairs.y) &- (isSigned ? Int32(truncatingIfNeeded: 128 &* whole) : 0)
        while i < matrix.count {
          let byte = source.load(fromByteOffset: i, as: UInt8.self)
          sum = sum &+ (isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte))
          i &+= 1
        }
        sums[line] = sums[line] &+ sum
        line &+= 1
      }
      return
    }
    while line < matrix.lines {
      let source = matrix.input + line &* matrix.stride
      var total = Ints()
      var i = 0
      while matrix.count &- i >= width {
        // Even and odd bytes together take half as many registers as 16 bits hold.
        let end = min(i &+ width &* (linesPerFlush / 2), matrix.count)
        var pairs = Ints()
        while end &- i >= width {
          let parts = split(source.lanes(i, as: Bytes.self).flipped(flip))
          pairs = pairs &+ (parts.even &+ parts.odd)
          i &+= width
        }
        total = total &+ (pairs & low) &+ logicallyShifted(pairs, half)
      }
      if i < matrix.count {
        let parts = split(source.bytes(first: matrix.count &- i, i, filler: flip).flipped(flip))
        let pairs = parts.even &+ parts.odd
        total = total &+ (pairs & low) &+ logicallyShifted(pairs, half)
      }
      sums[line] = sums[line] &+ sumOfLanes(total) &- excess
      line &+= 1
    }
  }
}

#endif
