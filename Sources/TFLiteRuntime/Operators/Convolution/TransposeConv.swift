import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// TRANSPOSE_CONV: output shape, weights [O, h, w, I], input [N, H, W, I], bias [O].
///
/// Where outputs lie as close as inputs it is a convolution by filters that are turned round. Others are computed by minimal
/// filtering of whole blocks (see `TransposedBlocks`) where that is faster, or phase by phase (see `TransposedPhase`) by the same
/// matrix kernels. With float data and int8 weights every image is quantized
/// asymmetrically first. The custom Convolution2DTransposeBias takes float input, weights
/// and bias; its output is the smallest that the windows cover, less the padding.
final class TransposeConv {
  private let padding: Schema.Padding
  private let strideHeight: Int
  private let strideWidth: Int
  private var factors: ChannelFactors
  /// Where the operands stand among the inputs; nil where the output's shape follows from the others.
  private let operands: (shape: Int?, filter: Int, input: Int, bias: Int)

  /// Of strides 1, where the shape of the output is known before executing; nothing else is set then.
  private var convolution: WindowProducts?
  /// By minimal filtering, where it is faster; nothing else is set then.
  private var winograd: WinogradConvolution?
  private var plan: Plan?
  /// For the shape of the output, which may be known only while executing.
  private var weights: PackedWeights<PhaseLayout>?

  /// What does not depend on the shape of the output.
  private struct Plan {
    let form: WeightedProduct.Form
    let parameters: WeightedProduct.Parameters
    let quantization: ActivationQuantization?
    let border: AlignedMemory
  }

  init(_ node: OperatorNode) {
    let options = node.options.transposeConvOptions
    padding = options?.padding ?? .same
    strideHeight = Int(options?.strideH ?? 0)
    strideWidth = Int(options?.strideW ?? 0)
    factors = ChannelFactors(FusedActivation(options?.fusedActivationFunction))
    operands = (0, 1, 2, 3)
  }

