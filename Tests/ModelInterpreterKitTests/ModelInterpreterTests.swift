import Foundation
import ModelInterpreterKit
import TFLiteVision
import TestSupport
import Testing

@Suite struct ModelInterpreterTests {
  private static let format = Format(type: .float32, dimensions: [1, 4])

  @Test func `uint8 outputs are 0 to 255`() async throws {
    let tensor = ModelBuilder.Tensor.uint8([1, 3], quantization: .perTensor(scale: 1))
    let interpreter = try ModelFile(SmallModels.timesThree(tensor, output: tensor).build()).interpreter()
    let format = Format(type: .uInt8, dimensions: [1, 3])
    let outputs = try await interpreter.result(
      modelInputs(Data([0, 60, 200])), ioOptions([format], [format])
    ).get()
    #expect(try outputs.output(index: 0) as? [[NSNumber]] == [[0, 180, 255]])
    #expect((try outputs.output(index: 0) as? [[NSNumber]])?[0].map(\.intValue) == [0, 180, 255])
  }

  @Test(arguments: [1, 3, 2, 1]) func `the leading dimension is the batch`(batch: Int) async throws {
    let interpreter = try ModelFile(RunErrorTests.model).interpreter()
    for size in [batch, batch + 2, batch] {
      let format = Format(type: .float32, dimensions: [size, 4])
      let rows = (0..<size).map { row in (0..<4).map { Float(row * 4 + $0) } }
      let outputs = try await interpreter.result(modelInputs(rows), ioOptions([format], [format])).get()
      let result = try #require(try outputs.output(index: 0) as? [[NSNumber]])
      #expect(result.map { $0.map(\.floatValue) } == rows.map { $0.map { $0 * 3 } })
    }
  }

