import TFLiteKernels
import TFLiteSchema

/// Landmarks2TransformMatrix: the 4x4 matrix that leads from the pixels of a crop to those of the image, for a crop around
/// a subset of three-dimensional landmarks, turned so that the line through two of them lies level.
///
/// Version 1 knows the range of coordinates and the sizes of both images, version 2 an angle and scales of the crop.
final class LandmarksToTransformMatrix {
  /// The landmarks the crop contains.
  private let subset: [Int]
  private let left: Int
  private let right: Int
  private let form: Form

  private enum Form {
    case ranged(range: Float, multiplier: Float, input: (height: Int, width: Int), output: (height: Int, width: Int))
    case scaled(angle: Float, scaleX: Float, scaleY: Float, output: (height: Int, width: Int))
  }

  init(_ node: OperatorNode) throws(RuntimeError) {
    let isFirst = node.version == 1
    guard let map = FlexBuffer.Map(node.customOptions),
      let left = map.int(forKey: "left_rotation_idx"), let right = map.int(forKey: "right_rotation_idx"),
      let subset = map.vector(forKey: isFirst ? "subset" : "subset_idxs")?.ints?.map({ Int($0) })
    else {
      throw node.error(.invalidOperator, "the options lack the landmarks of the rotation or of the crop")
    }
    guard !subset.isEmpty, (subset + [left, right]).allSatisfy({ (0...1 << 24).contains($0) }) else {
      throw node.error(.invalidOperator, "a landmark of the options is out of range", actual: "\(subset)")
    }
    (self.subset, self.left, self.right) = (subset, left, right)
    form = try isFirst ? Self.ranged(map, node) : Self.scaled(map, node)
  }

  private static func ranged(_ map: FlexBuffer.Map, _ node: OperatorNode) throws(RuntimeError) -> Form {
    let input = map.vector(forKey: "input_hw")?.ints ?? []
    let output = map.vector(forKey: "output_hw")?.ints ?? []
    let multiplier = map.float(forKey: "bbox_size_multiplier") ?? 0
    guard let range = map.int(forKey: "landmarks_range"), range > 0, multiplier != 0, input.count == 2,
      output.count == 2, (input + output).allSatisfy({ (1...1 << 24).contains($0) }),
      map.int(forKey: "dimensions") == 3
    else {
      throw node.error(
        .invalidOperator, "options missing or out of range",
        expected: "3 dimensions, positive 'landmarks_range', 'input_hw' and 'output_hw', a 'bbox_size_multiplier'")
    }
    return .ranged(
      range: Float(range), multiplier: multiplier, input: (Int(input[0]), Int(input[1])),
      output: (Int(output[0]), Int(output[1])))
  }

  private static func scaled(_ map: FlexBuffer.Map, _ node: OperatorNode) throws(RuntimeError) -> Form {
    guard let height = map.int(forKey: "output_height"), let width = map.int(forKey: "output_width"),
      let scaleX = map.float(forKey: "scale_x"), let scaleY = map.float(forKey: "scale_y"), scaleX > 0, scaleY > 0,
      (1...1 << 24).contains(height), (1...1 << 24).contains(width)
    else {
      throw node.error(
        .invalidOperator, "options missing or out of range",
        expected: "positive 'output_height', 'output_width', 'scale_x' and 'scale_y'")
    }
    return .scaled(
      angle: map.float(forKey: "target_rotation_radians") ?? 0, scaleX: scaleX, scaleY: scaleY,
      output: (height, width))
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .float32)
    if case .ranged = form { try context.expectRank(input, 4) } else { try context.expectRank(input, 3) }
    try context.expect(context.output(0), .float32)
    let needed = 3 * ((subset + [left, right]).max() ?? 0) + 3
    if input.elementCount < needed {
      throw context.error(
        "fewer landmarks than the options name", input, expected: "\(needed) elements", actual: "\(input.shape)")
    }
    try context.setShape([1, 4, 4], ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let landmarks = context.input(0).pointer(as: Float.self)
    let across = (x: landmarks[3 * right] - landmarks[3 * left], y: landmarks[3 * right + 1] - landmarks[3 * left + 1])
    let transform: AffineTransform
    switch form {
    case .ranged(let range, let multiplier, let input, let output):
      let angle = 0 - MathFunctions.atan2(across.y / across.x, 1)
      let crop = crop(landmarks, angle)
      let toAbsolute = AffineTransform(
        scaleX: Float(input.width - 1) / 2, scaleY: Float(input.height - 1) / 2, x0: Float(input.width - 1) / 2,
        y0: Float(input.height - 1) / 2)
      let rotation = AffineTransform(
        cosine: MathFunctions.cos(angle), sine: 0 - MathFunctions.sin(angle), x0: crop.x / range * 2 - 1,
        y0: crop.y / range * 2 - 1)
      let scale = AffineTransform(
        scaleX: crop.width * multiplier / range, scaleY: crop.height * multiplier / range)
      let toRelative = AffineTransform(
        scaleX: 2 / Float(output.width - 1), scaleY: 2 / Float(output.height - 1), x0: -1, y0: -1)
      transform = toAbsolute * rotation * scale * toRelative
    case .scaled(let target, let scaleX, let scaleY, let output):
      let angle = target - MathFunctions.atan2(across.y, across.x)
      let crop = crop(landmarks, angle)
      let rotation = AffineTransform(
        cosine: MathFunctions.cos(angle), sine: 0 - MathFunctions.sin(angle), x0: crop.x, y0: crop.y)
      let scale = AffineTransform(
        scaleX: scaleX * crop.width / Float(output.width), scaleY: scaleY * crop.height / Float(output.height))
      let shift = AffineTransform(scaleX: 1, scaleY: 1, x0: Float(-output.width) / 2, y0: Float(-output.height) / 2)
      transform = rotation * scale * shift
    }
    let matrix = context.output(0).mutablePointer(as: Float.self)
    for element in 0..<16 { matrix[element] = 0 }
    (matrix[0], matrix[1], matrix[3]) = (transform.xx, transform.xy, transform.x0)
    (matrix[4], matrix[5], matrix[7]) = (transform.yx, transform.yy, transform.y0)
    (matrix[10], matrix[15]) = (1, 1)
  }

  /// The center of the box around the subset once it is turned by `angle`, turned back, and the size of the box.
  private func crop(
    _ landmarks: UnsafePointer<Float>, _ angle: Float
  ) -> (x: Float, y: Float, width: Float, height: Float) {
    let turn = AffineTransform(cosine: MathFunctions.cos(angle), sine: MathFunctions.sin(angle))
    let back = AffineTransform(cosine: turn.xx, sine: 0 - turn.yx)
    var (lowest, highest) = (turn(landmarks[3 * subset[0]], landmarks[3 * subset[0] + 1]), (x: Float(0), y: Float(0)))
    highest = lowest
    for landmark in subset {
      let point = turn(landmarks[3 * landmark], landmarks[3 * landmark + 1])
      lowest = (min(lowest.x, point.x), min(lowest.y, point.y))
      highest = (max(highest.x, point.x), max(highest.y, point.y))
    }
    let (x, y) = back((lowest.x + highest.x) / 2, (lowest.y + highest.y) / 2)
    return (x, y, highest.x - lowest.x, highest.y - lowest.y)
  }
}
