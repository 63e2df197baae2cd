#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// The product of int16 rows with packed int8 weights, in tiles of four rows, or of one, and a panel.
///
/// Sums of a stretch of pairs fit 32 bits; those of several stretches are added up in 64 bits, as those of both parts of int16
/// weights are.
struct WideProduct {
  /// Bytes of memory that a product needs.
  static var roomSize: Int { rows &* (windowSize &+ 8) &+ rows &* (4 &+ 8) &* VectorKernels.byteColumnTile }

  /// Rows of a tile.
  private static var rows: Int { 4 }
  /// The bytes of one row's values of a stretch.
  private static var windowSize: Int { 4 &* VectorKernels.wideStretch }
  private let a: MatrixArguments
  private let header: MatrixHeader
  /// Runs, one where they are joined.
  private let taps: Int
  /// Pairs of a run.
  private let pairs: Int
  /// Whether runs are copied, and joined.
  private let copiesRuns: Bool
  /// Whether whole rows fit into a stretch.
  private let isShort: Bool

  // Of the memory:
  private let windows: UnsafeMutableRawPointer
  /// Sums of a stretch, of 32 bits: of each row a panel.
  private let sums: UnsafeMutableRawPointer
  /// Sums of the stretches before, of 64 bits: of each vector of columns those of even lanes, then those of odd ones.
  private let wideSums: UnsafeMutableRawPointer
  /// What the weights' offset adds to each row.
  private let offsets: UnsafeMutablePointer<Int64>

  private typealias Windows = (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)

  /// - Parameter room: `roomSize` bytes.
  @inline(__always)
  init(_ a: MatrixArguments, room: UnsafeMutableRawPointer) {
    self.a = a
    header = a.packed.load(as: MatrixHeader.self)
    let shape = a.shape.withJoinedRuns
    taps = shape.taps
    pairs = (shape.depth &+ 1) / 2
    copiesRuns = a.shape.joinsRuns
    isShort = pairs <= VectorKernels.wideStretch
    sums = room
    wideSums = sums + 4 &* Self.rows &* VectorKernels.byteColumnTile
    windows = wideSums + 8 &* Self.rows &* VectorKernels.byteColumnTile
    offsets = (windows + Self.rows &* Self.windowSize).assumingMemoryBound(to: Int64.self)
  }

  /// Computes the rows `[rowBegin, rowEnd)` of the columns `[columnBegin, columnEnd)`.
  func run(_ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int) {
    if copiesRuns && isShort && pairs > 0 && !a.shape.hasWideWeights {
      // Rows are copied once, for all panels.
      var row = rowBegin
      while row < rowEnd {
        let count = rowEnd &- row >= Self.rows ? Self.rows : 1
        let windows = copyRuns(row, count, first: 0, pairs: pairs)
        clearOffsets()
        addOffsets(windows, count, pairs: pairs)
        var column = columnBegin
        while column < columnEnd {
          let panel = self.panel(column)
          let columns = min(VectorKernels.byteColumnTile, columnEnd &- column)
          sumUp(windows, count, columns, panel + VectorKernels.widePanelHead, pairs)
          finish(row, count, panel, column, columns, hasWideSums: false)
          column &+= VectorKernels.byteColumnTile
        }
        row &+= count
      }
      return
    }
    var column = columnBegin
    while column < columnEnd {
      let panel = self.panel(column)
      let columns = min(VectorKernels.byteColumnTile, columnEnd &- column)
      var row = rowBegin
      while row < rowEnd {
        let count = rowEnd &- row >= Self.rows ? Self.rows : 1
        tile(row, count, panel, column, columns)
        row &+= count
      }
      column &+= VectorKernels.byteColumnTile
    }
  }

  @inline(__always)
  private func panel(_ column: Int) -> UnsafeRawPointer {
    a.packed + (headerSize &+ column / VectorKernels.byteColumnTile &* VectorKernels.widePanelSize(a.shape))
  }

