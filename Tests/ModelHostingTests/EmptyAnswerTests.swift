import Foundation
import HostingTestSupport
import Testing

@testable import ModelHosting

/// Answers without a body end at once.
@Suite(.serialized) struct EmptyAnswerTests {
  @Test(arguments: [204, 304, 301, 300, 404, 401])
  func answersWithoutABodyEndAtOnce(_ status: Int) async throws {
    for headers in [
      [], [("Content-Length", "0")], [("WWW-Authenticate", "Basic realm=\"x\"")], [("WWW-Authenticate", "Bearer")],
    ] {
      let hasLength = headers.first?.0 == "Content-Length" || status == 204 || status == 304
      let server = try FaultServer { _ in [.head(status, headers)] + (hasLength ? [] : [.close]) }
      var request = TransferRequest(server.url("/"))
      request.idleTimeout = 3
      do {
        let (head, body) = try await URLSessionTransport().response(to: request)
        #expect(head.status == status && body.isEmpty)
      } catch { Issue.record("\(status) \(headers): \(error)") }
    }
  }
}
