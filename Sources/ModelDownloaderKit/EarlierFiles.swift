import Foundation
import ModelHosting
import ModelInterpreterKit

/// The files that Google's downloader left on this device for one app.
final class EarlierFiles: @unchecked Sendable {
  /// What Google's SDK calls the default app.
  static let defaultApp = "__FIRAPP_DEFAULT"

  private let lock = NSLock()
  private let app: String
  private let folder: URL?
  /// The host's name of a version, by the model's name.
  private let version: @Sendable (String) -> String?
  /// Touched with `lock` held.
  private var isDone = false

  convenience init(app: String) {
    #if os(tvOS)
    let place = FileManager.SearchPathDirectory.cachesDirectory
    #else
    let place = FileManager.SearchPathDirectory.applicationSupportDirectory
    #endif
    let folder = FileManager.default.urls(for: place, in: .userDomainMask).first?
      .appendingPathComponent("com.firebase.FirebaseMLModelDownloader")
    let bundle = Bundle.main.bundleIdentifier ?? ""
    self.init(app: app, folder: folder) { model in
      UserDefaults(suiteName: "com.google.firebase.ml")?.string(forKey: "\(bundle).\(app).\(model).model-hash")
    }
  }

  init(app: String, folder: URL?, version: @escaping @Sendable (String) -> String?) {
    self.app = app
    self.folder = folder
    self.version = version
  }

  /// Takes the app's models over into `store`, once: those whose names it has no version of, and whose files are models that
  /// can run. What was taken over is removed from the folder, so that it does not come back after a deletion.
  func adopt(into store: ModelStore) {
    lock.withLock {
      if isDone { return }
      let files = FileManager.default
      let prefix = "fbml_model@@\(app)@@"
      let suffix = ".tflite"
      guard let folder else {
        isDone = true
        return
      }
      let names: [String]
      do {
        names = try files.contentsOfDirectory(atPath: folder.path)
      } catch {
        // The folder is not there on most devices. One that cannot be read now, as before the first unlock, is read at the
        // next call.
        isDone = (error as? CocoaError)?.code == .fileReadNoSuchFile
        return
      }
      isDone = true
      for file in names where file.hasPrefix(prefix) && file.hasSuffix(suffix) {
        let name = String(file.dropFirst(prefix.count).dropLast(suffix.count))
        let url = folder.appendingPathComponent(file)
        if name.isEmpty || store.latest(name) != nil { continue }
        do {
          let size = try files.attributesOfItem(atPath: url.path)[.size] as? Int64
          try store.adopt(
            url, as: name, version: ModelVersion(id: version(name) ?? "adopted", byteCount: size),
            validate: ModelValidation.check)
          try files.removeItem(at: url)
        } catch {
          // A file that is no use, or cannot be read, stays where it is; the model is downloaded when it is asked for.
          continue
        }
      }
    }
  }
}
