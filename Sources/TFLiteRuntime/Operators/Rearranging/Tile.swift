/// TILE: the input repeated along each axis as often as the second input says.
final class Tile {
  private var copy: StridedCopy?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let multiples = try context.input(1)
    try context.expect(input, oneOf: ElementType.wholeBytesAndStrings)
    try context.expectSameType(context.output(0), input)
    try context.expect(multiples, .int32, .int64)
    if multiples.elementCount != input.rank {
      throw context.error(
        "wrong number of multiples", multiples, expected: "\(input.rank)", actual: "\(multiples.elementCount)")
    }
    if multiples.isConstant {
      let (shape, copy) = try Self.resolve(input, multiples, context.node)
      try context.setShape(shape, ofOutput: 0)
      self.copy = copy
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    if let copy {
      try context.run(copy, from: input, output: 0, shape: context.output(0).shape, resizing: false)
    } else {
      let (shape, copy) = try Self.resolve(input, context.input(1), context.node)
      try context.run(copy, from: input, output: 0, shape: shape, resizing: true)
    }
  }

  private static func resolve(
    _ input: RuntimeTensor, _ multiples: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, StridedCopy) {
    let inputStrides = input.shape.strides
    var shape = input.shape
    var extents: [Int] = []
    var sources: [Int] = []
    for axis in 0..<input.rank {
      let multiple = multiples.integer(axis)
      let (extent, overflow) = input.shape[axis].multipliedReportingOverflow(by: multiple)
      if multiple < 0 || overflow || extent > Int(Int32.max) {
        throw node.operandError("impossible multiple of axis \(axis)", multiples, actual: "\(multiple)")
      }
      shape[axis] = extent
      extents += [multiple, input.shape[axis]]
      sources += [0, inputStrides[axis]]
    }
    guard shape.checkedElementCount != nil else {
      throw node.operandError("impossible output shape", multiples, actual: "\(shape)")
    }
    let copy = StridedCopy(
      input.type, extents: extents, source: sources, destination: Shape(extents).strides)
    return (shape, copy)
  }
}
