import TFLiteRuntime

/// What a comparison says of each operator: how much noise it lets through and how much of it is its own.
///
/// All powers of noise are for a power of 1 of the signal. The noise of a result has three sources: what comes in with the
/// inputs, the rounding of the result to its scale, and the rest, which weights and arithmetic make.
/// - *Inherited* noise follows from the inputs': for sums the powers add up, for joined tensors they are pooled, for SOFTMAX and
///   EXP the power itself counts, for everything else ratios add up. An operator may raise it by 3 dB before it is charged with the difference.
/// - *Rounding* is measured: the reference's result, rounded and clipped to the levels of the candidate's tensor. An operator that keeps
///   the scale of an input is charged with what it adds to that.
/// - *Own* noise is the larger one of what exceeds the inherited noise and of rounding. Where inputs are below 10 dB, what
///   comes out tells nothing about the operator any more, and only rounding counts.
struct OperatorFindings {
  /// One output of an operator, or an input of the graph.
  struct Row {
    let entry: GraphComparison.Entry
    /// The operator's name; "input" for an input of the graph.
    let name: String
    let tensorName: String
    /// The noise that its inputs explain.
    let inheritedRatio: Double
    let ownRatio: Double
    /// Rounding is the larger part of `ownRatio`.
    let isRounding: Bool

    var noiseRatio: Double { entry.statistics.noiseRatio }
    var snr: Double { decibels(noiseRatio: noiseRatio) }
    var inheritedSNR: Double { decibels(noiseRatio: inheritedRatio) }
    var ownSNR: Double { decibels(noiseRatio: ownRatio) }
    /// The results are reals, exact or quantised, rather than indices or truth values.
    var isReal: Bool { entry.type.isReal || entry.quantization != nil }
    var isComparable: Bool { entry.problem == nil && entry.statistics.count > 0 }
  }

  /// In the order of the candidate's operators, inputs first.
  let rows: [Row]
  /// The signal-to-noise ratio in decibels under which an operator departs.
  let threshold: Double

  init(_ comparison: GraphComparison, threshold: Double) {
    self.threshold = threshold
    let graph = comparison.candidateModel.graphs[comparison.subgraph]
    var known: [Int: GraphComparison.Entry] = [:]
    for entry in comparison.entries where entry.problem == nil && entry.statistics.count > 0 {
      known[entry.candidate] = entry
    }
    // What operators without a partner pass on.
    var passed: [Int: Double] = [:]
    func inherited(_ node: OperatorNode, _ output: TensorStatistics?) -> Double {
      let inputs = node.inputs.filter { $0 >= 0 && (known[$0] != nil || passed[$0] != nil) }
      let measured = inputs.compactMap { known[$0]?.statistics }
      if measured.count == inputs.count, let output {
        if ["ADD", "SUB", "ADD_N"].contains(node.name) {
          return TensorStatistics.ratio(measured.reduce(0) { $0 + $1.noisePower }, output.signalPower)
        }
        if ["CONCATENATION", "PACK"].contains(node.name) {
          let counts = measured.map { Double($0.count) }
          let noise = zip(measured, counts).reduce(0) { $0 + $1.0.noisePower * $1.1 }
          return TensorStatistics.ratio(noise, zip(measured, counts).reduce(0) { $0 + $1.0.signalPower * $1.1 })
        }
      }
      // What exponentials make of a difference is a factor, however large the numbers are.
      if ["SOFTMAX", "EXP"].contains(node.name), let logits = measured.first {
        return max(logits.noisePower, logits.noiseRatio)
      }
      return inputs.reduce(0) { $0 + (known[$1]?.statistics.noiseRatio ?? passed[$1] ?? 0) }
    }
    var rows: [Row] = []
    for entry in comparison.entries where entry.candidateOperator == nil {
      rows.append(
        Row(
          entry: entry, name: "input", tensorName: graph.tensors[entry.candidate].name, inheritedRatio: 0,
          ownRatio: entry.statistics.noiseRatio, isRounding: entry.statistics.roundingRatio > 0))
    }
    let written = Dictionary(grouping: comparison.entries.filter { $0.candidateOperator != nil }) {
      $0.candidateOperator ?? -1
    }
    for node in graph.operators {
      let entries = written[node.index] ?? []
      for entry in entries {
        let statistics = entry.statistics
        let before = inherited(node, statistics)
        let kept = node.inputs.compactMap { input -> Double? in
          guard let source = known[input]?.statistics, source.levels == statistics.levels else { return nil }
          return source.roundingRatio
        }.max()
        let rounding = statistics.isEqual ? 0 : max(0, statistics.roundingRatio - 2 * (kept ?? 0))
        let rest = before < 0.1 ? max(0, statistics.noiseRatio - 2 * before) : 0
        rows.append(
          Row(
            entry: entry, name: node.name, tensorName: graph.tensors[entry.candidate].name, inheritedRatio: before,
            ownRatio: max(rounding, rest), isRounding: rounding * 2 >= rest))
      }
      for output in node.outputs where known[output] == nil { passed[output] = inherited(node, nil) }
    }
    self.rows = rows
  }

  /// Rows of reals by their own noise, the worst first; those without any are left out.
  var ranking: [Row] {
    rows.filter { $0.isComparable && $0.isReal && $0.ownRatio > 0 }.sorted { $0.ownRatio > $1.ownRatio }
  }

  /// The first whose own noise is over the threshold.
  var firstDeparture: Row? { rows.first { departs($0) } }

  /// The first with any difference.
  var firstDifference: Row? { rows.first { $0.isComparable && !$0.entry.statistics.isEqual } }

  func departs(_ row: Row) -> Bool {
    guard row.isComparable else { return row.entry.problem?.contains("elements") == true }
    if !row.isReal { return !row.entry.statistics.isEqual && row.inheritedRatio == 0 }
    return row.ownSNR < threshold
  }
}

extension OperatorFindings.Row {
  /// Why an operator makes noise, in a few words.
  var reason: String {
    let statistics = entry.statistics
    if statistics.nonFinite > 0 { return "\(statistics.nonFinite) values are NaN or infinite on one side" }
    if isRounding {
      if let clipping = statistics.clipping, clipping > 0.001 {
        return "clips \(percent(clipping)) of its values: the range of its scale is too small"
      }
      if let use = statistics.rangeUse, use < 0.25 {
        return "uses \(percent(use)) of its range: its scale is too coarse"
      }
      return "rounding of its output"
    }
    // Most of the noise goes when the result is scaled.
    if let gain = statistics.gain, let cosine = statistics.cosine, (gain - 1) * (gain - 1) > 1 - cosine * cosine,
      abs(gain - 1) > 0.1
    {
      return "\(fixed(gain, 2)) times the reference: a scale is wrong, perhaps of its weights"
    }
    return "weights or arithmetic"
  }
}

/// A share as percent.
func percent(_ share: Double) -> String { fixed(share * 100, share < 0.1 ? 1 : 0) + " %" }
