extension ReferenceKernels {
  /// Normalizes rows `[rowBegin, rowEnd)`.
  static func normalize(_ a: NormalizationArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    for row in rowBegin..<max(rowBegin, rowEnd) {
      let x = a.input + row &* a.depth
      let y = a.output + row &* a.depth
      var sum: Float = 0
      for i in 0..<a.depth { sum += x[i] }
      let mean = a.isCentered ? sum / a.meanDivisor : 0
      var squares: Float = 0
      for i in 0..<a.depth { squares += (x[i] - mean) * (x[i] - mean) }
      let factor = 1 / (squares / a.varianceDivisor + a.epsilon).squareRoot()
      for i in 0..<a.depth { y[i] = (x[i] - mean) * (factor * a.scales[i]) + a.offsets[i] }
    }
  }
}
