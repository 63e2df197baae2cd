import TFLiteRuntime
import TFLiteSchema
import TestSupport

/// A small network in floats, and quantised to int8 as a converter does it, with one scale wrong if asked for.
struct QuantizedNetwork {
  /// What is wrong with the quantised form.
  enum Fault: Sendable {
    case none
    /// The scale of a layer's result is so many times what it should be.
    case output(Int, Float)
    /// The scale stated for a layer's weights is so many times the one they were rounded with.
    case weights(Int, Float)

    var layer: Int? {
      switch self {
      case .none: nil
      case .output(let layer, _), .weights(let layer, _): layer
      }
    }

    func factor(output layer: Int) -> Float { if case .output(layer, let factor) = self { factor } else { 1 } }

    func factor(weights layer: Int) -> Float { if case .weights(layer, let factor) = self { factor } else { 1 } }
  }

  /// What the quantised form calls its tensors.
  enum Naming: CaseIterable, Sendable {
    case endings, others
  }

  private typealias Tensor = ModelBuilder.Tensor
  private typealias Operator = ModelBuilder.Operator

  private struct Layer {
    let name: String
    /// The operator with inputs and outputs still to be set, for floats and for bytes.
    let float: Operator
    let bytes: Operator
    /// Layers whose results it reads, -1 for the input.
    let inputs: [Int]
    let shape: [Int]
    var weights: [Int]?
    /// The axis of the weights' scales, nil for one scale.
    var axis: Int?
    var channels = 0
    var keepsScale = false
  }

  private static let layers: [Layer] = {
    let image = [1, 8, 8, 8]
    func conv(_ activation: Int64) -> ModelBuilder.Options {
      .init(
        .conv2DOptions, ["stride_w": 1, "stride_h": 1, "fused_activation_function": .int(activation)])
    }
    let depthwise = ModelBuilder.Options(
      .depthwiseConv2DOptions, ["stride_w": 1, "stride_h": 1, "depth_multiplier": 1, "fused_activation_function": 1])
    func both(
      _ code: Schema.BuiltinOperator, _ version: Int, _ options: ModelBuilder.Options = .none
    ) -> (Operator, Operator) {
      (
        Operator(code, options: options, inputs: [], outputs: []),
        Operator(code, version: version, options: options, inputs: [], outputs: [])
      )
    }
    func layer(
      _ name: String, _ operators: (Operator, Operator), _ inputs: [Int], _ shape: [Int], weights: [Int]? = nil,
      axis: Int? = nil, channels: Int = 0, keepsScale: Bool = false
    ) -> Layer {
      Layer(
        name: name, float: operators.0, bytes: operators.1, inputs: inputs, shape: shape, weights: weights, axis: axis,
        channels: channels, keepsScale: keepsScale)
    }
    let full = ModelBuilder.Options(.fullyConnectedOptions, [:])
    return [
      layer(
        "stem/Relu;stem/Conv2D", both(.conv2D, 3, conv(1)), [-1], image, weights: [8, 3, 3, 4], axis: 0, channels: 8),
      layer(
        "depthwise/Relu", both(.depthwiseConv2D, 3, depthwise), [0], image, weights: [1, 3, 3, 8], axis: 3, channels: 8),
      layer("point/BiasAdd", both(.conv2D, 3, conv(0)), [1], image, weights: [8, 1, 1, 8], axis: 0, channels: 8),
      layer("residual/add", both(.add, 2), [0, 2], image),
      layer("gate/mul", both(.mul, 2), [3, 1], image),
      layer(
        "flatten/Reshape", both(.reshape, 1, .init(.reshapeOptions, ["new_shape": [1, 512]])), [4], [1, 512],
        keepsScale: true),
      layer("hidden/MatMul", both(.fullyConnected, 4, full), [5], [1, 10], weights: [10, 512], channels: 10),
      layer("logits/MatMul", both(.fullyConnected, 4, full), [6], [1, 6], weights: [6, 10], channels: 6),
    ]
  }()

  static let inputShape = [1, 8, 8, 4]

  private var generator = SeededGenerator(seed: 22)
  private var weights: [[Float]] = []
  private var biases: [[Float]] = []
  /// The least and the greatest result of each layer, the input's first.
  private var ranges: [(Float, Float)] = []

  /// The network, made once.
  static func shared() throws -> QuantizedNetwork { try made.get() }

  private static let made = Result { try QuantizedNetwork() }

  private init() throws {
    for layer in Self.layers {
      let count = layer.weights?.reduce(1, *) ?? 0
      let fan = Float(max(1, count / max(1, layer.channels)))
      weights.append((0..<count).map { _ in Float.random(in: -1...1, using: &generator) * 2 / fan.squareRoot() })
      biases.append((0..<layer.channels).map { _ in Float.random(in: -0.2...0.2, using: &generator) })
    }
    ranges = try calibrated()
  }

  /// Random reals for the input.
  mutating func input() -> [Float] {
    (0..<Self.inputShape.reduce(1, *)).map { _ in Float.random(in: -1...1, using: &generator) }
  }

  /// The operator of the quantised form that a layer is: QUANTIZE comes first.
  static func index(ofLayer layer: Int) -> Int { layer + 1 }
  static let layerCount = layers.count

