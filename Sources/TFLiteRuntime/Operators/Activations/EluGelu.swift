import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// ELU and GELU; quantized values by table.
///
/// ELU is `exp(x) - 1` for negative `x`, `x` elsewhere. GELU is `x` times the normal distribution function at `x`, exact
/// or approximated by tanh.
final class EluGelu {
  private let kind: UnaryKind
  private let map = UnaryMap()

  init(_ kind: UnaryKind) { self.kind = kind }

  convenience init(_ node: OperatorNode) {
    if node.code == .elu {
      self.init(.elu)
    } else {
      self.init(node.options.geluOptions?.approximate == true ? .geluApproximate : .gelu)
    }
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), isElementwise: true, computesInJobs: true,
      rowWindow: self.map.rowWindow, lines: map.lines, bind: map.bind, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    switch (kind, input.type) {
    case (.gelu, .float32): try map.prepare(context, floats: context.kernels.elementwise.gelu)
    case (.geluApproximate, .float32): try map.prepare(context, floats: context.kernels.elementwise.geluApproximate)
    case (_, .float32): try map.prepare(context, floats: context.kernels.elementwise.elu)
    case (.elu, .int8): try map.prepare(context, reals: { $0 < 0 ? MathFunctions.expm1($0) : $0 })
    case (.elu, _): throw context.unsupportedType(input, [.float32, .int8])
    case (_, .float16): try map.prepare(context, context.kernels.elementwise.unary(kind, .float16))
    case (.gelu, .int8), (.gelu, .uint8), (.gelu, .int16):
      try map.prepare(context, reals: { UnaryKernels.gelu($0) })
    case (_, .int8), (_, .uint8), (_, .int16):
      try map.prepare(context, reals: { UnaryKernels.geluApproximate($0) })
    default: throw context.unsupportedType(input, [.float32, .float16, .int8, .uint8, .int16])
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
