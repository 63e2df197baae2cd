/// Float rows, each brought to mean 0 and variance 1, then scaled and shifted by element:
/// `(x - mean) / sqrt(variance + epsilon) * scales + offsets`. Where they are not centered, the mean counts as 0, and the mean of
/// squares as the variance. In place if input and output are the same.
package struct NormalizationArguments {
  package var input: UnsafePointer<Float>
  /// One for each element of a row.
  package var scales: UnsafePointer<Float>
  /// One for each element of a row.
  package var offsets: UnsafePointer<Float>
  /// Whether scales do anything: otherwise they are ones.
  package var isScaled: Bool
  /// Whether offsets do anything: otherwise they are zeros.
  package var isShifted: Bool
  package var epsilon: Float
  /// The mean is subtracted first.
  package var isCentered: Bool
  package var output: UnsafeMutablePointer<Float>
  /// The elements of a row, at least one.
  package var depth: Int
  /// What a row's sum is divided by for its mean.
  package var meanDivisor: Float
  /// What the sum of its squares, or of those of the differences from the mean, is divided by.
  package var varianceDivisor: Float

  /// - Parameters:
  ///   - isScaled: false where all scales are ones.
  ///   - isShifted: false where all offsets are zeros.
  ///   - meanDivisor: nil for the elements of a row.
  ///   - varianceDivisor: the same.
  package init(
    input: UnsafePointer<Float>, scales: UnsafePointer<Float>, offsets: UnsafePointer<Float>, epsilon: Float,
    isCentered: Bool, output: UnsafeMutablePointer<Float>, depth: Int, isScaled: Bool = true, isShifted: Bool = true,
    meanDivisor: Float? = nil, varianceDivisor: Float? = nil
  ) {
    self.input = input
    self.scales = scales
    self.offsets = offsets
    self.isScaled = isScaled
    self.isShifted = isShifted
    self.epsilon = epsilon
    self.isCentered = isCentered
    self.output = output
    self.depth = depth
    self.meanDivisor = meanDivisor ?? Float(depth)
    self.varianceDivisor = varianceDivisor ?? Float(depth)
  }

  /// Asserts what kernels rely on that compute the rows `[rowBegin, rowEnd)`.
  @inlinable @inline(__always)
  package func validate(_ rowBegin: Int, _ rowEnd: Int) -> Bool {
    assert(Contract.rows(input, output, depth, rowBegin, rowEnd, from: 4, to: 4))
    return true
  }
}
