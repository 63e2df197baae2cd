import TFLiteSchema

/// What operators with kernels of several element types compute with, as far as kernels differ.
enum ComputedType: String, Sendable {
  /// Floats, weights too.
  case float32
  /// Floats of 16 bits.
  case float16
  /// Floats, quantized while executing, with weights of integers.
  case dynamic
  case int8
  case uint8
  case int16
  case int32
  case int64

  /// What `node` of `graph` computes with by the types that the file states; nil for others.
  init?(_ node: OperatorNode, in graph: Graph) {
    func type(_ operand: Int) -> ElementType? {
      guard node.inputs.indices.contains(operand), graph.tensors.indices.contains(node.inputs[operand]) else {
        return nil
      }
      return graph.tensors[node.inputs[operand]].type
    }
    guard let input = type(0), let computed = Self(input) else { return nil }
    self = computed
    if computed == .float32, type(1) != .float32 {
      switch node.code {
      case .conv2D, .depthwiseConv2D, .fullyConnected: self = .dynamic
      default: break
      }
    }
  }

  /// What operators without weights compute with whose main input is of `type`; nil for others.
  init?(_ type: ElementType) {
    switch type {
    case .float32: self = .float32
    case .float16: self = .float16
    case .int8: self = .int8
    case .uint8: self = .uint8
    case .int16: self = .int16
    case .int32: self = .int32
    case .int64: self = .int64
    default: return nil
    }
  }

  /// The type of the main input.
  var elementType: ElementType {
    switch self {
    case .float32, .dynamic: .float32
    case .float16: .float16
    case .int8: .int8
    case .uint8: .uint8
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    }
  }
}

extension PrepareContext {
  /// What makes the kernel for a type, if the registry has it.
  /// - Throws: `unsupported` when the operator's entry is restricted to other types.
  func restricted<Kernel>(_ kernel: Kernel?, to type: ComputedType) throws(RuntimeError) -> Kernel {
    if let kernel { return kernel }
    throw node.error(.unsupported, type.reasonAgainst)
  }
}

extension ComputedType {
  /// Why a session does not run an operator with this type.
  var reasonAgainst: String {
    "\(rawValue) is not among the operator's types in the session's OperatorRegistry(only:); "
      + "`tflite ops --for MODEL --swift` prints what a model needs"
  }
}
