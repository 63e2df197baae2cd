/// One phase of a transposed convolution: the output pixels that meet the same taps of the filter.
///
/// With strides `sh` and `sw` there are `sh * sw` phases. Within a phase a transposed convolution is an ordinary product
/// of input runs with a part of the filter, so the matrix kernels compute it without scattering: pack the phase's taps
/// (`gatherFilter`), fill its offsets, and run each output row with an output stride of `sw` pixels.
package struct TransposedPhase: Equatable, Sendable {
  /// The first output row of the phase.
  package var firstRow: Int
  /// The first output column of the phase.
  package var firstColumn: Int
  /// The output rows of the phase in one image, `strideHeight` apart.
  package var rows: Int
  /// The output columns of the phase in one image, `strideWidth` apart.
  package var columns: Int
  /// The first filter row, and from it every `strideHeight`-th.
  package var firstTapRow: Int
  /// The first filter column, and from it every `strideWidth`-th.
  package var firstTapColumn: Int
  /// The filter rows of the phase.
  package var tapRows: Int
  /// The filter columns of the phase.
  package var tapColumns: Int

  /// The phases of a transposed convolution.
  package static func count(_ g: ConvolutionGeometry) -> Int { g.strideHeight * g.strideWidth }

  /// Phase `index`, `firstRow * strideWidth + firstColumn`.
  package init(_ g: ConvolutionGeometry, _ index: Int) {
    firstRow = index / g.strideWidth
    firstColumn = index % g.strideWidth
    rows = firstRow < g.outputHeight ? (g.outputHeight - firstRow - 1) / g.strideHeight + 1 : 0
    columns = firstColumn < g.outputWidth ? (g.outputWidth - firstColumn - 1) / g.strideWidth + 1 : 0
    firstTapRow = (firstRow + g.paddingTop) % g.strideHeight
    firstTapColumn = (firstColumn + g.paddingLeft) % g.strideWidth
    tapRows = firstTapRow < g.filterHeight ? (g.filterHeight - firstTapRow - 1) / g.strideHeight + 1 : 0
    tapColumns = firstTapColumn < g.filterWidth ? (g.filterWidth - firstTapColumn - 1) / g.strideWidth + 1 : 0
  }

  /// The taps of the phase.
  package var taps: Int { tapRows * tapColumns }

  /// The shape to pack: one column an output channel.
  package func shape(_ g: ConvolutionGeometry) -> MatrixShape {
    MatrixShape(columns: g.outputDepth, taps: taps, depth: g.inputDepth)
  }

  /// Fills the offsets of one image, `[rows * columns][taps]`: elements from the image's first, -1 outside it.
  package func fillOffsets(_ g: ConvolutionGeometry, _ table: UnsafeMutablePointer<Int32>) {
    var entry = 0
    for row in 0..<rows {
      let top = (firstRow + row * g.strideHeight + g.paddingTop - firstTapRow) / g.strideHeight
      for column in 0..<columns {
        let left = (firstColumn + column * g.strideWidth + g.paddingLeft - firstTapColumn) / g.strideWidth
        for tapRow in 0..<tapRows {
          let y = top - tapRow
          for tapColumn in 0..<tapColumns {
            let x = left - tapColumn
            let isInside = y >= 0 && y < g.inputHeight && x >= 0 && x < g.inputWidth
            table[entry] = isInside ? Int32(truncatingIfNeeded: (y * g.inputWidth + x) * g.inputDepth) : -1
            entry += 1
          }
        }
      }
    }
  }

  /// Copies the phase's part of an OHWI filter of elements of `size` bytes to `[outputDepth][taps][inputDepth]`.
  package func gatherFilter(
    _ g: ConvolutionGeometry, _ filter: UnsafeRawPointer, size: Int, _ target: UnsafeMutableRawPointer
  ) {
    let run = g.inputDepth * size
    var next = target
    for channel in 0..<g.outputDepth {
      for tapRow in 0..<tapRows {
        for tapColumn in 0..<tapColumns {
          let fy = firstTapRow + tapRow * g.strideHeight
          let fx = firstTapColumn + tapColumn * g.strideWidth
          next.copyMemory(
            from: filter + ((channel * g.filterHeight + fy) * g.filterWidth + fx) * run, byteCount: run)
          next += run
        }
      }
    }
  }

  /// Calls `body(phase index, batch, first product row, rows, output element)` for every run of the output rows
  /// `[rowBegin, rowEnd)` of all images; the output's row stride is `strideWidth * outputDepth`.
  package static func forEachRun(
    _ g: ConvolutionGeometry, _ rowBegin: Int, _ rowEnd: Int,
    _ body: (_ phase: Int, _ batch: Int, _ row: Int, _ rows: Int, _ output: Int) -> Void
  ) {
    for outputRow in rowBegin..<rowEnd {
      let y = outputRow % g.outputHeight
      for firstColumn in 0..<min(g.strideWidth, g.outputWidth) {
        let columns = (g.outputWidth - firstColumn - 1) / g.strideWidth + 1
        body(
          y % g.strideHeight * g.strideWidth + firstColumn, outputRow / g.outputHeight,
          y / g.strideHeight * columns, columns, (outputRow * g.outputWidth + firstColumn) * g.outputDepth)
      }
    }
  }
}
