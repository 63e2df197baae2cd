import TFLiteKernels
import TFLiteSchema

/// REDUCE_PROD: the product of elements along axes; integers without quantization wrap. Quantized products rescale after
/// every factor by `inputScale / outputScale^(1/n)`, so that the accumulator keeps its size.
final class ReduceProduct {
  private let setup: ReductionSetup
  /// Of quantized values.
  private var quantized: Quantized?

  private struct Quantized {
    let products: Scratch
    /// Nil while the axes are not known.
    let multiplier: QuantizedMultiplier?
  }

  init(_ node: OperatorNode) {
    setup = ReductionSetup(keepsDimensions: node.options.reducerOptions?.keepDims ?? false)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    quantized = nil
    try setup.prepare(context, [.float32, .int32, .int64, .uint8, .int8, .int16, .bool], .product)
    let input = try context.input(0)
    if input.quantization != nil {
      try context.expect(
        input.type == .int8 || input.type == .int16, "quantized products are computed in INT8 and INT16 only", input)
      let output = try context.output(0)
      quantized = Quantized(
        products: try context.requestScratch(4 * setup.outputBound(context)),
        multiplier: setup.plan.map { Self.multiplier($0, input, output) })
    }
  }

  private static func multiplier(
    _ plan: ReductionPlan, _ input: RuntimeTensor, _ output: RuntimeTensor
  ) -> QuantizedMultiplier {
    let root = MathFunctions.pow(Double(output.quantization?.scale ?? 0), 1 / Double(plan.reducedCount))
    return QuantizedMultiplier(Double(input.quantization?.scale ?? 0) / root)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let plan = try setup.plan(context)
    if context.input(0).quantization != nil {
      guard let quantized else { throw context.unprepared }
      let multiplier = quantized.multiplier ?? Self.multiplier(plan, context.input(0), context.output(0))
      let accumulators = context.scratch(quantized.products).assumingMemoryBound(to: Int32.self)
      if context.input(0).type == .int8 {
        rescaled(Int8.self, plan, accumulators, multiplier, context)
      } else {
        rescaled(Int16.self, plan, accumulators, multiplier, context)
      }
      return
    }
    switch context.input(0).type {
    case .float32: run(FloatProduct.self, plan, context)
    case .int32: run(IntegerProduct<Int32>.self, plan, context)
    case .int64: run(IntegerProduct<Int64>.self, plan, context)
    case .uint8: run(IntegerProduct<UInt8>.self, plan, context)
    case .int8: run(IntegerProduct<Int8>.self, plan, context)
    case .int16: run(IntegerProduct<Int16>.self, plan, context)
    default: run(LogicalAll.self, plan, context)
    }
  }

  private func run<R: Reducer>(_ reducer: R.Type, _ plan: ReductionPlan, _ context: ExecuteContext)
  where R.Input == R.Accumulator {
    reduce(
      R.self, plan, context.input(0).pointer(as: R.Input.self), context.output(0).mutablePointer(as: R.Input.self),
      context, kernel: setup.kernel)
  }

  private func rescaled<Element: FixedWidthInteger & BitwiseCopyable>(
    _ type: Element.Type, _ plan: ReductionPlan, _ products: UnsafeMutablePointer<Int32>,
    _ multiplier: QuantizedMultiplier, _ context: ExecuteContext
  ) {
    let input = context.input(0)
    let output = context.output(0)
    let values = output.mutablePointer(as: Element.self)
    let count = output.elementCount
    if plan.isEmpty {
      for i in 0..<count { values[i] = 0 }
      return
    }
    let walk = QuantizedProductWalk<Element>(
      loops: plan.loops, zeroPoint: Int32(truncatingIfNeeded: input.quantization?.zeroPoint ?? 0),
      multiplier: multiplier)
    walk.run(0, isFirst: true, input.pointer(as: Element.self), products)
    let zeroPoint = Int32(truncatingIfNeeded: output.quantization?.zeroPoint ?? 0)
    for i in 0..<count { values[i] = Element(clamping: multiplier.apply(to: Int64(products[i])) &+ zeroPoint) }
  }
}

/// Multiplies along the reduced loops; the first factor of a product is taken as it is, the others rescale.
private struct QuantizedProductWalk<Element: FixedWidthInteger & BitwiseCopyable> {
  let loops: [ReductionLoop]
  let zeroPoint: Int32
  let multiplier: QuantizedMultiplier

  func run(
    _ level: Int, isFirst: Bool, _ input: UnsafePointer<Element>, _ output: UnsafeMutablePointer<Int32>
  ) {
    if level == loops.count {
      let value = Int32(truncatingIfNeeded: input[0]) &- zeroPoint
      output[0] = isFirst ? value : multiplier.apply(to: Int64(output[0]) &* Int64(value))
      return
    }
    let loop = loops[level]
    for i in 0..<loop.extent {
      run(
        level + 1, isFirst: isFirst && (!loop.isReduced || i == 0), input + i &* loop.inputStride,
        output + i &* loop.outputStride)
    }
  }
}
