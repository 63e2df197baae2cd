import TFLiteRuntime
import TFLiteVision

/// How often a classifier is right.
struct ClassifierEvaluation {
  /// What the model says of one picture.
  struct Answer: Sendable {
    /// The best five classes, the best first.
    let best: [Classification]
    let nanoseconds: UInt64
  }

  let path: String
  let answers: [Answer]
  let latency: Latency

  /// Runs a model on all pictures, each for itself.
  /// - Parameters:
  ///   - picture: reads a picture.
  ///   - scores: the position of the output with the scores, nil for the first that can hold them.
  init(
    path: String, model: Model, labels: Labels?, labelSource: String?, _ truth: ClassTruth, sessions: Int,
    options: SessionOptions, input: PictureInput.Options, scores: Int?,
    _ picture: @escaping @Sendable (String) throws -> Picture
  ) throws {
    self.path = path
    let start = Clock.nanoseconds()
    answers = try PictureQueue<Answer>.results(truth.entries.count, sessions: sessions) {
      let runner = try ModelRunner(model, options: options)
      let pictures = try PictureInput(runner.session, options: input)
      try runner.prepare()
      // The first invocation takes longer than all others.
      try runner.invoke()
      try truth.check(ClassScores(runner, output: scores, labels: labels, source: labelSource).count)
      return { index in
        runner.session.resetState()
        try pictures.write(picture(truth.entries[index].path), to: runner.session)
        let before = Clock.nanoseconds()
        try runner.invoke()
        let nanoseconds = Clock.nanoseconds() &- before
        let output = try ClassScores(runner, output: scores, labels: labels, source: labelSource)
        return Answer(
          best: try Classification.top(5, of: output.values(runner), labels: labels), nanoseconds: nanoseconds)
      }
    }
    latency = Latency(answers.map(\.nanoseconds), elapsed: Clock.nanoseconds() &- start)
  }

  /// Whether the truth is among the best so many classes of a picture.
  func isRight(_ index: Int, _ truth: ClassTruth, top: Int) -> Bool {
    answers[index].best.prefix(top).contains { truth.entries[index].truth.isMatched(by: $0) }
  }

  /// The share of pictures whose truth is among the best so many classes.
  func accuracy(_ truth: ClassTruth, top: Int) -> Double {
    Double(answers.indices.count { isRight($0, truth, top: top) }) / Double(max(answers.count, 1))
  }

  /// Pictures and right ones of each class.
  private func classes(_ truth: ClassTruth) -> [(truth: ClassTruth.Class, pictures: Int, right: Int)] {
    var counts: [ClassTruth.Class: (pictures: Int, right: Int)] = [:]
    for (index, entry) in truth.entries.enumerated() {
      counts[entry.truth, default: (0, 0)].pictures += 1
      if isRight(index, truth, top: 1) { counts[entry.truth, default: (0, 0)].right += 1 }
    }
    return counts.sorted { "\($0.key)" < "\($1.key)" }.map { ($0.key, $0.value.pictures, $0.value.right) }
  }

  /// What is taken for what, most frequent first.
  private func confusions(_ truth: ClassTruth) -> [(truth: String, found: String, count: Int)] {
    var counts: [[String]: Int] = [:]
    for (index, entry) in truth.entries.enumerated() where !isRight(index, truth, top: 1) {
      let found = answers[index].best.first.map { $0.label ?? "class \($0.index)" } ?? "nothing"
      counts[["\(entry.truth)", found], default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key[0], $0.key[1]) < ($0.value, $1.key[0], $1.key[1]) }
      .map { ($0.key[0], $0.key[1], $0.value) }
  }

  func json(_ truth: ClassTruth) -> [(String, JSONText)] {
    let classes = classes(truth)
    return [
      ("top1", .double(accuracy(truth, top: 1))), ("top5", .double(accuracy(truth, top: 5))),
      ("latency", latency.json),
      (
        "classes",
        .array(
          classes.map {
            .object([("class", .string("\($0.truth)")), ("pictures", .int($0.pictures)), ("right", .int($0.right))])
          })
      ),
      (
        "confusions",
        .array(
          confusions(truth).map {
            .object([("class", .string($0.truth)), ("found", .string($0.found)), ("pictures", .int($0.count))])
          })
      ),
    ]
  }

  /// How two models agree on the same pictures.
  static func agreement(_ a: ClassifierEvaluation, _ b: ClassifierEvaluation, _ truth: ClassTruth) -> Agreement {
    var agreement = Agreement()
    for index in truth.entries.indices {
      let (first, second) = (a.answers[index].best.first, b.answers[index].best.first)
      if first?.index == second?.index { agreement.same += 1 }
      switch (a.isRight(index, truth, top: 1), b.isRight(index, truth, top: 1)) {
      case (true, true): agreement.bothRight += 1
      case (true, false): agreement.onlyFirst += 1
      case (false, true): agreement.onlySecond += 1
      case (false, false): agreement.bothWrong += 1
      }
    }
    return agreement
  }

  /// Counts of pictures.
  struct Agreement {
    var same = 0
    var bothRight = 0
    var onlyFirst = 0
    var onlySecond = 0
    var bothWrong = 0

    private var count: Int { bothRight + onlyFirst + onlySecond + bothWrong }

    var json: JSONText {
      .object([
        ("same", .double(Double(same) / Double(max(count, 1)))), ("both_right", .int(bothRight)),
        ("only_first_right", .int(onlyFirst)), ("only_second_right", .int(onlySecond)), ("both_wrong", .int(bothWrong)),
      ])
    }

    var text: String {
      """
      same class    \(percentText(same, of: count)) of the pictures
      both right    \(bothRight)
      first alone   \(onlyFirst)
      second alone  \(onlySecond)
      both wrong    \(bothWrong)

      """
    }
  }

  /// The report for people.
  static func text(_ evaluations: [ClassifierEvaluation], _ truth: ClassTruth) -> String {
    let count = truth.entries.count
    let names = PathNames.shortest(evaluations.map(\.path))
    var table = TextTable([.left(counted(count, "picture"))] + names.map { TextTable.Column.right($0) })
    for top in [1, 5] {
      table.add(
        ["top-\(top)"]
          + evaluations.map { evaluation in
            percentText(truth.entries.indices.count { evaluation.isRight($0, truth, top: top) }, of: count)
          })
    }
    for row in Latency.rows(evaluations.map(\.latency)) { table.add(row) }
    var text = table.text
    for (evaluation, name) in zip(evaluations, names) {
      let confusions = evaluation.confusions(truth)
      if confusions.isEmpty { continue }
      var table = TextTable([.right("pictures"), .left("class"), .left("taken for")])
      for entry in confusions.prefix(10) { table.add(["\(entry.count)", entry.truth, entry.found]) }
      text += "\n\(name), what is taken for what\n" + table.text
      if confusions.count > 10 { text += "... \(confusions.count - 10) more\n" }
    }
    if evaluations.count == 2 {
      text += "\n" + agreement(evaluations[0], evaluations[1], truth).text
    }
    return text
  }
}

/// A share of pictures: "93.75 %".
func percentText(_ count: Int, of total: Int) -> String {
  fixed(Double(count) * 100 / Double(max(total, 1)), 2) + " %"
}
