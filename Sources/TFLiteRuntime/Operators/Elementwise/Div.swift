import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// DIV: the quotient of two tensors that broadcast, with a fused activation.
///
/// Integer quotients go towards zero. A divisor of zero is an error except in float32, where the clamp makes the result
/// finite.
final class Div {
  private let activation: FusedActivation
  private let loops = BroadcastBinary()
  private var divisorZero = 0
  /// Of many quantized bytes.
  private var table: QuotientTable?

  init(_ node: OperatorNode) {
    activation = FusedActivation(node.options.divOptions?.fusedActivationFunction)
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute,
      lines: LineWork(window: self.looksAtDivisors ? nil : self.loops.lines.window(), execute: loops.lines.execute))
  }

  private var looksAtDivisors = true

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    try context.expectSameType(context.output(0), input)
    (divisorZero, table) = (0, nil)
    looksAtDivisors = input.type != .float32
    guard let type = input.type.quantizedElementwise else {
      return try loops.prepare(
        context, input.type.elementwise.flatMap { context.kernels.elementwise.divide($0) },
        ElementwiseParameters(activation))
    }
    let first = try context.perTensorQuantization(input)
    let second = try context.perTensorQuantization(context.input(1))
    let output = try context.perTensorQuantization(context.output(0))
    divisorZero = second.zeroPoint
    var parameters = ElementwiseParameters()
    parameters.firstOffset = Int32(truncatingIfNeeded: 0 &- first.zeroPoint)
    parameters.secondOffset = Int32(truncatingIfNeeded: 0 &- second.zeroPoint)
    parameters.outputOffset = Int32(truncatingIfNeeded: output.zeroPoint)
    parameters.outputMultiplier = QuantizedMultiplier(Double(first.scale / (second.scale * output.scale)))
    parameters.range = try context.activationRange(activation, of: context.output(0))
    var kernel = context.kernels.elementwise.divide(type)
    if let divide = kernel, let zero = zeroByte(input.type),
      let shape = Shape.broadcast(input.shape, try context.input(1).shape),
      shape.elementCount >= QuotientTable.fewestElements
    {
      let table = try QuotientTable(context, divide, parameters, zero: zero, isColumn: input.elementCount == 1)
      kernel = table.kernel(context.kernels.elementwise.lookUp)
      self.table = table
    }
    try loops.prepare(context, kernel, parameters)
  }

  /// The byte that stands for a divisor of zero; nil where none does, and of wider integers.
  private func zeroByte(_ type: ElementType) -> UInt8? {
    switch type {
    case .int8: Int8(exactly: divisorZero).map(UInt8.init(bitPattern:))
    case .uint8: UInt8(exactly: divisorZero)
    default: nil
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let table {
      let divisors = context.input(1)
      if !table.fill(divisors.values(as: UInt8.self), dividend: UnsafeRawPointer(context.input(0).data)) {
        throw context.divisionByZero(divisors)
      }
    } else {
      try context.expectNo(divisorZero, in: context.input(1))
    }
    try loops.execute(context)
  }
}

extension ExecuteContext {
  /// - Throws: `invalidData` when an integer tensor of divisors contains `zero`. Floats are not looked at.
  func expectNo(_ zero: Int, in divisor: RuntimeTensor) throws(RuntimeError) {
    let contains =
      switch divisor.type {
      case .int8: Self.contains(divisor.values(as: Int8.self), zero)
      case .uint8: Self.contains(divisor.values(as: UInt8.self), zero)
      case .int16: Self.contains(divisor.values(as: Int16.self), zero)
      case .int32: Self.contains(divisor.values(as: Int32.self), zero)
      case .int64: Self.contains(divisor.values(as: Int64.self), zero)
      default: false
      }
    if contains { throw divisionByZero(divisor) }
  }

  func divisionByZero(_ divisor: RuntimeTensor) -> RuntimeError { error("division by zero", divisor) }

  private static func contains<T: FixedWidthInteger>(_ values: UnsafeBufferPointer<T>, _ zero: Int) -> Bool {
    guard let wanted = T(exactly: zero) else { return false }
    var found = false
    for value in values { found = found || value == wanted }
    return found
  }
}
