/// A matrix whose lines or columns a reduction folds: `lines` lines of `count` neighboring elements, `stride` elements
/// apart.
package struct ReductionLines {
  package var input: UnsafeRawPointer
  package var lines: Int
  package var stride: Int
  package var count: Int

  package init(_ input: UnsafeRawPointer, lines: Int, stride: Int, count: Int) {
    self.input = input
    self.lines = lines
    self.stride = stride
    self.count = count
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(lines >= 0 && count >= 0 && stride >= 0, "a negative extent")
    return true
  }
}

/// The reductions that kernel sets bring.
package enum ReductionKind: Sendable {
  case sum, maximum, minimum, product
}

/// A reduction that adds to what the output holds already. Sums of bytes are 32-bit integers; other results have the
/// type of the elements. Float extremes pass over NaN.
package struct ReductionKernel: Sendable {
  /// Folds each column into one element of the output.
  package var columns: @Sendable (ReductionLines, UnsafeMutableRawPointer) -> Void
  /// Folds each line into one element of the output.
  package var lines: @Sendable (ReductionLines, UnsafeMutableRawPointer) -> Void
  /// Whether callers must give all lines of a matrix at once, so that floats are added up in their order. The oracle's are.
  package var keepsOrder: Bool

  package init(
    keepsOrder: Bool = false, columns: @escaping @Sendable (ReductionLines, UnsafeMutableRawPointer) -> Void,
    lines: @escaping @Sendable (ReductionLines, UnsafeMutableRawPointer) -> Void
  ) {
    self.keepsOrder = keepsOrder
    self.columns = columns
    self.lines = lines
  }
}

/// Finds the first extremum of each line, of at least one element; NaN loses against every number.
package typealias PositionKernel = @Sendable (ReductionLines, UnsafeMutablePointer<Int32>) -> Void
