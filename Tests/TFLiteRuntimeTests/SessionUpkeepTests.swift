import TFLiteRuntime
import TestSupport
import Testing

/// Sessions set back, trimmed, watched and timed.
@Suite struct SessionUpkeepTests {
  // MARK: Reset

  @Test func `a session set back is as it was made`() throws {
    let session = try Session(Model(bytes: SmallModels.timesThree))
    let shape = session.inputs[0].shape
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 16)
    defer { memory.deallocate() }
    try session.resizeInput(0, to: [2])
    try session.write([1, 2] as [Float], toInput: 0)
    try session.bindOutput(0, to: memory)
    session.operatorObserver = { _ in Issue.record("the observer is gone") }
    try session.reset()
    memory.initializeMemory(as: UInt8.self, repeating: 9)
    #expect(session.inputs[0].shape == shape)
    #expect(failure { () throws(RuntimeError) in _ = try session.output(0, as: Float.self) }?.code == .invalidState)
    try session.invoke()
    #expect(try session.output(0, as: Float.self).allSatisfy { $0 == 0 })
    #expect(memory.allSatisfy { $0 == 9 })
  }

  @Test func `a session in use is not set back`() throws {
    let session = try Session(Model(bytes: SmallModels.timesThree))
    let (reset, trim) = try session.withMutableInput(0, as: Float.self) { (_) throws(RuntimeError) in
      (
        failure { () throws(RuntimeError) in try session.reset() },
        failure { () throws(RuntimeError) in try session.trimMemory() }
      )
    }
    #expect(reset?.code == .invalidState && trim?.code == .invalidState)
  }

  @Test func `strings are gone too`() throws {
    let session = try Session(Model(bytes: SmallModels.strings(2)))
    try session.write(strings: ["one", "two"], toInput: 0)
    try session.invoke()
    try session.reset()
    try session.write(strings: ["three", "four"], toInput: 0)
    try session.invoke()
    #expect(try session.outputStrings(0) == ["three", "four"])
  }

  // MARK: Memory

  @Test(arguments: ["timesThree", "positions", "detector"]) func `memory comes back when it is needed`(
    name: String
  ) throws {
    let model =
      switch name {
      case "timesThree": try Model(bytes: SmallModels.timesThree)
      case "positions": try Model(bytes: SmallModels.positions)
      default: try Model(path: Examples.path("shapes-detector/model.tflite"))
      }
    let session = try Session(model)
    try session.withInputBytes(0) { _ in }
    let info = session.inputs[0]
    try session.write(reals: (0..<info.shape.elementCount).map { Float($0 % 3) }, toInput: 0)
    try session.invoke()
    let expected = try (0..<session.outputCount).map { try session.outputValue($0) }
    let (full, arena) = (session.memoryByteCount, session.arenaByteCount)
    try session.trimMemory()
    #expect(session.arenaByteCount == 0)
    #expect(arena == 0 || session.memoryByteCount < full)
    #expect(failure { () throws(RuntimeError) in _ = try session.outputValue(0) }?.code == .invalidState)
    // The inputs are there still.
    try session.invoke()
    #expect(try (0..<session.outputCount).map { try session.outputValue($0) } == expected)
    #expect(session.arenaByteCount == arena)
  }

  @Test func `weights go when no session uses them`() throws {
    let model = try Model(path: Examples.path("shapes-detector/model.tflite"))
    var session: Session? = try Session(model)
    try session?.invoke()
    let shared = try #require(session?.sharedByteCount)
    #expect(shared > 0)
    model.trimMemory()
    #expect(session?.sharedByteCount == shared, "those in use stay")
    session = nil
    model.trimMemory()
    let next = try Session(model)
    // Tables of bytes are made with the graph.
    #expect(next.sharedByteCount < shared)
    try next.invoke()
    #expect(next.sharedByteCount == shared)
  }

  // MARK: Watching

  @Test func `every operator is told`() throws {
    let session = try Session(
      Model(bytes: HookOperator.chain(3)), options: HookOperator.options { _ in })
    var events: [OperatorEvent] = []
    session.operatorObserver = { events.append($0) }
    try session.invoke()
    #expect(events.map { $0.index } == [0, 1, 2])
    #expect(events.allSatisfy { $0.name == "Hook" && $0.subgraph == 0 })
    #expect(session.profile.isEmpty)
    session.operatorObserver = nil
    try session.invoke()
    #expect(events.count == 3)
  }

  @Test(arguments: [1, 2]) func `what is told is what the profile adds up`(threads: Int) throws {
    var options = SessionOptions()
    options.profiling = true
    options.threads = .count(threads)
    options.bands = BandLimits(smallestTensor: 10_000, band: 30_000)
    let session = try Session(Model(path: Examples.path("shapes-detector/model.tflite")), options: options)
    try session.prepare()
    var times: [Int: UInt64] = [:]
    var count = 0
    session.operatorObserver = {
      times[$0.index, default: 0] += $0.nanoseconds
      count += 1
    }
    try session.invoke()
    try session.invoke()
    #expect(count == 2 * times.count)
    let profile = session.profile
    #expect(Set(profile.map { $0.index }) == Set(times.keys))
    for entry in profile { #expect(times[entry.index] == entry.nanoseconds) }
  }

  // MARK: Time

  @Test func `a run whose time is up ends before the next operator`() throws {
    let runs = Tally()
    let options = HookOperator.options { _ in
      runs.add()
      let token = CancellationToken(timeout: 0.002)
      while !token.hasExpired {}
    }
    let session = try Session(Model(bytes: HookOperator.chain(50)), options: options)
    let error = failure { () throws(RuntimeError) in
      try session.invoke(cancellation: CancellationToken(timeout: 0.01))
    }
    #expect(error?.code == .deadlineExceeded)
    #expect(runs.count > 0 && runs.count < 50)
    #expect(failure { () throws(RuntimeError) in _ = try session.output(0, as: Float.self) }?.code == .invalidState)
    try session.invoke(cancellation: CancellationToken(timeout: 1000))
    #expect(try session.output(0, as: Float.self) == [0])
  }

  @Test(arguments: [0, -1, -.infinity, .nan] as [Double]) func `no time at all`(seconds: Double) throws {
    let session = try Session(Model(bytes: SmallModels.timesThree))
    let token = CancellationToken(timeout: seconds)
    #expect(failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }?.code == .deadlineExceeded)
    #expect(failure { () throws(RuntimeError) in try session.prepare(cancellation: token) }?.code == .deadlineExceeded)
    #expect(!token.isCancelled)
    token.cancel()
    #expect(failure { () throws(RuntimeError) in try session.invoke(cancellation: token) }?.code == .cancelled)
  }

  @Test(arguments: [1e300, .infinity, 1e10] as [Double]) func `all the time there is`(seconds: Double) throws {
    let session = try Session(Model(bytes: SmallModels.timesThree))
    try session.invoke(cancellation: CancellationToken(timeout: seconds))
  }

  // MARK: Accounts of tensors

  @Test func `what is said of tensors is made once`() throws {
    let session = try Session(Model(bytes: SmallModels.timesThree))
    func place() -> UnsafePointer<TensorInfo>? { session.inputs.withUnsafeBufferPointer { $0.baseAddress } }
    let first = place()
    #expect(first != nil && place() == first)
    try session.resizeInput(0, to: [7])
    #expect(session.inputs[0].shape == [7] && session.inputs[0].byteCount == 28)
    try session.invoke()
    #expect(session.outputs[0].shape == [7])
  }
}
