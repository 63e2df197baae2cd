import TFLiteSchema

// Layers of networks: products, activations, pooling, normalization, quantization, recurrence.

extension OperatorEntry {
  /// `AVERAGE_POOL_2D`.
  public static var averagePool2D: Self { averagePool2D(types: .all) }
  /// `AVERAGE_POOL_2D` with data of these types alone.
  public static func averagePool2D(_ type: PoolingTypes, _ others: PoolingTypes...) -> Self {
    averagePool2D(types: .union([type] + others)).restricted()
  }
  private static func averagePool2D(types: PoolingTypes) -> Self {
    .init(.averagePool2D, 1...3, types.types, swiftName: "averagePool2D") { Pool2D(.average(types), $0).made }
  }
  /// `CONV_2D`.
  public static var conv2D: Self { conv2D(types: .all) }
  /// `CONV_2D` with data of these types alone.
  public static func conv2D(_ type: ProductTypes, _ others: ProductTypes...) -> Self {
    conv2D(types: .union([type] + others)).restricted()
  }
  private static func conv2D(types: ProductTypes) -> Self {
    .init(.conv2D, 1...8, types.types, swiftName: "conv2D") { Conv2D($0, types).made }
  }
  /// `DEPTHWISE_CONV_2D`.
  public static var depthwiseConv2D: Self { depthwiseConv2D(types: .all) }
  /// `DEPTHWISE_CONV_2D` with data of these types alone.
  public static func depthwiseConv2D(_ type: DepthwiseTypes, _ others: DepthwiseTypes...) -> Self {
    depthwiseConv2D(types: .union([type] + others)).restricted()
  }
  private static func depthwiseConv2D(types: DepthwiseTypes) -> Self {
    .init(.depthwiseConv2D, 1...7, types.types, swiftName: "depthwiseConv2D") { DepthwiseConv2D($0, types).made }
      .bringing { $0.separateChannels = .separateChannels(types) }
  }
  /// `DEQUANTIZE`.
  public static var dequantize: Self {
    .init(.dequantize, 1...9, [.float16, .int8, .uint8, .int16, .int4, .uint4, .int2], .fixed(.float32)) {
      Dequantize($0).made
    }
  }
  /// `FULLY_CONNECTED`.
  public static var fullyConnected: Self { fullyConnected(types: .all) }
  /// `FULLY_CONNECTED` with data of these types alone.
  public static func fullyConnected(_ type: ProductTypes, _ others: ProductTypes...) -> Self {
    fullyConnected(types: .union([type] + others)).restricted()
  }
  private static func fullyConnected(types: ProductTypes) -> Self {
    .init(.fullyConnected, 1...14, types.types, swiftName: "fullyConnected") { FullyConnected($0, types).made }
  }
  /// `L2_NORMALIZATION`.
  public static var l2Normalization: Self {
    .init(.l2Normalization, 1...2, [.float32, .int8, .uint8]) { L2Normalization($0).made }
  }
  /// `L2_POOL_2D`.
  public static var l2Pool2D: Self { .init(.l2Pool2D, 1...1, [.float32]) { Pool2D(.l2, $0).made } }
  /// `LOCAL_RESPONSE_NORMALIZATION`.
  public static var localResponseNormalization: Self {
    .init(.localResponseNormalization, 1...1, [.float32]) { LocalResponseNormalization($0).made }
  }
  /// `LOGISTIC`.
  public static var logistic: Self {
    .init(.logistic, 1...3, [.float32, .float16, .bfloat16, .int8, .uint8, .int16]) { LogisticTanh($0).made }.bringing {
      $0.activationFunctions = .activationFunctions
      $0.swish = .swish
    }
  }
  /// `LSTM`.
  public static var lstm: Self { .init(.lstm, 1...4, [.float32, .int8, .uint8]) { SequenceLSTM.lstm($0) } }
  /// `MAX_POOL_2D`.
  public static var maxPool2D: Self { maxPool2D(types: .all) }
  /// `MAX_POOL_2D` with data of these types alone.
  public static func maxPool2D(_ type: PoolingTypes, _ others: PoolingTypes...) -> Self {
    maxPool2D(types: .union([type] + others)).restricted()
  }
  private static func maxPool2D(types: PoolingTypes) -> Self {
    .init(.maxPool2D, 1...3, types.types, swiftName: "maxPool2D") { Pool2D(.max(types), $0).made }
  }
  /// `RELU`.
  public static var relu: Self {
    .init(.relu, 1...3, [.float32, .int8, .uint8, .int16]) { Relu($0).made }.bringing {
      $0.recurrentCells = .recurrentCells
    }
  }
  /// `RELU_N1_TO_1`.
  public static var reluN1To1: Self { .init(.reluN1To1, 1...1, [.float32, .int8, .uint8]) { Relu($0).made } }
  /// `RELU6`.
  public static var relu6: Self { .init(.relu6, 1...3, [.float32, .int8, .uint8, .int16]) { Relu($0).made } }
  /// `RNN`.
  public static var rnn: Self { .init(.rnn, 1...3, [.float32]) { RNN(step: $0).made } }
  /// `SOFTMAX`.
  public static var softmax: Self { softmax(types: .all) }
  /// `SOFTMAX` with data of these types alone.
  public static func softmax(_ type: SoftmaxTypes, _ others: SoftmaxTypes...) -> Self {
    softmax(types: .union([type] + others)).restricted()
  }
  private static func softmax(types: SoftmaxTypes) -> Self {
    .init(.softmax, 1...4, types.types, swiftName: "softmax") { Softmax($0, types).made }
  }
  /// `SVDF`.
  public static var svdf: Self { .init(.svdf, 1...4, [.float32, .int8]) { SVDF($0).made } }
  /// `TANH`.
  public static var tanh: Self {
    .init(.tanh, 1...3, [.float32, .float16, .bfloat16, .int8, .uint8, .int16]) { LogisticTanh($0).made }.bringing {
      $0.recurrentCells = .recurrentCells
      $0.activationFunctions = .activationFunctions
      $0.gelu = .gelu
    }
  }
  /// `UNIDIRECTIONAL_SEQUENCE_RNN`.
  public static var unidirectionalSequenceRnn: Self {
    .init(.unidirectionalSequenceRnn, 1...3, [.float32]) { RNN(sequence: $0).made }
  }
  /// `UNIDIRECTIONAL_SEQUENCE_LSTM`.
  public static var unidirectionalSequenceLstm: Self {
    .init(.unidirectionalSequenceLstm, 1...4, [.float32, .int8]) { SequenceLSTM(sequence: $0).made }
  }
  /// `BIDIRECTIONAL_SEQUENCE_RNN`.
  public static var bidirectionalSequenceRnn: Self {
    .init(.bidirectionalSequenceRnn, 1...3, [.float32]) { BidirectionalRNN($0).made }
  }
  /// `LOG_SOFTMAX`.
  public static var logSoftmax: Self { .init(.logSoftmax, 1...2, [.float32, .int8, .uint8]) { LogSoftmax($0).made } }
  /// `BIDIRECTIONAL_SEQUENCE_LSTM`.
  public static var bidirectionalSequenceLstm: Self {
    .init(.bidirectionalSequenceLstm, 1...3, [.float32]) { BidirectionalLSTM($0).made }
  }
  /// `CAST`.
  public static var cast: Self {
    .init(.cast, 1...9, ElementType.numbers + [.bool, .complex64, .int4, .uint4, .int2]) { Cast($0).made }
  }
  /// `PRELU`.
  public static var prelu: Self {
    .init(.prelu, 1...1, [.float32, .int8, .uint8, .int16], .input(0)) { _ in Prelu().made }
  }
  /// `TRANSPOSE_CONV`.
  public static var transposeConv: Self {
    .init(.transposeConv, 1...5, [.float32, .uint8, .int8, .int16]) { TransposeConv($0).made }
  }
  /// `FAKE_QUANT`.
  public static var fakeQuant: Self { .init(.fakeQuant, 1...2, [.float32], .input(0)) { FakeQuant($0).made } }
  /// `LEAKY_RELU`.
  public static var leakyRelu: Self {
    .init(.leakyRelu, 1...2, [.float32, .int8, .uint8, .int16]) { LeakyRelu($0).made }
  }
  /// `ELU`.
  public static var elu: Self { .init(.elu, 1...1, [.float32, .int8]) { EluGelu($0).made } }
  /// `QUANTIZE`.
  public static var quantize: Self {
    .init(.quantize, 1...6, [.float32, .int8, .uint8, .int16, .int32]) { Quantize($0).made }
  }
  /// `HARD_SWISH`.
  public static var hardSwish: Self { .init(.hardSwish, 1...1, [.float32, .int8, .uint8]) { HardSwish($0).made } }
  /// `DENSIFY`.
  public static var densify: Self {
    .init(.densify, 1...1, [.float32, .float16, .int8], .input(0)) { Densify($0).made }
  }
  /// `BATCH_MATMUL`.
  public static var batchMatmul: Self {
    .init(.batchMatmul, 1...4, [.float32, .int8, .int16]) { BatchMatMul($0).made }.bringing {
      $0.attentionOrder = .attentionOrder
    }
  }
  /// `CONV_3D`.
  public static var conv3D: Self { .init(.conv3D, 1...1, [.float32]) { Conv3D($0).made } }
  /// `CONV_3D_TRANSPOSE`.
  public static var conv3DTranspose: Self { .init(.conv3DTranspose, 1...1, [.float32]) { Conv3DTranspose($0).made } }
  /// `GELU`.
  public static var gelu: Self {
    .init(.gelu, 1...3, [.float32, .float16, .int8, .uint8, .int16]) { EluGelu($0).made }
  }
  /// `RELU_0_TO_1`.
  public static var relu0To1: Self { .init(.relu0To1, 1...1, [.float32, .int8, .uint8]) { Relu($0).made } }
}
