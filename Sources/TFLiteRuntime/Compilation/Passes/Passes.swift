/// One rewriting of graphs: finds operators that need not run, or need not run as they are, and changes the graph so that
/// results stay what they are. Integers stay the same bit for bit; floats may be rounded elsewhere.
struct Pass: Sendable {
  /// What people call it.
  let name: String
  let run: @Sendable (inout EditableGraph, PassEnvironment) -> Void

  init(_ name: String, _ run: @escaping @Sendable (inout EditableGraph, PassEnvironment) -> Void) {
    self.name = name
    self.run = run
  }

  /// The passes in their order, each in a file of its own that says when it may do what it does.
  static let all: [Pass] = [
    .commonSubexpressions, .dilationFusion, .paddingFusion, .channelFolding, .tableFusion, .layerNormalization,
    .recurrentCells, .activationFunctions, .deadOperators, .operandChanges, .sharedQuantization, .attentionOrder,
  ]

  /// The same for a graph that runs as the body of a loop alone, so that it may change its inputs and knows when they are
  /// new.
  static let loopBody: [Pass] = [
    .commonSubexpressions, .dilationFusion, .paddingFusion, .channelFolding, .listUpdate, .tableFusion,
    .layerNormalization, .recurrentCells, .activationFunctions, .deadOperators, .operandChanges, .sharedQuantization,
    .loopHoisting,
  ]
}

/// What passes know beside the graph.
struct PassEnvironment {
  /// The values of functions of one byte, each with the position of the operator that computes it in the file; nil for those
  /// that cannot be had.
  let tables: ([(expression: ByteFunctions.Expression, operatorIndex: Int)]) -> [AlignedMemory?]
  /// The operators at hand that no file states.
  let fused: FusedOperators

  init(
    _ fused: FusedOperators,
    tables: @escaping ([(expression: ByteFunctions.Expression, operatorIndex: Int)]) -> [AlignedMemory?]
  ) {
    self.tables = tables
    self.fused = fused
  }

  /// Graphs without tables.
  static var none: PassEnvironment { PassEnvironment(FusedOperators()) { $0.map { _ in nil } } }
}
