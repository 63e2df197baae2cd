import Foundation
import Testing

@testable import ModelHosting

@Suite struct TrialTests {
  let disk = SimulatedDisk()

  init() throws {
    let store = try ModelStore(on: disk)
    try store.install(Offered(1))
    try store.launch()
    try store.install(Offered(2))
  }

  /// A launch that dies while it loads the model; the object's end stands for the process's.
  private func dyingLaunch() throws -> String? { try ModelStore(on: disk).selected("plants")?.version.id }

  @Test func failureToLoadBringsThePreviousOneBack() throws {
    let store = try ModelStore(on: disk)
    let log = EventLog(store)
    let model = try #require(try store.selected("plants"))
    #expect(model.version.id == "v2" && model.standing == .trial)
    store.reject(model, because: "it does not load")
    #expect(try store.selected("plants")?.version.id == "v1")
    #expect(log.texts == ["rejected v2"])
    #expect(try disk.list("/store/blobs").count == 1)
    #expect(try store.refusal(of: Offered(2).version, for: "plants", host: testHost) == "it does not load")
    let error = try #require(throws: HostingError.self) { try store.install(Offered(2)) }
    #expect(error.code == .failedPrecondition)
    try store.install(Offered(3))
    #expect(try store.refusal(of: Offered(2).version, for: "plants", host: testHost) != nil, "for ever")
  }

  @Test func threeDeathsRejectAndThePreviousOneIsChosenAtOnce() throws {
    for launch in 1...3 { #expect(try dyingLaunch() == "v2", "launch \(launch)") }
    let store = try ModelStore(on: disk)
    let log = EventLog(store)
    #expect(try store.selected("plants")?.version.id == "v1")
    #expect(log.texts == ["rejected v2"])
    #expect(try disk.list("/store/blobs").count == 1)
    let version = Offered(2).version
    #expect(try store.refusal(of: version, for: "plants", host: testHost) != nil)
    #expect(try store.refusal(of: ModelVersion(id: "v2"), for: "plants", host: testHost) != nil, "also without digest")
    #expect(try store.refusal(of: ModelVersion(id: "v2"), for: "plants", host: "another") == nil)
    try store.install(Offered(3))
    #expect(try store.refusal(of: version, for: "plants", host: testHost) == nil, "ends when another is offered")
  }

  @Test func onlyVersionThatDiesLeavesNone() throws {
    let disk = SimulatedDisk()
    try ModelStore(on: disk).install(Offered(1))
    for _ in 1...3 { #expect(try ModelStore(on: disk).selected("plants") != nil) }
    #expect(try ModelStore(on: disk).selected("plants") == nil)
  }

  @Test func confirmationEndsTheTrial() throws {
    for _ in 1...2 { #expect(try dyingLaunch() == "v2") }
    try ModelStore(on: disk).launch()
    for _ in 1...5 { #expect(try dyingLaunch() == "v2") }
    let store = try ModelStore(on: disk)
    let version = try store.survey().records.first?[Offered(2).digest]
    #expect(version?.standing == .good && version?.attempts == 0)
    let count = disk.operations.count
    try store.launch()
    #expect(
      disk.operations.count { $0.hasPrefix("write") } == disk.operations.prefix(count).count { $0.hasPrefix("write") })
  }

  @Test func oneLaunchCountsOnce() throws {
    let store = try ModelStore(on: disk)
    for _ in 1...5 { _ = try store.selected("plants") }
    #expect(try store.survey().records.first?[Offered(2).digest]?.attempts == 1)
  }

  @Test func processesThatStartTogetherAreNoDeaths() throws {
    let together = try (1...8).map { _ in try ModelStore(on: disk) }
    for store in together { #expect(try store.selected("plants")?.version.id == "v2") }
    together[0].confirm(try #require(together[0].latest("plants")))
    #expect(try ModelStore(on: disk).selected("plants")?.standing == .good)
  }

  @Test func withoutLocksEachStartCounts() throws {
    disk.hasLocks = false
    let together = try (1...4).map { _ in try ModelStore(on: disk) }
    #expect(try together.map { try $0.selected("plants")?.version.id } == ["v2", "v2", "v2", "v1"])
  }

  @Test func withdrawnVersionIsLeft() throws {
    let store = try ModelStore(on: disk)
    #expect(try store.selected("plants")?.version.id == "v2")
    try store.withdraw([Offered(2).digest], for: "plants")
    #expect(try store.selected("plants")?.version.id == "v1")
    let error = try #require(throws: HostingError.self) { try store.install(Offered(2)) }
    #expect(error.code == .failedPrecondition)
    let count = disk.operations.count
    try store.withdraw([Offered(2).digest], for: "plants")
    #expect(disk.operations.count == count)
    try store.withdraw([Offered(1).digest, Offered(2).digest], for: "plants")
    #expect(try store.selected("plants") == nil)
    try store.withdraw([], for: "plants")
    #expect(try store.install(Offered(2)).version.id == "v2")
  }

  @Test func haltedRollOutGoesBackWithoutADownload() throws {
    let store = try ModelStore(on: disk)
    try store.launch()
    let back = try #require(
      try store.commit(Offered(1).version, as: "plants", host: testHost, activation: .nextLaunch))
    #expect(back.version.id == "v1" && back.standing == .good)
    #expect(store.latest("plants")?.version.id == "v1")
    #expect(try ModelStore(on: disk).selected("plants")?.version.id == "v1")
    #expect(try disk.list("/store/blobs").count == 2, "and there may be another turn")
  }

  @Test func fullDiskPrefersAVersionThatHasRun() throws {
    disk.capacity = 0
    let store = try ModelStore(on: disk)
    #expect(try store.selected("plants")?.version.id == "v1")
    disk.capacity = nil
    #expect(try ModelStore(on: disk).selected("plants")?.version.id == "v2")
  }

  @Test func readOnlyDiskStillGivesTheOnlyVersion() throws {
    let disk = SimulatedDisk()
    try ModelStore(on: disk).install(Offered(1))
    disk.isReadOnly = true
    let store = try ModelStore(on: disk)
    #expect(try store.selected("plants")?.version.id == "v1")
    let log = EventLog(store)
    store.confirm(try #require(store.latest("plants")))
    #expect(log.texts == ["failed plants 13"])
  }

  @Test func rejectionHoldsInThisProcessWithoutAWrite() throws {
    let store = try ModelStore(on: disk)
    let model = try #require(try store.selected("plants"))
    disk.isReadOnly = true
    store.reject(model, because: "broken")
    #expect(try store.selected("plants")?.version.id == "v1")
    #expect(store.latest("plants")?.version.id == "v1")
  }

  @Test func incompatibleModelIsAskedForAgainByAnotherRuntime() throws {
    struct Unsupported: Error {}
    let store = try ModelStore(on: disk)
    let error = try #require(throws: HostingError.self) { try store.install(Offered(3)) { _ in throw Unsupported() } }
    #expect(error.code == .incompatibleModel)
    #expect(try store.refusal(of: Offered(3).version, for: "plants", host: testHost) != nil)
    let updated = try ModelStore(at: URL(fileURLWithPath: "/store"), files: disk, runtime: "2")
    #expect(try updated.refusal(of: Offered(3).version, for: "plants", host: testHost) == nil)
    #expect(try updated.install(Offered(3)).version.id == "v3")
    #expect(try updated.selected("plants")?.version.id == "v3")
  }
}
