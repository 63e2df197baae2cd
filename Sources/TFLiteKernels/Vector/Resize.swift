#if TFLITE_TIER
  import TFLiteKernels
#endif

// Bilinear interpolation of bytes, a vector of channels at a time.

extension VectorKernels {
  /// Calls `body(a, b, c, d, column, output, count)` for blocks of channels of each pixel; the last one overlaps the one before,
  /// or holds fewer than a vector. `a` and `b` lie in the upper line.
  @inline(__always)
  private static func forEachBlock(
    _ line: InterpolatedLine,
    _ body: (
      UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, InterpolationPoint,
      UnsafeMutableRawPointer, Int
    ) -> Void
  ) {
    guard let columns = line.columns.baseAddress else { return }
    let depth = line.depth
    let count = min(depth, lanesPerVector)
    var output = line.output
    var index = 0
    while index < line.columns.count {
      let column = columns[index]
      let left = column.lower &* depth
      let right = column.upper &* depth
      var next = 0
      while next < depth {
        let channel = max(0, min(next, depth &- lanesPerVector))
        body(
          line.upper + (left &+ channel), line.upper + (right &+ channel), line.lower + (left &+ channel),
          line.lower + (right &+ channel), column, output + channel, count)
        next &+= lanesPerVector
      }
      output += depth
      index &+= 1
    }
  }

  @inline(__always)
  private static func block(_ source: UnsafeRawPointer, _ count: Int) -> NarrowBytes {
    count == lanesPerVector
      ? source.lanes(0, as: NarrowBytes.self) : source.lanes(first: count, 0, as: NarrowBytes.self)
  }

  @inline(__always)
  private static func put(_ y: Ints, _ target: UnsafeMutableRawPointer, _ count: Int) {
    if count == lanesPerVector {
      target.put(narrowedBytes(y), 0)
    } else {
      target.put(first: count, of: narrowedBytes(y), 0)
    }
  }

  /// A line of uint8: products in the order value, vertical, horizontal weight, a half added, rounded down.
  static func interpolateUInt8(_ line: InterpolatedLine) {
    let down = Floats(repeating: line.row.fraction)
    let up = Floats(repeating: 1 - line.row.fraction)
    let lower = Ints()
    let upper = Ints(repeating: 255)
    forEachBlock(line) { a, b, c, d, column, output, count in
      let right = Floats(repeating: column.fraction)
      let left = Floats(repeating: 1 - column.fraction)
      let first = converted(widenedUnsigned(block(a, count))) * up * left
      let second = converted(widenedUnsigned(block(b, count))) * up * right
      let third = converted(widenedUnsigned(block(c, count))) * down * left
      let fourth = converted(widenedUnsigned(block(d, count))) * down * right
      let sum = first + third + second + fourth + Floats(repeating: 0.5)
      put(clamped(truncatedInts(sum), lower, upper), output, count)
    }
  }

  /// A line of int8: ten fractional bits for each axis, rounded half away from zero.
  static func interpolateInt8(_ line: InterpolatedLine) {
    let down = Int32(truncatingIfNeeded: line.row.fixedFraction)
    let up = 1024 &- down
    forEachBlock(line) { a, b, c, d, column, output, count in
      let right = Int32(truncatingIfNeeded: column.fixedFraction)
      let left = 1024 &- right
      let sum =
        widenedSigned(block(a, count)) &* Ints(repeating: up &* left)
        &+ widenedSigned(block(b, count)) &* Ints(repeating: up &* right)
        &+ widenedSigned(block(c, count)) &* Ints(repeating: down &* left)
        &+ widenedSigned(block(d, count)) &* Ints(repeating: down &* right)
      let rounded = logicallyShifted(magnitudes(sum) &+ Ints(repeating: 1 &<< 19), Ints(repeating: 20))
      put(withSign(rounded, of: sum), output, count)
    }
  }
}
