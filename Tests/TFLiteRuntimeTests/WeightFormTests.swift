import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Rare forms of weights and gates: shuffled, diagonal, 8-bit gates, activations that are no clamps.
@Suite struct WeightFormTests {
  typealias Tensor = ModelBuilder.Tensor

  /// How far a layer whose inputs and input weights have 8 bits may be from the same layer of floats. Weights in steps of a
  /// hundredth and rows in steps of a 127th change a gate's sum of three products by 3 * (1/100 + 1/254) = 0.04 at most, by a
  /// quarter of that as a rule, and the gates' functions pass on less. A wrong scale, gate or row changes it by tenths.
  private static let dynamicRangeTolerance: Float = 0.02

  // MARK: Fully connected

  /// 4 units of weights 1 to 4 on 16 inputs that stand for 2 in every second row, 1 in the others; a factor of a half.
  private static func shuffled(rows: Int, units: Int = 4) -> [UInt8] {
    ModelBuilder.oneOperator(
      .fullyConnected, version: 2,
      options: .init(
        .fullyConnectedOptions,
        ["weights_format": .value(Schema.FullyConnectedOptionsWeightsFormat.shuffled4x16INT8)]),
      inputs: [
        .uint8([rows, 16], quantization: .perTensor(scale: 0.5, zeroPoint: 128)),
        .uint8(
          [units, 16], (0..<16 * units).map { UInt8($0 / 16 + 1) },
          quantization: .perTensor(scale: 0.25, zeroPoint: 128)),
        .int32([units], (0..<Int32(units)).map { 10 * $0 }, quantization: .perTensor(scale: 0.125)),
      ],
      outputs: [
        .int16([rows, units], quantization: .perTensor(scale: 0.25)), .uint8([rows, 16]),
      ])
  }

  @Test(arguments: [1, 4]) func shuffledWeightsAreReadInBlocks(_ rows: Int) throws {
    let input = (0..<rows * 16).map { UInt8($0 / 16 % 2 == 0 ? 130 : 129) }
    let session = try OperatorRun.session(Self.shuffled(rows: rows))
    try session.write(input, toInput: 0)
    try session.invoke()
    let even: [Int16] = [16, 37, 58, 79]
    let odd: [Int16] = [8, 21, 34, 47]
    #expect(try session.output(0, as: Int16.self) == (0..<rows).flatMap { $0 % 2 == 0 ? even : odd })
    #expect(try session.output(1, as: UInt8.self) == input.map { $0 ^ 0x80 })
  }

  @Test func shuffledWeightsComeInFoursAndSixteens() {
    #expect(OperatorRun.objection(Self.shuffled(rows: 2)) == .invalidOperator)
    #expect(OperatorRun.objection(Self.shuffled(rows: 1, units: 6)) == .invalidOperator)
  }

