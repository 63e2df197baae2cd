import TFLiteSchema

/// GATHER: slices of the input along an axis, chosen by the indices; leading batch axes are walked in step.
final class Gather {
  private let axis: Int
  private let batchAxes: Int

  private var plan: GatherPlan?

  init(_ node: OperatorNode) {
    let options = node.options.gatherOptions
    axis = Int(options?.axis ?? 0)
    batchAxes = Int(options?.batchDims ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let indices = try context.input(1)
    try context.expectSameType(context.output(0), input)
    try context.expect(indices, .int32, .int64, .int16)
    if input.type == .string { try context.expectRank(input, 1) }
    let axis = try context.resolveAxis(axis, rank: input.rank, input)
    let batch = batchAxes < 0 ? batchAxes &+ indices.rank : batchAxes
    if batch < 0 || batch > axis || batch > indices.rank {
      throw context.error(
        "batch axes out of range", expected: "0...\(min(axis, indices.rank))", actual: "\(batchAxes)")
    }
    for number in 0..<batch where input.shape[number] != indices.shape[number] {
      throw context.error(
        "batch axis \(number) differs", indices, expected: "\(input.shape[number])", actual: "\(indices.shape[number])")
    }
    let shape = Shape(
      Array(input.shape.dimensions[..<axis]) + indices.shape.dimensions[batch...]
        + input.shape.dimensions[(axis + 1)...])
    try context.setShape(shape, ofOutput: 0)
    plan = GatherPlan(
      batches: input.shape.product(0..<batch), outer: input.shape.product(batch..<axis), extent: input.shape[axis],
      count: indices.shape.product(batch..<indices.rank), inner: input.shape.product(axis + 1..<input.rank))
  }

  /// Where the first index stands that is out of range.
  private func firstOutside(_ plan: GatherPlan, _ indices: RuntimeTensor) -> Int? {
    let count = indices.elementCount
    switch indices.type {
    case .int64: return plan.firstOutside(indices.pointer(as: Int64.self), count)
    case .int16: return plan.firstOutside(indices.pointer(as: Int16.self), count)
    default: return plan.firstOutside(indices.pointer(as: Int32.self), count)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let input = context.input(0)
    let indices = context.input(1)
    if let position = firstOutside(plan, indices) {
      throw context.error(
        "index out of range", indices, expected: "0..<\(plan.extent)",
        actual: "\(indices.integer(position)) at \(position)")
    }
    switch input.type.storage {
    case .bytes(let width):
      plan.run(context, input.data, context.output(0).data, indices, run: plan.inner &* width)
    case .bits(let width):
      if plan.inner &* width % 8 == 0 {
        plan.run(context, input.data, context.output(0).data, indices, run: plan.inner &* width / 8)
      } else {
        plan.runPacked(PackedElements(width: width), input.data, context.output(0).data, indices)
      }
    case .strings:
      try context.selectStrings(indices.elementCount, of: input, output: 0, shape: context.output(0).shape) {
        Int32(truncatingIfNeeded: indices.integer($0))
      }
    }
  }
}

/// The extents of a gather: `output[b, o, i] = input[b, o, indices[b, i]]`, each a slice of `inner` elements.
private struct GatherPlan {
  let batches: Int
  let outer: Int
  let extent: Int
  let count: Int
  let inner: Int

  func run(
    _ context: ExecuteContext, _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer,
    _ indices: RuntimeTensor, run: Int
  ) {
    let rows = batches &* outer &* count
    let work = Work(run, .copiedByte)
    switch indices.type {
    case .int64:
      context.parallel(
        GatherJob(
          plan: self, source: source, destination: destination, indices: indices.pointer(as: Int64.self), run: run),
        rows: rows, work: work)
    case .int16:
      context.parallel(
        GatherJob(
          plan: self, source: source, destination: destination, indices: indices.pointer(as: Int16.self), run: run),
        rows: rows, work: work)
    default:
      context.parallel(
        GatherJob(
          plan: self, source: source, destination: destination, indices: indices.pointer(as: Int32.self), run: run),
        rows: rows, work: work)
    }
  }

  func firstOutside<Index: FixedWidthInteger>(_ indices: UnsafePointer<Index>, _ count: Int) -> Int? {
    for position in 0..<count where UInt(bitPattern: Int(truncatingIfNeeded: indices[position])) >= UInt(extent) {
      return position
    }
    return nil
  }

  func runPacked(
    _ elements: PackedElements, _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer,
    _ indices: RuntimeTensor
  ) {
    for row in 0..<batches &* outer &* count {
      let slice = row / count
      let index = indices.integer(slice / outer &* count &+ row % count)
      let from = (slice &* extent &+ index) &* inner
      for element in 0..<inner {
        elements.store(elements.load(source, from &+ element), destination, row &* inner &+ element)
      }
    }
  }
}

private struct GatherJob<Index: FixedWidthInteger>: RowJob {
  let plan: GatherPlan
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let indices: UnsafePointer<Index>
  let run: Int

  func run(_ rows: Range<Int>) {
    // Short rows of tables, which a call each would take longer than.
    if run >= 64, run <= 256 {
      copy(rows) { EvenRuns.copyChunks($0, $1, run) }
    } else {
      copy(rows) { copyRun($0, $1, run) }
    }
  }

  @inline(__always)
  private func copy(_ rows: Range<Int>, _ copyRow: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void) {
    var position = rows.lowerBound % plan.count
    var slice = rows.lowerBound / plan.count
    var to = destination + rows.lowerBound &* run
    var wanted = indices + slice / plan.outer &* plan.count
    for _ in rows {
      let index = Int(truncatingIfNeeded: wanted[position])
      copyRow(to, source + (slice &* plan.extent &+ index) &* run)
      to += run
      position &+= 1
      if position == plan.count {
        position = 0
        slice &+= 1
        wanted = indices + slice / plan.outer &* plan.count
      }
    }
  }
}
