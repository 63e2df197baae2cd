/// How SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND cut an image into blocks. Images without a width count as one pixel wide.
struct BatchBlocks {
  /// The extents of a block.
  var height: Int
  var width: Int
  /// Pixels of margin, or pixels cut off, above and left.
  var top: Int
  var left: Int
  /// The image in one piece: batch, height, width and bytes of a pixel.
  var whole: Extents
  /// The image in blocks.
  var parts: Extents

  struct Extents {
    var batch: Int
    var height: Int
    var width: Int
    var pixel: Int
  }

  /// The operands as numbers, a width of 1 without margins for images of rank 3.
  struct Operands {
    var block: (height: Int, width: Int)
    var margins: (top: Int, bottom: Int, left: Int, right: Int)
  }

  /// - Throws: `invalidOperator` unless blocks are positive and margins not negative.
  static func operands(
    _ input: RuntimeTensor, _ block: RuntimeTensor, _ margins: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Operands {
    let hasWidth = input.rank == 4
    let operands = Operands(
      block: (block.integer(0), hasWidth ? block.integer(1) : 1),
      margins: (
        margins.integer(0), margins.integer(1), hasWidth ? margins.integer(2) : 0, hasWidth ? margins.integer(3) : 0
      ))
    for extent in [operands.block.height, operands.block.width] where extent < 1 {
      throw node.operandError("a block extent is out of range", block, expected: "at least 1", actual: "\(extent)")
    }
    for axis in 0..<2 * (input.rank - 2) where margins.integer(axis) < 0 {
      throw node.operandError("a margin is negative", margins, actual: "\(margins.integer(axis))")
    }
    return operands
  }

  static func extents(_ shape: Shape, _ type: ElementType) -> Extents {
    let hasWidth = shape.rank == 4
    return Extents(
      batch: shape[0], height: shape[1], width: hasWidth ? shape[2] : 1,
      pixel: shape.innermost &* type.elementByteCount)
  }

  static func shape(_ rank: Int, batch: Int, height: Int, width: Int, depth: Int) -> Shape {
    rank == 4 ? [batch, height, width, depth] : [batch, height, depth]
  }
}

extension PrepareContext {
  /// Checks what SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND have in common.
  func expectBatchBlocks() throws(RuntimeError) {
    try expect(inputs: 3, outputs: 1)
    let input = try input(0)
    let block = try self.input(1)
    let margins = try self.input(2)
    let output = try output(0)
    try expect(input, oneOf: ElementType.wholeBytes)
    try expectSameType(output, input)
    try expectRank(input, 3...4)
    try expect(block, .int32)
    try expect(margins, .int32)
    if block.shape != [input.rank - 2] {
      throw error("wrong shape of the block", block, expected: "[\(input.rank - 2)]", actual: "\(block.shape)")
    }
    if margins.shape != [input.rank - 2, 2] {
      throw error("wrong shape of the margins", margins, expected: "[\(input.rank - 2),2]", actual: "\(margins.shape)")
    }
    if input.type == .uint8 || input.type == .int8 || input.type == .int16 {
      try expectSameQuantization(output, input)
    }
    if input.type == .int16 { try expectZeroZeroPoint(input) }
  }
}
