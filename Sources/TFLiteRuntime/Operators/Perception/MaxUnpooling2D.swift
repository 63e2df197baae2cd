/// MaxUnpooling2D: puts values back where max pooling took them from, zeros elsewhere.
///
/// Two operators bear this name and differ in the type of their indices: int32 are those of `MaxPoolWithArgmax`, positions
/// in the image; float32 are those of `MaxPoolingWithArgmax2D`, positions in the window.
final class MaxUnpooling2D {
  private let window: PoolingWindow
  private var padding: (top: Int, left: Int)?

  init(_ node: OperatorNode) throws(RuntimeError) { window = try PoolingWindow(node) }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    padding = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let indices = try context.input(1)
    try context.expect(input, .float32)
    try context.expect(indices, .int32, .float32)
    try context.expectRank(input, 4)
    try context.expect(indices.shape == input.shape, "values and indices differ in shape", indices)
    try context.expect(context.output(0), .float32)
    let (height, top) = extent(input.shape[1], window.filter.height, window.stride.height, indices.type)
    let (width, left) = extent(input.shape[2], window.filter.width, window.stride.width, indices.type)
    try context.setShape([input.shape[0], height, width, input.shape[3]], ofOutput: 0)
    padding = (top, left)
  }

  /// The extent of the output and the padding before its first element.
  private func extent(_ input: Int, _ filter: Int, _ stride: Int, _ indices: ElementType) -> (Int, Int) {
    if indices == .float32 {
      let output = input &* filter
      return (output, max(0, (input &- 1) &* stride &+ filter &- output) / 2)
    }
    return (window.isPadded ? input &* stride : (input &- 1) &* stride &+ filter, 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let padding else { throw context.unprepared }
    let output = context.output(0)
    output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
    if context.input(1).type == .float32 {
      try scatterFromWindows(context, padding)
    } else {
      try scatterFromImage(context)
    }
  }

  private func scatterFromImage(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let values = input.pointer(as: Float.self)
    let indices = context.input(1).pointer(as: Int32.self)
    let target = context.output(0).mutablePointer(as: Float.self)
    let inputSize = input.shape.product(1..<4)
    let outputSize = context.output(0).shape.product(1..<4)
    for batch in 0..<input.shape[0] {
      for i in batch &* inputSize..<(batch &+ 1) &* inputSize {
        let index = Int(indices[i])
        guard index >= 0, index < outputSize else {
          throw context.error("index out of range", context.input(1), expected: "0..<\(outputSize)", actual: "\(index)")
        }
        target[batch &* outputSize &+ index] = values[i]
      }
    }
  }

  private func scatterFromWindows(
    _ context: ExecuteContext, _ padding: (top: Int, left: Int)
  ) throws(RuntimeError) {
    let shape = context.input(0).shape
    let outputShape = context.output(0).shape
    let values = context.input(0).pointer(as: Float.self)
    let positions = context.input(1).pointer(as: Float.self)
    let target = context.output(0).mutablePointer(as: Float.self)
    var element = 0
    for row in 0..<shape[0] &* shape[1] {
      let image = row / max(1, shape[1]) &* outputShape[1]
      for x in 0..<shape[2] {
        for channel in 0..<shape[3] {
          let position = positions[element]
          guard position >= 0, position < Float(window.filter.height &* window.filter.width) else {
            throw context.error(
              "position out of the window", context.input(1),
              expected: "0..<\(window.filter.height &* window.filter.width)", actual: "\(position)")
          }
          let (down, right) = Int(position).quotientAndRemainder(dividingBy: window.filter.width)
          let targetY = row % shape[1] &* window.stride.height &- padding.top &+ down
          let targetX = x &* window.stride.width &- padding.left &+ right
          guard targetY >= 0, targetY < outputShape[1], targetX >= 0, targetX < outputShape[2] else {
            throw context.error(
              "position out of the output", context.input(1), expected: "inside \(outputShape)",
              actual: "row \(targetY), column \(targetX)")
          }
          target[((image &+ targetY) &* outputShape[2] &+ targetX) &* shape[3] &+ channel] = values[element]
          element &+= 1
        }
      }
    }
  }
}
