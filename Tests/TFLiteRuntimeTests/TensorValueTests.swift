import TFLiteRuntime
import TestSupport
import Testing

/// Tensors by themselves, and runs from whole tensors to whole tensors.
@Suite struct TensorValueTests {
  @Test func `elements come back`() throws {
    let values: [Int16] = [-3, 0, 700, 4, 5, 6]
    let value = try TensorValue(values, shape: [2, 3])
    #expect(value.type == .int16 && value.shape == [2, 3] && value.byteCount == 12 && value.elementCount == 6)
    #expect(try value.values(as: Int16.self) == values)
    #expect(try value.integers() == [-3, 0, 700, 4, 5, 6])
    #expect(try value.reals() == [-3, 0, 700, 4, 5, 6])
    #expect(try TensorValue([true, false], shape: [2]).truthValues() == [true, false])
    #expect(try TensorValue(strings: ["a", "", "é"], shape: [3]).strings() == ["a", "", "é"])
    #expect(try TensorValue([] as [Float], shape: [0, 4]).values(as: Float.self) == [])
    let packed = try TensorValue(bytes: [0x2F, 0x07], type: .int4, shape: [3])
    #expect(try packed.integers() == [-1, 2, 7] && packed.reals() == [-1, 2, 7])
    #expect(try value.withUnsafeBytes { (bytes) throws(RuntimeError) in bytes.count } == 12)
  }

  @Test func `what does not fit`() throws {
    func error(_ body: () throws(RuntimeError) -> Void) -> String? { failure(body)?.description }
    #expect(
      error { () throws(RuntimeError) in _ = try TensorValue([1, 2] as [Float], shape: [3]) }
        == "wrong number of elements, expected 3 for [3], found 2")
    #expect(
      error { () throws(RuntimeError) in _ = try TensorValue([1] as [Float], shape: [-1]) }
        == "impossible shape for a tensor, found [-1]")
    #expect(
      error { () throws(RuntimeError) in _ = try TensorValue([true], shape: [.max, .max]) }
        == "impossible shape for a tensor, found [\(Int.max),\(Int.max)]")
    #expect(
      error { () throws(RuntimeError) in _ = try TensorValue(bytes: [1, 2, 3], type: .float16, shape: [1]) }
        == "wrong number of bytes, expected 2 for FLOAT16 [1], found 3")
    #expect(
      error { () throws(RuntimeError) in _ = try TensorValue(bytes: [1, 2, 3], type: .string, shape: [1]) }?
        .contains("serialized strings") == true)
    let value = try TensorValue([1] as [Float], shape: [1])
    #expect(
      error { () throws(RuntimeError) in _ = try value.values(as: Int8.self) }
        == "the element type is another, expected FLOAT32 [1], found INT8")
    #expect(failure { () throws(RuntimeError) in _ = try value.strings() }?.code == .invalidArgument)
    #expect(failure { () throws(RuntimeError) in _ = try value.truthValues() }?.code == .invalidArgument)
    #expect(failure { () throws(RuntimeError) in _ = try value.integers() }?.code == .invalidArgument)
  }

  @Test func `reals for a quantized input`() throws {
    let session = try Session(Model(bytes: SmallModels.timesThreeInt8))
    let value = try TensorValue(reals: [1, 2, -300, .nan], for: session.inputs[0])
    #expect(try value.values(as: Int8.self) == [0, 1, -128, -1])
    #expect(try value.reals() == [1, 2, -127, 0])
    let outputs = try session.run([value])
    #expect(outputs.count == 1 && outputs[0].quantization == session.outputs[0].quantization)
    #expect(try outputs[0].reals()[0] == 3)
  }

  @Test func `runs take shapes and give values that stay`() throws {
    let session = try Session(Model(bytes: SmallModels.timesThree))
    let first = try session.run([TensorValue([1, 2] as [Float], shape: [2])])
    let second = try session.run(["input": TensorValue([5] as [Float], shape: [1, 1])])
    #expect(try first[0].values(as: Float.self) == [3, 6] && first[0].shape == [2])
    #expect(try second["output"]?.values(as: Float.self) == [15] && second["output"]?.shape == [1, 1])
    #expect(second.count == 1)
    let signature = try Session(Model(bytes: SmallModels.addAndSub)).signature("sub")
    #expect(
      try signature.run(["x": TensorValue([10] as [Float], shape: [1])])["output_0"]?.values(as: Float.self) == [7])
  }

  @Test func `runs with other inputs than there are`() throws {
    let session = try Session(Model(bytes: SmallModels.timesThree))
    let value = try TensorValue([1] as [Float], shape: [1])
    #expect(
      failure { () throws(RuntimeError) in _ = try session.run([value, value]) }?.description
        == "wrong number of inputs, expected 1, found 2")
    #expect(failure { () throws(RuntimeError) in _ = try session.run(["y": value]) }?.code == .notFound)
    #expect(
      failure { () throws(RuntimeError) in _ = try session.run([:] as [String: TensorValue]) }?.description
        == "an input is missing, expected a value for 'input'")
    let bytes = try TensorValue([1] as [UInt8], shape: [1])
    #expect(failure { () throws(RuntimeError) in _ = try session.run([bytes]) }?.actual == "UINT8 [1]")
    let twins = ModelBuilder([
      .init(
        tensors: [.float32([1], name: "x"), .float32([1], name: "x"), .float32([1], name: "y")], inputs: [0, 1],
        outputs: [2], operators: [.init(.add, inputs: [0, 1], outputs: [2])])
    ])
    let ambiguous = try Session(Model(bytes: twins.build()))
    #expect(
      failure { () throws(RuntimeError) in _ = try ambiguous.run(["x": value]) }?.message
        == "two inputs have the same name; run on a list instead")
    #expect(try ambiguous.run([value, value])[0].values(as: Float.self) == [2])
  }
}
