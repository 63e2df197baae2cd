import ArgumentParser
import TFLiteRuntime
import TFLiteVision

struct ClassifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "classify",
    abstract: "Name what pictures show.",
    discussion: """
      Pictures are PNG, JPEG, BMP or PPM. Integer inputs take pixels as they are, float inputs -1 to 1, unless the \
      model's metadata or --mean and --std say otherwise.

      Examples:
        tflite classify model.tflite cat.jpg --labels labels.txt
        tflite classify model.tflite *.png --top 1 --threshold 0.5 --json
        tflite classify logits.tflite cat.jpg --softmax --mean 0 --std 255

      Exit codes: 0 success, 1 the run failed, 65 a picture, label file or model does not fit, 66 a file cannot be \
      read, 69 an operator is not supported, 74 the overlay cannot be written.
      """)

  @Argument(help: "The model.") var model: String
  @Argument(help: "The pictures.") var pictures: [String]

  @OptionGroup var labels: LabelOptions

  @Option(help: "The most classes of a picture.") var top = 5
  @Option(help: "The least score of a class.") var threshold: Float?
  @Flag(help: "Turn scores into probabilities.") var softmax = false

  @Option(help: "The output with the scores, by position; by default the first that can hold them.")
  var scores: Int?

  @Option(
    help: ArgumentHelp(
      "Write the picture with its best class as PNG; with several pictures name-1.png, name-2.png, ...",
      valueName: "png"))
  var output: String?

  @Flag(help: "Print JSON and nothing else.") var json = false

  @OptionGroup(title: "Picture options") var preprocessing: PictureOptions
  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if top < 1 { throw ValidationError("--top: expected 1 or more, found \(top)") }
    if let scores, scores < 0 { throw ValidationError("--scores: expected 0 or more, found \(scores)") }
    if let threshold, !threshold.isFinite {
      throw ValidationError("--threshold: expected a number, found \(threshold)")
    }
    try OverlayFile.validate(output, count: pictures.count, json: json)
  }

  func run() throws {
    let loaded = try Model(path: model)
    let runner = try ModelRunner(loaded, options: engine.session())
    let labels = try labels.load(loaded, path: model)
    let input = try PictureInput(runner.session, options: preprocessing.input)
    try runner.prepare()
    var results: [JSONText] = []
    let progress = Progress(pictures.count, "pictures", isShown: pictures.count > 1 && Output.error.isTerminal)
    for (index, path) in pictures.enumerated() {
      let picture = try preprocessing.load(path)
      try input.write(picture, to: runner.session)
      try runner.invoke()
      let holder = try ClassScores(runner, output: scores, labels: labels, source: self.labels.labels)
      let values = try holder.values(runner)
      let classes = try Classification.top(
        top, of: values, labels: labels, threshold: threshold ?? -.infinity, softmax: softmax)
      progress.advance()
      if let output {
        try OverlayFile.write(
          Overlay(classes: classes), on: picture, to: OverlayFile.path(output, index, of: pictures.count))
      }
      if json {
        results.append(Self.json(path, classes))
      } else if output != "-" {
        try print(path, classes, best: Classification.top(1, of: values, labels: labels, softmax: softmax).first)
      }
    }
    progress.finish()
    if json {
      try Output.standard.write(JSONText.object([("model", .string(model)), ("pictures", .array(results))]).text)
    }
  }

  private func print(_ path: String, _ classes: [Classification], best: Classification?) throws {
    // Logits and the like are shown as they are.
    let areShares = (classes + (best.map { [$0] } ?? [])).allSatisfy { (0...1).contains($0.score) }
    func text(_ entry: Classification) -> String { ScoreText.text(entry.score, isShare: areShares) }
    var lines = pictures.count > 1 ? Output.standard.styled(path, .bold) + "\n" : ""
    if classes.isEmpty {
      lines += threshold.map { "no class reaches the threshold \($0)" } ?? "no class has a score"
      if let best {
        lines += "; the best is \(best.label.map(Terminal.printable) ?? "class \(best.index)") with \(text(best))"
      }
      lines += "\n"
    } else {
      var table = TextTable([.right("score"), .right("class"), .left("label")])
      for entry in classes { table.add([text(entry), "\(entry.index)", entry.label ?? ""]) }
      lines += table.text
    }
    try Output.standard.write(lines)
  }

  private static func json(_ path: String, _ classes: [Classification]) -> JSONText {
    .object([
      ("picture", .string(path)),
      (
        "classes",
        .array(
          classes.map {
            .object([
              ("index", .int($0.index)), ("label", $0.label.map { .string($0) } ?? .null),
              ("score", .number("\($0.score)")),
            ])
          })
      ),
    ])
  }
}
