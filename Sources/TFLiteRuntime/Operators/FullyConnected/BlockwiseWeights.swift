import TFLiteKernelSets
import TFLiteKernels

/// Constant integer weights [O, I] that stay as small as they are in the file where the kernel can have them so: int4 with a
/// scale for each channel, or integers with a scale for every block of elements along I, as language models have them.
///
/// `y[o] = bias[o] + s * sum over blocks b of scale[o, b] * sum over k in b of (x[k] - z) * w[o, k]`, where `x`, `s` and
/// `z` are a row of the input quantized while executing.
struct BlockwiseWeights {
  private enum Scales {
    case blocks(RuntimeTensor)
    /// One, or one for each channel.
    case channels([Float])
  }

  private let filter: RuntimeTensor
  private let scales: Scales
  private let bias: RuntimeTensor?
  private let range: FloatRange
  private let shape: BlockwiseShape
  private let kernel: BlockwiseMatrixKernel
  private let prepared: Scratch
  /// What a multiply-add is.
  private let workKind: Work.Kind
  private var memory: AlignedMemory?

  /// Weights with a scale for every block.
  /// - Throws: `invalidOperator` or `unsupported` when the blocks do not divide the depth or the scales do not fit them.
  init(
    _ filter: RuntimeTensor, _ blocks: Quantization.Blocks, _ scales: RuntimeTensor, bias: RuntimeTensor?,
    _ range: FloatRange, rows: Int, _ kernel: BlockwiseMatrixKernel, _ context: PrepareContext
  ) throws(RuntimeError) {
    let (units, depth) = (filter.shape[0], filter.shape[1])
    try context.expect(scales, .float16, .float32)
    guard blocks.size > 0, depth % blocks.size == 0 else {
      throw context.error(
        "the blocks do not divide the weights", filter, expected: "a divisor of \(depth)", actual: "\(blocks.size)")
    }
    guard scales.elementCount == units &* (depth / blocks.size) else {
      throw context.error(
        "wrong number of block scales", scales, expected: "\(units &* (depth / blocks.size))", actual: "\(scales.shape)"
      )
    }
    try context.expect(filter.isConstant && scales.isConstant, "blockwise weights are not constants", filter)
    let shape = BlockwiseShape(
      columns: units, depth: depth, blockSize: blocks.size, bitWidth: PackedIntegers.bitWidth(filter) ?? 8)
    try self.init(
      filter, .blocks(scales), bias, range, shape, rows: rows,
      kernel.serves(shape) ? kernel : ReferenceKernels.Product.blockwise, context)
  }

  /// Int4 weights with scales for channels; nil where the kernel has no better form of them than bytes.
  /// - Throws: `outOfMemory`.
  init?(
    _ filter: RuntimeTensor, _ scales: [Float], bias: RuntimeTensor?, _ range: FloatRange, rows: Int,
    _ kernel: BlockwiseMatrixKernel, _ context: PrepareContext
  ) throws(RuntimeError) {
    let depth = filter.shape[1]
    let shape = BlockwiseShape(columns: filter.shape[0], depth: depth, blockSize: depth, bitWidth: 4)
    guard filter.type == .int4, filter.isConstant, depth > 0, kernel.columnTile > 1, kernel.serves(shape) else {
      return nil
    }
    try self.init(filter, .channels(scales), bias, range, shape, rows: rows, kernel, context)
  }

  private init(
    _ filter: RuntimeTensor, _ scales: Scales, _ bias: RuntimeTensor?, _ range: FloatRange, _ shape: BlockwiseShape,
    rows: Int, _ kernel: BlockwiseMatrixKernel, _ context: PrepareContext
  ) throws(RuntimeError) {
    self.filter = filter
    self.scales = scales
    self.bias = bias
    self.range = range
    self.shape = shape
    self.kernel = kernel
    workKind = .byteProduct(context.kernels)
    prepared = try context.requestScratch(product: rows, kernel.preparedCount(shape), MemoryLayout<Int32>.size)
  }

  mutating func pack(_ context: PackContext) throws(RuntimeError) {
    let scaleTensor: RuntimeTensor? = if case .blocks(let tensor) = scales { tensor } else { nil }
    memory = try context.packed(from: filter, scaleTensor, byteCount: kernel.packedSize(shape)) {
      (target) throws(RuntimeError) in
      let room = try context.temporary(4 &* shape.columns &* shape.blocks)
      let floats = room.base.assumingMemoryBound(to: Float.self)
      copyScales(to: floats, count: shape.columns &* shape.blocks)
      withExtendedLifetime(room) { kernel.pack(shape, filter.data, floats, target) }
    }
  }

  /// Writes the scales of all blocks, channel by channel.
  private func copyScales(to target: UnsafeMutablePointer<Float>, count: Int) {
    switch scales {
    case .blocks(let tensor) where tensor.type == .float32:
      target.update(from: tensor.pointer(as: Float.self), count: count)
    case .blocks(let tensor):
      let halves = tensor.pointer(as: UInt16.self)
      for index in 0..<count { target[index] = HalfPrecision.float(halves[index]) }
    case .channels(let scales):
      for index in 0..<count { target[index] = scales[scales.count == 1 ? 0 : index] }
    }
  }

  func multiply(
    _ values: UnsafePointer<Int8>, _ parameters: UnsafePointer<DynamicQuantization.Parameters>, rows: Int,
    _ output: UnsafeMutablePointer<Float>, _ context: ExecuteContext
  ) throws(RuntimeError) {
    guard let memory else { throw context.unprepared }
    let arguments = BlockwiseArguments(
      input: values, parameters: parameters, prepared: context.scratch(prepared).assumingMemoryBound(to: Int32.self),
      packed: UnsafeRawPointer(memory.base), shape: shape, bias: bias?.pointer(as: Float.self), range: range,
      output: output)
    if kernel.preparedCount(shape) > 0 {
      context.parallel(
        BlockwiseRows(kernel: kernel, arguments: arguments), rows: rows, work: Work(shape.depth / 4, .element))
    }
    let tile = kernel.columnTile
    context.parallel(
      BlockwiseColumns(kernel: kernel, arguments: arguments, rows: rows), rows: (shape.columns &+ tile &- 1) / tile,
      work: Work(rows &* shape.depth &* tile, workKind))
  }
}

/// Prepares rows.
private struct BlockwiseRows: RowJob {
  let kernel: BlockwiseMatrixKernel
  let arguments: BlockwiseArguments

  func run(_ rows: Range<Int>) { kernel.prepare(arguments, rows.lowerBound, rows.upperBound) }
}

/// Multiplies all rows, by tiles of columns: so each thread reads a part of the weights.
private struct BlockwiseColumns: RowJob {
  let kernel: BlockwiseMatrixKernel
  let arguments: BlockwiseArguments
  let rows: Int

  func run(_ tiles: Range<Int>) {
    kernel.run(
      arguments, 0, rows, tiles.lowerBound &* kernel.columnTile,
      min(tiles.upperBound &* kernel.columnTile, arguments.shape.columns))
  }
}
