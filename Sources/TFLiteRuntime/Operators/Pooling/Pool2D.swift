import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D over NHWC images; padding never counts.
final class Pool2D {
  enum Kind {
    case average(PoolingTypes)
    case max(PoolingTypes)
    /// The root of the mean of squares.
    case l2
  }

  private let kind: Kind
  private let window: WindowOptions
  private let filterHeight: Int
  private let filterWidth: Int
  private let activation: FusedActivation

  /// The kernel for the type at hand, with its clamp.
  private enum Form {
    case float(FloatPooling, FloatRange)
    case uint8(UInt8Pooling, IntegerRange)
    case int8(Int8Pooling, IntegerRange)
    case int16(Int16Pooling, IntegerRange)
  }

  private var plan = Held<Plan>()

  /// What is done. It does not change, so that reading it counts no references.
  private final class Plan {
    let geometry: ConvolutionGeometry
    let form: Form

    init(_ geometry: ConvolutionGeometry, _ form: Form) { (self.geometry, self.form) = (geometry, form) }

    /// What rows of the output cost. Pixels of few channels take as long as those that fill a register.
    var rowWork: Work {
      Work(geometry.outputWidth &* max(geometry.outputDepth, 16) &* geometry.taps, .pooled)
    }
  }

  init(_ kind: Kind, _ node: OperatorNode) {
    self.kind = kind
    let options = node.options.pool2DOptions
    window = WindowOptions(
      padding: options?.padding ?? .same, strideHeight: Int(options?.strideH ?? 0),
      strideWidth: Int(options?.strideW ?? 0))
    filterHeight = Int(options?.filterHeight ?? 0)
    filterWidth = Int(options?.filterWidth ?? 0)
    activation = FusedActivation(options?.fusedActivationFunction)
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), computesInJobs: true,
      rowWindow: self.plan.object?.geometry.rowWindow, bind: bind)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan.object = nil
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    let output = try context.output(0)
    if case .l2 = kind {
      try context.expect(input, .float32)
    } else {
      try context.expect(input, .float32, .uint8, .int8, .int16)
    }
    try context.expectSameType(output, input)
    try context.expectRank(input, 4)
    let geometry = try window.geometry(
      input, filterHeight: filterHeight, filterWidth: filterWidth, outputDepth: input.shape[3], groups: input.shape[3],
      context)
    let form = try chooseForm(input, output, context)
    try context.setShape(geometry.outputShape, ofOutput: 0)
    plan.object = Plan(geometry, form)
  }

  private func chooseForm(
    _ input: RuntimeTensor, _ output: RuntimeTensor, _ context: PrepareContext
  ) throws(RuntimeError) -> Form {
    let kernels = context.kernels.pooling
    let types: PoolingTypes
    let isMax: Bool
    switch kind {
    case .average(let known): (types, isMax) = (known, false)
    case .max(let known): (types, isMax) = (known, true)
    case .l2: return .float(kernels.l2Float, FloatRange(activation))
    }
    if input.type == .float32 {
      return .float(try context.restricted(types.float, to: .float32)(kernels, isMax), FloatRange(activation))
    }
    let range = try context.activationRange(activation, of: output)
    switch input.type {
    case .uint8: return .uint8(try context.restricted(types.uint8, to: .uint8)(kernels, isMax), range)
    case .int8: return .int8(try context.restricted(types.int8, to: .int8)(kernels, isMax), range)
    default: return .int16(try context.restricted(types.int16, to: .int16)(kernels, isMax), range)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    compute(context, plan, rows: 0..<plan._withUnsafeGuaranteedRef { $0.geometry.outputRows })
  }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    compute(context, plan, rows: rows)
  }

  private func compute(_ context: ExecuteContext, _ plan: Unmanaged<Plan>, rows: Range<Int>) {
    context.parallel(
      job(context, plan, firstRow: rows.lowerBound), rows: rows.count,
      work: plan._withUnsafeGuaranteedRef { $0.rowWork })
  }

  private func bind(_ context: ExecuteContext) -> BoundCall? {
    guard let plan = plan.object else { return nil }
    return context.bound(
      job(context, .passUnretained(plan), firstRow: 0), rows: plan.geometry.outputRows, work: plan.rowWork)
  }

  private func job(_ context: ExecuteContext, _ plan: Unmanaged<Plan>, firstRow: Int) -> PoolJob {
    PoolJob(plan: plan, input: context.input(0).data, output: context.output(0).data, firstRow: firstRow)
  }

  /// Rows of output pixels over all images.
  private struct PoolJob: RowJob {
    let plan: Unmanaged<Plan>
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    let firstRow: Int

    func run(_ rows: Range<Int>) { plan._withUnsafeGuaranteedRef { run(rows, $0.geometry, $0.form) } }

    private func run(_ rows: Range<Int>, _ geometry: ConvolutionGeometry, _ form: Form) {
      let (begin, end) = (firstRow &+ rows.lowerBound, firstRow &+ rows.upperBound)
      switch form {
      case .float(let kernel, let range):
        let source = input.assumingMemoryBound(to: Float.self)
        kernel(geometry, source, output.assumingMemoryBound(to: Float.self), range, begin, end)
      case .uint8(let kernel, let range):
        let source = input.assumingMemoryBound(to: UInt8.self)
        kernel(geometry, source, output.assumingMemoryBound(to: UInt8.self), range, begin, end)
      case .int8(let kernel, let range):
        let source = input.assumingMemoryBound(to: Int8.self)
        kernel(geometry, source, output.assumingMemoryBound(to: Int8.self), range, begin, end)
      case .int16(let kernel, let range):
        let source = input.assumingMemoryBound(to: Int16.self)
        kernel(geometry, source, output.assumingMemoryBound(to: Int16.self), range, begin, end)
      }
    }
  }
}
