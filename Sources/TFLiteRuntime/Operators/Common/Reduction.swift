import TFLiteKernelSets
import TFLiteKernels

/// Reduces `input` as `plan` says; each output starts at `initial`. The order in which elements join an output does not depend on the number of threads.
///
/// - Parameter kernel: the innermost loops of `reducer`, where there is one for them.
func reduce<R: Reducer>(
  _ reducer: R.Type, _ plan: ReductionPlan, _ input: UnsafePointer<R.Input>,
  _ output: UnsafeMutablePointer<R.Accumulator>, _ context: ExecuteContext, kernel: ReductionKernel? = nil,
  initial: R.Accumulator = R.initial
) {
  let outputCount = plan.outputShape.elementCount
  for i in 0..<outputCount { output[i] = initial }
  if plan.isEmpty { return }
  plan.loops.withUnsafeBufferPointer { loops in
    var split = -1
    for index in loops.indices.reversed() where !loops[index].isReduced { split = index }
    let job = ReductionJob<R>(loops: loops, split: split, kernel: kernel, input: input, output: output)
    if split < 0 {
      job.run(0..<1)
    } else {
      let rows = loops[split].extent
      let work = outputCount / max(rows, 1) &* plan.reducedCount
      // Pieces of a contiguous loop stay long enough for vectors.
      let shortest = split == loops.count - 1 && split > 0 ? 128 : 1
      context.parallel(job, rows: rows, work: Work(work, .element), atLeast: shortest)
    }
  }
}

/// A reduction split over its outermost kept loop.
private struct ReductionJob<R: Reducer>: RowJob {
  let loops: UnsafeBufferPointer<ReductionLoop>
  /// The loop whose steps are the rows, -1 for none.
  let split: Int
  let kernel: ReductionKernel?
  let input: UnsafePointer<R.Input>
  let output: UnsafeMutablePointer<R.Accumulator>

  func run(_ rows: Range<Int>) { walk(0, rows, input, output) }

  private func walk(
    _ level: Int, _ rows: Range<Int>, _ input: UnsafePointer<R.Input>, _ output: UnsafeMutablePointer<R.Accumulator>
  ) {
    let loop = loops[level]
    let range = level == split ? rows : 0..<loop.extent
    // The innermost loops of many lines are too short to ask for each of them.
    if level == max(loops.count &- 2, 0), let kernel, run(kernel, level, rows, input, output) { return }
    if level &+ 3 == loops.count, let kernel, runColumns(kernel, level, rows, input, output) { return }
    if level + 1 == loops.count {
      if loop.isReduced {
        output[0] = R.fold(output[0], input, loop.extent)
      } else {
        for i in range { output[i] = R.combine(output[i], input[i]) }
      }
    } else if level + 2 == loops.count, loop.isReduced {
      let inner = level + 1 == split ? rows : 0..<loops[level + 1].extent
      var row = input
      for _ in range {
        for i in inner { output[i] = R.combine(output[i], row[i]) }
        row += loop.inputStride
      }
    } else {
      for i in range {
        walk(level + 1, rows, input + i &* loop.inputStride, output + i &* loop.outputStride)
      }
    }
  }
}

extension ReductionJob {
  /// The last two loops, or the last one when it is reduced, by a kernel; false for other loops.
  private func run(
    _ kernel: ReductionKernel, _ level: Int, _ rows: Range<Int>, _ input: UnsafePointer<R.Input>,
    _ output: UnsafeMutablePointer<R.Accumulator>
  ) -> Bool {
    let outer = loops[level]
    if level + 1 == loops.count {
      guard outer.isReduced else { return false }
      kernel.lines(ReductionLines(input, lines: 1, stride: 0, count: outer.extent), output)
      return true
    }
    if level + 2 < loops.count { return false }
    let inner = loops[level + 1]
    if outer.isReduced {
      let columns = level + 1 == split ? rows : 0..<inner.extent
      kernel.columns(
        ReductionLines(
          input + columns.lowerBound, lines: outer.extent, stride: outer.inputStride, count: columns.count),
        output + columns.lowerBound)
    } else {
      let lines = level == split ? rows : 0..<outer.extent
      kernel.lines(
        ReductionLines(
          input + lines.lowerBound &* outer.inputStride, lines: lines.count, stride: outer.inputStride,
          count: inner.extent), output + lines.lowerBound)
    }
    return true
  }
}

extension ReductionJob {
  /// Elements of a run at most that are worth another sum.
  private static var shortRun: Int { 32 }
  /// Columns that are folded together, whose accumulators lie on the stack.
  private static var columnCount: Int { 128 }

