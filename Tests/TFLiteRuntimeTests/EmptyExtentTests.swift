import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Tensors without elements may have huge extents, and loops over those would never end.
@Suite struct EmptyExtentTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  private static let huge = 2_147_483_647

  struct Case: Sendable, CustomTestStringConvertible {
    let code: Schema.BuiltinOperator
    var version = 1
    var options = Options.none
    let inputs: [Tensor?]
    var outputs: [Tensor] = [.float32([0])]

    var testDescription: String { code.name }
  }

  private static func recurrent(_ rows: Int, _ columns: Int) -> Tensor {
    .float32([rows, columns], [Float](repeating: 0.5, count: rows * columns))
  }

  /// The operands of a float LSTM of 4 cells on input of 3.
  private static func lstm(_ input: Tensor, batch: Int) -> [Tensor?] {
    var operands = [Tensor?](repeating: nil, count: 24)
    operands[0] = input
    for gate in 1...4 {
      operands[gate] = recurrent(4, 3)
      operands[gate + 4] = recurrent(4, 4)
      operands[gate + 11] = .float32([4], [0, 0, 0, 0])
    }
    operands[18] = Tensor.float32([batch, 4]).variable()
    operands[19] = Tensor.float32([batch, 4]).variable()
    return Array(operands[..<20])
  }

  private static let rows = Tensor.float32([huge, huge, 0])
  private static let matrices = Tensor.float32([0, huge, huge])
  private static let byteMatrices = Tensor.int8([0, huge, huge], quantization: .perTensor(scale: 0.5))
  private static let image = Tensor.float32([huge, 4, 4, 0])

  static let cases: [Case] = [
    Case(code: .cumsum, inputs: [rows, .int32([1], [0])]),
    Case(code: .gather, options: .init(.gatherOptions, ["axis": 1]), inputs: [rows, .int32([2], [0, 1])]),
    Case(
      code: .gather, options: .init(.gatherOptions, ["axis": 0]),
      inputs: [Tensor(.string, [huge, 0]), .int32([1], [0])], outputs: [Tensor(.string, [0])]),
    Case(code: .gatherNd, inputs: [.float32([4, 0], nil), .int32([2, 1], [0, 1])]),
    Case(code: .gatherNd, inputs: [Tensor(.string, [0, 2]), .int32([huge, 0])], outputs: [Tensor(.string, [0])]),
    Case(code: .gatherNd, inputs: [.string([2], ["a", "b"]), .int32([huge, 0])], outputs: [Tensor(.string, [0])]),
    Case(code: .sparseToDense, inputs: [.int32([huge, 0]), .int32([0], []), .float32([], [1]), .float32([], [0])]),
    Case(
      code: .averagePool2D,
      options: .init(.pool2DOptions, ["stride_w": 1, "stride_h": 1, "filter_width": 2, "filter_height": 2]),
      inputs: [.float32([huge, huge, 4, 0])]),
    Case(
      code: .maxPool2D,
      options: .init(.pool2DOptions, ["stride_w": 1, "stride_h": 1, "filter_width": 2, "filter_height": 2]),
      inputs: [image]),
    Case(
      code: .l2Pool2D,
      options: .init(.pool2DOptions, ["stride_w": 1, "stride_h": 1, "filter_width": 2, "filter_height": 2]),
      inputs: [image]),
    Case(
      code: .unidirectionalSequenceRnn, options: .init(.sequenceRNNOptions, ["time_major": true]),
      inputs: [
        .float32([huge, 0, 3]), recurrent(4, 3), recurrent(4, 4), .float32([4], [0, 0, 0, 0]),
        Tensor.float32([0, 4]).variable(),
      ]),
    Case(
      code: .unidirectionalSequenceRnn, options: .init(.sequenceRNNOptions, ["time_major": false]),
      inputs: [
        .float32([0, huge, 3]), recurrent(4, 3), recurrent(4, 4), .float32([4], [0, 0, 0, 0]),
        Tensor.float32([0, 4]).variable(),
      ]),
    Case(
      code: .unidirectionalSequenceLstm,
      options: .init(.unidirectionalSequenceLSTMOptions, ["time_major": true, "fused_activation_function": 4]),
      inputs: lstm(.float32([huge, 0, 3]), batch: 0)),
    Case(
      code: .svdf, options: .init(.svdfOptions, ["rank": 1]),
      inputs: [
        .float32([0, 3]), recurrent(4, 3), recurrent(4, 2), .float32([4], [0, 0, 0, 0]),
        Tensor.float32([0, 8]).variable(),
      ]),
    Case(code: .softmax, options: .init(.softmaxOptions, ["beta": 1.0]), inputs: [rows]),
    Case(code: .logSoftmax, inputs: [rows]),
    Case(code: .l2Normalization, inputs: [rows]),
    Case(code: .localResponseNormalization, inputs: [image]),
    Case(code: .reverseV2, inputs: [rows, .int32([1], [1])]),
    Case(
      code: .reverseSequence, options: .init(.reverseSequenceOptions, ["seq_dim": 1, "batch_dim": 0]),
      inputs: [.float32([1, huge, 0]), .int32([1], [1])]),
    Case(
      code: .topkV2, inputs: [rows, .int32([], [0])], outputs: [.float32([0]), .int32([0])]),
    Case(code: .argMax, inputs: [.float32([huge, 0, 4]), .int32([1], [2])], outputs: [.int64([0])]),
    Case(code: .sum, inputs: [.float32([huge, 2, huge, 2, 0]), .int32([3], [0, 2, 4])]),
    Case(code: .mean, inputs: [.float32([huge, huge, 0]), .int32([1], [1])]),
    Case(code: .reduceMax, inputs: [.float32([huge, 2, huge, 2, 0]), .int32([3], [0, 2, 4])]),
    Case(code: .transpose, inputs: [rows, .int32([3], [1, 2, 0])]),
    Case(code: .tile, inputs: [rows, .int32([3], [1, 1, 2])]),
    Case(code: .add, inputs: [.float32([huge, 1, 0]), .float32([1, huge, 0])]),
    Case(code: .select, inputs: [.bool([huge, huge, 0]), rows, rows]),
    Case(code: .prelu, inputs: [rows, .float32([1], [0.5])]),
    Case(code: .batchMatmul, options: .init(.batchMatMulOptions, [:]), inputs: [matrices, matrices]),
    Case(code: .batchMatmul, options: .init(.batchMatMulOptions, [:]), inputs: [matrices, byteMatrices]),
    Case(
      code: .batchMatmul, options: .init(.batchMatMulOptions, ["adj_x": true]), inputs: [byteMatrices, byteMatrices],
      outputs: [.int32([0])]),
    Case(code: .fullyConnected, inputs: [.float32([0, 3]), .float32([huge, 0], nil), nil]),
    Case(
      code: .unpack, options: .init(.unpackOptions, ["num": 2, "axis": 1]),
      inputs: [.float32([huge, 2, 0])], outputs: [.float32([0]), .float32([0])]),
    Case(code: .spaceToDepth, options: .init(.spaceToDepthOptions, ["block_size": 2]), inputs: [image]),
    Case(code: .embeddingLookup, inputs: [.int32([1], [0]), .float32([huge, 0])]),
    Case(code: .matrixDiag, inputs: [rows]),
    Case(code: .rfft2d, inputs: [rows, .int32([2], [1, 1])], outputs: [Tensor(.complex64, [0])]),
  ]

  /// Each comes to its end, with outputs or an objection.
  @Test(arguments: cases) func loopsOverHugeExtentsEnd(_ test: Case) throws {
    for rewrites in [true, false] {
      var options = SessionOptions()
      options.threads = .single
      options.rewrites = rewrites
      options.memoryLimit = 64 << 20
      let bytes = ModelBuilder.oneOperator(
        test.code, version: test.version, options: test.options, inputs: test.inputs, outputs: test.outputs)
      do throws(RuntimeError) {
        let session = try Session(Model(bytes: bytes), options: options)
        try session.invoke()
        for index in session.outputs.indices {
          #expect(try session.withOutputBytes(index) { $0.count } <= 64)
        }
      } catch {
        let accepted: [RuntimeError.Code] = [
          .invalidOperator, .outOfMemory, .unsupported, .invalidModel, .invalidData,
        ]
        #expect(accepted.contains(error.code), "\(test.code.name): \(error)")
      }
    }
  }

  /// Most of these are nothing to object to: what the rule is for would not be tried otherwise.
  @Test func mostHugeEmptyTensorsAreComputed() {
    let computed = Self.cases.filter { test in
      let bytes = ModelBuilder.oneOperator(
        test.code, version: test.version, options: test.options, inputs: test.inputs, outputs: test.outputs)
      var options = SessionOptions()
      options.memoryLimit = 64 << 20
      return failure { () throws(RuntimeError) in try Session(Model(bytes: bytes), options: options).invoke() } == nil
    }
    #expect(computed.count >= 20, "\(computed.map { $0.code.name })")
  }

  /// What an operator would write besides its outputs still counts: the state of a network of one step goes on though the
  /// output has no elements.
  @Test func statesGoOnWithoutOutputs() throws {
    let bytes = ModelBuilder.oneOperator(
      .unidirectionalSequenceRnn, options: .init(.sequenceRNNOptions, ["time_major": true]),
      inputs: [
        .float32([0, 1, 3]), Self.recurrent(4, 3), Self.recurrent(4, 4), .float32([4], [0, 0, 0, 0]),
        Tensor.float32([1, 4]).variable(),
      ], outputs: [.float32([0])])
    let session = try OperatorRun.session(bytes)
    try session.invoke()
    #expect(session.outputs[0].shape == [0, 1, 4])
  }
}
