import Testing

@testable import ModelHosting

@Suite struct SelectionTests {
  static let digests = (1...3).map { SHA256.digest(of: [UInt8($0)]) }

  /// A record in short: `latest`, `good` and `previous` by number, and what speaks against versions.
  struct Case: Sendable, CustomStringConvertible {
    var latest: Int?
    var good: Int?
    var previous: Int?
    var missing: Set<Int> = []
    var rejected: Set<Int> = []
    var withdrawn: Set<Int> = []
    var held: Set<Int> = []
    var pinned: Int?
    /// What is expected.
    var newest: Int?
    var choice: Int?

    var record: Record {
      var record = Record(name: "plants")
      for case let number? in Set([latest, good, previous]) {
        record[SelectionTests.digests[number - 1]] = Record.Version(
          digest: SelectionTests.digests[number - 1], id: "v\(number)", byteCount: 1,
          standing: number == good ? .good : .staged, isHeld: held.contains(number))
      }
      record.latest = latest.map { SelectionTests.digests[$0 - 1] }
      record.good = good.map { SelectionTests.digests[$0 - 1] }
      record.previous = previous.map { SelectionTests.digests[$0 - 1] }
      record.withdrawn = withdrawn.map { SelectionTests.digests[$0 - 1] }
      record.rejected = rejected.map {
        Record.Rejection(digest: SelectionTests.digests[$0 - 1], id: "v\($0)", reason: "broken")
      }
      return record
    }

    var description: String {
      "latest \(latest ?? 0) good \(good ?? 0) previous \(previous ?? 0) missing \(missing) rejected \(rejected) "
        + "withdrawn \(withdrawn) held \(held) pinned \(pinned ?? 0)"
    }
  }

  @Test(arguments: [
    Case(),
    Case(latest: 1, newest: 1, choice: 1),
    Case(latest: 2, good: 1, newest: 2, choice: 2),
    Case(latest: 2, good: 1, pinned: 1, newest: 2, choice: 1),
    Case(latest: 2, good: 1, missing: [1], pinned: 1, newest: 2, choice: 2),
    Case(latest: 2, good: 1, withdrawn: [1], pinned: 1, newest: 2, choice: 2),
    Case(latest: 2, good: 1, rejected: [2], pinned: 2, newest: 1, choice: 1),
    Case(latest: 2, good: 1, missing: [2], newest: 1, choice: 1),
    Case(latest: 2, good: 1, withdrawn: [2], newest: 1, choice: 1),
    Case(latest: 2, good: 1, rejected: [1], withdrawn: [2]),
    Case(latest: 3, good: 1, previous: 2, newest: 3, choice: 3),
    Case(latest: 3, good: 1, previous: 2, rejected: [3], newest: 1, choice: 1),
    Case(latest: 3, good: 1, previous: 2, missing: [1, 3], newest: 2, choice: 2),
    Case(latest: 3, good: 1, previous: 2, missing: [1, 2, 3]),
    Case(latest: 2, good: 1, held: [2], newest: 2, choice: 1),
    Case(latest: 2, good: 1, held: [2], pinned: 2, newest: 2, choice: 2),
    Case(latest: 2, good: 1, missing: [1], held: [2], newest: 2, choice: 2),
    Case(latest: 2, good: 2, previous: 1, newest: 2, choice: 2),
    Case(latest: 2, good: 2, previous: 1, withdrawn: [2], newest: 1, choice: 1),
  ])
  func table(_ entry: Case) {
    let isPresent = { (digest: SHA256Digest) in !entry.missing.contains { Self.digests[$0 - 1] == digest } }
    let newest = Selection.latest(in: entry.record, isPresent: isPresent)
    #expect(newest?.id == entry.newest.map { "v\($0)" })
    let pinned = entry.pinned.map { Self.digests[$0 - 1] }
    let choice = Selection.choice(in: entry.record, pinned: pinned, isPresent: isPresent)
    #expect(choice?.id == entry.choice.map { "v\($0)" })
  }

  @Test(arguments: [
    (InstalledModel.Standing.staged, 0, false, Selection.Step.count), (.trial, 1, false, .count),
    (.trial, 2, false, .count), (.trial, 3, false, .reject), (.trial, 3, true, .count), (.trial, 23, true, .count),
    (.trial, 24, true, .reject), (.good, 0, false, .use), (.good, 99, false, .use),
    (.trial, Int.max, true, .reject),
  ])
  func steps(_ standing: InstalledModel.Standing, _ attempts: Int, _ elsewhere: Bool, _ step: Selection.Step) {
    let version = Record.Version(
      digest: Self.digests[0], id: "v1", byteCount: 1, standing: standing, attempts: attempts)
    #expect(Selection.step(for: version, isTriedElsewhere: elsewhere) == step)
  }

  /// No order of events leaves more than three versions, or a name without its version.
  @Test func recordsStayConsistent() {
    var random = SeededGenerator(state: 1)
    for _ in 0..<200 {
      var record = Record(name: "plants")
      for _ in 0..<30 {
        let number = UInt8.random(in: 1...6, using: &random)
        let digest = SHA256.digest(of: [number])
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          let old = record[digest]
          record.install(
            old ?? Record.Version(digest: digest, id: "v\(number)", byteCount: 1, standing: .staged))
          #expect(record.latest == digest)
        case 2:
          record.confirm(digest)
          if let version = record[digest] { #expect(version.standing == .good) }
        default:
          record.reject(Record.Rejection(digest: digest, id: "v\(number)", reason: "broken"))
          #expect(record[digest] == nil)
        }
        let named = [record.latest, record.good, record.previous].compactMap(\.self)
        #expect(Set(named) == Set(record.versions.map(\.digest)))
        #expect(record.versions.count <= 3)
        #expect(record.previous == nil || record.previous != record.latest)
        #expect(record.versions.isEmpty == (record.latest == nil))
        #expect(record.good == nil || record[record.good]?.standing == .good)
        #expect(record.rejected.count <= Record.maximumRejections)
        #expect(record.good != nil || !record.versions.contains { $0.standing == .good })
      }
    }
  }
}
