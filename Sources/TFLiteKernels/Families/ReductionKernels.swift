extension ReferenceKernels {
  /// The oracles of `ReductionKernels`: plain loops.
  package enum Reduction {
    package static var lines: @Sendable (ReductionKind, ElementwiseType) -> ReductionKernel? {
      ReferenceKernels.reduction
    }
    package static var sumFloat: ReductionKernel { ReferenceKernels.sumFloat }
    package static var sumInt8: ReductionKernel { ReferenceKernels.sumInt8 }
    package static var sumUInt8: ReductionKernel { ReferenceKernels.sumUInt8 }
    package static var position: @Sendable (ReductionKind, ElementwiseType) -> PositionKernel? {
      ReferenceKernels.position
    }
  }
}
