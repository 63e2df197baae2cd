import TFLiteKernels

/// An operation on two operands that broadcast against each other: the prepared state of most binary operators.
final class BroadcastBinary {
  private var plan = BroadcastPlan()
  private var kernel: BinaryKernel?
  private var parameters = ElementwiseParameters()
  private var firstSize = 1
  private var secondSize = 1
  private var outputSize = 1
  private var repetition: Repetition?
  /// What is computed in one call, as it takes too little to split.
  private var short: ShortRows? {
    didSet { heldShort = short.map { .passUnretained($0) } }
  }
  /// The same for execution: reading them counts no references.
  private var heldShort: Unmanaged<ShortRows>?

  /// One run of rows, but for where the operands lie.
  private final class ShortRows {
    let kernel: BinaryKernel
    let parameters: ElementwiseParameters
    let rows: BinaryRows

    init(_ kernel: @escaping BinaryKernel, _ parameters: ElementwiseParameters, _ plan: BroadcastPlan) {
      self.kernel = kernel
      self.parameters = parameters
      let nothing = RuntimeTensor.nothing
      let strides = plan.rowStrides
      rows = BinaryRows(
        first: UnsafeRawPointer(nothing), second: UnsafeRawPointer(nothing), output: nothing, count: plan.count,
        rows: plan.rows, firstStep: plan.steps[0], secondStep: plan.steps[1], firstStride: strides.0,
        secondStride: strides.1)
    }

    @inline(__always)
    func compute(_ context: ExecuteContext) {
      var rows = rows
      rows.first = UnsafeRawPointer(context.input(0).data)
      rows.second = UnsafeRawPointer(context.input(1).data)
      rows.output = context.output(0).data
      kernel(rows, parameters)
    }
  }

  /// Operands beyond the first two inputs change nothing.
  init() {}

  /// States the shape of output 0, plans the loops, allows the output to take over the memory of an input.
  ///
  /// - Parameter kernel: nil when the operation is not defined on the type of input 0.
  /// - Throws: `unsupported` without a kernel, `invalidOperator` for shapes that do not broadcast.
  func prepare(
    _ context: PrepareContext, _ kernel: BinaryKernel?, _ parameters: ElementwiseParameters = ElementwiseParameters()
  ) throws(RuntimeError) {
    let first = try context.input(0)
    let second = try context.input(1)
    let output = try context.output(0)
    guard let kernel else { throw context.unsupportedType(first) }
    guard let shape = Shape.broadcast(first.shape, second.shape) else {
      throw context.error("the shapes do not broadcast", second, expected: "\(first.shape)", actual: "\(second.shape)")
    }
    guard let plan = BroadcastPlan(output: shape, first.shape, second.shape) else {
      throw context.error("too many axes to broadcast over", second, actual: "\(first.shape) and \(second.shape)")
    }
    try context.setShape(shape, ofOutput: 0)
    self.plan = plan
    self.kernel = kernel
    self.parameters = parameters
    firstSize = (first.type.bitWidth ?? 8) / 8
    secondSize = (second.type.bitWidth ?? 8) / 8
    outputSize = (output.type.bitWidth ?? 8) / 8
    if firstSize == outputSize, first.shape.elementCount == shape.elementCount {
      context.allowSharing(output: 0, input: 0)
    }
    if secondSize == outputSize, second.shape.elementCount == shape.elementCount {
      context.allowSharing(output: 0, input: 1)
    }
    repetition = try Repetition(plan, firstSize, secondSize, context)
    short = repetition == nil && plan.isShort ? ShortRows(kernel, parameters, plan) : nil
    rowWindow = plan.isOneRun ? RowWindow(rows: output.rowCount) : nil
  }

  /// Rows by themselves, where both operands have the shape of the output.
  private(set) var rowWindow: RowWindow?

  /// See `Operator.computesInJobs`.
  var computesInJobs: Bool { repetition == nil && !plan.isShort }

  /// Computes rows of output 0, as `RowWindow` counts them.
  func execute(_ context: ExecuteContext, rows: Range<Int>) {
    guard let kernel else { return }
    let output = context.output(0)
    let length = output.elementCount / output.rowCount
    let count = length &* rows.count
    let start = length &* rows.lowerBound
    let part = plan.part(count)
    let job = Job(
      plan: part, kernel: kernel, parameters: parameters, firstSize: firstSize, secondSize: secondSize,
      outputSize: outputSize, first: UnsafeRawPointer(context.input(0).data) + start &* firstSize,
      second: UnsafeRawPointer(context.input(1).data) + start &* secondSize,
      output: output.data + start &* outputSize)
    context.parallel(job, rows: part.pieces, grain: part.grain)
  }

