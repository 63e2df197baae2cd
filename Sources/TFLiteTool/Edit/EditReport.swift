/// What an edit changed.
struct EditReport {
  let model: String
  let output: String?
  let before: EditedModel.Counts
  let unpacked: [String]
  var after: EditedModel.Counts?
  /// What the user should know.
  var remarks: [String] = []

  var text: String {
    var text = unpacked.map { $0 + "\n" }.joined()
    guard let output, let after else { return text }
    text += "\(output): \(after.members.last?.count ?? 0) bytes\n"
    for (old, new) in zip(before.members, after.members) where old.count != new.count {
      text += "  \(old.name.replacing("_", with: " "))  \(old.count) -> \(new.count)\n"
    }
    return text
  }

  var json: JSONText {
    func members(_ counts: EditedModel.Counts) -> JSONText { .object(counts.members.map { ($0.name, .int($0.count)) }) }
    return .object([
      ("model", .string(model)), ("output", output.map { .string($0) } ?? .null), ("before", members(before)),
      ("after", after.map(members) ?? .null), ("unpacked", .strings(unpacked)), ("remarks", .strings(remarks)),
    ])
  }
}
