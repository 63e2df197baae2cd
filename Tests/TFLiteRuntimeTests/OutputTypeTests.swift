import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// TFLite's kernels give many outputs a type whatever the file states, and what reads them sees that type.
@Suite struct OutputTypeTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// An operator whose inputs are all constants of the file, or left out, so that its outputs can be compared at once.
  struct Case: CustomTestStringConvertible {
    var code: Schema.BuiltinOperator
    var options = Options.none
    var inputs: [Tensor]
    var outputs: [Schema.TensorType]
    var quantization: ModelBuilder.Quantization?
    var testDescription: String { code.name }

    init(
      _ code: Schema.BuiltinOperator, _ options: Options, _ inputs: [Tensor], _ outputs: Schema.TensorType...
    ) {
      self.code = code
      self.options = options
      self.inputs = inputs
      self.outputs = outputs
    }

    init(
      _ code: Schema.BuiltinOperator, _ inputs: [Tensor], _ outputs: Schema.TensorType...,
      quantization: ModelBuilder.Quantization? = nil
    ) {
      self.code = code
      self.inputs = inputs
      self.outputs = outputs
      self.quantization = quantization
    }

    /// Type, shape and bytes of all outputs when the file states `types`.
    func results(_ types: [Schema.TensorType], rewrites: Bool) throws -> [String] {
      let bytes = ModelBuilder.oneOperator(
        code, options: options, inputs: inputs,
        outputs: types.map { Tensor($0, [], quantization: quantization) })
      var options = SessionOptions()
      options.rewrites = rewrites
      let session = try Session(Model(bytes: bytes), options: options)
      let early = session.outputs.map { $0.type.name }
      try session.invoke()
      return try session.outputs.enumerated().map { index, output in
        "\(early[index]) \(output.type.name) \(output.shape) \(try session.withOutputBytes(index) { Array($0) })"
      }
    }
  }

  private static let floats = Tensor.float32([2, 3], [1, -2, 3.5, 4, -0.5, 6])
  private static let others = Tensor.float32([2, 3], [2, 2, 1, -3, 5, 0.25])
  private static let integers = Tensor.int32([2, 3], [1, -2, 3, 4, -5, 6])
  private static let divisors = Tensor.int32([2, 3], [2, 3, 1, -3, 5, 7])
  private static let truths = Tensor.bool([2, 3], [true, false, true, true, false, false])
  private static let image = Tensor.float32([1, 2, 2, 1], [1, 2, 3, 4])
  private static let bytes = Tensor.int8(
    [2, 3], [1, -2, 3, 4, -5, 6], quantization: .perTensor(scale: 0.5, zeroPoint: 1))

  /// The outputs that have the type of an input.
  static let takenFromInputs = [
    Case(.add, [floats, others], .float32), Case(.add, [integers, divisors], .int32),
    Case(.add, [bytes, bytes], .int8, quantization: .perTensor(scale: 1, zeroPoint: -3)),
    Case(.sub, [floats, others], .float32), Case(.div, [floats, others], .float32),
    Case(.addN, [integers, divisors, integers], .int32), Case(.maximum, [floats, others], .float32),
    Case(.minimum, [integers, divisors], .int32), Case(.squaredDifference, [integers, divisors], .int32),
    Case(.floorDiv, [integers, divisors], .int32), Case(.floorMod, [integers, divisors], .int32),
    Case(.pow, [others, floats], .float32), Case(.bitwiseXor, [integers, divisors], .int32),
    Case(.rightShift, [integers, .int32([2, 3], [1, 1, 1, 2, 2, 0])], .int32),
    Case(.stablehloShiftLeft, [integers, .int32([2, 3], [1, 1, 1, 2, 2, 0])], .int32),
    Case(.prelu, [floats, .float32([3], [0.5, 0.25, 2])], .float32), Case(.exp, [floats], .float32),
    Case(.neg, [integers], .int32), Case(.ceil, [floats], .float32), Case(.floor, [floats], .float32),
    Case(.round, [floats], .float32), Case(.zerosLike, [integers], .int32),
    Case(
      .fakeQuant, .init(.fakeQuantOptions, ["min": -4.0, "max": 4.0, "num_bits": 8]), [floats], .float32),
    Case(.expandDims, [integers, .int32([], [1])], .int32),
    Case(.gather, .init(.gatherOptions, ["axis": 1]), [floats, .int32([2], [2, 0])], .float32),
    Case(.gather, [.string([3], ["a", "bc", ""]), .int32([2], [2, 1])], .string),
    Case(.gatherNd, [integers, .int32([1, 2], [1, 2])], .int32),
    Case(.scatterNd, [.int32([2, 1], [3, 1]), .float32([2], [7, 8]), .int32([1], [5])], .float32),
    Case(.dynamicUpdateSlice, [integers, .int32([1, 2], [70, 80]), .int32([2], [1, 0])], .int32),
    Case(.fill, [.int32([2], [2, 2]), .float32([], [3.5])], .float32),
    Case(.range, [.float32([], [1]), .float32([], [4]), .float32([], [0.5])], .float32),
    Case(
      .oneHot, .init(.oneHotOptions, ["axis": -1]),
      [.int32([2], [1, 0]), .int32([], [3]), .float32([], [5]), .float32([], [-1])], .float32),
    Case(.matrixDiag, [integers], .int32), Case(.matrixSetDiag, [integers, .int32([2], [7, 8])], .int32),
    Case(.select, [truths, floats, others], .float32), Case(.selectV2, [truths, integers, .int32([], [9])], .int32),
    Case(
      .sparseToDense, [.int32([2, 1], [0, 3]), .int32([1], [5]), .float32([2], [7, 8]), .float32([], [1])], .float32),
    Case(.split, .init(.splitOptions, ["num_splits": 3]), [.int32([], [1]), floats], .float32, .float32, .float32),
    Case(
      .splitV, .init(.splitVOptions, ["num_splits": 2]), [integers, .int32([2], [1, 2]), .int32([], [1])], .int32,
      .int32),
    Case(.resizeBilinear, .init(.resizeBilinearOptions, [:]), [image, .int32([2], [3, 3])], .float32),
    Case(.resizeNearestNeighbor, .init(.resizeNearestNeighborOptions, [:]), [image, .int32([2], [3, 3])], .float32),
  ]

  /// The outputs whose type the operator fixes or an option names.
  static let fixed = [
    Case(.less, [floats, others], .bool), Case(.lessEqual, [floats, others], .bool),
    Case(.greater, [integers, divisors], .bool), Case(.greaterEqual, [integers, divisors], .bool),
    Case(.equal, [integers, divisors], .bool), Case(.notEqual, [floats, others], .bool),
    Case(.logicalAnd, [truths, truths], .bool), Case(.logicalOr, [truths, truths], .bool),
    Case(.bucketize, .init(.bucketizeOptions, ["boundaries": .floats([0, 2])]), [floats], .int32),
    Case(.rank, [floats], .int32), Case(.where, [truths], .int64), Case(.dequantize, [bytes], .float32),
    Case(.rfft2d, [.float32([2, 4], [1, 2, 3, 4, 5, 6, 7, 8]), .int32([2], [2, 4])], .complex64),
    Case(.shape, .init(.shapeOptions, ["out_type": 2]), [floats], .int32),
    Case(.shape, .init(.shapeOptions, ["out_type": 4]), [floats], .int64),
    Case(.argMax, .init(.argMaxOptions, ["output_type": 2]), [floats, .int32([], [1])], .int32),
    Case(.argMin, .init(.argMinOptions, ["output_type": 4]), [floats, .int32([], [1])], .int64),
    Case(
      .nonMaxSuppressionV4,
      [
        .float32([2, 4], [0, 0, 1, 1, 0, 0, 1, 0.9]), .float32([2], [0.9, 0.8]), .int32([], [2]), .float32([], [0.5]),
        .float32([], [0]),
      ], .int32, .int32),
    Case(
      .nonMaxSuppressionV5,
      [
        .float32([2, 4], [0, 0, 1, 1, 0, 0, 1, 0.9]), .float32([2], [0.9, 0.8]), .int32([], [2]), .float32([], [0.5]),
        .float32([], [0]), .float32([], [0.5]),
      ], .int32, .float32, .int32),
  ]

  private static let wrong: [Schema.TensorType] = [.float32, .int8, .int64, .string, .bool, .int16, .complex64]

  private static func expectSame(_ entry: Case) throws {
    let right = try entry.results(entry.outputs, rewrites: true)
    for stated in wrong {
      for rewrites in [true, false] {
        #expect(try entry.results(entry.outputs.map { _ in stated }, rewrites: rewrites) == right)
      }
    }
  }

  @Test(arguments: takenFromInputs) func outputsTakeTheTypesOfInputs(entry: Case) throws { try Self.expectSame(entry) }

  @Test(arguments: fixed) func operatorsFixTheTypesOfOutputs(entry: Case) throws { try Self.expectSame(entry) }

  @Test func otherOperatorsObject() {
    for (code, stated) in [(.abs, .int32), (.relu, .int8), (.transpose, .int32), (.softmax, .bool)]
      as [(Schema.BuiltinOperator, Schema.TensorType)]
    {
      let inputs = code == .transpose ? [Self.floats, .int32([2], [1, 0])] : [Self.floats]
      let model = ModelBuilder.oneOperator(code, inputs: inputs, outputs: [Tensor(stated, [2, 3])])
      #expect(OperatorRun.objection(model) == .invalidOperator, "\(code.name)")
    }
  }

  @Test func positionsHaveTheTypeThatTheOptionsName() {
    let model = ModelBuilder.oneOperator(
      .unique, options: .init(.uniqueOptions, ["idx_out_type": 2]), inputs: [.int32([2], [1, 1])],
      outputs: [.int32([2]), .int64([2])])
    #expect(OperatorRun.objection(model) == .invalidOperator)
  }

  // MARK: Graphs

  private static func named(_ tensors: [Tensor]) -> [Tensor] {
    tensors.enumerated().map { index, tensor in
      var tensor = tensor
      tensor.name = "t\(index)"
      return tensor
    }
  }

  private static func quantized(_ type: Schema.TensorType) -> Tensor {
    Tensor(type, [1, 2, 2, 3], quantization: .perTensor(scale: 0.003922))
  }

  /// As in the files of TensorFlow Lite's own tests, the tensor between two sums of bytes is said to be of floats.
  @Test(arguments: [Schema.TensorType.uint8, .int8]) func sumsOfBytesAroundAFloat(type: Schema.TensorType) throws {
    let model = try Model(
      bytes: ModelBuilder([
        Subgraph(
          tensors: Self.named([Self.quantized(type), Self.quantized(.float32), Self.quantized(type)]), inputs: [0],
          outputs: [2],
          operators: [Operator(.add, inputs: [0, 0], outputs: [1]), Operator(.add, inputs: [1, 0], outputs: [2])])
      ]).build())
    for rewrites in [true, false] {
      var options = SessionOptions()
      options.rewrites = rewrites
      let session = try Session(model, options: options)
      let values = [1, 3, 0, 42, 17, 8, 2, 2, 2, 5, 6, 41] as [UInt8]
      try values.withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
      try session.invoke()
      #expect(session.outputs[0].type == (type == .int8 ? .int8 : .uint8))
      #expect(try session.withOutputBytes(0) { Array($0) } == values.map { 3 * $0 })
    }
  }

  /// Neither a look-up nor a product with a logistic function may act on a type that no tensor has.
  @Test func rewritesSeeTheTypesThatHold() throws {
    let step = ModelBuilder.Quantization.perTensor(scale: 0.05, zeroPoint: 3)
    func tensor(_ type: Schema.TensorType) -> Tensor { Tensor(type, [1, 256], quantization: step) }
    let one = Tensor.int8([1], [10], quantization: step)
    var results: [[UInt8]] = []
    for stated in [Schema.TensorType.int8, .float32, .uint8, .int16] {
      let bytes = ModelBuilder([
        Subgraph(
          tensors: Self.named([tensor(.int8), one, tensor(stated), tensor(stated), tensor(stated)]), inputs: [0],
          outputs: [4],
          operators: [
            Operator(.add, inputs: [0, 1], outputs: [2]), Operator(.maximum, inputs: [2, 0], outputs: [3]),
            Operator(.sub, inputs: [1, 3], outputs: [4]),
          ])
      ]).build()
      for rewrites in [true, false] {
        var options = SessionOptions()
        options.rewrites = rewrites
        let session = try Session(Model(bytes: bytes), options: options)
        try session.write((0..<256).map { Int8(truncatingIfNeeded: $0) }, toInput: 0)
        try session.invoke()
        #expect(session.outputs[0].type == .int8)
        results.append(try session.withOutputBytes(0) { Array($0) })
      }
    }
    #expect(results.allSatisfy { $0 == results[0] })
  }

  @Test func reshapedBitsMayBeReadOtherwise() throws {
    let bits = Self.floats
    for (code, shape) in [(.reshape, [6]), (.squeeze, [2, 3])] as [(Schema.BuiltinOperator, [Int])] {
      let options: Options = code == .reshape ? .init(.reshapeOptions, ["new_shape": [6]]) : .none
      func model(_ type: Schema.TensorType) -> [UInt8] {
        ModelBuilder.oneOperator(code, options: options, inputs: [bits], outputs: [Tensor(type, shape)])
      }
      let session = try OperatorRun.session(model(.int32))
      try session.invoke()
      #expect(
        try session.output(0, as: Int32.self)
          == [1, -2, 3.5, 4, -0.5, 6].map { Int32(bitPattern: Float($0).bitPattern) })
      #expect(OperatorRun.objection(model(.int16)) == .invalidOperator)
      #expect(OperatorRun.objection(model(.string)) == .invalidOperator)
    }
  }

  // MARK: Subgraphs

  /// Doubles and negates a vector of int32 in branches whose tensors are said to be of `stated`.
  private static func branches(_ stated: Schema.TensorType, callers: [Schema.TensorType] = [.int32]) -> [UInt8] {
    var tensors = [Tensor.bool([1])]
    var operators: [Operator] = []
    for caller in callers {
      tensors += [Tensor(caller, [2]), Tensor(stated, [2])]
      operators.append(
        Operator(
          .if, options: .init(.ifOptions, ["then_subgraph_index": 1, "else_subgraph_index": 2]),
          inputs: [0, tensors.count - 2], outputs: [tensors.count - 1]))
    }
    let main = Subgraph(
      tensors: named(tensors), inputs: [0] + callers.indices.map { 1 + 2 * $0 },
      outputs: callers.indices.map { 2 + 2 * $0 }, operators: operators)
    let double = Subgraph(
      "double", tensors: named([Tensor(stated, [2]), Tensor(stated, [2])]), inputs: [0], outputs: [1],
      operators: [Operator(.add, inputs: [0, 0], outputs: [1])])
    let negate = Subgraph(
      "negate", tensors: named([Tensor(stated, [2]), Tensor(stated, [2])]), inputs: [0], outputs: [1],
      operators: [Operator(.neg, inputs: [0], outputs: [1])])
    return ModelBuilder([main, double, negate]).build()
  }

  @Test(arguments: [Schema.TensorType.int32, .float32, .int8, .string])
  func branchesHaveTheTypesOfTheirOperator(stated: Schema.TensorType) throws {
    let session = try OperatorRun.session(Self.branches(stated))
    for (condition, expected) in [(1, [6, -8]), (0, [-3, 4])] as [(UInt8, [Int32])] {
      try session.write([condition], toInput: 0)
      try session.write([3, -4] as [Int32], toInput: 1)
      try session.invoke()
      #expect(try session.output(0, as: Int32.self) == expected)
    }
  }

  @Test func aSubgraphHasOneSetOfTypes() {
    #expect(OperatorRun.objection(Self.branches(.int32, callers: [.int32, .int32])) == nil)
    #expect(OperatorRun.objection(Self.branches(.int32, callers: [.int32, .float32])) == .invalidOperator)
  }

  @Test(arguments: [Schema.TensorType.int32, .float32, .int16])
  func loopsHaveTheTypesOfTheirVariables(stated: Schema.TensorType) throws {
    func variable(_ type: Schema.TensorType) -> Tensor { Tensor(type, [1]) }
    let main = Subgraph(
      tensors: Self.named([variable(.int32), variable(stated)]), inputs: [0], outputs: [1],
      operators: [
        Operator(
          .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 2]), inputs: [0],
          outputs: [1])
      ])
    let condition = Subgraph(
      "condition", tensors: Self.named([variable(stated), .int32([1], [10]), Tensor(stated, [1])]), inputs: [0],
      outputs: [2], operators: [Operator(.less, inputs: [0, 1], outputs: [2])])
    let body = Subgraph(
      "body", tensors: Self.named([variable(stated), .int32([1], [3]), variable(stated)]), inputs: [0], outputs: [2],
      operators: [Operator(.add, inputs: [0, 1], outputs: [2])])
    let session = try OperatorRun.session(ModelBuilder([main, condition, body]).build())
    try session.write([2] as [Int32], toInput: 0)
    try session.invoke()
    #expect(session.outputs[0].type == .int32)
    #expect(try session.output(0, as: Int32.self) == [11])
  }

  /// Nothing recurses over subgraphs before they are prepared.
  @Test func longChainsOfSubgraphs() throws {
    let count = 4000
    let subgraphs = (0..<count).map { number in
      Subgraph(
        "s\(number)", tensors: Self.named([Tensor(number == 0 ? .int32 : .float32, [1]), Tensor(.float32, [1])]),
        inputs: [0], outputs: [1],
        operators: [
          number == count - 1
            ? Operator(.neg, inputs: [0], outputs: [1])
            : Operator(
              .call, options: .init(.callOptions, ["subgraph": .int(Int64(number + 1))]), inputs: [0], outputs: [1])
        ])
    }
    let session = try OperatorRun.session(ModelBuilder(subgraphs).build())
    #expect(session.outputs[0].type == .int32)
  }

  // MARK: Custom operators

  @Test func customOperatorsKeepWhatTheFileStates() throws {
    let bytes = ModelBuilder.oneCustomOperator(
      "NumericVerify", inputs: [Tensor(.float32, [2])], outputs: [Tensor(.int32, [2])])
    let options = ElementwiseOperator.options("NumericVerify") { context throws(RuntimeError) in
      for index in 0..<2 { context.output(0).mutablePointer(as: Int32.self)[index] = Int32(index + 7) }
    }
    let session = try Session(Model(bytes: bytes), options: options)
    try session.write([1, 2] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Int32.self) == [7, 8])
  }
}
