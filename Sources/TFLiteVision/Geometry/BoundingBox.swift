/// A box in normalised coordinates: 0 is a picture's top or left edge, 1 its bottom or right edge.
public struct BoundingBox: Hashable, Sendable {
  /// Distance of the upper side from the picture's top, as a part of its height.
  public var top: Float
  /// Distance of the left side from the picture's left edge, as a part of its width.
  public var left: Float
  /// Distance of the lower side from the picture's top, as a part of its height.
  public var bottom: Float
  /// Distance of the right side from the picture's left edge, as a part of its width.
  public var right: Float

  /// A box of the given sides.
  public init(top: Float, left: Float, bottom: Float, right: Float) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The part of the box inside the picture.
  public var clamped: BoundingBox {
    BoundingBox(top: Self.unit(top), left: Self.unit(left), bottom: Self.unit(bottom), right: Self.unit(right))
  }

  private static func unit(_ value: Float) -> Float { min(max(value, 0), 1) }

  /// The pixels of a picture that the box covers: sides rounded to nearest, inside the picture, at least one pixel.
  public func pixels(inWidth width: Int, height: Int) -> PixelRectangle {
    let (x, columns) = Self.span(left, right, max(width, 1))
    let (y, rows) = Self.span(top, bottom, max(height, 1))
    return PixelRectangle(x: x, y: y, width: columns, height: rows)
  }

  private static func span(_ low: Float, _ high: Float, _ size: Int) -> (start: Int, count: Int) {
    let start = min(Int((unit(low.isNaN ? 0 : low) * Float(size)).rounded()), size - 1)
    let end = min(Int((unit(high.isNaN ? 0 : high) * Float(size)).rounded()), size)
    return (start, max(end - start, 1))
  }
}

/// Where a tensor's coordinates lie in the picture that it was made from.
public struct PictureMapping: Hashable, Sendable {
  /// Columns of the picture.
  public let pictureWidth: Int
  /// Rows of the picture.
  public let pictureHeight: Int
  /// The picture's edges that the tensor's edges stand for, in pixels; outside the picture for letterboxes.
  let x: Float
  let y: Float
  let width: Float
  let height: Float

  /// The mapping of a tensor that shows a whole picture.
  public init(pictureWidth: Int, pictureHeight: Int) {
    self.pictureWidth = pictureWidth
    self.pictureHeight = pictureHeight
    (x, y, width, height) = (0, 0, Float(pictureWidth), Float(pictureHeight))
  }

  /// The mapping of a tensor whose part `inner` shows the picture's part `region`.
  init(
    pictureWidth: Int, pictureHeight: Int, region: PixelRectangle, inner: PixelRectangle, tensorWidth: Int,
    tensorHeight: Int
  ) {
    self.pictureWidth = pictureWidth
    self.pictureHeight = pictureHeight
    let across = Float(region.width) / Float(inner.width)
    let down = Float(region.height) / Float(inner.height)
    x = Float(region.x) - Float(inner.x) * across
    y = Float(region.y) - Float(inner.y) * down
    width = Float(tensorWidth) * across
    height = Float(tensorHeight) * down
  }

  /// A box in the tensor's normalised coordinates, in the picture's. Exact when the tensor shows the whole picture.
  public func pictureBox(_ box: BoundingBox) -> BoundingBox {
    if x == 0, y == 0, width == Float(pictureWidth), height == Float(pictureHeight) { return box }
    let (w, h) = (Float(pictureWidth), Float(pictureHeight))
    return BoundingBox(
      top: (y + box.top * height) / h, left: (x + box.left * width) / w, bottom: (y + box.bottom * height) / h,
      right: (x + box.right * width) / w)
  }
}
