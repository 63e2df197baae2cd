import TFLiteSchema

/// Where the operands of one LSTM layer stand among an operator's inputs. Groups of four are in the order input gate,
/// forget gate, cell gate, output gate; the peephole weights have no cell gate.
struct LSTMRoles {
  var input = 0
  var inputWeights = 1
  var recurrentWeights = 5
  var peephole = 9
  var bias = 12
  var projection = 16
  var projectionBias = 17
  var outputState = 18
  var cellState = 19
  var layerNorm: Int?
  var auxiliary: Int?
  var auxiliaryWeights: Int?
}

/// The options of one LSTM layer.
struct LSTMSettings {
  var activation = RecurrentActivation.none
  /// Bounds of cell state and projection, 0 for none.
  var cellClip: Float = 0
  var projectionClip: Float = 0
  var isTimeMajor = false
  var isAsymmetric = false
}

/// The gates of an LSTM layer.
enum LSTMGate: Int, CaseIterable {
  case input, forget, cell, output
}

/// The operands of one LSTM layer, checked against each other.
struct LSTMOperands {
  let input: RuntimeTensor
  let auxiliary: RuntimeTensor?
  /// Weights, biases and coefficients by gate; those of the input gate are missing when it is coupled to the forget
  /// gate (CIFG).
  let inputWeights: [RuntimeTensor?]
  let auxiliaryWeights: [RuntimeTensor?]
  /// A vector stands for a diagonal matrix.
  let recurrentWeights: [RuntimeTensor?]
  let peephole: [RuntimeTensor?]
  let bias: [RuntimeTensor?]
  let layerNorm: [RuntimeTensor?]
  let projection: RuntimeTensor?
  let projectionBias: RuntimeTensor?
  let outputState: RuntimeTensor
  let cellState: RuntimeTensor
  let sequence: RecurrentSequence
  let inputSize: Int
  let cells: Int
  let outputs: Int
  let isInteger: Bool
  /// No recurrent weights are diagonal.
  let usesOnlyMatrices: Bool

  var isCoupled: Bool { inputWeights[0] == nil }
  /// The gates to compute.
  var gates: [LSTMGate] { isCoupled ? [.forget, .cell, .output] : [.input, .forget, .cell, .output] }
  var usesLayerNorm: Bool { layerNorm[1] != nil }

  /// - Throws: `invalidOperator` or `unsupported` when an operand is missing, or contradicts another.
  init(_ roles: LSTMRoles, _ settings: LSTMSettings, _ context: PrepareContext) throws(RuntimeError) {
    func group(_ first: Int?) -> [RuntimeTensor?] {
      (0..<4).map { gate in first.flatMap { context.optionalInput($0 + gate) } }
    }
    input = try context.input(roles.input)
    auxiliary = roles.auxiliary.flatMap { context.optionalInput($0) }
    inputWeights = group(roles.inputWeights)
    auxiliaryWeights = group(roles.auxiliaryWeights)
    recurrentWeights = group(roles.recurrentWeights)
    let diagonals = group(roles.peephole)
    peephole = [diagonals[0], diagonals[1], nil, diagonals[2]]
    bias = group(roles.bias)
    layerNorm = group(roles.layerNorm)
    projection = context.optionalInput(roles.projection)
    projectionBias = context.optionalInput(roles.projectionBias)
    outputState = try context.input(roles.outputState)
    cellState = try context.input(roles.cellState)
    try context.expect(input, .float32, .int8)
    try context.expectRank(input, 2...3)
    isInteger = input.type == .int8
    usesOnlyMatrices = recurrentWeights.allSatisfy { $0?.rank != 1 }
    sequence = RecurrentSequence(input, isTimeMajor: settings.isTimeMajor)
    inputSize = input.shape.innermost
    let outputWeights = try context.input(roles.inputWeights + 3)
    let recurrentOutput = try context.input(roles.recurrentWeights + 3)
    try context.expectRank(outputWeights, 2)
    try context.expectRank(recurrentOutput, 1...2)
    cells = outputWeights.shape[0]
    outputs = recurrentOutput.shape[recurrentOutput.rank - 1]
    try check(settings, outputWeights.type, roles, context)
  }

