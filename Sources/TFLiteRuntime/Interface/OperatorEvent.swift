/// An operator has run.
public struct OperatorEvent: Sendable, Hashable {
  /// The subgraph it stands in.
  public let subgraph: Int
  /// The position in the subgraph.
  public let index: Int
  /// The name such as `CONV_2D`.
  public let name: String
  /// The time it took. Of operators that run in bands of rows, the time of the first thread.
  public let nanoseconds: UInt64

  init(_ node: OperatorNode, nanoseconds: UInt64) {
    subgraph = node.subgraph
    index = node.index
    name = node.name
    self.nanoseconds = nanoseconds
  }
}
