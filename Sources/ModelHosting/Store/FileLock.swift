import Foundation

/// Keeps changes of records apart, between threads and between processes.
///
/// `flock` is a help, not a condition: where it is missing or held too long, changes go on without. Records are replaced
/// as a whole, so that the worst is that the last of two changes wins.
final class FileLock: Sendable {
  private let threads = NSLock()
  private let path: String
  private let files: any FileSystem
  /// A holder needs milliseconds; one that holds it longer was stopped.
  private static let patience: TimeInterval = 5

  init(_ path: String, on files: any FileSystem) {
    self.path = path
    self.files = files
  }

  func hold<Result>(_ body: () throws(HostingError) -> Result) throws(HostingError) -> Result {
    threads.lock()
    defer { threads.unlock() }
    // Opened anew each time, because the folder may have been removed and made again.
    let file = openFile()
    defer { if let file { files.close(file) } }
    if let file { wait(for: file) }
    return try body()
  }

  /// Nil where no file can be opened: a change that cannot be written either says so itself.
  private func openFile() -> Int32? {
    do throws(FileFailure) {
      return try files.open(path, for: .locking)
    } catch {
      return nil
    }
  }

  private func wait(for file: Int32) {
    var waited: TimeInterval = 0
    while case .held = files.lock(file, shared: false), waited < Self.patience {
      Thread.sleep(forTimeInterval: 0.001)
      waited += 0.001
    }
  }
}
