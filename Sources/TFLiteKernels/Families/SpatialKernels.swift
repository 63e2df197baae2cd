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
  }
}
