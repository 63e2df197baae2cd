/// SLICE: a box of the input, from `begin` and of size `size`; a size of -1 reaches to the end.
final class Slice {
  private var copy: StridedCopy?
  private var isDynamic = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 3, outputs: 1)
    let input = try context.input(0)
    let begin = try context.input(1)
    let size = try context.input(2)
    try context.expectSameType(context.output(0), input)
    for operand in [begin, size] {
      try context.expect(operand, .int32, .int64)
      try context.expectRank(operand, 1)
      if operand.elementCount != input.rank {
        throw context.error(
          "wrong number of elements", operand, expected: "\(input.rank)", actual: "\(operand.elementCount)")
      }
    }
    isDynamic = false
    if begin.isConstant && size.isConstant {
      let box = try Self.resolve(input, begin, size, context.node)
      try context.setShape(box.shape, ofOutput: 0)
      context.allowPlacing(output: 0, insideInput: 0, box.copy)
      copy = box.copy
    } else if size.isConstant, size.integers.allSatisfy({ $0 >= 0 }) {
      try context.setShape(Shape(size.integers), ofOutput: 0)
    } else {
      isDynamic = true
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    if let copy {
      try context.run(copy, from: input, output: 0, shape: context.output(0).shape, resizing: false)
    } else {
      let box = try Self.resolve(input, context.input(1), context.input(2), context.node)
      try context.run(box.copy, from: input, output: 0, shape: box.shape, resizing: isDynamic)
    }
  }

  private static func resolve(
    _ input: RuntimeTensor, _ begin: RuntimeTensor, _ size: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (shape: Shape, copy: StridedCopy) {
    var shape = input.shape
    let strides = input.shape.strides
    var offset = 0
    for axis in 0..<input.rank {
      let extent = input.shape[axis]
      let first = begin.integer(axis)
      if first < 0 || first > extent {
        throw node.operandError(
          "begin of axis \(axis) is out of range", begin, expected: "0...\(extent)", actual: "\(first)")
      }
      var count = size.integer(axis)
      if count == -1 { count = extent - first }
      if count < 0 || count > extent - first {
        throw node.operandError(
          "size of axis \(axis) is out of range", size, expected: "-1...\(extent - first)", actual: "\(count)")
      }
      shape[axis] = count
      offset &+= first &* strides[axis]
    }
    let copy = StridedCopy(
      input.type, extents: shape.dimensions, source: strides, destination: shape.strides, sourceOffset: offset)
    return (shape, copy)
  }
}
