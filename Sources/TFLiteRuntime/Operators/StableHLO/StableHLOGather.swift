import TFLiteSchema

/// STABLEHLO_GATHER: boxes of one size cut from the operand at start indices, which are clamped so that each box fits.
final class StableHLOGather: Operator {
  private let options: Schema.StablehloGatherOptions?

  private var vectors: IndexVectors?
  private var copy: StridedCopy?
  private var sliceSizes: [Int] = []
  private var startMap: [Int] = []
  /// The axes of the output that number the boxes.
  private var batchAxes: [Int] = []
  private var operandStrides: [Int] = []
  private var outputStrides: [Int] = []

  init(_ node: OperatorNode) { options = node.options2(Schema.StablehloGatherOptions.self) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    guard let options else { throw context.error("the options are missing") }
    let operand = try context.input(0)
    let indices = try context.input(1)
    try context.expect(operand, oneOf: ElementType.wholeBytes)
    try context.expectSameType(context.output(0), operand)
    try context.expect(indices, .int32, .int64)
    guard let vectors = IndexVectors(indices, axis: Int(truncatingIfNeeded: options.indexVectorDim)) else {
      throw context.error("axis of the index vectors out of range", indices, actual: "\(options.indexVectorDim)")
    }
    self.vectors = vectors
    sliceSizes = options.sliceSizes.prefix(VerifierLimits().maxRank + 1).map { Int(truncatingIfNeeded: $0) }
    guard sliceSizes.count == operand.rank,
      zip(sliceSizes, operand.shape.dimensions).allSatisfy({ $0 >= 0 && $0 <= $1 })
    else {
      throw context.error(
        "impossible slice sizes", operand, expected: "at most \(operand.shape)", actual: "\(Shape(sliceSizes))")
    }
    startMap = try context.distinctAxes(options.startIndexMap, rank: operand.rank, "start index map")
    if startMap.count != vectors.length {
      throw context.error(
        "wrong length of the index vectors", indices, expected: "\(startMap.count)", actual: "\(vectors.length)")
    }
    let collapsed = try context.distinctAxes(options.collapsedSliceDims, rank: operand.rank, "collapsed axes")
    let kept = (0..<operand.rank).filter { !collapsed.contains($0) }
    let rank = vectors.batchShape.rank + kept.count
    let offsetAxes = try context.distinctAxes(options.offsetDims, rank: rank, "offset axes").sorted()
    if offsetAxes.count != kept.count {
      throw context.error("wrong number of offset axes", expected: "\(kept.count)", actual: "\(offsetAxes.count)")
    }
    batchAxes = (0..<rank).filter { !offsetAxes.contains($0) }
    var shape = Shape([Int](repeating: 0, count: rank))
    for (number, axis) in offsetAxes.enumerated() { shape[axis] = sliceSizes[kept[number]] }
    for (number, axis) in batchAxes.enumerated() { shape[axis] = vectors.batchShape[number] }
    try context.setShape(shape, ofOutput: 0)
    operandStrides = operand.shape.strides
    outputStrides = shape.strides
    copy = StridedCopy(
      operand.type, extents: kept.map { sliceSizes[$0] }, source: kept.map { operandStrides[$0] },
      destination: offsetAxes.map { outputStrides[$0] })
  }

  func execute(_ context: ExecuteContext) {
    let operand = context.input(0)
    let indices = context.input(1)
    let output = context.output(0)
    guard let vectors, let copy, output.elementCount > 0 else { return }
    let width = operand.type.elementByteCount
    for batch in 0..<vectors.count {
      var from = 0
      for (position, axis) in startMap.enumerated() {
        let start = max(0, min(vectors.index(indices, batch, position), operand.shape[axis] - sliceSizes[axis]))
        from &+= start &* operandStrides[axis]
      }
      let to = vectors.offset(batch, axes: batchAxes, strides: outputStrides)
      copy.run(context, from: operand.data + from &* width, to: output.data + to &* width)
    }
  }
}
