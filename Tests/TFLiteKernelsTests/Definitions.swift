import TFLiteKernels

// Operators as they are defined, in plain loops over the whole of their inputs. Kernels of every set, the reference's too, take
// them apart: into packed products, phases and tables.

extension ReferenceKernels {
  /// Calls `body(output, row, x, channel)` for every output element of the rows.
  private static func forEachElement(
    _ g: ConvolutionGeometry, _ rows: Range<Int>, _ body: (_ output: Int, _ row: Int, _ x: Int, _ channel: Int) -> Void
  ) {
    for row in rows {
      for x in 0..<g.outputWidth {
        for channel in 0..<g.outputDepth {
          body((row * g.outputWidth + x) * g.outputDepth + channel, row, x, channel)
        }
      }
    }
  }

  /// Calls `body(input, weight)` with the element offsets of every tap and channel that output `(row, x, channel)`
  /// reads, for OHWI filters.
  private static func forEachProduct(
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

  /// Convolution of float32.
  static func convolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ filter: UnsafePointer<Float>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ range: FloatRange, _ rowBegin: Int,
    _ rowEnd: Int
  ) {
    forEachElement(g, rowBegin..<rowEnd) { out, row, x, channel in
      var total: Float = 0
      forEachProduct(g, row: row, x: x, channel: channel) { total += input[$0] * filter[$1] }
      output[out] = range.clamp(total + (bias?[channel] ?? 0))
    }
  }

  /// Convolution of bytes by weights of their type.
  static func convolution<Byte: FixedWidthInteger & SendableMetatype>(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Byte>, _ filter: UnsafePointer<Byte>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<Byte>, _ q: Requantization, _ rowBegin: Int,
    _ rowEnd: Int
  ) {
    forEachElement(g, rowBegin..<rowEnd) { out, row, x, channel in
      var sum: Int32 = bias?[channel] ?? 0
      forEachProduct(g, row: row, x: x, channel: channel) {
        sum &+= (Int32(filter[$1]) &+ q.weightsOffset) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = Byte(truncatingIfNeeded: q.output(sum, channel))
    }
  }

  /// Calls `body(input, weight)` for every product that reaches output `(row, x, channel)` of a transposed
  /// convolution with an OHWI filter, in the order of the input.
  ///
  /// Output position `o` receives input position `i` through tap `f` where `o = i * stride - padding + f`.
  private static func forEachTransposedProduct(
    _ g: ConvolutionGeometry, row: Int, x: Int, channel: Int, _ body: (_ input: Int, _ weight: Int) -> Void
  ) {
    let batch = row / g.outputHeight
    let y = row % g.outputHeight
    for inY in 0..<g.inputHeight {
      let fy = y + g.paddingTop - inY * g.strideHeight
      guard fy >= 0, fy < g.filterHeight else { continue }
      for inX in 0..<g.inputWidth {
        let fx = x + g.paddingLeft - inX * g.strideWidth
        guard fx >= 0, fx < g.filterWidth else { continue }
        let input = ((batch * g.inputHeight + inY) * g.inputWidth + inX) * g.inputDepth
        let weight = ((channel * g.filterHeight + fy) * g.filterWidth + fx) * g.inputDepth
        for c in 0..<g.inputDepth { body(input + c, weight + c) }
      }
    }
  }

  /// Transposed convolution of float32.
  static func transposedConvolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ filter: UnsafePointer<Float>,
    _ bias: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ range: FloatRange, _ rowBegin: Int,
    _ rowEnd: Int
  ) {
    forEachElement(g, rowBegin..<rowEnd) { out, row, x, channel in
      var total: Float = 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) { total += input[$0] * filter[$1] }
      output[out] = range.clamp(total + (bias?[channel] ?? 0))
    }
  }

  /// Transposed convolution of int8 by int8 weights.
  static func transposedConvolution(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ filter: UnsafePointer<Int8>,
    _ bias: UnsafePointer<Int32>?, _ output: UnsafeMutablePointer<Int8>, _ q: Requantization, _ rowBegin: Int,
    _ rowEnd: Int
  ) {
    forEachElement(g, rowBegin..<rowEnd) { out, row, x, channel in
      var sum: Int32 = bias?[channel] ?? 0
      forEachTransposedProduct(g, row: row, x: x, channel: channel) {
        sum &+= Int32(filter[$1]) &* (Int32(input[$0]) &+ q.inputOffset)
      }
      output[out] = Int8(truncatingIfNeeded: q.output(sum, channel))
    }
  }

  /// Softmax of bytes in fixed point, to all values of the result's type.
  static func softmax<Byte: FixedWidthInteger & SendableMetatype, Result: FixedWidthInteger>(
    _ input: UnsafePointer<Byte>, _ output: UnsafeMutablePointer<Result>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    for row in rowBegin..<rowEnd {
      let x = UnsafeBufferPointer(start: input + row * depth, count: depth).map(Int32.init)
      let y = output + row * depth
      let largest = x.max() ?? 0
      let exponentials = x.map { x -> Int32? in
        guard x - largest >= scaling.differenceMinimum else { return nil }
        return FixedPoint.expOnNegativeValues(
          scaling.input.applyGreaterThanOne(to: x - largest), integerBits: SoftmaxScaling.integerBits)
      }
      let sum = exponentials.reduce(Int32(0)) { $0 &+ FixedPoint.roundingDivideByPowerOfTwo($1 ?? 0, 12) }
      let reciprocal = FixedPoint.reciprocal(sum, integerBits: 12)
      for (c, exponential) in exponentials.enumerated() {
        guard let exponential else {
          y[c] = Result.min
          continue
        }
        let scaled = FixedPoint.saturatingRoundingDoublingHighMul(reciprocal.value, exponential)
        let value = FixedPoint.softmaxResult(scaled, reciprocal.bitsOverUnit &+ 31 &- Int32(Result.bitWidth))
        y[c] = Result(clamping: value &+ Int32(Result.min))
      }
    }
  }

  /// Log-softmax of bytes in fixed point, to all values of their type.
  static func logSoftmax<Byte: FixedWidthInteger & SendableMetatype>(
    _ input: UnsafePointer<Byte>, _ output: UnsafeMutablePointer<Byte>, depth: Int, _ scaling: SoftmaxScaling,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    let bits = SoftmaxScaling.integerBits
    for row in rowBegin..<rowEnd {
      let x = UnsafeBufferPointer(start: input + row * depth, count: depth).map(Int32.init)
      let y = output + row * depth
      let largest = x.max() ?? 0
      var sum: Int32 = 0
      for x in x where x - largest >= scaling.differenceMinimum {
        let exponential = FixedPoint.expOnNegativeValues(scaling.input.apply(to: x - largest), integerBits: bits)
        sum = sum &+ FixedPoint.roundingDivideByPowerOfTwo(exponential, 12)
      }
      let logSum = FixedPoint.logOfValueAboveOne(sum, inputIntegerBits: 12, outputIntegerBits: bits)
      let threshold = max(scaling.differenceMinimum &- 1, scaling.reverse.apply(to: logSum &+ Int32.min))
      for (c, x) in x.enumerated() {
        guard x - largest > threshold else {
          y[c] = Byte.min
          continue
        }
        let value = FixedPoint.roundingDivideByPowerOfTwo(
          scaling.input.apply(to: x - largest) &- logSum, 31 - bits - 4)
        y[c] = Byte(clamping: value &+ Int32(Byte.max))
      }
    }
  }
}
