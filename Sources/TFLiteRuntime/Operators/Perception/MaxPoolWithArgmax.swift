import TFLiteSchema

/// MaxPoolWithArgmax: max pooling of float images that also gives where in its image each maximum lies, as the flat
/// index `(y * width + x) * channels + channel`.
final class MaxPoolWithArgmax {
  private let filter: (height: Int, width: Int)
  private let stride: (height: Int, width: Int)
  private let isPadded: Bool
  private var padding: (top: Int, left: Int)?

  init(_ node: OperatorNode) throws(RuntimeError) {
    guard let map = FlexBuffer.Map(node.customOptions), let sizes = map.vector(forKey: "ksize")?.ints,
      let steps = map.vector(forKey: "strides")?.ints, let scheme = map.string(forKey: "padding")
    else {
      throw node.error(.invalidOperator, "the options lack 'ksize', 'strides' or 'padding'")
    }
    for values in [sizes, steps] {
      guard values.count == 4, values[0] == 1, values[3] == 1, values.allSatisfy({ (1...1 << 20).contains($0) }) else {
        throw node.error(
          .invalidOperator, "option 'ksize' or 'strides' out of range", expected: "[1, height, width, 1]",
          actual: "\(values)")
      }
    }
    guard scheme == "SAME" || scheme == "VALID" else {
      throw node.error(.invalidOperator, "unknown padding", expected: "SAME or VALID", actual: scheme)
    }
    if map.bool(forKey: "include_batch_in_index") ?? false {
      throw node.error(.unsupported, "indices that count the batch are not supported")
    }
    filter = (Int(sizes[1]), Int(sizes[2]))
    stride = (Int(steps[1]), Int(steps[2]))
    isPadded = scheme == "SAME"
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    padding = nil
    try context.expect(inputs: 1, outputs: 2)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expectRank(input, 4)
    try context.expect(context.output(0), .float32)
    try context.expect(context.output(1), .int32)
    let (height, top) = extent(input.shape[1], filter.height, stride.height)
    let (width, left) = extent(input.shape[2], filter.width, stride.width)
    let shape: Shape = [input.shape[0], height, width, input.shape[3]]
    try context.setShape(shape, ofOutput: 0)
    try context.setShape(shape, ofOutput: 1)
    padding = (top, left)
  }

  /// The outputs along one axis and the padding before the first input.
  private func extent(_ input: Int, _ filter: Int, _ stride: Int) -> (Int, Int) {
    let outputs = isPadded ? (input + stride - 1) / stride : max(0, (input + stride - filter) / stride)
    return (outputs, max(0, (outputs - 1) * stride + filter - input) / 2)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let padding else { throw context.unprepared }
    let input = context.input(0)
    let shape = context.output(0).shape
    let (height, width, channels) = (input.shape[1], input.shape[2], input.shape[3])
    var values = context.output(0).mutablePointer(as: Float.self)
    var indices = context.output(1).mutablePointer(as: Int32.self)
    for batch in 0..<shape[0] {
      let image = input.pointer(as: Float.self) + batch &* height &* width &* channels
      for y in 0..<shape[1] {
        let firstY = y &* stride.height &- padding.top
        let rows = max(0, firstY)..<max(max(0, firstY), min(height, firstY &+ filter.height))
        for x in 0..<shape[2] {
          let firstX = x &* stride.width &- padding.left
          let columns = max(0, firstX)..<max(max(0, firstX), min(width, firstX &+ filter.width))
          for channel in 0..<channels {
            var best = -Float.greatestFiniteMagnitude
            var position = channel
            for row in rows {
              for column in columns {
                let index = (row &* width &+ column) &* channels &+ channel
                if image[index] > best {
                  best = image[index]
                  position = index
                }
              }
            }
            values[channel] = best
            indices[channel] = Int32(truncatingIfNeeded: position)
          }
          values += channels
          indices += channels
        }
      }
    }
  }
}
