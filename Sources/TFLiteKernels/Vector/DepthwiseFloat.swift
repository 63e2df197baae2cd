#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Packed form: the header, the bias, the filter `[taps][channels]`, at least one vector of channels, in which those of a
// narrow image are repeated: the channels of neighboring pixels fill a vector. Taps outside the image are left out; every sum
// starts at the bias and takes the taps in the order of the filter, whichever loop computes it.

extension VectorKernels {
  @inline(__always)
  private static func floatChannels(_ g: ConvolutionGeometry) -> Int { max(g.outputDepth, Floats.scalarCount) }

  /// Floats from one tap's weights to the next one's: a cache line more where all taps would lie in the same few sets of a cache.
  @inline(__always)
  private static func floatPitch(_ g: ConvolutionGeometry) -> Int {
    let channels = floatChannels(g)
    return channels % crowdingDepth == 0 ? channels &+ 16 : channels
  }

  /// The number of neighboring output pixels whose channels together fill a vector, and whose inputs do; 1 if none.
  @inline(__always)
  private static func pixelsOfVector(_ g: ConvolutionGeometry) -> Int {
    guard g.strideWidth == 1, g.dilationWidth == 1, g.outputDepth < Floats.scalarCount,
      Floats.scalarCount % g.outputDepth == 0
    else { return 1 }
    return Floats.scalarCount / g.outputDepth
  }

  /// The bytes of a packed float depthwise filter.
  static func packedSizeDepthwiseFloat(_ g: ConvolutionGeometry) -> Int {
    headerSize + 4 * floatPitch(g) * (g.taps + 1)
  }

