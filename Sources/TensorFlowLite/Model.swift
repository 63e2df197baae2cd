import Foundation
import TFLiteFoundation
import TFLiteRuntime

/// The model of an interpreter, and the data that it lies in. Its names are those of the framework's own class, which tests of
/// the framework reach with `@testable`; interpreters that share a model are given the runtime's.
final class Model {
  /// The verified model.
  let cModel: TFLiteRuntime.Model
  /// The bytes of a model that was given as data, nil for one that was read from a file.
  let data: Data?

  /// Maps the file at `path`.
  /// - Throws: `fileUnreadable`, `invalidModel`.
  init(path: String) throws(RuntimeError) {
    cModel = try TFLiteRuntime.Model(path: path)
    data = nil
  }

  /// Refers to the bytes of `data` where they are, and keeps them there.
  /// - Throws: `invalidModel`.
  init(data: Data) throws(RuntimeError) {
    cModel = try TFLiteRuntime.Model(data: data)
    self.data = data
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
