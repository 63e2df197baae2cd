import TFLiteRuntime
import TFLiteVision

/// What `inspect` knows of a model.
struct ModelFacts {
  /// How often an operator occurs in one version.
  struct OperatorCount {
    let name: String
    let version: Int
    var count = 0
  }

  let path: String
  let model: Model
  let unsupported: [UnsupportedOperator]
  /// None of them is in the primary subgraph, or in one that this runs: signatures alone may not run.
  let isSupported: Bool
  let operatorCounts: [OperatorCount]
  /// The session that the memory plans are of; nil when the model cannot run.
  let session: Session?
  /// Why there is no memory plan.
  let memoryError: String?
  /// What the model says about itself, nil when it says nothing readable.
  let metadata: ModelMetadata?
  /// The files packed behind the model.
  let packedFiles: [ZipArchive.Entry]

  init(_ model: Model, path: String, options: SessionOptions, resize: [NamedValue]) throws {
    self.path = path
    self.model = model
    unsupported = model.unsupportedOperators(options.registry)
    var counts: [String: OperatorCount] = [:]
    for node in model.graphs.flatMap({ $0.operators }) {
      counts["\(node.name) \(node.version)", default: .init(name: node.name, version: node.version)].count += 1
    }
    operatorCounts = counts.values.sorted { ($1.count, $0.name, $0.version) < ($0.count, $1.name, $1.version) }
    isSupported = model.unsupportedOperators(options.registry, runBy: 0).isEmpty
    if isSupported {
      (session, memoryError) = try Self.prepared(model, options, resize)
    } else {
      (session, memoryError) = (nil, "operators cannot run")
    }
    let bytes = model.metadata(named: ModelMetadata.bufferName)?.bytes
    metadata = try bytes.map { try ModelMetadata(Array($0)) }
    let archive = model.withBytes { ZipArchive.isPresent(in: Array($0)) ? Array($0) : nil }
    packedFiles = try archive.map { try ZipArchive($0, source: path).entries } ?? []
  }

  private static func prepared(
    _ model: Model, _ options: SessionOptions, _ resize: [NamedValue]
  ) throws -> (Session?, String?) {
    do {
      let runner = try ModelRunner(model, options: options)
      try runner.resize(resize)
      try runner.prepare()
      return (runner.session, nil)
    } catch let error as RuntimeError where resize.isEmpty {
      return (nil, error.description)
    }
  }

  /// The graphs as they run; empty when the model cannot run.
  var graphs: [GraphReport] { session?.graphReports ?? [] }

  /// The memory plans; empty when the model cannot run.
  var memory: [MemoryReport] { session?.memoryPlan ?? [] }
  var arenaByteCount: Int { memory.reduce(0) { $0 + $1.arenaByteCount } }
  var lowerBound: Int { memory.reduce(0) { $0 + $1.lowerBound } }

  /// Bytes of the constants of all subgraphs.
  var constantByteCount: Int {
    model.graphs.reduce(0) { sum, graph in
      graph.tensors.reduce(sum) { $0 + ($1.isConstant ? Self.byteCount($1) ?? 0 : 0) }
    }
  }

  static func byteCount(_ tensor: TensorDescription) -> Int? {
    tensor.shape.checkedElementCount.flatMap { tensor.type.byteCount(ofElements: $0) }
  }
}

extension Quantization {
  /// The parameters in a few words.
  var summary: String {
    if let blocks { return "blocks of \(blocks.size)" }
    if scales.isEmpty { return "" }
    if isPerChannel { return "\(scales.count) scales along axis \(axis)" }
    return "scale \(scale), zero point \(zeroPoint)"
  }
}
