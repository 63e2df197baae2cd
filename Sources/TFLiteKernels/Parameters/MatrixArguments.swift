/// The shape of a matrix of weights, and where its elements lie before packing.
///
/// `columns` filters, each of `taps` runs of `depth` weights. Weight `(column, tap, d)` is element
/// `column * columnStride + (tap * depth + d) * elementStride`.
package struct MatrixShape: Equatable, Sendable {
  /// The number of filters: columns of the result.
  package var columns: Int
  /// The number of input runs that one output reads: 1 for fully connected operators, the filter's area for convolutions.
  package var taps: Int
  /// The elements of one run.
  package var depth: Int
  /// Elements from one filter to the next.
  package var columnStride: Int
  /// Elements from one weight of a filter to the next.
  package var elementStride: Int
  /// The rows of a window, parts of a filter of bytes that are packed one by one, each to whole groups of elements, where kernels
  /// copy the image of `MatrixArguments.geometry`, which they must then be given; otherwise 0, and a filter is one part.
  package var windowRows = 0
  /// Whether what is packed ends where `ByteMatrixKernel.weightsStart` says, in as many bytes.
  package var omitsWeights = false
  /// Whether the weights of a product of int16 are int16 too, without an offset, and their address stands for that of bytes.
  package var hasWideWeights = false
  /// The most weights that are not zero, for kernels that leave the others out.
  package var nonzeros = 0

  /// A shape with filters one after another, each contiguous, unless strides say otherwise.
  package init(columns: Int, taps: Int = 1, depth: Int, columnStride: Int? = nil, elementStride: Int = 1) {
    self.columns = columns
    self.taps = taps
    self.depth = depth
    self.columnStride = columnStride ?? taps * depth
    self.elementStride = elementStride
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(columns >= 0 && taps >= 0 && depth >= 0, "a negative extent")
    assert(windowRows >= 0 && (windowRows == 0 || taps % windowRows == 0), "windows of incomplete rows")
    return true
  }

  /// Asserts what kernels that pack weights rely on.
  @inlinable @inline(__always)
  package func validate(packing packed: UnsafeRawPointer) -> Bool {
    assert(validate())
    assert(Contract.packed(packed))
    return true
  }
}

/// One product of input rows with packed weights.
///
/// Row `r` is read at `input + r * inputStride` when `offsets` is `nil`. Otherwise run `t` of row `r` is read at
/// `input + offsets[r * taps + t]`, or at `paddingRow` where the offset is negative. All strides and offsets are in
/// elements of the input's type.
package struct MatrixArguments: BorrowedMemory, @unchecked Sendable {
  /// The first input element.
  package var input: UnsafeRawPointer
  /// Elements from one row to the next, without `offsets`.
  package var inputStride: Int
  /// The offset of each run of each row, `[rows][taps]`; negative outside the input. Kernels of bytes do without where the shape
  /// has `windowRows`.
  package var offsets: UnsafePointer<Int32>?
  /// The convolution whose windows the rows are, where `offsets` may be left alone and the image copied with its margins:
  /// its filter's columns are side by side. `input` is the first element of the group that is computed.
  package var geometry: UnsafePointer<ConvolutionGeometry>?
  /// The output pixel of an image that row 0 is.
  package var firstPixel: Int
  /// Where the window of each row begins, instead of `offsets`, where a kernel has copied them: run `t` of a row is read
  /// `t * windowPitch` elements behind.
  package var windowStarts: UnsafePointer<UnsafeRawPointer>?
  /// Elements from one run of a window to the next; 0 without `windowStarts`.
  package var windowPitch: Int
  /// What a run outside the input reads: `depth` elements equal to the zero point, which is zero for floats.
  package var paddingRow: UnsafeRawPointer?
  /// What `pack` wrote.
  package var packed: UnsafeRawPointer
  /// Packed weights of a kernel of bytes that several products have in one place; nil where they lie in `packed`. See
  /// `ByteMatrixKernel.weightsStart`.
  package var weights: UnsafeRawPointer?
  /// The shape given to `pack`.
  package var shape: MatrixShape
  /// The first output element.
  package var output: UnsafeMutableRawPointer
  /// Output elements from one row to the next.
  package var outputStride: Int
  /// What float and 8-bit kernels do to their results last.
  package var epilogue: Epilogue?
  /// Scale and zero point of the activations of each row, for hybrid kernels.
  package var rowParameters: UnsafePointer<DynamicQuantization.Parameters>?
  /// 1 when each row has its own parameters, 0 when all share one.
  package var rowParameterStride: Int

  /// Arguments of known parts.
  @inlinable @inline(__always)
  package init(
    input: UnsafeRawPointer, inputStride: Int, offsets: UnsafePointer<Int32>? = nil,
    geometry: UnsafePointer<ConvolutionGeometry>? = nil, firstPixel: Int = 0,
    paddingRow: UnsafeRawPointer? = nil, packed: UnsafeRawPointer, shape: MatrixShape,
    output: UnsafeMutableRawPointer, outputStride: Int,
    rowParameters: UnsafePointer<DynamicQuantization.Parameters>? = nil, rowParameterStride: Int = 0
  ) {
    self.input = input
    self.inputStride = inputStride
    self.offsets = offsets
    self.geometry = geometry
    self.firstPixel = firstPixel
    windowStarts = nil
    windowPitch = 0
    self.paddingRow = paddingRow
    self.packed = packed
    weights = nil
    self.shape = shape
    self.output = output
    self.outputStride = outputStride
    epilogue = nil
    self.rowParameters = rowParameters
    self.rowParameterStride = rowParameterStride
  }

  /// Asserts what kernels rely on that compute `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  /// - Parameter columnTile: `columnTile` of the kernel.
  @inlinable @inline(__always)
  package func validate(
    _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int, columnTile: Int, isHybrid: Bool = false
  ) -> Bool {
    assert(shape.validate())
    assert(Contract.range(rowBegin, rowEnd, of: Int.max))
    assert(Contract.range(columnBegin, columnEnd, of: shape.columns))
    assert(Contract.packed(packed))
    assert(columnBegin % columnTile == 0, "columns that begin within a tile")
    assert(offsets == nil || paddingRow != nil, "runs that may lie outside the input, and no padding row")
    assert(offsets == nil || windowStarts == nil, "two ways to find runs")
    assert(offsets != nil || windowStarts != nil || shape.taps <= 1 || geometry != nil, "runs that cannot be found")
    assert(shape.windowRows == 0 || geometry != nil, "windows of an image without its geometry")
    assert(outputStride >= columnEnd &- columnBegin || rowEnd &- rowBegin <= 1, "output rows that overlap")
    assert(!isHybrid || rowParameters != nil, "no parameters of the rows")
    assert(!isHybrid || epilogue == nil, "an epilogue of a kernel that has none")
    return true
  }
}

