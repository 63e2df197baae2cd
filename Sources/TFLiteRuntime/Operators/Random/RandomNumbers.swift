import TFLiteSchema

/// RANDOM_UNIFORM in `[0, 1)` and RANDOM_STANDARD_NORMAL: numbers in a tensor of the shape that the input states. The
/// sequence goes on from one invocation to the next.
final class RandomNumbers {
  enum Kind { case uniform, normal }

  private let kind: Kind
  private let seed: Int64
  private let seed2: Int64
  private var generator: Philox?

  init(_ node: OperatorNode, _ kind: Kind) {
    self.kind = kind
    let options = node.options(Schema.RandomOptions.self)
    seed = options?.seed ?? 0
    seed2 = options?.seed2 ?? 0
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    generator = nil
    try context.expect(inputs: 1, outputs: 1)
    let shape = try context.input(0)
    try context.expect(shape, .int32)
    try context.expectRank(shape, 1)
    try context.expect(context.output(0), .float32)
    if shape.isConstant {
      try context.setShape(Shape(shape.values(as: Int32.self).map { Int($0) }), ofOutput: 0)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
    generator = Philox(seed: seed, seed2: seed2)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard var generator else { throw context.unprepared }
    let shape = context.input(0)
    var output = context.output(0)
    if !shape.isConstant {
      output = try context.resizeOutput(0, to: Shape(shape.values(as: Int32.self).map { Int($0) }))
    }
    let values = output.mutablePointer(as: Float.self)
    let count = output.elementCount
    var index = 0
    while index < count {
      let bits = generator.next()
      let number = min(4, count - index)
      switch kind {
      case .uniform: for i in 0..<number { values[index + i] = Philox.unit(bits[i]) }
      case .normal:
        for pair in 0..<(number + 1) / 2 {
          let (first, second) = Philox.normal(bits[2 * pair], bits[2 * pair + 1])
          values[index + 2 * pair] = first
          if 2 * pair + 1 < number { values[index + 2 * pair + 1] = second }
        }
      }
      index += number
    }
    self.generator = generator
  }
}
