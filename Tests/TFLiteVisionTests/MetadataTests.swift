import Foundation
import TFLiteVision
import Testing

@Suite struct MetadataTests {
  let metadata = [UInt8](MetadataFixture.recorded.metadata)
  let archive = [UInt8](MetadataFixture.recorded.archive)

  @Test func readsModelMetadata() throws {
    let model = try ModelMetadata(metadata)
    #expect(model.name == "namer")
    #expect(model.description == "names pictures")
    #expect(model.version == "v3")
    #expect(model.author == "somebody")
    #expect(model.license == "Apache-2.0")
    #expect(model.minimumParserVersion == "1.0.0")
    let graph = try #require(model.subgraphs.first)
    #expect(graph.name == "main")
    let input = try #require(graph.inputs.first)
    #expect(input.name == "image")
    #expect(input.description == "a picture")
    #expect(input.dimensionNames == ["batch", "y"])
    #expect(input.content == .image(isGray: false, width: 224, height: 192))
    #expect(input.normalization == Preprocessing.Normalization(mean: [127.5], std: [128]))
    #expect(input.minimum == [-1] && input.maximum == [1])
    let output = try #require(graph.outputs.first)
    #expect(output.name == "probability")
    #expect(output.content == .unknown)
    #expect(output.normalization == nil)
    #expect(output.scoreThreshold == 0.25)
    #expect(model.labelFiles.map(\.name) == ["labels.txt"])
    #expect(model.labelFiles.first?.kind == .axisLabels)
    #expect(model.labelFiles.first?.locale == "en")
  }

  @Test func readsArchives() throws {
    let zip = try ZipArchive(archive)
    #expect(zip.entries.map(\.name) == ["labels.txt", "plain.txt"])
    #expect(ZipArchive.isPresent(in: archive))
    let wanted = (0..<60).map { "label number \($0)\n" }.joined()
    #expect(try String(decoding: zip.contents(of: "labels.txt"), as: UTF8.self) == wanted)
    #expect(try String(decoding: zip.contents(of: "plain.txt"), as: UTF8.self) == wanted)
    let labels = try Labels(packedIn: zip, metadata: ModelMetadata(metadata))
    #expect(labels.count == 60)
    #expect(try labels.name(of: 59) == "label number 59")
    // Without metadata there are two candidates.
    #expect(throws: VisionError.self) { try Labels(packedIn: zip, metadata: nil) }
    let error = try #require(throws: VisionError.self) { try zip.contents(of: "other.txt") }
    #expect(error.description == "zip archive: expected a file 'other.txt', found labels.txt, plain.txt")
    #expect(throws: VisionError.self) { try zip.contents(of: "labels.txt", maximumSize: 10) }
    let none = try #require(throws: VisionError.self) { try ZipArchive([1, 2, 3]) }
    #expect(none.code == .missing)
    // An archive that was joined to other data afterwards counts from its own start.
    let moved = try ZipArchive([9, 9, 9, 9] + archive)
    #expect(try moved.contents(of: "plain.txt") == zip.contents(of: "plain.txt"))
  }

  @Test func survivesDamage() {
    var random = SeededGenerator(seed: 17)
    func flipped(_ bytes: [UInt8]) -> [UInt8] {
      var copy = bytes
      for _ in 0..<3 {
        copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      return copy
    }
    func readAll(_ bytes: [UInt8]) {
      guard let zip = try? ZipArchive(bytes) else { return }
      for entry in zip.entries { _ = try? zip.contents(of: entry.name, maximumSize: 1 << 16) }
    }
    for length in 0..<metadata.count { _ = try? ModelMetadata(Array(metadata[..<length])) }
    for length in 0..<archive.count { readAll(Array(archive[..<length])) }
    for _ in 0..<3000 {
      _ = try? ModelMetadata(flipped(metadata))
      readAll(flipped(archive))
    }
  }

  @Test func readsAutoMLMetadata() throws {
    let text = """
      {"batchSize": 1, "imageChannels": 3, "imageHeight": 512, "imageWidth": 256, "inferenceType": "QUANTIZED_UINT8",
       "inputTensor": "image", "inputType": "QUANTIZED_UINT8", "maxDetections": 20, "unknown": {"a": [1]},
       "outputTensorRepresentation": ["bounding_boxes", "class_labels", "class_confidences", "num_of_boxes"],
       "outputTensors": ["TFLite_Detection_PostProcess"], "supportedTfVersions": ["2.6"]}
      """
    let full = try AutoMLMetadata(json: Array(text.utf8))
    #expect(full.imageHeight == 512 && full.imageWidth == 256 && full.imageChannels == 3 && full.batchSize == 1)
    #expect(full.maximumDetections == 20)
    #expect(full.inputType == "QUANTIZED_UINT8" && full.inferenceType == "QUANTIZED_UINT8")
    #expect(full.inputTensor == "image")
    #expect(full.outputRepresentations.count == 4 && full.outputTensors.count == 1)
    #expect(full.supportedVersions == ["2.6"])
    let shaped = try AutoMLMetadata(json: Array("{\"inputShape\": [2, 48, 64, 1]}".utf8))
    #expect(shaped.batchSize == 2 && shaped.imageHeight == 48 && shaped.imageWidth == 64 && shaped.imageChannels == 1)
    let empty = try AutoMLMetadata(json: Array("{}".utf8))
    #expect(empty == AutoMLMetadata())
    #expect(empty.imageWidth == 320 && empty.imageHeight == 320 && empty.maximumDetections == 40)
    for bad in [
      "", "[]", "{", "{\"imageWidth\": \"x\"}", "{\"maxDetections\": 0}", "{\"inputShape\": [1, 2]}",
      "{\"outputTensors\": 3}",
    ] {
      #expect(throws: VisionError.self) { try AutoMLMetadata(json: Array(bad.utf8)) }
    }
    let error = try #require(throws: VisionError.self) {
      try AutoMLMetadata(json: Array("{\"imageWidth\": \"x\"}".utf8))
    }
    #expect(
      error.description == "tflite_metadata.json: expected a value of the right type for imageWidth, found another type"
    )
  }

  static let packed = [
    "coral/tf2_mobilenet_v2_1.0_224_ptq.tflite", "coral/mobilenet_v2_1.0_224_inat_bird_quant.tflite",
    "coral/mobilenet_v1_0.25_128_quant.tflite",
  ]

  @Test(
    .enabled(if: Fixtures.exists("models/coral"), "../shared/models/coral is absent"), arguments: packed)
  func readsRealModels(_ name: String) throws {
    let path = Fixtures.shared.appendingPathComponent("models/\(name)").path
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // The metadata buffer is found by its identifier; a model's reader knows it by name.
    let identifier = Array("M001".utf8)
    let found = (4..<bytes.count - 4).first { bytes[$0] == 0x4D && bytes[$0..<$0 + 4].elementsEqual(identifier) }
    let start = try #require(found)
    let metadata = try ModelMetadata(Array(bytes[(start - 4)...]))
    #expect(metadata.subgraphs.first?.inputs.first?.normalization != nil)
    let labels = try Labels(packedIn: ZipArchive(contentsOf: path), metadata: metadata)
    #expect(labels.count >= 964)
  }
}
