import Foundation

/// Lets a limited number of tasks in for each key; the others wait in order.
final class Turnstile<Key: Hashable & Sendable>: @unchecked Sendable {
  private struct Waiter {
    let id: Int
    let resume: CheckedContinuation<Bool, Never>
  }

  // `lock` guards all of these.
  private let lock = NSLock()
  private let limit: Int
  private var inside: [Key: Int] = [:]
  private var waiting: [Key: [Waiter]] = [:]
  private var cancelled: Set<Int> = []
  private var lastID = 0

  init(limit: Int) { self.limit = limit }

  /// Waits for a place; false when the task was cancelled first. Who is let in calls ``leave(_:)`` once.
  func enter(_ key: Key) async -> Bool {
    let id = lock.withLock { () -> Int in
      lastID += 1
      return lastID
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = lock.withLock { () -> Bool? in
          if cancelled.contains(id) { return false }
          if inside[key, default: 0] < limit {
            inside[key, default: 0] += 1
            return true
          }
          waiting[key, default: []].append(Waiter(id: id, resume: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = lock.withLock { () -> Waiter? in
        cancelled.insert(id)
        guard let index = waiting[key]?.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting[key]?.remove(at: index)
      }
      waiter?.resume.resume(returning: false)
    }
    lock.withLock { () -> Void in cancelled.remove(id) }
    return isIn
  }

  func leave(_ key: Key) {
    let next = lock.withLock { () -> Waiter? in
      if let first = waiting[key]?.first {
        waiting[key]?.removeFirst()
        return first
      }
      waiting[key] = nil
      let count = inside[key, default: 0] - 1
      inside[key] = count > 0 ? count : nil
      return nil
    }
    next?.resume.resume(returning: true)
  }
}