  /// Convolution2DTransposeBias. The options are the bytes of 32-bit numbers: padding (1 same, 2 valid), stride across,
  /// stride down.
  init(biased node: OperatorNode) throws(RuntimeError) {
    let bytes = node.customOptions
    guard bytes.count >= 12 else {
      throw node.error(.invalidOperator, "the options are too short", expected: "12 bytes", actual: "\(bytes.count)")
    }
    let numbers = bytes.littleEndianNumbers(3)
    guard numbers[0] == 1 || numbers[0] == 2, numbers[1...2].allSatisfy({ (1...1 << 20).contains($0) }) else {
      throw node.error(.invalidOperator, "options out of range", actual: "\(numbers)")
    }
    padding = numbers[0] == 1 ? .same : .valid
    (strideWidth, strideHeight) = (numbers[1], numbers[2])
    factors = ChannelFactors(.none)
    operands = (nil, 1, 0, 2)
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, pack: pack, execute: execute,
      fusible: FusibleWork(accepts: accepts, take: take, roles: { self.roles }))
  }

  func accepts(_ fusion: Fusion) -> Bool { factors.accepts(fusion) }

  func take(_ fusion: Fusion) { factors.take(fusion) }

  var roles: WeightedRoles? {
    operands.shape == nil ? nil : WeightedRoles(data: operands.input, weights: operands.filter, bias: operands.bias)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (plan, weights, convolution, winograd) = (nil, nil, nil, nil)
    try context.expect(inputs: operands.shape == nil ? 3...3 : 3...4, outputs: 1...1)
    let filter = try context.input(operands.filter)
    let input = try context.input(operands.input)
    let bias = context.optionalInput(operands.bias)
    let output = try context.output(0)
    if operands.shape == nil {
      for tensor in [input, filter] { try context.expect(tensor, .float32) }
    }
    try context.expect(input, .float32, .uint8, .int8, .int16)
    try context.expectSameType(output, input)
    try context.expectRank(input, 4)
    try context.expectRank(filter, 4)
    try context.expect(
      filter.elementCount > 0 && input.shape.product(1..<4) > 0, "an extent is 0",
      filter.elementCount > 0 ? input : filter)
    guard filter.shape[3] == input.shape[3] else {
      throw context.error(
        "the weights do not fit the input's channels", filter, expected: "[O, h, w, \(input.shape[3])]",
        actual: "\(filter.shape)")
    }
    try context.expectBias(bias, channels: filter.shape[0], for: input, filter)
    let (form, parameters) = try chooseForm(input, filter, bias, output, context)
    let quantization =
      form == .hybrid
      ? try ActivationQuantization(
        blocks: input.shape[0], blockSize: input.shape.product(1..<4), isAsymmetric: true, context) : nil
    let outputShape = try knownShape(input, filter, context)
    if let outputShape {
      try context.setShape(outputShape, ofOutput: 0)
      let geometry = try geometry(outputShape, input, filter, context.node)
      if strideHeight == 1, strideWidth == 1 {
        let source = WeightSource(filter, bias: bias, factors: factors, turnsFilters: true)
        let convolution = WindowProducts(ofInput: operands.input)
        try convolution.prepare(.all, geometry.turned, form, parameters, quantization, input, filter, source, context)
        self.convolution = convolution
        return
      }
      if case .clamp(let range) = parameters {
        let source = WeightSource(filter, bias: bias, factors: factors)
        winograd = try WinogradConvolution(transposed: geometry, range, source, context)
        if winograd != nil { return }
      }
    }
    let size = form == .hybrid ? 1 : input.type.elementByteCount
    // Margins are the zero point, which with float data each image has for itself.
    let border = try context.allocate(product: form == .hybrid ? max(1, input.shape[0]) : 1, filter.shape[3], size)
    if size == 1 {
      border.base.initializeMemory(
        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: input.quantization?.zeroPoint ?? 0),
        count: border.byteCount)
    }
    let plan = Plan(form: form, parameters: parameters, quantization: quantization, border: border)
    if let outputShape {
      let layout = try layout(plan, outputShape, input, filter, context.kernels, context.memory, context.node)
      weights = try PackedWeights(layout, WeightSource(filter, bias: bias, factors: factors), context)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
    self.plan = plan
  }

  /// The shape of the output, nil when only execution tells.
  private func knownShape(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ context: PrepareContext
  ) throws(RuntimeError) -> Shape? {
    guard let index = operands.shape else {
      func extent(_ input: Int, _ filter: Int, _ stride: Int) -> Int {
        let padded = padding == .same ? max(0, filter &- (input &- 1) % stride &- 1) : 0
        return stride &* (input &- 1) &+ filter &- padded
      }
      return [
        input.shape[0], extent(input.shape[1], filter.shape[1], strideHeight),
        extent(input.shape[2], filter.shape[2], strideWidth), filter.shape[0],
      ]
    }
    let shape = try context.input(index)
    try context.expect(shape, .int32)
    try context.expect(shape.rank == 1 && shape.elementCount == 4, "the output shape is not a vector of 4", shape)
    return shape.isConstant ? Shape(shape.values(as: Int32.self).map { Int($0) }) : nil
  }

  private func chooseForm(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ bias: RuntimeTensor?, _ output: RuntimeTensor,
    _ context: PrepareContext
  ) throws(RuntimeError) -> (WeightedProduct.Form, WeightedProduct.Parameters) {
    let channels = filter.shape[0]
    if input.type == .float32 {
      try context.expect(filter, .float32, .int8)
      if filter.type == .float32 { return (.float, .clamp(FloatRange(factors.activation))) }
      let scales = try context.weightScales(filter, channels: channels, axis: 0)
      return (.hybrid, .hybrid(scales: scales, FloatRange(factors.activation)))
    }
    try context.expect(filter, input.type == .uint8 ? .uint8 : .int8)
    let integers = try WeightedQuantization(
      input: input, filter: filter, bias: bias, output: output, activation: factors.activation, channels: channels,
      channelAxis: 0, ignoresZeroPoints: true, context)
    switch input.type {
    case .uint8: return (.uint8, .integer(integers, .uint8))
    case .int8: return (.int8, .integer(integers, .int8))
    default: return (.int16, .integer(integers, .int16))
    }
  }

  /// The windows that a convolution which makes the input of the output would have.
  /// - Throws: `invalidOperator` when the output shape contradicts the input.
  private func geometry(
    _ outputShape: Shape, _ input: RuntimeTensor, _ filter: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> ConvolutionGeometry {
    let rows = WindowAxis(input: outputShape[1], filter: filter.shape[1], stride: strideHeight, dilation: 1)
    let columns = WindowAxis(input: outputShape[2], filter: filter.shape[2], stride: strideWidth, dilation: 1)
    guard let vertical = rows.windows(padding), let horizontal = columns.windows(padding),
      vertical.count == input.shape[1], horizontal.count == input.shape[2], outputShape[0] == input.shape[0],
      outputShape[3] == filter.shape[0], input.shape.product(1..<4) <= Int(Int32.max)
    else {
      throw node.error(
        .invalidOperator, "the output shape does not fit input and weights", tensor: input.label,
        expected:
          "[\(input.shape[0]), H, W, \(filter.shape[0])] with H x W that a convolution makes "
          + "\(input.shape[1]) x \(input.shape[2]) of, and positive strides",
        actual: "\(outputShape), stride \(strideHeight)x\(strideWidth)")
    }
    return ConvolutionGeometry(
      batches: input.shape[0], inputHeight: input.shape[1], inputWidth: input.shape[2], inputDepth: input.shape[3],
      filterHeight: filter.shape[1], filterWidth: filter.shape[2], outputHeight: outputShape[1],
      outputWidth: outputShape[2], outputDepth: outputShape[3], strideHeight: strideHeight, strideWidth: strideWidth,
      paddingTop: vertical.before, paddingLeft: horizontal.before)
  }

  /// - Throws: `invalidOperator` when the output shape contradicts the input.
  private func layout(
    _ plan: Plan, _ outputShape: Shape, _ input: RuntimeTensor, _ filter: RuntimeTensor, _ kernels: KernelSet,
    _ account: MemoryAccount, _ node: OperatorNode
  ) throws(RuntimeError) -> PhaseLayout {
    let geometry = try geometry(outputShape, input, filter, node).lying
    let phases = try TransposedPhases(geometry, plan.form, lanes: kernels.lanes, account)
    let parameters = phases.width == 1 ? plan.parameters : plan.parameters.repeated(phases.width)
    let products = phases.phases.map { WeightedProduct(plan.form, $0.shape(geometry), parameters, kernels) }
    return PhaseLayout(outputShape, phases, products, plan.form, filter)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    if let convolution { return try convolution.pack(context) }
    if let winograd { return try winograd.pack(context) }
    guard plan != nil else { throw context.unprepared }
    try weights?.pack(context)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let convolution { return try convolution.execute(context) }
    if let winograd { return try winograd.execute(context, input: operands.input) }
    guard let plan else { throw context.unprepared }
    let input = context.input(operands.input)
    if let index = operands.shape, !context.input(index).isConstant {
      let shape = Shape(context.input(index).values(as: Int32.self).map { Int($0) })
      if try context.resizeOutput(0, to: shape).elementCount == 0 { return }
      if weights?.layout.outputShape != shape {
        weights = nil
        let filter = context.input(operands.filter)
        let layout = try layout(plan, shape, input, filter, context.resources.kernels, context.memory, context.node)
        weights = try PackedWeights(
          layout, WeightSource(filter, bias: context.optionalInput(operands.bias), factors: factors),
          holding: context.memory)
      }
    }
    guard let weights, let packed = weights.prepared(context) else { throw context.unprepared }
    let layout = weights.layout
    let (quantization, border) = (plan.quantization, plan.border)
    let values = UnsafeRawPointer(quantization?.quantize(input, context) ?? input.data)
    let size = plan.form == .hybrid ? 1 : input.type.elementByteCount
    let geometry = layout.phases.geometry
    let rowParameters = quantization?.parameters(context, 0)
    let borderSize = rowParameters == nil ? 0 : geometry.inputDepth
    if let rowParameters {
      for image in 0..<geometry.batches {
        (border.base + image &* borderSize).initializeMemory(
          as: Int8.self, repeating: Int8(truncatingIfNeeded: rowParameters[image].zeroPoint), count: borderSize)
      }
    }
    let output = context.output(0)
    // Images of few rows are divided within them.
    let rows = geometry.batches &* geometry.outputHeight
    let columns = geometry.outputWidth / layout.phases.width
    let parts = rows >= PhaseJob.manyRows ? 1 : max(1, min(PhaseJob.manyRows, columns / PhaseJob.fewBlocks))
    let job = PhaseJob(
      layout: layout, parts: parts, packed: packed, input: values,
      imageSize: geometry.inputHeight &* geometry.inputWidth &* geometry.inputDepth &* size, border: border.base,
      borderSize: borderSize, output: output.data, outputSize: output.type.elementByteCount,
      rowParameters: rowParameters)
    let products = geometry.outputWidth &* geometry.outputDepth &* geometry.inputDepth
    let taps = max(1, geometry.taps / (strideHeight &* strideWidth))
    context.parallel(
      job, rows: rows &* parts,
      work: Work(products &* taps / parts, layout.products.first?.workKind ?? .floatProduct))
  }
}

