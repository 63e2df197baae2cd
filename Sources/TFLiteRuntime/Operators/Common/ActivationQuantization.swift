import TFLiteKernels

/// Float activations quantised to int8 while executing, block by block, for operators with integer weights.
final class ActivationQuantization {
  /// Blocks with parameters of their own, and elements of each.
  let blocks: Int
  let blockSize: Int
  private let kernel: FloatQuantization
  private let values: Scratch
  private let parameterMemory: Scratch

  init(blocks: Int, blockSize: Int, isAsymmetric: Bool, _ context: PrepareContext) throws(RuntimeError) {
    self.blocks = blocks
    self.blockSize = blockSize
    kernel = isAsymmetric ? context.kernels.quantizeAsymmetric : context.kernels.quantizeSymmetric
    values = try context.requestScratch(blocks &* blockSize)
    parameterMemory = try context.requestScratch(blocks &* MemoryLayout<DynamicQuantization.Parameters>.stride)
  }

  /// Quantises `input` and returns the int8 values.
  func quantize(_ input: RuntimeTensor, _ context: ExecuteContext) -> UnsafeMutableRawPointer {
    quantize(input.pointer(as: Float.self), context)
  }

  /// Quantises the blocks from `input` on and returns the int8 values.
  func quantize(_ input: UnsafePointer<Float>, _ context: ExecuteContext) -> UnsafeMutableRawPointer {
    let target = context.scratch(values).assumingMemoryBound(to: Int8.self)
    let job = QuantizeJob(
      input: input, values: target, parameters: parameters(context, 0), blockSize: blockSize,
      kernel: kernel)
    context.parallel(job, rows: blocks, grain: max(1, (1 << 14) / max(1, blockSize)))
    return UnsafeMutableRawPointer(target)
  }

  /// The parameters of the blocks from `block` on, valid after `quantize`.
  func parameters(_ context: ExecuteContext, _ block: Int) -> UnsafeMutablePointer<DynamicQuantization.Parameters> {
    context.scratch(parameterMemory).assumingMemoryBound(to: DynamicQuantization.Parameters.self) + block
  }
}

private struct QuantizeJob: RowJob {
  let input: UnsafePointer<Float>
  let values: UnsafeMutablePointer<Int8>
  let parameters: UnsafeMutablePointer<DynamicQuantization.Parameters>
  let blockSize: Int
  let kernel: FloatQuantization

  func run(_ blocks: Range<Int>) {
    for block in blocks {
      let source = input + block &* blockSize
      let target = values + block &* blockSize
      parameters[block] = kernel(source, blockSize, target)
    }
  }
}

extension PrepareContext {
  /// The scales of integer weights that multiply float data: one when all are equal, else one for each channel.
  /// - Throws: `invalidOperator` when there are none, or not as many as channels.
  func weightScales(_ filter: RuntimeTensor, channels: Int, axis: Int) throws(RuntimeError) -> [Float] {
    guard let quantization = filter.quantization, let first = quantization.scales.first else {
      throw error("the weights have no quantisation parameters", filter)
    }
    if quantization.scales.allSatisfy({ $0 == first }) { return [first] }
    guard quantization.scales.count == channels, quantization.axis == axis else {
      throw error(
        "wrong per-channel scales", filter, expected: "\(channels) along axis \(axis)",
        actual: "\(quantization.scales.count) along axis \(quantization.axis)")
    }
    return quantization.scales
  }

  /// - Throws: `invalidOperator` or `unsupported` unless `bias` suits an operator on `input` with `channels` outputs.
  func expectBias(
    _ bias: RuntimeTensor?, channels: Int, for input: RuntimeTensor, _ filter: RuntimeTensor
  ) throws(RuntimeError) {
    guard let bias else { return }
    switch input.type {
    case .float32: try expect(bias, .float32)
    case .int16: try expect(bias, .int32, .int64)
    default: try expect(bias, .int32)
    }
    if input.type != .float32 {
      try expect(bias.quantization?.zeroPoint ?? 0 == 0, "the bias's zero point is not 0", bias)
    }
    if bias.elementCount != channels {
      throw error(
        "wrong number of biases", bias, expected: "\(channels) for weights of shape \(filter.shape)",
        actual: "\(bias.shape)")
    }
  }
}
