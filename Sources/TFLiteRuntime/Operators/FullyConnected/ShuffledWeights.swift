import TFLiteKernels

/// FULLY_CONNECTED with weights in the format SHUFFLED4x16INT8: uint8 data to int16, zero points of 128.
///
/// Blocks of 4 units by 16 elements follow each other, a block's units one after the other, all blocks of 4 units before
/// the next 4; the sign bit of every weight is flipped. One row or four are multiplied. A second output takes the input in
/// the same arrangement.
struct ShuffledWeights {
  private static let units = 4
  private static let depth = 16

  private let integers: WeightedQuantization
  private let rows: Int
  private let shape: MatrixShape

  /// - Throws: `invalidOperator` or `unsupported` when types or extents are not those of the format.
  init(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ bias: RuntimeTensor?, _ output: RuntimeTensor,
    activation: FusedActivation, rows: Int, _ context: PrepareContext
  ) throws(RuntimeError) {
    try context.expect(input, .uint8)
    try context.expect(filter, .uint8)
    try context.expect(output, .int16)
    guard let bias else { throw context.error("shuffled weights need a bias", filter) }
    try context.expect(bias, .int32)
    let workspace = try context.output(1)
    try context.expect(workspace, .uint8)
    guard filter.shape[0] % Self.units == 0, filter.shape[1] % Self.depth == 0 else {
      throw context.error(
        "the weights cannot be shuffled", filter, expected: "extents in multiples of 4 and 16",
        actual: "\(filter.shape)")
    }
    guard rows == 1 || rows == 4 else {
      throw context.error("wrong number of rows for shuffled weights", input, expected: "1 or 4", actual: "\(rows)")
    }
    var integers = try WeightedQuantization(
      fullyConnected: input, filter: filter, bias: bias, output: output, activation: activation,
      channels: filter.shape[0], context)
    integers.scales = []
    self.integers = integers
    self.rows = rows
    shape = MatrixShape(columns: filter.shape[0], depth: filter.shape[1])
    let declared = workspace.description.shape
    let needed: Shape = [rows, filter.shape[1]]
    try context.setShape(declared.checkedElementCount == needed.elementCount ? declared : needed, ofOutput: 1)
  }

  /// Computes both outputs.
  func multiply(_ context: ExecuteContext) {
    arrangeInput(context)
    let job = Job(
      shape: shape, rows: rows, integers: integers, input: context.output(1).pointer(as: Int8.self),
      weights: context.input(1).pointer(as: Int8.self), bias: context.input(2).pointer(as: Int32.self),
      output: context.output(0).mutablePointer(as: Int16.self))
    context.parallel(job, rows: shape.columns / Self.units, work: Work(shape.depth &* rows, .multiplyAdd))
  }

  private func arrangeInput(_ context: ExecuteContext) {
    let source = context.input(0).pointer(as: UInt8.self)
    let target = context.output(1).mutablePointer(as: UInt8.self)
    var position = 0
    for start in stride(from: 0, to: shape.depth, by: Self.depth) {
      for row in 0..<rows {
        for i in start..<start &+ Self.depth {
          target[position] = source[row &* shape.depth &+ i] ^ 0x80
          position &+= 1
        }
      }
    }
  }

  /// Groups of four units.
  private struct Job: RowJob {
    let shape: MatrixShape
    let rows: Int
    let integers: WeightedQuantization
    let input: UnsafePointer<Int8>
    let weights: UnsafePointer<Int8>
    let bias: UnsafePointer<Int32>
    let output: UnsafeMutablePointer<Int16>

    func run(_ groups: Range<Int>) {
      for group in groups {
        let block = weights + group &* ShuffledWeights.units &* shape.depth
        for unit in 0..<ShuffledWeights.units {
          let column = group &* ShuffledWeights.units &+ unit
          for row in 0..<rows {
            var sum = bias[column]
            for start in stride(from: 0, to: shape.depth, by: ShuffledWeights.depth) {
              let first = block + (start &* ShuffledWeights.units &+ unit &* ShuffledWeights.depth)
              let second = input + (start &* rows &+ row &* ShuffledWeights.depth)
              for i in 0..<ShuffledWeights.depth { sum &+= Int32(first[i]) &* Int32(second[i]) }
            }
            let scaled = integers.multipliers[0].apply(to: sum)
            output[row &* shape.columns &+ column] = Int16(truncatingIfNeeded: integers.range.clamp(scaled))
          }
        }
      }
    }
  }
}
