/// A transposed convolution as a convolution of stride 1 that computes whole blocks of output pixels.
///
/// With strides `sh` and `sw` the outputs are cut into blocks of `sh` x `sw` pixels, one for each place of the input. A pixel of the
/// convolution's result has the channels of all pixels of a block, `[sh][sw][outputDepth]`, and its 3x3 window all inputs that any
/// of them meets; the weights of an input that a pixel does not meet are zeros. Minimal filtering computes these windows with fewer
/// multiply-adds than the pixels' own take.
package struct TransposedBlocks: GatheredFilter {
  /// The convolution that computes blocks.
  package let geometry: ConvolutionGeometry
  private let transposed: ConvolutionGeometry

  /// - Parameter g: what makes the input of the output.
  /// - Returns: nil where blocks do not fill the output, have more than 8 rows or columns, or a window has more than 3x3
  ///   inputs.
  package init?(_ g: ConvolutionGeometry) {
    guard (1...8).contains(g.strideHeight), (1...8).contains(g.strideWidth), g.groups == 1, g.dilationHeight == 1,
      g.dilationWidth == 1, g.outputHeight % g.strideHeight == 0, g.outputWidth % g.strideWidth == 0
    else { return nil }
    /// The inputs before the block's own place that it meets, nil where they are not among three.
    func before(_ padding: Int, _ taps: Int, _ stride: Int) -> Int? {
      let before = (taps - 1 - padding) / stride
      return padding >= 0 && padding < taps && (padding + stride - 1) / stride + before <= 2 ? before : nil
    }
    guard let top = before(g.paddingTop, g.filterHeight, g.strideHeight),
      let left = before(g.paddingLeft, g.filterWidth, g.strideWidth)
    else { return nil }
    transposed = g
    geometry = ConvolutionGeometry(
      batches: g.batches, inputHeight: g.inputHeight, inputWidth: g.inputWidth, inputDepth: g.inputDepth,
      filterHeight: 3, filterWidth: 3, outputHeight: g.outputHeight / g.strideHeight,
      outputWidth: g.outputWidth / g.strideWidth, outputDepth: g.outputDepth * g.strideHeight * g.strideWidth,
      paddingTop: top, paddingLeft: left)
  }

  /// Rows and columns of a block.
  package var height: Int { transposed.strideHeight }
  package var width: Int { transposed.strideWidth }
  /// The taps that an output pixel meets, on average.
  package var taps: Double { Double(transposed.taps) / Double(height * width) }

  package var variant: [Int] { [transposed.paddingTop, transposed.paddingLeft, height, width] }
  package var filterCount: Int { geometry.outputDepth * 9 * geometry.inputDepth }
  package var outputPixels: Int { height * width }

  /// Copies an OHWI filter to `[height][width][outputDepth][3][3][inputDepth]`.
  package func gather(_ filter: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>) {
    let g = transposed
    let run = g.inputDepth
    var next = target
    for pixel in 0..<height * width {
      let (row, column) = (pixel / width, pixel % width)
      for channel in 0..<g.outputDepth {
        for tap in 0..<9 {
          // Output place `o` meets input place `i` by tap `o + padding - stride * i`.
          let y = row + g.paddingTop - g.strideHeight * (tap / 3 - geometry.paddingTop)
          let x = column + g.paddingLeft - g.strideWidth * (tap % 3 - geometry.paddingLeft)
          if y >= 0 && y < g.filterHeight && x >= 0 && x < g.filterWidth {
            next.update(from: filter + ((channel * g.filterHeight + y) * g.filterWidth + x) * run, count: run)
          } else {
            next.update(repeating: 0, count: run)
          }
          next += run
        }
      }
    }
  }
}
