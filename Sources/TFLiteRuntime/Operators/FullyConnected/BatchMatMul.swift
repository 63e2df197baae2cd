import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// BATCH_MATMUL: `[..., A, B] x [..., B, C] -> [..., A, C]`, the leading extents broadcast against each other. The options
/// say which operand comes with its last two extents swapped.
///
/// The right operand is packed like weights: once when it is a constant, at every execution otherwise. With a float left
/// and an int8 right operand, every row of the left is quantized first.
final class BatchMatMul {
  private let isLeftSwapped: Bool
  private let isRightSwapped: Bool
  private let isAsymmetric: Bool
  /// How the axes of left, right and output are permuted on the way.
  private var leftPermutation: [Int]?
  private var rightPermutation: [Int]?
  private var outputPermutation: [Int]?

  private var plan: Plan?
  private var packed: AlignedMemory?
  private var lineWindow: LineWindow?

  /// A class, so that reading it counts few references and copies nothing.
  private final class Plan {
    let batches: BatchPlan
    let kernel: Kernel
    let leftScratch: Scratch?
    /// Where a right operand is packed that is not a constant.
    let packedScratch: Scratch?

    init(_ batches: BatchPlan, _ kernel: Kernel, leftScratch: Scratch?, packedScratch: Scratch?) {
      self.batches = batches
      self.kernel = kernel
      self.leftScratch = leftScratch
      self.packedScratch = packedScratch
    }
  }

  private enum Kernel {
    /// With how rows of the left operand are quantized, if they are.
    case product(WeightedProduct, ActivationQuantization?)
    /// Floats, of few rows for each matrix, which is not packed.
    case rows(FloatRowKernel)
    /// Int16 times int16, of few rows for each matrix, which is not packed.
    case wideRows(WeightedQuantization)
  }

  /// Rows for which a matrix is not packed.
  private static func fewRows(_ plan: BatchPlan) -> Int { FloatRowWeights.fewRows(elementStride: plan.elementStride) }

