extension ReferenceKernels {
  /// Calls `body(input, weight)` for every product that reaches output `(row, x, channel)` of a transposed
  /// convolution with an OHWI filter, in the order of the input.
  ///
  /// Output position `o` receives input position `i` through tap `f` where `o = i * stride - padding + f`.
  @inline(__always)
  private static func forEachTransposedProduct(
    _ g: ConvolutionGeometry, row: Int, x: Int, channel: Int, _ body: (_ input: Int, _ weight: Int) -> Void
  ) {
    let batch = row / g.outputHeight
    let y = row % g.outputHeight
    let firstY = max(0, (y + g.paddingTop - g.filterHeight + g.strideHeight) / g.strideHeight)
    let firstX = max(0, (x + g.paddingLeft - g.filterWidth + g.strideWidth) / g.strideWidth)
    for inY in firstY..<max(firstY, min(g.inputHeight, (y + g.paddingTop) / g.strideHeight + 1)) {
      let fy = y + g.paddingTop - inY * g.strideHeight
      guard fy >= 0, fy < g.filterHeight else { continue }
      for inX in firstX..<max(firstX, min(g.inputWidth, (x + g.paddingLeft) / g.strideWidth + 1)) {
        let fx = x + g.paddingLeft - inX * g.strideWidth
        guard fx >= 0, fx < g.filterWidth else { continue }
        let input = ((batch * g.inputHeight + inY) * g.inputWidth + inX) * g.inputDepth
        let weight = ((channel * g.filterHeight + fy) * g.filterWidth + fx) * g.inputDepth
        for c in 0..<g.inputDepth { body(input + c, weight + c) }
      }
    }
  }

  /// Transposed convolution of float32.
  package static func transposedConvolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ filter: UnsafePointer<Float>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ range: FloatRange,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var total: Float = 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) { total += input[$0] * filter[$1] }
      output[out] = range.clamp(total + (bias?[channel] ?? 0))
    }
  }

  /// Transposed convolution of uint8 by uint8 weights.
  package static func transposedConvolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ filter: UnsafePointer<UInt8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<UInt8>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) {
        sum &+= (Int32(filter[$1]) &+ q.weightsOffset) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = UInt8(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Transposed convolution of int8 by int8 weights.
  package static func transposedConvolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<Int8>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) {
        sum &+= Int32(filter[$1]) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = Int8(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Transposed convolution of int16 by int8 weights, accumulated in 64 bits.
  package static func transposedConvolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int64>?, _ output: UnsafeMutablePointer<Int16>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int64 = 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) {
        sum &+= Int64(Int32(filter[$1]) &* Int32(input[$0]))
      }
      output[out] = Int16(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Transposed convolution of int16 by int8 weights with 32-bit bias and accumulator.
  package static func transposedConvolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<Int16>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) {
        sum &+= Int32(filter[$1]) &* Int32(input[$0])
      }
      output[out] = Int16(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Transposed convolution of dynamically quantized activations, one block an image, with a float result.
  package static func transposedConvolutionHybrid(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ scaling: HybridScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      let block = scaling.inputParameters[row / g.outputHeight]
      let weightScale = scaling.weightScales[channel * scaling.weightScaleStride]
      var total: Float = 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) {
        let product = (Int32(input[$0]) &- block.zeroPoint) &* Int32(filter[$1])
        total += Float(product) * weightScale * block.scale
      }
      output[out] = scaling.range.clamp(total + (bias?[channel] ?? 0))
    }
  }
}
