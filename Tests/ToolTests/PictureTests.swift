import Foundation
import TFLiteVision
import Testing

@Suite struct PictureTests {
  private static let detector = Fixture.example("shapes-detector/model.tflite")

  private static func classifier(_ type: String) -> String {
    Fixture.example("shapes-classifier/classifier_\(type).tflite")
  }

  @Test(
    arguments: ["float", "int8"], ["arrow", "circle", "crescent", "cross", "heart", "square", "star", "triangle"])
  func classifiesByPackedLabels(_ type: String, _ shape: String) throws {
    let run = try ToolProcess(["classify", Self.classifier(type), Fixture.example("pictures/\(shape).png"), "--json"])
    let pictures = try #require(try run.json()["pictures"] as? [[String: any Sendable]], "\(run.error)")
    let classes = try #require(pictures.first?["classes"] as? [[String: any Sendable]])
    #expect(classes.count == 5)
    #expect(classes.first?["label"] as? String == shape)
  }

  @Test func classifiesSeveralAndDrawsTheBest() throws {
    let folder = try TemporaryFolder()
    let pictures = ["star", "heart"].map { Fixture.example("pictures/\($0).png") }
    let run = try ToolProcess(
      ["classify", Self.classifier("int8")] + pictures
        + ["--top", "1", "--threshold", "0.5", "--output", folder.path("best.png")])
    #expect(run.status == 0, "\(run.error)")
    for part in ["star.png\n", "  star\n", "heart.png\n", "  heart\n"] { #expect(run.output.contains(part)) }
    for (index, path) in pictures.enumerated() {
      let drawn = try Picture(contentsOf: folder.path("best-\(index + 1).png"))
      let original = try Picture(contentsOf: path)
      #expect(drawn.width == original.width)
      #expect(drawn.bytes != original.converted(to: drawn.format).bytes)
    }
  }

  private struct Expected: Decodable {
    struct Scene: Decodable {
      let picture: String
      let detections: [Found]
    }
    let scenes: [Scene]
  }

  private struct Found: Decodable {
    struct Box: Decodable {
      let top, left, bottom, right: Double
    }
    let label: String?
    let score: Double
    let box: Box

    func isClose(to other: Found, _ tolerance: Double) -> Bool {
      label == other.label && abs(score - other.score) <= tolerance
        && zip(
          [box.top, box.left, box.bottom, box.right],
          [other.box.top, other.box.left, other.box.bottom, other.box.right]
        ).allSatisfy { abs(min(max($0, 0), 1) - min(max($1, 0), 1)) <= tolerance }
    }
  }

  private struct Report: Decodable {
    struct Entry: Decodable {
      let picture: String
      let objects: [Found]
    }
    let pictures: [Entry]
  }

  @Test func detectsWhatTheReferenceDetects() throws {
    let expected = try JSONDecoder().decode(
      Expected.self, from: Data(contentsOf: URL(fileURLWithPath: Fixture.example("expected/shapes-detector.json"))))
    let paths = expected.scenes.map { Fixture.example("pictures/" + $0.picture) }
    let run = try ToolProcess(["detect", Self.detector] + paths + ["--threshold", "0.5", "--json"])
    #expect(run.status == 0, "\(run.error)")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.pictures.count == expected.scenes.count)
    for (found, scene) in zip(report.pictures, expected.scenes) {
      // Decoders of JPEG may differ in the last bit.
      let tolerance = scene.picture.hasSuffix(".jpg") ? 0.05 : 0.001
      #expect(found.objects.count == scene.detections.count, "\(scene.picture)")
      for object in scene.detections {
        #expect(found.objects.contains { $0.isClose(to: object, tolerance) }, "\(scene.picture) \(object)")
      }
    }
  }

  @Test func drawsBoxes() throws {
    let folder = try TemporaryFolder()
    let scene = Fixture.example("pictures/scene-1.png")
    let run = try ToolProcess(["detect", Self.detector, scene, "--output", folder.path("boxes.png")])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("scene-1.png: "))
    let drawn = try Picture(contentsOf: folder.path("boxes.png"))
    let original = try Picture(contentsOf: scene)
    #expect(drawn.width == original.width && drawn.height == original.height)
    #expect(drawn.bytes != original.converted(to: drawn.format).bytes)
  }

