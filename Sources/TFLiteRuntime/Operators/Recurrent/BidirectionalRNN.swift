import TFLiteSchema

/// BIDIRECTIONAL_SEQUENCE_RNN: one recurrent layer forward and one backward over a sequence, in two outputs or side by
/// side in one. The auxiliary input works as with `BidirectionalLSTM`.
final class BidirectionalRNN {
  private let activation: RecurrentActivation
  private let isTimeMajor: Bool
  private let isAsymmetric: Bool
  private let mergesOutputs: Bool
  private var plan: Plan?

  private struct Plan {
    let forward: RNNCell
    let backward: RNNCell
  }

  init(_ node: OperatorNode) {
    let options = node.options.bidirectionalSequenceRNNOptions
    activation = RecurrentActivation(options?.fusedActivationFunction ?? .none)
    isTimeMajor = options?.timeMajor ?? false
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
    mergesOutputs = options?.mergeOutputs ?? false
  }

  var made: MadeOperator {
    MadeOperator(prepare: prepare, pack: pack, execute: execute, isPure: false, writesOperandsAlone: true)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 12, outputs: mergesOutputs ? 1 : 2)
    let input = try context.input(0)
    try context.expectRank(input, 3)
    let auxiliary = context.optionalInput(9)
    let forwardWeights = context.optionalInput(10)
    let backwardWeights = context.optionalInput(11)
    try context.expect(
      (forwardWeights == nil) == (backwardWeights == nil),
      "auxiliary weights must be there for both directions or for none")
    try context.expect(forwardWeights == nil || auxiliary != nil, "auxiliary weights without an auxiliary input")
    var backwardInput = input
    if let auxiliary, forwardWeights == nil {
      try context.expectRank(auxiliary, 3)
      try context.expect(
        auxiliary.shape[0] == input.shape[0] && auxiliary.shape[1] == input.shape[1],
        "input and auxiliary input differ in time or batch", auxiliary)
      // Without auxiliary weights, TFLite gives a batch-major backward layer the first input all the same.
      if isTimeMajor { backwardInput = auxiliary }
    }
    let forward = try RNNCell(
      input: input, weights: 1, auxiliary: auxiliary, auxiliaryWeights: forwardWeights, isTimeMajor: isTimeMajor,
      isAsymmetric: isAsymmetric, activation: activation, context)
    let backward = try RNNCell(
      input: backwardInput, weights: 5, auxiliary: auxiliary, auxiliaryWeights: backwardWeights,
      isTimeMajor: isTimeMajor, isAsymmetric: isAsymmetric, activation: activation, context)
    let (first, second) = (input.shape[0], input.shape[1])
    for index in 0..<context.outputCount { try context.expect(context.output(index), .float32) }
    try context.setShape(
      [first, second, mergesOutputs ? forward.units &+ backward.units : forward.units], ofOutput: 0)
    if !mergesOutputs { try context.setShape([first, second, backward.units], ofOutput: 1) }
    plan = Plan(forward: forward, backward: backward)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    try plan.forward.pack(context, tag: 0)
    try plan.backward.pack(context, tag: 3)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let first = context.output(0)
    let second = mergesOutputs ? first : context.output(1)
    // TFLite runs a time-major sequence with integer weights once for each of its steps, the state carried on.
    let repeats = isTimeMajor && context.input(1).type != .float32 ? context.input(0).shape[0] : 1
    for _ in 0..<repeats {
      try plan.forward.run(
        first.mutablePointer(as: Float.self), outputStride: first.shape.innermost, isForward: true, context)
      try plan.backward.run(
        second.mutablePointer(as: Float.self) + (mergesOutputs ? plan.forward.units : 0),
        outputStride: second.shape.innermost, isForward: false, context)
    }
  }
}
