/// What `verify` prints.
struct VerifyReport {
  private let cases: [VerifyCase]
  private let verdicts: [CaseRunner.Verdict]

  init(_ cases: [VerifyCase], _ verdicts: [CaseRunner.Verdict]) {
    self.cases = cases
    self.verdicts = verdicts
  }

  var failedCount: Int { verdicts.count { !$0.passes } }
  var passedCount: Int { verdicts.count - failedCount }

  private var failures: [(VerifyCase, CaseRunner.Verdict)] { zip(cases, verdicts).filter { !$0.1.passes } }

  private var closingLine: String {
    Output.standard.styled("\(passedCount) passed, \(failedCount) failed", failedCount == 0 ? .green : .red) + "\n"
  }

  /// The failing cases, the table of folders, the closing line.
  var text: String {
    var text = ""
    for (failed, verdict) in failures {
      text += "\(Output.standard.styled(failed.name, .red))  \(failed.content.operators.joined(separator: " "))\n"
      for reason in verdict.reasons { text += "  \(reason)\n" }
    }
    if !text.isEmpty { text += "\n" }
    return text + table + closingLine
  }

  private var table: String {
    var rows: [(folder: String, passed: Int, failed: Int)] = []
    for (verifyCase, verdict) in zip(cases, verdicts) {
      if rows.last?.folder != verifyCase.folder.name { rows.append((verifyCase.folder.name, 0, 0)) }
      if verdict.passes { rows[rows.count - 1].passed += 1 } else { rows[rows.count - 1].failed += 1 }
    }
    var table = TextTable([.left("folder"), .right("passed"), .right("failed")])
    for row in rows { table.add([row.folder, String(row.passed), String(row.failed)]) }
    return table.text
  }

  /// How many cases fail for each operator list and reason, most frequent first, with an example each.
  var summary: String {
    var groups: [String: (count: Int, example: String)] = [:]
    for (failed, verdict) in failures {
      let operators = failed.content.operators
      let list = operators.prefix(4).joined(separator: " ") + (operators.count > 4 ? " +\(operators.count - 4)" : "")
      let key = "\(list): \(Self.kind(verdict.reasons.first ?? ""))"
      groups[key, default: (0, failed.name)].count += 1
    }
    var text = ""
    for (key, group) in groups.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
      text += "\(group.count)  \(key)  [\(group.example)]\n"
    }
    return text + closingLine
  }

  /// The first line of a reason without the numbers and names that differ from case to case.
  private static func kind(_ reason: String) -> String {
    let line = reason.prefix { $0 != "\n" }
    if line.contains(" differ, ") || line.hasSuffix(" differ") { return "wrong values" }
    var kind = ""
    var isQuoted = false
    for character in line {
      if character == "'" { isQuoted.toggle() }
      if isQuoted, character != "'" { continue }
      // Numbers within names such as CONV_2D tell operators apart.
      if character.isNumber {
        if kind.last == "#" { continue }
        if kind.last?.isLetter != true, kind.last != "_" {
          kind.append("#")
          continue
        }
      }
      kind.append(character)
    }
    return kind
  }

  var json: JSONText {
    .object([
      ("passed", .int(passedCount)), ("failed", .int(failedCount)),
      (
        "cases",
        .array(
          zip(cases, verdicts).map { verifyCase, verdict in
            .object([
              ("folder", .string(verifyCase.folder.name)), ("name", .string(verifyCase.content.name)),
              ("ok", .bool(verdict.passes)),
              ("why", verdict.passes ? .null : .string(verdict.reasons.joined(separator: "; "))),
              ("max_difference", .optional(verdict.maxDifference)),
            ])
          })
      ),
    ])
  }
}
