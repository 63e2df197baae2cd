import TFLiteKernelSets
import TFLiteKernels

/// An LSTM layer in integers: int8 data and weights, int16 gates and cell state ("8x8_16").
///
/// Gates are Q3.12 before and Q0.15 after activation; the cell state has a power of two as scale. Five intermediate
/// tensors carry the scales of the gates before layer normalization and of the output before projection. Results equal
/// TFLite's bit for bit.
final class LSTMIntegerCell {
  private struct Gate {
    var gate: LSTMGate
    var peepholeMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
    var normMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
    var varianceGuard: Int32 = 1
  }

  private let operands: LSTMOperands
  private var gates: [Gate] = []
  /// Factors of the gates' accumulators.
  private var scaling: [LSTMGateScaling] = []
  /// Products of all gates together.
  private let input: RecurrentProduct
  private let recurrent: RecurrentProduct
  private let projection: RecurrentProduct?
  private let rescale: @Sendable (RescaledRun) -> Void
  /// All of a step, for cells without peepholes and normalization.
  private let step: @Sendable (LSTMStepInt16) -> Void
  /// Whether cells are of this kind.
  private var isPlain = false
  private let projectionMultiplier: QuantizedMultiplier
  private let hiddenMultiplier: QuantizedMultiplier
  private let hiddenZeroPoint: Int32
  private let stateZeroPoint: Int32
  /// log2 of the cell state's scale.
  private let cellScale: Int32
  private let cellClip: Int16
  private let projectionClip: Int8
  private let rowLength: Int
  /// int32 accumulators of the input products.
  private let sums: Scratch
  private let recurrentSums: Scratch
  private let values: Scratch
  private let hidden: Scratch

  init(_ operands: LSTMOperands, _ settings: LSTMSettings, _ context: PrepareContext) throws(RuntimeError) {
    self.operands = operands
    let cells = operands.cells
    let inputQuantization = try context.perTensorQuantization(operands.input)
    let stateQuantization = try context.perTensorQuantization(operands.outputState)
    let cellQuantization = try context.perTensorQuantization(operands.cellState)
    guard let cellScale = Self.exactLog2(cellQuantization.scale) else {
      throw context.error(
        "the scale of the cell state must be a power of two", operands.cellState, actual: "\(cellQuantization.scale)")
    }
    guard (0...6).contains(15 + cellScale) else {
      throw context.error(
        "the scale of the cell state is out of range", operands.cellState, expected: "2^-15 to 2^-9",
        actual: "2^\(cellScale)")
    }
    self.cellScale = cellScale
    let hiddenQuantization = try Self.intermediate(4, context)
    hiddenZeroPoint = Int32(truncatingIfNeeded: hiddenQuantization.zeroPoint)
    stateZeroPoint = Int32(truncatingIfNeeded: stateQuantization.zeroPoint)
    let unit = 1 / Double(1 << 15)
    hiddenMultiplier = QuantizedMultiplier(Double(Float(unit / Double(hiddenQuantization.scale) * unit)))
    cellClip =
      settings.cellClip > 0
      ? Int16(max(-32768, min(settings.cellClip / cellQuantization.scale, 32767))) : 0
    let outputScale = try context.perTensorQuantization(context.output(0)).scale
    projectionClip =
      settings.projectionClip > 0 ? Int8(max(-128, min(settings.projectionClip / outputScale, 127))) : 0
    if let weights = operands.projection {
      projection = try RecurrentProduct(
        [weights], biases: [operands.projectionBias], integers: .accumulators(inputOffset: hiddenZeroPoint), context)
      projectionMultiplier = QuantizedMultiplier(
        Double(try Self.scale(weights, context) * hiddenQuantization.scale / stateQuantization.scale))
    } else {
      projection = nil
      projectionMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
    }
    let gateList = operands.gates
    input = try RecurrentProduct(
      gateList.compactMap { operands.inputWeights[$0.rawValue] },
      biases: operands.usesLayerNorm ? [] : gateList.map { operands.bias[$0.rawValue] },
      integers: .accumulators(inputOffset: Int32(truncatingIfNeeded: 0 &- inputQuantization.zeroPoint)), context)
    for gate in gateList {
      if let weights = operands.recurrentWeights[gate.rawValue] { try context.expectRank(weights, 2) }
    }
    recurrent = try RecurrentProduct(
      gateList.compactMap { operands.recurrentWeights[$0.rawValue] },
      integers: .accumulators(inputOffset: 0 &- stateZeroPoint), context)
    rescale = context.kernels.quantization.rescale
    step = context.kernels.recurrent.lstmInt16
    for gate in gateList {
      let index = gate.rawValue
      guard let matrix = operands.inputWeights[index], let recurrent = operands.recurrentWeights[index] else {
        continue
      }
      let gateScale = operands.usesLayerNorm ? try Self.intermediate(index, context).scale : 1 / 4096
      var entry = Gate(gate: gate)
      scaling.append(
        LSTMGateScaling(
          input: QuantizedMultiplier(
            Double(try Self.scale(matrix, context) * inputQuantization.scale / gateScale)),
          recurrent: QuantizedMultiplier(
            Double(try Self.scale(recurrent, context) * stateQuantization.scale / gateScale))))
      if let weights = operands.peephole[index] {
        let factor = MathFunctions.pow(2, Double(cellScale)) * Double(try Self.scale(weights, context))
        entry.peepholeMultiplier = QuantizedMultiplier(Double(Float(factor / Double(gateScale))))
      }
      if let coefficients = operands.layerNorm[index] {
        let scale = try Self.scale(coefficients, context)
        entry.normMultiplier = QuantizedMultiplier(Double(scale))
        entry.varianceGuard = max(1, MathFunctions.truncatedToInt32(10000 * scale))
      }
      gates.append(entry)
    }
    let factors = [hiddenMultiplier] + scaling.flatMap { [$0.input, $0.recurrent] }
    isPlain =
      operands.peephole.allSatisfy { $0 == nil } && !operands.usesLayerNorm
      && factors.allSatisfy { $0.multiplier >= 0 && $0.shift >= -31 && $0.shift <= 31 }
    rowLength = gates.count &* cells
    sums = try context.requestScratch(product: 4, operands.sequence.count, rowLength)
    recurrentSums = try context.requestScratch(product: 4, operands.sequence.batch, rowLength)
    values = try context.requestScratch(product: 2, operands.sequence.batch, rowLength)
    hidden = try context.requestScratch(
      context.memory.product([operands.sequence.batch, cells + 4 &* operands.outputs], for: "scratch memory") &+ 4)
  }

