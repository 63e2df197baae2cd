import ArgumentParser
import TFLiteRuntime

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Measure every operator of a model.",
    discussion: """
      Times are means for one invocation, by node in order of execution and by type. One thread unless --threads says \
      otherwise.

      Examples:
        tflite profile model.tflite
        tflite profile model.tflite --top 10 --threads 2
        tflite profile model.tflite --json

      Exit codes: 0 success, 1 the run failed, 65 a file or value does not fit, 66 a file cannot be read, \
      69 an operator is not supported.
      """)

  @Argument(help: "The model.") var model: String

  @Option(help: "Only so many of the most expensive nodes.")
  var top: Int?

  @Flag(help: "Print JSON and nothing else.")
  var json = false

  @OptionGroup var options: BenchmarkOptions
  @OptionGroup var inputs: InputOptions
  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if let top, top < 1 { throw ValidationError("--top: expected 1 or more, found \(top)") }
  }

  func run() throws {
    let report = try ProfileReport.measured(
      Model(path: model), engine.session(standard: .single), options, inputs)
    try Output.standard.write(
      json ? JSONText.object([("model", .string(model))] + report.members).text : report.text(limit: top))
  }
}
