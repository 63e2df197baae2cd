import Foundation
import TensorFlowLite
import TestSupport
import Testing

@Suite struct SignatureRunnerTests {
  private func runner(_ key: String, options: Interpreter.Options? = nil) throws -> SignatureRunner {
    try Interpreter(modelData: Data(SmallModels.addAndSub), options: options).signatureRunner(with: key)
  }

  @Test func `signatures are listed in the model's order`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.addAndSub))
    #expect(interpreter.signatureKeys == ["add", "sub"])
    #expect(throws: SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: "mul")) {
      try interpreter.signatureRunner(with: "mul")
    }
  }

  @Test(arguments: [("add", [4, 6] as [Float]), ("sub", [-1, 1])])
  func `each signature computes its own`(key: String, expected: [Float]) throws {
    let runner = try runner(key)
    #expect(runner.signatureKey == key)
    #expect(runner.inputs == ["x"])
    #expect(runner.outputs == ["output_0"])
    let input = try runner.input(named: "x")
    #expect(input.name == "\(key)_x:0")
    #expect(input.shape == [1])
    #expect(try runner.output(named: "output_0").name == "StatefulPartitionedCall:0")
    let data = Data(copyingBufferOf: [2, 4] as [Float])
    #expect(throws: SignatureRunnerError.invalidTensorDataCount(provided: 8, required: 4)) {
      try runner.invoke(with: ["x": data])
    }
    try runner.resizeInput(named: "x", toShape: [2])
    try runner.invoke(with: ["x": data])
    #expect(try runner.output(named: "output_0").shape == [2])
    #expect([Float](unsafeData: try runner.output(named: "output_0").data) == expected)
  }

  @Test func `inputs that are not listed keep their content`() throws {
    let runner = try runner("add")
    try runner.copy(Data(copyingBufferOf: [40] as [Float]), toInputNamed: "x")
    try runner.invoke(with: [:])
    #expect([Float](unsafeData: try runner.output(named: "output_0").data) == [42])
    #expect([Float](unsafeData: try runner.input(named: "x").data) == [40])
  }

  @Test func `tensors need room after a resize`() throws {
    let runner = try runner("add")
    try runner.resizeInput(named: "x", toShape: [3])
    #expect(throws: SignatureRunnerError.allocateTensorsRequired) { try runner.input(named: "x") }
    #expect(throws: SignatureRunnerError.allocateTensorsRequired) { try runner.output(named: "output_0") }
    try runner.allocateTensors()
    #expect(try runner.input(named: "x").shape == [3])
    #expect(try runner.output(named: "output_0").data.count == 12)
  }

  @Test func `names that the signature lacks are errors`() throws {
    let runner = try runner("add")
    let missing = SignatureRunnerError.failedToGetTensor(tensorType: "input", nameInSignature: "y")
    #expect(throws: missing) { try runner.input(named: "y") }
    #expect(throws: missing) { try runner.copy(Data(), toInputNamed: "y") }
    #expect(throws: missing) { try runner.invoke(with: ["y": Data()]) }
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "output", nameInSignature: "x")) {
      try runner.output(named: "x")
    }
    #expect(throws: SignatureRunnerError.failedToResizeInputTensor(inputName: "y")) {
      try runner.resizeInput(named: "y", toShape: [1])
    }
    #expect(throws: SignatureRunnerError.failedToResizeInputTensor(inputName: "x")) {
      try runner.resizeInput(named: "x", toShape: [-1])
    }
  }

  @Test func `runner and interpreter share one state`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.addAndSub))
    let runner = try interpreter.signatureRunner(with: "add")
    try interpreter.resizeInput(at: 0, to: [2])
    try runner.invoke(with: ["x": Data(copyingBufferOf: [1, 2] as [Float])])
    #expect([Float](unsafeData: try runner.output(named: "output_0").data) == [3, 4])
    try interpreter.allocateTensors()
    #expect([Float](unsafeData: try interpreter.output(at: 0).data) == [3, 4])
  }

  @Test func `the runner keeps its interpreter alive`() throws {
    let runner = try runner("sub")
    for value in 0..<3 {
      try runner.invoke(with: ["x": Data(copyingBufferOf: [Float(value)])])
      #expect([Float](unsafeData: try runner.output(named: "output_0").data) == [Float(value) - 3])
    }
  }

  @Test func `data that an operator objects to fail the invocation`() throws {
    let model = ModelBuilder(
      [
        .init(
          tensors: [.float32([3], name: "rows"), .int32([2], name: "at"), .float32([2], name: "picked")],
          inputs: [0, 1], outputs: [2],
          operators: [.init(.gather, options: .init(.gatherOptions, [:]), inputs: [0, 1], outputs: [2])])
      ],
      signatures: [
        .init("pick", inputs: [("rows", 0), ("at", 1)], outputs: [("picked", 2)])
      ]
    ).build()
    let interpreter = try Interpreter(modelData: Data(model), options: Interpreter.Options())
    let runner = try interpreter.signatureRunner(with: "pick")
    let rows = Data(copyingBufferOf: [1, 2, 3] as [Float])
    #expect(throws: SignatureRunnerError.failedToInvokeSignature(signatureKey: "pick")) {
      try runner.invoke(with: ["rows": rows, "at": Data(copyingBufferOf: [0, 7] as [Int32])])
    }
    try interpreter.allocateTensors()
    let error = #expect(throws: InterpreterError.self) { try interpreter.invoke() }
    #expect(error?.description.contains("GATHER") == true)
    try runner.invoke(with: ["rows": rows, "at": Data(copyingBufferOf: [2, 0] as [Int32])])
    #expect([Float](unsafeData: try runner.output(named: "picked").data) == [3, 1])
  }

  static let messages: [(SignatureRunnerError, String)] = [
    (.invalidTensorDataCount(provided: 8, required: 4), "Provided data count 8 must match the required count 4."),
    (.invalidTensorDataType, "Tensor data type is unsupported or could not be determined."),
    (
      .failedToCreateSignatureRunner(signatureKey: "k"),
      "Failed to create a signature runner: the model has no signature 'k'."
    ),
    (
      .failedToGetTensor(tensorType: "input", nameInSignature: "x"),
      "Failed to get the input tensor: the signature has no input 'x'."
    ),
    (.failedToResizeInputTensor(inputName: "x"), "Failed to resize the input tensor 'x'."),
    (.failedToCopyDataToInputTensor, "Failed to copy data to the input tensor."),
    (.failedToAllocateTensors, "Failed to allocate memory for the tensors."),
    (.failedToInvokeSignature(signatureKey: "k"), "Failed to invoke the signature 'k'."),
    (.allocateTensorsRequired, "Must call allocateTensors()."),
  ]

  @Test(arguments: messages) func `every error has its message`(error: SignatureRunnerError, message: String) {
    #expect(error.description == message)
    #expect(error.localizedDescription == message)
    #expect(error == error && Set([error]).contains(error))
  }
}
