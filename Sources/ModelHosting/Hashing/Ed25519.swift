/// Verification of Ed25519 signatures (RFC 8032, 5.1.7), strict and the same on every platform:
///
/// - S is below the order of the base point, so that nobody can make a second signature out of one;
/// - R and the key are canonical encodings: y is below 2^255 - 19, and x = 0 has no sign;
/// - neither R nor the key has a small order, so that a signature is valid for one message alone;
/// - the equation is checked without the cofactor: S B = R + k A.
///
/// There are no secrets here, so times may depend on values.
enum Ed25519 {
  static let keySize = 32
  static let signatureSize = 64

  static func isValid(_ signature: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
    guard hasStrictForm(signature: signature, key: key), let scalar = Scalar(canonical: signature[32...]),
      let point = CurvePoint(bytes: key[...])
    else { return false }
    var hash = SHA512()
    hash.update(signature[..<32])
    hash.update(key)
    message.withUnsafeBytes { hash.update($0) }
    let challenge = Scalar(reducing: hash.finish())
    // The encoding of a point is unique, so R itself need not be decoded.
    return CurvePoint.sum(challenge, -point, scalar).bytes == Array(signature[..<32])
  }

  /// Whether lengths and encodings are what the rules above demand, whatever the equation says.
  static func hasStrictForm(signature: [UInt8], key: [UInt8]) -> Bool {
    key.count == keySize && signature.count == signatureSize && Scalar(canonical: signature[32...]) != nil
      && isStrictPoint(key[...]) && isStrictPoint(signature[..<32])
  }

  /// Whether 32 bytes state a y below the modulus that does not belong to one of the eight points of small order.
  static func isStrictPoint(_ bytes: ArraySlice<UInt8>) -> Bool {
    var words = Scalar.words(of: bytes)
    words[3] &= .max >> 1
    let isReduced = words[3] < .max >> 1 || words[2] < .max || words[1] < .max || words[0] < lowestOfModulus
    return isReduced && !smallOrder.contains(words)
  }

  private static let lowestOfModulus: UInt64 = 0xFFFF_FFFF_FFFF_FFED

  /// The y of the points whose order divides 8: 0, 1, -1 and the two of order 8.
  private static let smallOrder: [[UInt64]] = [
    [0, 0, 0, 0], [1, 0, 0, 0], [lowestOfModulus - 1, .max, .max, .max >> 1],
    [0xB027_B2C2_8F95_E826, 0xF098_EFF2_89F4_C345, 0x3933_C6D3_05AC_DFD5, 0x05FC_536D_8802_38B1],
    [0x4FD8_4D3D_706A_17C7, 0x0F67_100D_760B_3CBA, 0xC6CC_392C_FA53_202A, 0x7A03_AC92_77FD_C74E],
  ]
}
