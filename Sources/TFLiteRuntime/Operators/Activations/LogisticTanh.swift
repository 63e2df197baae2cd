import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// LOGISTIC, `1 / (1 + exp(-x))`, and TANH. Int8 and uint8 by table; int16 by interpolation in a table of the logistic
/// function, with an output scale of 2^-15.
final class LogisticTanh {
  private let isTanh: Bool
  private let map = UnaryMap()
  private var scaling: IntegerActivationScaling?
  /// For int16.
  private var kernel: ShortSigmoidKernel?
  /// The interpolated table, for int16.
  private var sigmoid: AlignedMemory?

  init(_ node: OperatorNode) { isTanh = node.code == .tanh }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true, computesInJobs: true,
      rowWindow: self.scaling == nil ? self.map.rowWindow : nil,
      lines: LineWork(window: self.scaling == nil ? self.map.lines.window() : nil, execute: map.lines.execute),
      bind: { [self] in scaling == nil ? map.bind($0) : nil }, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (scaling, kernel) = (nil, nil)
    try context.expectUnary()
    let input = try context.input(0)
    switch input.type {
    case .float32:
      try map.prepare(context, floats: isTanh ? context.kernels.elementwise.tanh : context.kernels.elementwise.logistic)
    case .float16, .bfloat16:
      try map.prepare(
        context, input.type.elementwise.flatMap { context.kernels.elementwise.unary(isTanh ? .tanh : .logistic, $0) })
    case .int8, .uint8:
      if isTanh { return try map.prepare(context, reals: { MathFunctions.tanh($0) }) }
      try expectOutputScale(context, 1.0 / 256)
      try map.prepare(context, reals: { 1 / (1 + MathFunctions.exp(-$0)) })
    case .int16:
      try context.expectSymmetricUnary()
      let scale = try context.perTensorQuantization(input).scale
      let scaling: IntegerActivationScaling
      if isTanh {
        let output = try context.output(0)
        let log2 = IntegerActivationScaling.powerOfTwo(try context.perTensorQuantization(output).scale)
        if !log2.isExact || log2.exponent != -15 {
          throw context.error(
            "wrong scale of the output", output, expected: "2^-15", actual: "\(output.quantization?.scale ?? 0)")
        }
        scaling = IntegerActivationScaling(tanhInputScale: scale)
      } else {
        try expectOutputScale(context, 1.0 / 32768)
        scaling = IntegerActivationScaling(logisticInputScale: scale)
      }
      let sigmoid = self.sigmoid ?? AlignedMemory(small: 512)
      LookupTable.fillSigmoid(sigmoid.base.assumingMemoryBound(to: UInt16.self))
      self.sigmoid = sigmoid
      try context.setShape(input.shape, ofOutput: 0)
      context.allowInPlace(output: 0, input: 0)
      self.scaling = scaling
      kernel = isTanh ? context.kernels.elementwise.tanhInt16 : context.kernels.elementwise.logisticInt16
    default: throw context.unsupportedType(input, [.float32, .float16, .bfloat16, .int8, .uint8, .int16])
    }
  }

  private func expectOutputScale(_ context: PrepareContext, _ scale: Float) throws(RuntimeError) {
    let output = try context.output(0)
    let found = try context.perTensorQuantization(output).scale
    if found != scale {
      throw context.error("wrong scale of the output", output, expected: "\(scale)", actual: "\(found)")
    }
  }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let scaling, let kernel, let sigmoid else { return try map.execute(context) }
    let job = Job(
      kernel: kernel, scaling: scaling, table: UnsafePointer(sigmoid.base.assumingMemoryBound(to: UInt16.self)),
      input: context.input(0).pointer(as: Int16.self), output: context.output(0).mutablePointer(as: Int16.self))
    context.parallel(job, rows: context.output(0).elementCount, work: Work(1, .function))
  }

  private struct Job: RowJob {
    let kernel: ShortSigmoidKernel
    let scaling: IntegerActivationScaling
    let table: UnsafePointer<UInt16>
    let input: UnsafePointer<Int16>
    let output: UnsafeMutablePointer<Int16>

    func run(_ elements: Range<Int>) {
      kernel(input + elements.lowerBound, output + elements.lowerBound, elements.count, scaling, table)
    }
  }
}
