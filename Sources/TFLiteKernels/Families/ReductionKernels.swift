/// Reductions of lines, and positions of extrema.
package struct ReductionKernels: Sendable {
  /// The kernel of a reduction, nil where it is not defined on the type. All sets have the same.
  package var lines: @Sendable (ReductionKind, ElementwiseType) -> ReductionKernel?
  /// The kernel that finds extrema, nil where it is not defined on the type. All sets have the same.
  package var position: @Sendable (ReductionKind, ElementwiseType) -> PositionKernel?
}

extension ReductionKernels {
  /// The oracle: plain loops.
  package static let reference = ReductionKernels(
    lines: ReferenceKernels.reduction,
    position: ReferenceKernels.position)
}
