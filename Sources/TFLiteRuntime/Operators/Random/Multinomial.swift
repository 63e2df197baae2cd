import TFLiteKernels
import TFLiteSchema

/// MULTINOMIAL: samples of class indices from unnormalized log probabilities `[batch, classes]`. The sequence goes on
/// from one invocation to the next. Infinite and NaN logits have no probability.
final class Multinomial {
  private let seed: Int64
  private let seed2: Int64
  private var plan: Plan?

  private struct Plan {
    /// Goes on from one invocation to the next.
    var generator: Philox
    /// Running sums of one row.
    let cumulative: Scratch
  }

  init(_ node: OperatorNode) {
    let options = node.options.randomOptions
    seed = options?.seed ?? 0
    seed2 = options?.seed2 ?? 0
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 2, outputs: 1)
    let logits = try context.input(0)
    let samples = try context.input(1)
    try context.expect(logits, .float32)
    try context.expectRank(logits, 2)
    try context.expect(logits.shape[1] > 0, "there are no classes", logits)
    try context.expect(samples, .int32)
    try context.expectRank(samples, 0)
    try context.expect(context.output(0), .int32, .int64)
    let cumulative = try context.requestScratch(product: 8, logits.shape[1])
    if samples.isConstant {
      try context.setShape([logits.shape[0], Int(samples.pointer(as: Int32.self)[0])], ofOutput: 0)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
    plan = Plan(generator: Philox(seed: seed, seed2: seed2), cumulative: cumulative)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let logits = context.input(0)
    let samples = context.input(1)
    var output = context.output(0)
    if !samples.isConstant {
      output = try context.resizeOutput(0, to: [logits.shape[0], Int(samples.pointer(as: Int32.self)[0])])
    }
    let (batch, classes) = (logits.shape[0], logits.shape[1])
    let count = output.shape[1]
    let sums = context.scratch(plan.cumulative).assumingMemoryBound(to: Double.self)
    var generator = plan.generator
    // TensorFlow reserves as many numbers as its slowest sampler could use.
    self.plan?.generator.skip(UInt64(truncatingIfNeeded: batch &* ((count &+ 3) / 4 &* 4) &* 512))
    var bits = SIMD4<UInt32>()
    var used = 4
    for row in 0..<batch {
      let total = Self.accumulate(logits.pointer(as: Float.self) + row &* classes, classes, sums)
      for sample in 0..<count {
        if used == 4 {
          bits = generator.next()
          used = 0
        }
        let wanted = Philox.unit(bits[used], bits[used + 1]) * total
        used += 2
        var low = 0
        var length = classes
        while length > 0 {
          let half = length / 2
          if wanted < sums[low + half] {
            length = half
          } else {
            low += half + 1
            length -= half + 1
          }
        }
        let index = row &* count &+ sample
        if output.type == .int32 {
          output.mutablePointer(as: Int32.self)[index] = Int32(truncatingIfNeeded: low)
        } else {
          output.mutablePointer(as: Int64.self)[index] = Int64(low)
        }
      }
    }
  }

  /// Writes running sums of the probabilities, up to a common factor, and returns the last.
  private static func accumulate(
    _ logits: UnsafePointer<Float>, _ count: Int, _ sums: UnsafeMutablePointer<Double>
  ) -> Double {
    var largest = -Float.greatestFiniteMagnitude
    for i in 0..<count where logits[i].isFinite { largest = max(largest, logits[i]) }
    var total = 0.0
    for i in 0..<count {
      if logits[i].isFinite { total += MathFunctions.exp(Double(logits[i]) - Double(largest)) }
      sums[i] = total
    }
    return total
  }
}
