/// A rectangle of whole pixels; the origin is the picture's top left corner.
public struct PixelRectangle: Hashable, Sendable, CustomStringConvertible {
  /// Columns before the rectangle.
  public var x: Int
  /// Rows above the rectangle.
  public var y: Int
  /// Columns inside.
  public var width: Int
  /// Rows inside.
  public var height: Int

  /// A rectangle of the given place and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the rectangle holds pixels and all of them lie in a picture of the given size.
  func fits(inWidth pictureWidth: Int, height pictureHeight: Int) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && x < pictureWidth && y < pictureHeight
      && width <= pictureWidth - x && height <= pictureHeight - y
  }

  /// The largest rectangle of the proportions `aspectWidth : aspectHeight` in the middle of a picture.
  ///
  /// Sizes are rounded to nearest and the odd pixel is left out on the right and at the bottom. All arguments are at
  /// least 1; smaller ones count as 1.
  public static func centered(
    inWidth width: Int, height: Int, aspectWidth: Int, aspectHeight: Int
  ) -> PixelRectangle {
    let inner = Self.fitting(
      aspectWidth: max(aspectWidth, 1), aspectHeight: max(aspectHeight, 1), inWidth: max(width, 1),
      height: max(height, 1))
    return PixelRectangle(
      x: (max(width, 1) - inner.width) / 2, y: (max(height, 1) - inner.height) / 2, width: inner.width,
      height: inner.height)
  }

  /// Where a picture lies that is scaled, in proportion, to the middle of a canvas: the inside of a letterbox.
  public static func letterbox(
    ofWidth width: Int, height: Int, inWidth canvasWidth: Int, height canvasHeight: Int
  ) -> PixelRectangle {
    centered(inWidth: canvasWidth, height: canvasHeight, aspectWidth: width, aspectHeight: height)
  }

  private static func fitting(
    aspectWidth: Int, aspectHeight: Int, inWidth width: Int, height: Int
  ) -> (width: Int, height: Int) {
    let ratio = Double(aspectWidth) / Double(aspectHeight)
    if Double(width) / Double(height) > ratio {
      return (min(width, max(1, Int((Double(height) * ratio).rounded()))), height)
    }
    return (width, min(height, max(1, Int((Double(width) / ratio).rounded()))))
  }

  /// As `4x3 at (1, 2)`.
  public var description: String { "\(width)x\(height) at (\(x), \(y))" }
}
