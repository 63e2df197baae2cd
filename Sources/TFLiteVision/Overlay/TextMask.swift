/// A line of text as coverage, 0 to 255 a pixel.
struct TextMask {
  let width: Int
  let height: Int
  /// The row, counted from the mask's, of the lower edge of capitals.
  let baseline: Int
  private let coverage: [UInt8]

  /// - Parameter capitalHeight: pixels.
  init(_ glyphs: [StrokeFont.Glyph], capitalHeight: Int) {
    let scale = Double(capitalHeight) / StrokeFont.capitalHeight
    let reach = max(StrokeFont.penWidth * scale / 2, 0.55)
    // Accents rise over capitals and tails hang under the line by less than this.
    let margin = capitalHeight / 2 + 1
    let width = Int((StrokeFont.width(glyphs) * scale).rounded(.up)) + 2
    let height = capitalHeight + 2 * margin
    let baseline = margin + capitalHeight
    var coverage = [UInt8](repeating: 0, count: width * height)
    var left = StrokeFont.penWidth / 2
    for glyph in glyphs {
      for line in glyph.lines {
        let fromX = (left + line.fromX) * scale
        let toX = (left + line.toX) * scale
        let fromY = Double(baseline) - (StrokeFont.penWidth / 2 + line.fromY) * scale
        let toY = Double(baseline) - (StrokeFont.penWidth / 2 + line.toY) * scale
        let isDot = line.fromX == line.toX && line.fromY == line.toY
        let radius = isDot ? reach * 1.25 : reach
        let columns = Self.range(min(fromX, toX) - radius, max(fromX, toX) + radius, width)
        let (dx, dy) = (toX - fromX, toY - fromY)
        let square = dx * dx + dy * dy
        for y in Self.range(min(fromY, toY) - radius, max(fromY, toY) + radius, height) {
          let py = Double(y) + 0.5 - fromY
          for x in columns {
            let px = Double(x) + 0.5 - fromX
            let along = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
            let (ex, ey) = (px - along * dx, py - along * dy)
            let cover = min(max(radius + 0.5 - (ex * ex + ey * ey).squareRoot(), 0), 1)
            coverage[y * width + x] = max(coverage[y * width + x], UInt8(cover * 255 + 0.5))
          }
        }
      }
      left += glyph.advance
    }
    self.width = width
    self.height = height
    self.baseline = baseline
    self.coverage = coverage
  }

  private static func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    let start = min(max(Int(low.rounded(.down)) - 1, 0), limit)
    return start..<max(start, min(Int(high.rounded(.up)) + 1, limit))
  }

  subscript(x: Int, y: Int) -> UInt8 { coverage[y * width + x] }
}
