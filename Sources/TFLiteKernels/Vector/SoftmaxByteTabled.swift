#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Softmax of bytes whose sums and results are both looked up by the distance from the row's largest byte, a register of bytes at
// a time.

/// What rows keep on the stack: exponentials in Q12.19 and the parts that `TableSum` reads; for each row a table of results, since
/// vectors cannot be loaded at once from what has just been stored in pieces; what looks those up; for each row its sum or the
/// reciprocal, its shift and its largest byte; and reaches.
private enum TabledMemory {
  static var rowsAtOnce: Int { 16 }
  static var parts: Int { 1024 }
  static var tables: Int { 2048 }
  static var scratch: Int { 2048 &+ 256 &* rowsAtOnce }
  static var reciprocals: Int { scratch &+ 256 }
  static var shifts: Int { reciprocals &+ 4 &* rowsAtOnce }
  static var highs: Int { shifts &+ 4 &* rowsAtOnce }
  static var reaches: Int { highs &+ 4 &* rowsAtOnce }
  static var byteCount: Int { reaches &+ 4 &* 16 }
}

extension VectorKernels {
  /// Rows of 33 to 4095 bytes to results of 8 bits that are signed as `isSigned` says; `flips` orders int8 as uint8.
  @inline(never)
  static func tabledSoftmaxRows(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ depth: Int, _ table: UnsafePointer<Int32>,
    _ rowBegin: Int, _ rowEnd: Int, _ flips: Bytes, isSigned: Bool
  ) {
    withStackMemory(TabledMemory.byteCount) { memory in
      let rounded = memory.assumingMemoryBound(to: Int32.self)
      let parts = memory + TabledMemory.parts
      let reciprocals = (memory + TabledMemory.reciprocals).assumingMemoryBound(to: Int32.self)
      let shifts = (memory + TabledMemory.shifts).assumingMemoryBound(to: Int32.self)
      let highs = (memory + TabledMemory.highs).assumingMemoryBound(to: Int32.self)
      roundExponentials(table, rounded, parts)
      // Exponentials below 2^-20 are rounded to zero.
      let reach = softmaxReach(table, least: 1 << 11)
      (memory + TabledMemory.reaches).initializeMemory(as: Int32.self, repeating: -1, count: 16)
      var row = rowBegin
      while row < rowEnd {
        let rows = min(TabledMemory.rowsAtOnce, rowEnd &- row)
        let x = input + row &* depth
        var r = 0
        while r < rows {
          highs[r] = Int32(largest(x + r &* depth, depth, flips))
          r &+= 1
        }
        sumRows(x, depth, rows, highs: highs, flips, reach: reach, rounded, parts, reciprocals)
        r = 0
        while r < TabledMemory.rowsAtOnce {
          // Normalized to [1, 2), of which the one is left out.
          let total = r < rows ? reciprocals[r] : 1
          let headroom = Int32(truncatingIfNeeded: total.leadingZeroBitCount)
          reciprocals[r] = (total &<< headroom) & Int32.max
          shifts[r] = 12 &- headroom &+ 31 &- 8
          r &+= 1
        }
        r = 0
        while r < TabledMemory.rowsAtOnce {
          let target = UnsafeMutableRawPointer(reciprocals + r)
          target.put(oneOverOnePlus(UnsafeRawPointer(target).lanes(0, as: Ints.self)), 0)
          r &+= lanesPerVector
        }
        fillTables(table, memory, rows, isSigned: isSigned)
        r = 0
        while r < rows {
          let offset = r &* depth
          lookUpResults(
            (x + offset).assumingMemoryBound(to: UInt8.self), output + (row &* depth &+ offset), depth,
            UInt8(truncatingIfNeeded: highs[r]), flips, memory + (TabledMemory.tables &+ 256 &* r),
            memory + TabledMemory.scratch)
          r &+= 1
        }
        row &+= rows
      }
    }
  }

