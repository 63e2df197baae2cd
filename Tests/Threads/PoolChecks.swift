import TFLiteRuntime
import TestSupport

/// Pools that many tasks ask, that trim and let callers go.
enum PoolChecks {
  static func run(_ path: String?) async throws {
    for queue: SessionPool.Queue in [.unlimited, .limited(3), .newest] {
      let pool = try SessionPool(Model(bytes: SmallModels.timesThree), count: 3, queue: queue)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for value in 0..<200 { group.addTask { try await triple(pool, Float(value)) } }
        var answered = 0
        for _ in 0..<20 {
          pool.trimMemory()
          await Task.yield()
        }
        for try await isAnswered in group where isAnswered { answered += 1 }
        if queue == .unlimited ? answered != 200 : answered == 0 {
          throw ThreadChecks.Difference("a pool has answered \(answered) of 200 callers")
        }
      }
    }
    if let path { try await cancelled(path) }
  }

  /// False for who was turned away.
  private static func triple(_ pool: SessionPool, _ value: Float) async throws -> Bool {
    do {
      let result = try await pool.run { session in
        try session.resizeInput(0, to: [1])
        try session.write([value], toInput: 0)
        try session.invoke()
        return try session.output(0, as: Float.self)[0]
      }
      if result != 3 * value { throw ThreadChecks.Difference("\(result) as three times \(value)") }
      return true
    } catch let error as RuntimeError where error.code == .overloaded || error.code == .superseded {
      return false
    }
  }

  /// Tasks that are cancelled, and that run out of time, at any moment.
  private static func cancelled(_ path: String) async throws {
    let pool = try SessionPool(Model(path: path), count: 2)
    let tasks = (0..<24).map { number in
      Task {
        do {
          try await pool.run(timeout: number % 3 == 0 ? 0.02 * Double(number) : nil) { try $0.invoke() }
        } catch is CancellationError {
          // As was asked for.
        } catch let error as RuntimeError where error.code == .deadlineExceeded {
          // As was asked for.
        }
      }
    }
    for (number, task) in tasks.enumerated() where number % 2 == 1 {
      task.cancel()
      await Task.yield()
    }
    for task in tasks { try await task.value }
  }
}