  init(_ node: OperatorNode) {
    let options = node.options.batchMatMulOptions
    isLeftSwapped = options?.adjX ?? false
    isRightSwapped = options?.adjY ?? false
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, pack: pack, execute: execute,
      lines: LineWork(window: self.lineWindow, execute: execute(_:lines:), begin: packOperand),
      fusible: FusibleWork(accepts: accepts, take: take))
  }

  /// Rows, of the left operand and of the output, stay contiguous, and so do rows or columns of the right one. There is room for
  /// one transposition at a place.
  func accepts(_ fusion: Fusion) -> Bool {
    guard case .transposition(let permutation, let place) = fusion, permutation.count >= 2 else { return false }
    let last = permutation.count - 1
    return switch place {
    case .input(0): leftPermutation == nil && !isLeftSwapped && permutation[last] == last
    case .input(1): rightPermutation == nil && (permutation[last] == last || permutation[last - 1] == last)
    case .output: outputPermutation == nil && permutation[last] == last
    default: false
    }
  }

  func take(_ fusion: Fusion) {
    guard case .transposition(let permutation, let place) = fusion else { return }
    switch place {
    case .input(0): leftPermutation = permutation
    case .output: outputPermutation = permutation
    default: rightPermutation = permutation
    }
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (plan, packed, lineWindow) = (nil, nil, nil)
    try context.expect(inputs: 2, outputs: 1)
    let left = try context.input(0)
    let right = try context.input(1)
    let output = try context.output(0)
    try context.expect(left, .float32, .int8, .int16)
    try context.expectRank(left, 2...5)
    try context.expectRank(right, 2...5)
    let batches = try BatchPlan(
      BatchOperand(left, leftPermutation, isSwapped: isLeftSwapped, context),
      BatchOperand(right, rightPermutation, isSwapped: isRightSwapped, context), outputPermutation, context)
    let kernel = try chooseKernel(batches, left, right, output, context)
    let leftScratch = isLeftSwapped ? try context.requestScratch(left.byteCount) : nil
    var packedScratch: Scratch?
    if case .product(let product, _) = kernel, !right.isConstant {
      packedScratch = try context.requestScratch(product: Self.packedStride(product), batches.rightBatches)
    }
    plan = Plan(batches, kernel, leftScratch: leftScratch, packedScratch: packedScratch)
    if case .product(_, .some) = kernel { return }
    if case .rows = kernel { return }
    if isLeftSwapped { return }
    lineWindow = LineWindow(
      batches.outputShape, inputs: batches.hasLinesOfLeft && leftPermutation == nil ? [0] : [], group: batches.rows,
      isContiguous: outputPermutation == nil)
  }

  /// What comes before the first lines.
  private func packOperand(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    if case .product(let product, _) = plan.kernel { _ = matrices(plan, product, context) }
  }

  private func execute(_ context: ExecuteContext, lines: Range<Int>) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let source = UnsafeRawPointer(context.input(0).data)
    switch plan.kernel {
    case .product(let product, _):
      guard
        let matrices = plan.packedScratch.map({ UnsafeRawPointer(context.scratch($0)) })
          ?? packed.map({ UnsafeRawPointer($0.base) })
      else { throw context.unprepared }
      multiply(plan.batches, product, nil, source, matrices, context, lines)
    // It has no line window.
    case .rows: throw context.unprepared
    case .wideRows(let integers): multiplyWide(plan.batches, integers, source, context, lines)
    }
  }

  private func chooseKernel(
    _ plan: BatchPlan, _ left: RuntimeTensor, _ right: RuntimeTensor, _ output: RuntimeTensor, _ context: PrepareContext
  ) throws(RuntimeError) -> Kernel {
    let shape = MatrixShape(
      columns: plan.columns, depth: plan.depth, columnStride: plan.columnStride, elementStride: plan.elementStride)
    switch (left.type, right.type, output.type) {
    case (.float32, .float32, .float32):
      if plan.rows <= Self.fewRows(plan), !right.isConstant, plan.columnStride == 1 || plan.elementStride == 1 {
        return .rows(context.kernels.products.floatRow)
      }
      let range = FloatRange(lower: -.infinity, upper: .infinity)
      return .product(WeightedProduct(.float, shape, .clamp(range), context.kernels), nil)
    case (.float32, .int8, .float32):
      let axis = right.rank - (isRightSwapped ? 2 : 1)
      let scales = try context.weightScales(right, channels: plan.columns, axis: axis)
      let product = WeightedProduct(
        .hybrid, shape, .hybrid(scales: scales, .init(lower: -.infinity, upper: .infinity)), context.kernels)
      return .product(
        product,
        try ActivationQuantization(
          blocks: plan.leftBatches &* plan.rows, blockSize: plan.depth, isAsymmetric: isAsymmetric, context))
    case (.int8, .int8, .int32):
      let none = WeightedQuantization(
        inputOffset: 0, weightsOffset: 0, outputOffset: 0, multiplier: QuantizedMultiplier(1),
        range: .init(lower: .min, upper: .max))
      return .product(WeightedProduct(.int8, shape, .integer(none, .accumulators), context.kernels), nil)
    case (.int8, .int8, .int8):
      let integers = try integers(plan, left, right, output, context)
      return .product(WeightedProduct(.int8, shape, .integer(integers, .int8), context.kernels), nil)
    case (.int16, .int8, .int16):
      let integers = try integers(plan, left, right, output, context)
      return .product(WeightedProduct(.int16, shape, .integer(integers, .int16), context.kernels), nil)
    case (.int16, .int16, .int16):
      // The reference knows one scale for the right operand.
      var integers = try integers(plan, left, right, output, context)
      integers.scales = []
      if plan.rows <= Self.fewRows(plan), !right.isConstant { return .wideRows(integers) }
      var wide = shape
      wide.hasWideWeights = true
      return .product(WeightedProduct(.int16, wide, .integer(integers, .int16), context.kernels), nil)
    default:
      throw context.node.error(
        .unsupported, "element types not supported together", tensor: right.label,
        expected: "operands and output of types that go together",
        actual: "\(left.type.name), \(right.type.name), \(output.type.name)")
    }
  }

  /// A right operand with a scale for each column, which the reference does not compute, is scaled by the real factor.
  private func integers(
    _ plan: BatchPlan, _ left: RuntimeTensor, _ right: RuntimeTensor, _ output: RuntimeTensor, _ context: PrepareContext
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

  /// Multiply-adds that take as long as reading an element of a matrix.
  private static let productsOfReading = 8

  /// Bytes from one packed right matrix to the next.
  private static func packedStride(_ product: WeightedProduct) -> Int {
    AlignedMemory.roundedUp(product.packedSize)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let plan, let right = context.input(1) else { throw context.unprepared }
    guard case .product(let product, _) = plan.kernel, right.isConstant else { return }
    let (batches, stride) = (plan.batches, Self.packedStride(product))
    let size = right.type.elementByteCount
    let byteCount = try context.memory.product([stride, batches.rightBatches], for: "packed operands")
    packed = try context.packed(from: right, byteCount: byteCount) { target in
      for batch in 0..<batches.rightBatches {
        product.pack(right.data + batches.rightOffsets[batch] &* size, nil, into: target + batch &* stride)
      }
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let left = context.input(0)
    var source = UnsafeRawPointer(left.data)
    if let leftScratch = plan.leftScratch {
      let target = context.scratch(leftScratch)
      let size = left.type.elementByteCount
      context.parallel(
        SwapJob(source: source, target: target, rows: plan.batches.depth, columns: plan.batches.rows, size: size),
        rows: plan.batches.leftBatches, work: Work(plan.batches.rows &* plan.batches.depth, .slowElement))
      source = UnsafeRawPointer(target)
    }
    switch plan.kernel {
    case .product(let product, let quantization):
      guard let matrices = matrices(plan, product, context) else { throw context.unprepared }
      multiply(plan.batches, product, quantization, source, matrices, context, plan.batches.lines)
    case .rows(let kernel):
      let job = FewRowsJob(
        kernel: kernel, plan: plan.batches, pairs: plan.batches.pairs.values,
        offsets: plan.batches.rightOffsets.values, left: source.assumingMemoryBound(to: Float.self),
        right: context.input(1).pointer(as: Float.self), output: context.output(0).mutablePointer(as: Float.self))
      let work = Work((1 &+ Self.productsOfReading) &* plan.batches.columns &* plan.batches.depth, .floatProduct)
      context.parallel(job, rows: plan.batches.lines.count, work: work)
    case .wideRows(let integers): multiplyWide(plan.batches, integers, source, context, plan.batches.lines)
    }
  }

  private func multiplyWide(
    _ plan: BatchPlan, _ integers: WeightedQuantization, _ left: UnsafeRawPointer, _ context: ExecuteContext,
    _ lines: Range<Int>
  ) {
    let job = WideRowsJob(
      plan: plan, pairs: plan.pairs.values, offsets: plan.rightOffsets.values,
      left: left.assumingMemoryBound(to: Int16.self), right: context.input(1).pointer(as: Int16.self),
      output: context.output(0).mutablePointer(as: Int16.self), integers: integers, firstLine: lines.lowerBound)
    context.parallel(job, rows: lines.count, work: Work(plan.columns &* plan.depth, .multiplyAdd))
  }

  /// The packed matrices of the right operand; nil for a constant that has not been packed.
  private func matrices(_ plan: Plan, _ product: WeightedProduct, _ context: ExecuteContext) -> UnsafeRawPointer? {
    guard let packedScratch = plan.packedScratch else { return packed.map { UnsafeRawPointer($0.base) } }
    let right = context.input(1)
    let target = context.scratch(packedScratch)
    context.parallel(
      PackJob(
        product: product, offsets: plan.batches.rightOffsets.values, source: right.data,
        size: right.type.elementByteCount, target: target, targetStride: Self.packedStride(product)),
      rows: plan.batches.rightBatches, work: Work(plan.batches.depth &* plan.batches.columns, .slowElement))
    return UnsafeRawPointer(target)
  }

  private func multiply(
    _ plan: BatchPlan, _ product: WeightedProduct, _ quantization: ActivationQuantization?, _ left: UnsafeRawPointer,
    _ matrices: UnsafeRawPointer, _ context: ExecuteContext, _ lines: Range<Int>
  ) {
    let output = context.output(0)
    var source = left
    if let quantization {
      source = UnsafeRawPointer(quantization.quantize(source.assumingMemoryBound(to: Float.self), context))
    }
    let job = BatchJob(
      product: product, plan: plan, pairs: plan.pairs.values, left: source,
      leftSize: quantization == nil ? context.input(0).type.elementByteCount : 1, matrices: matrices,
      matrixStride: Self.packedStride(product), output: output.data, outputSize: output.type.elementByteCount,
      parameters: quantization?.parameters(context, 0), firstLine: lines.lowerBound)
    // Where lines are few, reading a matrix takes longer than its products, and longest for another thread than packed it.
    let line = plan.columns &* plan.depth
    let reading = packed == nil ? Self.productsOfReading &* line / max(1, plan.rows) : 0
    context.parallel(
      job, rows: lines.count, work: Work(line &+ reading, product.workKind), atLeast: min(4, max(1, plan.rows)))
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
  let offsets: UnsafeBufferPointer<Int>
  let source: UnsafeRawPointer
  let size: Int
  let target: UnsafeMutableRawPointer
  let targetStride: Int

  func run(_ batches: Range<Int>) {
    for batch in batches {
      product.pack(source + offsets[batch] &* size, nil, into: target + batch &* targetStride)
    }
  }
}

/// Rows of all output matrices, one after the other.
private struct BatchJob: RowJob {
  let product: WeightedProduct
  let plan: BatchPlan
  let pairs: UnsafeBufferPointer<BatchPlan.Pair>
  let left: UnsafeRawPointer
  let leftSize: Int
  let matrices: UnsafeRawPointer
  let matrixStride: Int
  let output: UnsafeMutableRawPointer
  let outputSize: Int
  let parameters: UnsafeMutablePointer<DynamicQuantization.Parameters>?
  /// The line that counts as row 0.
  let firstLine: Int

  func run(_ rows: Range<Int>) {
    var row = firstLine &+ rows.lowerBound
    let rowEnd = firstLine &+ rows.upperBound
    while row < rowEnd {
      let batch = row / plan.rows
      let first = row % plan.rows
      let end = min(plan.rows, first &+ rowEnd &- row)
      let pair = pairs[batch]
      let arguments = MatrixArguments(
        input: left + pair.leftOffset &* leftSize, inputStride: plan.leftStride,
        packed: matrices + pair.right &* matrixStride, shape: product.shape,
        output: output + pair.outputOffset &* outputSize, outputStride: plan.outputStride,
        rowParameters: parameters.map { UnsafePointer($0 + pair.left &* plan.rows) }, rowParameterStride: 1)
      product.run(arguments, first, end, 0, plan.columns)
      row &+= end &- first
    }
  }
}

/// Rows of all output matrices, each times a matrix that is not packed.
private struct FewRowsJob: RowJob {
  let kernel: FloatRowKernel
  let plan: BatchPlan
  let pairs: UnsafeBufferPointer<BatchPlan.Pair>
  let offsets: UnsafeBufferPointer<Int>
  let left: UnsafePointer<Float>
  let right: UnsafePointer<Float>
  let output: UnsafeMutablePointer<Float>

  func run(_ rows: Range<Int>) {
    for row in rows {
      let pair = pairs[row / plan.rows]
      let line = row % plan.rows
      kernel(
        FloatRowArguments(
          input: left + (pair.leftOffset &+ line &* plan.leftStride), weights: right + offsets[pair.right],
          columns: plan.columns, depth: plan.depth, columnStride: plan.columnStride,
          elementStride: plan.elementStride, output: output + (pair.outputOffset &+ line &* plan.outputStride)))
    }
  }
}

/// Rows of int16, each times a matrix that is not packed, accumulated in 64 bits.
private struct WideRowsJob: RowJob {
  let plan: BatchPlan
  let pairs: UnsafeBufferPointer<BatchPlan.Pair>
  let offsets: UnsafeBufferPointer<Int>
  let left: UnsafePointer<Int16>
  let right: UnsafePointer<Int16>
  let output: UnsafeMutablePointer<Int16>
  let integers: WeightedQuantization
  /// The line that counts as row 0.
  let firstLine: Int

  func run(_ rows: Range<Int>) {
    let multiplier = integers.multipliers[0]
    for row in firstLine &+ rows.lowerBound..<firstLine &+ rows.upperBound {
      let (pair, line) = (pairs[row / plan.rows], row % plan.rows)
      let source = left + (pair.leftOffset &+ line &* plan.leftStride)
      let target = output + (pair.outputOffset &+ line &* plan.outputStride)
      for column in 0..<plan.columns {
        let filter = right + (offsets[pair.right] &+ column &* plan.columnStride)
        var sum: Int64 = 0
        for k in 0..<plan.depth { sum &+= Int64(Int32(source[k]) &* Int32(filter[k &* plan.elementStride])) }
        let value = integers.range.clamp(multiplier.apply(to: sum) &+ integers.outputOffset)
        target[column] = Int16(truncatingIfNeeded: value)
      }
    }
  }
}
