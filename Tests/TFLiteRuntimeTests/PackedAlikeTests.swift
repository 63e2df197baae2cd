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
}
