import TFLiteKernelSets
import TFLiteKernels

/// PRELU of bytes with constant slopes as `BentLines`: what is prepared where that is exact and takes fewer steps.
final class BentMap {
  /// It does not change, so that reading it counts no references.
  private final class Plan {
    let kernel: BentLinesKernel
    let lines: BentLines
    /// Of so many elements in a row, again and again.
    let period: Int
    private let memory: AlignedMemory

    init(_ kernel: @escaping BentLinesKernel, _ lines: BentLines, period: Int, _ memory: AlignedMemory) {
      self.kernel = kernel
      self.lines = lines
      self.period = period
      self.memory = memory
    }

    func run(_ periods: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int) {
      let slopes = UnsafePointer(memory.base.assumingMemoryBound(to: Float.self))
      for number in periods {
        let first = number &* period
        kernel(input + first, output + first, min(period, count &- first), slopes, lines)
      }
    }
  }

  private var plan = Held<Plan>()

  /// Short rows of slopes are repeated until they have so many.
  private static let fewestInPeriod = 512

  /// Whether there is something to execute.
  var isSet: Bool { plan.object != nil }

  func letGo() { plan.object = nil }

  /// - Parameters:
  ///   - slopes: those of the innermost axes; others are one there.
  ///   - parameters: as PRELU has them.
  /// - Returns: whether there is a form for these slopes; the shape of output 0 is set then.
  func prepare(
    _ context: PrepareContext, slopes: RuntimeTensor, _ parameters: ElementwiseParameters
  ) throws(RuntimeError) -> Bool {
    plan.object = nil
    let input = try context.input(0)
    let count = slopes.elementCount
    guard let kernel = context.kernels.elementwise.bentLines, slopes.isConstant, count > 0, input.elementCount > 0,
      slopes.shape.dimensions.drop(while: { $0 == 1 }).elementsEqual(
        input.shape.dimensions.suffix(Self.rank(slopes.shape)))
    else { return false }
    let repetitions = min(max(1, Self.fewestInPeriod / count), (input.elementCount + count - 1) / count)
    let period = count * repetitions
    let memory = try context.allocate(product: period, MemoryLayout<Float>.size)
    let values = memory.base.assumingMemoryBound(to: Float.self)
    guard let lines = BentLines(parameters, slopes: UnsafeRawBufferPointer(start: slopes.data, count: count), values)
    else { return false }
    for index in count..<max(count, period) { values[index] = values[index - count] }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    plan.object = Plan(kernel, lines, period: period, memory)
    return true
  }

  /// The axes from the first one on that has more than one element.
  private static func rank(_ shape: Shape) -> Int { shape.dimensions.drop { $0 == 1 }.count }

  /// Computes output 0.
  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan = plan.lent else { throw context.unprepared }
    let (input, output) = (context.input(0), context.output(0))
    let count = output.elementCount
    let period = plan._withUnsafeGuaranteedRef { $0.period }
    let job = Job(plan: plan, input: UnsafeRawPointer(input.data), output: output.data, count: count)
    context.parallel(job, rows: (count + period - 1) / period, work: Work(period, .element))
  }

  private struct Job: RowJob {
    let plan: Unmanaged<Plan>
    let input: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    let count: Int

    func run(_ periods: Range<Int>) {
      plan._withUnsafeGuaranteedRef { $0.run(periods, input, output, count) }
    }
  }
}