  /// Short runs of many lines, the last three loops: the lines are folded column by column, and the columns of each run then,
  /// since a call for every run would take longer than its elements.
  /// - Returns: false for other loops, and nothing is done.
  @inline(never)
  private func runColumns(
    _ kernel: ReductionKernel, _ level: Int, _ rows: Range<Int>, _ input: UnsafePointer<R.Input>,
    _ output: UnsafeMutablePointer<R.Accumulator>
  ) -> Bool {
    let (lines, kept, run) = (loops[level], loops[level + 1], loops[level + 2])
    guard lines.isReduced, !kernel.keepsOrder, run.extent <= Self.shortRun, lines.extent >= 4 else { return false }
    let range = level + 1 == split ? rows : 0..<kept.extent
    withUnsafeTemporaryAllocation(of: R.Accumulator.self, capacity: Self.columnCount) { room in
      guard let sums = room.baseAddress else { return }
      var first = range.lowerBound
      while first < range.upperBound {
        let end = min(first &+ Self.columnCount / run.extent, range.upperBound)
        let columns = (end &- first) &* run.extent
        for column in 0..<columns { sums[column] = R.initial }
        kernel.columns(
          ReductionLines(
            input + first &* run.extent, lines: lines.extent, stride: lines.inputStride, count: columns), sums)
        for index in first..<end {
          let place = sums + (index &- first) &* run.extent
          for element in 0..<run.extent { output[index] = R.merge(output[index], place[element]) }
        }
        first = end
      }
    }
    return true
  }
}

/// What all reducing operators prepare alike: the axes of input 1, which may be known only when executing.
final class ReductionSetup {
  let keepsDimensions: Bool
  /// Nil while the axes are not known.
  private(set) var plan: ReductionPlan?
  /// The innermost loops for the type of the input.
  private(set) var kernel: ReductionKernel?
  private var bandRoom: Scratch?

  init(keepsDimensions: Bool) { self.keepsDimensions = keepsDimensions }

  /// Checks operands, plans when the axes are constant, states the output's shape.
  /// - Parameter kind: what `kernel` is to do, if the operator can use one.
  func prepare(
    _ context: PrepareContext, _ types: [ElementType], _ kind: ReductionKind?
  ) throws(RuntimeError) {
    try prepare(context, types, isSum: kind == .sum) { kernels, type in
      kind.flatMap { kind in type.elementwise.flatMap { kernels.lines(kind, $0) } }
    }
  }

  /// The same.
  /// - Parameters:
  ///   - isSum: floats are added up.
  ///   - kernel: the innermost loops for a type, nil where there are none.
  func prepare(
    _ context: PrepareContext, _ types: [ElementType], isSum: Bool = false,
    _ kernel: (ReductionKernels, ElementType) -> ReductionKernel? = { _, _ in nil }
  ) throws(RuntimeError) {
    (self.plan, self.kernel, bandRoom) = (nil, nil, nil)
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let axes = try context.input(1)
    if !types.contains(input.type) { throw context.unsupportedType(input, types) }
    try context.expect(axes, .int32)
    try context.expectSameType(context.output(0), input)
    if input.type == .int16 {
      for tensor in [input, try context.output(0)] {
        try context.expect(
          tensor.quantization?.zeroPoint ?? 0 == 0, "an int16 tensor needs a zero point of 0", tensor)
      }
    }
    self.kernel = kernel(context.kernels.reductions, input.type)
    guard axes.isConstant else { return try context.setUnknownShape(ofOutput: 0) }
    let plan = try ReductionPlan(
      input.shape, axes: axes.values(as: Int32.self), keepsDimensions: keepsDimensions, context.node)
    try context.setShape(plan.outputShape, ofOutput: 0)
    if isSum, input.type == .float32, let kernel = self.kernel, !kernel.keepsOrder, LineBands.serve(plan) {
      bandRoom = try context.requestScratch(LineBands.byteCount(plan))
    }
    self.plan = plan
  }

  /// Sums of floats.
  func sum(
    _ plan: ReductionPlan, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ context: ExecuteContext
  ) {
    if let bandRoom, let kernel {
      let sums = context.scratch(bandRoom).assumingMemoryBound(to: Float.self)
      LineBands(plan, kernel, input, sums).sum(output, context)
    } else {
      reduce(FloatSum.self, plan, input, output, context, kernel: kernel)
    }
  }

  /// An upper bound of the output's elements, for scratch memory.
  /// - Throws: `invalidOperator` when it does not fit.
  func outputBound(_ context: PrepareContext) throws(RuntimeError) -> Int {
    if let plan { return plan.outputShape.elementCount }
    let input = try context.input(0)
    guard let count = Shape(input.shape.dimensions.map { max($0, 1) }).checkedElementCount, count < Int.max / 16
    else { throw context.error("impossible input shape", input, actual: "\(input.shape)") }
    return count
  }

  /// The plan for the current axes; gives the output its shape when it had none.
  func plan(_ context: ExecuteContext) throws(RuntimeError) -> ReductionPlan {
    if let plan { return plan }
    let plan = try ReductionPlan(
      context.input(0).shape, axes: context.input(1).values(as: Int32.self), keepsDimensions: keepsDimensions,
      context.node)
    try context.resizeOutput(0, to: plan.outputShape)
    return plan
  }
}
