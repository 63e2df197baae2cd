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
  /// What a convolution does besides, its blocks multiplied into the dilations already.
  private(set) var besides = Dilation()

  /// What the input is padded by before the windows are laid over it.
  private var margins: ImageMargins { besides.margins }
  /// The rank of the input, and of the output.
  var inputRank: Int { besides.inputLines == nil ? 4 : 3 }
  var outputRank: Int { besides.outputLines == nil ? 4 : 3 }

  init(
    padding: Schema.Padding, strideHeight: Int, strideWidth: Int, dilationHeight: Int = 1, dilationWidth: Int = 1
  ) {
    self.padding = padding
    self.strideHeight = strideHeight
    self.strideWidth = strideWidth
    self.dilationHeight = dilationHeight
    self.dilationWidth = dilationWidth
  }

  /// Of a CONV_2D.
  init(_ options: Schema.Conv2DOptions?) {
    self.init(
      padding: options?.padding ?? .same, strideHeight: Int(options?.strideH ?? 0),
      strideWidth: Int(options?.strideW ?? 0), dilationHeight: Int(options?.dilationHFactor ?? 1),
      dilationWidth: Int(options?.dilationWFactor ?? 1))
  }

  /// Whether a convolution can do this too: margins where it adds none, blocks where results lie as close as pixels.
  func accepts(_ fusion: Fusion) -> Bool {
    switch fusion {
    case .padding: return padding == .valid
    case .dilation(let dilation):
      let hasBlocks = dilation.blockHeight > 1 || dilation.blockWidth > 1
      return besides == Dilation() && (padding == .valid || dilation.margins == ImageMargins() && !hasBlocks)
        && (!hasBlocks || (strideHeight == 1 && strideWidth == 1))
    default: return false
    }
  }

  /// Does this too; only what it accepts.
  mutating func take(_ fusion: Fusion) {
    switch fusion {
    case .padding(let added): besides.margins = besides.margins + added
    case .dilation(let dilation):
      besides = dilation
      dilationHeight *= dilation.blockHeight
      dilationWidth *= dilation.blockWidth
    default: break
    }
  }

  /// Images have channels, and pixels at least around them.
  func hasPixels(_ input: RuntimeTensor) -> Bool {
    let image = image(input.shape)
    return image[1] + margins.top + margins.bottom > 0 && image[2] + margins.left + margins.right > 0 && image[3] > 0
  }

  /// The NHWC image that a tensor of this shape holds, of rank `inputRank`.
  private func image(_ shape: Shape) -> Shape {
    guard let lines = besides.inputLines else { return shape }
    var dimensions = shape.dimensions
    dimensions.insert(1, at: lines.axis)
    return Shape(dimensions)
  }

  /// The shape of the output.
  func outputShape(_ geometry: ConvolutionGeometry) -> Shape {
    var dimensions = geometry.outputShape.dimensions
    if let lines = besides.outputLines { dimensions.remove(at: lines.axis) }
    return Shape(dimensions)
  }

  /// The geometry of windows of `filterHeight` by `filterWidth` over `input`, which is NHWC or holds the lines of such images.
  /// - Throws: `invalidOperator` when options, filter or input make no windows, or not those that the file states.
  func geometry(
    _ input: RuntimeTensor, filterHeight: Int, filterWidth: Int, outputDepth: Int, groups: Int,
    _ context: PrepareContext
  ) throws(RuntimeError) -> ConvolutionGeometry {
    let image = image(input.shape)
    let rows = WindowAxis(
      input: image[1] + margins.top + margins.bottom, filter: filterHeight, stride: strideHeight,
      dilation: dilationHeight)
    let columns = WindowAxis(
      input: image[2] + margins.left + margins.right, filter: filterWidth, stride: strideWidth,
      dilation: dilationWidth)
    guard let vertical = rows.windows(padding), let horizontal = columns.windows(padding) else {
      throw context.error(
        "the window does not fit the input", input,
        expected: "positive strides and dilations and a window inside the input",
        actual: "\(filterHeight)x\(filterWidth) window, stride \(strideHeight)x\(strideWidth), "
          + "dilation \(dilationHeight)x\(dilationWidth), padding \(padding.name) over \(input.shape)")
    }
    let geometry = ConvolutionGeometry(
      batches: image[0], inputHeight: image[1], inputWidth: image[2], inputDepth: image[3],
      filterHeight: filterHeight, filterWidth: filterWidth, outputHeight: vertical.count, outputWidth: horizontal.count,
      outputDepth: outputDepth, strideHeight: strideHeight, strideWidth: strideWidth, dilationHeight: dilationHeight,
      dilationWidth: dilationWidth, paddingTop: vertical.before + margins.top,
      paddingLeft: horizontal.before + margins.left, groups: groups)
    try expectBlocks(input, rows: rows.input, columns: columns.input, geometry, context)
    return geometry
  }

  /// Checks that margins can be filled with what stands for 0.
  /// - Throws: `unsupported` where there are margins and no byte does.
  func expectMargins(
    of input: RuntimeTensor, _ geometry: ConvolutionGeometry, _ context: PrepareContext
  ) throws(RuntimeError) {
    let range: ClosedRange<Int>
    switch input.type {
    case .int8: range = -128...127
    case .uint8: range = 0...255
    default: return
    }
    let zeroPoint = input.quantization?.zeroPoints.first ?? 0
    if range.contains(zeroPoint) || !geometry.hasMargins { return }
    throw context.node.error(
      .unsupported, "margins of an image whose zero point no element has", tensor: input.label,
      expected: "a zero point in \(range)", actual: "\(zeroPoint)")
  }

  /// Checks what the operators that this one replaces would have checked.
  /// - Parameters:
  ///   - rows: those of the image with its margins.
  ///   - columns: likewise.
  private func expectBlocks(
    _ input: RuntimeTensor, rows: Int, columns: Int, _ geometry: ConvolutionGeometry, _ context: PrepareContext
  ) throws(RuntimeError) {
    let (height, width) = (rows + besides.croppedRows, columns + besides.croppedColumns)
    let (area, overflow) = besides.blockHeight.multipliedReportingOverflow(by: besides.blockWidth)
    let (batches, batchOverflow) = geometry.batches.multipliedReportingOverflow(by: area)
    guard height % besides.blockHeight == 0, width % besides.blockWidth == 0, !overflow, !batchOverflow else {
      throw context.error(
        "the padded image cannot be cut into blocks", input,
        expected: "multiples of \(besides.blockHeight)x\(besides.blockWidth)", actual: "\(height)x\(width)")
    }
    let blocks = [batches, height / besides.blockHeight, width / besides.blockWidth, geometry.inputDepth]
    if let lines = besides.inputLines, zip(lines.image, blocks).contains(where: { $0 >= 0 && $0 != $1 }) {
      throw context.error(
        "the image of the lines is not of the stated shape", input, expected: "\(lines.image)", actual: "\(blocks)")
    }
    let results = [
      batches, (geometry.outputHeight + besides.croppedRows) / besides.blockHeight,
      (geometry.outputWidth + besides.croppedColumns) / besides.blockWidth, geometry.outputDepth,
    ]
    if let lines = besides.outputLines, zip(lines.image, results).contains(where: { $0 >= 0 && $0 != $1 }) {
      throw context.error(
        "the lines are not of the stated shape", input, expected: "\(lines.image)", actual: "\(results)")
    }
  }
}

extension ConvolutionGeometry {
  /// The shape of the output, NHWC.
  var outputShape: Shape { [batches, outputHeight, outputWidth, outputDepth] }

  /// Some windows reach beyond the image.
  var hasMargins: Bool {
    let bottom = (outputHeight &- 1) &* strideHeight &+ (filterHeight &- 1) &* dilationHeight &- paddingTop
    let right = (outputWidth &- 1) &* strideWidth &+ (filterWidth &- 1) &* dilationWidth &- paddingLeft
    return paddingTop > 0 || paddingLeft > 0 || bottom >= inputHeight || right >= inputWidth
  }

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

  /// The window over the rows of images with more than one row; nil for others.
  var rowWindow: RowWindow? {
    if batches < 1 || inputHeight <= 1 || outputHeight <= 1 { return nil }
    let window = RowWindow(
      rows: outputHeight, stride: strideHeight, extent: (filterHeight &- 1) &* dilationHeight &+ 1, padding: paddingTop)
    return batches == 1 ? window : window.over(images: batches, inputRows: inputHeight)
  }
}
