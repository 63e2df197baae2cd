import TFLiteKernels

/// All that an operator does in an invocation, once its operands lie where they stay: one call of a kernel. Networks of small
/// operators would otherwise fetch more memory to find its arguments than to compute.
class BoundCall {
  init() {}

  /// Computes the output.
  func run() {}
}

/// A function of two operands.
final class BoundBinaryCall: BoundCall {
  private let kernel: BinaryKernel
  private let rows: BinaryRows
  private let parameters: ElementwiseParameters

  init(_ kernel: @escaping BinaryKernel, _ rows: BinaryRows, _ parameters: ElementwiseParameters) {
    (self.kernel, self.rows, self.parameters) = (kernel, rows, parameters)
    super.init()
  }

  override func run() { kernel(rows, parameters) }
}

/// A function of one operand.
final class BoundUnaryCall: BoundCall {
  private let kernel: UnaryKernel
  private let input: UnsafeRawPointer
  private let output: UnsafeMutableRawPointer
  private let count: Int
  private let parameters: ElementwiseParameters

  init(
    _ kernel: @escaping UnaryKernel, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int,
    _ parameters: ElementwiseParameters
  ) {
    (self.kernel, self.input, self.output, self.count) = (kernel, input, output, count)
    self.parameters = parameters
    super.init()
  }

  override func run() { kernel(input, output, count, parameters) }
}

/// A function of floats.
final class BoundFloatCall: BoundCall {
  private let function: FloatFunction
  private let input: UnsafePointer<Float>
  private let output: UnsafeMutablePointer<Float>
  private let count: Int

  init(
    _ function: @escaping FloatFunction, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    (self.function, self.input, self.output, self.count) = (function, input, output, count)
    super.init()
  }

  override func run() { function(input, output, count) }
}

/// Bytes that are looked up in a table.
final class BoundLookUpCall: BoundCall {
  private let kernel: ByteLookUpKernel
  private let input: UnsafePointer<UInt8>
  private let output: UnsafeMutablePointer<UInt8>
  private let count: Int
  private let table: UnsafePointer<UInt8>

  init(
    _ kernel: @escaping ByteLookUpKernel, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ count: Int, _ table: UnsafePointer<UInt8>
  ) {
    (self.kernel, self.input, self.output, self.count, self.table) = (kernel, input, output, count, table)
    super.init()
  }

  override func run() { kernel(input, output, count, table) }
}

/// All rows of a job.
private final class BoundJobCall: BoundCall {
  private let work: () -> Void

  init(_ work: @escaping () -> Void) {
    self.work = work
    super.init()
  }

  override func run() { work() }
}

extension ExecuteContext {
  /// The call that `parallel` is; nil where threads share the rows.
  @inline(__always)
  func bound<Job: RowJob>(_ job: Job, rows: Int, work: Work) -> BoundCall? {
    shares(rows: rows, work: work) ? nil : BoundJobCall { job.run(0..<rows) }
  }
}
