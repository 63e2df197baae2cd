import Foundation
import ModelInterpreterKit
import TestSupport
import Testing

/// Every way in which a run can fail, with the code of the error and what its message must name.
@Suite struct RunErrorTests {
  struct Case: Sendable, CustomStringConvertible {
    var description: String
    var model: [UInt8] = RunErrorTests.model
    var inputs: [Format] = [.init(type: .float32, dimensions: [1, 4])]
    var outputs: [Format] = [.init(type: .float32, dimensions: [1, 4])]
    var values: @Sendable () -> [Any] = { [data([1, 2, 3, 4] as [Float])] }
    var code: ModelInterpreterErrorCode
    var names: [String]
  }

  /// Three times a float32 `[1, 4]`.
  static let model = SmallModels.timesThree(
    .float32([1, 4], name: "input"), output: .float32([1, 4], name: "output")
  ).build()

  static let cases: [Case] = [
    Case(description: "no formats at all", inputs: [], outputs: [], code: .invalidArgument, names: ["input format"]),
    Case(description: "no input format", inputs: [], code: .invalidArgument, names: ["input format"]),
    Case(description: "no output format", outputs: [], code: .invalidArgument, names: ["output format"]),
    Case(
      description: "fewer inputs than formats", values: { [] }, code: .invalidArgument,
      names: ["1 input formats", "0 inputs"]),
    Case(
      description: "more inputs than formats", values: { [data([0, 0, 0, 0] as [Float]), Data()] },
      code: .invalidArgument, names: ["1 input formats", "2 inputs"]),
    Case(
      description: "too many bytes", values: { [Data(count: 20)] }, code: .invalidArgument,
      names: ["Input 0 should have 16 bytes", "found 20 bytes"]),
    Case(
      description: "too few bytes", values: { [NSData(data: Data(count: 3))] }, code: .invalidArgument,
      names: ["Input 0 should have 16 bytes", "found 3 bytes"]),
    Case(
      description: "an array too short", values: { [[[1, 2, 3] as [Float]]] }, code: .invalidArgument,
      names: ["Dimension 1 of input 0", "4 elements", "found 3"]),
    Case(
      description: "an array too long outside", values: { [[[Float]](repeating: [1, 2, 3, 4], count: 2)] },
      code: .invalidArgument, names: ["Dimension 0 of input 0", "1 elements", "found 2"]),
    Case(
      description: "an array too flat", values: { [[1 as Float]] }, code: .invalidArgument,
      names: ["Input 0", "2 arrays deep", "depth 1"]),
    Case(
      description: "an array too deep", values: { [[[[1], [2], [3], [4]]] as [[[Float]]]] }, code: .invalidArgument,
      names: ["Input 0", "2 arrays deep"]),
    Case(
      description: "a mixed array too deep", values: { [[[1, 2, 3, [4]] as [Any]] as [Any]] }, code: .invalidArgument,
      names: ["Input 0", "2 arrays deep"]),
    Case(
      description: "text for a number", values: { [[[1, 2, "three", 4] as [Any]] as [Any]] }, code: .invalidArgument,
      names: ["Input 0", "numbers", "String"]),
    Case(
      description: "an array of text", values: { [[["a", "b", "c", "d"]]] }, code: .invalidArgument,
      names: ["Input 0", "numbers"]),
    Case(
      description: "another input type", inputs: [.init(type: .int32, dimensions: [1, 4])],
      values: { [data([1, 2, 3, 4] as [Int32])] }, code: .invalidArgument, names: ["Input 0", "FLOAT32", "INT32"]),
    Case(
      description: "another output type", outputs: [.init(type: .int32, dimensions: [1, 4])], code: .invalidArgument,
      names: ["Output 0", "FLOAT32", "INT32"]),
    Case(
      description: "another output size", outputs: [.init(type: .float32, dimensions: [1, 1001])],
      code: .invalidArgument, names: ["Output 0", "16 bytes", "4004"]),
    Case(
      description: "another output rank", outputs: [.init(type: .float32, dimensions: [4])], code: .invalidArgument,
      names: ["Output 0", "[1,4]", "[4]"]),
    Case(
      description: "another output shape", outputs: [.init(type: .float32, dimensions: [2, 2])],
      code: .invalidArgument, names: ["Output 0", "[1,4]", "[2, 2]"]),
    Case(
      description: "an input index beyond the model's", inputs: [.init(index: 5, type: .float32, dimensions: [1, 4])],
      code: .outOfRange, names: ["input 5", "1 inputs"]),
    Case(
      description: "an output index beyond the model's",
      outputs: [.init(type: .float32, dimensions: [1, 4]), .init(index: 9, type: .float32, dimensions: [1])],
      code: .outOfRange, names: ["output 9", "1 outputs"]),
    Case(
      description: "the largest index", inputs: [.init(index: .max, type: .float32, dimensions: [1, 4])],
      code: .outOfRange, names: ["input"]),
    Case(
      description: "an input of the model left out",
      model: ModelBuilder.oneOperator(
        .add, inputs: [.float32([1, 4]), .float32([1, 4])], outputs: [.float32([1, 4])]),
      code: .invalidArgument, names: ["2 inputs", "1 were"]),
    Case(
      description: "a model without outputs",
      model: ModelBuilder([
        .init(tensors: [.float32([1, 4], name: "input")], inputs: [0], outputs: [], operators: [])
      ]).build(), code: .unknown, names: ["no outputs"]),
    Case(
      description: "dimensions that the model cannot take",
      model: ModelBuilder.oneOperator(
        .add, inputs: [.float32([1, 4], name: "input"), .float32([1, 4], [0, 0, 0, 0])], outputs: [.float32([1, 4])]),
      inputs: [.init(type: .float32, dimensions: [1, 3])], values: { [data([1, 2, 3] as [Float])] },
      code: .invalidArgument, names: ["input 0 from [1,4] to [1,3]", "ADD"]),
    Case(
      description: "dimensions that contradict the signature",
      model: ModelBuilder.oneOperator(
        .abs, inputs: [.float32([1, 4], name: "input").signature([-1, 4])], outputs: [.float32([1, 4])]),
      inputs: [.init(type: .float32, dimensions: [1, 3])], values: { [data([1, 2, 3] as [Float])] },
      code: .invalidArgument, names: ["[-1,4]"]),
    Case(
      description: "an operator that cannot run", model: SmallModels.custom("FancyOperator"), code: .unimplemented,
      names: ["FancyOperator"]),
    Case(description: "a broken model", model: Array(model.prefix(64)), code: .dataLoss, names: ["Failed to load"]),
    Case(
      description: "an index of data out of range",
      model: ModelBuilder.oneOperator(
        .gather, options: .init(.gatherOptions, [:]), inputs: [.float32([2], [1, 2]), .int32([1], name: "at")],
        outputs: [.float32([1])]),
      inputs: [.init(type: .int32, dimensions: [1])], outputs: [.init(type: .float32, dimensions: [1])],
      values: { [data([7] as [Int32])] }, code: .internal, names: ["GATHER"]),
  ]

