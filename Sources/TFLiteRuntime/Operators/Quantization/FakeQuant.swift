import TFLiteKernels
import TFLiteSchema

/// FAKE_QUANT: reals rounded to the grid that a quantization of `min...max` in `num_bits` bits has.
final class FakeQuant {
  private let minimum: Float
  private let maximum: Float
  private let bits: Int
  private let isNarrow: Bool
  private var grid: Grid?

  init(_ node: OperatorNode) {
    let options = node.options.fakeQuantOptions
    minimum = options?.min ?? 0
    maximum = options?.max ?? 0
    bits = Int(options?.numBits ?? 0)
    isNarrow = options?.narrowRange ?? false
  }

  private struct Grid {
    var scale: Float
    var lower: Float
    var upper: Float
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    grid = nil
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32)
    if isNarrow { throw context.node.error(.unsupported, "the option narrow_range is not supported") }
    guard (1...16).contains(bits), minimum <= 0, maximum >= 0, minimum < maximum else {
      throw context.error(
        "the options make no grid", expected: "1 to 16 bits and a range that contains 0",
        actual: "\(bits) bits for \(minimum) to \(maximum)")
    }
    let largest = Float((1 << bits) - 1)
    let scale = (maximum - minimum) / largest
    let zero = 0 - minimum / scale
    let zeroPoint = zero < 0 ? 0 : (zero > largest ? largest : MathFunctions.round(zero))
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    grid = Grid(scale: scale, lower: (0 - zeroPoint) * scale, upper: (largest - zeroPoint) * scale)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let grid else { throw context.unprepared }
    let job = Job(
      grid: grid, input: context.input(0).pointer(as: Float.self),
      output: context.output(0).mutablePointer(as: Float.self))
    context.parallel(job, rows: context.output(0).elementCount, work: Work(1, .slowElement))
  }

  private struct Job: RowJob {
    let grid: Grid
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>

    func run(_ elements: Range<Int>) {
      let inverse = 1 / grid.scale
      for i in elements {
        let raised = grid.lower < input[i] ? input[i] : grid.lower
        let clamped = raised < grid.upper ? raised : grid.upper
        output[i] = MathFunctions.round((clamped - grid.lower) * inverse) * grid.scale + grid.lower
      }
    }
  }
}
