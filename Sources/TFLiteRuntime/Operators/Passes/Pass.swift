/// One rewriting of graphs: finds operators that need not run, or need not run as they are, and changes the graph so that
/// results stay what they are. Integers stay the same bit for bit; floats may be rounded elsewhere. Each is in a file of its own
/// that says when it may do what it does.
final class Pass: Sendable {
  /// What people call it.
  let name: String
  /// What profiles call the operators that it puts in the place of others.
  let operators: [String]
  let run: @Sendable (inout EditableGraph, PassEnvironment) -> Void

  init(
    _ name: String, operators: [String] = [],
    _ run: @escaping @Sendable (inout EditableGraph, PassEnvironment) -> Void
  ) {
    (self.name, self.operators, self.run) = (name, operators, run)
  }
}

/// What passes know beside the graph.
struct PassEnvironment {
  /// The values of functions of one byte, each with the position of the operator that computes it in the file; nil for those
  /// that cannot be had.
  let tables: ([(expression: ByteFunctions.Expression, operatorIndex: Int)]) -> [AlignedMemory?]
  /// What the operators at hand bring.
  let brought: BroughtPasses

  init(
    _ brought: BroughtPasses,
    tables: @escaping ([(expression: ByteFunctions.Expression, operatorIndex: Int)]) -> [AlignedMemory?]
  ) {
    (self.brought, self.tables) = (brought, tables)
  }
}
