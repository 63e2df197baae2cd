import Foundation
import Testing

@testable import ModelHosting

@Suite struct ManifestTests {
  static let five = String(repeating: "5", count: 64)
  static let four = String(repeating: "4", count: 64)

  static func text(sequence: Int64 = 42, expires: String? = nil, more: String = "") -> String {
    """
    { "format": 1, "sequence": \(sequence), \(expires.map { "\"expires\": \"\($0)\"," } ?? "") "unknown": [{}],
      "models": { "plants": {
        "versions": {
          "v5": { "url": "blobs/5.tflite", "bytes": 500, "sha256": "\(five)", "minimumRuntime": "0.2.0",
                  "platforms": ["ios", "linux"], "memory": 200000000 },
          "v4": { "url": "https://other.example.com/4.tflite", "bytes": 400, "sha256": "\(four)" } },
        "salt": "plants-2026-11", "rollout": [ { "below": 5000, "version": "v5" }, { "below": 10000, "version": "v4" } ]
        \(more) } } }
    """
  }

  @Test func isReadAndWritten() throws {
    let manifest = try Manifest(json: Data(Self.text().utf8))
    #expect(manifest.models["plants"]?.versions["v5"]?.bytes == 500)
    #expect(manifest.models["plants"]?.rollout?.map(\.below) == [5000, 10000])
    #expect(manifest.problems().isEmpty)
    #expect(try Manifest(json: manifest.json()) == manifest)
    #expect(try manifest.json() == Manifest(json: manifest.json()).json())
  }

  @Test(arguments: [
    ("", "the whole"), ("[]", "whole"), (#"{"format": 1, "models": {}}"#, "'sequence' is missing"),
    (#"{"format": 1, "sequence": "1", "models": {}}"#, "'sequence'"),
    (#"{"format": 1, "sequence": 1e99, "models": {}}"#, "cannot be read"),
    (
      #"{"format": 1, "sequence": 1, "models": {"a": {"versions": {"v": {"url": "u", "bytes": 1, "sha256": "12"}}}}}"#,
      "'models.a.versions.v.sha256'"
    ),
    (#"{"format": 1, "sequence": 1, "models": {"a": {"versions": {"v": {"url": "u", "sha256": "12"}}}}}"#, "bytes"),
  ])
  func whatCannotBeReadSaysWhere(_ json: String, _ place: String) {
    let error = #expect(throws: HostingError.self) { try Manifest(json: Data(json.utf8)) }
    #expect(error?.code == .dataLoss)
    #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [0, 2, -1]) func anotherFormatIsNotGuessedAt(_ format: Int) {
    let error = #expect(throws: HostingError.self) { try Manifest(json: Data(#"{"format": \#(format)}"#.utf8)) }
    #expect(error?.code == .failedPrecondition)
  }

  @Test func problemsAreNamed() throws {
    func problems(_ change: (inout Manifest) -> Void) throws -> [String] {
      var manifest = try Manifest(json: Data(Self.text().utf8))
      change(&manifest)
      return manifest.problems()
    }
    let cases: [(String, (inout Manifest) -> Void)] = [
      ("sequence is -1", { $0.sequence = -1 }), ("\"soon\"", { $0.expires = "soon" }),
      ("empty name", { $0.models[""] = Manifest.Model() }),
      ("length is 0", { $0.models["plants"]?.versions["v5"]?.bytes = 0 }),
      ("file:///etc/passwd", { $0.models["plants"]?.versions["v5"]?.url = "file:///etc/passwd" }),
      ("ftp://", { $0.models["plants"]?.versions["v5"]?.url = "ftp://a/b" }),
      ("\"new\"", { $0.models["plants"]?.versions["v5"]?.minimumRuntime = "new" }),
      ("no platform", { $0.models["plants"]?.versions["v5"]?.platforms = [] }),
      ("no roll-out", { $0.models["plants"]?.rollout = nil }),
      ("ends at 10001", { $0.models["plants"]?.rollout?[1].below = 10_001 }),
      ("never holds", { $0.models["plants"]?.rollout?[1].below = 1 }),
      ("'v9', which is not there", { $0.models["plants"]?.rollout?[0].version = "v9" }),
    ]
    for (text, change) in cases {
      let found = try problems(change)
      #expect(found.count == 1 && found[0].contains(text), "\(found) for \(text)")
    }
  }

  /// Bytes changed, cut and doubled at random never end the process, and what is still read can be asked.
  @Test func mutationsNeverTrap() throws {
    var random = SplitMix(seed: 20_261_122)
    let original = Array(Self.text(expires: "2027-01-31T00:00:00Z", more: #", "withdrawn": ["\#(Self.four)"]"#).utf8)
    let splices = ["9223372036854775807", "-1", "1e308", "null", "\"\"", "[]", "{}", "\\u0000", "18446744073709551616"]
    var read = 0
    for _ in 0..<3_000 {
      var bytes = original
      for _ in 0...Int(random.next() % 3) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 5 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[place] ^= 1 << UInt8(random.next() % 8)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 9)))
        case 3: bytes.insert(contentsOf: original.suffix(Int(random.next() % 40)), at: place)
        default:
          // A number or a text becomes something else.
          let end = bytes[place...].firstIndex { [0x2C, 0x7D, 0x5D].contains($0) } ?? bytes.count
          let splice = splices[Int(random.next() % UInt64(splices.count))]
          bytes.replaceSubrange(place..<end, with: Array(splice.utf8))
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      guard let manifest = try? Manifest(file: Data(bytes), trusting: []) else { continue }
      read += 1
      _ = manifest.problems()
      for (name, model) in manifest.models {
        _ = model.choice(named: name, assignment: AssignmentID("x"), device: .test)
      }
    }
    #expect(read > 50, "\(read) of the mutations are still manifests")
  }
}

/// Random numbers that are the same everywhere (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
