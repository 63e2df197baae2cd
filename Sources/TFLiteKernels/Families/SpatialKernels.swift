/// Bilinear interpolation of a line.
package typealias LineInterpolation = @Sendable (InterpolatedLine) -> Void

extension ReferenceKernels {
  /// The oracles of `SpatialKernels`: plain loops.
  package enum Spatial {
    package static var interpolateFloat: LineInterpolation {
      ReferenceKernels.interpolateFloat
    }
    package static var interpolateUInt8: LineInterpolation {
      ReferenceKernels.interpolateUInt8
    }
    package static var interpolateInt8: LineInterpolation {
      ReferenceKernels.interpolateInt8
    }
    package static var transpose: @Sendable (Transposition) -> Void {
      ReferenceKernels.transpose
    }
    package static var realFourier: @Sendable (RealFourier) -> Void {
      { ReferenceKernels.transform($0) }
    }
    package static var complexFourier: @Sendable (ComplexFourier) -> Void {
      { ReferenceKernels.transform($0) }
    }
  }
}
