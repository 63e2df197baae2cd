#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension FileFailure {
  static let exists = EEXIST
  static let closed = EBADF
  static let missing = ENOENT

  /// Nothing has this name.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// The disk or the user's share of it is full.
  var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// The folder may be read but not written.
  var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }

  var description: String {
    "\(operation)\(path.isEmpty ? "" : " of \(path)") failed with errno \(code) (\(String(cString: strerror(code))))"
  }
}

extension HostingError {
  /// A failure of the file system: `notEnoughSpace` on a full disk, `internal` otherwise.
  /// - Parameter what: What could not be done, as the beginning of a sentence.
  init(_ failure: FileFailure, _ what: String, _ folder: String, model: String? = nil) {
    let advice =
      if failure.isFull {
        "The disk is full: free some space and try again."
      } else if failure.isReadOnly {
        "The folder \(folder) cannot be written: change its permissions, or give the store another folder."
      } else if failure.isMissing {
        "Something has removed files in \(folder): try again."
      } else {
        "Look after the disk that holds \(folder)."
      }
    self.init(
      failure.isFull ? .notEnoughSpace : .internal, "\(what): \(failure.description). \(advice)", model: model,
      underlying: failure)
  }
}

extension StoreFolder {
  /// Runs `body`, which throws failures of the file system or `HostingError`s.
  /// - Parameter what: What could not be done, as the beginning of an error's sentence.
  func explaining<Result>(
    _ what: @autoclosure () -> String, model: String? = nil, _ body: () throws -> Result
  ) throws(HostingError) -> Result {
    do {
      return try body()
    } catch let error as HostingError {
      throw error
    } catch let failure as FileFailure {
      throw HostingError(failure, what(), root, model: model)
    } catch {
      throw HostingError(.internal, "\(what()): \(error)", model: model, underlying: error)
    }
  }
}
