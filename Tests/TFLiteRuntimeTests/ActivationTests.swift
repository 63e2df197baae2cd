import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

@Suite struct UnaryTests {
  static let inputs: [Float] = [
    -7.5, -2.5, -1, -0.5, -0.0, 0, 0.3, 0.5, 1, 1.5, 2.5, 6.2, 8.4e6, -1.7e7, 3e38, 0.49999997, 12,
  ]

  @Test func floatsFollowTheFormula() throws {
    let operations: [(Schema.BuiltinOperator, (Float) -> Float)] = [
      (.abs, { abs($0) }), (.neg, { -$0 }), (.floor, { $0.rounded(.down) }), (.ceil, { $0.rounded(.up) }),
      (.round, { $0.rounded(.toNearestOrEven) }), (.square, { $0 * $0 }), (.relu, { max($0, 0) }),
      (.relu6, { min(max($0, 0), 6) }), (.reluN1To1, { min(max($0, -1), 1) }), (.relu0To1, { min(max($0, 0), 1) }),
      (.hardSwish, { $0 * min(max($0 + 3, 0), 6) / 6 }), (.sign, { $0 > 0 ? 1 : ($0 < 0 ? -1 : 0) }),
    ]
    for (code, formula) in operations {
      let file = ModelBuilder.oneOperator(
        code, inputs: [.float32([Self.inputs.count])], outputs: [.float32([Self.inputs.count])])
      // A product with one sixth instead of a quotient rounds otherwise; the other functions are exact.
      let units: Float = code == .hardSwish ? 2 : 0
      let found = try runOneOperator(file, [rawBytes(Self.inputs)], as: Float.self).values
      for (input, value) in zip(Self.inputs, found) {
        let expected = formula(input)
        #expect(value == expected || abs(value - expected) <= units * expected.ulp, "\(code.name) of \(input)")
      }
    }
  }

  /// Equal shares of the whole, down to less than half a step.
  @Test(arguments: [(4, -64), (500, -127), (511, -127), (513, -128), (1000, -128), (2048, -128)])
  func softmaxOfManyEqualBytes(count: Int, share: Int8) throws {
    let file = ModelBuilder.oneOperator(
      .softmax, options: .init(.softmaxOptions, ["beta": 1.0]),
      inputs: [.int8([1, count], quantization: .perTensor(scale: 0.5, zeroPoint: 3))],
      outputs: [.int8([1, count], quantization: .perTensor(scale: 1.0 / 256, zeroPoint: -128))])
    let found = try runOneOperator(file, [rawBytes([Int8](repeating: 7, count: count))], as: Int8.self).values
    #expect(found == [Int8](repeating: share, count: count))
  }

  @Test func leakyReluTakesItsSlope() throws {
    let file = ModelBuilder.oneOperator(
      .leakyRelu, options: .init(.leakyReluOptions, ["alpha": 0.25]), inputs: [.float32([3])], outputs: [.float32([3])])
    #expect(try runOneOperator(file, [rawBytes([Float(-8), 0, 3])], as: Float.self).values == [-2, 0, 3])
  }

  @Test func quantisedActivationsStayWithinAStep() throws {
    let operations: [(Schema.BuiltinOperator, Schema.BuiltinOptions, (Float) -> Float, ModelBuilder.Quantization)] = [
      (.relu, .none, { max($0, 0) }, .perTensor(scale: 0.05, zeroPoint: -128)),
      (.hardSwish, .hardSwishOptions, { $0 * min(max($0 + 3, 0), 6) / 6 }, .perTensor(scale: 0.04, zeroPoint: -100)),
      (.abs, .absOptions, { abs($0) }, .perTensor(scale: 0.05, zeroPoint: -128)),
    ]
    let values = (-128...127).map { Int8($0) }
    for (code, _, formula, quantization) in operations {
      let file = ModelBuilder.oneOperator(
        code, inputs: [.int8([256], quantization: .perTensor(scale: 0.05, zeroPoint: 3))],
        outputs: [.int8([256], quantization: quantization)])
      let result = try runOneOperator(file, [rawBytes(values)], as: Int8.self).values
      guard case .perTensor(let scale, let zeroPoint) = quantization else { continue }
      for (value, found) in zip(values, result) {
        let exact = formula(0.05 * Float(Int(value) - 3)) / scale + Float(zeroPoint)
        let expected = min(max(exact, -128), 127)
        #expect(abs(Float(found) - expected) <= 1.01, "\(code.name) of \(value)")
      }
    }
  }

