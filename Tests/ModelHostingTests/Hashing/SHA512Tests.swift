import Testing

@testable import ModelHosting

@Suite struct SHA512Tests {
  private func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA512()
    hash.update(bytes)
    return hash.finish()
  }

  /// The examples of FIPS 180 and the message of a million letters.
  @Test(arguments: [
    (
      "",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
    ),
    (
      "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
    ),
  ])
  func publishedVectors(_ message: String, _ expected: String) {
    #expect(hex(digest(message.utf8)) == expected)
  }

  /// The digest of the digests of all lengths, recorded from Python's hashlib.
  @Test func lengthsUpTo200() {
    let digests = (0...200).flatMap { count in digest((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }) }
    #expect(
      hex(digest(digests)) == "2c9448a4bb1e0352eb06268a4f7da1e20ca64286c464468265b9f4df6bea8160"
        + "54a6fc8d89c961c0c65fd05c7a004173d89f0ed9195706fad45a025631d62af7")
  }

  @Test func piecesGiveWhatTheWholeGives() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = digest(message)
    for split in 0...message.count {
      var hash = SHA512()
      hash.update(message[..<split])
      hash.update(message[split...])
      #expect(hash.finish() == whole, "split at \(split)")
    }
    var single = SHA512()
    for byte in message { single.update(CollectionOfOne(byte)) }
    #expect(single.finish() == whole)
  }
}
