import Foundation
import TFLiteVision
import Testing

/// A recorded picture: its file and the pixels that decoding must give.
struct PictureFixture: Decodable, CustomTestStringConvertible {
  let name: String
  let width: Int
  let height: Int
  let channels: Int
  let encoded: Data
  let pixels: Data

  var testDescription: String { name }
  var bytes: [UInt8] { [UInt8](encoded) }

  static let all: [PictureFixture] = Fixtures.load("pictures.json", [])
}

struct ResizeFixture: Decodable, CustomTestStringConvertible {
  struct Result: Decodable {
    let width: Int
    let height: Int
    let antialiased: Data
    let topLeft: Data
    let alignedCorners: Data
    let halfPixelCenters: Data
  }

  let width: Int
  let height: Int
  let channels: Int
  let pixels: Data
  let results: [Result]

  var testDescription: String { "\(width)x\(height)x\(channels)" }

  static let all: [ResizeFixture] = Fixtures.load("resize.json", [])
}

struct MetadataFixture: Decodable {
  var metadata = Data()
  var archive = Data()

  static let recorded: MetadataFixture = Fixtures.load("metadata.json", MetadataFixture())
}

enum Fixtures {
  static let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let shared = packageRoot.appendingPathComponent("../shared").standardized

  static func load<T: Decodable>(_ name: String, _ fallback: T) -> T {
    let url = packageRoot.appendingPathComponent("Tests/Conformance/Vision/\(name)")
    do {
      return try JSONDecoder().decode(T.self, from: Data(contentsOf: url))
    } catch {
      print("cannot read \(url.path): \(error)")
      return fallback
    }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: shared.appendingPathComponent(path).path)
  }
}

/// Picks the decoder by the format, so that the same Swift code is tested on every platform.
func decode(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(PictureError) -> Picture {
  switch Picture.FileFormat(sniffing: bytes) {
  case .png: try PNGDecoder.decode(bytes, limits: limits)
  case .jpeg: try JPEGDecoder.decode(bytes, limits: limits)
  case .bmp: try BMPDecoder.decode(bytes, limits: limits)
  case .netpbm: try NetpbmDecoder.decode(bytes, limits: limits)
  case nil: try Picture(decoding: bytes, limits: limits)
  }
}

/// SplitMix64: the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
