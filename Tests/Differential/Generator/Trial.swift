import Foundation
import TFLiteRuntime
import TestSupport

/// A model and what it is fed, run on all kernel sets.
package struct Trial: Sendable {
  /// What the sessions of a trial disagree about.
  package struct Disagreement: Sendable, CustomStringConvertible {
    package var run: Run
    /// The step of the trial, from 0 on.
    package var step: Int
    package var text: String

    package var description: String { "\(run), step \(step): \(text)" }
  }

  /// The family, which with the choices makes the same trial again.
  package let family: Family
  package let choices: [UInt64]
  package let model: [UInt8]
  package let description: String
  let steps: [Step]
  let tolerance: Float
  /// How far quantized integers may be apart that floats were rounded to: 0 where there are none.
  let step: Double
  /// The operator and type that the family says the trial is about, where the model does not tell.
  let claim: Triple.Key?
  let isStateful: Bool
  /// The threads of the runs with several.
  private let threads: Int
  /// Sessions of one model run at once.
  private let isConcurrent: Bool
  /// How many sessions the comparison makes at most.
  private let isBrief: Bool

  // MARK: Drawing

  /// The trial of `seed`: a model with an operator of `family`, and others before and behind it now and then.
  package static func drawn(_ family: Family, seed: UInt64) throws -> Trial {
    for attempt in 0..<500 {
      let draw = Draw(seed: seed, family.name, attempt: UInt64(attempt))
      do { return try Trial(family, draw) } catch is Misfit { continue }
    }
    throw Misfit()
  }

  /// The trial of given choices.
  /// - Throws: `Misfit` when they make none.
  package init(_ family: Family, choices: [UInt64]) throws {
    try self.init(family, Draw(replaying: choices))
  }

  private init(_ family: Family, _ draw: Draw) throws {
    var draw = draw
    let kind = draw.next(of: family.kinds)
    var draft = Draft(draw, kind)
    var value: Draft.Value?
    if family.follows, draft.draw.chance(0.2) { value = try Family.connecting(&draft).apply(&draft, nil) }
    var last = try family.apply(&draft, value)
    while family.continues, !last.isLast, last.type == draft.kind.tensorType, draft.draw.chance(0.3) {
      last = try Family.connecting(&draft).apply(&draft, last)
      draft.tolerance = max(draft.tolerance, 1e-4)
    }
    self.family = family
    model = draft.model(withAllResults: draft.draw.chance(0.3))
    description = draft.description
    steps = try draft.steps()
    tolerance = draft.tolerance
    step = draft.roundsFloats ? 1 : 0
    claim = draft.claim
    isStateful = draft.isStateful
    threads = 2 + draft.draw.int(0...2)
    isConcurrent = draft.draw.chance(0.08)
    isBrief = family.isBrief
    choices = draft.draw.choices
    if !draft.isPrepared {
      let outcomes = try outcomes(.oracle)
      if case .failure = outcomes[0] { throw Misfit() }
    }
  }

  // MARK: Comparing

  /// What all steps come to in a session of its own.
  func outcomes(_ run: Run, _ model: Model? = nil) throws -> [Outcome] {
    try TrialSession(model ?? Model(bytes: self.model), run, steps).outcomes()
  }

  /// The kernel sets that this machine runs, the fastest last.
  package static let kernelSets = SessionOptions.Kernels.available.filter { $0 != .best }

  /// The first thing that sessions disagree about, nil for nothing.
  package func disagreement(_ record: inout Coverage) -> Disagreement? {
    do {
      let expected = try outcomes(.oracle)
      record.sessionCount += 1
      guard case .outputs = expected[0] else {
        record.failedModels += 1
        return try compare(expected, &record)
      }
      record.reach(self, .reference)
      return try compare(expected, &record)
    } catch {
      return Disagreement(run: .oracle, step: 0, text: "\(error)")
    }
  }

  private func compare(_ expected: [Outcome], _ record: inout Coverage) throws -> Disagreement? {
    // One model for the sessions of every set, so that they share what is packed.
    for kernels in Self.kernelSets {
      let model = try Model(bytes: model)
      func check(_ run: Run, _ other: [Outcome], _ tolerance: Float) throws -> ([Outcome], Disagreement?) {
        let session = try TrialSession(model, run, steps)
        let found = session.outcomes()
        record.sessionCount += 1
        if run.rewrites { record.note(session.session) }
        return (found, difference(found, other, run, tolerance))
      }
      var plain = expected
      var text: Disagreement?
      if kernels != .reference {
        (plain, text) = try check(Run(kernels: kernels), expected, tolerance)
        if let text { return text }
        record.reach(self, kernels)
      }
      let rewritten: [Outcome]
      (rewritten, text) = try check(Run(kernels: kernels, rewrites: true), expected, tolerance)
      if let text { return text }
      // Threads change no bit.
      if !(isBrief && kernels == .reference) {
        text = try check(Run(kernels: kernels, threads: threads, rewrites: true), rewritten, 0).1
        if let text { return text }
      }
      if isBrief { continue }
      text = try check(Run(kernels: kernels, threads: threads), plain, 0).1
      if let text { return text }
      if family.usesBands {
        let banded: [Outcome]
        (banded, text) = try check(Run(kernels: kernels, rewrites: true, bands: true), expected, tolerance)
        if let text { return text }
        text = try check(Run(kernels: kernels, threads: threads, rewrites: true, bands: true), banded, 0).1
        if let text { return text }
      }
    }
    return isConcurrent ? try concurrentDisagreement(expected, &record) : nil
  }

  /// Sessions of one model, each on a thread of its own at the same time.
  private func concurrentDisagreement(_ expected: [Outcome], _ record: inout Coverage) throws -> Disagreement? {
    let model = try Model(bytes: model)
    let runs = Self.kernelSets.suffix(2).flatMap { kernels in
      [Run(kernels: kernels, rewrites: true), Run(kernels: kernels, threads: 2, rewrites: true)]
    }
    let found = Found(count: runs.count)
    DispatchQueue.concurrentPerform(iterations: runs.count) { index in
      found.set(index, Result { try outcomes(runs[index], model) })
    }
    record.sessionCount += runs.count
    record.concurrentTrials += 1
    for (run, result) in zip(runs, found.results) {
      guard let result else { continue }
      if var text = difference(try result.get(), expected, run, tolerance) {
        text.text = "with others at once: " + text.text
        return text
      }
    }
    return nil
  }

  /// What several threads have found.
  private final class Found: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var results: [Result<[Outcome], any Error>?]

    init(count: Int) { results = Array(repeating: nil, count: count) }

    func set(_ index: Int, _ result: Result<[Outcome], any Error>) {
      lock.lock()
      results[index] = result
      lock.unlock()
    }
  }

  private func difference(_ found: [Outcome], _ expected: [Outcome], _ run: Run, _ tolerance: Float) -> Disagreement? {
    for (step, pair) in zip(found, expected).enumerated() {
      if let text = pair.0.difference(
        pair.1, tolerance, step: tolerance == 0 ? 0 : self.step, mayAvoidErrors: run.rewrites)
      {
        return Disagreement(run: run, step: step, text: text)
      }
      // What a state is after an error, nobody says.
      if isStateful, case .failure = pair.1 { return nil }
    }
    return nil
  }

  /// Whether this run still disagrees with the oracle, or with one thread; for shrinking.
  func disagrees(_ run: Run) -> Bool {
    guard let expected = try? outcomes(.oracle), let found = try? outcomes(run) else { return false }
    if difference(found, expected, run, tolerance) != nil { return true }
    if run.threads == 1 { return false }
    var single = run
    single.threads = 1
    guard let alone = try? outcomes(single) else { return false }
    return difference(found, alone, run, 0) != nil
  }
}
