import TFLiteKernels
import TFLiteSchema

// What rewrites ask of operators and constants.

extension OperatorNode {
  /// The activation that is fused into addition, subtraction, multiplication or division.
  var fusedActivation: Schema.ActivationFunctionType {
    let activation: Schema.ActivationFunctionType? =
      switch code {
      case .add: options.addOptions?.fusedActivationFunction
      case .sub: options.subOptions?.fusedActivationFunction
      case .mul: options.mulOptions?.fusedActivationFunction
      case .div: options.divOptions?.fusedActivationFunction
      default: nil
      }
    return activation ?? Schema.ActivationFunctionType.none
  }

  /// Addition, subtraction, multiplication or division with a fused activation.
  var hasActivation: Bool { fusedActivation != Schema.ActivationFunctionType.none }
}

extension TensorDescription {
  /// Float32, dense, and no variable.
  var isPlainFloat: Bool { type == .float32 && !isVariable && sparsity == nil }

  /// The value of a float32 constant of one element.
  var number: Float? {
    guard isPlainFloat, shape.elementCount == 1, let constant, constant.count == 4 else { return nil }
    return Float(bitPattern: UInt32(littleEndian: constant.loadUnaligned(as: UInt32.self)))
  }

  /// The values of a constant of float32 or half precision.
  var floats: [Float]? {
    guard let constant, sparsity == nil, !isVariable else { return nil }
    let count = shape.elementCount
    switch type {
    case .float32 where constant.count == 4 * count:
      return (0..<count).map {
        Float(bitPattern: UInt32(littleEndian: constant.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
      }
    case .float16 where constant.count == 2 * count:
      return (0..<count).map {
        HalfPrecision.float(UInt16(littleEndian: constant.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)))
      }
    default: return nil
    }
  }

  /// The axes that a constant holds, counted from the first, if each is there once.
  var permutation: [Int]? {
    guard let axes = indices else { return nil }
    let values = axes.map { $0 < 0 ? $0 + axes.count : $0 }
    return values.sorted() == Array(axes.indices) ? values : nil
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
