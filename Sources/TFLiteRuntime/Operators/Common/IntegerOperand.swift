/// Tensors that hold shapes, axes, indices and the like.
extension RuntimeTensor {
  /// The types of `integer(_:)`.
  static let integerTypes: [ElementType] = [.int32, .int64, .int16, .int8, .uint8, .bool]

  /// Element `index` of a tensor of one of `integerTypes`; 0 for other types.
  func integer(_ index: Int) -> Int {
    switch type {
    case .int32: Int(pointer(as: Int32.self)[index])
    case .int64: Int(truncatingIfNeeded: pointer(as: Int64.self)[index])
    case .int16: Int(pointer(as: Int16.self)[index])
    case .int8: Int(pointer(as: Int8.self)[index])
    case .uint8, .bool: Int(pointer(as: UInt8.self)[index])
    default: 0
    }
  }

  /// All elements of a tensor of one of `integerTypes`.
  var integers: [Int] { (0..<elementCount).map { integer($0) } }

  /// The scale and the zero point of the whole tensor; 0 and 0 when it has none, or one for each channel.
  var tensorParameters: (scale: Float, zeroPoint: Int) {
    guard let quantization, quantization.scales.count == 1 else { return (0, 0) }
    return (quantization.scale, quantization.zeroPoint)
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` unless both tensors stand for the same reals, or neither is quantized.
  func expectSameQuantization(_ tensor: RuntimeTensor, _ other: RuntimeTensor) throws(RuntimeError) {
    let found = tensor.tensorParameters
    let wanted = other.tensorParameters
    if found.scale != wanted.scale || found.zeroPoint != wanted.zeroPoint {
      throw error(
        "quantization differs", tensor, expected: "scale \(wanted.scale), zero point \(wanted.zeroPoint)",
        actual: "scale \(found.scale), zero point \(found.zeroPoint)")
    }
  }

  /// - Throws: `invalidOperator` unless the zero point is 0.
  func expectZeroZeroPoint(_ tensor: RuntimeTensor) throws(RuntimeError) {
    if tensor.tensorParameters.zeroPoint != 0 {
      throw error("wrong zero point", tensor, expected: "0", actual: "\(tensor.tensorParameters.zeroPoint)")
    }
  }

  /// - Throws: `unsupported` unless the tensor's type is one of `types`.
  func expect(_ tensor: RuntimeTensor, oneOf types: [ElementType]) throws(RuntimeError) {
    if !types.contains(tensor.type) { throw unsupportedType(tensor, types) }
  }

  /// `axis`, counted from the end when negative.
  /// - Throws: `invalidOperator` unless it is one of `rank` axes.
  func resolveAxis(_ axis: Int, rank: Int, _ tensor: RuntimeTensor) throws(RuntimeError) -> Int {
    let resolved = axis < 0 ? axis &+ rank : axis
    if resolved < 0 || resolved >= rank {
      throw error("axis out of range", tensor, expected: "\(-rank)..<\(rank)", actual: "\(axis)")
    }
    return resolved
  }
}

extension OperatorNode {
  /// An error about an operand's content: `invalidOperator`, whether found while preparing or executing.
  func operandError(
    _ message: String, _ tensor: RuntimeTensor, expected: String? = nil, actual: String? = nil
  ) -> RuntimeError {
    error(.invalidOperator, message, tensor: tensor.label, expected: expected, actual: actual)
  }
}
