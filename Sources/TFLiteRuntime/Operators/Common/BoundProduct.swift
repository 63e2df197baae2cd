import TFLiteKernels

/// Filters of channels by themselves.
final class BoundDepthwiseCall: BoundCall {
  private let kernel: DepthwiseKernel
  private let arguments: DepthwiseArguments
  private let rows: Int

  init(_ kernel: @escaping DepthwiseKernel, _ arguments: DepthwiseArguments, rows: Int) {
    (self.kernel, self.arguments, self.rows) = (kernel, arguments, rows)
    super.init()
  }

  override func run() { kernel(arguments, 0, rows) }
}

/// A product of packed weights, computed by one thread.
final class BoundProductCall: BoundCall {
  private let kernel: ProductKernel
  private let arguments: MatrixArguments
  private let rows: Int
  /// Float rows that are quantized first.
  private let quantization: BoundQuantization?

  init(_ kernel: @escaping ProductKernel, _ arguments: MatrixArguments, rows: Int, _ quantization: BoundQuantization?) {
    (self.kernel, self.arguments, self.rows, self.quantization) = (kernel, arguments, rows, quantization)
    super.init()
  }

  override func run() {
    quantization?.run()
    kernel(arguments, 0, rows, 0, arguments.shape.columns)
  }
}
