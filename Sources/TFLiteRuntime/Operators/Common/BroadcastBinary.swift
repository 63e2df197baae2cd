import TFLiteKernels

/// An operation on two operands that broadcast against each other: the prepared state of most binary operators.
final class BroadcastBinary {
  /// What is computed; it does not change, so that reading it counts no references.
  private final class Plan {
    let loops: BroadcastPlan
    let kernel: BinaryKernel
    let parameters: ElementwiseParameters
    let firstSize: Int
    let secondSize: Int
    let outputSize: Int
    let repetition: Repetition?
    let expansion: ExpandedRows?
    /// What is computed in one call, as it takes too little to split: all but where the operands lie.
    let short: BinaryRows?

    init(
      _ loops: BroadcastPlan, _ kernel: @escaping BinaryKernel, _ parameters: ElementwiseParameters, firstSize: Int,
      secondSize: Int, outputSize: Int, _ repetition: Repetition?, _ expansion: ExpandedRows?
    ) {
      self.loops = loops
      self.kernel = kernel
      self.parameters = parameters
      self.firstSize = firstSize
      self.secondSize = secondSize
      self.outputSize = outputSize
      self.repetition = repetition
      self.expansion = expansion
      let nothing = RuntimeTensor.nothing
      let strides = loops.rowStrides
      short =
        repetition == nil && loops.isShort
        ? BinaryRows(
          first: UnsafeRawPointer(nothing), second: UnsafeRawPointer(nothing), output: nothing, count: loops.count,
          rows: loops.rows, firstStep: loops.steps[0], secondStep: loops.steps[1], firstStride: strides.0,
          secondStride: strides.1) : nil
    }

    @inline(__always)
    func compute(_ context: ExecuteContext) {
      if var short {
        short.first = UnsafeRawPointer(context.input(0).data)
        short.second = UnsafeRawPointer(context.input(1).data)
        short.output = context.output(0).data
        kernel(short, parameters)
      } else if let repetition {
        compute(context, repetition)
      } else {
        let job = Job(
          plan: loops, kernel: kernel, parameters: parameters, firstSize: firstSize, secondSize: secondSize,
          outputSize: outputSize, first: UnsafeRawPointer(context.input(0).data),
          second: UnsafeRawPointer(context.input(1).data), output: context.output(0).data)
        if let expansion {
          context.parallel(ExpansionJob(expansion: expansion, rows: job), rows: loops.rows, work: loops.pieceWork)
        } else {
          context.parallel(job, rows: loops.pieces, work: loops.pieceWork)
        }
      }
    }

    /// - Parameter elements: some of the output's, whole rows that the repeated one meets; nil for all.
    private func compute(_ context: ExecuteContext, _ repetition: Repetition, _ elements: Range<Int>? = nil) {
      let elements = elements ?? 0..<repetition.rows &* repetition.length
      let otherSize = repetition.isFirst ? secondSize : firstSize
      let job = RepetitionJob(
        repetition: repetition, kernel: kernel, parameters: parameters, firstSize: firstSize, secondSize: secondSize,
        outputSize: outputSize, row: repetition.fill(context),
        other: UnsafeRawPointer(context.input(repetition.isFirst ? 1 : 0).data) + elements.lowerBound &* otherSize,
        output: context.output(0).data + elements.lowerBound &* outputSize, count: elements.count)
      let piece = repetition.copies &* repetition.length
      context.parallel(job, rows: (elements.count &+ piece &- 1) / piece, work: Work(piece, .element))
    }

    /// - Parameter length: the elements of a line.
    func compute(_ context: ExecuteContext, lines: Range<Int>, of length: Int) {
      let output = context.output(0)
      let job = LineJob(
        rows: Job(
          plan: loops, kernel: kernel, parameters: parameters, firstSize: firstSize, secondSize: secondSize,
          outputSize: outputSize, first: UnsafeRawPointer(context.input(0).data),
          second: UnsafeRawPointer(context.input(1).data), output: output.data), first: lines.lowerBound, length: length
      )
      context.parallel(job, rows: lines.count, work: Work(length, .element))
    }

    func compute(_ context: ExecuteContext, rows: Range<Int>) {
      let output = context.output(0)
      let length = output.elementCount / output.rowCount
      let start = length &* rows.lowerBound
      if let repetition { return compute(context, repetition, start..<length &* rows.upperBound) }
      if !loops.isOneRun { return compute(context, lines: rows, of: length) }
      let part = loops.part(length &* rows.count)
      let job = Job(
        plan: part, kernel: kernel, parameters: parameters, firstSize: firstSize, secondSize: secondSize,
        outputSize: outputSize, first: UnsafeRawPointer(context.input(0).data) + start &* firstSize,
        second: UnsafeRawPointer(context.input(1).data) + start &* secondSize,
        output: output.data + start &* outputSize)
      context.parallel(job, rows: part.pieces, work: part.pieceWork)
    }
  }

  private var plan = Held<Plan>()

