import Foundation
import ModelHosting

/// What identifies an app of a Firebase project: the content of `GoogleService-Info.plist`.
public final class FirebaseOptions: NSObject, NSCopying, @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Key: String] = [:]

  private enum Key: String, CaseIterable {
    case apiKey = "API_KEY"
    case bundleID = "BUNDLE_ID"
    case clientID = "CLIENT_ID"
    case databaseURL = "DATABASE_URL"
    case gcmSenderID = "GCM_SENDER_ID"
    case googleAppID = "GOOGLE_APP_ID"
    case projectID = "PROJECT_ID"
    case storageBucket = "STORAGE_BUCKET"
  }

  /// The options of `GoogleService-Info.plist` in the main bundle, nil when it is not there or cannot be read.
  public class func defaultOptions() -> FirebaseOptions? {
    Bundle.main.path(forResource: "GoogleService-Info", ofType: "plist").flatMap { FirebaseOptions(contentsOfFile: $0) }
  }

  /// The options of a property list, nil when it cannot be read or states no `GOOGLE_APP_ID`.
  public init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path),
      // nil says all that the caller can learn from this initialiser.
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    else { return nil }
    super.init()
    for key in Key.allCases { values[key] = list[key.rawValue] as? String }
    if values[.googleAppID] == nil { return nil }
  }

  /// The options with these two, and no others.
  public init(googleAppID: String, gcmSenderID: String) {
    super.init()
    values = [.googleAppID: googleAppID, .gcmSenderID: gcmSenderID]
  }

  private init(_ values: [Key: String]) {
    super.init()
    self.values = values
  }

  private subscript(key: Key) -> String? {
    get { lock.withLock { values[key] } }
    set { lock.withLock { values[key] = newValue } }
  }

  /// `API_KEY`: what lets the app call Google's services.
  public var apiKey: String? {
    get { self[.apiKey] }
    set { self[.apiKey] = newValue }
  }

  /// `BUNDLE_ID`; the main bundle's identifier until it is set.
  public var bundleID: String {
    get { self[.bundleID] ?? Bundle.main.bundleIdentifier ?? "" }
    set { self[.bundleID] = newValue }
  }

  /// `CLIENT_ID`: the OAuth client. Nothing here reads it.
  public var clientID: String? {
    get { self[.clientID] }
    set { self[.clientID] = newValue }
  }

  /// `DATABASE_URL`: the Realtime Database. Nothing here reads it.
  public var databaseURL: String? {
    get { self[.databaseURL] }
    set { self[.databaseURL] = newValue }
  }

  /// `GCM_SENDER_ID`: the number of the project, for messages. Nothing here reads it; empty until it is set.
  public var gcmSenderID: String {
    get { self[.gcmSenderID] ?? "" }
    set { self[.gcmSenderID] = newValue }
  }

  /// `GOOGLE_APP_ID`: the app within the project; empty until it is set.
  public var googleAppID: String {
    get { self[.googleAppID] ?? "" }
    set { self[.googleAppID] = newValue }
  }

  /// `PROJECT_ID`: the project whose models are asked for.
  public var projectID: String? {
    get { self[.projectID] }
    set { self[.projectID] = newValue }
  }

  /// `STORAGE_BUCKET`: the bucket of Cloud Storage. Nothing here reads it.
  public var storageBucket: String? {
    get { self[.storageBucket] }
    set { self[.storageBucket] = newValue }
  }

  public func copy(with zone: NSZone? = nil) -> Any { FirebaseOptions(lock.withLock { values }) }

  /// What a host of models needs; nil while one of it is missing.
  package var hosting: FirebaseHost.Options? {
    guard let projectID, let apiKey, !googleAppID.isEmpty else { return nil }
    return FirebaseHost.Options(projectID: projectID, apiKey: apiKey, appID: googleAppID, bundleID: bundleID)
  }
}