  @Test(
    arguments: [
      (Schema.ActivationFunctionType.tanh, [0.46211716, -0.46211716]), (.signBit, [0, 1]), (.relu, [0.5, 0]),
    ] as [(Schema.ActivationFunctionType, [Float])])
  func dynamicRangeLayersTakeEveryActivation(
    _ activation: Schema.ActivationFunctionType, _ expected: [Float]
  ) throws {
    func model(_ weights: Tensor) -> [UInt8] {
      ModelBuilder.oneOperator(
        .fullyConnected, version: 3,
        options: .init(.fullyConnectedOptions, ["fused_activation_function": .value(activation)]),
        inputs: [.float32([1, 1]), weights], outputs: [.float32([1, 2])])
    }
    let hybrid = model(.int8([2, 1], [127, -127], quantization: .perTensor(scale: 1 / 127)))
    let found = try OperatorRun.values(hybrid, [0.5] as [Float], as: Float.self).values
    for (value, wanted) in zip(found, expected) { #expect(abs(value - wanted) < Tolerance.formula) }
    #expect(OperatorRun.objection(model(.float32([2, 1], [1, -1]))) == (activation == .relu ? nil : .unsupported))
  }

  /// More weights than a cache holds: one row reads them in the file, several rows as they are packed.
  @Test(arguments: [1, 3], [false, true]) func largeWeightsOfOneRowStayWhereTheyAre(_ rows: Int, hasRelu: Bool) throws {
    let (units, depth) = (505, 12_700)
    let weights = (0..<units * depth).map { Float($0 * 7919 % 2003) / 1000 - 1 }
    let bias = (0..<units).map { Float($0 % 11) - 5 }
    let input = (0..<rows * depth).map { Float($0 * 104_729 % 1009) / 500 - 1 }
    let model = ModelBuilder.oneOperator(
      .fullyConnected,
      options: .init(
        .fullyConnectedOptions,
        [
          "fused_activation_function": .value(
            hasRelu ? Schema.ActivationFunctionType.relu : Schema.ActivationFunctionType.none)
        ]),
      inputs: [.float32([rows, depth]), .float32([units, depth], weights), .float32([units], bias)],
      outputs: [.float32([rows, units])])
    for threads in [1, 2] {
      let session = try OperatorRun.session(model, threads: threads)
      try session.write(input, toInput: 0)
      try session.invoke()
      #expect((session.sharedByteCount == 0) == (rows == 1))
      for (place, value) in try session.output(0, as: Float.self).enumerated() {
        let (row, unit) = (place / units, place % units)
        let sum = (0..<depth).reduce(Double(bias[unit])) {
          $0 + Double(input[row * depth + $1]) * Double(weights[unit * depth + $1])
        }
        let wanted = Float(hasRelu ? max(0, sum) : sum)
        #expect(abs(value - wanted) <= Float(depth) * Tolerance.sums)
      }
    }
  }

  // MARK: LSTM

  private static func numbers(_ count: Int, _ seed: Int) -> [Float] {
    (0..<count).map { Float((($0 + seed) * 7919 + seed * 104729) % 201) / 100 - 1 }
  }

  /// A sequence LSTM with float or int8 input weights and float recurrent ones, a vector each or the diagonal matrix.
  private static func layer(isHybrid: Bool, isDiagonal: Bool) -> [UInt8] {
    let (inputs, cells) = (3, 4)
    let inputWeights: [Tensor?] = (0..<4).map { gate in
      isHybrid
        ? .int8(
          [cells, inputs], numbers(cells * inputs, gate).map { Int8($0 * 100) },
          quantization: .perTensor(scale: 0.01))
        : .float32([cells, inputs], numbers(cells * inputs, gate))
    }
    let recurrentWeights: [Tensor?] = (0..<4).map { gate in
      let diagonal = numbers(cells, 20 + gate)
      if isDiagonal { return .float32([cells], diagonal) }
      return .float32(
        [cells, cells], (0..<cells * cells).map { $0 % (cells + 1) == 0 ? diagonal[$0 / (cells + 1)] : 0 })
    }
    let bias: [Tensor?] = (0..<4).map { .float32([cells], numbers(cells, 40 + $0)) }
    return ModelBuilder.oneOperator(
      .unidirectionalSequenceLstm, version: isDiagonal ? 4 : 3,
      options: .init(
        .unidirectionalSequenceLSTMOptions,
        [
          "fused_activation_function": .value(Schema.ActivationFunctionType.tanh), "time_major": true,
          "diagonal_recurrent_tensors": .int(isDiagonal ? 1 : 0),
        ]),
      inputs: [Tensor.float32([2, 2, inputs])] + inputWeights + recurrentWeights + [nil, nil, nil] + bias + [
        nil, nil, Tensor.float32([2, cells]).variable(), Tensor.float32([2, cells]).variable(),
      ], outputs: [.float32([2, 2, cells])])
  }

  @Test func aVectorOfRecurrentWeightsIsADiagonal() throws {
    let diagonal = try OperatorRun.session(Self.layer(isHybrid: false, isDiagonal: true))
    let matrix = try OperatorRun.session(Self.layer(isHybrid: false, isDiagonal: false))
    let hybrid = try OperatorRun.session(Self.layer(isHybrid: true, isDiagonal: true))
    for round in 0..<2 {
      for session in [diagonal, matrix, hybrid] {
        try session.write(Self.numbers(12, 60 + round), toInput: 0)
        try session.invoke()
      }
      let expected = try matrix.output(0, as: Float.self)
      for (value, wanted) in zip(try diagonal.output(0, as: Float.self), expected) {
        #expect(abs(value - wanted) < Tolerance.oneOperation)
      }
      // The hybrid layer's inputs and input weights equal the others up to their 8 bits, and are computed from those.
      let rounded = try hybrid.output(0, as: Float.self)
      for (value, wanted) in zip(rounded, expected) { #expect(abs(value - wanted) < Self.dynamicRangeTolerance) }
      #expect(rounded != expected)
      #expect(expected.contains { abs($0) > 0.1 })
    }
  }

  /// Whole numbers of -127 to 127 in a pattern.
  private static func pattern(_ count: Int, _ seed: Int) -> [Int] {
    (0..<count).map { ($0 * seed * 37 + seed * 11) % 255 - 127 }
  }

  private static func weights(_ shape: [Int], _ seed: Int, scale: Float = 0.01) -> Tensor {
    .int8(
      shape, pattern(shape[0] * shape[1], seed).map { Int8($0) }, quantization: .perTensor(scale: scale))
  }

  /// Expected values are those of LiteRT's kernel.
  @Test func gatesOfEightBitsEqualTheReference() throws {
    let (inputs, cells, outputs) = (2, 4, 3)
    let bias: [Tensor?] = [8, 9, 10].map { seed in
      .int32([cells], Self.pattern(cells, seed).map { Int32(20 * $0) }, quantization: .perTensor(scale: 1e-5))
    }
    let coefficients: [Tensor?] = [13, 14, 15].map { seed in
      .int16(
        [cells], Self.pattern(cells, seed).map { Int16(60 * ($0 + 130)) }, quantization: .perTensor(scale: 1 / 4096))
    }
    var operands: [Tensor?] = [.int8([1, inputs], quantization: .perTensor(scale: 1 / 128, zeroPoint: 3)), nil]
    operands += [2, 3, 4].map { Self.weights([cells, inputs], $0) }
    operands.append(nil)
    operands += [5, 6, 7].map { Self.weights([cells, outputs], $0) }
    operands += [nil, nil, nil, nil] + bias
    operands += [
      Self.weights([outputs, cells], 11, scale: 0.008),
      .int32([outputs], Self.pattern(outputs, 12).map { Int32(60 * $0) }, quantization: .perTensor(scale: 1e-6)),
      Tensor.int8([1, outputs], quantization: .perTensor(scale: 1 / 64, zeroPoint: -2)).variable(),
      Tensor.int16([1, cells], quantization: .perTensor(scale: 1 / 32768)).variable(), nil,
    ]
    operands += coefficients
    let options = ModelBuilder.Options(
      .lstmOptions,
      [
        "fused_activation_function": .value(Schema.ActivationFunctionType.tanh), "cell_clip": 0.75, "proj_clip": 1.5,
      ])
    var builder = ModelBuilder.oneOperator(
      .init(.lstm, version: 4, options: options, inputs: [], outputs: []), operands,
      [.int8([1, outputs], quantization: .perTensor(scale: 1 / 64, zeroPoint: -2))])
    for gate in 0..<4 {
      for tensor in [
        Tensor.int16([1], quantization: .perTensor(scale: 1 / 4096)),
        .int8([1], quantization: .perTensor(scale: 1 / 64, zeroPoint: Int64(1 + gate))),
        .int8([1], quantization: .perTensor(scale: 1 / 128, zeroPoint: Int64(-gate))),
      ] {
        builder.subgraphs[0].operators[0].intermediates.append(builder.subgraphs[0].tensors.count)
        builder.subgraphs[0].tensors.append(tensor)
      }
    }
    let session = try OperatorRun.session(builder.build())
    for (input, expected) in [
      ([60, -90], [2, -19, -11]), ([-20, 100], [36, 14, -32]), ([127, -128], [14, -26, 11]),
    ]
      as [([Int8], [Int8])]
    {
      try session.write(input, toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Int8.self) == expected)
    }
    builder.subgraphs[0].operators[0].intermediates.removeLast()
    #expect(OperatorRun.objection(builder.build()) == .invalidOperator)
  }

  // MARK: Convolutions

  /// The reference of CONV_2D objects to a zero point of signed weights, those of the others take no notice of it. The converter
  /// writes one where weights are computed.
  @Test(arguments: [Schema.BuiltinOperator.depthwiseConv2D, .transposeConv], [false, true])
  func zeroPointsOfSignedWeightsCountForNothing(_ code: Schema.BuiltinOperator, areComputed: Bool) throws {
    func results(zeroPoint: Int64) throws -> [Int8] {
      let session = try OperatorRun.session(
        Self.convolution(code, zeroPoint: zeroPoint, areComputed: areComputed))
      for number in session.inputs.indices {
        let count = session.inputs[number].shape.elementCount
        try session.write((0..<count).map { Int8(truncatingIfNeeded: $0 &* 37 &+ 11) }, toInput: number)
      }
      try session.invoke()
      return try session.output(0, as: Int8.self)
    }
    let expected = try results(zeroPoint: 0)
    #expect(Set(expected).count > 4, "results that say nothing")
    #expect(try results(zeroPoint: 7) == expected)
    let plain = [0, 7].map { Self.convolution(.conv2D, zeroPoint: $0, areComputed: areComputed) }
    #expect(plain.map { OperatorRun.objection($0) } == [nil, .invalidOperator])
  }

  /// A convolution of 3 x 3 pixels of two channels by 2 x 2 taps, to two channels.
  private static func convolution(_ code: Schema.BuiltinOperator, zeroPoint: Int64, areComputed: Bool) -> [UInt8] {
    let shape = code == .depthwiseConv2D ? [1, 2, 2, 2] : [2, 2, 2, 2]
    let quantization = ModelBuilder.Quantization.perTensor(scale: 0.02, zeroPoint: zeroPoint)
    let filter: Tensor =
      areComputed
      ? .int8(shape, quantization: quantization)
      : .int8(
        shape, (0..<shape.reduce(1, *)).map { Int8(truncatingIfNeeded: $0 &* 53 &- 90) }, quantization: quantization)
    let image: Tensor = .int8([1, 3, 3, 2], quantization: .perTensor(scale: 0.05, zeroPoint: -3))
    let extent = code == .transposeConv ? 4 : 2
    let output: Tensor = .int8([1, extent, extent, 2], quantization: .perTensor(scale: 0.2, zeroPoint: 5))
    let padding = ModelBuilder.OptionValue.value(Schema.Padding.valid)
    let options: ModelBuilder.Options =
      switch code {
      case .transposeConv: .init(.transposeConvOptions, ["padding": padding, "stride_w": .int(1), "stride_h": .int(1)])
      case .depthwiseConv2D:
        .init(
          .depthwiseConv2DOptions,
          ["padding": padding, "stride_w": .int(1), "stride_h": .int(1), "depth_multiplier": .int(1)])
      default: .init(.conv2DOptions, ["padding": padding, "stride_w": .int(1), "stride_h": .int(1)])
      }
    let operands: [Tensor] =
      code == .transposeConv
      ? [.int32([4], [1, 4, 4, 2]), filter, image] : [image, filter, .int32([2], [40, -60])]
    return ModelBuilder.oneOperator(code, version: 3, options: options, inputs: operands, outputs: [output])
  }
}
