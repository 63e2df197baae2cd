import TFLiteKernels
import TFLiteSchema

/// SVDF: a fully connected layer over the last `memory` inputs, factorised into a feature and a time part of low rank
/// (Nakkiran et al. 2015). Float, hybrid, or int8 with a state and time weights of int16 or of int8.
///
/// The state `[batch, filters * memory]` is a variable: the newest entry of each filter is last. Output unit `u` sums
/// the filters `u * rank ..< (u + 1) * rank`. A state of int8 has a zero point: what is stored is saturated to 8 bits before
/// that is added, and wraps around then, as in TFLite Micro.
final class SVDF: Operator {
  private let rank: Int
  private let activation: RecurrentActivation
  private var activationKernel: FloatFunction?
  private let isAsymmetric: Bool
  private var isInteger = false
  /// State and time weights are int8; sums over time are of their values as int16.
  private var isNarrow = false
  private var stateZeroPoint = 0
  private var features: RecurrentProduct?
  private var inputVectors: RecurrentInput?
  private var memory = 0
  private var outputMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
  private var outputOffset: Int32 = 0
  private var floatProducts = KernelSet.reference.rowProductsFloat
  private var int16Products = KernelSet.reference.rowProductsInt16
  private var rescale = KernelSet.reference.rescale
  /// What the feature part gives, 16 or 32 bits for each filter.
  private var newest = Scratch(index: 0, byteCount: 0)
  /// The sums over time of one sequence's filters, 32 bits each.
  private var sums = Scratch(index: 0, byteCount: 0)
  /// Time weights as floats, for hybrid operators, or as int16, for a state of int8: made once when they are constant.
  private var timeWeights: AlignedMemory?
  private var timeScratch: Scratch?
  /// The state of one sequence, int8 without the zero point, as int16.
  private var wideState = Scratch(index: 0, byteCount: 0)

  init(_ node: OperatorNode) {
    let options = node.options(Schema.SVDFOptions.self)
    rank = Int(options?.rank ?? 0)
    activation = RecurrentActivation(options?.fusedActivationFunction ?? .none)
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
  }

