import Foundation
import TFLiteRuntime
import TestSupport
import Testing

/// Damages the small models of the collection beside the package and runs what the verifier lets through: whatever is
/// in the file, a session ends with outputs or with an error that says something.
@Suite(.enabled(if: DamagedModel.isCollectionPresent, "the model collection is not beside the package"))
struct DamagedModelTests {
  @Test func truncatedModelsGiveErrors() {
    DamagedModel.forEach(upTo: 64 << 10) { model in
      var step = 1
      for length in stride(from: model.bytes.count - 1, through: 0, by: -1) where length % step == 0 {
        model.expectOrderlyEnd(Array(model.bytes[..<length]))
        if model.bytes.count - length > 256 { step = 61 }
      }
    }
  }

  @Test func changedBytesGiveOutputsOrErrors() {
    DamagedModel.forEach(upTo: 64 << 10) { model in
      var random = SeededGenerator(seed: UInt64(model.bytes.count))
      for _ in 0..<DamagedModel.rounds {
        var bytes = model.bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let position = Int.random(in: 0..<bytes.count, using: &random)
          bytes[position] =
            Bool.random(using: &random)
            ? UInt8.random(in: 0...255, using: &random) : [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        }
        model.expectOrderlyEnd(bytes)
      }
    }
  }
}

/// A model file to damage.
struct DamagedModel: Sendable {
  /// Deadlines come from a queue with a thread of its own: endless loops may occupy those of the global queues.
  private static let timers = DispatchQueue(label: "deadlines")

  let name: String
  let bytes: [UInt8]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/models").standardizedFileURL

  static let isCollectionPresent = FileManager.default.fileExists(atPath: folder.path)

  /// Damaged copies of each model.
  static let rounds = ProcessInfo.processInfo.environment["TFLITE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 3000

  static func forEach(upTo size: Int, _ body: @Sendable (DamagedModel) -> Void) {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let models = paths.filter { $0.hasSuffix(".tflite") }.sorted().compactMap { path -> DamagedModel? in
      guard let data = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path),
        data.count <= size
      else { return nil }
      return DamagedModel(name: path, bytes: Array(data))
    }
    #expect(!models.isEmpty)
    DispatchQueue.concurrentPerform(iterations: models.count) { body(models[$0]) }
  }

  /// Runs the bytes as a model, with little memory and for a second at most.
  func expectOrderlyEnd(_ damaged: [UInt8]) {
    do throws(RuntimeError) {
      let model = try Model(bytes: damaged)
      var options = SessionOptions()
      options.threads = .single
      options.memoryLimit = 8 << 20
      let session = try Session(model, options: options)
      try session.prepare()
      let deadline = CancellationToken()
      let timer = DispatchWorkItem { deadline.cancel() }
      Self.timers.asyncAfter(deadline: .now() + 1, execute: timer)
      defer { timer.cancel() }
      try session.invoke(cancellation: deadline)
      for index in session.outputs.indices { _ = try session.withOutputBytes(index) { $0.count } }
    } catch {
      #expect(!error.message.isEmpty, "\(name): \(error)")
    }
  }
}
