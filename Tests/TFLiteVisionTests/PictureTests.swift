import TFLiteVision
import Testing

@Suite struct PictureTests {
  let numbered: Picture

  /// 3x2 RGB pixels numbered 0, 1, 2 / 3, 4, 5 in their red.
  init() throws {
    numbered = try Picture(
      width: 3, height: 2, format: .rgb, bytes: (0..<6).flatMap { [UInt8($0), UInt8($0 * 10), 200] })
  }

  private func reds(_ picture: Picture) -> [[UInt8]] {
    (0..<picture.height).map { y in (0..<picture.width).map { picture[$0, y].first ?? 0 } }
  }

  @Test func checksByteCounts() throws {
    let error = try #require(throws: PictureError.self) {
      try Picture(width: 3, height: 2, format: .rgb, bytes: [1, 2, 3])
    }
    #expect(error.description == "picture: expected 18 bytes for 3x2x3, found 3 bytes")
    #expect(throws: PictureError.self) { try Picture(width: 0, height: 2, format: .gray, bytes: []) }
    #expect(throws: PictureError.self) { try Picture(width: .max, height: 4, format: .gray, bytes: []) }
  }

  @Test func crops() throws {
    let part = try numbered.cropped(to: PixelRectangle(x: 1, y: 1, width: 2, height: 1))
    #expect(reds(part) == [[4, 5]])
    for bad in [(0, 0, 4, 1), (2, 0, 2, 1), (0, 0, 0, 1), (-1, 0, 2, 2), (Int.max, 0, 1, 1), (0, 0, Int.max, 1)] {
      let rectangle = PixelRectangle(x: bad.0, y: bad.1, width: bad.2, height: bad.3)
      #expect(throws: PictureError.self) { try numbered.cropped(to: rectangle) }
    }
  }

  static let orientations: [(Int, [[UInt8]])] = [
    (1, [[0, 1, 2], [3, 4, 5]]), (2, [[2, 1, 0], [5, 4, 3]]), (3, [[5, 4, 3], [2, 1, 0]]),
    (4, [[3, 4, 5], [0, 1, 2]]), (5, [[0, 3], [1, 4], [2, 5]]), (6, [[3, 0], [4, 1], [5, 2]]),
    (7, [[5, 2], [4, 1], [3, 0]]), (8, [[2, 5], [1, 4], [0, 3]]), (9, [[0, 1, 2], [3, 4, 5]]),
  ]

  @Test(arguments: orientations) func orients(_ value: Int, _ wanted: [[UInt8]]) {
    #expect(reds(numbered.oriented(exif: value)) == wanted)
  }

  @Test(arguments: orientations) func turnsPNGUpright(_ value: Int, _ wanted: [[UInt8]]) throws {
    // A TIFF structure of one entry, before the last chunk.
    let body: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(value), 0, 0, 0, 0, 0, 0,
    ]
    let named = Array("eXIf".utf8) + body
    let checksum = named.withUnsafeBufferPointer { CRC32.checksum($0) }
    let chunk =
      [0, 0, 0, UInt8(body.count)] + named + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    var file = numbered.pngEncoded()
    file.insert(contentsOf: chunk, at: file.count - 12)
    #expect(reds(try Picture(decoding: file)) == wanted)
    file[file.count - 13] ^= 1
    #expect(throws: PictureError.self) { try Picture(decoding: file) }
  }

  @Test func converts() throws {
    let pixel = try Picture(width: 1, height: 1, format: .rgba, bytes: [255, 100, 0, 128])
    #expect(pixel.converted(to: .rgb).bytes == [255, 100, 0])
    // (19595 * 255 + 38470 * 100 + 32768) >> 16
    #expect(pixel.converted(to: .gray).bytes == [135])
    #expect(pixel.flattened().bytes == [255, 177, 127])
    #expect(pixel.converted(to: .gray).converted(to: .rgba).bytes == [135, 135, 135, 255])
  }

  @Test func setsPixels() {
    var copy = numbered
    copy.setPixel(x: 2, y: 1, to: [9, 8, 7])
    #expect(Array(copy[2, 1]) == [9, 8, 7])
    #expect(Array(copy[1, 1]) == Array(numbered[1, 1]))
  }

  @Test func boxesInTheMiddle() throws {
    #expect(
      PixelRectangle.centered(inWidth: 640, height: 480, aspectWidth: 1, aspectHeight: 1)
        == PixelRectangle(x: 80, y: 0, width: 480, height: 480))
    #expect(
      PixelRectangle.letterbox(ofWidth: 640, height: 480, inWidth: 320, height: 320)
        == PixelRectangle(x: 0, y: 40, width: 320, height: 240))
    #expect(
      PixelRectangle.letterbox(ofWidth: 1000, height: 1, inWidth: 10, height: 10)
        == PixelRectangle(x: 0, y: 4, width: 10, height: 1))
    let boxed = try numbered.letterboxed(width: 3, height: 4, color: [7, 7, 7])
    #expect(reds(boxed) == [[7, 7, 7], [0, 1, 2], [3, 4, 5], [7, 7, 7]])
    #expect(reds(numbered.centerCropped(aspectWidth: 1, aspectHeight: 1)) == [[0, 1], [3, 4]])
  }
}
