#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Rows with an operand that is one byte for each: it is written out for many of them, so that registers are full however short
// rows are.

/// Where that byte is written out, or the lower and upper halves of 16 bits.
private enum SpreadMemory {
  static var capacity: Int { 2048 &- 64 }
  static var upper: Int { 2048 }
}

extension ByteRow {
  /// Rows of which one operand has a step of zero.
  @inline(__always)
  func runSpread(_ rows: BinaryRows) {
    let isFirst = rows.firstStep == 0
    let count = rows.count
    let capacity = SpreadMemory.capacity
    let alike = isFirst ? rows.first : rows.second
    let alikeStride = isFirst ? rows.firstStride : rows.secondStride
    let other = isFirst ? rows.second : rows.first
    let otherStride = isFirst ? rows.secondStride : rows.firstStride
    let isDense = rows.outputStride == count && otherStride == count && count > 0
    let rowsAtOnce = isDense ? max(1, capacity / count) : 1
    let areShorts = function.combinesShorts && !isFirst
    var memory = SmallBlock()
    withUnsafeMutableBytes(of: &memory) { buffer in
      guard let spread = buffer.baseAddress else { return }
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
          let source = other + (row &* otherStride &+ start)
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
}

#endif
