/// UNIQUE: the distinct elements of a vector in the order of their first appearance, and for each element its position
/// among them.
final class Unique: Operator {
  init(_ node: OperatorNode) {}

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 2)
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .int16, .int32, .int64, .uint8)
    try context.expectRank(input, 1)
    try context.expectSameType(context.output(0), input)
    try context.expect(context.output(1), .int32, .int64)
    try context.setUnknownShape(ofOutput: 0)
    try context.setShape(input.shape, ofOutput: 1)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    switch context.input(0).type {
    case .float32: try select(context, Float.self)
    case .int64: try select(context, Int64.self)
    case .int32: try select(context, Int32.self)
    case .int16: try select(context, Int16.self)
    default: try select(context, UInt8.self)
    }
  }

  private func select<Element: Hashable & BitwiseCopyable>(
    _ context: ExecuteContext, _ type: Element.Type
  ) throws(RuntimeError) {
    let values = context.input(0).values(as: type)
    let positions = context.output(1)
    var places: [Element: Int] = [:]
    var distinct: [Element] = []
    for (number, value) in values.enumerated() {
      let place = places[value] ?? distinct.count
      if place == distinct.count {
        places[value] = place
        distinct.append(value)
      }
      if positions.type == .int64 {
        positions.mutablePointer(as: Int64.self)[number] = Int64(place)
      } else {
        positions.mutablePointer(as: Int32.self)[number] = Int32(truncatingIfNeeded: place)
      }
    }
    let output = try context.resizeOutput(0, to: [distinct.count]).mutablePointer(as: type)
    for (number, value) in distinct.enumerated() { output[number] = value }
  }
}
