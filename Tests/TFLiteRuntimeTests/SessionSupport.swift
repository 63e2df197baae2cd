import TFLiteRuntime
import TestSupport

/// A custom operator written as a closure over `execute`, for a float32 input and an output of the same shape.
final class ElementwiseOperator: Operator {
  private let body: @Sendable (ExecuteContext) throws(RuntimeError) -> Void
  let isPure: Bool

  init(
    isPure: Bool = true, _ body: @escaping @Sendable (ExecuteContext) throws(RuntimeError) -> Void
  ) {
    self.isPure = isPure
    self.body = body
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.setShape(input.shape, ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try body(context) }

  /// Options of a session that knows the operator under `name`.
  static func options(
    _ name: String, threads: SessionOptions.Threads = .single, computesInJobs: Bool = false,
    _ body: @escaping @Sendable (ExecuteContext) throws(RuntimeError) -> Void
  ) -> SessionOptions {
    var options = SessionOptions()
    options.threads = threads
    options.registry.register(name, computesInJobs: computesInJobs) { _ in
      ElementwiseOperator(isPure: false, body)
    }
    return options
  }
}

/// A chain of `count` custom operators `name` from a float32 `shape` to another.
func chain(_ name: String, count: Int, shape: [Int]) -> [UInt8] {
  ModelBuilder([
    .init(
      tensors: (0...count).map { .float32(shape, name: "t\($0)") }, inputs: [0], outputs: [count],
      operators: (0..<count).map { .init(custom: name, inputs: [$0], outputs: [$0 + 1]) })
  ]).build()
}

/// The error that `body` throws, nil when it returns.
func failure(_ body: () throws(RuntimeError) -> Void) -> RuntimeError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
