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
}
