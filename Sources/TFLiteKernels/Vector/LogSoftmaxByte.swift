#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Log-softmax of bytes in fixed point: the results of a row for every byte, which its bytes look up.

extension VectorKernels {
  /// Rows below are so short that those results would take longer than theirs.
  private static var leastLogSoftmaxDepth: Int { 48 }
  /// Exponentials looked up at once.
  private static var logSoftmaxChunk: Int { 256 }

  /// Rows of bytes, which `flip` orders as unsigned ones; `table` is that of `SoftmaxScaling.fillLogarithms`.
  @inline(never)
  private static func logSoftmaxRows(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ depth: Int, _ scaling: SoftmaxScaling,
    _ table: UnsafePointer<Int32>, _ rowBegin: Int, _ rowEnd: Int, flip: UInt8
  ) {
    let flips = Bytes(repeating: Int8(bitPattern: flip))
    // Exponentials of a chunk, then the results.
    withStackMemory(4 << 10) { base in
      let exponentials = base.assumingMemoryBound(to: Int32.self)
      let results = (base + 4 &* logSoftmaxChunk).assumingMemoryBound(to: UInt8.self)
      var row = rowBegin
      while row < rowEnd {
        let x = (input + row &* depth).assumingMemoryBound(to: UInt8.self)
        let high = largest(x, depth, flips)
        var sums = Ints()
        var i = 0
        while i < depth {
          let count = min(logSoftmaxChunk, depth &- i)
          lookUpExponentials(x + i, count, high, flip: flip, table, exponentials)
          var place = 0
          while place < count {
            sums = sums &+ UnsafeRawPointer(exponentials).lanes(4 &* place, as: Ints.self)
            place &+= lanesPerVector
          }
          i &+= count
        }
        let logarithms = SoftmaxScaling.Logarithms(scaling, sum: sumOfLanes(sums))
        fillLogarithms(logarithms, table + 256, Int32(high), flip: flip, results)
        let y = (output + row &* depth).assumingMemoryBound(to: UInt8.self)
        lookUp(x, y, depth, results)
        row &+= 1
      }
    }
  }

  /// The results of all bytes up to `high`, the largest one of the row.
  /// - Parameter differences: those of `SoftmaxScaling.fillLogarithms`.
  @inline(__always)
  private static func fillLogarithms(
    _ row: SoftmaxScaling.Logarithms, _ differences: UnsafePointer<Int32>, _ high: Int32, flip: UInt8,
    _ results: UnsafeMutablePointer<UInt8>
  ) {
    let lowest: Int32 = flip == 0 ? 0 : -128
    let (lower, upper) = (Ints(repeating: lowest), Ints(repeating: lowest &+ 255))
    let target = UnsafeMutableRawPointer(results)
    let filler = Bytes(repeating: Int8(truncatingIfNeeded: lowest))
    var place = 0
    while place < 256 {
      target.put(filler, place)
      place &+= Bytes.scalarCount
    }
    let logSum = Ints(repeating: row.logSum)
    let (half, bits) = (Ints(repeating: 1 << 21), Ints(repeating: 22))
    let limit = Ints(repeating: row.limit)
    let end = Int(high) &+ 1
    // From the vector that has the first byte near enough.
    var byte = max(0, end &- Int(row.limit)) & ~(lanesPerVector &- 1)
    var distances = Ints(repeating: high &- Int32(truncatingIfNeeded: byte))
    var lane = 0
    while lane < lanesPerVector {
      distances[lane] = distances[lane] &- Int32(truncatingIfNeeded: lane)
      lane &+= 1
    }
    while byte < end {
      let x = UnsafeRawPointer(differences + (256 &- end &+ byte)).lanes(0, as: Ints.self) &- logSum
      // Halves away from zero; magnitudes are of 32 bits without a sign.
      let rounded = withSign(logicallyShifted(magnitudes(x) &+ half, bits), of: x)
      let y = clamped(rounded &+ upper, lower, upper).replacing(with: lower, where: limit .<= distances)
      target.put(narrowedBytes(y), byte ^ Int(flip))
      distances = distances &- Ints(repeating: Int32(truncatingIfNeeded: lanesPerVector))
      byte &+= lanesPerVector
    }
  }

  /// Log-softmax of uint8.
  static func logSoftmaxUInt8(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ depth: Int, _ scaling: SoftmaxScaling,
    _ table: UnsafePointer<Int32>, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
    if depth < leastLogSoftmaxDepth {
      return ReferenceKernels.logSoftmaxUInt8(input, output, depth, scaling, table, rowBegin, rowEnd)
    }
    logSoftmaxRows(input, output, depth, scaling, table, rowBegin, rowEnd, flip: 0)
  }

  /// Log-softmax of int8.
  static func logSoftmaxInt8(
    _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>, _ depth: Int, _ scaling: SoftmaxScaling,
    _ table: UnsafePointer<Int32>, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 1, to: 1))
    if depth < leastLogSoftmaxDepth {
      return ReferenceKernels.logSoftmaxInt8(input, output, depth, scaling, table, rowBegin, rowEnd)
    }
    logSoftmaxRows(input, output, depth, scaling, table, rowBegin, rowEnd, flip: 0x80)
  }
}

#endif
