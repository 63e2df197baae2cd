import Dispatch
import TFLiteRuntime
import TestSupport
import Testing

@Suite struct SessionPoolTests {
  private func triple(_ pool: SessionPool, _ value: Float) async throws -> Float {
    try await pool.run { session in
      try session.resizeInput(0, to: [1])
      try session.write([value], toInput: 0)
      try session.invoke()
      return try session.output(0, as: Float.self)[0]
    }
  }

  @Test(arguments: [1, 2, 5]) func `callers get their own results`(count: Int) async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: count)
    #expect(pool.count == count)
    try await withThrowingTaskGroup(of: (Float, Float).self) { group in
      for value in 0..<60 { group.addTask { (Float(value), try await triple(pool, Float(value))) } }
      for try await (value, result) in group { #expect(result == 3 * value) }
    }
  }

  @Test func `a pool has sessions`() throws {
    let model = try Model(bytes: SmallModels.timesThree)
    for count in [0, -1] {
      #expect(failure { () throws(RuntimeError) in _ = try SessionPool(model, count: count) }?.code == .invalidArgument)
    }
    #expect(throws: RuntimeError.self) { try SessionPool(Model(bytes: SmallModels.custom("Fancy")), count: 1) }
  }

  @Test func `no more run at once than there are sessions`() async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 2)
    let (running, most) = (Tally(), Tally())
    await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          try await pool.run { _ in
            running.add()
            if running.count > 2 { most.add() }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
            running.add(-1)
          }
        }
      }
    }
    #expect(most.count == 0)
  }

  private struct Refusal: Error, Equatable {}

  @Test func `what the body throws reaches the caller and the session returns`() async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 1)
    await #expect(throws: Refusal()) { try await pool.run { _ in throw Refusal() } }
    let error = await #expect(throws: RuntimeError.self) {
      try await pool.run { session in try session.write([1, 2] as [Int8], toInput: 0) }
    }
    #expect(error?.code == .invalidArgument)
    #expect(try await triple(pool, 2) == 6)
  }

  @Test func `cancelling a task ends the invocation under way`() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let options = ElementwiseOperator.options("Endless") { context throws(RuntimeError) in
      continuation.yield()
      while true { try context.checkCancellation() }
    }
    let pool = try SessionPool(Model(bytes: chain("Endless", count: 1, shape: [1])), count: 1, options: options)
    let task = Task { try await pool.run { session in try session.invoke() } }
    for await _ in stream { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `cancelling a task ends its wait for a session`() async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 1)
    let release = DispatchSemaphore(value: 0)
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let holder = Task {
      try await pool.run { _ in
        continuation.yield()
        release.wait()
      }
    }
    for await _ in stream { break }
    let entered = Tally()
    let waiters = (0..<5).map { _ in Task { try await pool.run { _ in entered.add() } } }
    let patient = Task { try await triple(pool, 5) }
    for waiter in waiters {
      waiter.cancel()
      await #expect(throws: CancellationError.self) { try await waiter.value }
    }
    release.signal()
    try await holder.value
    #expect(try await patient.value == 15)
    #expect(entered.count == 0)
  }

  @Test func `a cancelled task does not begin`() async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 1)
    let entered = Tally()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await pool.run { _ in entered.add() }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(entered.count == 0)
    #expect(try await triple(pool, 1) == 3)
  }

  @Test func `a token given to the invocation goes before the task's`() async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 1)
    let error = await #expect(throws: RuntimeError.self) {
      try await pool.run { session in
        let token = CancellationToken()
        token.cancel()
        try session.invoke(cancellation: token)
      }
    }
    #expect(error?.code == .cancelled)
  }

  // MARK: Whole tensors

  @Test func `whole tensors in and out`() async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 2)
    let outputs = try await pool.run([TensorValue([1, 2] as [Float], shape: [2])])
    #expect(try outputs.map { try $0.values(as: Float.self) } == [[3, 6]])
    let named = try await pool.run(["input": TensorValue([4] as [Float], shape: [1])])
    #expect(try named["output"]?.values(as: Float.self) == [12])
    let signatures = try SessionPool(Model(bytes: SmallModels.addAndSub), count: 1)
    let ten = ["x": try TensorValue([10] as [Float], shape: [1])]
    #expect(try await signatures.run(ten, signature: "add")["output_0"]?.values(as: Float.self) == [12])
    #expect(try await signatures.run(ten, signature: "sub")["output_0"]?.values(as: Float.self) == [7])
    let error = await #expect(throws: RuntimeError.self) { try await signatures.run(ten, signature: "mul") }
    #expect(error?.code == .notFound)
  }

  @Test func `the next caller finds a session as it was made`() async throws {
    let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 1)
    try await pool.run { session in
      try session.resizeInput(0, to: [1])
      try session.write([7] as [Float], toInput: 0)
      try session.invoke()
      session.operatorObserver = { _ in Issue.record("the observer is the caller's alone") }
    }
    try await pool.run { session in
      #expect(session.inputs[0].shape == [1, 8, 8, 3])
      try session.invoke()
      #expect(try session.output(0, as: Float.self).allSatisfy { $0 == 0 })
    }
  }

  // MARK: Waiting

  /// Keeps the only session of a pool until it is released.
  private final class Occupant {
    private let release = DispatchSemaphore(value: 0)
    private let task: Task<Void, any Error>

    init(_ pool: SessionPool) async {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      let release = release
      task = Task {
        try await pool.run { _ in
          continuation.yield()
          release.wait()
        }
      }
      for await _ in stream { break }
    }

    func leave() async throws {
      release.signal()
      try await task.value
    }
  }

  private func pool(_ queue: SessionPool.Queue) throws -> SessionPool {
    try SessionPool(Model(bytes: SmallModels.timesThree), count: 1, queue: queue)
  }

  private func code(_ task: Task<Float, any Error>) async -> RuntimeError.Code? {
    switch await task.result {
    case .success: nil
    case .failure(let error): (error as? RuntimeError)?.code
    }
  }

  @Test(arguments: [0, 1, 3, -2]) func `a full queue refuses at once`(most: Int) async throws {
    let pool = try pool(.limited(most))
    #expect(try await triple(pool, 1) == 3)
    let occupant = await Occupant(pool)
    // Of six, as many wait as may; the others end while the session is still away.
    let tasks = (0..<6).map { value in Task { try await triple(pool, Float(value)) } }
    let refused = Tally()
    await withTaskGroup(of: Void.self) { group in
      for task in tasks { group.addTask { if await code(task) == .overloaded { refused.add() } } }
      while refused.count < 6 - max(0, most) { await Task.yield() }
      #expect(refused.count == 6 - max(0, most))
      _ = try? await occupant.leave()
    }
    #expect(refused.count == 6 - max(0, most))
  }

  @Test func `the newest frame takes the place of those before it`() async throws {
    let pool = try pool(.newest)
    let occupant = await Occupant(pool)
    let frames = (0..<5).map { value in Task { try await triple(pool, Float(value)) } }
    let superseded = Tally()
    let results = Tally()
    await withTaskGroup(of: Void.self) { group in
      for frame in frames {
        group.addTask { if await code(frame) == .superseded { superseded.add() } else { results.add() } }
      }
      while superseded.count < 4 { await Task.yield() }
      _ = try? await occupant.leave()
    }
    #expect(superseded.count == 4 && results.count == 1)
    #expect(try await triple(pool, 2) == 6)
  }

  @Test func `a wait ends when its time is up`() async throws {
    let pool = try pool(.unlimited)
    let occupant = await Occupant(pool)
    let entered = Tally()
    for seconds in [0, 0.02] {
      let error = await #expect(throws: RuntimeError.self) {
        try await pool.run(timeout: seconds) { _ in entered.add() }
      }
      #expect(error?.code == .deadlineExceeded)
    }
    try await occupant.leave()
    #expect(entered.count == 0)
    #expect(try await pool.run(timeout: 100) { _ in 5 } == 5)
    let late = await #expect(throws: RuntimeError.self) { try await pool.run(timeout: 0) { _ in entered.add() } }
    #expect(late?.code == .deadlineExceeded && entered.count == 0)
  }

  @Test func `a run ends when its time is up`() async throws {
    let options = ElementwiseOperator.options("Endless") { context throws(RuntimeError) in
      while true { try context.checkCancellation() }
    }
    let pool = try SessionPool(Model(bytes: chain("Endless", count: 1, shape: [1])), count: 1, options: options)
    let error = await #expect(throws: RuntimeError.self) {
      try await pool.run([TensorValue([1] as [Float], shape: [1])], timeout: 0.01)
    }
    #expect(error?.code == .deadlineExceeded)
  }

  // MARK: Memory

  @Test func `idle sessions are trimmed at once and others when they return`() async throws {
    let pool = try SessionPool(Model(path: Examples.path("shapes-detector/model.tflite")), count: 1)
    func memory() async throws -> Int { try await pool.run { $0.memoryByteCount } }
    try await pool.run { try $0.invoke() }
    let full = try await memory()
    pool.trimMemory()
    let trimmed = try await memory()
    #expect(trimmed < full)
    try await pool.run { session in
      try session.invoke()
      pool.trimMemory()
      // Not while it is lent.
      #expect(session.arenaByteCount > 0)
      _ = try session.outputValue(0)
    }
    #expect(try await memory() == trimmed)
    try await pool.run { try $0.invoke() }
  }
}
