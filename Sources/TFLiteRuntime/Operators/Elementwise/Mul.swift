import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// MUL: the product of two tensors that broadcast, with a fused activation.
///
/// Quantized int16 inputs may have an 8-bit output; they are then Q0.15 fractions of one shape.
final class Mul {
  private let activation: FusedActivation
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) {
    activation = FusedActivation(node.options.mulOptions?.fusedActivationFunction)
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true,
      computesInJobs: self.loops.computesInJobs, rowWindow: self.loops.rowWindow, lines: loops.lines, bind: loops.bind)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    let output = try context.output(0)
    if input.type == .int16, output.type == .int8 || output.type == .uint8 {
      var parameters = ElementwiseParameters()
      parameters.outputOffset = Int32(truncatingIfNeeded: try context.perTensorQuantization(output).zeroPoint)
      parameters.range = try context.activationRange(activation, of: output)
      let isSigned = output.type == .int8
      return try loops.prepare(
        context, isSigned ? BinaryKernels.multiplyInt16ToInt8 : BinaryKernels.multiplyInt16ToUInt8, parameters)
    }
    try context.expectSameType(output, input)
    switch input.type {
    case .int8, .uint8: try prepareQuantized(context, input.type.quantizedElementwise)
    case .int16 where output.quantization != nil:
      try context.expectSymmetric()
      try prepareQuantized(context, .quantizedInt16)
    default:
      if input.type == .complex64, activation != .none {
        throw context.error("complex products take no activation", output)
      }
      try loops.prepare(
        context, input.type.elementwise.flatMap { context.kernels.elementwise.multiply($0) },
        ElementwiseParameters(activation))
    }
  }

  private func prepareQuantized(_ context: PrepareContext, _ type: ElementwiseType?) throws(RuntimeError) {
    let first = try context.perTensorQuantization(context.input(0))
    let second = try context.perTensorQuantization(context.input(1))
    let output = try context.perTensorQuantization(context.output(0))
    var parameters = ElementwiseParameters()
    parameters.firstOffset = Int32(truncatingIfNeeded: 0 &- first.zeroPoint)
    parameters.secondOffset = Int32(truncatingIfNeeded: 0 &- second.zeroPoint)
    parameters.outputOffset = Int32(truncatingIfNeeded: output.zeroPoint)
    parameters.outputMultiplier = QuantizedMultiplier(Double(first.scale * second.scale / output.scale))
    parameters.range = try context.activationRange(activation, of: context.output(0))
    try loops.prepare(context, type.flatMap { context.kernels.elementwise.multiply($0) }, parameters)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try loops.execute(context, rows: rows)
  }
}
