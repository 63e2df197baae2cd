import Foundation
import HostingTestSupport
import Testing

@testable import ModelHosting

/// Many requests that end early beside many that do not: the one session must not lose any.
@Suite struct TransportStressTests {
  @Test func cancelledRequestsDoNotDisturbOthers() async throws {
    let body = TestModel(60_000).bytes
    let server = try FaultServer { request in
      request.target == "/held"
        ? [.head(200, [("Content-Length", "60000")]), .bytes(Array(body[..<30_000])), .hold]
        : [.head(200, [("Content-Length", "60000")]), .bytes(body)]
    }
    let rounds = Int(ProcessInfo.processInfo.environment["HOSTING_STRESS"] ?? "") ?? 20
    let stalls = Gauge()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<6 {
        group.addTask {
          for round in 0..<rounds {
            let held = Task { try await URLSessionTransport().response(to: TransferRequest(server.url("/held"))) }
            try await Task.sleep(nanoseconds: UInt64((lane * 7 + round * 3) % 23) * 1_000_000)
            held.cancel()
            var request = TransferRequest(server.url("/whole"))
            request.idleTimeout = 5
            do {
              let (head, data) = try await URLSessionTransport().response(to: request)
              #expect(head.status == 200 && data.count == 60_000)
            } catch {
              print("STALL", lane, round, error)
              stalls.enter()
            }
            let error = await #expect(throws: HostingError.self) { try await held.value }
            #expect(error?.code == .cancelled)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(stalls.entered == 0)
    server.release()
  }
}
