import Foundation
import TFLiteRuntime
import TFLiteSchema
import TFLiteSchemaWriter
import TFLiteVision
import TestSupport
import Testing

@Suite struct EditTests {
  private typealias Model = MutableSchema.Model

  /// Runs `tflite edit` and returns its report.
  @discardableResult
  private func edit(_ model: String, _ arguments: [String]) throws -> [String: any Sendable] {
    let run = try ToolProcess(["edit", model, "--json"] + arguments)
    #expect(run.status == 0, "\(model): \(run.error)")
    return try run.json()
  }

  /// What a reader finds in a file, with what lies outside of the flatbuffer.
  private func check(_ file: [UInt8], _ body: (Model) throws -> Void) throws {
    try file.withUnsafeBytes { bytes in try body(Model(Schema.Model.verified(bytes), in: bytes)) }
  }

  static var models: [String] {
    let folders = [Fixture.model(""), Fixture.example("")]
    return folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".tflite") }.sorted().map { folder + "/" + $0 }
    }
  }

  /// Every field of every table reads the same, and a second writing gives the same bytes.
  @Test func keepsEveryModel() throws {
    #expect(!Self.models.isEmpty)
    for path in Self.models {
      let original = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      var written: [UInt8] = []
      try check(original) { before in
        written = try before.file()
        try check(written) { after in
          #expect(after == before, "\(path)")
          let again = try after.file()
          #expect(again == written, "\(path)")
        }
      }
      guard let old = try outputs(original) else { continue }
      #expect(try outputs(written) == old, "\(path)")
    }
  }

  /// The outputs for inputs of ones, nil for a model that does not run with them.
  private func outputs(_ file: [UInt8]) throws -> [[UInt8]]? {
    let session = try Session(TFLiteRuntime.Model(bytes: file))
    do {
      try session.prepare()
      for (index, info) in session.inputs.enumerated() {
        let bytes =
          info.type == .float32 ? FlatBufferWriter.bytes(of: [Float](repeating: 1, count: info.byteCount / 4)) : nil
        try (bytes ?? [UInt8](repeating: 0, count: info.byteCount)).withUnsafeBytes {
          try session.write(bytes: $0, toInput: index)
        }
      }
      try session.invoke()
      return try session.outputs.indices.map { index in
        try session.outputValue(index).withUnsafeBytes { Array($0) }
      }
    } catch is RuntimeError {
      return nil
    }
  }

  @Test func keepsBuffersBehindTheFlatbuffer() throws {
    try check(TestModel.reshape) { model in
      let outside = try model.file(insideLimit: -1)
      try check(outside) { read in
        let buffers = read.buffers ?? []
        #expect(buffers.map { $0.data?.array ?? [] } == (model.buffers ?? []).map { $0.data?.array ?? [] })
        #expect(read.hasOutsideBuffers)
        #expect(buffers.allSatisfy { $0.offset % 16 == 0 })
        let again = try read.file()
        #expect(again == outside)
      }
    }
  }

  @Test func countsUnknownFields() throws {
    let root = FlatBufferWriter.Table([
      .uint32(0, 3), .tables(2, [FlatBufferWriter.Table([.uint32(40, 1), .uint32(41, 1)])]), .uint32(20, 7),
    ])
    try FlatBufferWriter.file(identifier: "TFL3", root: root).withUnsafeBytes { bytes in
      let counts = UnknownFields.counts(in: try Schema.Model.verified(bytes))
      #expect(counts.map { "\($0.table) \($0.count)" } == ["Model 1", "SubGraph 2"])
    }
  }

  @Test func extractsAPart() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(SmallModels.timesThreeInt8, "model.tflite")
    let whole = try folder.write("1 2 3 4", "in.txt")
    let report = try edit(model, ["-o", folder.path("first.tflite"), "--to", "sum"])
    let after = try #require(report["after"] as? [String: Int])
    #expect(after["operators"] == 1 && after["tensors"] == 2)
    let first = try ToolProcess(["run", folder.path("first.tflite"), "--input", whole])
    #expect(first.output == "sum  INT8 [4]\n  3 5 7 9\n", "\(first.output)\(first.error)")
    // The input, which is still needed, comes behind the tensor to begin with.
    try edit(model, ["-o", folder.path("second.tflite"), "--from", "1"])
    let sum = try folder.write("3 5 7 9", "sum.txt")
    let second = try ToolProcess(["run", folder.path("second.tflite"), "--input", sum, "--input", "input=" + whole])
    #expect(second.output == (try ToolProcess(["run", model, "--input", whole]).output), "\(second.error)")
    let wrong = try ToolProcess(["edit", model, "-o", folder.path("x.tflite"), "--from", "output", "--to", "sum"])
    #expect(wrong.status == 65 && wrong.error.contains("expected a tensor that the outputs need"), "\(wrong.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("x.tflite")))
  }

  @Test func stripsWhatIsUnused() throws {
    let folder = try TemporaryFolder()
    var builder = ModelBuilder([
      ModelBuilder.Subgraph(
        tensors: [.float32([1, 4], name: "x"), .float32([2], [1, 2], name: "unused"), .float32([1, 4], name: "y")],
        inputs: [0], outputs: [2], operators: [ModelBuilder.Operator(.relu, inputs: [0], outputs: [2])]),
      ModelBuilder.Subgraph("lost", tensors: [.float32([1])], inputs: [0], outputs: [0], operators: []),
    ])
    builder.metadata = [("notes", Array("hello".utf8))]
    let model = try folder.write(builder.build(), "model.tflite")
    try edit(model, ["-o", folder.path("slim.tflite"), "--strip"])
    try check(folder.read("slim.tflite")) { model in
      #expect(model.subgraphs?.count == 1 && model.subgraphs?[0].tensors?.map { $0.name?.string } == ["x", "y"])
      #expect(model.subgraphs?[0].outputs == [1] && model.metadata?.count == 1)
      #expect(model.buffers?.contains { $0.data?.array == Array("hello".utf8) } == true)
      #expect(model.buffers?.contains { $0.data?.count == 8 } == false)
    }
    try edit(model, ["-o", model, "--strip-metadata"])
    try check(folder.read("model.tflite")) {
      #expect($0.metadata == nil && $0.buffers?.allSatisfy { $0.data == nil } == true)
    }
  }

  @Test func renames() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.signature, "model.tflite")
    try edit(
      model,
      [
        "-o", folder.path("named.tflite"), "--rename-signature", "turn=serve", "--rename-input", "a=picture",
        "--rename-output", "b=scores", "--rename-tensor", "in=x", "--rename-subgraph", "0=net",
      ])
    try check(folder.read("named.tflite")) { model in
      let signature = model.signatureDefs?.first
      #expect(signature?.signatureKey?.string == "serve")
      #expect(
        signature?.inputs?.first?.name?.string == "picture" && signature?.outputs?.first?.name?.string == "scores")
      #expect(model.subgraphs?[0].name?.string == "net" && model.subgraphs?[0].tensors?[0].name?.string == "x")
    }
    let wrong = try ToolProcess(["edit", model, "-o", "-", "--rename-signature", "none=x"])
    #expect(wrong.status == 65 && wrong.hasOneLineError && wrong.error.contains("expected 'turn'"), "\(wrong.error)")
  }

  @Test func packsAndUnpacks() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    let labels = try folder.write("cat\ndog\n", "labels.txt")
    let notes = try folder.write("notes", "notes.json")
    let packed = folder.path("packed.tflite")
    try edit(model, ["-o", packed, "--pack", labels, "--metadata", "a/b=" + notes, "--description", "small"])
    #expect(try ZipArchive(contentsOf: packed).contents(of: "labels.txt") == Array("cat\ndog\n".utf8))
    // An edit keeps what is packed.
    let again = try edit(packed, ["-o", packed, "--strip", "--unpack", folder.path("out")])
    #expect((again["unpacked"] as? [String])?.count == 2)
    #expect(try folder.read("out/labels.txt") == folder.read("labels.txt"))
    #expect(try folder.read("out/a_b") == Array("notes".utf8))
    try edit(packed, ["-o", packed, "--remove-packed", "labels.txt", "--remove-metadata", "a/b"])
    #expect(!ZipArchive.isPresent(in: try folder.read("packed.tflite")))
    try check(folder.read("packed.tflite")) {
      #expect($0.metadata?.isEmpty == true && $0.description?.string == "small")
    }
  }

  /// Convolutions, a RESHAPE with a constant shape and a classifier: three examples at once get what each gets alone.
  @Test func changesTheBatch() throws {
    let folder = try TemporaryFolder()
    let report = try edit(
      Fixture.example("shapes-classifier/classifier_float.tflite"), ["-o", folder.path("three.tflite"), "--batch", "3"])
    #expect((report["remarks"] as? [String])?.isEmpty == true, "\(report)")
    let session = try Session(TFLiteRuntime.Model(path: folder.path("three.tflite")))
    #expect(session.inputs[0].modelShape.dimensions.first == 3 && session.outputs[0].modelShape.dimensions.first == 3)
    let detector = try ToolProcess([
      "edit", Fixture.example("shapes-detector/model.tflite"), "-o", folder.path("x.tflite"), "--batch", "2",
    ])
    #expect(detector.status == 1 && detector.error.contains("only a batch of 1 is supported"), "\(detector.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("x.tflite")))
  }

  /// RESHAPE to a constant shape that states the batch, and a sum over it, which joins examples.
  @Test func followsTheBatchOrRefuses() throws {
    let folder = try TemporaryFolder()
    let flat = try folder.write(
      TestModel.model(input: .float32([1, 6], name: "in"), shape: [1, 3, 2], output: [1, 3, 2]), "flat.tflite")
    try edit(flat, ["-o", folder.path("four.tflite"), "--batch", "4"])
    #expect(try Session(TFLiteRuntime.Model(path: folder.path("four.tflite"))).outputs[0].shape == [4, 3, 2])
    let sum = ModelBuilder([
      ModelBuilder.Subgraph(
        tensors: [.float32([1, 4], name: "x"), .int32([1], [0], name: "axis"), .float32([4], name: "y")], inputs: [0],
        outputs: [2],
        operators: [
          ModelBuilder.Operator(.sum, options: .init(.reducerOptions, [:]), inputs: [0, 1], outputs: [2])
        ])
    ])
    let run = try ToolProcess([
      "edit", try folder.write(sum.build(), "sum.tflite"), "-o", folder.path("x.tflite"), "--batch", "2",
    ])
    #expect(run.status == 65 && run.error.contains("SUM: expected examples to stay apart"), "\(run.error)")
  }
}
