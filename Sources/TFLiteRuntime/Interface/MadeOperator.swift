/// An operator as sessions have it: its methods, and what they have to know of it.
///
/// The runtime's own operators state it themselves, and have neither a protocol nor a base class in common: a program finds
/// conformances by their records, and classes by theirs, so that a linker would keep all methods in their tables, with the
/// kernels that these use. Nothing but the entry of an operator leads to `made`.
final class MadeOperator {
  // As `Operator` states.

  let prepare: (PrepareContext) throws(RuntimeError) -> Void
  let pack: (PackContext) throws(RuntimeError) -> Void
  let execute: (ExecuteContext) throws(RuntimeError) -> Void
  let isPure: Bool

  /// Computes the rows of the output, if there is a `rowWindow`. The same tensors may lie elsewhere in every call, and an
  /// operator without scratch memory may be called on several threads at once, for tensors of their own.
  let executeRows: (ExecuteContext, Range<Int>) throws(RuntimeError) -> Void
  private let window: () -> RowWindow?
  /// How it computes lines of the output, if it can.
  let lines: LineWork?

  /// What `execute` does with operands that stay where they are, if it is one call by one thread; asked once they have their
  /// places.
  let bind: (ExecuteContext) -> BoundCall?

  /// All that the operator does is to write its outputs and the variables among its inputs. Where none of these has elements,
  /// it is not executed. As a rule true for pure operators.
  let writesOperandsAlone: Bool

  /// The one output has, in every place, a value that depends on the inputs' values in the same place alone, once they are
  /// broadcast, and never is there data to object to. What a graph computes of one 8-bit tensor by such operators becomes
  /// a single look-up.
  let isElementwise: Bool

  private let usesJobsAlone: () -> Bool
  /// Where it can do the work of others.
  let fusible: FusibleWork?

  init(
    prepare: @escaping (PrepareContext) throws(RuntimeError) -> Void,
    pack: @escaping (PackContext) throws(RuntimeError) -> Void = { _ in },
    execute: @escaping (ExecuteContext) throws(RuntimeError) -> Void,
    rows: @escaping (ExecuteContext, Range<Int>) throws(RuntimeError) -> Void = { _, _ in },
    isPure: Bool = true, writesOperandsAlone: Bool? = nil, isElementwise: Bool = false,
    computesInJobs: @escaping @autoclosure () -> Bool = false,
    rowWindow: @escaping @autoclosure () -> RowWindow? = nil, lines: LineWork? = nil,
    bind: @escaping (ExecuteContext) -> BoundCall? = { _ in nil }, fusible: FusibleWork? = nil
  ) {
    (self.prepare, self.pack, self.execute, executeRows) = (prepare, pack, execute, rows)
    (self.isPure, self.writesOperandsAlone) = (isPure, writesOperandsAlone ?? isPure)
    (self.isElementwise, usesJobsAlone, window) = (isElementwise, computesInJobs, rowWindow)
    self.lines = lines
    self.bind = bind
    self.fusible = fusible
  }

  /// An application's operator.
  convenience init(custom operation: any Operator, computesInJobs: Bool = false) {
    self.init(
      prepare: operation.prepare, pack: operation.pack, execute: operation.execute, isPure: operation.isPure,
      computesInJobs: computesInJobs)
  }

  /// Whether `execute`, once the operator is prepared and packed, reads and writes the memory of tensors, and what it has
  /// asked for, only in jobs that it gives to `ExecuteContext.parallel`. It may begin then while jobs of the operators before
  /// it are under way, and need not wait for its own; a job begins when those before it are done.
  var computesInJobs: Bool { usesJobsAlone() }

  /// How rows of the only output follow from rows of the inputs that are not constants, where the operator, once prepared,
  /// can compute some of its rows by themselves; nil where it cannot.
  var rowWindow: RowWindow? { window() }
}

/// Makes an operator of the runtime's own, or one of an application, for a session.
typealias OperatorMaker = @Sendable (OperatorNode) throws(RuntimeError) -> MadeOperator
