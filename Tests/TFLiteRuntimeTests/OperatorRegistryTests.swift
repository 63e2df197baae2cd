import TFLiteRuntime
import TestSupport
import Testing

struct OperatorRegistryTests {
  /// The operators of MobileNet as converters write it, and the pool of the examples' networks.
  private static let mobileNet: [OperatorEntry] = [
    .add, .averagePool2D, .conv2D, .depthwiseConv2D, .dequantize, .fullyConnected, .maxPool2D, .mean, .pad, .quantize,
    .reshape, .softmax,
  ]

  private static func results(_ model: Model, _ options: SessionOptions) throws -> ([UInt8], [String]) {
    let session = try Session(model, options: options)
    try session.prepare()
    let count = session.inputs[0].shape.elementCount
    try session.write(reals: (0..<count).map { Float($0 * 37 % 61) / 61 }, toInput: 0)
    try session.invoke()
    let bytes = try session.withOutputBytes(0) { bytes in [UInt8](bytes) }
    return (bytes, session.graphReports.flatMap { $0.operators.map { $0.name } })
  }

  @Test(arguments: ["classifier_float", "classifier_int8"])
  func `a registry of MobileNet's operators runs such a network as that of all does`(name: String) throws {
    let model = try Model(path: Examples.path("shapes-classifier/\(name).tflite"))
    let some = try Self.results(model, SessionOptions(registry: OperatorRegistry(only: Self.mobileNet)))
    // A model of its own, so that nothing that the first session has compiled is used.
    let all = try Self.results(
      Model(path: Examples.path("shapes-classifier/\(name).tflite")), SessionOptions())
    #expect(some.0 == all.0 && !some.0.isEmpty)
    #expect(some.1 == all.1)
  }

  @Test func `an operator that the registry lacks is named, with its place and what to do`() throws {
    let model = try Model(path: Examples.path("shapes-classifier/classifier_int8.tflite"))
    let lacking = OperatorRegistry(only: Self.mobileNet.filter { $0.name != "MAX_POOL_2D" })
    let kinds = Set(model.unsupportedOperators(lacking).map(\.node.name))
    #expect(kinds == ["MAX_POOL_2D"])
    let small = try Model(
      bytes: ModelBuilder.oneOperator(.abs, inputs: [.float32([2])], outputs: [.float32([2])]))
    let error = failure { () throws(RuntimeError) in
      _ = try Session(small, options: SessionOptions(registry: OperatorRegistry(only: [.neg])))
    }
    #expect(error?.code == .unsupported)
    for text in ["operator #0 ABS", "OperatorRegistry(only:)", "tflite ops --for MODEL --swift"] {
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    }
    _ = try Session(small, options: SessionOptions(registry: OperatorRegistry(only: [.abs])))
  }

  @Test func `a version that is not there is an error of the version`() throws {
    let model = try Model(
      bytes: ModelBuilder.oneOperator(.abs, version: 99, inputs: [.float32([2])], outputs: [.float32([2])]))
    let reason = try #require(model.unsupportedOperators(OperatorRegistry(only: [.abs])).first?.reason)
    #expect(reason.contains("found 99"))
  }

  @Test func `passes and custom operators come along`() throws {
    let model = ModelBuilder([
      .init(
        tensors: [.float32([4]), .float32([4]), .float32([4])], inputs: [0], outputs: [2],
        operators: [.init(.logistic, inputs: [0], outputs: [1]), .init(.mul, inputs: [0, 1], outputs: [2])])
    ]).build()
    let swish = try Self.results(
      Model(bytes: model), SessionOptions(registry: OperatorRegistry(only: [.logistic, .mul])))
    #expect(swish.1 == ["SWISH"])

    func passes(_ entries: [OperatorEntry]) throws -> [String] {
      let session = try Session(Model(bytes: model), options: SessionOptions(registry: OperatorRegistry(only: entries)))
      try session.prepare()
      return session.graphReports.flatMap { $0.passes.map { $0.name } }
    }
    let few = try passes([.logistic, .mul])
    #expect(few.contains("activation functions") && few.contains("operand changes"))
    #expect(!few.contains("recurrent cells") && !few.contains("dilation fusion"))
    let more = try passes([.logistic, .mul, .tanh, .reshape, .sqrt])
    #expect(more.contains("recurrent cells") && more.contains("dilation fusion"))
    #expect(more.filter { few.contains($0) } == few)

    var registry = OperatorRegistry(only: [.neg])
    let custom = try Model(bytes: chain("Fancy", count: 1, shape: [1]))
    #expect(custom.unsupportedOperators(registry).count == 1)
    registry.register("Fancy") { _ in ElementwiseOperator { _ in } }
    #expect(custom.unsupportedOperators(registry).isEmpty)
  }

