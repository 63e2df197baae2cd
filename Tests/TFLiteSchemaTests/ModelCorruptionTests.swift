import TFLiteSchema
import TestSupport
import Testing

/// Well-formed flatbuffers that are no models: each fault has its message.
@Suite struct ModelCorruptionTests {
  typealias Table = FlatBufferWriter.Table
  typealias Tensor = ModelBuilder.Tensor

  /// A model with one fault and a part of the message that it must give.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var message: String
    var file: [UInt8]

    var testDescription: String { name }
  }

  @Test(arguments: modelFaults + operatorFaults + tensorFaults + constantFaults + quantizationFaults)
  func isRefused(_ fault: Fault) {
    fault.file.withUnsafeBytes { bytes in
      do throws(VerificationError) {
        _ = try Schema.Model.verified(bytes)
        Issue.record("accepted")
      } catch {
        #expect(error.description.contains(fault.message), "\(error)")
        #expect(error.byteOffset > 0 && error.byteOffset < bytes.count)
      }
    }
  }

  // MARK: Models

  /// Two inputs and a constant, added.
  private static func addition(
    _ change: (inout ModelBuilder) -> Void = { _ in }
  ) -> ModelBuilder {
    let entry = ModelBuilder.Operator(.add, options: .init(type: .addOptions), inputs: [], outputs: [])
    var builder = ModelBuilder.oneOperator(
      entry, [.float32([2, 2]), .float32([2, 2], [1, 2, 3, 4])], [.float32([2, 2])])
    builder.signatures = [
      ModelBuilder.Signature("serve", inputs: [("x", 0)], outputs: [("y", 2)])
    ]
    builder.metadata = [("notes", [1, 2, 3])]
    change(&builder)
    return builder
  }

  private static func fault(
    _ name: String, _ message: String, _ change: (inout ModelBuilder) -> Void
  ) -> Fault {
    Fault(name: name, message: message, file: addition(change).build())
  }

  /// A fault of the root table: a field replaced or, with nil, left out, and perhaps another field added.
  private static func rootFault(
    _ name: String, _ message: String, _ id: Int, _ value: FlatBufferWriter.Value?,
    adding more: FlatBufferWriter.Field? = nil
  ) -> Fault {
    var root = addition().root()
    root.fields.removeAll { $0.id == id }
    if let value { root.fields.append(FlatBufferWriter.Field(id, value)) }
    if let more { root.fields.append(more) }
    return Fault(name: name, message: message, file: FlatBufferWriter.file(identifier: "TFL3", root: root))
  }

  private static func tensorFault(_ name: String, _ message: String, _ tensor: Tensor) -> Fault {
    fault(name, "subgraph 0, tensor 0 \"input0\": " + message) {
      $0.subgraphs[0].tensors[0] = tensor
      $0.subgraphs[0].tensors[0].name = "input0"
      $0.subgraphs[0].inputs = []
    }
  }

  @Test func unchangedModelIsAccepted() throws {
    try Self.addition().build().withUnsafeBytes { bytes in
      let model = try Schema.Model.verified(bytes)
      #expect(model.subgraphs.count == 1 && model.signatureDefs.count == 1 && model.metadata.count == 1)
    }
  }

  static let modelFaults: [Fault] = [
    fault("version", "model: expected format version 3, found 2") { $0.version = 2 },
    rootFault("no version", "model: expected format version 3, found 0", 0, nil),
    rootFault("no subgraphs", "model: expected at least one subgraph, found none", 2, nil),
    rootFault("empty subgraphs", "model: expected at least one subgraph, found none", 2, .tables([])),
    rootFault("no operator codes", "subgraph 0, operator 0: operator code 0 of 0", 1, nil),
    rootFault("no buffers", "subgraph 0, tensor 1 \"input1\": buffer 1 of 0", 4, nil),
    rootFault(
      "negative operator code", "operator code 0: expected a code from 0, found -3", 1,
      .tables([Table([.int8(0, -3), .int32(3, -4)])])),
    rootFault(
      "custom without a name", "operator code 0: a CUSTOM operator has no name", 1,
      .tables([Table([.int8(0, 32), .int32(3, 32)])])),
    rootFault(
      "buffer outside the file", "buffer 1: 100 bytes from byte 4096 run past the end of the", 4,
      .tables([Table(), Table([.uint64(1, 4096), .uint64(2, 100)]), Table()])),
    rootFault(
      "buffer with overflowing end", "buffer 1: 18446744073709551615 bytes from byte 2 run past", 4,
      .tables([Table(), Table([.uint64(1, 2), .uint64(2, .max)]), Table()])),
    rootFault(
      "metadata buffer", "metadata 0: index 7 of 3 buffers", 6, .tables([Table([.string(0, "m"), .uint32(1, 7)])])),
    rootFault(
      "external buffer group", "external buffer 0: index 1 of 1 external buffer groups", 9,
      .tables([Table([.uint32(0, 5), .uint32(1, 1)])]), adding: .tables(8, [Table([.string(0, "weights.bin")])])),
    fault("signature subgraph", "signature \"serve\": subgraph 1 of 1") { $0.signatures[0].subgraph = 1 },
    fault("signature input", "input of signature \"serve\": index 3 of 3 tensors") {
      $0.signatures[0].inputs[0].tensor = 3
    },
    fault("signature output", "output of signature \"serve\": index 4 of 3 tensors") {
      $0.signatures[0].outputs[0].tensor = 4
    },
    rootFault("signature without a key", "signature 0: it has no name", 7, .tables([Table()])),
    fault("subgraph input", "subgraph 0: tensor 3 in entry 0 of its inputs, expected 0..<3") {
      $0.subgraphs[0].inputs = [3]
    },
    fault("absent subgraph output", "subgraph 0: tensor -1 in entry 0 of its outputs, expected 0..<3") {
      $0.subgraphs[0].outputs = [-1]
    },
  ]

  static let operatorFaults: [Fault] = [
    fault("operator input", "subgraph 0, operator 0: tensor 9 in entry 1 of its inputs, expected -1..<3") {
      $0.subgraphs[0].operators[0].inputs[1] = 9
    },
    fault("operator input below -1", "subgraph 0, operator 0: tensor -2 in entry 0 of its inputs") {
      $0.subgraphs[0].operators[0].inputs[0] = -2
    },
    fault("operator output", "subgraph 0, operator 0: tensor -1 in entry 0 of its outputs, expected 0..<3") {
      $0.subgraphs[0].operators[0].outputs[0] = -1
    },
    fault("intermediate", "subgraph 0, operator 0: tensor 3 in entry 0 of its intermediates, expected -1..<3") {
      $0.subgraphs[0].operators[0].intermediates = [3]
    },
    fault("missing branch", "subgraph 0, operator 0: it runs subgraph 5, expected 0..<1") {
      $0.subgraphs[0].operators[0].options = .init(
        .ifOptions, ["then_subgraph_index": 5, "else_subgraph_index": 0])
    },
    fault("negative branch", "subgraph 0, operator 0: it runs subgraph -1, expected 0..<1") {
      $0.subgraphs[0].operators[0].options = .init(.stableHLOCompositeOptions, ["decomposition_subgraph_index": -1])
    },
    fault("runs itself", "subgraph 0: it runs itself") {
      $0.subgraphs[0].operators[0].options = .init(.callOnceOptions, ["init_subgraph_index": 0])
    },
    fault("runs itself through another", "subgraph 0: it runs itself") {
      $0.subgraphs.append($0.subgraphs[0])
      $0.subgraphs[0].operators[0].options = .init(.whileOptions, ["cond_subgraph_index": 1, "body_subgraph_index": 1])
      $0.subgraphs[1].operators[0].options = .init(.stablehloCaseOptions, ["branch_subgraph_indices": [1, 0]])
    },
  ]

  static let tensorFaults: [Fault] = [
    tensorFault("negative dimension", "dimension 1 of its shape is -1", .float32([2, -1])),
    tensorFault(
      "element overflow", "the number of elements of shape [2147483647, 2147483647, 2147483647] overflows",
      .int8([2_147_483_647, 2_147_483_647, 2_147_483_647])),
    tensorFault(
      "byte overflow", "the number of bytes of shape [2147483647, 2147483647] overflows",
      .float64([2_147_483_647, 2_147_483_647])),
    tensorFault("rank", "256 dimensions, more than the limit of 255", .float32([Int](repeating: 1, count: 256))),
    tensorFault(
      "unknown type", "unknown element type 23", Tensor(Schema.TensorType(rawValue: 23), [1])),
    tensorFault("variable constant", "it is both a variable and a constant", .float32([1], [1]).variable()),
    tensorFault(
      "external buffer", "external buffer 4 is not listed", Tensor(.float32, [1]).adding(.uint32(10, 4))),
  ]

  static let constantFaults: [Fault] = [
    tensorFault(
      "short constant", "constant of 12 bytes in buffer 1, expected 16 for FLOAT32[2, 2]", .float32([2, 2], [1, 2, 3])),
    tensorFault("short int4", "constant of 1 bytes in buffer 1, expected 2 for INT4[3]", .int4([3], [1])),
    tensorFault("short int2", "constant of 1 bytes in buffer 1, expected 2 for INT2[5]", .int2([5], [1, 1])),
    tensorFault("string count", "string constant of 3 bytes has no count", Tensor(.string, [1], data: [0, 0, 0])),
    tensorFault("few strings", "constant of 1 strings, expected 2 for shape [2]", .string([2], ["a"])),
    tensorFault("negative strings", "constant of -1 strings", Tensor(.string, [1], data: [255, 255, 255, 255])),
    tensorFault(
      "string offsets", "constant of 8 bytes is too short for the offsets of 2147483647 strings",
      Tensor(.string, [1], data: [255, 255, 255, 127, 0, 0, 0, 0])),
    tensorFault(
      "string past the end", "string 1 at byte 99 of the constant, expected 12...13",
      Tensor(.string, [1], data: [1, 0, 0, 0, 12, 0, 0, 0, 99, 0, 0, 0, 65])),
    tensorFault(
      "string inside the offsets", "string 0 at byte 4 of the constant, expected 12...13",
      Tensor(.string, [1], data: [1, 0, 0, 0, 4, 0, 0, 0, 13, 0, 0, 0, 65])),
    tensorFault("sparse without levels", "0 dimensions in traversal order", sparse(order: [], levels: [])),
    tensorFault(
      "sparse order", "its traversal order is no permutation", sparse(order: [0, 0], levels: [dense(2), csr()])),
    tensorFault(
      "sparse level", "sparse level 0 of size 3, expected 2", sparse(order: [0, 1], levels: [dense(3), csr()])),
    tensorFault(
      "sparse segments", "sparse level 1 has 2 segment bounds for 2 nodes",
      sparse(order: [0, 1], levels: [dense(2), csr(segments: [0, 2])])),
    tensorFault(
      "sparse segment order", "bound 1 of a segment of sparse level 1",
      sparse(order: [0, 1], levels: [dense(2), csr(segments: [0, 2, 1])])),
    tensorFault(
      "sparse segment end", "segments of sparse level 1 end at 1 of 2 indices",
      sparse(order: [0, 1], levels: [dense(2), csr(segments: [0, 1, 1])])),
    tensorFault(
      "sparse index", "index 3 of sparse level 1, expected 0..<3",
      sparse(order: [0, 1], levels: [dense(2), csr(indices: [0, 3])])),
    tensorFault(
      "sparse without indices", "sparse level 1 lacks segments or indices",
      sparse(order: [0, 1], levels: [dense(2), Table([.int8(0, 1)])])),
    tensorFault(
      "sparse format", "unknown format 7 of sparse level 1",
      sparse(order: [0, 1], levels: [dense(2), Table([.int8(0, 7)])])),
    tensorFault(
      "sparse constant", "constant of 4 bytes in buffer 1, expected 2 stored elements of FLOAT32",
      sparse(order: [0, 1], levels: [dense(2), csr()], values: [1])),
    tensorFault(
      "sparse block", "block dimension 0 of size 2 does not divide dimension 1",
      sparse(order: [0, 1, 2], levels: [dense(2), csr(), dense(2)], blocks: [1])),
    tensorFault(
      "sparse block map", "block dimension 0 subdivides dimension 2 of 2",
      sparse(order: [0, 1, 2], levels: [dense(2), csr(), dense(1)], blocks: [2])),
  ]

  static let quantizationFaults: [Fault] = [
    quantizationFault("zero points", "1 zero points for 2 scales", [.floats(2, [1, 1]), .int64s(3, [0])]),
    quantizationFault("no zero points", "0 zero points for 1 scales", [.floats(2, [1])]),
    quantizationFault(
      "channels", "3 scales, expected 1 or the 2 of dimension 0", [.floats(2, [1, 1, 1]), .int64s(3, [0, 0, 0])]),
    quantizationFault(
      "dimension", "quantised dimension 2, expected 0..<2", [.floats(2, [1, 1]), .int64s(3, [0, 0]), .int32(6, 2)]),
    quantizationFault("blocks of nothing", "block size 0 of its quantisation", details(2, [.int32(0, 1)])),
    quantizationFault("block scales", "tensor 3 of 3 as its scales", details(2, [.int32(0, 3), .int32(2, 32)])),
    quantizationFault(
      "block zero points", "tensor -2 of 3 as its zero points",
      details(2, [.int32(0, 1), .int32(1, -2), .int32(2, 32)])),
    quantizationFault(
      "no axes", "multi-axis quantisation names no dimension", details(3, [.int32(0, 1), .int32(1, -1)])),
    quantizationFault(
      "axis", "quantised dimension 4, expected 0..<2", details(3, [.int32(0, 1), .int32(1, -1), .int32s(3, [0, 4])])),
  ]

  private static func quantizationFault(
    _ name: String, _ message: String, _ fields: [FlatBufferWriter.Field]
  ) -> Fault {
    tensorFault("quantisation: " + name, message, .int8([2, 3], quantization: .table(Table(fields))))
  }

  private static func details(_ selector: UInt8, _ fields: [FlatBufferWriter.Field]) -> [FlatBufferWriter.Field] {
    [.uint8(4, selector), .table(5, Table(fields))]
  }

  // MARK: Sparse tensors

  private static func dense(_ size: Int32) -> Table {
    Table([.int32(1, size)])
  }

  private static func csr(segments: [Int32] = [0, 1, 2], indices: [UInt8] = [0, 2]) -> Table {
    Table([
      .int8(0, 1), .uint8(2, 1), .table(3, Table([.int32s(0, segments)])), .uint8(4, 3),
      .table(5, Table([.uint8s(0, indices, alignment: 4)])),
    ])
  }

  /// A constant of shape [2, 3] stored sparse.
  private static func sparse(
    order: [Int32], levels: [Table], blocks: [Int32] = [], values: [Float] = [1, 2]
  ) -> Tensor {
    var tensor = Tensor.float32([2, 3], values)
    tensor.sparsity = Table([.int32s(0, order), .int32s(1, blocks), .tables(2, levels)])
    return tensor
  }

  @Test func soundSparseTensorsAreAccepted() throws {
    let plain = Self.sparse(order: [0, 1], levels: [Self.dense(2), Self.csr()])
    let blocked = Self.sparse(
      order: [0, 1, 2], levels: [Self.dense(2), Self.csr(segments: [0, 0, 1], indices: [0]), Self.dense(3)],
      blocks: [1], values: [1, 2, 3])
    for tensor in [plain, blocked] {
      let file = ModelBuilder.oneOperator(.densify, inputs: [tensor], outputs: [.float32([2, 3])])
      try file.withUnsafeBytes { bytes in
        let metadata = try Schema.Model.verified(bytes).subgraphs[0].tensors[0].sparsity?.dimMetadata.at(1)
        let segments = try #require(metadata?.segments)
        #expect(segments[segments.count - 1] == metadata?.indices?.count)
      }
    }
  }
}

extension ModelBuilder.Tensor {
  fileprivate func adding(_ field: FlatBufferWriter.Field) -> Self {
    var tensor = self
    tensor.extraFields.append(field)
    return tensor
  }
}
