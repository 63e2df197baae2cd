import Foundation
import Testing

@testable import ModelHosting

/// The process or the machine stops after every single change of the disk, and everything that was not durable is lost
/// by every rule. Afterwards the old or the new state is there, its bytes are right, and a second run ends well.
@Suite struct CrashTests {
  static let versions = (1...3).map { Offered($0) }

  struct Scenario: Sendable, CustomStringConvertible {
    let description: String
    /// The digests that may be latest after a stop; nil for no model.
    let allowed: [SHA256Digest?]
    let end: SHA256Digest?
    let prepare: @Sendable (ModelStore) throws -> Void
    let act: @Sendable (ModelStore) throws -> Void

    init(
      _ description: String, from old: SHA256Digest?, to new: SHA256Digest?,
      prepare: @escaping @Sendable (ModelStore) throws -> Void = { _ in },
      act: @escaping @Sendable (ModelStore) throws -> Void
    ) {
      self.description = description
      allowed = [old, new]
      end = new
      self.prepare = prepare
      self.act = act
    }
  }

  static let blind = Offered(4, statesDigest: false)
  static func v(_ number: Int) -> Offered { versions[number - 1] }
  static let two: @Sendable (ModelStore) throws -> Void = {
    try $0.install(v(1))
    try $0.launch()
    try $0.install(v(2))
  }

  static let scenarios = [
    Scenario("install", from: nil, to: v(1).digest) { try $0.install(v(1)) },
    Scenario("install without digest", from: nil, to: blind.digest) { try $0.install(blind) },
    Scenario("update", from: v(1).digest, to: v(2).digest) {
      try $0.install(v(1))
      try $0.launch()
    } act: {
      try $0.install(v(2))
    },
    Scenario("update over a version on trial", from: v(2).digest, to: v(3).digest) {
      try two($0)
      _ = try $0.selected("plants")
    } act: {
      try $0.install(v(3))
    },
    Scenario("back without download", from: v(2).digest, to: v(1).digest, prepare: two) { try $0.install(v(1)) },
    Scenario("choose", from: v(2).digest, to: v(2).digest, prepare: two) { _ = try $0.selected("plants") },
    Scenario("confirm", from: v(2).digest, to: v(2).digest, prepare: two) {
      if let model = try $0.selected("plants") { $0.confirm(model) }
    },
    Scenario("reject", from: v(2).digest, to: v(1).digest, prepare: two) { store in
      let newest = store.models().first { $0.version.id == "v2" }
      if let newest { store.reject(newest, because: "broken") }
    },
    Scenario("withdraw", from: v(2).digest, to: v(1).digest, prepare: two) {
      try $0.withdraw([v(2).digest], for: "plants")
    },
    Scenario("delete", from: v(2).digest, to: nil, prepare: two) { store in
      do {
        try store.remove("plants")
      } catch let error as HostingError where error.code == .notFound {}
    },
    Scenario("adopt", from: nil, to: v(1).digest) {
      try $0.folder.replace("/bundle.tflite", with: v(1).bytes)
    } act: {
      try $0.adopt(URL(fileURLWithPath: "/bundle.tflite"), as: "plants", version: v(1).version)
    },
    Scenario("clean up", from: v(2).digest, to: v(2).digest) { store in
      try two(store)
      let files = store.folder.files
      try store.install(v(3), as: "other")
      try files.unlink(store.folder.record(of: "other"))
      files.close(try files.open(store.folder.record(of: "plants") + ".0123456789abcdef", for: .creating))
      let partial = try store.openPartial(of: blind.version, for: "third", host: testHost, resumes: true)
      try partial?.append(blind.bytes.prefix(500))
      partial?.close()
      (files as? SimulatedDisk)?.advance(2 * StoreFolder.week)
    } act: {
      $0.removeUnused()
    },
  ]

  @Test(arguments: scenarios) func anyStopLeavesOldOrNew(_ scenario: Scenario) throws {
    let prepared = SimulatedDisk()
    try scenario.prepare(try ModelStore(on: prepared))
    var stops = 0
    while true {
      let disk = SimulatedDisk(prepared.current)
      let store = try ModelStore(on: disk)
      disk.fault = SimulatedDisk.Fault(code: EIO, at: stops + 1, lasts: true)
      _ = try? scenario.act(store)
      if disk.operations.count <= stops { break }
      for loss in PowerLoss.rules { try check(scenario, disk, stops, loss) }
      stops += 1
    }
    #expect(stops > 2, "the action has changed nothing")
  }