  private static func intermediate(_ index: Int, _ context: PrepareContext) throws(RuntimeError) -> Quantization {
    guard let tensor = context.intermediate(index) else {
      throw context.error(
        "intermediate tensor \(index) is missing", expected: "5 for int8 data",
        actual: "\(context.node.intermediates.count)")
    }
    return try context.perTensorQuantization(tensor)
  }

  private static func scale(_ tensor: RuntimeTensor, _ context: PrepareContext) throws(RuntimeError) -> Float {
    try context.perTensorQuantization(tensor).scale
  }

  /// The logarithm of a power of two, nil for other numbers.
  static func exactLog2(_ scale: Float) -> Int32? {
    let logarithm = MathFunctions.log(scale) * (1 / MathFunctions.log(Float(2)))
    let rounded = MathFunctions.round(logarithm)
    return abs(logarithm - rounded) < 1e-3 ? MathFunctions.truncatedToInt32(rounded) : nil
  }

  /// Packs the weights under tags from `tag` on, 16 at most.
  func pack(_ context: PackContext, tag: Int) throws(RuntimeError) {
    try input.pack(context, tag: tag)
    try recurrent.pack(context, tag: tag + 1)
    try projection?.pack(context, tag: tag + 2)
  }

  /// Runs the sequence forward.
  func run(_ output: UnsafeMutablePointer<Int8>, _ context: ExecuteContext) throws(RuntimeError) {
    let sequence = operands.sequence
    let sums = context.scratch(sums).assumingMemoryBound(to: Int32.self)
    try input.begin(context)
    try recurrent.begin(context)
    input.run(
      RecurrentVectors(base: UnsafeRawPointer(operands.input.data), length: operands.inputSize), count: sequence.count,
      sums, stride: rowLength, context)
    try projection?.begin(context)
    let state = operands.outputState.mutablePointer(as: Int8.self)
    let stateSums = context.scratch(recurrentSums).assumingMemoryBound(to: Int32.self)
    for time in 0..<sequence.time {
      if time & 63 == 63 { try context.checkCancellation() }
      let vectors = RecurrentVectors(base: UnsafeRawPointer(state), length: operands.outputs)
      recurrent.run(vectors, count: sequence.batch, stateSums, stride: rowLength, context)
      if isPlain {
        for index in 0..<sequence.batch {
          advance(index, sums + sequence.row(time, index) &* rowLength, stateSums + index &* rowLength, context)
        }
      } else {
        add(sums, stateSums, time, context)
        for index in 0..<sequence.batch { update(index, context) }
      }
      project(state, context)
      for index in 0..<sequence.batch {
        (output + sequence.row(time, index) &* operands.outputs).update(
          from: state + index &* operands.outputs, count: operands.outputs)
      }
    }
  }

