extension ReferenceKernels {
  /// Calls `body` with the element offset of every input that output `(row, x, channel)` of a pooling covers.
  @inline(__always)
  private static func forEachCovered(
    _ g: ConvolutionGeometry, row: Int, x: Int, channel: Int, _ body: (_ input: Int) -> Void
  ) {
    let batch = row / g.outputHeight
    let inY = (row % g.outputHeight) * g.strideHeight - g.paddingTop
    let inX = x * g.strideWidth - g.paddingLeft
    for y in max(0, inY)..<max(0, inY, min(inY + g.filterHeight, g.inputHeight)) {
      for x in max(0, inX)..<max(0, inX, min(inX + g.filterWidth, g.inputWidth)) {
        body(((batch * g.inputHeight + y) * g.inputWidth + x) * g.inputDepth + channel)
      }
    }
  }

  /// Average pooling of float32; a window without input gives the average zero.
  package static func averagePool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var total: Float = 0
      var count: Float = 0
      forEachCovered(g, row: row, x: x, channel: channel) {
        total += input[$0]
        count += 1
      }
      output[out] = range.clamp(count == 0 ? 0 : total / count)
    }
  }

  /// The average of `count` values of a sum, rounded half away from zero.
  @inline(__always)
  package static func roundedAverage(_ sum: Int32, _ count: Int32) -> Int32 {
    if count == 0 { return 0 }
    return sum > 0 ? (sum &+ count / 2) / count : (sum &- count / 2) / count
  }

  /// Average pooling of uint8.
  package static func averagePool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      var count: Int32 = 0
      forEachCovered(g, row: row, x: x, channel: channel) {
        sum &+= Int32(input[$0])
        count &+= 1
      }
      output[out] = UInt8(truncatingIfNeeded: range.clamp(roundedAverage(sum, count)))
    }
  }

  /// Average pooling of int8.
  package static func averagePool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      var count: Int32 = 0
      forEachCovered(g, row: row, x: x, channel: channel) {
        sum &+= Int32(input[$0])
        count &+= 1
      }
      output[out] = Int8(truncatingIfNeeded: range.clamp(roundedAverage(sum, count)))
    }
  }

  /// Average pooling of int16.
  package static func averagePool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var sum: Int32 = 0
      var count: Int32 = 0
      forEachCovered(g, row: row, x: x, channel: channel) {
        sum &+= Int32(input[$0])
        count &+= 1
      }
      output[out] = Int16(truncatingIfNeeded: range.clamp(roundedAverage(sum, count)))
    }
  }

  /// L2 pooling of float32: the root of the mean square.
  package static func l2Pool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var squares: Float = 0
      var count: Int32 = 0
      forEachCovered(g, row: row, x: x, channel: channel) {
        squares += input[$0] * input[$0]
        count &+= 1
      }
      output[out] = range.clamp((squares / Float(count)).squareRoot())
    }
  }

  /// Maximum pooling of float32.
  package static func maxPool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var largest = -Float.greatestFiniteMagnitude
      forEachCovered(g, row: row, x: x, channel: channel) { if largest < input[$0] { largest = input[$0] } }
      output[out] = range.clamp(largest)
    }
  }

  /// Maximum pooling of uint8.
  package static func maxPool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var largest = UInt8.min
      forEachCovered(g, row: row, x: x, channel: channel) { largest = max(largest, input[$0]) }
      output[out] = UInt8(truncatingIfNeeded: range.clamp(Int32(largest)))
    }
  }

  /// Maximum pooling of int8.
  package static func maxPool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var largest = Int8.min
      forEachCovered(g, row: row, x: x, channel: channel) { largest = max(largest, input[$0]) }
      output[out] = Int8(truncatingIfNeeded: range.clamp(Int32(largest)))
    }
  }

  /// Maximum pooling of int16.
  package static func maxPool(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    forEachOutput(g, rowBegin, rowEnd) { out, row, x, channel in
      var largest = Int16.min
      forEachCovered(g, row: row, x: x, channel: channel) { largest = max(largest, input[$0]) }
      output[out] = Int16(truncatingIfNeeded: range.clamp(Int32(largest)))
    }
  }
}
