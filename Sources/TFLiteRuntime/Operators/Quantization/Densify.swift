/// DENSIFY: a sparse constant with its zeros filled in. Computed once, while preparing.
final class Densify: Operator {
  private var layout: SparseLayout?

  init(_ node: OperatorNode) {}

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .float16, .int8)
    try context.expect(input.isConstant, "the input of DENSIFY is not a constant", input)
    layout = try SparseLayout(input, context)
    try context.setShape(input.shape, ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let layout else { return }
    let input = context.input(0)
    let output = context.output(0)
    let size = (input.type.bitWidth ?? 8) / 8
    output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
    let available = input.byteCount / size
    var needed = 0
    let isValid = layout.forEachElement { stored, offset in
      needed = stored + 1
      if stored < available {
        (output.data + offset &* size).copyMemory(from: input.data + stored &* size, byteCount: size)
      }
    }
    if !isValid || needed > available {
      throw context.error(
        "the sparse tensor does not fit its shape", input, expected: "\(needed) elements within \(input.shape)",
        actual: "\(available) stored")
    }
  }
}
