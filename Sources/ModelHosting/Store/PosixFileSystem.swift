#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The file system of this machine.
package struct PosixFileSystem: FileSystem {
  private let hasLocks: Bool

  /// - Parameter hasLocks: False for a file system whose locks do nothing, as some networks' do.
  package init(hasLocks: Bool = true) { self.hasLocks = hasLocks }

  package func open(_ path: String, for access: FileAccess) throws(FileFailure) -> Int32 {
    let flags =
      switch access {
      case .reading: O_RDONLY
      case .writing: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .locking: O_RDWR | O_CREAT
      }
    return try check("open", path) { posixOpen(path, flags | O_CLOEXEC, 0o600) }
  }

  package func close(_ file: Int32) { _ = posixClose(file) }

  package func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileFailure) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = try check("read", "") { pread(file, base + done, buffer.count - done, off_t(offset) + off_t(done)) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileFailure) {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = try check("write", "") { pwrite(file, base + done, bytes.count - done, off_t(offset) + off_t(done)) }
      // A write of nothing would be tried for ever.
      guard count > 0 else { throw FileFailure(operation: "write", path: "", code: EIO) }
      done += count
    }
  }

  package func synchronize(_ file: Int32, attributes: Bool) throws(FileFailure) {
    #if canImport(Darwin)
    // F_FULLFSYNC reaches the medium; file systems without it have fsync.
    if fcntl(file, F_FULLFSYNC) == 0 { return }
    _ = try check("synchronize", "") { fsync(file) }
    #else
    _ = try check("synchronize", "") { attributes ? fsync(file) : fdatasync(file) }
    #endif
  }

  package func status(ofFile file: Int32) throws(FileFailure) -> FileStatus {
    var status = stat()
    _ = try check("stat", "") { fstat(file, &status) }
    return FileStatus(status)
  }

  package func status(of path: String) throws(FileFailure) -> FileStatus? {
    var status = stat()
    while stat(path, &status) != 0 {
      switch errno {
      case EINTR: continue
      case ENOENT, ENOTDIR: return nil
      default: throw FileFailure(operation: "stat", path: path, code: errno)
      }
    }
    return FileStatus(status)
  }

  package func setWritable(_ isWritable: Bool, _ path: String) throws(FileFailure) {
    _ = try check("chmod", path) { chmod(path, isWritable ? 0o600 : 0o444) }
  }

  package func lock(_ file: Int32, shared: Bool) -> LockAnswer {
    guard hasLocks else { return .unsupported }
    while flock(file, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .held
      default: return .unsupported
      }
    }
    return .granted
  }

  package func rename(_ path: String, to target: String) throws(FileFailure) {
    _ = try check("rename", path) { posixRename(path, target) }
  }

  package func unlink(_ path: String) throws(FileFailure) {
    _ = try check("unlink", path) { posixUnlink(path) }
  }

  package func makeFolder(_ path: String) throws(FileFailure) {
    _ = try check("mkdir", path) { mkdir(path, 0o700) }
  }

  package func list(_ folder: String) throws(FileFailure) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw FileFailure(operation: "list", path: folder, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      // The end and a failure look alike but for errno: half a list must not pass for a whole one.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return names }
        throw FileFailure(operation: "list", path: folder, code: errno)
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  package func synchronizeFolder(_ path: String) throws(FileFailure) {
    let folder = try check("open", path) { posixOpen(path, O_RDONLY | O_CLOEXEC, 0) }
    defer { close(folder) }
    // Some file systems cannot synchronise a folder and say so with EINVAL; there is nothing else to do there.
    guard fsync(folder) == 0 || errno == EINVAL else {
      throw FileFailure(operation: "synchronize", path: path, code: errno)
    }
  }

  package func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  /// Calls until a signal does not interrupt; a result of -1 is thrown.
  private func check<Result: SignedInteger>(
    _ operation: String, _ path: String, _ call: () -> Result
  ) throws(FileFailure) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      if errno != EINTR { throw FileFailure(operation: operation, path: path, code: errno) }
    }
  }
}

private func nanoseconds(_ time: timespec) -> Int64 {
  let seconds = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
  return seconds.overflow ? 0 : seconds.partialValue &+ Int64(time.tv_nsec)
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
    let modified = status.st_mtimespec
    #else
    let modified = status.st_mtim
    #endif
    self.init(
      inode: UInt64(truncatingIfNeeded: status.st_ino), byteCount: Int64(status.st_size),
      modified: nanoseconds(modified), links: UInt64(status.st_nlink), isWritable: status.st_mode & 0o200 != 0)
  }
}

// The members of the type hide these functions of the C library.
private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func posixClose(_ file: Int32) -> Int32 { close(file) }
private func posixRename(_ path: String, _ target: String) -> Int32 { rename(path, target) }
private func posixUnlink(_ path: String) -> Int32 { unlink(path) }
