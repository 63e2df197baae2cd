/// `value` with so many digits behind the point.
package func fixed(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = (abs(value) * scale).rounded()
  guard scaled < 9e18 else { return "\(value)" }
  let number = UInt64(scaled)
  let divisor = UInt64(scale)
  let whole = String(number / divisor)
  let sign = value < 0 && number > 0 ? "-" : ""
  if digits == 0 { return sign + whole }
  let fraction = String(number % divisor)
  return sign + whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// So many things: "1 picture", "2 pictures".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// A byte count for people.
func bytesText(_ count: Int) -> String {
  if count < 1024 { return "\(count) B" }
  if count < 1 << 20 { return fixed(Double(count) / 1024, 1) + " KiB" }
  return fixed(Double(count) / Double(1 << 20), 2) + " MiB"
}

/// The same random numbers for the same seed everywhere (SplitMix64, Steele, Lea and Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// A number from 0 up to but not including 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
