import TFLiteSchema

// What rewrites ask of operators and constants.

extension OperatorNode {
  /// Addition, subtraction, multiplication or division with a fused activation.
  var hasActivation: Bool {
    let activation: Schema.ActivationFunctionType? =
      switch code {
      case .add: options(Schema.AddOptions.self)?.fusedActivationFunction
      case .sub: options(Schema.SubOptions.self)?.fusedActivationFunction
      case .mul: options(Schema.MulOptions.self)?.fusedActivationFunction
      case .div: options(Schema.DivOptions.self)?.fusedActivationFunction
      default: nil
      }
    guard let activation else { return false }
    return activation != Schema.ActivationFunctionType.none
  }
}

extension TensorDescription {
  /// Float32, dense, and no variable.
  var isPlainFloat: Bool { type == .float32 && !isVariable && sparsity == nil }

  /// The value of a float32 constant of one element.
  var number: Float? {
    guard isPlainFloat, shape.elementCount == 1, let constant, constant.count == 4 else { return nil }
    return Float(bitPattern: UInt32(littleEndian: constant.loadUnaligned(as: UInt32.self)))
  }

  /// The values of an int32 constant of at most one axis.
  var indices: [Int]? {
    guard type == .int32, sparsity == nil, shape.rank <= 1, let constant, constant.count == 4 * shape.elementCount
    else { return nil }
    return (0..<shape.elementCount).map {
      Int(Int32(littleEndian: constant.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)))
    }
  }
}
