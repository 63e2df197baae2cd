import TFLiteSchema

/// A model: verified, decoded, immutable. Share one between as many sessions and threads as you like; constants stay
/// where they are in the file and packed weights are made once.
public final class Model: Sendable {
  /// The subgraphs; the first is the primary one.
  public let graphs: [Graph]
  /// The named ways to run the model; empty for many files.
  public let signatures: [Signature]
  /// The named blocks of bytes that travel with the model.
  public let metadata: [Metadata]
  /// The converter's remark.
  public let description: String
  /// The version of the file format, 3 for all current files.
  public let formatVersion: Int
  /// Bytes of the file.
  public var byteCount: Int { storage.bytes.count }

  let storage: ModelBytes
  let constants = ConstantStore()
  let compilations = CompilationStore()

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  /// Maps the file at `path` and verifies it.
  /// - Throws: `fileUnreadable`, or `invalidModel` with the byte offset.
  public convenience init(path: String) throws(RuntimeError) {
    let storage = try ModelBytes(mapping: path)
    do {
      try self.init(storage)
    } catch {
      var error = error
      error.path = path
      throw error
    }
  }
  #endif

  /// Copies `bytes` and verifies them.
  /// - Throws: `invalidModel` with the byte offset.
  public convenience init(copying bytes: UnsafeRawBufferPointer) throws(RuntimeError) {
    try self.init(ModelBytes(copying: bytes))
  }

  /// Copies `bytes` and verifies them.
  /// - Throws: `invalidModel` with the byte offset.
  public convenience init(bytes: [UInt8]) throws(RuntimeError) {
    try self.init(bytes.withUnsafeBytes { ModelBytes(copying: $0) })
  }

  /// Refers to `bytes`, which must stay unchanged until `release` is called with them.
  /// - Throws: `invalidModel` with the byte offset; `release` has been called by then.
  public convenience init(
    referringTo bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) throws(RuntimeError) {
    try self.init(ModelBytes(referringTo: bytes, release: release))
  }

  private init(_ storage: ModelBytes) throws(RuntimeError) {
    let root: Schema.Model
    do {
      root = try Schema.Model.verified(storage.bytes)
    } catch {
      throw RuntimeError(.invalidModel, error.message, byteOffset: error.byteOffset)
    }
    var builder = GraphBuilder(model: root, file: storage.bytes)
    self.storage = storage
    graphs = try builder.graphs()
    signatures = builder.signatures()
    metadata = builder.metadata()
    description = root.description?.string ?? ""
    formatVersion = Int(root.version)
  }

  /// The bytes of the file, for reading what is packed behind the model, such as a zip of label files.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { body(storage.bytes) }

  /// The metadata block called `name`, such as `TFLITE_METADATA`.
  public func metadata(named name: String) -> Metadata? {
    for entry in metadata where entry.name == name { return entry }
    return nil
  }

  /// The signature called `key`, nil when there is none.
  public func signature(_ key: String) -> Signature? {
    for signature in signatures where signature.key == key { return signature }
    return nil
  }

  /// Lets go what sessions have derived from the model, as packed weights and rewritten graphs, and none uses now. It is made
  /// anew when a session needs it.
  public func trimMemory() {
    compilations.trim()
    constants.trim()
    AlignedMemory.trim()
  }

  /// There are tensors of floats.
  var hasFloats: Bool { graphs.contains { graph in graph.tensors.contains { $0.type.isFloat } } }

  /// About the bytes that the first session will hold in large blocks: constants too large to share a page, which are packed, and
  /// half of the most that one operator reads and writes, which may share memory or run in bands.
  var expectedByteCount: Int {
    var constants = 0
    var arena = 0
    for graph in graphs {
      for tensor in graph.tensors {
        let count = tensor.constant?.count ?? 0
        if count >= AlignedMemory.leastPaged(for: .model) { constants &+= count }
      }
      for node in graph.operators {
        let held = (node.inputs + node.outputs).reduce(0) { sum, index in
          guard index >= 0, graph.tensors[index].constant == nil else { return sum }
          let tensor = graph.tensors[index]
          return sum &+ (tensor.shape.checkedElementCount.flatMap { tensor.type.byteCount(ofElements: $0) } ?? 0)
        }
        arena = max(arena, held)
      }
    }
    return arena < AlignedMemory.leastPaged(for: .session) ? constants : constants &+ arena / 2
  }

  /// The operators that no session could run, in file order; empty for a model that is supported. Those of
  /// signatures that nobody asks for keep no session from running the rest: see `unsupportedOperators(_:runBy:)`.
  /// - Parameter registry: the custom operators at hand beside the built-in ones.
  public func unsupportedOperators(_ registry: OperatorRegistry = .init()) -> [UnsupportedOperator] {
    unsupportedOperators(registry, in: graphs.indices)
  }

  /// The operators that keep a session from running subgraph `subgraph`, 0 being the primary one: its own, and those of the
  /// subgraphs that these run. A model that is trained on the device may have others in signatures that nobody asks for.
  /// - Parameters:
  ///   - registry: the custom operators at hand beside the built-in ones.
  ///   - subgraph: its number in the file; one that the model does not have runs none.
  /// - Returns: the operators in file order, none where it can run.
  public func unsupportedOperators(_ registry: OperatorRegistry = .init(), runBy subgraph: Int) -> [UnsupportedOperator]
  {
    var reached: Set<Int> = graphs.indices.contains(subgraph) ? [subgraph] : []
    var waiting = Array(reached)
    while let number = waiting.popLast() {
      for node in graphs[number].operators {
        for called in SubgraphCalls.subgraphs(runBy: node)
        where graphs.indices.contains(called) && reached.insert(called).inserted {
          waiting.append(called)
        }
      }
    }
    return unsupportedOperators(registry, in: reached.sorted())
  }

  private func unsupportedOperators(_ registry: OperatorRegistry, in numbers: some Sequence<Int>)
    -> [UnsupportedOperator]
  {
    var found: [UnsupportedOperator] = []
    for number in numbers {
      let graph = graphs[number]
      for node in graph.operators {
        if let reason = registry.reasonAgainst(node, in: graph) { found.append(.init(node: node, reason: reason)) }
      }
    }
    return found
  }
}

/// An operator that cannot run, and why.
public struct UnsupportedOperator: Sendable, CustomStringConvertible {
  /// What the file says of the operator.
  public let node: OperatorNode
  /// Why it cannot run.
  public let reason: String

  /// One line for people.
  public var description: String { "operator #\(node.index) \(node.name) v\(node.version): \(reason)" }
}
