import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// MEAN: the mean of elements along axes. Integers without quantization divide towards zero; quantized ones fold the
/// division into the fixed-point rescaling. The mean of nothing is NaN, or 0 for integers.
final class Mean {
  private let setup: ReductionSetup
  /// Of integers, which are summed in another type.
  private var accumulation: Accumulation?

  private struct Accumulation {
    let sums: Scratch
    /// From sums of quantized values to the output.
    let multiplier: QuantizedMultiplier
  }

  private let types: MeanTypes
  /// Of the type at hand; nil before preparation.
  private var functions: MeanTypes.Functions?

  /// - Parameter types: those that can be computed.
  init(_ node: OperatorNode, _ types: MeanTypes) {
    self.types = types
    setup = ReductionSetup(keepsDimensions: node.options.reducerOptions?.keepDims ?? false)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (accumulation, functions) = (nil, nil)
    try setup.prepare(context, [.float32, .int32, .int64, .uint8, .int8, .int16], isSum: true) { kernels, type in
      ComputedType(type).flatMap { types.functions($0) }?.kernel(kernels)
    }
    let input = try context.input(0)
    guard let type = ComputedType(input.type) else { throw context.unsupportedType(input) }
    functions = try context.restricted(types.functions(type), to: type)
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
    guard let functions else { throw context.unprepared }
    try functions.mean(self, plan, context)
  }

  // One for each kind of elements, which `MeanTypes` chooses among.

  func divideFloats(_ plan: ReductionPlan, _ context: ExecuteContext) {
    let output = context.output(0)
    let values = output.mutablePointer(as: Float.self)
    setup.sum(plan, context.input(0).pointer(as: Float.self), values, context)
    let divisor = Float(plan.reducedCount)
    for i in 0..<output.elementCount { values[i] /= divisor }
  }

  func divide<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ plan: ReductionPlan, _ context: ExecuteContext
  ) throws(RuntimeError) {
    guard let accumulation else { throw context.unprepared }
    let accumulators = context.scratch(accumulation.sums).assumingMemoryBound(to: Int64.self)
    reduce(
      IntegerSum<Element, Int64>.self, plan, context.input(0).pointer(as: Element.self), accumulators, context)
    let values = context.output(0).mutablePointer(as: Element.self)
    let divisor = Int64(plan.reducedCount)
    for i in 0..<context.output(0).elementCount {
      values[i] = Element(truncatingIfNeeded: accumulators[i].dividedReportingOverflow(by: divisor).partialValue)
    }
  }

  func rescale<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ plan: ReductionPlan, _ context: ExecuteContext
  ) throws(RuntimeError) {
    guard let accumulation else { throw context.unprepared }
    let output = context.output(0)
    let accumulators = context.scratch(accumulation.sums).assumingMemoryBound(to: Int32.self)
    reduce(
      IntegerSum<Element, Int32>.self, plan, context.input(0).pointer(as: Element.self), accumulators, context,
      kernel: setup.kernel)
    let count = Int64(plan.reducedCount)
    let zero = Int64(context.input(0).quantization?.zeroPoint ?? 0) &* count
    context.resources.kernels.quantization.rescale(
      RescaledRun(
        sums: accumulators, zero, Self.divided(accumulation.multiplier, by: count), output, output.elementCount))
  }

  /// The multiplier divided by `count`, its significand shifted up first so that few bits are lost.
  private static func divided(_ multiplier: QuantizedMultiplier, by count: Int64) -> QuantizedMultiplier {
    let shift = max(0, min(Int32(63 - count.leadingZeroBitCount), 32, 31 &+ multiplier.shift))
    return QuantizedMultiplier(
      multiplier: Int32(truncatingIfNeeded: (Int64(multiplier.multiplier) &<< Int64(shift)) / count),
      shift: multiplier.shift &- shift)
  }
}
