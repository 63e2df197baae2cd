import TFLiteSchema

/// RESHAPE: the same elements under another shape. One extent may be -1 and is then what remains.
///
/// Input 1 states the shape; without it, or when it is no vector of int32, the options do. In the options of old files `[0]` means a scalar.
final class Reshape {
  private let optionShape: [Int]?
  /// The output's shape is settled, and its bytes are the input's.
  private var isFixed = false

  init(_ node: OperatorNode) {
    // No tensor has more axes than that.
    let shape = node.options.reshapeOptions?.newShape
    optionShape = shape.flatMap { $0.count <= VerifierLimits().maxRank ? $0.map { Int($0) } : nil }
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1...2, outputs: 1...1)
    let input = try context.input(0)
    try context.expectSameBytes(context.output(0), input)
    context.keepContent()
    isFixed = false
    if let shape = Self.vector(context.optionalInput(1)) {
      if !shape.isConstant { return try context.setUnknownShape(ofOutput: 0) }
      try context.setShape(Self.resolve(shape.values(as: Int32.self).map { Int($0) }, input, context.node), ofOutput: 0)
    } else if let optionShape {
      try context.setShape(Self.resolve(optionShape == [0] ? [] : optionShape, input, context.node), ofOutput: 0)
    } else {
      throw context.error("neither an input nor the options state the new shape")
    }
    isFixed = input.type != .string
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if isFixed {
      let target = context.output(0).data
      let source = context.input(0).data
      if target != source { target.copyMemory(from: source, byteCount: context.input(0).byteCount) }
      return
    }
    let input = context.input(0)
    var output = context.output(0)
    if let shape = Self.vector(context.optionalInput(1)), !shape.isConstant {
      let dimensions = shape.values(as: Int32.self).map { Int($0) }
      output = try context.resizeOutput(
        0, to: Self.resolve(dimensions, input, context.node), byteCount: input.byteCount)
    } else if input.type == .string {
      output = try context.resizeOutput(0, to: output.shape, byteCount: input.byteCount)
    }
    if output.data != input.data { output.data.copyMemory(from: input.data, byteCount: input.byteCount) }
  }

  private static func vector(_ shape: RuntimeTensor?) -> RuntimeTensor? {
    if let shape, shape.rank == 1, shape.type == .int32 { shape } else { nil }
  }

  /// The shape that `dimensions` ask for. Where extents of zero leave the open one free, it keeps the product of the
  /// others.
  /// - Throws: `invalidOperator` when it does not hold the elements of `input`.
  private static func resolve(_ dimensions: [Int], _ input: RuntimeTensor, _ node: OperatorNode) throws(RuntimeError)
    -> Shape
  {
    var shape = Shape(dimensions)
    var open: Int?
    var known = 1
    var knownButZeros = 1
    for (axis, dimension) in dimensions.enumerated() {
      if dimension == -1, open == nil {
        open = axis
      } else {
        let (product, overflow) = known.multipliedReportingOverflow(by: dimension)
        known = overflow || dimension < 0 ? -1 : product
        if known < 0 { break }
        if dimension > 0 {
          let (product, overflow) = knownButZeros.multipliedReportingOverflow(by: dimension)
          knownButZeros = overflow ? Int.max : product
        }
      }
    }
    if let open, known > 0 { shape[open] = input.elementCount / known }
    if let open, known == 0 {
      shape[open] = (Shape(input.shape.dimensions.filter { $0 > 0 }).checkedElementCount ?? 0) / knownButZeros
    }
    guard known >= 0, shape.checkedElementCount == input.elementCount else {
      throw node.error(
        .invalidOperator, "the new shape holds another number of elements", tensor: input.label,
        expected: "\(input.elementCount) of shape \(input.shape)", actual: "\(Shape(dimensions))")
    }
    return shape
  }
}
