#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Rows with an operand that is one byte for each, or the same row for all: it is written out for many of them, so that registers
// are full however short rows are.

/// Where that byte is written out, or the lower and upper halves of 16 bits; and where the row of the other operand is.
private enum SpreadMemory {
  static var byteCount: Int { 4096 }
  static var capacity: Int { 2048 &- 64 }
  static var upper: Int { 2048 }
}

extension ByteRow {
  /// One row that a register holds.
  func runRegister(_ rows: BinaryRows) {
    let count = rows.count
    if rows.firstStep == 1 && rows.secondStep == 1 { return run(rows.first, rows.second, rows.output, count) }
    withStackMemory(2 &* Bytes.scalarCount) { spread in
      let second = spread + Bytes.scalarCount
      if rows.firstStep == 0 { spread.put(Bytes(repeating: rows.first.load(as: Int8.self)), 0) }
      if rows.secondStep == 0 { second.put(Bytes(repeating: rows.second.load(as: Int8.self)), 0) }
      run(
        rows.firstStep == 0 ? UnsafeRawPointer(spread) : rows.first,
        rows.secondStep == 0 ? UnsafeRawPointer(second) : rows.second, rows.output, count)
    }
  }

  /// Rows of which one operand has a step of zero.
  func runSpread(_ rows: BinaryRows) {
    let isFirst = rows.firstStep == 0
    let count = rows.count
    let capacity = SpreadMemory.capacity
    let alike = isFirst ? rows.first : rows.second
    let alikeStride = isFirst ? rows.firstStride : rows.secondStride
    let other = isFirst ? rows.second : rows.first
    let otherStride = isFirst ? rows.secondStride : rows.firstStride
    let areShorts = function.combinesShorts && !isFirst
    let isRepeated = otherStride == 0 && rows.rows > 1 && 2 &* count <= capacity && !areShorts
    let isDense = rows.outputStride == count && (otherStride == count || isRepeated) && count > 0
    let rowsAtOnce = isDense ? max(1, capacity / count) : 1
    withStackMemory(SpreadMemory.byteCount) { spread in
      let copies = spread + SpreadMemory.upper
      if isRepeated { Self.copy(other, count, min(rows.rows, rowsAtOnce), copies) }
      var row = 0
      while row < rows.rows {
        let block = min(rowsAtOnce, rows.rows &- row)
        var r = 0
        while r < block {
          let byte = alike.load(fromByteOffset: (row &+ r) &* alikeStride, as: Int8.self)
          let value = areShorts ? scaledSecond(byte) : Int32(byte)
          let lower = Bytes(repeating: Int8(truncatingIfNeeded: value))
          let upper = Bytes(repeating: Int8(truncatingIfNeeded: value &>> 8))
          var place = r &* count
          let end = place &+ min(count, capacity)
          while place < end {
            spread.put(lower, place)
            if areShorts { spread.put(upper, SpreadMemory.upper &+ place) }
            place &+= Bytes.scalarCount
          }
          r &+= 1
        }
        // The rows of a block, or one longer row piece by piece.
        let total = block &* count
        var start = 0
        while start < total {
          let part = min(capacity, total &- start)
          let source = isRepeated ? UnsafeRawPointer(copies) : other + (row &* otherStride &+ start)
          let target = rows.output + (row &* rows.outputStride &+ start)
          if areShorts {
            run(source, lower: spread, upper: spread + SpreadMemory.upper, target, part)
          } else {
            run(isFirst ? UnsafeRawPointer(spread) : source, isFirst ? source : UnsafeRawPointer(spread), target, part)
          }
          start &+= part
        }
        row &+= block
      }
    }
  }

  /// Whether rows are short, and one operand has the same row for all.
  static func areRepeated(_ rows: BinaryRows) -> Bool {
    guard rows.rows > 1, rows.count > 0, rows.count < 2 &* Bytes.scalarCount, rows.outputStride == rows.count else {
      return false
    }
    return rows.firstStride == 0 && rows.secondStride == rows.count
      || rows.secondStride == 0 && rows.firstStride == rows.count
  }

  /// Rows that `areRepeated`.
  func runRepeated(_ rows: BinaryRows) {
    let isFirst = rows.firstStride == 0
    let count = rows.count
    withStackMemory(SpreadMemory.byteCount) { copies in
      let rowsAtOnce = min(rows.rows, SpreadMemory.capacity / count)
      Self.copy(isFirst ? rows.first : rows.second, count, rowsAtOnce, copies)
      var row = 0
      while row < rows.rows {
        let block = min(rowsAtOnce, rows.rows &- row)
        let source = (isFirst ? rows.second : rows.first) + row &* count
        run(
          isFirst ? UnsafeRawPointer(copies) : source, isFirst ? source : UnsafeRawPointer(copies),
          rows.output + row &* count, block &* count)
        row &+= block
      }
    }
  }

  /// Writes `count` bytes so many times.
  private static func copy(
    _ source: UnsafeRawPointer, _ count: Int, _ times: Int, _ target: UnsafeMutableRawPointer
  ) {
    let total = count &* times
    target.copyMemory(from: source, byteCount: count)
    var done = count
    while done < total {
      let part = min(done, total &- done)
      (target + done).copyMemory(from: target, byteCount: part)
      done &+= part
    }
  }
}

#endif