  @Test func `several inputs and outputs by index`() async throws {
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([2], name: "a"), .int32([2], name: "b"), .float32([2], name: "negative"),
          .int32([2], name: "sum"),
        ],
        inputs: [0, 1], outputs: [3, 2],
        operators: [.init(.neg, inputs: [0], outputs: [2]), .init(.add, inputs: [1, 1], outputs: [3])])
    ]).build()
    let interpreter = try ModelFile(model).interpreter()
    let inputs = [Format(index: 1, type: .int32, dimensions: [2]), Format(index: 0, type: .float32, dimensions: [2])]
    let both = try await interpreter.result(
      modelInputs([1, 2] as [Float], [7, 8] as [Int32]),
      ioOptions(inputs, [.init(type: .int32, dimensions: [2]), .init(index: 1, type: .float32, dimensions: [2])])
    ).get()
    #expect(try both.output(index: 0) as? [NSNumber] == [14, 16])
    #expect(try both.output(index: 1) as? [NSNumber] == [-1, -2])
    let second = try await interpreter.result(
      modelInputs([1, 2] as [Float], [7, 8] as [Int32]),
      ioOptions(inputs, [.init(index: 1, type: .float32, dimensions: [2])])
    ).get()
    #expect(try second.output(index: 1) as? [NSNumber] == [-1, -2])
    let error = caught { _ = try second.output(index: 0) }
    #expect(error?.domain == ModelInterpreterErrorDomain)
    #expect(error?.code == ModelInterpreterErrorCode.invalidArgument.rawValue)
    #expect(error?.localizedDescription.contains("output 0") == true)
  }

  @Test func `inputs and outputs are found by name`() async throws {
    let interpreter = try ModelFile(SmallModels.positions).interpreter()
    func index(
      _ find: @escaping (String, @escaping ModelInterpreterInputOutputOpIndexCallback) -> Void, _ name: String
    ) async -> (NSNumber?, NSError?) {
      await withCheckedContinuation { continuation in
        find(name) { number, error in
          continuation.resume(returning: (number, error.map { $0 as NSError }))
        }
      }
    }
    let input = await index(interpreter.inputIndex, "mask")
    #expect(input.0?.uintValue == 0 && input.1 == nil)
    let output = await index(interpreter.outputIndex, "doubles")
    #expect(output.0?.uintValue == 1 && output.1 == nil)
    let missing = await index(interpreter.outputIndex, "mask")
    #expect(missing.0 == nil)
    #expect(missing.1?.code == ModelInterpreterErrorCode.notFound.rawValue)
    #expect(missing.1?.localizedDescription.contains("'mask'") == true)
  }

  @Test func `completion handlers run on the main queue unless told otherwise`() async throws {
    let file = try ModelFile(RunErrorTests.model)
    let interpreter = ModelInterpreter.modelInterpreter(localModel: CustomLocalModel(modelPath: file.path))
    #expect(interpreter.completionQueue.label == DispatchQueue.main.label)
    let queue = DispatchQueue(label: "chosen")
    let key = DispatchSpecificKey<Int>()
    queue.setSpecific(key: key, value: 7)
    interpreter.completionQueue = queue
    let options = try ioOptions([Self.format], [Self.format])
    let inputs = try modelInputs(data([1, 2, 3, 4] as [Float]))
    let place: Int? = await withCheckedContinuation { continuation in
      interpreter.run(inputs: inputs, options: options) { _, _ in
        continuation.resume(returning: DispatchQueue.getSpecific(key: key))
      }
    }
    #expect(place == 7)
  }

  @Test func `statistics are a flag and no more`() throws {
    let interpreter = try ModelFile(RunErrorTests.model).interpreter()
    #expect(interpreter.isStatsCollectionEnabled)
    interpreter.isStatsCollectionEnabled = false
    #expect(!interpreter.isStatsCollectionEnabled)
  }

  @Test @MainActor func `the async run can be called with objects of the main actor`() async throws {
    let interpreter = try ModelFile(RunErrorTests.model).interpreter()
    let inputs = try modelInputs([[1, 2, 3, 4]] as [[Float]])
    let options = try ioOptions([Self.format], [Self.format])
    for _ in 0..<2 {
      let outputs = try await interpreter.run(inputs: inputs, options: options)
      #expect(try outputs.output(index: 0) as? [[NSNumber]] == [[3, 6, 9, 12]])
    }
  }

  @Test func `one interpreter serves many callers at once`() async throws {
    let interpreter = try ModelFile(RunErrorTests.model).interpreter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<64 {
        group.addTask {
          let size = 1 + caller % 3
          let format = Format(type: .float32, dimensions: [size, 4])
          let values = (0..<4 * size).map { Float(caller * 100 + $0) }
          let outputs: ModelOutputs
          if caller % 2 == 0 {
            outputs = try await interpreter.run(
              inputs: modelInputs(data(values)), options: ioOptions([format], [format]))
          } else {
            outputs = try await interpreter.result(
              try modelInputs(data(values)), try ioOptions([format], [format])
            ).get()
          }
          #expect(try outputs.data(index: 0) == data(values.map { $0 * 3 }))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `an interpreter stays alive until its runs are done`() async throws {
    let file = try ModelFile(RunErrorTests.model)
    let options = try ioOptions([Self.format], [Self.format])
    let outputs = await file.interpreter().result(try modelInputs([[1, 2, 3, 4]] as [[Float]]), options)
    #expect(try outputs.get().output(index: 0) as? [[NSNumber]] == [[3, 6, 9, 12]])
  }
}

@Suite struct RegistrationTests {
  /// Runs the times-three model.
  private func works(_ interpreter: ModelInterpreter) async throws -> Bool {
    let format = Format(type: .float32, dimensions: [1, 4])
    let outputs = try await interpreter.run(
      inputs: modelInputs([[1, 2, 3, 4]] as [[Float]]), options: ioOptions([format], [format]))
    return try outputs.output(index: 0) as? [[NSNumber]] == [[3, 6, 9, 12]]
  }

  @Test func `a local name can be registered once`() async throws {
    let file = try ModelFile(RunErrorTests.model)
    let name = "model \(UUID())"
    let manager = ModelManager.modelManager()
    #expect(manager === ModelManager.modelManager())
    #expect(manager.localModelSource(modelName: name) == nil)
    let source = LocalModelSource(modelName: name, path: file.path)
    #expect(source.name == name)
    #expect(manager.register(source))
    #expect(!manager.register(source))
    #expect(!manager.register(LocalModelSource(name: name, path: "/other")))
    #expect(manager.localModelSource(modelName: name) === source)
    #expect(manager.localModelSource(forModelName: name)?.path == file.path)
    manager.register(source)

    #expect(try await works(ModelInterpreter(options: ModelOptions(cloudModelName: nil, localModelName: name))))
    // Empty stands for absent, and a hosted model that is not here gives way to the local one.
    for cloudName in ["", "hosted"] {
      let options = ModelOptions(cloudModelName: cloudName, localModelName: name)
      #expect(options.localModelName == name)
      #expect(options.cloudModelName == (cloudName.isEmpty ? nil : cloudName))
      #expect(try await works(ModelInterpreter.modelInterpreter(options: options)))
    }
  }

  @Test(arguments: [("", "/path"), ("name of nothing", "")])
  func `sources without name or path are refused`(name: String, path: String) {
    #expect(!ModelManager.modelManager().register(LocalModelSource(modelName: name, path: path)))
    #expect(ModelManager.modelManager().localModelSource(modelName: name) == nil)
  }

  @Test func `a name may be registered after the interpreter is made`() async throws {
    let name = "late \(UUID())"
    let interpreter = ModelInterpreter(options: ModelOptions(cloudModelName: nil, localModelName: name))
    await #expect(throws: NSError.self) { _ = try await works(interpreter) }
    let file = try ModelFile(RunErrorTests.model)
    ModelManager.modelManager().register(LocalModelSource(modelName: name, path: file.path))
    #expect(try await works(interpreter))
  }

  static let nameless: [(String?, String?, ModelInterpreterErrorCode)] = [
    (nil, nil, .invalidArgument), ("", "", .invalidArgument), ("cloud", nil, .notFound), (nil, "nobody", .notFound),
  ]

  @Test(arguments: nameless)
  func `names that lead nowhere are errors`(
    cloud: String?, local: String?, code: ModelInterpreterErrorCode
  ) async throws {
    do {
      _ = try await works(ModelInterpreter(options: ModelOptions(cloudModelName: cloud, localModelName: local)))
      Issue.record("the run succeeded")
    } catch let error as NSError {
      #expect(error.code == code.rawValue)
      for name in [cloud, local].compactMap({ $0 }) where !name.isEmpty {
        #expect(error.localizedDescription.contains(name))
      }
    }
  }

  @Test func `registration is safe from many threads`() async {
    let name = "contended \(UUID())"
    let accepted = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          ModelManager.modelManager().register(LocalModelSource(modelName: name, path: "/\(number)"))
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
  }
}