  var isPure: Bool { false }
  var writesOperandsAlone: Bool { true }

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
      try context.expect(time, .int8, .int16)
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
    try context.expectState(state, batch &* memory &* filters, isInteger ? time.type : .float32)
    try context.expectSameType(output, input)
    try context.setShape([batch, filters / rank], ofOutput: 0)
    newest = try context.requestScratch(product: 4, batch, filters)
    sums = try context.requestScratch(4 &* filters)
    timeWeights = nil
    timeScratch = nil
    inputVectors = nil
    activationKernel = activation.function(context.kernels)
    isNarrow = isInteger && time.type == .int8
    if isNarrow {
      stateZeroPoint = try context.perTensorQuantization(state).zeroPoint
      wideState = try context.requestScratch(2 &* time.elementCount)
      if !time.isConstant { timeScratch = try context.requestScratch(2 &* time.elementCount) }
    }
    if isInteger {
      let inputQuantization = try context.perTensorQuantization(input)
      let stateScale = try context.perTensorQuantization(state).scale
      let multiplier = QuantizedMultiplier(
        Double(inputQuantization.scale * (try context.perTensorQuantization(feature).scale) / stateScale))
      outputMultiplier = QuantizedMultiplier(
        Double(
          stateScale * (try context.perTensorQuantization(time).scale)
            / (try context.perTensorQuantization(output).scale)))
      outputOffset = Int32(truncatingIfNeeded: output.quantization?.zeroPoint ?? 0)
      features = try RecurrentProduct(
        [feature],
        integers: .int16(inputOffset: Int32(truncatingIfNeeded: 0 &- inputQuantization.zeroPoint), multiplier), context)
      int16Products = context.kernels.rowProductsInt16
      rescale = context.kernels.rescale
    } else {
      features = try RecurrentProduct([feature], context)
      floatProducts = context.kernels.rowProductsFloat
      inputVectors = try RecurrentInput(
        count: batch, length: input.shape[1], for: feature, isAsymmetric: isAsymmetric, context)
      if time.type != .float32 {
        _ = try context.perTensorQuantization(time)
        if !time.isConstant { timeScratch = try context.requestScratch(4 &* time.elementCount) }
      }
    }
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    try features?.pack(context, tag: 0)
    if let time = context.input(2), !isInteger, time.type != .float32, timeScratch == nil {
      timeWeights = try context.packed(1, from: time, byteCount: 4 &* time.elementCount) {
        Self.recover(time, $0.assumingMemoryBound(to: Float.self))
      }
    }
    if let time = context.input(2), isNarrow, timeScratch == nil {
      timeWeights = try context.packed(1, from: time, byteCount: 2 &* time.elementCount) {
        Self.widen(time, $0.assumingMemoryBound(to: Int16.self))
      }
    }
  }

  private static func widen(_ time: RuntimeTensor, _ target: UnsafeMutablePointer<Int16>) {
    let source = time.pointer(as: Int8.self)
    for i in 0..<time.elementCount { target[i] = Int16(source[i]) }
  }

  private static func recover(_ time: RuntimeTensor, _ target: UnsafeMutablePointer<Float>) {
    let source = time.pointer(as: Int8.self)
    let scale = time.quantization?.scale ?? 0
    for i in 0..<time.elementCount { target[i] = Float(source[i]) * scale }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let features else { return }
    features.begin(context)
    let state = context.input(4)
    let elementSize = isNarrow ? 1 : isInteger ? 2 : 4
    if state.byteCount > elementSize {
      state.data.copyMemory(from: state.data + elementSize, byteCount: state.byteCount - elementSize)
    }
    if isInteger { executeInteger(features, context) } else { executeFloat(features, context) }
  }

  private func executeFloat(_ features: RecurrentProduct, _ context: ExecuteContext) {
    guard let inputVectors else { return }
    let (rank, memory) = (rank, memory)
    let filters = features.product.shape.columns
    let units = filters / rank
    let batch = context.input(0).shape[0]
    let newest = context.scratch(newest).assumingMemoryBound(to: Float.self)
    let sums = context.scratch(sums).assumingMemoryBound(to: Float.self)
    features.run(
      inputVectors.vectors(context.input(0).pointer(as: Float.self), context), count: batch, newest, stride: filters,
      context)
    let weights = floatTimeWeights(context)
    let bias = context.optionalInput(3)?.pointer(as: Float.self)
    let state = context.input(4).mutablePointer(as: Float.self)
    let output = context.output(0).mutablePointer(as: Float.self)
    for row in 0..<batch {
      let entries = state + row &* filters &* memory
      for filter in 0..<filters { entries[filter &* memory &+ memory &- 1] = newest[row &* filters &+ filter] }
      floatProducts(entries, weights, sums, filters, memory)
      for unit in 0..<units {
        var total: Float = 0
        for filter in unit &* rank..<(unit &+ 1) &* rank { total += sums[filter] }
        output[row &* units &+ unit] = total + (bias?[unit] ?? 0)
      }
    }
    activationKernel?(output, output, batch &* units)
  }

  private func floatTimeWeights(_ context: ExecuteContext) -> UnsafePointer<Float> {
    if let timeWeights { return UnsafePointer(timeWeights.base.assumingMemoryBound(to: Float.self)) }
    guard let timeScratch else { return context.input(2).pointer(as: Float.self) }
    let target = context.scratch(timeScratch).assumingMemoryBound(to: Float.self)
    Self.recover(context.input(2), target)
    return UnsafePointer(target)
  }

  private func executeInteger(_ features: RecurrentProduct, _ context: ExecuteContext) {
    let (rank, memory) = (rank, memory)
    let filters = features.product.shape.columns
    let units = filters / rank
    let batch = context.input(0).shape[0]
    let newest = context.scratch(newest).assumingMemoryBound(to: Int16.self)
    let sums = context.scratch(sums).assumingMemoryBound(to: Int32.self)
    features.run(
      RecurrentVectors(base: UnsafeRawPointer(context.input(0).data), length: features.product.shape.depth),
      count: batch, newest, stride: filters, context)
    let weights = integerTimeWeights(context)
    let bias = context.optionalInput(3)?.pointer(as: Int32.self)
    let output = context.output(0).mutablePointer(as: Int8.self)
    for row in 0..<batch {
      let first = newest + row &* filters
      let entries =
        isNarrow
        ? narrowEntries(first, row: row, filters, context) : wideEntries(first, row: row, filters, context)
      int16Products(entries, weights, sums, filters, memory)
      // A unit's first filter is none before the unit itself, so that totals can take the place of sums.
      for unit in 0..<units {
        var total = bias?[unit] ?? 0
        for filter in unit &* rank..<(unit &+ 1) &* rank { total &+= sums[filter] }
        sums[unit] = total
      }
      rescale(
        RescaledRun(
          input: sums, inputType: .int32, output: output + row &* units, outputType: .int8, count: units,
          multiplier: outputMultiplier, outputZeroPoint: outputOffset))
    }
  }

  private func integerTimeWeights(_ context: ExecuteContext) -> UnsafePointer<Int16> {
    if let timeWeights { return UnsafePointer(timeWeights.base.assumingMemoryBound(to: Int16.self)) }
    guard let timeScratch else { return context.input(2).pointer(as: Int16.self) }
    let target = context.scratch(timeScratch).assumingMemoryBound(to: Int16.self)
    Self.widen(context.input(2), target)
    return UnsafePointer(target)
  }

  /// Stores the newest entries of one sequence; returns its state.
  private func wideEntries(
    _ newest: UnsafePointer<Int16>, row: Int, _ filters: Int, _ context: ExecuteContext
  ) -> UnsafePointer<Int16> {
    let entries = context.input(4).mutablePointer(as: Int16.self) + row &* filters &* memory
    for filter in 0..<filters { entries[filter &* memory &+ memory &- 1] = newest[filter] }
    return UnsafePointer(entries)
  }

  /// The same for a state of int8, whose values come without the zero point.
  private func narrowEntries(
    _ newest: UnsafePointer<Int16>, row: Int, _ filters: Int, _ context: ExecuteContext
  ) -> UnsafePointer<Int16> {
    let entries = context.input(4).mutablePointer(as: Int8.self) + row &* filters &* memory
    for filter in 0..<filters {
      entries[filter &* memory &+ memory &- 1] = Int8(
        truncatingIfNeeded: Int(max(-128, min(127, newest[filter]))) &+ stateZeroPoint)
    }
    let values = context.scratch(wideState).assumingMemoryBound(to: Int16.self)
    let zeroPoint = Int16(truncatingIfNeeded: stateZeroPoint)
    for i in 0..<filters &* memory { values[i] = Int16(entries[i]) &- zeroPoint }
    return UnsafePointer(values)
  }
}
