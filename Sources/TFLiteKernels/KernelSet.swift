// Conventions of every kernel in this module.
//
// A kernel is a function on pointers, counts, strides and one small parameter struct. It does not throw, allocate, lock
// or spawn, and it knows no tensor. Its contract stands in asserts. Work is split by the caller into half-open ranges of
// rows (and, for matrix products, of columns on tile boundaries); every output is computed by the same operations in the
// same order however the ranges fall, so results are bit-identical for any split. Empty ranges are legal. Inputs and
// outputs of one call do not overlap unless the kernel says it works in place. Packed buffers are 64-byte aligned.
// Integer results equal TFLite's reference kernels bit for bit. Float results differ from them only by rounding.

/// A product of float32 rows with constant or packed-on-the-fly float32 weights.
package struct FloatMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias and clamp: `(shape, weights, bias, range, packed)`.
  package var pack:
    @Sendable (MatrixShape, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutableRawPointer) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// A product of 8-bit rows with 8-bit weights of the same type, exact as TFLite's reference.
package struct ByteMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights (uint8 by bit pattern), bias and requantization: `(shape, weights, bias, q, outputType, packed)`.
  package var pack:
    @Sendable (
      MatrixShape, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, MatrixOutputType, UnsafeMutableRawPointer
    ) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// A product of int16 rows with int8 weights and an int16 result, exact as TFLite's reference.
package struct Int16MatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias and requantization: `(shape, weights, bias, q, packed)`.
  package var pack:
    @Sendable (MatrixShape, UnsafePointer<Int8>, WideBias, Requantization, UnsafeMutableRawPointer) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// A product of dynamically quantized int8 rows with int8 weights and a float32 result.
package struct HybridMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias, weight scales (per channel or one) and clamp:
  /// `(shape, weights, bias, scales, isPerChannel, range, packed)`.
  package var pack:
    @Sendable (
      MatrixShape, UnsafePointer<Int8>, UnsafePointer<Float>?, UnsafePointer<Float>, Bool, FloatRange,
      UnsafeMutableRawPointer
    ) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`; `rowParameters` must be set.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// The hot kernels as function values, all of one processor tier.
///
/// An operator picks its kernels in prepare, once. Packed data belong to the set whose `pack` wrote them.
package struct KernelSet: Sendable {
  /// The set's name: `reference`, `portable` or a tier.
  package var name: StaticString

  /// Float32 matrix products: fully connected operators, convolutions, batch matmul.
  package var matrixFloat: FloatMatrixKernel
  /// Int8 matrix products.
  package var matrixInt8: ByteMatrixKernel
  /// Uint8 matrix products.
  package var matrixUInt8: ByteMatrixKernel
  /// Int16 by int8 matrix products.
  package var matrixInt16: Int16MatrixKernel
  /// Dynamically quantized matrix products.
  package var matrixHybrid: HybridMatrixKernel
}

extension KernelSet {
  /// The oracle: plain loops.
  package static let reference = KernelSet(
    name: "reference",
    matrixFloat: FloatMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeFloat, pack: ReferenceKernels.packFloat,
      run: ReferenceKernels.runFloat),
    matrixInt8: ByteMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packByte,
      run: ReferenceKernels.runInt8),
    matrixUInt8: ByteMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packByte,
      run: ReferenceKernels.runUInt8),
    matrixInt16: Int16MatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packInt16,
      run: ReferenceKernels.runInt16),
    matrixHybrid: HybridMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packHybrid,
      run: ReferenceKernels.runHybrid))

  /// The vector kernels compiled for the processor family's baseline.
  package static let portable = reference

  /// The fastest set that this processor runs.
  package static let best = portable
}
