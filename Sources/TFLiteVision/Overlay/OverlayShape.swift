/// The row of pixels that is drawn on.
struct OverlayRow {
  let pixels: UnsafeMutablePointer<UInt8>
  let y: Int
  let width: Int
  let channels: Int

  /// Lays a colour over pixel `x`, which lies in the row.
  /// - Parameter alpha: 0 to 1.
  func paint(_ x: Int, _ color: Color, _ alpha: Double) {
    paint(x, color, UInt8(alpha * 255 + 0.5))
  }

  /// - Parameter share: 0 to 255.
  @inline(__always)
  func paint(_ x: Int, _ color: Color, _ share: UInt8) {
    guard share > 0 else { return }
    let pixel = pixels + x * channels
    if channels == 4 {
      // Colour is not premultiplied: it counts as much as what lies above lets through.
      let below = multiply255(pixel[3], 255 - share)
      let sum = share &+ below
      let part = UInt8((UInt32(share) * 255 + UInt32(sum) / 2) / UInt32(sum))
      blend(color, part, pixel)
      pixel[3] = sum
    } else {
      blend(color, share, pixel)
    }
  }

  private func blend(_ color: Color, _ share: UInt8, _ pixel: UnsafeMutablePointer<UInt8>) {
    pixel[0] = TFLiteVision.blend(color.red, over: pixel[0], alpha: share)
    pixel[1] = TFLiteVision.blend(color.green, over: pixel[1], alpha: share)
    pixel[2] = TFLiteVision.blend(color.blue, over: pixel[2], alpha: share)
  }
}

/// What is drawn, cut to the picture.
struct OverlayShape {
  private enum Form {
    /// A rectangle with round corners: all of it, or a line so wide along its inner edge.
    case rectangle(OverlayRectangle, line: Double?)
    /// Text whose mask has its upper left pixel at the given place.
    case text(TextMask, x: Int, y: Int)
  }

  let rows: Range<Int>
  private let columns: Range<Int>
  private let form: Form
  private let color: Color
  private let alpha: Double

  /// - Parameter line: the width of a line along the inner edge; nil fills the rectangle.
  init(_ rectangle: OverlayRectangle, line: Double?, _ color: Color, alpha: Double, width: Int, height: Int) {
    form = .rectangle(rectangle, line: line)
    rows = Self.range(rectangle.top, rectangle.bottom, height)
    columns = Self.range(rectangle.left, rectangle.right, width)
    self.color = color
    self.alpha = alpha
  }

  init(_ mask: TextMask, x: Int, baseline: Int, _ color: Color, width: Int, height: Int) {
    let y = baseline - mask.baseline
    form = .text(mask, x: x, y: y)
    rows = Self.range(Double(y), Double(y + mask.height), height)
    columns = Self.range(Double(x), Double(x + mask.width), width)
    self.color = color
    alpha = 1
  }

  private static func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    let start = Int(min(max(low.rounded(.down), 0), Double(limit)))
    return start..<max(start, Int(min(max(high.rounded(.up), 0), Double(limit))))
  }

  func draw(on row: OverlayRow) {
    switch form {
    case .text(let mask, let x, let y):
      for column in columns {
        row.paint(column, color, mask[column - x, row.y - y])
      }
    case .rectangle(let rectangle, nil):
      // Left and right of the corners all pixels of a row are covered alike.
      let margin = rectangle.radius + 1
      let middle = Self.range(rectangle.left + margin, rectangle.right - margin - 1, row.width)
      let inside = middle.overlaps(columns) ? columns.clamped(to: middle) : columns.upperBound..<columns.upperBound
      for column in columns.lowerBound..<inside.lowerBound {
        row.paint(column, color, rectangle.coverage(column, row.y) * alpha)
      }
      if let column = inside.first {
        let share = UInt8(rectangle.coverage(column, row.y) * alpha * 255 + 0.5)
        for column in inside { row.paint(column, color, share) }
      }
      for column in inside.upperBound..<columns.upperBound {
        row.paint(column, color, rectangle.coverage(column, row.y) * alpha)
      }
    case .rectangle(let rectangle, let line?):
      let inner = rectangle.inset(line)
      func paint(_ range: Range<Int>) {
        for column in range {
          let cover = rectangle.coverage(column, row.y) - inner.coverage(column, row.y)
          if cover > 0 { row.paint(column, color, cover * alpha) }
        }
      }
      // Between the upper and the lower line only the ends of a row are drawn.
      let edge = line + rectangle.radius + 1
      let middle = Double(row.y) + 0.5
      if middle < rectangle.top + edge || middle > rectangle.bottom - edge
        || rectangle.right - rectangle.left < 2 * edge + 2
      {
        paint(columns)
      } else {
        paint(columns.clamped(to: Self.range(rectangle.left, rectangle.left + edge, row.width)))
        paint(columns.clamped(to: Self.range(rectangle.right - edge, rectangle.right, row.width)))
      }
    }
  }
}

/// A rectangle with round corners, in pixels of the picture.
struct OverlayRectangle {
  var left, top, right, bottom: Double
  var radius: Double

  func inset(_ amount: Double) -> OverlayRectangle {
    OverlayRectangle(
      left: left + amount, top: top + amount, right: right - amount, bottom: bottom - amount,
      radius: max(radius - amount, 0))
  }

  /// How much of a pixel lies inside, by the distance of its middle to the edge.
  func coverage(_ x: Int, _ y: Int) -> Double {
    guard right > left, bottom > top else { return 0 }
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    let dx = max(left + radius - px, px - (right - radius))
    let dy = max(top + radius - py, py - (bottom - radius))
    let outside = dx > 0 && dy > 0 ? (dx * dx + dy * dy).squareRoot() : max(dx, dy)
    return min(max(radius - outside + 0.5, 0), 1)
  }

  /// The area that both cover.
  func overlap(_ other: OverlayRectangle) -> Double {
    max(min(right, other.right) - max(left, other.left), 0) * max(min(bottom, other.bottom) - max(top, other.top), 0)
  }
}
