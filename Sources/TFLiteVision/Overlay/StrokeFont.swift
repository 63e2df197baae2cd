/// A sans-serif font drawn for this package with one pen: Latin letters with their accents, digits and signs. What it does
/// not know is an empty frame.
enum StrokeFont {
  /// The units of ``Glyphs`` from the lower to the upper edge of a capital: its 14 and the pen.
  static let capitalHeight = 14 + penWidth
  static let penWidth = 1.95
  /// Between the strokes of neighbours.
  private static let spacing = 2.05

  /// A drawing as straight lines, in units of ``Glyphs``.
  struct Glyph: Sendable {
    var lines: [Line]
    /// From the left edge to that of the next glyph.
    let advance: Double
  }

  /// A piece of a stroke; a dot where both ends are one.
  struct Line: Sendable {
    let fromX, fromY, toX, toY: Double

    func moved(_ x: Double, _ y: Double) -> Line {
      Line(fromX: fromX + x, fromY: fromY + y, toX: toX + x, toY: toY + y)
    }
  }

  /// The glyphs of a text.
  static func glyphs(_ text: some Sequence<Character>) -> [Glyph] { text.map(glyph) }

  /// The width of a text in units, the pen's half on both sides with it.
  static func width(_ glyphs: some Sequence<Glyph>) -> Double {
    max(glyphs.reduce(0) { $0 + $1.advance } - spacing, 0)
  }

  static func glyph(_ character: Character) -> Glyph {
    if let glyph = plain[character] { return glyph }
    if character.isWhitespace { return Glyph(lines: [], advance: 5.4) }
    return composed(character) ?? unknown
  }

  private static let plain: [Character: Glyph] = Dictionary(
    uniqueKeysWithValues: Glyphs.drawings.map { character, drawing in
      let lines = StrokePath.lines(of: drawing)
      // Digits are equally wide.
      return (character, Glyph(lines: lines, advance: advance(character == "1" ? plainZero : lines)))
    })

  private static let plainZero = StrokePath.lines(of: Glyphs.drawings["0"] ?? "")

  private static let unknown = {
    let lines = StrokePath.lines(of: "M0,0 L0,14 L7,14 L7,0 L0,0")
    return Glyph(lines: lines, advance: advance(lines))
  }()

  private static func advance(_ lines: [Line]) -> Double {
    (lines.map { max($0.fromX, $0.toX) }.max() ?? 0) + penWidth + spacing
  }

  // MARK: letters with marks

  /// A letter and the marks it bears.
  private struct Composition: Sendable {
    let base: Character
    let marks: [Unicode.Scalar]
  }

  /// All letters with one mark, and those with two that languages have. Characters are equal when they are canonically, so
  /// this finds letters however they are encoded.
  private static let compositions: [Character: Composition] = {
    var found: [Character: Composition] = [:]
    func add(_ base: Character, _ marks: [Unicode.Scalar]) {
      var scalars = String.UnicodeScalarView(base.unicodeScalars)
      scalars.append(contentsOf: marks)
      let text = String(scalars)
      if text.count == 1, let character = text.first { found[character] = Composition(base: base, marks: marks) }
    }
    for base in Glyphs.drawings.keys where base.isLetter {
      for mark in Glyphs.marks.keys {
        add(base, [mark])
        for first: Unicode.Scalar in ["\u{302}", "\u{306}", "\u{308}", "\u{31B}"]
        where "AEIOUaeiou".contains(base) && mark != first { add(base, [first, mark]) }
      }
    }
    return found
  }()

  private static func composed(_ character: Character) -> Glyph? {
    guard let composition = compositions[character] else { return nil }
    let dotless: [Character: Character] = ["i": "ı", "j": "ȷ"]
    let isTopped = composition.marks.contains { Glyphs.marks[$0]?.isBelow == false }
    let base = isTopped ? dotless[composition.base] ?? composition.base : composition.base
    guard var glyph = plain[base] else { return nil }
    let height = glyph.lines.reduce(0) { max($0, $1.fromY, $1.toY) }
    let middle = base == "ȷ" ? 2.4 : glyph.lines.reduce(0) { max($0, $1.fromX, $1.toX) } / 2
    // A second mark on top stands higher, but for the horn's.
    var top = height
    for scalar in composition.marks {
      guard let mark = Glyphs.marks[scalar] else { continue }
      let lines = StrokePath.lines(of: mark.drawing)
      glyph.lines += lines.map { $0.moved(middle, mark.isBelow ? 0 : top) }
      if !mark.isBelow, scalar != "\u{31B}" { top += 2.7 }
    }
    // What is wider than its letter, as î, moves right.
    let left = glyph.lines.reduce(0) { min($0, $1.fromX, $1.toX) }
    let lines = glyph.lines.map { $0.moved(-left, 0) }
    return Glyph(lines: lines, advance: max(advance(lines), glyph.advance))
  }
}

/// Reads the drawings of ``Glyphs``.
private enum StrokePath {
  static func lines(of drawing: String) -> [StrokeFont.Line] {
    var lines: [StrokeFont.Line] = []
    var (x, y) = (0.0, 0.0)
    func line(_ toX: Double, _ toY: Double) {
      lines.append(StrokeFont.Line(fromX: x, fromY: y, toX: toX, toY: toY))
      (x, y) = (toX, toY)
    }
    func curve(_ p: [Double]) {
      let (startX, startY) = (x, y)
      let steps = 8
      for step in 1...steps {
        let t = Double(step) / Double(steps)
        let u = 1 - t
        let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        line(a * startX + b * p[0] + c * p[2] + d * p[4], a * startY + b * p[1] + c * p[3] + d * p[5])
      }
    }
    var pending: [Double] = []
    for token in drawing.split(separator: " ") {
      let command = token.first.flatMap { $0.isLetter ? $0 : nil }
      let numbers = token.drop { $0.isLetter }.split(separator: ",").compactMap { Double($0) }
      guard numbers.count == 2 else { continue }
      let (toX, toY) = (numbers[0], numbers[1])
      // How far a cubic's handles reach so that it is a quarter of an ellipse.
      let reach = 0.5523
      switch command {
      case "M": (x, y) = (toX, toY)
      case "L": line(toX, toY)
      case "D":
        (x, y) = (toX, toY)
        line(toX, toY)
      case "H": curve([x + (toX - x) * reach, y, toX, toY - (toY - y) * reach, toX, toY])
      case "V": curve([x, y + (toY - y) * reach, toX - (toX - x) * reach, toY, toX, toY])
      default:
        pending += numbers
        if pending.count == 6 {
          curve(pending)
          pending = []
        }
      }
    }
    return lines
  }
}