  @Test(arguments: cases) func `run reports`(_ run: Case) async throws {
    let file = try ModelFile(run.model)
    let interpreter = file.interpreter()
    let options = try ioOptions(run.inputs, run.outputs)
    let inputs = ModelInputs()
    for value in run.values() { try inputs.addInput(value) }
    guard case .failure(let error) = await interpreter.result(inputs, options) else {
      Issue.record("the run succeeded")
      return
    }
    #expect(error.domain == ModelInterpreterErrorDomain)
    #expect(error.code == run.code.rawValue, "\(error.localizedDescription)")
    for name in run.names { #expect(error.localizedDescription.contains(name), "\(error.localizedDescription)") }
    do {
      _ = try await interpreter.run(inputs: inputs, options: options)
      Issue.record("the run succeeded")
    } catch let thrown as NSError {
      #expect(thrown.code == error.code)
    }
  }

  @Test func `a missing file is not found, when the model is first needed`() async throws {
    let interpreter = ModelInterpreter.modelInterpreter(localModel: CustomLocalModel(modelPath: "/no/model.tflite"))
    let options = try ioOptions(
      [.init(type: .float32, dimensions: [1])], [.init(type: .float32, dimensions: [1])])
    do {
      _ = try await interpreter.run(inputs: modelInputs(data([1] as [Float])), options: options)
      Issue.record("the run succeeded")
    } catch let error as NSError {
      #expect(error.code == ModelInterpreterErrorCode.notFound.rawValue)
      #expect(error.localizedDescription.contains("/no/model.tflite"))
    }
  }

  @Test func `a run after a failed one succeeds`() async throws {
    let interpreter = try ModelFile(Self.model).interpreter()
    let wrong = try ioOptions(
      [.init(type: .float32, dimensions: [1, 3])], [.init(type: .float32, dimensions: [1, 4])])
    guard case .failure = await interpreter.result(try modelInputs(data([1, 2, 3] as [Float])), wrong) else {
      Issue.record("the run succeeded")
      return
    }
    let right = try ioOptions(
      [.init(type: .float32, dimensions: [1, 4])], [.init(type: .float32, dimensions: [1, 4])])
    let outputs = try await interpreter.result(modelInputs(data([1, 2, 3, 4] as [Float])), right).get()
    #expect(try outputs.output(index: 0) as? [[NSNumber]] == [[3, 6, 9, 12]])
  }
}

@Suite struct DeclarationErrorTests {
  @Test(arguments: [[], [0], [1, 0, 3], [-1], [Int.max, Int.max], [Int.max]])
  func `impossible dimensions are refused`(dimensions: [Int]) {
    let numbers = dimensions.map { NSNumber(value: $0) }
    for set in [ModelInputOutputOptions.setInputFormat, ModelInputOutputOptions.setOutputFormat] {
      let error = caught { try set(ModelInputOutputOptions())(0, .float32, numbers) }
      #expect(error?.domain == ModelInterpreterErrorDomain)
      #expect(error?.code == ModelInterpreterErrorCode.invalidArgument.rawValue)
    }
  }

