import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Products of the steps of unrolled networks become one.
@Suite struct JoinedProductTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// How a model differs from what converters write.
  enum Form: CaseIterable {
    case plain
    /// The first result is read before the second is computed, and a step by another operator.
    case interleaved
    /// One step of five has another bias.
    case otherBias
    /// One step of three has other weights.
    case otherWeights
    /// Steps are cut along the second axis, or along the one that the products add up.
    case secondAxis, lastAxis
    /// The input is a variable.
    case variable
    /// The products would take more memory than is worth it.
    case large
    /// Weights meet many rows in each step.
    case manyRows
    /// The third step is a graph's output alone.
    case lacksProduct
  }

  /// UNPACK of an input, and FULLY_CONNECTED of what it gives.
  private struct Unrolled {
    var tensors: [Tensor] = []
    var operators: [Operator] = []
    var outputs: [Int] = []
    /// What the products write.
    var results: [Int] = []
    let input: Int
    let weights: Int
    let bias: Int

    init(_ form: Form) {
      let units = form == .large ? 60_000 : 2
      let count = form == .otherBias ? 5 : 3
      let rows = form == .manyRows ? 9 : 3
      var tensors: [Tensor] = []
      func add(_ tensor: Tensor) -> Int {
        tensors.append(tensor)
        tensors[tensors.count - 1].name = "t\(tensors.count - 1)"
        return tensors.count - 1
      }
      func constant(_ shape: [Int], _ first: Float) -> Int {
        add(.float32(shape, (0..<shape.reduce(1, *)).map { first - Float($0 % 7) / 4 }))
      }
      var whole = Tensor.float32(
        form == .lastAxis ? [rows, 3, count] : form == .secondAxis ? [rows, count, 3] : [count, rows, 3])
      whole.isVariable = form == .variable
      input = add(whole)
      let steps = (0..<count).map { _ in add(.float32([rows, 3])) }
      weights = constant([units, 3], 1)
      let otherWeights = constant([units, 3], 3)
      bias = constant([units], 2)
      let otherBias = constant([units], 4)
      results = steps.map { _ in add(.float32([rows, units])) }
      outputs = results
      let axis: ModelBuilder.OptionValue = form == .lastAxis ? -1 : form == .secondAxis ? 1 : 0
      operators = [
        Operator(
          .unpack, options: Options(.unpackOptions, ["num": .int(Int64(count)), "axis": axis]), inputs: [input],
          outputs: steps)
      ]
      for step in steps.indices where form != .lacksProduct || step < 2 {
        operators.append(
          Operator(
            .fullyConnected, options: Options(.fullyConnectedOptions, ["fused_activation_function": 1]),
            inputs: [
              steps[step], form == .otherWeights && step == 1 ? otherWeights : weights,
              form == .otherBias && step == 0 ? otherBias : bias,
            ], outputs: [results[step]]))
      }
      if form == .lacksProduct { outputs[2] = steps[2] }
      if form == .interleaved {
        outputs[0] = add(.float32([rows, units]))
        outputs.append(add(.float32([rows, 3])))
        operators.insert(
          contentsOf: [
            Operator(.exp, inputs: [results[0]], outputs: [outputs[0]]),
            Operator(.tanh, inputs: [steps[1]], outputs: [outputs[3]]),
          ], at: 2)
      }
      self.tensors = tensors
    }

    var model: [UInt8] {
      ModelBuilder([.init(tensors: tensors, inputs: [input], outputs: outputs, operators: operators)]).build()
    }
  }

  @Test(arguments: Form.allCases) func becomesOne(_ form: Form) throws {
    let unrolled = Unrolled(form)
    let report = try GraphReport(Model(bytes: unrolled.model), passes: ["joined products"])
    let names = report.operators.map { $0.name }
    let operands = [unrolled.input, unrolled.weights, unrolled.bias]
    switch form {
    case .plain:
      #expect(names == ["FULLY_CONNECTED", "UNPACK"])
      #expect(report.operators[0].inputs == operands)
      #expect(report.operators[0].fusions == ["part by part"])
      #expect(report.operators[1].inputs == report.operators[0].outputs)
      #expect(report.operators[1].outputs == unrolled.results)
    case .otherBias:
      #expect(names == ["UNPACK", "FULLY_CONNECTED", "FULLY_CONNECTED", "UNPACK"])
      #expect(report.operators[2].inputs == operands)
      #expect(report.operators[3].outputs[1...] == unrolled.results[1...])
      #expect(!unrolled.tensors.indices.contains(report.operators[3].outputs[0]))
    case .interleaved: #expect(names == ["UNPACK", "FULLY_CONNECTED", "UNPACK", "EXP", "TANH"])
    default: #expect(names == unrolled.operators.map { $0.code.name })
    }
  }

  /// Also once each step has other rows, or several in the place of each.
  @Test(arguments: [Form.plain, .otherBias, .interleaved]) func computesTheSame(_ form: Form) throws {
    let model = try Model(bytes: Unrolled(form).model)
    let count = form == .otherBias ? 5 : 3
    var results: [[[Float]]] = []
    for rewrites in [false, true] {
      var options = SessionOptions()
      options.rewrites = rewrites
      let session = try Session(model, options: options)
      var all: [[Float]] = []
      for (rows, depth) in [(2, 3), (1, 3), (11, 3), (2, 6), (3, 1)] {
        try session.resizeInput(0, to: [count, rows, depth])
        try session.write((0..<rows * count * depth).map { Float($0 * 29 % 31) / 8 - 2 }, toInput: 0)
        try session.invoke()
        for output in session.outputs.indices { all.append(try session.output(output, as: Float.self)) }
      }
      results.append(all)
    }
    for (first, second) in zip(results[0], results[1]) {
      #expect(first.count == second.count)
      #expect(zip(first, second).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($0)) })
    }
  }

  /// A loop's body takes a row of a list apart and multiplies the steps: these become one product, which stays in the body.
  @Test func productsOfARowOfAListStayInTheLoop() throws {
    let (rows, steps, depth, units) = (3, 3, 4, 2)
    func variables(_ prefix: String) -> [Tensor] {
      [
        .int32([], name: prefix + "i"), .float32([rows, steps, 1, depth], name: prefix + "list"),
        .float32([steps, units], name: prefix + "sum"),
      ]
    }
    let loop = Operator(
      .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]), inputs: [0, 1, 2],
      outputs: [3, 4, 5])
    let condition = ModelBuilder.Subgraph(
      "condition", tensors: variables("c") + [.int32([], [Int32(rows)], name: "end"), .bool([], name: "goes on")],
      inputs: [0, 1, 2], outputs: [4], operators: [Operator(.less, inputs: [0, 3], outputs: [4])])
    let parts = (0..<steps).map { Tensor.float32([1, depth], name: "part\($0)") }
    let results = (0..<steps).map { Tensor.float32([1, units], name: "result\($0)") }
    let body = ModelBuilder.Subgraph(
      "body",
      tensors: variables("") + [.int32([], [1], name: "one"), .int32([], name: "next")]
        + [.float32([steps, 1, depth], name: "row")] + parts + results + [
          .float32([units, depth], (0..<units * depth).map { Float($0 * 5 % 7) / 4 - 1 }, name: "weights"),
          .float32([steps, units], name: "joined"), .float32([steps, units], name: "new"),
        ],
      inputs: [0, 1, 2], outputs: [4, 1, 14],
      operators: [
        Operator(.add, inputs: [0, 3], outputs: [4]),
        Operator(.gather, options: .init(.gatherOptions, ["axis": 0]), inputs: [1, 0], outputs: [5]),
        Operator(
          .unpack, options: .init(.unpackOptions, ["num": .int(Int64(steps)), "axis": 0]), inputs: [5],
          outputs: [6, 7, 8]),
      ]
        + (0..<steps).map { Operator(.fullyConnected, inputs: [6 + $0, 12, -1], outputs: [9 + $0]) } + [
          Operator(
            .concatenation, options: .init(.concatenationOptions, ["axis": 0]), inputs: [9, 10, 11], outputs: [13]),
          Operator(.add, inputs: [2, 13], outputs: [14]),
        ])
    let main = ModelBuilder.Subgraph(
      tensors: variables("") + variables("y"), inputs: [0, 1, 2], outputs: [3, 4, 5], operators: [loop])
    let model = try Model(bytes: ModelBuilder([main, condition, body]).build())
    var sums: [[Float]] = []
    for rewrites in [false, true] {
      var options = SessionOptions()
      options.rewrites = rewrites
      let session = try Session(model, options: options)
      try session.write([Int32(0)], toInput: 0)
      try session.write((0..<rows * steps * depth).map { Float($0 * 29 % 31) / 8 - 2 }, toInput: 1)
      try session.write([Float](repeating: 1, count: steps * units), toInput: 2)
      try session.invoke()
      sums.append(try session.output(2, as: Float.self))
    }
    #expect(zip(sums[0], sums[1]).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($0)) })
  }

  /// First steps whose results are read long before the second ones are multiplied: no more operators run later than in a
  /// multiple of the graph's time.
  @Test(arguments: [true, false]) func stepsFarApartStay(_ isReadAtOnce: Bool) throws {
    let count = 200
    var tensors: [Tensor] = [.float32([3, 1, 2]), .float32([2, 2], [1, 2, 3, 4])]
    var operators: [Operator] = []
    var outputs: [Int] = []
    func new() -> Int {
      tensors.append(.float32([1, 2]))
      return tensors.count - 1
    }
    let steps = (0..<count).map { _ in (0..<3).map { _ in new() } }
    for parts in steps {
      operators.append(Operator(.unpack, options: .init(.unpackOptions, ["num": 3]), inputs: [0], outputs: parts))
    }
    for step in 0..<3 {
      for parts in steps {
        let result = new()
        outputs.append(step == 0 && isReadAtOnce ? new() : result)
        operators.append(Operator(.fullyConnected, inputs: [parts[step], 1, -1], outputs: [result]))
        if step == 0, isReadAtOnce {
          operators.append(Operator(.exp, inputs: [result], outputs: [outputs[outputs.count - 1]]))
        }
      }
    }
    let model = ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: outputs, operators: operators)]).build()
    let report = try GraphReport(Model(bytes: model), passes: ["joined products"])
    let joined = report.operators.filter { $0.fusions == ["part by part"] }.count
    if isReadAtOnce {
      #expect(1..<count ~= joined)
      #expect(1...16 * operators.count ~= report.passes[0].moved.count)
    } else {
      #expect(joined == count)
      #expect(report.passes[0].moved.isEmpty)
    }
  }
}
