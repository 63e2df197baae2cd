import TFLiteSchema

/// STABLEHLO_PAD and DILATE: the input with gaps between its elements and margins around them, negative margins cutting
/// off; gaps and margins hold one value.
///
/// DILATE has no margins and states by input 1 how far apart neighbors come to lie.
final class InteriorPad {
  private let options: Schema.StablehloPadOptions?
  private let isDilation: Bool

  private var copy: StridedCopy?
  private var isDynamic = false

  init(stableHLO node: OperatorNode) {
    options = node.options2.stablehloPadOptions
    isDilation = false
  }

  init(dilation node: OperatorNode) {
    options = nil
    isDilation = true
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: isDilation ? 3 : 2, outputs: 1)
    let input = try context.input(0)
    let value = try context.input(isDilation ? 2 : 1)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(context.output(0), input)
    try context.expectSameType(value, input)
    try context.expect(value.elementCount >= 1, "the value is empty", value)
    try context.expectRank(input, 1...Int.max)
    isDynamic = false
    if isDilation {
      let steps = try context.input(1)
      try context.expect(steps, .int32)
      try context.expectRank(steps, 1)
      if steps.elementCount != input.rank {
        throw context.error("wrong number of steps", steps, expected: "\(input.rank)", actual: "\(steps.elementCount)")
      }
      isDynamic = !steps.isConstant
      if isDynamic { return try context.setUnknownShape(ofOutput: 0) }
      let (shape, copy) = try Self.resolve(input, try Self.axes(input, steps, context.node), context.node)
      try context.setShape(shape, ofOutput: 0)
      self.copy = copy
      return
    }
    let low = options?.edgePaddingLow
    let high = options?.edgePaddingHigh
    let interior = options?.interiorPadding
    var axes: [Axis] = []
    for axis in 0..<input.rank {
      guard let low = low?.at(axis), let high = high?.at(axis), let gap = interior?.at(axis) else {
        throw context.error("the options say too little", expected: "margins for \(input.rank) axes")
      }
      let limit = Int64(Int32.max)
      guard gap >= 0, gap < limit, low.magnitude <= limit, high.magnitude <= limit else {
        throw context.error("padding of axis \(axis) is out of range", actual: "\(low), \(high), \(gap)")
      }
      axes.append(Axis(low: Int(low), high: Int(high), step: Int(gap) + 1))
    }
    var (shape, copy) = try Self.resolve(input, axes, context.node)
    if shape.dimensions.contains(where: { $0 <= 0 }) {
      shape = Shape([Int](repeating: 0, count: input.rank))
    }
    try context.setShape(shape, ofOutput: 0)
    self.copy = copy
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    var output = context.output(0)
    let copy: StridedCopy
    if isDynamic {
      let axes = try Self.axes(input, context.input(1), context.node)
      let resolved = try Self.resolve(input, axes, context.node)
      output = try context.resizeOutput(0, to: resolved.0)
      copy = resolved.1
    } else {
      guard let planned = self.copy else { throw context.unprepared }
      copy = planned
    }
    if output.elementCount == 0 { return }
    let value = context.input(isDilation ? 2 : 1)
    fillElements(output.data, count: output.elementCount, value: value.data, width: input.type.elementByteCount)
    copy.run(context, from: input, to: output)
  }

  private struct Axis {
    /// Margins.
    var low: Int
    var high: Int
    /// From one element to the next.
    var step: Int
  }

  private static func axes(
    _ input: RuntimeTensor, _ steps: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> [Axis] {
    var axes: [Axis] = []
    for step in steps.integers {
      if step < 1 {
        throw node.operandError("a step is out of range", steps, expected: "at least 1", actual: "\(step)")
      }
      axes.append(Axis(low: 0, high: 0, step: step))
    }
    return axes
  }

  /// The shape, whose extents may come out negative, and the copy of the elements that stay.
  private static func resolve(
    _ input: RuntimeTensor, _ axes: [Axis], _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, StridedCopy) {
    var shape = input.shape
    for (number, axis) in axes.enumerated() where input.shape[number] >= 0 {
      let gaps = max(0, input.shape[number] - 1)
      let (span, overflow) = gaps.multipliedReportingOverflow(by: axis.step)
      let elements = input.shape[number] == 0 ? 0 : 1
      let (inner, tooLong) = span.addingReportingOverflow(elements &+ axis.low &+ axis.high)
      if overflow || tooLong { throw node.operandError("impossible output shape", input) }
      shape[number] = inner
    }
    let strides = shape.strides
    let inputStrides = input.shape.strides
    var extents: [Int] = []
    var sourceOffset = 0
    var destinationOffset = 0
    if shape.dimensions.contains(where: { $0 <= 0 }) {
      extents = [Int](repeating: 0, count: shape.rank)
    } else if shape.checkedElementCount == nil {
      throw node.operandError("impossible output shape", input, actual: "\(shape)")
    } else {
      for (number, axis) in axes.enumerated() {
        let first = axis.low < 0 ? (axis.step &- 1 &- axis.low) / axis.step : 0
        let room = shape[number] &- 1 &- axis.low
        let last = min(input.shape[number] &- 1, room < 0 ? -1 : room / axis.step)
        extents.append(max(0, last &- first &+ 1))
        sourceOffset &+= first &* inputStrides[number]
        destinationOffset &+= (axis.low &+ first &* axis.step) &* strides[number]
      }
    }
    let copy = StridedCopy(
      input.type, extents: extents, source: inputStrides,
      destination: zip(strides, axes).map { $0 &* $1.step }, sourceOffset: sourceOffset,
      destinationOffset: destinationOffset)
    return (shape, copy)
  }
}
