/// Keeps the last job of an operator where other threads find it.
///
/// An operator mostly has the same job in every invocation. It is not written again then, so that other threads have it in
/// their caches. Embedded Swift, which has no threads, keeps nothing.
final class JobStore {
  #if !hasFeature(Embedded)
  /// A task, and behind it its job.
  private var memory: UnsafeMutableRawPointer?
  private var kind: JobKind?

  /// Bytes that two threads do not share.
  private static let lineBytes = 128
  /// From a task to its job.
  private static let jobOffset = 64

  deinit { clear() }

  /// Keeps the job at `address`, and the task of it, until the next call, which overwrites both: they have to be done by then.
  /// - Returns: the address of the task.
  func keep(_ address: UnsafeRawPointer, _ kind: JobKind, rows: Int, chunks: Int) -> UnsafeRawPointer {
    if let memory, let last = self.kind, Self.areSame(last, kind) {
      let task = memory.assumingMemoryBound(to: RowTask.self)
      let job = memory + Self.jobOffset
      let isEqual = Self.areEqual(
        UnsafeRawBufferPointer(start: address, count: kind.size), UnsafeRawBufferPointer(start: job, count: kind.size))
      if !isEqual {
        last.end(job)
        kind.copy(address, job)
      }
      if task.pointee.rows != rows || task.pointee.chunks != chunks {
        task.pointee = RowTask(rows: rows, chunks: chunks, body: kind.run, job: job)
      }
      return UnsafeRawPointer(memory)
    }
    clear()
    assert(MemoryLayout<RowTask>.size <= Self.jobOffset)
    let new = UnsafeMutableRawPointer.allocate(byteCount: Self.jobOffset + kind.size, alignment: Self.lineBytes)
    let job = new + Self.jobOffset
    kind.copy(address, job)
    new.initializeMemory(
      as: RowTask.self, to: RowTask(rows: rows, chunks: chunks, body: kind.run, job: UnsafeRawPointer(job)))
    memory = new
    self.kind = kind
    return UnsafeRawPointer(new)
  }

  private func clear() {
    guard let memory, let kind else { return }
    kind.end(memory + Self.jobOffset)
    memory.assumingMemoryBound(to: RowTask.self).deinitialize(count: 1)
    memory.deallocate()
    self.memory = nil
    self.kind = nil
  }

  /// Whether kinds have the same functions: their bytes are compared, since functions cannot be.
  private static func areSame(_ a: JobKind, _ b: JobKind) -> Bool {
    withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { b in areEqual(a, b) } }
  }

  /// Compares bytes. What lies between the members of a job may differ where the jobs do not.
  private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.count == b.count }
    var offset = 0
    while offset &+ 8 <= a.count {
      if first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset &+= 8
    }
    while offset < a.count {
      if first.load(fromByteOffset: offset, as: UInt8.self) != second.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset &+= 1
    }
    return true
  }
  #endif
}
