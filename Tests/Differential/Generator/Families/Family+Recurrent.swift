import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// Recurrent operators, whose states go from one invocation to the next.
extension Family {
  static let recurrent: [Family] = [
    Family(name: "SVDF", kinds: Kind.table("SVDF"), follows: false) { draft, _ in
      draft.kind == .int8 ? try draft.integerFactorisedLayer() : try draft.factorisedLayer()
    },
    Family(name: "RNN", kinds: Kind.real, follows: false) { draft, _ in try draft.recurrentLayer(isSequence: false) },
    Family(name: "UNIDIRECTIONAL_SEQUENCE_RNN", kinds: Kind.real, follows: false) { draft, _ in
      try draft.recurrentLayer(isSequence: true)
    },
    Family(name: "BIDIRECTIONAL_SEQUENCE_RNN", kinds: Kind.real, follows: false) { draft, _ in
      try draft.bidirectionalRNN()
    },
    Family(name: "UNIDIRECTIONAL_SEQUENCE_LSTM", kinds: [.float32, .int8], follows: false) { draft, _ in
      draft.kind == .int8
        ? try draft.integerLSTM(isSequence: true) : try draft.longShortTermMemory(isSequence: true)
    },
    Family(name: "LSTM", kinds: [.float32, .int8, .uint8], follows: false) { draft, _ in
      switch draft.kind {
      case .float32: try draft.longShortTermMemory(isSequence: false)
      case .int8: try draft.draw.chance(0.5) ? draft.byteLSTM() : draft.integerLSTM(isSequence: false)
      default: try draft.basicLSTM()
      }
    },
    Family(name: "LSTM basic", kinds: [.float32], follows: false) { draft, _ in try draft.basicLSTM() },
    Family(name: "BIDIRECTIONAL_SEQUENCE_LSTM", kinds: Kind.real, follows: false) { draft, _ in
      try draft.bidirectionalLSTM()
    },
  ]
}

extension Draft {
  /// Weights of floats, or of bytes of about the same values, so small that states do not run away from each other.
  private mutating func matrix(_ shape: [Int], _ isHybrid: Bool) -> Int {
    let limit = min(0.5, 1 / Float(shape[shape.count - 1]).squareRoot())
    if !isHybrid { return floats(shape, -limit...limit) }
    return bytes(shape, scale: limit / 127)
  }

  /// Bytes from -127 on with a scale.
  private mutating func bytes(_ shape: [Int], scale: Float) -> Int {
    elements(shape, .int8, quantization: .perTensor(scale: scale), fill: .integers(-127...127))
  }

  /// Whether weights are bytes; states quantised anew at every step may then round the other way.
  private mutating func choosesBytes() -> Bool {
    let isHybrid = draw.chance(0.3)
    if isHybrid { tolerance = 1e-2 }
    return isHybrid
  }

  private mutating func sequence(_ isSequence: Bool) throws -> (x: Value, isTimeMajor: Bool, batch: Int, depth: Int) {
    let x = try input(draw.shape(isSequence ? 3 : 2))
    let isTimeMajor = isSequence && draw.chance(0.5)
    return (x, isTimeMajor, x.shape[isTimeMajor ? 1 : 0], x.shape[x.shape.count - 1])
  }

  // MARK: SVDF

  fileprivate mutating func factorisedLayer() throws -> Value {
    let isHybrid = choosesBytes()
    let x = try input(draw.shape(2))
    let (rank, units, memory) = (draw.int(1...3), draw.extent(), draw.extent())
    let inputs = [
      x.tensor, matrix([units * rank, x.shape[1]], isHybrid), matrix([units * rank, memory], isHybrid),
      draw.chance(0.5) ? floats([units]) : -1, state([x.shape[0], units * rank * memory]),
    ]
    return try apply(.svdf, factorisedOptions(rank), inputs, [(.float32, 1, 0)])
  }

  fileprivate mutating func integerFactorisedLayer() throws -> Value {
    let x = try input(draw.shape(2))
    let (rank, units, memory) = (draw.int(1...3), draw.extent(), draw.extent())
    let isWide = draw.chance(0.5)
    let stateScale: Float = isWide ? 1.0 / 4096 : 0.05
    let stateZero = isWide ? 0 : draw.int(-20...20)
    let time = elements(
      [units * rank, memory], isWide ? .int16 : .int8,
      quantization: .perTensor(scale: isWide ? 1.0 / 32768 : 0.01), fill: .integers(-127...127))
    let inputs = [
      x.tensor, bytes([units * rank, x.shape[1]], scale: draw.float(0.005...0.05)), time,
      draw.chance(0.5)
        ? elements([units], .int32, quantization: .perTensor(scale: 1), fill: .integers(-3000...3000)) : -1,
      state(
        [x.shape[0], units * rank * memory], isWide ? .int16 : .int8,
        quantization: .perTensor(scale: stateScale, zeroPoint: Int64(stateZero))),
    ]
    return try apply(.svdf, factorisedOptions(rank), inputs)
  }

