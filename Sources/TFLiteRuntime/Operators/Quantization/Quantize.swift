import TFLiteKernelSets
import TFLiteKernels

/// QUANTIZE: float32 to int8, uint8, int16 (per tensor or per channel), int4 or uint4, and integers to integers of
/// another scale.
final class Quantize {
  private enum Form {
    case affine(ChannelScales, IntegerRange, AffineQuantization)
    /// Bytes to bytes, by a table.
    case table(
      AlignedMemory, @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>) -> Void)
    case packed(scale: Float, zeroPoint: Int32, IntegerRange)
    case rescaled(
      @Sendable (RescaledRun) -> Void, RescaledType, RescaledType, QuantizedMultiplier, inputZeroPoint: Int32,
      outputZeroPoint: Int32)
  }

  private var form: Form?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isElementwise: true) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.form = nil
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
    self.form = form
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let form else { throw context.unprepared }
    let input = context.input(0)
    let output = context.output(0)
    let count = output.elementCount
    if case .packed(let scale, let zeroPoint, let range) = form {
      let x = input.pointer(as: Float.self)
      return NarrowIntegers.pack(output.mutablePointer(as: UInt8.self), count, bits: 4) {
        QuantizeKernels.quantize(x[$0], scale: scale, zeroPoint: zeroPoint, range)
      }
    }
    let job = Job(
      form: form, outputType: output.type, input: UnsafeRawPointer(input.data), output: output.data)
    context.parallel(job, rows: count, work: Work(1, .function))
  }

  private struct Job: RowJob {
    let form: Form
    let outputType: ElementType
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer

    func run(_ elements: Range<Int>) {
      switch form {
      case .affine(let scales, let range, let kernel):
        let x = input.assumingMemoryBound(to: Float.self)
        let size = (outputType.bitWidth ?? 8) / 8
        scales.forEachRun(elements) { run, scale, zeroPoint in
          kernel(x + run.lowerBound, output + run.lowerBound &* size, run.count, scale, zeroPoint, range)
        }
      case .table(let table, let lookUp):
        lookUp(
          input.assumingMemoryBound(to: UInt8.self) + elements.lowerBound,
          output.assumingMemoryBound(to: UInt8.self) + elements.lowerBound, elements.count,
          UnsafePointer(table.base.assumingMemoryBound(to: UInt8.self)))
      case .rescaled(let rescale, let from, let to, let multiplier, let inputZeroPoint, let outputZeroPoint):
        rescale(
          RescaledRun(
            input: input + elements.lowerBound &* from.size, inputType: from,
            output: output + elements.lowerBound &* to.size, outputType: to, count: elements.count,
            multiplier: multiplier, inputZeroPoint: inputZeroPoint, outputZeroPoint: outputZeroPoint))
      case .packed: break
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
