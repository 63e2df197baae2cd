import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Steps of recurrent cells that a graph writes out run as one operator.
@Suite struct RecurrentCellTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// A graph under construction.
  private struct Writer {
    let rows: Int
    let cells: Int
    var tensors: [Tensor] = []
    var operators: [Operator] = []
    var inputs: [Int] = []

    mutating func input(_ width: Int, rows count: Int? = nil) -> Int {
      inputs.append(tensor([count ?? rows, width]))
      return tensors.count - 1
    }

    mutating func tensor(_ shape: [Int]) -> Int {
      tensors.append(.float32(shape, name: "t\(tensors.count)"))
      return tensors.count - 1
    }

    mutating func constant(_ shape: [Int], _ values: [Float]) -> Int {
      tensors.append(.float32(shape, values, name: "c\(tensors.count)"))
      return tensors.count - 1
    }

    mutating func integers(_ values: [Int32], scalar: Bool = false) -> Int {
      tensors.append(.int32(scalar ? [] : [values.count], values, name: "c\(tensors.count)"))
      return tensors.count - 1
    }

    mutating func op(_ code: Schema.BuiltinOperator, _ inputs: Int..., width: Int? = nil, options: Options = .none)
      -> Int
    {
      let output = tensor([rows, width ?? cells])
      operators.append(Operator(code, options: options, inputs: inputs, outputs: [output]))
      return output
    }

    mutating func split(_ x: Int, _ count: Int) -> [Int] {
      let axis = integers([-1], scalar: true)
      let parts = (0..<count).map { _ in tensor([rows, cells]) }
      operators.append(
        Operator(
          .split, options: .init(.splitOptions, ["num_splits": .int(Int64(count))]), inputs: [axis, x], outputs: parts))
      return parts
    }

    mutating func stridedSlice(_ x: Int, _ number: Int) -> Int {
      let operands = [[0, number * cells], [0, (number + 1) * cells], [1, 1]].map { integers($0.map { Int32($0) }) }
      return op(
        .stridedSlice, x, operands[0], operands[1], operands[2],
        options: .init(.stridedSliceOptions, ["begin_mask": 1, "end_mask": 1]))
    }

    mutating func slice(_ x: Int, _ number: Int) -> Int {
      let operands = [[0, number * cells], [-1, cells]].map { integers($0.map { Int32($0) }) }
      return op(.slice, x, operands[0], operands[1])
    }

    mutating func bias(_ width: Int) -> Int { constant([width], (0..<width).map { Float($0 % 5) / 10 - 0.2 }) }

    func model(_ outputs: [Int]) -> [UInt8] {
      ModelBuilder([.init(tensors: tensors, inputs: inputs, outputs: outputs, operators: operators)]).build()
    }
  }

  private static let rectified = Options(
    .addOptions, ["fused_activation_function": .value(Schema.ActivationFunctionType.relu)])

  /// How gates are cut.
  private enum Cut: CaseIterable {
    case split, stridedSlice, slice, apart
  }

  private static func gates(_ x: Int, _ count: Int, _ cut: Cut, _ w: inout Writer) -> [Int] {
    switch cut {
    case .split: w.split(x, count)
    case .stridedSlice: (0..<count).map { w.stridedSlice(x, $0) }
    case .slice: (0..<count).map { w.slice(x, $0) }
    case .apart: (0..<count).map { _ in w.op(.add, w.input(w.cells), w.input(w.cells)) }
    }
  }

  private struct Step {
    var output: Int
    var state: Int
    var gates: [Int]
    var exit: Int
  }

  /// An LSTM step; the gates are sums of two inputs and a bias.
  private static func lstm(
    _ cut: Cut, rowsOfState: Int? = nil, function: Schema.BuiltinOperator = .tanh, _ w: inout Writer
  ) -> Step {
    let (x, y, cell) = (w.input(4 * w.cells), w.input(4 * w.cells), w.input(w.cells, rows: rowsOfState))
    let sum = w.op(.add, w.op(.add, x, y, width: 4 * w.cells), w.bias(4 * w.cells), width: 4 * w.cells)
    let g = gates(sum, 4, cut, &w)
    let kept = w.op(.mul, cell, w.op(.logistic, g[1]))
    let state = w.op(.add, kept, w.op(.mul, w.op(.logistic, g[0]), w.op(function, g[2])))
    let exit = w.op(.logistic, g[3])
    return Step(output: w.op(.mul, exit, w.op(function, state)), state: state, gates: g, exit: exit)
  }

  /// A GRU step whose reset gate scales a product, or whose candidate is a sum; the outputs by a blend or a difference.
  /// - Parameter function: that of candidates, nil for RELU as the activation of a sum.
  private static func gru(
    _ cut: Cut, resets: Bool, blends: Bool, function: Schema.BuiltinOperator? = .tanh, _ w: inout Writer
  ) -> Step {
    let (x, y, hidden) = (w.input(3 * w.cells), w.input(3 * w.cells), w.input(w.cells))
    let a = gates(x, 3, cut, &w)
    let b = gates(y, 3, cut, &w)
    let update = w.op(.logistic, w.op(.add, a[0], b[0]))
    let scaled = resets ? w.op(.mul, w.op(.logistic, w.op(.add, b[1], a[1])), b[2]) : b[2]
    let candidate =
      if let function { w.op(function, w.op(.add, scaled, a[2])) } else { w.op(.add, scaled, a[2], options: rectified) }
    if !blends {
      let product = w.op(.mul, update, w.op(.sub, hidden, candidate))
      return Step(output: w.op(.add, candidate, product), state: candidate, gates: a + b, exit: update)
    }
    let kept = w.op(.mul, update, hidden)
    let new = w.op(.mul, w.op(.sub, w.constant([], [1]), update), candidate)
    return Step(output: w.op(.add, kept, new), state: candidate, gates: a + b, exit: update)
  }

  private static func run(
    _ model: [UInt8], rows: Int? = nil, widths: [Int]? = nil, rewrites: Bool, threads: Int = 1
  ) throws -> (outputs: [[Float]], names: [String]) {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.profiling = true
    let session = try Session(Model(bytes: model), options: options)
    for (number, input) in session.inputs.enumerated() {
      var shape = input.shape
      if let rows { shape[0] = rows }
      if let widths { shape[1] = widths[number] }
      try session.resizeInput(number, to: shape)
      let values = (0..<shape.elementCount).map { Float(($0 * 37 + number * 11) % 101) / 25 - 2 }
      try session.write(values, toInput: number)
    }
    try session.invoke()
    return (
      try session.outputs.indices.map { try session.output($0, as: Float.self) }, session.profile.map { $0.name }
    )
  }

  private static func agree(_ first: [[Float]], _ second: [[Float]]) -> Bool {
    zip(first, second).allSatisfy {
      $0.count == $1.count && zip($0, $1).allSatisfy { abs($0 - $1) < Tolerance.formula }
    }
  }

  /// The names of what runs with rewrites, whose results are those without. Inputs are resized to so many rows, of so many
  /// elements each.
  private static func names(_ model: [UInt8], rows: Int? = nil, widths: [Int]? = nil) throws -> [String] {
    let plain = try run(model, rows: rows, widths: widths, rewrites: false)
    let one = try run(model, rows: rows, widths: widths, rewrites: true)
    let two = try run(model, rows: rows, widths: widths, rewrites: true, threads: 2)
    #expect(agree(plain.outputs, one.outputs))
    #expect(one.outputs == two.outputs)
    return one.names
  }

  @Test(arguments: [3, 16, 33]) func stepsAreOneOperator(_ cells: Int) throws {
    for cut in Cut.allCases {
      for rows in [1, 3, 300] {
        var w = Writer(rows: 1, cells: cells)
        let step = Self.lstm(cut, &w)
        #expect(try Self.names(w.model([step.output, step.state]), rows: rows).filter { $0 != "ADD" } == ["LSTM_CELL"])
        var r = Writer(rows: 1, cells: cells)
        let relu = Self.lstm(cut, function: .relu, &r)
        #expect(try Self.names(r.model([relu.output, relu.state]), rows: rows).filter { $0 != "ADD" } == ["LSTM_CELL"])
        for (resets, blends) in [(false, false), (false, true), (true, false), (true, true)] {
          var w = Writer(rows: 1, cells: cells)
          let step = Self.gru(cut, resets: resets, blends: blends, &w)
          #expect(try Self.names(w.model([step.output]), rows: rows).filter { $0 != "ADD" } == ["GRU_CELL"])
          for function in [Schema.BuiltinOperator.relu, nil] {
            var r = Writer(rows: 1, cells: cells)
            let relu = Self.gru(cut, resets: resets, blends: blends, function: function, &r)
            #expect(try Self.names(r.model([relu.output]), rows: rows).filter { $0 != "ADD" } == ["GRU_CELL"])
          }
        }
      }
    }
  }

  @Test func sumsBeforeGatesGoToo() throws {
    var w = Writer(rows: 2, cells: 8)
    let step = Self.lstm(.split, &w)
    #expect(try Self.names(w.model([step.output])) == ["LSTM_CELL"])
  }

  @Test func oneRowOfStatesServesAll() throws {
    var w = Writer(rows: 4, cells: 8)
    let step = Self.lstm(.split, rowsOfState: 1, &w)
    #expect(try Self.names(w.model([step.output, step.state])) == ["LSTM_CELL"])
  }

  /// Operands of three axes whose leading ones broadcast, each in its own way.
  @Test func leadingExtentsBroadcast() throws {
    let open = Tensor.float32([2, 3, 4]).signature([-1, -1, 4])
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [Tensor](repeating: open, count: 14), inputs: [0, 1, 2, 3, 4], outputs: [13, 11],
          operators: [
            Operator(.logistic, inputs: [0], outputs: [5]), Operator(.logistic, inputs: [1], outputs: [6]),
            Operator(.tanh, inputs: [2], outputs: [7]), Operator(.logistic, inputs: [3], outputs: [8]),
            Operator(.mul, inputs: [6, 4], outputs: [9]), Operator(.mul, inputs: [5, 7], outputs: [10]),
            Operator(.add, inputs: [9, 10], outputs: [11]), Operator(.tanh, inputs: [11], outputs: [12]),
            Operator(.mul, inputs: [8, 12], outputs: [13]),
          ])
      ]).build())
    func outputs(_ leading: [[Int]], rewrites: Bool) throws -> [[Float]] {
      var options = SessionOptions()
      options.rewrites = rewrites
      options.profiling = true
      let session = try Session(model, options: options)
      for (number, extents) in leading.enumerated() {
        let shape = Shape(extents + [4])
        try session.resizeInput(number, to: shape)
        let values = (0..<shape.elementCount).map { Float(($0 * 37 + number * 11) % 101) / 25 - 2 }
        try session.write(values, toInput: number)
      }
      try session.invoke()
      if rewrites { #expect(session.profile.map { $0.name } == ["LSTM_CELL"]) }
      return try session.outputs.indices.map { try session.output($0, as: Float.self) }
    }
    for leading in [
      [[2, 3], [2, 3], [2, 3], [2, 3], [2, 3]], [[2, 1], [1, 3], [2, 3], [1, 1], [2, 3]],
      [[2, 1], [1, 3], [1, 3], [2, 1], [1, 3]], [[1, 1], [5, 1], [1, 1], [1, 3], [1, 3]],
    ] {
      #expect(Self.agree(try outputs(leading, rewrites: false), try outputs(leading, rewrites: true)), "\(leading)")
    }
    // The states have one row, and what leaves the cells two.
    let error = #expect(throws: RuntimeError.self) {
      try outputs([[1, 1], [1, 1], [1, 1], [2, 1], [1, 1]], rewrites: true)
    }
    #expect(error?.code == .invalidOperator)
  }

  /// Inputs are resized until gates have one element a row, that of their place in the row, for all cells of the state.
  @Test(arguments: [8, 0]) func gatesOfOneElementServeAllCells(_ cells: Int) throws {
    for cut in [Cut.split, .apart] {
      var w = Writer(rows: 3, cells: 4)
      let step = Self.gru(cut, resets: true, blends: true, &w)
      // Two rows that are cut into three gates, the state, and what gates that are apart are sums of.
      let widths = w.inputs.indices.map { $0 < 2 ? 3 : $0 == 2 ? cells : 1 }
      let names = try Self.names(w.model([step.output]), widths: widths).filter { $0 != "ADD" }
      // Without results an operator does not run.
      #expect(names == (cells == 0 ? [] : ["GRU_CELL"]))
    }
  }

  @Test func whatOthersReadIsLeft() throws {
    var w = Writer(rows: 2, cells: 8)
    let step = Self.lstm(.split, &w)
    #expect(try !Self.names(w.model([step.output, step.exit])).contains("LSTM_CELL"))
    // A part of the sum is read once more: the sum is computed, and the cell reads it.
    let names = try Self.names(w.model([step.output, step.gates[2]]))
    #expect(names.contains("LSTM_CELL") && names.contains("SPLIT"))

    var g = Writer(rows: 2, cells: 8)
    let gated = Self.gru(.split, resets: true, blends: true, &g)
    #expect(try !Self.names(g.model([gated.output, gated.exit])).contains("GRU_CELL"))
    #expect(try !Self.names(g.model([gated.output, gated.state])).contains("GRU_CELL"))
  }

  @Test func stateThatIsReadBetweenIsLeft() throws {
    // The exit gate sees the state.
    var w = Writer(rows: 2, cells: 8)
    let (x, cell) = (w.input(4 * 8), w.input(8))
    let g = w.split(x, 4)
    let kept = w.op(.mul, w.op(.logistic, g[1]), cell)
    let state = w.op(.add, kept, w.op(.mul, w.op(.logistic, g[0]), w.op(.tanh, g[2])))
    let exit = w.op(.logistic, w.op(.add, g[3], w.op(.mul, state, w.bias(8))))
    let peephole = w.op(.mul, exit, w.op(.tanh, state))
    let bare = w.op(.mul, w.op(.logistic, state), w.op(.tanh, state))
    #expect(try !Self.names(w.model([peephole])).contains("LSTM_CELL"))
    #expect(try !Self.names(w.model([bare])).contains("LSTM_CELL"))
  }

  @Test func likeStepsAreLeft() throws {
    func lstm(_ change: (inout Writer, [Int], Int) -> Int) throws -> [String] {
      var w = Writer(rows: 2, cells: 8)
      let (x, cell) = (w.input(4 * 8), w.input(8))
      let g = w.split(x, 4)
      let output = change(&w, g, cell)
      return try Self.names(w.model([output]))
    }
    // One gate does the work of two.
    let shared = try lstm { w, g, cell in
      let gate = w.op(.logistic, g[0])
      let state = w.op(.add, w.op(.mul, gate, cell), w.op(.mul, gate, w.op(.tanh, g[2])))
      return w.op(.mul, w.op(.logistic, g[3]), w.op(.tanh, state))
    }
    // A sum with an activation.
    let bounded = try lstm { w, g, cell in
      let kept = w.op(.mul, w.op(.logistic, g[1]), cell)
      let new = w.op(.mul, w.op(.logistic, g[0]), w.op(.tanh, g[2]))
      let state = w.op(.add, kept, new, options: Self.rectified)
      return w.op(.mul, w.op(.logistic, g[3]), w.op(.tanh, state))
    }
    // Another function.
    let other = try lstm { w, g, cell in
      let state = w.op(
        .add, w.op(.mul, w.op(.logistic, g[1]), cell), w.op(.mul, w.op(.logistic, g[0]), w.op(.relu, g[2])))
      return w.op(.mul, w.op(.logistic, g[3]), w.op(.tanh, state))
    }
    // The state has a row more than the gates.
    var w = Writer(rows: 2, cells: 8)
    let (x, cell) = (w.input(4 * 8, rows: 1), w.input(8))
    let axis = w.integers([1], scalar: true)
    let parts = (0..<4).map { _ in w.tensor([1, 8]) }
    w.operators.append(
      Operator(.split, options: .init(.splitOptions, ["num_splits": 4]), inputs: [axis, x], outputs: parts))
    func one(_ code: Schema.BuiltinOperator, _ number: Int) -> Int {
      let output = w.tensor([1, 8])
      w.operators.append(Operator(code, inputs: [parts[number]], outputs: [output]))
      return output
    }
    let (input, forget, new, exit) = (one(.logistic, 0), one(.logistic, 1), one(.tanh, 2), one(.logistic, 3))
    let state = w.op(.add, w.op(.mul, forget, cell), w.op(.mul, input, new))
    let result = w.op(.mul, exit, w.op(.tanh, state))
    let broadcast = try Self.names(w.model([result]))
    for names in [shared, bounded, other, broadcast] { #expect(!names.contains("LSTM_CELL")) }

    // 2 - z is no part of a blend.
    var g = Writer(rows: 2, cells: 8)
    let (u, c, h) = (g.input(8), g.input(8), g.input(8))
    let update = g.op(.logistic, u)
    let rest = g.op(.sub, g.constant([], [2]), update)
    let sum = g.op(.add, g.op(.mul, update, h), g.op(.mul, rest, g.op(.tanh, c)))
    #expect(try !Self.names(g.model([sum])).contains("GRU_CELL"))
  }

  @Test func quantizedStepsAreLeft() throws {
    let gate = Tensor.int8([2, 8], quantization: .perTensor(scale: 1.0 / 256, zeroPoint: -128))
    let unit = Tensor.int8([2, 8], quantization: .perTensor(scale: 1.0 / 128))
    let model = ModelBuilder([
      .init(
        tensors: [unit, unit, unit, unit, unit, gate, gate, unit, gate, unit, unit, unit, unit, unit],
        inputs: [0, 1, 2, 3, 4], outputs: [13],
        operators: [
          Operator(.logistic, inputs: [0], outputs: [5]), Operator(.logistic, inputs: [1], outputs: [6]),
          Operator(.tanh, inputs: [2], outputs: [7]), Operator(.logistic, inputs: [3], outputs: [8]),
          Operator(.mul, inputs: [6, 4], outputs: [9]), Operator(.mul, inputs: [5, 7], outputs: [10]),
          Operator(.add, inputs: [9, 10], outputs: [11]), Operator(.tanh, inputs: [11], outputs: [12]),
          Operator(.mul, inputs: [8, 12], outputs: [13]),
        ])
    ]).build()
    let report = try GraphReport(Model(bytes: model), passes: ["recurrent cells"])
    #expect(report.passes[0].replaced == [])
    #expect(report.operators.count == 9)
  }

  /// Sums are looked through no further than a cell's can go: paths double with each, and a file may have any number of them.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false]) func sumsOfVeryManySumsEnd(_ doubles: Bool) throws {
    var w = Writer(rows: 2, cells: 8)
    let (x, cell) = (w.input(4 * 8), w.input(8))
    var sum = x
    for _ in 0..<(doubles ? 60 : 4000) { sum = w.op(.add, sum, doubles ? sum : x, width: 4 * 8) }
    let g = w.split(sum, 4)
    let state = w.op(
      .add, w.op(.mul, w.op(.logistic, g[1]), cell), w.op(.mul, w.op(.logistic, g[0]), w.op(.tanh, g[2])))
    let output = w.op(.mul, w.op(.logistic, g[3]), w.op(.tanh, state))
    #expect(try Self.names(w.model([output])).contains("LSTM_CELL"))
  }
}
