/// The oracle: plain loops in the order of TFLite's reference kernels, slow on purpose.
///
/// Rows are output rows over all images, `batch * outputHeight + y`; a call computes `[rowBegin, rowEnd)`.
package enum ReferenceKernels {}

extension ReferenceKernels {
  /// Calls `body(input, weight)` with the element offsets of every tap and channel that output `(row, x, channel)`
  /// reads, for OHWI filters.
  @inline(__always)
  static func forEachProduct(
    _ g: ConvolutionGeometry, row: Int, x: Int, channel: Int, _ body: (_ input: Int, _ weight: Int) -> Void
  ) {
    let batch = row / g.outputHeight
    let inY = (row % g.outputHeight) * g.strideHeight - g.paddingTop
    let inX = x * g.strideWidth - g.paddingLeft
    let depth = g.filterDepth
    let firstChannel = channel / g.filtersPerGroup * depth
    for fy in 0..<g.filterHeight {
      let y = inY + fy * g.dilationHeight
      guard y >= 0, y < g.inputHeight else { continue }
      for fx in 0..<g.filterWidth {
        let x = inX + fx * g.dilationWidth
        guard x >= 0, x < g.inputWidth else { continue }
        let input = ((batch * g.inputHeight + y) * g.inputWidth + x) * g.inputDepth + firstChannel
        let weight = ((channel * g.filterHeight + fy) * g.filterWidth + fx) * depth
        for c in 0..<depth { body(input + c, weight + c) }
      }
    }
  }

  /// Calls `body(output, row, x, channel)` for every output element of the rows.
  @inline(__always)
  static func forEachOutput(
    _ g: ConvolutionGeometry, _ rowBegin: Int, _ rowEnd: Int,
    _ body: (_ output: Int, _ row: Int, _ x: Int, _ channel: Int) -> Void
  ) {
    assert(rowBegin >= 0 && rowBegin <= rowEnd && rowEnd <= g.outputRows)
    for row in rowBegin..<rowEnd {
      for x in 0..<g.outputWidth {
        for channel in 0..<g.outputDepth {
          body((row * g.outputWidth + x) * g.outputDepth + channel, row, x, channel)
        }
      }
    }
  }

  /// Convolution of float32.
  package static func convolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ filter: UnsafePointer<Float>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ range: FloatRange,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var total: Float = 0
      forEachProduct(g, row: row, x: x, channel: channel) { total += input[$0] * filter[$1] }
      output[out] = range.clamp(total + (bias?[channel] ?? 0))
    }
  }

  /// Convolution of uint8 by uint8 weights.
  package static func convolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ filter: UnsafePointer<UInt8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<UInt8>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachProduct(g, row: row, x: x, channel: channel) {
        sum &+= (Int32(filter[$1]) &+ q.weightsOffset) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = UInt8(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Convolution of int8 by int8 weights.
  package static func convolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<Int8>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachProduct(g, row: row, x: x, channel: channel) {
        sum &+= (Int32(filter[$1]) &+ q.weightsOffset) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = Int8(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Convolution of int16 by int8 weights, accumulated in 64 bits.
  package static func convolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int64>?, _ output: UnsafeMutablePointer<Int16>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int64 = 0
      forEachProduct(g, row: row, x: x, channel: channel) {
        sum &+= Int64(Int32(filter[$1]) &* (Int32(input[$0]) &+ q.inputOffset))
      }
      output[out] = Int16(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Convolution of int16 by int8 weights with 32-bit bias and accumulator.
  package static func convolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<Int16>, _ q: Requantization,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      forEachProduct(g, row: row, x: x, channel: channel) {
        sum &+= Int32(filter[$1]) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = Int16(truncatingIfNeeded: q.output(sum &+ (bias?[channel] ?? 0), channel))
    }
  }

  /// Convolution of dynamically quantized activations, one block an image, by int8 weights, with a float result.
  package static func convolutionHybrid(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ scaling: HybridScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      let block = scaling.inputParameters[row / g.outputHeight]
      var sum: Int32 = 0
      forEachProduct(g, row: row, x: x, channel: channel) {
        sum &+= Int32(filter[$1]) &* (Int32(input[$0]) &- block.zeroPoint)
      }
      let real = Float(sum) * scaling.weightScales[channel * scaling.weightScaleStride] * block.scale
      output[out] = scaling.range.clamp(real + (bias?[channel] ?? 0))
    }
  }
}