  /// A step of the output that is far longer than all of the input leaves nothing of magnitudes.
  @Test func magnitudesOfAnotherScaleVanish() throws {
    let quantizations = [1e-12, 0.1].map { ModelBuilder.Quantization.perTensor(scale: $0) }
    let bytes = ModelBuilder.oneOperator(
      .abs, inputs: [.int8([3], quantization: quantizations[0])], outputs: [.int8([3], quantization: quantizations[1])])
    #expect(try runOneOperator(bytes, [rawBytes([Int8(-100), 5, 127])], as: Int8.self).values == [0, 0, 0])
    let words = ModelBuilder.oneOperator(
      .abs, inputs: [.int16([9], quantization: quantizations[0])],
      outputs: [.int16([9], quantization: quantizations[1])])
    let found = try runOneOperator(words, [rawBytes([Int16](repeating: -30000, count: 9))], as: Int16.self).values
    #expect(found == [Int16](repeating: 0, count: 9))
  }

  @Test func softmaxSumsToOne() throws {
    let file = ModelBuilder.oneOperator(
      .softmax, options: .init(.softmaxOptions, ["beta": 1.0]), inputs: [.float32([2, 3])], outputs: [.float32([2, 3])])
    let result = try runOneOperator(file, [rawBytes([Float(1), 2, 3, -50, 0, 50])], as: Float.self).values
    #expect(abs(result[0] - 0.09003057) < Tolerance.oneOperation)
    #expect(abs(result[2] - 0.66524096) < Tolerance.oneOperation)
    #expect(abs(result[3...].reduce(0, +) - 1) < Tolerance.oneOperation)
  }

  @Test func castsSaturateFloatsAndWrapIntegers() throws {
    let floats = ModelBuilder.oneOperator(.cast, inputs: [.float32([6])], outputs: [.int8([6])])
    #expect(
      try runOneOperator(floats, [rawBytes([Float.nan, .infinity, -.infinity, 300, -1.9, 2.9])], as: Int8.self).values
        == [127, 127, -128, 127, -1, 2])
    let integers = ModelBuilder.oneOperator(.cast, inputs: [.int32([3])], outputs: [.uint8([3])])
    #expect(try runOneOperator(integers, [rawBytes([Int32(-1), 256, 300])], as: UInt8.self).values == [255, 0, 44])
    let packed = ModelBuilder.oneOperator(
      .cast, inputs: [.int4([3], [-8, 7, -1])], outputs: [.float32([3])])
    #expect(try runOneOperator(packed, [], as: Float.self).values == [-8, 7, -1])
  }

  @Test func quantizeAndDequantizePerChannel() throws {
    let scales: [Float] = [0.5, 0.25]
    let quantize = ModelBuilder.oneOperator(
      .quantize, inputs: [.float32([2, 2])],
      outputs: [.int8([2, 2], quantization: .perChannel(scales: scales, dimension: 1))])
    #expect(
      try runOneOperator(quantize, [rawBytes([Float(1.25), 0.125, -1.25, 99])], as: Int8.self).values == [
        3, 1, -3, 127,
      ])
    let dequantize = ModelBuilder.oneOperator(
      .dequantize, inputs: [.int8([2, 2], quantization: .perChannel(scales: scales, dimension: 0))],
      outputs: [.float32([2, 2])])
    #expect(
      try runOneOperator(dequantize, [rawBytes([Int8(2), -2, 2, -2])], as: Float.self).values == [1, -1, 0.5, -0.5])
  }

  @Test func preparationRefuses() {
    let cases: [(String, [UInt8])] = [
      ("type", ModelBuilder.oneOperator(.sin, inputs: [.int32([2])], outputs: [.int32([2])])),
      (
        "output scale",
        ModelBuilder.oneOperator(
          .logistic, inputs: [.int8([2], quantization: .perTensor(scale: 1))],
          outputs: [.int8([2], quantization: .perTensor(scale: 1))])
      ),
      ("output type", ModelBuilder.oneOperator(.relu, inputs: [.float32([2])], outputs: [.int32([2])])),
      ("scalar softmax", ModelBuilder.oneOperator(.softmax, inputs: [.float32([])], outputs: [.float32([])])),
      ("bitcast extent", ModelBuilder.oneOperator(.bitcast, inputs: [.int16([3])], outputs: [.int32([])])),
    ]
    for (name, file) in cases { #expect(objection(file) != nil, "\(name)") }
  }
}
