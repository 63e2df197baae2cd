/// RANGE: `start`, `start + delta`, ... short of `limit`; each number is the one before plus `delta`.
final class NumberRange {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 1)
    let start = try context.input(0)
    try context.expect(start, .float32, .int32, .int64)
    var isKnown = true
    for number in 0..<3 {
      let input = try context.input(number)
      try context.expectSameType(input, start)
      try context.expect(input.elementCount == 1, "not one number", input)
      isKnown = isKnown && input.isConstant
    }
    try context.expectSameType(context.output(0), start)
    if isKnown {
      let inputs = (start, try context.input(1), try context.input(2))
      try context.setShape([Self.count(inputs.0, inputs.1, inputs.2, context.node)], ofOutput: 0)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let start = context.input(0)
    let delta = context.input(2)
    let count = try Self.count(start, context.input(1), delta, context.node)
    var output = context.output(0)
    if output.hasUnknownShape || output.shape != [count] || !isKnown(context) {
      output = try context.resizeOutput(0, to: [count])
    }
    switch start.type {
    case .float32:
      var value = start.pointer(as: Float.self)[0]
      for index in 0..<count {
        output.mutablePointer(as: Float.self)[index] = value
        value += delta.pointer(as: Float.self)[0]
      }
    case .int64:
      Self.fill(output.mutablePointer(as: Int64.self), count, Int64(start.integer(0)), Int64(delta.integer(0)))
    default:
      Self.fill(
        output.mutablePointer(as: Int32.self), count, Int32(truncatingIfNeeded: start.integer(0)),
        Int32(truncatingIfNeeded: delta.integer(0)))
    }
  }

  private func isKnown(_ context: ExecuteContext) -> Bool {
    context.input(0).isConstant && context.input(1).isConstant && context.input(2).isConstant
  }

  private static func fill<Element: FixedWidthInteger>(
    _ output: UnsafeMutablePointer<Element>, _ count: Int, _ start: Element, _ delta: Element
  ) {
    var value = start
    for index in 0..<count {
      output[index] = value
      value &+= delta
    }
  }

  /// - Throws: `invalidOperator` when the steps do not lead from `start` to `limit`.
  private static func count(
    _ start: RuntimeTensor, _ limit: RuntimeTensor, _ delta: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Int {
    if start.type == .float32 {
      let values = (
        start.pointer(as: Float.self)[0], limit.pointer(as: Float.self)[0], delta.pointer(as: Float.self)[0]
      )
      let steps = ((values.1 - values.0) / values.2).magnitude.rounded(.up)
      if !(values.0 >= values.1 && values.2 < 0) && !(values.0 <= values.1 && values.2 > 0) || !(steps < 2_147_483_648)
      {
        throw node.operandError("the range never ends", delta, actual: "\(values.0) to \(values.1) by \(values.2)")
      }
      return Int(steps)
    }
    let values = (start.integer(0), limit.integer(0), delta.integer(0))
    let (distance, overflow) = values.1.subtractingReportingOverflow(values.0)
    if overflow || values.2 == 0 || distance != 0 && (distance < 0) != (values.2 < 0) {
      throw node.operandError("the range never ends", delta, actual: "\(values.0) to \(values.1) by \(values.2)")
    }
    if distance == 0 { return 0 }
    return Int(truncatingIfNeeded: (distance.magnitude - 1) / values.2.magnitude + 1)
  }
}
