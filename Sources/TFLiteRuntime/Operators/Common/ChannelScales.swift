import TFLiteKernels

/// The scales and zero points of a tensor that are one for all elements or differ along one axis.
struct ChannelScales {
  /// One entry, or one for each index along the axis.
  let scales: [Float]
  let zeroPoints: [Int32]
  /// Elements that follow each other with the same parameters.
  let inner: Int
  /// For the zero points.
  private let room: MemoryReservation

  /// The parameters of `tensor` for a tensor of `shape`.
  /// - Throws: `invalidOperator` when there are none or their number is not the extent of their axis.
  init(_ tensor: RuntimeTensor, shape: Shape, _ context: PrepareContext) throws(RuntimeError) {
    guard let quantization = tensor.quantization, !quantization.scales.isEmpty,
      quantization.zeroPoints.count == quantization.scales.count
    else {
      throw context.error("no quantization parameters", tensor)
    }
    room = try MemoryReservation(4 &* quantization.zeroPoints.count, for: "zero points", context.memory)
    scales = quantization.scales
    zeroPoints = quantization.zeroPoints.map { Int32(truncatingIfNeeded: $0) }
    if quantization.isPerChannel {
      guard quantization.axis >= 0, quantization.axis < shape.rank, shape[quantization.axis] == scales.count else {
        throw context.error(
          "the scales do not fit the axis", tensor, expected: "an axis of extent \(scales.count)",
          actual: "axis \(quantization.axis) of \(shape)")
      }
      inner = shape.product(quantization.axis + 1..<shape.rank)
    } else {
      inner = max(1, shape.elementCount)
    }
  }

  /// The parameters, where all elements have the same.
  var uniform: UniformScale? {
    scales.count == 1 ? UniformScale(scale: scales[0], zeroPoint: zeroPoints[0]) : nil
  }

  /// Calls `body` with the parts of `elements` that share parameters.
  @inline(__always)
  func forEachRun(_ elements: Range<Int>, _ body: (Range<Int>, Float, Int32) -> Void) {
    var start = elements.lowerBound
    while start < elements.upperBound {
      let block = start / inner
      let channel = block % scales.count
      let end = min(elements.upperBound, (block &+ 1) &* inner)
      body(start..<end, scales[channel], zeroPoints[channel])
      start = end
    }
  }
}

/// Quantization parameters that all elements of a tensor share.
struct UniformScale: BitwiseCopyable {
  let scale: Float
  let zeroPoint: Int32
}
