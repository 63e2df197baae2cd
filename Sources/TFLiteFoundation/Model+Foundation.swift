import TFLiteRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Model {
  /// Maps the file at `url`, as one in a bundle, and verifies it.
  /// - Throws: `invalidArgument` for a URL that is not one of a file; `fileUnreadable`, or `invalidModel` with the byte offset.
  public convenience init(contentsOf url: URL) throws(RuntimeError) {
    guard url.isFileURL else {
      throw RuntimeError(
        .invalidArgument, "cannot read the model", expected: "the URL of a file", actual: url.absoluteString)
    }
    try self.init(path: url.path)
  }

  /// Refers to the bytes of `data` where they are, and keeps them there: nothing is copied but data of a few bytes.
  /// - Throws: `invalidModel` with the byte offset.
  public convenience init(data: Data) throws(RuntimeError) {
    let kept = data
    let bytes = kept.withUnsafeBytes { $0 }
    if bytes.count > Self.mostInlineBytes {
      // Data of this size lie in a storage that never moves, and that nobody changes as long as a second one refers to it.
      try self.init(referringTo: bytes) { _ in withExtendedLifetime(kept) {} }
    } else {
      try self.init(bytes: [UInt8](kept))
    }
  }

  /// Data up to this size may lie in the value itself, which moves.
  private static var mostInlineBytes: Int { 64 }
}