  /// The results of some rows by distance.
  @inline(never)
  private static func fillTables(
    _ table: UnsafePointer<Int32>, _ memory: UnsafeMutableRawPointer, _ rows: Int, isSigned: Bool
  ) {
    let reciprocals = (memory + TabledMemory.reciprocals).assumingMemoryBound(to: Int32.self)
    let shifts = (memory + TabledMemory.shifts).assumingMemoryBound(to: Int32.self)
    let reaches = (memory + TabledMemory.reaches).assumingMemoryBound(to: Int32.self)
    let lowest: Int32 = isSigned ? -128 : 0
    let bounds = ByteBounds(lowest, IntegerRange(lower: lowest, upper: lowest &+ 255), isSigned: isSigned)
    let zeros = Bytes(repeating: Int8(truncatingIfNeeded: lowest))
    // Where shuffles look up bytes, as many as a register holds are packed together.
    let width = Bytes.scalarCount
    var row = 0
    while row < rows {
      let target = memory + (TabledMemory.tables &+ 256 &* row)
      let result = SoftmaxResult(reciprocals[row], shift: shifts[row], isPlain: true, bits: 8, isSigned: isSigned)
      // A sum is 2^n at least, n from 0 to 11: exponentials below 2^(n - 9) become less than one half, which is zero.
      let n = max(0, shifts[row] &- 23)
      if reaches[Int(n)] < 0 {
        let reach = n < 9 ? softmaxReach(table, least: (1 << 22 &- 2) &<< n) : 0
        reaches[Int(n)] = Int32(truncatingIfNeeded: reach)
      }
      let reach = Int(reaches[Int(n)])
      var distance = 0
      while distance < reach {
        @inline(__always)
        func scaled(_ panel: Int) -> Ints {
          if panel >= ByteBounds.panels { return Ints() }
          return result.scaled(
            UnsafeRawPointer(table).lanes(4 &* (distance &+ panel &* lanesPerVector), as: Ints.self))
        }
        bounds.store(
          ByteBounds.panels, scaled(0), scaled(1), scaled(2), scaled(3), target + distance, first: width)
        distance &+= width
      }
      while distance < 256 {
        target.put(zeros, distance)
        distance &+= Bytes.scalarCount
      }
      row &+= 1
    }
  }

  /// The exponentials of `table` in Q12.19, rounded, and the same in the parts that `TableSum` reads, 1024 bytes each.
  private static func roundExponentials(
    _ table: UnsafePointer<Int32>, _ rounded: UnsafeMutablePointer<Int32>, _ parts: UnsafeMutableRawPointer
  ) {
    var distance = 0
    while distance < 256 {
      rounded[distance] = (table[distance] &>> 12) &+ ((table[distance] &>> 11) & 1)
      distance &+= 1
    }
    TableSum<Four>.store(rounded, parts)
  }

  /// The sums of some rows' exponentials in Q12.19, of which those from `reach` on are zero, by what `roundExponentials` wrote.
  @inline(never)
  private static func sumRows(
    _ x: UnsafeRawPointer, _ depth: Int, _ rows: Int, highs: UnsafePointer<Int32>, _ flips: Bytes, reach: Int,
    _ rounded: UnsafePointer<Int32>, _ parts: UnsafeRawPointer, _ sums: UnsafeMutablePointer<Int32>
  ) {
    @inline(__always)
    func run<Pieces: Count>(_ pieces: Pieces.Type) {
      let width = Bytes.scalarCount
      let empty = TableSum<Pieces>(parts)
      var source = x
      var row = 0
      while row < rows {
        let high = Bytes(repeating: Int8(truncatingIfNeeded: highs[row]))
        var sum = empty
        var i = 0
        while depth &- i >= width {
          sum.add(high &- source.lanes(i, as: Bytes.self).flipped(flips))
          i &+= width
        }
        var excess: Int32 = 0
        if i < depth {
          // Lanes past the row's end are as far from the largest as zero is.
          sum.add(high &- source.bytes(first: depth &- i, i, filler: flips).flipped(flips))
          excess = Int32(truncatingIfNeeded: i &+ width &- depth) &* rounded[Int(highs[row])]
        }
        sums[row] = sum.total &- excess
        source += depth
        row &+= 1
      }
    }
    if reach < 64 {
      run(One.self)
    } else if reach < 128 {
      run(Two.self)
    } else {
      run(Four.self)
    }
  }
}

#endif
