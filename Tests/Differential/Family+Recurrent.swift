import TFLiteSchema
import TestSupport

/// Recurrent operators, whose states go from one invocation to the next.
extension Family {
  static let recurrent: [Family] = [
    Family(name: "SVDF", kinds: Kind.real, follows: false) { draft, _ in try draft.factorisedLayer() },
    Family(name: "RNN", kinds: Kind.real, follows: false) { draft, _ in try draft.recurrentLayer(isSequence: false) },
    Family(name: "UNIDIRECTIONAL_SEQUENCE_RNN", kinds: Kind.real, follows: false) { draft, _ in
      try draft.recurrentLayer(isSequence: true)
    },
    Family(name: "UNIDIRECTIONAL_SEQUENCE_LSTM", kinds: Kind.real, follows: false) { draft, _ in
      try draft.longShortTermMemory(isSequence: true)
    },
    Family(name: "LSTM", kinds: Kind.real, follows: false) { draft, _ in
      try draft.longShortTermMemory(isSequence: false)
    },
  ]
}

extension Draft {
  /// Weights of floats, or of bytes of about the same values.
  private mutating func matrix(_ shape: [Int], _ isHybrid: Bool) -> Int {
    if !isHybrid { return floats(shape, -0.5...0.5) }
    let values = draw.bytes(shape.reduce(1, *)).map { max(-127, Int8(bitPattern: $0)) }
    return constant(.int8(shape, values, quantization: .perTensor(scale: 0.5 / 127)))
  }

  /// Whether weights are bytes; states quantised anew at every step may then round the other way.
  private mutating func choosesBytes() -> Bool {
    let isHybrid = draw.chance(0.3)
    if isHybrid { tolerance = 1e-2 }
    return isHybrid
  }

  fileprivate mutating func factorisedLayer() throws -> Value {
    let isHybrid = choosesBytes()
    let x = try input(draw.shape(2))
    let (rank, units, memory) = (draw.int(1...3), draw.extent(), draw.extent())
    let inputs = [
      x.tensor, matrix([units * rank, x.shape[1]], isHybrid), matrix([units * rank, memory], isHybrid),
      draw.chance(0.5) ? floats([units]) : -1, state([x.shape[0], units * rank * memory]),
    ]
    let options = Options(
      .svdfOptions,
      [
        "rank": .int(rank), "fused_activation_function": .value(Schema.ActivationFunctionType.relu),
        "asymmetric_quantize_inputs": .bool(draw.chance(0.5)),
      ])
    return try apply(.svdf, options, inputs, [(.float32, 1, 0)])
  }

  fileprivate mutating func recurrentLayer(isSequence: Bool) throws -> Value {
    let isHybrid = choosesBytes()
    let x = try input(draw.shape(isSequence ? 3 : 2))
    let isTimeMajor = isSequence && draw.chance(0.5)
    let units = draw.extent()
    let depth = x.shape[x.shape.count - 1]
    let inputs = [
      x.tensor, matrix([units, depth], isHybrid), matrix([units, units], isHybrid), floats([units]),
      state([x.shape[isTimeMajor ? 1 : 0], units]),
    ]
    let activation = Schema.ActivationFunctionType.tanh
    let isAsymmetric = draw.chance(0.5)
    let options =
      isSequence
      ? Options(
        .sequenceRNNOptions,
        [
          "time_major": .bool(isTimeMajor), "fused_activation_function": .value(activation),
          "asymmetric_quantize_inputs": .bool(isAsymmetric),
        ])
      : Options(
        .rnnOptions,
        [
          "fused_activation_function": .value(activation), "asymmetric_quantize_inputs": .bool(isAsymmetric),
        ])
    return try apply(isSequence ? .unidirectionalSequenceRnn : .rnn, options, inputs, [(.float32, 1, 0)])
  }

  fileprivate mutating func longShortTermMemory(isSequence: Bool) throws -> Value {
    let isHybrid = choosesBytes()
    let x = try input(draw.shape(isSequence ? 3 : 2))
    let isTimeMajor = isSequence && draw.chance(0.5)
    let batch = x.shape[isTimeMajor ? 1 : 0]
    let depth = x.shape[x.shape.count - 1]
    let (isCoupled, hasPeepholes, isProjected, isNormalised) = (
      draw.chance(0.3), draw.chance(0.3), draw.chance(0.3), draw.chance(0.3)
    )
    let cells = draw.extent()
    let outputs = isProjected ? draw.extent() : cells
    var inputs = [x.tensor]
    for gate in 0..<4 { inputs.append(isCoupled && gate == 0 ? -1 : matrix([cells, depth], isHybrid)) }
    for gate in 0..<4 { inputs.append(isCoupled && gate == 0 ? -1 : matrix([cells, outputs], isHybrid)) }
    for gate in 0..<3 {
      inputs.append(hasPeepholes && !(isCoupled && gate == 0) ? matrix([cells], isHybrid) : -1)
    }
    for gate in 0..<4 { inputs.append(isCoupled && gate == 0 ? -1 : floats([cells])) }
    inputs += isProjected ? [matrix([outputs, cells], isHybrid), floats([outputs])] : [-1, -1]
    inputs += [state([batch, outputs]), state([batch, cells])]
    for gate in 0..<4 { inputs.append(isNormalised && !(isCoupled && gate == 0) ? floats([cells], 0.5...1.5) : -1) }
    let fields: KeyValuePairs<String, ModelBuilder.OptionValue> = [
      "fused_activation_function": .value(Schema.ActivationFunctionType.tanh),
      "cell_clip": .float(draw.chance(0.3) ? 0.4 : 0), "proj_clip": .float(draw.chance(0.3) ? 0.3 : 0),
      "asymmetric_quantize_inputs": .bool(draw.chance(0.5)),
    ]
    let timed: KeyValuePairs<String, ModelBuilder.OptionValue> = [
      "fused_activation_function": .value(Schema.ActivationFunctionType.tanh), "time_major": .bool(isTimeMajor),
    ]
    return try apply(
      isSequence ? .unidirectionalSequenceLstm : .lstm,
      isSequence ? Options(.unidirectionalSequenceLSTMOptions, timed) : Options(.lstmOptions, fields), inputs,
      [(.float32, 1, 0)])
  }
}
