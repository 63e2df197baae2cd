extension RuntimeTensor {
  /// The content as reals: `scale * (q - zeroPoint)` where there are quantization parameters, the numbers as they are otherwise.
  /// - Throws: `invalidArgument` for types that are not numbers.
  func dequantized() throws(RuntimeError) -> [Float] {
    switch type {
    case .float32: return Array(values(as: Float.self))
    case .float64: return values(as: Double.self).map { Float($0) }
    case .float16: return values(as: UInt16.self).map { Self.float(half: $0) }
    case .bfloat16: return values(as: UInt16.self).map { Float(bitPattern: UInt32($0) << 16) }
    case .int8: return affine(values(as: Int8.self))
    case .uint8: return affine(values(as: UInt8.self))
    case .int16: return affine(values(as: Int16.self))
    case .uint16: return affine(values(as: UInt16.self))
    case .int32: return affine(values(as: Int32.self))
    case .uint32: return affine(values(as: UInt32.self))
    case .int64: return affine(values(as: Int64.self))
    case .uint64: return affine(values(as: UInt64.self))
    case .bool: return values(as: UInt8.self).map { $0 == 0 ? 0 : 1 }
    default:
      throw RuntimeError(
        .invalidArgument, "the elements are not numbers that fit a float", tensor: label, actual: type.name)
    }
  }

  private func affine<T: FixedWidthInteger>(_ values: UnsafeBufferPointer<T>) -> [Float] {
    guard let quantization, !quantization.scales.isEmpty, quantization.scales.count == quantization.zeroPoints.count
    else {
      return values.map { Float($0) }
    }
    let channels = quantization.scales.count
    var inner = 1
    if channels > 1 {
      guard shape.dimensions.indices.contains(quantization.axis), shape[quantization.axis] == channels else {
        return values.map { Float($0) }
      }
      inner = shape.product(quantization.axis + 1..<rank)
    }
    return values.enumerated().map { index, value in
      let channel = channels == 1 ? 0 : index / inner % channels
      return quantization.scales[channel] * (Float(value) - Float(quantization.zeroPoints[channel]))
    }
  }

  /// IEEE half precision to single, every value exact.
  package static func float(half bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10) & 0x1F
    let fraction = UInt32(bits & 0x3FF)
    switch exponent {
    case 0:
      let magnitude = Float(fraction) * 0x1p-24
      return Float(bitPattern: magnitude.bitPattern | sign)
    case 31: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
  }
}
