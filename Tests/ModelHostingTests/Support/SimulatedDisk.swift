import Foundation

@testable import ModelHosting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A disk in memory that tells what was written from what is durable. It can fail or stop at its n-th change, and
/// ``afterPowerLoss(_:)`` is the disk that the next start of the machine finds.
final class SimulatedDisk: FileSystem, @unchecked Sendable {
  private let lock = NSLock()
  private var state: State
  private var open: [Int32: (inode: UInt64, path: String)] = [:]
  private var locks: [Int32: (inode: UInt64, shared: Bool)] = [:]
  private var nextFile: Int32 = 3
  private var count = 0
  /// Names of the changes so far.
  private(set) var operations: [String] = []
  var fault: Fault?
  /// Bytes that fit; nil for no limit.
  var capacity: Int?
  var hasLocks = true
  var isReadOnly = false
  /// What looks at paths that begin so are refused with.
  var blindness: (prefix: String, code: Int32)?
  /// Only looks of this name, such as `open`; nil for all.
  var blindOperation: String?

  /// Called before a file's name or mode changes, as another process may do something then.
  var beforeChange: ((_ operation: String) throws -> Void)?

  init(_ state: State = State()) { self.state = state }

  private func interrupt(_ operation: String, _ path: String) throws(FileFailure) {
    do { try beforeChange?(operation) } catch { throw fail(operation, path, EIO) }
  }

  var current: State { use { state } }

  func advance(_ nanoseconds: Int64) { use { state.time += nanoseconds } }

  private func use<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  private func fail(_ operation: String, _ path: String, _ code: Int32) -> FileFailure {
    FileFailure(operation: operation, path: path, code: code)
  }

  /// Counts a change, and fails when it is the one to fail.
  private func change(_ operation: String, _ path: String) throws(FileFailure) {
    if isReadOnly { throw fail(operation, path, EROFS) }
    if let fault, let only = fault.operation, only != operation { return }
    count += 1
    operations.append("\(operation) \(path)")
    state.time += 1_000_000_000
    if let fault, fault.lasts ? count >= fault.at : count == fault.at { throw fail(operation, path, fault.code) }
  }

  private func look(_ operation: String, _ path: String) throws(FileFailure) {
    guard let blindness, path.hasPrefix(blindness.prefix), blindOperation ?? operation == operation else { return }
    throw fail(operation, path, blindness.code)
  }

  private func inode(_ operation: String, _ file: Int32) throws(FileFailure) -> UInt64 {
    guard let entry = open[file] else { throw fail(operation, "", EBADF) }
    return entry.inode
  }

  // MARK: FileSystem

  func open(_ path: String, for access: FileAccess) throws(FileFailure) -> Int32 {
    try use { () throws(FileFailure) in
      try look("open", path)
      let isNew = state.names[path] == nil
      switch access {
      case .reading, .writing:
        if isNew { throw fail("open", path, ENOENT) }
        if access == .writing, isReadOnly { throw fail("open", path, EROFS) }
      case .creating, .locking:
        if access == .creating, !isNew { throw fail("open", path, EEXIST) }
        guard state.folders.contains(StoreFolder.parent(of: path)) else { throw fail("open", path, ENOENT) }
        if isNew {
          try change("create", path)
          state.contents[state.nextInode] = Contents(modified: state.time)
          state.names[path] = state.nextInode
          state.pending.append(.add(path, inode: state.nextInode))
          state.nextInode += 1
        }
      }
      nextFile += 1
      open[nextFile] = (state.names[path] ?? 0, path)
      return nextFile
    }
  }

  func close(_ file: Int32) {
    use {
      open[file] = nil
      locks[file] = nil
    }
  }

