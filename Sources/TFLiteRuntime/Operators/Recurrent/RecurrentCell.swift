import TFLiteKernelSets
import TFLiteKernels

/// A step of a recurrent cell that a graph writes out in elementwise operators.
struct RecurrentCellLayout: Sendable {
  enum Kind: Sendable {
    /// Gates input, forget, candidate and exit, then the states. Outputs: what leaves the cells, their states.
    case lstm
    /// Gates update, reset and candidate, then what the reset gate scales, then the outputs before the step.
    case gru
  }

  /// Which elements of the last axis an operand is, of all rows.
  enum Part: Hashable, Sendable {
    case whole
    /// One of so many equal parts.
    case split(number: Int, count: Int)
    case range(begin: Int, count: Int)
  }

  /// One row of the operator's input for each row of cells, or one for all.
  struct Operand: Sendable {
    let input: Int
    let part: Part
    /// Only the first row is meant.
    let isFirstRow: Bool
    /// It is added to others before they are cut into gates, so that a row of one element is added to all of theirs.
    let isAddend: Bool
  }

  let kind: Kind
  let activation: CellActivation
  /// For each gate the two terms of its sum and the bias, then the others; nil for zeros.
  let operands: [Operand?]
}

/// LSTM_CELL and GRU_CELL: one step of cells of float32, whose products other operators have computed. What the gates read may be
/// part of a longer row, so that nothing has to be cut first.
final class RecurrentCell {
  private let layout: RecurrentCellLayout
  private var plan = Held<Plan>()