  private func calibrated() throws -> [(Float, Float)] {
    var options = SessionOptions()
    options.intermediates = .all
    let session = try Session(Model(bytes: float), options: options)
    var ranges = [(Float, Float)](repeating: (0, 0), count: Self.layers.count + 1)
    ranges[0] = (-1, 1)
    var copy = self
    for _ in 0..<64 {
      try session.write(copy.input(), toInput: 0)
      try session.invoke()
      for (index, layer) in Self.layers.enumerated() {
        let values = try session.output(layer.name, as: Float.self)
        ranges[index + 1].0 = min(ranges[index + 1].0, values.min() ?? 0)
        ranges[index + 1].1 = max(ranges[index + 1].1, values.max() ?? 0)
      }
    }
    // Other inputs reach a little further.
    return [ranges[0]] + ranges.dropFirst().map { ($0.0 * 1.2, $0.1 * 1.2) }
  }

  // MARK: Floats

  var float: [UInt8] {
    var tensors: [Tensor] = [.float32(Self.inputShape, name: "image")]
    var operators: [Operator] = []
    var results: [Int] = [0]
    for (index, layer) in Self.layers.enumerated() {
      var entry = layer.float
      entry.inputs = layer.inputs.map { results[$0 + 1] }
      if let shape = layer.weights {
        tensors.append(.float32(shape, weights[index], name: layer.name + "/weights"))
        tensors.append(.float32([layer.channels], biases[index], name: layer.name + "/bias"))
        entry.inputs += [tensors.count - 2, tensors.count - 1]
      }
      tensors.append(.float32(layer.shape, name: layer.name))
      entry.outputs = [tensors.count - 1]
      results.append(tensors.count - 1)
      operators.append(entry)
    }
    return ModelBuilder([
      .init(tensors: tensors, inputs: [0], outputs: [results[results.count - 1]], operators: operators)
    ]).build()
  }

  // MARK: Bytes

  private func scale(_ range: (Float, Float)) -> (scale: Float, zeroPoint: Int64) {
    let scale = (range.1 - range.0) / 255
    return (scale, Int64((-128 - range.0 / scale).rounded()))
  }

  func quantized(_ fault: Fault, _ naming: Naming) -> [UInt8] {
    func name(_ name: String, _ number: Int) -> String { naming == .endings ? name + "_int8" : "t\(number)" }
    var tensors: [Tensor] = [.float32(Self.inputShape, name: naming == .endings ? "image" : "in")]
    var scales = [scale(ranges[0])]
    tensors.append(
      .int8(
        Self.inputShape, name: name("image", 0),
        quantization: .perTensor(scale: scales[0].scale, zeroPoint: scales[0].zeroPoint)))
    var operators = [Operator(.quantize, inputs: [0], outputs: [1])]
    var results = [1]
    for (index, layer) in Self.layers.enumerated() {
      var entry = layer.bytes
      entry.inputs = layer.inputs.map { results[$0 + 1] }
      var own = layer.keepsScale ? scales[layer.inputs[0] + 1] : scale(ranges[index + 1])
      own.scale *= fault.factor(output: index)
      if layer.weights != nil {
        tensors += constants(index, layer, scales[layer.inputs[0] + 1].scale, fault.factor(weights: index))
        entry.inputs += [tensors.count - 2, tensors.count - 1]
      }
      tensors.append(
        .int8(
          layer.shape, name: name(layer.name, index + 1),
          quantization: .perTensor(scale: own.scale, zeroPoint: own.zeroPoint)))
      scales.append(own)
      entry.outputs = [tensors.count - 1]
      results.append(tensors.count - 1)
      operators.append(entry)
    }
    tensors.append(.float32(Self.layers[Self.layers.count - 1].shape, name: naming == .endings ? "logits" : "out"))
    operators.append(
      Operator(.dequantize, version: 2, inputs: [results[results.count - 1]], outputs: [tensors.count - 1]))
    return ModelBuilder([
      .init(tensors: tensors, inputs: [0], outputs: [tensors.count - 1], operators: operators)
    ]).build()
  }

  /// Weights and bias of a layer.
  private func constants(_ index: Int, _ layer: Layer, _ input: Float, _ factor: Float) -> [Tensor] {
    let shape = layer.weights ?? []
    let groups = layer.axis == nil ? 1 : layer.channels
    let inner = layer.axis.map { shape[($0 + 1)...].reduce(1, *) } ?? 1
    func group(_ place: Int) -> Int { place / inner % groups }
    var scales = [Float](repeating: 1e-6, count: groups)
    for (place, value) in weights[index].enumerated() {
      scales[group(place)] = max(scales[group(place)], abs(value) / 127)
    }
    let values = weights[index].enumerated().map { Int8(clamping: Int(($1 / scales[group($0)]).rounded())) }
    let bias = biases[index].enumerated().map { Int32(($1 / (input * scales[$0 % groups])).rounded()) }
    let stated = scales.map { $0 * factor }
    func quantization(_ scales: [Float], _ axis: Int) -> ModelBuilder.Quantization {
      scales.count == 1 ? .perTensor(scale: scales[0]) : .perChannel(scales: scales, dimension: axis)
    }
    return [
      .int8(shape, values, name: "w\(index)", quantization: quantization(stated, layer.axis ?? 0)),
      .int32([layer.channels], bias, name: "b\(index)", quantization: quantization(stated.map { $0 * input }, 0)),
    ]
  }
}
