import Foundation

/// Models in Firebase ML. Google shuts the service down on 2027-06-15; nothing here has been tried against the real one.
/// Use it to move: publish the same files with a ``ManifestHost``, and change the host in the next release.
public struct FirebaseHost: ModelHost {
  /// What `GoogleService-Info.plist` says of the app.
  public struct Options: Hashable, Sendable, Codable {
    /// `PROJECT_ID`.
    public var projectID: String
    /// `API_KEY`.
    public var apiKey: String
    /// `GOOGLE_APP_ID`.
    public var appID: String
    /// `BUNDLE_ID`.
    public var bundleID: String

    /// The app of a project, without its property list.
    public init(projectID: String, apiKey: String, appID: String, bundleID: String) {
      self.projectID = projectID
      self.apiKey = apiKey
      self.appID = appID
      self.bundleID = bundleID
    }

    /// Reads `GoogleService-Info.plist`.
    public init(contentsOf plist: URL) throws(HostingError) {
      let values: [String: Any]
      do {
        let data = try Data(contentsOf: plist)
        values = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
      } catch {
        throw HostingError(
          .failedPrecondition,
          "\(plist.path) cannot be read: expected the property list that Firebase's console gives.",
          underlying: error)
      }
      func text(_ key: String) throws(HostingError) -> String {
        guard let text = values[key] as? String, !text.isEmpty else {
          throw HostingError(
            .failedPrecondition, "\(plist.path) has no \(key): get the file from Firebase's console again.")
        }
        return text
      }
      projectID = try text("PROJECT_ID")
      apiKey = try text("API_KEY")
      appID = try text("GOOGLE_APP_ID")
      bundleID = try text("BUNDLE_ID")
    }
  }

  static let service = "https://firebaseml.googleapis.com/v1beta2"
  static let sdkVersion = "i:12.17.0"

  private let options: Options
  private let authorizer: (any Authorizer)?
  private let installation: FirebaseInstallation
  private let service: String

  /// - Parameters:
  ///   - options: What identifies the app.
  ///   - authorizer: Gives the header `X-Goog-Firebase-Installations-Auth` and whatever else the project demands, such as App
  ///     Check; nil for an installation of this host's own.
  @available(*, deprecated, message: "Firebase ML is shut down on 2027-06-15: publish with ManifestHost")
  public init(_ options: Options, authorizer: (any Authorizer)? = nil) {
    self.init(moving: options, authorizer: authorizer)
  }

  /// The host for the drop-ins of this package, whose users have read about the end elsewhere.
  package init(moving options: Options, authorizer: (any Authorizer)? = nil) {
    self.init(
      options, authorizer: authorizer, installation: FirebaseInstallation(options, storage: .file(for: options)))
  }

  init(
    _ options: Options, authorizer: (any Authorizer)? = nil, installation: FirebaseInstallation,
    service: String = FirebaseHost.service
  ) {
    self.options = options
    self.authorizer = authorizer
    self.installation = installation
    self.service = service
  }

  public var identity: String { "firebase \(options.projectID)" }

  public func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer {
    guard !query.name.isEmpty else {
      throw HostingError(.invalidArgument, "The name of the model is empty: give the name in Firebase's console.")
    }
    let own = InstallationAuthorizer(installation: installation, transport: transport)
    // The file's address is signed: a refusal there says nothing about the token.
    let host = HostRequest(query, over: transport, authorizer: authorizer ?? own, tellsFirst: false)
    let place = "projects/\(AddressText.encoded(options.projectID))/models/\(AddressText.encoded(query.name)):download"
    guard let url = URL(string: "\(service)/\(place)") else {
      throw HostingError(
        .invalidArgument, "The project is \(options.projectID.debugDescription): expected a Firebase project's id.",
        model: query.name)
    }
    var request = TransferRequest(url)
    request.headers = ["X-Goog-Api-Key": options.apiKey, "X-Ios-Bundle-Identifier": options.bundleID]
    if let known = query.known { request.headers["If-None-Match"] = known.id }
    let (head, body) = try await host.answer(to: request)
    switch head.status {
    case 200: return try offer(head, body, query)
    case 304:
      guard let known = query.known, let etag = head["ETag"], Self.hash(etag) == Self.hash(known.id) else {
        throw HostingError(
          .internal,
          "Firebase answered 304 with the hash \((head["ETag"] ?? "").debugDescription): expected that of the known model, "
            + "\((query.known?.id ?? "none").debugDescription).", model: query.name, status: 304)
      }
      return .unchanged
    case 401:
      var failure = host.failure(head, "Firebase's model '\(query.name)'", body: body)
      failure.code = .permissionDenied
      throw failure
    default: throw host.failure(head, "Firebase's model '\(query.name)'", body: body)
    }
  }

  private func offer(_ head: ResponseHead, _ body: Data, _ query: ModelQuery) throws(HostingError) -> HostAnswer {
    struct Answer: Decodable {
      let downloadUri: String
      let expireTime: String?
      /// A number of 64 bits, which JSON of Google's APIs states as text.
      let sizeBytes: String
    }
    func broken(_ what: String) -> HostingError {
      HostingError(
        .dataLoss, "Firebase's answer about '\(query.name)' has no \(what): expected what the model service states.",
        model: query.name, status: head.status)
    }
    guard let etag = head["ETag"], !etag.isEmpty else { throw broken("ETag") }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else {
      throw broken("downloadUri or sizeBytes")
    }
    guard let url = URL(string: answer.downloadUri), url.host != nil else { throw broken("address that can be read") }
    guard let count = Int64(answer.sizeBytes), count > 0 else { throw broken("length") }
    let id = Self.withoutEncoding(etag)
    if let known = query.known, Self.hash(known.id) == Self.hash(id) { return .unchanged }
    var request = TransferRequest(url)
    request.allowsCellularAccess = query.allowsCellularAccess
    return .offer(
      ModelOffer(
        ModelVersion(id: id, byteCount: count), at: request, expires: answer.expireTime.flatMap { RFC3339.parse($0) }))
  }

  /// Compressed answers carry an ETag of their own.
  static func withoutEncoding(_ etag: String) -> String {
    for (suffix, end) in [("--gzip\"", "\""), ("--gzip", "")] where etag.hasSuffix(suffix) {
      return String(etag.dropLast(suffix.count)) + end
    }
    return etag
  }

  private static func hash(_ etag: String) -> String { AddressText.bare(withoutEncoding(etag)) }
}

/// The header of an installation's token.
private struct InstallationAuthorizer: Authorizer {
  static let header = "X-Goog-Firebase-Installations-Auth"
  let installation: FirebaseInstallation
  let transport: any Transport
  /// The token of the request before, which a refusal is about.
  private let last = LastToken()

  init(installation: FirebaseInstallation, transport: any Transport) {
    self.installation = installation
    self.transport = transport
  }

  func headers(for url: URL, refused: ResponseHead?) async throws(HostingError) -> [String: String] {
    // A 403 is about the key or the project: another token would change nothing.
    let stale = refused?.status == 401 ? await last.token : nil
    let token = try await installation.token(refused: stale, over: transport)
    await last.set(token)
    return [Self.header: token]
  }
}

private actor LastToken {
  private(set) var token: String?

  func set(_ token: String) { self.token = token }
}
