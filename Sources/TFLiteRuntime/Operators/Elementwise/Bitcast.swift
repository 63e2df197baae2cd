/// BITCAST: the same bytes as elements of another type.
///
/// Narrower elements add an innermost axis that holds the parts of one; wider ones take it away.
final class Bitcast {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    let output = try context.output(0)
    guard let from = input.type.bitWidth, from >= 8 else { throw context.unsupportedType(input) }
    guard let to = output.type.bitWidth, to >= 8 else { throw context.unsupportedType(output) }
    var dimensions = input.shape.dimensions
    if from > to {
      dimensions.append(from / to)
    } else if from < to {
      guard dimensions.last == to / from else {
        throw context.error(
          "the innermost extent does not make one element", input, expected: "\(to / from)", actual: "\(input.shape)")
      }
      dimensions.removeLast()
    }
    try context.setShape(Shape(dimensions), ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let output = context.output(0)
    if output.data != input.data {
      output.data.copyMemory(from: input.data, byteCount: min(input.byteCount, output.byteCount))
    }
  }
}
