import TFLiteKernelSets
import TFLiteKernels

/// What a layer normalization does besides scaling and shifting.
struct LayerNormalizationForm: Sendable {
  let epsilon: Float
  /// The mean is subtracted first.
  let isCentered: Bool
  /// What sums are divided by for the mean, and for the variance or the mean of squares; nil for the elements of a vector.
  let meanDivisor: Float?
  let varianceDivisor: Float?
}

/// A layer normalization that several operators computed: float vectors along the last axis of input 0 brought to mean 0
/// and variance 1, or, where it is not centered, to a mean square of 1, then scaled by input 1 and shifted by input 2, constants
/// that may be missing.
///
/// Means are sums divided by the elements of the vectors, or by numbers that the file states. The constants have as many
/// elements as the vectors, unless inputs have been resized: then one element stands for all, and vectors of one element become
/// as long as the constants.
final class LayerNormalization {
  private let form: LayerNormalizationForm
  private var plan: Plan?

  private struct Plan {
    let kernel: @Sendable (NormalizationArguments, Int, Int) -> Void
    /// What stands for a constant that is missing, or of one element.
    let scales: AlignedMemory?
    let offsets: AlignedMemory?
    /// Elements of an output vector.
    let width: Int
  }

  init(_ form: LayerNormalizationForm) { self.form = form }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 3, outputs: 1)
    let input = try context.input(0)
    var width = input.shape.innermost
    for index in 1...2 {
      guard let vector = context.optionalInput(index), vector.elementCount != width, vector.elementCount != 1 else {
        continue
      }
      guard width == 1 else {
        throw context.error(
          "the shapes do not broadcast", vector, expected: "\(width) elements", actual: "\(vector.shape)")
      }
      width = vector.elementCount
    }
    let scales = try repeated(context.optionalInput(1), 1, width, context)
    let offsets = try repeated(context.optionalInput(2), 0, width, context)
    var shape = input.shape
    if width != input.shape.innermost {
      shape[shape.rank - 1] = width
    } else {
      context.allowInPlace(output: 0, input: 0)
    }
    try context.setShape(shape, ofOutput: 0)
    plan = Plan(kernel: context.kernels.normalization.layer, scales: scales, offsets: offsets, width: width)
  }

  /// The one element of a constant, or `value` where it is missing, `width` times; nil for a constant of `width` elements.
  private func repeated(
    _ vector: RuntimeTensor?, _ value: Float, _ width: Int, _ context: PrepareContext
  ) throws(RuntimeError) -> AlignedMemory? {
    if let vector, vector.elementCount == width { return nil }
    let memory = try context.allocate(product: 4, width)
    memory.base.initializeMemory(
      as: Float.self, repeating: vector.map { $0.pointer(as: Float.self)[0] } ?? value, count: width)
    return memory
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan, let scales = plan.scales?.base ?? context.optionalInput(1)?.data,
      let offsets = plan.offsets?.base ?? context.optionalInput(2)?.data
    else { throw context.unprepared }
    let input = context.input(0)
    let depth = input.shape.innermost
    if depth == 0 || plan.width == 0 { return }
    let arguments = NormalizationArguments(
      input: input.pointer(as: Float.self), scales: UnsafePointer(scales.assumingMemoryBound(to: Float.self)),
      offsets: UnsafePointer(offsets.assumingMemoryBound(to: Float.self)), epsilon: form.epsilon,
      isCentered: form.isCentered, output: context.output(0).mutablePointer(as: Float.self), depth: depth,
      isScaled: context.optionalInput(1) != nil, isShifted: context.optionalInput(2) != nil,
      meanDivisor: form.meanDivisor, varianceDivisor: form.varianceDivisor)
    if plan.width != depth { return Self.widen(arguments, rows: input.elementCount, plan.width) }
    let job = Job(kernel: plan.kernel, arguments: arguments)
    context.parallel(job, rows: input.elementCount / depth, work: Work(depth, .function))
  }

  /// Vectors of one element.
  private static func widen(_ arguments: NormalizationArguments, rows: Int, _ width: Int) {
    var output = arguments.output
    for row in 0..<rows {
      let x = arguments.input[row]
      let centered = arguments.isCentered ? x - x / arguments.meanDivisor : x
      let variance = centered * centered / arguments.varianceDivisor
      let value = centered / (variance + arguments.epsilon).squareRoot()
      for column in 0..<width { output[column] = value * arguments.scales[column] + arguments.offsets[column] }
      output += width
    }
  }

  private struct Job: RowJob {
    let kernel: @Sendable (NormalizationArguments, Int, Int) -> Void
    let arguments: NormalizationArguments

    func run(_ rows: Range<Int>) { kernel(arguments, rows.lowerBound, rows.upperBound) }
  }
}
