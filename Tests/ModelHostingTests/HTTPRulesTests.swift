import Foundation
import Testing

@testable import ModelHosting

@Suite struct HTTPRulesTests {
  private let now = Date(timeIntervalSince1970: 1_795_000_000)

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800), ("Friday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
  ])
  func datesOfAllThreeForms(_ text: String, _ seconds: Int) {
    #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == Double(seconds))
  }

  @Test(arguments: [
    "", "tomorrow", "Sun, 31 Feb 2026 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sun, 29 Feb 2100 00:00:00 GMT", "99999999999999999999", "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Sun, 06 Nob 1994 08:49:37 GMT",
  ])
  func textsThatAreNoDate(_ text: String) { #expect(HTTPDate.parse(text, now: now) == nil) }

  @Test func contentRanges() {
    #expect(ContentRange("bytes 0-499/1234") == ContentRange(0...499, total: 1234))
    #expect(ContentRange("Bytes 5-5/*") == ContentRange(5...5, total: nil))
    #expect(ContentRange("bytes */0") == ContentRange(nil, total: 0))
    for text in [
      "", "bytes", "bytes 0-499", "bytes */*", "bytes 5-4/9", "bytes 0-9/9", "bytes -5/9", "bytes 0-/9", "items 0-1/2",
      "bytes 0-99999999999999999999/*", "bytes 0x0-1/2", "bytes 0-1/2/3", "bytes +0-1/2",
    ] {
      #expect(ContentRange(text) == nil, "\(text)")
    }
    #expect(ContentRange("bytes 0-9223372036854775806/9223372036854775807")?.bytes?.upperBound == Int64.max - 1)
  }

  private func head(_ headers: [String: String]) -> ResponseHead {
    ResponseHead(status: 503, url: URL(string: "https://example.com")!, headers: headers)
  }

  @Test func retryAfter() {
    #expect(RetryPolicy.retryAfter(head(["retry-after": " 120 "]), now: now) == 120)
    #expect(RetryPolicy.retryAfter(head(["Retry-After": "0"]), now: now) == .zero)
    #expect(RetryPolicy.retryAfter(head([:]), now: now) == nil)
    for text in ["-5", "soon", "1.5", "1e9"] {
      #expect(RetryPolicy.retryAfter(head(["Retry-After": text]), now: now) == nil, "\(text)")
    }
    for text in ["999999999", "99999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"] {
      #expect(RetryPolicy.retryAfter(head(["Retry-After": text]), now: now) == 86_400, "\(text)")
    }
  }

  @Test func datesOfRetryAfterCountFromTheAnswersOwnDate() {
    let answer = head(["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"])
    for years in [-10.0, 0, 10] {
      #expect(RetryPolicy.retryAfter(answer, now: now + years * 31_557_600) == 60)
    }
    let past = head(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"])
    #expect(RetryPolicy.retryAfter(past, now: now) == .zero)
  }

  @Test func backOffGrowsAndEnds() {
    var policy = RetryPolicy(attempts: 7)
    let error = HostingError(.unavailable, "")
    let waits = (0..<7).map { _ in policy.wait(after: error, chance: 0.5) }
    #expect(waits == [1, 2, 4, 8, 16, 16].map { TimeInterval($0) } + [nil])
    var early = RetryPolicy(attempts: 2)
    var late = early
    #expect(early.wait(after: error, chance: 0) == 0.5)
    #expect(late.wait(after: error, chance: 0.999) == 1.499)
  }

  @Test func attemptsComeBackWithEveryMebibyte() {
    var policy = RetryPolicy(attempts: 2)
    let error = HostingError(.unavailable, "")
    #expect(policy.wait(after: error) != nil)
    policy.gain(1 << 19)
    policy.gain(1 << 19)
    #expect(policy.wait(after: error) != nil)
    policy.gain((1 << 20) - 1)
    #expect(policy.wait(after: error) == nil)
    policy.gain(.max)
    policy.gain(.max)
    #expect(policy.wait(after: error) != nil)
  }

  @Test func onlyPassingFailuresAreRetried() {
    for code in [HostingError.Code.notFound, .hashMismatch, .cancelled, .dataLoss, .internal, .notEnoughSpace] {
      var policy = RetryPolicy(attempts: 5)
      #expect(policy.wait(after: HostingError(code, "")) == nil)
    }
    var policy = RetryPolicy(attempts: 5)
    #expect(policy.wait(after: HostingError(.resourceExhausted, "", retryAfter: 7)) == 7)
    #expect(policy.wait(after: HostingError(.resourceExhausted, "", retryAfter: 61)) == nil)
  }

  @Test func pausesBetweenCallsGrowToAnHour() {
    #expect([1, 2, 3].map(RetryPolicy.pause) == [30, 60, 120].map { TimeInterval($0) })
    #expect([8, 1_000, .max].map(RetryPolicy.pause) == Array(repeating: 3_600, count: 3))
    #expect(RetryPolicy.pause(afterCalls: .min) == 30)
  }
}