  private static let mobileNetOfFloats: [OperatorEntry] = [
    .add, .averagePool2D(.float32), .conv2D(.float32), .depthwiseConv2D(.float32), .fullyConnected(.float32),
    .maxPool2D(.float32), .mean, .pad, .reshape, .softmax(.float32),
  ]
  private static let mobileNetOfBytes: [OperatorEntry] = [
    .add, .averagePool2D(.int8), .conv2D(.int8), .depthwiseConv2D(.int8), .dequantize, .fullyConnected(.int8),
    .maxPool2D(.int8), .mean, .pad, .quantize, .reshape, .softmax(.int8),
  ]

  @Test(arguments: ["classifier_float", "classifier_int8"])
  func `a registry of one type runs networks of it as that of all does, and refuses others`(name: String) throws {
    let path = Examples.path("shapes-classifier/\(name).tflite")
    let isFloat = name == "classifier_float"
    let fitting = OperatorRegistry(only: isFloat ? Self.mobileNetOfFloats : Self.mobileNetOfBytes)
    let some = try Self.results(Model(path: path), SessionOptions(registry: fitting))
    let all = try Self.results(Model(path: path), SessionOptions())
    #expect(some.0 == all.0 && !some.0.isEmpty)
    #expect(some.1 == all.1)

    let others = isFloat ? Self.mobileNetOfBytes : Self.mobileNetOfFloats + [.quantize, .dequantize]
    let other = OperatorRegistry(only: others)
    let model = try Model(path: path)
    let refused = model.unsupportedOperators(other)
    let restricted = ["AVERAGE_POOL_2D", "CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED", "MAX_POOL_2D", "SOFTMAX"]
    let expected = model.graphs.flatMap { $0.operators.map(\.name) }.filter { restricted.contains($0) }
    #expect(refused.map(\.node.name) == expected && !expected.isEmpty)
    let type = isFloat ? "float32" : "int8"
    let reason = "\(type) is not among the operator's types in the session's OperatorRegistry(only:)"
    #expect(refused.allSatisfy { $0.reason.contains(reason) })
    let error = failure { () throws(RuntimeError) in
      _ = try Session(model, options: SessionOptions(registry: other))
    }
    #expect(error?.code == .unsupported)
  }

  @Test func `entries of several types have each of them, and registries of other types differ`() throws {
    let both = OperatorRegistry(only: [.softmax(.float32, .int8)])
    for (type, isRun) in [(ElementType.float32, true), (.int8, true), (.uint8, false)] {
      let tensor: ModelBuilder.Tensor =
        type == .float32 ? .float32([1, 4]) : .quantized(type, [1, 4], scale: 1.0 / 256)
      let model = try Model(bytes: ModelBuilder.oneOperator(.softmax, inputs: [tensor], outputs: [tensor]))
      #expect(model.unsupportedOperators(both).isEmpty == isRun)
    }
    #expect(both == OperatorRegistry(only: [.softmax(.int8, .float32)]))
    #expect(both != OperatorRegistry(only: [.softmax(.int8)]))
    #expect(both != OperatorRegistry(only: [.softmax]))
  }

  @Test(arguments: [ElementType.float32, .int8, .uint8])
  func `sums and means of one type are those of all types, and others are refused`(type: ElementType) throws {
    let entries: [OperatorEntry] =
      switch type {
      case .float32: [.add(.float32), .mean(.float32)]
      case .int8: [.add(.int8), .mean(.int8)]
      default: [.add(.uint8), .mean(.uint8)]
      }
    func tensor(_ shape: [Int]) -> ModelBuilder.Tensor {
      type == .float32 ? .float32(shape) : .quantized(type, shape, scale: 1.0 / 64)
    }
    let models = [
      ModelBuilder.oneOperator(.add, inputs: [tensor([2, 8]), tensor([2, 8])], outputs: [tensor([2, 8])]),
      ModelBuilder.oneOperator(.mean, inputs: [tensor([2, 8]), .int32([1], [1])], outputs: [tensor([2])]),
    ]
    for (bytes, entry) in zip(models, entries) {
      let model = try Model(bytes: bytes)
      let some = try Self.results(model, SessionOptions(registry: OperatorRegistry(only: [entry])))
      let all = try Self.results(Model(bytes: bytes), SessionOptions())
      #expect(some.0 == all.0 && some.0.contains { $0 != 0 })
      let refused = model.unsupportedOperators(OperatorRegistry(only: [.add(.int64), .mean(.int32)]))
      #expect(refused.map(\.node.name) == [entry.name])
    }
  }

  @Test func `registries of the same operators are equal`() {
    let registry = OperatorRegistry(only: [.neg, .abs])
    #expect(registry == OperatorRegistry(only: [.abs, .neg]))
    #expect(registry != OperatorRegistry(only: [.abs]))
    #expect(registry != OperatorRegistry())
    #expect(OperatorRegistry() == OperatorRegistry())
    #expect(SessionOptions(registry: registry).registry == registry)
  }

  @Test func `every operator is called in Swift as the table calls it`() {
    let entries = OperatorTable.builtin + OperatorTable.custom
    #expect(Set(entries.map { "\($0.swiftName)" }).count == entries.count)
    #expect("\(OperatorEntry.conv2D.swiftName)" == "conv2D" && "\(OperatorEntry.where.swiftName)" == "where")
  }
}
