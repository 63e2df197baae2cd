/// A comparison of quantized bytes as intervals: the codes of the second operand for which it holds, or does not, for each code of
/// the first one.
///
/// Both operands are scaled to a common integer scale before they are compared. Where the scaling of the second one never falls,
/// what is less than, equal to or greater than a number are neighboring codes.
package struct ByteRelation: BorrowedMemory, @unchecked Sendable {
  /// Bytes of the tables.
  package static var byteCount: Int { 512 }

  /// The first code of each interval, as an unsigned number in the order of the values, by the bits of the first operand's code.
  package let lower: UnsafePointer<UInt8>
  /// The last code of each interval; less than the first one where there is none.
  package let upper: UnsafePointer<UInt8>
  /// What turns the second operand's codes into unsigned numbers in the order of their values: 128 for int8, 0 for uint8.
  package let flip: UInt8
  /// 1 where the comparison holds outside the intervals, else 0.
  package let inverse: UInt8

  /// Fills `tables`, `byteCount` bytes; nil where the second operand's scaling falls somewhere.
  package init?(
    _ kind: ComparisonKind, isSigned: Bool, _ parameters: ElementwiseParameters, _ tables: UnsafeMutablePointer<UInt8>
  ) {
    let scale = CommonScale(parameters)
    let first: Int32 = isSigned ? -128 : 0
    flip = isSigned ? 0x80 : 0
    inverse = kind == .notEqual ? 1 : 0
    lower = UnsafePointer(tables)
    upper = UnsafePointer(tables + 256)
    let isRising = withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { values in
      for code in 0..<256 { values[code] = scale.second(first &+ Int32(code)) }
      for code in 1..<256 where values[code] < values[code - 1] { return false }
      for code in 0..<256 {
        let value = scale.first(first &+ Int32(code))
        // The codes whose values are less, and those whose values are less or equal.
        let less = Self.partition(values) { $0 < value }
        let notGreater = Self.partition(values) { $0 <= value }
        let holding: Range<Int> =
          switch kind {
          case .equal, .notEqual: less..<notGreater
          case .less: notGreater..<256
          case .lessOrEqual: less..<256
          case .greater: 0..<less
          case .greaterOrEqual: 0..<notGreater
          }
        let place = Int(UInt8(truncatingIfNeeded: code) ^ flip)
        tables[place] = holding.isEmpty ? 255 : UInt8(truncatingIfNeeded: holding.lowerBound)
        tables[256 + place] = holding.isEmpty ? 0 : UInt8(truncatingIfNeeded: holding.upperBound - 1)
      }
      return true
    }
    if !isRising { return nil }
  }

  /// Whether quantized bytes compare as their codes do: both operands are scaled alike, and no two codes to one number.
  package static func comparesCodes(isSigned: Bool, _ parameters: ElementwiseParameters) -> Bool {
    guard parameters.firstOffset == parameters.secondOffset, parameters.firstMultiplier == parameters.secondMultiplier
    else { return false }
    let scale = CommonScale(parameters)
    let first: Int32 = isSigned ? -128 : 0
    for code in first..<first + 255 where scale.second(code) >= scale.second(code + 1) { return false }
    return true
  }

  /// How many values there are before the first one of which `precedes` is false.
  private static func partition(_ values: UnsafeMutableBufferPointer<Int32>, _ precedes: (Int32) -> Bool) -> Int {
    var begin = 0
    var end = values.count
    while begin < end {
      let middle = (begin + end) / 2
      if precedes(values[middle]) { begin = middle + 1 } else { end = middle }
    }
    return begin
  }

  /// Whether the comparison holds.
  @inline(__always)
  package func holds(_ first: UInt8, _ second: UInt8) -> UInt8 {
    let code = second ^ flip
    let isInside = code >= lower[Int(first)] && code <= upper[Int(first)]
    return (isInside ? 1 : 0) ^ inverse
  }

  /// Whether the comparison holds between each code and `second`, by the bits of the code.
  package func fill(_ results: UnsafeMutablePointer<UInt8>, second: UInt8) {
    for code in 0..<256 { results[code] = holds(UInt8(truncatingIfNeeded: code), second) }
  }
}

/// Computes rows of a comparison of quantized bytes.
package typealias ByteComparisonKernel = @Sendable (BinaryRows, ByteRelation) -> Void

extension ReferenceKernels {
  /// Comparisons of quantized bytes by the intervals of `relation`.
  static func compareBytes(_ rows: BinaryRows, _ relation: ByteRelation) {
    assert(rows.validate())
    for row in 0..<rows.rows {
      let a = (rows.first + row &* rows.firstStride).assumingMemoryBound(to: UInt8.self)
      let b = (rows.second + row &* rows.secondStride).assumingMemoryBound(to: UInt8.self)
      let output = (rows.output + row &* rows.outputStride).assumingMemoryBound(to: UInt8.self)
      for i in 0..<rows.count { output[i] = relation.holds(a[i &* rows.firstStep], b[i &* rows.secondStep]) }
    }
  }
}
