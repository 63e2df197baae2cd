import TFLiteSchema
import TestSupport
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
    let memory = try #require(GuardedBytes(capacity: model.bytes.count))
    var accepted: [Int] = []
    for length in 0..<model.bytes.count {
      let bytes = memory.tail(length)
      bytes.copyBytes(from: model.bytes.prefix(length))
      if let verified = try? Schema.Model.verified(UnsafeRawBufferPointer(bytes)) {
        var walker = AccessorWalker()
        walker.walk(verified, in: UnsafeRawBufferPointer(bytes))
        accepted.append(length)
      }
    }
    // Padding after the last reference may go.
    #expect(accepted.allSatisfy { model.bytes[$0...].allSatisfy { $0 == 0 } }, "accepted at \(accepted)")
  }

  @Test(.enabled(if: SharedModels.isPresent, "needs ../shared/models"), arguments: SharedModels.files(upTo: 65_536))
  func flippedBytesNeverCrash(_ model: SharedModel) throws {
    let memory = try #require(GuardedBytes(capacity: model.bytes.count))
    let bytes = memory.tail(model.bytes.count)
    bytes.copyBytes(from: model.bytes)
    let structure = structuralBytes(of: model.bytes)
    var random = SeededGenerator(seed: 0x7f1e_0001)
    var refused = 0
    let rounds = 4_000
    for _ in 0..<rounds {
      var changed: [Int] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = structure.randomElement(using: &random) ?? 0
        bytes[position] = mutated(bytes[position], using: &random)
        changed.append(position)
      }
      do throws(VerificationError) {
        let verified = try Schema.Model.verified(UnsafeRawBufferPointer(bytes))
        var walker = AccessorWalker(maxTables: 2_000)
        walker.walk(verified, in: UnsafeRawBufferPointer(bytes))
      } catch {
        refused += 1
        #expect(!error.message.isEmpty && (0...bytes.count).contains(error.byteOffset), "\(error)")
      }
      for position in changed { bytes[position] = model.bytes[position] }
    }
    #expect(refused > rounds / 10, "only \(refused) of \(rounds) damaged files were refused")
  }

  private func mutated(_ byte: UInt8, using random: inout SeededGenerator) -> UInt8 {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: byte ^ (1 << UInt8.random(in: 0..<8, using: &random))
    case 1: 0xff
    case 2: byte &+ UInt8.random(in: 1...8, using: &random)
    default: UInt8.random(in: 0...255, using: &random)
    }
  }

  /// Positions outside long constants, where damage means something to the verifier.
  private func structuralBytes(of model: [UInt8]) -> [Int] {
    var isStructure = [Bool](repeating: true, count: model.count)
    model.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let verified = try? Schema.Model.verified(bytes) else { return }
      for buffer in verified.buffers {
        guard let contents = buffer.contents(in: bytes), let start = contents.baseAddress, contents.count > 64 else {
          continue
        }
        for position in (start - base) + 32..<(start - base) + contents.count { isStructure[position] = false }
      }
    }
    return isStructure.indices.filter { isStructure[$0] }
  }
}
