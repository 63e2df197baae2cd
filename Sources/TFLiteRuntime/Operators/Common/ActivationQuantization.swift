import TFLiteKernelSets
import TFLiteKernels

/// Float activations quantized to int8 while executing, block by block, for operators with integer weights. Threads share
/// large blocks by pieces, as they do the rows of operators, and so find in their caches what they have computed.
final class ActivationQuantization {
  /// Blocks with parameters of their own, and elements of each.
  let blocks: Int
  let blockSize: Int
  private let kernel: FloatQuantization
  private let partKernel: FloatQuantizationPart
  private let extremesKernel: ExtremesJob.Kernel
  private let isAsymmetric: Bool
  /// The pieces of a block and, unless values are quantized in one piece, the extremes of each and the step of each block.
  private let pieces: Int
  private let pieceSize: Int
  private let measures: (extremes: Scratch, steps: Scratch)?
  /// Where values and parameters lie.
  private enum Place {
    case scratch(values: Scratch, parameters: Scratch)
    case shared(RowSharing)
  }
  private let place: Place

  /// The elements of a piece of a large block. These go by pieces however many threads there are.
  private static let sizeOfPieces = 2048

  /// - Parameters:
  ///   - sharing: how the operator shares values and parameters with others, nil if it does not.
  ///   - keepsValues: false where only parameters are wanted, as `findParameters` finds them.
  init(
    blocks: Int, blockSize: Int, isAsymmetric: Bool, sharing: RowSharing? = nil, keepsValues: Bool = true,
    _ context: PrepareContext
  ) throws(RuntimeError) {
    self.blocks = blocks
    self.blockSize = blockSize
    let kernels = context.kernels
    kernel = isAsymmetric ? kernels.quantization.quantizeAsymmetric : kernels.quantization.quantizeSymmetric
    partKernel = kernels.quantization.quantizePart
    extremesKernel = kernels.quantization.extremes
    self.isAsymmetric = isAsymmetric
    pieceSize = blockSize < 8 &* Self.sizeOfPieces ? blockSize : Self.sizeOfPieces
    pieces = blockSize == pieceSize ? 1 : (blockSize &- 1) / pieceSize &+ 1
    measures =
      pieces == 1 && keepsValues
      ? nil
      : (
        try context.requestScratch(product: blocks, pieces, MemoryLayout<SIMD2<Float>>.stride),
        try context.requestScratch(product: blocks, MemoryLayout<DynamicQuantization.Step>.stride)
      )
    if let sharing {
      place = .shared(sharing)
    } else {
      place = .scratch(
        values: try context.requestScratch(product: keepsValues ? blocks : 0, blockSize),
        parameters: try context.requestScratch(product: blocks, MemoryLayout<DynamicQuantization.Parameters>.stride))
    }
  }

  /// Where the values go, or where another operator has put them.
  func values(_ context: ExecuteContext) -> UnsafeMutableRawPointer {
    switch place {
    case .scratch(let values, _): context.scratch(values)
    case .shared(.gives): context.output(1).data
    case .shared(.takes): context.input(3).data
    }
  }

  /// Quantizes `input` and returns the int8 values.
  func quantize(_ input: RuntimeTensor, _ context: ExecuteContext) -> UnsafeMutableRawPointer {
    quantize(input.pointer(as: Float.self), context)
  }

  /// Quantizes the blocks from `input` on and returns the int8 values.
  func quantize(_ input: UnsafePointer<Float>, _ context: ExecuteContext) -> UnsafeMutableRawPointer {
    let target = values(context).assumingMemoryBound(to: Int8.self)
    if case .shared(.takes) = place { return UnsafeMutableRawPointer(target) }
    guard let measures else {
      context.parallel(wholeBlocks(input, context), rows: blocks, work: Work(blockSize, .element))
      return UnsafeMutableRawPointer(target)
    }
    let job = measure(input, target, measures, context)
    context.parallel(job, rows: blocks &* pieces, work: pieceWork)
    return UnsafeMutableRawPointer(target)
  }

  private func wholeBlocks(_ input: UnsafePointer<Float>, _ context: ExecuteContext) -> QuantizeJob {
    QuantizeJob(
      input: input, values: values(context).assumingMemoryBound(to: Int8.self), parameters: parameters(context, 0),
      blockSize: blockSize, kernel: kernel)
  }

  /// What `quantize` does, where one thread does it block by block: nothing where another operator does it.
  /// - Returns: nil where there is more to it.
  func bind(_ input: RuntimeTensor, _ context: ExecuteContext) -> BoundQuantization? {
    let job = wholeBlocks(input.pointer(as: Float.self), context)
    if case .shared(.takes) = place { return BoundQuantization(job: job, blocks: 0) }
    guard measures == nil, !context.shares(rows: blocks, work: Work(blockSize, .element)) else { return nil }
    return BoundQuantization(job: job, blocks: blocks)
  }

