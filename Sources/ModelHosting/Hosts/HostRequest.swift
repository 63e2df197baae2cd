import Foundation

/// Requests of hosts: with the app's authentication, and with errors that name the model.
struct HostRequest {
  let transport: any Transport
  let authorizer: (any Authorizer)?
  let query: ModelQuery
  /// The refusal that the first request is told of.
  private let refused: ResponseHead?

  /// - Parameter tellsFirst: Whether the refusal that led to the query is about what is asked for first, and not about
  ///   a file elsewhere.
  init(
    _ query: ModelQuery, over transport: any Transport, authorizer: (any Authorizer)?, tellsFirst: Bool = true
  ) {
    self.query = query
    self.transport = transport
    self.authorizer = authorizer
    refused = tellsFirst ? query.refused : nil
  }

  /// `request` with the query's conditions and the authorizer's headers.
  func authorized(
    _ request: TransferRequest, refused: ResponseHead? = nil
  ) async throws(HostingError) -> TransferRequest {
    let headers = try await authorizer?.headers(for: request.url, refused: refused) ?? [:]
    return authorized(request, by: headers)
  }

  /// `request` with the query's conditions and headers that the authorizer gave for another request to this host.
  func authorized(_ request: TransferRequest, by headers: [String: String]) -> TransferRequest {
    var request = request
    request.allowsCellularAccess = query.allowsCellularAccess
    request.headers.merge(headers) { $1 }
    return request
  }

  /// The answer to `request`, whatever its status. Refused ones (401, 403) are made once more with other headers.
  func answer(
    to request: TransferRequest, limit: Int = 1 << 20
  ) async throws(HostingError) -> (ResponseHead, Data) {
    let first = try await transport.response(to: try await authorized(request, refused: refused), limit: limit)
    guard authorizer != nil, first.0.status == 401 || first.0.status == 403 else { return first }
    return try await transport.response(to: try await authorized(request, refused: first.0), limit: limit)
  }

  /// The head of the answer to a request whose body is not wanted. The transfer ends as soon as the head is here.
  /// - Returns: The head, and the authorizer's headers that led to it: those for the file, whose request needs no others.
  func head(of request: TransferRequest) async throws(HostingError) -> (ResponseHead, headers: [String: String]) {
    guard let authorizer else { return (try await headOnce(of: authorized(request, by: [:])), [:]) }
    var headers = try await authorizer.headers(for: request.url, refused: refused)
    let first = try await headOnce(of: authorized(request, by: headers))
    guard first.status == 401 || first.status == 403 else { return (first, headers) }
    headers = try await authorizer.headers(for: request.url, refused: first)
    return (try await headOnce(of: authorized(request, by: headers)), headers)
  }

  private func headOnce(of request: TransferRequest) async throws(HostingError) -> ResponseHead {
    let sink = HeadSink()
    do throws(HostingError) {
      try await transport.send(request, to: sink)
    } catch {
      guard sink.isSatisfied else { throw error }
    }
    guard let head = sink.head else {
      throw HostingError(.unavailable, "\(request.url.shown) ended its answer before the status.", model: query.name)
    }
    return head
  }

  /// What an answer that is neither a success nor "not modified" means.
  func failure(_ head: ResponseHead, _ what: String, body: Data = Data()) -> HostingError {
    let (code, advice): (HostingError.Code, String) =
      switch head.status {
      case 400: (.invalidArgument, "the host does not understand the request; check the name and the address")
      case 401: (.unauthenticated, "the host wants to know who asks; give the host an authorizer")
      case 403: (.permissionDenied, "the host refuses; check that the file is public or the authorizer's rights")
      case 404, 410: (.notFound, "nothing is published there; check the name and the address")
      case 408, 425: (.deadlineExceeded, "the host gave up waiting; try again")
      case 429: (.resourceExhausted, "the host asks for fewer requests; try again later")
      case 500...599: (.unavailable, "the host has a failure of its own; try again later")
      default: (.unavailable, "expected 200 or 304")
      }
    let detail = Self.detail(head, body)
    return HostingError(
      code, "\(what) at \(head.url.shown) answered \(head.status)\(detail): \(advice).", model: query.name,
      status: head.status, retryAfter: RetryPolicy.retryAfter(head, now: Date()))
  }

  /// What the host itself says: Google's error message, or Hugging Face's header. Cut, and on one line.
  private static func detail(_ head: ResponseHead, _ body: Data) -> String {
    struct Answer: Decodable {
      struct Failure: Decodable { let message: String }
      let error: Failure
    }
    // A body of another form has no message.
    let text = (try? JSONDecoder().decode(Answer.self, from: body))?.error.message ?? head["X-Error-Message"]
    guard let text, !text.isEmpty else { return "" }
    return " (\(String(text.prefix(200).map { $0.isNewline ? " " : $0 })))"
  }
}

/// Takes the head of an answer and ends the transfer at the first byte of the body.
private final class HeadSink: BodySink, @unchecked Sendable {
  private let lock = NSLock()
  private var seen: ResponseHead?
  private var ended = false

  var head: ResponseHead? { lock.withLock { seen } }
  /// Whether the transfer ended because the head was all that was wanted.
  var isSatisfied: Bool { lock.withLock { ended } }

  func begin(_ head: ResponseHead) throws(HostingError) { lock.withLock { seen = head } }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(HostingError) {
    lock.withLock { ended = true }
    throw HostingError(.cancelled, "The head of the answer is enough.")
  }
}

extension URL {
  /// The address without what may be secret: user, password and query.
  var shown: String {
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    parts?.user = nil
    parts?.password = nil
    parts?.query = nil
    parts?.fragment = nil
    return parts?.string ?? "an address"
  }
}

/// Texts inside of addresses.
package enum AddressText {
  /// `text` with everything but letters, digits and `-._~` as `%` and two digits; `slashes` stay where they are wanted.
  package static func encoded(_ text: String, slashes: Bool = false) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte))
      if isPlain || "-._~".unicodeScalars.contains(scalar) || slashes && byte == UInt8(ascii: "/") {
        return String(Character(scalar))
      }
      return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }

  /// Whether a part of `path` would lead out of its folder.
  static func climbs(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).contains { $0 == "." || $0 == ".." }
  }

  /// The text of a strong validator; nil for a weak or absent one.
  static func strong(_ etag: String?) -> String? {
    guard let etag, !etag.isEmpty, !etag.hasPrefix("W/") else { return nil }
    return etag
  }

  /// An ETag without the mark of a weak one and without quotes.
  static func bare(_ etag: String) -> String {
    var text = etag[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
    return String(text)
  }
}
