import TFLiteVision
import Testing

/// Damaged files give errors or some picture, never a trap, within the limits.
@Suite struct HostilePictureTests {
  static let limits = DecodingLimits(maximumPixels: 1 << 20)

  @Test(arguments: PictureFixture.all) func survivesTruncation(_ fixture: PictureFixture) {
    let bytes = fixture.bytes
    var decoded = 0
    for length in 0..<bytes.count {
      do {
        let picture = try decode(Array(bytes[..<length]), limits: Self.limits)
        #expect(picture.bytes.count == picture.width * picture.height * picture.channels)
        decoded += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // A PNG without its last chunk's end is never whole; the others may lose end markers and trailing bytes.
    if fixture.name.hasPrefix("png") { #expect(decoded == 0) }
    #expect(decoded < 40)
  }

  @Test(arguments: PictureFixture.all) func survivesFlippedBytes(_ fixture: PictureFixture) {
    var random = SeededGenerator(seed: UInt64(fixture.encoded.count))
    let bytes = fixture.bytes
    for _ in 0..<150 {
      var copy = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let picture = try decode(copy, limits: Self.limits)
        #expect(picture.bytes.count == picture.width * picture.height * picture.channels)
      } catch {
        #expect(!error.expected.isEmpty)
      }
    }
  }

  /// With right checksums, damage reaches the inflater, the filters and the palette.
  @Test(arguments: PictureFixture.all.filter { $0.name.hasPrefix("png") })
  func survivesFlippedBytesUnderRightChecksums(_ fixture: PictureFixture) {
    var random = SeededGenerator(seed: 99)
    for _ in 0..<100 {
      var copy = fixture.bytes
      for _ in 0..<3 {
        copy[Int.random(in: 16..<copy.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      do {
        _ = try decode(withRightChecksums(copy), limits: Self.limits)
      } catch {
        #expect(error.code != .unreadableFile)
      }
    }
  }

  private func withRightChecksums(_ png: [UInt8]) -> [UInt8] {
    var bytes = png
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + length
      guard end + 4 <= bytes.count else { break }
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in bytes[position + 4..<end] {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      for i in 0..<4 { bytes[end + i] = UInt8(truncatingIfNeeded: ~crc >> UInt32(24 - 8 * i)) }
      position = end + 4
    }
    return bytes
  }
}
