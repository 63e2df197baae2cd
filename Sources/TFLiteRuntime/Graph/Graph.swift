import TFLiteSchema

/// One operator of a graph as the file states it; what an operator's initializer sees. Its pointers lead to
/// memory that never changes, hence sendable.
public struct OperatorNode: @unchecked Sendable {
  /// The position in its subgraph.
  public let index: Int
  /// The subgraph it stands in.
  public let subgraph: Int
  /// `.custom` for custom operators.
  package let code: Schema.BuiltinOperator
  /// The name such as `CONV_2D`, or a custom operator's own name.
  public let name: String
  /// The version of the operator's definition that the file was written for.
  public let version: Int
  /// Tensor indices, -1 for an omitted optional input.
  public private(set) var inputs: [Int]
  /// Tensor indices.
  public let outputs: [Int]
  /// Tensors that recurrent operators use for quantization parameters of intermediate results.
  package let intermediates: [Int]
  /// The operator's table in the model's bytes.
  package let table: Schema.Operator
  /// The options of a custom operator, usually a FlexBuffer map.
  public let customOptions: UnsafeRawBufferPointer

  /// The operator is known by its name alone.
  public var isCustom: Bool { code == .custom }

  /// The options of type `Options`, nil when the operator carries none or others: every field then has its default.
  package func options<Options: Schema.BuiltinOptionsMember>(_ type: Options.Type) -> Options? {
    table.builtinOptions(as: type)
  }

  /// The options that newer operators keep in the second union.
  package func options2<Options: Schema.BuiltinOptions2Member>(_ type: Options.Type) -> Options? {
    table.builtinOptions2(as: type)
  }

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

  /// Lets it read another tensor.
  mutating func replaceInput(_ position: Int, _ tensor: Int) { inputs[position] = tensor }

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
