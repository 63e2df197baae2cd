import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// L2_NORMALIZATION: each vector along the last axis divided by its length.
///
/// Int8 and uint8 results have a scale of 1/128 and a zero point of 0 and 128.
final class L2Normalization {
  private let activation: FusedActivation
  private var plan: Plan?

  private struct Plan {
    /// Of the input; 0 for floats.
    let zeroPoint: Int32
    let rescale: @Sendable (RescaledRun) -> Void
  }

  init(_ node: OperatorNode) {
    activation = FusedActivation(node.options.l2NormOptions?.fusedActivationFunction)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expectUnary()
    let input = try context.input(0)
    let output = try context.output(0)
    try context.expect(input, .float32, .int8, .uint8)
    try context.expectRank(input, 1...Int.max)
    try context.expect(activation == .none, "a fused activation is not supported", output)
    var inputZeroPoint: Int32 = 0
    if input.type != .float32 {
      let quantization = try context.perTensorQuantization(output)
      let expected = input.type == .int8 ? 0 : 128
      if quantization.scale != 1.0 / 128 || quantization.zeroPoint != expected {
        throw context.error(
          "wrong quantization of the output", output, expected: "scale 1/128, zero point \(expected)",
          actual: "scale \(quantization.scale), zero point \(quantization.zeroPoint)")
      }
      inputZeroPoint = Int32(truncatingIfNeeded: try context.perTensorQuantization(input).zeroPoint)
    }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    plan = Plan(zeroPoint: inputZeroPoint, rescale: context.kernels.quantization.rescale)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let input = context.input(0)
    let depth = input.shape.innermost
    if depth == 0 { return }
    let job = Job(
      type: input.type, zeroPoint: plan.zeroPoint, rescale: plan.rescale, depth: depth,
      input: UnsafeRawPointer(input.data), output: context.output(0).data)
    context.parallel(job, rows: input.elementCount / depth, work: Work(depth, .function))
  }

  private struct Job: RowJob {
    let type: ElementType
    let zeroPoint: Int32
    let rescale: @Sendable (RescaledRun) -> Void
    let depth: Int
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer

    func run(_ rows: Range<Int>) {
      for row in rows {
        let start = row &* depth
        switch type {
        case .int8:
          let x = input.assumingMemoryBound(to: Int8.self) + start
          normalize(x, output.assumingMemoryBound(to: Int8.self) + start)
        case .uint8:
          let x = input.assumingMemoryBound(to: UInt8.self) + start
          normalize(x, output.assumingMemoryBound(to: UInt8.self) + start)
        default:
          let x = input.assumingMemoryBound(to: Float.self) + start
          normalize(x, output.assumingMemoryBound(to: Float.self) + start)
        }
      }
    }

    private func normalize(_ x: UnsafePointer<Float>, _ y: UnsafeMutablePointer<Float>) {
      var sum: Float = 0
      for c in 0..<depth { sum += x[c] * x[c] }
      let length = MathFunctions.sqrt(sum)
      let divisor = length < 1e-6 ? 1e-6 : length
      for c in 0..<depth { y[c] = x[c] / divisor }
    }

    private func inverseLength<T: FixedWidthInteger>(_ x: UnsafePointer<T>) -> QuantizedMultiplier {
      var sum: Int32 = 0
      if zeroPoint >= -256, zeroPoint <= 256 {
        // Products of 16 bits, which processors add up in pairs.
        let offset = Int16(truncatingIfNeeded: zeroPoint)
        for c in 0..<depth {
          let value = Int16(truncatingIfNeeded: x[c]) &- offset
          sum = sum &+ Int32(value) &* Int32(value)
        }
      } else {
        for c in 0..<depth {
          let value = Int32(truncatingIfNeeded: x[c]) &- zeroPoint
          sum = sum &+ value &* value
        }
      }
      return FixedPoint.inverseSquareRoot(sum, reverseShift: -1)
    }

    private func normalize(_ x: UnsafePointer<Int8>, _ y: UnsafeMutablePointer<Int8>) {
      var scale = inverseLength(x)
      scale.shift = scale.shift &+ 7
      rescale(
        RescaledRun(
          input: x, inputType: .int8, output: y, outputType: .int8, count: depth, multiplier: scale,
          inputZeroPoint: zeroPoint))
    }

    private func normalize(_ x: UnsafePointer<UInt8>, _ y: UnsafeMutablePointer<UInt8>) {
      let scale = inverseLength(x)
      guard scale.shift <= 0 else {
        for c in 0..<depth {
          let value = scale.applySmallerThanOne(to: 128 &* (Int32(x[c]) &- zeroPoint))
          y[c] = UInt8(truncatingIfNeeded: IntegerRange.uint8.clamp(128 &+ value))
        }
        return
      }
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 128) { room in
        guard let values = room.baseAddress else { return }
        var first = 0
        while first < depth {
          let count = min(room.count, depth - first)
          for c in 0..<count { values[c] = 128 &* (Int32(x[first &+ c]) &- zeroPoint) }
          rescale(
            RescaledRun(
              input: values, inputType: .int32, output: y + first, outputType: .uint8, count: count, multiplier: scale,
              outputZeroPoint: 128))
          first += count
        }
      }
    }
  }
}
