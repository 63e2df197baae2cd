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
  /// nobody needs their outputs. Asked once, when the operator has been made.
  var isPure: Bool { get }
}

extension Operator {
  /// Packs nothing.
  public func pack(_ context: PackContext) throws(RuntimeError) {}
  /// True.
  public var isPure: Bool { true }
}

/// Memory that an operator uses while it executes, asked for in `prepare`.
public struct Scratch: Sendable {
  let index: Int
  /// The bytes asked for.
  public let byteCount: Int
}
