import Foundation

/// One request to a host.
public struct TransferRequest: Hashable, Sendable {
  /// The address, `https` or `http`.
  public var url: URL
  /// The method.
  public var method = "GET"
  /// Headers by name.
  public var headers: [String: String] = [:]
  /// What is sent along, nil for nothing.
  public var body: Data?
  /// Whether the request may use cellular networks.
  public var allowsCellularAccess = true
  /// The seconds that no byte may come before the transfer counts as stalled.
  public var idleTimeout: TimeInterval = 30
  /// Whether redirects are followed; if not, the redirect itself is the answer.
  public var followsRedirects = true
  /// Whether the request gives way to what the user waits for.
  public var hasBackgroundPriority = false

  /// A GET of `url`.
  public init(_ url: URL) { self.url = url }
}

/// Status and headers of an answer.
public struct ResponseHead: Sendable {
  /// The status, such as 200.
  public let status: Int
  /// Where the answer came from, after redirects.
  public let url: URL
  private let headers: [String: String]

  /// The head of an answer. Of headers whose names differ in case alone, one is kept.
  public init(status: Int, url: URL, headers: [String: String]) {
    self.status = status
    self.url = url
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of a header, whose name is compared without case.
  public subscript(header: String) -> String? { headers[header.lowercased()] }
}

/// Takes one answer, in order, never two calls at once. What it throws ends the transfer.
public protocol BodySink: AnyObject, Sendable {
  /// Takes status and headers; called once, before any bytes.
  func begin(_ head: ResponseHead) throws(HostingError)
  /// Takes the next bytes of the body, which are valid during the call.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(HostingError)
}

/// Carries requests to hosts and answers back.
public protocol Transport: Sendable {
  /// Sends `request` and gives the answer to `sink`; returns when the answer is complete, whatever its status.
  func send(_ request: TransferRequest, to sink: any BodySink) async throws(HostingError)
}

/// The app's own authentication. Asked before every request to a host, and again with `refused` after a 401 (or one 403).
public protocol Authorizer: Sendable {
  /// The headers to add to a request for `url`; `refused` is the answer that turned the last ones down.
  func headers(for url: URL, refused: ResponseHead?) async throws(HostingError) -> [String: String]
}