extension ConvolutionGeometry {
  /// The convolution of the other way, by filters turned round, where strides are 1.
  fileprivate var turned: ConvolutionGeometry {
    var turned = self
    turned.paddingTop = filterHeight &- 1 &- paddingTop
    turned.paddingLeft = filterWidth &- 1 &- paddingLeft
    return turned
  }
}

/// The filters of all phases, one after another, each as the kernel of its product reads them.
private struct PhaseLayout: WeightLayout {
  let outputShape: Shape
  /// Of images that lie.
  let phases: TransposedPhases
  let products: [WeightedProduct]
  /// Where the packed weights of each phase begin; one place more is where they end.
  let starts: [Int]
  private let form: WeightedProduct.Form
  private let elementSize: Int
  /// A byte of a weight that is zero.
  private let zero: UInt8
  /// Bytes for the filter of one phase.
  private let filterRoom: Int

  init(
    _ outputShape: Shape, _ phases: TransposedPhases, _ products: [WeightedProduct], _ form: WeightedProduct.Form,
    _ filter: RuntimeTensor
  ) {
    self.outputShape = outputShape
    self.phases = phases
    self.form = form
    self.products = products
    elementSize = filter.type.elementByteCount
    zero = filter.type == .uint8 ? UInt8(truncatingIfNeeded: filter.quantization?.zeroPoint ?? 0) : 0
    let elements = products.map { $0.shape.columns &* $0.shape.taps &* $0.shape.depth }.max() ?? 0
    filterRoom = AlignedMemory.roundedUp(elements &* elementSize)
    starts = WeightedProduct.starts(products)
  }

