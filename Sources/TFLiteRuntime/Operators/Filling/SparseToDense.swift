/// SPARSE_TO_DENSE: a tensor of the stated shape and one default value, with other values at the stated indices.
final class SparseToDense {
  private var isDynamic = false
  /// Of the shape seen last.
  private var coordinates: SliceCoordinates?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    coordinates = nil
    try context.expect(inputs: 4, outputs: 1)
    let indices = try context.input(0)
    let shape = try context.input(1)
    let values = try context.input(2)
    let standard = try context.input(3)
    try context.expect(indices, .int32, .int64)
    try context.expect(shape, .int32, .int64)
    try context.expect(values, oneOf: ElementType.wholeBytes)
    try context.expectSameType(standard, values)
    try context.expectSameType(context.output(0), values)
    try context.expectRank(indices, 0...2)
    try context.expectRank(shape, 1)
    try context.expectRank(values, 0...1)
    try context.expect(standard.elementCount == 1, "the default is not one element", standard)
    let depth = indices.rank == 2 ? indices.shape[1] : 1
    if shape.elementCount != depth {
      throw context.error("wrong length of an index", indices, expected: "\(shape.elementCount)", actual: "\(depth)")
    }
    let count = indices.rank == 2 ? indices.shape[0] : indices.elementCount
    if values.rank == 1 && values.elementCount != count {
      throw context.error("wrong number of values", values, expected: "\(count)", actual: "\(values.elementCount)")
    }
    isDynamic = !shape.isConstant
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      let dimensions = Shape(shape.integers)
      try context.setShape(dimensions, ofOutput: 0)
      coordinates = SliceCoordinates(dimensions, depth: dimensions.rank)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let indices = context.input(0)
    let values = context.input(2)
    var output = context.output(0)
    if isDynamic {
      let shape = context.input(1)
      var isKnown = coordinates != nil && !output.hasUnknownShape && output.rank == shape.elementCount
      for axis in 0..<shape.elementCount { isKnown = isKnown && output.shape[axis] == shape.integer(axis) }
      output = try context.resizeOutput(0, to: isKnown ? output.shape : Shape(shape.integers))
      if !isKnown { coordinates = SliceCoordinates(output.shape, depth: output.rank) }
    }
    guard let coordinates else { throw context.unprepared }
    let width = values.type.elementByteCount
    fillElements(output.data, count: output.elementCount, value: context.input(3).data, width: width)
    let count = indices.rank == 2 ? indices.shape[0] : indices.elementCount
    let step = values.rank == 0 ? 0 : width
    if output.rank == 0 {
      // Indices take no bytes then, however many there are: the last value stays.
      if count > 0 { copyRun(output.data, values.data + (count &- 1) &* step, width) }
      return
    }
    try coordinates.forEachOffset(indices, count, context) { number, element in
      copyRun(output.data + element &* width, values.data + number &* step, width)
    }
  }
}
