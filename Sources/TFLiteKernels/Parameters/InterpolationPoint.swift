/// Between which two indices of the input an output index lies, and where.
package struct InterpolationPoint: BitwiseCopyable, Sendable {
  package let lower: Int
  package let upper: Int
  /// The distance from `lower`.
  package let fraction: Float
  /// The weight of `lower`, 1 less `fraction`.
  package let complement: Float
  /// Whether the distance has at most seven binary digits, so that a byte times two such is exact in single precision.
  package let isShort: Bool
  /// The same in units of 1/1024, for fixed-point images.
  package let fixedFraction: Int

  /// The distance in sixteenths, nil where these are not whole or the point is not between two others or upon one.
  package let sixteenths: Int16?
  /// The same of the distance of fixed-point images.
  package let fixedSixteenths: Int16?

  /// Whether neither distance is other than zero, so that the point is at `lower`.
  package let isUponLower: Bool

  /// A point of known parts.
  package init(lower: Int, upper: Int, fraction: Float, fixedFraction: Int) {
    self.lower = lower
    self.upper = upper
    self.fraction = fraction
    complement = 1 - fraction
    let scaled = fraction * 128
    isShort = scaled == scaled.rounded(.towardZero) && abs(scaled) <= 128
    self.fixedFraction = fixedFraction
    isUponLower = fraction == 0 && fixedFraction == 0
    let least = lower == upper ? -16 : 0
    let count = fraction * 16
    sixteenths = count >= Float(least) && count <= 16 && count == count.rounded(.down) ? Int16(count) : nil
    let fixedCount = fixedFraction / 64
    fixedSixteenths =
      fixedFraction & 63 == 0 && fixedCount >= least && fixedCount <= 16 ? Int16(truncatingIfNeeded: fixedCount) : nil
  }
}

/// One line of an image interpolated between two of another.
package struct InterpolatedLine: BorrowedMemory, @unchecked Sendable {
  /// The lines above and below.
  package var upper: UnsafeRawPointer
  package var lower: UnsafeRawPointer
  /// Where between them the line lies.
  package var row: InterpolationPoint
  /// The line's pixels, from left to right, each at one pixel of the lines or between neighbors.
  package var columns: UnsafeBufferPointer<InterpolationPoint>
  /// Channels of a pixel.
  package var depth: Int
  package var output: UnsafeMutableRawPointer

  /// A line of known parts.
  package init(
    upper: UnsafeRawPointer, lower: UnsafeRawPointer, row: InterpolationPoint,
    columns: UnsafeBufferPointer<InterpolationPoint>, depth: Int, output: UnsafeMutableRawPointer
  ) {
    self.upper = upper
    self.lower = lower
    self.row = row
    self.columns = columns
    self.depth = depth
    self.output = output
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(depth >= 1, "pixels without channels")
    assert(columns.allSatisfy { $0.lower >= 0 && $0.upper >= $0.lower }, "a pixel outside the lines")
    assert(columns.allSatisfy { $0.upper <= $0.lower &+ 1 }, "a pixel between others than neighbors")
    assert(zip(columns, columns.dropFirst()).allSatisfy { $0.lower <= $1.lower && $0.upper <= $1.upper }, "no order")
    return true
  }
}
