import TFLiteKernelSets
import TFLiteKernels

/// NEG, SIGN, CEIL, FLOOR, ROUND (halves to even), SIN, COS, SQUARE and LOGICAL_NOT, element by element.
final class UnaryMath {
  private let kind: UnaryKind
  private let map = UnaryMap()

  init(_ kind: UnaryKind, _ node: OperatorNode) { self.kind = kind }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isElementwise: true, bind: map.bind) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    let type = Self.supports(kind, input.type) ? input.type.elementwise : nil
    try map.prepare(context, type.flatMap { context.kernels.elementwise.unary(kind, $0) })
  }

  /// The types each operator is defined on; kernels exist for more.
  private static func supports(_ kind: UnaryKind, _ type: ElementType) -> Bool {
    switch kind {
    case .negate: [.float32, .float16, .bfloat16, .int8, .int16, .int32, .int64].contains(type)
    case .sign: [.float32, .float64, .int32].contains(type)
    case .floor, .round: [.float32, .float16, .bfloat16].contains(type)
    case .sine, .cosine: [.float32, .float16].contains(type)
    case .not: type == .bool
    default: type == .float32
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }
}