  private mutating func factorisedOptions(_ rank: Int) -> Options {
    Options(
      .svdfOptions,
      [
        "rank": .int(rank), "fused_activation_function": .value(Schema.ActivationFunctionType.relu),
        "asymmetric_quantize_inputs": .bool(draw.chance(0.5)),
      ])
  }

  // MARK: RNN

  fileprivate mutating func recurrentLayer(isSequence: Bool) throws -> Value {
    let isHybrid = choosesBytes()
    let (x, isTimeMajor, batch, depth) = try sequence(isSequence)
    let units = draw.extent()
    let inputs = [
      x.tensor, matrix([units, depth], isHybrid), matrix([units, units], isHybrid), floats([units]),
      state([batch, units]),
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

  fileprivate mutating func bidirectionalRNN() throws -> Value {
    let isHybrid = choosesBytes()
    let (x, isTimeMajor, batch, depth) = try sequence(true)
    let units = [draw.extent(), draw.extent()]
    var inputs = [x.tensor]
    for count in units {
      inputs += [
        matrix([count, depth], isHybrid), matrix([count, count], isHybrid), floats([count]), state([batch, count]),
      ]
    }
    let auxiliary = draw.chance(0.3) ? try input([x.shape[0], x.shape[1], draw.extent()]) : nil
    inputs.append(auxiliary?.tensor ?? -1)
    for count in units {
      inputs.append(auxiliary.map { matrix([count, $0.shape[2]], isHybrid) } ?? -1)
    }
    let merges = draw.chance(0.5)
    let options = Options(
      .bidirectionalSequenceRNNOptions,
      [
        "time_major": .bool(isTimeMajor), "fused_activation_function": .value(Schema.ActivationFunctionType.tanh),
        "merge_outputs": .bool(merges), "asymmetric_quantize_inputs": .bool(draw.chance(0.5)),
      ])
    let outputs: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)] = Array(
      repeating: (.float32, 1, 0), count: merges ? 1 : 2)
    return try apply(.bidirectionalSequenceRnn, options, inputs, outputs)
  }

  // MARK: LSTM of floats

  /// What one layer reads behind its input, up to the projection.
  private mutating func gates(_ depth: Int, _ cells: Int, _ outputs: Int, _ form: LSTMForm, _ isHybrid: Bool) -> [Int] {
    var inputs: [Int] = []
    for gate in 0..<4 { inputs.append(form.lacks(gate) ? -1 : matrix([cells, depth], isHybrid)) }
    let isDiagonal = form.isDiagonal && cells == outputs
    for gate in 0..<4 {
      inputs.append(
        form.lacks(gate) ? -1 : isDiagonal ? floats([cells], -0.5...0.5) : matrix([cells, outputs], isHybrid))
    }
    for gate in 0..<3 {
      inputs.append(form.hasPeepholes && !form.lacks(gate) ? matrix([cells], isHybrid) : -1)
    }
    for gate in 0..<4 { inputs.append(form.lacks(gate) ? -1 : floats([cells])) }
    if form.isProjected {
      inputs += [matrix([outputs, cells], isHybrid), draw.chance(0.7) ? floats([outputs]) : -1]
    } else {
      inputs += [-1, -1]
    }
    return inputs
  }

  private struct LSTMForm {
    var isCoupled = false
    var hasPeepholes = false
    var isProjected = false
    var isNormalised = false
    var isDiagonal = false

    func lacks(_ gate: Int) -> Bool { isCoupled && gate == 0 }
  }

  private mutating func form() -> LSTMForm {
    LSTMForm(
      isCoupled: draw.chance(0.3), hasPeepholes: draw.chance(0.3), isProjected: draw.chance(0.3),
      isNormalised: draw.chance(0.3), isDiagonal: false)
  }

  private static let memoryActivation = ModelBuilder.OptionValue.value(Schema.ActivationFunctionType.tanh)