  /// Packs a float depthwise filter.
  static func packDepthwiseFloat(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed) && g.depthMultiplier == 1)
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let target = (packed + headerSize).assumingMemoryBound(to: Float.self)
    let (channels, pitch) = (floatChannels(g), floatPitch(g))
    var channel = 0
    while channel < channels {
      let source = channel % g.outputDepth
      target[channel] = bias?[source] ?? 0
      var tap = 0
      while tap < g.taps {
        target[(tap &+ 1) &* pitch &+ channel] = filter[tap &* g.outputDepth &+ source]
        tap &+= 1
      }
      channel &+= 1
    }
  }

  /// Float depthwise convolution of the output rows `[rowBegin, rowEnd)`.
  static func runDepthwiseFloat(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    let g = a.geometry
    assert(a.validate(rowBegin, rowEnd) && g.depthMultiplier == 1)
    let range = a.packed.load(as: MatrixHeader.self).floatRange
    let linePitch = g.inputWidth &* g.inputDepth &* 4
    let bias = a.packed + headerSize
    let r = DepthwiseRow(
      image: a.input, imagePitch: linePitch, line: a.input, linePitch: linePitch &* g.dilationHeight, lines: 0,
      columns: g.filterWidth, dilation: g.dilationWidth, stride: g.strideWidth, paddingLeft: g.paddingLeft,
      inputWidth: g.inputWidth, inputDepth: g.inputDepth, depth: g.outputDepth, bias: bias, filter: bias,
      filterPitch: 4 &* floatPitch(g), output: a.output, pixelPitch: 4 &* g.outputDepth,
      outputPitch: g.outputWidth &* g.outputDepth &* 4, inputEnd: a.input + g.batches &* g.inputHeight &* linePitch,
      range: range)
    if let block = crowdedBlock(g) { return runCrowded(g, r, block, rowBegin, rowEnd) }
    guard let block = cachedBlock(g) else { return runRows(g, r, rowBegin, rowEnd) }
    var channel = 0
    while channel < r.depth {
      var part = r
      part.image = r.image + 4 &* channel
      part.bias = r.bias + 4 &* channel
      part.output = r.output + 4 &* channel
      // The last block is not narrower than a vector.
      part.depth = r.depth &- channel < block &+ Floats.scalarCount ? r.depth &- channel : block
      runRows(g, part, rowBegin, rowEnd)
      channel &+= part.depth
    }
  }

  /// The channels whose weights, and the input rows of two output rows beside them, stay in a first-level cache; nil where those
  /// of all channels do, or windows are small.
  private static func cachedBlock(_ g: ConvolutionGeometry) -> Int? {
    // Long vectors wait for further caches at 5x5 taps already. Windows that move by more read less of a row twice.
    let large = Floats.scalarCount == 16 ? 25 : 49
    guard g.taps >= large, g.strideWidth == 1, g.strideHeight == 1, g.outputDepth >= 32,
      g.taps &* g.outputDepth > Threshold.floatsOfDepthwiseBlock
    else { return nil }
    let rows = g.filterHeight &+ g.strideHeight
    let floats = g.taps &+ min(1 << 16, rows) &* min(1 << 16, g.inputWidth)
    return max(16, Threshold.floatsOfDepthwiseBlock / floats & ~15)
  }

  /// The output rows `[rowBegin, rowEnd)` of the channels of `shared`.
  @inline(never)
  static func runRows(_ g: ConvolutionGeometry, _ shared: DepthwiseRow, _ rowBegin: Int, _ rowEnd: Int) {
    if isInterleaved(g, shared) { return runInterleaved(g, shared, rowBegin, rowEnd) }
    var r = shared
    let (bias, output, pitch) = (r.bias, r.output, r.filterPitch)
    // Pixels of which every filter column lies inside the image.
    let span = (g.filterWidth &- 1) &* g.dilationWidth
    let inner = min(g.outputWidth, (g.paddingLeft &+ g.strideWidth &- 1) / g.strideWidth)
    let room = g.inputWidth &- 1 &- span &+ g.paddingLeft
    let innerEnd = max(inner, min(g.outputWidth, room < 0 ? 0 : room / g.strideWidth &+ 1))
    let hasPairs =
      r.depth >= Floats.scalarCount && g.dilationHeight == 1 && g.dilationWidth == 1
      && g.strideHeight == g.strideWidth && g.filterHeight == g.filterWidth
      && innerEnd &- inner >= 4
    let pixels = pixelsOfVector(g)
    var row = rowBegin
    while row < rowEnd {
      let batch = row / g.outputHeight
      let y = row &- batch &* g.outputHeight
      let inY = y &* g.strideHeight &- g.paddingTop
      let above = inY >= 0 ? 0 : (g.dilationHeight &- 1 &- inY) / g.dilationHeight
      let below = g.inputHeight &- inY
      let end = min(g.filterHeight, below <= 0 ? 0 : (below &+ g.dilationHeight &- 1) / g.dilationHeight)
      r.lines = max(0, end &- above)
      r.line = r.image + (batch &* g.inputHeight &+ inY &+ above &* g.dilationHeight) &* r.imagePitch
      r.filter = bias + (1 &+ above &* g.filterWidth) &* pitch
      r.output = output + row &* r.outputPitch
      if hasPairs, row &+ 1 < rowEnd, y &+ 1 < g.outputHeight, inY >= 0, below >= g.filterHeight &+ g.strideHeight,
        innerPairs(r, inner, innerEnd)
      {
        var lower = r
        lower.line += g.strideHeight &* r.imagePitch
        lower.output += r.outputPitch
        edge(r, 0, inner)
        edge(r, innerEnd, g.outputWidth)
        edge(lower, 0, inner)
        edge(lower, innerEnd, g.outputWidth)
        row &+= 2
        continue
      }
      let (done, rest) =
        pixels > 1 ? innerVectors(pixels, r, inner, innerEnd) : innerPixels(r, inner, innerEnd)
      edge(r, 0, done)
      edge(r, rest, g.outputWidth)
      row &+= 1
    }
  }

  /// The inner pixels of a narrow image, so many to a vector: together they are one pixel of a wider one. Returns which of
  /// them are done.
  @inline(__always)
  private static func innerVectors(_ pixels: Int, _ r: DepthwiseRow, _ begin: Int, _ end: Int) -> (Int, Int) {
    var row = r
    row.paddingLeft = r.paddingLeft &- begin
    row.stride = pixels
    row.output = r.output + begin &* r.pixelPitch
    row.depth = Floats.scalarCount
    row.pixelPitch = MemoryLayout<Floats>.size
    let (first, last) = innerPixels(row, 0, (end &- begin) / pixels)
    return (begin &+ first &* pixels, begin &+ last &* pixels)
  }

  /// Pixels whose filter columns are all inside the image, four at a time. Returns which of them are done.
  @inline(__always)
  private static func innerPixels(_ r: DepthwiseRow, _ begin: Int, _ end: Int) -> (Int, Int) {
    // With fewer channels than lanes a load reads into the next pixels. The last pixels of the input have none.
    var wide = end
    if r.depth < Floats.scalarCount {
      let last = r.line + (max(r.lines, 1) &- 1) &* r.linePitch
      let margin = (r.columns &- 1) &* r.dilation &- r.paddingLeft
      while wide > begin {
        let column = (wide &- 1) &* r.stride &+ margin
        let end = last + (column &* r.inputDepth &* 4 &+ MemoryLayout<Floats>.size)
        if end <= r.inputEnd { break }
        wide &-= 1
      }
    }
    if wide &- begin < 4 { return (0, 0) }
    // The last group overlaps the one before, unless a single pixel is left.
    let groups = (wide &- begin) / 4 &* 4 &+ begin
    switch (r.dilation == 1 ? r.columns : 0, r.stride) {
    case (3, 1): inner3(r, begin, groups, wide)
    case (3, 2): inner3By2(r, begin, groups, wide)
    case (5, 1): inner5(r, begin, groups, wide)
    case (5, 2): inner5By2(r, begin, groups, wide)
    case (7, 1): inner7(r, begin, groups, wide)
    default: innerAny(r, begin, groups, wide)
    }
    return (begin, wide &- groups > 1 ? wide : groups)
  }

  // Each shape of an inner loop is one function: the template with constants.

  @inline(never)
  private static func inner3(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, 3, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func inner3By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, 3, 2, r, begin, groups, end)
  }

  @inline(never)
  private static func inner5(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, 5, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func inner5By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, 5, 2, r, begin, groups, end)
  }

  @inline(never)
  private static func inner7(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, 7, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func innerAny(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, 0, 0, r, begin, groups, end)
  }

  /// The same pixels of this row and the next, whose filter rows are all inside the image; false when there is no such
  /// loop.
  @inline(__always)
  private static func innerPairs(_ r: DepthwiseRow, _ begin: Int, _ end: Int) -> Bool {
    let groups = (end &- begin) / 4 &* 4 &+ begin
    switch (r.columns, r.stride) {
    case (3, 1): pairs3(r, begin, groups, end)
    case (3, 2): pairs3By2(r, begin, groups, end)
    case (5, 1): pairs5(r, begin, groups, end)
    case (5, 2): pairs5By2(r, begin, groups, end)
    case (7, 1): pairs7(r, begin, groups, end)
    default: return false
    }
    return true
  }

  @inline(never)
  private static func pairs3(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, 3, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func pairs3By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, 3, 2, r, begin, groups, end)
  }

  @inline(never)
  private static func pairs5(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, 5, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func pairs5By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, 5, 2, r, begin, groups, end)
  }

  @inline(never)
  private static func pairs7(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, 7, 1, r, begin, groups, end)
  }
}

#endif
