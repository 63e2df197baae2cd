import Foundation
import Testing

@testable import ModelHosting

@Suite struct SHA256Tests {
  /// FIPS 180-4's examples, and RFC 6234's.
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    (
      "0123456701234567012345670123456701234567012345670123456701234567", 10,
      "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
    ),
  ])
  func vectors(_ text: String, _ repetitions: Int, _ digest: String) {
    #expect(SHA256.digest(of: String(repeating: text, count: repetitions).utf8).description == digest)
  }

  /// The digests of 0, 1, … 200 bytes that count up, one after the other, have this digest: made with Python's hashlib.
  @Test func lengths() {
    let all = (0...200).flatMap { SHA256.digest(of: (0..<$0).map { UInt8($0) }).description.utf8 }
    #expect(SHA256.digest(of: all).description == "b367ea311264aae50e6260b96a10761169ce3eec5d5f8f2258351f82c7252776")
  }

  @Test func everySplit() {
    let bytes = (0..<200).map { UInt8($0) }
    let whole = SHA256.digest(of: bytes)
    for first in 0...200 {
      for second in stride(from: first, through: 200, by: 7) {
        var hash = SHA256()
        for part in [bytes[..<first], bytes[first..<second], bytes[second...]] {
          part.withUnsafeBytes { hash.update($0) }
        }
        #expect(hash.finish() == whole, "split at \(first) and \(second)")
      }
    }
  }

  /// Blocks are of 256 KiB, eight of them in turn: lengths around one, and around all of them, in pieces that fit nothing.
  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 2_097_151, 2_097_152, 2_097_153, 5_000_000])
  func hashedBesideTheCaller(_ count: Int) {
    let bytes = modelBytes(7, count: max(count, 8)).prefix(count).map { $0 }
    let hash = OverlappedHash()
    for start in stride(from: 0, to: count, by: 300_007) {
      bytes[start..<min(count, start + 300_007)].withUnsafeBytes { hash.update($0) }
      // A digest on the way disturbs nothing.
      if start == 300_007 { #expect(hash.digest == SHA256.digest(of: bytes.prefix(600_014))) }
    }
    #expect(hash.digest == SHA256.digest(of: bytes))
    #expect(hash.digest == SHA256.digest(of: bytes), "asked twice")
  }

  @Test func copiesGoOnByThemselves() {
    var first = SHA256()
    Array("ab".utf8).withUnsafeBytes { first.update($0) }
    let second = first
    Array("c".utf8).withUnsafeBytes { first.update($0) }
    #expect(first.finish() == SHA256.digest(of: "abc".utf8))
    #expect(second.finish() == SHA256.digest(of: "ab".utf8))
  }
}
