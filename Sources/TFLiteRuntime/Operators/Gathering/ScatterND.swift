/// SCATTER_ND: zeros of the stated shape, to which slices are added where vectors of indices say.
final class ScatterND {
  /// Of the shape seen last.
  private var coordinates: SliceCoordinates?
  private var isDynamic = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    coordinates = nil
    try context.expect(inputs: 3, outputs: 1)
    let indices = try context.input(0)
    let updates = try context.input(1)
    let shape = try context.input(2)
    try context.expect(updates, .float32, .int32, .int64, .int8, .uint8, .bool, .int16)
    try context.expectSameType(context.output(0), updates)
    try context.expect(indices, .int32, .int64)
    try context.expectSameType(shape, indices)
    try context.expectRank(indices, 1...Int.max)
    try context.expectRank(shape, 1)
    isDynamic = !shape.isConstant
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(resolve(indices, updates, shape, context.node), ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let updates = context.input(1)
    var output = context.output(0)
    if isDynamic {
      output = try context.resizeOutput(0, to: resolve(context.input(0), updates, context.input(2), context.node))
    }
    guard let coordinates else { throw context.unprepared }
    output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
    if updates.elementCount == 0 { return }
    switch output.type {
    case .float32: try add(context, coordinates, output, Float.self) { $0 + $1 }
    case .int64: try add(context, coordinates, output, Int64.self) { $0 &+ $1 }
    case .int16: try add(context, coordinates, output, Int16.self) { $0 &+ $1 }
    case .int8, .uint8: try add(context, coordinates, output, UInt8.self) { $0 &+ $1 }
    case .bool: try add(context, coordinates, output, UInt8.self) { $0 | $1 == 0 ? 0 : 1 }
    default: try add(context, coordinates, output, Int32.self) { $0 &+ $1 }
    }
  }

  @inline(__always)
  private func add<Element: BitwiseCopyable>(
    _ context: ExecuteContext, _ coordinates: SliceCoordinates, _ output: RuntimeTensor, _ type: Element.Type,
    _ sum: (Element, Element) -> Element
  ) throws(RuntimeError) {
    let indices = context.input(0)
    let updates = context.input(1).pointer(as: type)
    let run = coordinates.sliceCount
    let target = output.mutablePointer(as: type)
    let count = indices.shape.product(0..<indices.rank - 1)
    if run == 1 {
      return try coordinates.forEachOffset(indices, count, context) { slice, start in
        target[start] = sum(target[start], updates[slice])
      }
    }
    try coordinates.forEachOffset(indices, count, context) { slice, start in
      let (line, addends) = (target + start, updates + slice &* run)
      for element in 0..<run { line[element] = sum(line[element], addends[element]) }
    }
  }

  private func resolve(
    _ indices: RuntimeTensor, _ updates: RuntimeTensor, _ shapeTensor: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Shape {
    let shape = Shape(shapeTensor.integers)
    let depth = indices.shape.innermost
    guard shape.checkedElementCount != nil, depth <= shape.rank else {
      throw node.operandError("impossible output shape", shapeTensor, actual: "\(shape)")
    }
    let expected = Shape(Array(indices.shape.dimensions.dropLast()) + shape.dimensions[depth...])
    if updates.shape != expected {
      throw node.operandError(
        "wrong shape of the updates", updates, expected: "\(expected)", actual: "\(updates.shape)")
    }
    coordinates = SliceCoordinates(shape, depth: depth)
    return shape
  }
}
