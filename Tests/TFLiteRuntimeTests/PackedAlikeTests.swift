import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Products with the same weights share packed ones, and those that differ in anything have their own.
@Suite struct PackedAlikeTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  private static let (depth, units) = (64, 96)

  /// A product of the input a row with the same weights; each with a bias of its own, where `addsBiases`.
  private static func model(products count: Int, addsBiases: Bool) -> [UInt8] {
    let weights = (0..<depth * units).map { Float($0 % 13) / 13 - 0.5 }
    var tensors: [Tensor] = [.float32([units, depth], weights, name: "weights")]
    var operators: [Operator] = []
    var (inputs, outputs): ([Int], [Int]) = ([], [])
    for number in 0..<count {
      let start = tensors.count
      tensors += [.float32([1, depth], name: "x\(number)"), .float32([1, units], name: "y\(number)")]
      inputs.append(start)
      operators.append(Operator(.fullyConnected, inputs: [start, 0, -1], outputs: [start + 1]))
      if addsBiases {
        let bias = [Float](repeating: Float(number), count: units)
        tensors += [.float32([units], bias, name: "bias\(number)"), .float32([1, units], name: "z\(number)")]
        operators.append(Operator(.add, inputs: [start + 1, start + 2], outputs: [start + 3]))
      }
      outputs.append(tensors.count - 1)
    }
    return ModelBuilder([.init(tensors: tensors, inputs: inputs, outputs: outputs, operators: operators)]).build()
  }

  private static func run(_ model: [UInt8], rewrites: Bool) throws -> (outputs: [[Float]], bytes: Int) {
    var options = SessionOptions()
    options.rewrites = rewrites
    let model = try Model(bytes: model)
    let session = try Session(model, options: options)
    for number in session.inputs.indices {
      try session.write((0..<depth).map { Float(($0 * 7 + number) % 11) / 11 }, toInput: number)
    }
    try session.invoke()
    return (try session.outputs.indices.map { try session.output($0, as: Float.self) }, session.sharedByteCount)
  }

  @Test func sameWeightsArePackedOnce() throws {
    let one = try Self.run(Self.model(products: 1, addsBiases: false), rewrites: true)
    let many = try Self.run(Self.model(products: 16, addsBiases: false), rewrites: true)
    let plain = try Self.run(Self.model(products: 16, addsBiases: false), rewrites: false)
    #expect(many.outputs == plain.outputs)
    let packed = 4 * Self.depth * Self.units
    #expect(many.bytes - one.bytes < packed)
    #expect(plain.bytes - one.bytes > 15 * packed)
  }

  @Test func otherBiasesArePackedApart() throws {
    let model = Self.model(products: 3, addsBiases: true)
    let found = try Self.run(model, rewrites: true)
    let plain = try Self.run(model, rewrites: false)
    for (first, second) in zip(found.outputs, plain.outputs) {
      #expect(zip(first, second).allSatisfy { abs($0 - $1) < Tolerance.formula })
    }
  }

  /// Products of bytes with the same weights, each with scales, zero points and a bias of its own.
  private static func quantizedModel(products count: Int) -> [UInt8] {
    let weights = (0..<depth * units).map { Int8(truncatingIfNeeded: $0 &* 37 % 251 - 125) }
    var tensors: [Tensor] = [.int8([units, depth], weights, name: "weights", quantization: .perTensor(scale: 0.01))]
    var operators: [Operator] = []
    var (inputs, outputs): ([Int], [Int]) = ([], [])
    for number in 0..<count {
      let start = tensors.count
      let scale = 0.02 + 0.003 * Float(number)
      let bias = (0..<units).map { Int32($0 * 11 + number * 100) }
      tensors += [
        .int8([1, depth], name: "x\(number)", quantization: .perTensor(scale: scale, zeroPoint: Int64(number - 3))),
        .int32([units], bias, name: "bias\(number)", quantization: .perTensor(scale: scale * 0.01)),
        .int8([1, units], name: "y\(number)", quantization: .perTensor(scale: 0.09, zeroPoint: Int64(5 - number))),
      ]
      operators.append(Operator(.fullyConnected, inputs: [start, 0, start + 1], outputs: [start + 2]))
      inputs.append(start)
      outputs.append(start + 2)
    }
    return ModelBuilder([.init(tensors: tensors, inputs: inputs, outputs: outputs, operators: operators)]).build()
  }

  private static func runBytes(
    _ model: [UInt8], _ kernels: SessionOptions.Kernels, rewrites: Bool
  ) throws -> (outputs: [[Int8]], bytes: Int) {
    var options = SessionOptions()
    options.rewrites = rewrites
    options.kernels = kernels
    let session = try Session(Model(bytes: model), options: options)
    for number in session.inputs.indices {
      let values = (0..<depth).map { Int8(truncatingIfNeeded: $0 * 31 + number * 7) }
      try session.write(values, toInput: number)
    }
    try session.invoke()
    return (try session.outputs.indices.map { try session.output($0, as: Int8.self) }, session.sharedByteCount)
  }

  /// Weights are in one place, and what each product does with their sums is its own.
  @Test(arguments: SessionOptions.Kernels.available) func bytesShareWeights(_ kernels: SessionOptions.Kernels) throws {
    let model = Self.quantizedModel(products: 12)
    let expected = try Self.runBytes(model, .reference, rewrites: false).outputs
    #expect(Set(expected.joined()).count > 100, "results that say nothing")
    #expect(Set(expected).count == 12)
    let found = try Self.runBytes(model, kernels, rewrites: true)
    #expect(found.outputs == expected)
    // `best` may be either.
    if kernels != .reference, kernels != .best {
      let one = try Self.runBytes(Self.quantizedModel(products: 1), kernels, rewrites: true)
      let plain = try Self.runBytes(model, kernels, rewrites: false)
      #expect(plain.outputs == expected)
      let packed = Self.depth * Self.units
      #expect(found.bytes - one.bytes < 11 * packed / 2)
      #expect(plain.bytes - one.bytes > 11 * packed)
    }
  }
}
