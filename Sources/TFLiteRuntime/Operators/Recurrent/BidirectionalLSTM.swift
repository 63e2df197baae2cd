import TFLiteSchema

/// BIDIRECTIONAL_SEQUENCE_LSTM: one layer forward and one backward over a sequence, in two outputs or side by side in
/// one.
///
/// The auxiliary input is the backward output of a layer before. With auxiliary weights both directions read both
/// inputs; without them the forward layer reads the input and the backward layer the auxiliary input.
final class BidirectionalLSTM {
  private let settings: LSTMSettings
  private let mergesOutputs: Bool
  private var plan: Plan?

  private struct Plan {
    let forward: LSTMFloatCell
    let backward: LSTMFloatCell
    /// Of one vector.
    let forwardOutputs: Int
  }

  init(_ node: OperatorNode) {
    let options = node.options.bidirectionalSequenceLSTMOptions
    settings = LSTMSettings(
      activation: RecurrentActivation(options?.fusedActivationFunction ?? .none), cellClip: options?.cellClip ?? 0,
      projectionClip: options?.projClip ?? 0, isTimeMajor: options?.timeMajor ?? true,
      isAsymmetric: options?.asymmetricQuantizeInputs ?? false)
    mergesOutputs = options?.mergeOutputs ?? false
  }

  var made: MadeOperator {
    MadeOperator(prepare: prepare, pack: pack, execute: execute, isPure: false, writesOperandsAlone: true)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 48, outputs: mergesOutputs ? 1 : 2)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expectRank(input, 3)
    let hasWeights = context.optionalInput(41) != nil
    let readsApart = !hasWeights && context.optionalInput(39) != nil
    var roles = LSTMRoles(outputState: 35, cellState: 36)
    roles.auxiliary = hasWeights ? 39 : nil
    roles.auxiliaryWeights = hasWeights ? 40 : nil
    let first = try LSTMOperands(roles, settings, context)
    roles = LSTMRoles(
      input: readsApart ? 39 : 0, inputWeights: 18, recurrentWeights: 22, peephole: 26, bias: 29, projection: 33,
      projectionBias: 34, outputState: 37, cellState: 38, layerNorm: nil, auxiliary: hasWeights ? 39 : nil,
      auxiliaryWeights: hasWeights ? 44 : nil)
    let second = try LSTMOperands(roles, settings, context)
    try context.expect(!second.isInteger, "the auxiliary input must be float", second.input)
    try context.expect(
      second.sequence.time == first.sequence.time && second.sequence.batch == first.sequence.batch,
      "input and auxiliary input differ in time or batch", second.input)
    let (time, batch) = (input.shape[0], input.shape[1])
    for index in 0..<context.outputCount { try context.expect(context.output(index), .float32) }
    try context.setShape(
      [time, batch, mergesOutputs ? first.outputs &+ second.outputs : first.outputs], ofOutput: 0)
    if !mergesOutputs { try context.setShape([time, batch, second.outputs], ofOutput: 1) }
    plan = Plan(
      forward: try LSTMFloatCell(first, settings, context), backward: try LSTMFloatCell(second, settings, context),
      forwardOutputs: first.outputs)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    try plan.forward.pack(context, tag: 0)
    try plan.backward.pack(context, tag: 16)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let first = context.output(0)
    let second = mergesOutputs ? first : context.output(1)
    try plan.forward.run(
      first.mutablePointer(as: Float.self), outputStride: first.shape.innermost, isForward: true, context)
    try plan.backward.run(
      second.mutablePointer(as: Float.self) + (mergesOutputs ? plan.forwardOutputs : 0),
      outputStride: second.shape.innermost, isForward: false, context)
  }
}
