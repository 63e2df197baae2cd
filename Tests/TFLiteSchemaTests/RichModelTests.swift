import TFLiteSchema
import TestSupport
import Testing

/// A model with as many parts of the format as one can have, undamaged and damaged.
@Suite struct RichModelTests {
  typealias Table = FlatBufferWriter.Table

  @Test func verifies() throws {
    try Self.model.bytes.withUnsafeBytes { bytes in
      let model = try Schema.Model.verified(bytes)
      var walker = AccessorWalker()
      walker.walk(model, in: bytes)
      let details = model.subgraphs[0].tensors[2].quantization?.details.blockwiseQuantization
      #expect(details?.scales == 3 && details?.zeroPoints == -1 && details?.blockSize == 32)
      let axes = model.subgraphs[0].tensors[4].quantization?.details.multiAxisQuantization
      #expect(axes.map { Array($0.quantizedDimensions) } == [0, 1])
      let custom = model.subgraphs[0].operators[1].customOptionsContents(in: bytes).flatMap { FlexBuffer.Map($0) }
      #expect(custom?.int(forKey: "max_detections") == 10)
      let scatter = model.subgraphs[0].operators[3].builtinOptions2.stablehloScatterOptions
      #expect(scatter.map { Array($0.updateWindowDims) } == [0, 1] && scatter?.updateComputationSubgraphIndex == 1)
      #expect(model.subgraphs[0].tensors[6].variantTensors.at(0)?.type == .float32)
    }
  }

  @Test func truncationIsAnError() throws {
    try Damage(model: Self.model).truncate()
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func flippedBytesNeverCrash(_ seed: UInt64) throws {
    try Damage(model: Self.model).flip(rounds: 20_000, seed: seed)
  }

  private static let model: SharedModel = {
    var sparse = ModelBuilder.Tensor.float32([2, 3], [1, 2], name: "sparse")
    sparse.sparsity = Table([
      .int32s(0, [0, 1]),
      .tables(
        2,
        [
          Table([.int32(1, 2)]),
          Table([
            .int8(0, 1), .uint8(2, 1), .table(3, Table([.int32s(0, [0, 1, 2])])), .uint8(4, 2),
            .table(5, Table([.uint16s(0, [0, 2])])),
          ]),
        ]),
    ])
    var variant = ModelBuilder.Tensor(.variant, [], name: "list")
    variant.extraFields = [.tables(9, [Table([.int32s(0, [2]), .int8(1, 0), .bool(2, true)])])]
    let tensors: [ModelBuilder.Tensor] = [
      .float32([1, 64], name: "x").signature([-1, 64]),
      sparse,
      .int4(
        [2, 64], [Int8](repeating: 3, count: 128), name: "blocks",
        quantization: .blockwise(scales: 3, blockSize: 32, dimension: 1)),
      .float32([2, 2], [1, 2, 3, 4], name: "scales"),
      .int8(
        [2, 2], [1, 2, 3, 4], name: "axes",
        quantization: .table(
          Table([
            .uint8(4, 3), .table(5, Table([.int32(0, 3), .int32(1, -1), .int32s(3, [0, 1])])),
          ]))),
      .string([2], ["ab", "c"], name: "words"),
      variant,
      .int16([4], name: "state", quantization: .range(min: -1, max: 1)).variable(),
      .float32([1, 2], name: "y"),
    ]
    var fullyConnected = ModelBuilder.Operator(
      .fullyConnected, version: 12,
      options: .init(.fullyConnectedOptions, ["keep_num_dims": true, "asymmetric_quantize_inputs": true]),
      inputs: [0, 2, -1], outputs: [8])
    fullyConnected.intermediates = [-1, 7]
    fullyConnected.mutatingVariableInputs = [false, false, true]
    let operators: [ModelBuilder.Operator] = [
      fullyConnected,
      ModelBuilder.Operator(
        custom: "TFLite_Detection_PostProcess",
        options: FlexBufferWriter.bytes(["max_detections": 10, "scales": [10.0, 5.0], "nested": ["name": "text"]]),
        inputs: [0], outputs: [8]),
      ModelBuilder.Operator(
        .while, options: .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 1]), inputs: [0],
        outputs: [8]),
      ModelBuilder.Operator(
        .stablehloScatter,
        options: .init(
          .stablehloScatterOptions, ["update_window_dims": [0, 1], "update_computation_subgraph_index": 1]),
        inputs: [0, 1], outputs: [8]),
      ModelBuilder.Operator(
        .varHandle, options: .init(.varHandleOptions, ["container": "c", "shared_name": "v"]), inputs: [], outputs: [6]),
    ]
    var builder = ModelBuilder([
      ModelBuilder.Subgraph(tensors: tensors, inputs: [0], outputs: [8], operators: operators),
      ModelBuilder.Subgraph("body", tensors: [.float32([1])], inputs: [0], outputs: [0], operators: []),
    ])
    builder.description = "everything"
    builder.signatures = [
      ModelBuilder.Signature("serve", inputs: [("x", 0)], outputs: [("y", 8)]),
      ModelBuilder.Signature("step", subgraph: 1, inputs: [("x", 0)], outputs: [("x", 0)]),
    ]
    builder.metadata = [("notes", Array("hello".utf8))]
    return SharedModel(name: "rich", bytes: builder.build())
  }()
}
