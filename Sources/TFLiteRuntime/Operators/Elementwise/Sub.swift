import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// SUB: the difference of two tensors that broadcast, with a fused activation.
///
/// Int16 tensors are quantized; they follow the option `pot_scale_int16` when all scales are powers of two.
final class Sub {
  private let activation: FusedActivation
  private let prefersPowerOfTwo: Bool
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) {
    let options = node.options.subOptions
    activation = FusedActivation(options?.fusedActivationFunction)
    prefersPowerOfTwo = options?.potScaleInt16 ?? false
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true,
      computesInJobs: self.loops.computesInJobs, rowWindow: self.loops.rowWindow, lines: loops.lines, bind: loops.bind)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    try context.expectSameType(context.output(0), input)
    switch input.type {
    case .int8, .uint8:
      try context.expectZeroPointsInRange()
      try loops.prepare(
        context, context.kernels.elementwise.subtract(input.type.quantizedElementwise ?? .float32),
        .additive(context, activation))
    case .int16:
      try context.expectSymmetric()
      if prefersPowerOfTwo, let parameters = try ElementwiseParameters.powerOfTwo(context, activation) {
        try loops.prepare(context, BinaryKernels.subtractPowerOfTwo, parameters)
      } else {
        try loops.prepare(
          context, context.kernels.elementwise.subtract(.quantizedInt16), .additive(context, activation))
      }
    default:
      try loops.prepare(
        context, input.type.elementwise.flatMap { context.kernels.elementwise.subtract($0) },
        ElementwiseParameters(activation))
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try loops.execute(context, rows: rows)
  }
}
