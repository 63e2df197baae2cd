import TFLiteKernels
import TFLiteSchema

/// BATCH_MATMUL: `[..., A, B] x [..., B, C] -> [..., A, C]`, the leading extents broadcast against each other. The options
/// say which operand comes with its last two extents swapped.
///
/// The right operand is packed like weights: once when it is a constant, at every execution otherwise. With a float left
/// and an int8 right operand, every row of the left is quantised first.
final class BatchMatMul: Operator {
  private let isLeftSwapped: Bool
  private let isRightSwapped: Bool
  private let isAsymmetric: Bool

  private var plan = BatchPlan()
  private var product: WeightedProduct?
  private var wide: WeightedQuantization?
  private var quantization: ActivationQuantization?
  private var packedScratch: Scratch?
  private var leftScratch: Scratch?
  private var packed: AlignedMemory?

  init(_ node: OperatorNode) {
    let options = node.options(Schema.BatchMatMulOptions.self)
    isLeftSwapped = options?.adjX ?? false
    isRightSwapped = options?.adjY ?? false
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let left = try context.input(0)
    let right = try context.input(1)
    let output = try context.output(0)
    try context.expect(left, .float32, .int8, .int16)
    try context.expectRank(left, 2...5)
    try context.expectRank(right, 2...5)
    plan = try BatchPlan(left, right, isLeftSwapped, isRightSwapped, context)
    product = nil
    wide = nil
    quantization = nil
    try chooseKernel(left, right, output, context)
    leftScratch = isLeftSwapped ? try context.requestScratch(left.byteCount) : nil
    packedScratch =
      right.isConstant || product == nil ? nil : try context.requestScratch(packedStride &* plan.rightBatches)
    try context.setShape(plan.outputShape, ofOutput: 0)
  }

  private func chooseKernel(
    _ left: RuntimeTensor, _ right: RuntimeTensor, _ output: RuntimeTensor, _ context: PrepareContext
  ) throws(RuntimeError) {
    let shape = MatrixShape(
      columns: plan.columns, depth: plan.depth, columnStride: isRightSwapped ? plan.depth : 1,
      elementStride: isRightSwapped ? 1 : plan.columns)
    switch (left.type, right.type, output.type) {
    case (.float32, .float32, .float32):
      product = WeightedProduct(.float, shape, .clamp(.init(lower: -.infinity, upper: .infinity)), context.kernels)
    case (.float32, .int8, .float32):
      let axis = right.rank - (isRightSwapped ? 2 : 1)
      let scales = try context.weightScales(right, channels: plan.columns, axis: axis)
      product = WeightedProduct(
        .hybrid, shape, .hybrid(scales: scales, .init(lower: -.infinity, upper: .infinity)), context.kernels)
      quantization = try ActivationQuantization(
        blocks: plan.leftBatches &* plan.rows, blockSize: plan.depth, isAsymmetric: isAsymmetric, context)
    case (.int8, .int8, .int32):
      let none = WeightedQuantization(
        inputOffset: 0, weightsOffset: 0, outputOffset: 0, multiplier: QuantizedMultiplier(1),
        range: .init(lower: .min, upper: .max))
      product = WeightedProduct(.int8, shape, .integer(none, .accumulators), context.kernels)
    case (.int8, .int8, .int8):
      product = WeightedProduct(
        .int8, shape, .integer(try integers(left, right, output, context), .int8), context.kernels)
    case (.int16, .int8, .int16):
      product = WeightedProduct(
        .int16, shape, .integer(try integers(left, right, output, context), .int16), context.kernels)
    case (.int16, .int16, .int16): wide = try integers(left, right, output, context)
    default:
      throw context.node.error(
        .unsupported, "element types not supported together", tensor: right.label,
        expected: "operands and output of types that go together",
        actual: "\(left.type.name), \(right.type.name), \(output.type.name)")
    }
  }

  /// A right operand with a scale for each column, which the reference does not compute, is scaled by the real factor.
  private func integers(
    _ left: RuntimeTensor, _ right: RuntimeTensor, _ output: RuntimeTensor, _ context: PrepareContext
  ) throws(RuntimeError) -> WeightedQuantization {
    let (l, o) = (try context.perTensorQuantization(left), try context.perTensorQuantization(output))
    let scales = try context.weightScales(right, channels: plan.columns, axis: right.rank - (isRightSwapped ? 2 : 1))
    let zeroPoints = right.quantization?.zeroPoints ?? []
    let zeroPoint = zeroPoints.first ?? 0
    try context.expect(zeroPoints.allSatisfy { $0 == zeroPoint }, "the zero points differ by column", right)
    if left.type == .int16 {
      try context.expect(l.zeroPoint == 0, "the zero point of int16 is not 0", left)
      try context.expect(zeroPoint == 0, "the zero point beside int16 is not 0", right)
      try context.expect(o.zeroPoint == 0, "the zero point of int16 is not 0", output)
    }
    var integers = WeightedQuantization(
      inputOffset: Int32(truncatingIfNeeded: 0 &- l.zeroPoint),
      weightsOffset: Int32(truncatingIfNeeded: 0 &- zeroPoint),
      outputOffset: Int32(truncatingIfNeeded: o.zeroPoint),
      multiplier: QuantizedMultiplier(Double(l.scale * scales[0]) / Double(o.scale)),
      range: output.type == .int8 ? .int8 : .int16)
    if scales.count > 1 { integers.scales = scales.map { Double(l.scale) * Double($0) / Double(o.scale) } }
    return integers
  }

