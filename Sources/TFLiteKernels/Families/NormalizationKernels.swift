/// Softmax and layer normalization of rows.
package struct NormalizationKernels: Sendable {
  /// Softmax of float32 rows, in place if wanted: `(input, output, depth, beta, rowBegin, rowEnd)`.
  package var softmaxFloat: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Float, Int, Int) -> Void
  /// Log-softmax of float32 rows, in place if wanted: `(input, output, depth, rowBegin, rowEnd)`.
  package var logSoftmaxFloat: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int, Int) -> Void
  /// Layer normalization of float32 rows: `(arguments, rowBegin, rowEnd)`.
  package var layer: @Sendable (NormalizationArguments, Int, Int) -> Void
  /// Softmax of uint8 rows: `(input, output, depth, table of SoftmaxScaling.fillExponentials, rowBegin, rowEnd)`.
  package var softmaxUInt8:
    @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  /// Softmax of int8 rows: `(input, output, depth, table of SoftmaxScaling.fillExponentials, rowBegin, rowEnd)`.
  package var softmaxInt8:
    @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  /// Softmax of uint8 rows to int16, as `softmaxUInt8`.
  package var softmaxUInt8ToInt16:
    @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  /// Softmax of int8 rows to int16, as `softmaxInt8`.
  package var softmaxInt8ToInt16:
    @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
}

extension NormalizationKernels {
  /// The oracle: plain loops.
  package static let reference = NormalizationKernels(
    softmaxFloat: { ReferenceKernels.softmax($0, $1, depth: $2, beta: $3, $4, $5) },
    logSoftmaxFloat: { ReferenceKernels.logSoftmax($0, $1, depth: $2, $3, $4) },
    layer: { ReferenceKernels.normalize($0, $1, $2) },
    softmaxUInt8: ReferenceKernels.softmaxUInt8,
    softmaxInt8: ReferenceKernels.softmaxInt8,
    softmaxUInt8ToInt16: ReferenceKernels.softmaxUInt8ToInt16,
    softmaxInt8ToInt16: ReferenceKernels.softmaxInt8ToInt16)
}
