/// One phase of a transposed convolution: output pixels, or blocks of neighbouring ones in a row, that lie alike to the input.
///
/// With strides `sh` and `sw` there are `sh * sw` phases of pixels that meet the same taps, or `sh` phases of blocks whose
/// width is a multiple of `sw`. Within a phase a transposed convolution is an ordinary product of input windows with a part of
/// the filter, so the matrix kernels compute it without scattering: pack the phase's taps (`gatherFilter`), fill its offsets,
/// and run each output row with an output stride of `columnStep` pixels. The columns of a block's product are the channels of
/// all its pixels; where a pixel does not meet an input of the block's window, its weights there are zeros.
package struct TransposedPhase: Equatable, Sendable {
  /// Neighbouring output pixels that one row of the product computes.
  package var width: Int
  /// Output pixels from one block to the next, a multiple of the stride.
  package var columnStep: Int
  /// The first output row of the phase.
  package var firstRow: Int
  /// The first output column of the phase.
  package var firstColumn: Int
  /// The output rows of the phase in one image, `strideHeight` apart.
  package var rows: Int
  /// The blocks of a row, `columnStep` apart.
  package var columns: Int
  /// The input rows that the phase's first output row meets.
  private let vertical: Reach
  /// The input columns that its first block meets.
  private let horizontal: Reach

  /// Input places that a run of output places meets, from `first` on.
  private struct Reach: Equatable {
    let first: Int
    let count: Int

    /// Output place `o` meets input place `i` by tap `o - stride * i` of `taps`.
    init(of run: Range<Int>, taps: Int, stride: Int) {
      first = Self.floor(run.lowerBound &- taps &+ stride, stride)
      count = max(0, Self.floor(run.upperBound &- 1, stride) &- first &+ 1)
    }

    private static func floor(_ x: Int, _ divisor: Int) -> Int {
      x >= 0 ? x / divisor : (x &+ 1) / divisor &- 1
    }
  }

  /// The phases of a transposed convolution.
  package static func count(_ g: ConvolutionGeometry, width: Int = 1) -> Int {
    width == 1 ? g.strideHeight * g.strideWidth : g.strideHeight
  }

  /// Phase `index`: `firstRow * strideWidth + firstColumn`, or `firstRow` for blocks.
  /// - Parameter width: 1, or a multiple of the horizontal stride that divides the output's width.
  package init(_ g: ConvolutionGeometry, _ index: Int, width: Int = 1) {
    let rowPhases = width == 1 ? g.strideWidth : 1
    self.width = width
    columnStep = width == 1 ? g.strideWidth : width
    firstRow = index / rowPhases
    firstColumn = index % rowPhases
    rows = firstRow < g.outputHeight ? (g.outputHeight - firstRow - 1) / g.strideHeight + 1 : 0
    columns = firstColumn < g.outputWidth ? (g.outputWidth - firstColumn - width) / columnStep + 1 : 0
    let (top, left) = (firstRow + g.paddingTop, firstColumn + g.paddingLeft)
    vertical = Reach(of: top..<top + 1, taps: g.filterHeight, stride: g.strideHeight)
    horizontal = Reach(of: left..<left + width, taps: g.filterWidth, stride: g.strideWidth)
  }

  /// The input places of a window.
  package var taps: Int { vertical.count * horizontal.count }

  /// The shape to pack: one column an output channel of each pixel.
  package func shape(_ g: ConvolutionGeometry) -> MatrixShape {
    MatrixShape(columns: width * g.outputDepth, taps: taps, depth: g.inputDepth)
  }

  /// Fills the offsets of one image, `[rows * columns][taps]`: elements from the image's first, -1 outside it.
  package func fillOffsets(_ g: ConvolutionGeometry, _ table: UnsafeMutablePointer<Int32>) {
    let step = columnStep / g.strideWidth
    var entry = 0
    for row in 0..<rows {
      for column in 0..<columns {
        for y in row + vertical.first..<row + vertical.first + vertical.count {
          let left = column * step + horizontal.first
          for x in left..<left + horizontal.count {
            let isInside = y >= 0 && y < g.inputHeight && x >= 0 && x < g.inputWidth
            table[entry] = isInside ? Int32(truncatingIfNeeded: (y * g.inputWidth + x) * g.inputDepth) : -1
            entry += 1
          }
        }
      }
    }
  }

  /// Copies the phase's part of an OHWI filter of elements of `size` bytes to `[width][outputDepth][taps][inputDepth]`.
  /// - Parameter zero: a byte of a weight that is zero.
  package func gatherFilter(
    _ g: ConvolutionGeometry, _ filter: UnsafeRawPointer, size: Int, zero: UInt8 = 0, _ target: UnsafeMutableRawPointer
  ) {
    let run = g.inputDepth * size
    var next = target
    for pixel in 0..<width {
      for channel in 0..<g.outputDepth {
        for tapRow in 0..<vertical.count {
          let fy = firstRow + g.paddingTop - g.strideHeight * (vertical.first + tapRow)
          for tapColumn in 0..<horizontal.count {
            let fx = firstColumn + pixel + g.paddingLeft - g.strideWidth * (horizontal.first + tapColumn)
            if fx >= 0 && fx < g.filterWidth {
              next.copyMemory(
                from: filter + ((channel * g.filterHeight + fy) * g.filterWidth + fx) * run, byteCount: run)
            } else {
              next.initializeMemory(as: UInt8.self, repeating: zero, count: run)
            }
            next += run
          }
        }
      }
    }
  }

  /// Calls `body(phase index, batch, first product row, rows, output element)` for every run of the output rows
  /// `[rowBegin, rowEnd)` of all images; the output's row stride is `columnStep * outputDepth`.
  package static func forEachRun(
    _ g: ConvolutionGeometry, width: Int = 1, _ rowBegin: Int, _ rowEnd: Int,
    _ body: (_ phase: Int, _ batch: Int, _ row: Int, _ rows: Int, _ output: Int) -> Void
  ) {
    let rowPhases = width == 1 ? g.strideWidth : 1
    let step = width == 1 ? g.strideWidth : width
    for outputRow in rowBegin..<rowEnd {
      let y = outputRow % g.outputHeight
      for firstColumn in 0..<min(rowPhases, g.outputWidth) {
        let columns = (g.outputWidth - firstColumn - width) / step + 1
        body(
          y % g.strideHeight * rowPhases + firstColumn, outputRow / g.outputHeight,
          y / g.strideHeight * columns, columns, (outputRow * g.outputWidth + firstColumn) * g.outputDepth)
      }
    }
  }
}
