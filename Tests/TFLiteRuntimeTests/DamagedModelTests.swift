import Foundation
import TFLiteRuntime
import TestSupport
import Testing

/// Damages models and runs what the verifier lets through: whatever is in the file, a session ends with outputs or with an
/// error that says something. The models are those of the examples, small ones made here, one at least for each operator, and
/// small ones of the collection beside the package where it is.
@Suite struct DamagedModelTests {
  @Test(arguments: DamagedModel.Source.present) func truncatedModelsGiveErrors(source: DamagedModel.Source) {
    DamagedModel.forEach(source) { model in
      var step = 1
      for length in stride(from: model.bytes.count - 1, through: 0, by: -1) where length % step == 0 {
        model.expectOrderlyEnd(Array(model.bytes[..<length]))
        if model.bytes.count - length > 256 { step = 61 }
      }
    }
  }

  @Test(arguments: DamagedModel.Source.present) func changedBytesGiveOutputsOrErrors(source: DamagedModel.Source) {
    DamagedModel.forEach(source) { model in
      var random = SeededGenerator(seed: UInt64(model.bytes.count))
      for _ in 0..<source.rounds {
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

  /// Where models come from.
  enum Source: CaseIterable {
    case examples, severalOperators, oneOperator, collection

    static var present: [Source] {
      allCases.filter { $0 != .collection || FileManager.default.fileExists(atPath: DamagedModel.folder.path) }
    }

    /// Damaged copies of each model.
    var rounds: Int {
      switch self {
      case .examples: DamagedModel.rounds(200)
      case .oneOperator: DamagedModel.rounds(100)
      case .severalOperators, .collection: DamagedModel.rounds(3000)
      }
    }

    fileprivate var models: [DamagedModel] {
      switch self {
      case .examples:
        return ["classifier_float", "classifier_int8"].compactMap { name in
          DamagedModel.file(Examples.path("shapes-classifier/\(name).tflite"))
        }
      case .severalOperators:
        return [
          DamagedModel(name: "timesThree", bytes: SmallModels.timesThreeUInt8ByFloat),
          DamagedModel(name: "signatures", bytes: SmallModels.addAndSub),
          DamagedModel(name: "positions", bytes: SmallModels.positions),
          DamagedModel(name: "withoutInputs", bytes: SmallModels.withoutInputs),
          DamagedModel(name: "empty", bytes: SmallModels.empty),
          DamagedModel(name: "strings", bytes: SmallModels.strings(3)),
        ]
      case .oneOperator:
        return OperatorRecipe.all.flatMap { recipe in
          let types = (OperatorTable.builtin + OperatorTable.custom).first { $0.name == recipe.name }?.types ?? []
          return (types.first.map { recipe.models($0) } ?? []).map {
            DamagedModel(name: recipe.name, bytes: $0.build())
          }
        }
      case .collection:
        let paths = FileManager.default.enumerator(atPath: DamagedModel.folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".tflite") }.sorted().compactMap { path in
          DamagedModel.file(DamagedModel.folder.appendingPathComponent(path).path, upTo: 64 << 10)
        }
      }
    }
  }

  /// As many damaged copies of a model as are usual, or asked for.
  static func rounds(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["TFLITE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? usual
  }

  static func forEach(_ source: Source, _ body: @Sendable (DamagedModel) -> Void) {
    let models = source.models
    #expect(models.count >= 2)
    DispatchQueue.concurrentPerform(iterations: models.count) { body(models[$0]) }
  }

  /// The model in a file, nil when there is none or it is larger than `size`.
  private static func file(_ path: String, upTo size: Int = .max) -> DamagedModel? {
    guard let data = FileManager.default.contents(atPath: path), data.count <= size else { return nil }
    return DamagedModel(name: path, bytes: Array(data))
  }

  /// Runs the bytes as a model, with little memory and for a second at most.
  ///
  /// That this returns is what is tested: a trap or a wild read ends the process, a loop without end the patience of whoever
  /// waits. Which outputs or which error there are depends on where the damage is; of an error nothing can be said in
  /// general but that it has a text.
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
