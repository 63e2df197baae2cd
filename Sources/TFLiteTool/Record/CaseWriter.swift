import TFLiteRuntime

/// Gathers cases in the form that `verify` reads (`CaseFile`).
struct CaseWriter {
  /// Everything that is not JSON; parts begin at multiples of 64 bytes.
  private(set) var blob: [UInt8] = []
  private var cases: [JSONText] = []
  private let place: JSONText
  private let operators: [String]
  private let signature: Signature?
  private let key: String?
  private let graph: Graph
  private let tolerance: Double

  var caseCount: Int { cases.count }
  var file: JSONText { .object([("cases", .array(cases))]) }

  /// Begins with the model, which all cases share.
  init(_ model: Model, signature key: String?, tolerance: Double) {
    self.key = key
    self.tolerance = tolerance
    signature = key.flatMap { model.signature($0) }
    graph = model.graphs[signature?.subgraph ?? 0]
    var names: [String] = []
    for node in model.graphs.flatMap({ $0.operators }) where !names.contains(node.name) { names.append(node.name) }
    operators = names
    blob = model.withBytes { Array($0) }
    place = .ints([0, blob.count])
  }

  private mutating func add(_ bytes: [UInt8]) -> JSONText {
    blob += [UInt8](repeating: 0, count: (64 - blob.count % 64) % 64)
    let offset = blob.count
    blob += bytes
    return .ints([offset, bytes.count])
  }

  /// A tensor's members but for its bytes.
  private func members(_ info: TensorInfo, _ port: String?) -> [(String, JSONText)] {
    [
      ("name", .string(graph.tensors[info.number].name)), ("type", .string(info.type.name)),
      ("shape", .ints(info.shape.dimensions)),
    ] + (port.map { [("signature", .string($0))] } ?? [])
  }

  /// The inputs as they are in the session.
  mutating func inputs(_ runner: ModelRunner) throws -> [(String, JSONText)] {
    var inputs: [JSONText] = []
    for (index, info) in runner.inputs.enumerated() {
      let data = add(try runner.inputBytes(index))
      inputs.append(.object(members(info, signature?.inputs[index].name) + [("data", data)]))
    }
    return [("inputs", .array(inputs))]
  }

  /// The outputs of the session, or what stands for them in `references`, by their positions.
  /// - Throws: `invalidData` for references of another type or shape.
  mutating func outputs(_ runner: ModelRunner, _ references: [Int: InputSource]) throws -> JSONText {
    var outputs: [JSONText] = []
    for (index, info) in runner.outputs.enumerated() {
      let value = try runner.value(.index(index))
      let bytes = try references[index].map { try Self.bytes($0, info) } ?? value.bytes
      var entry = members(info, signature?.outputs[index].name)
      entry.append(("reference", add(bytes)))
      if info.type.isReal || info.type == .complex64 || info.type == .complex128 {
        entry.append(("tolerance", .double(tolerance)))
      }
      outputs.append(.object(entry))
    }
    return .array(outputs)
  }

  private static func bytes(_ source: InputSource, _ info: TensorInfo) throws -> [UInt8] {
    func wrong(_ found: String) -> ToolError {
      ToolError(.invalidData, source.name, expected: "\(info.type.name) \(info.shape) for '\(info.name)'", found: found)
    }
    switch source.content {
    case .array(let array):
      if array.type != info.type || array.shape != info.shape { throw wrong("\(array.type.name) \(array.shape)") }
      return array.bytes
    case .raw(let bytes):
      if info.type != .string, bytes.count != info.byteCount { throw wrong("\(bytes.count) bytes") }
      return bytes
    case .text(let bytes):
      let tokens = ElementText.tokens(String(decoding: bytes, as: UTF8.self))
      if tokens.count != info.shape.checkedElementCount { throw wrong("\(tokens.count) numbers") }
      return try ElementText.bytes(info.type, tokens, source: source.name)
    case .picture: throw wrong("a picture")
    }
  }

  /// Adds a case of the members `step`.
  mutating func add(_ name: String, _ step: [(String, JSONText)]) {
    var entry: [(String, JSONText)] = [("name", .string(name)), ("ops", .strings(operators)), ("model", place)]
    if let key { entry.append(("signature", .string(key))) }
    cases.append(.object(entry + step))
  }
}
