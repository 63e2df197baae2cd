import TFLiteKernelSets
import TFLiteKernels

/// A convolution of int8 in narrow groups with constant weights, by a kernel that computes several groups at once.
final class GroupedConvolution {
  private let geometry: ConvolutionGeometry
  private let kernel: GroupedByteKernel
  private let weights: PackedWeights<GroupedLayout>
  /// A row of output pixels.
  private let rowWork: Work

  /// - Parameters:
  ///   - parameters: what the product would have.
  ///   - source: the filters, OHWI.
  /// - Returns: nil when the weights are not constant or the kernels have no such form.
  init?(
    _ types: ProductTypes, _ geometry: ConvolutionGeometry, _ parameters: WeightedProduct.Parameters,
    _ source: WeightSource, _ context: PrepareContext
  ) throws(RuntimeError) {
    guard geometry.groups > 1, source.areConstant, case .integer(let quantization, .int8) = parameters,
      let kernel = try context.restricted(types.groupedInt8, to: .int8)(context.kernels), kernel.serves(geometry)
    else { return nil }
    self.geometry = geometry
    self.kernel = kernel
    rowWork = Work(
      geometry.outputWidth &* geometry.outputDepth &* geometry.taps &* geometry.filterDepth,
      .byteProduct(context.kernels))
    weights = try PackedWeights(
      GroupedLayout(kernel: kernel, geometry: geometry, quantization: quantization), source, context)
  }

  func pack(_ context: PackContext) throws(RuntimeError) { try weights.pack(context) }

  var rowWindow: RowWindow? { geometry.rowWindow }

  /// - Parameters:
  ///   - index: where the input stands among the operator's.
  ///   - rows: rows of all images' outputs, counted one image behind the other.
  func execute(_ context: ExecuteContext, input index: Int, rows: Range<Int>) throws(RuntimeError) {
    guard let packed = weights.prepared(context) else { throw context.unprepared }
    let output = context.output(0)
    if output.byteCount == 0 { return }
    let arguments = DepthwiseArguments(
      geometry: geometry, input: UnsafeRawPointer(context.input(index).data), packed: packed, output: output.data)
    let job = GroupedJob(run: kernel.run, arguments: arguments, firstRow: rows.lowerBound)
    context.parallel(job, rows: rows.count, work: rowWork)
  }

  /// All rows.
  func execute(_ context: ExecuteContext, input index: Int) throws(RuntimeError) {
    try execute(context, input: index, rows: 0..<geometry.outputRows)
  }
}

/// The filters as the kernel reads them.
private struct GroupedLayout: WeightLayout {
  let kernel: GroupedByteKernel
  let geometry: ConvolutionGeometry
  let quantization: WeightedQuantization

  var packedSize: Int { kernel.packedSize(geometry) }
  var variant: [Int] { [geometry.groups] }

  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    quantization.withRequantization {
      kernel.pack(
        geometry, weights.assumingMemoryBound(to: Int8.self), bias?.values.assumingMemoryBound(to: Int32.self), $0,
        packed)
    }
  }
}

/// Rows of output pixels over all images.
private struct GroupedJob: RowJob {
  let run: DepthwiseKernel
  let arguments: DepthwiseArguments
  let firstRow: Int

  func run(_ rows: Range<Int>) { run(arguments, firstRow &+ rows.lowerBound, firstRow &+ rows.upperBound) }
}
