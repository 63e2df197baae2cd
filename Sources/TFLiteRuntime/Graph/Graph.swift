import TFLiteSchema

/// What the file says of one tensor. Its pointers lead to memory that never changes, hence sendable.
public struct TensorDescription: @unchecked Sendable {
  public let index: Int
  public let name: String
  public let type: ElementType
  /// The shape in the file; unknown extents stand as 1.
  public let shape: Shape
  /// The shape with -1 for unknown extents; equals `shape` when nothing is unknown.
  public let shapeSignature: Shape
  /// False only for tensors whose rank the file leaves open.
  public let hasRank: Bool
  public let quantization: Quantization?
  /// Keeps its content from one invocation to the next, starting at zero.
  public let isVariable: Bool
  /// The constant content, nil for tensors computed at run time. Lies in the model's bytes.
  let constant: UnsafeRawBufferPointer?
  /// The layout of sparse constants.
  let sparsity: Schema.SparsityParameters?

  public var isConstant: Bool { constant != nil }

  /// For messages: the name, or the number when the name is empty.
  public var label: String { name.isEmpty ? "#\(index)" : "'\(name)'" }
}

/// One operator of a graph as the file states it; what an operator's initialiser sees. Its pointers lead to
/// memory that never changes, hence sendable.
public struct OperatorNode: @unchecked Sendable {
  /// The position in its subgraph.
  public let index: Int
  public let subgraph: Int
  /// `.custom` for custom operators.
  public let code: Schema.BuiltinOperator
  /// The name such as `CONV_2D`, or a custom operator's own name.
  public let name: String
  public let version: Int
  /// Tensor indices, -1 for an omitted optional input.
  public let inputs: [Int]
  public let outputs: [Int]
  /// Tensors that recurrent operators use for quantisation parameters of intermediate results.
  public let intermediates: [Int]
  /// The operator's table in the model's bytes.
  public let table: Schema.Operator
  /// The options of a custom operator, usually a FlexBuffer map.
  public let customOptions: UnsafeRawBufferPointer

  public var isCustom: Bool { code == .custom }

  /// The options of type `Options`, nil when the operator carries none or others: every field then has its default.
  public func options<Options: Schema.BuiltinOptionsMember>(_ type: Options.Type) -> Options? {
    table.builtinOptions(as: type)
  }

  /// The options that newer operators keep in the second union.
  public func options2<Options: Schema.BuiltinOptions2Member>(_ type: Options.Type) -> Options? {
    table.builtinOptions2(as: type)
  }

  /// An error about this operator.
  public func error(
    _ code: RuntimeError.Code, _ message: String, tensor: String? = nil, expected: String? = nil, actual: String? = nil
  ) -> RuntimeError {
    RuntimeError(code, message, tensor: tensor, expected: expected, actual: actual, location: location)
  }

  var location: RuntimeError.Location {
    .init(subgraph: subgraph, operatorIndex: index, operatorName: name, operatorVersion: version)
  }
}

/// One subgraph of a model, decoded once; immutable.
public struct Graph: Sendable {
  public let name: String
  public let tensors: [TensorDescription]
  public let operators: [OperatorNode]
  public let inputs: [Int]
  public let outputs: [Int]
}

/// A named way to run a model: which tensors its inputs and outputs are.
public struct Signature: Sendable {
  public struct Port: Sendable, Hashable {
    public let name: String
    public let tensor: Int
  }

  public let key: String
  public let subgraph: Int
  public let inputs: [Port]
  public let outputs: [Port]
}

/// A named block of bytes that travels with a model and stays valid as long as it. Never changes, hence sendable.
public struct Metadata: @unchecked Sendable {
  public let name: String
  public let bytes: UnsafeRawBufferPointer
}

extension UnsafeRawBufferPointer {
  static var empty: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}
