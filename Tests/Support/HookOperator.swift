import TFLiteRuntime

/// A custom operator for tests: copies its input of floats, after it has told who made it.
package final class HookOperator: Operator {
  private let hook: @Sendable (_ operatorIndex: Int) -> Void

  package init(_ hook: @escaping @Sendable (_ operatorIndex: Int) -> Void) { self.hook = hook }

  package var isPure: Bool { false }

  package func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    try context.setShape(context.input(0).shape, ofOutput: 0)
  }

  package func execute(_ context: ExecuteContext) throws(RuntimeError) {
    hook(context.node.index)
    let input = context.input(0)
    context.output(0).data.copyMemory(from: input.data, byteCount: input.byteCount)
  }

  /// Options of sessions that run the custom operator `Hook`.
  package static func options(_ hook: @escaping @Sendable (_ operatorIndex: Int) -> Void) -> SessionOptions {
    var options = SessionOptions()
    options.registry.register("Hook") { _ throws(RuntimeError) in HookOperator(hook) }
    return options
  }

  /// `count` operators `Hook` one after the other, from a float32 `[1]`.
  package static func chain(_ count: Int) -> [UInt8] {
    let tensors = (0...count).map { ModelBuilder.Tensor.float32([1], name: "t\($0)") }
    let operators = (0..<count).map { ModelBuilder.Operator(custom: "Hook", inputs: [$0], outputs: [$0 + 1]) }
    return ModelBuilder([.init(tensors: tensors, inputs: [0], outputs: [count], operators: operators)]).build()
  }
}
