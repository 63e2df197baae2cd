/// MaxUnpooling2D: puts values back where max pooling took them from, zeros elsewhere. Indices are those of
/// `MaxPoolWithArgmax`.
///
/// The options are the bytes of five 32-bit numbers: padding (1 same, 2 valid), strides and filter, each width first.
final class MaxUnpooling2D: Operator {
  private let filter: (height: Int, width: Int)
  private let stride: (height: Int, width: Int)
  private let isPadded: Bool

  init(_ node: OperatorNode) throws(RuntimeError) {
    let bytes = node.customOptions
    guard bytes.count >= 20 else {
      throw node.error(.invalidOperator, "the options are too short", expected: "20 bytes", actual: "\(bytes.count)")
    }
    let numbers = (0..<5).map { Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self))) }
    guard numbers[0] == 1 || numbers[0] == 2, numbers[1...4].allSatisfy({ (1...1 << 20).contains($0) }) else {
      throw node.error(.invalidOperator, "options out of range", actual: "\(numbers)")
    }
    isPadded = numbers[0] == 1
    stride = (numbers[2], numbers[1])
    filter = (numbers[4], numbers[3])
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let indices = try context.input(1)
    try context.expect(input, .float32)
    try context.expect(indices, .int32)
    try context.expectRank(input, 4)
    try context.expect(indices.shape == input.shape, "values and indices differ in shape", indices)
    try context.expect(context.output(0), .float32)
    let (height, width) = (input.shape[1], input.shape[2])
    try context.setShape(
      [
        input.shape[0], isPadded ? height &* stride.height : (height &- 1) &* stride.height &+ filter.height,
        isPadded ? width &* stride.width : (width &- 1) &* stride.width &+ filter.width, input.shape[3],
      ], ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let output = context.output(0)
    let values = input.pointer(as: Float.self)
    let indices = context.input(1).pointer(as: Int32.self)
    let target = output.mutablePointer(as: Float.self)
    for i in 0..<output.elementCount { target[i] = 0 }
    let inputSize = input.shape.product(1..<4)
    let outputSize = output.shape.product(1..<4)
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
}
