#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Softmax of bytes in fixed point, by a table of exponentials.

/// A row's sum as a factor for its exponentials, and the zero point and bounds of the results.
private struct SoftmaxResult {
  let reciprocal: Ints
  let shift: Ints
  let lowest: Ints
  let highest: Ints

  @inline(__always)
  init(_ sum: Int32, bits: Int32, isSigned: Bool) {
    let reciprocal = FixedPoint.reciprocal(sum, integerBits: 12)
    let exponent = reciprocal.bitsOverUnit &+ 31 &- bits
    self.reciprocal = Ints(repeating: exponent > 31 ? 0 : reciprocal.value)
    shift = Ints(repeating: exponent & 31)
    let bound: Int32 = isSigned ? 1 &<< (bits &- 1) : 0
    lowest = Ints(repeating: 0 &- bound)
    highest = Ints(repeating: (1 &<< bits) &- 1 &- bound)
  }

  @inline(__always)
  func callAsFunction(_ exponentials: Ints) -> Ints {
    clamped(requantized(exponentials, reciprocal, shift) &+ lowest, lowest, highest)
  }
}

/// `1 / (1 + x)` in Q0.31 for `x` in Q0.31, not negative; equal to `FixedPoint.oneOverOnePlusX`.
@inline(__always)
private func oneOverOnePlus(_ x: Ints) -> Ints {
  // Newton-Raphson for `2 / (1 + x)` in Q2. No shift but the last saturates, since errors are small.
  let halfDenominator = logicallyShifted(x, Ints(repeating: 1)) &+ Ints(repeating: 1 << 30)
  let one = Ints(repeating: 1 << 29)
  var y = Ints(repeating: 1_515_870_810) &+ requantized(Ints(repeating: -1_010_580_540), halfDenominator, Ints())
  var round = 0
  while round < 3 {
    let error = one &- requantized(y, halfDenominator, Ints())
    y = y &+ shiftedLeft(requantized(error, y, Ints()), Ints(repeating: 2))
    round &+= 1
  }
  return shiftedLeft(y, Ints(repeating: 1)).replacing(
    with: Ints(repeating: Int32.max), where: Ints(repeating: 1 << 30 - 1) .< y)
}

extension VectorKernels {
  /// Exponentials looked up at once.
  private static var softmaxChunk: Int { 256 }
  /// Rows of at least so many bytes are mapped through a table of the results.
  private static var softmaxTableDepth: Int { 128 }

  /// The exponentials of `count` bytes, zeros after them up to a whole vector.
  @inline(__always)
  private static func lookUpExponentials(
    _ x: UnsafePointer<UInt8>, _ count: Int, _ high: UInt8, flip: UInt8, _ table: UnsafePointer<Int32>,
    _ exponentials: UnsafeMutablePointer<Int32>
  ) {
    // The distance from the largest: both are flipped, or the difference of the bits is taken as it is.
    var i = 0
    while count &- i >= 4 {
      let bytes = UnsafeRawPointer(x).loadUnaligned(fromByteOffset: i, as: UInt32.self) ^ (UInt32(flip) &* 0x0101_0101)
      exponentials[i] = table[Int(high &- UInt8(truncatingIfNeeded: bytes))]
      exponentials[i &+ 1] = table[Int(high &- UInt8(truncatingIfNeeded: bytes >> 8))]
      exponentials[i &+ 2] = table[Int(high &- UInt8(truncatingIfNeeded: bytes >> 16))]
      exponentials[i &+ 3] = table[Int(high &- UInt8(truncatingIfNeeded: bytes >> 24))]
      i &+= 4
    }
    while i < count {
      exponentials[i] = table[Int(high &- (x[i] ^ flip))]
      i &+= 1
    }
    while i & (lanesPerVector &- 1) != 0 {
      exponentials[i] = 0
      i &+= 1
    }
  }

