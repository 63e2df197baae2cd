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

extension ReferenceKernels {
  /// The oracles of `PoolingKernels`: plain loops.
  package enum Pooling {
    package static var averageFloat: FloatPooling {
      ReferenceKernels.averagePool
    }
    package static var averageUInt8: UInt8Pooling {
      ReferenceKernels.averagePool
    }
    package static var averageInt8: Int8Pooling {
      ReferenceKernels.averagePool
    }
    package static var averageInt16: Int16Pooling {
      ReferenceKernels.averagePool
    }
    package static var maxFloat: FloatPooling {
      ReferenceKernels.maxPool
    }
    package static var maxUInt8: UInt8Pooling {
      ReferenceKernels.maxPool
    }
    package static var maxInt8: Int8Pooling {
      ReferenceKernels.maxPool
    }
    package static var maxInt16: Int16Pooling {
      ReferenceKernels.maxPool
    }
    package static var l2Float: FloatPooling {
      ReferenceKernels.l2Pool
    }
  }
}
