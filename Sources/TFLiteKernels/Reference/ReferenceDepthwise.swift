extension ReferenceKernels {
  /// Calls `body(input, weight)` for every tap that output `(row, x, channel)` of a depthwise convolution reads; the
  /// filter is laid out `[filterHeight][filterWidth][outputDepth]`.
  @inline(__always)
  private static func forEachTap(
    _ g: ConvolutionGeometry, row: Int, x: Int, channel: Int, _ body: (_ input: Int, _ weight: Int) -> Void
  ) {
    let batch = row / g.outputHeight
    let inY = (row % g.outputHeight) * g.strideHeight - g.paddingTop
    let inX = x * g.strideWidth - g.paddingLeft
    for fy in 0..<g.filterHeight {
      let y = inY + fy * g.dilationHeight
      guard y >= 0, y < g.inputHeight else { continue }
      for fx in 0..<g.filterWidth {
        let x = inX + fx * g.dilationWidth
        guard x >= 0, x < g.inputWidth else { continue }
        body(
          ((batch * g.inputHeight + y) * g.inputWidth + x) * g.inputDepth + channel / g.depthMultiplier,
          (fy * g.filterWidth + fx) * g.outputDepth + channel)
      }
    }
  }

  /// Depthwise convolution of float32.
  package static func depthwise(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ filter: UnsafePointer<Float>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ range: FloatRange,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var total: Float = 0
      forEachTap(g, row: row, x: x, channel: channel) { total += input[$0] * filter[$1] }
      output[out] = range.clamp(total + (bias?[channel] ?? 0))
    }
  }

  /// Depthwise convolution of uint8 by uint8 weights.
  package static func depthwise(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ filter: UnsafePointer<UInt8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<UInt8>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachTap(g, row: row, x: x, channel: channel) {
        sum &+= (Int32(filter[$1]) &+ q.weightsOffset) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = UInt8(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Depthwise convolution of int8 by int8 weights.
  package static func depthwise(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<Int8>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachTap(g, row: row, x: x, channel: channel) {
        sum &+= (Int32(filter[$1]) &+ q.weightsOffset) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = Int8(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Depthwise convolution of int16 by int8 weights, accumulated in 64 bits.
  package static func depthwise(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int64>?, _ output: UnsafeMutablePointer<Int16>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int64 = 0
      forEachTap(g, row: row, x: x, channel: channel) { sum &+= Int64(filter[$1]) &* Int64(input[$0]) }
      output[out] = Int16(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Depthwise convolution of dynamically quantized activations, one block an image, with a float result.
  package static func depthwiseHybrid(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ scaling: HybridScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      let block = scaling.inputParameters[row / g.outputHeight]
      var sum: Int32 = 0
      forEachTap(g, row: row, x: x, channel: channel) {
        sum &+= Int32(filter[$1]) &* (Int32(input[$0]) &- block.zeroPoint)
      }
      let scale = scaling.weightScales[channel * scaling.weightScaleStride] * block.scale
      output[out] = scaling.range.clamp(Float(sum) * scale + (bias?[channel] ?? 0))
    }
  }
}
