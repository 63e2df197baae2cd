/// SPACE_TO_BATCH_ND: the image, with margins of zeros (the zero point where quantized), cut into blocks whose pixels of
/// one position become an image of their own.
final class SpaceToBatchND {
  private var blocks: BatchBlocks?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    blocks = nil
    try context.expectBatchBlocks()
    let input = try context.input(0)
    let block = try context.input(1)
    let margins = try context.input(2)
    if block.isConstant && margins.isConstant {
      let (shape, blocks) = try Self.resolve(input, block, margins, context.node)
      try context.setShape(shape, ofOutput: 0)
      self.blocks = blocks
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    var output = context.output(0)
    let blocks: BatchBlocks
    if let planned = self.blocks {
      blocks = planned
    } else {
      let (shape, resolved) = try Self.resolve(input, context.input(1), context.input(2), context.node)
      blocks = resolved
      output = try context.resizeOutput(0, to: shape)
    }
    if output.elementCount == 0 { return }
    let zero = output.type.elementByteCount <= 2 ? output.tensorParameters.zeroPoint : 0
    let job = SpaceToBatchJob(
      source: input.data, destination: output.data, blocks: blocks, zero: UInt8(truncatingIfNeeded: zero))
    context.parallel(
      job, rows: blocks.parts.batch &* blocks.parts.height,
      work: Work(blocks.parts.width &* blocks.parts.pixel, .copiedByte))
  }

  private static func resolve(
    _ input: RuntimeTensor, _ block: RuntimeTensor, _ margins: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, BatchBlocks) {
    let operands = try BatchBlocks.operands(input, block, margins, node)
    let whole = BatchBlocks.extents(input.shape, input.type)
    let height = whole.height &+ operands.margins.top &+ operands.margins.bottom
    let width = whole.width &+ operands.margins.left &+ operands.margins.right
    if height % operands.block.height != 0 || width % operands.block.width != 0 {
      throw node.operandError(
        "the blocks do not fill the image", input,
        expected: "multiples of \(operands.block.height) and \(operands.block.width)", actual: "\(height) and \(width)")
    }
    let (area, areaOverflow) = operands.block.height.multipliedReportingOverflow(by: operands.block.width)
    let (batch, overflow) = whole.batch.multipliedReportingOverflow(by: area)
    let shape = BatchBlocks.shape(
      input.rank, batch: batch, height: height / operands.block.height, width: width / operands.block.width,
      depth: input.shape.innermost)
    if areaOverflow || overflow || shape.checkedElementCount == nil {
      throw node.operandError("impossible output shape", block, actual: "\(shape)")
    }
    let blocks = BatchBlocks(
      height: operands.block.height, width: operands.block.width, top: operands.margins.top,
      left: operands.margins.left, whole: whole, parts: BatchBlocks.extents(shape, input.type))
    return (shape, blocks)
  }
}

/// A row is one line of one output image.
private struct SpaceToBatchJob: RowJob {
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let blocks: BatchBlocks
  let zero: UInt8

  func run(_ rows: Range<Int>) {
    let whole = blocks.whole
    let pixel = whole.pixel
    let width = blocks.parts.width
    for row in rows {
      let part = row / blocks.parts.height
      let position = part / whole.batch
      let y = row % blocks.parts.height &* blocks.height &+ position / blocks.width &- blocks.top
      let shift = position % blocks.width &- blocks.left
      let target = destination + row &* width &* pixel
      if y < 0 || y >= whole.height {
        target.initializeMemory(as: UInt8.self, repeating: zero, count: width &* pixel)
        continue
      }
      let line = source + (part % whole.batch &* whole.height &+ y) &* whole.width &* pixel
      // Columns that lie in the image.
      let first = min(width, shift < 0 ? (blocks.width &- 1 &- shift) / blocks.width : 0)
      let end = max(first, min(width, shift < whole.width ? (whole.width &- shift &- 1) / blocks.width &+ 1 : 0))
      target.initializeMemory(as: UInt8.self, repeating: zero, count: first &* pixel)
      copyRuns(
        target + first &* pixel, step: pixel, line + (first &* blocks.width &+ shift) &* pixel,
        step: blocks.width &* pixel, byteCount: pixel, count: end &- first)
      (target + end &* pixel).initializeMemory(as: UInt8.self, repeating: zero, count: (width &- end) &* pixel)
    }
  }
}