  private func check(
    _ settings: LSTMSettings, _ weightType: ElementType, _ roles: LSTMRoles, _ context: PrepareContext
  ) throws(RuntimeError) {
    try context.expect(
      settings.cellClip >= 0 && settings.projectionClip >= 0, "the bounds of the clips must not be negative")
    let weightTypes: [ElementType] = isInteger ? [.int8] : [.float32, .int8, .uint8]
    guard let example = inputWeights[3], weightTypes.contains(weightType) else {
      throw context.unsupportedType(inputWeights[3] ?? input, weightTypes)
    }
    func expect(_ tensor: RuntimeTensor, _ shape: Shape, _ type: ElementType) throws(RuntimeError) {
      if tensor.shape != shape {
        throw context.error("wrong shape", tensor, expected: "\(shape)", actual: "\(tensor.shape)")
      }
      try context.expect(tensor, type)
    }
    let isCoupled = isCoupled
    for gate in LSTMGate.allCases {
      let index = gate.rawValue
      let isNeeded = gate != .input || !isCoupled
      for (group, name, first) in [
        (inputWeights, "input weights", roles.inputWeights),
        (recurrentWeights, "recurrent weights", roles.recurrentWeights),
        (bias, "bias", roles.bias),
      ] where (group[index] != nil) != isNeeded {
        throw context.error(
          "\(name) of a gate missing, or there although the input gate is coupled", group[index],
          expected: isNeeded ? "input \(first + index)" : "none")
      }
      if let weights = inputWeights[index] { try expect(weights, [cells, inputSize], weightType) }
      if let weights = recurrentWeights[index] {
        if weights.rank == 1 {
          try context.expect(!isInteger && outputs == cells, "diagonal recurrent weights need float data", weights)
          try expect(weights, [cells], .float32)
        } else {
          try expect(weights, [cells, outputs], weightType)
        }
      }
      if let weights = peephole[index] { try expect(weights, [cells], isInteger ? .int16 : weightType) }
      if let bias = bias[index] { try expect(bias, [cells], isInteger ? .int32 : .float32) }
      if let coefficients = layerNorm[index] { try expect(coefficients, [cells], isInteger ? .int16 : .float32) }
      try context.expect(
        (layerNorm[index] != nil) == (usesLayerNorm && isNeeded), "layer normalization needs coefficients of all gates")
    }
    let peepholes = [peephole[0] != nil || (isCoupled && peephole[1] != nil), peephole[1] != nil, peephole[3] != nil]
    try context.expect(
      peepholes.allSatisfy { $0 == peepholes[0] }, "peephole weights must be there for all gates or for none")
    if let projection {
      try expect(projection, [outputs, cells], weightType)
    } else {
      try context.expect(outputs == cells, "without a projection there are as many outputs as cells", example)
    }
    if let projectionBias {
      try context.expect(projection != nil, "a projection bias without projection weights", projectionBias)
      try expect(projectionBias, [outputs], isInteger ? .int32 : .float32)
    }
    try context.expectState(outputState, sequence.batch &* outputs, isInteger ? .int8 : .float32)
    try context.expectState(cellState, sequence.batch &* cells, isInteger ? .int16 : .float32)
    try checkAuxiliary(weightType, context)
    try context.expect(
      Shape([sequence.count, 4, max(cells, 1), 4]).checkedElementCount != nil, "impossible input shape", input)
  }

  private func checkAuxiliary(_ weightType: ElementType, _ context: PrepareContext) throws(RuntimeError) {
    guard auxiliaryWeights[1] != nil else {
      return try context.expect(
        auxiliaryWeights.allSatisfy { $0 == nil }, "auxiliary weights must be there for all gates or for none")
    }
    guard let auxiliary else { throw context.error("auxiliary weights without an auxiliary input") }
    try context.expect(!isInteger, "integer layers have no auxiliary input", auxiliary)
    try context.expect(auxiliary, .float32)
    try context.expectRank(auxiliary, 3)
    try context.expect(
      auxiliary.shape[0] == input.shape[0] && auxiliary.shape[1] == input.shape[1],
      "input and auxiliary input differ in time or batch", auxiliary)
    for gate in LSTMGate.allCases {
      guard let weights = auxiliaryWeights[gate.rawValue] else {
        try context.expect(gate == .input && isCoupled, "auxiliary weights must be there for all gates or for none")
        continue
      }
      try context.expect(
        weights.shape == [cells, auxiliary.shape.innermost] && weights.type == weightType,
        "auxiliary weights of another shape or type than the input weights", weights)
    }
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` or `unsupported` unless `state` is a variable of `count` elements of `type`.
  func expectState(_ state: RuntimeTensor, _ count: Int, _ type: ElementType) throws(RuntimeError) {
    try expect(state.description.isVariable, "the state must be a variable tensor", state)
    try expect(state, type)
    if state.elementCount != count {
      throw error("wrong number of elements", state, expected: "\(count)", actual: "\(state.shape)")
    }
  }
}
