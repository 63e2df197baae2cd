/// One depthwise convolution of NHWC data with a packed filter.
package struct DepthwiseArguments: BorrowedMemory, @unchecked Sendable {
  /// The shapes; the output depth is a multiple of the input depth.
  package var geometry: ConvolutionGeometry
  /// The first input element.
  package var input: UnsafeRawPointer
  /// What `pack` wrote.
  package var packed: UnsafeRawPointer
  /// The first output element.
  package var output: UnsafeMutableRawPointer
  /// Scale and zero point of each image, for hybrid kernels.
  package var imageParameters: UnsafePointer<DynamicQuantization.Parameters>?
  /// For hybrid kernels, a row of `inputDepth` zero points for each image.
  package var paddingRows: UnsafeRawPointer?
  /// What 8-bit kernels do to their results last.
  package var epilogue: Epilogue?

  /// Arguments of known parts.
  package init(
    geometry: ConvolutionGeometry, input: UnsafeRawPointer, packed: UnsafeRawPointer,
    output: UnsafeMutableRawPointer, imageParameters: UnsafePointer<DynamicQuantization.Parameters>? = nil,
    paddingRows: UnsafeRawPointer? = nil
  ) {
    self.geometry = geometry
    self.input = input
    self.packed = packed
    self.output = output
    self.imageParameters = imageParameters
    self.paddingRows = paddingRows
    epilogue = nil
  }

  /// Asserts what kernels rely on that compute the output rows `[rowBegin, rowEnd)`.
  @inlinable @inline(__always)
  package func validate(_ rowBegin: Int, _ rowEnd: Int, isHybrid: Bool = false) -> Bool {
    assert(geometry.validate(rowBegin, rowEnd))
    assert(geometry.validateDepthwise(packing: packed))
    assert(!isHybrid || (imageParameters != nil && paddingRows != nil), "no parameters of the images")
    assert(!isHybrid || epilogue == nil, "an epilogue of a kernel that has none")
    return true
  }
}
