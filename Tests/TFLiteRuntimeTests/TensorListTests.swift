import Foundation
import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Lists of tensors, as loops over time fill them: LiteRT's operators and TensorFlow's.
@Suite struct TensorListTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator

  static let depth = 3

  /// Whose operators, and what is known of the list before the loop.
  struct Case: Sendable {
    var isTensorFlows: Bool
    var elementShape: [Int32]
    /// The shape of elements is one number, -1: not even the rank is known.
    var hasRank = true
    /// The number of elements is an input.
    var isCounted = false
  }

  static let cases: [Case] = [true, false].flatMap { isTensorFlows in
    [
      Case(isTensorFlows: isTensorFlows, elementShape: [-1, Int32(depth)]),
      Case(isTensorFlows: isTensorFlows, elementShape: [-1, Int32(depth)], isCounted: true),
      Case(isTensorFlows: isTensorFlows, elementShape: [-1], hasRank: false),
      Case(isTensorFlows: isTensorFlows, elementShape: [-1], hasRank: false, isCounted: true),
      Case(isTensorFlows: isTensorFlows, elementShape: [2, Int32(depth)]),
    ]
  }

  /// A `NodeDef` with these attributes, in the options of one of TensorFlow's operators.
  static func definition(_ name: String, types: [(String, UInt8)] = [], integers: [(String, UInt8)] = []) -> [UInt8] {
    func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(bytes.count)] + bytes }
    var node = field(1, Array(name.utf8)) + field(2, Array(name.utf8)) + field(3, []) + [4 << 3 | 5, 0, 0, 0, 0]
    for (key, value) in [("shape_type", 3)] + types {
      node += field(5, field(1, Array(key.utf8)) + field(2, [6 << 3, value]))
    }
    for (key, value) in integers { node += field(5, field(1, Array(key.utf8)) + field(2, [3 << 3, value])) }
    return FlexBufferWriter.bytes([.string(name), .string(String(decoding: node, as: UTF8.self))])
  }

  static func list(
    _ name: String, isTensorFlows: Bool, _ inputs: [Int], _ outputs: [Int], type: Schema.TensorType = .float32
  ) -> Operator {
    let types: [(Schema.TensorType, UInt8)] = [(.float32, 1), (.int32, 3), (.int64, 9), (.bool, 10)]
    let number = types.first { $0.0 == type }?.1 ?? 0
    let options =
      isTensorFlows ? definition(name, types: [("element_dtype", number)]) : [UInt8(bitPattern: type.rawValue)]
    return Operator(
      custom: (isTensorFlows ? "Flex" : "") + name, options: options, inputs: inputs, outputs: outputs)
  }

  static let variant = Tensor(.variant, [])

  /// for i in 0..<end { state = tanh(state + rows[i]); list[i] = state }, and the list as a tensor.
  /// Inputs: rows [6, batch, depth], state [batch, depth], end, and the number of elements.
  private static func loop(_ form: Case, batch: Int = 2, readsList: Bool = false) -> [UInt8] {
    func variables(_ prefix: String) -> [Tensor] {
      [
        .int32([], name: prefix + "i"), variant,
        .float32([batch, depth], name: prefix + "state").signature([-1, depth]),
        .float32([6, batch, depth], name: prefix + "rows").signature([6, -1, depth]), .int32([], name: prefix + "end"),
      ]
    }
    let main = Subgraph(
      tensors: [
        .float32([6, batch, depth], name: "rows").signature([6, -1, depth]),
        .float32([batch, depth], name: "state").signature([-1, depth]), .int32([], name: "end"),
        .int32([], name: "count"), .int32([], [0]),
        .int32(form.hasRank ? [form.elementShape.count] : [], form.elementShape),
        variant,
      ] + variables("y") + [.float32([1, 1, depth], name: "stacked").signature([-1, -1, depth]), .int32([], [6])],
      inputs: [0, 1, 2, 3], outputs: [12, 9],
      operators: [
        list("TensorListReserve", isTensorFlows: form.isTensorFlows, [5, form.isCounted ? 3 : 13], [6]),
        Operator(
          .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]),
          inputs: [4, 6, 1, 0, 2], outputs: [7, 8, 9, 10, 11]),
        list("TensorListStack", isTensorFlows: form.isTensorFlows, [8, 5], [12]),
      ])
    let condition = Subgraph(
      "condition", tensors: variables("c") + [.bool([], name: "goes on")], inputs: Array(0..<5), outputs: [5],
      operators: [Operator(.less, inputs: [0, 4], outputs: [5])])
    let body = Subgraph(
      "body",
      tensors: variables("b") + [
        .int32([], [1]), .int32([], name: "next"), .float32([batch, depth], name: "row").signature([-1, depth]),
        .float32([batch, depth], name: "sum").signature([-1, depth]),
        .float32([batch, depth], name: "tanh").signature([-1, depth]), variant,
        .float32([1, depth], name: "old").signature([-1, depth]),
        .float32([batch, depth], name: "both").signature([-1, depth]),
      ], inputs: Array(0..<5), outputs: [6, 10, readsList ? 12 : 9, 3, 4],
      operators: [
        Operator(.add, inputs: [0, 5], outputs: [6]), Operator(.gather, inputs: [3, 0], outputs: [7]),
        Operator(.add, inputs: [2, 7], outputs: [8]), Operator(.tanh, inputs: [8], outputs: [9]),
        list("TensorListSetItem", isTensorFlows: form.isTensorFlows, [1, 0, 9], [10]),
      ]
        + (readsList
          ? [
            list("TensorListGetItem", isTensorFlows: form.isTensorFlows, [10, 0, 13], [11]),
            Operator(.mul, inputs: [11, 9], outputs: [12]),
          ] : []))
    var read = body
    if readsList { read.tensors.append(.int32([2], [-1, Int32(depth)])) }
    return ModelBuilder([main, condition, read]).build()
  }

  private static func expected(_ rows: [Float], _ state: [Float], end: Int, squares: Bool = false) -> [Float] {
    var state = state
    var list: [Float] = []
    for number in 0..<end {
      state = state.indices.map { tanh(state[$0] + rows[number * state.count + $0]) }
      list += state
      if squares { state = state.map { $0 * $0 } }
    }
    return list + [Float](repeating: 0, count: (6 - end) * state.count)
  }

  @Test(arguments: cases, [(true, 1), (true, 2), (false, 1)])
  func loopsFillLists(_ form: Case, _ settings: (rewrites: Bool, threads: Int)) throws {
    for readsList in [false, true] {
      var options = SessionOptions()
      options.rewrites = settings.rewrites
      options.threads = .count(settings.threads)
      options.profiling = true
      let session = try Session(Model(bytes: Self.loop(form, readsList: readsList)), options: options)
      for (batch, end) in [(2, 6), (2, 4), (2, 0), (3, 6), (1, 2), (2, 6)]
      where form.elementShape[0] != 2 || batch == 2 {
        try session.resizeInput(0, to: [6, batch, Self.depth])
        try session.resizeInput(1, to: [batch, Self.depth])
        let rows = (0..<6 * batch * Self.depth).map { Float($0 * 31 % 17 - 8) / 8 }
        let state = (0..<batch * Self.depth).map { Float($0 - 2) / 4 }
        try session.write(rows, toInput: 0)
        try session.write(state, toInput: 1)
        try session.write([Int32(end)], toInput: 2)
        try session.write([Int32(6)], toInput: 3)
        session.resetProfile()
        try session.invoke()
        let found = try session.output(0, as: Float.self)
        let expected = Self.expected(rows, state, end: end, squares: readsList)
        if end == 0, found.isEmpty { continue }
        #expect(session.outputs[0].shape == [6, batch, Self.depth])
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= Tolerance.formula } && found.count == expected.count)
        let isInPlace = session.profile.contains { $0.name == "ROW_WRITE" && $0.runs > 0 }
        #expect(isInPlace == (settings.rewrites && end > 0 && !readsList))
      }
    }
  }

  @Test func aListIsWrittenWhereItGoesOn() throws {
    for form in Self.cases {
      let session = try OperatorRun.session(Self.loop(form))
      try session.prepare()
      // The shape of the first element is found without running the loop, unless the list's length is computed.
      #expect(session.outputs[0].shape == [6, 2, Self.depth] || form.isCounted)
    }
  }

  /// One operator on lists that are tensors of the model's own.
  private static func run(
    _ name: String, _ inputs: [Tensor], _ outputs: [Tensor], isTensorFlows: Bool = true, options: [UInt8]? = nil
  ) throws -> Session {
    var node = list(
      name, isTensorFlows: isTensorFlows, Array(inputs.indices), outputs.indices.map { $0 + inputs.count })
    if let options { node.customOptions = options }
    let graph = Subgraph(
      tensors: inputs + outputs, inputs: inputs.indices.filter { inputs[$0].data == nil },
      outputs: outputs.indices.map { $0 + inputs.count }, operators: [node])
    let session = try OperatorRun.session(ModelBuilder([graph]).build())
    for (number, input) in session.inputs.enumerated() where input.type == .float32 {
      try session.write((0..<input.shape.elementCount).map { Float($0 + 1) }, toInput: number)
    }
    try session.invoke()
    return session
  }

  @Test(arguments: [true, false]) func operators(_ isTensorFlows: Bool) throws {
    let table = Tensor.float32([3, 2])
    let row = Tensor.float32([2])
    let any = Tensor.int32([], [-1])
    func run(_ name: String, _ inputs: [Tensor], _ outputs: [Tensor]) throws -> Session {
      try Self.run(name, inputs, outputs, isTensorFlows: isTensorFlows)
    }
    func values(_ session: Session, _ output: Int = 0) throws -> [Float] { try session.output(output, as: Float.self) }
    #expect(try values(run("TensorListFromTensor", [table, any], [Self.variant])) == [1, 2, 3, 4, 5, 6])
    #expect(try values(run("TensorListSetItem", [table, .int32([], [1]), row], [Self.variant])) == [1, 2, 1, 2, 5, 6])
    #expect(try values(run("TensorListGetItem", [table, .int32([], [2]), any], [row])) == [5, 6])
    #expect(try values(run("TensorListStack", [table, .int32([1], [-1])], [table])) == [1, 2, 3, 4, 5, 6])
    let pushed = try run("TensorListPushBack", [table, row], [Self.variant])
    #expect(pushed.outputs[0].shape == [4, 2])
    #expect(try values(pushed) == [1, 2, 3, 4, 5, 6, 1, 2])
    let popped = try run("TensorListPopBack", [table, any], [Self.variant, row])
    #expect(popped.outputs[0].shape == [2, 2])
    #expect(try values(popped) == [1, 2, 3, 4])
    #expect(try values(popped, 1) == [5, 6])
    #expect(try run("TensorListLength", [table], [.int32([])]).output(0, as: Int32.self) == [3])
    #expect(try run("TensorListElementShape", [table], [.int32([1])]).output(0, as: Int32.self) == [2])
    let reserved = try run("TensorListReserve", [.int32([2], [-1, 4]), .int32([], [5])], [Self.variant])
    #expect(reserved.outputs[0].shape == [5, 0, 4])
    #expect(reserved.outputs[0].type == .float32)
    #expect(
      try run("EmptyTensorList", [.int32([1], [4]), .int32([], [9])], [Self.variant]).outputs[0].shape == [0, 4])
    // Elements that nobody has set are zeros.
    #expect(try values(run("TensorListStack", [.float32([3, 0]), .int32([1], [2])], [table])) == [0, 0, 0, 0, 0, 0])
    #expect(
      try values(run("TensorListGetItem", [.float32([3, 0]), .int32([], [2]), .int32([1], [2])], [row])) == [0, 0])
    // LiteRT's operator makes numbers of elements of one.
    let ones = try run("TensorListStack", [.float32([3, 1]), any], [.float32([3])])
    #expect(ones.outputs[0].shape == (isTensorFlows ? [3, 1] : [3]))
  }

  @Test func objections() throws {
    let table = Tensor.float32([3, 2])
    let any = Tensor.int32([], [-1])
    func error(_ name: String, _ inputs: [Tensor], _ outputs: [Tensor], options: [UInt8]? = nil) throws -> String {
      do {
        _ = try Self.run(name, inputs, outputs, options: options)
        return "none"
      } catch let error as RuntimeError {
        return error.description
      }
    }
    let beyond = try error("TensorListGetItem", [table, .int32([], [3], name: "index"), any], [.float32([2])])
    #expect(beyond.contains("no such element in the list"))
    #expect(beyond.contains("expected 0..<3, found 3") && beyond.contains("'index'"))
    #expect(
      try error("TensorListSetItem", [table, .int32([], [-1]), .float32([2])], [Self.variant]).contains("found -1"))
    let wider = try error("TensorListSetItem", [table, .int32([], [0]), .float32([5], name: "wide")], [Self.variant])
    #expect(wider.contains("the elements of the list have another shape") && wider.contains("expected [2], found [5]"))
    #expect(
      try error("TensorListStack", [table, .int32([1], [3])], [table]).contains(
        "the elements of the list have another shape"))
    let stacked = try error(
      "TensorListStack", [table, any], [table],
      options: Self.definition("TensorListStack", integers: [("num_elements", 4)]))
    #expect(stacked.contains("the list has another length") && stacked.contains("expected 4, found 3"))
    #expect(
      try error("TensorListPopBack", [.float32([0, 2]), any], [Self.variant, .float32([2])]).contains(
        "no element to take"))
    #expect(
      try error("TensorListReserve", [.int32([1], [-2]), .int32([], [3])], [Self.variant]).contains(
        "impossible shape of elements"))
    #expect(
      try error("TensorListReserve", [.int32([1], [2]), .int32([], [-3])], [Self.variant]).contains(
        "a list of fewer than no elements"))
    #expect(
      try error("TensorListReserve", [.int32([2], [1 << 20, 2]), .int32([], [Int32.max])], [Self.variant]).contains(
        "memory"))
    // What is damaged names no type.
    let whole = Self.definition("TensorListReserve", types: [("element_dtype", 1)])
    for count in 0..<whole.count {
      let damaged = try error(
        "TensorListReserve", [.int32([1], [2]), .int32([], [3])], [Self.variant], options: Array(whole[..<count]))
      #expect(damaged == "none" || damaged.contains("VARIANT"))
    }
  }

  /// Operators that only another signature needs keep nobody from running the rest.
  @Test func operatorsOfOtherSignatures() throws {
    func model(main: String, other: String) -> [UInt8] {
      let graphs = [main, other].map { name in
        Subgraph(
          tensors: [.float32([1]), .float32([1])], inputs: [0], outputs: [1],
          operators: [
            name == "ABS"
              ? Operator(.abs, inputs: [0], outputs: [1]) : Operator(custom: name, inputs: [0], outputs: [1])
          ])
      }
      return ModelBuilder(
        graphs,
        signatures: ["run", "save"].enumerated().map {
          .init($1, subgraph: $0, inputs: [("x", 0)], outputs: [("y", 1)])
        }
      ).build()
    }
    let runs = try Model(bytes: model(main: "ABS", other: "FlexSave"))
    #expect(runs.unsupportedOperators().map { $0.node.name } == ["FlexSave"])
    #expect(runs.unsupportedOperators(runBy: 0).isEmpty)
    #expect(runs.unsupportedOperators(runBy: 1).map { $0.node.name } == ["FlexSave"])
    #expect(runs.unsupportedOperators(runBy: 7).isEmpty)
    let session = try Session(runs)
    try session.write([Float(-2)], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [2])
    #expect(throws: Never.self) { _ = try session.signature("run") }
    let error = failure { () throws(RuntimeError) in _ = try session.signature("save") }
    #expect(error?.code == .unsupported)
    #expect(error?.description.contains("FlexSave") == true)
    let refused = try Model(bytes: model(main: "FlexSave", other: "ABS"))
    #expect(failure { () throws(RuntimeError) in _ = try Session(refused) }?.code == .unsupported)
  }
}