  @Test func `dimensions may be doubles, but not nonsense`() throws {
    let options = ModelInputOutputOptions()
    try options.setInputFormat(index: 0, type: .float32, dimensions: [NSNumber(value: Double(299)), 3.0])
    #expect(
      caught { try options.setInputFormat(index: 0, type: .uInt8, dimensions: [NSNumber(value: Double.nan)]) } != nil)
  }

  @Test func `the unknown type is refused`() {
    let error = caught { try ModelInputOutputOptions().setOutputFormat(index: 2, type: .unknown, dimensions: [1]) }
    #expect(error?.code == ModelInterpreterErrorCode.invalidArgument.rawValue)
    #expect(error?.localizedDescription.contains("output 2") == true)
  }

  static let strangers: [@Sendable () -> Any] = [
    { 3 }, { "text" }, { NSNumber(value: 3) }, { NSNull() }, { ["a": 1] }, { Optional<Data>.none as Any },
  ]

  @Test(arguments: strangers.indices) func `inputs are data or arrays`(index: Int) {
    let error = caught { try ModelInputs().addInput(Self.strangers[index]()) }
    #expect(error?.domain == ModelInterpreterErrorDomain)
    #expect(error?.code == ModelInterpreterErrorCode.invalidArgument.rawValue)
    #expect(error?.localizedDescription.contains("Input 0") == true)
  }

  @Test func `codes and types have their numbers`() {
    #expect(ModelInterpreterErrorCode.unknown.rawValue == 2)
    #expect(ModelInterpreterErrorCode.invalidArgument.rawValue == 3)
    #expect(ModelInterpreterErrorCode.outOfRange.rawValue == 11)
    #expect(ModelInterpreterErrorCode.internal.rawValue == 13)
    let types: [ModelElementType] = [.unknown, .float32, .int32, .uInt8, .int64]
    #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
  }
}
