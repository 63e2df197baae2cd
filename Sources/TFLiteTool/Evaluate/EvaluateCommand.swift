import ArgumentParser
import TFLiteRuntime
import TFLiteVision

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measure how often a model is right, on pictures with truth.",
    discussion: """
      A classifier's pictures are in subfolders named by their class, or a CSV or JSON file says the class of each. A \
      detector's objects are in a JSON file in COCO's form, and its figures are those of COCO's evaluation. \
      docs/evaluate.md has the formats and what the numbers mean.

      Examples:
        tflite evaluate classifier.tflite pictures --labels labels.txt
        tflite evaluate classifier.tflite pictures --truth truth.csv --against classifier_int8.tflite
        tflite evaluate detector.tflite val2017 --truth instances_val2017.json --sessions 4 --json

      Exit codes: 0 success, 1 the run failed, 65 a picture, truth, label file or model does not fit, 66 a file cannot \
      be read, 69 an operator is not supported.
      """)

  @Argument(help: "The model.") var model: String
  @Argument(help: "The folder with the pictures.") var folder: String

  @Option(
    help: ArgumentHelp(
      """
      The truth: a CSV file of picture,class, a JSON file of the same, or COCO annotations. By default annotations.json, \
      truth.json or truth.csv in the folder, else its subfolders.
      """, valueName: "file"))
  var truth: String?

  @Option(help: ArgumentHelp("Another model, to compare with on the same pictures.", valueName: "model"))
  var against: String?

  @Option(help: "Only so many pictures.") var limit: Int?
  @Option(help: "Sessions that run pictures at once, each with one thread unless --threads says otherwise.")
  var sessions = 1

  @OptionGroup var labels: LabelOptions

  @Option(
    help: ArgumentHelp("Added to a detector's class to get the label's or category's number.", valueName: "number"))
  var labelOffset = 0

  @Option(help: "The least score of a detector's objects.") var threshold: Float = 0

  @Option(help: "The output of a classifier with the scores, by position; by default the first that can hold them.")
  var scores: Int?

  @Flag(help: "Print JSON and nothing else.") var json = false

  @OptionGroup(title: "Picture options") var preprocessing: PictureOptions
  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit: expected 1 or more, found \(limit)") }
    if !(1...64).contains(sessions) { throw ValidationError("--sessions: expected 1 to 64, found \(sessions)") }
    if let scores, scores < 0 { throw ValidationError("--scores: expected 0 or more, found \(scores)") }
    if !threshold.isFinite { throw ValidationError("--threshold: expected a number, found \(threshold)") }
    if labelOffset.magnitude > 1_000_000 {
      throw ValidationError("--label-offset: expected -1000000 to 1000000, found \(labelOffset)")
    }
  }

  func run() throws {
    let paths = [model] + (against.map { [$0] } ?? [])
    let models = try paths.map { try Model(path: $0) }
    guard FileKind(folder) == .folder else {
      throw ToolError(
        .noInput, folder, expected: "a folder with pictures", found: FileKind(folder) == .file ? "a file" : "nothing")
    }
    let file =
      truth
      ?? ["annotations.json", "truth.json", "truth.csv"].map { "\(folder)/\($0)" }.first { FileKind($0) == .file }
    if let file, try Self.isCoco(file) {
      try detect(paths, models, file)
    } else {
      try classify(paths, models, file)
    }
  }

  private var options: SessionOptions { engine.session(standard: sessions > 1 ? .single : .automatic) }

  private var reader: @Sendable (String) throws -> Picture {
    let limits = DecodingLimits(maximumPixels: preprocessing.maxPixels)
    return { path in try Picture(contentsOf: path, limits: limits) }
  }

  /// Whether a file has the members of COCO's.
  private static func isCoco(_ path: String) throws(ToolError) -> Bool {
    struct Probe: Decodable {
      enum Key: String, CodingKey { case images, annotations }
      let isCoco: Bool

      init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self).allKeys
        isCoco = keys.contains(.images) || keys.contains(.annotations)
      }
    }
    guard path.lowercased().hasSuffix(".json") else { return false }
    do {
      let probe: Probe = try TruthFile.decode(path, "JSON")
      return probe.isCoco
    } catch  where error.code == .invalidData {
      // Whoever reads all of it says what is wrong.
      return false
    }
  }

  private func classify(_ paths: [String], _ models: [Model], _ file: String?) throws {
    let labels = try zip(models, paths).map { try self.labels.load($0, path: $1) }
    let truth =
      if let file {
        try ClassTruth(file: file, folder: folder, labels: labels[0], limit: limit)
      } else {
        try ClassTruth(folder: folder, labels: labels[0], limit: limit)
      }
    var evaluations: [ClassifierEvaluation] = []
    for (index, path) in paths.enumerated() {
      evaluations.append(
        try ClassifierEvaluation(
          path: path, model: models[index], labels: labels[index], labelSource: self.labels.labels, truth,
          sessions: sessions, options: options, input: preprocessing.input, scores: scores, reader))
    }
    guard json else {
      try Output.standard.write(ClassifierEvaluation.text(evaluations, truth))
      return
    }
    var members: [(String, JSONText)] = [
      ("model", .string(model)), ("task", .string("classification")), ("pictures", .int(truth.entries.count)),
      ("sessions", .int(sessions)),
    ]
    members += evaluations[0].json(truth)
    if evaluations.count == 2 {
      members.append(("against", .object([("model", .string(paths[1]))] + evaluations[1].json(truth))))
      members.append(
        ("agreement", ClassifierEvaluation.agreement(evaluations[0], evaluations[1], truth).json))
    }
    try Output.standard.write(JSONText.object(members).text)
  }

  private func detect(_ paths: [String], _ models: [Model], _ file: String) throws {
    let truth = try CocoTruth(file: file, folder: folder, limit: limit)
    var evaluations: [DetectorEvaluation] = []
    for (index, path) in paths.enumerated() {
      let decoder = DetectionDecoder(
        threshold: threshold, labels: try labels.load(models[index], path: path), labelOffset: labelOffset)
      evaluations.append(
        try DetectorEvaluation(
          path: path, model: models[index], truth, decoder: decoder, sessions: sessions, options: options,
          input: preprocessing.input, reader))
    }
    guard json else {
      try Output.standard.write(DetectorEvaluation.text(evaluations, truth))
      return
    }
    var members: [(String, JSONText)] = [
      ("model", .string(model)), ("task", .string("detection")), ("pictures", .int(truth.images.count)),
      ("objects", .int(truth.objects.count)), ("sessions", .int(sessions)),
    ]
    members += evaluations[0].json(truth)
    if evaluations.count == 2 {
      members.append(("against", .object([("model", .string(paths[1]))] + evaluations[1].json(truth))))
      members.append(("agreement", .optional(DetectorEvaluation.agreement(evaluations[0], evaluations[1]))))
    }
    try Output.standard.write(JSONText.object(members).text)
  }
}
