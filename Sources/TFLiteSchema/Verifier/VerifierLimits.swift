/// Bounds on the work and the sizes that the verifier accepts.
///
/// A flatbuffer may refer to one table many times, so a small file can describe a huge model. The bounds make the
/// verifier's time linear in the file and in them. The defaults are far above every model known.
public struct VerifierLimits: Hashable, Sendable {
  /// Most tables inside one another.
  public var maxDepth: Int

  /// Most tables, counted once for each reference.
  public var maxTables: Int

  /// Most subgraphs of a model.
  public var maxSubgraphs: Int

  /// Most tensors of one subgraph.
  public var maxTensors: Int

  /// Most operators of one subgraph.
  public var maxOperators: Int

  /// Most dimensions of a tensor.
  public var maxRank: Int

  /// Most entries of shapes, index lists, quantisation vectors and string tables looked at in a model.
  public var maxEntries: Int

  /// Limits; each has a default.
  public init(
    maxDepth: Int = 64,
    maxTables: Int = 4_000_000,
    maxSubgraphs: Int = 8_192,
    maxTensors: Int = 2_000_000,
    maxOperators: Int = 1_000_000,
    maxRank: Int = 255,
    maxEntries: Int = 1 << 28
  ) {
    self.maxDepth = maxDepth
    self.maxTables = maxTables
    self.maxSubgraphs = maxSubgraphs
    self.maxTensors = maxTensors
    self.maxOperators = maxOperators
    self.maxRank = maxRank
    self.maxEntries = maxEntries
  }
}
