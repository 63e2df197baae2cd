import Dispatch
import TFLiteRuntime
import TestSupport
import Testing

/// Operators written in Swift by an application, and what only they can show: cancellation in the midst of a run.
@Suite struct CustomOperatorTests {
  /// Multiplies by the factor in its options and sums up how often it has run in a resource of the session.
  private final class Scale: Operator {
    private let factor: Float
    private var scratch: Scratch?
    private var packed: AlignedMemory?

    init(_ node: OperatorNode) throws(RuntimeError) {
      guard let byte = node.customOptions.first else {
        throw node.error(.invalidOperator, "no options", expected: "a factor", actual: "0 bytes")
      }
      factor = Float(byte)
    }

    final class Runs: SessionResource {
      var count = 0
      func reset() { count = 0 }
    }

    var isPure: Bool { false }

    func prepare(_ context: PrepareContext) throws(RuntimeError) {
      try context.expect(inputs: 1, outputs: 2)
      let input = try context.input(0)
      try context.expect(input, .float32)
      try context.expectRank(input, 1...2)
      scratch = try context.requestScratch(input.byteCount)
      try context.setShape(input.shape, ofOutput: 0)
      try context.setShape([], ofOutput: 1)
    }

    func pack(_ context: PackContext) throws(RuntimeError) {
      packed = try context.packed(byteCount: 4) { $0.storeBytes(of: self.factor, as: Float.self) }
    }

    func execute(_ context: ExecuteContext) throws(RuntimeError) {
      guard let scratch, let packed else { throw context.error("not prepared") }
      let input = context.input(0)
      let copy = context.scratch(scratch)
      copy.copyMemory(from: input.data, byteCount: input.byteCount)
      let output = context.output(0).mutablePointer(as: Float.self)
      let factor = packed.base.load(as: Float.self)
      for index in 0..<input.elementCount {
        let value = copy.load(fromByteOffset: 4 * index, as: Float.self)
        if value.isNaN { throw context.error("not a number", input, expected: "numbers", actual: "nan at \(index)") }
        output[index] = value * factor
      }
      let runs = context.resources.resource("runs") { Runs() }
      if let runs = runs as? Runs {
        runs.count += 1
        context.output(1).mutablePointer(as: Float.self).pointee = Float(runs.count)
      }
    }
  }

  private func session(options: [UInt8]? = [4], type: ModelBuilder.Tensor = .float32([3], name: "x")) throws -> Session
  {
    var sessionOptions = SessionOptions()
    sessionOptions.registry.register("Scale") { node throws(RuntimeError) in try Scale(node) }
    let model = ModelBuilder.oneCustomOperator(
      "Scale", options: options, inputs: [type], outputs: [.float32([3], name: "y"), .float32([], name: "runs")])
    return try Session(Model(bytes: model), options: sessionOptions)
  }

  @Test func `a custom operator has options, scratch, packed constants and state`() throws {
    let session = try session()
    for run in 1...3 {
      try session.write([1, 2, Float(run)], toInput: 0)
      try session.invoke()
      #expect(try session.output(0, as: Float.self) == [4, 8, 4 * Float(run)])
      #expect(try session.output(1, as: Float.self) == [Float(run)])
    }
    session.resetState()
    try session.invoke()
    #expect(try session.output(1, as: Float.self) == [1])
  }

