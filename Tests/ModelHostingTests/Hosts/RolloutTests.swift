import Testing

@testable import ModelHosting

@Suite struct RolloutTests {
  /// Recorded from Python's hashlib. A change moves devices between versions: these never change.
  @Test(arguments: [
    ("", "", 3192),
    ("plants-2026-11", "device", 3693),
    ("plants-2026-11", "0", 5384),
    ("plants-2026-11", "user@example.com", 1455),
    ("salt", "a", 7267),
    ("sal", "ta", 8885),
    ("Pflänzchen", "gerät", 6243),
    ("plants", "8f14e45fceea167a5a36dedd4bea2543", 5093),
    ("plants-2026-12", "device", 7182),
  ])
  func bucketsStayForEver(_ salt: String, _ id: String, _ bucket: Int) {
    #expect(AssignmentID(id).bucket(salt: salt) == bucket)
  }

  private static let ids = (0..<100_000).map { AssignmentID("device \($0)") }
  private static let buckets = ids.map { $0.bucket(salt: "s") }

  private static func version(_ digit: Character) -> Manifest.Version {
    Manifest.Version(
      url: "\(digit).tflite", bytes: 100, sha256: SHA256Digest(String(repeating: digit, count: 64)) ?? .zero)
  }

  private static func model(_ steps: [(Int, String)]) -> Manifest.Model {
    Manifest.Model(
      versions: ["v4": version("4"), "v5": version("5"), "v6": version("6")], salt: "s",
      rollout: steps.map { Manifest.Step(below: $0.0, version: $0.1) })
  }

  private static func chosen(_ model: Manifest.Model, _ id: AssignmentID, _ device: DeviceTraits = .test) -> String? {
    if case .version(let name, _) = model.choice(named: "plants", assignment: id, device: device) { name } else { nil }
  }

  /// Counts of a fair draw lie within three standard deviations.
  @Test(arguments: [50, 500, 2_500, 5_000, 9_900]) func sharesAreWhatTheyShouldBe(_ below: Int) {
    let model = Self.model([(below, "v5"), (10_000, "v4")])
    let share = Double(below) / 10_000
    for index in stride(from: 0, to: 100_000, by: 100) {
      #expect(Self.chosen(model, Self.ids[index]) == (Self.buckets[index] < below ? "v5" : "v4"))
    }
    let count = Double(Self.buckets.count { $0 < below })
    let expected = share * 100_000
    #expect(abs(count - expected) <= 3 * (100_000 * share * (1 - share)).squareRoot(), "\(count) for \(expected)")
  }

  @Test func raisingTheShareMovesNobodyBack() {
    let small = Self.model([(500, "v5"), (10_000, "v4")])
    let large = Self.model([(2_000, "v5"), (10_000, "v4")])
    for id in Self.ids.prefix(5_000) where Self.chosen(small, id) == "v5" {
      #expect(Self.chosen(large, id) == "v5")
    }
  }

  @Test func saltsAreIndependent() {
    let both = zip(Self.ids, Self.buckets).count { $1 < 1_000 && $0.bucket(salt: "other") < 1_000 }
    #expect(abs(Double(both) - 1_000) <= 3 * (100_000 * 0.01 * 0.99).squareRoot(), "\(both)")
  }

  @Test func stepsAreExactToTheBucket() {
    for id in Self.ids.prefix(2_000) {
      let bucket = id.bucket(salt: "s")
      #expect(Self.chosen(Self.model([(bucket, "v5"), (10_000, "v4")]), id) == "v4")
      #expect(Self.chosen(Self.model([(bucket + 1, "v5"), (10_000, "v4")]), id) == "v5")
    }
  }

  @Test func twoStepsAreAnExperiment() {
    let model = Self.model([(5_000, "v5"), (10_000, "v6")])
    let counts = Dictionary(grouping: Self.ids.prefix(5_000), by: { Self.chosen(model, $0) }).mapValues(\.count)
    #expect(Set(counts.keys) == ["v5", "v6"])
  }

  @Test func devicesThatDoNotFitFallThrough() {
    var model = Self.model([(10_000, "v6"), (10_000, "v5"), (10_000, "v4")])
    model.versions["v6"]?.minimumRuntime = "0.10.0"
    model.versions["v5"]?.platforms = ["iOS", "macos"]
    let id = AssignmentID("x")
    #expect(Self.chosen(model, id) == "v4")
    #expect(Self.chosen(model, id, DeviceTraits(platform: "ios", runtime: "0.9.9", memory: 1)) == "v5")
    #expect(Self.chosen(model, id, DeviceTraits(platform: "linux", runtime: "0.10", memory: 1)) == "v6")
    #expect(Self.chosen(model, id, DeviceTraits(platform: "linux", runtime: "1.0.0-beta", memory: 1)) == "v6")
    model.versions["v4"]?.memory = 5_000_000_000
    guard case .unfit(let reason) = model.choice(named: "plants", assignment: id, device: .test) else {
      Issue.record("expected no version to fit")
      return
    }
    #expect(reason.contains("'v6'") && reason.contains("0.10.0"))
  }

  @Test func withdrawnVersionsFitNobody() {
    var model = Self.model([(10_000, "v6"), (10_000, "v4")])
    model.withdrawn = [Self.version("6").sha256]
    #expect(Self.chosen(model, AssignmentID("x")) == "v4")
  }

  @Test func noRolloutIsTheOnlyVersion() {
    var model = Manifest.Model(versions: ["only": Self.version("7")])
    #expect(Self.chosen(model, AssignmentID("x")) == "only")
    model.versions = [:]
    #expect(model.choice(named: "plants", assignment: AssignmentID("x"), device: .test) == .empty)
    model = Self.model([(0, "v5")])
    #expect(
      model.choice(named: "plants", assignment: AssignmentID("x"), device: .test)
        == .outside(bucket: AssignmentID("x").bucket(salt: "s")))
  }

  @Test(arguments: [("1.2.3", "1.2.4"), ("0.9", "0.10"), ("1", "1.0.1"), ("1.9.9", "2"), ("1.2.3-rc1", "1.2.4")])
  func runtimesAreComparedByNumber(_ older: String, _ newer: String) throws {
    let (left, right) = (try #require(Manifest.runtime(older)), try #require(Manifest.runtime(newer)))
    #expect(left < right)
    #expect(!(right < left))
  }

  @Test(arguments: ["", "1.2.3.4", "a", "1..2", "-1", "99999999999"]) func otherTextsAreNoRuntime(_ text: String) {
    #expect(Manifest.runtime(text) == nil)
  }
}

extension SHA256Digest {
  static let zero = SHA256Digest(bytes: [UInt8](repeating: 0, count: 32))
}
