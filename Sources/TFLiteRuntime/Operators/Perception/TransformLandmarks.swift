import TFLiteSchema

/// TransformLandmarks: points under a 4x4 matrix; their first two coordinates move, a third stays.
///
/// Version 1 takes `[N, H, W, points * dimensions]` and scales the shift of the matrix; version 2 takes
/// `[N, points, dimensions]`.
final class TransformLandmarks {
  private let hasOptions: Bool
  private let scale: Float
  /// What the options say.
  private let stated: Int
  /// Coordinates of a point.
  private var dimensions: Int?

  init(_ node: OperatorNode) throws(RuntimeError) {
    hasOptions = node.version == 1
    let map = hasOptions ? FlexBuffer.Map(node.customOptions) : nil
    stated = map?.int(forKey: "dimensions") ?? 3
    scale = map?.float(forKey: "scale") ?? 1
    if scale == 0 { throw node.error(.invalidOperator, "the scale must not be 0") }
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.dimensions = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expectRank(input, hasOptions ? 4 : 3)
    try context.expectTransform(context.input(1))
    try context.expect(context.output(0), .float32)
    let dimensions = hasOptions ? stated : input.shape[2]
    guard dimensions == 2 || dimensions == 3, input.shape.innermost % dimensions == 0 else {
      throw context.error(
        "points must have 2 or 3 coordinates", input, expected: "a multiple of \(dimensions) in the last axis",
        actual: "\(input.shape)")
    }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    self.dimensions = dimensions
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let dimensions else { throw context.unprepared }
    let input = context.input(0)
    var transform = AffineTransform(context.input(1).pointer(as: Float.self))
    transform.x0 *= scale
    transform.y0 *= scale
    let points = input.pointer(as: Float.self)
    let output = context.output(0).mutablePointer(as: Float.self)
    for start in stride(from: 0, to: input.elementCount, by: dimensions) {
      let (x, y) = transform(points[start], points[start + 1])
      if dimensions == 3 { output[start + 2] = points[start + 2] }
      output[start] = x
      output[start + 1] = y
    }
  }
}
