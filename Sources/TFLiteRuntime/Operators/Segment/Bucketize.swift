import TFLiteSchema

/// BUCKETIZE: for each element the number of boundaries that are not above it.
final class Bucketize {
  private let options: Schema.BucketizeOptions?
  private var boundaries: Table<Float>?

  init(_ node: OperatorNode) { options = node.options.bucketizeOptions }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.boundaries = nil
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .float32, .float64, .int32, .int64)
    try context.expect(context.output(0), .int32)
    let stated = options?.boundaries
    let boundaries = try context.table(stated?.count ?? 0) { stated?[$0] ?? 0 }
    for (first, second) in zip(boundaries.values, boundaries.values.dropFirst()) where second < first {
      throw context.error("the boundaries are not sorted", actual: "\(second) after \(first)")
    }
    try context.setShape(input.shape, ofOutput: 0)
    self.boundaries = boundaries
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let boundaries = boundaries?.values else { throw context.unprepared }
    let input = context.input(0)
    let output = context.output(0).mutablePointer(as: Int32.self)
    let count = input.elementCount
    // As in C, 32-bit operands meet in single precision.
    switch input.type {
    case .float32:
      let values = input.pointer(as: Float.self)
      for i in 0..<count { output[i] = bucket(boundaries) { values[i] < $0 } }
    case .float64:
      let values = input.pointer(as: Double.self)
      for i in 0..<count { output[i] = bucket(boundaries) { values[i] < Double($0) } }
    case .int32:
      let values = input.pointer(as: Int32.self)
      for i in 0..<count { output[i] = bucket(boundaries) { Float(values[i]) < $0 } }
    default:
      let values = input.pointer(as: Int64.self)
      for i in 0..<count { output[i] = bucket(boundaries) { Float(values[i]) < $0 } }
    }
  }

  /// The first boundary that is above the value, by bisection.
  @inline(__always)
  private func bucket(_ boundaries: UnsafeBufferPointer<Float>, _ isBelow: (Float) -> Bool) -> Int32 {
    var low = 0
    var length = boundaries.count
    while length > 0 {
      let half = length / 2
      if isBelow(boundaries[low + half]) {
        length = half
      } else {
        low += half + 1
        length -= half + 1
      }
    }
    return Int32(truncatingIfNeeded: low)
  }
}
