import ArgumentParser
import TFLiteRuntime

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Find the operators whose results depart: float and quantised, two kernel sets, or arrays from Python.",
    discussion: """
      Both sides run on the same inputs, and every tensor that operators compute is compared: error, signal-to-noise \
      ratio (SNR), cosine, gain, and for quantised tensors the share of values that are clipped or at the type's limits \
      and the share of the range in use. Operators are matched by position where both graphs are alike, else by the names \
      of their outputs, and by kind, shape and neighbours where names fail. Noise that an operator inherits from its \
      inputs is told apart from its own; the closing list says which operators gain most from staying in float.

      REFERENCE may be an .npz file with arrays under tensors' names, an .npy file for the only output, or a folder of \
      those, one for each input. With one model alone, the reference are its own operators, with plain \
      kernels and without rewrites, or with --precision reduced as they are.

      Examples:
        tflite compare float.tflite int8.tflite --input pictures
        tflite compare float.tflite int8.tflite --runs 32 --json
        tflite compare model.tflite --kernels avx2 --against-kernels reference
        tflite compare model.tflite --outputs
        tflite compare model.tflite --precision reduced --outputs
        tflite compare layers.npz model.tflite --input x.npy
        tflite compare float.tflite int8.tflite --report noise.html

      Exit codes: 0 success, 1 the run failed, or with --check an operator departs, 65 files do not fit, 66 a file \
      cannot be read, 69 an operator is not supported.
      """)

  @Argument(help: "The model or the arrays that are right; or the only model.") var reference: String

  @Argument(help: "The model to judge.") var candidate: String?

  @Option(help: "The signature to run on both sides instead of the primary subgraph.")
  var signature: String?

  @OptionGroup(title: "Inputs, as of the reference; folders give a run for each file") var inputs: InputOptions

  @Option(help: "How many runs on random inputs where none are given, each with the next seed.")
  var runs = 8

  @Option(help: "The signal-to-noise ratio in dB of an operator's own noise under which it departs.")
  var threshold = 20.0

  @Option(help: "How many operators to name as the worst.")
  var worst = 8

  @Flag(help: "Compare the outputs alone, so that rewrites may change everything before them.")
  var outputs = false

  @Option(
    help: ArgumentHelp(
      "Write the judged model's page, as tflite report does, with noise by operator.", valueName: "page"))
  var report: String?

  @Flag(help: "Exit with 1 when an operator departs.")
  var check = false

  @Flag(help: "Print JSON and nothing else.")
  var json = false

  @OptionGroup(title: "How the model to judge runs") var engine: EngineOptions

  @Option(help: "The kernels of the reference; by default those of --kernels, for one model alone 'reference'.")
  var againstKernels: SessionOptions.Kernels?

  @Option(help: "The threads of the reference; by default those of --threads.")
  var againstThreads: Int?

  @Flag(help: "Run the reference exactly as its file states it.")
  var againstNoRewrites = false

  func validate() throws {
    if !(1...100_000).contains(runs) { throw ValidationError("--runs: expected 1 to 100000, found \(runs)") }
    if worst < 0 { throw ValidationError("--worst: expected 0 or more, found \(worst)") }
    if let againstThreads, !(1...64).contains(againstThreads) {
      throw ValidationError("--against-threads: expected 1 to 64, found \(againstThreads)")
    }
    if !threshold.isFinite { throw ValidationError("--threshold: expected a number, found \(threshold)") }
  }

  func run() throws {
    let path = candidate ?? reference
    if Self.isArray(path) {
      throw ToolError(
        .invalidData, path, expected: "a model to judge; arrays come first, the model second", found: "arrays")
    }
    let model = try Model(path: path)
    var options = engine.session()
    options.intermediates = outputs ? .none : .all
    let runner = try ModelRunner(model, options: options, signature: signature)
    let (other, description) = try referenceSide(model, options)
    var comparison = try GraphComparison(model, runner, reference: other, signature: signature)
    if outputs { comparison.keep(Set(runner.outputs.map { $0.number })) }
    try run(&comparison, names: inputNames(other, runner), other)
    let findings = OperatorFindings(comparison, threshold: threshold)
    if json {
      let sides: [(String, JSONText)] = [
        ("reference", description),
        ("candidate", Self.description(path, kernels: runner.session.kernelsName, rewrites: options.rewrites)),
      ]
      try Output.standard.write(
        JSONText.object(sides + FindingsJSON(findings: findings, comparison: comparison).members).text)
    } else {
      try Output.standard.write(FindingsText(findings: findings, comparison: comparison, worst: worst).text)
    }
    try Output.standard.flush()
    if let report { try write(report, model, path, FindingsColumns(findings: findings, comparison: comparison)) }
    if check, findings.firstDeparture != nil { throw ExitCode(ToolError.Code.failed.rawValue) }
  }

  /// The page of the judged model. Inputs from files are the reference's, so that times are those of random ones.
  private func write(_ page: String, _ model: Model, _ path: String, _ noise: FindingsColumns) throws {
    let facts = try ReportFacts(
      model, path: path, options: engine.session(standard: .single),
      inputs: inputs.input.isEmpty ? inputs : try InputOptions.parse([]), seconds: 0.3)
    let content = ReportContent(facts: facts, columns: noise.columns + facts.columns, heat: "own_snr")
    try OutputFile.write(Array(ReportPage(content: content).html.utf8), to: page)
  }

  private static func description(_ path: String, kernels: String, rewrites: Bool) -> JSONText {
    .object([("path", .string(path)), ("kernels", .string(kernels)), ("rewrites", .bool(rewrites))])
  }

  private func referenceSide(
    _ model: Model, _ engine: SessionOptions
  ) throws -> (GraphComparison.Reference, JSONText) {
    if candidate != nil, let paths = try arrayPaths() {
      return (.arrays(paths), .object([("path", .string(reference)), ("arrays", .int(paths.count))]))
    }
    var options = engine
    options.precision = .full
    if let againstKernels { options.kernels = againstKernels }
    if let againstThreads { options.threads = .count(againstThreads) }
    if againstNoRewrites { options.rewrites = false }
    let isAlone =
      candidate == nil && againstKernels == nil && againstThreads == nil && !againstNoRewrites
      && engine.precision == .full
    if isAlone {
      options.kernels = .reference
      options.rewrites = false
    }
    let other = candidate == nil ? model : try Model(path: reference)
    let runner = try ModelRunner(other, options: options, signature: signature)
    return (
      .model(other, runner),
      Self.description(reference, kernels: runner.session.kernelsName, rewrites: options.rewrites)
    )
  }

  private static func isArray(_ path: String) -> Bool {
    [".npy", ".npz"].contains { path.lowercased().hasSuffix($0) }
  }

  /// The files of a reference that is no model.
  private func arrayPaths() throws -> [String]? {
    if FileKind(reference) == .folder {
      let files = try InputSet.files(in: reference)
      if let other = files.first(where: { !Self.isArray($0) }) {
        throw ToolError(.invalidData, reference, expected: ".npy or .npz files", found: other)
      }
      return files
    }
    return Self.isArray(reference) ? [reference] : nil
  }

  private func inputNames(_ reference: GraphComparison.Reference, _ runner: ModelRunner) -> [String] {
    if case .model(_, let other) = reference { other.inputNames } else { runner.inputNames }
  }

  private func run(
    _ comparison: inout GraphComparison, names: [String], _ reference: GraphComparison.Reference
  ) throws {
    var sets = try InputSet.all(inputs.input, names)
    if case .arrays(let paths) = reference {
      if paths.count > 1, sets.count == 1, inputs.input.isEmpty {
        sets = paths.map { _ in InputSet() }
      } else if sets.count != paths.count {
        throw ToolError(
          .invalidData, self.reference, expected: "as many files as runs, \(sets.count)", found: "\(paths.count)")
      }
    } else if inputs.input.isEmpty, !names.isEmpty, inputs.fill == .random {
      sets = (0..<runs).map { _ in InputSet() }
    }
    let progress = Progress(sets.count, "inputs")
    for (number, set) in sets.enumerated() {
      try comparison.run(set, inputs, seed: inputs.seed &+ UInt64(number))
      progress.advance()
    }
    progress.finish()
  }
}
