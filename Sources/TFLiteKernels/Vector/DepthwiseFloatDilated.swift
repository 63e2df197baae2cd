#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Float depthwise convolutions with holes: taps that are d rows and columns apart see every d-th row and column alone, so that
// the image is d by d images of their own, interleaved, and the output so many outputs, each convolved without holes. Windows of
// neighboring pixels share what they read then.

extension VectorKernels {
  /// Whether the images that the holes make of an image are wide enough for what neighboring pixels share.
  @inline(__always)
  static func isInterleaved(_ g: ConvolutionGeometry, _ r: DepthwiseRow) -> Bool {
    (g.dilationWidth > 1 || g.dilationHeight > 1) && g.strideWidth == 1 && g.strideHeight == 1
      && r.depth >= Floats.scalarCount && (g.filterWidth == 3 || g.filterWidth == 5 || g.filterWidth == 7)
      && g.outputWidth / g.dilationWidth >= g.filterWidth &+ 3
  }

  /// The output rows `[rowBegin, rowEnd)`, one interleaved image after the other.
  @inline(never)
  static func runInterleaved(_ g: ConvolutionGeometry, _ r: DepthwiseRow, _ rowBegin: Int, _ rowEnd: Int) {
    var row = rowBegin
    while row < rowEnd {
      let batch = row / g.outputHeight
      let y = row &- batch &* g.outputHeight
      let end = min(g.outputHeight, y &+ rowEnd &- row)
      var image = r
      image.image = r.image + batch &* g.inputHeight &* r.imagePitch
      image.output = r.output + batch &* g.outputHeight &* r.outputPitch
      var phase = 0
      while phase < g.dilationHeight, phase < end {
        let rows = Interleaving(phase, g.dilationHeight, g.paddingTop, g.inputHeight, g.outputHeight)
        let (first, last) = (rows.index(y), rows.index(end))
        if first < last { runInterleavedRows(g, image, rows, first, last) }
        phase &+= 1
      }
      row &+= end &- y
    }
  }

  /// Rows `first` to `last` of those that `rows` says, of one image.
  private static func runInterleavedRows(
    _ g: ConvolutionGeometry, _ r: DepthwiseRow, _ rows: Interleaving, _ first: Int, _ last: Int
  ) {
    var (part, row) = (g, r)
    (part.dilationHeight, part.dilationWidth) = (1, 1)
    (part.paddingTop, part.inputHeight, part.outputHeight) = (rows.padding, rows.inputs, rows.outputs)
    row.dilation = 1
    row.imagePitch = r.imagePitch &* g.dilationHeight
    row.linePitch = row.imagePitch
    row.outputPitch = r.outputPitch &* g.dilationHeight
    row.inputDepth = r.inputDepth &* g.dilationWidth
    row.pixelPitch = r.pixelPitch &* g.dilationWidth
    var phase = 0
    while phase < g.dilationWidth {
      let columns = Interleaving(phase, g.dilationWidth, g.paddingLeft, g.inputWidth, g.outputWidth)
      (part.paddingLeft, part.inputWidth, part.outputWidth) = (columns.padding, columns.inputs, columns.outputs)
      (row.paddingLeft, row.inputWidth) = (columns.padding, columns.inputs)
      row.image = r.image + rows.start &* r.imagePitch + 4 &* columns.start &* r.inputDepth
      row.output = r.output + rows.phase &* r.outputPitch + phase &* r.pixelPitch
      runRows(part, row, first, last)
      phase &+= 1
    }
  }

  /// Every `dilation`-th row or column: of the output from `phase` on, of the input from `start` on.
  private struct Interleaving {
    let phase: Int
    let dilation: Int
    let start: Int
    /// Those before the input that the first output reads.
    let padding: Int
    let inputs: Int
    let outputs: Int

    @inline(__always)
    init(_ phase: Int, _ dilation: Int, _ padding: Int, _ inputs: Int, _ outputs: Int) {
      (self.phase, self.dilation) = (phase, dilation)
      // The first output begins at input phase - padding, which is start - dilation * self.padding.
      let before = max(0, padding &- phase &+ dilation &- 1) / dilation
      self.padding = before
      start = phase &- padding &+ before &* dilation
      self.inputs = max(0, inputs &- start &+ dilation &- 1) / dilation
      self.outputs = max(0, outputs &- phase &+ dilation &- 1) / dilation
    }

    /// How many of these outputs stand before output `position`.
    @inline(__always)
    func index(_ position: Int) -> Int { max(0, position &- phase &+ dilation &- 1) / dilation }
  }
}

#endif
