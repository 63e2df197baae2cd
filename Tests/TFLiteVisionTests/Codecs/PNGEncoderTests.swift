import TFLiteVision
import Testing

@Suite struct PNGEncoderTests {
  enum Content: CaseIterable {
    case constant, gradient, noise, sparse, repeating
  }

  @Test(arguments: Content.allCases, [Picture.Format.gray, .rgb, .rgba])
  func roundTrips(_ content: Content, _ format: Picture.Format) throws {
    var random = SeededGenerator(seed: 5)
    for (width, height) in [(1, 1), (3, 2), (7, 5), (64, 3), (129, 257), (300, 200)] {
      let bytes = (0..<width * height * format.channels).map { i -> UInt8 in
        switch content {
        case .constant: 77
        case .gradient: UInt8(truncatingIfNeeded: i / 3 + i / width)
        case .noise: UInt8.random(in: 0...255, using: &random)
        case .sparse: UInt8.random(in: 0...99, using: &random) == 0 ? 255 : 0
        case .repeating: UInt8(truncatingIfNeeded: i % 37 * 7)
        }
      }
      let picture = try Picture(width: width, height: height, format: format, bytes: bytes)
      let encoded = picture.pngEncoded()
      #expect(try decode(encoded) == picture)
      #expect(encoded.count < bytes.count + bytes.count / 100 + height + 100)
      if content == .constant, width == 300 { #expect(encoded.count < 1000) }
    }
  }

  @Test func compressesText() throws {
    // Long matches at many distances, and more than one block.
    var random = SeededGenerator(seed: 11)
    let words = (0..<50).map { _ in
      (0..<Int.random(in: 3...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var bytes: [UInt8] = []
    while bytes.count < 400 * 400 { bytes += words[Int.random(in: 0..<50, using: &random)] }
    let picture = try Picture(width: 400, height: 400, format: .gray, bytes: Array(bytes.prefix(400 * 400)))
    let encoded = picture.pngEncoded()
    #expect(try decode(encoded) == picture)
    #expect(encoded.count < 130_000)
  }
}