  fileprivate mutating func longShortTermMemory(isSequence: Bool) throws -> Value {
    let isHybrid = choosesBytes()
    let (x, isTimeMajor, batch, depth) = try sequence(isSequence)
    var form = form()
    form.isDiagonal = isSequence && !isHybrid && draw.chance(0.1)
    var cells = draw.extent()
    if form.isNormalised {
      // Of two or three numbers, those that are nearly the same come out far apart.
      if cells > 1 { cells = max(cells, 5) }
      tolerance = 1e-2
    }
    let outputs = form.isProjected ? draw.extent() : cells
    var inputs = [x.tensor] + gates(depth, cells, outputs, form, isHybrid)
    inputs += [state([batch, outputs]), state([batch, cells])]
    if form.isNormalised || draw.chance(0.5) {
      for gate in 0..<4 { inputs.append(form.isNormalised && !form.lacks(gate) ? floats([cells], 0.5...1.5) : -1) }
    }
    return try apply(
      isSequence ? .unidirectionalSequenceLstm : .lstm, memoryOptions(isSequence, isTimeMajor), inputs,
      [(.float32, 1, 0)])
  }

  private mutating func memoryOptions(_ isSequence: Bool, _ isTimeMajor: Bool) -> Options {
    let (cellClip, projectionClip): (Float, Float) = (draw.chance(0.3) ? 0.4 : 0, draw.chance(0.3) ? 0.3 : 0)
    let isAsymmetric = draw.chance(0.5)
    if isSequence {
      return Options(
        .unidirectionalSequenceLSTMOptions,
        [
          "fused_activation_function": Self.memoryActivation, "time_major": .bool(isTimeMajor),
          "cell_clip": .float(cellClip), "proj_clip": .float(projectionClip),
          "asymmetric_quantize_inputs": .bool(isAsymmetric),
        ])
    }
    return Options(
      .lstmOptions,
      [
        "fused_activation_function": Self.memoryActivation, "cell_clip": .float(cellClip),
        "proj_clip": .float(projectionClip), "asymmetric_quantize_inputs": .bool(isAsymmetric),
      ])
  }

  fileprivate mutating func bidirectionalLSTM() throws -> Value {
    let isHybrid = choosesBytes()
    let (x, isTimeMajor, batch, depth) = try sequence(true)
    let forms = [form(), form()]
    let forwardCells = draw.extent()
    let cells = [forwardCells, draw.chance(0.3) ? draw.extent() : forwardCells]
    let outputs = zip(forms, cells).map { $0.isProjected ? draw.extent() : $1 }
    var inputs = [x.tensor]
    for way in 0..<2 { inputs += gates(depth, cells[way], outputs[way], forms[way], isHybrid) }
    for way in 0..<2 { inputs += [state([batch, outputs[way]]), state([batch, cells[way]])] }
    let auxiliary = draw.chance(0.3) ? try input([x.shape[0], x.shape[1], draw.extent()]) : nil
    inputs.append(auxiliary?.tensor ?? -1)
    for way in 0..<2 {
      for gate in 0..<4 {
        inputs.append(
          forms[way].lacks(gate) ? -1 : auxiliary.map { matrix([cells[way], $0.shape[2]], isHybrid) } ?? -1)
      }
    }
    let merges = draw.chance(0.5)
    let options = Options(
      .bidirectionalSequenceLSTMOptions,
      [
        "fused_activation_function": Self.memoryActivation, "time_major": .bool(isTimeMajor),
        "merge_outputs": .bool(merges), "cell_clip": .float(draw.chance(0.3) ? 0.4 : 0),
        "asymmetric_quantize_inputs": .bool(draw.chance(0.5)),
      ])
    let results: [(type: Schema.TensorType, scale: Float, zeroPoint: Int)] = Array(
      repeating: (.float32, 1, 0), count: merges ? 1 : 2)
    return try apply(.bidirectionalSequenceLstm, options, inputs, results)
  }

  // MARK: LSTM of integers

  /// Weights of bytes, states of 8 and 16 bits, gates of 16 bits.
  fileprivate mutating func integerLSTM(isSequence: Bool) throws -> Value {
    let (x, isTimeMajor, batch, depth) = try sequence(isSequence)
    var form = form()
    form.isDiagonal = false
    let cells = draw.extent()
    let outputs = form.isProjected ? draw.extent() : cells
    let (stateScale, stateZero) = (draw.float(0.005...0.02), draw.int(-20...20))
    var inputs = [x.tensor]
    for gate in 0..<4 { inputs.append(form.lacks(gate) ? -1 : bytes([cells, depth], scale: draw.float(0.002...0.02))) }
    for gate in 0..<4 {
      inputs.append(form.lacks(gate) ? -1 : bytes([cells, outputs], scale: draw.float(0.002...0.02)))
    }
    for gate in 0..<3 {
      inputs.append(
        form.hasPeepholes && !form.lacks(gate)
          ? elements([cells], .int16, quantization: .perTensor(scale: 1.0 / 32768), fill: .floats(0...1)) : -1)
    }
    for gate in 0..<4 { inputs.append(form.lacks(gate) ? -1 : integerBias(cells)) }
    inputs +=
      form.isProjected
      ? [bytes([outputs, cells], scale: 0.01), draw.chance(0.7) ? integerBias(outputs) : -1] : [-1, -1]
    inputs += [
      state([batch, outputs], .int8, quantization: .perTensor(scale: stateScale, zeroPoint: Int64(stateZero))),
      state(
        [batch, cells], .int16, quantization: .perTensor(scale: draw.one(of: [1.0 / 2048, 1.0 / 4096, 1.0 / 32768]))),
    ]
    for gate in 0..<4 {
      inputs.append(
        form.isNormalised && !form.lacks(gate)
          ? elements([cells], .int16, quantization: .perTensor(scale: 1.0 / 16384), fill: .integers(3000...30000)) : -1)
    }
    var intermediates: [Int] = []
    for _ in 0..<4 {
      intermediates.append(bare(.int16, [1], quantization: .perTensor(scale: draw.float(0.0001...0.002))))
    }
    intermediates.append(
      bare(.int8, [1], quantization: .perTensor(scale: draw.float(0.005...0.02), zeroPoint: Int64(draw.int(-20...20)))))
    return try apply(
      isSequence ? .unidirectionalSequenceLstm : .lstm, memoryOptions(isSequence, isTimeMajor), inputs,
      [(.int8, stateScale, stateZero)], intermediates: intermediates)
  }

