/// The header that says which part of a file an answer holds: `bytes 0-499/1234`, `bytes 0-499/*` or `bytes */1234`.
struct ContentRange: Hashable, Sendable {
  /// The bytes of the answer; nil in an answer that has none of the file (416).
  let bytes: ClosedRange<Int64>?
  /// The length of the whole file, if it is stated.
  let total: Int64?

  init(_ bytes: ClosedRange<Int64>?, total: Int64?) {
    self.bytes = bytes
    self.total = total
  }

  /// nil if the text is not such a header or contradicts itself.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    if halves[1] == "*" {
      total = nil
    } else {
      guard let count = Self.number(halves[1]) else { return nil }
      total = count
    }
    if halves[0] == "*" {
      guard total != nil else { return nil }
      bytes = nil
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
      last < total ?? .max
    else { return nil }
    bytes = first...last
  }

  /// The number that `text` writes in digits alone; nil if it has others or exceeds 64 bits.
  static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int64(text)
  }
}
