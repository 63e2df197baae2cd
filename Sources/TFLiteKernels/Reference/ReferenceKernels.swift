/// The oracle: plain loops in the order of TFLite's reference kernels, slow on purpose.
///
/// Rows are output rows over all images, `batch * outputHeight + y`; a call computes `[rowBegin, rowEnd)`.
package enum ReferenceKernels {}

extension ReferenceKernels {
  /// Calls `body(output, row, x, channel)` for every output element of the rows.
  @inline(__always)
  static func forEachOutput(
    _ g: ConvolutionGeometry, _ rowBegin: Int, _ rowEnd: Int,
    _ body: (_ output: Int, _ row: Int, _ x: Int, _ channel: Int) -> Void
  ) {
    assert(g.validate(rowBegin, rowEnd))
    for row in rowBegin..<rowEnd {
      for x in 0..<g.outputWidth {
        for channel in 0..<g.outputDepth {
          body((row * g.outputWidth + x) * g.outputDepth + channel, row, x, channel)
        }
      }
    }
  }
}
