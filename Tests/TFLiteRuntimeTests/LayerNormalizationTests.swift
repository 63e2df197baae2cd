import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Layer normalizations that a graph writes out run as one operator.
@Suite struct LayerNormalizationTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  /// Tensors and operators of a graph under construction, tensor 0 being the input [2, 5, depth].
  private struct Writer {
    let depth: Int
    var tensors: [Tensor]
    var operators: [Operator] = []

    init(depth: Int) {
      self.depth = depth
      tensors = [.float32([2, 5, depth], name: "x")]
    }

    mutating func number(_ value: Float) -> Int {
      tensors.append(.float32([], [value], name: "number\(tensors.count)"))
      return tensors.count - 1
    }

    mutating func vector(_ scale: Float) -> Int {
      let values = (0..<depth).map { Float($0 % 7) * scale - 0.5 }
      tensors.append(.float32([depth], values, name: "vector\(tensors.count)"))
      return tensors.count - 1
    }

    mutating func mean(_ input: Int) -> Int { reduce(.mean, input, keeps: true) }

    /// - Parameter keeps: the last axis stays, with one element.
    mutating func reduce(_ code: Schema.BuiltinOperator, _ input: Int, keeps: Bool) -> Int {
      tensors.append(.int32([1], [-1], name: "axes\(tensors.count)"))
      let axes = tensors.count - 1
      let options = ModelBuilder.Options(.reducerOptions, ["keep_dims": .int(keeps ? 1 : 0)])
      return add(
        Operator(code, options: options, inputs: [input, axes], outputs: [tensors.count]), keeps ? [2, 5, 1] : [2, 5])
    }

    /// An operator on tensors without the last axis.
    mutating func flat(_ code: Schema.BuiltinOperator, _ inputs: Int...) -> Int {
      add(Operator(code, inputs: inputs, outputs: [tensors.count]), [2, 5])
    }

    /// The last axis again.
    mutating func restored(_ input: Int) -> Int {
      tensors.append(.int32([3], [-1, 5, 1], name: "shape\(tensors.count)"))
      return narrow(.reshape, input, tensors.count - 1)
    }

    mutating func narrow(_ code: Schema.BuiltinOperator, _ inputs: Int...) -> Int {
      add(Operator(code, inputs: inputs, outputs: [tensors.count]), [2, 5, 1])
    }

    mutating func wide(_ code: Schema.BuiltinOperator, _ inputs: Int...) -> Int {
      add(Operator(code, inputs: inputs, outputs: [tensors.count]), [2, 5, depth])
    }

    private mutating func add(_ entry: Operator, _ shape: [Int]) -> Int {
      tensors.append(.float32(shape, name: "t\(tensors.count)"))
      operators.append(entry)
      return tensors.count - 1
    }

    func model(_ outputs: [Int]) -> [UInt8] {
      ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: outputs, operators: operators)]).build()
    }
  }

  /// The forms that converters write.
  private enum Form: CaseIterable {
    case factored, negated, centered, divided, bare, squared, multiplied, powered, summed, dropped
  }

  private static func write(_ form: Form, _ w: inout Writer) -> Int {
    let m = w.mean(0)
    let scales = w.vector(0.3)
    let offsets = w.vector(0.1)
    let epsilon = w.number(1e-3)
    switch form {
    case .factored:
      let r = w.narrow(.rsqrt, w.narrow(.add, w.mean(w.wide(.squaredDifference, 0, m)), epsilon))
      let factor = w.wide(.mul, r, scales)
      let shift = w.wide(.sub, offsets, w.wide(.mul, factor, m))
      return w.wide(.add, w.wide(.mul, 0, factor), shift)
    case .negated:
      let r = w.narrow(.rsqrt, w.narrow(.add, epsilon, w.mean(w.wide(.squaredDifference, m, 0))))
      let factor = w.wide(.mul, scales, r)
      return w.wide(.add, w.wide(.mul, w.narrow(.neg, m), factor), w.wide(.mul, factor, 0))
    case .centered:
      let c = w.wide(.sub, 0, m)
      let r = w.narrow(.rsqrt, w.narrow(.add, w.mean(w.wide(.mul, c, c)), epsilon))
      return w.wide(.add, offsets, w.wide(.mul, w.wide(.mul, c, r), scales))
    case .divided:
      let c = w.wide(.sub, 0, m)
      let root = w.narrow(.sqrt, w.narrow(.add, w.mean(w.wide(.square, c)), epsilon))
      return w.wide(.add, w.wide(.mul, w.wide(.div, c, root), scales), offsets)
    case .bare:
      let r = w.narrow(.rsqrt, w.narrow(.add, w.mean(w.wide(.squaredDifference, 0, m)), epsilon))
      return w.wide(.mul, w.wide(.sub, 0, m), r)
    case .squared:
      let r = w.narrow(.rsqrt, w.narrow(.add, w.mean(w.wide(.square, 0)), epsilon))
      return w.wide(.mul, scales, w.wide(.mul, 0, r))
    case .multiplied:
      let root = w.narrow(.sqrt, w.narrow(.add, epsilon, w.mean(w.wide(.mul, 0, 0))))
      return w.wide(.add, w.wide(.mul, w.wide(.div, 0, root), scales), offsets)
    case .powered:
      let r = w.narrow(.rsqrt, w.narrow(.add, w.mean(w.wide(.pow, 0, w.number(2))), epsilon))
      return w.wide(.mul, w.wide(.mul, r, scales), 0)
    case .summed:
      let m = w.narrow(.mul, w.reduce(.sum, 0, keeps: true), w.number(1 / Float(w.depth)))
      let c = w.wide(.sub, 0, m)
      let v = w.narrow(.div, w.reduce(.sum, w.wide(.mul, c, c), keeps: true), w.number(Float(w.depth)))
      return w.wide(.mul, w.wide(.mul, c, w.narrow(.rsqrt, w.narrow(.add, v, epsilon))), scales)
    case .dropped:
      let v = w.flat(.div, w.reduce(.sum, w.wide(.mul, 0, 0), keeps: false), w.number(Float(w.depth)))
      let r = w.narrow(.rsqrt, w.restored(w.flat(.add, v, epsilon)))
      return w.wide(.add, w.wide(.mul, w.wide(.mul, 0, r), scales), offsets)
    }
  }

  private static func run(
    _ model: [UInt8], _ shape: Shape, rewrites: Bool, threads: Int = 1
  ) throws -> (outputs: [[Float]], ran: Int) {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.profiling = true
    let session = try Session(Model(bytes: model), options: options)
    try session.resizeInput(0, to: shape)
    try session.write((0..<shape.elementCount).map { Float($0 * 37 % 101) / 25 - 1 }, toInput: 0)
    try session.invoke()
    return (
      try session.outputs.indices.map { try session.output($0, as: Float.self) }, session.profile.count
    )
  }

  private static func agree(_ first: [[Float]], _ second: [[Float]]) -> Bool {
    zip(first, second).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) < Tolerance.layerNormalization } }
  }

  @Test(arguments: [4, 33, 256]) func formsAreOneOperator(_ depth: Int) throws {
    for form in Form.allCases {
      var w = Writer(depth: depth)
      let result = Self.write(form, &w)
      let model = w.model([result])
      for batch in [2, 300] {
        let plain = try Self.run(model, [batch, 5, depth], rewrites: false)
        let one = try Self.run(model, [batch, 5, depth], rewrites: true)
        let two = try Self.run(model, [batch, 5, depth], rewrites: true, threads: 2)
        #expect(one.ran == 1, "\(form)")
        #expect(Self.agree(plain.outputs, one.outputs), "\(form), \(batch) batches")
        #expect(one.outputs == two.outputs, "\(form), \(batch) batches")
      }
    }
  }

  @Test func whatElseIsReadIsComputed() throws {
    var w = Writer(depth: 8)
    let result = Self.write(.factored, &w)
    let model = w.model([result, 2, result - 1])
    let plain = try Self.run(model, [2, 5, 8], rewrites: false)
    let rewritten = try Self.run(model, [2, 5, 8], rewrites: true)
    #expect(Self.agree(plain.outputs, rewritten.outputs))
  }

  @Test func meansAndSquaresOfTheirOwnAreLeft() throws {
    // The factor is that of the mean square, but the mean is subtracted.
    var w = Writer(depth: 8)
    let r = w.narrow(.rsqrt, w.narrow(.add, w.mean(w.wide(.square, 0)), w.number(1e-3)))
    let result = w.wide(.mul, w.wide(.sub, 0, w.mean(0)), r)
    // Cubes have no mean square.
    let cubes = w.mean(w.wide(.pow, 0, w.number(3)))
    let other = w.wide(.mul, 0, w.narrow(.rsqrt, w.narrow(.add, cubes, w.number(30))))
    // An exponent of more axes than the base gives the squares these axes.
    w.tensors.append(.float32([1, 1, 1, 1], [2], name: "exponent"))
    let raised = w.mean(w.wide(.pow, 0, w.tensors.count - 1))
    let wider = w.wide(.mul, 0, w.narrow(.rsqrt, w.narrow(.add, raised, w.number(1e-3))))
    // A sum that is divided by another number is no mean.
    let sum = w.narrow(.div, w.reduce(.sum, w.wide(.mul, 0, 0), keeps: true), w.number(9))
    let part = w.wide(.mul, 0, w.narrow(.rsqrt, w.narrow(.add, sum, w.number(1e-3))))
    let model = w.model([result, other, wider, part])
    let plain = try Self.run(model, [2, 5, 8], rewrites: false)
    let rewritten = try Self.run(model, [2, 5, 8], rewrites: true)
    #expect(plain.outputs == rewritten.outputs)
    #expect(plain.ran == rewritten.ran)
  }

  @Test func otherMeansAreLeft() throws {
    // The variance is that of another tensor.
    var w = Writer(depth: 8)
    let other = w.wide(.tanh, 0)
    let m = w.mean(0)
    let r = w.narrow(.rsqrt, w.narrow(.add, w.mean(w.wide(.squaredDifference, other, m)), w.number(1e-3)))
    let result = w.wide(.mul, w.wide(.sub, 0, m), r)
    let model = w.model([result])
    let plain = try Self.run(model, [2, 5, 8], rewrites: false)
    let rewritten = try Self.run(model, [2, 5, 8], rewrites: true)
    #expect(plain.outputs == rewritten.outputs)
    #expect(plain.ran == rewritten.ran)
  }
}
