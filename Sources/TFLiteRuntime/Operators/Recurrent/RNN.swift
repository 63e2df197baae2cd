import TFLiteSchema

/// RNN and UNIDIRECTIONAL_SEQUENCE_RNN: one recurrent layer on one step or on a sequence. The state is a variable that
/// goes on from one invocation to the next.
final class RNN {
  private let activation: RecurrentActivation
  private let isSequence: Bool
  private let isTimeMajor: Bool
  private let isAsymmetric: Bool
  private var cell: RNNCell?

  /// RNN.
  init(step node: OperatorNode) {
    let options = node.options.rnnOptions
    activation = RecurrentActivation(options?.fusedActivationFunction ?? .none)
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
    isSequence = false
    isTimeMajor = false
  }

  /// UNIDIRECTIONAL_SEQUENCE_RNN.
  init(sequence node: OperatorNode) {
    let options = node.options.sequenceRNNOptions
    activation = RecurrentActivation(options?.fusedActivationFunction ?? .none)
    isAsymmetric = options?.asymmetricQuantizeInputs ?? false
    isSequence = true
    isTimeMajor = options?.timeMajor ?? false
  }

  var made: MadeOperator {
    MadeOperator(prepare: prepare, pack: pack, execute: execute, isPure: false, writesOperandsAlone: true)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    cell = nil
    try context.expect(inputs: 5, outputs: 1)
    let input = try context.input(0)
    try context.expectRank(input, isSequence ? 3 : 2)
    let cell = try RNNCell(
      input: input, weights: 1, auxiliary: nil, auxiliaryWeights: nil, isTimeMajor: isTimeMajor,
      isAsymmetric: isAsymmetric, activation: activation, context)
    try context.expect(context.output(0), .float32)
    var shape = input.shape
    shape[shape.rank - 1] = cell.units
    try context.setShape(shape, ofOutput: 0)
    self.cell = cell
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let cell else { throw context.unprepared }
    try cell.pack(context, tag: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let cell else { throw context.unprepared }
    let output = context.output(0)
    try cell.run(
      output.mutablePointer(as: Float.self), outputStride: output.shape.innermost, isForward: true, context)
  }
}
