import TFLiteKernels
import TFLiteSchema

/// LOCAL_RESPONSE_NORMALIZATION: `x * (bias + alpha * s)^-beta`, where `s` is the sum of the squares of the channels
/// `c - radius ..< c + radius`.
final class LocalResponseNormalization {
  private let radius: Int
  private let bias: Float
  private let alpha: Float
  private let beta: Float

  init(_ node: OperatorNode) {
    let options = node.options(Schema.LocalResponseNormalizationOptions.self)
    radius = Int(options?.radius ?? 0)
    bias = options?.bias ?? 0
    alpha = options?.alpha ?? 0
    beta = options?.beta ?? 0
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expectRank(input, 4)
    try context.setShape(input.shape, ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let depth = input.shape.innermost
    if depth == 0 { return }
    let job = Job(
      radius: radius, bias: bias, alpha: alpha, beta: beta, depth: depth, input: input.pointer(as: Float.self),
      output: context.output(0).mutablePointer(as: Float.self))
    context.parallel(job, rows: input.elementCount / depth, work: Work(depth, .localResponse))
  }

  private struct Job: RowJob {
    let radius: Int
    let bias: Float
    let alpha: Float
    let beta: Float
    let depth: Int
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>

    func run(_ rows: Range<Int>) {
      for row in rows {
        let x = input + row &* depth
        let y = output + row &* depth
        for c in 0..<depth {
          var sum: Float = 0
          var neighbor = max(0, c - radius)
          let end = min(depth, c + radius)
          while neighbor < end {
            sum += x[neighbor] * x[neighbor]
            neighbor += 1
          }
          y[c] = x[c] * MathFunctions.pow(bias + alpha * sum, -beta)
        }
      }
    }
  }
}
