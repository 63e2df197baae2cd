import TFLiteKernels
import TFLiteSchema

/// How a window of taps moves over one axis of an image.
struct WindowAxis {
  var input: Int
  var filter: Int
  var stride: Int
  var dilation: Int

  /// Windows along the axis, and the elements of padding before the first; nil when the options make no sense.
  ///
  /// SAME: `ceil(input / stride)` windows, padding shared between both ends, the odd element at the far end.
  /// VALID: `floor((input - extent) / stride) + 1` windows where `extent = (filter - 1) * dilation + 1`.
  func windows(_ padding: Schema.Padding) -> (count: Int, before: Int)? {
    guard input >= 0, filter > 0, stride > 0, dilation > 0 else { return nil }
    let (reach, overflow) = (filter - 1).multipliedReportingOverflow(by: dilation)
    guard !overflow, reach < Int(Int32.max) else { return nil }
    let extent = reach + 1
    let count: Int
    if padding == .same {
      count = (input + stride - 1) / stride
    } else if padding == .valid {
      let room = input + stride - extent
      if room < 0 { return nil }
      count = room / stride
    } else {
      return nil
    }
    return (count, max(0, (count - 1) * stride + extent - input) / 2)
  }
}

/// The options that every two-dimensional window has.
struct WindowOptions {
  var padding: Schema.Padding
  var strideHeight: Int
  var strideWidth: Int
  var dilationHeight = 1
  var dilationWidth = 1
  /// What the input is padded by before the windows are laid over it.
  var margins = ImageMargins()

  /// Images have channels, and pixels at least around them.
  func hasPixels(_ input: RuntimeTensor) -> Bool {
    input.shape[1] + margins.top + margins.bottom > 0 && input.shape[2] + margins.left + margins.right > 0
      && input.shape[3] > 0
  }

  /// The geometry of windows of `filterHeight` by `filterWidth` over `input`, which is NHWC.
  /// - Throws: `invalidOperator` when options, filter or input make no windows.
  func geometry(
    _ input: RuntimeTensor, filterHeight: Int, filterWidth: Int, outputDepth: Int, groups: Int,
    _ context: PrepareContext
  ) throws(RuntimeError) -> ConvolutionGeometry {
    let rows = WindowAxis(
      input: input.shape[1] + margins.top + margins.bottom, filter: filterHeight, stride: strideHeight,
      dilation: dilationHeight)
    let columns = WindowAxis(
      input: input.shape[2] + margins.left + margins.right, filter: filterWidth, stride: strideWidth,
      dilation: dilationWidth)
    guard let vertical = rows.windows(padding), let horizontal = columns.windows(padding) else {
      throw context.error(
        "the window does not fit the input", input,
        expected: "positive strides and dilations and a window inside the input",
        actual: "\(filterHeight)x\(filterWidth) window, stride \(strideHeight)x\(strideWidth), "
          + "dilation \(dilationHeight)x\(dilationWidth), padding \(padding.name) over \(input.shape)")
    }
    return ConvolutionGeometry(
      batches: input.shape[0], inputHeight: input.shape[1], inputWidth: input.shape[2], inputDepth: input.shape[3],
      filterHeight: filterHeight, filterWidth: filterWidth, outputHeight: vertical.count, outputWidth: horizontal.count,
      outputDepth: outputDepth, strideHeight: strideHeight, strideWidth: strideWidth, dilationHeight: dilationHeight,
      dilationWidth: dilationWidth, paddingTop: vertical.before + margins.top,
      paddingLeft: horizontal.before + margins.left, groups: groups)
  }
}

extension ConvolutionGeometry {
  /// The shape of the output, NHWC.
  var outputShape: Shape { [batches, outputHeight, outputWidth, outputDepth] }

  /// The same convolution over images of one column as one over images of one row, whose windows are runs.
  var lying: Self {
    guard inputWidth == 1, outputWidth == 1, filterWidth == 1, filterHeight > 1, paddingLeft == 0 else { return self }
    var turned = self
    (turned.inputWidth, turned.inputHeight) = (inputHeight, 1)
    (turned.filterWidth, turned.filterHeight) = (filterHeight, 1)
    (turned.outputWidth, turned.outputHeight) = (outputHeight, 1)
    (turned.strideWidth, turned.strideHeight) = (strideHeight, 1)
    (turned.dilationWidth, turned.dilationHeight) = (dilationHeight, 1)
    (turned.paddingLeft, turned.paddingTop) = (paddingTop, 0)
    return turned
  }

  /// The window over the rows of one image with more than one row; nil for more images.
  var rowWindow: RowWindow? {
    if batches != 1 || inputHeight <= 1 || outputHeight == 1 { return nil }
    return RowWindow(
      rows: outputHeight, stride: strideHeight, extent: (filterHeight &- 1) &* dilationHeight &+ 1, padding: paddingTop)
  }
}
