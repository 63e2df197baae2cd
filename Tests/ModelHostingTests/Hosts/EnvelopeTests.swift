import Foundation
import Testing

@testable import ModelHosting

@Suite struct EnvelopeTests {
  private static let signer = TestSigner(seed: [UInt8](repeating: 1, count: 32))
  private static let payload = Data(#"{"format":1,"sequence":7,"models":{}}"#.utf8)

  @Test func theSignerIsTheOneOfTheStandard() {
    let signer = TestSigner(seed: hex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"))
    let vector = SignatureVector.published[2]
    #expect(hex(signer.publicKey) == vector.key)
    #expect(hex(signer.sign(hex(vector.message))) == vector.signature)
  }

  /// The example of the DSSE specification.
  @Test func signedBytesAreThoseOfTheSpecification() {
    let envelope = Envelope(payloadType: "http://example.com/HelloWorld", payload: Data("hello world".utf8))
    #expect(
      String(decoding: envelope.signedBytes, as: UTF8.self) == "DSSEv1 29 http://example.com/HelloWorld 11 hello world")
  }

  private static let inTotoPayload = "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ=="
  private static let inTotoSignature =
    "2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHiCA=="

  /// The vectors beside the DSSE specification; their key is that of RFC 8032's first test.
  @Test(arguments: [
    (inTotoPayload, "application/vnd.in-toto+json", inTotoSignature, true),
    (
      "-_-_Pj8=", "application/vnd.in-toto+json",
      "P-_KHICeR7tI6S_YyejJTRtrXhcQyQ2LYPaL8h90KjC9qN8HU_svOQ6TuDOT1HIrsGW886DbWNWcCmX5twLrAw==", true
    ),
    (inTotoPayload, "application/vnd.example.other+json", inTotoSignature, false),
    (
      inTotoPayload, "application/vnd.exämple+json",
      "xmSk/ug66ysT7ayhkCIjhAq42zgZXSsEWuzUaNL7w2eGAdF/NU6/fRXPtmfN+5DNSAs5/i2lUnHjbbjPsu0tAw==", true
    ),
    (
      "", "application/vnd.in-toto+json",
      "gSggCAaTLTYyRH6FIDBem6meyIynsYy8RTHVzwx9tnTb7Bg/1jMWnuVgI/gffqmbsC2VX5/jHfkkDqsj7CDbDg==", true
    ),
  ])
  func vectorsOfTheSpecification(_ payload: String, _ type: String, _ signature: String, _ isValid: Bool) throws {
    let json = #"{"payload":"\#(payload)","payloadType":"\#(type)","signatures":[{"sig":"\#(signature)","keyid":"A"}]}"#
    let envelope = try #require(try Envelope(json: Data(json.utf8)))
    let key = try #require(PublicKey(bytes: hex(SignatureVector.published[0].key)))
    #expect(envelope.isSigned(byOneOf: [key]) == isValid)
    #expect(!envelope.isSigned(byOneOf: [Self.signer.key]))
  }

  @Test func everyBitOfAnEnvelopeCounts() throws {
    let file = try Self.signer.envelope(Self.payload).dropLast()
    #expect(try Manifest(file: Data(file), trusting: [Self.signer.key]).sequence == 7)
    var accepted: [String] = []
    for index in file.indices {
      for mask in (0..<8).map({ UInt8(1) << $0 }) + [0xFF] {
        var changed = Data(file)
        changed[index] ^= mask
        if (try? Manifest(file: changed, trusting: [Self.signer.key])) != nil { accepted.append("\(index) ^ \(mask)") }
      }
    }
    #expect(accepted.isEmpty, "\(accepted)")
    for count in 0..<file.count {
      #expect((try? Manifest(file: Data(file.prefix(count)), trusting: [Self.signer.key])) == nil, "cut at \(count)")
    }
  }

  @Test func oneOfSeveralKeysIsEnough() throws {
    let other = TestSigner(seed: [UInt8](repeating: 2, count: 32))
    let file = try Self.signer.envelope(Self.payload)
    #expect(try Manifest(file: file, trusting: [other.key, Self.signer.key]).sequence == 7)
    #expect(throws: HostingError.self) { try Manifest(file: file, trusting: [other.key]) }
    var both = Envelope(payload: Self.payload)
    both.signatures = [Data(repeating: 0, count: 64), Data(), other.sign(both.signedBytes)]
    #expect(try Manifest(file: try both.json(), trusting: [other.key]).sequence == 7)
  }

  @Test func whatIsNotSignedAsAManifestIsRefused() throws {
    let keys = [Self.signer.key]
    let files: [(Data, String)] = [
      (Self.payload, "not signed"), (try Envelope(payload: Self.payload).json(), "which has 0"),
      (try Self.signer.envelope(Self.payload, type: "application/json"), "application/json"), (Data(), "not signed"),
      (Data(#"{"payload":"e30","payloadType":"x","signatures":[]}"#.utf8), "not Base64"),
    ]
    for (file, text) in files {
      let error = #expect(throws: HostingError.self) { try Manifest(file: file, trusting: keys) }
      #expect(error?.code == .signatureInvalid)
      #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }
  }

  @Test func withoutKeysBothFormsAreRead() throws {
    #expect(try Manifest(file: Self.payload, trusting: []).sequence == 7)
    #expect(try Manifest(file: Self.signer.envelope(Self.payload), trusting: []).sequence == 7)
  }
}
