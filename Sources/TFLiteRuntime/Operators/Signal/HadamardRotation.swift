import TFLiteSchema

/// aeq.hadamard_rotation: blocks of the last axis under the normalized Walsh-Hadamard transform. The size of a block is a
/// power of two that divides the axis.
final class HadamardRotation {
  private let size: Int

  init(_ node: OperatorNode) throws(RuntimeError) {
    let size = FlexBuffer.Map(node.customOptions)?.int(forKey: "hadamard_size") ?? 0
    guard size > 0, size <= 1 << 24, size & (size - 1) == 0 else {
      throw node.error(
        .invalidOperator, "option 'hadamard_size' out of range", expected: "a power of two", actual: "\(size)")
    }
    self.size = size
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expect(context.output(0), .float32)
    try context.expectRank(input, 2...3)
    if input.shape.innermost % size != 0 {
      throw context.error(
        "the last extent is not made of whole blocks", input, expected: "a multiple of \(size)",
        actual: "\(input.shape)")
    }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let output = context.output(0)
    if output.data != input.data { output.data.copyMemory(from: input.data, byteCount: input.byteCount) }
    let job = BlockJob(values: output.mutablePointer(as: Float.self), size: size)
    context.parallel(job, rows: input.elementCount / size, work: Work(size, .slowElement))
  }
}

private struct BlockJob: RowJob {
  let values: UnsafeMutablePointer<Float>
  let size: Int

  func run(_ blocks: Range<Int>) {
    let factor = 1 / Float(size).squareRoot()
    for block in blocks {
      let data = values + block &* size
      var half = 1
      while half < size {
        for start in stride(from: 0, to: size, by: 2 &* half) {
          for i in start..<start &+ half {
            let (x, y) = (data[i], data[i &+ half])
            data[i] = x + y
            data[i &+ half] = x - y
          }
        }
        half &*= 2
      }
      for i in 0..<size { data[i] *= factor }
    }
  }
}
