/// Log-softmax of rows of 8 bits, in place if wanted: `(input, output, depth, scaling, table of its fillLogarithms, rowBegin,
/// rowEnd)`. Results have a scale of 1/16 and the largest value as zero point.
package typealias LogSoftmaxKernel<Element> =
  @Sendable (UnsafePointer<Element>, UnsafeMutablePointer<Element>, Int, SoftmaxScaling, UnsafePointer<Int32>, Int, Int)
  -> Void

/// Softmax of int16 rows, in place if wanted: `(input, output, depth, scaling, tables, rowBegin, rowEnd)`. The scaling takes
/// differences of inputs to the domain of the exponential's table: input scale times beta times 6553.5. The tables are those of
/// `LookupTable.fillSoftmax`, one after the other. Results have a scale of 2^-15.
package typealias ShortSoftmaxKernel =
  @Sendable (
    UnsafePointer<Int16>, UnsafeMutablePointer<Int16>, Int, QuantizedMultiplier, UnsafePointer<Int16>, Int, Int
  ) -> Void

extension ReferenceKernels {
  /// The oracles of `NormalizationKernels`: plain loops.
  package enum Normalization {
    package static var softmaxFloat:
      @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Float, Int, Int) -> Void
    {
      { ReferenceKernels.softmax($0, $1, depth: $2, beta: $3, $4, $5) }
    }
    package static var logSoftmaxFloat:
      @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int, Int) -> Void
    {
      { ReferenceKernels.logSoftmax($0, $1, depth: $2, $3, $4) }
    }
    package static var layer: @Sendable (NormalizationArguments, Int, Int) -> Void {
      { ReferenceKernels.normalize($0, $1, $2) }
    }
    package static var logSoftmaxUInt8: LogSoftmaxKernel<UInt8> { ReferenceKernels.logSoftmaxUInt8 }
    package static var logSoftmaxInt8: LogSoftmaxKernel<Int8> { ReferenceKernels.logSoftmaxInt8 }
    package static var softmaxUInt8:
      @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    {
      ReferenceKernels.softmaxUInt8
    }
    package static var softmaxInt8:
      @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    {
      ReferenceKernels.softmaxInt8
    }
    package static var softmaxUInt8ToInt16:
      @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    {
      ReferenceKernels.softmaxUInt8ToInt16
    }
    package static var softmaxInt8ToInt16:
      @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    {
      ReferenceKernels.softmaxInt8ToInt16
    }
    package static var softmaxInt16: ShortSoftmaxKernel {
      ReferenceKernels.softmaxInt16
    }
  }
}
