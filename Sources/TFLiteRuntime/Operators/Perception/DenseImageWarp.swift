import TFLiteKernels

/// DenseImageWarp: each pixel is read, bilinearly, where the flow `[batch, height, width, 2]` (y, x) says it came from.
final class DenseImageWarp {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let flow = try context.input(1)
    try context.expect(input, .float32)
    try context.expect(flow, .float32)
    try context.expectRank(input, 4)
    try context.expect(context.output(0), .float32)
    try context.expect(input.shape[1] >= 2 && input.shape[2] >= 2, "the image must be 2 by 2 or larger", input)
    try context.expect(
      flow.shape == [input.shape[0], input.shape[1], input.shape[2], 2], "the flow needs two numbers a pixel", flow)
    try context.setShape(input.shape, ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let shape = context.input(0).shape
    let job = WarpJob(
      input: context.input(0).pointer(as: Float.self), flow: context.input(1).pointer(as: Float.self),
      output: context.output(0).mutablePointer(as: Float.self), height: shape[1], width: shape[2], channels: shape[3])
    context.parallel(
      job, rows: shape[0] &* shape[1], work: Work(shape[2] &* shape[3], .slowElement))
  }
}

/// One row is one row of one image.
private struct WarpJob: RowJob {
  let input: UnsafePointer<Float>
  let flow: UnsafePointer<Float>
  let output: UnsafeMutablePointer<Float>
  let height: Int
  let width: Int
  let channels: Int

  func run(_ rows: Range<Int>) {
    for row in rows {
      let image = input + row / height &* height &* width &* channels
      for x in 0..<width {
        let pixel = row &* width &+ x
        let sourceY = Float(row % height) - flow[2 &* pixel]
        let sourceX = Float(x) - flow[2 &* pixel &+ 1]
        let top = Self.floor(sourceY, limit: height - 2)
        let left = Self.floor(sourceX, limit: width - 2)
        let down = min(max(0, sourceY - Float(top)), 1)
        let right = min(max(0, sourceX - Float(left)), 1)
        let first = image + (top &* width &+ left) &* channels
        let second = first + width &* channels
        for c in 0..<channels {
          let upper = right * (first[channels &+ c] - first[c]) + first[c]
          let lower = right * (second[channels &+ c] - second[c]) + second[c]
          output[pixel &* channels &+ c] = down * (lower - upper) + upper
        }
      }
    }
  }

  private static func floor(_ value: Float, limit: Int) -> Int {
    min(max(0, Int(MathFunctions.truncatedToInt32(MathFunctions.floor(value)))), limit)
  }
}
