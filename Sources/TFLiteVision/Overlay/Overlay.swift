/// Boxes with labels, to be drawn over a picture.
///
/// First comes the model's result, then one pass over the picture's rows that copies each row and draws on it: a frame
/// is never shown without its boxes and never copied twice.
public struct Overlay: Hashable, Sendable {
  /// One box and its label.
  public struct Item: Hashable, Sendable {
    /// The outer edge of the box in pixels of the picture; parts outside the picture are not drawn.
    public var rectangle: PixelRectangle
    /// The text over the box; empty for none. Characters outside ASCII show as a question mark.
    public var label: String
    /// Red, green and blue of the line and of the label's ground.
    public var color: Color

    /// A box with its label.
    public init(rectangle: PixelRectangle, label: String, color: Color) {
      self.rectangle = rectangle
      self.label = label
      self.color = color
    }
  }

  /// Boxes from the first, which is lowest, to the last.
  public var items: [Item]
  /// The width of the line in pixels; nil for one of the picture's size: 1/200 of its shorter side, at least 1.
  public var lineWidth: Int?
  /// How many pixels a dot of the font is wide; nil for one of the picture's size: 1/320 of its shorter side, at least 1.
  public var fontScale: Int?

  /// An overlay of the given boxes.
  public init(items: [Item], lineWidth: Int? = nil, fontScale: Int? = nil) {
    self.items = items
    self.lineWidth = lineWidth
    self.fontScale = fontScale
  }

  /// The boxes of detections, each class in its colour, best score on top, labels like "cat 87%".
  public init(_ detections: [Detection], lineWidth: Int? = nil, fontScale: Int? = nil) {
    let items = detections.reversed().map { detection in
      let percent = detection.score.isFinite ? Int((min(max(detection.score, 0), 1) * 100).rounded()) : 0
      return Item(
        rectangle: detection.pixels, label: "\(detection.label ?? "#\(detection.index)") \(percent)%",
        color: .distinct(detection.index))
    }
    self.init(items: items, lineWidth: lineWidth, fontScale: fontScale)
  }

  /// The picture with the overlay: RGBA where the picture has alpha, else RGB.
  public func drawn(on picture: Picture) -> Picture {
    let shorter = min(picture.width, picture.height)
    let line = min(max(lineWidth ?? shorter / 200, 1), 1024)
    let dot = min(max(fontScale ?? (shorter + 160) / 320, 1), 64)
    let shapes = items.flatMap { OverlayShape.shapes(of: $0, line: line, dot: dot, picture) }
    let source = picture.format == .gray ? picture.converted(to: .rgb) : picture
    let rowBytes = source.bytesPerRow
    return source.bytes.withUnsafeBufferPointer { input in
      Picture(uncheckedWidth: source.width, height: source.height, format: source.format) { output in
        guard let base = input.baseAddress else { return }
        for y in 0..<source.height {
          let row = output + y * rowBytes
          row.initialize(from: base + y * rowBytes, count: rowBytes)
          for shape in shapes where shape.rows.contains(y) { shape.draw(y, on: row, channels: source.channels) }
        }
      }
    }
  }
}

/// Red, green and blue.
public struct Color: Hashable, Sendable {
  /// 0 to 255.
  public var red: UInt8
  /// 0 to 255.
  public var green: UInt8
  /// 0 to 255.
  public var blue: UInt8

  /// A colour of the given parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A bright colour of its own for each class, the same on every run: hues by the golden angle, so that neighbours differ
  /// most.
  public static func distinct(_ index: Int) -> Color {
    // The golden ratio's fraction in 16 bits, times six sectors of the colour circle.
    let hue = (UInt32(truncatingIfNeeded: index) &* 40503 & 0xFFFF) &* 6
    let sector = hue >> 16
    let rise = UInt8(truncatingIfNeeded: (hue & 0xFFFF) >> 8)
    let fall = 255 - rise
    switch sector {
    case 0: return Color(red: 255, green: rise, blue: 0)
    case 1: return Color(red: fall, green: 255, blue: 0)
    case 2: return Color(red: 0, green: 255, blue: rise)
    case 3: return Color(red: 0, green: fall, blue: 255)
    case 4: return Color(red: rise, green: 0, blue: 255)
    default: return Color(red: 255, green: 0, blue: fall)
    }
  }

