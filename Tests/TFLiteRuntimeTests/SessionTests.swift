import Dispatch
import TFLiteRuntime
import TestSupport
import Testing

@Suite struct SessionTests {
  private func session(_ bytes: [UInt8], _ options: SessionOptions = .init()) throws -> Session {
    try Session(Model(bytes: bytes), options: options)
  }

  // MARK: Access

  @Test func `values go in and come out by type`() throws {
    let session = try session(SmallModels.timesThree)
    try session.resizeInput(0, to: [3])
    try session.write([1, 2, 3] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [3, 6, 9])
    #expect(try session.withOutput(0, as: Float.self) { $0.reduce(0, +) } == 18)
    #expect(try session.withOutputBytes(0) { $0.count } == 12)
    try session.withMutableInput(0, as: Float.self) { input in
      for index in input.indices { input[index] = Float(index) }
    }
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [0, 3, 6])
    #expect(try session.withInputBytes(0) { $0.load(fromByteOffset: 8, as: Float.self) } == 2)
  }

  @Test func `access of the wrong type or size names what is expected and found`() throws {
    let session = try session(SmallModels.timesThree)
    try session.resizeInput(0, to: [3])
    let type = failure { () throws(RuntimeError) in try session.write([1] as [Int8], toInput: 0) }
    #expect(type?.code == .invalidArgument)
    #expect(type?.tensor == "'input'")
    #expect(type?.expected == "FLOAT32 [3]")
    #expect(type?.actual == "INT8")
    let count = failure { () throws(RuntimeError) in try session.write([1, 2] as [Float], toInput: 0) }
    #expect(count?.expected == "3 for FLOAT32 [3]")
    #expect(count?.actual == "2")
    let bytes = failure { () throws(RuntimeError) in
      try session.write(bytes: UnsafeRawBufferPointer(start: nil, count: 0), toInput: 0)
    }
    #expect(bytes?.expected == "12 for FLOAT32 [3]")
    #expect(bytes?.actual == "0")
    try session.invoke()
    let output = failure { () throws(RuntimeError) in _ = try session.output(0, as: Int32.self) }
    #expect(output?.tensor == "'output'")
    #expect(output?.expected == "FLOAT32 [3]")
    #expect(output?.actual == "INT32")
    for index in [-1, 1, Int.max] {
      #expect(
        failure { () throws(RuntimeError) in try session.write([1] as [Float], toInput: index) }?.code == .notFound)
      #expect(failure { () throws(RuntimeError) in _ = try session.output(index, as: Float.self) }?.code == .notFound)
      #expect(failure { () throws(RuntimeError) in try session.resizeInput(index, to: [1]) }?.code == .notFound)
    }
    let strings = failure { () throws(RuntimeError) in try session.write(strings: ["a"], toInput: 0) }
    #expect(strings?.expected == "FLOAT32")
    #expect(failure { () throws(RuntimeError) in _ = try session.outputStrings(0) }?.code == .invalidArgument)
  }

  @Test func `outputs are not there before they are computed`() throws {
    let session = try session(SmallModels.timesThree)
    let error = failure { () throws(RuntimeError) in _ = try session.output(0, as: Float.self) }
    #expect(error?.code == .invalidState)
    #expect(error?.description.contains("'output'") == true)
  }

  @Test func `strings go in and come out`() throws {
    let session = try session(SmallModels.strings(3))
    let words = ["", "naïve", "日本"]
    try session.write(strings: words, toInput: 0)
    try session.invoke()
    #expect(try session.outputStrings(0) == words)
    let error = failure { () throws(RuntimeError) in try session.write(strings: ["a"], toInput: 0) }
    #expect(error?.expected == "3 for [3]")
    #expect(error?.actual == "1")
    // A resize to the shape at hand leaves them where they are.
    try session.resizeInput(0, to: [3])
    #expect(try session.outputStrings(0) == words)
    try session.invoke()
    #expect(try session.outputStrings(0) == words)
  }

  @Test func `empty tensors and models without inputs run`() throws {
    let empty = try session(SmallModels.empty)
    try empty.write([] as [Float], toInput: 0)
    try empty.invoke()
    #expect(try empty.output(0, as: Float.self).isEmpty)
    let constant = try session(SmallModels.withoutInputs)
    #expect(constant.inputs.isEmpty)
    try constant.invoke()
    #expect(try constant.output(0, as: Float.self) == [11, 22])
    #expect(
      failure { () throws(RuntimeError) in try constant.write([1] as [Float], toInput: 0) }?.description
        .contains("the model has no inputs") == true)
  }

  // MARK: Introspection

  @Test func `tensors say what they are`() throws {
    let scales: [Float] = [0.5, 0.25, 0.125]
    let model = ModelBuilder([
      .init(
        tensors: [
          .int8([2, 3], name: "x", quantization: .perChannel(scales: scales, zeroPoints: [0, 1, 2], dimension: 1))
            .signature([-1, 3]),
          .uint8([4], name: "y", quantization: .perTensor(scale: 0.5, zeroPoint: 128)), .float32([], name: "z"),
        ],
        inputs: [0, 1, 2], outputs: [0, 1, 2], operators: [])
    ]).build()
    let session = try session(model)
    let inputs = session.inputs
    #expect(inputs.map(\.name) == ["x", "y", "z"])
    #expect(inputs.map(\.type) == [.int8, .uint8, .float32])
    #expect(inputs.map(\.shape) == [[2, 3], [4], []])
    #expect(inputs.map(\.byteCount) == [6, 4, 4])
    #expect(inputs[0].shapeSignature == [-1, 3])
    #expect(inputs[1].shapeSignature == [4])
    let channels = try #require(inputs[0].quantization)
    #expect(channels.isPerChannel && channels.axis == 1)
    #expect(channels.scales == scales && channels.zeroPoints == [0, 1, 2])
    #expect(inputs[1].quantization == Quantization(scale: 0.5, zeroPoint: 128))
    #expect(inputs[2].quantization == nil)
    try session.write([0, 1, 2, 10, 11, 12] as [Int8], toInput: 0)
    try session.write([128, 130, 0, 255] as [UInt8], toInput: 1)
    try session.write([1.5] as [Float], toInput: 2)
    try session.invoke()
    #expect(try session.dequantizedOutput(0) == [0, 0, 0, 5, 2.5, 1.25])
    #expect(try session.dequantizedOutput(1) == [0, 1, -64, 63.5])
    #expect(try session.dequantizedOutput(2) == [1.5])
  }

  @Test func `a model tells its parts`() throws {
    let bytes = SmallModels.addAndSub
    let model = try Model(bytes: bytes)
    #expect(model.byteCount == bytes.count)
    #expect(model.formatVersion == 3)
    #expect(model.graphs.map(\.name) == ["add", "sub"])
    #expect(model.graphs.flatMap(\.operators).map(\.name) == ["ADD", "SUB"])
    #expect(model.signatures.map(\.key) == ["add", "sub"])
    #expect(model.signature("sub")?.inputs.map(\.name) == ["x"])
    #expect(model.signature("mul") == nil)
    #expect(model.unsupportedOperators().isEmpty)
    #expect(model.withBytes { Array($0) } == bytes)
  }

  @Test func `operators that cannot run are all named before anything runs`() throws {
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: (0..<5).map { .float32([1], name: "t\($0)") }, inputs: [0], outputs: [4],
          operators: [
            .init(custom: "Fancy", inputs: [0], outputs: [1]), .init(custom: "FlexErf", inputs: [1], outputs: [2]),
            .init(.abs, version: 99, inputs: [2], outputs: [3]), .init(custom: "Fancy", inputs: [3], outputs: [4]),
          ])
      ]).build())
    #expect(model.unsupportedOperators().map(\.node.index) == [0, 1, 2, 3])
    let error = failure { () throws(RuntimeError) in _ = try Session(model) }
    #expect(error?.code == .unsupported)
    for text in ["4 operators", "Fancy v1", "FlexErf", "Flex", "ABS v99", "found 99"] {
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    }
    var registry = OperatorRegistry()
    registry.register("Fancy") { _ in ElementwiseOperator { _ in } }
    #expect(model.unsupportedOperators(registry).map(\.node.name) == ["FlexErf", "ABS"])
  }

  // MARK: Shapes

  @Test func `a resize must fit the signature's known extents`() throws {
    let model = ModelBuilder.oneOperator(
      .abs, inputs: [.float32([1, 3], name: "x").signature([-1, 3])],
      outputs: [.float32([1, 3]).signature([-1, 3])])
    let session = try session(model)
    for batch in [1, 4, 2, 0] {
      try session.resizeInput(0, to: [batch, 3])
      try session.prepare()
      #expect(session.outputs[0].shape == [batch, 3])
      try session.write([Float](repeating: -1, count: 3 * batch), toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [Float](repeating: 1, count: 3 * batch))
    }
    for shape in [[2, 4], [3], [1, 2, 3]] as [Shape] {
      let error = failure { () throws(RuntimeError) in try session.resizeInput(0, to: shape) }
      #expect(error?.code == .invalidArgument)
      #expect(error?.expected == "[-1,3] with any extent for -1")
      #expect(error?.actual == shape.description)
    }
    #expect(session.inputs[0].shape == [0, 3])
  }

  @Test func `a failed preparation leaves no output and no harm`() throws {
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([4], name: "x"), .float32([4], name: "first"), .float32([4], [1, 1, 1, 1]),
          .float32([4], name: "last"),
        ],
        inputs: [0], outputs: [1, 3],
        operators: [.init(.neg, inputs: [0], outputs: [1]), .init(.add, inputs: [1, 2], outputs: [3])])
    ]).build()
    let session = try session(model)
    try session.write([1, 2, 3, 4] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(1, as: Float.self) == [0, -1, -2, -3])
    try session.resizeInput(0, to: [1 << 20])
    #expect(failure { () throws(RuntimeError) in try session.invoke() }?.location?.operatorName == "ADD")
    for index in 0...1 {
      #expect(
        failure { () throws(RuntimeError) in _ = try session.output(index, as: Float.self) }?.code == .invalidState)
    }
    try session.resizeInput(0, to: [4])
    try session.write([5, 5, 5, 5] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(1, as: Float.self) == [-4, -4, -4, -4])
  }

  // MARK: Signatures

  @Test func `signatures run by name`() throws {
    let session = try session(SmallModels.addAndSub)
    for (key, expected) in [("add", [3, 4] as [Float]), ("sub", [-2, -1])] {
      let signature = try session.signature(key)
      #expect(signature.inputNames == ["x"])
      #expect(signature.outputNames == ["output_0"])
      #expect(signature.inputs[0].name == "\(key)_x:0")
      try signature.resizeInput("x", to: [2])
      try signature.write([1, 2] as [Float], toInput: "x")
      try signature.prepare()
      #expect(signature.outputs[0].shape == [2])
      try signature.invoke()
      #expect(try signature.output("output_0", as: Float.self) == expected)
      let error = failure { () throws(RuntimeError) in _ = try signature.output("y", as: Float.self) }
      #expect(error?.code == .notFound)
      #expect(error?.description == "signature '\(key)' has no such output, expected 'output_0', found 'y'")
    }
    let error = failure { () throws(RuntimeError) in _ = try session.signature("mul") }
    #expect(error?.code == .notFound)
    #expect(error?.expected == "'add' or 'sub'")
  }

  // MARK: Profile

  @Test func `the profile counts runs of every operator`() throws {
    var options = SessionOptions()
    options.profiling = true
    let session = try session(SmallModels.timesThree, options)
    #expect(session.profile.isEmpty)
    for _ in 0..<3 { try session.invoke() }
    #expect(session.profile.map(\.name) == ["ADD", "ADD"])
    #expect(session.profile.map(\.output) == ["sum", "output"])
    #expect(session.profile.map(\.runs) == [3, 3])
    session.resetProfile()
    #expect(session.profile.isEmpty)
    let quiet = try self.session(SmallModels.timesThree)
    try quiet.invoke()
    #expect(quiet.profile.isEmpty)
  }

  // MARK: Sharing

  @Test func `sessions of one model on several threads agree`() throws {
    let model = try Model(path: Examples.path("shapes-classifier/classifier_int8.tflite"))
    let pictures = ["arrow", "circle", "heart", "star"]
    let inputs = try pictures.map { picture in
      try Examples.pixels("\(picture).png", width: 64, height: 64).map { Int8(truncatingIfNeeded: Int($0) - 128) }
    }
    let alone = try Session(model)
    let expected = try inputs.map { input in
      try alone.write(input, toInput: 0)
      try alone.invoke()
      return try alone.output(0, as: Int8.self)
    }
    #expect(Set(expected).count == pictures.count)
    let shared = alone.sharedByteCount
    let failures = Tally()
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      do {
        var options = SessionOptions()
        options.threads = .count(1 + number % 3)
        let session = try Session(model, options: options)
        for round in 0..<8 {
          let index = (number + round) % inputs.count
          try session.write(inputs[index], toInput: 0)
          try session.invoke()
          if try session.output(0, as: Int8.self) != expected[index] { failures.add() }
        }
      } catch {
        failures.add()
      }
    }
    #expect(failures.count == 0)
    #expect(alone.sharedByteCount == shared)
  }
}

/// A count that several threads raise.
final class Tally: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var value = 0

  func add(_ amount: Int = 1) { lock.withLock { value += amount } }
  var count: Int { lock.withLock { value } }
}
