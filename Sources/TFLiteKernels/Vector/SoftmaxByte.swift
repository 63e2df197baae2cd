#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Softmax of bytes in fixed point, by a table of exponentials.

/// The factor of a row's exponentials, and the zero point and bounds of the results.
struct SoftmaxResult {
  private let reciprocal: Ints
  private let shift: Int32
  private let rounding: Longs
  private let lowest: Ints
  private let highest: Ints
  private let isPlain: Bool

  /// - Parameters:
  ///   - reciprocal: that of the row's sum, in Q0.31.
  ///   - shift: the right shift that follows, of 1 to 31 bits where `isPlain`.
  @inline(__always)
  init(_ reciprocal: Int32, shift: Int32, isPlain: Bool, bits: Int32, isSigned: Bool) {
    self.reciprocal = Ints(repeating: reciprocal)
    self.shift = shift
    self.isPlain = isPlain
    rounding = Longs(repeating: (1 << 30) &+ (Int64(1 << 30) &<< Int64(shift)))
    let bound: Int32 = isSigned ? 1 &<< (bits &- 1) : 0
    lowest = Ints(repeating: 0 &- bound)
    highest = Ints(repeating: (1 &<< bits) &- 1)
  }

  @inline(__always)
  func callAsFunction(_ exponentials: Ints) -> Ints {
    clamped(scaled(exponentials), Ints(), highest) &+ lowest
  }

  /// The results before they are clamped, not negative.
  @inline(__always)
  func scaled(_ exponentials: Ints) -> Ints {
    if !Tier.hasWideProducts || !isPlain { return requantized(exponentials, reciprocal, Ints(repeating: shift)) }
    // Numbers that are not negative: both roundings are one shift of the product.
    let even = evenProducts(exponentials, reciprocal) &+ rounding
    let odd = evenProducts(oddLanesDown(exponentials), reciprocal) &+ rounding
    return mergedLanes(
      unsafeBitCast(even &>> Longs(repeating: Int64(31 &+ shift)), to: Ints.self),
      unsafeBitCast(odd &>> Longs(repeating: Int64(shift &- 1)), to: Ints.self))
  }
}

