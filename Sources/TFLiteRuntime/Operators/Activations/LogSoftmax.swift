import TFLiteKernelSets
import TFLiteKernels

/// LOG_SOFTMAX over the last axis: `x - log(sum(exp(x)))`. Int8 and uint8 in fixed point, with an output scale of 1/16.
final class LogSoftmax {
  private enum Form {
    case float(@Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int, Int) -> Void)
    /// With what the scaling makes of every difference of bytes.
    case int8(LogSoftmaxKernel<Int8>, SoftmaxScaling, AlignedMemory)
    case uint8(LogSoftmaxKernel<UInt8>, SoftmaxScaling, AlignedMemory)
  }

  private var form: Form?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    form = nil
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .uint8)
    try context.expectRank(input, 1...Int.max)
    var form = Form.float(context.kernels.normalization.logSoftmaxFloat)
    if input.type != .float32 {
      let output = try context.output(0)
      let quantization = try context.perTensorQuantization(output)
      let zeroPoint = input.type == .int8 ? 127 : 255
      if quantization.zeroPoint != zeroPoint || quantization.scale != 16.0 / 256 {
        throw context.error(
          "wrong quantization of the output", output, expected: "scale 0.0625, zero point \(zeroPoint)",
          actual: "scale \(quantization.scale), zero point \(quantization.zeroPoint)")
      }
      let scaling = SoftmaxScaling(beta: 1, inputScale: Double(try context.perTensorQuantization(input).scale))
      let memory = try context.allocate(4 * SoftmaxScaling.logarithmCount)
      scaling.fillLogarithms(memory.base.assumingMemoryBound(to: Int32.self))
      let kernels = context.kernels.normalization
      form =
        input.type == .int8
        ? .int8(kernels.logSoftmaxInt8, scaling, memory) : .uint8(kernels.logSoftmaxUInt8, scaling, memory)
    }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    self.form = form
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let form else { throw context.unprepared }
    let input = context.input(0)
    let depth = input.shape.innermost
    if depth == 0 { return }
    let job = Job(
      form: form, depth: depth, input: UnsafeRawPointer(input.data),
      output: context.output(0).data)
    context.parallel(job, rows: input.elementCount / depth, work: Work(depth, .softmax))
  }

  private struct Job: RowJob {
    let form: Form
    let depth: Int
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer

    func run(_ rows: Range<Int>) {
      switch form {
      case .int8(let kernel, let scaling, let memory):
        kernel(
          input.assumingMemoryBound(to: Int8.self), output.assumingMemoryBound(to: Int8.self), depth, scaling,
          memory.base.assumingMemoryBound(to: Int32.self), rows.lowerBound, rows.upperBound)
      case .uint8(let kernel, let scaling, let memory):
        kernel(
          input.assumingMemoryBound(to: UInt8.self), output.assumingMemoryBound(to: UInt8.self), depth, scaling,
          memory.base.assumingMemoryBound(to: Int32.self), rows.lowerBound, rows.upperBound)
      case .float(let kernel):
        kernel(
          input.assumingMemoryBound(to: Float.self), output.assumingMemoryBound(to: Float.self), depth, rows.lowerBound,
          rows.upperBound)
      }
    }
  }
}
