import Foundation

/// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` and the two older forms that a recipient has to understand.
enum HTTPDate {
  /// The instant that `text` names; nil if it is no date. A year of two digits is the one nearest to `now`, at most 50 years
  /// ahead.
  static func parse(_ text: String, now: Date = Date()) -> Date? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }).map(String.init)
    switch words.count {
    case 6:  // Sun, 06 Nov 1994 08:49:37 GMT
      guard words[5] == "GMT" || words[5] == "UTC", words[3].utf8.count == 4 else { return nil }
      return date(day: words[1], month: words[2], year: number(words[3]), time: words[4])
    case 5 where words[4].contains(":") == false && words[3].contains(":"):  // Sun Nov  6 08:49:37 1994
      guard words[4].utf8.count == 4 else { return nil }
      return date(day: words[2], month: words[1], year: number(words[4]), time: words[3])
    case 4:  // Sunday, 06-Nov-94 08:49:37 GMT
      let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard words[3] == "GMT" || words[3] == "UTC", parts.count == 3, parts[2].utf8.count == 2,
        let short = number(parts[2])
      else { return nil }
      return date(day: parts[0], month: parts[1], year: fullYear(short, now: now), time: words[2])
    default: return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Digits alone: no sign, at most four of them.
  private static func number(_ text: String) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func fullYear(_ short: Int, now: Date) -> Int {
    let current = civilYear(of: now)
    let candidate = current - current % 100 + short
    return candidate > current + 50 ? candidate - 100 : candidate
  }

  private static func civilYear(of date: Date) -> Int {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e11 else { return 2000 }
    return 1970 + Int((seconds / 31_556_952).rounded(.down))
  }

  private static func date(day: String, month: String, year: Int?, time: String) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let day = number(day), let month = months.firstIndex(of: month), let year, clock.count == 3,
      clock.allSatisfy({ $0.utf8.count == 2 }), let hour = number(clock[0]), let minute = number(clock[1]),
      let second = number(clock[2]), (1...length(of: month, in: year)).contains(day), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    let seconds = days(year: year, month: month + 1, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }

  /// Days from 1970-01-01 in the Gregorian calendar. March is the first month of a computed year, so that the leap day is
  /// its last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let month = (month + 9) % 12
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468
  }
}
