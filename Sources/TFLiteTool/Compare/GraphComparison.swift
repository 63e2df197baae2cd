import TFLiteRuntime

/// Runs a model beside a reference and gathers how tensors depart. Holds no tensor longer than it looks at it.
struct GraphComparison {
  /// What the candidate is held against.
  enum Reference {
    case model(Model, ModelRunner)
    /// Files of arrays, one for each run.
    case arrays([String])
  }

  /// A tensor of the candidate with what it is compared with, and how it departs.
  struct Entry {
    let candidate: Int
    /// The operator that writes the tensor, nil for an input.
    let candidateOperator: Int?
    /// The tensor of a reference that is a model.
    let reference: Int?
    let referenceOperator: Int?
    /// The array of a reference that is a file, or the name of the reference's tensor.
    let referenceName: String
    let way: OperatorMatching.Way
    var statistics = TensorStatistics()
    /// Why there is nothing to compare, nil where there is.
    var problem: String?
    var type = ElementType.float32
    var shape = Shape([])
    var quantization: Quantization?
  }

  let candidateModel: Model
  let subgraph: Int
  private(set) var entries: [Entry] = []
  /// Operators of both sides without a partner.
  let unmatchedReference: [Int]
  let unmatchedCandidate: [Int]
  /// How many runs there were, and what they are called.
  private(set) var runs: [String] = []

  private let candidate: ModelRunner
  private let reference: Reference
  /// The reference's input for each of the candidate.
  private let inputs: [Int]

  /// - Parameter key: the signature that both run, nil for the primary subgraph.
  /// - Throws: `invalidData` where inputs have no partner, or a file no array that fits.
  init(_ model: Model, _ candidate: ModelRunner, reference: Reference, signature key: String?) throws {
    candidateModel = model
    self.candidate = candidate
    self.reference = reference
    subgraph = key.flatMap { model.signature($0)?.subgraph } ?? 0
    let graph = model.graphs[subgraph]
    switch reference {
    case .model(let other, let runner):
      inputs = try Self.inputs(candidate, runner)
      let pairs = zip(candidate.inputs, inputs).map { (candidate: $0.number, reference: runner.inputs[$1].number) }
      let otherGraph = other.graphs[key.flatMap { other.signature($0)?.subgraph } ?? 0]
      let matching = OperatorMatching(reference: otherGraph, candidate: graph, inputs: pairs)
      unmatchedReference = matching.unmatchedReference
      unmatchedCandidate = matching.unmatchedCandidate
      entries = matching.pairs.map {
        Entry(
          candidate: $0.candidate, candidateOperator: $0.candidateOperator, reference: $0.reference,
          referenceOperator: $0.referenceOperator, referenceName: otherGraph.tensors[$0.reference].name, way: $0.way)
      }
    case .arrays(let paths):
      inputs = []
      unmatchedReference = []
      let arrays = try NamedArrays(path: paths[0])
      if let missing = Self.unknown(arrays, graph).first {
        Output.error.writeIgnoringErrors("tflite: \(paths[0]): no tensor for the array '\(missing)'\n")
      }
      var unmatched: [Int] = []
      for node in graph.operators {
        var isMatched = false
        for output in node.outputs where output >= 0 {
          guard let name = try Self.array(arrays, graph, output) else { continue }
          isMatched = true
          entries.append(
            Entry(
              candidate: output, candidateOperator: node.index, reference: nil, referenceOperator: nil,
              referenceName: name, way: .name))
        }
        if !isMatched { unmatched.append(node.index) }
      }
      unmatchedCandidate = unmatched
      if entries.isEmpty {
        throw ToolError(
          .invalidData, paths[0], expected: "arrays under the names of tensors, or one for the only output",
          found: arrays.names.isEmpty ? "one array without a name" : arrays.names.prefix(8).joined(separator: ", "))
      }
    }
  }

  /// The name of the array for a tensor: its own name, with or without endings of conversions, or `tensor_NUMBER`; "" for the
  /// array of an `.npy` file, which is for the only output.
  private static func array(_ arrays: NamedArrays, _ graph: Graph, _ tensor: Int) throws -> String? {
    if arrays.names.isEmpty { return graph.outputs == [tensor] ? "" : nil }
    let name = graph.tensors[tensor].name
    let known = Set(arrays.names)
    return [name + "#\(tensor)", name, TensorNames.plain(name), "tensor_\(tensor)"].first { known.contains($0) }
  }

