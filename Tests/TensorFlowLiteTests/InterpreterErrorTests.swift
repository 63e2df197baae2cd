import Foundation
import TFLiteRuntime
import TensorFlowLite
import TestSupport
import Testing

@Suite struct InterpreterErrorTests {
  @Test(arguments: ["", "/invalid/path", "/"])
  func `what is no readable file fails to load`(path: String) {
    let error = #expect(throws: InterpreterError.failedToLoadModel) { try Interpreter(modelPath: path) }
    #expect(error?.cause?.code == .fileUnreadable)
    #expect(error?.cause?.path == path)
  }

  @Test func `a file that is no model fails to load with the reason`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).tflite").path
    try Data("not a model at all".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: InterpreterError.failedToLoadModel) { try Interpreter(modelPath: path) }
    #expect(error?.cause?.code == .invalidModel)
    #expect(error?.localizedDescription.contains(path) == true)
  }

  @Test(arguments: [[], [1, 2, 3], Array(SmallModels.timesThree.prefix(100)), [UInt8](repeating: 0xFF, count: 4096)])
  func `bytes that are no model are an error that says so`(bytes: [UInt8]) throws {
    let error = #expect(throws: InterpreterError.failedToCreateInterpreter) {
      try Interpreter(modelData: Data(bytes))
    }
    #expect(error?.cause?.code == .invalidModel)
  }

  @Test(arguments: ["FancyOperator", "FlexErf"])
  func `an operator that cannot run is named when the model is loaded`(name: String) {
    let error = #expect(throws: InterpreterError.failedToCreateInterpreter) {
      try Interpreter(modelData: Data(SmallModels.custom(name)))
    }
    #expect(error?.cause?.code == .unsupported)
    #expect(error?.localizedDescription.contains(name) == true)
  }

  @Test func `an operator's objection to shapes names it`() throws {
    let model = ModelBuilder.oneOperator(
      .add, inputs: [.float32([2], name: "a"), .float32([3], name: "b")], outputs: [.float32([3])])
    let interpreter = try Interpreter(modelData: Data(model))
    let error = #expect(throws: InterpreterError.failedToAllocateTensors) { try interpreter.allocateTensors() }
    #expect(error?.cause?.location?.operatorName == "ADD")
    #expect(error?.description.contains("ADD") == true)
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    // The interpreter recovers when the shapes fit.
    try interpreter.resizeInput(at: 0, to: [3])
    try interpreter.allocateTensors()
    try interpreter.invoke()
  }

  @Test func `calls before allocation say what is missing`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThreeUInt8))
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.input(at: 0) }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    #expect(throws: InterpreterError.allocateTensorsRequired) {
      try interpreter.copy(Data(repeating: 0, count: 192), toInputAt: 0)
    }
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 2, required: 192)) {
      try interpreter.copy(Data([1, 2]), toInputAt: 0)
    }
  }

  @Test(arguments: [-1, 1, Int.max, Int.min])
  func `indices beyond the model's are errors`(index: Int) throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    try interpreter.allocateTensors()
    let error = InterpreterError.invalidTensorIndex(index: index, maxIndex: 0)
    #expect(throws: error) { try interpreter.input(at: index) }
    #expect(throws: error) { try interpreter.output(at: index) }
    #expect(throws: error) { try interpreter.copy(Data(), toInputAt: index) }
    #expect(throws: error) { try interpreter.resizeInput(at: index, to: [1]) }
  }

  @Test(arguments: [[-1], [2, -3], [Int.max, Int.max], [Int.max]])
  func `impossible shapes are errors and change nothing`(shape: [Int]) throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    try interpreter.allocateTensors()
    #expect(throws: InterpreterError.failedToResizeInputTensor(index: 0)) {
      try interpreter.resizeInput(at: 0, to: Tensor.Shape(shape))
    }
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).shape == [1, 8, 8, 3])
  }

  @Test func `a shape that contradicts the signature is an error`() throws {
    let model = ModelBuilder.oneOperator(
      .abs, inputs: [.float32([1, 3]).signature([-1, 3])], outputs: [.float32([1, 3]).signature([-1, 3])])
    let interpreter = try Interpreter(modelData: Data(model))
    try interpreter.resizeInput(at: 0, to: [5, 3])
    #expect(throws: InterpreterError.failedToResizeInputTensor(index: 0)) {
      try interpreter.resizeInput(at: 0, to: [5, 4])
    }
  }

  @Test func `types without a name are errors`() throws {
    let model = ModelBuilder([
      .init(tensors: [.init(.complex64, [2], name: "z")], inputs: [0], outputs: [0], operators: [])
    ]).build()
    let interpreter = try Interpreter(modelData: Data(model))
    try interpreter.allocateTensors()
    #expect(throws: InterpreterError.invalidTensorDataType) { try interpreter.input(at: 0) }
    #expect(throws: InterpreterError.invalidTensorDataType) { try interpreter.output(at: 0) }
    #expect(throws: InterpreterError.invalidTensorDataType) {
      try interpreter.copy(Data(repeating: 0, count: 16), toInputAt: 0)
    }
  }

  static let messages: [(InterpreterError, String)] = [
    (.invalidTensorIndex(index: 3, maxIndex: 1), "Invalid tensor index 3, max index is 1."),
    (.invalidTensorIndex(index: 0, maxIndex: -1), "Invalid tensor index 0, the model has no such tensors."),
    (.invalidTensorDataCount(provided: 8, required: 4), "Provided data count 8 must match the required count 4."),
    (.invalidTensorDataType, "Tensor data type is unsupported or could not be determined."),
    (.failedToLoadModel, "Failed to load the given model."),
    (.failedToCreateInterpreter, "Failed to create the interpreter."),
    (.failedToResizeInputTensor(index: 2), "Failed to resize the input tensor at index 2."),
    (.failedToCopyDataToInputTensor, "Failed to copy data to the input tensor."),
    (.failedToAllocateTensors, "Failed to allocate memory for the tensors."),
    (.allocateTensorsRequired, "Must call allocateTensors()."),
    (.invokeInterpreterRequired, "Must call invoke()."),
    (.tensorFlowLiteError("no memory"), "TensorFlow Lite error: no memory"),
    (
      .failedToAllocateTensors(cause: RuntimeError(.outOfMemory, "too much", expected: "1 byte", actual: "2")),
      "Failed to allocate memory for the tensors: too much, expected 1 byte, found 2"
    ),
  ]

  @Test func `a cause makes no other error`() {
    let error = InterpreterError.failedToLoadModel(cause: RuntimeError(.fileUnreadable, "gone"))
    #expect(error == .failedToLoadModel)
    #expect(error != .failedToCreateInterpreter)
    #expect(Set([error, .failedToLoadModel, .failedToCreateInterpreter]).count == 2)
    #expect(InterpreterError.failedToLoadModel.cause == nil)
    #expect(InterpreterError.invalidTensorIndex(index: 1, maxIndex: 0) != .invalidTensorIndex(index: 0, maxIndex: 1))
    // What clients write: cases without their payloads, in every form of matching.
    do throws(InterpreterError) {
      throw error
    } catch .failedToLoadModel {
      #expect(error.cause?.code == .fileUnreadable)
    } catch {
      Issue.record("unexpected error \(error)")
    }
    let matched =
      switch error as any Error {
      case InterpreterError.failedToLoadModel: true
      default: false
      }
    #expect(matched)
  }

  @Test(arguments: messages) func `every error has its message`(error: InterpreterError, message: String) {
    #expect(error.description == message)
    #expect(error.errorDescription == message)
    #expect(error.localizedDescription == message)
    #expect(error == error && Set([error]).contains(error))
  }
}
