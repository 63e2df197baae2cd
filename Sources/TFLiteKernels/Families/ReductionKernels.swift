/// Reductions of lines, and positions of extrema.
package struct ReductionKernels: Sendable {
  /// The kernel of a reduction, nil where plain loops have to do.
  package var lines: @Sendable (ReductionKind, ElementwiseType) -> ReductionKernel?
  /// The kernel that finds extrema, nil where plain loops have to do.
  package var position: @Sendable (ReductionKind, ElementwiseType) -> PositionKernel?
}

extension ReductionKernels {
  /// The oracle: plain loops.
  package static let reference = ReductionKernels(
    lines: { _, _ in nil },
    position: { _, _ in nil })
}
