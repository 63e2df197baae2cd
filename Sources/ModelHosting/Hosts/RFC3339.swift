import Foundation

/// Dates as JSON of servers states them (RFC 3339): `2021-01-20T04:20:10.220Z`, with or without a fraction, with an offset.
package enum RFC3339 {
  /// The instant that `text` names; nil if it is no such date.
  package static func parse(_ text: String) -> Date? {
    var rest = Array(text.utf8)[...]
    guard let year = number(4, &rest), skip("-", &rest), let month = number(2, &rest), skip("-", &rest),
      let day = number(2, &rest), skip("T", &rest) || skip(" ", &rest), let hour = number(2, &rest), skip(":", &rest),
      let minute = number(2, &rest), skip(":", &rest), let second = number(2, &rest),
      (1...12).contains(month), (1...length(of: month, year)).contains(day), hour < 24, minute < 60, second <= 60,
      let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty
    else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// `date` in UTC, to the second.
  package static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    // The years 0 to 9999: outside there is no text.
    let total = Int(min(max(seconds.isFinite ? seconds : 0, -62_167_219_200), 253_402_300_799).rounded(.down))
    let day = Int((Double(total) / 86_400).rounded(.down))
    let time = total - day * 86_400
    // Back from days to a date, in years that begin in March.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * ofYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [padded(year, 4), padded(month, 2), padded(ofYear - (153 * march + 2) / 5 + 1, 2)].joined(separator: "-")
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(date)T\(clock)Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func number(_ width: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    let byte = UInt8(ascii: character)
    let isLetter = byte >= UInt8(ascii: "A")
    guard let first = rest.first, first == byte || isLetter && first == byte | 0x20 else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
    guard skip(".", &rest) else { return 0 }
    let digits = rest.prefix(while: isDigit)
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.prefix(9).reversed().reduce(0.0) { ($0 + Double($1 - UInt8(ascii: "0"))) / 10 }
  }

  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if skip("Z", &rest) { return 0 }
    let isEast = skip("+", &rest)
    guard isEast || skip("-", &rest), let hour = number(2, &rest), skip(":", &rest), let minute = number(2, &rest),
      hour < 24, minute < 60
    else { return nil }
    return (hour * 3_600 + minute * 60) * (isEast ? 1 : -1)
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days from 1970-01-01 in the Gregorian calendar, in years that begin in March. Years are at least 0.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
