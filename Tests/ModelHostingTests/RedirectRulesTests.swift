import Foundation
import Testing

@testable import ModelHosting

@Suite struct RedirectRulesTests {
  private func next(
    _ status: Int, _ location: String?, from url: String = "https://a.example/m/x?t=1", method: String = "GET",
    body: Data? = nil,
    headers: [String: String] = [:], hop: Int = 0
  ) throws(HostingError) -> TransferRequest? {
    var request = TransferRequest(URL(string: url)!)
    request.method = method
    request.body = body
    request.headers = headers
    let head = ResponseHead(status: status, url: request.url, headers: location.map { ["location": $0] } ?? [:])
    return try Redirects.next(after: head, to: request, hop: hop)
  }

  @Test func addressesAreResolved() throws {
    #expect(try next(302, "/y")?.url.absoluteString == "https://a.example/y")
    #expect(try next(302, "y?q=%20")?.url.absoluteString == "https://a.example/m/y?q=%20")
    #expect(try next(302, "//b.example/y")?.url.absoluteString == "https://b.example/y")
    #expect(try next(302, nil) == nil)
    #expect(try next(300, "/y") == nil)
    #expect(try next(304, "/y") == nil)
  }

  @Test func onlyHeadersThatNameNobodyGoToAnotherOrigin() throws {
    let headers = [
      "Authorization": "Bearer s", "Cookie": "c", "x-goog-api-key": "k", "Range": "bytes=1-", "If-Range": "\"e\"",
      "Accept-Encoding": "identity", "User-Agent": "u",
    ]
    for location in ["https://b.example/y", "https://a.example:444/y", "https://A.example.evil/y"] {
      let names = try next(302, location, headers: headers)?.headers.keys.sorted()
      #expect(names == ["Accept-Encoding", "If-Range", "Range", "User-Agent"], "\(location)")
    }
    for location in ["https://a.example/y", "https://A.EXAMPLE:443/y", "/y"] {
      #expect(try next(307, location, headers: headers)?.headers == headers, "\(location)")
    }
    #expect(try next(302, "https://a.example/y", from: "http://a.example/", headers: headers)?.headers["Cookie"] == nil)
  }

  @Test func methods() throws {
    let body = Data("b".utf8)
    for status in [301, 302, 303] {
      let request = try next(
        status, "/y", method: "POST", body: body, headers: ["Content-Type": "text/plain", "X": "1"])
      #expect(request?.method == "GET" && request?.body == nil && request?.headers == ["X": "1"], "\(status)")
    }
    for status in [307, 308] {
      let request = try next(status, "/y", method: "POST", body: body)
      #expect(request?.method == "POST" && request?.body == body, "\(status)")
      #expect(throws: HostingError.self) { _ = try next(status, "https://b.example", method: "POST", body: body) }
    }
    #expect(try next(303, "/y", method: "HEAD")?.method == "HEAD")
  }

  @Test func refusals() throws {
    for (location, code) in [
      ("http://a.example/y", HostingError.Code.failedPrecondition), ("ftp://a.example/y", .unavailable),
      ("file:///etc/passwd", .unavailable), ("https://", .unavailable), ("javascript:0", .unavailable),
    ] {
      let error = #expect(throws: HostingError.self, "\(location)") { _ = try next(301, location) }
      #expect(error?.code == code, "\(location)")
    }
    #expect(try next(301, "/y", hop: 4) != nil)
    #expect(throws: HostingError.self) { _ = try next(301, "/y", hop: 5) }
  }

  @Test func messagesKeepQueriesAndUsersToThemselves() {
    let error = #expect(throws: HostingError.self) {
      _ = try next(301, "http://u:p@b.example:81/y?token=secret", from: "https://me:pw@a.example/m?key=k")
    }
    let message = error?.message ?? ""
    #expect(message.contains("https://a.example/m") && message.contains("http://b.example:81/y"))
    for secret in ["secret", "pw", "u:p", "key=k"] { #expect(!message.contains(secret)) }
  }

  @Test func loopback() {
    for host in ["127.0.0.1", "127.9.9.9", "localhost", "[::1]"] {
      #expect(URL(string: "http://\(host):80/")?.isLoopback == true, "\(host)")
    }
    for host in ["127.evil.example.com", "127.0.0.1.example", "128.0.0.1", "localhost.example"] {
      #expect(URL(string: "http://\(host)/")?.isLoopback == false, "\(host)")
    }
  }
}
