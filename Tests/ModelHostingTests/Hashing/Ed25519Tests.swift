import Foundation
import Testing

@testable import ModelHosting

@Suite struct Ed25519Tests {
  private static let order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")

  @Test(arguments: SignatureVector.published) func publishedSignaturesAreValid(_ vector: SignatureVector) throws {
    let (key, signature, message) = (hex(vector.key), hex(vector.signature), hex(vector.message))
    #expect(Ed25519.isValid(signature, for: message, key: key))
    let publicKey = try #require(PublicKey(bytes: key))
    #expect(publicKey.isValid(Data(signature), for: Data(message)))
    #expect(!publicKey.isValid(Data(signature), for: Data(message + [0])))
    #expect(!publicKey.isValid(Data(signature.dropLast()), for: Data(message)))
    #expect(!publicKey.isValid(Data(signature + [0]), for: Data(message)))
  }

  @Test func everyBitCounts() {
    let vector = SignatureVector.published[2]
    let (key, signature, message) = (hex(vector.key), hex(vector.signature), hex(vector.message))
    for bit in 0..<512 {
      var changed = signature
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!Ed25519.isValid(changed, for: message, key: key), "bit \(bit) of the signature")
    }
    for bit in 0..<256 {
      var changed = key
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!Ed25519.isValid(signature, for: message, key: changed), "bit \(bit) of the key")
    }
    for bit in 0..<16 {
      var changed = message
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!Ed25519.isValid(signature, for: changed, key: key), "bit \(bit) of the message")
    }
  }

  /// S + L states the same point; only the range tells it from S.
  @Test(arguments: SignatureVector.published) func aScalarNotBelowTheOrderIsRefused(_ vector: SignatureVector) {
    var signature = hex(vector.signature)
    var carry = 0
    for index in 0..<32 {
      let sum = Int(signature[32 + index]) + Int(Self.order[index]) + carry
      signature[32 + index] = UInt8(sum & 255)
      carry = sum >> 8
    }
    #expect(carry == 0)
    #expect(!Ed25519.isValid(signature, for: hex(vector.message), key: hex(vector.key)))
    #expect(Scalar(canonical: Self.order[...]) == nil)
    #expect(Scalar(canonical: ([Self.order[0] - 1] + Self.order.dropFirst())[...]) != nil)
  }

  /// The eight points whose order divides 8, and the encodings of them that are not canonical.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func pointsOfSmallOrderAndOtherEncodingsAreRefused(_ text: String) {
    let point = hex(text)
    #expect(PublicKey(bytes: point) == nil)
    // Without the rule, a zero S and an R of small order make a signature that many messages share.
    for message in UInt8(0)..<16 {
      #expect(!Ed25519.isValid(point + [UInt8](repeating: 0, count: 32), for: [message], key: point))
    }
    let vector = SignatureVector.published[1]
    let signature = point + hex(vector.signature)[32...]
    #expect(!Ed25519.isValid(signature, for: hex(vector.message), key: hex(vector.key)))
  }

  @Test func bytesThatAreNoPointAreNoKey() {
    #expect(PublicKey(bytes: [UInt8](repeating: 2, count: 32)) == nil)
    #expect(PublicKey(bytes: []) == nil)
    #expect(PublicKey(bytes: [UInt8](repeating: 9, count: 31)) == nil)
    let valid = (UInt8(0)...255).filter { byte in PublicKey(bytes: [byte] + [UInt8](repeating: 3, count: 31)) != nil }
    #expect((90..<170).contains(valid.count), "about half of all y belong to a point, found \(valid.count)")
  }

  /// The cases of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020). Of these, the strict rule accepts the
  /// fourth alone, whose R and key are of mixed order and which holds without the cofactor.
  @Test func casesThatTellRulesApart() {
    let results = Self.cases.map { Ed25519.isValid(hex($0.2), for: hex($0.0), key: hex($0.1)) }
    #expect(results == [false, false, false, true, false, false, false, false, false, false])
  }

  private static let cases = [
    (
      "8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
        + "0000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43"
        + "a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04"
    ),
    (
      "aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab",
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"
        + "8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e"
    ),
    (
      "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
      "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
      "9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f"
        + "87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009"
    ),
    (
      "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
      "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
      "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed512"
        + "5ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09"
    ),
    (
      "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
      "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
      "21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7"
        + "e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405"
    ),
    (
      "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
      "442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623",
      "e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e"
        + "547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514"
    ),
    (
      "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
      "442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623",
      "8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa1942"
        + "7e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22"
    ),
    (
      "fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a",
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
        + "454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607"
    ),
    (
      "84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1",
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
        + "084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09"
    ),
  ]
}

@Suite struct PublicKeyTests {
  private static let text = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="

  @Test(arguments: [
    text, " " + text + "\n", "MCowBQYDK2VwAyEA" + text,
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\(text)\n-----END PUBLIC KEY-----\n",
  ])
  func textsOfAKey(_ text: String) {
    #expect(PublicKey(base64: text)?.bytes == hex(SignatureVector.published[0].key))
  }

  @Test(arguments: [
    "", "AAAA", "not base64!", String(text.dropLast(4)), "MCowBQYDK2VvAyEA" + text, "MCowBQYDK2VwAyEA",
    "-----BEGIN PUBLIC KEY-----",
  ])
  func otherTextsAreNoKey(_ text: String) {
    #expect(PublicKey(base64: text) == nil)
  }
}

@Suite struct FieldElementTests {
  /// Numbers around the modulus and the edges of limbs: what the operations promise each other.
  @Test func algebraHolds() {
    var bytes: [[UInt8]] = [
      [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 31) + [0x7F],
      [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F], [1] + [UInt8](repeating: 0, count: 31),
    ]
    var state: UInt8 = 17
    for _ in 0..<12 {
      bytes.append(
        (0..<32).map { _ in
          state = state &* 73 &+ 41
          return state
        })
    }
    let elements = bytes.map { FieldElement(bytes: $0[...]) }
    for left in elements {
      #expect(left.isZero || (left * left.inverse).bytes == FieldElement.one.bytes)
      #expect((left - left).isZero)
      for right in elements {
        #expect((left + right - right).bytes == left.bytes)
        #expect((left * right).bytes == (right * left).bytes)
        #expect(((left + right) * (left - right)).bytes == (left.squared - right.squared).bytes)
      }
    }
    #expect(elements[1].bytes == FieldElement(18).bytes, "2^255 - 1 is 18")
  }
}
