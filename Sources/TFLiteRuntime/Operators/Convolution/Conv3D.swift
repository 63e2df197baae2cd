import TFLiteKernels
import TFLiteSchema

/// CONV_3D: input [N, D, H, W, I], filter [d, h, w, I, O], bias [O]; float32.
final class Conv3D {
  private let options: VolumeOptions
  private var plan: Plan?

  private struct Plan {
    let windows: VolumeWindows
    let weights: PackedWeights<GroupedProduct>
    let table: AlignedMemory
    let border: AlignedMemory
  }

  init(_ node: OperatorNode) { options = VolumeOptions(node) }

  var made: MadeOperator { MadeOperator(prepare: prepare, pack: pack, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 2...3, outputs: 1...1)
    let input = try context.input(0)
    let filter = try context.input(1)
    let bias = context.optionalInput(2)
    try context.expect(input, .float32)
    try context.expect(filter, .float32)
    try context.expect(context.output(0), .float32)
    try context.expectRank(input, 5)
    try context.expectRank(filter, 5)
    try context.expect(
      filter.elementCount > 0 && input.shape.product(1..<5) > 0, "an extent is 0",
      filter.elementCount > 0 ? input : filter)
    guard filter.shape[3] == input.shape[4], let fit = options.windows(over: input.shape, filter: filter.shape) else {
      throw context.error(
        "the filter does not fit the input", filter, expected: "[d, h, w, \(input.shape[4]), O] inside \(input.shape)",
        actual: "\(filter.shape), strides \(options.strides), dilations \(options.dilations)")
    }
    let channels = filter.shape[4]
    try context.expectBias(bias, channels: channels, for: input, filter)
    let windows = VolumeWindows(
      axes: (0..<3).map {
        .init(
          input: input.shape[$0 + 1], output: fit[$0].count, filter: filter.shape[$0], stride: options.strides[$0],
          dilation: options.dilations[$0], before: fit[$0].before)
      }, channels: input.shape[4])
    let product = WeightedProduct(
      .float,
      MatrixShape(
        columns: channels, taps: windows.taps, depth: input.shape[4], columnStride: 1, elementStride: channels),
      .clamp(FloatRange(options.activation)), context.kernels)
    try context.setShape([input.shape[0], fit[0].count, fit[1].count, fit[2].count, channels], ofOutput: 0)
    let table = try windows.table(context.memory, context.node)
    let border = try context.allocate(product: 4, input.shape[4])
    let weights = try PackedWeights(GroupedProduct(product), WeightSource(filter, bias: bias), context)
    plan = Plan(windows: windows, weights: weights, table: table, border: border)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    try plan.weights.pack(context)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan, let packed = plan.weights.prepared(context) else { throw context.unprepared }
    let (input, output) = (context.input(0), context.output(0))
    let (windows, product) = (plan.windows, plan.weights.layout.product)
    for batch in 0..<output.shape[0] {
      let arguments = MatrixArguments(
        input: input.data + batch &* windows.inputCount &* windows.channels &* 4, inputStride: 0,
        offsets: UnsafePointer(plan.table.base.assumingMemoryBound(to: Int32.self)),
        paddingRow: UnsafeRawPointer(plan.border.base), packed: packed, shape: product.shape,
        output: output.data + batch &* windows.outputCount &* product.shape.columns &* 4,
        outputStride: product.shape.columns)
      context.multiply(product, arguments, rows: windows.outputCount)
    }
  }
}
