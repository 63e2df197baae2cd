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
      for (first, second) in zip(found, expected) { #expect(abs(first - second) <= 1e-5 * scale) }
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
