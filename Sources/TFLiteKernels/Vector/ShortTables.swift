#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Functions of int16 by tables that are interpolated: for each value a place in the table, the two entries from there, and where
// between them the value lies.

/// The constants of `IntegerActivationScaling`, one form for all scales.
private struct ShortScaling {
  private let multiplier: Ints
  private let rounding: Ints
  private let shift: Int32

  @inline(__always)
  init(_ scaling: IntegerActivationScaling) {
    let isShift = scaling.multiplier == 0
    multiplier = Ints(repeating: isShift ? 3 &<< scaling.shift : scaling.multiplier)
    shift = isShift ? 0 : scaling.shift
    rounding = Ints(repeating: shift > 0 ? 1 &<< (shift &- 1) : 0)
  }

  @inline(__always)
  func callAsFunction(_ x: Ints) -> Ints { (x &* multiplier &+ rounding) &>> Ints(repeating: shift) }
}

/// The value of a table of `LookupTable.count16` entries at a value of int16.
private struct InterpolatedEntry {
  private let seven = Ints(repeating: 7)
  private let sixteen = Ints(repeating: 16)
  private let middle = Ints(repeating: 256)
  private let offsets = Ints(repeating: 0x7F)
  private let half = Ints(repeating: 64)

  @inline(__always)
  init() {}

  @inline(__always)
  func place(_ x: Ints) -> Ints { (x &>> seven) &+ middle }

  /// - Parameter pair: the entry at the place of `x` in the low half, the next one in the high half.
  @inline(__always)
  func callAsFunction(_ x: Ints, _ pair: Ints) -> Ints {
    let base = (pair &<< sixteen) &>> sixteen
    // As the difference of int16, which wraps around.
    let slope = (((pair &>> sixteen) &- base) &<< sixteen) &>> sixteen
    return base &+ ((slope &* (x & offsets) &+ half) &>> seven)
  }
}

/// The table of the logistic function at magnitudes: 255 steps of `1 << fractionBits`, and what lies beyond.
private struct SigmoidEntry {
  private let fractionBits: Int32
  private let beyond: Ints

  @inline(__always)
  init(fractionBits: Int32, beyond: Int32) {
    self.fractionBits = fractionBits
    self.beyond = Ints(repeating: beyond)
  }

  @inline(__always)
  private func step(_ x: Ints) -> Ints { logicallyShifted(magnitudes(x), Ints(repeating: fractionBits)) }

  @inline(__always)
  func place(_ x: Ints) -> Ints { clamped(step(x), Ints(), Ints(repeating: 254)) }

  @inline(__always)
  func callAsFunction(_ x: Ints, _ pair: Ints) -> Ints {
    let a = pair & Ints(repeating: 0xFFFF)
    let b = logicallyShifted(pair, Ints(repeating: 16))
    let fraction = magnitudes(x) & Ints(repeating: (1 &<< fractionBits) &- 1)
    let inside = (a &<< Ints(repeating: fractionBits)) &+ fraction &* (b &- a)
    return inside.replacing(with: beyond, where: Ints(repeating: 254) .< step(x))
  }
}

extension VectorKernels {
  /// Values that are looked up at once, and kept on the stack.
  private static var shortChunk: Int { 1024 }

  /// For each of `count` places the two entries of 16 bits from there, the first in the low half. A function of its own, where
  /// memory may overlap, since elsewhere the compiler gathers words by instructions that take longer than loading them one by one.
  @inline(never)
  private static func lookUpPairs(
    _ table: UnsafeRawPointer, _ places: UnsafeMutablePointer<Int32>, _ count: Int
  ) {
    var i = 0
    while i < count {
      var lane = 0
      while lane < 4 {
        let place = Int(places[i &+ lane])
        places[i &+ lane] = table.loadUnaligned(fromByteOffset: 2 &* place, as: Int32.self)
        lane &+= 1
      }
      i &+= 4
    }
  }

