import TFLiteSchema

/// The runtime's own operators that a registry has, and the passes that they bring.
final class OperatorSet: Sendable {
  /// All that there are.
  static let complete = OperatorSet(OperatorTable.builtin + OperatorTable.custom, isComplete: true)

  private let entries: [OperatorEntry]
  /// Places in `entries` by code, -1 for none.
  private let byCode: [Int]
  private let custom: [OperatorEntry]
  /// All operators that the runtime has are among them.
  let isComplete: Bool
  let passes: BroughtPasses

  init(_ entries: [OperatorEntry], isComplete: Bool = false) {
    var byCode = [Int](repeating: -1, count: 1 + (entries.map { Int($0.code.rawValue) }.max() ?? 0))
    for (place, entry) in entries.enumerated() where entry.code != .custom { byCode[Int(entry.code.rawValue)] = place }
    self.entries = entries
    self.byCode = byCode
    custom = entries.filter { $0.code == .custom }
    self.isComplete = isComplete
    var passes = BroughtPasses()
    for entry in entries {
      if let brought = entry.passes { passes.formUnion(brought) }
    }
    self.passes = passes
  }

  /// The operator of that code.
  func entry(_ code: Schema.BuiltinOperator) -> OperatorEntry? {
    let code = Int(code.rawValue)
    guard byCode.indices.contains(code), byCode[code] >= 0 else { return nil }
    return entries[byCode[code]]
  }

  /// The custom operator of that name.
  func customEntry(_ name: String) -> OperatorEntry? {
    for entry in custom where entry.names(name, isCustom: true) { return entry }
    return nil
  }

  /// The operators, and what they are restricted to.
  private var identities: Set<String> { Set(entries.map { $0.identity }) }
}

extension OperatorSet: Hashable {
  static func == (left: OperatorSet, right: OperatorSet) -> Bool {
    left === right || left.isComplete == right.isComplete && left.identities == right.identities
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identities.count) }
}
