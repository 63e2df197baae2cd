import TFLiteRuntime

/// What a comparison says, as columns of the page that `tflite report` makes.
struct FindingsColumns {
  let findings: OperatorFindings
  let comparison: GraphComparison

  /// The first one is the heat of the graph: the noise that operators add. Of several outputs of an operator, the one with
  /// the most noise of its own counts.
  var columns: [ReportColumn] {
    var worst: [Int: OperatorFindings.Row] = [:]
    for row in findings.rows where row.isComparable {
      guard let index = row.entry.candidateOperator else { continue }
      if let other = worst[index], other.ownRatio >= row.ownRatio { continue }
      worst[index] = row
    }
    /// Where a difference is: its value; nil for what is equal or has no partner.
    func values(_ value: (OperatorFindings.Row) -> Double?) -> [[Double?]] {
      comparison.candidateModel.graphs.enumerated().map { number, graph in
        graph.operators.map { node in
          guard number == comparison.subgraph, let row = worst[node.index] else { return nil }
          return value(row).flatMap { $0.isFinite ? $0 : nil }
        }
      }
    }
    func texts(_ text: (OperatorFindings.Row) -> String) -> [[String?]] {
      comparison.candidateModel.graphs.enumerated().map { number, graph in
        graph.operators.map { number == comparison.subgraph ? worst[$0.index].map(text) : nil }
      }
    }
    return [
      ReportColumn(
        key: "own_snr", title: "Own noise", unit: .decibels, heat: .inverted,
        note:
          "Signal over the noise that the operator itself adds; below \(fixed(findings.threshold, 0)) dB it departs.",
        values: values { $0.ownSNR }),
      ReportColumn(
        key: "snr", title: "SNR", unit: .decibels, heat: .inverted,
        note: "Signal over all noise of the result, against the reference.", values: values { $0.snr }),
      ReportColumn(
        key: "inherited_snr", title: "Inherited", unit: .decibels, heat: .inverted,
        note: "What the noise of its inputs explains.", values: values { $0.inheritedSNR }),
      ReportColumn(
        key: "max_error", title: "Max error", unit: .number, heat: .logarithmic,
        note: "The largest difference from the reference, in reals.", values: values { $0.entry.statistics.maxError }),
      ReportColumn(
        key: "clipping", title: "Clipped", unit: .percent, heat: .linear,
        note: "Values of the reference that the tensor's scale cannot hold.",
        values: values { $0.entry.statistics.clipping.map { $0 * 100 } }),
      ReportColumn(
        key: "range_use", title: "Range", unit: .percent, heat: .inverted,
        note: "The part of the type's range between the least and the greatest value.",
        values: values { $0.entry.statistics.rangeUse.map { $0 * 100 } }),
      ReportColumn(
        key: "reason", title: "Why", unit: .text, note: "What most of the operator's own noise comes from.",
        texts: texts { findings.departs($0) ? $0.reason : "" }),
    ]
  }
}
