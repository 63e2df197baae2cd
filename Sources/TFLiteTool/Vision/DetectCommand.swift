import ArgumentParser
import TFLiteRuntime
import TFLiteVision

struct DetectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect",
    abstract: "Find objects in pictures.",
    discussion: """
      For models that end in TFLite_Detection_PostProcess. Several pictures are successive frames: states of the model \
      go from each to the next. Boxes are top, left, bottom, right from 0 to 1.

      Examples:
        tflite detect model.tflite street.jpg --output street-boxes.png
        tflite detect model.tflite 1.bmp 2.bmp 3.bmp --labels dict.txt
        tflite detect model.tflite street.jpg --json

      Exit codes: 0 success, also without any object; 1 the run failed, 65 a picture, label file or model does not \
      fit, 66 a file cannot be read, 69 an operator is not supported, 74 the overlay cannot be written.
      """)

  @Argument(help: "The model.") var model: String
  @Argument(help: "The pictures.") var pictures: [String]

  @OptionGroup var labels: LabelOptions

  @Option(help: ArgumentHelp("Added to the model's class to get the label's index.", valueName: "number"))
  var labelOffset = 0

  @Option(help: "The least score of an object.") var threshold: Float = 0.3
  @Option(help: "The most objects of a picture.") var top: Int?
  @Flag(help: "The pictures are not successive frames.") var independent = false

  @Option(
    help: ArgumentHelp(
      "Write the picture with its boxes as PNG; with several pictures name-1.png, name-2.png, ...", valueName: "png"))
  var output: String?

  @Flag(help: "Print JSON and nothing else.") var json = false

  @OptionGroup(title: "Picture options") var preprocessing: PictureOptions
  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if labelOffset.magnitude > 1_000_000 {
      throw ValidationError("--label-offset: expected -1000000 to 1000000, found \(labelOffset)")
    }
    if let top, top < 1 { throw ValidationError("--top: expected 1 or more, found \(top)") }
    if !threshold.isFinite { throw ValidationError("--threshold: expected a number, found \(threshold)") }
    try OverlayFile.validate(output, count: pictures.count, json: json)
  }

  func run() throws {
    let loaded = try Model(path: model)
    let decoder = DetectionDecoder(
      threshold: threshold, maximumCount: top, labels: try labels.load(loaded, path: model), labelOffset: labelOffset)
    let detector = try ObjectDetector(
      Session(loaded, options: engine.session()), options: preprocessing.input, decoder: decoder)
    var results: [JSONText] = []
    let progress = Progress(pictures.count, "pictures", isShown: pictures.count > 1 && Output.error.isTerminal)
    for (index, path) in pictures.enumerated() {
      let picture = try preprocessing.load(path)
      if independent { try detector.resetStates() }
      let detections = try Self.detect(picture, detector)
      progress.advance()
      if let output {
        try OverlayFile.write(
          Overlay(detections), on: picture, to: OverlayFile.path(output, index, of: pictures.count))
      }
      if json {
        results.append(Self.json(path, picture, detections))
      } else if output != "-" {
        try print(path, detections, detector)
      }
    }
    progress.finish()
    if json {
      try Output.standard.write(JSONText.object([("model", .string(model)), ("pictures", .array(results))]).text)
    }
  }

  static func detect(_ picture: Picture, _ detector: ObjectDetector) throws -> [Detection] {
    do {
      return try detector.detect(in: picture)
    } catch let error as VisionError where error.code == .missing {
      throw ToolError(
        .invalidData,
        "\(error.description) (--label-offset moves the classes, --no-labels shows numbers, --labels takes another file)"
      )
    }
  }

  private func print(_ path: String, _ detections: [Detection], _ detector: ObjectDetector) throws {
    var text = "\(Output.standard.styled(path, .bold)): "
    if detections.isEmpty {
      text += "no object reaches the threshold \(threshold)"
      if let best = try Self.best(detector) { text += "; the best has \(ScoreText.text(best))" }
      text += "\n"
    } else {
      text += "\(detections.count) object\(detections.count == 1 ? "" : "s")\n"
      var table = TextTable([
        .right("score"), .right("class"), .left("label"), .right("top"), .right("left"), .right("bottom"),
        .right("right"), .right("pixels"),
      ])
      for detection in detections {
        let box = detection.box
        let sides = [box.top, box.left, box.bottom, box.right].map { fixed(Double($0), 4) }
        table.add(
          [ScoreText.text(detection.score), "\(detection.index)", detection.label ?? ""] + sides
            + ["\(detection.pixels)"])
      }
      text += table.text
    }
    try Output.standard.write(text)
  }

  /// The highest score of the last picture, nil when the model found nothing at all.
  private static func best(_ detector: ObjectDetector) throws -> Float? {
    let (session, outputs) = (detector.session, detector.outputs)
    let scores = try session.dequantizedOutput(outputs.scores)
    let count = try outputs.count.flatMap { try session.dequantizedOutput($0).first }.map { Int($0) }
    return scores.prefix(count ?? scores.count).filter(\.isFinite).max()
  }

  private static func json(_ path: String, _ picture: Picture, _ detections: [Detection]) -> JSONText {
    func object(_ detection: Detection) -> JSONText {
      let (box, pixels) = (detection.box, detection.pixels)
      return .object([
        ("index", .int(detection.index)), ("label", detection.label.map { .string($0) } ?? .null),
        ("score", .number("\(detection.score)")),
        (
          "box",
          .object([
            ("top", .number("\(box.top)")), ("left", .number("\(box.left)")), ("bottom", .number("\(box.bottom)")),
            ("right", .number("\(box.right)")),
          ])
        ),
        (
          "pixels",
          .object([
            ("x", .int(pixels.x)), ("y", .int(pixels.y)), ("width", .int(pixels.width)),
            ("height", .int(pixels.height)),
          ])
        ),
      ])
    }
    return .object([
      ("picture", .string(path)), ("width", .int(picture.width)), ("height", .int(picture.height)),
      ("objects", .array(detections.map(object))),
    ])
  }
}
