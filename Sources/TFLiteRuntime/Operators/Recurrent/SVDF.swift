import TFLiteKernels
import TFLiteSchema

/// SVDF: a fully connected layer over the last `memory` inputs, factorised into a feature and a time part of low rank
/// (Nakkiran et al. 2015). Float, hybrid, or int8 with an int16 state.
///
/// The state `[batch, filters * memory]` is a variable: the newest entry of each filter is last. Output unit `u` sums
/// the filters `u * rank ..< (u + 1) * rank`.
final class SVDF: Operator {
  private let rank: Int
  private let activation: RecurrentActivation
  private let isAsymmetric: Bool
  private var isInteger = false
  private var features: RecurrentProduct?
  private var inputVectors: RecurrentInput?
  private var memory = 0
  private var featureMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
  private var outputMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
  private var sums = Scratch(index: 0, byteCount: 0)
  /// Time weights as floats, for hybrid operators.
  private var timeWeights: Scratch?

  init(_ node: OperatorNode) {
    let options = node.options(Schema.SVDFOptions.self)
    rank = Int(options?.rank ?? 0)
    activation = RecurrentActivation(options?.fusedActivationFunction ?? .none)
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
  }

  var isPure: Bool { false }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 5, outputs: 1)
    let input = try context.input(0)
    let feature = try context.input(1)
    let time = try context.input(2)
    let bias = context.optionalInput(3)
    let state = try context.input(4)
    let output = try context.output(0)
    try context.expect(input, .float32, .int8)
    for tensor in [input, feature, time, state] { try context.expectRank(tensor, 2) }
    isInteger = input.type == .int8
    if isInteger {
      try context.expect(
        activation == .relu, "integer layers are clamped by their quantisation: the activation is RELU")
      try context.expect(feature, .int8)
      try context.expect(time, .int16)
    } else {
      try context.expect(feature, .float32, .int8, .uint8)
      try context.expect(time, feature.type)
    }
    let batch = input.shape[0]
    let filters = feature.shape[0]
    memory = time.shape[1]
    if rank < 1 || filters % rank != 0 {
      throw context.error("the rank does not divide the filters", feature, actual: "\(filters) by \(rank)")
    }
    try context.expect(memory > 0, "the time weights are empty", time)
    try context.expect(feature.shape[1] == input.shape[1], "input and feature weights differ in depth", feature)
    try context.expect(time.shape[0] == filters, "feature and time weights differ in filters", time)
    if let bias {
      try context.expect(bias, isInteger ? .int32 : .float32)
      try context.expect(bias.shape == [filters / rank], "the bias needs one value for each unit", bias)
    }
    try context.expectState(state, batch &* memory &* filters, isInteger ? .int16 : .float32)
    try context.expectSameType(output, input)
    try context.setShape([batch, filters / rank], ofOutput: 0)
    sums = try context.requestScratch(4 &* batch &* filters)
    timeWeights = nil
    inputVectors = nil
    if isInteger {
      let inputQuantization = try context.perTensorQuantization(input)
      let stateScale = try context.perTensorQuantization(state).scale
      featureMultiplier = QuantizedMultiplier(
        Double(inputQuantization.scale * (try context.perTensorQuantization(feature).scale) / stateScale))
      outputMultiplier = QuantizedMultiplier(
        Double(
          stateScale * (try context.perTensorQuantization(time).scale)
            / (try context.perTensorQuantization(output).scale)))
      features = try RecurrentProduct(
        feature, bias: nil, isInteger: true,
        inputOffset: Int32(truncatingIfNeeded: 0 &- inputQuantization.zeroPoint), context)
    } else {
      features = try RecurrentProduct(feature, bias: nil, context)
      inputVectors = try RecurrentInput(
        count: batch, length: input.shape[1], for: feature, isAsymmetric: isAsymmetric, context)
      if time.type != .float32 {
        _ = try context.perTensorQuantization(time)
        timeWeights = try context.requestScratch(4 &* time.elementCount)
      }
    }
  }

  func pack(_ context: PackContext) throws(RuntimeError) { features?.pack(context, tag: 0) }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard features != nil else { return }
    features?.begin(context)
    let state = context.input(4)
    let elementSize = isInteger ? 2 : 4
    if state.byteCount > elementSize {
      state.data.copyMemory(from: state.data + elementSize, byteCount: state.byteCount - elementSize)
    }
    if isInteger { executeInteger(context) } else { executeFloat(context) }
  }

  private func executeFloat(_ context: ExecuteContext) {
    let input = context.input(0)
    guard let features, let inputVectors else { return }
    let filters = features.product.shape.columns
    let batch = input.shape[0]
    let sums = context.scratch(sums).assumingMemoryBound(to: Float.self)
    let state = context.input(4).mutablePointer(as: Float.self)
    features.run(
      inputVectors.vectors(input.pointer(as: Float.self), context), count: batch, sums, stride: filters, context)
    let weights = floatTimeWeights(context)
    let bias = context.optionalInput(3)?.pointer(as: Float.self)
    let output = context.output(0).mutablePointer(as: Float.self)
    let units = filters / rank
    for row in 0..<batch {
      for unit in 0..<units {
        var total: Float = 0
        for filter in unit &* rank..<(unit + 1) &* rank {
          let entries = state + (row &* filters &+ filter) &* memory
          entries[memory - 1] = sums[row &* filters &+ filter]
          let factors = weights + filter &* memory
          var sum: Float = 0
          for i in 0..<memory { sum += factors[i] * entries[i] }
          total += sum
        }
        output[row &* units &+ unit] = total + (bias?[unit] ?? 0)
      }
    }
    activation.apply(output, batch &* units)
  }

  private func floatTimeWeights(_ context: ExecuteContext) -> UnsafePointer<Float> {
    let time = context.input(2)
    guard let timeWeights else { return time.pointer(as: Float.self) }
    let target = context.scratch(timeWeights).assumingMemoryBound(to: Float.self)
    let source = time.pointer(as: Int8.self)
    let scale = time.quantization?.scale ?? 0
    for i in 0..<time.elementCount { target[i] = Float(source[i]) * scale }
    return UnsafePointer(target)
  }

  private func executeInteger(_ context: ExecuteContext) {
    let input = context.input(0)
    guard let features else { return }
    let filters = features.product.shape.columns
    let batch = input.shape[0]
    let sums = context.scratch(sums).assumingMemoryBound(to: Int32.self)
    let state = context.input(4).mutablePointer(as: Int16.self)
    features.run(
      RecurrentVectors(base: UnsafeRawPointer(input.data), length: input.shape[1]), count: batch, sums,
      stride: filters, context)
    let weights = context.input(2).pointer(as: Int16.self)
    let bias = context.optionalInput(3)?.pointer(as: Int32.self)
    let output = context.output(0)
    let values = output.mutablePointer(as: Int8.self)
    let zeroPoint = Int32(truncatingIfNeeded: output.quantization?.zeroPoint ?? 0)
    let units = filters / rank
    for row in 0..<batch {
      for unit in 0..<units {
        var total = bias?[unit] ?? 0
        for filter in unit &* rank..<(unit + 1) &* rank {
          let entries = state + (row &* filters &+ filter) &* memory
          entries[memory - 1] = Int16(clamping: featureMultiplier.apply(to: sums[row &* filters &+ filter]))
          let factors = weights + filter &* memory
          for i in 0..<memory { total &+= Int32(factors[i]) &* Int32(entries[i]) }
        }
        values[row &* units &+ unit] = Int8(clamping: outputMultiplier.apply(to: total) &+ zeroPoint)
      }
    }
  }
}
