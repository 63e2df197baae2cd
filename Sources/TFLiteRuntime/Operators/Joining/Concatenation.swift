import TFLiteSchema

/// CONCATENATION: the inputs one after the other along an axis.
///
/// UINT8 inputs whose quantization differs from the output's are converted on the way:
/// `round(q * s + (-zeroPoint * s)) + outputZeroPoint` in single precision with `s = scale * (1 / outputScale)`.
final class Concatenation {
  private let axis: Int
  private let activation: Schema.ActivationFunctionType

  private var plan: Plan?

  private struct Plan {
    let parts: AxisSplit
    /// Nil when no bytes change on the way.
    let conversion: Conversion?
  }

  private struct Conversion {
    /// The product of the extents before the axis.
    let rowCount: Int
    /// For each input: the elements it adds to a row, and what becomes of each byte, empty when all stay as they are.
    let inputs: [(count: Int, table: [UInt8])]
  }

  init(_ node: OperatorNode) {
    let options = node.options.concatenationOptions
    axis = Int(options?.axis ?? 0)
    activation = options?.fusedActivationFunction ?? .none
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 1...Int.max, outputs: 1...1)
    let first = try context.input(0)
    let output = try context.output(0)
    try context.expect(first, oneOf: ElementType.fixedSize)
    try context.expectSameType(output, first)
    try context.expect(activation == .none, "a fused activation is not supported")
    // Scalars in a row make a vector.
    let isScalar = first.rank == 0
    let axis = try context.resolveAxis(axis, rank: isScalar ? 1 : first.rank, first)
    var counts: [Int] = []
    var total = 0
    for number in 0..<context.inputCount {
      let input = try context.input(number)
      try context.expectSameType(input, first)
      var matches = input.rank == first.rank
      for other in 0..<first.rank where matches && other != axis && input.shape[other] != first.shape[other] {
        matches = false
      }
      if !matches {
        throw context.error(
          "shapes differ outside the axis", input, expected: "\(first.shape)", actual: "\(input.shape)")
      }
      let count = isScalar ? 1 : input.shape[axis]
      let (sum, overflow) = total.addingReportingOverflow(count)
      try context.expect(!overflow, "the output would be too large", output)
      total = sum
      counts.append(count)
      if first.type == .int8 { try context.expectSameQuantization(input, output) }
      if first.type == .int16 { try context.expectZeroZeroPoint(input) }
    }
    if first.type == .int16 { try context.expectZeroZeroPoint(output) }
    var shape = first.shape
    if isScalar { shape = [total] } else { shape[axis] = total }
    try context.setShape(shape, ofOutput: 0)
    let rowCount = shape.product(0..<axis)
    let inner = shape.product(axis + 1..<shape.rank)
    let parts = AxisSplit(first.type, outer: rowCount, counts: counts, inner: inner, .partsToWhole)
    var conversions: [(count: Int, table: [UInt8])] = []
    for (number, count) in counts.enumerated() where first.type == .uint8 {
      conversions.append((count &* inner, Self.conversion(from: try context.input(number), to: output)))
    }
    for (number, copy) in parts.copies.enumerated() where conversions.isEmpty || conversions[number].table.isEmpty {
      context.allowPlacing(input: number, insideOutput: 0, copy)
    }
    let isConverting = conversions.contains { !$0.table.isEmpty }
    plan = Plan(parts: parts, conversion: isConverting ? Conversion(rowCount: rowCount, inputs: conversions) : nil)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    plan.parts.join(context)
    if let conversion = plan.conversion { Self.convert(context.output(0), conversion) }
  }

  /// What becomes of each byte of `input` in `output`; empty when it stays as it is.
  private static func conversion(from input: RuntimeTensor, to output: RuntimeTensor) -> [UInt8] {
    let source = input.tensorParameters
    let target = output.tensorParameters
    if source.scale == target.scale && source.zeroPoint == target.zeroPoint { return [] }
    let scale = source.scale * (1 / target.scale)
    let bias = -Float(source.zeroPoint) * scale
    return (0..<256).map { byte in
      let real = (Float(byte) * scale + bias).rounded(.toNearestOrAwayFromZero)
      let rounded = real >= -1e6 && real <= 1e6 ? Int(real) : real > 0 ? 1_000_000 : -1_000_000
      return UInt8(max(0, min(255, rounded &+ target.zeroPoint)))
    }
  }

  private static func convert(_ output: RuntimeTensor, _ conversion: Conversion) {
    let bytes = output.mutablePointer(as: UInt8.self)
    var start = 0
    for _ in 0..<conversion.rowCount {
      for input in conversion.inputs {
        if !input.table.isEmpty {
          input.table.withUnsafeBufferPointer { table in
            for position in start..<start &+ input.count { bytes[position] = table[Int(bytes[position])] }
          }
        }
        start &+= input.count
      }
    }
  }
}
