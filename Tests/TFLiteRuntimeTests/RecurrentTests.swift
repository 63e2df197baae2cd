import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Recurrent operators against the formulas in plain loops.
@Suite struct RecurrentTests {
  typealias Tensor = ModelBuilder.Tensor

  private static func numbers(_ count: Int, _ seed: Int) -> [Float] {
    (0..<count).map { Float((($0 + seed) * 7919 + seed * 104729) % 201) / 100 - 1 }
  }

  @Test(arguments: [true, false])
  func recurrentLayerCarriesItsState(_ isTimeMajor: Bool) throws {
    let (time, batch, inputs, units) = (3, 2, 3, 5)
    let weights = Self.numbers(units * inputs, 1)
    let recurrent = Self.numbers(units * units, 2)
    let bias = Self.numbers(units, 3)
    let shape = isTimeMajor ? [time, batch] : [batch, time]
    let model = ModelBuilder.oneOperator(
      .unidirectionalSequenceRnn,
      options: .init(
        .sequenceRNNOptions,
        [
          "time_major": .int(isTimeMajor ? 1 : 0),
          "fused_activation_function": .value(Schema.ActivationFunctionType.relu),
        ]),
      inputs: [
        Tensor(.float32, shape + [inputs]), .float32([units, inputs], weights), .float32([units, units], recurrent),
        .float32([units], bias), Tensor(.float32, [batch, units]).variable(),
      ], outputs: [Tensor(.float32, shape + [units])])
    let session = try OperatorRun.session(model)
    var state = [[Float]](repeating: [Float](repeating: 0, count: units), count: batch)
    for round in 0..<2 {
      let input = Self.numbers(time * batch * inputs, 10 + round)
      var expected = [Float](repeating: 0, count: time * batch * units)
      for step in 0..<time {
        for row in 0..<batch {
          let vector = isTimeMajor ? step * batch + row : row * time + step
          state[row] = (0..<units).map { unit in
            var sum = bias[unit]
            for i in 0..<inputs { sum += weights[unit * inputs + i] * input[vector * inputs + i] }
            for i in 0..<units { sum += recurrent[unit * units + i] * state[row][i] }
            return max(0, sum)
          }
          for unit in 0..<units { expected[vector * units + unit] = state[row][unit] }
        }
      }
      try session.write(input, toInput: 0)
      try session.invoke()
      let found = try session.output(0, as: Float.self)
      let scale = 1 + (expected.map { abs($0) }.max() ?? 0)
      for (first, second) in zip(found, expected) { #expect(abs(first - second) <= Tolerance.formula * scale) }
    }
  }

  @Test func factorisedLayerRemembersItsInputs() throws {
    // One filter over one input of weight 1: the output is the sum of the last inputs by time weight.
    let model = ModelBuilder.oneOperator(
      .svdf, options: .init(.svdfOptions, ["rank": 1]),
      inputs: [
        Tensor(.float32, [1, 1]), .float32([1, 1], [1]), .float32([1, 3], [100, 10, 1]), nil,
        Tensor(.float32, [1, 3]).variable(),
      ], outputs: [Tensor(.float32, [1, 1])])
    let session = try OperatorRun.session(model)
    var found: [Float] = []
    for input in [1, 2, 3, 4] as [Float] {
      try session.write([input], toInput: 0)
      try session.invoke()
      found += try session.output(0, as: Float.self)
    }
    #expect(found == [1, 12, 123, 234])
  }

  /// A state of int8 has a zero point, which is added after saturation and wraps around.
  @Test(arguments: [true, false]) func bytesOfFactorisedLayers(hasConstantWeights: Bool) throws {
    let (batch, depth, filters, rank, memory) = (2, 5, 6, 2, 3)
    let units = filters / rank
    let zeroPoint = -50
    var random = SeededGenerator(seed: 16)
    func values(_ count: Int) -> [Int8] { (0..<count).map { _ in Int8.random(in: -128...127, using: &random) } }
    let feature = values(filters * depth)
    let time = values(filters * memory)
    let bias = (0..<units).map { _ in Int32.random(in: -2000...2000, using: &random) }
    func tensor(_ shape: [Int], _ values: [Int8]? = nil, _ scale: Float, _ zeroPoint: Int = 0) -> Tensor {
      .int8(shape, values, quantization: .perTensor(scale: scale, zeroPoint: Int64(zeroPoint)))
    }
    // The factors are 1/64 and 1/128, so that rounding is that of a shift.
    let model = ModelBuilder.oneOperator(
      .svdf, version: 3, options: .init(.svdfOptions, ["rank": 2, "fused_activation_function": 1]),
      inputs: [
        tensor([batch, depth], nil, 0.5, 7), tensor([filters, depth], feature, 0.5),
        tensor([filters, memory], hasConstantWeights ? time : nil, 0.5), .int32([units], bias),
        tensor([batch, filters * memory], nil, 16, zeroPoint).variable(),
      ], outputs: [tensor([batch, units], nil, 1024, -9)])
    let session = try OperatorRun.session(model)
    if !hasConstantWeights { try session.write(time, toInput: 1) }
    func scaled(_ value: Int, by bits: Int) -> Int { (value + 1 << (bits - 1)) >> bits }
    func clamped(_ value: Int) -> Int { max(-128, min(127, value)) }
    var state = [Int8](repeating: Int8(zeroPoint), count: batch * filters * memory)
    for _ in 0..<5 {
      let input = values(batch * depth)
      state.removeFirst()
      state.append(0)
      var expected: [Int8] = []
      for row in 0..<batch {
        var sums = bias.map { Int($0) }
        for filter in 0..<filters {
          let product = (0..<depth).reduce(0) {
            $0 + Int(feature[filter * depth + $1]) * (Int(input[row * depth + $1]) - 7)
          }
          let entries = (row * filters + filter) * memory
          state[entries + memory - 1] = Int8(truncatingIfNeeded: clamped(scaled(product, by: 6)) + zeroPoint)
          for step in 0..<memory {
            sums[filter / rank] += Int(time[filter * memory + step]) * (Int(state[entries + step]) - zeroPoint)
          }
        }
        expected += sums.map { Int8(clamped(scaled($0, by: 7) - 9)) }
      }
      try session.write(input, toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Int8.self) == expected)
    }
  }

  @Test func stateAndTimeWeightsHaveOneType() {
    let model = ModelBuilder.oneOperator(
      .svdf, version: 3, options: .init(.svdfOptions, ["rank": 1, "fused_activation_function": 1]),
      inputs: [
        .int8([1, 1], quantization: .perTensor(scale: 1)), .int8([1, 1], [1], quantization: .perTensor(scale: 1)),
        .int8([1, 2], [1, 1], quantization: .perTensor(scale: 1)), nil,
        .int16([1, 2], quantization: .perTensor(scale: 1)).variable(),
      ], outputs: [.int8([1, 1], quantization: .perTensor(scale: 1))])
    #expect(OperatorRun.objection(model) == .unsupported)
  }

  @Test func stateMustBeAVariable() {
    let model = ModelBuilder.oneOperator(
      .svdf, options: .init(.svdfOptions, ["rank": 1]),
      inputs: [
        Tensor(.float32, [1, 1]), .float32([1, 1], [1]), .float32([1, 3], [100, 10, 1]), nil,
        Tensor(.float32, [1, 3]),
      ], outputs: [Tensor(.float32, [1, 1])])
    #expect(OperatorRun.objection(model) == .invalidOperator)
  }
}
