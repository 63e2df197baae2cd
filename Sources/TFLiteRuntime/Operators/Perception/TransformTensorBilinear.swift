import TFLiteKernels
import TFLiteSchema

/// TransformTensorBilinear: an image `[1, H, W, C]` resampled bilinearly under a 4x4 matrix that leads from output to input
/// coordinates; zeros outside the input. Version 2 takes coordinates at the centers of pixels.
final class TransformTensorBilinear {
  private let height: Int
  private let width: Int
  private let usesCenters: Bool

  init(_ node: OperatorNode) throws(RuntimeError) {
    usesCenters = node.version == 2
    let map = FlexBuffer.Map(node.customOptions)
    var size: [Int64?]
    if usesCenters {
      size = [map?.int(forKey: "output_height").map { Int64($0) }, map?.int(forKey: "output_width").map { Int64($0) }]
    } else {
      size = (map?.vector(forKey: "output_size")?.ints ?? []).map { $0 }
      if let mode = map?.string(forKey: "mode"), mode != "bilinear" {
        throw node.error(.unsupported, "unknown mode", expected: "bilinear", actual: mode)
      }
    }
    guard size.count >= 2, let height = size[0], let width = size[1], (0...1 << 24).contains(height),
      (0...1 << 24).contains(width)
    else {
      throw node.error(.invalidOperator, "the options lack the size of the output, or it is out of range")
    }
    (self.height, self.width) = (Int(height), Int(width))
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .float32)
    try context.expectRank(input, 4)
    try context.expect(input.shape[0] == 1, "there must be one image", input)
    try context.expectTransform(context.input(1))
    try context.expect(context.output(0), .float32)
    try context.setShape([1, height, width, input.shape[3]], ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let shape = context.input(0).shape
    var transform = AffineTransform(context.input(1).pointer(as: Float.self))
    if usesCenters {
      transform.x0 = Float(Double(transform.x0) + (Double(transform.xx) * 0.5 + Double(transform.xy) * 0.5 - 0.5))
      transform.y0 = Float(Double(transform.y0) + (Double(transform.yx) * 0.5 + Double(transform.yy) * 0.5 - 0.5))
    }
    let job = ResampleJob(
      input: context.input(0).pointer(as: Float.self), output: context.output(0).mutablePointer(as: Float.self),
      transform: transform, height: shape[1], width: shape[2], channels: shape[3], outputWidth: width)
    context.parallel(job, rows: height, work: Work(width &* shape[3], .slowElement))
  }
}

/// One row is one row of the output.
private struct ResampleJob: RowJob {
  let input: UnsafePointer<Float>
  let output: UnsafeMutablePointer<Float>
  let transform: AffineTransform
  let height: Int
  let width: Int
  let channels: Int
  let outputWidth: Int

  func run(_ rows: Range<Int>) {
    for row in rows {
      for column in 0..<outputWidth {
        let target = output + (row &* outputWidth &+ column) &* channels
        let (x, y) = transform(Float(column), Float(row))
        if x >= 0, x <= Float(width - 1), y >= 0, y <= Float(height - 1) {
          sample(x, y, target)
        } else {
          for channel in 0..<channels { target[channel] = 0 }
        }
      }
    }
  }

  /// Elements beyond the last row or column count as zero; they have no weight.
  private func sample(_ x: Float, _ y: Float, _ target: UnsafeMutablePointer<Float>) {
    let (left, top) = (Int(x), Int(y))
    let right = Double(x - Float(left))
    let down = Double(y - Float(top))
    let first = input + (top &* width &+ left) &* channels
    let hasRight = left + 1 < width
    let hasBelow = top + 1 < height
    let step = width &* channels
    for channel in 0..<channels {
      let corner = Double(first[channel])
      let beside = hasRight ? Double(first[channels &+ channel]) : 0
      let below = hasBelow ? Double(first[step &+ channel]) : 0
      let opposite = hasRight && hasBelow ? Double(first[step &+ channels &+ channel]) : 0
      let upper = Float((1 - right) * corner + right * beside)
      let lower = Float((1 - right) * below + right * opposite)
      target[channel] = Float(down * Double(lower) + (1 - down) * Double(upper))
    }
  }
}
