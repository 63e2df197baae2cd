import TFLiteKernelSets
import TFLiteKernels

/// The values of a quantized or half precision tensor as float32: DEQUANTIZE and the custom NumericVerify. It does not change,
/// so that reading it counts no references.
final class Dequantizer {
  private let type: ElementType
  private let scales: ChannelScales?
  /// The parameters of all elements, which are whole bytes; nil where they differ, or elements are narrower.
  private let uniform: UniformScale?
  private let kernel: AffineDequantization

  /// - Throws: `unsupported` for types without such values, `invalidOperator` for parameters that do not fit.
  init(_ input: RuntimeTensor, _ context: PrepareContext) throws(RuntimeError) {
    type = input.type
    kernel =
      switch input.type {
      case .int8: context.kernels.quantization.dequantizeInt8
      case .uint8: context.kernels.quantization.dequantizeUInt8
      default: context.kernels.quantization.dequantizeInt16
      }
    switch input.type {
    case .float16: scales = nil
    case .int8, .uint8, .int4, .uint4, .int2: scales = try ChannelScales(input, shape: input.shape, context)
    case .int16:
      scales = try ChannelScales(input, shape: input.shape, context)
      let quantization = try context.perTensorQuantization(input)
      try context.expect(quantization.zeroPoint == 0, "the zero point of int16 is not 0", input)
    default: throw context.unsupportedType(input, [.float16, .int8, .uint8, .int16, .int4, .uint4, .int2])
    }
    uniform = input.type.bitWidth ?? 0 >= 8 ? scales?.uniform : nil
  }

  /// Writes the values of `elements`.
  func run(_ elements: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>) {
    guard let uniform else { return runByChannels(elements, input, output) }
    let first = elements.lowerBound
    kernel(
      input + (type == .int16 ? 2 : 1) &* first, output + first, elements.count, uniform.scale, uniform.zeroPoint)
  }

  @inline(never)
  private func runByChannels(_ elements: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>) {
    guard let scales else {
      let x = input.assumingMemoryBound(to: UInt16.self)
      for i in elements { output[i] = HalfPrecision.float(x[i]) }
      return
    }
    scales.forEachRun(elements) { run, scale, zeroPoint in
      switch type {
      case .int8, .uint8: kernel(input + run.lowerBound, output + run.lowerBound, run.count, scale, zeroPoint)
      case .int16: kernel(input + 2 &* run.lowerBound, output + run.lowerBound, run.count, scale, zeroPoint)
      default:
        let bytes = input.assumingMemoryBound(to: UInt8.self)
        let bits = type == .int2 ? 2 : 4
        for i in run {
          let value = NarrowIntegers.value(bytes, i, bits: bits, isSigned: type != .uint4)
          output[i] = scale * Float(value &- zeroPoint)
        }
      }
    }
  }
}

/// DEQUANTIZE: quantized values, per tensor or per channel, and half precision to float32.
final class Dequantize {
  private var dequantizer = Held<Dequantizer>()

  init(_ node: OperatorNode) {}

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, isElementwise: true,
      lines: LineWork(window: self.lineWindow, execute: execute(_:lines:)), bind: bind)
  }

  private var lineWindow: LineWindow?

  private func execute(_ context: ExecuteContext, lines: Range<Int>) throws(RuntimeError) {
    let length = context.output(0).shape.innermost
    try execute(context, elements: lines.lowerBound &* length..<lines.upperBound &* length)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (dequantizer.object, lineWindow) = (nil, nil)
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(context.output(0), .float32)
    let made = try Dequantizer(input, context)
    try context.setShape(input.shape, ofOutput: 0)
    dequantizer.object = made
    if input.type.bitWidth ?? 0 >= 8 { lineWindow = LineWindow(input.shape, inputs: [0]) }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    try execute(context, elements: 0..<context.output(0).elementCount)
  }

  private func execute(_ context: ExecuteContext, elements: Range<Int>) throws(RuntimeError) {
    guard let dequantizer = dequantizer.lent else { throw context.unprepared }
    context.parallel(
      job(context, dequantizer, first: elements.lowerBound), rows: elements.count, work: Work(1, .function))
  }

  private func bind(_ context: ExecuteContext) -> BoundCall? {
    dequantizer.lent.flatMap {
      context.bound(job(context, $0, first: 0), rows: context.output(0).elementCount, work: Work(1, .function))
    }
  }

  private func job(_ context: ExecuteContext, _ dequantizer: Unmanaged<Dequantizer>, first: Int) -> Job {
    Job(
      dequantizer: dequantizer, input: UnsafeRawPointer(context.input(0).data),
      output: context.output(0).mutablePointer(as: Float.self), first: first)
  }

  private struct Job: RowJob {
    let dequantizer: Unmanaged<Dequantizer>
    let input: UnsafeRawPointer
    let output: UnsafeMutablePointer<Float>
    /// The element that counts as row 0.
    let first: Int

    func run(_ rows: Range<Int>) {
      let elements = first &+ rows.lowerBound..<first &+ rows.upperBound
      dequantizer._withUnsafeGuaranteedRef { $0.run(elements, input, output) }
    }
  }
}
