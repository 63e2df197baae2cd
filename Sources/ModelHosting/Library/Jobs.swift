import Foundation

/// One update of a name, for all who asked for it while it runs.
///
/// `lock` guards all that changes.
final class Job: @unchecked Sendable {
  typealias Outcome = Result<InstalledModel, HostingError>
  typealias Report = @Sendable (DownloadProgress) -> Void

  let name: String
  private let lock = NSLock()
  private var wanted: DownloadConditions
  private var mayIgnoreBackOff: Bool
  private var waiters: [Int: (report: Report?, continuation: CheckedContinuation<Outcome, Never>)] = [:]
  private var last: DownloadProgress?
  private var task: Task<Void, Never>?
  private var isCancelled = false

  init(_ name: String, _ conditions: DownloadConditions, ignoringBackOff: Bool) {
    self.name = name
    wanted = conditions
    mayIgnoreBackOff = ignoringBackOff
  }

  /// The most permissive of all conditions.
  var conditions: DownloadConditions { lock.withLock { wanted } }
  var ignoresBackOff: Bool { lock.withLock { mayIgnoreBackOff } }

  func run(_ task: Task<Void, Never>) {
    let isLate = lock.withLock { () -> Bool in
      self.task = task
      return isCancelled
    }
    if isLate { task.cancel() }
  }

  /// - Returns: How far the download is.
  func add(
    _ id: Int, _ conditions: DownloadConditions, ignoringBackOff: Bool, _ report: Report?,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) -> DownloadProgress? {
    lock.withLock { () -> DownloadProgress? in
      wanted.allowsCellularAccess = wanted.allowsCellularAccess || conditions.allowsCellularAccess
      wanted.allowsBackgroundDownloading = wanted.allowsBackgroundDownloading || conditions.allowsBackgroundDownloading
      wanted.isIdleRequired = wanted.isIdleRequired && conditions.isIdleRequired
      mayIgnoreBackOff = mayIgnoreBackOff || ignoringBackOff
      waiters[id] = (report, continuation)
      return last
    }
  }

  /// Takes one waiter out.
  /// - Returns: Its continuation, nil if it does not wait here, and whether it was the last.
  func remove(_ id: Int) -> (continuation: CheckedContinuation<Outcome, Never>?, isEmpty: Bool) {
    lock.withLock { (waiters.removeValue(forKey: id)?.continuation, waiters.isEmpty) }
  }

  func report(_ progress: DownloadProgress) {
    let reports = lock.withLock { () -> [Report] in
      last = progress
      return waiters.values.compactMap(\.report)
    }
    for report in reports { report(progress) }
  }

  func cancel() {
    let task = lock.withLock { () -> Task<Void, Never>? in
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }

  func finish(_ outcome: Outcome) {
    let all = lock.withLock { () -> [CheckedContinuation<Outcome, Never>] in
      defer { waiters = [:] }
      return waiters.values.map(\.continuation)
    }
    for continuation in all { continuation.resume(returning: outcome) }
  }
}

/// The updates that run: one for each name. `lock` guards all that changes.
final class Jobs: @unchecked Sendable {
  private let lock = NSLock()
  private var running: [String: Job] = [:]
  private var gone: Set<Int> = []
  private var lastID = 0

  /// Waits for the update of `name` that runs, or begins one by `work`. It is cancelled when nobody waits any more.
  func update(
    _ name: String, _ conditions: DownloadConditions, ignoringBackOff: Bool, _ report: Job.Report?,
    by work: @escaping @Sendable (Job) async -> Job.Outcome
  ) async -> Job.Outcome {
    let id = lock.withLock { () -> Int in
      lastID += 1
      return lastID
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(id, name, conditions, ignoringBackOff, report, continuation, by: work)
      }
    } onCancel: {
      leave(id, name)
    }
    lock.withLock { () -> Void in gone.remove(id) }
    return outcome
  }

  /// Ends the update of `name`; all who wait for it get `cancelled`.
  func cancel(_ name: String) {
    let job = lock.withLock { running.removeValue(forKey: name) }
    job?.cancel()
    job?.finish(.failure(.cancelled(name)))
  }

  private func join(
    _ id: Int, _ name: String, _ conditions: DownloadConditions, _ ignoringBackOff: Bool, _ report: Job.Report?,
    _ continuation: CheckedContinuation<Job.Outcome, Never>, by work: @escaping @Sendable (Job) async -> Job.Outcome
  ) {
    // A waiter is added under the lock: the update cannot end between the look and the addition.
    let started = lock.withLock { () -> (job: Job?, isGone: Bool, progress: DownloadProgress?) in
      guard !gone.contains(id) else { return (nil, true, nil) }
      if let job = running[name] {
        return (nil, false, job.add(id, conditions, ignoringBackOff: ignoringBackOff, report, continuation))
      }
      let job = Job(name, conditions, ignoringBackOff: ignoringBackOff)
      _ = job.add(id, conditions, ignoringBackOff: ignoringBackOff, report, continuation)
      running[name] = job
      return (job, false, nil)
    }
    if started.isGone { continuation.resume(returning: .failure(.cancelled(name))) }
    if let progress = started.progress { report?(progress) }
    guard let job = started.job else { return }
    let priority: TaskPriority? = conditions.isIdleRequired ? .background : nil
    job.run(
      Task.detached(priority: priority) {
        let outcome = await work(job)
        self.finish(job, outcome)
      })
  }

  private func leave(_ id: Int, _ name: String) {
    let (continuation, idle) = lock.withLock { () -> (CheckedContinuation<Job.Outcome, Never>?, Job?) in
      gone.insert(id)
      guard let job = running[name] else { return (nil, nil) }
      let (continuation, isEmpty) = job.remove(id)
      guard continuation != nil, isEmpty else { return (continuation, nil) }
      running[name] = nil
      return (continuation, job)
    }
    idle?.cancel()
    continuation?.resume(returning: .failure(.cancelled(name)))
  }

  private func finish(_ job: Job, _ outcome: Job.Outcome) {
    lock.withLock { () -> Void in
      if running[job.name] === job { running[job.name] = nil }
    }
    job.finish(outcome)
  }
}
