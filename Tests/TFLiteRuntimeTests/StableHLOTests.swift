import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// The StableHLO codes beside those that share a test with their older relatives.
@Suite struct StableHLOTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Subgraph = ModelBuilder.Subgraph
  typealias Operator = ModelBuilder.Operator

  @Test func andWorksBitByBit() throws {
    let model = ModelBuilder.oneOperator(
      .stablehloAnd, inputs: [.int16([4]), .int16([4], [0x0F0F, -1, -256, 5])], outputs: [.int16([4])])
    #expect(
      try OperatorRun.values(model, [0x1234, 77, 511, 10] as [Int16], as: Int16.self).values == [0x0204, 77, 256, 0])
    let floats = ModelBuilder.oneOperator(
      .stablehloAnd, inputs: [.float32([1]), .float32([1])], outputs: [.float32([1])])
    #expect(OperatorRun.objection(floats) == .unsupported)
  }

  @Test func shiftLeftDropsWhatLeavesTheType() throws {
    let model = ModelBuilder.oneOperator(
      .stablehloShiftLeft, inputs: [.int8([5]), .int8([5], [1, 7, 1, 8, -1])], outputs: [.int8([5])])
    #expect(try OperatorRun.values(model, [3, 1, -128, 1, 1] as [Int8], as: Int8.self).values == [6, -128, 0, 0, 0])
    let unlike = ModelBuilder.oneOperator(
      .stablehloShiftLeft, inputs: [.int8([4]), .int8([1], [1])], outputs: [.int8([4])])
    #expect(OperatorRun.objection(unlike) == .invalidOperator)
  }

  private static func bits(_ algorithm: Int64, state: [Int64], _ output: Tensor) -> [UInt8] {
    var tensor = Tensor(.uint64, [state.count])
    tensor.data = state.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    return ModelBuilder.oneOperator(
      .stablehloRngBitGenerator,
      options: .init(.stablehloRngBitGeneratorOptions, ["algorithm": .int(algorithm)]),
      inputs: [tensor], outputs: [Tensor(.uint64, [state.count]), output])
  }

  /// The known answers that come with the generators' publication.
  @Test func bitsEqualThePublishedOnes() throws {
    let philox = try OperatorRun.session(Self.bits(1, state: [0, 0, 0], .uint32([5])))
    try philox.invoke()
    #expect(
      try philox.output(1, as: UInt32.self).prefix(4) == [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8])
    #expect(try philox.output(0, as: UInt64.self) == [0, 2, 0])
    let threefry = try OperatorRun.session(Self.bits(2, state: [0, 0], .uint32([2])))
    try threefry.invoke()
    #expect(try threefry.output(1, as: UInt32.self) == [0x6B20_0159, 0x99BA_4EFE])
    let last = try OperatorRun.session(Self.bits(2, state: [-1, -1], Tensor(.uint64, [1])))
    try last.invoke()
    #expect(try last.output(1, as: UInt64.self) == [0xBB00_2BE7_1CB9_96FC])
    #expect(try last.output(0, as: UInt64.self) == [UInt64.max, 0])
  }

  @Test func bitsNeedAStateOfTheirAlgorithm() {
    #expect(OperatorRun.objection(Self.bits(2, state: [0, 0, 0], .uint32([2]))) == .invalidOperator)
    #expect(OperatorRun.objection(Self.bits(1, state: [0], .uint32([2]))) == .invalidOperator)
    #expect(OperatorRun.objection(Self.bits(3, state: [0, 0], .uint32([2]))) == .unsupported)
    #expect(OperatorRun.objection(Self.bits(1, state: [0, 0], .float32([2]))) == .unsupported)
  }

  @Test(arguments: [(-1, [10, 21]), (0, [7, 10]), (1, [10, 21]), (9, [10, 21])] as [(Int32, [Float])])
  func caseTakesTheLastBranchOutsideTheList(_ number: Int32, _ expected: [Float]) throws {
    func named(_ types: [Tensor]) -> [Tensor] {
      types.enumerated().map { index, tensor in
        var tensor = tensor
        tensor.name = "t\(index)"
        return tensor
      }
    }
    let branch = { (name: String, code: Schema.BuiltinOperator) in
      Subgraph(
        name, tensors: named([.float32([2]), .float32([2]), .float32([2])]), inputs: [0, 1], outputs: [2],
        operators: [Operator(code, inputs: [0, 1], outputs: [2])])
    }
    let main = Subgraph(
      tensors: named([.int32([]), .float32([2]), .float32([2]), .float32([2])]), inputs: [0, 1, 2], outputs: [3],
      operators: [
        Operator(
          .stablehloCase, options: .init(.stablehloCaseOptions, ["branch_subgraph_indices": [1, 2]]),
          inputs: [0, 1, 2], outputs: [3])
      ])
    let session = try OperatorRun.session(ModelBuilder([main, branch("sum", .add), branch("product", .mul)]).build())
    try session.write([number], toInput: 0)
    try session.write([2, 3] as [Float], toInput: 1)
    try session.write([5, 7] as [Float], toInput: 2)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == expected)
  }
}
