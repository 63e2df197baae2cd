import TFLiteKernels
import TFLiteSchema

/// MEAN: the mean of elements along axes. Integers without quantization divide towards zero; quantized ones fold the
/// division into the fixed-point rescaling. The mean of nothing is NaN, or 0 for integers.
final class Mean {
  private var setup: ReductionSetup
  /// Of integers, which are summed in another type.
  private var accumulation: Accumulation?

  private struct Accumulation {
    let sums: Scratch
    /// From sums of quantized values to the output.
    let multiplier: QuantizedMultiplier
  }

  init(_ node: OperatorNode) {
    setup = ReductionSetup(keepsDimensions: node.options(Schema.ReducerOptions.self)?.keepDims ?? false)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    accumulation = nil
    try setup.prepare(context, [.float32, .int32, .int64, .uint8, .int8, .int16], .sum)
    let input = try context.input(0)
    switch input.type {
    case .float32: break
    case .int32, .int64:
      accumulation = Accumulation(
        sums: try context.requestScratch(8 * setup.outputBound(context)), multiplier: QuantizedMultiplier(1))
    default:
      let multiplier = QuantizedMultiplier(
        Double(input.quantization?.scale ?? 0) / Double(try context.output(0).quantization?.scale ?? 0))
      accumulation = Accumulation(
        sums: try context.requestScratch(4 * setup.outputBound(context)), multiplier: multiplier)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let plan = try setup.plan(context)
    let output = context.output(0)
    if plan.isEmpty {
      if output.type == .float32 {
        let values = output.mutablePointer(as: Float.self)
        for i in 0..<output.elementCount { values[i] = .nan }
      } else {
        output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
      }
      return
    }
    switch output.type {
    case .float32:
      let values = output.mutablePointer(as: Float.self)
      setup.sum(plan, context.input(0).pointer(as: Float.self), values, context)
      let divisor = Float(plan.reducedCount)
      for i in 0..<output.elementCount { values[i] /= divisor }
    default:
      guard let accumulation else { throw context.unprepared }
      switch output.type {
      case .int32: divide(Int32.self, plan, accumulation.sums, context)
      case .int64: divide(Int64.self, plan, accumulation.sums, context)
      case .uint8: rescale(UInt8.self, plan, accumulation, context)
      case .int8: rescale(Int8.self, plan, accumulation, context)
      default: rescale(Int16.self, plan, accumulation, context)
      }
    }
  }

  private func divide<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ plan: ReductionPlan, _ sums: Scratch, _ context: ExecuteContext
  ) {
    let accumulators = context.scratch(sums).assumingMemoryBound(to: Int64.self)
    reduce(
      IntegerSum<Element, Int64>.self, plan, context.input(0).pointer(as: Element.self), accumulators, context)
    let values = context.output(0).mutablePointer(as: Element.self)
    let divisor = Int64(plan.reducedCount)
    for i in 0..<context.output(0).elementCount {
      values[i] = Element(truncatingIfNeeded: accumulators[i].dividedReportingOverflow(by: divisor).partialValue)
    }
  }

  private func rescale<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ plan: ReductionPlan, _ accumulation: Accumulation, _ context: ExecuteContext
  ) {
    let output = context.output(0)
    let accumulators = context.scratch(accumulation.sums).assumingMemoryBound(to: Int32.self)
    reduce(
      IntegerSum<Element, Int32>.self, plan, context.input(0).pointer(as: Element.self), accumulators, context,
      kernel: setup.kernel)
    let count = Int64(plan.reducedCount)
    let zero = Int64(context.input(0).quantization?.zeroPoint ?? 0) &* count
    RescaledSums.write(
      Element.self, accumulators, output.elementCount, zero, Self.divided(accumulation.multiplier, by: count),
      output.quantization?.zeroPoint ?? 0,
      output.mutablePointer(as: Element.self))
  }

  /// The multiplier divided by `count`, its significand shifted up first so that few bits are lost.
  private static func divided(_ multiplier: QuantizedMultiplier, by count: Int64) -> QuantizedMultiplier {
    let shift = max(0, min(Int32(63 - count.leadingZeroBitCount), 32, 31 &+ multiplier.shift))
    return QuantizedMultiplier(
      multiplier: Int32(truncatingIfNeeded: (Int64(multiplier.multiplier) &<< Int64(shift)) / count),
      shift: multiplier.shift &- shift)
  }
}
