import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// SOFTMAX over the last axis: `exp(beta * x) / sum(exp(beta * x))`.
///
/// Int8 and uint8 in fixed point, with a result of their own type or int16; int16 by two tables.
final class Softmax {
  private enum Form {
    case float(Float, FloatKernel)
    case half(Float, Scratch)
    /// With the exponentials of 8-bit differences.
    case bytes(ByteKernel, AlignedMemory)
    /// With tables of the exponential and the reciprocal.
    case words(QuantizedMultiplier, ShortSoftmaxKernel, AlignedMemory)
  }

  typealias FloatKernel =
    @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Float, Int, Int) -> Void

  /// The kernel for the types of input and output.
  enum ByteKernel {
    case int8(@Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, Int, UnsafePointer<Int32>, Int, Int) -> Void)
    case uint8(
      @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<Int32>, Int, Int) -> Void)
    case int8ToInt16(
      @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void)
    case uint8ToInt16(
      @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void)
  }

  private var beta: Float
  private var form: Form?
  private var lineWindow: LineWindow?

  private let types: SoftmaxTypes

  /// - Parameter types: those that there are kernels for.
  init(beta: Float, _ types: SoftmaxTypes) { (self.beta, self.types) = (beta, types) }

  convenience init(_ node: OperatorNode, _ types: SoftmaxTypes) {
    self.init(beta: node.options.softmaxOptions?.beta ?? 0, types)
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute,
      lines: LineWork(window: self.lineWindow, execute: execute(_:lines:)), bind: bind,
      fusible: FusibleWork(accepts: accepts, take: take))
  }

  func accepts(_ fusion: Fusion) -> Bool {
    if case .factor(let factor, input: 0) = fusion { (beta * factor).isFinite } else { false }
  }

  func take(_ fusion: Fusion) {
    if case .factor(let factor, _) = fusion { beta *= factor }
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (form, lineWindow) = (nil, nil)
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    let output = try context.output(0)
    try context.expectRank(input, 1...Int.max)
    let form: Form
    switch input.type {
    case .float32:
      try context.expectSameType(output, input)
      form = .float(beta, try context.restricted(types.float, to: .float32)(context.kernels))
    case .float16:
      try context.expectSameType(output, input)
      form = .half(beta, try context.requestScratch(product: input.shape.innermost, 4))
    case .int8, .uint8:
      try context.expect(output, input.type, .int16)
      if input.type == .int8, output.type == .int8 { try expectOutput(context, zeroPoint: -128, scale: 1.0 / 256) }
      let scale = try context.perTensorQuantization(input).scale
      let memory = try context.allocate(4 * LookupTable.count8)
      SoftmaxScaling(beta: Double(beta), inputScale: Double(scale)).fillExponentials(
        memory.base.assumingMemoryBound(to: Int32.self))
      let kernel =
        input.type == .int8
        ? try context.restricted(types.int8, to: .int8) : try context.restricted(types.uint8, to: .uint8)
      form = .bytes(kernel(context.kernels, output.type == .int16), memory)
    case .int16:
      try context.expectSameType(output, input)
      try context.expectSymmetricUnary()
      try expectOutput(context, zeroPoint: 0, scale: 1.0 / 32768)
      let memory = try context.allocate(4 * LookupTable.count16)
      let table = memory.base.assumingMemoryBound(to: Int16.self)
      LookupTable.fillSoftmax(exponential: table, reciprocal: table + LookupTable.count16)
      let scale = try context.perTensorQuantization(input).scale
      form = .words(
        QuantizedMultiplier(Double(scale * beta) / (10.0 / 65535)),
        try context.restricted(types.int16, to: .int16)(context.kernels), memory)
    default: throw context.unsupportedType(input, [.float32, .float16, .int8, .uint8, .int16])
    }
    try context.setShape(input.shape, ofOutput: 0)
    if input.type == output.type { context.allowInPlace(output: 0, input: 0) }
    self.form = form
    if case .half = form { return }
    lineWindow = LineWindow(input.shape, inputs: [0])
  }

  private func expectOutput(_ context: PrepareContext, zeroPoint: Int, scale: Float) throws(RuntimeError) {
    let output = try context.output(0)
    let quantization = try context.perTensorQuantization(output)
    if quantization.zeroPoint != zeroPoint || abs(quantization.scale - scale) > 0.001 * scale {
      throw context.error(
        "wrong quantization of the output", output, expected: "scale \(scale), zero point \(zeroPoint)",
        actual: "scale \(quantization.scale), zero point \(quantization.zeroPoint)")
    }
  }

  private func execute(_ context: ExecuteContext, lines: Range<Int>) throws(RuntimeError) {
    guard let form else { throw context.unprepared }
    let (input, output) = (context.input(0), context.output(0))
    let depth = input.shape.innermost
    let job = Job(
      form: form, depth: depth, input: UnsafeRawPointer(input.data), output: output.data, first: lines.lowerBound)
    context.parallel(job, rows: lines.count, work: Work(depth, .softmax))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let form else { throw context.unprepared }
    let input = context.input(0)
    let output = context.output(0)
    let depth = input.shape.innermost
    if depth == 0 { return }
    let rows = input.elementCount / depth
    if case .half(let beta, let scratch) = form {
      let row = context.scratch(scratch).assumingMemoryBound(to: Float.self)
      return Self.softmaxHalf(
        input.pointer(as: UInt16.self), output.mutablePointer(as: UInt16.self), row, rows: rows, depth: depth, beta)
    }
    let job = Job(form: form, depth: depth, input: UnsafeRawPointer(input.data), output: output.data, first: 0)
    context.parallel(job, rows: rows, work: Work(depth, .softmax))
  }

  /// The only call of the kernel, where one thread computes all lines.
  private func bind(_ context: ExecuteContext) -> BoundCall? {
    let (input, output) = (context.input(0), context.output(0))
    guard let form, lineWindow != nil, input.elementCount > 0 else { return nil }
    let depth = input.shape.innermost
    let job = Job(form: form, depth: depth, input: UnsafeRawPointer(input.data), output: output.data, first: 0)
    return context.bound(job, rows: input.elementCount / depth, work: Work(depth, .softmax))
  }

  /// Exponentials are rounded to half precision before they are divided, their sum is not.
  private static func softmaxHalf(
    _ input: UnsafePointer<UInt16>, _ output: UnsafeMutablePointer<UInt16>, _ row: UnsafeMutablePointer<Float>,
    rows: Int, depth: Int, _ beta: Float
  ) {
    for index in 0..<rows {
      let x = input + index * depth
      let y = output + index * depth
      var largest = -HalfPrecision.largest
      for c in 0..<depth {
        row[c] = HalfPrecision.float(x[c])
        if largest < row[c] { largest = row[c] }
      }
      var sum: Float = 0
      for c in 0..<depth {
        let exponential = MathFunctions.exp((row[c] - largest) * beta)
        row[c] = HalfPrecision.float(HalfPrecision.bits(exponential))
        sum += exponential
      }
      for c in 0..<depth { y[c] = HalfPrecision.bits(row[c] / sum) }
    }
  }

  private struct Job: RowJob {
    let form: Form
    let depth: Int
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    /// The line that counts as row 0.
    let first: Int

    func run(_ lines: Range<Int>) {
      let rows = first &+ lines.lowerBound..<first &+ lines.upperBound
      switch form {
      case .float(let beta, let kernel):
        kernel(
          input.assumingMemoryBound(to: Float.self), output.assumingMemoryBound(to: Float.self), depth, beta,
          rows.lowerBound, rows.upperBound)
      case .bytes(let kernel, let memory):
        runBytes(rows, kernel, UnsafePointer(memory.base.assumingMemoryBound(to: Int32.self)))
      case .words(let scaling, let kernel, let memory):
        kernel(
          input.assumingMemoryBound(to: Int16.self), output.assumingMemoryBound(to: Int16.self), depth, scaling,
          UnsafePointer(memory.base.assumingMemoryBound(to: Int16.self)), rows.lowerBound, rows.upperBound)
      case .half: break
      }
    }

    private func runBytes(_ rows: Range<Int>, _ kernel: ByteKernel, _ exponentials: UnsafePointer<Int32>) {
      let (begin, end) = (rows.lowerBound, rows.upperBound)
      let signed = input.assumingMemoryBound(to: Int8.self)
      let unsigned = input.assumingMemoryBound(to: UInt8.self)
      let words = output.assumingMemoryBound(to: Int16.self)
      switch kernel {
      case .int8(let run):
        run(signed, output.assumingMemoryBound(to: Int8.self), depth, exponentials, begin, end)
      case .uint8(let run):
        run(unsigned, output.assumingMemoryBound(to: UInt8.self), depth, exponentials, begin, end)
      case .int8ToInt16(let run): run(signed, words, depth, exponentials, begin, end)
      case .uint8ToInt16(let run): run(unsigned, words, depth, exponentials, begin, end)
      }
    }
  }
}
