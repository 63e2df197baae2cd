import TFLiteSchema
import TestSupport
import Testing

/// Damages a model in many ways; the verifier must refuse it or every view of it must be safe to read.
struct Damage {
  let model: SharedModel

  /// Cuts the file at every length.
  func truncate() throws {
    let memory = try GuardedBytes(capacity: model.bytes.count)
    for length in 0..<model.bytes.count {
      let bytes = memory.tail(length)
      bytes.copyBytes(from: model.bytes.prefix(length))
      if (try? read(UnsafeRawBufferPointer(bytes), maxTables: 20_000)) != nil {
        // Only padding after the last reference may go.
        #expect(model.bytes[length...].allSatisfy { $0 == 0 }, "accepted with \(length) bytes")
      }
    }
  }

  /// Changes a few bytes at a time, many times over.
  func flip(rounds: Int, seed: UInt64) throws {
    let memory = try GuardedBytes(capacity: model.bytes.count)
    let bytes = memory.tail(model.bytes.count)
    bytes.copyBytes(from: model.bytes)
    let structure = structuralPositions()
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<rounds {
      var changed: [Int] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = structure.randomElement(using: &random) ?? 0
        bytes[position] = mutated(bytes[position], using: &random)
        changed.append(position)
      }
      do throws(VerificationError) {
        try read(UnsafeRawBufferPointer(bytes), maxTables: 2_000)
      } catch {
        refused += 1
        #expect(!error.message.isEmpty && (0...bytes.count).contains(error.byteOffset), "\(error)")
      }
      for position in changed { bytes[position] = model.bytes[position] }
    }
    #expect(refused > rounds / 10, "only \(refused) of \(rounds) damaged files were refused (seed \(seed))")
  }

  private func read(_ bytes: UnsafeRawBufferPointer, maxTables: Int) throws(VerificationError) {
    let verified = try Schema.Model.verified(bytes)
    var walker = AccessorWalker(maxTables: maxTables)
    walker.walk(verified, in: bytes)
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
  private func structuralPositions() -> [Int] {
    var isStructure = [Bool](repeating: true, count: model.bytes.count)
    model.bytes.withUnsafeBytes { bytes in
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
