import Foundation
import ModelHosting

/// The machine's disk, whose synchronisations are counted, and that may be slow or after another start of the machine.
final class MeasuredDisk: FileSystem, @unchecked Sendable {
  private let disk = PosixFileSystem()
  private let bytesPerSecond: Double
  private let boot: String?
  private let lock = NSLock()
  private var count = 0
  private var written = 0.0
  private let start = DispatchTime.now().uptimeNanoseconds

  /// - Parameter bytesPerSecond: What the disk writes; 0 for as fast as it can.
  init(bytesPerSecond: Double = 0, boot: String? = nil) {
    self.bytesPerSecond = bytesPerSecond
    self.boot = boot
  }

  var synchronizations: Int { lock.withLock { count } }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileFailure) {
    try disk.write(file, bytes, at: offset)
    guard bytesPerSecond > 0 else { return }
    let due = lock.withLock { () -> Double in
      written += Double(bytes.count)
      return written / bytesPerSecond
    }
    let rest = due - Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    if rest > 0 { Thread.sleep(forTimeInterval: rest) }
  }

  func synchronize(_ file: Int32, attributes: Bool) throws(FileFailure) {
    lock.withLock { count += 1 }
    try disk.synchronize(file, attributes: attributes)
  }

  func synchronizeFolder(_ path: String) throws(FileFailure) {
    lock.withLock { count += 1 }
    try disk.synchronizeFolder(path)
  }

  var bootSession: String? { boot ?? disk.bootSession }

  func open(_ path: String, for access: FileAccess) throws(FileFailure) -> Int32 { try disk.open(path, for: access) }
  func close(_ file: Int32) { disk.close(file) }
  func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileFailure) -> Int { try disk.read(file, into: buffer, at: offset) }
  func status(ofFile file: Int32) throws(FileFailure) -> FileStatus { try disk.status(ofFile: file) }
  func status(of path: String) throws(FileFailure) -> FileStatus? { try disk.status(of: path) }
  func setWritable(_ isWritable: Bool, _ path: String) throws(FileFailure) { try disk.setWritable(isWritable, path) }
  func lock(_ file: Int32, shared: Bool) -> LockAnswer { disk.lock(file, shared: shared) }
  func rename(_ path: String, to target: String) throws(FileFailure) { try disk.rename(path, to: target) }
  func unlink(_ path: String) throws(FileFailure) { try disk.unlink(path) }
  func makeFolder(_ path: String) throws(FileFailure) { try disk.makeFolder(path) }
  func list(_ folder: String) throws(FileFailure) -> [String] { try disk.list(folder) }
  func availableSpace(at path: String) -> Int64? { disk.availableSpace(at: path) }
  func now() -> Int64 { disk.now() }
}
