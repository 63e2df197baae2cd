import ArgumentParser
import TFLiteRuntime

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page that shows all of a model: graph, costs, times, memory, constants.",
    discussion: """
      One HTML file that needs no network: the graph, laid out in layers, as the file states it and as it runs after \
      rewriting; every operator with its options, tensors and constants; what it costs and how long it takes, as a table \
      and as heat on the graph; and the memory plan over a run. The model is run for half a second, one thread unless \
      --threads says otherwise, with random inputs unless files are given. Of a model that cannot run, the page has the rest.

      Examples:
        tflite report model.tflite
        tflite report model.tflite -o report.html --threads 2 --seconds 2
        tflite report model.tflite --input photo.jpg --no-run

      Exit codes: 0 success, also for a model that cannot run; 65 not a sound model, or a file or value does not fit; \
      66 a file cannot be read; 74 the page cannot be written.
      """)

  @Argument(help: "The model.") var model: String

  @Option(
    name: .shortAndLong,
    help: "The page, or - for standard output; by default the model's name with .html, in the current folder.")
  var output: String?

  @Option(help: "Seconds to measure for.") var seconds = 0.5
  @Flag(help: "Do not run the model: no times.") var noRun = false

  @OptionGroup var inputs: InputOptions
  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if !(seconds >= 0 && seconds <= 3600) {
      throw ValidationError("--seconds: expected 0 to 3600, found \(seconds)")
    }
  }

  func run() throws {
    let loaded = try Model(path: model)
    let facts = try ReportFacts(
      loaded, path: model, options: engine.session(standard: .single), inputs: inputs, seconds: noRun ? nil : seconds)
    let page = ReportPage(content: ReportContent(facts: facts, columns: facts.columns))
    let path = output ?? facts.name + ".html"
    try OutputFile.write(Array(page.html.utf8), to: path)
    if path != "-" { try Output.standard.write("\(path)\n") }
  }
}
