import Foundation
import TFLiteRuntime
import TFLiteSchema
import TestSupport
import Testing

/// When outputs can be read, and who may use a session meanwhile.
@Suite struct SessionUseTests {
  typealias Tensor = ModelBuilder.Tensor
  typealias Operator = ModelBuilder.Operator

  private static func code(_ body: () throws(RuntimeError) -> Void) -> RuntimeError.Code? { failure(body)?.code }

  /// All ways to read output 0.
  private static func readings(_ session: Session) -> [RuntimeError.Code?] {
    [
      code { () throws(RuntimeError) in _ = try session.output(0, as: Float.self) },
      code { () throws(RuntimeError) in try session.withOutput(0, as: Float.self) { _ in } },
      code { () throws(RuntimeError) in try session.withOutputBytes(0) { _ in } },
      code { () throws(RuntimeError) in _ = try session.dequantizedOutput(0) },
      code { () throws(RuntimeError) in _ = try session.outputStrings(0) },
    ]
  }

  private static let unreadable = [RuntimeError.Code?](repeating: .invalidState, count: 5)
  private static let readable: [RuntimeError.Code?] = [nil, nil, nil, nil, .invalidArgument]

  @Test func outputsNeedAnInvocation() throws {
    let session = try OperatorRun.session(SmallModels.timesThree)
    #expect(Self.readings(session) == Self.unreadable)
    try session.prepare()
    #expect(Self.readings(session) == Self.unreadable)
    try session.invoke()
    #expect(Self.readings(session) == Self.readable)
    // The same shape again changes nothing, another one does.
    try session.resizeInput(0, to: [1, 8, 8, 3])
    #expect(Self.readings(session) == Self.readable)
    try session.resizeInput(0, to: [1, 4, 8, 3])
    #expect(Self.readings(session) == Self.unreadable)
    try session.prepare()
    #expect(Self.readings(session) == Self.unreadable)
    try session.invoke()
    #expect(Self.readings(session) == Self.readable)
  }

  @Test func outputsOfAFailedOrCancelledInvocationCannotBeRead() throws {
    let runs = Counter()
    let token = CancellationToken()
    let session = try Session(
      Model(bytes: chain("step", count: 2, shape: [2])),
      options: ElementwiseOperator.options("step") { (context) throws(RuntimeError) in
        switch runs.next() {
        case 4: throw context.error("this one fails")
        case 7: token.cancel()
        default: break
        }
      })
    try session.invoke()
    #expect(Self.readings(session) == Self.readable)
    #expect(Self.code { () throws(RuntimeError) in try session.invoke() } == .invalidData)
    #expect(Self.readings(session) == Self.unreadable)
    try session.invoke()
    #expect(Self.readings(session) == Self.readable)
    #expect(Self.code { () throws(RuntimeError) in try session.invoke(cancellation: token) } == .cancelled)
    #expect(Self.readings(session) == Self.unreadable)
  }

