import TFLiteRuntime
import TFLiteVision

/// How well a detector finds objects.
struct DetectorEvaluation {
  /// What the model says of one picture.
  struct Answer: Sendable {
    let detections: [CocoDetection]
    /// Detections of classes that the truth does not have.
    let strangers: Int
    let nanoseconds: UInt64
  }

  let path: String
  let answers: [Answer]
  let latency: Latency
  let precision: CocoAveragePrecision

  /// Runs a model on all pictures, each for itself.
  /// - Parameters:
  ///   - decoder: what counts, with the model's labels.
  ///   - picture: reads a picture.
  init(
    path: String, model: Model, _ truth: CocoTruth, decoder: DetectionDecoder, sessions: Int, options: SessionOptions,
    input: PictureInput.Options, _ picture: @escaping @Sendable (String) throws -> Picture
  ) throws {
    self.path = path
    let categories = Dictionary(truth.categories.map { ($0.value, $0.key) }) { min($0, $1) }
    let start = Clock.nanoseconds()
    answers = try PictureQueue<Answer>.results(truth.images.count, sessions: sessions) {
      let detector = try ObjectDetector(Session(model, options: options), options: input, decoder: decoder)
      // The first invocation takes longer than all others.
      try detector.session.invoke()
      return { index in
        let image = truth.images[index]
        let picture = try picture(image.path)
        detector.session.resetState()
        try detector.resetStates()
        let before = Clock.nanoseconds()
        let found = try DetectCommand.detect(picture, detector)
        let nanoseconds = Clock.nanoseconds() &- before
        let detections = found.compactMap { object -> CocoDetection? in
          // By name where there are names, else by number.
          let category =
            object.label.map { categories[$0] } ?? (truth.categories[object.index] == nil ? nil : object.index)
          guard let category, object.score.isFinite else { return nil }
          let (width, height) = (Double(picture.width), Double(picture.height))
          let (left, top) = (Double(object.box.left) * width, Double(object.box.top) * height)
          let box = CocoBox(
            x: left, y: top, width: Double(object.box.right) * width - left,
            height: Double(object.box.bottom) * height - top)
          return CocoDetection(image: image.id, category: category, box: box, score: Double(object.score))
        }
        return Answer(detections: detections, strangers: found.count - detections.count, nanoseconds: nanoseconds)
      }
    }
    latency = Latency(answers.map(\.nanoseconds), elapsed: Clock.nanoseconds() &- start)
    precision = CocoAveragePrecision(objects: truth.objects, detections: answers.flatMap(\.detections))
  }

  private var strangers: Int { answers.reduce(0) { $0 + $1.strangers } }
  private var count: Int { answers.reduce(0) { $0 + $1.detections.count } }

  func json(_ truth: CocoTruth) -> [(String, JSONText)] {
    let objects = Dictionary(grouping: truth.objects.filter { !$0.isCrowd }, by: \.category)
    return [
      ("metrics", .object(precision.summary.members.map { ($0.name, .optional($0.value)) })),
      ("detections", .int(count)), ("detections_of_other_classes", .int(strangers)), ("latency", latency.json),
      (
        "categories",
        .array(
          truth.categories.sorted { $0.key < $1.key }.map { id, name in
            .object([
              ("id", .int(id)), ("name", .string(name)), ("objects", .int(objects[id]?.count ?? 0)),
              ("ap", .optional(precision.precision(ofCategory: id))),
            ])
          })
      ),
    ]
  }

  /// How far two models agree: the share of detections of 0.5 and more, of both, that have one of the same category in the
  /// other with an overlap of 0.5 and more, each taken once; nil when neither has any.
  static func agreement(_ a: DetectorEvaluation, _ b: DetectorEvaluation) -> Double? {
    var (matched, total) = (0, 0)
    for (first, second) in zip(a.answers, b.answers) {
      let first = first.detections.filter { $0.score >= 0.5 }
      var second = second.detections.filter { $0.score >= 0.5 }
      total += first.count + second.count
      for detection in first {
        let candidates = second.indices.filter { second[$0].category == detection.category }
        let best = candidates.max { detection.box.overlap(second[$0].box) < detection.box.overlap(second[$1].box) }
        guard let best, detection.box.overlap(second[best].box) >= 0.5 else { continue }
        second.remove(at: best)
        matched += 2
      }
    }
    return total > 0 ? Double(matched) / Double(total) : nil
  }

  /// The report for people.
  static func text(_ evaluations: [DetectorEvaluation], _ truth: CocoTruth) -> String {
    let titles = [
      "AP 0.50:0.95", "AP 0.50", "AP 0.75", "AP small", "AP medium", "AP large", "AR 1", "AR 10", "AR 100", "AR small",
      "AR medium", "AR large",
    ]
    let names = PathNames.shortest(evaluations.map(\.path))
    let head = "\(counted(truth.images.count, "picture")), \(counted(truth.objects.count, "object"))"
    var table = TextTable([.left(head)] + names.map { TextTable.Column.right($0) })
    let figures = evaluations.map { $0.precision.summary.members.map { $0.value.map { fixed($0, 4) } ?? "-" } }
    for (index, title) in titles.enumerated() { table.add([title] + figures.map { $0[index] }) }
    table.add(["detections"] + evaluations.map { "\($0.count)" })
    for row in Latency.rows(evaluations.map(\.latency)) { table.add(row) }
    var text = table.text
    var byCategory = TextTable(
      [.left("category"), .right("objects")] + names.map { TextTable.Column.right("AP \($0)") })
    let objects = Dictionary(grouping: truth.objects.filter { !$0.isCrowd }, by: \.category)
    for (id, name) in truth.categories.sorted(by: { $0.key < $1.key }) {
      guard let objects = objects[id] else { continue }
      byCategory.add(
        [name, "\(objects.count)"]
          + evaluations.map { $0.precision.precision(ofCategory: id).map { fixed($0, 4) } ?? "-" })
    }
    text += "\n" + byCategory.text
    for (evaluation, name) in zip(evaluations, names) where evaluation.strangers > 0 {
      text += "\(name): \(evaluation.strangers) detections of classes that the truth does not have\n"
    }
    if evaluations.count == 2 {
      let share = agreement(evaluations[0], evaluations[1]).map { fixed($0 * 100, 2) + " %" } ?? "none"
      text += "\nagreement of detections of 0.5 and more: \(share)\n"
    }
    return text
  }
}
