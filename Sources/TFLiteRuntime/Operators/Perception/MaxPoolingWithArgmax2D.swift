import TFLiteKernels

/// MaxPoolingWithArgmax2D: max pooling of float images that also gives where in its window each maximum lies, as the
/// float `y * filter width + x + 0.1`.
final class MaxPoolingWithArgmax2D {
  private let window: PoolingWindow
  private var padding: (top: Int, left: Int)?

  init(_ node: OperatorNode) throws(RuntimeError) { window = try PoolingWindow(node) }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    padding = nil
    try context.expect(inputs: 1, outputs: 2)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expectRank(input, 4)
    try context.expect(context.output(0), .float32)
    try context.expect(context.output(1), .float32)
    let (height, top) = extent(input.shape[1], window.filter.height, window.stride.height)
    let (width, left) = extent(input.shape[2], window.filter.width, window.stride.width)
    let shape: Shape = [input.shape[0], height, width, input.shape[3]]
    try context.setShape(shape, ofOutput: 0)
    try context.setShape(shape, ofOutput: 1)
    padding = (top, left)
  }

  /// The outputs along one axis and the padding before the first input.
  private func extent(_ input: Int, _ filter: Int, _ stride: Int) -> (Int, Int) {
    let outputs = window.isPadded ? (input + stride - 1) / stride : max(0, (input + stride - filter) / stride)
    return (outputs, max(0, (outputs - 1) * stride + filter - input) / 2)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let padding else { throw context.unprepared }
    let input = context.input(0)
    let shape = context.output(0).shape
    let job = Job(
      window: window, padding: padding, height: input.shape[1], width: input.shape[2], channels: input.shape[3],
      outputHeight: shape[1], outputWidth: shape[2], range: FloatRange(window.activation),
      input: input.pointer(as: Float.self), values: context.output(0).mutablePointer(as: Float.self),
      positions: context.output(1).mutablePointer(as: Float.self))
    let values = shape[2] &* shape[3] &* window.filter.height &* window.filter.width
    context.parallel(job, rows: shape[0] &* shape[1], work: Work(values, .slowElement))
  }

  /// Rows of output pixels over all images.
  private struct Job: RowJob {
    let window: PoolingWindow
    let padding: (top: Int, left: Int)
    let height: Int
    let width: Int
    let channels: Int
    let outputHeight: Int
    let outputWidth: Int
    let range: FloatRange
    let input: UnsafePointer<Float>
    let values: UnsafeMutablePointer<Float>
    let positions: UnsafeMutablePointer<Float>

    func run(_ rows: Range<Int>) {
      for row in rows {
        let image = input + row / outputHeight &* height &* width &* channels
        let firstY = row % outputHeight &* window.stride.height &- padding.top
        for x in 0..<outputWidth {
          let firstX = x &* window.stride.width &- padding.left
          for channel in 0..<channels {
            let (best, position) = largest(image, firstY, firstX, channel)
            let target = (row &* outputWidth &+ x) &* channels &+ channel
            values[target] = range.clamp(best)
            positions[target] = Float(position) + 0.1
          }
        }
      }
    }

    /// The largest value of a window and its position in the window; 0 where no value is larger than the lowest float.
    private func largest(
      _ image: UnsafePointer<Float>, _ firstY: Int, _ firstX: Int, _ channel: Int
    ) -> (Float, Int) {
      var best = -Float.greatestFiniteMagnitude
      var position = 0
      for y in max(0, 0 - firstY)..<max(max(0, 0 - firstY), min(window.filter.height, height - firstY)) {
        for x in max(0, 0 - firstX)..<max(max(0, 0 - firstX), min(window.filter.width, width - firstX)) {
          let value = image[((firstY &+ y) &* width &+ firstX &+ x) &* channels &+ channel]
          if value > best {
            best = value
            position = y &* window.filter.width &+ x
          }
        }
      }
      return (best, position)
    }
  }
}
