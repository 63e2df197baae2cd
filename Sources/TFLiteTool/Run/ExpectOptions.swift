import ArgumentParser
import TFLiteRuntime

/// What the results of a run are held against.
struct ExpectOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      The file that an output should equal, once for each; without a name the next output in order. An .npz file \
      holds arrays under names of outputs or of tensors between operators. Other forms are those of --input. Reals \
      stand against quantised results as reals.
      """, valueName: "[name=]file"))
  var expect: [NamedValue] = []

  @Option(help: "How far each element may be from what is expected.")
  var absolute = 0.0

  @Option(help: "The same as a part of the expected element.")
  var relative = 0.0

  @Option(help: "The same in steps of a quantised result; of integers in ones.")
  var steps = 0.0

  func validate() throws {
    for (name, value) in [("--absolute", absolute), ("--relative", relative), ("--steps", steps)] where !(value >= 0) {
      throw ValidationError("\(name): expected 0 or more, found \(value)")
    }
  }

  /// The largest difference that passes.
  /// - Parameter step: what a step of the result is worth, 0 for reals.
  func allowed(_ expected: Double, step: Double) -> Double {
    absolute + (relative == 0 ? 0 : relative * abs(expected)) + steps * step
  }
}

/// The expected values of a run.
struct ExpectedValues {
  struct Entry {
    let name: String
    let key: TensorKey
    let source: InputSource
  }

  private let options: ExpectOptions
  let entries: [Entry]
  /// The tensors between operators among them, as arguments of `TensorRequests`.
  let tensors: [String]

  /// - Throws: `invalidData` for names that the model does not have.
  init(_ options: ExpectOptions, in model: Model, signature key: String?) throws {
    self.options = options
    let signature = key.flatMap { model.signature($0) }
    let subgraph = signature?.subgraph ?? 0
    guard !options.expect.isEmpty, model.graphs.indices.contains(subgraph) else {
      (entries, tensors) = ([], [])
      return
    }
    let graph = model.graphs[subgraph]
    let names = signature?.outputs.map { $0.name } ?? graph.outputs.map { graph.tensors[$0].name }
    var entries: [Entry] = []
    var tensors: [String] = []
    let isArchive = { (argument: NamedValue) in argument.argument.lowercased().hasSuffix(".npz") }
    /// Tells whether there is such a tensor.
    func addTensor(_ name: String, _ source: InputSource) -> Bool {
      guard
        let tensor = graph.tensors.first(where: {
          !$0.name.isEmpty && $0.name == name || "\($0.name)#\($0.index)" == name || "tensor_\($0.index)" == name
        })
      else { return false }
      entries.append(Entry(name: name, key: .tensor(tensor.index), source: source))
      tensors.append("\(tensor.index)")
      return true
    }
    for argument in options.expect where isArchive(argument) {
      let arrays = try NamedArrays(path: argument.argument)
      for name in arrays.names {
        guard let value = try arrays.value(name) else { continue }
        let source = InputSource(name: "\(argument.argument), \(name)", content: .array(value))
        if let index = names.firstIndex(of: name) {
          entries.append(Entry(name: name, key: .index(index), source: source))
        } else if !addTensor(name, source) {
          throw ToolError(
            .invalidData, argument.argument, expected: "arrays called as outputs or tensors of the model",
            found: "'\(name)'")
        }
      }
    }
    var unnamed: [NamedValue] = []
    for argument in options.expect where !isArchive(argument) {
      // A tensor between operators by its name, which is no output's.
      let text = argument.argument
      let place = text.indices.first { place in
        text[place] == "=" && !names.contains(String(text[..<place]))
          && graph.tensors.contains { !$0.name.isEmpty && $0.name == text[..<place] }
      }
      if let place {
        _ = addTensor(String(text[..<place]), try InputSource(path: String(text[text.index(after: place)...])))
      } else {
        unnamed.append(argument)
      }
    }
    for (index, path) in try NamedValue.assign(unnamed, names, "output").sorted(by: { $0.key < $1.key }) {
      entries.append(Entry(name: names[index], key: .index(index), source: try InputSource(path: path)))
    }
    self.entries = entries
    self.tensors = tensors
  }

  /// How each result differs from what is expected.
  func verdicts(_ runner: ModelRunner) throws -> [ExpectedVerdict] {
    try entries.map { entry in try ExpectedVerdict(entry.name, runner.value(entry.key), entry.source, options) }
  }
}
