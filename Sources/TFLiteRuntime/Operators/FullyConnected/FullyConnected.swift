import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// FULLY_CONNECTED: rows of the input times weights [O, I], plus bias [O].
///
/// The input is taken as rows of I elements whatever its shape; the output is [rows, O], or the input's shape with O as
/// last extent when the option says to keep the dimensions. With float data and integer weights every row is quantized
/// first; tanh and the sign bit as activation are defined for them alone. Float weights that another operator transposes are read as
/// they were before, [I, O].
final class FullyConnected {
  private var factors: ChannelFactors
  private let types: ProductTypes
  private let keepsDimensions: Bool
  private let isAsymmetric: Bool
  private let format: Schema.FullyConnectedOptionsWeightsFormat
  private let biasType: Schema.TensorType
  /// An activation that is no clamp.
  private let function: RecurrentActivation
  private var functionKernel: FloatFunction?
  /// How rows that are quantized are shared.
  private var sharing: RowSharing?
  /// Weights are [I, O].
  private var isTransposed = false
  /// Parts of the input along its first axis have outputs of their own, along the same.
  private var hasParts = false

  /// What has no packed kernel.
  private enum Form {
    /// No rows or no units.
    case empty
    /// Int16 weights.
    case wide(WeightedQuantization)
    case blockwise(BlockwiseWeights, ActivationQuantization)
    case shuffled(ShuffledWeights)
    /// Floats that are not packed.
    case row(FloatRowWeights)
  }

  /// What has one; nil before preparation, and where there is a `form`.
  private var weights = Held<PackedWeights<GroupedProduct>>()
  /// Of rows that are multiplied with `weights`.
  private var quantization = Held<ActivationQuantization>()
  private var form: Form?
  private var rows = 0
  private var depth = 0

