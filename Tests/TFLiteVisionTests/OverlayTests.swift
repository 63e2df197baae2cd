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
    let thick = map(Overlay(items: [item], lineWidth: 2).drawn(on: ground)).map { $0.prefix(10) }
    #expect(thick[2] == "..######.." && thick[3] == "..##..##..")
  }

  @Test func drawsLabels() {
    let item = Overlay.Item(rectangle: PixelRectangle(x: 5, y: 20, width: 20, height: 8), label: "I", color: red)
    let rows = map(Overlay(items: [item], lineWidth: 1, fontScale: 1).drawn(on: ground))
    // A tag of 7 columns and 10 rows stands on the box; the letter is white on red.
    #expect(rows[9].hasPrefix("............"))
    #expect(rows[10].hasPrefix(".....#######...."))
    #expect(rows[11].hasPrefix(".....##ooo##...."))
    #expect(rows[12].hasPrefix(".....###o###...."))
    #expect(rows[17].hasPrefix(".....##ooo##...."))
    #expect(rows[19].hasPrefix(".....#######...."))
    // Without room above, the tag hangs inside.
    let high = Overlay.Item(rectangle: PixelRectangle(x: 35, y: 3, width: 20, height: 20), label: "I", color: red)
    let inside = map(Overlay(items: [high], lineWidth: 1, fontScale: 1).drawn(on: ground))
    #expect(inside[2].hasSuffix("......."))
    #expect(inside[3].hasSuffix(".#######"))
    #expect(inside[12].hasSuffix(".#######"))
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
    #expect(Array(drawn[0, 0]) == [255, 0, 0] && Array(drawn[7, 7]) == [50, 50, 50])
    let clear = try Picture(width: 8, height: 8, format: .rgba, color: [1, 2, 3, 0])
    let over = Overlay(items: [item]).drawn(on: clear)
    #expect(Array(over[0, 0]) == [255, 0, 0, 255] && Array(over[7, 7]) == [1, 2, 3, 0])
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

  @Test func labelsDetections() {
    let box = BoundingBox(top: 0, left: 0, bottom: 1, right: 1)
    let pixels = box.pixels(inWidth: 40, height: 30)
    let overlay = Overlay([
      Detection(index: 3, label: "cat", score: 0.876, box: box, pixels: pixels),
      Detection(index: 4, label: nil, score: .nan, box: box, pixels: pixels),
    ])
    // The best score is drawn last, on top.
    #expect(overlay.items.map(\.label) == ["#4 0%", "cat 88%"])
    #expect(overlay.items[1].color == .distinct(3))
  }

  /// Every printable character has its own drawing.
  @Test func drawsEveryCharacter() throws {
    let wide = try Picture(width: 20, height: 20, format: .gray, color: [0])
    var drawings: Set<[UInt8]> = []
    for code in UInt8(33)..<127 {
      let item = Overlay.Item(
        rectangle: PixelRectangle(x: 0, y: 12, width: 1, height: 1), label: String(UnicodeScalar(code)), color: red)
      drawings.insert(Overlay(items: [item], lineWidth: 1, fontScale: 1).drawn(on: wide).bytes)
    }
    #expect(drawings.count == 94)
  }
}