  init(_ layout: RecurrentCellLayout) { self.layout = layout }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, bind: bind) }

  /// Where the rows of an operand lie.
  fileprivate struct Rows: BitwiseCopyable {
    var base: UnsafeMutableRawPointer
    /// Bytes from one row to the next, 0 for one row for all.
    var stride: Int

    @inline(__always)
    subscript(_ row: Int) -> UnsafeMutablePointer<Float> {
      (base + row &* stride).assumingMemoryBound(to: Float.self)
    }
  }

  /// What is read of an operand whose rows, or the elements of them, are fewer than those of cells.
  private struct SpreadRows {
    /// For each row of cells the one that is read, of `Int`; one alone where that is the same for all.
    let numbers: AlignedMemory
    let count: Int
    /// Elements from one row to the next.
    let length: Int
    /// One element of a row is read for all cells.
    let isOneElement: Bool

    /// - Parameters:
    ///   - leading: the leading extents of the operand.
    ///   - shape: what they broadcast to.
    init(
      _ leading: Shape, to shape: Shape, length: Int, isOneElement: Bool, _ context: PrepareContext
    ) throws(RuntimeError) {
      (self.length, self.isOneElement) = (length, isOneElement)
      count = leading.elementCount == 1 ? 1 : shape.elementCount
      numbers = try context.allocate(product: MemoryLayout<Int>.stride, max(1, count))
      let target = numbers.base.bindMemory(to: Int.self, capacity: max(1, count))
      for row in 0..<count {
        var (number, rest, step) = (0, row, 1)
        for axis in (0..<leading.rank).reversed() {
          let extent = shape[shape.rank - leading.rank + axis]
          if leading[axis] != 1 { number += rest % extent * step }
          (rest, step) = (rest / extent, step * leading[axis])
        }
        target[row] = number
      }
    }

    var rows: UnsafeBufferPointer<Int> {
      UnsafeBufferPointer(start: numbers.base.assumingMemoryBound(to: Int.self), count: count)
    }
  }

  private final class Plan {
    /// What is read at an execution: which input, how many bytes behind its begin, and which of the rows it is.
    struct Source {
      var input: Int
      var offset: Int
      var number: Int
      /// Where rows of operands that broadcast are put together; nil where they lie as they are read.
      var spread: (room: Scratch, rows: SpreadRows)?
      /// Where the one row for all is repeated for all rows of a run.
      var repeated: Scratch?
      /// Where the parts of longer rows, so many bytes apart, are put one after another.
      var gathered: (room: Scratch, stride: Int)?
    }

    let sources: ContiguousArray<Source>
    /// Those of all operands and outputs; zeros stand for what is missing.
    let memory: AlignedMemory
    let zeros: AlignedMemory
    let rows: UnsafeMutablePointer<Rows>
    let operandCount: Int
    let count: Int
    let width: Int
    /// So many rows are computed as one: short ones, which lie one after another in all operands.
    let run: Int
    let lstm: @Sendable (LSTMCells) -> Void
    let gru: @Sendable (GRUCells) -> Void
    let scalesRecurrent: Bool

    init(
      _ sources: ContiguousArray<Source>, strides: [Int], memory: AlignedMemory, zeros: AlignedMemory, count: Int,
      width: Int, run: Int, _ kernels: RecurrentKernels, scalesRecurrent: Bool
    ) {
      (self.sources, self.memory, self.zeros) = (sources, memory, zeros)
      (self.count, self.width, self.run, self.scalesRecurrent) = (count, width, run, scalesRecurrent)
      operandCount = strides.count
      rows = memory.base.bindMemory(to: Rows.self, capacity: strides.count + 2)
      for (number, stride) in strides.enumerated() { rows[number] = Rows(base: zeros.base, stride: stride) }
      for number in strides.count..<strides.count + 2 { rows[number] = Rows(base: zeros.base, stride: 4 &* width) }
      (lstm, gru) = (kernels.lstmCells, kernels.gruCells)
    }

    /// Puts rows of operands that broadcast together.
    /// - Returns: `target`.
    func spread(
      _ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, _ rows: SpreadRows
    ) -> UnsafeMutableRawPointer {
      var next = target.assumingMemoryBound(to: Float.self)
      for number in rows.rows {
        let row = source.assumingMemoryBound(to: Float.self) + number &* rows.length
        for cell in 0..<width { next[cell] = row[rows.isOneElement ? 0 : cell] }
        next += width
      }
      return target
    }

    /// Puts short parts of longer rows, `stride` bytes apart, one after another.
    /// - Returns: `target`.
    func gathered(
      _ source: UnsafeMutableRawPointer, stride: Int, in target: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
      var next = target.assumingMemoryBound(to: Float.self)
      for row in 0..<count {
        let part = (source + row &* stride).assumingMemoryBound(to: Float.self)
        for cell in 0..<width { next[cell] = part[cell] }
        next += width
      }
      return target
    }

    /// Repeats a row for all rows of a run.
    /// - Returns: `target`.
    func repeated(_ row: UnsafeMutableRawPointer, in target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
      for number in 0..<run { (target + 4 &* number &* width).copyMemory(from: row, byteCount: 4 &* width) }
      return target
    }
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan.object = nil
    let outputs = layout.kind == .lstm ? 2 : 1
    let inputs = (layout.operands.compactMap { $0?.input }.max() ?? -1) + 1
    try context.expect(inputs: inputs, outputs: outputs)
    guard let first = layout.operands.compactMap({ $0 }).first else { throw context.error("no operands") }
    // Extents broadcast: one gives way to any other, zero too.
    var width = try Self.range(first, context).count
    for case .some(let operand) in layout.operands where width == 1 { width = try Self.range(operand, context).count }
    var shape: Shape = []
    // The exit gate has no part in an LSTM's states.
    var statesShape = shape
    var places: [(operand: RecurrentCellLayout.Operand, tensor: RuntimeTensor, range: Range<Int>, leading: Shape)?] = []
    for (number, operand) in layout.operands.enumerated() {
      guard let operand else {
        places.append(nil)
        continue
      }
      let tensor = try context.input(operand.input)
      try context.expect(tensor, .float32)
      let range = try Self.range(operand, context)
      if range.count != width, range.count != 1 {
        throw context.error("wrong shape", tensor, expected: "\(width) cells", actual: "\(range.count)")
      }
      var leading = Shape(Array(tensor.shape.dimensions.dropLast()))
      if operand.isFirstRow {
        if leading.elementCount == 0 { throw context.error("no rows", tensor) }
        leading = Shape([Int](repeating: 1, count: leading.rank))
      }
      guard let broadcast = Shape.broadcast(shape, leading) else {
        throw context.error("the shapes do not broadcast", tensor, expected: "\(shape)", actual: "\(leading)")
      }
      shape = broadcast
      if layout.kind == .gru || !(9...11 ~= number) { statesShape = Shape.broadcast(statesShape, leading) ?? shape }
      places.append((operand, tensor, range, leading))
    }
    if statesShape != shape {
      throw context.error("the exit gate has more rows than the states", expected: "\(statesShape)", actual: "\(shape)")
    }
    let outputShape = Shape(shape.dimensions + [width])
    for output in 0..<outputs { try context.setShape(outputShape, ofOutput: output) }
    let count = width == 0 ? 0 : shape.elementCount
    var strides: [Int] = []
    var sources: ContiguousArray<Plan.Source> = []
    for (number, place) in places.enumerated() {
      guard let (operand, tensor, range, leading) = place else {
        strides.append(0)
        continue
      }
      let length = tensor.shape.innermost
      var source = Plan.Source(input: operand.input, offset: 4 &* range.lowerBound, number: number)
      let isOneElement = range.count == 1 && width != 1
      let isOneRow = leading.elementCount == 1
      if count > 0, isOneElement || !isOneRow && leading.elementCount != count {
        let rows = try SpreadRows(leading, to: shape, length: length, isOneElement: isOneElement, context)
        source.spread = (try context.requestScratch(product: 4, max(1, rows.count), width), rows)
      }
      sources.append(source)
      strides.append(isOneRow ? 0 : 4 &* (source.spread == nil ? length : width))
    }
    if let last = layout.operands.last, let last, try context.input(last.input).shape == outputShape,
      last.part == .whole
    {
      context.allowInPlace(output: outputs - 1, input: last.input)
    }
    for index in sources.indices where width <= Self.shortestPart && count > 1 {
      let stride = strides[sources[index].number]
      guard sources[index].spread == nil, stride != 0, stride != 4 &* width else { continue }
      sources[index].gathered = (try context.requestScratch(product: 4, count, width), stride)
      strides[sources[index].number] = 4 &* width
    }
    let run = Self.run(sources, strides, count: count, width: width)
    for index in sources.indices where run > 1 && strides[sources[index].number] == 0 {
      sources[index].repeated = try context.requestScratch(product: 4, run, width)
    }
    let zeros = try context.allocate(product: 4, run, max(1, width))
    zeros.base.initializeMemory(as: Float.self, repeating: 0, count: run &* max(1, width))
    plan.object = Plan(
      sources, strides: strides,
      memory: try context.allocate(product: MemoryLayout<Rows>.stride, strides.count + 2), zeros: zeros,
      count: count, width: width, run: run, context.kernels.recurrent,
      scalesRecurrent: layout.kind == .gru && layout.operands[layout.operands.count - 2] != nil)
  }

  /// How many rows can be computed as one.
  private static func run(_ sources: ContiguousArray<Plan.Source>, _ strides: [Int], count: Int, width: Int) -> Int {
    guard width > 0, width < shortestRow else { return 1 }
    let areTogether = sources.allSatisfy {
      strides[$0.number] == 4 &* width || strides[$0.number] == 0 && $0.spread == nil
    }
    return areTogether ? max(1, min(count, 16 &* shortestRow / width)) : 1
  }

  /// A row of so many cells fills vectors well enough by itself.
  private static let shortestRow = 64
  /// Parts of longer rows of more cells are better read where they are.
  private static let shortestPart = 12

  /// The elements of a row that an operand is.
  private static func range(
    _ operand: RecurrentCellLayout.Operand, _ context: PrepareContext
  ) throws(RuntimeError) -> Range<Int> {
    let tensor = try context.input(operand.input)
    if tensor.rank == 0 { throw context.error("a scalar", tensor) }
    let length = tensor.shape.innermost
    if length == 1, operand.isAddend { return 0..<1 }
    switch operand.part {
    case .whole: return 0..<length
    case .split(let number, let count):
      if count < 1 || length % count != 0 {
        throw context.error("the axis cannot be cut evenly", tensor, actual: "\(length) in \(count) parts")
      }
      return number * (length / count)..<(number + 1) * (length / count)
    case .range(let begin, let count):
      if begin + count > length {
        throw context.error(
          "a size is out of range", tensor, expected: "at least \(begin + count)", actual: "\(length)")
      }
      return begin..<begin + count
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    plan._withUnsafeGuaranteedRef { plan in
      for source in plan.sources {
        let data = context.input(source.input).data + source.offset
        plan.rows[source.number].base =
          source.spread.map { plan.spread(data, to: context.scratch($0.room), $0.rows) }
          ?? source.repeated.map { plan.repeated(data, in: context.scratch($0)) }
          ?? source.gathered.map { plan.gathered(data, stride: $0.stride, in: context.scratch($0.room)) } ?? data
      }
      findOutputs(plan, context)
      let work = Work(plan.width, .softmax)
      switch layout.kind {
      case .lstm: context.parallel(LSTMJob(plan, layout.activation), rows: plan.count, work: work)
      case .gru: context.parallel(GRUJob(plan, layout.activation), rows: plan.count, work: work)
      }
    }
  }

  private func findOutputs(_ plan: Plan, _ context: ExecuteContext) {
    plan.rows[plan.operandCount].base = context.output(0).data
    if layout.kind == .lstm { plan.rows[plan.operandCount + 1].base = context.output(1).data }
  }

  /// The step, where operands are read where they lie.
  private func bind(_ context: ExecuteContext) -> BoundCall? {
    guard let plan = plan.object, plan.count > 0,
      plan.sources.allSatisfy({ $0.spread == nil && $0.repeated == nil && $0.gathered == nil })
    else { return nil }
    for source in plan.sources {
      plan.rows[source.number].base = context.input(source.input).data + source.offset
    }
    findOutputs(plan, context)
    let work = Work(plan.width, .softmax)
    return switch layout.kind {
    case .lstm: context.bound(LSTMJob(plan, layout.activation), rows: plan.count, work: work)
    case .gru: context.bound(GRUJob(plan, layout.activation), rows: plan.count, work: work)
    }
  }

  /// Rows of so many cells, and how many of these are computed as one.
  private struct Runs {
    let width: Int
    let length: Int

    /// Calls `body` with the first row of each run and the cells in it.
    @inline(__always)
    func forEach(of range: Range<Int>, _ body: (Int, Int) -> Void) {
      var row = range.lowerBound
      while row < range.upperBound {
        let count = min(length, range.upperBound &- row)
        body(row, count &* width)
        row &+= count
      }
    }
  }

  private struct LSTMJob: RowJob {
    let kernel: @Sendable (LSTMCells) -> Void
    let activation: CellActivation
    let rows: UnsafePointer<Rows>
    let runs: Runs

    init(_ plan: Plan, _ activation: CellActivation) {
      (kernel, self.activation, rows) = (plan.lstm, activation, UnsafePointer(plan.rows))
      runs = Runs(width: plan.width, length: plan.run)
    }

    func run(_ range: Range<Int>) {
      runs.forEach(of: range) { row, cells in
        kernel(
          LSTMCells(
            input: rows.sum(0, row), forget: rows.sum(3, row), candidate: rows.sum(6, row), exit: rows.sum(9, row),
            cell: UnsafePointer(rows[12][row]), state: rows[14][row], output: rows[13][row], count: cells,
            activation: activation))
      }
    }
  }

  private struct GRUJob: RowJob {
    let kernel: @Sendable (GRUCells) -> Void
    let activation: CellActivation
    let rows: UnsafePointer<Rows>
    let runs: Runs
    let scalesRecurrent: Bool

    init(_ plan: Plan, _ activation: CellActivation) {
      (kernel, self.activation, rows) = (plan.gru, activation, UnsafePointer(plan.rows))
      runs = Runs(width: plan.width, length: plan.run)
      scalesRecurrent = plan.scalesRecurrent
    }

    func run(_ range: Range<Int>) {
      runs.forEach(of: range) { row, cells in
        kernel(
          GRUCells(
            update: rows.sum(0, row), reset: rows.sum(3, row), candidate: rows.sum(6, row),
            recurrent: scalesRecurrent ? UnsafePointer(rows[9][row]) : nil, hidden: UnsafePointer(rows[10][row]),
            output: rows[11][row], count: cells, activation: activation))
      }
    }
  }
}

extension UnsafePointer<RecurrentCell.Rows> {
  /// The gate whose terms begin at `number`.
  @inline(__always)
  fileprivate func sum(_ number: Int, _ row: Int) -> GateSum {
    GateSum(
      first: UnsafePointer<Float>(self[number][row]), second: UnsafePointer<Float>(self[number + 1][row]),
      bias: UnsafePointer<Float>(self[number + 2][row]))
  }
}