  private mutating func integerBias(_ count: Int) -> Int {
    elements([count], .int32, quantization: .perTensor(scale: 0.001), fill: .integers(-3000...3000))
  }

  /// Gates of 8 bits, which always have a coupled input gate, normalization and a projection.
  fileprivate mutating func byteLSTM() throws -> Value {
    let (x, _, batch, depth) = try sequence(false)
    let (cells, outputs) = (draw.extent(), draw.extent())
    let (stateScale, stateZero) = (draw.float(0.005...0.02), draw.int(-20...20))
    var inputs = [x.tensor]
    for size in [depth, outputs] {
      inputs.append(-1)
      for _ in 1..<4 { inputs.append(bytes([cells, size], scale: draw.float(0.002...0.02))) }
    }
    inputs += [-1, -1, -1, -1]
    for _ in 1..<4 { inputs.append(integerBias(cells)) }
    inputs += [bytes([outputs, cells], scale: 0.01), integerBias(outputs)]
    inputs += [
      state([batch, outputs], .int8, quantization: .perTensor(scale: stateScale, zeroPoint: Int64(stateZero))),
      state([batch, cells], .int16, quantization: .perTensor(scale: 1.0 / 32768)),
    ]
    inputs.append(-1)
    for _ in 1..<4 {
      inputs.append(
        elements([cells], .int16, quantization: .perTensor(scale: 1.0 / 16384), fill: .integers(3000...30000)))
    }
    let intermediates = (0..<12).map { _ in
      bare(
        .int8, [1], quantization: .perTensor(scale: draw.float(0.01...0.1), zeroPoint: Int64(draw.int(-20...20))))
    }
    return try apply(
      .lstm, memoryOptions(false, false), inputs, [(.int8, stateScale, stateZero)], intermediates: intermediates)
  }

  /// The kernel of five operands, whose states are outputs.
  fileprivate mutating func basicLSTM() throws -> Value {
    let isInteger = kind == .uint8
    let (batch, depth, cells) = (draw.extent(), draw.extent(), draw.extent())
    let zeroPoint = 128
    let x = try input([batch, depth], scale: 1.0 / 128, zeroPoint: zeroPoint)
    let before = try input([batch, cells], scale: 1.0 / 128, zeroPoint: zeroPoint)
    let weights =
      isInteger
      ? elements(
        [4 * cells, depth + cells], .uint8,
        quantization: .perTensor(scale: draw.float(0.005...0.02), zeroPoint: Int64(draw.int(100...150))))
      : floats([4 * cells, depth + cells])
    let bias =
      isInteger
      ? elements([4 * cells], .int32, quantization: .perTensor(scale: 1.0 / 4096), fill: .integers(-3000...3000))
      : floats([4 * cells])
    let wide: Kind = isInteger ? .int16 : .float32
    let state = try input([batch, cells], wide, scale: 1.0 / 2048)
    let options = Options(
      .lstmOptions,
      [
        "fused_activation_function": Self.memoryActivation, "kernel_type": .value(Schema.LSTMKernelType.basic),
      ])
    return try apply(
      ModelBuilder.Operator(
        .lstm, version: 2, options: options, inputs: [x.tensor, before.tensor, weights, bias, state.tensor],
        outputs: []),
      [
        (x.type, 1 / 128, zeroPoint), (wide.tensorType, 1 / 2048, 0), (x.type, 1 / 128, zeroPoint),
        (wide.tensorType, 1 / 2048, 0),
      ])
  }
}
