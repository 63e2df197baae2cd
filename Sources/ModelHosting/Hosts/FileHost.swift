import Foundation

/// Models that are plain files on any web server: the quick start. A file that is replaced is a new version; roll-outs,
/// signatures and a way to take a version back need a ``ManifestHost``.
public struct FileHost: ModelHost {
  private let template: String
  private let hasDigests: Bool
  private let authorizer: (any Authorizer)?

  /// - Parameters:
  ///   - template: The address of a model, in which `{name}` stands for the model's name:
  ///     `https://cdn.example.com/{name}.tflite`. The server states an `ETag` or `Last-Modified`.
  ///   - hasDigests: Whether a file with the SHA-256 stands beside each model, under its address and `.sha256`, as
  ///     `sha256sum` writes it. Then a file that is damaged or half replaced is never installed.
  ///   - authorizer: The app's authentication.
  public init(_ template: String, hasDigests: Bool = false, authorizer: (any Authorizer)? = nil) {
    self.template = template
    self.hasDigests = hasDigests
    self.authorizer = authorizer
  }

  public var identity: String { "file \(template)" }

  public func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer {
    let host = HostRequest(query, over: transport, authorizer: authorizer)
    var request = TransferRequest(try address(of: query.name))
    // One byte, if there is something new, and 304 otherwise.
    request.headers = ["Range": "bytes=0-0", "Accept-Encoding": "identity"]
    if let known = query.known?.id {
      if let date = Self.date(ofVersion: known) {
        request.headers["If-Modified-Since"] = date
      } else if known.hasPrefix("\"") || known.hasPrefix("W/\"") {
        request.headers["If-None-Match"] = known
      }
    }
    let (head, headers) = try await host.head(of: request)
    switch head.status {
    case 304 where query.known != nil: return .unchanged
    case 200, 206: break
    case 416:
      throw HostingError(
        .dataLoss, "The file of '\(query.name)' at \(head.url.shown) is empty: expected a model.", model: query.name,
        status: 416)
    default: throw host.failure(head, "The file of '\(query.name)'")
    }
    let count = Self.length(head)
    let id = try Self.version(head, count, name: query.name)
    if id == query.known?.id { return .unchanged }
    let digest = hasDigests ? try await self.digest(beside: request.url, host) : nil
    var download = TransferRequest(request.url)
    download.idleTimeout = request.idleTimeout
    return .offer(
      ModelOffer(
        ModelVersion(id: id, byteCount: count, digest: digest), at: host.authorized(download, by: headers),
        etag: AddressText.strong(head["ETag"])))
  }

  private func address(of name: String) throws(HostingError) -> URL {
    guard !name.isEmpty, !AddressText.climbs(name) else {
      throw HostingError(
        .invalidArgument, "The name of a model is \(name.debugDescription): expected a text other than '.' and '..'.",
        model: name)
    }
    let text = template.replacingOccurrences(of: "{name}", with: AddressText.encoded(name))
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["https", "http"].contains(scheme),
      url.host != nil
    else {
      throw HostingError(
        .invalidArgument,
        "The address of models is \(template.debugDescription): expected one such as https://example.com/{name}.tflite.",
        model: name)
    }
    return url
  }

  private static let datePrefix = "Last-Modified "

  /// The ETag, or else the date and the length: what tells one state of the file from another.
  private static func version(
    _ head: ResponseHead, _ count: Int64?, name: String
  ) throws(HostingError) -> String {
    if let etag = head["ETag"], !etag.isEmpty { return etag }
    if let date = head["Last-Modified"], !date.isEmpty {
      return "\(datePrefix)\(date); \(count.map { "\($0) bytes" } ?? "length unknown")"
    }
    throw HostingError(
      .failedPrecondition,
      "\(head.url.shown) states neither ETag nor Last-Modified, so that a new file of '\(name)' cannot be told from an "
        + "old one: let the server state one, or publish a manifest.", model: name)
  }

  private static func date(ofVersion id: String) -> String? {
    guard id.hasPrefix(datePrefix) else { return nil }
    return id.dropFirst(datePrefix.count).split(separator: ";").first.map(String.init)
  }

  /// The length of the whole file: of `Content-Range` in a 206, of `Content-Length` in a 200.
  private static func length(_ head: ResponseHead) -> Int64? {
    let text =
      head.status == 206
      ? head["Content-Range"]?.split(separator: "/").last.map(String.init)
      : head["Content-Encoding"].map { $0 == "identity" } ?? true ? head["Content-Length"] : nil
    return text.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func digest(beside url: URL, _ host: HostRequest) async throws(HostingError) -> SHA256Digest {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.percentEncodedPath += ".sha256"
    guard let address = parts?.url else {
      throw HostingError(.invalidArgument, "\(url.shown) has no address beside it.", model: host.query.name)
    }
    let (head, body) = try await host.answer(to: TransferRequest(address), limit: 4096)
    guard head.status == 200 else { throw host.failure(head, "The digest of '\(host.query.name)'") }
    let word = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
    guard let digest = word.flatMap({ SHA256Digest($0) }) else {
      throw HostingError(
        .dataLoss,
        "\(head.url.shown) holds \((word ?? "").prefix(80).debugDescription): expected the 64 digits that sha256sum writes.",
        model: host.query.name, status: head.status)
    }
    return digest
  }
}
