import TFLiteKernels

extension RuntimeTensor {
  /// The content as reals: `scale * (q - zeroPoint)` where there are quantization parameters, the numbers as they are otherwise.
  /// - Throws: `invalidArgument` for types that are not numbers.
  func dequantized() throws(RuntimeError) -> [Float] {
    switch type {
    case .float32: return Array(values(as: Float.self))
    case .float64: return values(as: Double.self).map { Float($0) }
    case .float16: return values(as: UInt16.self).map { HalfPrecision.float($0) }
    case .bfloat16: return values(as: UInt16.self).map { BrainFloat.float($0) }
    case .int8: return affine(values(as: Int8.self))
    case .uint8: return affine(values(as: UInt8.self))
    case .int16: return affine(values(as: Int16.self))
    case .uint16: return affine(values(as: UInt16.self))
    case .int32: return affine(values(as: Int32.self))
    case .uint32: return affine(values(as: UInt32.self))
    case .int64: return affine(values(as: Int64.self))
    case .uint64: return affine(values(as: UInt64.self))
    case .int4, .uint4, .int2:
      let integers = try checkedIntegers().map { Int32(truncatingIfNeeded: $0) }
      return integers.withUnsafeBufferPointer { affine($0) }
    case .bool: return values(as: UInt8.self).map { $0 == 0 ? 0 : 1 }
    default:
      throw RuntimeError(
        .invalidArgument, "the elements are not numbers that fit a float", tensor: label, actual: type.name)
    }
  }

  /// Writes reals as elements; see `TensorAccess.write(reals:toInput:)`.
  /// - Throws: `invalidArgument` for types that are not numbers.
  func quantize(_ reals: [Float]) throws(RuntimeError) {
    switch type {
    case .float32: store(reals) { $0 }
    case .float64: store(reals) { Double($0) }
    case .float16: store(reals) { HalfPrecision.bits($0) }
    case .bfloat16: store(reals) { BrainFloat.bits($0) }
    case .int8: quantize(reals, Int8.self)
    case .uint8: quantize(reals, UInt8.self)
    case .int16: quantize(reals, Int16.self)
    case .uint16: quantize(reals, UInt16.self)
    case .int32: quantize(reals, Int32.self)
    case .uint32: quantize(reals, UInt32.self)
    case .int64: quantize(reals, Int64.self)
    case .uint64: quantize(reals, UInt64.self)
    case .bool: store(reals) { UInt8($0 == 0 ? 0 : 1) }
    default:
      throw RuntimeError(.invalidArgument, "the elements are not numbers", tensor: label, actual: type.name)
    }
  }

  private func store<T: BitwiseCopyable>(_ reals: [Float], _ convert: (Float) -> T) {
    let target = mutablePointer(as: T.self)
    for (index, real) in reals.enumerated() { target[index] = convert(real) }
  }

  private func quantize<T: FixedWidthInteger & BitwiseCopyable>(_ reals: [Float], _ type: T.Type) {
    let channels = channels
    let target = mutablePointer(as: T.self)
    for (index, real) in reals.enumerated() {
      let (scale, zeroPoint) = channels?.parameters(of: index) ?? (1, 0)
      let level = (Double(real) / Double(scale == 0 ? 1 : scale)).rounded() + Double(zeroPoint)
      target[index] =
        level.isNaN
        ? T(clamping: zeroPoint) : level <= Double(T.min) ? T.min : level >= Double(T.max) ? T.max : T(level)
    }
  }

  /// The quantization parameters of elements by their places.
  private struct Channels {
    let quantization: Quantization
    /// Elements from one of a channel to the first of the next.
    let inner: Int

    func parameters(of index: Int) -> (scale: Float, zeroPoint: Int) {
      let count = quantization.scales.count
      let channel = count == 1 ? 0 : index / inner % count
      return (quantization.scales[channel], quantization.zeroPoints[channel])
    }
  }

  /// Nil where the elements are the numbers as they are.
  private var channels: Channels? {
    guard let quantization, !quantization.scales.isEmpty, quantization.scales.count == quantization.zeroPoints.count
    else { return nil }
    let count = quantization.scales.count
    if count == 1 { return Channels(quantization: quantization, inner: 1) }
    guard shape.dimensions.indices.contains(quantization.axis), shape[quantization.axis] == count else { return nil }
    return Channels(quantization: quantization, inner: max(1, shape.product(quantization.axis + 1..<rank)))
  }

  private func affine<T: FixedWidthInteger>(_ values: UnsafeBufferPointer<T>) -> [Float] {
    guard let channels else { return values.map { Float($0) } }
    return values.enumerated().map { index, value in
      let (scale, zeroPoint) = channels.parameters(of: index)
      return scale * (Float(value) - Float(zeroPoint))
    }
  }
}
