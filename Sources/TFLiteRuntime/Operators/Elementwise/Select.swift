import TFLiteKernels
import TFLiteSchema

/// SELECT and SELECT_V2: input 1 where the condition, input 0, holds, input 2 elsewhere.
///
/// In SELECT both values have one shape; the condition has it too, or is a scalar, or a vector along the first axis.
/// In SELECT_V2 all three broadcast.
final class Select {
  private let broadcasts: Bool
  private var plan: Plan?
  private var lineWindow: LineWindow?

  private struct Plan {
    let loops: BroadcastPlan
    /// In bytes.
    let elementSize: Int
  }

  init(_ node: OperatorNode) { broadcasts = node.code == .selectV2 }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, lines: LineWork(window: self.lineWindow, execute: execute(_:lines:)))
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (plan, lineWindow) = (nil, nil)
    try context.expect(inputs: 3, outputs: 1)
    let condition = try context.input(0)
    let first = try context.input(1)
    let second = try context.input(2)
    let output = try context.output(0)
    try context.expect(condition, .bool)
    try context.expectSameType(second, first)
    try context.expectSameType(output, first)
    guard let bits = first.type.bitWidth, [8, 16, 32, 64].contains(bits) else { throw context.unsupportedType(first) }

    var shape = first.shape
    var conditionShape = condition.shape
    let areSingle = condition.elementCount == 1 && first.elementCount == 1 && second.elementCount == 1
    if areSingle, output.description.shape.elementCount == 1 {
      // One element keeps whatever shape the file gives its output.
      shape = output.description.shape
    } else if broadcasts {
      guard let common = Shape.broadcast(condition.shape, first.shape, second.shape) else {
        throw context.error(
          "the shapes do not broadcast", second, expected: "\(condition.shape) and \(first.shape)",
          actual: "\(second.shape)")
      }
      shape = common
    } else {
      if first.shape != second.shape {
        throw context.error("the shapes differ", second, expected: "\(first.shape)", actual: "\(second.shape)")
      }
      if condition.rank == 1, first.rank > 1, condition.shape[0] == first.shape[0] {
        conditionShape.dimensions += [Int](repeating: 1, count: first.rank - 1)
      } else if condition.rank != 0, condition.shape != first.shape {
        throw context.error(
          "wrong shape of the condition", condition, expected: "\(first.shape) or its first extent",
          actual: "\(condition.shape)")
      }
    }
    guard let loops = BroadcastPlan(output: shape, conditionShape, first.shape, second.shape) else {
      throw context.error("too many axes to broadcast over", second, actual: "\(second.shape)")
    }
    try context.setShape(shape, ofOutput: 0)
    if first.elementCount == shape.elementCount { context.allowInPlace(output: 0, input: 1) }
    if second.elementCount == shape.elementCount { context.allowInPlace(output: 0, input: 2) }
    plan = Plan(loops: loops, elementSize: bits / 8)
    let counts = [condition.elementCount, first.elementCount, second.elementCount]
    lineWindow = LineWindow(shape, inputs: counts.indices.filter { counts[$0] == shape.elementCount })
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    context.parallel(job(plan, context), rows: plan.loops.pieces, work: plan.loops.pieceWork)
  }

  private func execute(_ context: ExecuteContext, lines: Range<Int>) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let length = context.output(0).shape.innermost
    let job = LineJob(rows: job(plan, context), first: lines.lowerBound, length: length)
    context.parallel(job, rows: lines.count, work: Work(length, .element))
  }

  private func job(_ plan: Plan, _ context: ExecuteContext) -> Job {
    Job(
      plan: plan.loops, elementSize: plan.elementSize, condition: context.input(0).pointer(as: UInt8.self),
      first: UnsafeRawPointer(context.input(1).data), second: UnsafeRawPointer(context.input(2).data),
      output: context.output(0).data)
  }

  private struct Job: RowJob {
    let plan: BroadcastPlan
    let elementSize: Int
    let condition: UnsafePointer<UInt8>
    let first: UnsafeRawPointer
    let second: UnsafeRawPointer
    let output: UnsafeMutableRawPointer

    func run(_ pieces: Range<Int>) { plan.forEachRun(pieces) { compute($0) } }

    @inline(__always)
    func compute(_ run: BroadcastPlan.Run) {
      let strides = plan.rowStrides
      for row in 0..<run.rows {
        SelectRow(
          condition: condition + (run.offsets.0 &+ row &* strides.0),
          first: first + (run.offsets.1 &+ row &* strides.1) &* elementSize,
          second: second + (run.offsets.2 &+ row &* strides.2) &* elementSize,
          output: output + (run.output &+ row &* run.count) &* elementSize, count: run.count, steps: plan.steps
        ).run(elementSize: elementSize)
      }
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
