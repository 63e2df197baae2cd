import TFLiteKernels

/// A layer normalization that several operators computed: float vectors along the last axis of input 0 brought to mean 0
/// and variance 1, then scaled by input 1 and shifted by input 2, constants that may be missing.
final class LayerNormalization: BuiltinOperator {
  private let epsilon: Float
  private var plan: Plan?

  private struct Plan {
    let kernel: @Sendable (NormalizationArguments, Int, Int) -> Void
    /// Ones and zeros for what is missing.
    let ones: AlignedMemory?
    let zeros: AlignedMemory?
  }

  init(epsilon: Float) { self.epsilon = epsilon }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 3, outputs: 1)
    let input = try context.input(0)
    let depth = input.shape.innermost
    for index in 1...2 {
      guard let vector = context.optionalInput(index), vector.elementCount != depth else { continue }
      throw context.error(
        "the shapes do not broadcast", vector, expected: "\(depth) elements", actual: "\(vector.shape)")
    }
    var ones: AlignedMemory?
    var zeros: AlignedMemory?
    if context.optionalInput(1) == nil {
      let memory = try context.allocate(product: 4, depth)
      memory.base.initializeMemory(as: Float.self, repeating: 1, count: depth)
      ones = memory
    }
    if context.optionalInput(2) == nil { zeros = try context.allocate(product: 4, depth) }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    plan = Plan(kernel: context.kernels.normalization.layer, ones: ones, zeros: zeros)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan, let scales = plan.ones?.base ?? context.optionalInput(1)?.data,
      let offsets = plan.zeros?.base ?? context.optionalInput(2)?.data
    else { throw context.unprepared }
    let input = context.input(0)
    let depth = input.shape.innermost
    if depth == 0 { return }
    let job = Job(
      kernel: plan.kernel,
      arguments: NormalizationArguments(
        input: input.pointer(as: Float.self), scales: UnsafePointer(scales.assumingMemoryBound(to: Float.self)),
        offsets: UnsafePointer(offsets.assumingMemoryBound(to: Float.self)), epsilon: epsilon,
        output: context.output(0).mutablePointer(as: Float.self), depth: depth))
    context.parallel(job, rows: input.elementCount / depth, work: Work(depth, .function))
  }

  private struct Job: RowJob {
    let kernel: @Sendable (NormalizationArguments, Int, Int) -> Void
    let arguments: NormalizationArguments

    func run(_ rows: Range<Int>) { kernel(arguments, rows.lowerBound, rows.upperBound) }
  }
}
