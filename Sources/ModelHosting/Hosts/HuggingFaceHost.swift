import Foundation

/// Models in a repository of the Hugging Face hub.
///
/// A branch such as `main` moves with every commit of its owner. In production give a commit as `revision`, and change it
/// with the app, or publish a manifest of your own.
public struct HuggingFaceHost: ModelHost {
  private let repository: String
  private let revision: String
  private let file: @Sendable (String) -> String
  private let endpoint: URL
  private let authorizer: (any Authorizer)?

  /// - Parameters:
  ///   - repository: `owner/name`.
  ///   - revision: A commit, tag or branch.
  ///   - file: The path in the repository of the model with a name.
  ///   - endpoint: The hub or a mirror of it.
  ///   - authorizer: Gives `Authorization: Bearer …` for repositories that are not public. It is never sent to the
  ///     servers that the hub redirects to.
  public init(
    repository: String, revision: String = "main", file: @escaping @Sendable (String) -> String = { $0 },
    endpoint: URL = Self.hub, authorizer: (any Authorizer)? = nil
  ) {
    self.repository = repository
    self.revision = revision
    self.file = file
    self.endpoint = endpoint
    self.authorizer = authorizer
  }

  /// https://huggingface.co.
  public static let hub = URL(string: "https://huggingface.co") ?? URL(fileURLWithPath: "/")

  public var identity: String { "huggingface \(endpoint.absoluteString) \(repository)" }

  public func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer {
    let host = HostRequest(query, over: transport, authorizer: authorizer)
    let path = file(query.name)
    let (head, headers) = try await self.head(of: try address(path, at: revision, query.name), host)
    let linked = head["X-Linked-Etag"].map(AddressText.bare)
    guard let id = linked ?? head["ETag"].map(AddressText.bare), !id.isEmpty else {
      throw HostingError(
        .dataLoss, "\(head.url.shown) states no ETag for '\(path)': expected the hub's answer about a file.",
        model: query.name, status: head.status)
    }
    let digest = linked.flatMap { SHA256Digest($0) }
    if let known = query.known, known.id == id || digest != nil && known.digest == digest { return .unchanged }
    let length = head["X-Linked-Size"] ?? ((300...399).contains(head.status) ? nil : head["Content-Length"])
    let count = length.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    // Between the two requests the branch may move: the file is asked for at the commit that was answered for.
    let commit = head["X-Repo-Commit"].flatMap { $0.isEmpty ? nil : $0 } ?? revision
    let request = TransferRequest(try address(path, at: commit, query.name))
    return .offer(
      ModelOffer(
        ModelVersion(id: id, byteCount: count, digest: digest), at: host.authorized(request, by: headers),
        etag: linked == nil ? AddressText.strong(head["ETag"]) : nil))
  }

  /// The hub's own answer. It redirects to where the bytes are, which is not followed, and inside of itself when a
  /// repository was renamed, which is.
  private func head(
    of url: URL, _ host: HostRequest
  ) async throws(HostingError) -> (ResponseHead, headers: [String: String]) {
    var request = TransferRequest(url)
    request.method = "HEAD"
    request.headers = ["Accept-Encoding": "identity"]
    request.followsRedirects = false
    for _ in 0..<5 {
      let (head, headers) = try await host.head(of: request)
      if (200...299).contains(head.status) { return (head, headers) }
      guard (300...399).contains(head.status) else { throw host.failure(head, "The file of '\(host.query.name)'") }
      if head["X-Linked-Etag"] != nil { return (head, headers) }
      guard let target = head["Location"].flatMap({ URL(string: $0, relativeTo: request.url) })?.absoluteURL,
        target.host == endpoint.host, target.scheme == endpoint.scheme, target.port == endpoint.port
      else { return (head, headers) }
      request.url = target
    }
    throw HostingError(
      .unavailable, "\(url.shown) redirects more than five times: expected the hub's answer about a file.",
      model: host.query.name)
  }

  private func address(_ path: String, at revision: String, _ name: String) throws(HostingError) -> URL {
    let parts = repository.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), !AddressText.climbs(repository) else {
      throw HostingError(
        .invalidArgument, "The repository is \(repository.debugDescription): expected owner/name.", model: name)
    }
    guard !path.isEmpty, !path.hasPrefix("/"), !AddressText.climbs(path) else {
      throw HostingError(
        .invalidArgument, "The file of a model is \(path.debugDescription): expected a path in the repository.",
        model: name)
    }
    let text = [
      AddressText.encoded(repository, slashes: true), "resolve", AddressText.encoded(revision),
      AddressText.encoded(path, slashes: true),
    ].joined(separator: "/")
    let base = endpoint.absoluteString
    guard let url = URL(string: (base.hasSuffix("/") ? base : base + "/") + text), url.host != nil else {
      throw HostingError(
        .invalidArgument, "The hub's address is \(base.debugDescription): expected https://huggingface.co.", model: name
      )
    }
    return url
  }
}