/// `1 / (1 + x)` in Q0.31 for `x` in Q0.31, not negative; equal to `FixedPoint.oneOverOnePlusX`.
@inline(__always)
func oneOverOnePlus(_ x: Ints) -> Ints {
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
  /// Exponentials looked up at once, where a row has more.
  private static var softmaxChunk: Int { 256 }
  /// Exponentials that fit in memory.
  private static var softmaxCapacity: Int { 1792 }
  /// Rows of so many bytes have sums that may not fit a word.
  private static var softmaxWrappingDepth: Int { 4096 }

  /// The exponentials of `count` bytes, zeros after them up to a whole vector. A function of its own, where memory may overlap,
  /// since elsewhere the compiler gathers words by instructions that take longer than loading them one by one.
  @inline(never)
  static func lookUpExponentials(
    _ x: UnsafePointer<UInt8>, _ count: Int, _ high: UInt8, flip: UInt8, _ table: UnsafePointer<Int32>,
    _ exponentials: UnsafeMutablePointer<Int32>
  ) {
    // No byte is larger than `high`, so that none borrows from another.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = UInt64(high) &* ones
    let flips = UInt64(flip) &* ones
    var i = 0
    while count &- i >= 8 {
      let distances = highs &- (UnsafeRawPointer(x).loadUnaligned(fromByteOffset: i, as: UInt64.self) ^ flips)
      exponentials[i] = table[Int(distances & 0xFF)]
      exponentials[i &+ 1] = table[Int(distances &>> 8 & 0xFF)]
      exponentials[i &+ 2] = table[Int(distances &>> 16 & 0xFF)]
      exponentials[i &+ 3] = table[Int(distances &>> 24 & 0xFF)]
      exponentials[i &+ 4] = table[Int(distances &>> 32 & 0xFF)]
      exponentials[i &+ 5] = table[Int(distances &>> 40 & 0xFF)]
      exponentials[i &+ 6] = table[Int(distances &>> 48 & 0xFF)]
      exponentials[i &+ 7] = table[Int(distances &>> 56)]
      i &+= 8
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
  /// What rows keep on the stack.
  private static var softmaxByteCount: Int { 8 << 10 }

  /// As `softmaxRows`, for `shortSoftmaxDepth` bytes at most.
  @inline(never)
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
    withStackMemory(softmaxByteCount) { memory in
      let exponentials = memory.assumingMemoryBound(to: Int32.self)
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

  /// How many distances from the largest byte have exponentials of at least `least`: those fall.
  @inline(__always)
  static func softmaxReach(_ table: UnsafePointer<Int32>, least: Int32) -> Int {
    var low = 0
    var high = 256
    while low < high {
      let middle = (low &+ high) / 2
      if table[middle] >= least { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Rows of bytes to results of `bits` bits that are signed as `isSigned` says; `flip` orders int8 as uint8. All types share it.
  @inline(never)
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
    let isPlain = depth < softmaxWrappingDepth
    // Exponentials below 2^-9 give less than one half of a step of 8 bits, where sums are at least one.
    let reach = isPlain && bits == 8 ? softmaxReach(table, least: 1 << 22 &- 2) : 256
    // Either results are computed for each distance, and looked up, or for each byte, from exponentials kept until then.
    let isByTable = bits == 8 && reach &* 5 <= depth &* Threshold.softmaxTable
    if TableSum<One>.isFast && isByTable && isPlain {
      return tabledSoftmaxRows(input, output, depth, table, rowBegin, rowEnd, flips, isSigned: isSigned)
    }
    let stride = (depth &+ lanesPerVector &- 1) & ~(lanesPerVector &- 1)
    // Long rows are looked up part by part, and once more for their results.
    let isKept = stride <= softmaxCapacity
    let rowsAtOnce = isKept ? min(softmaxRowsAtOnce, softmaxCapacity / stride) : softmaxRowsAtOnce
    // Exponentials; results by distance and what looks them up; for each row its sum or the reciprocal, its shift and its
    // largest byte.
    withStackMemory(softmaxByteCount) { memory in
      let exponentials = memory.assumingMemoryBound(to: Int32.self)
      let results = UnsafeMutableRawPointer(exponentials + softmaxCapacity)
      let scratch = results + 256
      let reciprocals = (results + 512).assumingMemoryBound(to: Int32.self)
      let shifts = reciprocals + softmaxRowsAtOnce
      let highs = shifts + softmaxRowsAtOnce
      if isByTable { results.initializeMemory(as: UInt8.self, repeating: isSigned ? 0x80 : 0, count: 256) }
      var row = rowBegin
      while row < rowEnd {
        let rows = min(rowsAtOnce, rowEnd &- row)
        var isAnyZero = false
        var r = 0
        while r < rows {
          let x = (input + (row &+ r) &* depth).assumingMemoryBound(to: UInt8.self)
          let high = largest(UnsafeRawPointer(x), depth, flips)
          highs[r] = Int32(high)
          if isKept { lookUpExponentials(x, depth, high, flip: flip, table, exponentials + r &* stride) }
          r &+= 1
        }
        // Not before all rows are looked up: vectors cannot be loaded from what has just been stored word by word.
        r = 0
        while r < rows {
          var total: Int32 = 0
          if isKept {
            total = roundedSum(exponentials + r &* stride, depth)
          } else {
            let x = (input + (row &+ r) &* depth).assumingMemoryBound(to: UInt8.self)
            var start = 0
            while start < depth {
              let count = min(softmaxChunk, depth &- start)
              let high = UInt8(truncatingIfNeeded: highs[r])
              lookUpExponentials(x + start, count, high, flip: flip, table, exponentials)
              total = total &+ roundedSum(exponentials, count)
              start &+= count
            }
          }
          // Normalized to [1, 2), of which the one is left out.
          let headroom = Int32(truncatingIfNeeded: total.leadingZeroBitCount)
          reciprocals[r] = (total &<< headroom) & Int32.max
          shifts[r] = 12 &- headroom &+ 31 &- bits
          isAnyZero = isAnyZero || total == 0
          r &+= 1
        }
        while r & (lanesPerVector &- 1) != 0 {
          reciprocals[r] = 0
          r &+= 1
        }
        var first = 0
        while first < rows {
          let target = UnsafeMutableRawPointer(reciprocals + first)
          target.put(oneOverOnePlus(UnsafeRawPointer(target).lanes(0, as: Ints.self)), 0)
          first &+= lanesPerVector
        }
        r = 0
        while r < rows {
          var reciprocal = reciprocals[r]
          if isAnyZero, shifts[r] == 11 &- bits { reciprocal = FixedPoint.reciprocal(0, integerBits: 12).value }
          let isZero = shifts[r] > 31
          let result = SoftmaxResult(
            isZero ? 0 : reciprocal, shift: isZero ? 31 : shifts[r] & 31, isPlain: isPlain, bits: bits,
            isSigned: isSigned)
          let high = UInt8(truncatingIfNeeded: highs[r])
          let x = (input + (row &+ r) &* depth).assumingMemoryBound(to: UInt8.self)
          let y = output + (row &+ r) &* depth &* size
          if isByTable {
            var distance = 0
            while distance < reach {
              let values = result(UnsafeRawPointer(table).lanes(4 &* distance, as: Ints.self))
              results.put(narrowedBytes(values), distance)
              distance &+= lanesPerVector
            }
            lookUpResults(x, y, depth, high, flips, results, scratch)
          } else {
            var start = 0
            while start < depth {
              let count = isKept ? depth : min(softmaxChunk, depth &- start)
              if !isKept { lookUpExponentials(x + start, count, high, flip: flip, table, exponentials) }
              let kept = UnsafeRawPointer(exponentials + (isKept ? r &* stride : 0))
              var i = 0
              while i < count {
                let values = result(kept.lanes(4 &* i, as: Ints.self))
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
          r &+= 1
        }
        row &+= rows
      }
    }
  }

  /// The results of a row by distances from its largest byte; `scratch` has 256 bytes.
  @inline(__always)
  static func lookUpResults(
    _ x: UnsafePointer<UInt8>, _ y: UnsafeMutableRawPointer, _ depth: Int, _ high: UInt8, _ flips: Bytes,
    _ results: UnsafeMutableRawPointer, _ scratch: UnsafeMutableRawPointer
  ) {
    let source = UnsafeRawPointer(x)
    let bytes = UnsafePointer(results.assumingMemoryBound(to: UInt8.self))
    var i = 0
    if ByteTable.isFast {
      let entries = ByteTable(bytes, scratch)
      let highs = Bytes(repeating: Int8(bitPattern: high))
      while depth &- i >= Bytes.scalarCount {
        y.put(entries(highs &- source.lanes(i, as: Bytes.self).flipped(flips)), i)
        i &+= Bytes.scalarCount
      }
      let rest = depth &- i
      if rest > 0 {
        y.putBytes(first: rest, of: entries(highs &- source.bytes(first: rest, i, filler: flips).flipped(flips)), i)
      }
      return
    }
    let flip = UInt8(bitPattern: flips[0])
    while i < depth {
      y.storeBytes(of: bytes[Int(high &- (x[i] ^ flip))], toByteOffset: i, as: UInt8.self)
      i &+= 1
    }
  }

  /// Rows of two bytes that are more than there are distances between two bytes.
  private static var manyPairs: Int { 1024 }

  /// Rows of two bytes by the results for each distance between two, which `compute` gives for as many rows.
  @inline(never)
  private static func softmaxPairs(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ rowBegin: Int, _ rowEnd: Int, flip: UInt8,
    _ compute: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { memory in
      guard let pairs = memory.baseAddress else { return }
      let results = pairs + 512
      for distance in 0..<256 {
        pairs[2 &* distance] = 255 ^ flip
        pairs[2 &* distance &+ 1] = (255 &- UInt8(truncatingIfNeeded: distance)) ^ flip
      }
      compute(pairs, results)
      let x = input.assumingMemoryBound(to: UInt8.self)
      let y = output.assumingMemoryBound(to: UInt8.self)
      for row in rowBegin..<rowEnd {
        let distance = Int(x[2 &* row] ^ flip) &- Int(x[2 &* row &+ 1] ^ flip)
        // The place of the larger one, which the results have first.
        let larger = distance < 0 ? 1 : 0
        let place = 2 &* abs(distance)
        y[2 &* row] = results[place &+ larger]
        y[2 &* row &+ 1] = results[place &+ (larger ^ 1)]
      }
    }
  }

  /// Softmax of uint8.
  static func softmaxUInt8(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
    if depth == 2, rowEnd &- rowBegin >= manyPairs {
      return softmaxPairs(input, output, rowBegin, rowEnd, flip: 0) { pairs, results in
        softmaxUInt8(
          pairs.assumingMemoryBound(to: UInt8.self), results.assumingMemoryBound(to: UInt8.self), 2, table, 0, 256)
      }
    }
    softmaxRows(input, output, depth, table, rowBegin, rowEnd, flip: 0, bits: 8, isSigned: false)
  }

  /// Softmax of int8.
  static func softmaxInt8(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
    if depth == 2, rowEnd &- rowBegin >= manyPairs {
      return softmaxPairs(input, output, rowBegin, rowEnd, flip: 0x80) { pairs, results in
        softmaxInt8(
          pairs.assumingMemoryBound(to: Int8.self), results.assumingMemoryBound(to: Int8.self), 2, table, 0, 256)
      }
    }
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