  @Test(arguments: [
    ("Other", "not registered"), ("FlexErf", "Flex"), ("edgetpu-custom-op", "Edge TPU"), ("ethos-u", "Ethos-U"),
    ("NeutronGraph", "Neutron"), ("DISPATCH_OP", "LiteRT"),
  ]) func `one that is not there is named with what can be done`(_ name: String, _ reason: String) throws {
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [.float32([3]), .float32([3])], inputs: [0], outputs: [1],
          operators: [.init(custom: name, inputs: [0], outputs: [1])])
      ]).build())
    let lacking = try #require(model.unsupportedOperators().first)
    #expect(lacking.node.name == name)
    #expect(lacking.reason.contains(reason))
    let error = #expect(throws: RuntimeError.self) { try Session(model) }
    #expect(error?.description.contains("\(name) v1: \(lacking.reason)") == true)
  }

  @Test func `its objections name it and the tensor`() throws {
    #expect(throws: RuntimeError.self) { try session(options: nil) }
    let typed = try session(type: .int32([3], name: "x"))
    let prepare = failure { () throws(RuntimeError) in try typed.prepare() }
    #expect(prepare?.code == .unsupported)
    #expect(
      prepare?.description
        == "operator #0 Scale v1: element type not supported, tensor 'x', expected FLOAT32, found INT32")
    let ranked = try session()
    try ranked.resizeInput(0, to: [1, 1, 1])
    #expect(failure { () throws(RuntimeError) in try ranked.prepare() }?.location?.operatorName == "Scale")
    let fed = try session()
    try fed.write([0, .nan, 1] as [Float], toInput: 0)
    let execute = failure { () throws(RuntimeError) in try fed.invoke() }
    #expect(execute?.code == .invalidData)
    #expect(execute?.actual == "nan at 1")
    try fed.write([0, 1, 1] as [Float], toInput: 0)
    try fed.invoke()
  }

  @Test func `a registered name replaces a built-in custom operator`() throws {
    let options = ElementwiseOperator.options("TFLite_Detection_PostProcess") { context in
      context.output(0).mutablePointer(as: Float.self)[0] = 42
    }
    let session = try Session(
      Model(bytes: chain("TFLite_Detection_PostProcess", count: 1, shape: [1])), options: options)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [42])
  }

  // MARK: Cancellation

  @Test func `a token cancelled before the run stops it at once`() throws {
    let tally = Tally()
    let options = ElementwiseOperator.options("Count") { _ in tally.add() }
    let session = try Session(Model(bytes: chain("Count", count: 3, shape: [1])), options: options)
    let token = CancellationToken()
    token.cancel()
    #expect(failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }?.code == .cancelled)
    #expect(tally.count == 0)
    try session.invoke()
    #expect(tally.count == 3)
  }

  @Test func `a token cancelled inside an operator stops before the next`() throws {
    let tally = Tally()
    let token = CancellationToken()
    let options = ElementwiseOperator.options("Count") { context throws(RuntimeError) in
      tally.add()
      if context.node.index == 1 { token.cancel() }
      if context.node.index > 1 { throw context.error("ran after the cancellation") }
    }
    let session = try Session(Model(bytes: chain("Count", count: 4, shape: [1])), options: options)
    #expect(failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }?.code == .cancelled)
    #expect(tally.count == 2)
  }

  @Test func `a token cancelled from another thread stops a long operator that asks`() throws {
    let started = DispatchSemaphore(value: 0)
    let options = ElementwiseOperator.options("Endless") { context throws(RuntimeError) in
      started.signal()
      while true { try context.checkCancellation() }
    }
    let session = try Session(Model(bytes: chain("Endless", count: 1, shape: [1])), options: options)
    let token = CancellationToken()
    DispatchQueue.global().async {
      started.wait()
      token.cancel()
    }
    #expect(failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }?.code == .cancelled)
  }

  /// Gives the options of its model away.
  private final class Listener: Operator {
    let factor: Double
    init(_ node: OperatorNode) throws(RuntimeError) {
      guard let options = node.namedOptions, let factor = options.double("factor"), options.int("count") == 3,
        options.bool("wide") == true, options.string("mode") == "fast", options.ints("shape") == [2, 3],
        options.int("absent") == nil, options.int("mode") == nil,
        Set(options.names) == ["factor", "count", "wide", "mode", "shape"]
      else { throw node.error(.invalidOperator, "the options are others") }
      self.factor = factor
    }

    func prepare(_ context: PrepareContext) throws(RuntimeError) {
      try context.setShape(try context.input(0).shape, ofOutput: 0)
    }

    func execute(_ context: ExecuteContext) throws(RuntimeError) {
      let (input, output) = (context.input(0), context.output(0))
      for i in 0..<input.elementCount {
        output.mutablePointer(as: Float.self)[i] = input.pointer(as: Float.self)[i] * Float(factor)
      }
    }
  }

  @Test func `options are read by name`() throws {
    let map = FlexBufferWriter.bytes(["count": 3, "factor": 2.5, "mode": "fast", "shape": [2, 3], "wide": true])
    var options = SessionOptions()
    options.registry.register("Listener") { node throws(RuntimeError) in try Listener(node) }
    let model = ModelBuilder.oneCustomOperator(
      "Listener", options: map, inputs: [.float32([2])], outputs: [.float32([2])])
    let session = try Session(Model(bytes: model), options: options)
    try session.write([1, 2] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [2.5, 5])
  }
}