  /// What leaves the cells of sequence `index`, and the offset of these values: of what is added to the next product
  /// when it is projected.
  private func target(_ index: Int, _ context: ExecuteContext) -> (values: UnsafeMutablePointer<Int8>, offset: Int32) {
    let position = index &* operands.cells
    if projection == nil { return (operands.outputState.mutablePointer(as: Int8.self) + position, hiddenZeroPoint) }
    return (context.scratch(hidden).assumingMemoryBound(to: Int8.self) + position, 0 &- hiddenZeroPoint)
  }

  /// One step of sequence `index` from the accumulators of its gates.
  private func advance(
    _ index: Int, _ sums: UnsafePointer<Int32>,
    _ recurrent: UnsafePointer<Int32>, _ context: ExecuteContext
  ) {
    let (values, offset) = target(index, context)
    scaling.withUnsafeBufferPointer { scaling in
      guard let scaling = scaling.baseAddress else { return }
      step(
        LSTMStepInt16(
          input: sums, recurrent: recurrent, scaling: scaling,
          cell: operands.cellState.mutablePointer(as: Int16.self) + index &* operands.cells, output: values,
          cells: operands.cells, isCoupled: operands.isCoupled, integerBits: 15 &+ cellScale, cellClip: cellClip,
          outputMultiplier: hiddenMultiplier, outputOffset: offset))
    }
  }

  /// The gates before activation, each part saturated in turn.
  private func add(
    _ sums: UnsafePointer<Int32>, _ recurrent: UnsafePointer<Int32>, _ time: Int, _ context: ExecuteContext
  ) {
    let cells = operands.cells
    let values = context.scratch(values).assumingMemoryBound(to: Int16.self)
    for row in 0..<operands.sequence.batch {
      let source = sums + operands.sequence.row(time, row) &* rowLength
      for index in gates.indices {
        for i in index &* cells..<(index + 1) &* cells {
          let first = Int16(clamping: scaling[index].input.apply(to: source[i]))
          let second = scaling[index].recurrent.apply(to: recurrent[row &* rowLength &+ i])
          values[row &* rowLength &+ i] = Int16(clamping: second &+ Int32(first))
        }
      }
    }
  }

  private func update(_ index: Int, _ context: ExecuteContext) {
    let cells = operands.cells
    let row = context.scratch(values).assumingMemoryBound(to: Int16.self) + index &* rowLength
    let cell = operands.cellState.mutablePointer(as: Int16.self) + index &* cells
    for number in 0..<gates.count - 1 { finish(gates[number], row + number &* cells, index) }
    let outputGate = row + (gates.count - 1) &* cells
    let cellGate = outputGate - cells
    let forgetGate = cellGate - cells
    let inputGate = operands.isCoupled ? nil : forgetGate - cells
    for i in 0..<cells {
      let kept = Int16(
        truncatingIfNeeded: FixedPoint.roundingDivideByPowerOfTwo(Int32(forgetGate[i]) &* Int32(cell[i]), 15))
      let share = inputGate?[i] ?? (32767 &- forgetGate[i])
      let added = Int16(
        truncatingIfNeeded: FixedPoint.roundingDivideByPowerOfTwo(
          Int32(share) &* Int32(cellGate[i]), 30 &+ cellScale))
      cell[i] = Int16(clamping: Int32(kept) &+ Int32(added))
      if cellClip > 0 { cell[i] = max(min(cellClip, cell[i]), 0 &- cellClip) }
    }
    if let last = gates.last { finish(last, outputGate, index) }
    let (target, offset) = target(index, context)
    for i in 0..<cells {
      let activated = FixedPoint.tanh(cell[i], integerBits: 15 &+ cellScale)
      let product = hiddenMultiplier.apply(to: Int32(outputGate[i]) &* Int32(activated))
      target[i] = Int8(clamping: product &+ offset)
    }
  }

