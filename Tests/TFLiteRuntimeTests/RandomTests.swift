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

  /// Against the generator of bits, which makes one group of four after the other, for counts that end within a group and
  /// within several.
  @Test(arguments: [1, 4, 6, 15, 16, 255, 256, 257, 530]) func uniformNumbersAreTheGeneratorsBits(_ count: Int) throws {
    let (seed, seed2) = (0x1234_5678_9ABC, 0x7_0000_0003)
    let generator = ModelBuilder.oneOperator(
      .stablehloRngBitGenerator, options: .init(.stablehloRngBitGeneratorOptions, ["algorithm": 1]),
      inputs: [Tensor(.uint64, [3])], outputs: [Tensor(.uint64, [3]), Tensor(.uint32, [count])])
    let state = [UInt64(seed), 0, UInt64(seed2)]
    let bits = try OperatorRun.values(generator, state, output: 1, as: UInt32.self).values
    let file = ModelBuilder.oneOperator(
      .randomUniform, options: .init(.randomOptions, ["seed": .int(Int64(seed)), "seed2": .int(Int64(seed2))]),
      inputs: [.int32([1], [Int32(count)])], outputs: [Tensor(.float32, [count])])
    let session = try OperatorRun.session(file)
    try session.invoke()
    let expected = bits.map { Float(bitPattern: 127 << 23 | $0 & 0x7F_FFFF) - 1 }
    #expect(try session.output(0, as: Float.self) == expected)
  }

  /// Every set of kernels makes about the same numbers, and fewer of them are the first ones.
  @Test(arguments: [1, 7, 256, 259]) func normalNumbers(_ count: Int) throws {
    func numbers(_ count: Int, _ kernels: SessionOptions.Kernels) throws -> [Float] {
      let file = ModelBuilder.oneOperator(
        .randomStandardNormal, options: .init(.randomOptions, ["seed": 5, "seed2": 6]),
        inputs: [.int32([1], [Int32(count)])], outputs: [Tensor(.float32, [count])])
      var options = SessionOptions()
      options.kernels = kernels
      let session = try Session(Model(bytes: file), options: options)
      try session.invoke()
      return try session.output(0, as: Float.self)
    }
    let expected = try numbers(600, .reference)
    let mean = expected.reduce(0, +) / 600
    let variance = expected.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 600
    #expect(abs(mean) < 0.2 && abs(variance - 1) < 0.2)
    for kernels in SessionOptions.Kernels.available {
      let found = try numbers(count, kernels)
      #expect(found.count == count)
      for (a, b) in zip(found, expected) { #expect(abs(a - b) < Tolerance.formula) }
    }
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
