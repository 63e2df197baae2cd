/// The one form in which people read scores.
package enum ScoreText {
  /// A share of 1 in percent: "96 %", below ten "3.2 %", and neither 0 nor 100 for what is not. With `isShare` false, and
  /// for what is no share, the number itself with three digits behind the point.
  package static func text(_ score: Float, isShare: Bool = true) -> String {
    guard score.isFinite else { return "\(score)" }
    guard isShare, (0...1).contains(score) else { return plain(score) }
    let percent = Double(score) * 100
    if percent == 0 { return "0 %" }
    if percent < 0.1 { return "<0.1 %" }
    if percent < 9.95 {
      let tenths = Int((percent * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) %"
    }
    if percent >= 99.5, percent < 100 { return ">99 %" }
    return "\(Int(percent.rounded())) %"
  }

  private static func plain(_ score: Float) -> String {
    guard abs(score) < 1e6 else { return "\(score)" }
    let thousandths = Int((abs(Double(score)) * 1000).rounded())
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    return (score < 0 && thousandths > 0 ? "-" : "") + "\(thousandths / 1000).\(fraction)"
  }
}