  func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileFailure) -> Int {
    try use { () throws(FileFailure) in
      let bytes = state.contents[try inode("read", file)]?.written.dropFirst(Int(offset)).prefix(buffer.count) ?? []
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileFailure) {
    try use { () throws(FileFailure) in
      let inode = try inode("write", file)
      try change("write", open[file]?.path ?? "")
      var written = state.contents[inode]?.written ?? []
      let growth = max(0, Int(offset) + bytes.count - written.count)
      if let capacity, state.contents.values.reduce(0, { $0 + $1.written.count }) + growth > capacity {
        throw fail("write", open[file]?.path ?? "", ENOSPC)
      }
      written += [UInt8](repeating: 0, count: growth)
      written.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
      let time = state.time
      state.contents[inode]?.written = written
      state.contents[inode]?.modified = time
    }
  }

  func synchronize(_ file: Int32, attributes: Bool) throws(FileFailure) {
    try use { () throws(FileFailure) in
      let inode = try inode("synchronize", file)
      try change("synchronize", open[file]?.path ?? "")
      let written = state.contents[inode]?.written ?? []
      state.contents[inode]?.durable = written
    }
  }

  private func status(_ inode: UInt64) -> FileStatus? {
    state.contents[inode].map { contents in
      FileStatus(
        inode: inode, byteCount: Int64(contents.written.count), modified: contents.modified,
        links: UInt64(state.names.values.count { $0 == inode }), isWritable: contents.isWritable)
    }
  }

  func status(ofFile file: Int32) throws(FileFailure) -> FileStatus {
    try use { () throws(FileFailure) in
      guard let status = status(try inode("stat", file)) else { throw fail("stat", "", EBADF) }
      return status
    }
  }

  func status(of path: String) throws(FileFailure) -> FileStatus? {
    try use { () throws(FileFailure) in
      try look("stat", path)
      if state.folders.contains(path) {
        return FileStatus(inode: 0, byteCount: 0, modified: 0, links: 1, isWritable: true)
      }
      return state.names[path].flatMap { status($0) }
    }
  }

  func setWritable(_ isWritable: Bool, _ path: String) throws(FileFailure) {
    try interrupt("chmod", path)
    try use { () throws(FileFailure) in
      guard let inode = state.names[path] else { throw fail("chmod", path, ENOENT) }
      try change("chmod", path)
      state.contents[inode]?.isWritable = isWritable
    }
  }

  func lock(_ file: Int32, shared: Bool) -> LockAnswer {
    use {
      guard hasLocks else { return .unsupported }
      guard let inode = open[file]?.inode else { return .unsupported }
      let others = locks.filter { $0.key != file && $0.value.inode == inode }
      if others.values.contains(where: { !shared || !$0.shared }) { return .held }
      locks[file] = (inode, shared)
      return .granted
    }
  }

  func rename(_ path: String, to target: String) throws(FileFailure) {
    try interrupt("rename", path)
    try use { () throws(FileFailure) in
      guard let inode = state.names[path] else { throw fail("rename", path, ENOENT) }
      guard state.folders.contains(StoreFolder.parent(of: target)) else { throw fail("rename", target, ENOENT) }
      try change("rename", target)
      state.names[path] = nil
      state.names[target] = inode
      state.pending.append(.move(path, target, inode: inode))
      state.oldNames[path] = inode
    }
  }

  func unlink(_ path: String) throws(FileFailure) {
    try use { () throws(FileFailure) in
      guard state.names[path] != nil else { throw fail("unlink", path, ENOENT) }
      try change("unlink", path)
      state.names[path] = nil
      state.pending.append(.remove(path))
    }
  }

  func makeFolder(_ path: String) throws(FileFailure) {
    try use { () throws(FileFailure) in
      guard !state.folders.contains(path) else { throw fail("mkdir", path, EEXIST) }
      try change("mkdir", path)
      state.folders.insert(path)
    }
  }

  func list(_ folder: String) throws(FileFailure) -> [String] {
    try use { () throws(FileFailure) in
      try look("list", folder)
      return state.names.keys.filter { StoreFolder.parent(of: $0) == folder }.map {
        String($0.dropFirst(folder.count + 1))
      }
      .sorted()
    }
  }

  func synchronizeFolder(_ path: String) throws(FileFailure) {
    try use { () throws(FileFailure) in
      guard state.folders.contains(path) else { throw fail("open", path, ENOENT) }
      try change("synchronizeFolder", path)
      for change in state.pending where change.folder == path { Self.apply(change, to: &state.durableNames) }
      state.pending.removeAll { $0.folder == path }
      state.oldNames = state.oldNames.filter { StoreFolder.parent(of: $0.key) != path }
    }
  }

  static func apply(_ change: NameChange, to names: inout [String: UInt64]) {
    switch change {
    case .add(let path, let inode): names[path] = inode
    case .remove(let path): names[path] = nil
    case .move(let path, let target, let inode):
      if names[path] == inode { names[path] = nil }
      names[target] = inode
    }
  }

  func availableSpace(at path: String) -> Int64? {
    use { capacity.map { Int64($0 - state.contents.values.reduce(0) { $0 + $1.written.count }) } }
  }

  var bootSession: String? { use { "boot \(state.boot)" } }

  func now() -> Int64 { use { state.time } }
}
