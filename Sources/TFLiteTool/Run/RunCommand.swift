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
        tflite run add.tflite --input a=a.npy --input b=b.txt --resize a=1x8
        tflite run model.tflite --signature encode --fill zeros --json
        tflite run model.tflite --tensor conv_3 --tensor conv_4=conv_4.npy
        tflite run model.tflite --tensors everything.npz
        tflite run model.tflite --input x.npy --expect y.npy --absolute 1e-5
        tflite run int8.tflite --input x.npz --expect y.npz --steps 1
        producer | tflite run model.tflite --lines -
        tflite run model.tflite --lines rows.csv

      A line of --lines is a JSON object of inputs by name, {"a": [[1, 2]], "b": [3]}, or {"inputs": {...}, "id": ...}; \
      for each comes {"line": 1, "id": ..., "outputs": {...}} or {"line": 1, "error": "..."}. The session is kept from \
      line to line, states too. A row of CSV has all elements of all inputs in order.

      Exit codes: 0 success, 1 the run failed, a line failed, or a result is not as expected, 65 a file or value does not fit, 66 a file cannot be read, \
      69 an operator is not supported, 74 an output cannot be written.
      """)

  @Argument(help: "The model.") var model: String

  @Option(help: "The signature to run instead of the primary subgraph.")
  var signature: String?

  @OptionGroup var inputs: InputOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      The file for an output, once for each; without a name the next output in order. The ending tells the form: .npy, \
      .txt or .csv (text), and anything else raw little-endian bytes; - writes raw bytes to standard output, -.npy and \
      -.csv in those forms.
      """, valueName: "[name=]file"))
  var output: [NamedValue] = []

  @Option(
    help: ArgumentHelp(
      """
      A tensor between operators, by name or number, once for each: printed with the outputs, or written to a file as \
      outputs are.
      """, valueName: "name[=file]"))
  var tensor: [String] = []

  @Option(
    help: ArgumentHelp(
      "An .npz file for all tensors that operators compute, under their names.", valueName: "file"))
  var tensors: String?

  @OptionGroup(title: "Expected results") var expected: ExpectOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run on every line of a file, .csv or JSON lines; - is standard input, -.csv says that it is CSV.",
      valueName: "file"))
  var lines: String?

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
    let isPiped = output.contains {
      OutputFile.isStandard($0.argument.split(separator: "=").last.map(String.init) ?? "")
    }
    if json, isPiped { throw ValidationError("--json and an output to standard output exclude each other") }
    if !expected.expect.isEmpty, isPiped {
      throw ValidationError("--expect and an output to standard output exclude each other")
    }
    if let archive = (output.map(\.argument) + tensor).first(where: { $0.lowercased().hasSuffix(".npz") }) {
      throw ValidationError(
        "\(archive): expected .npy, .csv, .txt, or another ending for raw bytes; --tensors writes an .npz of all")
    }
    if lines != nil {
      let others: [(String, Bool)] = [
        ("--input", !inputs.input.isEmpty), ("--output", !output.isEmpty), ("--expect", !expected.expect.isEmpty),
        ("--tensors", tensors != nil), ("--json", json), ("--repeats", repeats != 1),
      ]
      if let other = others.first(where: { $0.1 }) {
        throw ValidationError("--lines and \(other.0) exclude each other")
      }
    }
  }

  func run() throws {
    let loaded = try Model(path: model)
    let requests = try TensorRequests(tensor, all: tensors != nil, in: loaded, signature: signature)
    let expectations = try ExpectedValues(expected, in: loaded, signature: signature)
    let looked = try TensorRequests(expectations.tensors, all: false, in: loaded, signature: signature)
    var options = engine.session()
    options.intermediates = requests.intermediates.union(looked.intermediates)
    let runner = try ModelRunner(loaded, options: options, signature: signature)
    if let lines { return try stream(lines, runner, requests) }
    let files = try NamedValue.assign(output, runner.outputNames, "output")
    try inputs.feed(runner)
    for _ in 0..<repeats { try runner.invoke() }
    for (index, path) in files.sorted(by: { $0.key < $1.key }) {
      try OutputFile.write(runner.value(.index(index)), to: path, asReals: realOutputs)
    }
    for request in requests.requests {
      if let path = request.path { try OutputFile.write(runner.value(request.key), to: path, asReals: realOutputs) }
    }
    if let tensors { try requests.writeAll(runner, to: tensors, asReals: realOutputs) }
    var shown: [Entry] = []
    let verdicts = try expectations.verdicts(runner)
    if files.isEmpty && verdicts.isEmpty || json {
      for (index, name) in runner.outputNames.enumerated() { shown.append((name, try runner.value(.index(index)))) }
    }
    for request in requests.requests where request.path == nil {
      shown.append((request.name, try runner.value(request.key)))
    }
    if json {
      try Output.standard.write(self.json(shown, verdicts).text)
    } else {
      for entry in shown { try print(entry) }
      for verdict in verdicts { try Output.standard.write(verdict.text + "\n") }
    }
    try Output.standard.flush()
    if verdicts.contains(where: { !$0.passes }) { throw ExitCode(ToolError.Code.failed.rawValue) }
  }

  private func stream(_ path: String, _ runner: ModelRunner, _ requests: TensorRequests) throws {
    try runner.resize(inputs.resize)
    let outputs = runner.outputNames.enumerated().map { (name: $1, key: TensorKey.index($0)) }
    let stream = LineStream(
      runner, outputs: outputs + requests.requests.map { (name: $0.name, key: $0.key) },
      realInputs: inputs.realInputs, realOutputs: realOutputs, isCSV: path.lowercased().hasSuffix(".csv"))
    if try stream.run(path) > 0 { throw ExitCode(ToolError.Code.failed.rawValue) }
  }

  /// A tensor with the name that people know it by.
  private typealias Entry = (name: String, value: TensorValue)

  private func texts(_ value: TensorValue, limit: Int) throws -> [String] {
    if realOutputs, value.type != .string { return try value.reals().prefix(limit).map { "\($0)" } }
    return value.withUnsafeBytes { ElementText.texts(value.type, $0, count: value.elementCount, limit: limit) }
  }

  private func print(_ entry: Entry) throws {
    let (name, value) = entry
    let texts = try texts(value, limit: limit)
    var text = "\(Terminal.printable(name))  \(value.type.name) \(value.shape)\n"
    if value.type == .string {
      for line in texts { text += "  \(Terminal.printable(line))\n" }
    } else if !texts.isEmpty {
      text += "  " + texts.joined(separator: " ") + "\n"
    }
    if value.elementCount > texts.count { text += "  ... \(value.elementCount - texts.count) more\n" }
    try Output.standard.write(text)
  }

  private func json(_ entries: [Entry], _ verdicts: [ExpectedVerdict]) throws -> JSONText {
    let outputs = try entries.map { name, value -> JSONText in
      let values = try texts(value, limit: .max).map { text -> JSONText in
        switch value.type {
        case .string, .complex64, .complex128: .string(text)
        case .bool: realOutputs ? .number(text) : .bool(text == "true")
        default: .number(text)
        }
      }
      return .object([
        ("name", .string(name)), ("type", .string(value.type.name)), ("shape", .ints(value.shape.dimensions)),
        ("values", .array(values)),
      ])
    }
    let judged: [(String, JSONText)] = verdicts.isEmpty ? [] : [("expected", .array(verdicts.map { $0.json }))]
    return .object([("model", .string(model)), ("outputs", .array(outputs))] + judged)
  }
}
