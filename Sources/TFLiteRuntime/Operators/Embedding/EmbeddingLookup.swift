import TFLiteKernelSets
import TFLiteKernels

/// EMBEDDING_LOOKUP: the rows of a table that the first input names.
///
/// Integer tables (8, 4 or 2 bits) give floats when the output is FLOAT32 or FLOAT16: `value * scale`, with one scale for
/// the table, one for each row, or one for each block of a row.
final class EmbeddingLookup {
  private var plan: Plan?
  /// TFLite reads tables of UINT8 as signed bytes, too.
  private var dequantizeBytes: AffineDequantization?

  private enum Plan {
    /// Rows stay as they are.
    case copy
    case scale(Scaling)
  }

  /// How integers become floats.
  private struct Scaling {
    /// Elements of a row that share a scale.
    var blockSize: Int
    var scales: ScaleSource
  }

  private enum ScaleSource {
    case table(Float)
    case rows([Float])
    case blocks(RuntimeTensor)

    /// What all elements of row `row` share; nil where they do not.
    func shared(_ row: Int) -> Float? {
      switch self {
      case .table(let scale): scale
      case .rows(let scales): scales[row]
      case .blocks: nil
      }
    }
  }

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    dequantizeBytes = context.kernels.quantization.dequantizeInt8
    try context.expect(inputs: 2, outputs: 1)
    let indices = try context.input(0)
    let table = try context.input(1)
    let output = try context.output(0)
    try context.expect(indices, .int32)
    try context.expectRank(indices, 1)
    try context.expect(table, oneOf: ElementType.fixedSize)
    try context.expectRank(table, 2...Int.max)
    var shape = table.shape
    shape[0] = indices.elementCount
    try context.setShape(shape, ofOutput: 0)
    if table.type == output.type {
      try context.expect(
        table.quantization?.scales.count ?? 0 <= 1, "rows with scales of their own become reals", output)
      plan = .copy
      return
    }
    try context.expect(table, .int8, .uint8, .int4, .int2)
    try context.expect(output, .float32, .float16)
    plan = .scale(
      try makeScaling(context, table, rowCount: table.shape[0], depth: shape.product(1..<shape.rank)))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let indices = context.input(0)
    let table = context.input(1)
    let output = context.output(0)
    let rowCount = table.shape[0]
    for position in 0..<indices.elementCount {
      let index = indices.integer(position)
      if index < 0 || index >= rowCount {
        throw context.error("index out of range", indices, expected: "0..<\(rowCount)", actual: "\(index)")
      }
    }
    if output.byteCount == 0 { return }
    let depth = table.shape.product(1..<table.rank)
    if case .scale(let scaling) = plan {
      for position in 0..<indices.elementCount {
        dequantize(table, row: indices.integer(position), depth, scaling, output, at: position &* depth)
      }
      return
    }
    switch table.type.storage {
    case .bits(let width) where depth &* width % 8 != 0:
      let elements = PackedElements(width: width)
      for position in 0..<indices.elementCount {
        let row = indices.integer(position) &* depth
        for element in 0..<depth {
          elements.store(elements.load(table.data, row &+ element), output.data, position &* depth &+ element)
        }
      }
    case .bits(let width): copyRows(indices, table, output, depth &* width / 8)
    default: copyRows(indices, table, output, depth &* table.type.elementByteCount)
    }
  }

  private func copyRows(_ indices: RuntimeTensor, _ table: RuntimeTensor, _ output: RuntimeTensor, _ run: Int) {
    for position in 0..<indices.elementCount {
      copyRun(output.data + position &* run, table.data + indices.integer(position) &* run, run)
    }
  }

  private func makeScaling(
    _ context: PrepareContext, _ table: RuntimeTensor, rowCount: Int, depth: Int
  ) throws(RuntimeError) -> Scaling {
    guard let quantization = table.quantization else { return Scaling(blockSize: max(1, depth), scales: .table(0)) }
    if let blocks = quantization.blocks {
      try context.expect(table, .int4, .int2)
      try context.expectRank(table, 2)
      let scales = try context.tensor(blocks.scalesTensor)
      try context.expect(scales, .float16, .float32)
      guard blocks.size > 0, depth % blocks.size == 0, scales.elementCount == rowCount &* (depth / blocks.size) else {
        throw context.error(
          "the block scales do not fit the table", scales, expected: "one for each block of \(blocks.size)",
          actual: "\(scales.shape) for \(table.shape)")
      }
      try context.expect(scales.isConstant, "the block scales are not constants", scales)
      return Scaling(blockSize: blocks.size, scales: .blocks(scales))
    }
    if quantization.zeroPoint != 0 {
      throw context.error("wrong zero point", table, expected: "0", actual: "\(quantization.zeroPoint)")
    }
    if quantization.isPerChannel {
      if quantization.axis != 0 || quantization.scales.count != rowCount {
        throw context.error(
          "wrong number of scales", table, expected: "\(rowCount) along axis 0",
          actual: "\(quantization.scales.count) along axis \(quantization.axis)")
      }
      return Scaling(blockSize: max(1, depth), scales: .rows(quantization.scales))
    }
    return Scaling(blockSize: max(1, depth), scales: .table(quantization.scale))
  }

  /// Writes row `row` from element `start` of the output on. Rows of packed elements start at a whole byte.
  private func dequantize(
    _ table: RuntimeTensor, row: Int, _ depth: Int, _ scaling: Scaling, _ output: RuntimeTensor, at start: Int
  ) {
    let width = table.type.bitWidth ?? 8
    let perByte = 8 / width
    let source = table.data + row &* depth / perByte
    if width == 8, output.type == .float32, let dequantizeBytes, let scale = scaling.scales.shared(row) {
      return dequantizeBytes(UnsafeRawPointer(source), output.mutablePointer(as: Float.self) + start, depth, scale, 0)
    }
    let shift = Int8(truncatingIfNeeded: 8 - width)
    for element in 0..<depth {
      let byte = source.load(fromByteOffset: element / perByte, as: Int8.self)
      let below = Int8(truncatingIfNeeded: element % perByte &* width)
      let value = Float((byte &<< (shift &- below)) &>> shift)
      let scale: Float =
        switch scaling.scales {
        case .table(let scale): scale
        case .rows(let scales): scales[row]
        case .blocks(let scales): Self.blockScale(scales, (row &* depth &+ element) / scaling.blockSize)
        }
      if output.type == .float16 {
        output.mutablePointer(as: UInt16.self)[start &+ element] = HalfPrecision.bits(value * scale)
      } else {
        output.mutablePointer(as: Float.self)[start &+ element] = value * scale
      }
    }
  }

  private static func blockScale(_ scales: RuntimeTensor, _ index: Int) -> Float {
    scales.type == .float32
      ? scales.pointer(as: Float.self)[index] : HalfPrecision.float(scales.pointer(as: UInt16.self)[index])
  }
}