  /// - Parameter types: those that there are kernels for.
  init(_ node: OperatorNode, _ types: ProductTypes) {
    self.types = types
    let options = node.options.fullyConnectedOptions
    factors = ChannelFactors(FusedActivation(options?.fusedActivationFunction))
    keepsDimensions = options?.keepNumDims ?? false
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
    format = options?.weightsFormat ?? .default
    biasType = options?.quantizedBiasType ?? .float32
    switch options?.fusedActivationFunction {
    case .some(.tanh): function = .tanh
    case .some(.signBit): function = .signBit
    default: function = .none
    }
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, pack: pack, execute: execute, computesInJobs: self.computesInJobs, bind: bind,
      fusible: FusibleWork(
        accepts: accepts, take: take,
        roles: { WeightedRoles(weightsRank: 2, leastOutputRank: self.keepsDimensions ? 1 : 2) },
        quantizedRows: quantizedRows, canEnd: canEnd))
  }

  func accepts(_ fusion: Fusion) -> Bool {
    if case .sharedRows = fusion { return sharing == nil }
    if case .parts = fusion { return true }
    if isTransposed { return false }
    if case .transposition([1, 0], .input(1)) = fusion {
      return format == .default && function == .none && factors.isClampAlone
    }
    return format == .default && function == .none && factors.accepts(fusion)
  }

  func take(_ fusion: Fusion) {
    switch fusion {
    case .sharedRows(let sharing): self.sharing = sharing
    case .parts: hasParts = true
    case .transposition: isTransposed = true
    default: factors.take(fusion)
    }
  }

  /// Those of float data where weights are constant integers.
  func quantizedRows(_ inputs: [TensorDescription?]) -> QuantizedRows? {
    guard inputs.count == 2 || inputs.count == 3, let input = inputs[0], let filter = inputs[1],
      input.type == .float32, !input.isVariable, filter.isConstant, filter.type == .int8 || filter.type == .int4,
      filter.shape.rank == 2, filter.shape.elementCount > 0, let quantization = filter.quantization, format == .default
    else { return nil }
    return QuantizedRows(
      input: input.index, depth: filter.shape[1], isAsymmetric: isAsymmetric || quantization.blocks != nil)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (weights.object, quantization.object, form) = (nil, nil, nil)
    if sharing == nil { try context.expect(inputs: 2...3, outputs: 1...2) }
    let input = try context.input(0)
    let filter = try context.input(1)
    let bias = context.optionalInput(2)
    let output = try context.output(0)
    try context.expect(input, .float32, .uint8, .int8, .int16)
    try context.expectRank(filter, 2)
    guard format == .default || format == .shuffled4x16INT8 else {
      throw context.node.error(.unsupported, "weights format not supported", tensor: filter.label, actual: format.name)
    }
    if function != .none, input.type != .float32 || filter.type == .float32 {
      throw context.node.error(
        .unsupported, "activation not supported", tensor: input.label,
        expected: "a clamp, or float data and integer weights",
        actual: function == .tanh ? "TANH" : "SIGN_BIT")
    }
    let units = filter.shape[isTransposed ? 1 : 0]
    depth = filter.shape[isTransposed ? 0 : 1]
    try context.setShape(try outputShape(input, filter, units, context), ofOutput: 0)
    rows = output.elementCount / max(1, units)
    if sharing == .gives {
      try context.setShape([rows, depth], ofOutput: 1)
      try context.setShape([rows], ofOutput: 2)
    }
    if let bias {
      try context.expect(bias, input.type == .float32 ? .float32 : .int32, input.type == .int16 ? .int64 : .int32)
      if bias.elementCount != units {
        throw context.error("wrong number of biases", bias, expected: "\(units)", actual: "\(bias.shape)")
      }
    }
    functionKernel = function.function(context.kernels)
    form = units == 0 || rows == 0 ? .empty : try makeForm(input, filter, bias, output, units, context)
  }

  private func outputShape(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ units: Int, _ context: PrepareContext
  ) throws(RuntimeError) -> Shape {
    if keepsDimensions {
      guard let last = input.shape.dimensions.last, last == depth else {
        throw context.error(
          "the last extent is not the weights' depth", input, expected: "\(depth) for weights \(filter.shape)",
          actual: "\(input.shape)")
      }
      var shape = input.shape
      shape[shape.rank - 1] = units
      return shape
    }
    if hasParts { return try shapeOfParts(input, filter, units, context) }
    if depth == 0 { return [input.shape.product(0..<max(0, input.rank - 1)), units] }
    guard input.elementCount % depth == 0 else {
      throw context.error(
        "the input is not made of whole rows", input,
        expected: "a multiple of \(depth) elements for weights \(filter.shape)",
        actual: "\(input.elementCount) of shape \(input.shape)")
    }
    return [input.elementCount / depth, units]
  }

  /// The shape of parts along the first axis, each of which has rows of its own.
  private func shapeOfParts(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ units: Int, _ context: PrepareContext
  ) throws(RuntimeError) -> Shape {
    let parts = input.rank > 0 ? input.shape[0] : 0
    let count = parts > 0 ? input.elementCount / parts : 0
    guard depth > 0, count % depth == 0 else {
      throw context.error(
        "the parts of the input are not made of whole rows", input,
        expected: "a multiple of \(depth) elements for weights \(filter.shape)", actual: "\(count) of \(input.shape)")
    }
    return [parts, count / depth, units]
  }

  /// Chooses the kernel for the types at hand: nil when it is a packed one.
  private func makeForm(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ bias: RuntimeTensor?, _ output: RuntimeTensor, _ units: Int,
    _ context: PrepareContext
  ) throws(RuntimeError) -> Form? {
    if format == .shuffled4x16INT8 {
      return .shuffled(
        try ShuffledWeights(input, filter, bias, output, activation: factors.activation, rows: rows, context))
    }
    let shape = MatrixShape(
      columns: units, depth: depth, columnStride: isTransposed ? 1 : depth, elementStride: isTransposed ? units : 1)
    let product: WeightedProduct
    if input.type == .float32 {
      try context.expect(output, .float32)
      let range = FloatRange(factors.activation)
      if filter.type == .float32 {
        if factors.isClampAlone, !context.kernels.isReduced,
          let weights = try FloatRowWeights(
            filter, shape, rows: rows, range, context.restricted(types.floatRow, to: .float32)(context.kernels), context
          )
        {
          return .row(weights)
        }
        product = try WeightedProduct(.float, shape, .clamp(range), types, context)
      } else {
        try context.expect(filter, .int8, .uint8, .int4, .int2)
        let kernel = try context.restricted(types.blockwise, to: .dynamic)(context.kernels)
        let blocks = filter.quantization?.blocks
        let quantization = try ActivationQuantization(
          blocks: rows, blockSize: depth, isAsymmetric: isAsymmetric || blocks != nil, sharing: sharing, context)
        if let blocks {
          return .blockwise(
            try BlockwiseWeights(
              filter, blocks, context.tensor(blocks.scalesTensor), bias: bias, range, rows: rows, kernel, context),
            quantization)
        }
        let scales = try context.weightScales(filter, channels: units, axis: 0)
        if let weights = try BlockwiseWeights(filter, scales, bias: bias, range, rows: rows, kernel, context) {
          return .blockwise(weights, quantization)
        }
        self.quantization.object = quantization
        product = try WeightedProduct(.hybrid, shape, .hybrid(scales: scales, range), types, context)
      }
    } else {
      var integers = try WeightedQuantization(
        fullyConnected: input, filter: filter, bias: bias, output: output, activation: factors.activation,
        channels: units,
        context)
      // To find a channel's factor takes a third of a microsecond; each row then saves a fraction of a nanosecond.
      integers.isForManyRows = rows >= 16
      switch (input.type, filter.type, output.type) {
      case (.uint8, .uint8, .uint8):
        product = try WeightedProduct(.uint8, shape, .integer(integers, .uint8), types, context)
      case (.uint8, .uint8, .int16):
        product = try WeightedProduct(.uint8, shape, .integer(integers, .int16), types, context)
      case (.int8, .int8, .int8), (.int8, .int4, .int8), (.int8, .int2, .int8):
        product = try WeightedProduct(.int8, shape, .integer(integers, .int8), types, context)
      case (.int16, .int8, .int16), (.int16, .int4, .int16), (.int16, .int2, .int16):
        product = try WeightedProduct(.int16, shape, .integer(integers, .int16), types, context)
      case (.int16, .int16, .int16): return .wide(integers)
      default:
        throw context.node.error(
          .unsupported, "element types not supported together", tensor: filter.label,
          expected: "input, weights and output of types that go together",
          actual: "\(input.type.name), \(filter.type.name), \(output.type.name)")
      }
    }
    weights.object = try PackedWeights(
      GroupedProduct(product), WeightSource(filter, bias: bias, factors: factors), context)
    return nil
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    if let weights = weights.object { return try weights.packApart(context) }
    switch form {
    case .blockwise(var weights, let quantization):
      try weights.pack(context)
      form = .blockwise(weights, quantization)
    case .empty, .wide, .shuffled, .row: break
    case nil: throw context.unprepared
    }
  }

  var computesInJobs: Bool {
    if case .row = form { return true }
    guard quantization.object == nil, functionKernel == nil, let weights = weights.object else { return false }
    return weights.arePacked
  }

  func canEnd(with epilogue: EpilogueFunction) -> Bool {
    guard let product = weights.object?.layout.product else { return false }
    return product.canEnd(with: epilogue, outputs: rows &* product.shape.columns, isClamped: factors.activation.isClamp)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let weights = weights.lent {
      let isPacked = weights._withUnsafeGuaranteedRef { multiply($0, context) }
      if !isPacked { throw context.unprepared }
    } else {
      try executeUnpacked(context)
    }
    if let functionKernel {
      let output = context.output(0)
      let values = output.mutablePointer(as: Float.self)
      functionKernel(values, values, output.elementCount)
    }
  }

  /// - Returns: false, and nothing is computed, where constants have not been packed.
  private func multiply(_ weights: PackedWeights<GroupedProduct>, _ context: ExecuteContext) -> Bool {
    guard let packed = weights.prepared(context) else { return false }
    let arguments = arguments(weights, packed, context)
    if let quantization = quantization.lent {
      quantization._withUnsafeGuaranteedRef { _ = $0.quantize(context.input(0), context) }
    }
    context.multiply(weights.layout.product, arguments, rows: rows)
    return true
  }

  @inline(__always)
  private func arguments(
    _ weights: PackedWeights<GroupedProduct>, _ packed: UnsafeRawPointer, _ context: ExecuteContext
  ) -> MatrixArguments {
    var arguments = weights.layout.product.arguments
    arguments.packed = packed
    arguments.weights = weights.shared
    arguments.output = context.output(0).data
    arguments.epilogue = context.epilogue
    if let quantization = quantization.lent {
      quantization._withUnsafeGuaranteedRef {
        arguments.input = UnsafeRawPointer($0.values(context))
        arguments.rowParameters = UnsafePointer($0.parameters(context, 0))
      }
      arguments.rowParameterStride = 1
    } else {
      arguments.input = UnsafeRawPointer(context.input(0).data)
    }
    return arguments
  }

  /// The product, and quantizing for it, where one thread computes them.
  private func bind(_ context: ExecuteContext) -> BoundCall? {
    guard functionKernel == nil, let weights = weights.object, weights.arePacked, let packed = weights.prepared(context)
    else { return nil }
    var first: BoundQuantization?
    if let quantization = quantization.object {
      first = quantization.bind(context.input(0), context)
      if first == nil { return nil }
    }
    return context.bound(weights.layout.product, arguments(weights, packed, context), rows: rows, first)
  }

  private func executeUnpacked(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let output = context.output(0)
    switch form {
    case .wide(let integers):
      let bias = context.optionalInput(2)
      let job = WideJob(
        input: input.pointer(as: Int16.self), filter: context.input(1).pointer(as: Int16.self),
        bias32: bias?.type == .int32 ? bias?.pointer(as: Int32.self) : nil,
        bias64: bias?.type == .int64 ? bias?.pointer(as: Int64.self) : nil,
        output: output.mutablePointer(as: Int16.self), columns: context.input(1).shape[0], depth: depth,
        integers: integers)
      context.parallel(job, rows: rows, work: Work(job.columns &* depth, .multiplyAdd))
    case .blockwise(let weights, let quantization):
      let values = UnsafeRawPointer(quantization.quantize(input, context))
      try weights.multiply(
        values.assumingMemoryBound(to: Int8.self), quantization.parameters(context, 0), rows: rows,
        output.mutablePointer(as: Float.self), context)
    case .shuffled(let weights): weights.multiply(context)
    case .row(let weights): weights.multiply(context)
    case .empty: break
    case nil: throw context.unprepared
    }
  }
}

/// Int16 rows times int16 weights, accumulated in 64 bits.
private struct WideJob: RowJob {
  let input: UnsafePointer<Int16>
  let filter: UnsafePointer<Int16>
  let bias32: UnsafePointer<Int32>?
  let bias64: UnsafePointer<Int64>?
  let output: UnsafeMutablePointer<Int16>
  let columns: Int
  let depth: Int
  let integers: WeightedQuantization

  func run(_ rows: Range<Int>) {
    let isPerChannel = integers.multipliers.count > 1
    for row in rows {
      for column in 0..<columns {
        var sum: Int64 = 0
        for k in 0..<depth {
          sum &+=
            (Int64(filter[column &* depth &+ k]) &+ Int64(integers.weightsOffset))
            &* (Int64(input[row &* depth &+ k]) &+ Int64(integers.inputOffset))
        }
        if let bias32 { sum &+= Int64(bias32[column]) }
        if let bias64 { sum &+= bias64[column] }
        let scaled = integers.multipliers[isPerChannel ? column : 0].apply(to: sum) &+ integers.outputOffset
        output[row &* columns &+ column] = Int16(truncatingIfNeeded: integers.range.clamp(scaled))
      }
    }
  }
}