  /// Operands beyond the first two inputs change nothing.
  init() {}

  /// States the shape of output 0, plans the loops, allows the output to take over the memory of an input.
  ///
  /// - Parameter kernel: nil when the operation is not defined on the type of input 0.
  /// - Throws: `unsupported` without a kernel, `invalidOperator` for shapes that do not broadcast.
  func prepare(
    _ context: PrepareContext, _ kernel: BinaryKernel?, _ parameters: ElementwiseParameters = ElementwiseParameters()
  ) throws(RuntimeError) {
    plan.object = nil
    (rowWindow, lineWindow) = (nil, nil)
    let first = try context.input(0)
    let second = try context.input(1)
    let output = try context.output(0)
    guard let kernel else { throw context.unsupportedType(first) }
    guard let shape = Shape.broadcast(first.shape, second.shape) else {
      throw context.error("the shapes do not broadcast", second, expected: "\(first.shape)", actual: "\(second.shape)")
    }
    guard let loops = BroadcastPlan(output: shape, first.shape, second.shape) else {
      throw context.error("too many axes to broadcast over", second, actual: "\(first.shape) and \(second.shape)")
    }
    try context.setShape(shape, ofOutput: 0)
    let firstSize = (first.type.bitWidth ?? 8) / 8
    let secondSize = (second.type.bitWidth ?? 8) / 8
    let outputSize = (output.type.bitWidth ?? 8) / 8
    if firstSize == outputSize, first.shape.elementCount == shape.elementCount {
      context.allowInPlace(output: 0, input: 0)
    }
    if secondSize == outputSize, second.shape.elementCount == shape.elementCount {
      context.allowInPlace(output: 0, input: 1)
    }
    let isWhole = [first, second].map { $0.shape.elementCount == shape.elementCount }
    let expansion = ExpandedRows(
      loops, .init(size: firstSize, isWhole: isWhole[0]), .init(size: secondSize, isWhole: isWhole[1]),
      outputSize: outputSize)
    plan.object = Plan(
      loops, kernel, parameters, firstSize: firstSize, secondSize: secondSize, outputSize: outputSize,
      expansion == nil ? try Repetition(loops, firstSize, secondSize, context) : nil, expansion)
    let repeatsConstant =
      expansion == nil
      && (loops.repetition.map {
        ($0.isFirst ? first : second).isConstant && shape.elementCount / max(1, output.rowCount) % $0.length == 0
      } ?? false)
    rowWindow = loops.isOneRun || repeatsConstant ? RowWindow(rows: output.rowCount) : nil
    if plan.object?.repetition.map({ $0.runByteCount >= Repetition.fewestLineBytes }) ?? true {
      lineWindow = LineWindow(shape, inputs: isWhole.indices.filter { isWhole[$0] })
    }
  }

  /// Rows by themselves, where both operands have the shape of the output, or one is a constant that each row meets whole.
  private(set) var rowWindow: RowWindow?

  private var lineWindow: LineWindow?

  /// Lines by themselves.
  var lines: LineWork { LineWork(window: self.lineWindow, execute: execute(_:lines:)) }

  private func execute(_ context: ExecuteContext, lines: Range<Int>) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    plan._withUnsafeGuaranteedRef { $0.compute(context, lines: lines, of: context.output(0).shape.innermost) }
  }

  /// The only call of the kernel, where one is all.
  func bind(_ context: ExecuteContext) -> BoundCall? {
    guard let plan = plan.object, var rows = plan.short else { return nil }
    rows.first = UnsafeRawPointer(context.input(0).data)
    rows.second = UnsafeRawPointer(context.input(1).data)
    rows.output = context.output(0).data
    return BoundBinaryCall(plan.kernel, rows, plan.parameters)
  }

  /// See `Operator.computesInJobs`.
  var computesInJobs: Bool { plan.object.map { $0.repetition == nil && !$0.loops.isShort } ?? false }

  /// Computes rows of output 0, as `RowWindow` counts them.
  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    plan._withUnsafeGuaranteedRef { $0.compute(context, rows: rows) }
  }

  /// Computes output 0.
  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    plan._withUnsafeGuaranteedRef { $0.compute(context) }
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

    func run(_ pieces: Range<Int>) { plan.forEachRun(pieces) { compute($0) } }

    @inline(__always)
    func compute(_ run: BroadcastPlan.Run) {
      let strides = plan.rowStrides
      let rows = BinaryRows(
        first: first + run.offsets.0 &* firstSize, second: second + run.offsets.1 &* secondSize,
        output: output + run.output &* outputSize, count: run.count, rows: run.rows, firstStep: plan.steps[0],
        secondStep: plan.steps[1], firstStride: strides.0, secondStride: strides.1)
      if RepeatedRows.compute(rows, (firstSize, secondSize, outputSize), kernel, parameters) { return }
      kernel(rows, parameters)
    }
  }

  /// Rows, of which operands are laid out.
  private struct ExpansionJob: RowJob {
    let expansion: ExpandedRows
    let rows: Job

    func run(_ range: Range<Int>) {
      expansion.compute(rows.plan, rows: range, (rows.first, rows.second), rows.output, rows.kernel, rows.parameters)
    }
  }

  /// Lines of `length` elements, from `first` on.
  private struct LineJob: RowJob {
    let rows: Job
    let first: Int
    let length: Int

    func run(_ lines: Range<Int>) {
      let start = first &+ lines.lowerBound
      rows.plan.forEachRun(elements: start &* length..<(start &+ lines.count) &* length) { rows.compute($0) }
    }
  }
}

