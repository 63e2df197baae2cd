import TFLiteKernels

/// Integer weights [O, I] with a scale for every block of elements along I, as language models have them.
///
/// `y[o] = bias[o] + s * sum over blocks b of scale[o, b] * sum over k in b of (x[k] - z) * w[o, k]`, where `x`, `s` and
/// `z` are a row of the input quantized while executing.
struct BlockwiseWeights {
  private let filter: RuntimeTensor
  private let scales: RuntimeTensor
  private let bias: RuntimeTensor?
  private let range: FloatRange
  private let units: Int
  private let depth: Int
  private let blockSize: Int
  /// The weights as bytes, then the scales as floats.
  private var memory: AlignedMemory?

  /// - Throws: `invalidOperator` or `unsupported` when the blocks do not divide the depth or the scales do not fit them.
  init(
    _ filter: RuntimeTensor, _ blocks: Quantization.Blocks, _ scales: RuntimeTensor, bias: RuntimeTensor?,
    _ range: FloatRange, _ context: PrepareContext
  ) throws(RuntimeError) {
    self.filter = filter
    self.scales = scales
    self.bias = bias
    self.range = range
    units = filter.shape[0]
    depth = filter.shape[1]
    blockSize = blocks.size
    try context.expect(scales, .float16, .float32)
    guard blockSize > 0, depth % blockSize == 0 else {
      throw context.error(
        "the blocks do not divide the weights", filter, expected: "a divisor of \(depth)", actual: "\(blockSize)")
    }
    guard scales.elementCount == units &* (depth / blockSize) else {
      throw context.error(
        "wrong number of block scales", scales, expected: "\(units &* (depth / blockSize))", actual: "\(scales.shape)")
    }
    try context.expect(filter.isConstant && scales.isConstant, "blockwise weights are not constants", filter)
  }

  mutating func pack(_ context: PackContext) throws(RuntimeError) {
    let weightBytes = units &* depth
    let scaleCount = scales.elementCount
    memory = try context.packed(from: filter, scales, byteCount: (weightBytes + 3) & ~3 + 4 &* scaleCount) {
      target in
      let bytes = target.assumingMemoryBound(to: Int8.self)
      if let width = PackedIntegers.bitWidth(filter) {
        PackedIntegers.unpack(filter.data, bitWidth: width, count: weightBytes, into: bytes)
      } else {
        target.copyMemory(from: filter.data, byteCount: weightBytes)
      }
      let floats = (target + (weightBytes + 3) & ~3).assumingMemoryBound(to: Float.self)
      for index in 0..<scaleCount {
        floats[index] =
          scales.type == .float32
          ? scales.pointer(as: Float.self)[index] : HalfPrecision.float(scales.pointer(as: UInt16.self)[index])
      }
    }
  }

  func multiply(
    _ values: UnsafePointer<Int8>, _ parameters: UnsafePointer<DynamicQuantization.Parameters>, rows: Int,
    _ output: UnsafeMutablePointer<Float>, _ context: ExecuteContext
  ) throws(RuntimeError) {
    guard let memory else { throw context.unprepared }
    let job = BlockwiseJob(
      values: values, parameters: parameters, weights: UnsafePointer(memory.base.assumingMemoryBound(to: Int8.self)),
      scales: UnsafePointer((memory.base + (units &* depth + 3) & ~3).assumingMemoryBound(to: Float.self)),
      bias: bias?.pointer(as: Float.self), output: output, rows: rows, units: units, depth: depth, blockSize: blockSize,
      range: range)
    context.parallel(job, rows: units, work: Work(2 &* rows &* depth, .multiplyAdd))
  }
}

/// Splits the work by output units.
private struct BlockwiseJob: RowJob {
  let values: UnsafePointer<Int8>
  let parameters: UnsafePointer<DynamicQuantization.Parameters>
  let weights: UnsafePointer<Int8>
  let scales: UnsafePointer<Float>
  let bias: UnsafePointer<Float>?
  let output: UnsafeMutablePointer<Float>
  let rows: Int
  let units: Int
  let depth: Int
  let blockSize: Int
  let range: FloatRange

  func run(_ part: Range<Int>) {
    let blocks = depth / blockSize
    for row in 0..<rows {
      let input = values + row &* depth
      let zeroPoint = parameters[row].zeroPoint
      for unit in part {
        let filter = weights + unit &* depth
        var total: Float = 0
        var offset: Float = 0
        for block in 0..<blocks {
          var product: Int32 = 0
          var sum: Int32 = 0
          for k in block &* blockSize..<(block &+ 1) &* blockSize {
            product &+= Int32(input[k]) &* Int32(filter[k])
            sum &+= Int32(filter[k])
          }
          let scale = scales[unit &* blocks &+ block]
          total += Float(product) * scale
          offset += scale * Float(sum)
        }
        let real = (total - Float(zeroPoint) * offset) * parameters[row].scale + (bias?[unit] ?? 0)
        output[row &* units &+ unit] = range.clamp(real)
      }
    }
  }
}
