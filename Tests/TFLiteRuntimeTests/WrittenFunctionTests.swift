import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// PRELU, GELU and SOFTMAX of floats that a graph writes out run as one operator, and what resembles them does not.
@Suite struct WrittenFunctionTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  /// Tensors and operators of a graph under construction, tensor 0 being the input [2, 3, 5].
  private struct Writer {
    var tensors: [Tensor] = [.float32([2, 3, 5], name: "x")]
    var operators: [Operator] = []

    mutating func constant(_ shape: [Int], _ values: [Float]) -> Int {
      tensors.append(.float32(shape, values, name: "constant\(tensors.count)"))
      return tensors.count - 1
    }

    mutating func apply(_ code: Schema.BuiltinOperator, _ inputs: Int..., shape: [Int] = [2, 3, 5]) -> Int {
      add(Operator(code, inputs: inputs, outputs: [tensors.count]), shape)
    }

    /// A reduction over an axis, which stays with one element, or comes back by a RESHAPE.
    mutating func reduce(_ code: Schema.BuiltinOperator, _ input: Int, axis: Int32 = 2, keeps: Bool) -> Int {
      var shape = [2, 3, 5]
      shape[Int(axis)] = 1
      var rest = [2, 3, 5]
      rest.remove(at: Int(axis))
      tensors.append(.int32([1], [axis], name: "axes\(tensors.count)"))
      let axes = tensors.count - 1
      let options = ModelBuilder.Options(.reducerOptions, ["keep_dims": .int(keeps ? 1 : 0)])
      let result = add(
        Operator(code, options: options, inputs: [input, axes], outputs: [tensors.count]), keeps ? shape : rest)
      if keeps { return result }
      tensors.append(.int32([3], shape.map { Int32($0) }, name: "shape\(tensors.count)"))
      return apply(.reshape, result, tensors.count - 1, shape: shape)
    }

    private mutating func add(_ entry: Operator, _ shape: [Int]) -> Int {
      tensors.append(.float32(shape, name: "t\(tensors.count)"))
      operators.append(entry)
      return tensors.count - 1
    }

    /// The result, and the operators that ran.
    func run(_ outputs: [Int], rewrites: Bool) throws -> (values: [[Float]], operators: [String]) {
      let model = ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: outputs, operators: operators)]).build()
      var options = SessionOptions()
      options.rewrites = rewrites
      options.profiling = true
      let session = try Session(Model(bytes: model), options: options)
      try session.write((0..<30).map { Float($0 * 37 % 31) / 4 - 3 }, toInput: 0)
      try session.invoke()
      return (try outputs.indices.map { try session.output($0, as: Float.self) }, session.profile.map { $0.name })
    }
  }

  private static let slopes: [Float] = [0.25, -0.5, 0, 2, 0.1]

  private enum Slope: CaseIterable {
    case negatedTwice, subtracted, negatedProduct, smaller, halved, halvedFirst
  }

  private static func write(_ form: Slope, _ w: inout Writer) -> Int {
    let slopes = w.constant([1, 1, 5], slopes)
    let positive = w.apply(.relu, 0)
    switch form {
    case .negatedTwice:
      return w.apply(.add, positive, w.apply(.mul, slopes, w.apply(.neg, w.apply(.relu, w.apply(.neg, 0)))))
    case .subtracted:
      return w.apply(.sub, positive, w.apply(.mul, w.apply(.relu, w.apply(.neg, 0)), slopes))
    case .negatedProduct:
      return w.apply(.add, w.apply(.neg, w.apply(.mul, w.apply(.relu, w.apply(.neg, 0)), slopes)), positive)
    case .smaller:
      return w.apply(.add, positive, w.apply(.mul, w.apply(.minimum, 0, w.constant([], [0])), slopes))
    case .halved:
      let difference = w.apply(.sub, 0, w.apply(.abs, 0))
      return w.apply(.add, positive, w.apply(.mul, w.apply(.mul, slopes, difference), w.constant([], [0.5])))
    case .halvedFirst:
      let difference = w.apply(.sub, 0, w.apply(.abs, 0))
      return w.apply(.add, positive, w.apply(.mul, slopes, w.apply(.mul, difference, w.constant([1], [0.5]))))
    }
  }

  @Test func slopesAreOneOperator() throws {
    for form in Slope.allCases {
      var w = Writer()
      let result = Self.write(form, &w)
      let plain = try w.run([result], rewrites: false)
      let one = try w.run([result], rewrites: true)
      #expect(one.operators == ["PRELU"], "\(form)")
      #expect(one.values == plain.values, "\(form)")
    }
  }

  @Test func otherSumsAreLeft() throws {
    var w = Writer()
    let slopes = w.constant([1, 1, 5], Self.slopes)
    // The negative part of another tensor; a sign too many; no half; rows that differ; a part that somebody else reads.
    let other = w.apply(
      .add, w.apply(.relu, 0), w.apply(.mul, slopes, w.apply(.minimum, w.apply(.tanh, 0), w.constant([], [0]))))
    let turned = w.apply(.add, w.apply(.relu, 0), w.apply(.mul, slopes, w.apply(.relu, w.apply(.neg, 0))))
    let whole = w.apply(.add, w.apply(.relu, 0), w.apply(.mul, slopes, w.apply(.sub, 0, w.apply(.abs, 0))))
    let rows = w.constant([3, 1], [0.5, 1, 2])
    let byRow = w.apply(.add, w.apply(.relu, 0), w.apply(.mul, rows, w.apply(.minimum, 0, w.constant([], [0]))))
    let part = w.apply(.mul, slopes, w.apply(.minimum, 0, w.constant([], [0])))
    let read = w.apply(.add, w.apply(.relu, 0), part)
    let outputs = [other, turned, whole, byRow, part, read]
    let plain = try w.run(outputs, rewrites: false)
    let rewritten = try w.run(outputs, rewrites: true)
    #expect(!rewritten.operators.contains("PRELU"))
    #expect(rewritten.values == plain.values)
  }

  private enum Gelu: CaseIterable { case halfLast, halfFirst, power, spread }

  private static func write(_ form: Gelu, _ w: inout Writer, cube: Float = 0.044715, half: [Int] = []) -> Int {
    func number(_ value: Float) -> Int { w.constant([], [value]) }
    let root: Float = 0.7978845608
    switch form {
    case .halfLast:
      let cubed = w.apply(.mul, w.apply(.mul, w.apply(.mul, 0, 0), 0), number(cube))
      let gate = w.apply(.add, w.apply(.tanh, w.apply(.mul, w.apply(.add, 0, cubed), number(root))), number(1))
      return w.apply(.mul, w.apply(.mul, gate, 0), w.constant(half, [0.5]))
    case .halfFirst:
      let half = w.apply(.mul, number(0.5), 0)
      let cubed = w.apply(.mul, number(cube), w.apply(.mul, 0, w.apply(.square, 0)))
      let gate = w.apply(.add, number(1), w.apply(.tanh, w.apply(.mul, number(root), w.apply(.add, cubed, 0))))
      return w.apply(.mul, half, gate)
    case .power:
      let cubed = w.apply(.mul, w.apply(.pow, 0, number(3)), number(cube))
      let gate = w.apply(.add, w.apply(.tanh, w.apply(.mul, w.apply(.add, 0, cubed), number(root))), number(1))
      return w.apply(.mul, 0, w.apply(.mul, gate, number(0.5)))
    case .spread:
      let factor = w.apply(.add, w.apply(.mul, w.apply(.mul, 0, 0), number(root * cube)), number(root))
      let gate = w.apply(.add, w.apply(.tanh, w.apply(.mul, factor, 0)), number(1))
      return w.apply(.mul, w.apply(.mul, gate, number(0.5)), 0)
    }
  }

  @Test func gelusAreOneOperator() throws {
    for form in Gelu.allCases {
      var w = Writer()
      let result = Self.write(form, &w)
      let plain = try w.run([result], rewrites: false)
      let one = try w.run([result], rewrites: true)
      #expect(one.operators == ["GELU"], "\(form)")
      #expect(zip(one.values[0], plain.values[0]).allSatisfy { abs($0 - $1) < Tolerance.formula }, "\(form)")
    }
  }

  @Test func otherGatesAreLeft() throws {
    var w = Writer()
    // Another polynomial; a number that gives the result one more axis; a gate of another tensor; a gate that somebody else reads.
    let other = Self.write(.halfLast, &w, cube: 0.05)
    let widened = Self.write(.halfLast, &w, half: [1, 1, 1, 1])
    let cubed = w.apply(.mul, w.apply(.pow, 0, w.constant([], [3])), w.constant([], [0.044715]))
    let argument = w.apply(.mul, w.apply(.add, 0, cubed), w.constant([], [0.7978845608]))
    let gate = w.apply(.add, w.apply(.tanh, argument), w.constant([], [1]))
    let foreign = w.apply(.mul, w.apply(.mul, gate, w.apply(.neg, 0)), w.constant([], [0.5]))
    let outputs = [other, widened, foreign, gate]
    let plain = try w.run(outputs, rewrites: false)
    let rewritten = try w.run(outputs, rewrites: true)
    #expect(!rewritten.operators.contains("GELU"))
    #expect(rewritten.values == plain.values)
  }

  /// Numbers have no last axis.
  @Test func numbersAreLeft() throws {
    let tensors: [Tensor] = [
      .float32([], name: "x"), .float32([], name: "power"), .float32([], name: "largest"), .float32([], name: "y"),
      .int32([0], [], name: "shape"), .float32([], name: "same"),
    ]
    let model = ModelBuilder([
      .init(
        tensors: tensors, inputs: [0], outputs: [3],
        operators: [
          Operator(.exp, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [1], outputs: [2]),
          Operator(.reshape, inputs: [2, 4], outputs: [5]), Operator(.div, inputs: [1, 5], outputs: [3]),
        ])
    ]).build()
    let session = try Session(Model(bytes: model))
    try session.write([Float(0)], toInput: 0)
    try session.invoke()
    #expect(abs(try session.output(0, as: Float.self)[0] - 1.3130353) < Tolerance.formula)
  }

  /// Files may leave operands out, which is an error and no more.
  @Test func missingOperandsAreErrors() {
    func expectError(_ write: (inout Writer) -> Int) {
      var w = Writer()
      let result = write(&w)
      for rewrites in [false, true] {
        #expect(throws: RuntimeError.self) { try w.run([result], rewrites: rewrites) }
      }
    }
    func gated(_ argument: Int, _ w: inout Writer) -> Int {
      let gate = w.apply(.add, w.apply(.tanh, argument), w.constant([], [1]))
      return w.apply(.mul, w.apply(.mul, gate, w.constant([], [0.5])), 0)
    }
    expectError { gated(-1, &$0) }
    expectError { gated($0.apply(.square, -1), &$0) }
    expectError { gated($0.apply(.mul, $0.apply(.square, -1), 0), &$0) }
    expectError {
      let powers = $0.apply(.exp, -1)
      return $0.apply(.div, powers, $0.reduce(.sum, powers, keeps: true))
    }
    expectError { $0.apply(.add, $0.apply(.relu, 0), $0.apply(.neg, $0.apply(.relu, $0.apply(.neg, -1)))) }
  }

  @Test(arguments: [true, false], [true, false])
  func softmaxesAreOneOperator(_ keeps: Bool, _ hasMaximum: Bool) throws {
    var w = Writer()
    let x = hasMaximum ? w.apply(.sub, 0, w.reduce(.reduceMax, 0, keeps: keeps)) : 0
    let powers = w.apply(.exp, x)
    let result = w.apply(.div, powers, w.reduce(.sum, powers, keeps: keeps))
    let plain = try w.run([result], rewrites: false)
    let one = try w.run([result], rewrites: true)
    #expect(one.operators == ["SOFTMAX"])
    #expect(zip(one.values[0], plain.values[0]).allSatisfy { abs($0 - $1) < Tolerance.formula })
  }

  @Test func otherQuotientsAreLeft() throws {
    var w = Writer()
    let powers = w.apply(.exp, 0)
    // Over another axis; of the sum of other values; of exponentials that somebody else reads.
    let across = w.apply(.div, powers, w.reduce(.sum, powers, axis: 1, keeps: true))
    let others = w.apply(.div, powers, w.reduce(.sum, w.apply(.tanh, 0), keeps: true))
    let read = w.apply(.exp, w.apply(.tanh, 0))
    let quotient = w.apply(.div, read, w.reduce(.sum, read, keeps: true))
    let outputs = [across, others, read, quotient]
    let plain = try w.run(outputs, rewrites: false)
    let rewritten = try w.run(outputs, rewrites: true)
    #expect(!rewritten.operators.contains("SOFTMAX"))
    #expect(rewritten.values == plain.values)
  }
}
