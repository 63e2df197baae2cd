import Foundation
import TFLiteVision
import Testing

@Suite struct DecodingTests {
  @Test func fixturesArePresent() {
    #expect(PictureFixture.all.count > 100)
  }

  /// JPEG too is expected to be equal: the pixels were recorded from libjpeg-turbo.
  @Test(arguments: PictureFixture.all) func decodesExactly(_ fixture: PictureFixture) throws {
    let picture = try decode(fixture.bytes)
    #expect(picture.width == fixture.width)
    #expect(picture.height == fixture.height)
    #expect(picture.channels == fixture.channels || fixture.name.hasPrefix("bmp"))
    let wanted = [UInt8](fixture.pixels)
    // Bitmaps with gray palettes become gray pictures.
    let found = picture.channels == fixture.channels ? picture.bytes : picture.converted(to: .rgb).bytes
    let worst = zip(found, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(found.count == wanted.count)
    #expect(worst == 0)
  }

  @Test(arguments: [
    ("png-2-8", Picture.FileFormat.png), ("jpeg-baseline-420", .jpeg), ("bmp-24", .bmp), ("pnm-p6", .netpbm),
  ])
  func sniffs(_ name: String, _ format: Picture.FileFormat) throws {
    let fixture = try #require(PictureFixture.all.first { $0.name == name })
    #expect(Picture.FileFormat(sniffing: fixture.bytes) == format)
    #expect(try Picture(decoding: fixture.bytes).width == fixture.width)
  }

  @Test func namesFileOffsetAndContents() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("tflite-vision-\(UUID()).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var bytes = try #require(PictureFixture.all.first { $0.name == "png-2-8" }).bytes
    bytes[24] = 3
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let error = try #require(throws: PictureError.self) { try Picture(contentsOf: path) }
    #expect(error.code == .corrupt)
    #expect(error.file == path)
    #expect(error.byteOffset == 29)
    #expect(error.description.hasPrefix("\(path): PNG at byte 29: expected CRC"))

    let missing = try #require(throws: PictureError.self) { try Picture(contentsOf: path + ".none") }
    #expect(missing.code == .unreadableFile)
    #expect(missing.found == "no such file")
    let unknown = try #require(throws: PictureError.self) { try decode(Array("hello".utf8)) }
    #expect(unknown.code == .unknownFormat)
    #expect(throws: PictureError.self) { try decode([]) }
  }

  @Test func refusesPicturesOverTheLimit() throws {
    for name in ["png-2-8", "jpeg-baseline-420", "bmp-24", "pnm-p6"] {
      let fixture = try #require(PictureFixture.all.first { $0.name == name })
      let pixels = fixture.width * fixture.height
      #expect(throws: Never.self) { try decode(fixture.bytes, limits: DecodingLimits(maximumPixels: pixels)) }
      let error = try #require(throws: PictureError.self) {
        try decode(fixture.bytes, limits: DecodingLimits(maximumPixels: pixels - 1))
      }
      #expect(error.code == .tooLarge)
    }
  }

  /// Headers that promise much more than the file can hold must not take memory for it.
  @Test func refusesPromises() throws {
    var png = try #require(PictureFixture.all.first { $0.name == "png-2-8" }).bytes
    png.replaceSubrange(16..<24, with: [0, 0, 0x1F, 0xFF, 0, 0, 0x1F, 0xFF])
    #expect(throws: PictureError.self) { try decode(png) }
    var jpeg = try #require(PictureFixture.all.first { $0.name == "jpeg-baseline-420" }).bytes
    let frame = try #require((0..<jpeg.count - 1).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x1F, 0xFF, 0x1F, 0xFF])
    let error = try #require(throws: PictureError.self) { try decode(jpeg) }
    #expect(error.code == .truncated)
  }

  @Test func acceptsJPEGWithoutEndMarker() throws {
    let fixture = try #require(PictureFixture.all.first { $0.name == "jpeg-baseline-420" })
    #expect(try decode(Array(fixture.bytes.dropLast(2))).bytes == [UInt8](fixture.pixels))
  }

  static let pictures =
    Fixtures.exists("models/pictures")
    ? [
      "bird.bmp", "cat.bmp", "grace_hopper.bmp", "parrot.jpg", "person_96x96_gray.bmp", "squat.bmp", "traffic_0001.bmp",
    ]
    : []

  @Test(.enabled(if: Fixtures.exists("models/pictures"), "../shared/models/pictures is absent"), arguments: pictures)
  func decodesRealPictures(_ name: String) throws {
    let picture = try Picture(contentsOf: Fixtures.shared.appendingPathComponent("models/pictures/\(name)").path)
    #expect(picture.width >= 96 && picture.height >= 96)
    #expect(picture.format == (name.contains("gray") ? .gray : .rgb))
    #expect(Set(picture.bytes).count > 100)
  }
}
