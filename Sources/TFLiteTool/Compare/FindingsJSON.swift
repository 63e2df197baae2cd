import TFLiteRuntime

/// What `compare` prints for programs. Rows are keyed by subgraph and operator index of the candidate's file.
struct FindingsJSON {
  let findings: OperatorFindings
  let comparison: GraphComparison

  /// The members behind those that tell what was compared.
  var members: [(String, JSONText)] {
    let rows = findings.rows
    return [
      ("subgraph", .int(comparison.subgraph)), ("runs", .int(comparison.runs.count)),
      ("run_names", .strings(comparison.runs)), ("threshold_db", .double(findings.threshold)),
      ("inputs", .array(rows.filter { $0.entry.candidateOperator == nil }.map(row))),
      ("operators", .array(rows.filter { $0.entry.candidateOperator != nil }.map(row))),
      ("first_difference", findings.firstDifference.map(key) ?? .null),
      ("first_departure", findings.firstDeparture.map(key) ?? .null),
      (
        "ranking",
        .array(
          findings.ranking.filter { $0.entry.candidateOperator != nil }.map { row in
            .object([
              ("index", .int(row.entry.candidateOperator ?? -1)), ("operator", .string(row.name)),
              ("tensor", .string(row.tensorName)), ("own_snr_db", .double(row.ownSNR)),
              ("reason", .string(row.reason)),
            ])
          })
      ),
      (
        "unmatched",
        .object([
          ("candidate", .ints(comparison.unmatchedCandidate)), ("reference", .ints(comparison.unmatchedReference)),
        ])
      ),
    ]
  }

  private func key(_ row: OperatorFindings.Row) -> JSONText {
    .object([
      ("index", row.entry.candidateOperator.map { .int($0) } ?? .null), ("operator", .string(row.name)),
      ("tensor", .string(row.tensorName)),
    ])
  }

  private func row(_ row: OperatorFindings.Row) -> JSONText {
    let (entry, statistics) = (row.entry, row.entry.statistics)
    let isComparable = row.isComparable
    func double(_ value: Double?) -> JSONText { isComparable ? .optional(value) : .null }
    return .object([
      ("subgraph", .int(comparison.subgraph)), ("index", entry.candidateOperator.map { .int($0) } ?? .null),
      ("operator", .string(row.name)), ("tensor", .string(row.tensorName)), ("tensor_index", .int(entry.candidate)),
      ("type", .string(entry.type.name)), ("shape", .ints(entry.shape.dimensions)),
      ("scale", .optional(entry.quantization.flatMap { $0.isPerChannel ? nil : Double($0.scale) })),
      (
        "reference",
        .object([
          ("index", entry.referenceOperator.map { .int($0) } ?? .null), ("tensor", .string(entry.referenceName)),
          ("matched_by", .string(entry.way.rawValue)),
        ])
      ),
      ("problem", entry.problem.map { .string($0) } ?? .null), ("elements", .int(statistics.count)),
      ("equal", isComparable ? .bool(statistics.isEqual) : .null), ("departs", .bool(findings.departs(row))),
      ("snr_db", double(row.snr)), ("inherited_snr_db", double(row.inheritedSNR)), ("own_snr_db", double(row.ownSNR)),
      ("rounding_snr_db", double(decibels(noiseRatio: statistics.roundingRatio))),
      ("max_error", double(statistics.maxError)), ("mean_error", double(statistics.meanError)),
      ("bias", double(statistics.bias)), ("cosine", double(statistics.cosine)), ("gain", double(statistics.gain)),
      ("saturation", double(statistics.saturation)), ("clipping", double(statistics.clipping)),
      ("range_use", double(statistics.rangeUse)), ("non_finite", .int(statistics.nonFinite)),
      ("worst_run", isComparable ? .int(statistics.worstRun) : .null),
    ])
  }
}
