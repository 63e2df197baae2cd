import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

@Suite struct RandomTests {
  typealias Tensor = ModelBuilder.Tensor

  private static func model(_ code: Schema.BuiltinOperator, seed: Int64, seed2: Int64) -> [UInt8] {
    ModelBuilder.oneOperator(
      code, options: .init(.randomOptions, ["seed": .int(seed), "seed2": .int(seed2)]),
      inputs: [.int32([1], [6])], outputs: [Tensor(.float32, [6])])
  }

  @Test func sequencesRepeatFromTheirSeedsAndGoOn() throws {
    let first = try OperatorRun.session(Self.model(.randomUniform, seed: 1, seed2: 2))
    let second = try OperatorRun.session(Self.model(.randomUniform, seed: 1, seed2: 2))
    try first.invoke()
    let values = try first.output(0, as: Float.self)
    try second.invoke()
    #expect(try second.output(0, as: Float.self) == values)
    try first.invoke()
    #expect(try first.output(0, as: Float.self) != values)
    #expect(values.allSatisfy { $0 >= 0 && $0 < 1 })
  }

  @Test func realTransformOfACosine() throws {
    let model = ModelBuilder.oneOperator(
      .rfft2d, inputs: [Tensor(.float32, [1, 4]), .int32([2], [1, 4])], outputs: [Tensor(.complex64, [1, 3])])
    let session = try OperatorRun.session(model)
    try session.write([1, 0, -1, 0] as [Float], toInput: 0)
    try session.invoke()
    let bytes = try session.withOutputBytes(0) { Array($0.bindMemory(to: Float.self)) }
    #expect(bytes.count == 6)
    for (found, expected) in zip(bytes, [0, 0, 2, 0, 0, 0] as [Float]) {
      #expect(abs(found - expected) < Tolerance.oneOperation)
    }
  }
}
