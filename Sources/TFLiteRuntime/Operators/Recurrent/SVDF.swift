import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// SVDF: a fully connected layer over the last `memory` inputs, factorized into a feature and a time part of low rank
/// (Nakkiran et al. 2015). Float, hybrid, or int8 with a state and time weights of int16 or of int8.
///
/// The state `[batch, filters * memory]` is a variable: the newest entry of each filter is last. Output unit `u` sums
/// the filters `u * rank ..< (u + 1) * rank`. A state of int8 has a zero point: what is stored is saturated to 8 bits before
/// that is added, and wraps around then, as in TFLite Micro.
final class SVDF {
  private let rank: Int
  private let activation: RecurrentActivation
  private let isAsymmetric: Bool
  private var plan: Plan?

  // Classes, so that reading them counts few references and copies nothing.

  private final class Plan {
    let features: RecurrentProduct
    let arithmetic: Arithmetic
    let memory: Int
    /// What the feature part gives, 16 or 32 bits for each filter.
    let newest: Scratch
    /// The sums over time of one sequence's filters, 32 bits each.
    let sums: Scratch
    /// Time weights of another type than their tensor's; nil where they stay as they are.
    let timeWeights: PackedWeights<TimeLayout>?

    init(
      _ features: RecurrentProduct, _ arithmetic: Arithmetic, memory: Int, newest: Scratch, sums: Scratch,
      _ timeWeights: PackedWeights<TimeLayout>?
    ) {
      self.features = features
      self.arithmetic = arithmetic
      self.memory = memory
      self.newest = newest
      self.sums = sums
      self.timeWeights = timeWeights
    }
  }

  private enum Arithmetic {
    case float(FloatPart)
    case integer(IntegerPart)
  }

  private final class FloatPart {
    let inputVectors: RecurrentInput
    let products: FloatRowProducts
    let activation: FloatFunction?

    init(_ inputVectors: RecurrentInput, _ products: @escaping FloatRowProducts, _ activation: FloatFunction?) {
      self.inputVectors = inputVectors
      self.products = products
      self.activation = activation
    }
  }

  private final class IntegerPart {
    let products: Int16RowProducts
    let rescale: @Sendable (RescaledRun) -> Void
    let outputMultiplier: QuantizedMultiplier
    let outputOffset: Int32
    let narrow: NarrowState?

    init(_ kernels: KernelSet, _ outputMultiplier: QuantizedMultiplier, outputOffset: Int32, _ narrow: NarrowState?) {
      products = kernels.recurrent.rowProductsInt16
      rescale = kernels.quantization.rescale
      self.outputMultiplier = outputMultiplier
      self.outputOffset = outputOffset
      self.narrow = narrow
    }
  }

  /// State and time weights are int8; sums over time are of their values as int16.
  private struct NarrowState {
    let zeroPoint: Int
    /// The state of one sequence, int8 without the zero point, as int16.
    let wide: Scratch
  }

  /// Int8 weights as floats, for hybrid operators, or as int16, for a state of int8.
  private struct TimeLayout: WeightLayout {
    let count: Int
    /// What a weight of floats is multiplied with; nil for int16.
    let scale: Float?

    var packedSize: Int { count &* (scale == nil ? 2 : 4) }

    func pack(
      _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
      into packed: UnsafeMutableRawPointer
    ) {
      let source = weights.assumingMemoryBound(to: Int8.self)
      if let scale {
        let target = packed.assumingMemoryBound(to: Float.self)
        for i in 0..<count { target[i] = Float(source[i]) * scale }
      } else {
        let target = packed.assumingMemoryBound(to: Int16.self)
        for i in 0..<count { target[i] = Int16(source[i]) }
      }
    }
  }

  init(_ node: OperatorNode) {
    let options = node.options.svdfOptions
    rank = Int(options?.rank ?? 0)
    activation = RecurrentActivation(options?.fusedActivationFunction ?? .none)
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
  }

