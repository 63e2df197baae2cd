import Foundation

@testable import ModelHosting

/// Signs as RFC 8032 says, for tests alone: slow, and careless with the secret.
struct TestSigner {
  let publicKey: [UInt8]
  private let secret: [UInt8]
  private let prefix: [UInt8]

  init(seed: [UInt8]) {
    let hash = Self.digest(seed)
    var secret = Array(hash[..<32])
    secret[0] &= 0xF8
    secret[31] = secret[31] & 0x7F | 0x40
    self.secret = secret
    prefix = Array(hash[32...])
    publicKey = Self.multiple(of: Scalar(reducing: secret))
  }

  var key: PublicKey {
    guard let key = PublicKey(bytes: publicKey) else { preconditionFailure("a signer has a key") }
    return key
  }

  func sign(_ message: some Sequence<UInt8>) -> Data {
    let message = Array(message)
    let nonce = Self.bytes(Scalar(reducing: Self.digest(prefix + message)))
    let point = Self.multiple(of: Scalar(reducing: nonce))
    let challenge = Self.bytes(Scalar(reducing: Self.digest(point + publicKey + message)))
    // nonce + challenge * secret, digit by digit.
    var sum = [Int](repeating: 0, count: 66)
    for (index, digit) in nonce.enumerated() { sum[index] += Int(digit) }
    for (left, first) in challenge.enumerated() {
      for (right, second) in secret.enumerated() { sum[left + right] += Int(first) * Int(second) }
    }
    for index in 0..<65 {
      sum[index + 1] += sum[index] >> 8
      sum[index] &= 255
    }
    return Data(point + Self.bytes(Scalar(reducing: sum.map { UInt8($0) })))
  }

  /// `manifest` in an envelope that this signer signed.
  func envelope(_ payload: Data, type: String = Envelope.manifestType) throws -> Data {
    var envelope = Envelope(payloadType: type, payload: payload)
    envelope.signatures = [sign(envelope.signedBytes)]
    return try envelope.json()
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA512()
    hash.update(bytes)
    return hash.finish()
  }

  private static func multiple(of scalar: Scalar) -> [UInt8] {
    CurvePoint.sum(Scalar(reducing: []), .identity, scalar).bytes
  }

  private static func bytes(_ scalar: Scalar) -> [UInt8] {
    (0..<32).map { byte in (0..<8).reduce(UInt8(0)) { $0 | (scalar[byte * 8 + $1] ? 1 << UInt8($1) : 0) } }
  }
}