  /// Rows and a panel, stretch by stretch.
  private func tile(_ row: Int, _ count: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int) {
    clearOffsets()
    var weights = panel + VectorKernels.widePanelHead
    var (run, first, isFirst) = (0, 0, true)
    while run < taps && pairs > 0 {
      // A stretch ends with a run.
      let stretch = min(pairs &- first, VectorKernels.wideStretch)
      let windows =
        copiesRuns ? copyRuns(row, count, first: first, pairs: stretch) : runs(row, count, run, 2 &* first)
      addOffsets(windows, count, pairs: stretch)
      sumUp(windows, count, columns, weights, stretch)
      if a.shape.hasWideWeights {
        addWideSums(count, isFirst: isFirst)
        isFirst = false
        sumUp(windows, count, columns, weights + VectorKernels.wideWeightsSize(a.shape), stretch)
      }
      weights += 4 &* VectorKernels.byteColumnTile &* stretch
      first &+= stretch
      run &+= first / pairs
      first = first % pairs
      if isFirst, run >= taps { return finish(row, count, panel, column, columns, hasWideSums: false) }
      addWideSums(count, isFirst: isFirst, leftShift: a.shape.hasWideWeights ? 8 : 0)
      isFirst = false
    }
    // Without weights, the bias alone.
    if isFirst { addWideSums(count, isFirst: true, isEmpty: true) }
    finish(row, count, panel, column, columns, hasWideSums: true)
  }

  // MARK: Rows

  /// The rows of a run from `element` on, where they lie; one row stands for all where `count` is one.
  @inline(__always)
  private func runs(_ row: Int, _ count: Int, _ run: Int, _ element: Int) -> Windows {
    let r0 = a.run(row, run, size: 2) + 2 &* element
    if count == 1 { return (r0, r0, r0, r0) }
    return (
      r0, a.run(row &+ 1, run, size: 2) + 2 &* element, a.run(row &+ 2, run, size: 2) + 2 &* element,
      a.run(row &+ 3, run, size: 2) + 2 &* element
    )
  }

  /// Copies `stretch` pairs of each row from pair `first` on; a zero ends rows of an odd length.
  @inline(never)
  private func copyRuns(_ row: Int, _ count: Int, first: Int, pairs stretch: Int) -> Windows {
    let depth = a.shape.depth
    var r = 0
    while r < count {
      var target = windows + r &* Self.windowSize
      // Elements that are left of the stretch, and of the run.
      var left = min(2 &* stretch, a.shape.taps &* depth &- 2 &* first)
      if left & 1 != 0 { target.storeBytes(of: 0, toByteOffset: 2 &* left, as: Int16.self) }
      var tap = 2 &* first / depth
      var source = a.run(row &+ r, tap, size: 2) + 2 &* (2 &* first &- tap &* depth)
      var room = (tap &+ 1) &* depth &- 2 &* first
      while left > 0 {
        // Runs that lie one behind the other are one.
        var next = source
        tap &+= 1
        while room < left {
          next = a.run(row &+ r, tap, size: 2)
          if next != source + 2 &* room { break }
          room &+= depth
          tap &+= 1
        }
        let copied = min(room, left)
        Self.copy(source, target, copied)
        target += 2 &* copied
        left &-= copied
        (source, room) = (next, depth)
      }
      r &+= 1
    }
    let r0 = UnsafeRawPointer(windows)
    return (r0, r0 + Self.windowSize, r0 + 2 &* Self.windowSize, r0 + 3 &* Self.windowSize)
  }