/// What an integer matrix kernel writes.
package enum MatrixOutputType: Int32, Sendable {
  /// Requantized to uint8.
  case uint8
  /// Requantized to int8.
  case int8
  /// Requantized to int16.
  case int16
  /// The accumulators themselves, bias included, as int32.
  case accumulators

  /// Bytes of an output.
  @inlinable
  package var size: Int {
    switch self {
    case .uint8, .int8: 1
    case .int16: 2
    case .accumulators: 4
    }
  }
}

/// The offsets with which a convolution reads its input in place.
package enum IndirectionTable {
  /// The entries of the table of one image: output pixels times taps.
  package static func count(_ g: ConvolutionGeometry) -> Int { g.outputHeight * g.outputWidth * g.taps }

  /// The entry of an output pixel's tap, as `fill` writes it.
  package static func entry(_ g: ConvolutionGeometry, pixel: Int, tap: Int) -> Int32 {
    let (y, x) = pixel.quotientAndRemainder(dividingBy: g.outputWidth)
    let (fy, fx) = tap.quotientAndRemainder(dividingBy: g.filterWidth)
    let inY = y * g.strideHeight - g.paddingTop + fy * g.dilationHeight
    let inX = x * g.strideWidth - g.paddingLeft + fx * g.dilationWidth
    let isInside = inY >= 0 && inY < g.inputHeight && inX >= 0 && inX < g.inputWidth
    return isInside ? Int32(truncatingIfNeeded: (inY * g.inputWidth + inX) * g.inputDepth) : -1
  }

  /// Fills the table of one image: element offsets from the image's first element, -1 for taps outside it.
  ///
  /// Offsets fit as long as an image holds fewer than 2^31 elements; the caller checks that. The table serves every
  /// image (move `input`), every channel group (move `input` by the group's first channel) and every row range.
  package static func fill(_ g: ConvolutionGeometry, _ table: UnsafeMutablePointer<Int32>) {
    var entry = table
    var top = 0 &- g.paddingTop
    for _ in 0..<g.outputHeight {
      var left = 0 &- g.paddingLeft
      for _ in 0..<g.outputWidth {
        for fy in 0..<g.filterHeight {
          let inY = top &+ fy &* g.dilationHeight
          let isRow = inY >= 0 && inY < g.inputHeight
          let row = inY &* g.inputWidth
          var inX = left
          for _ in 0..<g.filterWidth {
            let isInside = isRow && inX >= 0 && inX < g.inputWidth
            entry.pointee = isInside ? Int32(truncatingIfNeeded: (row &+ inX) &* g.inputDepth) : -1
            entry += 1
            inX &+= g.dilationWidth
          }
        }
        left &+= g.strideWidth
      }
      top &+= g.strideHeight
    }
  }
}
