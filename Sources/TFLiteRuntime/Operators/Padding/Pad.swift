/// PAD and PADV2: margins of one value around the input. PADV2 states the value; else it is zero, or the zero point of
/// the output where integers are quantized.
final class Pad {
  private var copy: PaddedCopy?
  /// The bytes of the value when no input states it.
  private var zero: UInt64 = 0

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 2...3, outputs: 1...1)
    let input = try context.input(0)
    let paddings = try context.input(1)
    let output = try context.output(0)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(output, input)
    try context.expect(paddings, .int32, .int64, .int16, .int8, .bool)
    if paddings.shape != [input.rank, 2] {
      throw context.error(
        "wrong shape of the paddings", paddings, expected: "[\(input.rank),2]", actual: "\(paddings.shape)")
    }
    let isQuantized = input.type == .uint8 || input.type == .int8 || input.type == .int16
    if let value = context.optionalInput(2) {
      try context.expectSameType(value, input)
      try context.expect(value.elementCount == 1, "the value is not one number", value)
      if isQuantized && input.quantization != nil { try context.expectSameQuantization(value, output) }
    }
    let zeroPoint = isQuantized && input.quantization != nil ? output.tensorParameters.zeroPoint : 0
    zero = UInt64(bitPattern: Int64(truncatingIfNeeded: zeroPoint))
    if paddings.isConstant {
      let (shape, copy) = try Self.resolve(input, paddings, context.node)
      try context.setShape(shape, ofOutput: 0)
      self.copy = copy
      if let offset = copy.inputOffset { context.allowPlacing(input: 0, insideOutput: 0, at: offset) }
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    if let copy {
      run(copy, context, input, context.output(0))
    } else {
      let (shape, copy) = try Self.resolve(input, context.input(1), context.node)
      run(copy, context, input, try context.resizeOutput(0, to: shape))
    }
  }

  private func run(_ copy: PaddedCopy, _ context: ExecuteContext, _ input: RuntimeTensor, _ output: RuntimeTensor) {
    if output.elementCount == 0 { return }
    if let value = context.optionalInput(2) {
      copy.run(context, from: input.data, to: output.data, value: value.data)
    } else {
      // Wide enough for the widest element; the low bytes come first.
      let value = SIMD2<UInt64>(zero.littleEndian, 0)
      withUnsafeBytes(of: value) { bytes in
        if let base = bytes.baseAddress { copy.run(context, from: input.data, to: output.data, value: base) }
      }
    }
  }

  private static func resolve(
    _ input: RuntimeTensor, _ paddings: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, PaddedCopy) {
    var shape = input.shape
    var before: [Int] = []
    var after: [Int] = []
    for axis in 0..<input.rank {
      let margins = (paddings.integer(2 * axis), paddings.integer(2 * axis + 1))
      for margin in [margins.0, margins.1] where margin < 0 || margin > Int(Int32.max) {
        throw node.operandError("padding of axis \(axis) is out of range", paddings, actual: "\(margin)")
      }
      before.append(margins.0)
      after.append(margins.1)
      shape[axis] = shape[axis] &+ margins.0 &+ margins.1
    }
    guard shape.checkedElementCount != nil else {
      throw node.operandError("impossible output shape", paddings, actual: "\(shape)")
    }
    return (
      shape, PaddedCopy(width: input.type.elementByteCount, input: input.shape, before: before, after: after)
    )
  }
}
