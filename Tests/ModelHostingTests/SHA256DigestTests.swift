import Testing

@testable import ModelHosting

@Suite struct SHA256DigestTests {
  @Test func textIsLowerCaseHexadecimal() {
    let text = String(repeating: "0123456789ABCDEF", count: 4)
    #expect(SHA256Digest(text)?.description == text.lowercased())
    #expect(SHA256Digest(bytes: (0..<32).map { UInt8($0) }).description.prefix(8) == "00010203")
  }

  @Test(arguments: ["", "12", String(repeating: "g", count: 64), String(repeating: "0", count: 65)])
  func otherTextsAreNone(_ text: String) {
    #expect(SHA256Digest(text) == nil)
  }
}