  /// What `result` makes of `count` values and the entries from their places; `keep` takes vectors of it, the last one partly
  /// filled, and where they begin. Each half of `memory` is written to for `count` words from its start.
  @inline(__always)
  private static func shortFunction(
    _ source: UnsafeRawPointer, _ count: Int, _ table: UnsafeRawPointer, _ memory: UnsafeMutableRawPointer,
    value: (Ints, Int) -> Ints, place: (Ints) -> Ints, result: (Ints, Ints) -> Ints, keep: (Ints, Int) -> Void
  ) {
    let places = memory
    let values = memory + 4 &* shortChunk
    var i = 0
    while i < count {
      let rest = count &- i
      let x = value(
        widenedShorts(
          rest >= lanesPerVector
            ? source.lanes(2 &* i, as: NarrowShorts.self)
            : source.lanes(first: rest, 2 &* i, as: NarrowShorts.self)), i)
      values.put(x, 4 &* i)
      places.put(place(x), 4 &* i)
      i &+= lanesPerVector
    }
    lookUpPairs(table, places.assumingMemoryBound(to: Int32.self), i)
    i = 0
    while i < count {
      keep(
        result(
          UnsafeRawPointer(values).lanes(4 &* i, as: Ints.self), UnsafeRawPointer(places).lanes(4 &* i, as: Ints.self)),
        i)
      i &+= lanesPerVector
    }
  }

  /// A function of int16, place by place.
  @inline(__always)
  private static func shortFunction(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ count: Int, _ table: UnsafeRawPointer,
    value: (Ints) -> Ints, place: (Ints) -> Ints, result: (Ints, Ints) -> Ints
  ) {
    assert(Contract.map(input, output, count, from: 2, to: 2))
    withStackMemory(8 &* shortChunk) { memory in
      var start = 0
      while start < count {
        let part = min(shortChunk, count &- start)
        let target = UnsafeMutableRawPointer(output + start)
        shortFunction(
          UnsafeRawPointer(input + start), part, table, memory, value: { x, _ in value(x) }, place: place,
          result: result
        ) { y, i in putShorts(y, target, i, part) }
        start &+= part
      }
    }
  }

  /// Stores those of the lanes from `i` on that lie before `count`.
  @inline(__always)
  private static func putShorts(_ y: Ints, _ target: UnsafeMutableRawPointer, _ i: Int, _ count: Int) {
    let rest = count &- i
    if rest >= lanesPerVector {
      target.put(narrowedShorts(y), 2 &* i)
    } else {
      (target + 2 &* i).store(narrowedShorts(y), first: rest)
    }
  }

  /// Interpolated look-ups of `count` int16 values in a table of `LookupTable.count16` entries.
  static func lookUpInt16(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ count: Int, _ table: UnsafePointer<Int16>
  ) {
    let entry = InterpolatedEntry()
    let low = Ints(repeating: Int32(Int16.min))
    shortFunction(input, output, count, UnsafeRawPointer(table)) {
      $0
    } place: {
      entry.place($0)
    } result: {
      // Sums of int16 wrap around, too.
      ((entry($0, $1) &- low) & Ints(repeating: 0xFFFF)) &+ low
    }
  }

  /// The logistic function of int16, as `ShortSigmoidKernel` states.
  static func logisticInt16(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ count: Int,
    _ scaling: IntegerActivationScaling, _ table: UnsafePointer<UInt16>
  ) {
    let scaled = ShortScaling(scaling)
    let entry = SigmoidEntry(fractionBits: 9, beyond: 0x7FFF << 10)
    shortFunction(input, output, count, UnsafeRawPointer(table)) {
      scaled($0)
    } place: {
      entry.place($0)
    } result: { x, pair in
      let y = entry(x, pair)
      let sign = x &>> Ints(repeating: 31)
      // One less the value for negative ones.
      let signed = ((y ^ sign) &- sign) &+ (Ints(repeating: 1 << 25 - 1) & sign)
      return (signed &+ Ints(repeating: 1 << 9)) &>> Ints(repeating: 10)
    }
  }

