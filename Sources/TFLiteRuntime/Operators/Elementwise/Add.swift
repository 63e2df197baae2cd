import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// ADD: the sum of two tensors that broadcast, with a fused activation.
///
/// Int16 tensors without quantization are plain numbers; quantized ones follow the option `pot_scale_int16` when all
/// scales are powers of two.
final class Add {
  private let activation: FusedActivation
  private let prefersPowerOfTwo: Bool
  private let types: AdditionTypes
  private let loops = BroadcastBinary()

  /// - Parameter types: those that there are kernels for.
  init(_ node: OperatorNode, _ types: AdditionTypes) {
    self.types = types
    let options = node.options.addOptions
    activation = FusedActivation(options?.fusedActivationFunction)
    prefersPowerOfTwo = options?.potScaleInt16 ?? false
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true,
      computesInJobs: self.loops.computesInJobs, rowWindow: self.loops.rowWindow, lines: loops.lines, bind: loops.bind,
      fusible: FusibleWork(endsProducts: true, epilogueFunction: { [self] in epilogue }))
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    try context.expectSameType(context.output(0), input)
    epilogue = nil
    switch input.type {
    case .int8, .uint8:
      let parameters = try ElementwiseParameters.additive(context, activation)
      try loops.prepare(context, kernel(input, context), parameters)
      if try context.input(1).shape == input.shape { epilogue = .addBytes(parameters) }
    case .int16 where input.quantization != nil:
      try context.expectSymmetric()
      if prefersPowerOfTwo, let parameters = try ElementwiseParameters.powerOfTwo(context, activation) {
        try loops.prepare(context, BinaryKernels.addPowerOfTwo, parameters)
      } else {
        try loops.prepare(context, kernel(input, context), .additive(context, activation))
      }
    default:
      try loops.prepare(context, kernel(input, context), ElementwiseParameters(activation))
      if input.type == .float32, try context.input(1).shape == input.shape {
        epilogue = .addFloats(FloatRange(activation))
      }
    }
  }

  /// The kernel for the type of `input`; nil where the operator is not defined on it.
  private func kernel(_ input: RuntimeTensor, _ context: PrepareContext) throws(RuntimeError) -> BinaryKernel? {
    guard let type = ComputedType(input.type) else { return nil }
    let kernel = try context.restricted(types.kernel(type), to: type)
    return kernel.make(context.kernels.elementwise, input.quantization != nil)
  }

  private var epilogue: EpilogueFunction?

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try loops.execute(context, rows: rows)
  }
}
