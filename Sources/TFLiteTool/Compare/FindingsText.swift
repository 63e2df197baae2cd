import TFLiteRuntime

/// What `compare` prints for people.
struct FindingsText {
  let findings: OperatorFindings
  let comparison: GraphComparison
  /// How many operators of the ranking to name.
  let worst: Int

  var text: String { table + unmatched + "\n" + closing }

  private static func number(_ value: Double?, _ digits: Int) -> String { value.map { fixed($0, digits) } ?? "" }

  /// Three digits that say something.
  private static func error(_ value: Double?) -> String {
    guard let value else { return "" }
    if value == 0 || !value.isFinite { return value == 0 ? "0" : "\(value)" }
    if value >= 1000 || value < 0.001 {
      var (mantissa, exponent) = (value, 0)
      while mantissa >= 10 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
      while mantissa < 1 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
      return fixed(mantissa, 1) + "e\(exponent)"
    }
    return fixed(value, value >= 100 ? 0 : value >= 1 ? 2 : 4)
  }

  static func decibel(_ value: Double) -> String {
    value == .infinity ? "equal" : value == -.infinity ? "-inf" : fixed(value, 1)
  }

  private var table: String {
    var table = TextTable([
      .left(""), .right("#"), .left("operator"), .right("snr dB"), .right("inherited"), .right("own"),
      .right("max error"), .right("mean error"), .right("cosine"), .right("gain"), .right("clipped"),
      .right("at limits"), .right("range"), .left("output"),
    ])
    for row in findings.rows {
      let statistics = row.entry.statistics
      let number = row.entry.candidateOperator.map { "\($0)" } ?? ""
      let name = TensorNames.short(row.tensorName)
      guard row.isComparable else {
        table.add(
          ["", number, row.name] + Array(repeating: "", count: 10) + ["\(name): \(row.entry.problem ?? "empty")"])
        continue
      }
      table.add([
        findings.departs(row) ? "*" : "", number, row.name, Self.decibel(row.snr),
        row.entry.candidateOperator == nil ? "" : Self.decibel(row.inheritedSNR),
        row.ownRatio == 0 ? "-" : Self.decibel(row.ownSNR), Self.error(statistics.maxError),
        Self.error(statistics.meanError), Self.number(statistics.cosine, 5), Self.number(statistics.gain, 3),
        statistics.clipping.map(percent) ?? "", statistics.saturation.map(percent) ?? "",
        statistics.rangeUse.map(percent) ?? "", name,
      ])
    }
    return table.text
  }

  private var unmatched: String {
    var text = ""
    for (side, indices) in [
      ("this model", comparison.unmatchedCandidate), ("the reference", comparison.unmatchedReference),
    ] where !indices.isEmpty {
      let list = indices.prefix(12).map { "#\($0)" }.joined(separator: " ")
      text += "without a partner in \(side): \(list)\(indices.count > 12 ? " and \(indices.count - 12) more" : "")\n"
    }
    return text
  }

  private func label(_ row: OperatorFindings.Row) -> String {
    let name = row.tensorName.isEmpty ? "" : " '\(Terminal.printable(TensorNames.short(row.tensorName, 60)))'"
    return row.entry.candidateOperator.map { "#\($0) \(row.name)\(name)" } ?? "input\(name)"
  }

  private var closing: String {
    let runs = comparison.runs.count
    let compared = findings.rows.filter { $0.isComparable }
    var text = "\(compared.count) tensors compared over \(runs) input\(runs == 1 ? "" : "s")"
    guard let difference = findings.firstDifference else {
      return text + (compared.isEmpty ? "\n" : ": all are equal\n")
    }
    let worstRun = difference.entry.statistics.worstRun
    text += "\nfirst difference: \(label(difference)), \(Self.decibel(difference.snr)) dB"
    text += runs > 1 ? ", most in \(comparison.runs[worstRun])\n" : "\n"
    let threshold = fixed(findings.threshold, 0)
    if let departure = findings.firstDeparture {
      text += "first that departs (own noise below \(threshold) dB): \(label(departure)), "
      text += departure.isComparable ? "\(departure.reason)\n" : "\(departure.entry.problem ?? "")\n"
    } else {
      text += "no operator departs by itself (own noise below \(threshold) dB)\n"
    }
    let ranking = findings.ranking.filter { $0.entry.candidateOperator != nil }.prefix(worst)
    if ranking.isEmpty { return text }
    text += "\nworst first, by own noise: these gain most from staying in float\n"
    var table = TextTable([.right("#"), .left("operator"), .right("own dB"), .left("reason"), .left("output")])
    for row in ranking {
      table.add([
        "\(row.entry.candidateOperator ?? 0)", row.name, Self.decibel(row.ownSNR), row.reason,
        TensorNames.short(row.tensorName),
      ])
    }
    return text + table.text
  }
}
