import TFLiteSchema

/// STABLEHLO_GATHER: boxes of one size cut from the operand at start indices, which are clamped so that each box fits.
final class StableHLOGather {
  private let options: Schema.StablehloGatherOptions?

  private var plan: Plan?

  private struct Plan {
    let vectors: IndexVectors
    let copy: StridedCopy
    let sliceSizes: [Int]
    let startMap: [Int]
    /// The axes of the output that number the boxes.
    let batchAxes: [Int]
    let operandStrides: [Int]
    let outputStrides: [Int]
  }

  init(_ node: OperatorNode) { options = node.options2.stablehloGatherOptions }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
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
    let sliceSizes = options.sliceSizes.prefix(VerifierLimits().maxRank + 1).map { Int(truncatingIfNeeded: $0) }
    guard sliceSizes.count == operand.rank,
      zip(sliceSizes, operand.shape.dimensions).allSatisfy({ $0 >= 0 && $0 <= $1 })
    else {
      throw context.error(
        "impossible slice sizes", operand, expected: "at most \(operand.shape)", actual: "\(Shape(sliceSizes))")
    }
    let startMap = try context.distinctAxes(options.startIndexMap, rank: operand.rank, "start index map")
    if startMap.count != vectors.length {
      throw context.error(
        "wrong length of the index vectors", indices, expected: "\(startMap.count)", actual: "\(vectors.length)")
    }
    let collapsed = try context.distinctAxes(options.collapsedSliceDims, rank: operand.rank, "collapsed axes")
    // Of an axis without an element there would be no element that the slice stands for.
    for axis in collapsed where sliceSizes[axis] != 1 {
      throw context.error(
        "a collapsed axis has not one element", operand, expected: "a slice size of 1 on axis \(axis)",
        actual: "\(sliceSizes[axis])")
    }
    let kept = (0..<operand.rank).filter { !collapsed.contains($0) }
    let rank = vectors.batchShape.rank + kept.count
    let offsetAxes = try context.distinctAxes(options.offsetDims, rank: rank, "offset axes").sorted()
    if offsetAxes.count != kept.count {
      throw context.error("wrong number of offset axes", expected: "\(kept.count)", actual: "\(offsetAxes.count)")
    }
    let batchAxes = (0..<rank).filter { !offsetAxes.contains($0) }
    var shape = Shape([Int](repeating: 0, count: rank))
    for (number, axis) in offsetAxes.enumerated() { shape[axis] = sliceSizes[kept[number]] }
    for (number, axis) in batchAxes.enumerated() { shape[axis] = vectors.batchShape[number] }
    try context.setShape(shape, ofOutput: 0)
    let operandStrides = operand.shape.strides
    let outputStrides = shape.strides
    let copy = StridedCopy(
      operand.type, extents: kept.map { sliceSizes[$0] }, source: kept.map { operandStrides[$0] },
      destination: offsetAxes.map { outputStrides[$0] })
    plan = Plan(
      vectors: vectors, copy: copy, sliceSizes: sliceSizes, startMap: startMap, batchAxes: batchAxes,
      operandStrides: operandStrides, outputStrides: outputStrides)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let operand = context.input(0)
    let indices = context.input(1)
    let output = context.output(0)
    if output.elementCount == 0 { return }
    let vectors = plan.vectors
    let width = operand.type.elementByteCount
    for batch in 0..<vectors.count {
      var from = 0
      for (position, axis) in plan.startMap.enumerated() {
        let start = max(0, min(vectors.index(indices, batch, position), operand.shape[axis] - plan.sliceSizes[axis]))
        from &+= start &* plan.operandStrides[axis]
      }
      let to = vectors.offset(batch, axes: plan.batchAxes, strides: plan.outputStrides)
      plan.copy.run(context, from: operand.data + from &* width, to: output.data + to &* width)
    }
  }
}
