import Foundation

/// A file that is being downloaded. It is locked against other transfers as long as it is open, and keeps its bytes for
/// the next launch when it is closed.
///
/// Calls must not overlap: one transfer owns it, which makes `@unchecked Sendable` safe.
package final class Partial: @unchecked Sendable {
  package let name: String
  package let version: ModelVersion
  /// The hash of the host; nil for an adopted file.
  let host: String?
  /// How many bytes from the start are here, written and hashed: the next byte to ask for.
  package private(set) var length: Int64 = 0
  /// Whether bytes of an earlier attempt are among them.
  package private(set) var isResumed = false

  let folder: StoreFolder
  private let prefix: String
  private(set) var file: Int32
  private(set) var path: String
  private var inode: UInt64
  private var hash = OverlappedHash()
  /// The digest of the bytes that are here.
  var digest: SHA256Digest { hash.digest }
  private var synchronized: Int64 = 0
  private var isOpen = true

  /// - Parameter file: The open, locked file at `path`.
  init(
    _ file: Int32, at path: String, inode: UInt64, in folder: StoreFolder, prefix: String, name: String,
    version: ModelVersion, host: String?
  ) {
    self.file = file
    self.path = path
    self.inode = inode
    self.folder = folder
    self.prefix = prefix
    self.name = name
    self.version = version
    self.host = host
  }

  deinit { close() }

  /// Writes `bytes` behind those that are here and hashes them; every 16 MiB they are made durable. On a full disk the
  /// file is removed and the error is `notEnoughSpace`; `cancelled` when the model was removed meanwhile; `dataLoss` when
  /// there are more bytes than the version states.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(HostingError) {
    let end = length.addingReportingOverflow(Int64(bytes.count))
    guard !end.overflow, end.partialValue <= version.byteCount ?? Int64.max else {
      throw HostingError(
        .dataLoss, "The file of '\(name)' should have \(version.byteCount ?? 0) bytes, the host sends more.",
        model: name)
    }
    do {
      guard isOpen else { throw FileFailure(operation: "write", path: path, code: FileFailure.closed) }
      try folder.files.write(file, bytes, at: length)
      hash.update(bytes)
      length = end.partialValue
      if length - synchronized >= folder.interval { try synchronize() }
    } catch let failure as FileFailure {
      throw error(failure)
    } catch let error as HostingError {
      throw error
    } catch {
      throw HostingError(.internal, "'\(name)' cannot be written: \(error)", model: name, underlying: error)
    }
  }

  private func synchronize() throws {
    try folder.files.synchronize(file, attributes: false)
    synchronized = length
    guard try hasName() else {
      // Where locks do nothing, another process may have finished this file or another with the same bytes.
      let isBlob = try folder.files.status(ofFile: file).links > 0
      let isHere = try version.digest.map { digest in try folder.files.status(of: folder.blob(digest)) != nil } ?? false
      guard isBlob || isHere else { throw Self.removed(name) }
      return
    }
    // Only bytes that were durable can be trusted after a loss of power: the name says how many.
    let target = Self.path(in: folder, prefix: prefix, synchronized: synchronized)
    do throws(FileFailure) {
      try folder.files.rename(path, to: target)
      path = target
    } catch {
      // Where locks do nothing, another process may have given it another name just now, which is found the next time.
      if !error.isMissing { throw error }
    }
  }

  static func path(in folder: StoreFolder, prefix: String, synchronized: Int64) -> String {
    let boot = folder.files.bootSession.map(StoreFolder.key) ?? "unknown"
    return "\(folder.partials)/\(prefix)\(StoreFolder.random()).\(boot).\(String(synchronized, radix: 16))"
  }

  static func removed(_ name: String) -> HostingError {
    HostingError(.cancelled, "'\(name)' was removed while it was being downloaded.", model: name)
  }

  /// What a failed call means; on a full disk the file is removed, since the user needs the space.
  func error(_ failure: FileFailure) -> HostingError {
    if failure.isFull { discard() }
    return HostingError(failure, "'\(name)' cannot be written", folder.root, model: name)
  }

  /// Goes back to byte 0 because the whole file comes once more. The bytes that are here are written over with the same
  /// bytes; the file is not shortened. For bytes that may differ call ``drop()``.
  package func restart() {
    length = 0
    hash = OverlappedHash()
    isResumed = false
  }

  /// Throws the bytes away and begins a new file.
  package func drop() throws(HostingError) {
    discard()
    // Under the lock of changes, so that nobody takes the file over before it is locked.
    try FileLock(folder.lock, on: folder.files).hold { () throws(HostingError) in
      do throws(FileFailure) {
        let path = Self.path(in: folder, prefix: prefix, synchronized: 0)
        file = try folder.files.open(path, for: .creating)
        self.path = path
        isOpen = true
        _ = folder.files.lock(file, shared: false)
        inode = try folder.files.status(ofFile: file).inode
      } catch {
        throw self.error(error)
      }
    }
    restart()
    synchronized = 0
  }

  /// Removes the file; the object is of no further use.
  package func discard() {
    guard isOpen else { return }
    do throws(FileFailure) {
      if try hasName() { folder.removeIfPossible(path) }
    } catch {
      // Its name is not known: the file stays until `removeUnused` finds it old.
    }
    release()
  }

  /// Ends the use and keeps the bytes. Also done when the object is freed.
  package func close() {
    if length == 0 { discard() } else { release() }
  }

  private func release() {
    guard isOpen else { return }
    isOpen = false
    folder.files.close(file)
  }

  /// Reads and hashes the first `count` bytes of an earlier attempt, which are here, or are copied from the open `source`.
  func resume(_ count: Int64, from source: Int32?) throws(FileFailure) {
    let chunk = 1 << 20
    let result = withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 64) { buffer in
      Result { () throws(FileFailure) in
        while length < count {
          let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(Int64(chunk), count - length))])
          let found = try folder.files.read(source ?? file, into: wanted, at: length)
          if found == 0 { break }
          let bytes = UnsafeRawBufferPointer(rebasing: wanted[..<found])
          if source != nil { try folder.files.write(file, bytes, at: length) }
          hash.update(bytes)
          length += Int64(found)
        }
      }
    }
    try result.get()
    isResumed = length > 0
  }

  /// Calls `body` with the path of the open file, once more where another process gives it another name at that moment, as
  /// it can where locks do nothing. Throws a failure that `isMissing` when the file has no name any more.
  func withName(_ body: (String) throws(FileFailure) -> Void) throws(FileFailure) {
    for _ in 1...5 where try hasName() {
      do {
        return try body(path)
      } catch {
        if !error.isMissing { throw error }
      }
    }
    throw FileFailure(operation: "rename", path: path, code: FileFailure.missing)
  }

  /// Whether the open file still has a name. Another process may have given it another one where locks do nothing.
  func hasName() throws(FileFailure) -> Bool {
    // A name that is changed once more between two calls is not found at the first look.
    for _ in 1...5 {
      if try folder.files.status(of: path)?.inode == inode { return true }
      let names = try folder.files.list(folder.partials).filter { $0.hasPrefix(prefix) }
      if names.isEmpty { return false }
      for name in names {
        let candidate = "\(folder.partials)/\(name)"
        if try folder.files.status(of: candidate)?.inode == inode {
          path = candidate
          return true
        }
      }
    }
    return false
  }
}
