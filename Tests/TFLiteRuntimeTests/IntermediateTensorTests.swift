import TFLiteRuntime
import TestSupport
import Testing

/// Tensors that are read beside the outputs.
@Suite struct IntermediateTensorTests {
  private func session(
    _ model: Model, _ intermediates: IntermediateTensors, rewrites: Bool = true, threads: Int = 1
  ) throws -> Session {
    var options = SessionOptions()
    options.intermediates = intermediates
    options.rewrites = rewrites
    options.threads = .count(threads)
    return try Session(model, options: options)
  }

  @Test func `by name and by number`() throws {
    let model = try Model(bytes: SmallModels.timesThreeInt8)
    let session = try session(model, .named(["sum"]))
    #expect(session.intermediates.map { $0.name } == ["sum"])
    #expect(session.intermediates.map { $0.number } == [1])
    #expect(session.outputCount == 1)
    try session.write([1, 2, 3, 4] as [Int8], toInput: 0)
    try session.invoke()
    // Real values are one more than the integers.
    #expect(try session.output("sum", as: Int8.self) == [3, 5, 7, 9])
    #expect(try session.dequantizedOutput(.tensor(1) as TensorKey) == [4, 6, 8, 10])
    #expect(try session.output(.tensor(2) as TensorKey, as: Int8.self) == session.output(0, as: Int8.self))
    #expect(try session.inputInfo(.tensor(0) as TensorKey).name == "input")
  }

  @Test func `only what was asked for`() throws {
    let model = try Model(bytes: SmallModels.timesThree)
    let plain = try session(model, .none)
    try plain.invoke()
    #expect(plain.intermediates.isEmpty)
    #expect(failure { () throws(RuntimeError) in _ = try plain.output("sum", as: Float.self) }?.code == .notFound)
    let error = failure { () throws(RuntimeError) in _ = try plain.output(.tensor(1) as TensorKey, as: Float.self) }
    #expect(error?.expected == "an output, or a tensor that SessionOptions.intermediates chooses")
    #expect(throws: RuntimeError.self) { try session(model, .named(["sum", "nothing"])) }
  }

  /// Whatever passes would have made of the graph, a tensor that is read has its content, in all modes alike.
  @Test(arguments: ["shapes-detector/model.tflite", "shapes-classifier/classifier_int8.tflite"], [1, 2])
  func `all tensors of a network`(file: String, threads: Int) throws {
    let model = try Model(path: Examples.path(file))
    let (plain, rewritten) = (
      try session(model, .all, rewrites: false, threads: threads), try session(model, .all, threads: threads)
    )
    let usual = try session(model, .none, threads: threads)
    let one = try #require(plain.intermediates.first { !$0.name.isEmpty })
    let single = try session(model, .named([one.name]), threads: threads)
    let written = Set(model.graphs[0].operators.flatMap { $0.outputs }).subtracting(model.graphs[0].outputs)
    #expect(Set(rewritten.intermediates.map { $0.number }) == written)
    let info = plain.inputs[0]
    for session in [plain, rewritten, usual, single] {
      let reals = (0..<info.shape.elementCount).map { Float($0 * 29 % 255) / 127 - 1 }
      try session.write(reals: reals, toInput: 0)
      try session.invoke()
    }
    for tensor in plain.intermediates + plain.outputs {
      let key = TensorKey.tensor(tensor.number)
      let expected = try plain.outputValue(key)
      if tensor.type == .float32 {
        for (left, right) in zip(try expected.reals(), try rewritten.outputValue(key).reals()) {
          #expect(abs(left - right) <= 1e-3 * max(1, abs(left)), "\(tensor.name)")
        }
      } else {
        #expect(try rewritten.outputValue(key) == expected, "\(tensor.name)")
        if tensor.number == one.number { #expect(try single.outputValue(key) == expected) }
      }
    }
    for (index, output) in plain.outputs.enumerated() where output.type != .float32 {
      #expect(try usual.outputValue(index) == plain.outputValue(index))
    }
  }
}