  @Test(.enabled(if: Fixture.hasModels, "the conformance models are not beside the package"))
  func feedsStatesFromFrameToFrame() throws {
    let frames = (1...3).map { Fixture.model("pictures/traffic_000\($0).bmp") }
    let model = Fixture.model("coral/traffic_model.tflite")
    let run = try ToolProcess(["detect", model] + frames + ["--threshold", "0.3", "--json"])
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    // Recorded from LiteRT's reference kernels.
    let expected: [[(Double, [Double])]] = [
      [
        (0.4140625, [0.5588223, 0.8459857, 0.7410483, 0.9970557]),
        (0.39453125, [0.5843784, 0.267718, 0.7738125, 0.5473021]),
        (0.31640625, [0.698743, 0.932967, 0.8624959, 0.998678]),
      ],
      [
        (0.48046875, [0.5581859, 0.8252545, 0.743981, 0.9994169]),
        (0.375, [0.5774572, 0.2140182, 0.774129, 0.4946790]),
        (0.31640625, [0.6887435, 0.9104422, 0.8715219, 0.9989142]),
      ],
      [
        (0.4140625, [0.5538847, 0.8036557, 0.7482821, 0.9980531]),
        (0.375, [0.5822602, 0.191098, 0.7759902, 0.4902687]),
      ],
    ]
    #expect(report.pictures.map { $0.objects.count } == expected.map { $0.count })
    for (found, frame) in zip(report.pictures, expected) {
      for (object, (score, sides)) in zip(found.objects, frame) {
        #expect(abs(object.score - score) < 1e-4)
        for (side, other) in zip([object.box.top, object.box.left, object.box.bottom, object.box.right], sides) {
          #expect(abs(side - other) < 1e-4)
        }
      }
    }
  }

  /// The command, its arguments after the model, the exit code, and what the only line on standard error must hold.
  static let errors: [(command: String, arguments: [String], status: Int32, texts: [String])] = [
    ("detect", ["nowhere.png"], 66, ["nowhere.png"]), ("classify", ["nowhere.png"], 66, ["nowhere.png"]),
    ("detect", ["FOLDER"], 66, ["FOLDER"]), ("detect", ["FOLDER/text.png"], 65, ["text.png", "expected", "found"]),
    ("detect", ["FOLDER/cut.png"], 65, ["cut.png", "expected", "found"]),
    ("detect", ["STAR", "--labels", "nowhere.txt"], 66, ["nowhere.txt"]),
    ("detect", ["STAR", "--labels", "FOLDER/empty.txt"], 65, ["empty.txt", "expected at least one label"]),
    ("classify", ["STAR", "--labels", "FOLDER/two.txt"], 65, ["two.txt", "expected 8 labels", "found 2"]),
    ("classify", ["STAR", "--scores", "3"], 65, ["--scores", "expected an output, 0 to 0", "found 3"]),
    ("classify", ["STAR", "--output", "FOLDER/no/best.png"], 74, ["FOLDER/no/best.png"]),
    ("swap", ["STAR"], 65, ["the model's outputs", "expected boxes [1,N,4]", "found INT8 [1,8]"]),
  ]

  @Test(arguments: errors.indices) func namesErrorsOnOneLine(_ index: Int) throws {
    let folder = try TemporaryFolder()
    let star = Fixture.example("pictures/star.png")
    try folder.write("no picture", "text.png")
    try folder.write(Array([UInt8](try Data(contentsOf: URL(fileURLWithPath: star))).prefix(60)), "cut.png")
    try folder.write("", "empty.txt")
    try folder.write("a\nb\n", "two.txt")
    let entry = Self.errors[index]
    func place(_ text: String) -> String {
      text.replacing("FOLDER", with: folder.url.path).replacing("STAR", with: star)
    }
    // "swap" gives the classifier to the detector.
    let command = entry.command == "swap" ? "detect" : entry.command
    let model = entry.command == "detect" ? Self.detector : Self.classifier("int8")
    let run = try ToolProcess([command, model] + entry.arguments.map(place))
    #expect(run.status == entry.status, "\(run.error)")
    #expect(run.hasOneLineError, "\(run.error)")
    for text in entry.texts { #expect(run.error.contains(place(text)), "\(run.error)") }
    #expect(run.output == "")
  }
}
