import TFLiteSchema

/// UNIQUE: the distinct elements of a vector in the order of their first appearance, and for each element its position
/// among them. Zeros of either sign are equal, NaNs are not.
final class Unique {
  private var plan: Plan?

  private struct Plan {
    /// For each slot of the hash table: 0, or one more than the position among the distinct elements.
    let slots: Scratch
    /// For each distinct element: where it appears first.
    let firsts: Scratch
    let slotCount: Int
  }

  private let indexType: ElementType?

  init(_ node: OperatorNode) {
    let options = node.options.uniqueOptions
    indexType = options.map { $0.idxOutType == .int64 ? .int64 : .int32 }
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 1, outputs: 2)
    let input = try context.input(0)
    try context.expect(input, .float32, .int8, .int16, .int32, .int64, .uint8)
    try context.expectRank(input, 1)
    try context.expectSameType(context.output(0), input)
    let positions = try context.output(1)
    try context.expect(positions, .int32, .int64)
    try context.expect(
      indexType == nil || indexType == positions.type,
      "the options name another type of positions than the output has", positions)
    var slotCount = 1
    while slotCount < 2 &* input.elementCount { slotCount &*= 2 }
    let slots = try context.requestScratch(product: 4, slotCount)
    let firsts = try context.requestScratch(product: 4, input.elementCount)
    try context.setUnknownShape(ofOutput: 0)
    try context.setShape(input.shape, ofOutput: 1)
    plan = Plan(slots: slots, firsts: firsts, slotCount: slotCount)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    switch context.input(0).type {
    case .float32: try select(context, Float.self) { $0 == 0 ? 0 : $0.isNaN ? UInt64($1) : UInt64($0.bitPattern) }
    case .int64: try select(context, Int64.self) { value, _ in UInt64(bitPattern: value) }
    case .int32: try select(context, Int32.self) { value, _ in UInt64(truncatingIfNeeded: value) }
    case .int16: try select(context, Int16.self) { value, _ in UInt64(truncatingIfNeeded: value) }
    default: try select(context, UInt8.self) { value, _ in UInt64(value) }
    }
  }

  /// - Parameter key: what a value at a position is looked up by.
  @inline(__always)
  private func select<Element: Equatable & BitwiseCopyable>(
    _ context: ExecuteContext, _ type: Element.Type, _ key: (Element, Int) -> UInt64
  ) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let slotCount = plan.slotCount
    let values = context.input(0).values(as: type)
    let positions = context.output(1)
    let table = context.scratch(plan.slots).assumingMemoryBound(to: UInt32.self)
    table.initialize(repeating: 0, count: slotCount)
    let appearance = context.scratch(plan.firsts).assumingMemoryBound(to: Int32.self)
    var count = 0
    for number in 0..<values.count {
      let value = values[number]
      // Multiplying by the golden ratio spreads neighboring values over the table.
      var slot = Int(truncatingIfNeeded: (key(value, number) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slotCount &- 1)
      while table[slot] != 0, values[Int(appearance[Int(table[slot]) &- 1])] != value {
        slot = (slot &+ 1) & (slotCount &- 1)
      }
      if table[slot] == 0 {
        appearance[count] = Int32(truncatingIfNeeded: number)
        count &+= 1
        table[slot] = UInt32(truncatingIfNeeded: count)
      }
      let position = Int(table[slot]) &- 1
      if positions.type == .int64 {
        positions.mutablePointer(as: Int64.self)[number] = Int64(position)
      } else {
        positions.mutablePointer(as: Int32.self)[number] = Int32(truncatingIfNeeded: position)
      }
    }
    let former = context.output(0).shape
    let shape = former.rank == 1 && former[0] == count ? former : [count]
    let output = try context.resizeOutput(0, to: shape).mutablePointer(as: type)
    for number in 0..<count { output[number] = values[Int(appearance[number])] }
  }
}