  /// Peephole, normalization and activation of one gate of sequence `index`.
  private func finish(_ gate: Gate, _ values: UnsafeMutablePointer<Int16>, _ index: Int) {
    let cells = operands.cells
    if let weights = operands.peephole[gate.gate.rawValue]?.pointer(as: Int16.self) {
      // TFLite walks `outputs` weights for each sequence of a time-major batch, so with a projection the products of
      // later sequences are shifted against the cells.
      let cell = operands.cellState.pointer(as: Int16.self)
      let stride = operands.sequence.isTimeMajor ? operands.outputs : cells
      let reach = operands.sequence.isTimeMajor ? operands.sequence.batch &* operands.outputs : operands.outputs
      for i in 0..<cells {
        let position = operands.sequence.isTimeMajor ? index &* cells &+ i : i
        if position >= reach { break }
        let product = Int32(weights[position % stride % cells]) &* Int32(cell[index &* cells &+ i])
        values[i] = Int16(clamping: gate.peepholeMultiplier.apply(to: product) &+ Int32(values[i]))
      }
    }
    if let coefficients = operands.layerNorm[gate.gate.rawValue], let bias = operands.bias[gate.gate.rawValue] {
      IntegerLayerNorm.normalize(
        values, cells, coefficients.pointer(as: Int16.self), bias.pointer(as: Int32.self), gate.normMultiplier,
        varianceGuard: gate.varianceGuard)
    }
    if gate.gate == .cell {
      for i in 0..<cells { values[i] = FixedPoint.tanh(values[i], integerBits: 3) }
    } else {
      for i in 0..<cells { values[i] = FixedPoint.logistic(values[i], integerBits: 3) }
    }
  }

  private func project(_ state: UnsafeMutablePointer<Int8>, _ context: ExecuteContext) {
    guard let projection else { return }
    let batch = operands.sequence.batch
    let hidden = context.scratch(hidden)
    // Rounded up so that the accumulators are aligned.
    let offset = (batch &* operands.cells &+ 3) & ~3
    let sums = (hidden + offset).assumingMemoryBound(to: Int32.self)
    let vectors = RecurrentVectors(base: UnsafeRawPointer(hidden), length: operands.cells)
    projection.run(vectors, count: batch, sums, stride: operands.outputs, context)
    let count = batch &* operands.outputs
    rescale(
      RescaledRun(
        input: sums, inputType: .int32, output: state, outputType: .int8, count: count,
        multiplier: projectionMultiplier, outputZeroPoint: stateZeroPoint))
    if projectionClip > 0 {
      for i in 0..<count { state[i] = max(min(projectionClip, state[i]), 0 &- projectionClip) }
    }
  }
}

/// Layer normalization of int16 values.
enum IntegerLayerNorm {
  static func normalize(
    _ values: UnsafeMutablePointer<Int16>, _ count: Int, _ coefficients: UnsafePointer<Int16>,
    _ bias: UnsafePointer<Int32>, _ multiplier: QuantizedMultiplier, varianceGuard: Int32
  ) {
    if count == 0 { return }
    let unit: Int64 = 1 << 20
    var sum: Int64 = 0
    var squares: Int64 = 0
    for i in 0..<count {
      let value = Int64(values[i])
      sum += value
      squares &+= value * value
    }
    let mean = Int32(truncatingIfNeeded: sum * 1024 / Int64(count))
    let variance = squares &* Int64(Int32(truncatingIfNeeded: unit / Int64(count))) &- Int64(mean) * Int64(mean)
    var scaled = Int32(truncatingIfNeeded: variance / unit)
    if scaled < 1 { scaled = varianceGuard }
    let inverse = FixedPoint.inverseSquareRoot(scaled, reverseShift: -1)
    let scale = QuantizedMultiplier(multiplier: multiplier.multiplier, shift: multiplier.shift &+ 12)
    for i in 0..<count {
      let rescaled = inverse.apply(to: 1024 &* Int32(values[i]) &- mean)
      let weighted = Int64(rescaled &* Int32(coefficients[i]) &+ bias[i])
      let rounded = Int32(truncatingIfNeeded: (weighted > 0 ? weighted + 512 : weighted - 512) / 1024)
      values[i] = Int16(clamping: scale.apply(to: rounded))
    }
  }
}
