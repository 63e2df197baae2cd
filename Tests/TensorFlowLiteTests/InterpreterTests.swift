import Foundation
import TensorFlowLite
import TestSupport
import Testing

@Suite struct InterpreterTests {
  @Test func `float model multiplies by three after a resize`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    #expect(interpreter.inputTensorCount == 1)
    #expect(interpreter.outputTensorCount == 1)
    #expect(interpreter.options == nil)
    #expect(interpreter.delegates == nil)
    #expect(interpreter.signatureKeys.isEmpty)
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    let input = try interpreter.copy(Data(copyingBufferOf: [1, 3] as [Float]), toInputAt: 0)
    #expect(input.name == "input")
    #expect(input.dataType == .float32)
    #expect(input.shape == [2])
    #expect(input.quantizationParameters == nil)
    #expect([Float](unsafeData: input.data) == [1, 3])
    #expect(try interpreter.input(at: 0) == input)
    try interpreter.invoke()
    let output = try interpreter.output(at: 0)
    #expect(output.name == "output")
    #expect(output.shape == Tensor.Shape(2))
    #expect([Float32](unsafeData: output.data) == [3, 9])
  }

  @Test(arguments: [SmallModels.timesThreeUInt8, SmallModels.timesThreeUInt8ByFloat])
  func `uint8 model multiplies by three at its scale`(model: [UInt8]) throws {
    let interpreter = try Interpreter(modelData: Data(model))
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    let input = try interpreter.copy(Data([1, 3]), toInputAt: 0)
    #expect(input.dataType == .uInt8)
    #expect(input.quantizationParameters?.scale == 0.003922)
    #expect(input.quantizationParameters?.zeroPoint == 0)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).dataType == .uInt8)
    #expect([UInt8](try interpreter.output(at: 0).data) == [3, 9])
  }

  @Test func `int8 tensors are read and written`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThreeInt8))
    try interpreter.allocateTensors()
    // At zero point -1 the reals are 0, 1, 2 and -3.
    let input = try interpreter.copy(Data(copyingBufferOf: [-1, 0, 1, -4] as [Int8]), toInputAt: 0)
    #expect(input.dataType == .int8)
    try interpreter.invoke()
    let output = try interpreter.output(at: 0)
    #expect(output.dataType == .int8)
    #expect(output.quantizationParameters?.zeroPoint == -1)
    #expect([Int8](unsafeData: output.data) == [-1, 2, 5, -10])
  }

  @Test func `a model is loaded from a file of any extension`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).lite").path
    try Data(SmallModels.timesThree).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = Interpreter.Options()
    options.threadCount = 2
    options.isXNNPackEnabled = true
    let interpreter = try Interpreter(modelPath: path, options: options)
    #expect(interpreter.options == options)
    try interpreter.allocateTensors()
    #expect(try interpreter.input(at: 0).shape.dimensions == [1, 8, 8, 3])
    #expect(try interpreter.input(at: 0).shape.rank == 4)
  }

  @Test(arguments: [[2, 2, 3], [1], [1, 1, 1, 1], [7, 5]])
  func `any shape can be asked for`(shape: [Int]) throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    try interpreter.resizeInput(at: 0, to: Tensor.Shape(shape))
    try interpreter.allocateTensors()
    let count = shape.reduce(1, *)
    try interpreter.copy(Data(copyingBufferOf: [Float](repeating: 2, count: count)), toInputAt: 0)
    try interpreter.invoke()
    let output = try interpreter.output(at: 0)
    #expect(output.shape.dimensions == shape)
    #expect([Float](unsafeData: output.data) == [Float](repeating: 6, count: count))
  }

  @Test func `a resize asks for allocation unless the shape is the same`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    try interpreter.resizeInput(at: 0, to: [1])
    try interpreter.allocateTensors()
    try interpreter.invoke()
    try interpreter.resizeInput(at: 0, to: [1])
    try interpreter.invoke()
    try interpreter.resizeInput(at: 0, to: [2])
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.input(at: 0) }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    try interpreter.allocateTensors()
    try interpreter.invoke()
  }

  @Test func `static outputs can be read before the first invocation`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    try interpreter.allocateTensors()
    #expect(try interpreter.output(at: 0).data.count == 4 * 192)
  }

  @Test func `outputs whose shape depends on data are there once invoked`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.positions))
    try interpreter.allocateTensors()
    for index in 0...1 {
      #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: index) }
    }
    for (mask, positions) in [([1, 0, 1, 1], [0, 2, 3]), ([0, 0, 0, 0], []), ([0, 1, 0, 0], [1])]
      as [([UInt8], [Int64])]
    {
      try interpreter.copy(Data(mask), toInputAt: 0)
      try interpreter.invoke()
      let first = try interpreter.output(at: 0)
      let second = try interpreter.output(at: 1)
      #expect(first.shape.dimensions == [positions.count, 1])
      #expect([Int64](unsafeData: first.data) == positions)
      #expect([Int64](unsafeData: second.data) == positions.map { 2 * $0 })
    }
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    for index in 0...1 {
      #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: index) }
    }
  }

  @Test func `a model without inputs runs`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.withoutInputs))
    #expect(interpreter.inputTensorCount == 0)
    #expect(throws: InterpreterError.invalidTensorIndex(index: 0, maxIndex: -1)) { try interpreter.input(at: 0) }
    #expect(throws: InterpreterError.invalidTensorIndex(index: 0, maxIndex: -1)) {
      try interpreter.copy(Data(), toInputAt: 0)
    }
    #expect(throws: InterpreterError.invalidTensorIndex(index: 0, maxIndex: -1)) {
      try interpreter.resizeInput(at: 0, to: [1])
    }
    try interpreter.allocateTensors()
    try interpreter.invoke()
    #expect([Float](unsafeData: try interpreter.output(at: 0).data) == [11, 22])
  }

  @Test func `tensors without bytes are tensors`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.empty))
    try interpreter.allocateTensors()
    let input = try interpreter.copy(Data(), toInputAt: 0)
    #expect(input.data.isEmpty)
    #expect(input.shape == [0, 3])
    #expect(try interpreter.input(at: 0).data.isEmpty)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).shape == [0, 3])
    #expect(try interpreter.output(at: 0).data.isEmpty)
  }

  @Test func `strings go through in their serialised form`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.strings(2)))
    try interpreter.allocateTensors()
    let words = Data(ModelBuilder.Tensor.serialized(["å", "tensor"]))
    #expect(try interpreter.copy(words, toInputAt: 0).dataType == .string)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == words)
    let error = #expect(throws: InterpreterError.failedToCopyDataToInputTensor) {
      try interpreter.copy(Data(ModelBuilder.Tensor.serialized(["one"])), toInputAt: 0)
    }
    #expect(error?.cause?.tensor?.contains("words") == true)
    #expect(error?.description.contains("'words'") == true)
  }

  @Test func `the data given may change after loading`() throws {
    var data = Data(SmallModels.timesThree)
    let interpreter = try Interpreter(modelData: data)
    data.resetBytes(in: data.indices)
    try interpreter.resizeInput(at: 0, to: [1])
    try interpreter.allocateTensors()
    try interpreter.copy(Data(copyingBufferOf: [5] as [Float]), toInputAt: 0)
    try interpreter.invoke()
    #expect([Float](unsafeData: try interpreter.output(at: 0).data) == [15])
  }

  @Test func `slices of data count from where they begin`() throws {
    let interpreter = try Interpreter(modelData: (Data([9, 9, 9]) + Data(SmallModels.timesThreeUInt8)).dropFirst(3))
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    #expect([UInt8](try interpreter.copy(Data([0, 0, 7, 8]).dropFirst(2), toInputAt: 0).data) == [7, 8])
    try interpreter.invoke()
    #expect([UInt8](try interpreter.output(at: 0).data) == [21, 24])
  }
}
