/// Bilinear interpolation of a line.
package typealias LineInterpolation = @Sendable (InterpolatedLine) -> Void

/// Interpolation of images, and transposition.
package struct SpatialKernels: Sendable {
  /// Bilinear interpolation of floats.
  package var interpolateFloat: LineInterpolation
  /// Bilinear interpolation of uint8.
  package var interpolateUInt8: LineInterpolation
  /// Bilinear interpolation of int8.
  package var interpolateInt8: LineInterpolation
  /// Writes the lines of a matrix as columns.
  package var transpose: @Sendable (Transposition) -> Void
}

extension SpatialKernels {
  /// The oracle: plain loops.
  package static let reference = SpatialKernels(
    interpolateFloat: ReferenceKernels.interpolateFloat,
    interpolateUInt8: ReferenceKernels.interpolateUInt8,
    interpolateInt8: ReferenceKernels.interpolateInt8,
    transpose: ReferenceKernels.transpose)
}