  /// Bytes from one packed right matrix to the next.
  private var packedStride: Int {
    ((product?.packedSize ?? 0) + AlignedMemory.alignment - 1) & ~(AlignedMemory.alignment - 1)
  }

  func pack(_ context: PackContext) {
    packed = nil
    guard let product, let right = context.input(1), right.isConstant else { return }
    let step = plan.depth &* plan.columns &* ((right.type.bitWidth ?? 32) / 8)
    packed = context.packed(from: right, byteCount: packedStride &* plan.rightBatches) { target in
      for batch in 0..<plan.rightBatches {
        product.pack(right.data + batch &* step, nil, into: target + batch &* packedStride)
      }
    }
  }

  func execute(_ context: ExecuteContext) {
    let left = context.input(0)
    let right = context.input(1)
    let output = context.output(0)
    var source = UnsafeRawPointer(left.data)
    if let leftScratch {
      let target = context.scratch(leftScratch)
      let size = (left.type.bitWidth ?? 32) / 8
      context.parallel(
        SwapJob(source: source, target: target, rows: plan.depth, columns: plan.rows, size: size),
        rows: plan.leftBatches, grain: Self.copyGrain(plan.rows &* plan.depth))
      source = UnsafeRawPointer(target)
    }
    if let wide {
      let job = WideBatchJob(
        left: source.assumingMemoryBound(to: Int16.self), right: right.pointer(as: Int16.self),
        output: output.mutablePointer(as: Int16.self), plan: plan, isRightSwapped: isRightSwapped, integers: wide)
      context.parallel(job, rows: plan.outputBatches &* plan.rows)
      return
    }
    guard let product else { return }
    if let quantization {
      source = UnsafeRawPointer(quantization.quantize(source.assumingMemoryBound(to: Float.self), context))
    }
    var matrices = UnsafeRawPointer(packed?.base ?? RuntimeTensor.nothing)
    if let packedScratch {
      let target = context.scratch(packedScratch)
      let step = plan.depth &* plan.columns &* ((right.type.bitWidth ?? 32) / 8)
      context.parallel(
        PackJob(product: product, source: right.data, sourceStride: step, target: target, targetStride: packedStride),
        rows: plan.rightBatches, grain: Self.copyGrain(plan.depth &* plan.columns))
      matrices = UnsafeRawPointer(target)
    }
    let job = BatchJob(
      product: product, plan: plan, left: source, leftSize: quantization == nil ? (left.type.bitWidth ?? 32) / 8 : 1,
      matrices: matrices, matrixStride: packedStride, output: output.data, outputSize: (output.type.bitWidth ?? 32) / 8,
      parameters: quantization?.parameters(context, 0))
    let work = max(1, plan.columns &* plan.depth)
    context.parallel(job, rows: plan.outputBatches &* plan.rows, grain: max(4, product.grain / work))
  }

  /// Matrices of `count` elements that take about two microseconds to transpose or pack.
  private static func copyGrain(_ count: Int) -> Int { max(1, 4096 / max(1, count)) }
}

/// Extents of a batched product, and which matrices of the operands meet in each output matrix.
private struct BatchPlan {
  var rows = 0
  var depth = 0
  var columns = 0
  var leftBatches = 0
  var rightBatches = 0
  var outputBatches = 0
  var outputShape: Shape = []
  /// Matrix numbers of both operands for each output matrix.
  var pairs: [(left: Int, right: Int)] = []

  init() {}

