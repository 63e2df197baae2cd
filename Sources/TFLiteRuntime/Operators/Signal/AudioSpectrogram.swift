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
    let transform: RealFourierTransform
    let window: Table<Double>
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
    let work = try context.requestScratch(8 * (length + 2))
    if shape.elementCount > 0, tables == nil {
      let size = Double(windowSize)
      tables = Tables(
        transform: try RealFourierTransform(length: length, context.memory),
        window: try context.table(windowSize) { 0.5 - 0.5 * MathFunctions.cos(2 * Double.pi * Double($0) / size) })
    }
    self.work = work
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let work else { throw context.unprepared }
    if context.output(0).elementCount == 0 { return }
    guard let tables else { throw context.unprepared }
    let (transform, window) = (tables.transform, tables.window.values)
    let input = context.input(0).pointer(as: Float.self)
    let shape = context.output(0).shape
    let channels = shape[0]
    let values = context.scratch(work).assumingMemoryBound(to: Double.self)
    var output = context.output(0).mutablePointer(as: Float.self)
    for channel in 0..<channels {
      for index in 0..<shape[1] {
        let first = index &* step
        for i in 0..<windowSize { values[i] = Double(input[(first &+ i) &* channels &+ channel]) * window[i] }
        for i in windowSize..<length + 2 { values[i] = 0 }
        transform.transform(values)
        for bin in 0..<shape[2] {
          let (real, imaginary) = (values[2 &* bin], values[2 &* bin &+ 1])
          let power = Float(real * real + imaginary * imaginary)
          output[bin] = isSquared ? power : power.squareRoot()
        }
        output += shape[2]
      }
    }
  }
}