/// A short row that meets many, or a few elements each for a short run of a row: it is laid out several times in scratch memory,
/// so that kernels see long rows.
private struct Repetition {
  /// Rows shorter than this are repeated.
  private static let shortByteCount = 512
  /// Runs up to this, that all meet one element, are laid out in rows.
  private static let shortRun = 64
  private static let scratchByteCount = 4096
  /// Rows from this size on are computed line by line without that, too.
  static let fewestLineBytes = 128

  /// The first operand is the one that is repeated.
  let isFirst: Bool
  /// How often the row stands in the scratch memory.
  let copies: Int
  /// The elements of the row.
  let length: Int
  /// The rows that it meets.
  let rows: Int
  private let plan: BroadcastPlan
  private let elementSize: Int
  private let place: Place

  private enum Place {
    /// Filled when executing.
    case scratch(Scratch)
    /// Filled with a constant.
    case constant(AlignedMemory)
  }

  /// Bytes of the operand's elements for a run of the innermost loop, were there no repetition.
  var runByteCount: Int { plan.count &* elementSize }

  /// Nil when rows are long, few or not alike.
  init?(_ plan: BroadcastPlan, _ firstSize: Int, _ secondSize: Int, _ context: PrepareContext) throws(RuntimeError) {
    guard let (isFirst, length, rows) = plan.repetition else { return nil }
    elementSize = isFirst ? firstSize : secondSize
    let isRow = length == plan.count
    guard isRow || plan.count &* elementSize <= Self.shortRun else { return nil }
    let byteCount = length.multipliedReportingOverflow(by: elementSize)
    guard !byteCount.overflow, byteCount.partialValue < Self.shortByteCount &* (isRow ? 1 : 4) else { return nil }
    copies = Self.scratchByteCount / max(byteCount.partialValue, 1)
    guard rows >= copies else { return nil }
    (self.isFirst, self.length, self.rows, self.plan) = (isFirst, length, rows, plan)
    let operand = try context.input(isFirst ? 0 : 1)
    if operand.isConstant {
      let memory = try context.allocate(copies &* byteCount.partialValue)
      place = .constant(memory)
      fill(memory.base, UnsafeRawPointer(operand.data))
    } else {
      place = .scratch(try context.requestScratch(Self.scratchByteCount))
    }
  }

  /// The repeated row.
  func fill(_ context: ExecuteContext) -> UnsafeRawPointer {
    switch place {
    case .constant(let memory): return UnsafeRawPointer(memory.base)
    case .scratch(let scratch):
      let target = context.scratch(scratch)
      fill(target, UnsafeRawPointer(context.input(isFirst ? 0 : 1).data))
      return UnsafeRawPointer(target)
    }
  }

  private func fill(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer) {
    var filled = 0
    for row in 0..<length / plan.count {
      let offsets = plan.offsets(row)
      let run = source + (isFirst ? offsets.0 : offsets.1) &* elementSize
      if plan.steps[isFirst ? 0 : 1] == 1 {
        copyRun(target + filled, run, plan.count &* elementSize)
        filled &+= plan.count &* elementSize
      } else {
        for _ in 0..<plan.count {
          copyRun(target + filled, run, elementSize)
          filled &+= elementSize
        }
      }
    }
    // At least eight copies, as the row is shorter than half a kilobyte, or two of longer ones.
    for copy in 1..<copies { copyRun(target + copy &* filled, UnsafeRawPointer(target), filled) }
  }
}

/// A piece is as many rows as the repeated one has copies.
private struct RepetitionJob: RowJob {
  let repetition: Repetition
  let kernel: BinaryKernel
  let parameters: ElementwiseParameters
  let firstSize: Int
  let secondSize: Int
  let outputSize: Int
  let row: UnsafeRawPointer
  let other: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  /// The elements of all rows.
  let count: Int

  func run(_ pieces: Range<Int>) {
    let length = repetition.length &* repetition.copies
    let start = pieces.lowerBound &* length
    let end = min(pieces.upperBound &* length, count)
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

  /// The form in which elementwise kernels compute with quantized values of this type; nil when there is none.
  var quantizedElementwise: ElementwiseType? {
    switch self {
    case .int8: .quantizedInt8
    case .uint8: .quantizedUInt8
    case .int16: .quantizedInt16
    default: nil
    }
  }
}
