import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// Inputs and outputs by position and by name, in place and as other things than they are in memory.
@Suite struct TensorAccessTests {
  /// A session that gives its input, called `x`, back as `y`.
  private func echo(
    _ type: Schema.TensorType, _ shape: [Int], _ quantization: ModelBuilder.Quantization? = nil
  ) throws -> Session {
    let model = ModelBuilder.oneOperator(
      .reshape,
      inputs: [
        .init(type, shape, name: "x", quantization: quantization), .int32([shape.count], shape.map { Int32($0) }),
      ],
      outputs: [.init(type, shape, name: "y", quantization: quantization)])
    return try Session(Model(bytes: model))
  }

  @Test func `positions and names mean the same`() throws {
    let session = try echo(.float32, [2])
    try session.write([1, 2] as [Float], toInput: "x")
    try session.invoke()
    for key in [TensorKey.index(0), .name("y")] { #expect(try session.output(key, as: Float.self) == [1, 2]) }
    #expect(try session.output(0, as: Float.self) == session.output("y", as: Float.self))
    #expect(try session.inputInfo("x") == session.inputs[0])
    #expect(try session.outputInfo(0) == session.outputs[0])
    #expect(session.inputCount == 1 && session.outputCount == 1)

    let error = failure { () throws(RuntimeError) in _ = try session.output("z", as: Float.self) }
    #expect(error?.description == "the model has no such output, expected 'y', found 'z'")
    let signature = try Session(Model(bytes: SmallModels.addAndSub)).signature("add")
    try signature.write([1] as [Float], toInput: 0)
    try signature.invoke()
    #expect(try signature.output(0, as: Float.self) == [3])
    let position = failure { () throws(RuntimeError) in _ = try signature.output(1, as: Float.self) }
    #expect(position?.expected == "an index in 0...0")
  }

  @Test func `spans`() throws {
    let session = try echo(.int32, [3])
    let values: [Int32] = [1, -2, 3]
    try values.withUnsafeBufferPointer { (buffer) throws(RuntimeError) in
      try session.write(buffer.span, toInput: 0)
    }
    try session.withMutableInputSpan("x", as: Int32.self) { span in span[1] = 7 }
    try session.invoke()
    #expect(try session.withOutputSpan("y", as: Int32.self) { span in span[0] + span[1] + span[2] } == 11)
    #expect(try session.withOutputRawSpan(0) { span in span.byteCount } == 12)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 12, alignment: 4)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 1)
    try session.write(bytes: UnsafeRawBufferPointer(memory).bytes, toInput: "x")
    try session.invoke()
    #expect(try session.output(0, as: Int32.self) == [0x0101_0101, 0x0101_0101, 0x0101_0101])
  }

  private enum Objection: Error { case value }

  @Test func `bodies throw`() throws {
    let session = try echo(.float32, [1])
    try session.write([1] as [Float], toInput: 0)
    try session.invoke()
    #expect(throws: Objection.self) {
      try session.withOutput(0, as: Float.self) { values in if values[0] == 1 { throw Objection.value } }
    }
    #expect(throws: Objection.self) { try session.withOutputBytes(0) { _ in throw Objection.value } }
    #expect(throws: Objection.self) { try session.withInputBytes(0) { _ in throw Objection.value } }
    #expect(throws: Objection.self) {
      try session.withMutableInput(0, as: Float.self) { _ in throw Objection.value }
    }
    let own = failure { () throws(RuntimeError) in
      try session.withOutput(0, as: Float.self) { (_) throws(RuntimeError) in throw RuntimeError(.invalidData, "mine") }
    }
    #expect(own?.message == "mine")
    // The session is not left in use.
    try session.invoke()
  }

  @Test func `truth values`() throws {
    let session = try echo(.bool, [3])
    try session.write([true, false, true], toInput: "x")
    try session.invoke()
    #expect(try session.output("y", as: Bool.self) == [true, false, true])
    try session.write([2, 0, 255] as [UInt8], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Bool.self) == [true, false, true])
    let count = failure { () throws(RuntimeError) in try session.write([true], toInput: 0) }
    #expect(count?.code == .invalidArgument && count?.actual == "1")
    let bytes = try echo(.uint8, [1])
    let type = failure { () throws(RuntimeError) in try bytes.write([true], toInput: 0) }
    #expect(type?.actual == "BOOL")
  }

  @Test(
    arguments: [
      (.int8, [-128, 0, 127]), (.uint8, [0, 3, 255]), (.int16, [-32768, 1, 32767]), (.uint16, [0, 9, 65535]),
      (.int32, [-5, 0, 5]), (.uint32, [0, 1, 4_294_967_295]), (.int64, [Int.min, 0, Int.max]),
      (.uint64, [0, 1, Int.max]),
      (.int4, [-8, 7, -1]), (.uint4, [0, 15, 9]), (.int2, [-2, 1, -1]),
    ] as [(Schema.TensorType, [Int])])
  func `integers of every width`(_ type: Schema.TensorType, _ values: [Int]) throws {
    let session = try echo(type, [3])
    try session.write(integers: values, toInput: "x")
    try session.invoke()
    #expect(try session.outputIntegers("y") == values)
  }

  @Test(
    arguments: [(.int8, 128), (.uint8, -1), (.int4, 8), (.uint4, 16), (.int2, 2), (.uint64, -1)]
      as [(Schema.TensorType, Int)])
  func `integers that a type does not have`(_ type: Schema.TensorType, _ value: Int) throws {
    let session = try echo(type, [2])
    let error = failure { () throws(RuntimeError) in try session.write(integers: [0, value], toInput: 0) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == "element 1 does not fit the type")
  }

  @Test func `floats are no integers, and large ones are no Int`() throws {
    let floats = try echo(.float32, [1])
    #expect(
      failure { () throws(RuntimeError) in try floats.write(integers: [1], toInput: 0) }?.code == .invalidArgument)
    let large = try echo(.uint64, [1])
    try large.write([UInt64.max], toInput: 0)
    try large.invoke()
    let error = failure { () throws(RuntimeError) in _ = try large.outputIntegers(0) }
    #expect(error?.actual == "\(UInt64.max)")
  }

  @Test func `reals are quantized as they are written`() throws {
    let session = try echo(.int8, [5], .perTensor(scale: 0.5, zeroPoint: 3))
    try session.write(reals: [1, -0.25, 1000, -1000, .nan], toInput: "x")
    try session.invoke()
    #expect(try session.output("y", as: Int8.self) == [5, 2, 127, -128, 3])
    #expect(try session.dequantizedOutput("y") == [1, -0.5, 62, -65.5, 0])
    let plain = try echo(.int32, [3])
    try plain.write(reals: [1.5, -1.5, 2.4], toInput: 0)
    try plain.invoke()
    #expect(try plain.output(0, as: Int32.self) == [2, -2, 2])
    let half = try echo(.float16, [2])
    try half.write(reals: [1, 65520], toInput: 0)
    try half.invoke()
    #expect(try half.dequantizedOutput(0) == [1, .infinity])
    let strings = try echo(.string, [1])
    #expect(failure { () throws(RuntimeError) in try strings.write(reals: [1], toInput: 0) }?.code == .invalidArgument)
  }
}
