import TFLiteSchema

/// STRIDED_SLICE: NumPy's slicing with `begin`, `end` and `strides` and the five masks; with the option `offset`, `end`
/// counts from `begin`.
///
/// A single index beyond the end (an axis of the shrink mask) reads nothing: the output is then zero.
final class StridedSlice {
  private let options: Schema.StridedSliceOptions?

  private var bounds: StridedSliceBounds?
  private var copy = Held<StridedCopy>()
  private var isDynamic = false

  init(_ node: OperatorNode) { options = node.options.stridedSliceOptions }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (bounds, copy.object) = (nil, nil)
    try context.expect(inputs: 4, outputs: 1)
    let input = try context.input(0)
    try context.expectSameType(context.output(0), input)
    let begin = try context.input(1)
    let end = try context.input(2)
    let strides = try context.input(3)
    for operand in [begin, end, strides] {
      try context.expect(operand, .int32)
      try context.expectRank(operand, 1)
      if operand.elementCount != begin.elementCount || operand.elementCount > 31 {
        throw context.error(
          "wrong number of elements", operand, expected: "as many as begin and at most 31",
          actual: "\(operand.elementCount)")
      }
    }
    guard let bounds = StridedSliceBounds(options, input: input.shape, operandCount: begin.elementCount) else {
      throw context.error(
        "more indices than axes", begin, expected: "at most \(input.rank) axes", actual: "\(begin.elementCount) indices"
      )
    }
    isDynamic = false
    let counted = options?.offset ?? false
    if strides.isConstant, begin.isConstant, end.isConstant {
      let slice = try resolve(bounds, context.node, input, begin, end, strides)
      try context.setShape(slice.shape, ofOutput: 0)
      context.allowPlacing(output: 0, insideInput: 0, slice.copy)
      copy.object = slice.copy
    } else if counted, strides.isConstant, end.isConstant {
      var shape: Shape = []
      for number in bounds.axes.indices where !bounds.axes[number].shrinks {
        shape.dimensions.append(bounds.countedExtent(number, end: end, strides: strides))
      }
      try context.setShape(shape, ofOutput: 0)
    } else if let shape = maskedShape(bounds, strides) {
      try context.setShape(shape, ofOutput: 0)
    } else {
      isDynamic = true
      try context.setUnknownShape(ofOutput: 0)
    }
    self.bounds = bounds
  }

  /// The shape of the output when only single indices, whose axes are dropped, wait for execution; nil otherwise.
  private func maskedShape(_ bounds: StridedSliceBounds, _ strides: RuntimeTensor) -> Shape? {
    guard strides.isConstant else { return nil }
    var shape: Shape = []
    for (number, axis) in bounds.axes.enumerated() where !axis.shrinks {
      guard let extent = bounds.maskedExtent(number, strides: strides) else { return nil }
      shape.dimensions.append(extent)
    }
    return shape
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let copy = copy.lent, context.input(0).type != .string {
      let isDone = copy._withUnsafeGuaranteedRef { copy in
        if copy.isEmpty { return false }
        copy.run(context, from: UnsafeRawPointer(context.input(0).data), to: context.output(0).data)
        return true
      }
      if isDone { return }
    }
    guard let bounds else { throw context.unprepared }
    let input = context.input(0)
    var shape = context.output(0).shape
    let copy: StridedCopy
    if let planned = self.copy.object {
      copy = planned
    } else {
      let slice = try resolve(bounds, context.node, input, context.input(1), context.input(2), context.input(3))
      if !isDynamic && slice.shape != shape {
        throw context.error("the slice leaves the input", input, expected: "\(shape)", actual: "\(slice.shape)")
      }
      copy = slice.copy
      shape = slice.shape
    }
    try context.run(copy, from: input, output: 0, shape: shape, resizing: isDynamic)
    let output = context.output(0)
    if copy.isEmpty, output.byteCount > 0, output.type != .string {
      output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
    }
  }

  private func resolve(
    _ bounds: StridedSliceBounds, _ node: OperatorNode, _ input: RuntimeTensor, _ begin: RuntimeTensor,
    _ end: RuntimeTensor, _ strides: RuntimeTensor
  ) throws(RuntimeError) -> (shape: Shape, copy: StridedCopy) {
    let inputStrides = input.shape.strides
    var shape: Shape = []
    var extents: [Int] = []
    var sources: [Int] = []
    var offset = 0
    for (number, axis) in bounds.axes.enumerated() {
      if let operand = axis.operand, strides.integer(operand) == 0 {
        throw node.operandError("stride of axis \(number) is zero", strides)
      }
      let range = bounds.range(number, begin: begin, end: end, strides: strides)
      let step = axis.input.map { inputStrides[$0] } ?? 0
      if range.count > 0 { offset &+= range.start &* step }
      extents.append(range.count)
      sources.append(range.stride &* step)
      if !axis.shrinks { shape.dimensions.append(range.count) }
    }
    let copy = StridedCopy(
      input.type, extents: extents, source: sources, destination: Shape(extents).strides, sourceOffset: offset)
    return (shape, copy)
  }
}
