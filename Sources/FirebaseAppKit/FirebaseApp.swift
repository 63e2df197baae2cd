import Foundation
import ModelHosting
import ModelInterpreterKit

/// The app's Firebase project, as far as models need one. Stands where code calls `FirebaseApp.configure()`; nothing else
/// of Firebase is here.
///
/// A project is needed only while models are hosted by Firebase. Without one, `configure` is harmless, and
/// `ModelManager.library` says where models come from. Sendable, since its options are a copy that nobody changes.
public final class FirebaseApp: NSObject, @unchecked Sendable {
  /// The name of the app that `configure()` makes.
  private static let defaultName = "__FIRAPP_DEFAULT"
  private static let apps = Apps()

  /// Sendable, since what changes is touched with the lock held.
  private final class Apps: @unchecked Sendable {
    let lock = NSLock()
    /// Touched with `lock` held.
    var byName: [String: FirebaseApp] = [:]
  }

  /// The name, unique in the process.
  public let name: String
  private let storedOptions: FirebaseOptions

  /// A copy of the options that the app was configured with.
  public var options: FirebaseOptions { storedOptions.copy() as? FirebaseOptions ?? storedOptions }

  /// Whether this is the app that `configure()` makes.
  package var isDefault: Bool { name == Self.defaultName }

  private init(_ name: String, _ options: FirebaseOptions) {
    self.name = name
    storedOptions = options.copy() as? FirebaseOptions ?? options
  }

  /// Makes the default app of `GoogleService-Info.plist` in the main bundle, or of nothing when that is not there. A second
  /// call does nothing.
  public class func configure() {
    configure(options: FirebaseOptions.defaultOptions() ?? FirebaseOptions(googleAppID: "", gcmSenderID: ""))
  }

  /// Makes the default app. A second call does nothing.
  public class func configure(options: FirebaseOptions) { configure(name: defaultName, options: options) }

  /// Makes an app of the name. A second call with the name does nothing.
  public class func configure(name: String, options: FirebaseOptions) {
    let app = FirebaseApp(name, options)
    let isNew = apps.lock.withLock {
      if apps.byName[name] != nil { return false }
      apps.byName[name] = app
      return true
    }
    if isNew, app.isDefault, let project = options.hosting { ModelManager.modelManager().use(project) }
  }

  /// The default app, nil before `configure`.
  public class func app() -> FirebaseApp? { app(name: defaultName) }

  /// The app of the name, nil unless it was configured.
  public class func app(name: String) -> FirebaseApp? { apps.lock.withLock { apps.byName[name] } }

  /// The configured apps by name, nil when there are none.
  public class var allApps: [String: FirebaseApp]? {
    apps.lock.withLock { apps.byName.isEmpty ? nil : apps.byName }
  }

  /// Forgets the app, so that its name can be configured again.
  public func delete(_ completion: @escaping (Bool) -> Void) { completion(forget()) }

  /// Forgets the app, so that its name can be configured again.
  @discardableResult
  public func delete() async -> Bool { forget() }

  private func forget() -> Bool {
    let isKnown = Self.apps.lock.withLock {
      if Self.apps.byName[name] !== self { return false }
      Self.apps.byName[name] = nil
      return true
    }
    if isKnown, isDefault { ModelManager.modelManager().use(nil) }
    return isKnown
  }
}

extension ModelManager {
  /// The manager for code that names an app. There is one: ML Kit downloaded custom models for the default app alone.
  public class func modelManager(app: FirebaseApp) -> ModelManager { modelManager() }
}
