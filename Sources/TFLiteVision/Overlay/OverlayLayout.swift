/// Where an overlay's boxes, labels and bars lie in a picture of a given size.
struct OverlayLayout {
  private(set) var shapes: [OverlayShape] = []
  private let width: Int
  private let height: Int
  /// The height of capitals in pixels.
  private let capital: Int
  private let line: Double

  init(_ overlay: Overlay, width: Int, height: Int) {
    let shorter = min(width, height)
    self.width = width
    self.height = height
    capital = overlay.fontScale.map { min(max($0, 1), 64) * 7 } ?? max((shorter + 22) / 44, 8)
    line = overlay.lineWidth.map { Double(min(max($0, 1), 1024)) } ?? max(Double(shorter) / 220, 2)
    let boxes = overlay.items.map { box($0.rectangle) }
    for (item, box) in zip(overlay.items, boxes) { addBox(box, item.color) }
    addLabels(overlay.items, boxes)
    addBars(overlay.bars)
  }

  private func shape(
    _ rectangle: OverlayRectangle, line: Double? = nil, _ color: Color, alpha: Double = 1
  ) -> OverlayShape {
    OverlayShape(rectangle, line: line, color, alpha: alpha, width: width, height: height)
  }

  // MARK: boxes

  private func box(_ rectangle: PixelRectangle) -> OverlayRectangle {
    // Far corners outside the picture are brought near it: their sides stay out of sight.
    let far = 1 << 20
    let left = Double(min(max(rectangle.x, -far), width + far))
    let top = Double(min(max(rectangle.y, -far), height + far))
    let across = Double(min(max(rectangle.width, 0), width + 2 * far))
    let down = Double(min(max(rectangle.height, 0), height + 2 * far))
    let radius = line < 2 ? 0 : min(line * 1.5, across / 4, down / 4)
    return OverlayRectangle(left: left, top: top, right: left + across, bottom: top + down, radius: radius)
  }

  /// A line inside the box's edge, and a shadow on its both sides that sets it off from grounds of its colour.
  private mutating func addBox(_ box: OverlayRectangle, _ color: Color) {
    guard box.right > box.left, box.bottom > box.top else { return }
    if line >= 2 {
      let halo = max(line * 0.3, 0.75)
      var around = box.inset(-halo)
      around.radius = box.radius + halo
      shapes.append(shape(around, line: line + 2 * halo, .black, alpha: 0.35))
    }
    shapes.append(shape(box, line: line, color))
  }

  // MARK: labels

  private var tagHeight: Int { capital + 2 * tagMargin }
  private var tagMargin: Int { max(capital * 9 / 20, 1) }
  private var tagPadding: Int { max(capital / 2, 1) }

  /// Places the labels, that of the last box first, and draws them over all boxes.
  private mutating func addLabels(_ items: [Overlay.Item], _ boxes: [OverlayRectangle]) {
    var placed: [OverlayRectangle] = []
    var tags: [[OverlayShape]] = []
    for (item, box) in zip(items, boxes).reversed() where !item.label.isEmpty {
      let mask = mask(item.label, within: width - 2 * tagPadding)
      let tagWidth = min(mask.width + 2 * tagPadding, width)
      let (x, y) = place(tagWidth, at: box, beside: placed)
      var tag = OverlayRectangle(
        left: Double(x), top: Double(y), right: Double(x + tagWidth), bottom: Double(y + tagHeight), radius: 0)
      placed.append(tag)
      tag.radius = line < 2 ? 0 : Double(capital) * 0.3
      tags.append([
        shape(tag, item.color),
        OverlayShape(
          mask, x: x + tagPadding, baseline: y + tagMargin + capital, item.color.readable, width: width, height: height
        ),
      ])
    }
    shapes += tags.reversed().joined()
  }