  private func check(_ scenario: Scenario, _ stopped: SimulatedDisk, _ stops: Int, _ loss: PowerLoss) throws {
    let comment: Comment = "\(scenario), stopped at \(stopped.operations.last ?? ""), \(loss)"
    let disk = stopped.after(loss)
    let store = try ModelStore(on: disk)
    let found = store.latest("plants")
    #expect(scenario.allowed.contains(found?.digest), comment)
    try checkBytes(store, comment)
    try scenario.act(store)
    #expect(store.latest("plants")?.digest == scenario.end, comment)
    try checkBytes(store, comment)
    disk.advance(2 * StoreFolder.week)
    // Another launch: what this one uses is not removed.
    let next = try ModelStore(on: disk)
    next.removeUnused()
    let named = Set(try next.survey().records.flatMap { $0.versions.map { "\($0.digest).tflite" } })
    #expect(Set(try disk.list("/store/blobs")).isSubset(of: named), comment)
    #expect(try disk.list("/store/partial") == [], comment)
    #expect(try disk.list("/store/models").allSatisfy { $0.hasSuffix(".json") }, comment)
    #expect(try disk.list("/store").filter { $0.contains(".") } == [], comment)
  }

  private func checkBytes(_ store: ModelStore, _ comment: Comment) throws {
    for model in store.models() {
      let bytes = try #require(try store.bytes(of: model), comment)
      #expect(SHA256.digest(of: bytes) == model.digest, comment)
    }
  }

  @Test func attemptIsDurableBeforeThePathIsHandedOut() throws {
    for loss in PowerLoss.rules {
      let disk = SimulatedDisk()
      let store = try ModelStore(on: disk)
      try store.install(Self.v(1))
      #expect(try store.selected("plants")?.standing == .trial)
      let next = try ModelStore(on: disk.after(loss))
      #expect(try next.survey().records.first?.versions.first?.attempts == 1, "\(loss)")
    }
  }

  /// A version without digest whose download lost its tail with the power: zeros must not be taken for bytes.
  @Test func unsynchronizedTailIsNotTrustedWithoutDigest() throws {
    for loss in PowerLoss.rules {
      let disk = SimulatedDisk()
      let offered = Self.blind
      let store = try ModelStore(on: disk)
      let partial = try #require(
        try store.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
      try partial.append(offered.bytes.prefix(450))
      try partial.append(offered.bytes.dropFirst(450).prefix(150))
      partial.close()
      let afterwards = disk.after(loss)
      let model = try ModelStore(on: afterwards).install(offered)
      #expect(model.digest == offered.digest, "\(loss)")
    }
  }

  /// A loss of power costs what came since the last synchronisation, and no more: the bytes before it are of use, so that
  /// the digest is right at the first attempt.
  @Test(arguments: [true, false]) func lossOfPowerCostsWhatWasNotSynchronized(_ statesDigest: Bool) throws {
    let offered = Offered(5, count: 2_000, statesDigest: statesDigest)
    let disk = SimulatedDisk()
    let partial = try #require(
      try ModelStore(on: disk).openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    for start in stride(from: 0, to: 1_700, by: 100) { try partial.append(offered.bytes[start..<start + 100]) }
    let next = try ModelStore(on: disk.after(.bytes))
    let taken = try #require(try next.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    #expect(taken.length == 1_600, "synchronised every 400 bytes")
    try taken.append(offered.bytes.dropFirst(1_600))
    #expect(try next.install(taken, activation: .nextLaunch) { _ in }.digest == offered.digest)
  }

  /// The same, and the launch after the loss of power is killed before it has replaced the tail.
  @Test func distrustOutlivesAKilledLaunch() throws {
    let disk = SimulatedDisk()
    let offered = Self.blind
    let open = { (store: ModelStore) in
      try #require(try store.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    }
    let partial = try open(try ModelStore(on: disk))
    try partial.append(offered.bytes.prefix(450))
    try partial.append(offered.bytes.dropFirst(450).prefix(150))
    let afterwards = disk.after(.zeroTails)
    for _ in 1...2 {
      let taken = try open(try ModelStore(on: afterwards))
      #expect(taken.length == 450 && taken.isResumed)
      taken.close()
    }
    #expect(try ModelStore(on: afterwards).install(offered).digest == offered.digest)
    #expect(try afterwards.list("/store/partial") == [])
  }

  @Test func killedProcessLosesNoBytes() throws {
    let disk = SimulatedDisk()
    let partial = try ModelStore(on: disk)
      .openPartial(of: Self.blind.version, for: "plants", host: testHost, resumes: true)
    try partial?.append(Self.blind.bytes.prefix(777))
    let next = try ModelStore(on: disk.after(.none))
      .openPartial(of: Self.blind.version, for: "plants", host: testHost, resumes: true)
    #expect(next?.length == 777)
    #expect(next?.isResumed == true)
  }
}