  /// - Throws: `invalidOperator` when the shapes do not go together.
  init(
    _ left: RuntimeTensor, _ right: RuntimeTensor, _ isLeftSwapped: Bool, _ isRightSwapped: Bool,
    _ context: PrepareContext
  ) throws(RuntimeError) {
    let rank = max(left.rank, right.rank)
    let l = [Int](repeating: 1, count: rank - left.rank) + left.shape.dimensions
    let r = [Int](repeating: 1, count: rank - right.rank) + right.shape.dimensions
    rows = l[rank - (isLeftSwapped ? 1 : 2)]
    depth = l[rank - (isLeftSwapped ? 2 : 1)]
    columns = r[rank - (isRightSwapped ? 2 : 1)]
    guard depth == r[rank - (isRightSwapped ? 1 : 2)] else {
      throw context.error(
        "the inner extents differ", right, expected: "\(depth) as in \(left.shape)", actual: "\(right.shape)")
    }
    var dimensions: [Int] = []
    for axis in 0..<rank - 2 {
      guard l[axis] == r[axis] || l[axis] == 1 || r[axis] == 1 else {
        throw context.error(
          "the shapes do not broadcast", right, expected: "a match for \(left.shape)", actual: "\(right.shape)")
      }
      dimensions.append(l[axis] == 1 ? r[axis] : l[axis])
    }
    outputBatches = dimensions.reduce(1, &*)
    leftBatches = l[..<(rank - 2)].reduce(1, &*)
    rightBatches = r[..<(rank - 2)].reduce(1, &*)
    outputShape = Shape(dimensions + [rows, columns])
    guard outputShape.checkedElementCount != nil else {
      throw context.error("impossible output shape", left, actual: "\(outputShape)")
    }
    pairs = (0..<outputBatches).map { batch in
      var (rest, leftIndex, rightIndex, leftStride, rightStride) = (batch, 0, 0, 1, 1)
      for axis in dimensions.indices.reversed() {
        let position = rest % dimensions[axis]
        rest /= dimensions[axis]
        leftIndex += l[axis] == 1 ? 0 : position * leftStride
        rightIndex += r[axis] == 1 ? 0 : position * rightStride
        leftStride *= l[axis]
        rightStride *= r[axis]
      }
      return (leftIndex, rightIndex)
    }
  }
}

/// Swaps the last two extents, matrix by matrix.
private struct SwapJob: RowJob {
  let source: UnsafeRawPointer
  let target: UnsafeMutableRawPointer
  /// Extents of the source matrices.
  let rows: Int
  let columns: Int
  let size: Int

  func run(_ batches: Range<Int>) {
    for batch in batches {
      let start = batch &* rows &* columns &* size
      switch size {
      case 1: swap(start, UInt8.self)
      case 2: swap(start, UInt16.self)
      default: swap(start, UInt32.self)
      }
    }
  }

  @inline(__always)
  private func swap<T>(_ start: Int, _ type: T.Type) {
    let from = (source + start).assumingMemoryBound(to: type)
    let to = (target + start).assumingMemoryBound(to: type)
    for row in 0..<rows { for column in 0..<columns { to[column &* rows &+ row] = from[row &* columns &+ column] } }
  }
}

private struct PackJob: RowJob {
  let product: WeightedProduct
  let source: UnsafeRawPointer
  let sourceStride: Int
  let target: UnsafeMutableRawPointer
  let targetStride: Int

  func run(_ batches: Range<Int>) {
    for batch in batches {
      product.pack(source + batch &* sourceStride, nil, into: target + batch &* targetStride)
    }
  }
}

/// Rows of all output matrices, one after the other.
private struct BatchJob: RowJob {
  let product: WeightedProduct
  let plan: BatchPlan
  let left: UnsafeRawPointer
  let leftSize: Int
  let matrices: UnsafeRawPointer
  let matrixStride: Int
  let output: UnsafeMutableRawPointer
  let outputSize: Int
  let parameters: UnsafeMutablePointer<DynamicQuantization.Parameters>?

  func run(_ rows: Range<Int>) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let batch = row / plan.rows
      let first = row % plan.rows
      let end = min(plan.rows, first &+ rows.upperBound &- row)
      let pair = plan.pairs[batch]
      let arguments = MatrixArguments(
        input: left + pair.left &* plan.rows &* plan.depth &* leftSize, inputStride: plan.depth,
        packed: matrices + pair.right &* matrixStride, shape: product.shape,
        output: output + batch &* plan.rows &* plan.columns &* outputSize, outputStride: plan.columns,
        rowParameters: parameters.map { UnsafePointer($0 + pair.left &* plan.rows) }, rowParameterStride: 1)
      product.run(arguments, first, end, 0, plan.columns)
      row &+= end &- first
    }
  }
}

/// Int16 rows times int16 matrices, accumulated in 64 bits.
private struct WideBatchJob: RowJob {
  let left: UnsafePointer<Int16>
  let right: UnsafePointer<Int16>
  let output: UnsafeMutablePointer<Int16>
  let plan: BatchPlan
  let isRightSwapped: Bool
  let integers: WeightedQuantization

  func run(_ rows: Range<Int>) {
    let columnStep = isRightSwapped ? plan.depth : 1
    let step = isRightSwapped ? 1 : plan.columns
    let multiplier = integers.multipliers[0]
    for row in rows {
      let pair = plan.pairs[row / plan.rows]
      let source = left + (pair.left &* plan.rows &+ row % plan.rows) &* plan.depth
      for column in 0..<plan.columns {
        let filter = right + (pair.right &* plan.depth &* plan.columns &+ column &* columnStep)
        var sum: Int64 = 0
        for k in 0..<plan.depth { sum &+= Int64(Int32(source[k]) &* Int32(filter[k &* step])) }
        let value = integers.range.clamp(multiplier.apply(to: sum) &+ integers.outputOffset)
        output[row &* plan.columns &+ column] = Int16(truncatingIfNeeded: value)
      }
    }
  }
}
