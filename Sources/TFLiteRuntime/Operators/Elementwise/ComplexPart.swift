import TFLiteKernelSets
import TFLiteKernels

/// REAL, IMAG and COMPLEX_ABS: the parts and the modulus of complex numbers.
final class ComplexPart {
  private let kind: UnaryKind
  private let map = UnaryMap()

  init(_ kind: UnaryKind, _ node: OperatorNode) { self.kind = kind }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .complex64, .complex128)
    if input.type == .complex64 {
      try context.expect(context.output(0), .float32)
      try map.prepare(context, context.kernels.elementwise.unary(kind, .complex64))
    } else {
      try context.expect(context.output(0), .float64)
      try map.prepare(context, UnaryKernels.onComplex128(kind))
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }
}