  /// The sum of `count` exponentials in Q12.19, each rounded.
  @inline(__always)
  private static func roundedSum(_ exponentials: UnsafeMutablePointer<Int32>, _ count: Int) -> Int32 {
    var total = Ints()
    let one = Ints(repeating: 1)
    let (eleven, twelve) = (Ints(repeating: 11), Ints(repeating: 12))
    var i = 0
    while i < count {
      let e = UnsafeRawPointer(exponentials).lanes(4 &* i, as: Ints.self)
      total = total &+ logicallyShifted(e, twelve) &+ (logicallyShifted(e, eleven) & one)
      i &+= lanesPerVector
    }
    return sumOfLanes(total)
  }

  /// Rows of at most so many bytes are computed many at a time: the reciprocal of one sum takes as long as those of a vector.
  private static var shortSoftmaxDepth: Int { 32 }
  /// Rows that are computed at a time then.
  private static var softmaxRowsAtOnce: Int { 16 }

  /// As `softmaxRows`, for `shortSoftmaxDepth` bytes at most.
  @inline(__always)
  private static func shortSoftmaxRows(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int, flip: UInt8, bits: Int32, isSigned: Bool
  ) {
    let size = Int(bits / 8)
    let bound: Int32 = isSigned ? 1 &<< (bits &- 1) : 0
    let lowest = Ints(repeating: 0 &- bound)
    let highest = Ints(repeating: (1 &<< bits) &- 1 &- bound)
    let capacity = shortSoftmaxDepth &* softmaxRowsAtOnce
    // For each element its exponential, and the reciprocal and shift of its row; for each row its sum and shift.
    var memory = MediumBlock()
    withUnsafeMutableBytes(of: &memory) { buffer in
      guard let exponentials = buffer.baseAddress?.assumingMemoryBound(to: Int32.self) else { return }
      let reciprocals = exponentials + capacity
      let shifts = reciprocals + capacity
      let rowSums = shifts + capacity
      let rowShifts = rowSums + softmaxRowsAtOnce
      var row = rowBegin
      while row < rowEnd {
        let rows = min(softmaxRowsAtOnce, rowEnd &- row)
        let x = (input + row &* depth).assumingMemoryBound(to: UInt8.self)
        var i = 0
        var r = 0
        while r < rows {
          let end = i &+ depth
          var high: UInt8 = 0
          var c = i
          while c < end {
            high = max(high, x[c] ^ flip)
            c &+= 1
          }
          var total: Int32 = 0
          while i < end {
            let exponential = table[Int(high &- (x[i] ^ flip))]
            exponentials[i] = exponential
            total = total &+ (exponential &>> 12) &+ ((exponential &>> 11) & 1)
            i &+= 1
          }
          // Normalized to [1, 2), of which the one is left out.
          let headroom = Int32(truncatingIfNeeded: total.leadingZeroBitCount)
          rowSums[r] = (total &<< headroom) & Int32.max
          rowShifts[r] = 12 &- headroom &+ 31 &- bits
          r &+= 1
        }
        r = 0
        while r < rows {
          let target = UnsafeMutableRawPointer(rowSums + r)
          target.put(oneOverOnePlus(UnsafeRawPointer(target).lanes(0, as: Ints.self)), 0)
          r &+= lanesPerVector
        }
        i = 0
        r = 0
        while r < rows {
          let shift = rowShifts[r]
          let reciprocal = shift > 31 ? 0 : rowSums[r]
          let end = i &+ depth
          while i < end {
            reciprocals[i] = reciprocal
            shifts[i] = shift & 31
            i &+= 1
          }
          r &+= 1
        }
        let target = output + row &* depth &* size
        let count = rows &* depth
        i = 0
        while i < count {
          let place = 4 &* i
          let e = UnsafeRawPointer(exponentials).lanes(place, as: Ints.self)
          let scaled = requantized(
            e, UnsafeRawPointer(reciprocals).lanes(place, as: Ints.self),
            UnsafeRawPointer(shifts).lanes(place, as: Ints.self))
          let y = clamped(scaled &+ lowest, lowest, highest)
          let part = min(lanesPerVector, count &- i)
          if bits == 8 {
            (target + i).store(narrowedBytes(y), first: part)
          } else {
            (target + 2 &* i).store(narrowedShorts(y), first: part)
          }
          i &+= lanesPerVector
        }
        row &+= rows
      }
    }
  }

