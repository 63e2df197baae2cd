import TFLiteSchema
import TestSupport
import Testing

@Suite struct SchemaViewTests {
  private func withModel(
    _ file: [UInt8], _ body: (Schema.Model, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try file.withUnsafeBytes { try body(try Schema.Model.verified($0), $0) }
  }

  @Test func fieldsAndDefaults() throws {
    let file = ModelBuilder.oneOperator(
      .conv2D, version: 3,
      options: .init(.conv2DOptions, ["padding": 1, "stride_w": 2, "fused_activation_function": .value(activation)]),
      inputs: [
        .int8([1, 8, 8, 3], quantization: .perTensor(scale: 0.5, zeroPoint: -1)).signature([-1, 8, 8, 3]),
        .int8(
          [2, 1, 1, 3], [1, 2, 3, 4, 5, 6], name: "weights", quantization: .perChannel(scales: [0.5, 2], dimension: 0)),
        nil,
      ],
      outputs: [.int8([1, 4, 4, 2], quantization: .perTensor(scale: 0.25, zeroPoint: 3))])
    try withModel(file) { model, bytes in
      let graph = model.subgraphs[0]
      let entry = graph.operators[0]
      #expect(model.operatorCodes[Int(entry.opcodeIndex)].resolvedCode == .conv2D)
      #expect(model.operatorCodes[0].version == 3)
      #expect(Array(entry.inputs) == [0, 1, -1] && Array(entry.outputs) == [2])
      #expect(Array(graph.inputs) == [0])
      let options = try #require(entry.builtinOptions.conv2DOptions)
      #expect(options.padding == .valid && options.strideW == 2 && options.strideH == 0)
      #expect(options.dilationWFactor == 1 && options.fusedActivationFunction == .relu6)
      #expect(entry.builtinOptions.addOptions == nil)
      #expect(entry.builtinOptions2.dilateOptions == nil)
      #expect(entry.debugMetadataIndex == -1)

      let input = graph.tensors[0]
      #expect(Array(input.shape) == [1, 8, 8, 3] && Array(input.shapeSignature) == [-1, 8, 8, 3])
      #expect(input.hasShapeSignature && !input.hasSparsity && input.hasQuantization)
      #expect(model.constant(of: input, in: bytes) == nil)
      let weights = graph.tensors[1]
      #expect(weights.name?.string == "weights" && !weights.hasShapeSignature)
      #expect(weights.quantization.map { Array($0.scale) } == [0.5, 2])
      #expect(weights.quantization.map { Array($0.zeroPoint) } == [0, 0])
      #expect(model.constant(of: weights, in: bytes).map { Array($0) } == [1, 2, 3, 4, 5, 6])
      #expect(model.buffers[1].data.at(6) == nil && model.buffers[1].data.at(-1) == nil)
    }
  }

  private let activation = Schema.ActivationFunctionType.relu6

  @Test func openEnums() {
    #expect(Schema.BuiltinOperator.batchMatmul.name == "BATCH_MATMUL")
    #expect(Schema.BuiltinOperator(rawValue: 209) == .stablehloCase)
    #expect(Schema.BuiltinOperator(rawValue: 210).name == "UNKNOWN(210)")
    #expect((Int32(0)..<300).filter { Schema.BuiltinOperator.schemaName(of: $0) != nil } == Array(0..<210))
    #expect(Schema.TensorType.float8E4m3fn.description == "FLOAT8_E4M3FN")
    #expect(Schema.StablehloComparisonDirection.eq.name == "STABLEHLO_COMPARISON_DIRECTION_EQ")
    #expect(Schema.BuiltinOptions.lstmOptions.name == "LSTMOptions")
    #expect(Schema.BuiltinOptions.rightShiftOptions.rawValue == 126)
    #expect(Schema.BuiltinOptions2.stablehloCaseOptions.rawValue == 23)
  }

  /// The greater of both fields counts, whichever the producer wrote.
  @Test(arguments: [(9, 0, 9), (9, 9, 9), (127, 150, 150), (0, 9, 9)] as [(Int8, Int32, Int32)])
  func resolvedOperatorCode(_ old: Int8, _ new: Int32, _ expected: Int32) throws {
    var root = ModelBuilder.oneOperator(
      ModelBuilder.Operator(.add, inputs: [], outputs: []), [.float32([1])], [.float32([1])]
    ).root()
    root.fields.removeAll { $0.id == 1 }
    root.fields.append(.tables(1, [FlatBufferWriter.Table([.int8(0, old), .int32(3, new)])]))
    try withModel(FlatBufferWriter.file(identifier: "TFL3", root: root)) { model, _ in
      #expect(model.operatorCodes[0].resolvedCode.rawValue == expected)
      #expect(model.operatorCodes[0].version == 1)
    }
  }

  /// Models beyond 2 GB append their constants and custom options to the flatbuffer.
  @Test func contentsOutsideTheFlatbuffer() throws {
    var builder = ModelBuilder.oneOperator(
      ModelBuilder.Operator(custom: "Far", inputs: [], outputs: []),
      [.float32([1]), .int32([3], name: "far")], [.float32([1])])
    builder.subgraphs[0].inputs = [0]
    builder.subgraphs[0].tensors[1].extraFields = []
    var root = builder.root()
    root.fields.removeAll { $0.id == 4 }
    let contents: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 77, 78]

    func file(offset: Int) -> [UInt8] {
      var root = root
      root.fields.append(
        .tables(
          4,
          [
            FlatBufferWriter.Table(),
            FlatBufferWriter.Table([.uint64(1, UInt64(offset)), .uint64(2, 12)]),
          ]))
      return FlatBufferWriter.file(identifier: "TFL3", root: root)
    }
    let length = file(offset: 0).count
    let bytes = file(offset: length) + contents
    try withModel(bytes) { model, bytes in
      #expect(model.buffers[1].contents(in: bytes).map { Array($0) } == Array(contents.prefix(12)))
      #expect(!model.buffers[1].hasData)
    }
    #expect(throws: VerificationError.self) {
      try withModel(file(offset: length) + contents.prefix(11)) { _, _ in }
    }
  }

  @Test func signaturesAndMetadata() throws {
    var builder = ModelBuilder([
      ModelBuilder.Subgraph(
        tensors: [.string([2], ["ab", "c"]), .string([2])], inputs: [], outputs: [1],
        operators: [ModelBuilder.Operator(.gather, inputs: [0], outputs: [1])])
    ])
    builder.signatures = [ModelBuilder.Signature("serve", inputs: [], outputs: [("text", 1)])]
    builder.metadata = [("min_runtime_version", Array("1.5.0".utf8))]
    try withModel(builder.build()) { model, bytes in
      #expect(model.signatureDefs[0].signatureKey?.string == "serve")
      #expect(model.signatureDefs[0].outputs[0].name?.string == "text")
      #expect(model.metadata[0].name?.string == "min_runtime_version")
      #expect(model.buffers[Int(model.metadata[0].buffer)].contents(in: bytes).map { Array($0) } == Array("1.5.0".utf8))
      #expect(model.metadataBuffer.isEmpty && !model.hasMetadataBuffer)
    }
  }

  @Test(
    arguments: [
      (.float32, 3, 12), (.int4, 3, 2), (.int4, 4, 2), (.uint4, 0, 0), (.int2, 4, 1), (.int2, 5, 2),
      (.complex128, 2, 32), (.bool, 5, 5), (.string, 1, nil), (.float32, .max, nil), (.int8, -1, nil),
      (.int2, .max, .max / 4 + 1),
    ] as [(Schema.TensorType, Int, Int?)])
  func byteCounts(_ type: Schema.TensorType, _ elements: Int, _ bytes: Int?) {
    #expect(type.byteCount(elements: elements) == bytes)
  }
}