  /// The upper left corner of a tag: on the box's upper edge if there is room, else the best of places along its edges and
  /// near it, where it covers least of the tags before.
  private func place(_ tagWidth: Int, at box: OverlayRectangle, beside placed: [OverlayRectangle]) -> (Int, Int) {
    let (left, top) = (Int(max(box.left, 0)), Int(max(min(box.top, Double(height)), -Double(tagHeight))))
    let right = Int(min(box.right, Double(width))) - tagWidth
    let bottom = Int(min(max(box.bottom, 0), Double(height)))
    let inset = Int(line.rounded(.up))
    var rows = [top - tagHeight, max(top, 0), bottom, bottom - tagHeight]
    // In a crowd: one tag under the other, and above each other.
    for step in 1...6 { rows += [top + step * tagHeight, top - (step + 1) * tagHeight] }
    var best = (x: 0, y: 0, cost: Double.infinity)
    for (rank, row) in rows.enumerated() {
      let isInside = row >= top && row + tagHeight <= bottom
      let shift = isInside && line >= 2 ? inset : 0
      for (side, column) in [left + shift, right - shift, left - tagWidth, right + tagWidth].enumerated() {
        // Beside the box only where neither over nor under it is room.
        let x = min(max(column, 0), max(width - tagWidth, 0))
        let y = min(max(row + (rank == 1 ? shift : rank == 3 ? -shift : 0), 0), max(height - tagHeight, 0))
        let tag = OverlayRectangle(
          left: Double(x), top: Double(y), right: Double(x + tagWidth), bottom: Double(y + tagHeight), radius: 0)
        let covered = placed.reduce(0) { $0 + $1.overlap(tag) } / Double(tagWidth * tagHeight)
        let moved = Double(abs(y - row)) / Double(tagHeight)
        let cost = covered * 100 + moved * 3 + Double(rank) + Double(side) * (side > 1 ? 6 : 0.5)
        if cost < best.cost { best = (x, y, cost) }
      }
    }
    return (best.x, best.y)
  }

  /// The text of a label, without its middle where that does not fit.
  private func mask(_ label: String, within room: Int) -> TextMask {
    let scale = Double(capital) / StrokeFont.capitalHeight
    // No more characters than the picture is wide can be seen.
    let head = StrokeFont.glyphs(label.prefix(width))
    func fits(_ glyphs: [StrokeFont.Glyph]) -> Bool { StrokeFont.width(glyphs) * scale + 2 <= Double(room) }
    let isWhole = label.dropFirst(width).isEmpty
    if isWhole, fits(head) { return TextMask(head, capitalHeight: capital) }
    // The end tells the score.
    var tail = StrokeFont.glyphs(label.suffix(min(6, head.count / 2)))
    let dots = StrokeFont.glyph("…")
    while !tail.isEmpty, !fits([dots] + tail) { tail.removeFirst() }
    var (low, high) = (0, head.count - tail.count)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(head[..<middle] + [dots] + tail) { low = middle } else { high = middle - 1 }
    }
    return TextMask(head[..<low] + [dots] + tail, capitalHeight: capital)
  }

  // MARK: bars

  private mutating func addBars(_ bars: [Overlay.Bar]) {
    guard !bars.isEmpty else { return }
    let (margin, gap) = (max(capital / 2, 1), max(capital / 4, 1))
    let rowHeight = tagHeight
    // As many as half of the picture holds.
    let count = min(max((height / 2 - 2 * margin) / (rowHeight + gap), 1), bars.count)
    let room = max(width - 4 * margin, 1)
    let scores = bars.prefix(count).map { TextMask(StrokeFont.glyphs($0.score.prefix(16)), capitalHeight: capital) }
    let widest = scores.map(\.width).max() ?? 0
    let labels = bars.prefix(count).map { mask($0.label, within: room - widest - 3 * tagPadding) }
    let wanted = (labels.map(\.width).max() ?? 0) + widest + 4 * tagPadding
    let rowWidth = min(max(wanted, room * 2 / 5), room)
    let panelHeight = count * (rowHeight + gap) - gap + 2 * margin
    let (left, top) = (margin, max(height - margin - panelHeight, 0))
    let night = Color(red: 20, green: 22, blue: 27)
    let radius = Double(capital) * 0.4
    shapes.append(
      shape(
        OverlayRectangle(
          left: Double(left), top: Double(top), right: Double(left + rowWidth + 2 * margin),
          bottom: Double(top + panelHeight), radius: radius + Double(margin) / 2), night, alpha: 0.72))
    for (index, bar) in bars.prefix(count).enumerated() {
      let (x, y) = (left + margin, top + margin + index * (rowHeight + gap))
      let row = OverlayRectangle(
        left: Double(x), top: Double(y), right: Double(x + rowWidth), bottom: Double(y + rowHeight), radius: radius)
      shapes.append(shape(row, .white, alpha: 0.12))
      let fraction = bar.fraction.isFinite ? min(max(Double(bar.fraction), 0), 1) : 0
      var filled = row
      filled.right = row.left + (row.right - row.left) * fraction
      filled.radius = min(radius, (filled.right - filled.left) / 2)
      // Dark enough for white letters, and no other ones are needed where the bar ends under a word.
      shapes.append(shape(filled, bar.color.mixed(0.5, with: night)))
      let baseline = y + tagMargin + capital
      shapes.append(
        OverlayShape(labels[index], x: x + tagPadding, baseline: baseline, .white, width: width, height: height))
      shapes.append(
        OverlayShape(
          scores[index], x: x + rowWidth - tagPadding - scores[index].width, baseline: baseline, .white, width: width,
          height: height))
    }
  }
}