  /// Black or white, whichever can be read on this colour.
  var readable: Color {
    let value: UInt8 = luminance(red, green, blue) > 140 ? 0 : 255
    return Color(red: value, green: value, blue: value)
  }
}

/// A filled rectangle or a line of text, cut to the picture.
private struct OverlayShape {
  let rows: Range<Int>
  private let columns: Range<Int>
  private let color: Color
  /// Rows of the font's bits with the text's first row and column and the size of a dot; nil for a filled rectangle.
  private let text: (glyphs: [BitmapFont.Glyph], x: Int, y: Int, dot: Int)?

  private init(_ rectangle: PixelRectangle, _ color: Color, _ picture: Picture) {
    columns = Self.range(rectangle.x, rectangle.width, picture.width)
    rows = Self.range(rectangle.y, rectangle.height, picture.height)
    self.color = color
    text = nil
  }

  private init(text: [BitmapFont.Glyph], x: Int, y: Int, dot: Int, _ color: Color, _ picture: Picture) {
    columns = Self.range(x, text.count * BitmapFont.advance * dot, picture.width)
    rows = Self.range(y, BitmapFont.height * dot, picture.height)
    self.color = color
    self.text = (text, x, y, dot)
  }

  private static func range(_ start: Int, _ count: Int, _ limit: Int) -> Range<Int> {
    let (sum, overflow) = start.addingReportingOverflow(max(count, 0))
    let low = min(max(start, 0), limit)
    return low..<min(max(overflow ? limit : sum, low), limit)
  }

  /// Four sides, the label's ground and its text. The label stands on the box's upper side, inside where there is no
  /// room above, and is moved left where it would leave the picture.
  static func shapes(of item: Overlay.Item, line: Int, dot: Int, _ picture: Picture) -> [OverlayShape] {
    // Far corners outside the picture are brought near it: their sides stay out of sight.
    let far = 1 << 20
    let left = min(max(item.rectangle.x, -far), picture.width + far)
    let top = min(max(item.rectangle.y, -far), picture.height + far)
    let width = min(max(item.rectangle.width, 0), picture.width + 2 * far)
    let height = min(max(item.rectangle.height, 0), picture.height + 2 * far)
    let across = min(line, width)
    let down = min(line, height)
    var shapes = [
      OverlayShape(PixelRectangle(x: left, y: top, width: width, height: down), item.color, picture),
      OverlayShape(
        PixelRectangle(x: left, y: top + height - down, width: width, height: down), item.color, picture),
      OverlayShape(PixelRectangle(x: left, y: top, width: across, height: height), item.color, picture),
      OverlayShape(
        PixelRectangle(x: left + width - across, y: top, width: across, height: height), item.color, picture),
    ]
    guard !item.label.isEmpty else { return shapes }
    // No more characters than the picture is wide can be seen.
    let glyphs = item.label.prefix(picture.width).map { BitmapFont.glyph($0) }
    let tagWidth = (glyphs.count * BitmapFont.advance + 1) * dot
    let tagHeight = (BitmapFont.height + 2) * dot
    let tagX = max(0, min(left, picture.width - tagWidth))
    let tagY = top >= tagHeight ? top - tagHeight : max(0, top)
    shapes.append(
      OverlayShape(PixelRectangle(x: tagX, y: tagY, width: tagWidth, height: tagHeight), item.color, picture))
    shapes.append(
      OverlayShape(text: glyphs, x: tagX + dot, y: tagY + dot, dot: dot, item.color.readable, picture))
    return shapes
  }

  func draw(_ y: Int, on row: UnsafeMutablePointer<UInt8>, channels: Int) {
    guard let text else {
      for x in columns { paint(x, row, channels) }
      return
    }
    let line = (y - text.y) / text.dot
    for x in columns {
      let dot = (x - text.x) / text.dot
      let column = dot % BitmapFont.advance
      if text.glyphs[dot / BitmapFont.advance].isSet(row: line, column: column) { paint(x, row, channels) }
    }
  }

  private func paint(_ x: Int, _ row: UnsafeMutablePointer<UInt8>, _ channels: Int) {
    row[x * channels] = color.red
    row[x * channels + 1] = color.green
    row[x * channels + 2] = color.blue
    if channels == 4 { row[x * channels + 3] = 255 }
  }
}
