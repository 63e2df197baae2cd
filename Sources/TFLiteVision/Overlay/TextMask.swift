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
    coverage.withUnsafeMutableBufferPointer { coverage in
      var left = StrokeFont.penWidth / 2
      for glyph in glyphs {
        for line in glyph.lines {
          let fromX = (left + line.fromX) * scale
          let toX = (left + line.toX) * scale
          let fromY = Double(baseline) - (StrokeFont.penWidth / 2 + line.fromY) * scale
          let toY = Double(baseline) - (StrokeFont.penWidth / 2 + line.toY) * scale
          let isDot = line.fromX == line.toX && line.fromY == line.toY
          Self.draw(
            (fromX, fromY), (toX, toY), radius: isDot ? reach * 1.25 : reach, on: coverage, width: width, height: height
          )
        }
        left += glyph.advance
      }
    }
    self.width = width
    self.height = height
    self.baseline = baseline
    self.coverage = coverage
  }

  /// A line with round ends.
  private static func draw(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), radius: Double,
    on coverage: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int
  ) {
    let columns = range(min(from.x, to.x) - radius, max(from.x, to.x) + radius, width)
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let square = dx * dx + dy * dy
    let perSquare = square > 0 ? 1 / square : 0
    // Pixels have a part in the line between these distances, squared.
    let outer = (radius + 0.5) * (radius + 0.5)
    let inner = radius > 0.5 ? (radius - 0.5) * (radius - 0.5) : 0
    for y in range(min(from.y, to.y) - radius, max(from.y, to.y) + radius, height) {
      let py = Double(y) + 0.5 - from.y
      for x in columns where coverage[y * width + x] < 255 {
        let px = Double(x) + 0.5 - from.x
        let along = min(max((px * dx + py * dy) * perSquare, 0), 1)
        let (ex, ey) = (px - along * dx, py - along * dy)
        let distance = ex * ex + ey * ey
        if distance >= outer { continue }
        let cover = distance <= inner ? 1 : min(radius + 0.5 - distance.squareRoot(), 1)
        coverage[y * width + x] = max(coverage[y * width + x], UInt8(cover * 255 + 0.5))
      }
    }
  }

  private static func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    let start = min(max(Int(low.rounded(.down)) - 1, 0), limit)
    return start..<max(start, min(Int(high.rounded(.up)) + 1, limit))
  }

  subscript(x: Int, y: Int) -> UInt8 { coverage[y * width + x] }
}