  /// Computes output 0.
  func execute(_ context: ExecuteContext) {
    if let heldShort { return heldShort._withUnsafeGuaranteedRef { $0.compute(context) } }
    guard let kernel else { return }
    if let repetition {
      let job = RepetitionJob(
        plan: plan, repetition: repetition, kernel: kernel, parameters: parameters, firstSize: firstSize,
        secondSize: secondSize, outputSize: outputSize, row: repetition.fill(context),
        other: UnsafeRawPointer(context.input(repetition.isFirst ? 1 : 0).data), output: context.output(0).data)
      let pieces = (plan.rows + repetition.copies - 1) / repetition.copies
      return context.parallel(job, rows: pieces, grain: max(1, 16384 / (repetition.copies &* plan.count)))
    }
    let job = Job(
      plan: plan, kernel: kernel, parameters: parameters, firstSize: firstSize, secondSize: secondSize,
      outputSize: outputSize,
      first: UnsafeRawPointer(context.input(0).data), second: UnsafeRawPointer(context.input(1).data),
      output: context.output(0).data)
    context.parallel(job, rows: plan.pieces, grain: plan.grain)
  }

  private struct Job: RowJob {
    let plan: BroadcastPlan
    let kernel: BinaryKernel
    let parameters: ElementwiseParameters
    let firstSize: Int
    let secondSize: Int
    let outputSize: Int
    let first: UnsafeRawPointer
    let second: UnsafeRawPointer
    let output: UnsafeMutableRawPointer

    func run(_ pieces: Range<Int>) {
      let strides = plan.rowStrides
      plan.forEachRun(pieces) { run in
        kernel(
          BinaryRows(
            first: first + run.offsets.0 &* firstSize, second: second + run.offsets.1 &* secondSize,
            output: output + run.output &* outputSize, count: run.count, rows: run.rows, firstStep: plan.steps[0],
            secondStep: plan.steps[1], firstStride: strides.0, secondStride: strides.1),
          parameters)
      }
    }
  }
}

/// A short row that meets many: it is laid out several times in scratch memory, so that kernels see long rows.
private struct Repetition {
  /// Rows shorter than this are repeated.
  private static let shortByteCount = 512
  private static let scratchByteCount = 4096

  /// The first operand is the one that is repeated.
  let isFirst: Bool
  /// How often the row stands in the scratch memory.
  let copies: Int
  private let byteCount: Int
  private let scratch: Scratch

  /// Nil when rows are long, few or not alike.
  init?(_ plan: BroadcastPlan, _ firstSize: Int, _ secondSize: Int, _ context: PrepareContext) throws(RuntimeError) {
    let strides = plan.rowStrides
    guard plan.steps[0] == 1, plan.steps[1] == 1, plan.rowsPerGroup == plan.rows,
      (strides.0 == 0 && strides.1 == plan.count) || (strides.1 == 0 && strides.0 == plan.count)
    else { return nil }
    isFirst = strides.0 == 0
    byteCount = plan.count &* (isFirst ? firstSize : secondSize)
    copies = Self.scratchByteCount / max(byteCount, 1)
    guard byteCount < Self.shortByteCount, plan.rows >= copies else { return nil }
    scratch = try context.requestScratch(Self.scratchByteCount)
  }

  func fill(_ context: ExecuteContext) -> UnsafeRawPointer {
    let target = context.scratch(scratch)
    let source = UnsafeRawPointer(context.input(isFirst ? 0 : 1).data)
    for copy in 0..<copies { copyRun(target + copy &* byteCount, source, byteCount) }
    return UnsafeRawPointer(target)
  }
}

/// A piece is as many rows as the repeated one has copies.
private struct RepetitionJob: RowJob {
  let plan: BroadcastPlan
  let repetition: Repetition
  let kernel: BinaryKernel
  let parameters: ElementwiseParameters
  let firstSize: Int
  let secondSize: Int
  let outputSize: Int
  let row: UnsafeRawPointer
  let other: UnsafeRawPointer
  let output: UnsafeMutableRawPointer

  func run(_ pieces: Range<Int>) {
    let length = plan.count &* repetition.copies
    let start = pieces.lowerBound &* length
    let end = min(pieces.upperBound &* length, plan.rows &* plan.count)
    let whole = (end &- start) / length
    run(start, length, rows: whole)
    run(start &+ whole &* length, end &- start &- whole &* length, rows: 1)
  }

  private func run(_ start: Int, _ count: Int, rows: Int) {
    if count == 0 || rows == 0 { return }
    kernel(
      BinaryRows(
        first: repetition.isFirst ? row : other + start &* firstSize,
        second: repetition.isFirst ? other + start &* secondSize : row, output: output + start &* outputSize,
        count: count, rows: rows, firstStride: repetition.isFirst ? 0 : count,
        secondStride: repetition.isFirst ? count : 0), parameters)
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` unless there are two inputs of one type and one output.
  func expectBinary() throws(RuntimeError) {
    try expect(inputs: 2, outputs: 1)
    try expectSameType(input(1), input(0))
  }
}

extension ElementType {
  /// The form in which elementwise kernels compute with plain values of this type; nil when there is none.
  var elementwise: ElementwiseType? {
    switch self {
    case .float32: .float32
    case .float64: .float64
    case .float16: .float16
    case .bfloat16: .bfloat16
    case .int8: .int8
    case .uint8: .uint8
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .complex64: .complex64
    case .bool: .bool
    default: nil
    }
  }

  /// The form in which elementwise kernels compute with quantised values of this type; nil when there is none.
  var quantizedElementwise: ElementwiseType? {
    switch self {
    case .int8: .quantizedInt8
    case .uint8: .quantizedUInt8
    case .int16: .quantizedInt16
    default: nil
    }
  }
}
