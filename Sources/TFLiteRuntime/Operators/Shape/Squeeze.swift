import TFLiteSchema

/// SQUEEZE: the same elements without axes of extent one: those the options name, or all.
final class Squeeze {
  /// The axes as they stand in the file.
  private let axes: FlatBufferVector<Int32>?

  init(_ node: OperatorNode) { axes = node.options.squeezeOptions?.squeezeDims }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expectSameBytes(context.output(0), input)
    var isDropped = input.shape.dimensions.map { (axes?.isEmpty ?? true) && $0 == 1 }
    for given in axes ?? .init() {
      let axis = try context.resolveAxis(Int(given), rank: input.rank, input)
      if input.shape[axis] != 1 {
        throw context.error("axis \(axis) cannot be dropped", input, expected: "extent 1", actual: "\(input.shape)")
      }
      isDropped[axis] = true
    }
    var shape: Shape = []
    for axis in 0..<input.rank where !isDropped[axis] { shape.dimensions.append(input.shape[axis]) }
    try context.setShape(shape, ofOutput: 0)
    context.keepContent()
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    try context.copyUnchanged(shape: context.output(0).shape, resizing: false)
  }
}
