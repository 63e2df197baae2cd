import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER and GREATER_EQUAL of two tensors that broadcast, giving booleans.
///
/// Quantized values are compared as the reals they stand for, in fixed point. Equality is also defined on booleans and
/// on strings, byte by byte.
final class Comparison {
  private let kind: ComparisonKind
  private let loops = BroadcastBinary()
  /// Of strings alone.
  private var plan: BroadcastPlan?

  init(_ node: OperatorNode) {
    kind =
      switch node.code {
      case .equal: .equal
      case .notEqual: .notEqual
      case .less: .less
      case .lessEqual: .lessOrEqual
      case .greater: .greater
      default: .greaterOrEqual
      }
  }

  private var isEquality: Bool { kind == .equal || kind == .notEqual }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expectBinary()
    let first = try context.input(0)
    let second = try context.input(1)
    try context.expect(context.output(0), .bool)
    switch first.type {
    case .string where isEquality:
      guard let shape = Shape.broadcast(first.shape, second.shape),
        let plan = BroadcastPlan(output: shape, first.shape, second.shape)
      else {
        throw context.error(
          "the shapes do not broadcast", second, expected: "\(first.shape)", actual: "\(second.shape)")
      }
      try context.setShape(shape, ofOutput: 0)
      self.plan = plan
    case .int8 where first.quantization != nil, .uint8 where first.quantization != nil:
      try prepareQuantized(context, first.type.quantizedElementwise)
    case .int16 where isEquality && first.quantization != nil:
      try prepareQuantized(context, .quantizedInt16)
    case .int16 where kind == .notEqual, .bool where !isEquality, .bfloat16 where kind != .less && kind != .greater:
      throw context.unsupportedType(first)
    default:
      try loops.prepare(context, first.type.elementwise.flatMap { context.kernels.elementwise.compare(kind, $0) })
    }
  }

  private func prepareQuantized(_ context: PrepareContext, _ type: ElementwiseType?) throws(RuntimeError) {
    let first = try context.perTensorQuantization(context.input(0))
    let second = try context.perTensorQuantization(context.input(1))
    var parameters = ElementwiseParameters()
    parameters.leftShift = 8
    parameters.firstOffset = Int32(truncatingIfNeeded: 0 &- first.zeroPoint)
    parameters.secondOffset = Int32(truncatingIfNeeded: 0 &- second.zeroPoint)
    parameters.firstMultiplier = QuantizedMultiplier(Double(first.scale))
    parameters.secondMultiplier = QuantizedMultiplier(Double(second.scale))
    try loops.prepare(context, try quantizedKernel(context, type, parameters), parameters)
  }

  /// The comparison of codes where these are ordered as the values, one by tables of all codes of 8 bits, or the plain one.
  private func quantizedKernel(
    _ context: PrepareContext, _ type: ElementwiseType?, _ parameters: ElementwiseParameters
  ) throws(RuntimeError) -> BinaryKernel? {
    guard let type else { return nil }
    let kernels = context.kernels.elementwise
    let isSigned: Bool
    switch type {
    case .quantizedInt8: isSigned = true
    case .quantizedUInt8: isSigned = false
    default: return BinaryKernels.compare(kind, type)
    }
    if ByteRelation.comparesCodes(isSigned: isSigned, parameters) {
      return kernels.compare(kind, isSigned ? .int8 : .uint8)
    }
    let tables = try context.allocate(ByteRelation.byteCount)
    guard
      let relation = ByteRelation(
        kind, isSigned: isSigned, parameters, tables.base.assumingMemoryBound(to: UInt8.self))
    else { return BinaryKernels.compare(kind, type) }
    let kernel = kernels.compareBytes
    return { [tables] rows, _ in withExtendedLifetime(tables) { kernel(rows, relation) } }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard context.input(0).type == .string else { return try loops.execute(context) }
    guard let plan else { throw context.unprepared }
    let first = context.input(0).bytes
    let second = context.input(1).bytes
    let output = context.output(0).mutablePointer(as: UInt8.self)
    let strides = plan.rowStrides
    let firstCount = SerializedStrings.count(first)
    let secondCount = SerializedStrings.count(second)
    if firstCount < context.input(0).elementCount || secondCount < context.input(1).elementCount {
      throw context.error("fewer strings than the shape says", context.input(0))
    }
    plan.forEachRun(0..<plan.pieces) { run in
      for row in 0..<run.rows {
        for i in 0..<run.count {
          let a = SerializedStrings.string(first, run.offsets.0 &+ row &* strides.0 &+ i &* plan.steps[0])
          let b = SerializedStrings.string(second, run.offsets.1 &+ row &* strides.1 &+ i &* plan.steps[1])
          output[run.output &+ row &* run.count &+ i] = a.elementsEqual(b) == (kind == .equal) ? 1 : 0
        }
      }
    }
  }
}
