#if Networking
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries requests by `URLSession`: one session for the process, without cookies, cache or stored credentials.
///
/// Redirects are followed by rules of its own: at most five, never from https to http, and headers that name the user stay
/// with the first host. `http` addresses are refused but for this machine and the hosts that the app names.
public struct URLSessionTransport: Transport {
  private let unencryptedHosts: Set<String>

  /// - Parameter unencryptedHosts: Hosts that may be asked without encryption. Apple's systems also want them in the app's
  ///   `NSAppTransportSecurity`.
  public init(allowingUnencrypted unencryptedHosts: Set<String> = []) {
    self.unencryptedHosts = Set(unencryptedHosts.map { $0.lowercased() })
  }

  public func send(_ request: TransferRequest, to sink: any BodySink) async throws(HostingError) {
    var next = request
    var hop = 0
    while true {
      let message = try urlRequest(next)
      guard let head = try await HostingSession.shared.perform(next, as: message, to: sink),
        let redirected = try Redirects.next(after: head, to: next, hop: hop)
      else { return }
      next = redirected
      hop += 1
    }
  }

  private func urlRequest(_ request: TransferRequest) throws(HostingError) -> URLRequest {
    try check(request)
    // The system's own limit only catches what the watchdog of an exchange cannot see.
    var message = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 3_600)
    message.httpMethod = request.method
    message.httpBody = request.body
    message.allowsCellularAccess = request.allowsCellularAccess
    if request.hasBackgroundPriority { message.networkServiceType = .background }
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    return message
  }

  private func check(_ request: TransferRequest) throws(HostingError) {
    guard let scheme = request.url.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = request.url.host?.lowercased(), !host.isEmpty
    else {
      throw HostingError(
        .invalidArgument,
        "\(request.url.shown.debugDescription) is no address with https and a host: a remote model needs one.")
    }
    guard scheme == "https" || request.url.isLoopback || unencryptedHosts.contains(host) else {
      throw HostingError(
        .failedPrecondition,
        "\(request.url.shown) is not encrypted: use https, or name the host in "
          + "URLSessionTransport(allowingUnencrypted: [\(host.debugDescription)]).")
    }
    guard request.body == nil || (request.method != "GET" && request.method != "HEAD") else {
      throw HostingError(.invalidArgument, "A \(request.method) request to \(request.url.shown) cannot have a body.")
    }
    for (name, value) in request.headers where !Self.isHeader(name, value) {
      throw HostingError(
        .invalidArgument,
        "The header \(name.debugDescription) of a request to \(request.url.shown) holds a character that headers cannot "
          + "have: only printable ASCII without line breaks travels.")
    }
  }

  private static func isHeader(_ name: String, _ value: String) -> Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    let isName = name.utf8.allSatisfy { byte in
      marks.contains(byte) || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    return !name.isEmpty && isName && value.utf8.allSatisfy { $0 == 9 || (32...126).contains($0) }
  }
}
#endif
