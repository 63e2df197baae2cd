/// The part of a 4x4 transformation matrix that moves points of a plane: `x' = xx * x + xy * y + x0`, likewise `y'`.
struct AffineTransform {
  var xx: Float
  var xy: Float
  var x0: Float
  var yx: Float
  var yy: Float
  var y0: Float

  /// The first two rows of a row-major matrix of 4 columns.
  init(_ matrix: UnsafePointer<Float>) {
    (xx, xy, x0) = (matrix[0], matrix[1], matrix[3])
    (yx, yy, y0) = (matrix[4], matrix[5], matrix[7])
  }

  init(xx: Float, xy: Float, x0: Float, yx: Float, yy: Float, y0: Float) {
    (self.xx, self.xy, self.x0) = (xx, xy, x0)
    (self.yx, self.yy, self.y0) = (yx, yy, y0)
  }

  /// A rotation given by the cosine and sine of its angle, then a shift.
  init(cosine: Float, sine: Float, x0: Float = 0, y0: Float = 0) {
    self.init(xx: cosine, xy: 0 - sine, x0: x0, yx: sine, yy: cosine, y0: y0)
  }

  /// Scales along the axes, then a shift.
  init(scaleX: Float, scaleY: Float, x0: Float = 0, y0: Float = 0) {
    self.init(xx: scaleX, xy: 0, x0: x0, yx: 0, yy: scaleY, y0: y0)
  }

  @inline(__always)
  func callAsFunction(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    (xx * x + xy * y + x0, yx * x + yy * y + y0)
  }

  /// The transform that applies `second` first.
  static func * (first: Self, second: Self) -> Self {
    Self(
      xx: first.xx * second.xx + first.xy * second.yx, xy: first.xx * second.xy + first.xy * second.yy,
      x0: first.xx * second.x0 + first.xy * second.y0 + first.x0,
      yx: first.yx * second.xx + first.yy * second.yx, yy: first.yx * second.xy + first.yy * second.yy,
      y0: first.yx * second.x0 + first.yy * second.y0 + first.y0)
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` or `unsupported` unless `tensor` is a 4x4 matrix of floats.
  func expectTransform(_ tensor: RuntimeTensor) throws(RuntimeError) {
    try expect(tensor, .float32)
    if tensor.elementCount != 16 {
      throw error("not a 4x4 matrix", tensor, expected: "16 elements", actual: "\(tensor.shape)")
    }
  }
}
