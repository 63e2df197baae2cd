import TFLiteSchema

/// UNIDIRECTIONAL_SEQUENCE_LSTM, and LSTM with the full kernel: one LSTM layer over a sequence. Output and cell state
/// are variables that go on from one invocation to the next.
final class SequenceLSTM {
  private let settings: LSTMSettings
  private let isFullKernel: Bool
  private var cell: Cell?

  private enum Cell {
    case float(LSTMFloatCell)
    case integer(LSTMIntegerCell)
    case byte(LSTMByteCell)
  }

  /// UNIDIRECTIONAL_SEQUENCE_LSTM.
  init(sequence node: OperatorNode) {
    let options = node.options.unidirectionalSequenceLSTMOptions
    settings = LSTMSettings(
      activation: RecurrentActivation(options?.fusedActivationFunction ?? .none), cellClip: options?.cellClip ?? 0,
      projectionClip: options?.projClip ?? 0, isTimeMajor: options?.timeMajor ?? false,
      isAsymmetric: options?.asymmetricQuantizeInputs ?? false)
    isFullKernel = false
  }

  /// LSTM, with the kernel its options name.
  static func lstm(_ node: OperatorNode) -> MadeOperator {
    if node.options.lstmOptions?.kernelType == .basic {
      return BasicLSTM(node).made
    }
    return SequenceLSTM(full: node).made
  }

  /// LSTM with the full kernel.
  private init(full node: OperatorNode) {
    let options = node.options.lstmOptions
    settings = LSTMSettings(
      activation: RecurrentActivation(options?.fusedActivationFunction ?? .none), cellClip: options?.cellClip ?? 0,
      projectionClip: options?.projClip ?? 0, isTimeMajor: true,
      isAsymmetric: options?.asymmetricQuantizeInputs ?? false)
    isFullKernel = true
  }

  var made: MadeOperator {
    MadeOperator(prepare: prepare, pack: pack, execute: execute, isPure: false, writesOperandsAlone: true)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    cell = nil
    guard context.inputCount == 20 || context.inputCount == 24 else {
      throw context.error("wrong number of inputs", expected: "20 or 24", actual: "\(context.inputCount)")
    }
    try context.expect(inputs: 20...24, outputs: 1...1)
    let roles = LSTMRoles(layerNorm: context.inputCount == 24 ? 20 : nil)
    let operands = try LSTMOperands(roles, settings, context)
    if !isFullKernel { try context.expectRank(operands.input, 3) }
    let output = try context.output(0)
    try context.expectSameType(output, operands.input)
    var shape = operands.input.shape
    shape[shape.rank - 1] = operands.outputs
    try context.setShape(shape, ofOutput: 0)
    if operands.isInteger {
      switch context.node.intermediates.count {
      case 5: cell = .integer(try LSTMIntegerCell(operands, settings, context))
      case 12 where isFullKernel: cell = .byte(try LSTMByteCell(operands, settings, context))
      default:
        throw context.error(
          "wrong number of intermediate tensors for int8 data",
          expected: isFullKernel ? "5 for 16-bit gates, 12 for 8-bit ones" : "5",
          actual: "\(context.node.intermediates.count)")
      }
    } else {
      cell = .float(try LSTMFloatCell(operands, settings, context))
    }
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    switch cell {
    case .float(let cell): try cell.pack(context, tag: 0)
    case .integer(let cell): try cell.pack(context, tag: 0)
    case .byte(let cell): try cell.pack(context, tag: 0)
    case nil: throw context.unprepared
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let output = context.output(0)
    switch cell {
    case .float(let cell):
      try cell.run(
        output.mutablePointer(as: Float.self), outputStride: output.shape.innermost, isForward: true, context)
    case .integer(let cell): try cell.run(output.mutablePointer(as: Int8.self), context)
    case .byte(let cell): try cell.run(output.mutablePointer(as: Int8.self), context)
    case nil: throw context.unprepared
    }
  }
}