  private static func unknown(_ arrays: NamedArrays, _ graph: Graph) -> [String] {
    var known: Set<String> = []
    for tensor in graph.tensors {
      known.formUnion([
        tensor.name, TensorNames.plain(tensor.name), "\(tensor.name)#\(tensor.index)", "tensor_\(tensor.index)",
      ])
    }
    return arrays.names.filter { !known.contains($0) }
  }

  /// The reference's inputs in the order of the candidate's: by name where names tell, else by position.
  private static func inputs(_ candidate: ModelRunner, _ reference: ModelRunner) throws -> [Int] {
    guard candidate.inputs.count == reference.inputs.count else {
      throw ToolError(
        .invalidData, "the models' inputs", expected: "\(reference.inputs.count) as the reference has",
        found: "\(candidate.inputs.count)")
    }
    let (mine, its) = (candidate.inputNames.map(TensorNames.plain), reference.inputNames.map(TensorNames.plain))
    let matched = mine.map { name in its.firstIndex(of: name) ?? -1 }
    return Set(matched).count == mine.count && !matched.contains(-1) ? matched : Array(mine.indices)
  }

  /// Compares the tensors of these numbers alone, and inputs.
  mutating func keep(_ tensors: Set<Int>) {
    entries.removeAll { $0.candidateOperator != nil && !tensors.contains($0.candidate) }
  }

  // MARK: Running

  /// Feeds both, runs both and compares.
  mutating func run(_ set: InputSet, _ options: InputOptions, seed: UInt64) throws {
    let number = runs.count
    runs.append(set.isEmpty ? "seed \(seed)" : set.label)
    switch reference {
    case .model(_, let runner):
      try options.feed(runner, set, seed: seed)
      try fillRanges(runner, set, options, seed)
      try feedCandidate(runner, set, options, number)
      try runner.invoke()
      try candidate.invoke()
      for index in entries.indices where entries[index].candidateOperator != nil {
        guard let tensor = entries[index].reference else { continue }
        try compare(index, number) { _ in try runner.reals(tensor) }
      }
    case .arrays(let paths):
      try options.feed(candidate, set, seed: seed)
      try candidate.invoke()
      let path = paths[paths.count > 1 ? number : 0]
      let arrays = try NamedArrays(path: path)
      for index in entries.indices {
        let name = entries[index].referenceName
        guard let value = name.isEmpty ? try arrays.only() : try arrays.value(name) else {
          throw ToolError(.invalidData, path, expected: "an array '\(name)' as in \(paths[0])", found: "none")
        }
        try compare(index, number) { (own: TensorValue) in
          // Integers of the candidate's own type are its levels.
          value.type.isNumber ? try TensorNumbers.reals(value, value.type == own.type ? own.quantization : nil) : nil
        }
      }
    }
  }

  /// Random reals for the inputs of the reference that have no file and are quantised in the candidate: from the range that
  /// those can hold.
  private func fillRanges(_ runner: ModelRunner, _ set: InputSet, _ options: InputOptions, _ seed: UInt64) throws {
    guard options.fill == .random else { return }
    let given = try set.inputs(runner.inputNames)
    var generator = SeededGenerator(seed: seed)
    for (index, partner) in inputs.enumerated() where !given.contains(partner) {
      let (mine, other) = (candidate.inputs[index], runner.inputs[partner])
      guard other.type.isReal, let levels = TensorStatistics.Levels(mine.type, mine.quantization) else { continue }
      let reals = (0..<other.shape.elementCount).map { _ in
        let level = levels.lowest + (generator.unit() * (levels.highest - levels.lowest)).rounded()
        return Float((level - levels.zeroPoint) * levels.scale)
      }
      try runner.write(bytes: TensorValue(reals: reals, for: other).bytes, toInput: partner)
    }
  }

