import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Operators that run subgraphs, and those that find variables and tables by a handle.
extension Family {
  static let programs: [Family] = [
    Family(name: "IF", kinds: Kind.activations, follows: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(1...4)))
      let condition = try draft.input([1], .bool)
      let branches = try (0..<2).map { _ in try draft.chain(x, keepsShape: false) }
      let options = Draft.Options(
        .ifOptions,
        ["then_subgraph_index": .int(draft.add(branches[0])), "else_subgraph_index": .int(draft.add(branches[1]))])
      return try draft.apply(
        .if, options, [condition.tensor, x.tensor], [(x.type, x.scale, x.zeroPoint)], isExact: false, isLast: true)
    },
    Family(name: "STABLEHLO_CASE", kinds: Kind.activations, follows: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(1...4)))
      let choice = try draft.indices([1], -1...3)
      let branches = try (0..<3).map { _ in Int64(draft.add(try draft.chain(x, keepsShape: false))) }
      let options = Draft.Options(.stablehloCaseOptions, ["branch_subgraph_indices": .ints(branches)])
      return try draft.apply(
        .stablehloCase, options, [choice.tensor, x.tensor], [(x.type, x.scale, x.zeroPoint)], isLast: true)
    },
    Family(name: "STABLEHLO_COMPOSITE", kinds: Kind.activations, follows: false) { draft, _ in
      let x = try draft.input(draft.draw.shape(draft.draw.int(1...4)))
      let body = draft.add(try draft.chain(x, keepsShape: false))
      let options = Draft.Options(
        .stableHLOCompositeOptions, ["name": "chain", "decomposition_subgraph_index": .int(body)])
      return try draft.apply(
        .stablehloComposite, options, [x.tensor], [(x.type, x.scale, x.zeroPoint)], isLast: true)
    },
    Family(name: "WHILE", kinds: Kind.activations, follows: false) { draft, _ in try draft.loop() },
    Family(name: "WHILE list", kinds: Kind.real, follows: false) { draft, _ in try draft.listLoop() },
    Family(name: "variables", kinds: Kind.activations, follows: false) { draft, _ in try draft.variables() },
    Family(name: "hash tables", kinds: [.int64, .string], follows: false) { draft, _ in try draft.hashTables() },
    Family(name: "TFLite_Detection_PostProcess", kinds: [.float32, .uint8], follows: false) { draft, _ in
      try draft.detection()
    },
  ]
}

extension Draft {
  private typealias Operator = ModelBuilder.Operator

  /// A subgraph from a value like `x` to another of its type, of a few operators whose operands are constants.
  fileprivate mutating func chain(_ x: Value, keepsShape: Bool, extra: [(shape: [Int], kind: Kind)] = []) throws
    -> ModelBuilder.Subgraph
  {
    var inner = Draft(draw, kind)
    for entry in extra { _ = try inner.input(entry.shape, entry.kind) }
    let first = try inner.input(x.shape, scale: x.scale, zeroPoint: x.zeroPoint)
    inner.isClosed = true
    var last = first
    for _ in 0..<inner.draw.int(1...3) {
      let next = try Family.connecting(&inner).apply(&inner, last)
      if next.type != x.type || keepsShape && next.shape != x.shape { throw Misfit() }
      last = next
    }
    // LiteRT lets a branch compute in the quantization of what it is for.
    if kind.isQuantized, last.scale != x.scale || last.zeroPoint != x.zeroPoint {
      last = try inner.apply(.quantize, .none, [last.tensor], like: x)
    }
    draw = inner.draw
    tolerance = max(tolerance, inner.tolerance, 1e-4)
    return inner.subgraph("chain", outputs: [last.tensor])
  }

  /// `x` goes through a chain several times.
  fileprivate mutating func loop() throws -> Value {
    let x = try input(draw.shape(draw.int(1...3)))
    let limit = draw.int(0...4)
    let index = try input([], .int32, fill: .integers(0...1))
    var condition = Draft(draw, kind)
    let inner = try condition.input([], .int32)
    _ = try condition.input(x.shape)
    let more = try condition.apply(.less, .none, [inner.tensor, condition.number(limit)], [(.bool, 1, 0)])
    let test = add(condition.subgraph("condition", outputs: [more.tensor]))
    var body = try chain(x, keepsShape: true, extra: [([], .int32)])
    body.tensors += [.int32([], [1], name: "one"), .int32([], name: "next")]
    let count = body.tensors.count
    body.operators.append(
      Operator(.add, options: Options(.addOptions, [:]), inputs: [0, count - 2], outputs: [count - 1]))
    body.outputs = [count - 1] + body.outputs
    let options = Options(
      .whileOptions, ["cond_subgraph_index": .int(test), "body_subgraph_index": .int(add(body))])
    tolerance = 1e-3
    let first = try apply(
      .while, options, [index.tensor, x.tensor], [(.int32, 1, 0), (x.type, x.scale, x.zeroPoint)], isLast: true)
    return first
  }