  var packedSize: Int { starts.last ?? 0 }

  /// For the filter of one phase, for the bias of a block, and for settled channels of a phase.
  var roomByteCount: Int { filterRoom &+ biasRoom &+ (products.map { $0.settlingRoom }.max() ?? 0) }

  private var biasRoom: Int {
    AlignedMemory.roundedUp(PixelBlocks.biasRoom(channels: phases.geometry.outputDepth, width: phases.width))
  }

  /// Which taps a phase has depends on how many rows and columns of the output are cut off.
  var variant: [Int] {
    let geometry = phases.geometry
    return [geometry.paddingTop % geometry.strideHeight, geometry.paddingLeft % geometry.strideWidth, phases.width]
  }

  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    let bias = PixelBlocks.bias(
      bias, form, channels: phases.geometry.outputDepth, width: phases.width, room: room + filterRoom)
    for (number, phase) in phases.phases.enumerated() {
      phase.gatherFilter(phases.geometry, weights, size: elementSize, zero: zero, room)
      products[number].pack(room, bias, room: room + filterRoom + biasRoom, into: packed + starts[number])
    }
  }
}

/// Output rows of all images, each in some parts.
private struct PhaseJob: RowJob {
  /// Rows that need no parts, and blocks at least of a part.
  static let manyRows = 8
  static let fewBlocks = 8

  let layout: PhaseLayout
  /// Parts of an output row.
  let parts: Int
  let packed: UnsafeRawPointer
  let input: UnsafeRawPointer
  /// Bytes of an image of the input.
  let imageSize: Int
  let border: UnsafeRawPointer
  /// Bytes from the border of one image to that of the next; 0 where all have the same.
  let borderSize: Int
  let output: UnsafeMutableRawPointer
  let outputSize: Int
  /// One for each image.
  let rowParameters: UnsafeMutablePointer<DynamicQuantization.Parameters>?

  func run(_ numbers: Range<Int>) {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      let row = number / parts
      let first = number % parts
      let end = min(parts, first &+ numbers.upperBound &- number)
      run(row: row, parts: first..<end)
      number &+= end &- first
    }
  }

  /// Some neighbouring parts of a row.
  private func run(row: Int, parts: Range<Int>) {
    let geometry = layout.phases.geometry
    let width = layout.phases.width
    TransposedPhase.forEachRun(geometry, width: width, row, row &+ 1) {
      phase, image, row, count, element in
      let begin = count &* parts.lowerBound / self.parts
      let end = count &* parts.upperBound / self.parts
      if begin == end { return }
      let arguments = MatrixArguments(
        input: input + image &* imageSize, inputStride: 0,
        offsets: layout.phases.rowOffsets(phase, row: row / max(1, count)), paddingRow: border + image &* borderSize,
        packed: packed + layout.starts[phase], shape: layout.products[phase].shape,
        output: output + element &* outputSize,
        outputStride: geometry.outputDepth &* layout.phases.phases[phase].columnStep,
        rowParameters: rowParameters.map { UnsafePointer($0 + image) },
        rowParameterStride: 0)
      layout.products[phase].run(arguments, begin, end, 0, layout.products[phase].shape.columns)
    }
  }
}
