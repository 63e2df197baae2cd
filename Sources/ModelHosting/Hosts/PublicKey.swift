import Foundation

#if canImport(CryptoKit)
import CryptoKit
#endif

/// An Ed25519 key that signatures of manifests are checked with.
///
/// The check is strict: canonical encodings, no points of small order, S below the group's order, no cofactor.
public struct PublicKey: Hashable, Sendable {
  /// The key's 32 bytes.
  public let bytes: [UInt8]

  /// The key with these 32 bytes; nil if they are not a strict encoding of a point of the curve.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Ed25519.keySize, Ed25519.isStrictPoint(bytes[...]), CurvePoint(bytes: bytes[...]) != nil
    else { return nil }
    self.bytes = bytes
  }

  /// The key whose 32 bytes, or whose SubjectPublicKeyInfo as OpenSSL writes it (`-----BEGIN PUBLIC KEY-----` or the text
  /// between those lines), is given in Base64; nil for anything else.
  public init?(base64: String) {
    let lines = base64.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    let text = lines.joined().filter { !$0.isWhitespace }
    guard let data = Data(base64Encoded: text) else { return nil }
    // 1.3.101.112, RFC 8410.
    let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    self.init(bytes: data.starts(with: prefix) ? data.dropFirst(prefix.count) : data[...])
  }

  /// Whether `signature`, 64 bytes, is this key's for `message`.
  public func isValid(_ signature: Data, for message: Data) -> Bool {
    #if canImport(CryptoKit)
    guard Ed25519.hasStrictForm(signature: Array(signature), key: bytes),
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Data(bytes))
    else { return false }
    return key.isValidSignature(signature, for: message)
    #else
    Ed25519.isValid(Array(signature), for: Array(message), key: bytes)
    #endif
  }
}
