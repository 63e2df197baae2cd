/// Boxes with labels, and bars of scores, to be drawn over a picture.
///
/// First comes the model's result, then one pass over the picture's rows that copies each row and draws on it: a frame
/// is never shown without its boxes and never copied twice. Edges and letters are smooth, sizes are the picture's unless
/// given, labels keep out of each other's way and inside the picture.
public struct Overlay: Hashable, Sendable {
  /// One box and its label.
  public struct Item: Hashable, Sendable {
    /// The outer edge of the box in pixels of the picture; parts outside the picture are not drawn.
    public var rectangle: PixelRectangle
    /// The text over the box; empty for none. Latin letters with accents, digits and signs are drawn, other characters
    /// show as an empty frame; of a label wider than the picture the middle is left out.
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

  /// A class of the whole picture and how sure the model is of it.
  public struct Bar: Hashable, Sendable {
    /// The text at the bar's beginning.
    public var label: String
    /// The text at its end, such as "96 %".
    public var score: String
    /// How much of the bar is filled, 0 to 1.
    public var fraction: Float
    /// Red, green and blue of what is filled.
    public var color: Color

    /// A bar with its texts.
    public init(label: String, score: String, fraction: Float, color: Color) {
      self.label = label
      self.score = score
      self.fraction = fraction
      self.color = color
    }
  }

  /// Boxes from the first, which is lowest, to the last.
  public var items: [Item]
  /// Bars from above, in the lower left corner of the picture: as many of them, from the first, as half of the picture
  /// holds, and always one.
  public var bars: [Bar] = []
  /// The width of the line in pixels; nil for one of the picture's size: 1/220 of its shorter side, at least 2.
  public var lineWidth: Int?
  /// The height of capitals in pixels, divided by 7; nil for one of the picture's size: 1/44 of its shorter side, at least
  /// 8 pixels.
  public var fontScale: Int?

  /// An overlay of the given boxes.
  public init(items: [Item], lineWidth: Int? = nil, fontScale: Int? = nil) {
    self.items = items
    self.lineWidth = lineWidth
    self.fontScale = fontScale
  }

  /// The boxes of detections, each class in its colour, best score on top, labels like "cat 87 %".
  public init(_ detections: [Detection], lineWidth: Int? = nil, fontScale: Int? = nil) {
    let items = detections.reversed().map { detection in
      Item(
        rectangle: detection.pixels,
        label: "\(detection.label ?? "class \(detection.index)") \(ScoreText.text(detection.score))",
        color: .distinct(detection.index))
    }
    self.init(items: items, lineWidth: lineWidth, fontScale: fontScale)
  }

  /// A bar for each class of a picture. Scores from 0 to 1 are shares of a bar and shown like "87 %"; where one is not,
  /// all are shown as they are, and bars go from the lowest to the highest of them.
  public init(classes: [Classification], fontScale: Int? = nil) {
    self.init(items: [], fontScale: fontScale)
    let scores = classes.map(\.score)
    let areShares = scores.allSatisfy { (0...1).contains($0) }
    let finite = scores.filter(\.isFinite)
    let (low, high) = areShares ? (0, 1) : (min(finite.min() ?? 0, 0), finite.max() ?? 1)
    bars = classes.map {
      Bar(
        label: $0.label ?? "class \($0.index)", score: ScoreText.text($0.score, isShare: areShares),
        fraction: $0.score.isFinite && high > low ? ($0.score - low) / (high - low) : 0, color: .distinct($0.index))
    }
  }

  /// The picture with the overlay: RGBA where the picture has alpha, else RGB.
  public func drawn(on picture: Picture) -> Picture {
    let shapes = OverlayLayout(self, width: picture.width, height: picture.height).shapes
    let source = picture.format == .gray ? picture.converted(to: .rgb) : picture
    let rowBytes = source.bytesPerRow
    return source.bytes.withUnsafeBufferPointer { input in
      Picture(uncheckedWidth: source.width, height: source.height, format: source.format) { output in
        guard let base = input.baseAddress else { return }
        for y in 0..<source.height {
          let row = output + y * rowBytes
          row.initialize(from: base + y * rowBytes, count: rowBytes)
          let target = OverlayRow(pixels: row, y: y, width: source.width, channels: source.channels)
          for shape in shapes where shape.rows.contains(y) { shape.draw(on: target) }
        }
      }
    }
  }
}
