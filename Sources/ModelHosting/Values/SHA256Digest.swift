/// The SHA-256 digest of a file's bytes. Its text is 64 lower-case hexadecimal digits.
public struct SHA256Digest: Hashable, Sendable, Codable, LosslessStringConvertible {
  public let description: String

  /// The digest with this text; nil unless it has 64 hexadecimal digits, of either case.
  public init?(_ description: String) {
    let digits = Array(description.utf8)
    guard digits.count == 64, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || Self.isLetter($0) })
    else { return nil }
    self.description = description.lowercased()
  }

  /// The digest that has these 32 bytes.
  init(bytes: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    precondition(text.count == 64, "a SHA-256 digest has 32 bytes")
    description = String(decoding: text, as: UTF8.self)
  }

  private static func isLetter(_ digit: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "f") ~= digit | 0x20
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = SHA256Digest(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected the 64 hexadecimal digits of a SHA-256, found \(text.debugDescription)")
    }
    self = digest
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
