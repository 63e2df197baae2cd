import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// LOCAL_RESPONSE_NORMALIZATION: `x * (bias + alpha * s)^-beta`, where `s` is the sum of the squares of the channels
/// `c - radius ... c + radius`, as TensorFlow defines it (`tf.nn.local_response_normalization`) and LiteRT's optimized kernels
/// compute it; its reference kernel leaves out the last of them.
final class LocalResponseNormalization {
  /// Neighbors on either side; -1 for a channel that does not count itself.
  private let radius: Int
  private let bias: Float
  private let alpha: Float
  private let beta: Float
  private var roots: Roots?

  /// Functions of vectors.
  fileprivate struct Roots: Sendable {
    let root: FloatFunction
    let inverse: FloatFunction
  }

  init(_ node: OperatorNode) {
    let options = node.options.localResponseNormalizationOptions
    radius = max(-1, Int(options?.radius ?? 0))
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
    roots = Roots(
      root: context.kernels.elementwise.squareRoot, inverse: context.kernels.elementwise.inverseSquareRoot)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let depth = input.shape.innermost
    if depth == 0 { return }
    guard let roots else { throw context.unprepared }
    let job = Job(
      radius: radius, bias: bias, alpha: alpha, beta: beta, roots: roots, depth: depth,
      input: input.pointer(as: Float.self), output: context.output(0).mutablePointer(as: Float.self))
    context.parallel(job, rows: input.elementCount / depth, work: Work(depth, .localResponse))
  }

  private struct Job: RowJob {
    let radius: Int
    let bias: Float
    let alpha: Float
    let beta: Float
    let roots: Roots
    let depth: Int
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>

    /// Channels whose sums are computed together, and the largest radius for that.
    private static var channelCount: Int { 128 }
    private static var largestRadius: Int { 32 }

    func run(_ rows: Range<Int>) {
      for row in rows {
        let x = input + row &* depth
        let y = output + row &* depth
        if radius >= 0, radius <= Self.largestRadius { sumTogether(x, y) } else { sum(x, y) }
        if beta == 0.5 || beta == 0.75 {
          roots.inverse(y, y, depth)
          if beta == 0.75 {
            withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.channelCount) { room in
              guard let square = room.baseAddress else { return }
              var first = 0
              while first < depth {
                let count = min(room.count, depth - first)
                roots.root(y + first, square, count)
                for c in 0..<count { y[first &+ c] *= square[c] }
                first += count
              }
            }
          }
          for c in 0..<depth { y[c] *= x[c] }
        } else {
          for c in 0..<depth { y[c] = x[c] * MathFunctions.pow(y[c], -beta) }
        }
      }
    }

    /// What is raised to the power, of one channel after the other.
    private func sum(_ x: UnsafePointer<Float>, _ y: UnsafeMutablePointer<Float>) {
      let radius = min(radius, depth)
      for c in 0..<depth {
        var sum: Float = 0
        var neighbor = max(0, c - radius)
        let end = min(depth, c + radius + 1)
        while neighbor < end {
          sum += x[neighbor] * x[neighbor]
          neighbor += 1
        }
        y[c] = bias + alpha * sum
      }
    }

    /// The same of neighboring channels at once, with zeros beyond the ends.
    private func sumTogether(_ x: UnsafePointer<Float>, _ y: UnsafeMutablePointer<Float>) {
      withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.channelCount + 2 * Self.largestRadius) { room in
        guard let squares = room.baseAddress else { return }
        var first = 0
        while first < depth {
          let count = min(Self.channelCount, depth - first)
          for place in 0..<count &+ 2 &* radius {
            let c = first &- radius &+ place
            let value = c >= 0 && c < depth ? x[c] : 0
            squares[place] = value * value
          }
          let sums = y + first
          for c in 0..<count { sums[c] = 0 }
          for offset in 0...2 &* radius {
            let neighbors = squares + offset
            for c in 0..<count { sums[c] += neighbors[c] }
          }
          for c in 0..<count { sums[c] = bias + alpha * sums[c] }
          first += count
        }
      }
    }
  }
}