  /// The hyperbolic tangent of int16, as `ShortSigmoidKernel` states.
  static func tanhInt16(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ count: Int,
    _ scaling: IntegerActivationScaling, _ table: UnsafePointer<UInt16>
  ) {
    let scaled = ShortScaling(scaling)
    let entry = SigmoidEntry(fractionBits: 8, beyond: 0xFFFF << 8)
    shortFunction(input, output, count, UnsafeRawPointer(table)) {
      scaled($0)
    } place: {
      entry.place($0)
    } result: { x, pair in
      let y = entry(x, pair) &- Ints(repeating: 1 << 23)
      // One less for negative values: the opposite but for its last bit.
      return ((y ^ (x &>> Ints(repeating: 31))) &+ Ints(repeating: 1 << 7)) &>> Ints(repeating: 8)
    }
  }

  /// Softmax of int16 rows, as `ShortSoftmaxKernel` states.
  static func softmaxInt16(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int, _ scaling: QuantizedMultiplier,
    _ tables: UnsafePointer<Int16>, _ rowBegin: Int, _ rowEnd: Int
  ) {
    // Sums of more exponentials might begin anew at zero; no other right shift is then below 14.
    guard depth > 2, depth <= 1 << 17, ShortFactor.isRegular(scaling, left: 31) else {
      return ReferenceKernels.softmaxInt16(input, output, depth, scaling, tables, rowBegin, rowEnd)
    }
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 2, to: 2))
    withStackMemory(8 &* shortChunk) { memory in
      var row = rowBegin
      while depth <= shortestRow, row < rowEnd {
        let rows = min(shortestRow, rowEnd &- row)
        shortestRows(input + row &* depth, output + row &* depth, depth, rows, ShortFactor(scaling), tables, memory)
        row &+= rows
      }
      while row < rowEnd {
        softmaxInt16(
          UnsafeRawPointer(input + row &* depth), UnsafeMutableRawPointer(output + row &* depth), depth,
          ShortFactor(scaling), tables, memory)
        row &+= 1
      }
    }
  }

  @inline(__always)
  private static func softmaxInt16(
    _ x: UnsafeRawPointer, _ y: UnsafeMutableRawPointer, _ depth: Int, _ scaling: ShortFactor,
    _ tables: UnsafePointer<Int16>, _ memory: UnsafeMutableRawPointer
  ) {
    let high = Ints(repeating: largestShort(x, depth))
    let top = Ints(repeating: Int32(Int16.max))
    let bottom = Ints(repeating: Int32(Int16.min))
    let entry = InterpolatedEntry()
    // Long rows are looked up part by part, and once more for their results.
    @inline(__always) func lookUp(_ start: Int, _ count: Int, _ keep: (Ints, Int) -> Void) {
      shortFunction(
        x + 2 &* start, count, UnsafeRawPointer(tables), memory,
        value: { x, _ in clamped(scaling.apply(x &- high) &+ top, bottom, top) }, place: { entry.place($0) },
        result: { entry($0, $1) }, keep: keep)
    }
    var total = Ints()
    var start = 0
    while start < depth {
      let count = min(shortChunk, depth &- start)
      lookUp(start, count) { memory.put($0, 4 &* $1) }
      var i = 0
      while count &- i >= lanesPerVector {
        total = total &+ UnsafeRawPointer(memory).lanes(4 &* i, as: Ints.self)
        i &+= lanesPerVector
      }
      if i < count { total = total &+ UnsafeRawPointer(memory).lanes(first: count &- i, 4 &* i, as: Ints.self) }
      start &+= count
    }
    let factor = ReferenceKernels.softmaxFactor(sumOfLanes(total), tables)
    let significand = Ints(repeating: Int32(factor.significand))
    let rounding = Ints(repeating: 1 &<< (factor.rightShift &- 1))
    start = 0
    while start < depth {
      let count = min(shortChunk, depth &- start)
      if depth > shortChunk { lookUp(start, count) { memory.put($0, 4 &* $1) } }
      var i = 0
      while i < count {
        let exponential = UnsafeRawPointer(memory).lanes(4 &* i, as: Ints.self)
        let result = (exponential &* significand &+ rounding) &>> Ints(repeating: factor.rightShift)
        putShorts(clamped(result, Ints(), top), y + 2 &* start, i, count)
        i &+= lanesPerVector
      }
      start &+= count
    }
  }

  /// Rows of at most so many values are computed as many at a time: vectors are filled with them.
  private static var shortestRow: Int { 16 }

  /// As `softmaxInt16`, for `rows` short rows.
  @inline(never)
  private static func shortestRows(
    _ x: UnsafePointer<Int16>, _ y: UnsafeMutablePointer<Int16>, _ depth: Int, _ rows: Int, _ scaling: ShortFactor,
    _ tables: UnsafePointer<Int16>, _ memory: UnsafeMutableRawPointer
  ) {
    // For each element its exponential, the factor, the half and the right shift of its row, and the row's largest value.
    let capacity = shortestRow &* shortestRow
    let exponentials = memory.assumingMemoryBound(to: Int32.self)
    let (factors, halves, shifts) = (
      exponentials + capacity, exponentials + 2 &* capacity, exponentials + 3 &* capacity
    )
    let highs = exponentials + shortChunk + capacity
    let count = rows &* depth
    var i = 0
    while i < count {
      var largest = x[i]
      var c = 1
      while c < depth {
        largest = max(largest, x[i &+ c])
        c &+= 1
      }
      c = 0
      while c < depth {
        highs[i &+ c] = Int32(largest)
        c &+= 1
      }
      i &+= depth
    }
    let top = Ints(repeating: Int32(Int16.max))
    let bottom = Ints(repeating: Int32(Int16.min))
    let entry = InterpolatedEntry()
    shortFunction(UnsafeRawPointer(x), count, UnsafeRawPointer(tables), memory) { x, i in
      let high = UnsafeRawPointer(highs).lanes(4 &* i, as: Ints.self)
      return clamped(scaling.apply(x &- high) &+ top, bottom, top)
    } place: {
      entry.place($0)
    } result: {
      entry($0, $1)
    } keep: {
      UnsafeMutableRawPointer(exponentials).put($0, 4 &* $1)
    }
    i = 0
    while i < count {
      var sum: Int32 = 0
      var c = 0
      while c < depth {
        sum &+= exponentials[i &+ c]
        c &+= 1
      }
      let factor = ReferenceKernels.softmaxFactor(sum, tables)
      c = 0
      while c < depth {
        factors[i &+ c] = Int32(factor.significand)
        halves[i &+ c] = 1 &<< (factor.rightShift &- 1)
        shifts[i &+ c] = factor.rightShift
        c &+= 1
      }
      i &+= depth
    }
    i = 0
    while i < count {
      @inline(__always) func lanes(_ values: UnsafeMutablePointer<Int32>) -> Ints {
        UnsafeRawPointer(values).lanes(4 &* i, as: Ints.self)
      }
      // Nothing is negative.
      let result = logicallyShifted(lanes(exponentials) &* lanes(factors) &+ lanes(halves), lanes(shifts))
      putShorts(clamped(result, Ints(), top), UnsafeMutableRawPointer(y), i, count)
      i &+= lanesPerVector
    }
  }

  /// The largest of `count` values of int16, a vector of them at least.
  @inline(__always)
  private static func largestShort(_ x: UnsafeRawPointer, _ count: Int) -> Int32 {
    // The last vector may hold values again that others have.
    var largest = widenedShorts(x.lanes(0, as: NarrowShorts.self))
    var i = lanesPerVector
    while i < count {
      let next = widenedShorts(x.lanes(2 &* min(i, count &- lanesPerVector), as: NarrowShorts.self))
      largest = largest.replacing(with: next, where: largest .< next)
      i &+= lanesPerVector
    }
    return Int32(largestLane(floats(largest)))
  }
}

#endif
