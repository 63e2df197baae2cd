import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Passes one by one, on graphs without sessions: what each does, and where it must not.
@Suite struct PassTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static func report(
    _ pass: String, _ tensors: [Tensor], inputs: [Int] = [0], outputs: [Int], _ operators: [Operator]
  ) throws -> GraphReport {
    let model = ModelBuilder([.init(tensors: tensors, inputs: inputs, outputs: outputs, operators: operators)]).build()
    let report = try GraphReport(Model(bytes: model), passes: [pass])
    #expect(report.passes.map { $0.name } == [pass])
    return report
  }

  private static func names(_ report: GraphReport) -> [String] { report.operators.map { $0.name } }

  private static func permutation(_ axes: [Int32]) -> Tensor { .int32([axes.count], axes) }

  @Test func commonSubexpressions() throws {
    let tensors = [Tensor](repeating: .float32([3]), count: 5)
    let report = try Self.report(
      "common subexpressions", tensors, outputs: [4],
      [
        Operator(.tanh, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [0], outputs: [2]),
        Operator(.exp, inputs: [0], outputs: [3]), Operator(.add, inputs: [1, 2], outputs: [4]),
      ])
    #expect(report.passes[0].removed == [1])
    #expect(report.operators.last?.inputs == [1, 1])
    // Outputs of the graph stay.
    let kept = try Self.report(
      "common subexpressions", tensors, outputs: [1, 2],
      [Operator(.tanh, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [0], outputs: [2])])
    #expect(kept.passes[0].removed.isEmpty)
  }

  @Test(arguments: [true, false]) func paddingFusion(_ isConvolutionAlone: Bool) throws {
    let image = Tensor.float32([1, 4, 4, 1])
    let tensors: [Tensor] = [
      image, .int32([4, 2], [0, 0, 1, 0, 0, 2, 0, 0]), .float32([1, 5, 6, 1]), .float32([1, 2, 2, 1], [1, 2, 3, 4]),
      .float32([1, 4, 5, 1]), .float32([1, 5, 6, 1]),
    ]
    let convolution = Operator(
      .conv2D, options: Options(.conv2DOptions, ["padding": 1, "stride_h": 1, "stride_w": 1]), inputs: [2, 3, -1],
      outputs: [4])
    let pad = Operator(.pad, inputs: [0, 1], outputs: [2])
    let report = try Self.report(
      "padding fusion", tensors, outputs: isConvolutionAlone ? [4] : [4, 5],
      isConvolutionAlone ? [pad, convolution] : [pad, convolution, Operator(.exp, inputs: [2], outputs: [5])])
    if isConvolutionAlone {
      #expect(report.operators.map { $0.fusions } == [["padding 1 0 0 2"]])
      #expect(report.operators[0].inputs == [0, 3, -1])
    } else {
      #expect(Self.names(report) == ["PAD", "CONV_2D", "EXP"])
    }
  }

  @Test func channelFolding() throws {
    let tensors: [Tensor] = [
      .float32([1, 2]), .float32([3, 2], [1, 2, 3, 4, 5, 6]), .float32([1, 3]), .float32([3], [2, 3, 4]),
      .float32([1, 3]),
      .float32([3], [.infinity, 1, 1]), .float32([3], [1, 1e20, 1]),
    ]
    func report(_ factors: Int, outputs: [Int] = [4]) throws -> GraphReport {
      try Self.report(
        "channel folding", tensors, outputs: outputs,
        [
          Operator(.fullyConnected, inputs: [0, 1, -1], outputs: [2]),
          Operator(.mul, inputs: [2, factors], outputs: [4]),
        ])
    }
    let folded = try report(3)
    #expect(folded.operators.map { $0.fusions } == [["channel factors"]])
    #expect(folded.operators[0].outputs == [4])
    // What is not finite stays where it is, and what may make weights so, and so does what somebody else reads.
    #expect(Self.names(try report(5)) == ["FULLY_CONNECTED", "MUL"])
    #expect(Self.names(try report(6)) == ["FULLY_CONNECTED", "MUL"])
    #expect(Self.names(try report(3, outputs: [2, 4])) == ["FULLY_CONNECTED", "MUL"])
  }

  @Test func byteTables() throws {
    let bytes = Tensor.int8([8], quantization: .perTensor(scale: 0.5))
    let report = try Self.report(
      "table fusion", [bytes, .float32([8]), .float32([8]), bytes], outputs: [3],
      [
        Operator(.dequantize, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [1], outputs: [2]),
        Operator(.quantize, inputs: [2], outputs: [3]),
      ])
    #expect(Self.names(report) == ["BYTE_TABLE"])
    #expect(report.operators[0].inputs == [0])
    #expect(report.passes[0].removed == [0, 1])
    #expect(report.passes[0].replaced == [2])
    // An operator that has a table of its own needs no other.
    let alone = try Self.report(
      "table fusion", [bytes, bytes], outputs: [1], [Operator(.tanh, inputs: [0], outputs: [1])])
    #expect(Self.names(alone) == ["TANH"])
    let twice = try Self.report(
      "table fusion", [bytes, bytes, bytes], outputs: [2],
      [Operator(.tanh, inputs: [0], outputs: [1]), Operator(.tanh, inputs: [1], outputs: [2])])
    #expect(Self.names(twice) == ["BYTE_TABLE"])
  }

  @Test func swish() throws {
    func report(outputs: [Int]) throws -> GraphReport {
      try Self.report(
        "activation functions", [Tensor](repeating: .float32([3]), count: 3), outputs: outputs,
        [Operator(.logistic, inputs: [0], outputs: [1]), Operator(.mul, inputs: [1, 0], outputs: [2])])
    }
    let fused = try report(outputs: [2])
    #expect(Self.names(fused) == ["SWISH"])
    #expect(fused.operators[0].inputs == [0])
    #expect(Self.names(try report(outputs: [1, 2])) == ["LOGISTIC", "MUL"])
  }

  /// A variable may be written between two that read it.
  @Test func functionsOfVariablesStay() throws {
    let report = try Self.report(
      "activation functions", [.float32([3]).variable(), .float32([3]), .float32([3])], inputs: [], outputs: [2],
      [Operator(.logistic, inputs: [0], outputs: [1]), Operator(.mul, inputs: [1, 0], outputs: [2])])
    #expect(Self.names(report) == ["LOGISTIC", "MUL"])
  }

  /// `x * tanh(log(exp(x) + 1))`, and parts of it that are read.
  @Test func mishAndSoftplus() throws {
    func report(outputs: [Int], one: Float = 1, rank: Int = 0) throws -> [String] {
      let report = try Self.report(
        "activation functions",
        [
          .float32([3]), .float32([3]), .float32([Int](repeating: 1, count: rank), [one]), .float32([3]), .float32([3]),
          .float32([3]), .float32([3]),
        ], outputs: outputs,
        [
          Operator(.exp, inputs: [0], outputs: [1]), Operator(.add, inputs: [1, 2], outputs: [3]),
          Operator(.log, inputs: [3], outputs: [4]), Operator(.tanh, inputs: [4], outputs: [5]),
          Operator(.mul, inputs: [5, 0], outputs: [6]),
        ])
      return Self.names(report)
    }
    #expect(try report(outputs: [6]) == ["MISH"])
    #expect(try report(outputs: [6], rank: 1) == ["MISH"])
    #expect(try report(outputs: [4, 6]) == ["SOFTPLUS", "TANH", "MUL"])
    #expect(try report(outputs: [5, 6]) == ["SOFTPLUS", "TANH", "MUL"])
    #expect(try report(outputs: [3, 6]) == ["EXP", "ADD", "LOG", "TANH", "MUL"])
    #expect(try report(outputs: [6], one: 1.5) == ["EXP", "ADD", "LOG", "TANH", "MUL"])
    #expect(try report(outputs: [6], rank: 2) == ["EXP", "ADD", "LOG", "TANH", "MUL"])
  }

  @Test func layerNormalization() throws {
    let tensors: [Tensor] = [
      .float32([2, 3]), .int32([1], [-1]), .float32([2, 1]), .float32([2, 3]), .float32([2, 1]),
      .float32([], [1e-5]), .float32([2, 1]), .float32([2, 1]), .float32([2, 3]), .float32([2, 3]),
    ]
    let mean = Options(.reducerOptions, ["keep_dims": true])
    let report = try Self.report(
      "layer normalization", tensors, outputs: [8],
      [
        Operator(.mean, options: mean, inputs: [0, 1], outputs: [2]),
        Operator(.squaredDifference, inputs: [0, 2], outputs: [3]),
        Operator(.mean, options: mean, inputs: [3, 1], outputs: [4]),
        Operator(.add, inputs: [4, 5], outputs: [6]), Operator(.rsqrt, inputs: [6], outputs: [7]),
        Operator(.sub, inputs: [0, 2], outputs: [9]), Operator(.mul, inputs: [9, 7], outputs: [8]),
      ])
    #expect(Self.names(report).last == "LAYER_NORMALIZATION")
    #expect(report.operators.last?.inputs == [0, -1, -1])
  }

  @Test func deadOperators() throws {
    let report = try Self.report(
      "dead operators", [Tensor](repeating: .float32([3]), count: 4), outputs: [3],
      [
        Operator(.tanh, inputs: [0], outputs: [1]), Operator(.exp, inputs: [1], outputs: [2]),
        Operator(.neg, inputs: [0], outputs: [3]),
      ])
    #expect(report.passes[0].removed == [0, 1])
  }

  @Test func operandChanges() throws {
    let tensors: [Tensor] = [
      .float32([2, 3, 4, 8]), Self.permutation([0, 2, 1, 3]), .float32([2, 4, 3, 8]), .float32([2, 4, 8, 5]),
      .float32([2, 4, 3, 5]), .float32([2, 3, 4, 5]), .float32([], [0.5]), .float32([2, 3, 4, 5]),
      .float32([2, 3, 4, 5]),
    ]
    let report = try Self.report(
      "operand changes", tensors, inputs: [0, 3], outputs: [8],
      [
        Operator(.transpose, inputs: [0, 1], outputs: [2]), Operator(.batchMatmul, inputs: [2, 3], outputs: [4]),
        Operator(.transpose, inputs: [4, 1], outputs: [5]), Operator(.mul, inputs: [5, 6], outputs: [7]),
        Operator(.softmax, options: Options(.softmaxOptions, ["beta": .float(1)]), inputs: [7], outputs: [8]),
      ])
    #expect(Self.names(report) == ["BATCH_MATMUL", "SOFTMAX"])
    #expect(
      report.operators.map { $0.fusions } == [
        ["transposed input 0 [0,2,1,3]", "transposed output [0,2,1,3]"], ["input 0 times 0.5"],
      ])
    #expect(report.operators[1].inputs == [5])
  }

  @Test func sharedQuantization() throws {
    var weights = Tensor.int8([3, 2], [1, 2, 3, 4, 5, 6], quantization: .perTensor(scale: 0.5))
    weights.name = "w"
    let report = try Self.report(
      "shared quantization", [.float32([1, 2]), weights, .float32([1, 3]), .float32([1, 3])], outputs: [2, 3],
      [
        Operator(.fullyConnected, inputs: [0, 1, -1], outputs: [2]),
        Operator(.fullyConnected, inputs: [0, 1], outputs: [3]),
      ])
    #expect(report.operators.map { $0.outputs } == [[2, 4, 5], [3]])
    #expect(report.operators.map { $0.inputs } == [[0, 1, -1], [0, 1, -1, 4, 5]])
    #expect(report.operators.map { $0.fusions } == [["gives quantized rows"], ["takes quantized rows"]])
  }

  /// A product of a row of a list that stays the same is computed of all rows.
  @Test(arguments: [true, false]) func loopHoisting(_ staysTheSame: Bool) throws {
    let tensors: [Tensor] = [
      .int32([1]), .float32([4, 2]), .float32([1, 2]), .float32([3, 2], [1, 2, 3, 4, 5, 6]), .float32([1, 3]),
      .float32([4, 2]),
    ]
    let report = try Self.report(
      "loop hoisting", tensors, inputs: [0, 1], outputs: staysTheSame ? [0, 1] : [0, 5],
      [
        Operator(.gather, inputs: [1, 0], outputs: [2]),
        Operator(.fullyConnected, inputs: [2, 3, -1], outputs: [4]), Operator(.exp, inputs: [1], outputs: [5]),
      ])
    #expect(
      Self.names(report)
        == (staysTheSame ? ["FULLY_CONNECTED", "PRODUCT_ROW", "EXP"] : ["GATHER", "FULLY_CONNECTED", "EXP"]))
    if staysTheSame {
      #expect(report.operators[0].inputs == [1, 3, -1])
      #expect(report.operators[1].inputs == [report.operators[0].outputs[0], 0, 1])
      #expect(report.operators[1].outputs == [4])
    }
  }

  /// What stands between a transposition and its inverse.
  enum Island: CaseIterable {
    case plain
    /// Nothing.
    case empty
    /// The second transposition is another one.
    case otherAxes
    /// A tensor in between leaves the graph, or an operator reads it that cares for places.
    case leaves, isRead
    /// One of two that are added has not been transposed.
    case halfTransposed

    var dissolves: Bool { self == .plain || self == .empty }
  }

  @Test(arguments: Island.allCases) func meetingTranspositions(_ island: Island) throws {
    let tensors: [Tensor] = [
      .float32([1, 4, 5, 2]), Self.permutation([0, 3, 1, 2]), .float32([1, 2, 4, 5]), .float32([1, 2, 4, 5]),
      .float32([1, 2, 4, 5]), .int32([4, 2], [0, 0, 0, 0, 1, 2, 3, 0]), .float32([1, 2, 7, 8]),
      Self.permutation(island == .otherAxes ? [0, 3, 2, 1] : [0, 2, 3, -3]), .float32([1, 7, 8, 2]),
      .float32([1, 7, 8, 2]), .float32([1, 2, 4, 5]), .int32([1], [1]), .float32([1, 4, 5]),
    ]
    var operators = [Operator(.transpose, inputs: [0, 1], outputs: [2])]
    if island == .empty {
      operators.append(Operator(.transpose, inputs: [2, 7], outputs: [8]))
    } else {
      operators += [
        Operator(.logistic, inputs: [2], outputs: [3]),
        Operator(.mul, inputs: [3, island == .halfTransposed ? 10 : 2], outputs: [4]),
        Operator(.pad, inputs: [4, 5], outputs: [6]), Operator(.transpose, inputs: [6, 7], outputs: [8]),
      ]
    }
    if island == .isRead {
      operators.append(Operator(.mean, options: Options(.reducerOptions, [:]), inputs: [4, 11], outputs: [12]))
    }
    operators.append(Operator(.exp, inputs: [8], outputs: [9]))
    let report = try Self.report(
      "meeting transpositions", tensors, inputs: island == .halfTransposed ? [0, 10] : [0],
      outputs: island == .leaves ? [9, 3] : island == .isRead ? [9, 12] : [9], operators)
    guard island.dissolves else {
      #expect(Self.names(report) == operators.map { $0.code.name })
      return
    }
    #expect(Self.names(report) == (island == .empty ? ["EXP"] : ["LOGISTIC", "MUL", "PAD", "EXP"]))
    if island == .plain {
      #expect(report.operators[0].inputs == [0])
      #expect(report.operators[1].inputs == [3, 0])
      // The numbers of the paddings are a constant that is not in the file.
      #expect(report.operators[2].inputs == [4, tensors.count])
      #expect(report.operators[3].inputs == [6])
    } else {
      #expect(report.operators[0].inputs == [0])
    }
  }

  /// Islands are small; one whose tensor has very many readers is none, which each transposition in front of it would look at.
  @Test(arguments: [(400, true), (600, false)]) func transpositionsOfFewReadersMeet(_ count: Int, _ meets: Bool) throws
  {
    var tensors: [Tensor] = [.float32([2, 3]), Self.permutation([1, 0]), .float32([3, 2])]
    var operators = [Operator(.transpose, inputs: [0, 1], outputs: [2])]
    for _ in 0..<count {
      let back = tensors.count
      tensors += [.float32([2, 3]), .float32([2, 3])]
      operators += [
        Operator(.transpose, inputs: [2, 1], outputs: [back]), Operator(.exp, inputs: [back], outputs: [back + 1]),
      ]
    }
    let report = try Self.report(
      "meeting transpositions", tensors, outputs: (0..<count).map { 4 + 2 * $0 }, operators)
    #expect(Self.names(report).contains("TRANSPOSE") != meets)
  }

  /// A convolution whose filters read one channel each is a depthwise one, and does what such do.
  @Test(arguments: [(3, 1, true), (3, 3, false), (1, 1, false), (2, 1, true)])
  func separateChannels(_ channels: Int, _ depth: Int, _ isDepthwise: Bool) throws {
    let tensors: [Tensor] = [
      .float32([1, 4, 4, channels]), .float32([6, 2, 2, depth], [Float](repeating: 1, count: 24 * depth)),
      .float32([1, 4, 4, 6]),
    ]
    let report = try Self.report(
      "separate channels", tensors, outputs: [2],
      [
        Operator(
          .conv2D, options: Options(.conv2DOptions, ["stride_h": 1, "stride_w": 1]), inputs: [0, 1, -1], outputs: [2])
      ])
    #expect(Self.names(report) == ["CONV_2D"])
    #expect(report.passes[0].replaced == (isDepthwise ? [0] : []))
  }

  /// list[i] = row, as converters write it, some with a cast of the list to the type that it has.
  @Test(arguments: [1, 2], [nil, ElementType.float32, .int32]) func rowWrites(_ step: Int32, cast: ElementType?) throws
  {
    let list = Tensor.float32([4, 2]).signature(cast == nil ? [4, 2] : [-1, -1])
    let tensors: [Tensor] = [
      .int32([1]), list, .float32([1, 2]), .int32([1], [step]), .int32([1]), .int32([1], [-1]), .int32([2]),
      .int32([2], [0, 0]), .float32([1, 2]).signature([-1, 2]), .int32([1], [0]), .int32([2]), .int32([2], [-1, -1]),
      .float32([1, 2]).signature([-1, 2]), .float32([4, 2]), cast == .int32 ? .int32([4, 2]) : list,
    ]
    let join = Options(.concatenationOptions, ["axis": 0])
    let report = try Self.report(
      "in-place list update", tensors, inputs: [0, 1, 2], outputs: [0, cast == nil ? 13 : 14, 2],
      [
        Operator(.add, inputs: [0, 3], outputs: [4]),
        Operator(.concatenation, options: join, inputs: [0, 5], outputs: [6]),
        Operator(.slice, inputs: [1, 7, 6], outputs: [8]),
        Operator(.concatenation, options: join, inputs: [4, 9], outputs: [10]),
        Operator(.slice, inputs: [1, 10, 11], outputs: [12]),
        Operator(.concatenation, options: join, inputs: [8, 2, 12], outputs: [13]),
      ] + (cast == nil ? [] : [Operator(.cast, inputs: [13], outputs: [14])]))
    let isWrite = step == 1 && cast != .int32
    #expect(Self.names(report).last == (isWrite ? "ROW_WRITE" : cast == nil ? "CONCATENATION" : "CAST"))
    if isWrite { #expect(report.operators.last?.inputs == [1, 2, 0]) }
  }
}
