import TFLiteKernelSets
import TFLiteKernels

/// PRELU: `x` where not negative, `x * alpha` elsewhere; alpha broadcasts to the shape of `x`.
///
/// The slopes of int16 values are int8.
final class Prelu {
  private let loops = BroadcastBinary()
  private let bent = BentMap()

  /// The input may broadcast to the shape of the slopes too.
  private let widens: Bool

  init(widens: Bool = false) { self.widens = widens }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: loops.execute(_:rows:), isElementwise: true,
      rowWindow: self.bent.isSet ? nil : self.loops.rowWindow
    ) { [self] in bent.isSet ? nil : loops.bind($0) }
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    bent.letGo()
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let alpha = try context.input(1)
    try context.expect(input, .float32, .int8, .uint8, .int16)
    try context.expectSameType(context.output(0), input)
    if input.type == .int16 {
      try context.expect(alpha, .int8)
    } else {
      try context.expectSameType(alpha, input)
    }
    if !widens, Shape.broadcast(input.shape, alpha.shape) != input.shape {
      throw context.error(
        "the slopes do not broadcast to the input", alpha, expected: "\(input.shape)", actual: "\(alpha.shape)")
    }
    guard input.type != .float32, let type = input.type.quantizedElementwise else {
      return try loops.prepare(context, context.kernels.elementwise.prelu(.float32))
    }
    let quantization = try context.perTensorQuantization(input)
    let slopes = try context.perTensorQuantization(alpha)
    let output = try context.perTensorQuantization(context.output(0))
    var parameters = ElementwiseParameters()
    parameters.firstOffset = Int32(truncatingIfNeeded: 0 &- quantization.zeroPoint)
    parameters.secondOffset = Int32(truncatingIfNeeded: 0 &- slopes.zeroPoint)
    parameters.outputOffset = Int32(truncatingIfNeeded: output.zeroPoint)
    parameters.firstMultiplier = QuantizedMultiplier(Double(quantization.scale / output.scale))
    parameters.secondMultiplier = QuantizedMultiplier(Double(quantization.scale * slopes.scale / output.scale))
    parameters.range = try context.activationRange(.none, of: context.output(0))
    if input.type != .int16, try bent.prepare(context, slopes: alpha, parameters) { return }
    try loops.prepare(context, context.kernels.elementwise.prelu(type), parameters)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if bent.isSet { try bent.execute(context) } else { try loops.execute(context) }
  }
}
