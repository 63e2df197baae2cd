import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// What a graph computes of one byte becomes one look-up, and no result changes.
@Suite struct ByteFunctionTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static func bytes(_ type: Schema.TensorType, _ scale: Float, _ zeroPoint: Int64, shape: [Int]) -> Tensor {
    Tensor(type, shape, quantization: .perTensor(scale: scale, zeroPoint: zeroPoint))
  }

  /// Runs a graph of 8-bit tensors, all values at input 0, with and without rewrites; returns the numbers of the operators
  /// that ran with them.
  private static func expectSame(
    _ tensors: [Tensor], outputs: [Int], _ operators: [Operator], shapes: [[Int]] = [shape, [1, 300]]
  ) throws -> [Int] {
    let named = tensors.enumerated().map { index, tensor in
      var tensor = tensor
      tensor.name = "t\(index)"
      return tensor
    }
    let model = try Model(
      bytes: ModelBuilder([.init(tensors: named, inputs: [0], outputs: outputs, operators: operators)]).build())
    let sessions = try [true, false].map { rewrites in
      var options = SessionOptions()
      options.threads = .single
      options.rewrites = rewrites
      options.profiling = true
      return try Session(model, options: options)
    }
    for shape in shapes {
      let values = (0..<shape.reduce(1, *)).map { UInt8(truncatingIfNeeded: $0) }
      let results = try sessions.map { session in
        try session.resizeInput(0, to: Shape(shape))
        try values.withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
        try session.invoke()
        return try outputs.indices.map { try session.withOutputBytes($0) { Array($0) } }
      }
      #expect(results[0] == results[1])
      #expect(sessions[0].outputs.map { $0.shape } == sessions[1].outputs.map { $0.shape })
    }
    return sessions[0].profile.map { $0.index }
  }

  private static let shape = [2, 4, 4, 8]

  /// An operator's intermediates stay behind: in the graph of a table, tensors have other numbers.
  @Test func intermediatesStayBehind() throws {
    for intermediates in [[0], [1], [2, -1, 0], [2, 2, 2, 2]] {
      var quantize = Operator(.quantize, inputs: [0], outputs: [1])
      quantize.intermediates = intermediates
      var relu = Operator(.relu, inputs: [1], outputs: [2])
      relu.intermediates = intermediates
      let ran = try Self.expectSame(
        [
          Self.bytes(.int8, 0.04, 3, shape: Self.shape), Self.bytes(.uint8, 0.03, 100, shape: Self.shape),
          Self.bytes(.uint8, 0.03, 100, shape: Self.shape), Self.bytes(.int8, 1, 0, shape: [1]),
        ], outputs: [2], [quantize, relu])
      #expect(ran == [1])
    }
  }

  @Test(arguments: [Schema.TensorType.int8, .uint8]) func swish(type: Schema.TensorType) throws {
    let lowest: Int64 = type == .int8 ? -128 : 0
    let ran = try Self.expectSame(
      [
        Self.bytes(type, 0.04, lowest + 100, shape: Self.shape), Self.bytes(type, 1 / 256, lowest, shape: Self.shape),
        Self.bytes(type, 0.021, lowest + 13, shape: Self.shape),
      ], outputs: [2],
      [
        Operator(.logistic, inputs: [0], outputs: [1]),
        Operator(.mul, options: Options(.mulOptions, [:]), inputs: [0, 1], outputs: [2]),
      ])
    #expect(ran == [1])
  }

  /// With constants, a type between, and a result that has the rank of a constant.
  @Test func numbersAndOtherTypes() throws {
    func constant(_ shape: [Int], _ value: UInt8) -> Tensor {
      Tensor(.int8, shape, data: [value], quantization: .perTensor(scale: 0.05, zeroPoint: -3))
    }
    let s = Self.shape
    let ran = try Self.expectSame(
      [
        Self.bytes(.int8, 0.04, 7, shape: s), constant([1], 90), constant([1, 1, 1, 1], 200),
        Self.bytes(.int8, 0.05, 1, shape: s), Self.bytes(.int8, 0.05, 1, shape: s),
        Self.bytes(.int8, 0.03, -20, shape: s), .float32(s), .float32(s), Self.bytes(.uint8, 0.02, 128, shape: s),
        Self.bytes(.uint8, 0.02, 128, shape: s),
      ], outputs: [9],
      [
        Operator(.add, options: Options(.addOptions, [:]), inputs: [0, 1], outputs: [3]),
        Operator(.relu6, inputs: [3], outputs: [4]),
        Operator(.sub, options: Options(.subOptions, [:]), inputs: [2, 4], outputs: [5]),
        Operator(.dequantize, inputs: [5], outputs: [6]), Operator(.tanh, inputs: [6], outputs: [7]),
        Operator(.quantize, inputs: [7], outputs: [8]),
        Operator(.maximum, options: Options(.maximumMinimumOptions, [:]), inputs: [8, 8], outputs: [9]),
      ])
    #expect(ran == [6])
  }

  /// What is read elsewhere is computed, from the same source.
  @Test func stepsThatAreNeededStay() throws {
    let s = Self.shape
    let tensors = (0..<5).map { Self.bytes(.int8, 0.04, Int64($0), shape: s) }
    let operators = [
      Operator(.hardSwish, inputs: [0], outputs: [1]), Operator(.relu, inputs: [1], outputs: [2]),
      Operator(.add, options: Options(.addOptions, [:]), inputs: [2, 0], outputs: [3]),
      Operator(.relu6, inputs: [3], outputs: [4]),
    ]
    #expect(try Self.expectSame(tensors, outputs: [4], operators) == [3])
    #expect(try Self.expectSame(tensors, outputs: [4, 1], operators) == [0, 3])
    #expect(try Self.expectSame(tensors, outputs: [4, 2, 3], operators) == [1, 2, 3])
  }

  /// A function of two tensors, of a constant with several elements, or by channels, is none.
  @Test func otherFunctionsStay() throws {
    let s = Self.shape
    var list = Self.bytes(.int8, 0.04, 3, shape: [8])
    list.data = (0..<8).map { UInt8($0 * 30) }
    let tensors =
      [Self.bytes(.int8, 0.04, 7, shape: s), list]
      + (2..<5).map {
        Self.bytes(.int8, 0.05, Int64($0), shape: s)
      }
    let ran = try Self.expectSame(
      tensors, outputs: [4],
      [
        Operator(.mul, options: Options(.mulOptions, [:]), inputs: [0, 1], outputs: [2]),
        Operator(.relu, inputs: [2], outputs: [3]),
        Operator(.add, options: Options(.addOptions, [:]), inputs: [3, 0], outputs: [4]),
      ], shapes: [[1, 2, 2, 8]])
    #expect(ran == [0, 1, 2])
  }

  /// Functions are executed together; where one of them objects, the error is the operator's own.
  @Test func oneOfSeveralFunctionsObjects() throws {
    let s = Self.shape
    func objection(rewrites: Bool) -> RuntimeError? {
      let tensors = [
        Self.bytes(.int8, 0.04, 3, shape: s), Self.bytes(.int8, 0.05, 1, shape: s), Self.bytes(.int8, 0.5, 0, shape: s),
        Self.bytes(.int8, 0.03, 2, shape: s),
      ]
      let operators = [
        Operator(.relu, inputs: [0], outputs: [1]), Operator(.logistic, inputs: [0], outputs: [2]),
        Operator(.relu6, inputs: [0], outputs: [3]),
      ]
      let model = ModelBuilder([
        .init(tensors: tensors, inputs: [0], outputs: [1, 2, 3], operators: operators)
      ]).build()
      var options = SessionOptions()
      options.rewrites = rewrites
      return failure { () throws(RuntimeError) in try Session(Model(bytes: model), options: options).prepare() }
    }
    let expected = try #require(objection(rewrites: false))
    #expect(expected.location?.operatorIndex == 1)
    #expect(objection(rewrites: true)?.description == expected.description)
  }
}
