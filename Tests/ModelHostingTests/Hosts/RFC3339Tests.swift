import Foundation
import Testing

@testable import ModelHosting

@Suite struct RFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2021-01-20T04:20:10.220Z", 1_611_116_410.22),
    ("2021-01-20T04:20:10Z", 1_611_116_410),
    ("2021-01-20t04:20:10z", 1_611_116_410), ("2021-01-20T06:20:10+02:00", 1_611_116_410),
    ("2021-01-19T22:50:10-05:30", 1_611_116_410), ("2000-02-29T23:59:59Z", 951_868_799),
    ("1969-12-31T23:59:59Z", -1), ("2027-01-31T00:00:00.000000000123Z", 1_801_353_600),
    ("2016-12-31T23:59:60Z", 1_483_228_800),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func datesAreRead(_ text: String, _ seconds: Double) throws {
    let date = try #require(RFC3339.parse(text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "2021-01-20", "2021-01-20T04:20:10", "2021-13-01T00:00:00Z", "2021-02-29T00:00:00Z", "2021-00-10T00:00:00Z",
    "2021-01-20T24:00:00Z", "2021-01-20T04:60:10Z", "2021-01-20T04:20:10.Z", "2021-01-20T04:20:10Z ",
    "+021-01-20T04:20:10Z", "2021-01-20T04:20:10+2:00", "99999-01-01T00:00:00Z", "２021-01-20T04:20:10Z",
  ])
  func otherTextsAreNot(_ text: String) {
    #expect(RFC3339.parse(text) == nil)
  }

  @Test func textsAreReadBack() throws {
    for day in stride(from: -100_000, to: 1_000_000, by: 137) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 12_345)
      #expect(RFC3339.parse(RFC3339.text(date)) == date)
    }
    #expect(RFC3339.text(Date(timeIntervalSince1970: .infinity)) == "1970-01-01T00:00:00Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: 1e300)) == "9999-12-31T23:59:59Z")
  }
}
