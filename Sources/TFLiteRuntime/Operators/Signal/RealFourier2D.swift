import TFLiteKernelSets
import TFLiteKernels

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
    let rows: RealFourierTransform
    /// Nil where rows are all.
    let columns: (@Sendable (ComplexFourier) -> Void)?

    /// - Parameter planes: nil where that is not known.
    init(
      _ size: Size, planes: Int?, threads: Int, _ kernels: SpatialKernels, _ account: MemoryAccount
    ) throws(RuntimeError) {
      height = size.height
      let isFlat = size.height == 1
      rows = try RealFourierTransform(
        length: size.width, and: size.height, sequences: isFlat ? planes : max(size.height, size.width / 2 + 1),
        threads: threads, kernels, account)
      columns = isFlat ? nil : kernels.complexFourier
    }

    var width: Int { rows.length }

    /// Bytes of the spectra of a plane's rows, which stand behind the rooms of the parts.
    private var planeByteCount: Int { columns == nil ? 0 : height &* 16 &* rows.pitch }

    var byteCount: Int { rows.parts &* rows.partByteCount &+ planeByteCount }
  }

  private var plan: Plan?
  private var work: Scratch?
  /// Working memory where the size depends on data; kept for as long as the size stays.
  private var ownWork: AlignedMemory?
  private var kernels: SpatialKernels?

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
    let kernels = context.kernels.spatial
    self.kernels = kernels
    guard lengths.isConstant else { return try context.setUnknownShape(ofOutput: 0) }
    let size = try Self.size(input, lengths, context.node)
    try context.setShape(size.outputShape, ofOutput: 0)
    let plan = try Plan(
      size, planes: input.shape.product(0..<input.rank - 2), threads: context.threadCount, kernels, context.memory)
    work = try context.requestScratch(plan.byteCount)
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
      return run(plan, context.scratch(work), context)
    }
    let size = try Self.size(context.input(0), context.input(1), context.node)
    if try context.resizeOutput(0, to: size.outputShape).elementCount == 0 { return }
    if plan?.height != size.height || plan?.width != size.width {
      (plan, ownWork) = (nil, nil)
      guard let kernels else { throw context.unprepared }
      let new = try Plan(size, planes: nil, threads: context.threadCount, kernels, context.memory)
      ownWork = try context.allocate(product: new.byteCount)
      plan = new
    }
    guard let plan, let ownWork else { throw context.unprepared }
    run(plan, ownWork.base, context)
  }

  /// - Parameter room: `byteCount` bytes of the plan.
  private func run(_ plan: Plan, _ room: UnsafeMutableRawPointer, _ context: ExecuteContext) {
    let shape = context.input(0).shape
    let (inputHeight, inputWidth) = (shape[shape.rank - 2], shape[shape.rank - 1])
    let planes = shape.product(0..<shape.rank - 2)
    let output = context.output(0).mutablePointer(as: Float.self)
    var rows = RealFourierTransform.Sequences(
      source: context.input(0).pointer(as: Float.self), stride: inputWidth, elementStride: 1,
      filled: inputHeight == 0 ? 0 : min(inputWidth, plan.width), count: min(inputHeight, plan.height))
    guard let kernel = plan.columns else {
      rows.stride = inputHeight &* inputWidth
      rows.count = planes
      return context.transform(rows, plan.rows, room: room, .complex(output))
    }
    let parts = plan.rows.parts
    let spectra = (room + parts &* plan.rows.partByteCount).assumingMemoryBound(to: Double.self)
    let rowLength = 2 &* plan.rows.pitch
    (spectra + rows.count &* rowLength).update(repeating: 0, count: (plan.height &- rows.count) &* rowLength)
    var columns = ColumnJob(
      kernel: kernel, transform: plan.rows, height: plan.height, spectra: spectra, room: room, output: output)
    for _ in 0..<planes {
      context.transform(rows, plan.rows, room: room, .spectrum(spectra))
      context.parallel(
        columns, rows: parts, work: Work(2 &* plan.height &* plan.rows.bins / parts, .function))
      rows.source += inputHeight &* inputWidth
      columns.output += 2 &* plan.height &* plan.rows.bins
    }
  }
}

/// Transforms the columns of a plane whose rows are transformed, a part of them at a time.
private struct ColumnJob: RowJob {
  let kernel: @Sendable (ComplexFourier) -> Void
  /// That of rows.
  let transform: RealFourierTransform
  let height: Int
  /// The spectra of rows.
  let spectra: UnsafeMutablePointer<Double>
  /// The room of the first part.
  let room: UnsafeMutableRawPointer
  var output: UnsafeMutablePointer<Float>

  func run(_ parts: Range<Int>) {
    let bins = transform.bins
    for part in parts {
      let room = (room + part &* transform.partByteCount).assumingMemoryBound(to: Double.self)
      for block in transform.blocks(part, of: bins) {
        kernel(
          ComplexFourier(
            source: spectra + 8 &* block, imaginaryOffset: transform.pitch, sourceStride: 2 &* transform.pitch,
            length: height, room: room, roots: transform.roots, output: output + 16 &* block,
            outputStride: 2 &* bins, columns: min(8, bins &- 8 &* block)))
      }
    }
  }
}