  /// Finds the parameters of the blocks of `input`, of an object that `keepsValues` not.
  func findParameters(_ input: RuntimeTensor, _ context: ExecuteContext) {
    guard let measures else { return assertionFailure("the values are kept") }
    _ = measure(input.pointer(as: Float.self), values(context).assumingMemoryBound(to: Int8.self), measures, context)
  }

  private var pieceWork: Work { Work(pieceSize, .function) }

  /// Finds the parameters of blocks of several pieces.
  /// - Returns: what quantizes the pieces.
  private func measure(
    _ input: UnsafePointer<Float>, _ values: UnsafeMutablePointer<Int8>,
    _ measures: (extremes: Scratch, steps: Scratch), _ context: ExecuteContext
  ) -> PiecesJob {
    let parameters = parameters(context, 0)
    let job = PiecesJob(
      input: input, values: values, pieces: pieces, pieceSize: pieceSize, blockSize: blockSize,
      extremes: context.scratch(measures.extremes).assumingMemoryBound(to: SIMD2<Float>.self),
      steps: context.scratch(measures.steps).assumingMemoryBound(to: DynamicQuantization.Step.self), kernel: partKernel)
    context.parallel(ExtremesJob(pieces: job, kernel: extremesKernel), rows: blocks &* pieces, work: pieceWork)
    for block in 0..<blocks {
      let (low, high) = job.extremes(of: block)
      if isAsymmetric {
        parameters[block] = DynamicQuantization.asymmetric(minimum: low, maximum: high)
        job.steps[block] = parameters[block].step
      } else {
        parameters[block] = DynamicQuantization.symmetric(minimum: low, maximum: high)
        job.steps[block] = DynamicQuantization.symmetricStep(minimum: low, maximum: high)
      }
    }
    return job
  }

  /// The parameters of the blocks from `block` on, valid after `quantize`.
  func parameters(_ context: ExecuteContext, _ block: Int) -> UnsafeMutablePointer<DynamicQuantization.Parameters> {
    let first =
      switch place {
      case .scratch(_, let parameters): context.scratch(parameters)
      case .shared(.gives): context.output(2).data
      case .shared(.takes): context.input(4).data
      }
    return first.assumingMemoryBound(to: DynamicQuantization.Parameters.self) + block
  }
}

/// Quantizes blocks that lie where they stay.
struct BoundQuantization {
  fileprivate let job: QuantizeJob
  fileprivate let blocks: Int

  func run() { job.run(0..<blocks) }
}

private struct QuantizeJob: RowJob {
  let input: UnsafePointer<Float>
  let values: UnsafeMutablePointer<Int8>
  let parameters: UnsafeMutablePointer<DynamicQuantization.Parameters>
  let blockSize: Int
  let kernel: FloatQuantization

  func run(_ blocks: Range<Int>) {
    let first = blocks.lowerBound
    kernel(input + first &* blockSize, blocks.count, blockSize, values + first &* blockSize, parameters + first)
  }
}

/// Quantizes the pieces of all blocks, whose steps are known.
private struct PiecesJob: RowJob {
  let input: UnsafePointer<Float>
  let values: UnsafeMutablePointer<Int8>
  let pieces: Int
  let pieceSize: Int
  let blockSize: Int
  /// The smallest and the largest value of each piece.
  let extremes: UnsafeMutablePointer<SIMD2<Float>>
  /// The step of each block.
  let steps: UnsafeMutablePointer<DynamicQuantization.Step>
  let kernel: FloatQuantizationPart

  func run(_ range: Range<Int>) {
    for piece in range {
      let (start, count) = elements(of: piece)
      kernel(input + start, count, steps[piece / pieces], values + start)
    }
  }

  /// The extremes of a whole block.
  func extremes(of block: Int) -> (minimum: Float, maximum: Float) {
    let first = extremes + block &* pieces
    var (low, high) = (first[0][0], first[0][1])
    for piece in 1..<pieces {
      low = min(low, first[piece][0])
      high = max(high, first[piece][1])
    }
    return (low, high)
  }

  func elements(of piece: Int) -> (start: Int, count: Int) {
    let block = piece / pieces
    let start = (piece &- block &* pieces) &* pieceSize
    return (block &* blockSize &+ start, min(pieceSize, blockSize &- start))
  }
}

/// Finds the extremes of all pieces.
private struct ExtremesJob: RowJob {
  typealias Kernel = @Sendable (UnsafePointer<Float>, Int) -> (minimum: Float, maximum: Float)

  let pieces: PiecesJob
  let kernel: Kernel

  func run(_ range: Range<Int>) {
    for piece in range {
      let (start, count) = pieces.elements(of: piece)
      let (low, high) = kernel(pieces.input + start, count)
      pieces.extremes[piece] = SIMD2(low, high)
    }
  }
}

extension PrepareContext {
  /// The scales of integer weights that multiply float data: one when all are equal, else one for each channel.
  /// - Throws: `invalidOperator` when there are none, or not as many as channels.
  func weightScales(_ filter: RuntimeTensor, channels: Int, axis: Int) throws(RuntimeError) -> [Float] {
    guard let quantization = filter.quantization, let first = quantization.scales.first else {
      throw error("the weights have no quantization parameters", filter)
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
