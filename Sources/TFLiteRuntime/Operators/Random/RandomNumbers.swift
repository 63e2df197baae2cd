import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// RANDOM_UNIFORM in `[0, 1)` and RANDOM_STANDARD_NORMAL: numbers in a tensor of the shape that the input states. The
/// sequence goes on from one invocation to the next.
final class RandomNumbers {
  enum Kind { case uniform, normal }

  private let kind: Kind
  private let seed: Int64
  private let seed2: Int64
  private var plan: Plan?

  private struct Plan {
    /// Goes on from one invocation to the next.
    var generator: Philox
    let form: Form
  }

  private enum Form {
    case uniform
    /// By the logarithm, the sine and the cosine.
    case normal(FloatFunction, UnaryKernel, UnaryKernel)
  }

  init(_ node: OperatorNode, _ kind: Kind) {
    self.kind = kind
    let options = node.options.randomOptions
    seed = options?.seed ?? 0
    seed2 = options?.seed2 ?? 0
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
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
    let functions = context.kernels.elementwise
    if kind == .uniform {
      plan = Plan(generator: Philox(seed: seed, seed2: seed2), form: .uniform)
    } else if let sine = functions.unary(.sine, .float32), let cosine = functions.unary(.cosine, .float32) {
      plan = Plan(generator: Philox(seed: seed, seed2: seed2), form: .normal(functions.log, sine, cosine))
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard var plan else { throw context.unprepared }
    let shape = context.input(0)
    var output = context.output(0)
    if !shape.isConstant {
      output = try context.resizeOutput(0, to: Shape(shape.values(as: Int32.self).map { Int($0) }))
    }
    let values = output.mutablePointer(as: Float.self)
    let count = output.elementCount
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.chunk) { words in
      guard let bits = words.baseAddress else { return }
      var index = 0
      while index < count {
        let number = min(Self.chunk, count &- index)
        plan.generator.fill(bits, groups: (number &+ 3) / 4)
        let target = values + index
        switch plan.form {
        case .uniform: for i in 0..<number { target[i] = Philox.unit(bits[i]) }
        case .normal(let log, let sine, let cosine): Self.writeNormal(bits, target, number, log, sine, cosine)
        }
        index &+= number
      }
    }
    self.plan?.generator = plan.generator
  }

  /// Numbers that are made together, whole groups of four.
  private static let chunk = 128

  /// `count` normally distributed numbers of as many bits, pair by pair (Box and Muller 1958).
  private static func writeNormal(
    _ bits: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<Float>, _ count: Int, _ log: FloatFunction,
    _ sine: UnaryKernel, _ cosine: UnaryKernel
  ) {
    let pairs = (count &+ 1) / 2
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * chunk / 2) { memory in
      guard let radius = memory.baseAddress else { return }
      let (angle, sines) = (radius + chunk / 2, radius + chunk)
      for pair in 0..<pairs {
        radius[pair] = max(Philox.unit(bits[2 &* pair]), 1e-7)
        angle[pair] = Float(2 * Double.pi * Double(Philox.unit(bits[2 &* pair &+ 1])))
      }
      let parameters = ElementwiseParameters()
      log(radius, radius, pairs)
      sine(angle, sines, pairs, parameters)
      cosine(angle, angle, pairs, parameters)
      for pair in 0..<pairs { radius[pair] = (-2 * radius[pair]).squareRoot() }
      for pair in 0..<count / 2 {
        target[2 &* pair] = sines[pair] * radius[pair]
        target[2 &* pair &+ 1] = angle[pair] * radius[pair]
      }
      if count % 2 != 0 { target[count &- 1] = sines[pairs &- 1] * radius[pairs &- 1] }
    }
  }
}
