import Foundation
import TFLiteTool
import Testing

@Suite struct EvaluateTests {
  private static let int8 = Fixture.example("shapes-classifier/classifier_int8.tflite")
  private static let float = Fixture.example("shapes-classifier/classifier_float.tflite")
  private static let detector = Fixture.example("shapes-detector/model.tflite")

  /// The numbers of Knuth's MMIX, which any language makes alike.
  private struct Draw {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }

    /// Objects of three categories, one in eight a crowd, and detections near them and anywhere, with many equal scores and
    /// more than 100 in the fifth picture.
    mutating func scene() -> ([CocoObject], [CocoDetection]) {
      var (objects, detections): ([CocoObject], [CocoDetection]) = ([], [])
      let categories = [1, 3, 7, 90]
      for image in 1...12 {
        for _ in 0..<below(7) {
          let category = categories[below(3)]
          let side = [10, 24, 40, 90, 130][below(5)]
          let (x, y) = (Double(below(1600)) / 4, Double(below(1200)) / 4)
          let (width, height) = (Double(side + below(side)), Double(side + below(side)))
          objects.append(
            CocoObject(
              image: image, category: category, box: CocoBox(x: x, y: y, width: width, height: height),
              area: width * height * 3 / 4, isCrowd: below(8) == 0))
          for _ in 0..<below(4) {
            let jitter = 1 + side / [4, 8, 32][below(3)]
            let found = below(8) == 0 ? categories[below(3)] : category
            let (left, top) = (x + Double(below(jitter)) / 2, y - Double(below(jitter)) / 2)
            let (across, down) = (width + Double(below(jitter)), height + Double(below(jitter)))
            detections.append(
              CocoDetection(
                image: image, category: found, box: CocoBox(x: left, y: top, width: across, height: down),
                score: Double(below(33)) / 32))
          }
        }
        for _ in 0..<(image == 5 ? 120 : below(4)) {
          let category = categories[below(4)]
          let (left, top) = (Double(below(400)), Double(below(300)))
          let (across, down) = (Double(1 + below(100)), Double(1 + below(100)))
          detections.append(
            CocoDetection(
              image: image, category: category, box: CocoBox(x: left, y: top, width: across, height: down),
              score: Double(below(33)) / 32))
        }
      }
      return (objects, detections)
    }
  }

  /// Computed by pycocotools 2.0 from the same objects and detections.
  static let expected: [(seed: UInt64, figures: [Double])] = [
    (
      1,
      [
        0.252791344304847, 0.31701776050419184, 0.27380922930330814, 0.38370289733131896, 0.059184422828247735,
        0.482993061210883, 0.27619047619047615, 0.6296031746031746, 0.6296031746031746, 0.7691666666666667, 0.375,
        0.5984126984126983,
      ]
    ),
    (
      2,
      [
        0.2587903249717436, 0.3473365655257717, 0.32701153141941613, 0.29977248062188133, 0.2086697131251586,
        0.5571210216259721, 0.3138034188034187, 0.6709829059829059, 0.7244017094017093, 0.7109523809523809,
        0.4666666666666667, 0.7849206349206348,
      ]
    ),
    (
      3,
      [
        0.28048684432228116, 0.3456462292658316, 0.3456462292658316, 0.274178432880882, 0.2156610699548504,
        0.5900165016501651, 0.37483164983164985, 0.695875420875421, 0.7186026936026938, 0.8166666666666665,
        0.6966666666666667, 0.6722222222222223,
      ]
    ),
  ]

  @Test(arguments: expected.indices) func givesTheFiguresOfCOCO(_ index: Int) throws {
    var draw = Draw(state: Self.expected[index].seed)
    let (objects, detections) = draw.scene()
    let found = CocoAveragePrecision(objects: objects, detections: detections).summary
    let figures = [
      found.ap, found.ap50, found.ap75, found.apSmall, found.apMedium, found.apLarge, found.ar1, found.ar10,
      found.ar100, found.arSmall, found.arMedium, found.arLarge,
    ]
    for (figure, value) in zip(figures, Self.expected[index].figures) {
      #expect(abs(try #require(figure) - value) < 1e-12)
    }
  }

  @Test func knowsWhatItCannotSay() {
    let none = CocoAveragePrecision(objects: [], detections: [])
    #expect(none.summary.ap == nil && none.summary.ar100 == nil)
    let box = CocoBox(x: 0, y: 0, width: 10, height: 10)
    let one = CocoAveragePrecision(
      objects: [CocoObject(image: 1, category: 1, box: box, area: 100, isCrowd: false)],
      detections: [CocoDetection(image: 1, category: 1, box: box, score: 0.5)])
    #expect(one.summary.apSmall == one.summary.ap && one.summary.apLarge == nil)
    #expect(abs((one.summary.ap ?? 0) - 1) < 1e-12)
  }

  // MARK: classifiers

  private func pictures(_ folder: TemporaryFolder) throws {
    for (name, place) in [
      ("star", "star/1.png"), ("cross", "star/2.png"), ("heart", "heart/a.png"), ("arrow", "0/b.png"),
    ] {
      let target = folder.url.appendingPathComponent(place)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: Fixture.example("pictures/\(name).png")), to: target)
    }
  }

  @Test func measuresClassifiersBySubfolders() throws {
    let folder = try TemporaryFolder()
    try pictures(folder)
    // Folder "0" is the class of that number, the arrow's.
    let json = try ToolProcess(
      ["evaluate", Self.int8, folder.url.path, "--against", Self.float, "--sessions", "2", "--json"]
    ).json()
    #expect(json["pictures"] as? Int == 4)
    #expect(json["top1"] as? Double == 0.75)
    let confusions = try #require(json["confusions"] as? [[String: any Sendable]])
    #expect(confusions.count == 1)
    #expect(confusions[0]["class"] as? String == "star" && confusions[0]["found"] as? String == "cross")
    let other = try #require(json["against"] as? [String: any Sendable])
    #expect(other["top1"] as? Double == 0.75)
    let agreement = try #require(json["agreement"] as? [String: any Sendable])
    #expect(agreement["same"] as? Double == 1 && agreement["both_right"] as? Int == 3)
    let latency = try #require(json["latency"] as? [String: any Sendable])
    #expect(try #require(latency["p99_ms"] as? Double) >= #require(latency["median_ms"] as? Double))
    let text = try ToolProcess(["evaluate", Self.int8, folder.url.path]).output
    #expect(text.contains("top-1") && text.contains("75.00 %"), "\(text)")
  }

  @Test func readsTruthFromFiles() throws {
    let folder = try TemporaryFolder()
    try pictures(folder)
    let files = [
      try folder.write("picture,class\n\"star/1.png\", star\n\n0/b.png,0\r\nstar/2.png,cross\n", "t.csv"),
      try folder.write("{\"star/1.png\": \"star\", \"0/b.png\": 0, \"star/2.png\": \"cross\"}", "o.json"),
      try folder.write(
        """
        [{"picture": "star/1.png", "label": "star"}, {"picture": "0/b.png", "label": 0},
         {"picture": "star/2.png", "label": "cross"}]
        """, "l.json"),
    ]
    for file in files {
      let json = try ToolProcess(["evaluate", Self.int8, folder.url.path, "--truth", file, "--json"]).json()
      #expect(json["pictures"] as? Int == 3 && json["top1"] as? Double == 1, "\(file): \(json)")
    }
  }

  /// What truth.csv or truth.json holds, and what the error says.
  @Test(arguments: [
    ("t.csv", "star/1.png,star\nstar/2.png\n", "line 2: expected a picture and its class"),
    ("t.csv", "star/1.png,sun\n", "line 1: expected one of the model's labels or a number, found 'sun'"),
    ("t.csv", "star/1.png,99\n", "star/1.png: expected a class of 0 to 7, found 99"),
    ("t.csv", "", "expected at least one picture"), ("t.csv", "nowhere.png,star", "nowhere.png"),
    ("t.json", "{", "text that is not JSON"), ("t.json", "[{\"picture\": \"a\"}]", "no 'label' at [0]"),
    ("t.json", "{\"images\": [], \"annotations\": []}", "no 'categories'"),
    (
      "t.json",
      #"{"images": [{"id": 1, "file_name": "a"}], "categories": [], "annotations": "#
        + #"[{"image_id": 2, "category_id": 1, "bbox": [0, 0, 1, 1]}]}"#, "annotation 0: expected the id of an image"
    ),
  ]) func namesWhatIsWrongWithTruth(_ name: String, _ text: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    try pictures(folder)
    let run = try ToolProcess(
      ["evaluate", Self.int8, folder.url.path, "--truth", try folder.write(text, name)])
    #expect([65, 66].contains(run.status) && run.hasOneLineError && run.error.contains(message), "\(run.error)")
  }

  // MARK: detectors

  @Test func measuresDetectors() throws {
    // The truth is what the model says itself, but for one box that it does not find.
    let folder = try TemporaryFolder()
    let scenes = ["scene-1.png", "scene-2.png"]
    let run = try ToolProcess(
      ["detect", Self.detector, "--threshold", "0.5", "--json", "--independent"]
        + scenes.map { Fixture.example("pictures/\($0)") })
    let found = try #require(try run.json()["pictures"] as? [[String: any Sendable]])
    var annotations: [[String: Any]] = []
    for (image, picture) in found.enumerated() {
      for object in try #require(picture["objects"] as? [[String: any Sendable]]) {
        let box = try #require(object["box"] as? [String: Double])
        let (width, height) = (
          Double(try #require(picture["width"] as? Int)), Double(try #require(picture["height"] as? Int))
        )
        let (left, top) = ((box["left"] ?? 0) * width, (box["top"] ?? 0) * height)
        annotations.append([
          "image_id": image, "category_id": try #require(object["index"] as? Int) + 1,
          "bbox": [left, top, (box["right"] ?? 0) * width - left, (box["bottom"] ?? 0) * height - top],
        ])
      }
    }
    let labels = ["circle", "square", "triangle", "star", "cross"]
    let circles = annotations.count { $0["category_id"] as? Int == 1 }
    annotations.append(["image_id": 0, "category_id": 1, "bbox": [600, 440, 20, 20]])
    let truth: [String: Any] = [
      "images": scenes.indices.map { ["id": $0, "file_name": scenes[$0]] as [String: Any] },
      "annotations": annotations,
      "categories": labels.enumerated().map { ["id": $0.offset + 1, "name": $0.element] as [String: Any] },
    ]
    let data = try JSONSerialization.data(withJSONObject: truth)
    let file = try folder.write(Array(data), "coco.json")
    let arguments = ["evaluate", Self.detector, Fixture.example("pictures"), "--truth", file, "--threshold", "0.5"]
    for options in [[], ["--no-labels", "--label-offset", "1"]] {
      let json = try ToolProcess(arguments + options + ["--json", "--against", Self.detector]).json()
      let metrics = try #require(json["metrics"] as? [String: any Sendable])
      let recall = Double(circles) / Double(circles + 1)
      #expect(abs(try #require(metrics["ar_100"] as? Double) - (4 + recall) / 5) < 1e-9, "\(metrics)")
      // Precision is 1 up to that recall, which is read at 101 places.
      let reached = (recall * 100).rounded(.down) + 1
      #expect(abs(try #require(metrics["ap50"] as? Double) - (4 + reached / 101) / 5) < 1e-9, "\(metrics)")
      #expect(json["agreement"] as? Double == 1 && json["detections_of_other_classes"] as? Int == 0)
    }
    let text = try ToolProcess(arguments).output
    #expect(text.contains("AP 0.50:0.95") && text.contains("circle"), "\(text)")
  }
}
