import TFLiteKernelSets
import TFLiteKernels

/// QUANTIZE: float32 to int8, uint8, int16 (per tensor or per channel), int4 or uint4, and integers to integers of
/// another scale.
final class Quantize {
  private enum Form {
    case affine(ChannelScales, IntegerRange, AffineQuantization)
    /// Bytes to bytes, by a table.
    case table(AlignedMemory, ByteLookUpKernel)
    case packed(scale: Float, zeroPoint: Int32, IntegerRange)
    case rescaled(
      @Sendable (RescaledRun) -> Void, RescaledType, RescaledType, QuantizedMultiplier, inputZeroPoint: Int32,
      outputZeroPoint: Int32)
  }

  private var plan = Held<Plan>()

  init(_ node: OperatorNode) {}

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, isElementwise: true,
      lines: LineWork(window: self.lineWindow, execute: execute(_:lines:)), bind: bind)
  }

  private var lineWindow: LineWindow?

  private func execute(_ context: ExecuteContext, lines: Range<Int>) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    let (input, output) = (context.input(0), context.output(0))
    let length = output.shape.innermost
    let job = Job(
      plan: plan, input: UnsafeRawPointer(input.data), output: output.data, first: lines.lowerBound &* length)
    context.parallel(job, rows: lines.count &* length, work: Work(1, .function))
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (plan.object, lineWindow) = (nil, nil)
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    let output = try context.output(0)
    let form: Form
    switch (input.type, output.type) {
    case (.float32, .int8), (.float32, .uint8), (.float32, .int16):
      let scales = try ChannelScales(output, shape: input.shape, context)
      let kernel: AffineQuantization =
        switch output.type {
        case .int8: context.kernels.quantization.quantizeInt8
        case .uint8: context.kernels.quantization.quantizeUInt8
        default: context.kernels.quantization.quantizeInt16
        }
      form = .affine(scales, try context.activationRange(.none, of: output), kernel)
    case (.float32, .int4), (.float32, .uint4):
      let quantization = try context.perTensorQuantization(output)
      let range = output.type == .int4 ? IntegerRange(lower: -8, upper: 7) : IntegerRange(lower: 0, upper: 15)
      form = .packed(
        scale: quantization.scale, zeroPoint: Int32(truncatingIfNeeded: quantization.zeroPoint), range)
    case (.int8, .int8), (.int8, .uint8), (.int8, .int16), (.uint8, .int8), (.uint8, .uint8), (.uint8, .int16),
      (.int16, .int8), (.int16, .int16), (.int16, .int32), (.int32, .int8), (.int32, .int16):
      if input.type == .int16, output.type == .int16 { try context.expectSymmetricUnary() }
      let from = try context.perTensorQuantization(input)
      let to = try context.perTensorQuantization(output)
      let multiplier = QuantizedMultiplier(Double(from.scale) / Double(to.scale))
      let inputZeroPoint = Int32(truncatingIfNeeded: from.zeroPoint)
      let outputZeroPoint = Int32(truncatingIfNeeded: to.zeroPoint)
      if input.type.bitWidth == 8, output.type.bitWidth == 8 {
        let table = try context.allocate(LookupTable.count8)
        let bytes = table.base.assumingMemoryBound(to: UInt8.self)
        let range = try context.activationRange(.none, of: output)
        for index in 0..<LookupTable.count8 {
          let value = input.type == .int8 ? Int32(Int8(truncatingIfNeeded: index)) : Int32(index)
          let scaled = multiplier.apply(to: value &- inputZeroPoint) &+ outputZeroPoint
          bytes[index] = UInt8(truncatingIfNeeded: range.clamp(scaled))
        }
        form = .table(table, context.kernels.elementwise.lookUp)
      } else {
        guard let source = input.type.rescaled else { throw context.unsupportedType(input) }
        guard let target = output.type.rescaled else { throw context.unsupportedType(output) }
        form = .rescaled(
          context.kernels.quantization.rescale, source, target, multiplier, inputZeroPoint: inputZeroPoint,
          outputZeroPoint: outputZeroPoint)
      }
    case (.float32, _), (.int8, _), (.uint8, _), (.int16, _), (.int32, _): throw context.unsupportedType(output)
    default: throw context.unsupportedType(input, [.float32, .int8, .uint8, .int16, .int32])
    }
    try context.setShape(input.shape, ofOutput: 0)
    if input.type.bitWidth == output.type.bitWidth { context.allowInPlace(output: 0, input: 0) }
    plan.object = Plan(form, outputType: output.type)
    if case .packed = form { return }
    lineWindow = LineWindow(input.shape, inputs: [0])
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    let input = context.input(0)
    let output = context.output(0)
    let count = output.elementCount
    let isDone = plan._withUnsafeGuaranteedRef { plan in
      guard let packing = plan.packing else { return false }
      let x = input.pointer(as: Float.self)
      NarrowIntegers.pack(output.mutablePointer(as: UInt8.self), count, bits: 4) {
        QuantizeKernels.quantize(x[$0], scale: packing.scale, zeroPoint: packing.zeroPoint, packing.range)
      }
      return true
    }
    if isDone { return }
    context.parallel(job(context, plan), rows: count, work: Work(1, .function))
  }

  private func bind(_ context: ExecuteContext) -> BoundCall? {
    guard let plan = plan.object, plan.packing == nil else { return nil }
    return context.bound(
      job(context, .passUnretained(plan)), rows: context.output(0).elementCount, work: Work(1, .function))
  }

  private func job(_ context: ExecuteContext, _ plan: Unmanaged<Plan>) -> Job {
    Job(plan: plan, input: UnsafeRawPointer(context.input(0).data), output: context.output(0).data, first: 0)
  }

  private struct Job: RowJob {
    let plan: Unmanaged<Plan>
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    /// The element that counts as row 0.
    let first: Int

    func run(_ rows: Range<Int>) {
      let elements = first &+ rows.lowerBound..<first &+ rows.upperBound
      plan._withUnsafeGuaranteedRef { $0.run(elements, input, output) }
    }
  }

  /// What is done. It does not change, so that reading it counts no references.
  private final class Plan {
    private let form: Form
    private let outputSize: Int
    // One of these is set where it is enough.
    /// Parameters of all elements.
    private let uniform: Uniform?
    private let table: UnsafePointer<UInt8>?
    /// To half bytes.
    let packing: Packing?
    private let affine: AffineQuantization?
    private let lookUp: ByteLookUpKernel?

    struct Uniform {
      let scale: UniformScale
      let range: IntegerRange
    }

    struct Packing {
      let scale: Float
      let zeroPoint: Int32
      let range: IntegerRange
    }

    init(_ form: Form, outputType: ElementType) {
      self.form = form
      outputSize = (outputType.bitWidth ?? 8) / 8
      if case .affine(let scales, let range, let kernel) = form, let scale = scales.uniform {
        (uniform, affine) = (Uniform(scale: scale, range: range), kernel)
      } else {
        (uniform, affine) = (nil, nil)
      }
      if case .table(let memory, let kernel) = form {
        (table, lookUp) = (UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self)), kernel)
      } else {
        (table, lookUp) = (nil, nil)
      }
      if case .packed(let scale, let zeroPoint, let range) = form {
        packing = Packing(scale: scale, zeroPoint: zeroPoint, range: range)
      } else {
        packing = nil
      }
    }

    func run(_ elements: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer) {
      let first = elements.lowerBound
      if let affine, let uniform {
        affine(
          input.assumingMemoryBound(to: Float.self) + first, output + first &* outputSize, elements.count,
          uniform.scale.scale, uniform.scale.zeroPoint, uniform.range)
      } else if let lookUp, let table {
        lookUp(
          input.assumingMemoryBound(to: UInt8.self) + first, output.assumingMemoryBound(to: UInt8.self) + first,
          elements.count, table)
      } else {
        runSlowly(elements, input, output)
      }
    }

    @inline(never)
    private func runSlowly(_ elements: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer) {
      switch form {
      case .affine(let scales, let range, let kernel):
        let x = input.assumingMemoryBound(to: Float.self)
        scales.forEachRun(elements) { run, scale, zeroPoint in
          kernel(x + run.lowerBound, output + run.lowerBound &* outputSize, run.count, scale, zeroPoint, range)
        }
      case .rescaled(let rescale, let from, let to, let multiplier, let inputZeroPoint, let outputZeroPoint):
        rescale(
          RescaledRun(
            input: input + elements.lowerBound &* from.size, inputType: from,
            output: output + elements.lowerBound &* to.size, outputType: to, count: elements.count,
            multiplier: multiplier, inputZeroPoint: inputZeroPoint, outputZeroPoint: outputZeroPoint))
      case .packed, .table: break
      }
    }
  }
}

extension ElementType {
  /// The integers that are rescaled; nil for other types.
  fileprivate var rescaled: RescaledType? {
    switch self {
    case .int8: .int8
    case .uint8: .uint8
    case .int16: .int16
    case .int32: .int32
    default: nil
    }
  }
}
