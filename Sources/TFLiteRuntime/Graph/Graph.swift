import TFLiteSchema

/// One operator of a graph as the file states it; what an operator's initializer sees. Its pointers lead to
/// memory that never changes, hence sendable.
public struct OperatorNode: @unchecked Sendable {
  /// Apart, so that copies count one reference.
  private final class Statement {
    let index: Int
    let subgraph: Int
    let code: Schema.BuiltinOperator
    let name: String
    let version: Int
    let inputs: [Int]
    let outputs: [Int]
    let intermediates: [Int]
    let table: Schema.Operator
    let customOptions: UnsafeRawBufferPointer

    init(
      index: Int, subgraph: Int, code: Schema.BuiltinOperator, name: String, version: Int, inputs: [Int],
      outputs: [Int], intermediates: [Int], table: Schema.Operator, customOptions: UnsafeRawBufferPointer
    ) {
      (self.index, self.subgraph, self.code, self.name, self.version) = (index, subgraph, code, name, version)
      (self.inputs, self.outputs, self.intermediates) = (inputs, outputs, intermediates)
      (self.table, self.customOptions) = (table, customOptions)
    }
  }

  private var statement: Statement

  /// The position in its subgraph.
  public var index: Int { statement.index }
  /// The subgraph it stands in.
  public var subgraph: Int { statement.subgraph }
  /// `.custom` for custom operators.
  package var code: Schema.BuiltinOperator { statement.code }
  /// The name such as `CONV_2D`, or a custom operator's own name.
  public var name: String { statement.name }
  /// The version of the operator's definition that the file was written for.
  public var version: Int { statement.version }
  /// Tensor indices, -1 for an omitted optional input.
  public var inputs: [Int] { statement.inputs }
  /// Tensor indices.
  public var outputs: [Int] { statement.outputs }
  /// Tensors that recurrent operators use for quantization parameters of intermediate results.
  package var intermediates: [Int] { statement.intermediates }
  /// The operator's table in the model's bytes.
  package var table: Schema.Operator { statement.table }
  /// The options of a custom operator, usually a FlexBuffer map.
  public var customOptions: UnsafeRawBufferPointer { statement.customOptions }

  init(
    index: Int, subgraph: Int, code: Schema.BuiltinOperator, name: String, version: Int, inputs: [Int], outputs: [Int],
    intermediates: [Int], table: Schema.Operator, customOptions: UnsafeRawBufferPointer
  ) {
    statement = Statement(
      index: index, subgraph: subgraph, code: code, name: name, version: version, inputs: inputs, outputs: outputs,
      intermediates: intermediates, table: table, customOptions: customOptions)
  }

  /// The operator is known by its name alone.
  public var isCustom: Bool { code == .custom }

  /// The operator is one of TensorFlow's own, which LiteRT leaves to a delegate (Flex): its name behind a prefix, with other options.
  package var isTensorFlows: Bool { isCustom && Self.tensorFlowsName(name) != nil }

  /// What TensorFlow calls the operator that files call `name`; nil when it is none of TensorFlow's own.
  static func tensorFlowsName(_ name: String) -> Substring? {
    name.utf8.starts(with: "Flex".utf8) ? name.dropFirst(4) : nil
  }

  /// The options; where the operator carries none, or others than its own, every field has its default.
  package var options: Schema.BuiltinOptionsUnion { table.builtinOptions }

  /// The options that newer operators keep in the second union.
  package var options2: Schema.BuiltinOptions2Union { table.builtinOptions2 }

  /// An error about this operator.
  public func error(
    _ code: RuntimeError.Code, _ message: String, tensor: String? = nil, expected: String? = nil, actual: String? = nil
  ) -> RuntimeError {
    RuntimeError(code, message, tensor: tensor, expected: expected, actual: actual, location: location)
  }

  /// The same operator between other tensors.
  /// - Parameter others: the intermediates, where the tensors have other numbers too; nil for those that it has.
  func rewired(inputs: [Int], outputs: [Int], intermediates others: [Int]? = nil) -> OperatorNode {
    OperatorNode(
      index: index, subgraph: subgraph, code: code, name: name, version: version, inputs: inputs, outputs: outputs,
      intermediates: others ?? intermediates, table: table, customOptions: customOptions)
  }

  /// One of the runtime's own operators in the place of this one.
  func named(_ name: String) -> OperatorNode {
    OperatorNode(
      index: index, subgraph: subgraph, code: .custom, name: name, version: 1, inputs: inputs, outputs: outputs,
      intermediates: [], table: table, customOptions: .empty)
  }

  /// The same operator with the position of another one, by which what is kept of operators is found.
  func positioned(_ index: Int) -> OperatorNode {
    OperatorNode(
      index: index, subgraph: subgraph, code: code, name: name, version: version, inputs: inputs, outputs: outputs,
      intermediates: intermediates, table: table, customOptions: customOptions)
  }

  /// Lets it read another tensor.
  mutating func replaceInput(_ position: Int, _ tensor: Int) {
    var inputs = inputs
    inputs[position] = tensor
    self = rewired(inputs: inputs, outputs: outputs)
  }

  var location: RuntimeError.Location {
    .init(subgraph: subgraph, operatorIndex: index, operatorName: name, operatorVersion: version)
  }
}

/// One subgraph of a model, decoded once; immutable.
public struct Graph: Sendable {
  /// The name in the file; may be empty.
  public let name: String
  /// All tensors; indices elsewhere refer to this list.
  public let tensors: [TensorDescription]
  /// The operators in the order of execution.
  public let operators: [OperatorNode]
  /// Tensor indices of the inputs.
  public let inputs: [Int]
  /// Tensor indices of the outputs.
  public let outputs: [Int]
}

/// A named way to run a model: which tensors its inputs and outputs are.
public struct Signature: Sendable {
  /// An input or output under the name that the signature gives it.
  public struct Port: Sendable, Hashable {
    /// The name in the signature.
    public let name: String
    /// The tensor's index in the subgraph.
    public let tensor: Int
  }

  /// The name to ask for.
  public let key: String
  /// The subgraph that the signature runs.
  public let subgraph: Int
  /// The inputs, in the order of the file.
  public let inputs: [Port]
  /// The outputs, in the order of the file.
  public let outputs: [Port]
}

/// A named block of bytes that travels with a model and stays valid as long as it. Never changes, hence sendable.
public struct Metadata: @unchecked Sendable {
  /// The name, such as `TFLITE_METADATA`.
  public let name: String
  /// The content, in the model's bytes.
  public let bytes: UnsafeRawBufferPointer
}

extension UnsafeRawBufferPointer {
  static var empty: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}
