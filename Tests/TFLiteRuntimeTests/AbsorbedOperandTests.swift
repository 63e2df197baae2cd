import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Transpositions and factors that the operators beside them take over.
@Suite struct AbsorbedOperandTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  /// An element of an input.
  private static func value(_ element: Int, of input: Int) -> Float { Float((element + input) * 31 % 97) / 48 - 1 }

  private static func run(
    _ model: [UInt8], rewrites: Bool, threads: Int = 1
  ) throws -> (outputs: [[Float]], ran: [Int]) {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.profiling = true
    let session = try Session(Model(bytes: model), options: options)
    for (index, input) in session.inputs.enumerated() {
      try session.write((0..<input.shape.elementCount).map { value($0, of: index) }, toInput: index)
    }
    try session.invoke()
    return (
      try session.outputs.indices.map { try session.output($0, as: Float.self) }, session.profile.map { $0.index }
    )
  }

  private static func expect(_ model: [UInt8], ran expected: [Int]) throws {
    let plain = try run(model, rewrites: false)
    let rewritten = try run(model, rewrites: true)
    let parallel = try run(model, rewrites: true, threads: 2)
    #expect(rewritten.ran == expected)
    #expect(rewritten.outputs == parallel.outputs)
    for (first, second) in zip(plain.outputs, rewritten.outputs) {
      #expect(zip(first, second).allSatisfy { abs($0 - $1) < Tolerance.operandChange })
    }
  }

  private static func permutation(_ axes: [Int32], _ name: String) -> Tensor {
    .int32([axes.count], axes, name: name)
  }

  private static func product(_ inputs: [Int], _ output: Int, isRightSwapped: Bool = false) -> Operator {
    Operator(
      .batchMatmul, options: .init(.batchMatMulOptions, ["adj_y": .init(booleanLiteral: isRightSwapped)]),
      inputs: inputs, outputs: [output])
  }

  /// Attention of several heads: the heads stand behind the positions.
  @Test(arguments: [(7, 3, 5), (40, 2, 32), (33, 4, 64)])
  func attentionHasNoTransposition(_ positions: Int, _ heads: Int, _ depth: Int) throws {
    let split = [2, positions, heads, depth]
    let scores = [2, heads, positions, positions]
    for isRightSwapped in [false, true] {
      let keys = isRightSwapped ? [2, heads, positions, depth] : [2, heads, depth, positions]
      let tensors: [Tensor] = [
        .float32(split, name: "q"), .float32(split, name: "k"), .float32(split, name: "v"),
        Self.permutation([0, 2, 1, 3], "heads"),
        Self.permutation(isRightSwapped ? [0, 2, 1, 3] : [0, 2, -1, 1], "keys"),
        .float32([2, heads, positions, depth], name: "qt"), .float32(keys, name: "kt"), .float32(scores, name: "s"),
        .float32([], [0.125], name: "factor"), .float32(scores, name: "scaled"), .float32(scores, name: "weights"),
        .float32([2, heads, positions, depth], name: "vt"), .float32([2, heads, positions, depth], name: "y"),
        .float32(split, name: "z"),
      ]
      let model = ModelBuilder([
        .init(
          tensors: tensors, inputs: [0, 1, 2], outputs: [13],
          operators: [
            Operator(.transpose, inputs: [0, 3], outputs: [5]), Operator(.transpose, inputs: [1, 4], outputs: [6]),
            Self.product([5, 6], 7, isRightSwapped: isRightSwapped), Operator(.mul, inputs: [7, 8], outputs: [9]),
            Operator(.softmax, options: .init(.softmaxOptions, ["beta": 1.0]), inputs: [9], outputs: [10]),
            Operator(.transpose, inputs: [2, 3], outputs: [11]), Self.product([10, 11], 12),
            Operator(.transpose, inputs: [12, 3], outputs: [13]),
          ])
      ]).build()
      try Self.expect(model, ran: [2, 4, 6])
    }
  }

  @Test func transpositionsThatOthersReadStay() throws {
    // Both transposed tensors leave the graph too, and rows of the left operand would not be contiguous.
    let tensors: [Tensor] = [
      .float32([2, 6, 5], name: "a"), .float32([2, 4, 6], name: "b"), Self.permutation([0, 2, 1], "swap"),
      .float32([2, 5, 6], name: "at"), .float32([2, 6, 4], name: "bt"), .float32([2, 5, 4], name: "y"),
      .float32([2, 4, 5], name: "yt"),
    ]
    let model = ModelBuilder([
      .init(
        tensors: tensors, inputs: [0, 1], outputs: [4, 6],
        operators: [
          Operator(.transpose, inputs: [0, 2], outputs: [3]), Operator(.transpose, inputs: [1, 2], outputs: [4]),
          Self.product([3, 4], 5), Operator(.transpose, inputs: [5, 2], outputs: [6]),
        ])
    ]).build()
    try Self.expect(model, ran: [0, 1, 2, 3])
  }

  /// Weights that come as [I, O]: FULLY_CONNECTED reads them so, packed for many rows and where they lie for few.
  @Test(arguments: [1, 2, 3, 5, 40], [3, 17, 150, 300]) func weightsAreReadUntransposed(_ rows: Int, _ units: Int)
    throws
  {
    for (depth, hasBias, activation) in [
      (9, true, Schema.ActivationFunctionType.none), (64, false, .none), (33, true, .relu), (1, true, .relu6),
    ] {
      let tensors: [Tensor] = [
        .float32([rows, depth], name: "x"), .float32([depth, units], name: "w"), .float32([units], name: "bias"),
        Self.permutation([1, -2], "swap"), .float32([units, depth], name: "wt"), .float32([rows, units], name: "y"),
      ]
      let product = Operator(
        .fullyConnected, options: .init(.fullyConnectedOptions, ["fused_activation_function": .value(activation)]),
        inputs: [0, 4, hasBias ? 2 : -1], outputs: [5])
      let model = ModelBuilder([
        .init(
          tensors: tensors, inputs: [0, 1, 2], outputs: [5],
          operators: [Operator(.transpose, inputs: [1, 3], outputs: [4]), product])
      ]).build()
      try Self.expect(model, ran: [1])
    }
  }

  /// Weights that another operator computes, [O, I]: packed for many rows, read where they lie for few, or if they are few.
  @Test(arguments: [1, 2, 5, 40], [1, 4, 7, 150]) func computedWeights(_ rows: Int, _ units: Int) throws {
    for depth in [5, 64, 131] {
      let tensors: [Tensor] = [
        .float32([rows, depth], name: "x"), .float32([units, depth], name: "w"), .float32([units], name: "bias"),
        .float32([rows, units], name: "y"),
      ]
      let product = Operator(
        .fullyConnected, options: .init(.fullyConnectedOptions, [:]), inputs: [0, 1, 2], outputs: [3])
      let model = ModelBuilder([.init(tensors: tensors, inputs: [0, 1, 2], outputs: [3], operators: [product])]).build()
      let found = try Self.run(model, rewrites: true)
      #expect(try found.outputs == Self.run(model, rewrites: true, threads: 2).outputs)
      for row in 0..<rows {
        for unit in 0..<units {
          let sum = (0..<depth).reduce(Self.value(unit, of: 2)) {
            $0 + Self.value(row * depth + $1, of: 0) * Self.value(unit * depth + $1, of: 1)
          }
          #expect(abs(found.outputs[0][row * units + unit] - sum) < Tolerance.operandChange * Float(depth))
        }
      }
    }
  }

  /// The other operand of the product is transposed weights too, or they leave the graph.
  @Test func weightsThatOthersReadAreTransposed() throws {
    let tensors: [Tensor] = [
      .float32([6, 6], name: "w"), Self.permutation([1, 0], "swap"), .float32([6, 6], name: "wt"),
      .float32([6, 6], name: "y"),
    ]
    func model(_ inputs: [Int], outputs: [Int]) -> [UInt8] {
      ModelBuilder([
        .init(
          tensors: tensors, inputs: [0], outputs: outputs,
          operators: [
            Operator(.transpose, inputs: [0, 1], outputs: [2]),
            Operator(.fullyConnected, options: .init(.fullyConnectedOptions, [:]), inputs: inputs, outputs: [3]),
          ])
      ]).build()
    }
    try Self.expect(model([2, 2, -1], outputs: [3]), ran: [0, 1])
    try Self.expect(model([0, 2, -1], outputs: [3, 2]), ran: [0, 1])
    try Self.expect(model([0, 2, -1], outputs: [3]), ran: [1])
  }

  @Test func factorsThatSoftmaxCannotTakeStay() throws {
    let tensors: [Tensor] = [
      .float32([3, 4], name: "x"), .float32([], [-2], name: "negative"), .float32([1, 1], [3], name: "divisor"),
      .float32([3, 4], name: "a"), .float32([3, 4], name: "b"), .float32([3, 4], name: "c"),
      .float32([3, 4], name: "d"),
    ]
    func softmax(_ input: Int, _ output: Int) -> Operator {
      Operator(.softmax, options: .init(.softmaxOptions, ["beta": 1.0]), inputs: [input], outputs: [output])
    }
    let model = ModelBuilder([
      .init(
        tensors: tensors, inputs: [0], outputs: [5, 6],
        operators: [
          Operator(.mul, inputs: [0, 1], outputs: [3]), Operator(.div, inputs: [0, 2], outputs: [4]), softmax(3, 5),
          softmax(4, 6),
        ])
    ]).build()
    try Self.expect(model, ran: [0, 2, 3])
  }
}