  var made: MadeOperator {
    MadeOperator(prepare: prepare, pack: pack, execute: execute, isPure: false, writesOperandsAlone: true)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 5, outputs: 1)
    let input = try context.input(0)
    let feature = try context.input(1)
    let time = try context.input(2)
    let bias = context.optionalInput(3)
    let state = try context.input(4)
    let output = try context.output(0)
    try context.expect(input, .float32, .int8)
    for tensor in [input, feature, time, state] { try context.expectRank(tensor, 2) }
    let isInteger = input.type == .int8
    if isInteger {
      try context.expect(
        activation == .relu, "integer layers are clamped by their quantization: the activation is RELU")
      try context.expect(feature, .int8)
      try context.expect(time, .int8, .int16)
    } else {
      try context.expect(feature, .float32, .int8, .uint8)
      try context.expect(time, feature.type)
    }
    let batch = input.shape[0]
    let filters = feature.shape[0]
    let memory = time.shape[1]
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
    let newest = try context.requestScratch(product: 4, batch, filters)
    let sums = try context.requestScratch(4 &* filters)
    let keepsTime = time.type == .float32 || time.type == .int16
    var narrow: NarrowState?
    if isInteger, !keepsTime {
      narrow = NarrowState(
        zeroPoint: try context.perTensorQuantization(state).zeroPoint,
        wide: try context.requestScratch(2 &* time.elementCount))
    }
    let features: RecurrentProduct
    let arithmetic: Arithmetic
    if isInteger {
      let inputQuantization = try context.perTensorQuantization(input)
      let stateScale = try context.perTensorQuantization(state).scale
      let multiplier = QuantizedMultiplier(
        Double(inputQuantization.scale * (try context.perTensorQuantization(feature).scale) / stateScale))
      features = try RecurrentProduct(
        [feature],
        integers: .int16(inputOffset: Int32(truncatingIfNeeded: 0 &- inputQuantization.zeroPoint), multiplier), context)
      let outputMultiplier = QuantizedMultiplier(
        Double(
          stateScale * (try context.perTensorQuantization(time).scale)
            / (try context.perTensorQuantization(output).scale)))
      arithmetic = .integer(
        IntegerPart(
          context.kernels, outputMultiplier,
          outputOffset: Int32(truncatingIfNeeded: output.quantization?.zeroPoint ?? 0), narrow))
    } else {
      features = try RecurrentProduct([feature], context)
      let inputVectors = try RecurrentInput(
        count: batch, length: input.shape[1], for: feature, isAsymmetric: isAsymmetric, context)
      arithmetic = .float(
        FloatPart(inputVectors, context.kernels.recurrent.rowProductsFloat, activation.function(context.kernels)))
    }
    var timeWeights: PackedWeights<TimeLayout>?
    if !keepsTime {
      let scale = isInteger ? nil : try context.perTensorQuantization(time).scale
      timeWeights = try PackedWeights(
        TimeLayout(count: time.elementCount, scale: scale), WeightSource(time, bias: nil), context)
    }
    plan = Plan(features, arithmetic, memory: memory, newest: newest, sums: sums, timeWeights)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    try plan.features.pack(context, tag: 0)
    try plan.timeWeights?.pack(context, tag: 1)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    try plan.features.begin(context)
    var weights = UnsafeRawPointer(context.input(2).data)
    if let timeWeights = plan.timeWeights {
      guard let packed = timeWeights.prepared(context) else { throw context.unprepared }
      weights = packed
    }
    let state = context.input(4)
    let elementSize = state.type.elementByteCount
    if state.byteCount > elementSize {
      state.data.copyMemory(from: state.data + elementSize, byteCount: state.byteCount - elementSize)
    }
    switch plan.arithmetic {
    case .float(let part): execute(plan, part, weights.assumingMemoryBound(to: Float.self), context)
    case .integer(let part): execute(plan, part, weights.assumingMemoryBound(to: Int16.self), context)
    }
  }

  private func execute(
    _ plan: Plan, _ part: FloatPart, _ weights: UnsafePointer<Float>, _ context: ExecuteContext
  ) {
    let (rank, memory) = (rank, plan.memory)
    let filters = plan.features.product.shape.columns
    let units = filters / rank
    let batch = context.input(0).shape[0]
    let newest = context.scratch(plan.newest).assumingMemoryBound(to: Float.self)
    let sums = context.scratch(plan.sums).assumingMemoryBound(to: Float.self)
    plan.features.run(
      part.inputVectors.vectors(context.input(0).pointer(as: Float.self), context), count: batch, newest,
      stride: filters,
      context)
    let bias = context.optionalInput(3)?.pointer(as: Float.self)
    let state = context.input(4).mutablePointer(as: Float.self)
    let output = context.output(0).mutablePointer(as: Float.self)
    for row in 0..<batch {
      let entries = state + row &* filters &* memory
      for filter in 0..<filters { entries[filter &* memory &+ memory &- 1] = newest[row &* filters &+ filter] }
      part.products(entries, weights, sums, filters, memory)
      switch rank {
      case 1: Self.addFilters(sums, units, rank: 1)
      case 2: Self.addFilters(sums, units, rank: 2)
      default: Self.addFilters(sums, units, rank: rank)
      }
      for unit in 0..<units { output[row &* units &+ unit] = sums[unit] + (bias?[unit] ?? 0) }
    }
    part.activation?(output, output, batch &* units)
  }

  private func execute(
    _ plan: Plan, _ part: IntegerPart, _ weights: UnsafePointer<Int16>, _ context: ExecuteContext
  ) {
    let (rank, memory) = (rank, plan.memory)
    let filters = plan.features.product.shape.columns
    let units = filters / rank
    let batch = context.input(0).shape[0]
    let newest = context.scratch(plan.newest).assumingMemoryBound(to: Int16.self)
    let sums = context.scratch(plan.sums).assumingMemoryBound(to: Int32.self)
    plan.features.run(
      RecurrentVectors(base: UnsafeRawPointer(context.input(0).data), length: plan.features.product.shape.depth),
      count: batch, newest, stride: filters, context)
    let bias = context.optionalInput(3)?.pointer(as: Int32.self)
    let output = context.output(0).mutablePointer(as: Int8.self)
    for row in 0..<batch {
      let first = newest + row &* filters
      let position = row &* filters &* memory
      let entries =
        if let narrow = part.narrow {
          narrowEntries(first, narrow, at: position, filters, memory, context)
        } else {
          wideEntries(first, at: position, filters, memory, context)
        }
      part.products(entries, weights, sums, filters, memory)
      switch rank {
      case 1: break
      case 2: Self.addFilters(sums, units, rank: 2)
      default: Self.addFilters(sums, units, rank: rank)
      }
      if let bias { for unit in 0..<units { sums[unit] &+= bias[unit] } }
      part.rescale(
        RescaledRun(
          input: sums, inputType: .int32, output: output + row &* units, outputType: .int8, count: units,
          multiplier: part.outputMultiplier, outputZeroPoint: part.outputOffset))
    }
  }

  /// Adds up the sums of each unit's filters. A unit's first filter is none before the unit itself, so that totals take the
  /// place of sums; with a constant rank there is no inner loop.
  @inline(__always)
  private static func addFilters(_ sums: UnsafeMutablePointer<Int32>, _ units: Int, rank: Int) {
    var filter = UnsafePointer(sums)
    for unit in 0..<units {
      var total: Int32 = 0
      for next in 0..<rank { total &+= filter[next] }
      sums[unit] = total
      filter += rank
    }
  }

  /// The same for floats.
  @inline(__always)
  private static func addFilters(_ sums: UnsafeMutablePointer<Float>, _ units: Int, rank: Int) {
    var filter = UnsafePointer(sums)
    for unit in 0..<units {
      var total: Float = 0
      for next in 0..<rank { total += filter[next] }
      sums[unit] = total
      filter += rank
    }
  }

  /// Stores the newest entries of one sequence, whose state begins at `position`; returns this state.
  private func wideEntries(
    _ newest: UnsafePointer<Int16>, at position: Int, _ filters: Int, _ memory: Int, _ context: ExecuteContext
  ) -> UnsafePointer<Int16> {
    let entries = context.input(4).mutablePointer(as: Int16.self) + position
    for filter in 0..<filters { entries[filter &* memory &+ memory &- 1] = newest[filter] }
    return UnsafePointer(entries)
  }

  /// The same for a state of int8, whose values come without the zero point.
  private func narrowEntries(
    _ newest: UnsafePointer<Int16>, _ state: NarrowState, at position: Int, _ filters: Int, _ memory: Int,
    _ context: ExecuteContext
  ) -> UnsafePointer<Int16> {
    let entries = context.input(4).mutablePointer(as: Int8.self) + position
    for filter in 0..<filters {
      entries[filter &* memory &+ memory &- 1] = Int8(
        truncatingIfNeeded: Int(max(-128, min(127, newest[filter]))) &+ state.zeroPoint)
    }
    let values = context.scratch(state.wide).assumingMemoryBound(to: Int16.self)
    let zeroPoint = Int16(truncatingIfNeeded: state.zeroPoint)
    for i in 0..<filters &* memory { values[i] = Int16(entries[i]) &- zeroPoint }
    return UnsafePointer(values)
  }
}
