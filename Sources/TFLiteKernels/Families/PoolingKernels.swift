/// A pooling of float32: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias FloatPooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<Float>, UnsafeMutablePointer<Float>, FloatRange, Int, Int) -> Void

/// A pooling of uint8: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias UInt8Pooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, IntegerRange, Int, Int) -> Void

/// A pooling of int8: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias Int8Pooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, IntegerRange, Int, Int) -> Void

/// A pooling of int16: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias Int16Pooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<Int16>, UnsafeMutablePointer<Int16>, IntegerRange, Int, Int) -> Void

/// Pooling of NHWC images.
package struct PoolingKernels: Sendable {
  /// Average pooling of float32; a window without input gives zero.
  package var averageFloat: FloatPooling
  /// Average pooling of uint8, halves away from zero.
  package var averageUInt8: UInt8Pooling
  /// Average pooling of int8, halves away from zero.
  package var averageInt8: Int8Pooling
  /// Average pooling of int16, halves away from zero.
  package var averageInt16: Int16Pooling
  /// Maximum pooling of float32.
  package var maxFloat: FloatPooling
  /// Maximum pooling of uint8.
  package var maxUInt8: UInt8Pooling
  /// Maximum pooling of int8.
  package var maxInt8: Int8Pooling
  /// Maximum pooling of int16.
  package var maxInt16: Int16Pooling
  /// L2 pooling of float32.
  package var l2Float: FloatPooling
}

extension PoolingKernels {
  /// The oracle: plain loops.
  package static let reference = PoolingKernels(
    averageFloat: ReferenceKernels.averagePool,
    averageUInt8: ReferenceKernels.averagePool,
    averageInt8: ReferenceKernels.averagePool,
    averageInt16: ReferenceKernels.averagePool,
    maxFloat: ReferenceKernels.maxPool,
    maxUInt8: ReferenceKernels.maxPool,
    maxInt8: ReferenceKernels.maxPool,
    maxInt16: ReferenceKernels.maxPool,
    l2Float: ReferenceKernels.l2Pool)
}
