import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Bodies of loops write rows into lists in place, and multiply rows of lists that stay the same before the loop.
@Suite struct LoopBodyTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator

  private static let depth = 6
  private static let units = 20

  /// How a model differs from what converters write.
  enum Variant: CaseIterable {
    case plain
    /// Another operator reads the list from before.
    case readsList
    /// The second part begins two rows after the new one.
    case skipsRow
    /// The list is given out for another variable as well.
    case givesListTwice
    /// Another operator reads the row that is multiplied.
    case readsRow
    /// The list has one row less than the one that is multiplied.
    case shortList

    var writesRows: Bool { [.plain, .readsRow, .shortList].contains(self) }
    var multipliesBefore: Bool { ![.readsRow, .givesListTwice].contains(self) }
    /// Of 6 rows those that the loop gets to as written: a list that becomes shorter ends it, and so does one with other rows
    /// than the product takes.
    var limit: Int {
      switch self {
      case .plain, .readsList, .readsRow: 6
      case .shortList: 5
      case .skipsRow: 3
      case .givesListTwice: 1
      }
    }
  }

  private static func weights(_ columns: Int, _ name: String, isInteger: Bool) -> Tensor {
    let values = (0..<units * columns).map { $0 * 29 % 31 - 15 }
    if !isInteger { return .float32([units, columns], values.map { Float($0) / 64 }, name: name) }
    var tensor = Tensor.int8(
      [units, columns], values.map { Int8($0) }, quantization: .perTensor(scale: 1 / 64))
    tensor.name = name
    return tensor
  }

  private static let whileOptions = ModelBuilder.Options(
    .whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2])

  /// The variables: an index, the list, the state, the rows and the index at which the loop ends.
  private static func variables(_ prefix: String, _ rows: Int, isShort: Bool = false, isOpen: Bool = false) -> [Tensor]
  {
    [
      .int32([], name: prefix + "i"), .float32([isShort ? rows - 1 : rows, 1, units], name: prefix + "list"),
      .float32([1, units], name: prefix + "state"),
      .float32([isOpen ? 1 : rows, 1, depth], name: prefix + "rows").signature([
        isOpen ? -1 : rows, isOpen ? -1 : 1, depth,
      ]),
      .int32([], name: prefix + "limit"),
    ]
  }

  /// while i < limit { state = tanh(rows[i] * W + b + state * U); list[i] = state; i += 1 }
  /// - Parameters:
  ///   - branches: outputs 5 and 6 are twice the list, and what the body makes of it.
  ///   - limit: where the loop ends instead.
  ///   - isInteger: weights are int8.
  ///   - isOpen: the file leaves open how many rows there are.
  ///   - change: of the body's operators.
  private static func model(
    _ rows: Int, _ variant: Variant = .plain, branches: Bool = false, limit: Int32? = nil,
    isInteger: Bool = false, isOpen: Bool = false, change: (inout [Operator]) -> Void = { _ in }
  ) -> [UInt8] {
    let isShort = variant == .shortList
    func variables(_ prefix: String) -> [Tensor] { Self.variables(prefix, rows, isShort: isShort, isOpen: isOpen) }
    let loop = Operator(.while, options: whileOptions, inputs: Array(0..<5), outputs: Array(5..<10))
    var main = Subgraph(
      tensors: variables("") + variables("y"), inputs: Array(0..<5), outputs: Array(5..<10),
      operators: [loop])
    if branches {
      main.tensors += [.bool([], name: "is so"), .float32([rows, 1, units], name: "twice")] + variables("z")
      main.inputs.append(10)
      main.outputs += [11, 13]
      main.operators += [
        Operator(.add, inputs: [1, 1], outputs: [11]),
        Operator(
          .if, options: .init(.ifOptions, ["then_subgraph_index": 2, "else_subgraph_index": 2]),
          inputs: [10, 0, 11, 2, 3, 4], outputs: Array(12..<17)),
      ]
    }
    let condition = Subgraph(
      "condition",
      tensors: variables("c") + [.bool([], name: "goes on"), .int32([], [limit ?? 0], name: "end")],
      inputs: Array(0..<5), outputs: [5],
      operators: [Operator(.less, inputs: [0, limit == nil ? 4 : 6], outputs: [5])])
    var tensors = variables("")
    func add(_ tensor: Tensor) -> Int {
      var tensor = tensor
      if tensor.name.isEmpty { tensor.name = "t\(tensors.count)" }
      tensors.append(tensor)
      return tensors.count - 1
    }
    var operators: [Operator] = []
    func compute(_ code: Schema.BuiltinOperator, _ inputs: [Int], _ output: Tensor, _ options: ModelBuilder.Options)
      -> Int
    {
      let number = add(output)
      operators.append(Operator(code, options: options, inputs: inputs, outputs: [number]))
      return number
    }
    let axis = ModelBuilder.Options(.concatenationOptions, ["axis": 0])
    let row = compute(.gather, [3, 0], .float32([1, depth], name: "row"), .none)
    let bias = add(.float32([units], (0..<units).map { Float($0) / 50 }))
    let product = compute(
      .fullyConnected, [row, add(weights(depth, "w", isInteger: isInteger)), bias], .float32([1, units]), .none)
    let recurrent = compute(
      .fullyConnected, [2, add(weights(units, "u", isInteger: isInteger)), -1], .float32([1, units]), .none)
    var sum = compute(.add, [product, recurrent], .float32([1, units]), .none)
    if variant == .readsRow {
      let mean = compute(
        .mean, [row, add(.int32([1], [1]))], .float32([1, 1]), .init(.reducerOptions, ["keep_dims": true]))
      sum = compute(.add, [sum, mean], .float32([1, units]), .none)
    }
    let state = compute(.tanh, [sum], .float32([1, units]), .none)
    let one = add(.int32([1], [1]))
    let next = compute(.add, [0, add(.int32([], [1]))], .int32([]), .none)
    let number = compute(.reshape, [0, one], .int32([1]), .none)
    let count = compute(.concatenation, [number, add(.int32([2], [-1, -1]))], .int32([3]), axis)
    let before = compute(
      .slice, [1, add(.int32([3], [0, 0, 0])), count], .float32([1, 1, units]).signature([-1, -1, -1]), .none)
    let after = compute(
      .reshape, [variant == .skipsRow ? compute(.add, [next, one], .int32([]), .none) : next, one], .int32([1]), .none)
    let begin = compute(.concatenation, [after, add(.int32([2], [0, 0]))], .int32([3]), axis)
    let rest = compute(
      .slice, [1, begin, add(.int32([3], [-1, -1, -1]))], .float32([1, 1, units]).signature([-1, -1, -1]), .none)
    let new = compute(.reshape, [state, add(.int32([3], [1, 1, Int32(units)]))], .float32([1, 1, units]), .none)
    let list = compute(.concatenation, [before, new, rest], .float32([isShort ? rows - 1 : rows, 1, units]), axis)
    var outputs = [next, list, state, 3, 4]
    if variant == .readsList {
      outputs[2] = compute(.gather, [1, 0], .float32([1, units]), .none)
    }
    if variant == .givesListTwice { outputs[3] = list }
    change(&operators)
    let body = Subgraph("body", tensors: tensors, inputs: Array(0..<5), outputs: outputs, operators: operators)
    return ModelBuilder([main, condition, body]).build()
  }

  private static func session(_ model: [UInt8], rewrites: Bool, threads: Int = 1) throws -> Session {
    var options = SessionOptions()
    options.threads = .count(threads)
    options.rewrites = rewrites
    options.profiling = true
    return try Session(Model(bytes: model), options: options)
  }

  private static func run(_ session: Session, _ rows: Int, from start: Int = 0, to end: Int, seed: Int) throws {
    try session.write([Int32(start)], toInput: 0)
    try session.write((0..<session.inputs[1].shape.elementCount).map { Float($0) }, toInput: 1)
    try session.write((0..<units).map { Float($0 - seed) / 9 }, toInput: 2)
    try session.write((0..<rows * depth).map { Float(($0 + seed) * 37 % 113) / 60 - 1 }, toInput: 3)
    try session.write([Int32(end)], toInput: 4)
    try session.invoke()
  }

  private static func runs(_ session: Session, _ name: String) -> [Int] {
    session.profile.filter { $0.subgraph == 2 && $0.name == name }.map { $0.runs }
  }

  @Test(
    arguments: [(2, 1, false), (5, 2, false), (70, 1, false), (70, 2, false), (70, 1, true), (5, 2, true)],
    [false, true])
  func resultsAreTheSame(_ form: (rows: Int, threads: Int, isInteger: Bool), _ isOpen: Bool) throws {
    let rows = form.rows
    let model = Self.model(rows, isInteger: form.isInteger, isOpen: isOpen)
    let plain = try Self.session(model, rewrites: false)
    let rewritten = try Self.session(model, rewrites: true, threads: form.threads)
    for session in [plain, rewritten] where isOpen { try session.resizeInput(3, to: [rows, 1, Self.depth]) }
    for (seed, limit) in [(0, rows), (3, rows), (4, rows - 1), (5, 0), (1, rows)] {
      rewritten.resetProfile()
      for session in [plain, rewritten] { try Self.run(session, rows, to: limit, seed: seed) }
      for output in 1...2 {
        #expect(try plain.output(output, as: Float.self) == rewritten.output(output, as: Float.self))
      }
      // One product for all rows, and one in each iteration.
      #expect(Self.runs(rewritten, "FULLY_CONNECTED").sorted() == (limit > 0 ? [1, limit].sorted() : []))
      #expect(Self.runs(rewritten, "SLICE") == [])
    }
    // The rows that the loop does not come to stay what they were.
    try Self.run(rewritten, rows, from: 1, to: 2, seed: 0)
    let list = try rewritten.output(1, as: Float.self)
    #expect(list[..<Self.units].elementsEqual((0..<Self.units).map { Float($0) }))
    #expect(list[Self.units..<2 * Self.units].elementsEqual(try rewritten.output(2, as: Float.self)))
  }

  /// Where the old list or the row has other readers, or the parts are not those around one row, all runs as it is written.
  @Test(arguments: Variant.allCases) func onlyWhatNobodyElseReadsChanges(_ variant: Variant) throws {
    let rows = 6
    let model = Self.model(rows, variant)
    let plain = try Self.session(model, rewrites: false)
    let rewritten = try Self.session(model, rewrites: true)
    for seed in 0..<2 {
      rewritten.resetProfile()
      for session in [plain, rewritten] { try Self.run(session, rows, to: variant.limit, seed: seed) }
      for output in 1...2 {
        #expect(try plain.output(output, as: Float.self) == rewritten.output(output, as: Float.self))
      }
      #expect(Self.runs(rewritten, "SLICE").isEmpty == variant.writesRows)
      // Who multiplies before the loop takes no row.
      #expect(rewritten.profile.contains { $0.output == "row" } != variant.multipliesBefore)
    }
  }

  /// Rows that the list to multiply does not have, and one that only the list to write does not have.
  @Test(arguments: [true, false]) func rowsOutsideTheListAreRefused(_ rewrites: Bool) throws {
    for (start, variant) in [(4, Variant.plain), (-2, .plain), (3, .shortList)] {
      let session = try Self.session(Self.model(4, variant), rewrites: rewrites)
      let error = #expect(throws: RuntimeError.self) {
        try Self.run(session, 4, from: start, to: 5, seed: 0)
      }
      // As written, the rows after the new one are refused by the operator that takes them.
      if rewrites || variant == .plain {
        #expect(error?.code == .invalidData)
        #expect(error?.actual?.hasPrefix("\(start)") == true)
      }
      #expect(error?.location?.subgraph == 2)
      try Self.run(session, 4, to: 3, seed: 0)
    }
  }

  /// A subgraph that a loop and a branch run keeps its inputs for the branch.
  @Test func aBranchMayRunTheSameSubgraph() throws {
    let rows = 4
    let once = try Self.session(Self.model(rows), rewrites: false)
    try Self.run(once, rows, to: 1, seed: 2)
    let row = try once.output(2, as: Float.self)
    let doubled = (0..<rows * Self.units).map { 2 * Float($0) }
    let session = try Self.session(Self.model(rows, branches: true), rewrites: true)
    try session.write([1] as [UInt8], toInput: 5)
    for _ in 0..<2 {
      try Self.run(session, rows, to: rows, seed: 2)
      #expect(try session.output(1, as: Float.self).starts(with: row))
      #expect(try session.output(5, as: Float.self) == doubled)
      #expect(try session.output(6, as: Float.self) == row + doubled[Self.units...])
    }
  }

  /// Whatever is missing or changed in a file with a loop, a session ends with outputs or an error.
  @Test func damagedLoopsEndOrderly() {
    var count = 0
    _ = Self.model(3) { count = $0.count }
    for number in 0..<count {
      for position in 0..<3 {
        let bytes = Self.model(3, limit: 3) { operators in
          if position < operators[number].inputs.count { operators[number].inputs[position] = -1 }
        }
        DamagedModel(name: "input \(position) of operator \(number)", bytes: bytes).expectOrderlyEnd(bytes)
      }
      let bytes = Self.model(3, limit: 3) { $0[number].outputs[0] = -1 }
      DamagedModel(name: "output of operator \(number)", bytes: bytes).expectOrderlyEnd(bytes)
    }
    let model = Self.model(3, limit: 3)
    var random = SeededGenerator(seed: 4)
    for _ in 0..<DamagedModel.rounds(3000) {
      var bytes = model
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      DamagedModel(name: "a loop", bytes: bytes).expectOrderlyEnd(bytes)
    }
  }
}
