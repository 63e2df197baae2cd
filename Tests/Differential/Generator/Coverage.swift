import TFLiteRuntime
import TestSupport

/// An operator that computes with a type on a kernel set.
package struct Triple: Hashable, Comparable, CustomStringConvertible, Sendable {
  package struct Key: Hashable, Sendable {
    package var name: String
    package var type: ElementType
  }

  package var key: Key
  package var kernels: SessionOptions.Kernels

  package var description: String { "\(key.name) \(key.type.name.lowercased()) \(kernels.rawValue)" }

  package static func < (left: Triple, right: Triple) -> Bool { left.description < right.description }
}

/// What trials have reached.
package struct Coverage {
  /// How many sessions were made and compared.
  package var sessionCount = 0
  package var trialCount = 0
  /// Trials whose sessions ran at once.
  package var concurrentTrials = 0
  /// Models that the reference refuses, to be refused by all.
  package var failedModels = 0
  package private(set) var reached: [Triple: Int] = [:]
  /// How often each pass has changed a graph.
  package private(set) var passes: [String: Int] = [:]
  /// The operators of graphs that no file states.
  private var rewritten: [String: Int] = [:]

  package init() {}

  /// Notes that a trial's model has run.
  mutating func reach(_ trial: Trial, _ kernels: SessionOptions.Kernels) {
    for key in Self.keys(trial) { reached[Triple(key: key, kernels: kernels), default: 0] += 1 }
  }

  /// Notes what became of the graphs of a session.
  mutating func note(_ session: Session) {
    for report in session.graphReports {
      for pass in report.passes {
        let isIdle = pass.removed.isEmpty && pass.replaced.isEmpty && pass.fused.isEmpty && pass.moved.isEmpty
        passes[pass.name, default: 0] += isIdle ? 0 : 1
      }
      for entry in report.operators where Self.positions[entry.name] == nil {
        rewritten[entry.name, default: 0] += 1
      }
    }
  }

  // MARK: What there is

  /// Everything that the operator table states, on all kernel sets of this machine.
  package static let stated: Set<Triple> = Set(
    (OperatorTable.builtin + OperatorTable.custom).flatMap { entry in
      entry.types.flatMap { type in
        Trial.kernelSets.map { Triple(key: .init(name: entry.name, type: type), kernels: $0) }
      }
    })

  /// What of that no trial has reached.
  package var missing: [Triple] { Self.stated.filter { reached[$0] == nil }.sorted() }

  /// The operators and types of a trial: the model's, and what the family says.
  private static func keys(_ trial: Trial) -> Set<Triple.Key> {
    var keys = Set(trial.claim.map { [$0] } ?? [])
    guard let model = try? Model(bytes: trial.model) else { return keys }
    for graph in model.graphs {
      for node in graph.operators {
        guard let position = positions[node.name] ?? nil, position < node.inputs.count else { continue }
        let tensor = node.inputs[position]
        if tensor >= 0 { keys.insert(.init(name: node.name, type: graph.tensors[tensor].type)) }
      }
    }
    return keys
  }

  /// Where the main input of an operator stands: the first whose type follows that of its recipe.
  private static let positions: [String: Int?] = Dictionary(
    uniqueKeysWithValues: (OperatorTable.builtin + OperatorTable.custom).map { entry in
      (entry.name, position(entry.name))
    })

  private static func position(_ name: String) -> Int? {
    guard let recipe = OperatorRecipe.all.first(where: { $0.name == name }) else { return nil }
    func types(_ type: ElementType) -> [Int8]? {
      for graph in recipe.models(type).first?.subgraphs ?? [] {
        for entry in graph.operators where (entry.customName ?? entry.code.name) == name {
          return entry.inputs.map { $0 < 0 ? -1 : graph.tensors[$0].type.rawValue }
        }
      }
      return nil
    }
    guard let first = types(.float32), let second = types(.bool) else { return nil }
    return zip(first, second).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  }

  /// Passes that have not changed a graph.
  package var idlePasses: [String] { passes.filter { $0.value == 0 }.keys.sorted() }

  /// Adds what other trials have reached.
  package mutating func merge(_ other: Coverage) {
    sessionCount += other.sessionCount
    trialCount += other.trialCount
    concurrentTrials += other.concurrentTrials
    failedModels += other.failedModels
    reached.merge(other.reached) { $0 + $1 }
    passes.merge(other.passes) { $0 + $1 }
    rewritten.merge(other.rewritten) { $0 + $1 }
  }

  // MARK: Reports

  /// A line for each operator: types that were reached, and those that were not.
  package var table: String {
    let entries = OperatorTable.builtin + OperatorTable.custom
    var lines: [String] = []
    for entry in entries {
      let cells = entry.types.map { type -> String in
        let sets = Trial.kernelSets.filter {
          reached[Triple(key: .init(name: entry.name, type: type), kernels: $0)] != nil
        }
        let name = type.name.lowercased()
        if sets.count == Trial.kernelSets.count { return name }
        return sets.isEmpty ? "-\(name)" : "\(name)(\(sets.map { $0.rawValue }.joined(separator: ",")))"
      }
      lines.append("\(entry.name): \(cells.joined(separator: " "))")
    }
    return lines.joined(separator: "\n")
  }

  /// Counts in a few lines.
  package var summary: String {
    let stated = Self.stated.count
    let passes = passes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let rewritten = rewritten.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return """
      \(trialCount) models, \(sessionCount) sessions, \(concurrentTrials) models with sessions at once
      \(stated - missing.count) of \(stated) operator-type-kernels triples reached
      passes: \(passes)
      operators of passes: \(rewritten)
      """
  }
}
