import TFLiteKernels

#if TFLITE_TIERS
#if arch(x86_64)
import TFLiteKernelsAVX2
import TFLiteKernelsAVX512
import TFLiteKernelsAVXVNNI
#elseif arch(arm64)
import TFLiteKernelsDot
import TFLiteKernelsI8MM
#endif
#endif

// The families of values along lines; see `KernelFamilies+Layers`.

/// Softmax and layer normalization of rows.
package struct NormalizationKernels: Sendable {
  let tier: KernelSet.Tier

  /// Softmax of float32 rows, in place if wanted: `(input, output, depth, beta, rowBegin, rowEnd)`.
  package var softmaxFloat: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Float, Int, Int) -> Void
  {
    switch tier {
    case .reference: ReferenceKernels.Normalization.softmaxFloat
    case .baseline: Baseline.Normalization.softmaxFloat
    case .first, .bytes: FirstTier.Normalization.softmaxFloat
    case .last: LastTier.Normalization.softmaxFloat
    }
  }
  /// Log-softmax of float32 rows, in place if wanted: `(input, output, depth, rowBegin, rowEnd)`.
  package var logSoftmaxFloat: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int, Int) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Normalization.logSoftmaxFloat
    case .baseline: Baseline.Normalization.logSoftmaxFloat
    case .first, .bytes: FirstTier.Normalization.logSoftmaxFloat
    case .last: LastTier.Normalization.logSoftmaxFloat
    }
  }
  /// Layer normalization of float32 rows: `(arguments, rowBegin, rowEnd)`.
  package var layer: @Sendable (NormalizationArguments, Int, Int) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Normalization.layer
    case .baseline: Baseline.Normalization.layer
    case .first, .bytes: FirstTier.Normalization.layer
    case .last: LastTier.Normalization.layer
    }
  }
  /// Log-softmax of uint8 rows.
  package var logSoftmaxUInt8: LogSoftmaxKernel<UInt8> {
    switch tier {
    case .reference: ReferenceKernels.Normalization.logSoftmaxUInt8
    case .baseline: Baseline.Normalization.logSoftmaxUInt8
    case .first, .bytes: FirstTier.Normalization.logSoftmaxUInt8
    case .last: LastTier.Normalization.logSoftmaxUInt8
    }
  }
  /// Log-softmax of int8 rows.
  package var logSoftmaxInt8: LogSoftmaxKernel<Int8> {
    switch tier {
    case .reference: ReferenceKernels.Normalization.logSoftmaxInt8
    case .baseline: Baseline.Normalization.logSoftmaxInt8
    case .first, .bytes: FirstTier.Normalization.logSoftmaxInt8
    case .last: LastTier.Normalization.logSoftmaxInt8
    }
  }
  /// Softmax of uint8 rows: `(input, output, depth, table of SoftmaxScaling.fillExponentials, rowBegin, rowEnd)`.
  package var softmaxUInt8:
    @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  {
    switch tier {
    case .reference: ReferenceKernels.Normalization.softmaxUInt8
    case .baseline: Baseline.Normalization.softmaxUInt8
    case .first, .bytes: FirstTier.Normalization.softmaxUInt8
    case .last: LastTier.Normalization.softmaxUInt8
    }
  }
  /// Softmax of int8 rows: `(input, output, depth, table of SoftmaxScaling.fillExponentials, rowBegin, rowEnd)`.
  package var softmaxInt8:
    @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  {
    switch tier {
    case .reference: ReferenceKernels.Normalization.softmaxInt8
    case .baseline: Baseline.Normalization.softmaxInt8
    case .first, .bytes: FirstTier.Normalization.softmaxInt8
    case .last: LastTier.Normalization.softmaxInt8
    }
  }
  /// Softmax of uint8 rows to int16, as `softmaxUInt8`.
  package var softmaxUInt8ToInt16:
    @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  {
    switch tier {
    case .reference: ReferenceKernels.Normalization.softmaxUInt8ToInt16
    case .baseline: Baseline.Normalization.softmaxUInt8ToInt16
    case .first, .bytes: FirstTier.Normalization.softmaxUInt8ToInt16
    case .last: LastTier.Normalization.softmaxUInt8ToInt16
    }
  }
  /// Softmax of int8 rows to int16, as `softmaxInt8`.
  package var softmaxInt8ToInt16:
    @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  {
    switch tier {
    case .reference: ReferenceKernels.Normalization.softmaxInt8ToInt16
    case .baseline: Baseline.Normalization.softmaxInt8ToInt16
    case .first, .bytes: FirstTier.Normalization.softmaxInt8ToInt16
    case .last: LastTier.Normalization.softmaxInt8ToInt16
    }
  }
  /// Softmax of int16 rows.
  package var softmaxInt16: ShortSoftmaxKernel {
    switch tier {
    case .reference: ReferenceKernels.Normalization.softmaxInt16
    case .baseline: Baseline.Normalization.softmaxInt16
    case .first, .bytes: FirstTier.Normalization.softmaxInt16
    case .last: LastTier.Normalization.softmaxInt16
    }
  }
}

/// Reductions of lines, and positions of extrema.
package struct ReductionKernels: Sendable {
  let tier: KernelSet.Tier

  /// The kernel of a reduction, nil where it is not defined on the type. All sets have the same.
  package var lines: @Sendable (ReductionKind, ElementwiseType) -> ReductionKernel? {
    switch tier {
    case .reference: ReferenceKernels.Reduction.lines
    case .baseline: Baseline.Reduction.lines
    case .first, .bytes: FirstTier.Reduction.lines
    case .last: LastTier.Reduction.lines
    }
  }
  /// Sums of float32, as `lines` has them.
  package var sumFloat: ReductionKernel {
    switch tier {
    case .reference: ReferenceKernels.Reduction.sumFloat
    case .baseline: Baseline.Reduction.sumFloat
    case .first, .bytes: FirstTier.Reduction.sumFloat
    case .last: LastTier.Reduction.sumFloat
    }
  }
  /// Sums of int8, as `lines` has them.
  package var sumInt8: ReductionKernel {
    switch tier {
    case .reference: ReferenceKernels.Reduction.sumInt8
    case .baseline: Baseline.Reduction.sumInt8
    case .first, .bytes: FirstTier.Reduction.sumInt8
    case .last: LastTier.Reduction.sumInt8
    }
  }
  /// Sums of uint8, as `lines` has them.
  package var sumUInt8: ReductionKernel {
    switch tier {
    case .reference: ReferenceKernels.Reduction.sumUInt8
    case .baseline: Baseline.Reduction.sumUInt8
    case .first, .bytes: FirstTier.Reduction.sumUInt8
    case .last: LastTier.Reduction.sumUInt8
    }
  }
  /// The kernel that finds extrema, nil where it is not defined on the type. All sets have the same.
  package var position: @Sendable (ReductionKind, ElementwiseType) -> PositionKernel? {
    switch tier {
    case .reference: ReferenceKernels.Reduction.position
    case .baseline: Baseline.Reduction.position
    case .first, .bytes: FirstTier.Reduction.position
    case .last: LastTier.Reduction.position
    }
  }
}
