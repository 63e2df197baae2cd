import Foundation
import TFLiteRuntime
import TensorFlowLite
import TestSupport
import Testing

/// What an interpreter has from the runtime.
@Suite struct SessionOptionTests {
  private static func options(_ session: SessionOptions) -> Interpreter.Options {
    var options = Interpreter.Options()
    options.session = session
    return options
  }

  private func result(_ interpreter: Interpreter, _ input: Float) throws -> [Float]? {
    try interpreter.copy(Data(copyingBufferOf: [input]), toInputAt: 0)
    try interpreter.invoke()
    return [Float](unsafeData: try interpreter.output(at: 0).data)
  }

  @Test func `kernels and profiling are those of the options`() throws {
    var session = SessionOptions()
    session.kernels = .reference
    session.profiling = true
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree), options: Self.options(session))
    #expect(interpreter.session.kernelsName == "reference")
    try interpreter.allocateTensors()
    try interpreter.invoke()
    try interpreter.invoke()
    #expect(interpreter.session.profile.map(\.name) == ["ADD", "ADD"])
    #expect(interpreter.session.profile.map(\.runs) == [2, 2])
  }

  @Test func `a thread count goes before the session's threads`() throws {
    var session = SessionOptions()
    session.threads = .count(3)
    var options = Self.options(session)
    for (count, expected) in [(nil, 3), (0, 3), (2, 2)] as [(Int?, Int)] {
      options.threadCount = count
      let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree), options: options)
      #expect(interpreter.session.threadCount == expected)
    }
  }

  @Test func `memory has the limit of the options`() throws {
    let unlimited = try Interpreter(modelData: Data(SmallModels.timesThree))
    try unlimited.allocateTensors()
    var session = SessionOptions()
    session.memoryLimit = unlimited.session.memoryByteCount - 1
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree), options: Self.options(session))
    let error = #expect(throws: InterpreterError.failedToAllocateTensors) { try interpreter.allocateTensors() }
    #expect(error?.cause?.code == .outOfMemory)
    try interpreter.resizeInput(at: 0, to: [1])
    try interpreter.allocateTensors()
    #expect(try result(interpreter, 2) == [6])
  }

  @Test func `custom operators are those of the options`() throws {
    let runs = Tally()
    let options = Self.options(HookOperator.options { _ in runs.add() })
    let interpreter = try Interpreter(modelData: Data(HookOperator.chain(2)), options: options)
    try interpreter.allocateTensors()
    #expect(try result(interpreter, 7) == [7])
    #expect(runs.count == 2)
    #expect(throws: InterpreterError.failedToCreateInterpreter) {
      try Interpreter(modelData: Data(HookOperator.chain(1)))
    }
  }

  @Test func `options with other registrations differ`() {
    let one = Self.options(HookOperator.options { _ in })
    let other = Self.options(HookOperator.options { _ in })
    #expect(one == one && one != other && one != Interpreter.Options())
    #expect(Set([one, other, one, Interpreter.Options()]).count == 3)
    var limited = SessionOptions()
    limited.memoryLimit = 1 << 20
    #expect(Self.options(limited) != Interpreter.Options())
  }

  @Test func `interpreters of one model have its bytes once and inputs of their own`() throws {
    let data = Data(SmallModels.timesThree)
    let model = try TFLiteRuntime.Model(bytes: Array(data))
    let interpreters = try (0..<3).map { _ in try Interpreter(model: model) }
    for (index, interpreter) in interpreters.enumerated() {
      #expect(interpreter.session.model === model)
      try interpreter.resizeInput(at: 0, to: [1])
      try interpreter.allocateTensors()
      try interpreter.copy(Data(copyingBufferOf: [Float(index)]), toInputAt: 0)
    }
    for (index, interpreter) in interpreters.enumerated() {
      try interpreter.invoke()
      #expect([Float](unsafeData: try interpreter.output(at: 0).data) == [Float(3 * index)])
    }
  }

  @Test func `a model given as data stays where it is`() throws {
    let data = Data(SmallModels.timesThree)
    let interpreter = try Interpreter(modelData: data)
    let place = data.withUnsafeBytes { $0.baseAddress }
    #expect(place != nil)
    #expect(interpreter.session.model.withBytes { $0.baseAddress } == place)
  }

  @Test func `a cancelled invocation ends before the next operator and can be repeated`() throws {
    let token = CancellationToken()
    let runs = Tally()
    let options = Self.options(
      HookOperator.options { index in
        runs.add()
        if index == 1 { token.cancel() }
      })
    let interpreter = try Interpreter(modelData: Data(HookOperator.chain(4)), options: options)
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke(cancellation: token) }
    try interpreter.allocateTensors()
    try interpreter.copy(Data(copyingBufferOf: [5] as [Float]), toInputAt: 0)
    #expect(throws: CancellationError.self) { try interpreter.invoke(cancellation: token) }
    #expect(runs.count == 2)
    try interpreter.invoke(cancellation: CancellationToken())
    #expect(runs.count == 6)
    #expect([Float](unsafeData: try interpreter.output(at: 0).data) == [5])
  }

  @Test func `a cancelled allocation ends and can be repeated`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    let token = CancellationToken()
    token.cancel()
    #expect(throws: CancellationError.self) { try interpreter.allocateTensors(cancellation: token) }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    #expect(interpreter.lastFailure?.code == .cancelled)
    try interpreter.allocateTensors(cancellation: CancellationToken())
    try interpreter.invoke()
  }

  @Test func `a signature's run can be cancelled`() throws {
    let runner = try Interpreter(modelData: Data(SmallModels.addAndSub)).signatureRunner(with: "add")
    let token = CancellationToken()
    let inputs = ["x": Data(copyingBufferOf: [5] as [Float])]
    try runner.invoke(with: inputs, cancellation: token)
    #expect([Float](unsafeData: try runner.output(named: "output_0").data) == [7])
    token.cancel()
    #expect(throws: CancellationError.self) { try runner.invoke(with: inputs, cancellation: token) }
    let late = CancellationToken(timeout: 0)
    #expect(throws: SignatureRunnerError.failedToInvokeSignature(signatureKey: "add")) {
      try runner.invoke(with: inputs, cancellation: late)
    }
    #expect(runner.lastFailure?.code == .deadlineExceeded)
  }

  @Test func `errors without room for a cause leave it behind`() throws {
    let interpreter = try Interpreter(modelData: Data(SmallModels.timesThree))
    #expect(interpreter.lastFailure == nil)
    #expect(throws: InterpreterError.failedToResizeInputTensor(index: 0)) {
      try interpreter.resizeInput(at: 0, to: [-1])
    }
    #expect(interpreter.lastFailure?.message == "impossible shape for an input")
    let runner = try Interpreter(modelData: Data(SmallModels.addAndSub)).signatureRunner(with: "sub")
    #expect(throws: SignatureRunnerError.failedToResizeInputTensor(inputName: "x")) {
      try runner.resizeInput(named: "x", toShape: [2, 2])
    }
    #expect(runner.lastFailure?.expected == "[-1] with any extent for -1")
  }
}

/// Counts on any thread.
private final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var sum = 0

  var count: Int { lock.withLock { sum } }
  func add() { lock.withLock { sum += 1 } }
}
