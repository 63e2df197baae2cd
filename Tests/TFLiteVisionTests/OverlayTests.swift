import Foundation
import TFLiteVision
import Testing

@Suite struct OverlayTests {
  let red = Color(red: 255, green: 0, blue: 0)
  let ground: Picture

  init() throws {
    ground = try Picture(width: 40, height: 30, format: .rgb, color: [10, 20, 30])
  }

  /// One character a pixel: the ground, the colour, or something else.
  private func map(_ picture: Picture) -> [String] {
    (0..<picture.height).map { y in
      String(
        (0..<picture.width).map { x -> Character in
          switch Array(picture[x, y].prefix(3)) {
          case [10, 20, 30]: "."
          case [255, 0, 0]: "#"
          default: "o"
          }
        })
    }
  }

  @Test func drawsBoxes() {
    let item = Overlay.Item(rectangle: PixelRectangle(x: 2, y: 1, width: 6, height: 5), label: "", color: red)
    let rows = map(Overlay(items: [item], lineWidth: 1).drawn(on: ground)).map { $0.prefix(10) }
    #expect(
      rows.prefix(7) == [
        "..........", "..######..", "..#....#..", "..#....#..", "..#....#..", "..######..", "..........",
      ])
    // Wider lines have a shadow on both sides.
    let thick = map(Overlay(items: [item], lineWidth: 2).drawn(on: ground)).map { $0.prefix(10) }
    #expect(thick[2] == ".o######o." && thick[3] == ".o##oo##o.")
  }

  /// The first and last row and column in which two pictures differ.
  private func bounds(_ drawn: Picture, from ground: Picture) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>)? {
    var (rows, columns): ([Int], [Int]) = ([], [])
    for y in 0..<ground.height {
      for x in 0..<ground.width where !drawn[x, y].elementsEqual(ground[x, y]) {
        rows.append(y)
        columns.append(x)
      }
    }
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(), let right = columns.max() else {
      return nil
    }
    return (top...bottom, left...right)
  }

  @Test func drawsLabels() throws {
    let item = Overlay.Item(rectangle: PixelRectangle(x: 5, y: 20, width: 20, height: 8), label: "I", color: red)
    let rows = map(Overlay(items: [item], lineWidth: 1, fontScale: 1).drawn(on: ground))
    // A tag of 9 columns and 13 rows stands on the box: the letter of 7 rows, and its smooth ends, between margins of 3.
    #expect(rows[6].allSatisfy { $0 == "." })
    #expect(rows[7].hasPrefix(".....#########."))
    #expect(rows[8].hasPrefix(".....#########."))
    for row in rows[10...16] {
      #expect(row.hasPrefix(".....###") && row.dropFirst(8).prefix(2).contains("o"), "\(row)")
    }
    #expect(rows[18].hasPrefix(".....#########."))
    #expect(rows[19].hasPrefix(".....#########."))
    // Without room above, the tag hangs inside the box, and moves left where it would leave the picture.
    let high = Overlay.Item(rectangle: PixelRectangle(x: 35, y: 3, width: 20, height: 20), label: "I", color: red)
    let inside = map(Overlay(items: [high], lineWidth: 1, fontScale: 1).drawn(on: ground))
    #expect(inside[2].hasSuffix("......."))
    #expect(inside[3].hasSuffix(".#########"))
    #expect(inside[15].hasSuffix(".#########"))
  }

  /// Letters are smooth: there are more shades than two, and a letter of twice the size covers about four times as much.
  @Test func drawsSmoothLetters() throws {
    let wide = try Picture(width: 200, height: 200, format: .gray, color: [0])
    func ink(_ scale: Int) -> (sum: Int, shades: Int) {
      let item = Overlay.Item(
        rectangle: PixelRectangle(x: 0, y: 190, width: 1, height: 1), label: "S",
        color: Color(red: 9, green: 0, blue: 0))
      let drawn = Overlay(items: [item], lineWidth: 1, fontScale: scale).drawn(on: wide)
      let shades = (0..<200 * 200).map { drawn.bytes[$0 * 3 + 1] }
      return (shades.reduce(0) { $0 + Int($1) }, Set(shades).count)
    }
    let (small, large) = (ink(4), ink(8))
    #expect(small.shades > 20)
    #expect(abs(Double(large.sum) / Double(small.sum) - 4) < 0.15)
  }

  @Test func keepsLabelsApart() throws {
    let wide = try Picture(width: 300, height: 200, format: .rgb, color: [0, 0, 0])
    func items(_ count: Int) -> [Overlay.Item] {
      (0..<count).map {
        Overlay.Item(
          rectangle: PixelRectangle(x: 100 + $0, y: 80 + $0, width: 60, height: 50), label: "label",
          color: Color(red: 200, green: 0, blue: 0))
      }
    }
    // As much of the tags' colour is seen as if each had a picture of its own.
    func area(_ items: [Overlay.Item]) -> Int {
      let drawn = Overlay(items: items, lineWidth: 1, fontScale: 1).drawn(on: wide)
      return (0..<300 * 200).reduce(0) { $0 + (drawn.bytes[$1 * 3] > 0 ? 1 : 0) }
    }
    func tag(_ item: Overlay.Item) -> Int {
      var bare = item
      bare.label = ""
      return area([item]) - area([bare])
    }
    let four = items(4)
    let lines = area(
      four.map {
        var bare = $0
        bare.label = ""
        return bare
      })
    // A tag hides pieces of other boxes' lines at most.
    #expect(area(four) > lines + 4 * tag(four[0]) - 4 * 150)
    #expect(area(four) <= lines + 4 * tag(four[0]))
  }

  @Test func leavesTheMiddleOfLongLabelsOut() throws {
    let item = Overlay.Item(
      rectangle: PixelRectangle(x: 0, y: 20, width: 4, height: 4),
      label: String(repeating: "long ", count: 40) + "96 %",
      color: red)
    let drawn = Overlay(items: [item], lineWidth: 1, fontScale: 1).drawn(on: ground)
    let (rows, columns) = try #require(bounds(drawn, from: ground))
    #expect(rows.lowerBound >= 0 && columns.upperBound <= 39)
    // The end is there: two labels that differ in it alone look different.
    var other = item
    other.label = String(item.label.dropLast(4)) + "97 %"
    #expect(Overlay(items: [other], lineWidth: 1, fontScale: 1).drawn(on: ground).bytes != drawn.bytes)
  }

  /// Accented letters are drawn alike however they are encoded, differ from their letters, and unknown characters are frames.
  @Test(arguments: ["é", "Å", "ñ", "ç", "ž", "ő", "ı", "ß", "ø", "ế", "Ș"])
  func drawsAccents(_ letter: Character) throws {
    let wide = try Picture(width: 40, height: 40, format: .gray, color: [0])
    func drawing(_ text: String) -> [UInt8] {
      let item = Overlay.Item(rectangle: PixelRectangle(x: 0, y: 36, width: 1, height: 1), label: text, color: red)
      return Overlay(items: [item], lineWidth: 1, fontScale: 2).drawn(on: wide).bytes
    }
    let plain = drawing(String(letter))
    #expect(plain != drawing("\u{4E00}"))
    #expect(drawing("\u{4E00}") == drawing("\u{4E01}"))
    if let base = letter.unicodeScalars.first, letter.unicodeScalars.count > 1 {
      #expect(plain != drawing(String(base)))
    }
    #expect(drawing("e\u{301}") == drawing("\u{E9}") && drawing("\u{E9}") != drawing("e"))
  }

  @Test func drawsBars() throws {
    let night = try Picture(width: 300, height: 200, format: .rgb, color: [0, 0, 0])
    let overlay = Overlay(
      classes: [
        Classification(index: 1, label: "cat", score: 0.75), Classification(index: 2, label: nil, score: 0.25),
        Classification(index: 3, label: "dog", score: 0.0004),
      ], fontScale: 1)
    #expect(overlay.items.isEmpty)
    #expect(overlay.bars.map(\.label) == ["cat", "class 2", "dog"])
    #expect(overlay.bars.map(\.score) == ["75 %", "25 %", "<0.1 %"])
    #expect(overlay.bars.map(\.fraction) == [0.75, 0.25, 0.0004])
    let (rows, columns) = try #require(bounds(overlay.drawn(on: night), from: night))
    // In the lower left corner, with the upper half free.
    #expect(columns.lowerBound == 3 && rows.upperBound == 196 && rows.lowerBound > 100)
    // Logits are shown as they are; bars go from the lowest to the highest.
    let logits = Overlay(classes: [
      Classification(index: 0, label: nil, score: 6), Classification(index: 1, label: nil, score: -2),
    ])
    #expect(logits.bars.map(\.score) == ["6.000", "-2.000"] && logits.bars.map(\.fraction) == [1, 0])
    // One that does not fit, and ones that are no numbers, draw nothing outside.
    for size in [1, 7, 30] {
      let tiny = try Picture(width: size, height: size, format: .rgba, color: [1, 2, 3, 4])
      let odd = Overlay(classes: [
        Classification(index: 0, label: "x", score: .nan), Classification(index: 1, label: "", score: .infinity),
      ])
      #expect(odd.drawn(on: tiny).width == size)
    }
  }

  @Test func keepsInsideThePicture() {
    let rectangles = [
      PixelRectangle(x: -5, y: -5, width: 100, height: 100),
      PixelRectangle(x: .max, y: .max, width: .max, height: .max),
      PixelRectangle(x: .min, y: .min, width: .max, height: .max), PixelRectangle(x: 39, y: 29, width: 1, height: 1),
      PixelRectangle(x: 3, y: 3, width: 0, height: 0), PixelRectangle(x: 3, y: 3, width: -4, height: -4),
    ]
    for rectangle in rectangles {
      let item = Overlay.Item(rectangle: rectangle, label: "a long label with é and 猫", color: red)
      for (line, scale) in [(1, 1), (5, 3), (Int.max, Int.max), (-1, 0)] {
        let drawn = Overlay(items: [item], lineWidth: line, fontScale: scale).drawn(on: ground)
        #expect(drawn.width == 40 && drawn.height == 30)
      }
    }
  }

  @Test func keepsFormats() throws {
    let item = Overlay.Item(rectangle: PixelRectangle(x: 0, y: 0, width: 4, height: 4), label: "", color: red)
    let gray = try Picture(width: 8, height: 8, format: .gray, color: [50])
    let drawn = Overlay(items: [item]).drawn(on: gray)
    #expect(drawn.format == .rgb)
    #expect(Array(drawn[1, 1]) == [255, 0, 0] && Array(drawn[7, 7]) == [50, 50, 50])
    let clear = try Picture(width: 8, height: 8, format: .rgba, color: [1, 2, 3, 0])
    let over = Overlay(items: [item]).drawn(on: clear)
    #expect(Array(over[1, 1]) == [255, 0, 0, 255] && Array(over[7, 7]) == [1, 2, 3, 0])
  }

  @Test func tellsClassesApart() {
    let colors = (0..<40).map { Color.distinct($0) }
    #expect(Set(colors).count == 40)
    #expect(Color.distinct(7) == colors[7])
    #expect(Color.distinct(-1) != Color.distinct(0))
    for (a, b) in zip(colors, colors.dropFirst()) {
      let distance = abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green)) + abs(Int(a.blue) - Int(b.blue))
      #expect(distance > 150)
    }
  }

  /// Letters have WCAG's contrast of 4.5 to their ground: of a tag, of a bar and of a colour that is no class's.
  @Test func standsOut() throws {
    func light(_ pixel: ArraySlice<UInt8>) -> Double {
      zip([0.2126, 0.7152, 0.0722], pixel).reduce(0) { sum, pair in
        let part = Double(pair.1) / 255
        return sum + pair.0 * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4))
      }
    }
    let wide = try Picture(width: 120, height: 120, format: .rgb, color: [0, 0, 0])
    func contrast(_ overlay: Overlay, at place: (x: Int, y: Int), _ columns: Range<Int>) -> Double {
      let drawn = overlay.drawn(on: wide)
      let ground = light(drawn[place.x, place.y])
      // The stem of an I, which is wider than a pixel.
      return columns.map { light(drawn[$0, 56]) }
        .map { (max($0, ground) + 0.05) / (min($0, ground) + 0.05) }.max() ?? 0
    }
    let ends = [Color(red: 255, green: 255, blue: 255), Color(red: 0, green: 0, blue: 90), red]
    for color in (0..<40).map({ Color.distinct($0) }) + ends {
      let item = Overlay.Item(rectangle: PixelRectangle(x: 0, y: 80, width: 30, height: 30), label: "I", color: color)
      let overlay = Overlay(items: [item], lineWidth: 1, fontScale: 4)
      #expect(contrast(overlay, at: (1, 56), 8..<26) >= 4.5, "\(color)")
      var bars = Overlay(items: [], fontScale: 4)
      bars.bars = [Overlay.Bar(label: "I", score: "", fraction: 1, color: color)]
      if color != ends[0] { #expect(contrast(bars, at: (56, 56), 36..<52) >= 4.5, "\(color)") }
    }
  }

  @Test func labelsDetections() {
    let box = BoundingBox(top: 0, left: 0, bottom: 1, right: 1)
    let pixels = box.pixels(inWidth: 40, height: 30)
    let overlay = Overlay([
      Detection(index: 3, label: "cat", score: 0.876, box: box, pixels: pixels),
      Detection(index: 4, label: nil, score: .nan, box: box, pixels: pixels),
    ])
    // The best score is drawn last, on top.
    #expect(overlay.items.map(\.label) == ["class 4 nan", "cat 88 %"])
    #expect(overlay.items[1].color == .distinct(3))
  }

  /// Every printable character has its own drawing.
  @Test func drawsEveryCharacter() throws {
    let wide = try Picture(width: 40, height: 40, format: .gray, color: [0])
    var drawings: Set<[UInt8]> = []
    for code in UInt8(33)..<127 {
      let item = Overlay.Item(
        rectangle: PixelRectangle(x: 0, y: 32, width: 1, height: 1), label: String(UnicodeScalar(code)), color: red)
      drawings.insert(Overlay(items: [item], lineWidth: 1, fontScale: 2).drawn(on: wide).bytes)
    }
    #expect(drawings.count == 94)
  }

  @Test(
    arguments: [
      (0, "0 %"), (0.0004, "<0.1 %"), (0.0314, "3.1 %"), (0.0996, "10 %"), (0.876, "88 %"), (0.9964, ">99 %"),
      (1, "100 %"),
      (1.5, "1.500"), (-0.0001, "0.000"), (-12.3456, "-12.346"),
    ] as [(Float, String)]) func writesScores(_ score: Float, _ text: String)
  {
    #expect(ScoreText.text(score) == text)
  }
}
