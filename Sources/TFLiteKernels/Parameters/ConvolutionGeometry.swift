/// The shapes of a two-dimensional convolution or pooling over NHWC data.
///
/// Extents are in elements. A filter tap `(fy, fx)` of output `(y, x)` reads the input at
/// `(y * strideHeight - paddingTop + fy * dilationHeight, x * strideWidth - paddingLeft + fx * dilationWidth)`; taps
/// outside the input contribute nothing. For a transposed convolution the roles of input and output positions swap.
package struct ConvolutionGeometry: Equatable, Sendable {
  /// The number of images.
  package var batches: Int
  /// The rows of one input image.
  package var inputHeight: Int
  /// The columns of one input image.
  package var inputWidth: Int
  /// The channels of the input.
  package var inputDepth: Int
  /// The rows of the filter.
  package var filterHeight: Int
  /// The columns of the filter.
  package var filterWidth: Int
  /// The rows of one output image.
  package var outputHeight: Int
  /// The columns of one output image.
  package var outputWidth: Int
  /// The channels of the output.
  package var outputDepth: Int
  /// Input rows from one output row to the next.
  package var strideHeight: Int
  /// Input columns from one output column to the next.
  package var strideWidth: Int
  /// Input rows from one filter row to the next.
  package var dilationHeight: Int
  /// Input columns from one filter column to the next.
  package var dilationWidth: Int
  /// Rows of padding above the input.
  package var paddingTop: Int
  /// Columns of padding to the left of the input.
  package var paddingLeft: Int
  /// The number of channel groups; input and output depth are multiples of it.
  package var groups: Int

  /// Shapes of known extents; strides and dilations default to one, padding to none.
  package init(
    batches: Int, inputHeight: Int, inputWidth: Int, inputDepth: Int, filterHeight: Int, filterWidth: Int,
    outputHeight: Int, outputWidth: Int, outputDepth: Int, strideHeight: Int = 1, strideWidth: Int = 1,
    dilationHeight: Int = 1, dilationWidth: Int = 1, paddingTop: Int = 0, paddingLeft: Int = 0, groups: Int = 1
  ) {
    self.batches = batches
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    self.inputDepth = inputDepth
    self.filterHeight = filterHeight
    self.filterWidth = filterWidth
    self.outputHeight = outputHeight
    self.outputWidth = outputWidth
    self.outputDepth = outputDepth
    self.strideHeight = strideHeight
    self.strideWidth = strideWidth
    self.dilationHeight = dilationHeight
    self.dilationWidth = dilationWidth
    self.paddingTop = paddingTop
    self.paddingLeft = paddingLeft
    self.groups = groups
  }

  /// The input channels that one filter sees.
  package var filterDepth: Int { inputDepth / groups }
  /// The filters of one group.
  package var filtersPerGroup: Int { outputDepth / groups }
  /// The taps of one filter.
  package var taps: Int { filterHeight * filterWidth }
  /// The output rows of all images: the unit in which work is split.
  package var outputRows: Int { batches * outputHeight }
  /// Output channels for each input channel of a depthwise convolution.
  package var depthMultiplier: Int { outputDepth / inputDepth }
  /// Whether every output pixel reads exactly the input pixel of the same index, so that no indirection is needed.
  package var isPointwise: Bool {
    filterHeight == 1 && filterWidth == 1 && strideHeight == 1 && strideWidth == 1 && paddingTop == 0
      && paddingLeft == 0 && outputHeight == inputHeight && outputWidth == inputWidth
  }

  /// Whether kernels can copy the image with its margins, such that rows of a window are runs, instead of finding each tap: of
  /// windows that are not too far dilated.
  package var hasRuns: Bool { max(dilationHeight, dilationWidth) <= Self.mostDilation && taps > 1 }

  /// Between the rows of windows further apart, too much would be copied for nothing.
  private static var mostDilation: Int { 4 }

  /// `MatrixShape.windowRows` of its products of bytes. Taps of many channels are read where they are: finding them takes little
  /// beside their products, and strides pass over much that would be copied.
  ///
  /// It does not depend on the extent of the image, so that weights are packed once for all of them.
  package var windowRows: Int {
    let strides = strideHeight &* strideWidth
    let isDense = strides == 1 || taps / Self.readsWorthCopying >= strides
    let channelsToCopy = isDense ? Self.channelsToCopy : Self.channelsToCopyByStrides
    guard hasRuns, filterDepth < channelsToCopy else { return 0 }
    let limit = Self.patchCapacity
    guard max(filterHeight, filterWidth, strideWidth) <= limit else { return 0 }
    let height = (filterHeight - 1) * dilationHeight + 1
    let width = (Self.patchPixels - 1) * strideWidth + filterWidth * dilationWidth
    return height <= limit && width <= limit / height / filterDepth ? filterHeight : 0
  }

  /// Channels from which on taps of bytes are read where they are: `kernel-benchmark cifar`, `kernel-benchmark first`.
  private static var channelsToCopy: Int { 32 }
  /// The same where strides pass over a part of what would be copied.
  private static var channelsToCopyByStrides: Int { 16 }
  /// Windows that read each pixel so often are worth copying as much as those of stride 1.
  private static var readsWorthCopying: Int { 4 }
  /// Elements that kernels have room for in any form: less than half of the 32 KB that they take from the stack.
  private static var patchCapacity: Int { 15_000 }
  /// Output pixels that must fit at once.
  private static var patchPixels: Int { 8 }

  /// Asserts what kernels rely on that compute the output rows `[rowBegin, rowEnd)`.
  @inlinable @inline(__always)
  package func validate(_ rowBegin: Int, _ rowEnd: Int) -> Bool {
    assert(batches >= 0 && inputHeight >= 0 && inputWidth >= 0 && outputHeight >= 0 && outputWidth >= 0)
    assert(inputDepth >= 1 && outputDepth >= 1 && filterHeight >= 1 && filterWidth >= 1, "an empty filter or pixel")
    assert(strideHeight >= 1 && strideWidth >= 1, "windows that stand still")
    assert(dilationHeight >= 1 && dilationWidth >= 1, "taps that coincide")
    assert(Contract.range(rowBegin, rowEnd, of: outputRows))
    return true
  }

  /// The same for poolings, which keep the channels.
  @inlinable @inline(__always)
  package func validatePooling(_ rowBegin: Int, _ rowEnd: Int) -> Bool {
    assert(validate(rowBegin, rowEnd))
    assert(inputDepth == outputDepth, "a pooling across channels")
    assert(dilationHeight == 1 && dilationWidth == 1, "a dilated pooling")
    return true
  }

  /// The same for kernels that pack the filter of a depthwise convolution.
  @inlinable @inline(__always)
  package func validateDepthwise(packing packed: UnsafeRawPointer) -> Bool {
    assert(validate(0, 0))
    assert(outputDepth % inputDepth == 0, "output channels that are no multiple of input channels")
    assert(Contract.packed(packed))
    return true
  }
}
