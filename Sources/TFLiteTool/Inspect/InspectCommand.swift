import ArgumentParser
import TFLiteRuntime

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a model contains and whether it can run.",
    discussion: """
      Shows inputs, outputs, operators with counts and versions, sizes, signatures, metadata, packed files, the size of \
      the memory plan with its lower bound, and operators that cannot run.

      Examples:
        tflite inspect model.tflite
        tflite inspect model.tflite --operators --tensors
        tflite inspect model.tflite --rewritten
        tflite inspect model.tflite --plan --resize 1x320x320x3
        tflite inspect model.tflite --json
        tflite inspect model.tflite --svg > graph.svg
        tflite inspect model.tflite --dot | dot -Tpdf -o graph.pdf

      Exit codes: 0 success, also for a model that cannot run; 65 not a sound model, 66 the file cannot be read.
      """)

  @Argument(help: "The model.") var model: String

  @Flag(help: "List every tensor.") var tensors = false
  @Flag(help: "List every operator with its tensors.") var operators = false
  @Flag(help: "List the operators that run, after rewriting, and what each pass did.") var rewritten = false
  @Flag(help: "List where the memory plan puts every tensor.") var plan = false
  @Flag(help: "Print everything as JSON and nothing else.") var json = false
  @Flag(help: "Print the graph in Graphviz' language and nothing else.") var dot = false
  @Flag(help: "Print the graph as an SVG picture and nothing else.") var svg = false

  @Option(help: ArgumentHelp("The shape of an input for the memory plan.", valueName: "[name=]1x224x224x3"))
  var resize: [NamedValue] = []

  @OptionGroup var engine: EngineOptions

  func validate() throws {
    let forms = [(json, "--json"), (dot, "--dot"), (svg, "--svg")].filter { $0.0 }.map { $0.1 }
    if forms.count > 1 { throw ValidationError("\(forms.joined(separator: " and ")): expected one of them") }
  }

  func run() throws {
    if dot || svg {
      let loaded = try Model(path: model)
      return try Output.standard.write(dot ? DotText(model: loaded, path: model).text : SVGText(model: loaded).text)
    }
    let facts = try ModelFacts(
      Model(path: model), path: model, options: engine.session(standard: .single), resize: resize)
    try Output.standard.write(
      json
        ? InspectJSON(facts).value.text
        : InspectText(facts: facts, tensors: tensors, operators: operators, rewritten: rewritten, plan: plan).text)
  }
}
