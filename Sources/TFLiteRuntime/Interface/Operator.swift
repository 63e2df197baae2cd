import TFLiteKernels

/// One operator of a session: states shapes, packs constants, computes.
///
/// The life of an instance, always in this order and always by one thread at a time:
/// 1. It is made from its `OperatorNode` and decodes its options.
/// 2. `prepare` checks everything that can be checked, states the shape of every output, asks for scratch memory, says
///    which output may take over the memory of which input, and picks kernels. It runs again whenever a shape changes.
/// 3. `pack` rearranges constant operands; what it makes is shared by all sessions of the model.
/// 4. `execute` computes, as often as the session is invoked. It allocates nothing and checks only data.
///
/// The same protocol serves the built-in operators and those that applications register by name. An application's operator
/// that is worth several threads computes in a `RowJob`, which it gives to `ExecuteContext.parallel`.
public protocol Operator: AnyObject {
  /// Checks all that can be checked before there are data, and states the shape of every output.
  /// - Throws: What keeps the operator from running; the session's `prepare` or `invoke` throws it.
  func prepare(_ context: PrepareContext) throws(RuntimeError)
  func pack(_ context: PackContext) throws(RuntimeError)
  /// Computes the outputs from the inputs. It allocates nothing.
  /// - Throws: An objection to the data; the invocation ends with it.
  func execute(_ context: ExecuteContext) throws(RuntimeError)

  /// The outputs depend on the inputs alone: no state, no randomness, no effect. Such operators are computed once, while
  /// preparing, when all their inputs are constants, once for all that do the same to the same inputs, and not at all when
  /// nobody needs their outputs.
  var isPure: Bool { get }
}

extension Operator {
  /// Packs nothing.
  public func pack(_ context: PackContext) throws(RuntimeError) {}
  /// True.
  public var isPure: Bool { true }
}

/// An operator of the runtime's own, which says more of how it computes.
package protocol BuiltinOperator: Operator {
  /// All that the operator does is to write its outputs and the variables among its inputs. Where none of these has elements,
  /// it is not executed.
  var writesOperandsAlone: Bool { get }

  /// Whether `execute`, once the operator is prepared and packed, reads and writes the memory of tensors, and what it has
  /// asked for, only in jobs that it gives to `ExecuteContext.parallel`. It may begin then while jobs of the operators before
  /// it are under way, and need not wait for its own; a job begins when those before it are done.
  var computesInJobs: Bool { get }

  /// How rows of the only output follow from rows of the inputs that are not constants, where the operator, once prepared,
  /// can compute some of its rows by themselves; nil where it cannot.
  var rowWindow: RowWindow? { get }
  /// Computes the rows `rows` of the output, if there is a `rowWindow`. The same tensors may lie elsewhere in every call, and
  /// an operator without scratch memory may be called on several threads at once, for tensors of their own.
  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError)

  /// The one output has, in every place, a value that depends on the inputs' values in the same place alone, once they are
  /// broadcast, and never is there data to object to. What a graph computes of one 8-bit tensor by such operators becomes
  /// a single look-up.
  var isElementwise: Bool { get }
}

extension BuiltinOperator {
  /// True for pure operators.
  package var writesOperandsAlone: Bool { isPure }
  /// False.
  package var computesInJobs: Bool { false }
  /// Nil.
  package var rowWindow: RowWindow? { nil }
  /// Computes everything.
  package func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) { try execute(context) }
  /// False.
  package var isElementwise: Bool { false }
}

/// Memory that an operator uses while it executes, asked for in `prepare`.
public struct Scratch: Sendable {
  let index: Int
  /// The bytes asked for.
  public let byteCount: Int
}
