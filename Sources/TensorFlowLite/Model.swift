import Foundation
import TFLiteRuntime

/// The model of an interpreter, and the data that it lies in. Its names are those of the framework's own class, which tests of
/// the framework reach with `@testable`; interpreters that share a model are given the runtime's.
final class Model {
  /// The verified model.
  let cModel: TFLiteRuntime.Model
  /// The bytes of a model that was given as data, nil for one that was read from a file.
  let data: Data?

  /// Data up to this size may lie in the value itself, which moves.
  private static let mostInlineBytes = 64

  /// Maps the file at `path`.
  /// - Throws: `fileUnreadable`, `invalidModel`.
  init(path: String) throws(RuntimeError) {
    cModel = try TFLiteRuntime.Model(path: path)
    data = nil
  }

  /// Refers to the bytes of `data` where they are, and keeps them there.
  /// - Throws: `invalidModel`.
  init(data: Data) throws(RuntimeError) {
    let kept = data
    let bytes = kept.withUnsafeBytes { $0 }
    if bytes.count > Self.mostInlineBytes {
      // Data of this size lie in a storage that never moves, and that nobody changes as long as a second one refers to it.
      cModel = try TFLiteRuntime.Model(referringTo: bytes) { _ in withExtendedLifetime(kept) {} }
    } else {
      cModel = try TFLiteRuntime.Model(bytes: [UInt8](kept))
    }
    self.data = kept
  }

  /// The same as `init(path:)`; nil instead of an error.
  convenience init?(filePath: String) {
    do { try self.init(path: filePath) } catch { return nil }
  }

  /// The same as `init(data:)`; nil instead of an error.
  convenience init?(modelData: Data) {
    do { try self.init(data: modelData) } catch { return nil }
  }
}