  /// As converters write loops over rows: products of the rows of one list are written into another, which is a list of tensors
  /// or one joined from its parts.
  fileprivate mutating func listLoop() throws -> Value {
    let (rows, depth, units) = (draw.int(1...6), draw.extent(), draw.extent())
    let holdsTensors = draw.chance(0.5)
    let shapes = [[], [rows, 1, units], [1, units], [rows, 1, depth]]
    func variables(_ draft: inout Draft, isMain: Bool = false) throws -> [Value] {
      try shapes.enumerated().map { position, shape in
        if position == 0 { return try draft.indices([], 0...0) }
        if position > 1 || !holdsTensors { return try draft.input(shape) }
        if !isMain { return try draft.input([], .variant) }
        let reserved = Value(tensor: draft.bare(.variant, []), type: .variant, shape: [])
        let known = [-1, draft.draw.chance(0.5) ? units : -1]
        draft.append(
          Operator(
            custom: "TensorListReserve", options: [0], inputs: [draft.numbers(known), draft.number(rows)],
            outputs: [reserved.tensor]))
        return reserved
      }
    }
    let fed = try variables(&self, isMain: true)
    var condition = Draft(draw, kind)
    let index = try variables(&condition)[0]
    let end = condition.number(draw.int(1...rows))
    let more = try condition.apply(.less, .none, [index.tensor, end], [(.bool, 1, 0)])
    let test = add(condition.subgraph("condition", outputs: [more.tensor]))

    var body = Draft(draw, kind)
    let (i, list, state, source) = {
      (values: [Value]) in (values[0].tensor, values[1].tensor, values[2].tensor, values[3].tensor)
    }(try variables(&body))
    let float: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)] = [(.float32, 1, 0)]
    let whole: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)] = [(.int32, 1, 0)]
    func op(
      _ code: Schema.BuiltinOperator, _ options: Options, _ inputs: [Int],
      _ outputs: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)], _ shape: Int...
    ) throws -> Int {
      // Parts of a list may be of any length.
      let signature = code == .slice ? shape.map { _ in -1 } : nil
      return try body.apply(code, options, inputs, outputs, isLast: true, stated: shape, signature: signature).tensor
    }
    let axis = Options(.concatenationOptions, ["axis": 0])
    let row = try op(.gather, .none, [source, i], float, 1, depth)
    let isHybrid = body.draw.chance(0.3)
    if isHybrid { tolerance = 1e-2 } else { tolerance = 1e-3 }
    func weights(_ columns: Int) -> Int {
      isHybrid
        ? body.elements(
          [units, columns], .int8, quantization: .perTensor(scale: 0.005), fill: .integers(-127...127))
        : body.floats([units, columns], -0.5...0.5)
    }
    let product = try op(.fullyConnected, .none, [row, weights(depth), body.floats([units])], float, 1, units)
    let recurrent = try op(.fullyConnected, .none, [state, weights(units), -1], float, 1, units)
    let sum = try op(.add, .none, [product, recurrent], float, 1, units)
    let next = try op(.tanh, .none, [sum], float, 1, units)
    let one = body.numbers([1])
    let following = try op(.add, .none, [i, body.number(1)], whole)
    func options(_ written: Int) -> Options {
      Options(
        .whileOptions,
        [
          "cond_subgraph_index": .int(test),
          "body_subgraph_index": .int(add(body.subgraph("body", outputs: [following, written, next, source]))),
        ])
    }
    if holdsTensors {
      let written = try body.apply(
        Operator(custom: "TensorListSetItem", inputs: [list, i, next], outputs: []), [(.variant, 1, 0)], isLast: true)
      draw = body.draw
      let outputs = [bare(.int32), bare(.variant), bare(.float32, [1, units]), bare(.float32, [rows, 1, depth])]
      append(Operator(.while, options: options(written.tensor), inputs: fed.map { $0.tensor }, outputs: outputs))
      return try apply(
        Operator(custom: "TensorListStack", inputs: [outputs[1], numbers([-1, units])], outputs: []), float,
        isLast: true)
    }
    let number = try op(.reshape, .none, [i, one], whole, 1)
    let count = try op(.concatenation, axis, [number, body.numbers([-1, -1])], whole, 3)
    let before = try op(.slice, .none, [list, body.numbers([0, 0, 0]), count], float, 1, 1, units)
    let after = try op(.reshape, .none, [following, one], whole, 1)
    let begin = try op(.concatenation, axis, [after, body.numbers([0, 0])], whole, 3)
    let rest = try op(.slice, .none, [list, begin, body.numbers([-1, -1, -1])], float, 1, 1, units)
    let new = try op(.reshape, .none, [next, body.numbers([1, 1, units])], float, 1, 1, units)
    var joined = try op(.concatenation, axis, [before, new, rest], float, rows, 1, units)
    if body.draw.chance(0.5) { joined = try op(.cast, .none, [joined], float, rows, 1, units) }
    draw = body.draw
    return try apply(.while, options(joined), fed.map { $0.tensor }, whole + float + float + float, isLast: true)
  }

  // MARK: Handles

  /// A variable that is set once, read, set to what becomes of it, and read again where the file states its shape.
  fileprivate mutating func variables() throws -> Value {
    isStateful = true
    let x = try input(draw.shape(draw.int(1...3)))
    let name = Options(.varHandleOptions, ["shared_name": "kept"])
    var start = Draft(draw, kind)
    let value = start.elements(x.shape, kind, quantization: x.quantization)
    let inner = start.bare(.resource, [1])
    start.append(Operator(.varHandle, options: name, inputs: [], outputs: [inner]))
    start.append(Operator(.assignVariable, inputs: [inner, value], outputs: []))
    draw = start.draw
    append(
      Operator(
        .callOnce,
        options: Options(.callOnceOptions, ["init_subgraph_index": .int(add(start.subgraph("start", outputs: [])))]),
        inputs: [], outputs: []))
    let handle = bare(.resource, [1])
    append(Operator(.varHandle, options: name, inputs: [], outputs: [handle]))
    let stated = draw.one(of: [true, false]) ? x.shape : []
    let type = [(type: x.type, scale: x.scale, zeroPoint: x.zeroPoint)]
    let kept = try apply(.readVariable, .none, [handle], type, isLast: true, stated: stated)
    let sum = try apply(
      draw.one(of: [.maximum, .minimum]), .none, [kept.tensor, x.tensor], type, isLast: true, stated: stated)
    append(Operator(.assignVariable, inputs: [handle, sum.tensor], outputs: []))
    let result =
      stated.isEmpty ? sum : try apply(.readVariable, .none, [handle], type, isLast: true, stated: stated)
    return try apply(.reshape, .none, [result.tensor, numbers([-1])], type, isLast: true)
  }

  /// A table that is filled once and asked.
  fileprivate mutating func hashTables() throws -> Value {
    isStateful = true
    let values: Kind = kind == .string ? .int64 : .string
    let options = Options(
      .hashtableOptions,
      ["table_id": 1, "key_dtype": .value(kind.tensorType), "value_dtype": .value(values.tensorType)])
    let count = draw.extent()
    var start = Draft(draw, kind)
    let inner = start.bare(.resource, [1])
    start.append(Operator(.hashtable, options: options, inputs: [], outputs: [inner]))
    let entries = [kind, values].map { start.elements([count], $0, fill: .integers(0...9)) }
    start.append(Operator(.hashtableImport, inputs: [inner] + entries, outputs: []))
    draw = start.draw
    append(
      Operator(
        .callOnce,
        options: Options(.callOnceOptions, ["init_subgraph_index": .int(add(start.subgraph("start", outputs: [])))]),
        inputs: [], outputs: []))
    let wanted = try input([draw.extent()], kind, fill: .integers(0...12))
    let handle = bare(.resource, [1])
    append(Operator(.hashtable, options: options, inputs: [], outputs: [handle]))
    // A handle is its number, in either type.
    let number = try input([1], .int32, fill: .integers(1...1))
    _ = try apply(
      .hashtableSize, .none, [draw.chance(0.5) ? handle : number.tensor], [(.int64, 1, 0)], isLast: true)
    return try apply(
      .hashtableFind, .none, [handle, wanted.tensor, elements([1], values, fill: .integers(-1...0))],
      [(values.tensorType, 1, 0)], isLast: true)
  }

  // MARK: Custom operators

  fileprivate mutating func detection() throws -> Value {
    let (anchors, classes) = (draw.extent(), draw.int(1...6))
    let boxes = try input([1, anchors, 4], range: -1...1, scale: 0.01, zeroPoint: 128)
    let scores = try input([1, anchors, classes + 1], range: 0...1, scale: 1.0 / 256, zeroPoint: 0)
    let places =
      kind == .float32
      ? floats([anchors, 4], 0.1...1)
      : elements([anchors, 4], .uint8, quantization: .perTensor(scale: 1.0 / 256), fill: .integers(20...255))
    let options = FlexBufferWriter.bytes([
      "max_detections": .int(Int64(draw.int(1...6))), "max_classes_per_detection": .int(Int64(draw.int(1...3))),
      "detections_per_class": .int(Int64(draw.int(1...6))), "use_regular_nms": .bool(draw.chance(0.5)),
      "nms_score_threshold": .float(draw.one(of: [0, 0.2, 0.5])),
      "nms_iou_threshold": .float(draw.one(of: [0.5, 0.2])),
      "num_classes": .int(Int64(classes)), "y_scale": 10.0, "x_scale": 10.0, "h_scale": 5.0, "w_scale": 5.0,
    ])
    return try apply(
      Operator(
        custom: "TFLite_Detection_PostProcess", options: options, inputs: [boxes.tensor, scores.tensor, places],
        outputs: []), Array(repeating: (.float32, 1, 0), count: 4), isLast: true)
  }
}
