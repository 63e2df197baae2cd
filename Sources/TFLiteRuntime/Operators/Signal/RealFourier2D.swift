/// RFFT2D: the two-dimensional Fourier transform of real planes, cut or padded with zeros to a power-of-two size; the
/// first half of each row's spectrum.
final class RealFourier2D {
  private struct Size {
    let height: Int
    let width: Int
    let outputShape: Shape
  }

  private struct Plan {
    let height: Int
    let width: Int
    let rows: RealFourierTransform
    let columns: FourierTransform

    init(_ size: Size, _ account: MemoryAccount) throws(RuntimeError) {
      (height, width) = (size.height, size.width)
      rows = try RealFourierTransform(length: width, account)
      columns = try FourierTransform(length: height, account)
    }

    /// Doubles of one row: an even number.
    var stride: Int { max(4, width + 2) }
  }

  private var plan: Plan?
  private var work: Scratch?
  /// Working memory where the size depends on data; kept for as long as the size stays.
  private var ownWork: AlignedMemory?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (plan, work, ownWork) = (nil, nil, nil)
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let lengths = try context.input(1)
    try context.expect(input, .float32)
    try context.expectRank(input, 2...Int.max)
    try context.expect(lengths, .int32)
    try context.expect(lengths.shape == [2], "the size must be two numbers", lengths)
    try context.expect(context.output(0), .complex64)
    guard lengths.isConstant else { return try context.setUnknownShape(ofOutput: 0) }
    let size = try Self.size(input, lengths, context.node)
    try context.setShape(size.outputShape, ofOutput: 0)
    let plan = try Plan(size, context.memory)
    work = try context.requestScratch(product: 8, plan.height, plan.stride)
    self.plan = plan
  }

  private static func size(
    _ input: RuntimeTensor, _ lengths: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Size {
    let sizes = lengths.pointer(as: Int32.self)
    for index in 0..<2 where sizes[index] < 1 || sizes[index] & (sizes[index] - 1) != 0 || sizes[index] > 1 << 24 {
      throw node.error(
        .invalidOperator, "the size must be powers of two", tensor: lengths.label, expected: "1 to \(1 << 24)",
        actual: "\(sizes[index])")
    }
    let (height, width) = (Int(sizes[0]), Int(sizes[1]))
    var shape = input.shape
    shape[shape.rank - 2] = height
    shape[shape.rank - 1] = width / 2 + 1
    return Size(height: height, width: width, outputShape: shape)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let plan, let work {
      return run(plan, context.scratch(work).assumingMemoryBound(to: Double.self), context)
    }
    let size = try Self.size(context.input(0), context.input(1), context.node)
    if try context.resizeOutput(0, to: size.outputShape).elementCount == 0 { return }
    if plan?.height != size.height || plan?.width != size.width {
      (plan, ownWork) = (nil, nil)
      let new = try Plan(size, context.memory)
      ownWork = try context.allocate(product: 8, new.height, new.stride)
      plan = new
    }
    guard let plan, let ownWork else { throw context.unprepared }
    run(plan, ownWork.base.assumingMemoryBound(to: Double.self), context)
  }

  private func run(_ plan: Plan, _ work: UnsafeMutablePointer<Double>, _ context: ExecuteContext) {
    let shape = context.input(0).shape
    let (inputHeight, inputWidth) = (shape[shape.rank - 2], shape[shape.rank - 1])
    let (height, width) = (min(inputHeight, plan.height), min(inputWidth, plan.width))
    let stride = plan.stride
    let columns = plan.width / 2 + 1
    var input = context.input(0).pointer(as: Float.self)
    var output = context.output(0).mutablePointer(as: Float.self)
    for _ in 0..<shape.product(0..<shape.rank - 2) {
      for row in 0..<plan.height {
        let values = work + row &* stride
        let filled = row < height ? width : 0
        for i in 0..<filled { values[i] = Double(input[row &* inputWidth &+ i]) }
        for i in filled..<stride { values[i] = 0 }
        if filled > 0 { plan.rows.transform(values) }
      }
      if plan.height > 1 {
        for column in 0..<columns { plan.columns.transform(work + 2 &* column, stride: stride / 2) }
      }
      for row in 0..<plan.height {
        for i in 0..<2 &* columns { output[row &* 2 &* columns &+ i] = Float(work[row &* stride &+ i]) }
      }
      input += inputHeight &* inputWidth
      output += plan.height &* 2 &* columns
    }
  }
}
