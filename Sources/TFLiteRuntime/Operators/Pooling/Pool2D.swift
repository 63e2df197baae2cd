import TFLiteKernels
import TFLiteSchema

/// AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D over NHWC images; padding never counts.
final class Pool2D: Operator {
  enum Kind {
    case average
    case max
    /// The root of the mean of squares.
    case l2
  }

  private let kind: Kind
  private let window: WindowOptions
  private let filterHeight: Int
  private let filterWidth: Int
  private let activation: FusedActivation

  private var geometry: ConvolutionGeometry?
  private var floatRange = FloatRange(.none)
  private var integerRange = IntegerRange.int8

  init(_ kind: Kind, _ node: OperatorNode) {
    self.kind = kind
    let options = node.options(Schema.Pool2DOptions.self)
    window = WindowOptions(
      padding: options?.padding ?? .same, strideHeight: Int(options?.strideH ?? 0),
      strideWidth: Int(options?.strideW ?? 0))
    filterHeight = Int(options?.filterHeight ?? 0)
    filterWidth = Int(options?.filterWidth ?? 0)
    activation = FusedActivation(options?.fusedActivationFunction)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    let output = try context.output(0)
    if kind == .l2 {
      try context.expect(input, .float32)
    } else {
      try context.expect(input, .float32, .uint8, .int8, .int16)
    }
    try context.expectSameType(output, input)
    try context.expectRank(input, 4)
    let geometry = try window.geometry(
      input, filterHeight: filterHeight, filterWidth: filterWidth, outputDepth: input.shape[3], groups: input.shape[3],
      context)
    if input.type == .float32 {
      floatRange = FloatRange(activation)
    } else {
      integerRange = try context.activationRange(activation, of: output)
    }
    self.geometry = geometry
    try context.setShape(geometry.outputShape, ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) {
    guard let geometry else { return }
    let input = context.input(0)
    let job = PoolJob(
      kind: kind, geometry: geometry, type: input.type, input: input.data, output: context.output(0).data,
      floatRange: floatRange, integerRange: integerRange)
    let rowWork = geometry.outputWidth &* geometry.outputDepth &* geometry.taps
    context.parallel(job, rows: geometry.outputRows, grain: max(1, (1 << 15) / max(1, rowWork)))
  }

  /// Rows of output pixels over all images.
  private struct PoolJob: RowJob {
    let kind: Kind
    let geometry: ConvolutionGeometry
    let type: ElementType
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    let floatRange: FloatRange
    let integerRange: IntegerRange

    func run(_ rows: Range<Int>) {
      let (begin, end) = (rows.lowerBound, rows.upperBound)
      switch type {
      case .float32:
        let source = input.assumingMemoryBound(to: Float.self)
        let target = output.assumingMemoryBound(to: Float.self)
        switch kind {
        case .average: ReferenceKernels.averagePool(geometry, source, target, floatRange, begin, end)
        case .max: ReferenceKernels.maxPool(geometry, source, target, floatRange, begin, end)
        case .l2: ReferenceKernels.l2Pool(geometry, source, target, floatRange, begin, end)
        }
      case .uint8:
        let source = input.assumingMemoryBound(to: UInt8.self)
        let target = output.assumingMemoryBound(to: UInt8.self)
        if kind == .average {
          ReferenceKernels.averagePool(geometry, source, target, integerRange, begin, end)
        } else {
          ReferenceKernels.maxPool(geometry, source, target, integerRange, begin, end)
        }
      case .int8:
        let source = input.assumingMemoryBound(to: Int8.self)
        let target = output.assumingMemoryBound(to: Int8.self)
        if kind == .average {
          ReferenceKernels.averagePool(geometry, source, target, integerRange, begin, end)
        } else {
          ReferenceKernels.maxPool(geometry, source, target, integerRange, begin, end)
        }
      default:
        let source = input.assumingMemoryBound(to: Int16.self)
        let target = output.assumingMemoryBound(to: Int16.self)
        if kind == .average {
          ReferenceKernels.averagePool(geometry, source, target, integerRange, begin, end)
        } else {
          ReferenceKernels.maxPool(geometry, source, target, integerRange, begin, end)
        }
      }
    }
  }
}
