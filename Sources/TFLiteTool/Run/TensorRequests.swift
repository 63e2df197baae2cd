import TFLiteRuntime

/// The tensors between operators that `run` is asked for.
struct TensorRequests {
  struct Request {
    /// What people call the tensor.
    let name: String
    let key: TensorKey
    /// The file to write to, nil for standard output.
    let path: String?
  }

  let requests: [Request]
  /// What the session has to keep.
  let intermediates: IntermediateTensors

  /// - Parameters:
  ///   - arguments: each `NAME`, `NAME=FILE`, or with the tensor's number for its name.
  ///   - all: all computed tensors are to be read.
  /// - Throws: `invalidData` when the subgraph has no such tensor.
  init(_ arguments: [String], all: Bool, in model: Model, signature: String?) throws(ToolError) {
    let subgraph = signature.flatMap { model.signature($0)?.subgraph } ?? 0
    let tensors = model.graphs.indices.contains(subgraph) ? model.graphs[subgraph].tensors : []
    var requests: [Request] = []
    var (names, needsAll): (Set<String>, Bool) = ([], all)
    for argument in arguments {
      // The longest name that fits: names may hold `=`.
      let splits = [(argument, nil)] + Self.splits(argument)
      guard let (name, path, number) = splits.lazy.compactMap({ Self.find($0.0, $0.1, tensors) }).first else {
        throw ToolError(
          .invalidData, "--tensor", expected: "the name of a tensor, or its number, 0 to \(tensors.count - 1)",
          found: "'\(argument)'")
      }
      requests.append(Request(name: name, key: .tensor(number), path: path))
      if tensors[number].name.isEmpty { needsAll = true } else { names.insert(tensors[number].name) }
    }
    self.requests = requests
    intermediates = needsAll ? .all : names.isEmpty ? .none : .named(names)
  }

  private static func splits(_ argument: String) -> [(String, String?)] {
    argument.indices.reversed().filter { argument[$0] == "=" }
      .map { (String(argument[..<$0]), String(argument[argument.index(after: $0)...])) }
  }

  private static func find(
    _ name: String, _ path: String?, _ tensors: [TensorDescription]
  ) -> (name: String, path: String?, number: Int)? {
    if let number = tensors.firstIndex(where: { $0.name == name && !name.isEmpty }) { return (name, path, number) }
    guard let number = Int(name), tensors.indices.contains(number) else { return nil }
    return (tensors[number].name.isEmpty ? "#\(number)" : tensors[number].name, path, number)
  }

  /// Writes all computed tensors and the outputs to an `.npz` file. Those of types that NumPy lacks are named on standard
  /// error and left out.
  func writeAll(_ runner: ModelRunner, to path: String, asReals: Bool) throws {
    var archive = NumPyArchive(path: path)
    var taken: Set<String> = []
    var numbers: Set<Int> = []
    for info in runner.intermediates + runner.outputs where numbers.insert(info.number).inserted {
      var name = info.name.isEmpty ? "tensor_\(info.number)" : info.name
      if !taken.insert(name).inserted { name += "#\(info.number)" }
      let value = try runner.value(.tensor(info.number))
      if [.string, .resource, .variant].contains(value.type) {
        Output.error.writeIgnoringErrors("tflite: \(path): '\(name)' is left out, NumPy has no \(value.type.name)\n")
        continue
      }
      try archive.add(name, asReals ? TensorValue(value.reals(), shape: value.shape) : value.forNumPy())
    }
    try OutputFile.write(archive.file, to: path)
  }
}

extension IntermediateTensors {
  /// Those of both.
  func union(_ other: IntermediateTensors) -> IntermediateTensors {
    switch (self, other) {
    case (.all, _), (_, .all): .all
    case (.none, let chosen), (let chosen, .none): chosen
    case (.named(let names), .named(let others)): .named(names.union(others))
    }
  }
}