  /// Outputs that are constants, inputs, variables or folded: all have to wait for an invocation.
  @Test func outputsThatNothingComputes() throws {
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [
            .float32([2], name: "input"), .float32([2], [5, 6], name: "constant"),
            Tensor.float32([2], name: "variable").variable(), .float32([2], name: "folded"),
          ], inputs: [0], outputs: [0, 1, 2, 3],
          operators: [.init(.add, inputs: [1, 1], outputs: [3])])
      ]).build())
    let session = try Session(model)
    try session.prepare()
    for index in 0..<4 {
      #expect(Self.code { () throws(RuntimeError) in _ = try session.output(index, as: Float.self) } == .invalidState)
    }
    try session.write([1, 2] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [1, 2])
    #expect(try session.output(1, as: Float.self) == [5, 6])
    #expect(try session.output(2, as: Float.self) == [0, 0])
    #expect(try session.output(3, as: Float.self) == [10, 12])
  }

  @Test func outputsOfSignaturesNeedAnInvocation() throws {
    let session = try OperatorRun.session(SmallModels.addAndSub)
    let add = try session.signature("add")
    let sub = try session.signature("sub")
    try sub.prepare()
    try add.prepare()
    func codes(_ signature: SignatureSession) -> [RuntimeError.Code?] {
      [
        Self.code { () throws(RuntimeError) in _ = try signature.output("output_0", as: Float.self) },
        Self.code { () throws(RuntimeError) in try signature.withOutput("output_0", as: Float.self) { _ in } },
        Self.code { () throws(RuntimeError) in try signature.withOutputBytes("output_0") { _ in } },
        Self.code { () throws(RuntimeError) in _ = try signature.dequantizedOutput("output_0") },
        Self.code { () throws(RuntimeError) in _ = try signature.outputStrings("output_0") },
      ]
    }
    #expect(codes(sub) == Self.unreadable)
    try sub.write([7] as [Float], toInput: "x")
    try sub.invoke()
    #expect(try sub.output("output_0", as: Float.self) == [4])
    #expect(codes(add) == Self.unreadable)
    try sub.resizeInput("x", to: [2])
    #expect(codes(sub) == Self.unreadable)
  }

  @Test func anOperatorCannotUseItsOwnSession() throws {
    nonisolated(unsafe) weak var itself: Session?
    nonisolated(unsafe) var codes: [RuntimeError.Code?] = []
    let session = try Session(
      Model(bytes: SmallModels.custom("self")),
      options: ElementwiseOperator.options("self") { _ in
        guard let session = itself else { return }
        codes = [
          Self.code { () throws(RuntimeError) in try session.invoke() },
          Self.code { () throws(RuntimeError) in try session.prepare() },
          Self.code { () throws(RuntimeError) in try session.resizeInput(0, to: [9]) },
          Self.code { () throws(RuntimeError) in try session.write([1, 2, 3, 4] as [Float], toInput: 0) },
          Self.code { () throws(RuntimeError) in try session.withInputBytes(0) { _ in } },
          Self.code { () throws(RuntimeError) in _ = try session.output(0, as: Float.self) },
        ]
      })
    itself = session
    try session.invoke()
    #expect(codes == [RuntimeError.Code?](repeating: .invalidState, count: 6))
    // Nothing of that lasts.
    try session.invoke()
    _ = try session.output(0, as: Float.self)
  }

  @Test func aSecondThreadInABusySessionIsTold() throws {
    let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    nonisolated(unsafe) let session = try Session(
      Model(bytes: SmallModels.custom("wait")),
      options: ElementwiseOperator.options("wait") { _ in
        began.signal()
        end.wait()
      })
    let finished = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var first: RuntimeError?
    let thread = Thread {
      first = failure { () throws(RuntimeError) in try session.invoke() }
      finished.signal()
    }
    thread.start()
    began.wait()
    let second = failure { () throws(RuntimeError) in try session.invoke() }
    #expect(second?.code == .invalidState)
    #expect(second?.message.contains("one thread at a time") ?? false)
    #expect(
      Self.code { () throws(RuntimeError) in try session.write([1, 2, 3, 4] as [Float], toInput: 0) } == .invalidState)
    end.signal()
    finished.wait()
    #expect(first == nil)
    end.signal()
    try session.invoke()
  }

  /// Reading in place goes together with reading and writing, but not with what moves memory.
  @Test func bodiesThatLookAtMemoryKeepItInPlace() throws {
    let session = try OperatorRun.session(SmallModels.timesThree)
    try session.invoke()
    nonisolated(unsafe) var codes: [RuntimeError.Code?] = []
    try session.withOutput(0, as: Float.self) { values in
      codes = [
        Self.code { () throws(RuntimeError) in try session.withOutputBytes(0) { _ in } },
        Self.code { () throws(RuntimeError) in try session.write(Array(values), toInput: 0) },
        Self.code { () throws(RuntimeError) in try session.invoke() },
        Self.code { () throws(RuntimeError) in try session.prepare() },
        Self.code { () throws(RuntimeError) in try session.resizeInput(0, to: [1, 2, 2, 3]) },
      ]
    }
    #expect(codes == [nil, nil, .invalidState, .invalidState, .invalidState])
    try session.invoke()
  }

  @Test func preparationCanBeCancelled() throws {
    let session = try OperatorRun.session(SmallModels.timesThree)
    let token = CancellationToken()
    token.cancel()
    #expect(Self.code { () throws(RuntimeError) in try session.prepare(cancellation: token) } == .cancelled)
    // The token of an invocation reaches the preparation that it begins with.
    let error = failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }
    #expect(error?.code == .cancelled)
    #expect(error?.location?.operatorIndex == 0)
    try session.prepare()
    try session.invoke()
  }

  // MARK: Operands without content

  @Test func operandsThatNobodyWritesAreRefused() throws {
    let model = try Model(
      bytes: ModelBuilder([
        .init(
          tensors: [.float32([2], name: "input"), .float32([2], name: "orphan"), .float32([2], name: "sum")],
          inputs: [0], outputs: [2], operators: [.init(.add, inputs: [0, 1], outputs: [2])])
      ]).build())
    let error = failure { () throws(RuntimeError) in _ = try Session(model) }
    #expect(error?.code == .invalidModel)
    #expect(error?.tensor == "'orphan'")
    #expect(error?.location?.operatorName == "ADD")
  }

  /// What has no elements needs no content.
  @Test func emptyOperandsThatNobodyWritesAreNotMissed() throws {
    let session = try OperatorRun.session(
      ModelBuilder([
        .init(
          tensors: [.float32([2], name: "input"), .float32([0], name: "nothing"), .float32([2], name: "joined")],
          inputs: [0], outputs: [2],
          operators: [
            .init(.concatenation, options: .init(.concatenationOptions, ["axis": 0]), inputs: [0, 1], outputs: [2])
          ])
      ]).build())
    try session.write([1, 2] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [1, 2])
  }

  // MARK: Errors

  @Test func longNamesAreCutInErrors() throws {
    let name = String(repeating: "é", count: 1 << 20)
    var error = RuntimeError(.invalidModel, name, tensor: name, expected: name, actual: name)
    #expect(error.description.utf8.count < 2500)
    #expect(error.tensor?.hasSuffix("… (2097152 bytes)") ?? false)
    error.tensor = name
    #expect(error.description.utf8.count < 2500)

    let unknown = try Model(bytes: SmallModels.custom(name))
    #expect(failure { () throws(RuntimeError) in _ = try Session(unknown) }?.description.utf8.count ?? .max < 2500)
    let orphan = ModelBuilder([
      .init(
        tensors: [.float32([2], name: name), .float32([2], name: name)], inputs: [], outputs: [1],
        operators: [.init(.relu, inputs: [0], outputs: [1])])
    ])
    let model = try Model(bytes: orphan.build())
    #expect(failure { () throws(RuntimeError) in _ = try Session(model) }?.description.utf8.count ?? .max < 2500)
    var damaged = orphan
    damaged.subgraphs[0].tensors[0] = .float32([-1], name: name)
    let bytes = damaged.build()
    #expect(failure { () throws(RuntimeError) in _ = try Model(bytes: bytes) }?.description.utf8.count ?? .max < 2500)
  }

  @Test func longListsAreCutInErrors() throws {
    var builder = SmallModels.timesThree(.float32([1], name: "input"), output: .float32([1], name: "output"))
    builder.signatures = (0..<5000).map { .init("signature \($0)", inputs: [], outputs: []) }
    let session = try OperatorRun.session(builder.build())
    let error = failure { () throws(RuntimeError) in _ = try session.signature("missing") }
    #expect(error?.code == .notFound)
    #expect(error?.description.utf8.count ?? .max < 500)
    #expect(error?.expected?.hasPrefix("'signature 0' or 'signature 1' or ") ?? false)
  }
}
