import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// SUM: the sum of elements along axes; integers without quantization wrap.
///
/// Quantized sums are rescaled from input to output: uint8 in fixed point, int8 and int16 in float, rounded half away
/// from zero, as TFLite's kernels for each do.
final class Sum {
  private let setup: ReductionSetup
  /// Of integers that are summed in another type.
  private var accumulation: Accumulation?

  private struct Accumulation {
    let sums: Scratch
    /// From sums of quantized values to the output.
    let multiplier: QuantizedMultiplier
  }

  init(_ node: OperatorNode) {
    setup = ReductionSetup(keepsDimensions: node.options.reducerOptions?.keepDims ?? false)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    accumulation = nil
    try setup.prepare(context, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool], .sum)
    let input = try context.input(0)
    if [.uint8, .int8, .int16].contains(input.type) {
      let multiplier = QuantizedMultiplier(
        Double(input.quantization?.scale ?? 0) / Double(try context.output(0).quantization?.scale ?? 0))
      accumulation = Accumulation(
        sums: try context.requestScratch(4 * setup.outputBound(context)), multiplier: multiplier)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let plan = try setup.plan(context)
    switch context.input(0).type {
    case .float32:
      setup.sum(
        plan, context.input(0).pointer(as: Float.self), context.output(0).mutablePointer(as: Float.self), context)
    case .int32: run(IntegerSum<Int32, Int32>.self, plan, context)
    case .int64: run(IntegerSum<Int64, Int64>.self, plan, context)
    case .bool: run(LogicalAny.self, plan, context)
    default:
      guard let accumulation else { throw context.unprepared }
      switch context.input(0).type {
      case .uint8: runFixedPoint(plan, accumulation, context)
      case .int8: runScaled(Int8.self, plan, accumulation, context)
      default: runScaled(Int16.self, plan, accumulation, context)
      }
    }
  }

  private func run<R: Reducer>(_ reducer: R.Type, _ plan: ReductionPlan, _ context: ExecuteContext)
  where R.Input == R.Accumulator {
    reduce(
      R.self, plan, context.input(0).pointer(as: R.Input.self), context.output(0).mutablePointer(as: R.Input.self),
      context, kernel: setup.kernel)
  }

  /// The sums of quantized values; nil, and the output is zero, where nothing is summed.
  private func sum<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ plan: ReductionPlan, _ accumulation: Accumulation, _ context: ExecuteContext
  ) -> UnsafeMutablePointer<Int32>? {
    if plan.isEmpty {
      let output = context.output(0)
      output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
      return nil
    }
    let accumulators = context.scratch(accumulation.sums).assumingMemoryBound(to: Int32.self)
    reduce(
      IntegerSum<Element, Int32>.self, plan, context.input(0).pointer(as: Element.self), accumulators, context,
      kernel: setup.kernel)
    return accumulators
  }

  private func runFixedPoint(_ plan: ReductionPlan, _ accumulation: Accumulation, _ context: ExecuteContext) {
    guard let sums = sum(UInt8.self, plan, accumulation, context) else { return }
    let output = context.output(0)
    let zero = Int64(context.input(0).quantization?.zeroPoint ?? 0) &* Int64(plan.reducedCount)
    context.resources.kernels.quantization.rescale(
      RescaledRun(sums: sums, zero, accumulation.multiplier, output, output.elementCount))
  }

  private func runScaled<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ plan: ReductionPlan, _ accumulation: Accumulation, _ context: ExecuteContext
  ) {
    guard let sums = sum(Element.self, plan, accumulation, context) else { return }
    let input = context.input(0)
    let output = context.output(0)
    let zeroPoint = Int32(truncatingIfNeeded: output.quantization?.zeroPoint ?? 0)
    let scale = (input.quantization?.scale ?? 0) / (output.quantization?.scale ?? 0)
    let inputZeroPoint = Int32(truncatingIfNeeded: input.quantization?.zeroPoint ?? 0)
    let bias = Float(0 &- inputZeroPoint) * scale * Float(plan.reducedCount)
    // In parts, as floats first.
    let kernels = context.resources.kernels.quantization
    let quantize = Element.bitWidth == 8 ? kernels.quantizeInt8 : kernels.quantizeInt16
    let range = Element.bitWidth == 8 ? IntegerRange.int8 : .int16
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 128) { room in
      guard let reals = room.baseAddress else { return }
      var first = 0
      while first < output.elementCount {
        let count = min(room.count, output.elementCount - first)
        for i in 0..<count { reals[i] = Float(sums[first &+ i]) * scale + bias }
        quantize(reals, output.data + first &* (Element.bitWidth / 8), count, 1, zeroPoint, range)
        first += count
      }
    }
  }
}

extension RescaledRun {
  /// The last step of quantized sums and means: `multiplier * (sum - zero)` plus the zero point of `output`, in its type.
  init(
    sums: UnsafePointer<Int32>, _ zero: Int64, _ multiplier: QuantizedMultiplier, _ output: RuntimeTensor, _ count: Int
  ) {
    let type: RescaledType =
      switch output.type {
      case .int8: .int8
      case .uint8: .uint8
      default: .int16
      }
    self.init(
      input: sums, inputType: .int32, output: output.data, outputType: type, count: count, multiplier: multiplier,
      inputZeroPoint: Int32(truncatingIfNeeded: zero),
      outputZeroPoint: Int32(truncatingIfNeeded: output.quantization?.zeroPoint ?? 0))
  }
}
