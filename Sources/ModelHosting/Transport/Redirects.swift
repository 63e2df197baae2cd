import Foundation

/// The rules by which redirects are followed.
enum Redirects {
  static let limit = 5

  /// The request that a redirect asks for; nil if `head` is no redirect that can be followed.
  ///
  /// Headers that name the user or belong to the first host alone stay behind when the origin changes, and nothing is
  /// fetched without encryption that was asked for with it.
  static func next(
    after head: ResponseHead, to request: TransferRequest, hop: Int
  ) throws(HostingError) -> TransferRequest? {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head["Location"] else { return nil }
    guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL, let scheme = url.scheme?.lowercased(),
      scheme == "https" || scheme == "http", url.host?.isEmpty == false
    else {
      throw HostingError(
        .unavailable,
        "\(request.url.shown) redirects to \(location.prefix(200).debugDescription), which is no http or https address: "
          + "the host has to be mended.", status: head.status)
    }
    guard hop < limit else {
      throw HostingError(
        .failedPrecondition,
        "More than \(limit) redirects, the last from \(request.url.shown) to \(url.shown): the host sends requests in a "
          + "circle, or the address is not the file's.", status: head.status)
    }
    guard !(request.url.scheme?.lowercased() == "https" && scheme == "http") else {
      throw HostingError(
        .failedPrecondition,
        "\(request.url.shown) redirects to \(url.shown), which is not encrypted: a request made over https is not "
          + "continued over http. The host has to redirect to https.", status: head.status)
    }
    return try follow(request, to: url, status: head.status)
  }

  private static func follow(
    _ request: TransferRequest, to url: URL, status: Int
  ) throws(HostingError) -> TransferRequest {
    var next = request
    next.url = url
    if status == 303 && request.method != "HEAD" || request.method == "POST" && (status == 301 || status == 302) {
      next.method = "GET"
      next.body = nil
      next.headers = next.headers.filter { !$0.key.lowercased().hasPrefix("content-") }
    }
    guard origin(request.url) != origin(url) else { return next }
    guard next.body == nil else {
      throw HostingError(
        .failedPrecondition,
        "\(request.url.shown) redirects a request with a body to another host, \(url.shown): what it holds was meant for "
          + "the first host alone.", status: status)
    }
    next.headers = next.headers.filter { mayTravel($0.key.lowercased()) }
    return next
  }

  /// Whether a header says nothing about who asks.
  private static func mayTravel(_ name: String) -> Bool {
    name == "range" || name == "user-agent" || name.hasPrefix("if-") || name.hasPrefix("accept")
  }

  private static func origin(_ url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return [scheme, url.host?.lowercased() ?? "", String(port)]
  }
}

extension URL {
  /// Whether the host is this machine.
  var isLoopback: Bool {
    guard let host = host?.lowercased() else { return false }
    return host == "localhost" || host == "::1" || host == "[::1]"
      || (host.hasPrefix("127.") && host.split(separator: ".").count == 4
        && host.allSatisfy { $0 == "." || $0.isNumber })
  }
}
