import TFLiteRuntime
import TFLiteSchema

extension OperatorRecipe {
  private static let hyperbolic = ModelBuilder.OptionValue.value(Schema.ActivationFunctionType.tanh)

  /// A layer of two units over two inputs: weights, recurrent weights, bias and state.
  private static func cell() -> [Tensor?] {
    [
      .of(.float32, [2, 2]).zeros, .of(.float32, [2, 2]).zeros, .of(.float32, [2]).zeros,
      Tensor.float32([1, 2]).variable(),
    ]
  }

  static let recurrent: [Self] = [
    Self(.rnn, Options(.rnnOptions, [:])) { type in ([.of(type, [1, 2])] + cell(), [.float32([1, 2])]) },
    Self(.unidirectionalSequenceRnn, Options(.sequenceRNNOptions, [:])) { type in
      ([.of(type, [1, 1, 2])] + cell(), [.float32([1, 1, 2])])
    },
    Self(.bidirectionalSequenceRnn, Options(.bidirectionalSequenceRNNOptions, ["merge_outputs": true])) { type in
      ([.of(type, [1, 1, 2])] + cell() + cell() + [nil, nil, nil], [.float32([1, 1, 4])])
    },
    // Integer layers are clamped by their scale, and keep wide states.
    Self(.svdf, Options(.svdfOptions, ["rank": 1, "fused_activation_function": 1])) { type in
      let isInteger = type == .int8
      let state = Tensor.of(isInteger ? .int16 : .float32, [1, 6]).variable()
      return (
        [
          .of(type, [1, 2]), .of(isInteger ? .int8 : .float32, [2, 2]).zeros,
          .of(isInteger ? .int16 : .float32, [2, 3]).zeros, .of(isInteger ? .int32 : .float32, [2]).zeros, state,
        ], [.of(type, [1, 2])]
      )
    },
    Self(program: .lstm) { type in
      [
        longMemory(
          .lstm, Options(.lstmOptions, ["fused_activation_function": hyperbolic]), input: .of(type, [1, 2])),
        basicMemory(type),
      ]
    },
    Self(program: .unidirectionalSequenceLstm) { type in
      [
        longMemory(
          .unidirectionalSequenceLstm,
          Options(.unidirectionalSequenceLSTMOptions, ["fused_activation_function": hyperbolic]),
          input: .of(type, [1, 1, 2]))
      ]
    },
    Self(
      .bidirectionalSequenceLstm,
      Options(
        .bidirectionalSequenceLSTMOptions, ["fused_activation_function": hyperbolic, "merge_outputs": true])
    ) { type in
      let states = [Tensor?](repeating: Tensor.float32([1, 2]).variable(), count: 4)
      return (
        [.of(type, [1, 1, 2])] + gates(.float32) + gates(.float32) + states + [Tensor?](repeating: nil, count: 9),
        [.float32([1, 1, 4])]
      )
    },
  ]

  /// What a layer of two cells over two inputs has of weights: for inputs and outputs, no peepholes, the bias, no
  /// projection.
  private static func gates(_ type: ElementType) -> [Tensor?] {
    let bias: Tensor = type == .int8 ? .quantized(.int32, [2], scale: 0.25) : .of(.float32, [2])
    return [Tensor?](repeating: .of(type, [2, 2]).zeros, count: 8) + [nil, nil, nil]
      + [Tensor?](repeating: bias.zeros, count: 4) + [nil, nil]
  }

  /// The full kernel; integer layers have the scales of their sums as intermediate tensors.
  private static func longMemory(_ code: Schema.BuiltinOperator, _ options: Options, input: Tensor) -> ModelBuilder {
    let isInteger = input.type == .int8
    let states: [Tensor?] = [
      Tensor.of(isInteger ? .int8 : .float32, [1, 2]).variable(),
      Tensor.of(isInteger ? .int16 : .float32, [1, 2], scale: 1.0 / 2048).variable(),
    ]
    var builder = ModelBuilder.oneOperator(
      .init(code, options: options, inputs: [], outputs: []),
      [input] + gates(isInteger ? .int8 : .float32) + states, [input])
    if isInteger {
      for type in [ElementType.int16, .int16, .int16, .int16, .int8] {
        builder.subgraphs[0].operators[0].intermediates.append(builder.subgraphs[0].tensors.count)
        builder.subgraphs[0].tensors.append(.of(type, [1]))
      }
    }
    return builder
  }

  /// The kernel of five operands, of which the activation and the state come back as outputs.
  private static func basicMemory(_ type: ElementType) -> ModelBuilder {
    let isInteger = type == .uint8
    func wide(_ count: Int) -> Tensor { .of(isInteger ? .int16 : .float32, [1, count], scale: 1.0 / 2048) }
    let bias: Tensor = isInteger ? .quantized(.int32, [8], scale: 1.0 / 4096) : .of(.float32, [8])
    let options = Options(
      .lstmOptions, ["fused_activation_function": hyperbolic, "kernel_type": .value(Schema.LSTMKernelType.basic)])
    return ModelBuilder.oneOperator(
      .init(.lstm, version: 2, options: options, inputs: [], outputs: []),
      [.of(type, [1, 2]), .of(type, [1, 2]), .of(type, [8, 4]).zeros, bias.zeros, wide(2)],
      [.of(type, [1, 2]), wide(2), .of(type, [1, 4]), wide(8)])
  }
}
