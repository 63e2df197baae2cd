import TFLiteSchema
import Testing

/// The collections beside the package: every model verifies, and no damage to one makes the verifier or a view crash.
@Suite struct SharedModelTests {
  @Test(.enabled(if: SharedModels.isPresent, "needs ../shared/models"), arguments: SharedModels.files())
  func verifies(_ model: SharedModel) throws {
    try model.bytes.withUnsafeBytes { bytes in
      let verified = try Schema.Model.verified(bytes)
      var walker = AccessorWalker()
      walker.walk(verified, in: bytes)
      #expect(walker.checksum != 0)
    }
  }

  @Test(.enabled(if: SharedModels.haveOperators, "needs ../shared/ops"), arguments: SharedModels.blobFolders())
  func blobsVerify(_ cases: String) throws {
    for model in try SharedModels.models(ofCases: cases) {
      model.bytes.withUnsafeBytes { bytes in
        #expect(throws: Never.self, "\(model.name)") { try Schema.Model.verified(bytes) }
      }
    }
  }

  @Test(.enabled(if: SharedModels.isPresent, "needs ../shared/models"), arguments: SharedModels.files(upTo: 65_536))
  func everyTruncationIsAnError(_ model: SharedModel) throws {
    try Damage(model: model).truncate()
  }

  @Test(.enabled(if: SharedModels.isPresent, "needs ../shared/models"), arguments: SharedModels.files(upTo: 65_536))
  func flippedBytesNeverCrash(_ model: SharedModel) throws {
    try Damage(model: model).flip(rounds: 4_000, seed: 0x7f1e_0001)
  }
}
