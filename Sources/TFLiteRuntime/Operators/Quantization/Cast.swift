import TFLiteKernelSets
import TFLiteKernels

/// CAST: numbers converted to another type, as `CastKernels` states; int4, uint4 and int2 from and to float32 only.
final class Cast {
  private enum Form {
    case plain(ElementwiseType, ElementwiseType)
    /// Narrow integers to float32.
    case widened(AffineDequantization)
    /// By a kernel of the set.
    case direct(ConversionKernel)
    case unpack(bits: Int, isSigned: Bool)
    case pack(bits: Int, lower: Float, upper: Float)
  }

  private var plan: Plan?

  private struct Plan {
    let form: Form
    /// Bytes of an element of input and output.
    let sizes: (Int, Int)
  }

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isElementwise: true) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    let output = try context.output(0)
    var form: Form
    switch (input.type, output.type) {
    case (.int4, .float32): form = .unpack(bits: 4, isSigned: true)
    case (.uint4, .float32): form = .unpack(bits: 4, isSigned: false)
    case (.int2, .float32): form = .unpack(bits: 2, isSigned: true)
    case (.float32, .int4): form = .pack(bits: 4, lower: -8, upper: 7)
    case (.float32, .uint4): form = .pack(bits: 4, lower: 0, upper: 15)
    case (.float32, .int2): form = .pack(bits: 2, lower: -2, upper: 1)
    default:
      guard let from = input.type.elementwise else { throw context.unsupportedType(input) }
      guard let to = output.type.elementwise else {
        throw context.unsupportedType(output)
      }
      form = .plain(from, to)
      switch (from, to) {
      case (.int8, .float32): form = .widened(context.kernels.quantization.dequantizeInt8)
      case (.uint8, .float32), (.bool, .float32): form = .widened(context.kernels.quantization.dequantizeUInt8)
      case (.int16, .float32): form = .widened(context.kernels.quantization.dequantizeInt16)
      default:
        if let kernel = context.kernels.elementwise.convert(from, to) { form = .direct(kernel) }
      }
    }
    try context.setShape(input.shape, ofOutput: 0)
    plan = Plan(form: form, sizes: ((input.type.bitWidth ?? 8) / 8, (output.type.bitWidth ?? 8) / 8))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let job = Job(
      form: plan.form, sizes: plan.sizes, input: UnsafeRawPointer(context.input(0).data),
      output: context.output(0).data)
    let count = context.output(0).elementCount
    if case .pack = plan.form {
      // Two elements may share a byte.
      job.run(0..<count)
    } else {
      context.parallel(job, rows: count, work: Work(1, .function))
    }
  }

  private struct Job: RowJob {
    let form: Form
    let sizes: (Int, Int)
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer

    func run(_ elements: Range<Int>) {
      switch form {
      case .plain(let from, let to):
        _ = CastKernels.cast(
          input + elements.lowerBound &* sizes.0, from, output + elements.lowerBound &* sizes.1, to, elements.count)
      case .widened(let kernel):
        kernel(
          input + elements.lowerBound &* sizes.0, output.assumingMemoryBound(to: Float.self) + elements.lowerBound,
          elements.count,
          1, 0)
      case .direct(let kernel):
        kernel(input + elements.lowerBound &* sizes.0, output + elements.lowerBound &* sizes.1, elements.count)
      case .unpack(let bits, let isSigned):
        let x = input.assumingMemoryBound(to: UInt8.self)
        let y = output.assumingMemoryBound(to: Float.self)
        for i in elements { y[i] = Float(NarrowIntegers.value(x, i, bits: bits, isSigned: isSigned)) }
      case .pack(let bits, let lower, let upper):
        let x = input.assumingMemoryBound(to: Float.self)
        NarrowIntegers.pack(output.assumingMemoryBound(to: UInt8.self), elements.count, bits: bits) {
          let limited = x[$0] < upper ? x[$0] : upper
          return Int32(lower < limited ? limited : lower)
        }
      }
    }
  }
}
