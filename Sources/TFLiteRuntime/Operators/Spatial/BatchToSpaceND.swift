/// BATCH_TO_SPACE_ND: images put together to blocks of pixels, one pixel of each position from each image, and the border
/// cut off.
final class BatchToSpaceND {
  private var blocks: BatchBlocks?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    blocks = nil
    try context.expectBatchBlocks()
    let input = try context.input(0)
    let block = try context.input(1)
    let crops = try context.input(2)
    if block.isConstant && crops.isConstant {
      let (shape, blocks) = try Self.resolve(input, block, crops, context.node)
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
    let job = BatchToSpaceJob(source: input.data, destination: output.data, blocks: blocks)
    context.parallel(
      job, rows: blocks.whole.batch &* blocks.whole.height,
      work: Work(blocks.whole.width &* blocks.whole.pixel, .copiedByte))
  }

  private static func resolve(
    _ input: RuntimeTensor, _ block: RuntimeTensor, _ crops: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, BatchBlocks) {
    let operands = try BatchBlocks.operands(input, block, crops, node)
    let parts = BatchBlocks.extents(input.shape, input.type)
    let (area, areaOverflow) = operands.block.height.multipliedReportingOverflow(by: operands.block.width)
    if areaOverflow || parts.batch % area != 0 {
      throw node.operandError(
        "the batch cannot be cut evenly", input, expected: "a multiple of \(area)", actual: "\(parts.batch)")
    }
    let shape = BatchBlocks.shape(
      input.rank, batch: parts.batch / area,
      height: parts.height &* operands.block.height &- operands.margins.top &- operands.margins.bottom,
      width: parts.width &* operands.block.width &- operands.margins.left &- operands.margins.right,
      depth: input.shape.innermost)
    if shape.checkedElementCount == nil {
      throw node.operandError("impossible output shape", crops, actual: "\(shape)")
    }
    let blocks = BatchBlocks(
      height: operands.block.height, width: operands.block.width, top: operands.margins.top,
      left: operands.margins.left, whole: BatchBlocks.extents(shape, input.type), parts: parts)
    return (shape, blocks)
  }
}

/// A row is one line of one output image.
private struct BatchToSpaceJob: RowJob {
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let blocks: BatchBlocks

  func run(_ rows: Range<Int>) {
    let whole = blocks.whole
    let parts = blocks.parts
    let pixel = whole.pixel
    for row in rows {
      let batch = row / whole.height
      let y = row % whole.height &+ blocks.top
      let target = destination + row &* whole.width &* pixel
      let line = y % blocks.height &* blocks.width
      // Columns that come from the same image are evenly spaced.
      for phase in 0..<min(blocks.width, whole.width) {
        let x = phase &+ blocks.left
        let part = (line &+ x % blocks.width) &* whole.batch &+ batch
        let from = (part &* parts.height &+ y / blocks.height) &* parts.width &+ x / blocks.width
        copyRuns(
          target + phase &* pixel, step: blocks.width &* pixel, source + from &* pixel, step: pixel, byteCount: pixel,
          count: (whole.width &- phase &- 1) / blocks.width &+ 1)
      }
    }
  }
}
