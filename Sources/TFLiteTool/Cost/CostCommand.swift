import ArgumentParser
import TFLiteRuntime

struct CostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cost",
    abstract: "Count what a model computes and moves, and the least time that takes.",
    discussion: """
      For every operator of the file, at the shapes of a run: multiply-adds of convolutions, matrix products and recurrent \
      operators; operations on elements of all others; parameters, which are constants other than shapes, axes and \
      indices; and bytes, each input read once and each output written once (of look-ups and slices what they take, of \
      reshapes none). Operators of loops count as often as one run with the inputs' content executes them. Rewriting, \
      which makes some operators one, is not considered.

      The least time of an operator is what its multiply-adds take in a loop that does nothing else, or what its bytes take \
      to copy within the nearest cache that holds them, whichever is longer; both are measured on this processor first. One \
      thread unless --threads says otherwise.

      Examples:
        tflite cost model.tflite
        tflite cost model.tflite --resize 1x320x320x3 --top 10
        tflite cost model.tflite --threads 4 --json

      Exit codes: 0 success, also for a model that cannot run; 65 not a sound model, 66 the file cannot be read.
      """)

  @Argument(help: "The model.") var model: String

  @Option(help: "Only so many operators, those with the longest least time.") var top: Int?
  @Flag(help: "Print JSON and nothing else.") var json = false

  @OptionGroup var inputs: InputOptions
  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if let top, top < 1 { throw ValidationError("--top: expected 1 or more, found \(top)") }
  }

  func run() throws {
    let loaded = try Model(path: model)
    let options = engine.session(standard: .single)
    let shapes = try ModelShapes(loaded, options: options) { try inputs.feed($0) }
    let limits = ProcessorLimits.measured(shapes.kernels)
    let report = CostReport(
      path: model, cost: ModelCost(loaded, shapes), limits: limits, threads: engine.threads ?? 1)
    try Output.standard.write(json ? report.json.text : report.text(limit: top))
  }
}
