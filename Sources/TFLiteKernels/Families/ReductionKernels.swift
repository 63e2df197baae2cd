extension ReferenceKernels {
  /// The oracles of `ReductionKernels`: plain loops.
  package enum Reduction {
    package static var lines: @Sendable (ReductionKind, ElementwiseType) -> ReductionKernel? {
      ReferenceKernels.reduction
    }
    package static var position: @Sendable (ReductionKind, ElementwiseType) -> PositionKernel? {
      ReferenceKernels.position
    }
  }
}
