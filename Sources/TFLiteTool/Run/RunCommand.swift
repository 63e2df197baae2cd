import ArgumentParser
import TFLiteRuntime

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a model on inputs from files or random ones.",
    discussion: """
      Inputs and outputs are named by the signature when one is given, else by the tensors' names, their positions, or \
      their order. An input takes the shape of its .npy file. Without --output the outputs are printed.

      Examples:
        tflite run model.tflite
        tflite run model.tflite --input picture.png --output scores.npy
        tflite run add.tflite --input a=a.npy --input b=b.txt --resize a=1x8 --resize b=1x8
        tflite run model.tflite --signature encode --fill zeros --json

      Exit codes: 0 success, 1 the run failed, 65 a file or value does not fit, 66 a file cannot be read, \
      69 an operator is not supported, 74 an output cannot be written.
      """)

  @Argument(help: "The model.") var model: String

  @Option(help: "The signature to run instead of the primary subgraph.")
  var signature: String?

  @OptionGroup var inputs: InputOptions

  @Option(
    help: ArgumentHelp(
      """
      The file for an output, once for each; without a name the next output in order. The ending tells the form: .npy, \
      .txt or .csv (text), and anything else raw little-endian bytes; - writes raw bytes to standard output.
      """, valueName: "[name=]file"))
  var output: [NamedValue] = []

  @Option(help: "Invocations one after the other; models with state go on from one to the next.")
  var repeats = 1

  @Option(help: "How many elements of an output to print.")
  var limit = 20

  @Flag(help: "Write outputs as real values where they are quantised.")
  var realOutputs = false

  @Flag(help: "Print the outputs as JSON and nothing else.")
  var json = false

  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if repeats < 1 { throw ValidationError("--repeats: expected 1 or more, found \(repeats)") }
    if limit < 0 { throw ValidationError("--limit: expected 0 or more, found \(limit)") }
    if json, output.contains(where: { $0.argument == "-" || $0.argument.hasSuffix("=-") }) {
      throw ValidationError("--json and an output to standard output exclude each other")
    }
  }

  func run() throws {
    let runner = try ModelRunner(Model(path: model), options: engine.session(), signature: signature)
    let files = try NamedValue.assign(output, runner.outputNames, "output")
    try inputs.feed(runner)
    for _ in 0..<repeats { try runner.invoke() }
    for (index, path) in files.sorted(by: { $0.key < $1.key }) {
      try OutputFile.write(runner, index, path, asReals: realOutputs)
    }
    if json {
      try Output.standard.write(self.json(runner).text)
    } else if files.isEmpty {
      for index in runner.outputs.indices { try print(runner, index) }
    }
  }

  private func texts(_ runner: ModelRunner, _ index: Int, limit: Int) throws -> [String] {
    let info = runner.outputs[index]
    if realOutputs, info.type != .string { return try runner.dequantizedOutput(index).prefix(limit).map { "\($0)" } }
    return try runner.withOutputBytes(index) {
      ElementText.texts(info.type, $0, count: info.shape.checkedElementCount ?? 0, limit: limit)
    }
  }

  private func print(_ runner: ModelRunner, _ index: Int) throws {
    let info = runner.outputs[index]
    let count = info.shape.checkedElementCount ?? 0
    let texts = try texts(runner, index, limit: limit)
    var text = "\(runner.outputNames[index])  \(info.type.name) \(info.shape)\n"
    if info.type == .string {
      for line in texts { text += "  \(line)\n" }
    } else if !texts.isEmpty {
      text += "  " + texts.joined(separator: " ") + "\n"
    }
    if count > texts.count { text += "  ... \(count - texts.count) more\n" }
    try Output.standard.write(text)
  }

  private func json(_ runner: ModelRunner) throws -> JSONText {
    var outputs: [JSONText] = []
    for (index, info) in runner.outputs.enumerated() {
      let values = try texts(runner, index, limit: .max).map { text -> JSONText in
        switch info.type {
        case .string, .complex64, .complex128: .string(text)
        case .bool: realOutputs ? .number(text) : .bool(text == "true")
        default: .number(text)
        }
      }
      outputs.append(
        .object([
          ("name", .string(runner.outputNames[index])), ("type", .string(info.type.name)),
          ("shape", .ints(info.shape.dimensions)), ("values", .array(values)),
        ]))
    }
    return .object([("model", .string(model)), ("outputs", .array(outputs))])
  }
}
