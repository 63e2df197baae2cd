import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// AudioSpectrogram: the squared magnitudes (or magnitudes) of the spectrum of Hann windows of a signal.
///
/// Input `[samples, channels]`, output `[channels, windows, bins]`. Windows are padded to a power of two.
final class AudioSpectrogram {
  private let windowSize: Int
  private let step: Int
  private let isSquared: Bool
  /// A power of two that is no less than the window.
  private let length: Int
  /// Made by the first preparation for an output that has elements.
  private var tables: Tables?
  private var work: Scratch?

  private struct Tables {
    /// Windows of a channel.
    let windows: Int
    let transform: RealFourierTransform
    /// Zeros follow, up to the length of the transform.
    let window: Table<Double>
    /// What makes magnitudes of their squares.
    let root: FloatFunction?
  }

  init(_ node: OperatorNode) throws(RuntimeError) {
    guard let map = FlexBuffer.Map(node.customOptions) else {
      throw node.error(.invalidOperator, "the options are not a FlexBuffer map")
    }
    windowSize = map.int(forKey: "window_size") ?? 0
    step = map.int(forKey: "stride") ?? 0
    isSquared = map.bool(forKey: "magnitude_squared") ?? false
    guard (2...1 << 24).contains(windowSize), step >= 1 else {
      throw node.error(
        .invalidOperator, "window or stride out of range", expected: "a window of 2 or more, a stride of 1 or more",
        actual: "\(windowSize) and \(step)")
    }
    var length = 2
    while length < windowSize { length *= 2 }
    self.length = length
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.work = nil
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expectRank(input, 2)
    try context.expect(context.output(0), .float32)
    let windows = input.shape[0] < windowSize ? 0 : 1 + (input.shape[0] - windowSize) / step
    let shape: Shape = [input.shape[1], windows, length / 2 + 1]
    try context.setShape(shape, ofOutput: 0)
    if shape.elementCount > 0, tables == nil || tables?.windows != windows {
      tables = nil
      let (size, windowSize) = (Double(windowSize), windowSize)
      tables = Tables(
        windows: windows,
        transform: try RealFourierTransform(
          length: length, sequences: windows, threads: context.threadCount, isWindowed: true,
          context.kernels.spatial, context.memory),
        window: try context.table(length) {
          $0 < windowSize ? 0.5 - 0.5 * MathFunctions.cos(2 * Double.pi * Double($0) / size) : 0
        }, root: isSquared ? nil : context.kernels.elementwise.squareRoot)
    }
    let parts = tables.map { $0.transform.parts &* $0.transform.partByteCount } ?? 0
    let work = try context.requestScratch(shape.elementCount > 0 ? parts : 0)
    self.work = work
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let work else { throw context.unprepared }
    if context.output(0).elementCount == 0 { return }
    guard let tables else { throw context.unprepared }
    let input = context.input(0).pointer(as: Float.self)
    let shape = context.output(0).shape
    let channels = shape[0]
    var output = context.output(0).mutablePointer(as: Float.self)
    for channel in 0..<channels {
      context.transform(
        RealFourierTransform.Sequences(
          source: input + channel, stride: step &* channels, elementStride: channels, filled: windowSize,
          count: shape[1], window: tables.window.base), tables.transform, room: context.scratch(work),
        .powers(output, tables.root))
      output += shape[1] &* shape[2]
    }
  }
}
