import TFLiteKernelSets
import TFLiteKernels

/// ADD_N: the sum of two or more tensors of one shape and type.
final class AddN {
  private var kernel: BinaryKernel?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    kernel = nil
    try context.expect(inputs: 2...Int.max, outputs: 1...1)
    let first = try context.input(0)
    try context.expect(first, .float32, .int32)
    try context.expectSameType(context.output(0), first)
    for index in 1..<context.inputCount {
      let input = try context.input(index)
      try context.expectSameType(input, first)
      if input.shape != first.shape {
        throw context.error("the shapes differ", input, expected: "\(first.shape)", actual: "\(input.shape)")
      }
    }
    try context.setShape(first.shape, ofOutput: 0)
    kernel = first.type.elementwise.flatMap { context.kernels.elementwise.add($0) }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let kernel else { throw context.unprepared }
    let count = context.output(0).elementCount
    var sum = context.input(0)
    for index in 1..<context.inputCount {
      let job = Job(kernel: kernel, sum: sum.data, addend: context.input(index).data, output: context.output(0).data)
      context.parallel(job, rows: count, work: Work(1, .element))
      sum = context.output(0)
    }
  }

  private struct Job: RowJob {
    let kernel: BinaryKernel
    let sum: UnsafeMutableRawPointer
    let addend: UnsafeMutableRawPointer
    let output: UnsafeMutableRawPointer

    func run(_ elements: Range<Int>) {
      let offset = elements.lowerBound &* 4
      kernel(
        BinaryRows(
          first: UnsafeRawPointer(sum + offset), second: UnsafeRawPointer(addend + offset), output: output + offset,
          count: elements.count),
        ElementwiseParameters())
    }
  }
}
