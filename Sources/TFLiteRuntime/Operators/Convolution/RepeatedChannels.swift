import TFLiteKernels

/// Images whose channels stand there as many times as they have filters, so that each has one: a depthwise convolution reads
/// them as vectors.
struct RepeatedChannels {
  /// The convolution of these images.
  let geometry: ConvolutionGeometry
  /// How often a channel stands there.
  private let times: Int
  /// Bytes of an element.
  private let width: Int
  /// Elements of a row before they are repeated.
  private let rowCount: Int
  private let images: Scratch

  /// - Parameters:
  ///   - geometry: the convolution as the file states it.
  ///   - input: what is repeated, as bytes if it `isQuantized` before.
  /// - Returns: nil where channels have one filter.
  /// - Throws: `outOfMemory` when the session would hold more than its limit.
  init?(
    _ geometry: ConvolutionGeometry, _ input: RuntimeTensor, isQuantized: Bool, _ context: PrepareContext
  ) throws(RuntimeError) {
    guard geometry.depthMultiplier > 1 else { return nil }
    times = geometry.depthMultiplier
    width = isQuantized ? 1 : input.type.elementByteCount
    rowCount = geometry.inputWidth &* geometry.inputDepth
    images = try context.requestScratch(
      product: geometry.batches, geometry.inputHeight, geometry.inputWidth, geometry.outputDepth, width)
    self.geometry = Self.geometry(of: geometry)
  }

  /// The convolution of repeated channels, the same where channels have one filter.
  static func geometry(of geometry: ConvolutionGeometry) -> ConvolutionGeometry {
    var single = geometry
    single.inputDepth = geometry.outputDepth
    single.groups = geometry.outputDepth
    return single
  }

  /// Repeats the channels of `pixels`, those of all images.
  /// - Returns: where they are.
  func fill(_ pixels: UnsafeRawPointer, _ context: ExecuteContext) -> UnsafeRawPointer {
    let target = context.scratch(images)
    let job = RepetitionJob(source: pixels, target: target, rowCount: rowCount, times: times, width: width)
    context.parallel(
      job, rows: geometry.batches &* geometry.inputHeight, work: Work(rowCount &* times &* width, .copiedByte))
    return UnsafeRawPointer(target)
  }
}

/// Rows of images.
private struct RepetitionJob: RowJob {
  let source: UnsafeRawPointer
  let target: UnsafeMutableRawPointer
  let rowCount: Int
  let times: Int
  let width: Int

  func run(_ rows: Range<Int>) {
    let first = rows.lowerBound &* rowCount &* width
    RepeatElements.run(
      source + first, target + first &* times, count: rows.count &* rowCount, times: times, width: width)
  }
}
