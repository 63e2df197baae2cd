/// A call of the file system that failed.
package struct FileFailure: Error, Hashable, Sendable {
  /// What was tried, as a verb: `write`, `rename`.
  package let operation: String
  package let path: String
  /// The `errno` of the call.
  package let code: Int32

  package init(operation: String, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

/// How a file is opened.
package enum FileAccess: Sendable {
  case reading
  /// An existing file, for reading and writing.
  case writing
  /// A new file; fails when the name is taken.
  case creating
  /// An existing or new file that is only locked.
  case locking
}

/// What the store needs to know of a file.
package struct FileStatus: Hashable, Sendable {
  package let inode: UInt64
  package let byteCount: Int64
  /// The last change, in nanoseconds since 1970.
  package let modified: Int64
  /// How many names the file has.
  package let links: UInt64
  package let isWritable: Bool

  package init(inode: UInt64, byteCount: Int64, modified: Int64, links: UInt64, isWritable: Bool) {
    self.inode = inode
    self.byteCount = byteCount
    self.modified = modified
    self.links = links
    self.isWritable = isWritable
  }
}

/// The answer to the wish for a lock.
package enum LockAnswer: Sendable {
  case granted
  /// Another open file holds it.
  case held
  /// This file system has no locks: callers go on without.
  case unsupported
}

/// The calls that the store makes, in the order that makes an installation durable. A test puts a simulated disk here.
package protocol FileSystem: Sendable {
  func open(_ path: String, for access: FileAccess) throws(FileFailure) -> Int32
  func close(_ file: Int32)
  /// Reads at `offset`; fewer bytes than asked only at the end of the file.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileFailure) -> Int
  /// Writes all of `bytes` at `offset`.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileFailure)
  /// Makes the bytes of a file durable, with `attributes` its mode and times too.
  func synchronize(_ file: Int32, attributes: Bool) throws(FileFailure)
  func status(ofFile file: Int32) throws(FileFailure) -> FileStatus
  /// The status of what has this name; nil when nothing has it.
  func status(of path: String) throws(FileFailure) -> FileStatus?
  /// Lets the owner write (0600) or lets everybody of the owner only read (0444).
  func setWritable(_ isWritable: Bool, _ path: String) throws(FileFailure)
  /// Asks for a lock of the open file without waiting. It ends when the file is closed or the process dies.
  func lock(_ file: Int32, shared: Bool) -> LockAnswer
  /// Gives `path` the name `target`, which is replaced when it exists.
  func rename(_ path: String, to target: String) throws(FileFailure)
  func unlink(_ path: String) throws(FileFailure)
  func makeFolder(_ path: String) throws(FileFailure)
  /// The names in a folder; none when it does not exist.
  func list(_ folder: String) throws(FileFailure) -> [String]
  /// Makes the names in a folder durable.
  func synchronizeFolder(_ path: String) throws(FileFailure)
  /// Bytes that may still be written below `path`; nil when that is unknown.
  func availableSpace(at path: String) -> Int64?
  /// A text that is another after each start of the machine; nil when there is none.
  var bootSession: String? { get }
  /// The time in nanoseconds since 1970, by the clock that dates files.
  func now() -> Int64
}