  @inline(__always)
  private static func copy(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    var i = 0
    while count &- i >= 8 {
      target.put(source.lanes(2 &* i, as: SIMD4<Int32>.self), 2 &* i)
      i &+= 8
    }
    if i == count { return }
    if i > 0 {
      // Some of them once more.
      return target.put(source.lanes(2 &* (count &- 8), as: SIMD4<Int32>.self), 2 &* (count &- 8))
    }
    while count &- i >= 2 {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: 2 &* i, as: Int32.self), toByteOffset: 2 &* i, as: Int32.self)
      i &+= 2
    }
    if i < count {
      target.storeBytes(of: source.load(fromByteOffset: 2 &* i, as: Int16.self), toByteOffset: 2 &* i, as: Int16.self)
    }
  }

  @inline(__always)
  private func clearOffsets() {
    var r = 0
    while r < Self.rows {
      offsets[r] = 0
      r &+= 1
    }
  }

  /// Adds what the weights' offset makes of the values of a stretch.
  @inline(__always)
  private func addOffsets(_ windows: Windows, _ count: Int, pairs stretch: Int) {
    if header.weightsOffset == 0 { return }
    offsets[0] &+= sum(windows.0, stretch)
    if count == 1 { return }
    offsets[1] &+= sum(windows.1, stretch)
    offsets[2] &+= sum(windows.2, stretch)
    offsets[3] &+= sum(windows.3, stretch)
  }

  @inline(never)
  private func sum(_ values: UnsafeRawPointer, _ stretch: Int) -> Int64 {
    var sum: Int64 = 0
    var i = 0
    while i < 2 &* stretch {
      sum &+= Int64(values.loadUnaligned(fromByteOffset: 2 &* i, as: Int16.self))
      i &+= 1
    }
    return sum &* Int64(header.weightsOffset)
  }

  // MARK: Sums

  /// Writes the sums of a stretch.
  @inline(__always)
  private func sumUp(
    _ windows: Windows, _ count: Int, _ columns: Int, _ weights: UnsafeRawPointer, _ stretch: Int
  ) {
    switch (count > 1, columns > lanesPerVector) {
    case (true, true): Self.sumUp(Two.self, windows, weights, stretch, sums)
    case (true, false): Self.sumUp(One.self, windows, weights, stretch, sums)
    case (false, true): Self.sumUp(Two.self, windows.0, weights, stretch, sums)
    case (false, false): Self.sumUp(One.self, windows.0, weights, stretch, sums)
    }
  }

  /// Four rows, a pair at a time.
  @inline(never)
  private static func sumUp<Vectors: Count>(
    _ vectorCount: Vectors.Type, _ windows: Windows, _ weights: UnsafeRawPointer, _ stretch: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    let size = MemoryLayout<Ints>.size
    var (r0, r1, r2, r3) = windows
    var b = weights
    var (s00, s01, s10, s11) = (Ints(), Ints(), Ints(), Ints())
    var (s20, s21, s30, s31) = (Ints(), Ints(), Ints(), Ints())
    let end = r0 + 4 &* stretch
    while r0 < end {
      let p0 = r0.loadUnaligned(as: Int32.self)
      let p1 = r1.loadUnaligned(as: Int32.self)
      let p2 = r2.loadUnaligned(as: Int32.self)
      let p3 = r3.loadUnaligned(as: Int32.self)
      s00 = addBoundedPair(s00, p0, b)
      s10 = addBoundedPair(s10, p1, b)
      s20 = addBoundedPair(s20, p2, b)
      s30 = addBoundedPair(s30, p3, b)
      if Vectors.value > 1 {
        s01 = addBoundedPair(s01, p0, b + size)
        s11 = addBoundedPair(s11, p1, b + size)
        s21 = addBoundedPair(s21, p2, b + size)
        s31 = addBoundedPair(s31, p3, b + size)
      }
      b += 2 &* size
      r0 += 4
      r1 += 4
      r2 += 4
      r3 += 4
    }
    target.put(s00, 0)
    target.put(s01, size)
    target.put(s10, 2 &* size)
    target.put(s11, 3 &* size)
    target.put(s20, 4 &* size)
    target.put(s21, 5 &* size)
    target.put(s30, 6 &* size)
    target.put(s31, 7 &* size)
  }

  /// One row, four pairs at a time, whose sums do not wait for one another.
  @inline(never)
  private static func sumUp<Vectors: Count>(
    _ vectorCount: Vectors.Type, _ row: UnsafeRawPointer, _ weights: UnsafeRawPointer, _ stretch: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    let size = MemoryLayout<Ints>.size
    var x = row
    var b = weights
    var (s00, s01, s10, s11) = (Ints(), Ints(), Ints(), Ints())
    var (s20, s21, s30, s31) = (Ints(), Ints(), Ints(), Ints())
    var left = stretch
    while left >= 4 {
      let p0 = x.loadUnaligned(as: Int32.self)
      let p1 = x.loadUnaligned(fromByteOffset: 4, as: Int32.self)
      let p2 = x.loadUnaligned(fromByteOffset: 8, as: Int32.self)
      let p3 = x.loadUnaligned(fromByteOffset: 12, as: Int32.self)
      s00 = addBoundedPair(s00, p0, b)
      s10 = addBoundedPair(s10, p1, b + 2 &* size)
      s20 = addBoundedPair(s20, p2, b + 4 &* size)
      s30 = addBoundedPair(s30, p3, b + 6 &* size)
      if Vectors.value > 1 {
        s01 = addBoundedPair(s01, p0, b + size)
        s11 = addBoundedPair(s11, p1, b + 3 &* size)
        s21 = addBoundedPair(s21, p2, b + 5 &* size)
        s31 = addBoundedPair(s31, p3, b + 7 &* size)
      }
      b += 8 &* size
      x += 16
      left &-= 4
    }
    while left > 0 {
      let pair = x.loadUnaligned(as: Int32.self)
      s00 = addBoundedPair(s00, pair, b)
      if Vectors.value > 1 { s01 = addBoundedPair(s01, pair, b + size) }
      b += 2 &* size
      x += 4
      left &-= 1
    }
    target.put((s00 &+ s10) &+ (s20 &+ s30), 0)
    target.put((s01 &+ s11) &+ (s21 &+ s31), size)
  }

  /// Adds the sums of a stretch to those before.
  private func addWideSums(_ count: Int, isFirst: Bool, isEmpty: Bool = false, leftShift: Int64 = 0) {
    let shift = Longs(repeating: leftShift)
    let size = MemoryLayout<Ints>.size
    var vector = 0
    while vector < 2 &* count {
      let sum = isEmpty ? Ints() : UnsafeRawPointer(sums).lanes(vector &* size, as: Ints.self)
      let target = wideSums + 2 &* vector &* size
      var (even, odd) = widened(sum)
      (even, odd) = (even &<< shift, odd &<< shift)
      if !isFirst {
        even = even &+ UnsafeRawPointer(target).lanes(0, as: Longs.self)
        odd = odd &+ UnsafeRawPointer(target).lanes(size, as: Longs.self)
      }
      target.put(even, 0)
      target.put(odd, size)
      vector &+= 1
    }
  }

  /// The even lanes and the odd ones.
  @inline(__always)
  private func widened(_ x: Ints) -> (even: Longs, odd: Longs) {
    let pairs = unsafeBitCast(x, to: Longs.self)
    let half = Longs(repeating: 32)
    return ((pairs &<< half) &>> half, pairs &>> half)
  }

  // MARK: Results

  /// Makes outputs of the sums of `count` rows and a panel, of which there are `columns`.
  @inline(__always)
  private func finish(
    _ row: Int, _ count: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int, hasWideSums: Bool
  ) {
    let isFixed = header.factor != .real && (header.isWide || header.isRegular)
    var first = 0
    while first < columns {
      let width = min(lanesPerVector, columns &- first)
      if isFixed {
        finishFixed(row, count, panel, column, first, width, hasWideSums: hasWideSums)
      } else {
        finishOthers(row, count, panel, column, first, width, hasWideSums: hasWideSums)
      }
      first &+= lanesPerVector
    }
  }

  /// The whole sums of row `r` of a tile, of the vector of columns that begins at `first`.
  @inline(__always)
  private func wholeSums(
    _ r: Int, _ panel: UnsafeRawPointer, _ first: Int, hasWideSums: Bool
  ) -> (even: Longs, odd: Longs) {
    let size = MemoryLayout<Ints>.size
    let place = 4 &* (r &* VectorKernels.byteColumnTile &+ first)
    var (even, odd): (Longs, Longs)
    if hasWideSums {
      even = UnsafeRawPointer(wideSums).lanes(2 &* place, as: Longs.self)
      odd = UnsafeRawPointer(wideSums).lanes(2 &* place &+ size, as: Longs.self)
    } else {
      (even, odd) = widened(UnsafeRawPointer(sums).lanes(place, as: Ints.self))
    }
    let offset = Longs(repeating: offsets[r])
    return (
      even &+ panel.lanes(8 &* first, as: Longs.self) &+ offset,
      odd &+ panel.lanes(8 &* first &+ size, as: Longs.self) &+ offset
    )
  }

  /// A vector of columns with fixed-point factors: of any kind for 64-bit accumulators, for others regular ones.
  @inline(never)
  private func finishFixed(
    _ row: Int, _ count: Int, _ panel: UnsafeRawPointer, _ column: Int, _ first: Int, _ width: Int, hasWideSums: Bool
  ) {
    let factors = panel + 8 &* VectorKernels.byteColumnTile
    let significands = factors.lanes(4 &* first, as: Ints.self)
    let shifts = factors.lanes(4 &* (VectorKernels.byteColumnTile &+ first), as: Ints.self)
    let (evenSignificands, oddSignificands) = widened(significands)
    let (evenShifts, oddShifts) = widened(Ints(repeating: 15) &- shifts)
    let one = Longs(repeating: 1)
    let (evenHalves, oddHalves) = (one &<< (evenShifts &- one), one &<< (oddShifts &- one))
    let most = Ints(repeating: 31)
    let (leftShifts, rightShifts) = (clamped(shifts, Ints(), most), clamped(Ints() &- shifts, Ints(), most))
    let outputOffset = Ints(repeating: header.outputOffset)
    let (lower, upper) = (Ints(repeating: header.range.lower), Ints(repeating: header.range.upper))
    var r = 0
    while r < count {
      let (even, odd) = wholeSums(r, panel, first, hasWideSums: hasWideSums)
      var value: Ints
      if header.isWide {
        value = merged(
          (even &* evenSignificands &+ evenHalves) &>> evenShifts, (odd &* oddSignificands &+ oddHalves) &>> oddShifts)
      } else {
        value = requantized(shiftedLeft(merged(even, odd), leftShifts), significands, rightShifts)
      }
      put(clamped(value &+ outputOffset, lower, upper), row &+ r, column &+ first, width)
      r &+= 1
    }
  }

  /// Stores `width` results.
  @inline(__always)
  private func put(_ value: Ints, _ row: Int, _ column: Int, _ width: Int) {
    let target = a.output + 2 &* (row &* a.outputStride &+ column)
    if width == lanesPerVector {
      target.put(narrowedShorts(value), 0)
    } else {
      target.store(narrowedShorts(value), first: width)
    }
  }

  /// The lower halves of both.
  @inline(__always)
  private func merged(_ even: Longs, _ odd: Longs) -> Ints {
    mergedLanes(
      unsafeBitCast(even, to: Ints.self), unsafeBitCast(odd &<< Longs(repeating: 32), to: Ints.self))
  }

  /// The same with real factors, and with fixed-point ones of any kind.
  @inline(never)
  private func finishOthers(
    _ row: Int, _ count: Int, _ panel: UnsafeRawPointer, _ column: Int, _ first: Int, _ width: Int, hasWideSums: Bool
  ) {
    let factors = panel + 8 &* VectorKernels.byteColumnTile
    let outputOffset = Ints(repeating: header.outputOffset)
    let (lower, upper) = (Ints(repeating: header.range.lower), Ints(repeating: header.range.upper))
    var r = 0
    while r < count {
      let (even, odd) = wholeSums(r, panel, first, hasWideSums: hasWideSums)
      // A 32-bit accumulator is the low half of the 64-bit one.
      let low = merged(even, odd)
      if header.factor == .real, !header.isWide || areWords(even, odd, low) {
        let value = roundedProduct(low, factors + 8 &* first)
        put(clamped(value &+ outputOffset, lower, upper), row &+ r, column &+ first, width)
      } else {
        finishLanes(even, odd, row &+ r, factors, column, first, width)
      }
      r &+= 1
    }
  }

  /// Whether the sums are what their lower halves `low` are.
  @inline(__always)
  private func areWords(_ even: Longs, _ odd: Longs, _ low: Ints) -> Bool {
    let (lowEven, lowOdd) = widened(low)
    let difference = unsafeBitCast((even ^ lowEven) | (odd ^ lowOdd), to: Ints.self)
    return signBits(difference | (Ints() &- difference)) == 0
  }

  /// A row lane by lane, with any factors.
  @inline(never)
  private func finishLanes(
    _ even: Longs, _ odd: Longs, _ row: Int, _ factors: UnsafeRawPointer, _ column: Int, _ first: Int, _ width: Int
  ) {
    let output = a.output + 2 &* (row &* a.outputStride &+ column &+ first)
    var lane = 0
    while lane < width {
      let sum = lane & 1 == 0 ? even[lane / 2] : odd[lane / 2]
      var value: Int32
      if header.factor == .real {
        let product = Double(sum) * factors.load(fromByteOffset: 8 &* (first &+ lane), as: Double.self)
        value = roundedHalfAway(SIMD2<Double>(repeating: product))[0]
      } else {
        let factor = QuantizedMultiplier(
          multiplier: factors.load(fromByteOffset: 4 &* (first &+ lane), as: Int32.self),
          shift: factors.load(fromByteOffset: 4 &* (VectorKernels.byteColumnTile &+ first &+ lane), as: Int32.self))
        value = factor.apply(to: Int32(truncatingIfNeeded: sum))
      }
      value = max(header.range.lower, min(header.range.upper, value &+ header.outputOffset))
      output.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: 2 &* lane, as: Int16.self)
      lane &+= 1
    }
  }
}

#endif
