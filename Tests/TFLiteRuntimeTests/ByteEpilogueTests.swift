import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Products of bytes that add a tensor to their results or look them up in a table, and those that must not.
@Suite struct ByteEpilogueTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator
  typealias Options = ModelBuilder.Options

  /// The operator that computes the product.
  enum Product: CaseIterable {
    case pointwise, window, depthwise, fullyConnected
  }

  /// What follows the product.
  enum Epilogue {
    /// The sum with what the product read, as second or first operand.
    case sum(isProductFirst: Bool, Schema.ActivationFunctionType)
    case lookUp
    case sumAndLookUp
  }

  private static func options(
    _ type: Schema.BuiltinOptions, _ activation: Schema.ActivationFunctionType, _ strides: Bool
  ) -> Options {
    strides
      ? Options(
        type,
        [
          "padding": .value(Schema.Padding.same), "stride_w": 1, "stride_h": 1,
          "fused_activation_function": .int(Int64(activation.rawValue)),
        ]) : Options(type, ["fused_activation_function": .int(Int64(activation.rawValue))])
  }

  /// x -> a look-up a -> a product p of a, with a clamp -> the epilogue. With `isRead` another operator reads p,
  /// with `isOutput` p is an output of the graph too.
  private static func model(
    _ type: Schema.TensorType, _ product: Product, _ epilogue: Epilogue, extent: Int, channels: Int,
    clamp: Schema.ActivationFunctionType = .none, isRead: Bool = false, isOutput: Bool = false
  ) -> [UInt8] {
    let lowest: Int64 = type == .int8 ? -128 : 0
    let image = product == .fullyConnected ? [extent * extent, channels] : [1, extent, extent, channels]
    func bytes(_ name: String, _ scale: Float, _ zeroPoint: Int64) -> Tensor {
      Tensor(type, image, name: name, quantization: .perTensor(scale: scale, zeroPoint: lowest + zeroPoint))
    }
    let filterShape =
      switch product {
      case .pointwise: [channels, 1, 1, channels]
      case .window: [channels, 3, 3, channels]
      case .depthwise: [1, 3, 3, channels]
      case .fullyConnected: [channels, channels]
      }
    let count = filterShape.reduce(1, *)
    let isPerChannel = type == .int8 && product != .fullyConnected
    // Sums of many products stay as small as those of few.
    let reach = 0.04 / Float(product == .depthwise ? 9 : count / channels).squareRoot()
    let scales = (0..<channels).map { reach * (0.3 + 0.1 * Float($0 % 5)) }
    let filter = Tensor(
      type, filterShape, data: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 71 % 251) }, name: "filter",
      quantization: isPerChannel
        ? .perChannel(scales: scales, dimension: product == .depthwise ? 3 : 0)
        : .perTensor(scale: reach / 2, zeroPoint: type == .int8 ? 0 : 121))
    let bias = Tensor.int32([channels], (0..<channels).map { Int32($0 * 37 % 200) - 100 }, name: "bias")
    let computing =
      switch product {
      case .pointwise, .window:
        Operator(.conv2D, options: options(.conv2DOptions, clamp, true), inputs: [1, 2, 3], outputs: [4])
      case .depthwise:
        Operator(
          .depthwiseConv2D, options: options(.depthwiseConv2DOptions, clamp, true), inputs: [1, 2, 3], outputs: [4])
      case .fullyConnected:
        Operator(
          .fullyConnected, options: options(.fullyConnectedOptions, clamp, false), inputs: [1, 2, 3], outputs: [4])
      }
    var operators = [Operator(.hardSwish, inputs: [0], outputs: [1]), computing]
    var last = 5
    switch epilogue {
    case .sum(let isProductFirst, let activation):
      operators.append(
        Operator(
          .add, options: options(.addOptions, activation, false), inputs: isProductFirst ? [4, 1] : [1, 4],
          outputs: [5]))
    case .lookUp:
      operators.append(Operator(.hardSwish, inputs: [4], outputs: [5]))
    case .sumAndLookUp:
      operators.append(Operator(.add, options: options(.addOptions, .none, false), inputs: [4, 1], outputs: [5]))
      operators.append(Operator(.hardSwish, inputs: [5], outputs: [6]))
      last = 6
    }
    if isRead { operators.append(Operator(.hardSwish, inputs: [4], outputs: [7])) }
    return ModelBuilder([
      .init(
        tensors: [
          bytes("x", 0.05, 90), bytes("a", 0.03, 20), filter, bias, bytes("product", 0.041, 117),
          bytes("ended", 0.057, 101), bytes("looked up", 0.033, 60), bytes("other", 0.02, 77),
        ], inputs: [0], outputs: [last] + (isRead ? [7] : []) + (isOutput ? [4] : []), operators: operators)
    ]).build()
  }

  /// Runs the model with and without rewrites, compares the outputs and returns the operators that ran with them.
  private static func ran(
    _ bytes: [UInt8], count: Int, threads: Int = 1, kernels: SessionOptions.Kernels = .best, areBanded: Bool = false
  ) throws -> [Int] {
    let model = try Model(bytes: bytes)
    let sessions = try [true, false].map { rewrites in
      var options = SessionOptions()
      options.threads = .count(threads)
      options.rewrites = rewrites
      options.profiling = true
      options.kernels = kernels
      if areBanded { options.bands = BandLimits(smallestTensor: 6000, band: 30_000) }
      let session = try Session(model, options: options)
      for invocation in 0..<2 {
        let values = (0..<count).map { UInt8(truncatingIfNeeded: ($0 + invocation) * 89 % 253) }
        try values.withUnsafeBytes { try session.write(bytes: $0, toInput: 0) }
        try session.invoke()
      }
      return session
    }
    for index in sessions[0].outputs.indices {
      let results = try sessions.map { try $0.withOutputBytes(index) { Array($0) } }
      #expect(results[0] == results[1])
      // Not all clamped.
      #expect(count < 100 || Set(results[0]).count > 20)
    }
    return sessions[0].profile.map { $0.index }
  }

  @Test(arguments: [Schema.TensorType.int8, .uint8], Product.allCases)
  func `products end with sums and look-ups`(type: Schema.TensorType, product: Product) throws {
    for (extent, channels) in [(1, 1), (3, 2), (5, 8), (7, 16), (6, 17), (4, 33), (14, 48), (9, 70)] {
      let count = extent * extent * channels
      for isProductFirst in [true, false] {
        for activation in [Schema.ActivationFunctionType.none, .relu, .relu6] {
          let model = Self.model(
            type, product, .sum(isProductFirst: isProductFirst, activation), extent: extent, channels: channels,
            clamp: activation == .none ? .relu : .none)
          let ran = try Self.ran(model, count: count, threads: extent % 2 + 1)
          #expect(ran == [0, 1], "\(extent) \(channels)")
        }
      }
      let model = Self.model(type, product, .lookUp, extent: extent, channels: channels)
      #expect(try Self.ran(model, count: count, threads: extent % 2 + 1) == [0, 1], "\(extent) \(channels)")
    }
  }

  @Test(arguments: SessionOptions.Kernels.available)
  func `every kernel set ends products`(kernels: SessionOptions.Kernels) throws {
    for product in Product.allCases {
      for epilogue in [Epilogue.sum(isProductFirst: false, .none), .lookUp] {
        let model = Self.model(.int8, product, epilogue, extent: 20, channels: 24)
        _ = try Self.ran(model, count: 9600, threads: 2, kernels: kernels)
      }
    }
  }

  @Test func `a product ends once`() throws {
    let model = Self.model(.int8, .pointwise, .sumAndLookUp, extent: 5, channels: 16)
    #expect(try Self.ran(model, count: 400) == [0, 1, 3])
  }

  @Test(arguments: [Epilogue.sum(isProductFirst: true, .none), .lookUp])
  func `another reader keeps the product as it is`(epilogue: Epilogue) throws {
    let read = Self.model(.int8, .window, epilogue, extent: 5, channels: 16, isRead: true)
    #expect(try Self.ran(read, count: 400) == [0, 1, 2, 3])
    let output = Self.model(.int8, .window, epilogue, extent: 5, channels: 16, isOutput: true)
    #expect(try Self.ran(output, count: 400) == [0, 1, 2])
  }

  @Test(arguments: [Product.pointwise, .window, .depthwise], [1, 2])
  func `products in bands end with sums and look-ups`(product: Product, threads: Int) throws {
    for epilogue in [Epilogue.sum(isProductFirst: true, .relu), .lookUp] {
      let model = Self.model(.int8, product, epilogue, extent: 48, channels: 12)
      _ = try Self.ran(model, count: 48 * 48 * 12, threads: threads, areBanded: true)
    }
  }
}
