/// A convolution of larger strides as one of stride 1 that reads whole blocks of input pixels.
///
/// With strides `sh` and `sw` the inputs, margins included, are cut into blocks of `sh` x `sw` pixels, one for each place of the
/// output. A block has the channels of all its pixels, `[sh][sw][inputDepth]`, and an output pixel's window is 3x3 blocks; the weights
/// of pixels that it does not reach are zeros. Minimal filtering computes these windows with fewer multiply-adds than the pixels'
/// own take.
package struct StridedBlocks: GatheredFilter {
  /// The convolution that reads blocks, whose extents and margins are those of single pixels.
  package let geometry: ConvolutionGeometry
  private let strided: ConvolutionGeometry

  /// - Returns: nil where strides are 1 or more than 8, or a window has more than 3x3 blocks.
  package init?(_ g: ConvolutionGeometry) {
    guard (1...8).contains(g.strideHeight), (1...8).contains(g.strideWidth), g.strideHeight * g.strideWidth > 1,
      g.groups == 1, g.dilationHeight == 1, g.dilationWidth == 1,
      g.filterHeight <= 3 * g.strideHeight, g.filterWidth <= 3 * g.strideWidth
    else { return nil }
    strided = g
    var blocks = g
    blocks.filterHeight = 3
    blocks.filterWidth = 3
    blocks.strideHeight = 1
    blocks.strideWidth = 1
    blocks.inputDepth = g.inputDepth * g.strideHeight * g.strideWidth
    geometry = blocks
  }

  /// Rows and columns of a block.
  package var height: Int { strided.strideHeight }
  package var width: Int { strided.strideWidth }
  /// The taps of an output pixel for each of a block's pixels.
  package var taps: Double { Double(strided.taps) / Double(height * width) }

  package var variant: [Int] { [height, width] }
  package var filterCount: Int { geometry.outputDepth * 9 * geometry.inputDepth }
  package var outputPixels: Int { 1 }

  /// Copies an OHWI filter to `[outputDepth][3][3][height][width][inputDepth]`.
  package func gather(_ filter: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>) {
    let g = strided
    let run = g.inputDepth
    var next = target
    for channel in 0..<g.outputDepth {
      for tap in 0..<9 {
        for pixel in 0..<height * width {
          let y = tap / 3 * height + pixel / width
          let x = tap % 3 * width + pixel % width
          if y < g.filterHeight && x < g.filterWidth {
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