  /// Rows of bytes to results of `bits` bits that are signed as `isSigned` says; `flip` orders int8 as uint8.
  @inline(__always)
  private static func softmaxRows(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int, flip: UInt8, bits: Int32, isSigned: Bool
  ) {
    if depth <= shortSoftmaxDepth {
      return shortSoftmaxRows(
        input, output, depth, table, rowBegin, rowEnd, flip: flip, bits: bits, isSigned: isSigned)
    }
    let size = Int(bits / 8)
    let flips = Bytes(repeating: Int8(bitPattern: flip))
    // A chunk of exponentials, results by byte, and the exponentials in reverse followed by zeros: 3.5 KB.
    var memory = SmallBlock()
    withUnsafeMutableBytes(of: &memory) { buffer in
      guard let exponentials = buffer.baseAddress?.assumingMemoryBound(to: Int32.self) else { return }
      let results = UnsafeMutableRawPointer(exponentials + 256)
      let reversed = exponentials + 384
      if bits == 8, depth >= softmaxTableDepth {
        var i = 0
        while i < 256 {
          reversed[i] = table[255 &- i]
          reversed[256 &+ i] = 0
          i &+= 1
        }
      }
      var row = rowBegin
      while row < rowEnd {
        let x = (input + row &* depth).assumingMemoryBound(to: UInt8.self)
        let y = output + row &* depth &* size
        let high = largest(UnsafeRawPointer(x), depth, flips)
        var total: Int32 = 0
        var start = 0
        while start < depth {
          let count = min(softmaxChunk, depth &- start)
          lookUpExponentials(x + start, count, high, flip: flip, table, exponentials)
          total = total &+ roundedSum(exponentials, count)
          start &+= count
        }
        let result = SoftmaxResult(total, bits: bits, isSigned: isSigned)
        if bits == 8, depth >= softmaxTableDepth {
          let first = UnsafeRawPointer(reversed + (255 &- Int(high)))
          var byte = 0
          while byte <= Int(high) {
            results.put(narrowedBytes(result(first.lanes(4 &* byte, as: Ints.self))), byte ^ Int(flip))
            byte &+= lanesPerVector
          }
          lookUp(
            x, y.assumingMemoryBound(to: UInt8.self), depth, UnsafePointer(results.assumingMemoryBound(to: UInt8.self)))
        } else {
          start = 0
          while start < depth {
            let count = min(softmaxChunk, depth &- start)
            if depth > softmaxChunk { lookUpExponentials(x + start, count, high, flip: flip, table, exponentials) }
            var i = 0
            while i < count {
              let values = result(UnsafeRawPointer(exponentials).lanes(4 &* i, as: Ints.self))
              let target = y + (start &+ i) &* size
              let part = min(lanesPerVector, count &- i)
              if bits == 8 {
                target.store(narrowedBytes(values), first: part)
              } else {
                target.store(narrowedShorts(values), first: part)
              }
              i &+= lanesPerVector
            }
            start &+= count
          }
        }
        row &+= 1
      }
    }
  }

  /// Softmax of uint8.
  static func softmaxUInt8(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
    softmaxRows(input, output, depth, table, rowBegin, rowEnd, flip: 0, bits: 8, isSigned: false)
  }

  /// Softmax of int8.
  static func softmaxInt8(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
    softmaxRows(input, output, depth, table, rowBegin, rowEnd, flip: 0x80, bits: 8, isSigned: true)
  }

  /// Softmax of uint8 with an int16 result.
  static func softmaxUInt8ToInt16(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 2))
    softmaxRows(input, output, depth, table, rowBegin, rowEnd, flip: 0, bits: 16, isSigned: true)
  }

  /// Softmax of int8 with an int16 result.
  static func softmaxInt8ToInt16(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 2))
    softmaxRows(input, output, depth, table, rowBegin, rowEnd, flip: 0x80, bits: 16, isSigned: true)
  }
}

#endif