  /// Gives the candidate the reals that the reference has got, quantised as its inputs ask.
  private mutating func feedCandidate(
    _ runner: ModelRunner, _ set: InputSet, _ options: InputOptions, _ number: Int
  ) throws {
    for (index, partner) in inputs.enumerated() {
      let (mine, other) = (candidate.inputs[index], runner.inputs[partner])
      if mine.shape.dimensions != other.shape.dimensions { try candidate.resizeInput(index, to: other.shape) }
    }
    for (index, partner) in inputs.enumerated() {
      let (mine, other) = (candidate.inputs[index], runner.inputs[partner])
      let bytes = try runner.inputBytes(partner)
      if mine.type == other.type, mine.quantization == other.quantization || mine.quantization == nil {
        try candidate.write(bytes: bytes, toInput: index)
      } else if mine.quantization == nil, !mine.type.isReal,
        case .picture(let picture)? = try set.sources(runner.inputNames, limits: options.pictures.limits)[
          partner]?.content
      {
        // Such a model normalises by itself what the other takes normalised.
        try candidate.write(picture, toInput: index, options.pictures.input)
        continue
      } else {
        let value = try TensorValue(bytes: bytes, type: other.type, shape: other.shape)
        let reals = try TensorNumbers.reals(value, other.quantization)
        let quantised = try TensorValue(reals: reals, for: mine)
        try candidate.write(bytes: quantised.bytes, toInput: index)
      }
      if let entry = entries.firstIndex(where: { $0.candidate == mine.number && $0.candidateOperator == nil }) {
        (entries[entry].type, entries[entry].shape) = (mine.type, mine.shape)
        entries[entry].quantization = mine.quantization
        guard mine.type.isNumber, other.type.isNumber else {
          entries[entry].problem = "holds no numbers"
          continue
        }
        let expected = try TensorNumbers.reals(
          TensorValue(bytes: bytes, type: other.type, shape: other.shape), other.quantization)
        let found = try TensorNumbers.reals(
          TensorValue(bytes: candidate.inputBytes(index), type: mine.type, shape: mine.shape), mine.quantization)
        entries[entry].statistics.add(
          reference: expected, candidate: found, levels: .init(mine.type, mine.quantization), run: number)
      }
    }
  }

  private mutating func compare(_ index: Int, _ run: Int, _ reference: (TensorValue) throws -> [Float]?) throws {
    let value = try candidate.value(.tensor(entries[index].candidate))
    (entries[index].type, entries[index].shape) = (value.type, value.shape)
    entries[index].quantization = value.quantization
    guard value.type.isNumber, let expected = try reference(value) else {
      entries[index].problem = "holds no numbers"
      return
    }
    let found = try value.reals()
    guard expected.count == found.count else {
      entries[index].problem = "\(expected.count) elements in the reference, \(found.count) here"
      return
    }
    entries[index].statistics.add(
      reference: expected, candidate: found, levels: .init(value.type, value.quantization), run: run)
  }
}

/// Reals of tensors.
enum TensorNumbers {
  /// The elements as the reals that they stand for under `quantization`, which a value by itself does not know.
  static func reals(_ value: TensorValue, _ quantization: Quantization?) throws(RuntimeError) -> [Float] {
    let numbers = try value.reals()
    guard value.quantization == nil, let quantization, quantization.scales.count == 1, quantization.scale > 0 else {
      return numbers
    }
    let zeroPoint = Float(quantization.zeroPoint)
    return numbers.map { quantization.scale * ($0 - zeroPoint) }
  }
}

extension ElementType {
  /// The elements are floating-point numbers.
  var isReal: Bool { [.float32, .float16, .bfloat16, .float64].contains(self) }

  /// The elements are numbers or booleans that a float can stand for.
  var isNumber: Bool {
    ![.string, .resource, .variant, .complex64, .complex128, .float8E4M3FN, .float8E5M2].contains(self)
  }
}

extension ModelRunner {
  /// The elements of an input, an output or a tensor between operators as reals, nil where they are no numbers.
  fileprivate func reals(_ tensor: Int) throws -> [Float]? {
    if let index = inputs.firstIndex(where: { $0.number == tensor }) {
      let info = inputs[index]
      guard info.type.isNumber else { return nil }
      return try TensorNumbers.reals(
        TensorValue(bytes: inputBytes(index), type: info.type, shape: info.shape), info.quantization)
    }
    let value = try value(.tensor(tensor))
    return value.type.isNumber ? try value.reals() : nil
  }
}
