import TestSupport
import Testing

@Suite struct VerifyTests {
  private typealias Port = CaseFolderBuilder.Port

  private static let values: [Float] = [1, 2, 3, 4, 5, 6]

  /// One case around the reshape model with another reference.
  struct Outcome: CustomTestStringConvertible, Sendable {
    let name: String
    var shape = [3, 2]
    var type = "FLOAT32"
    var reference: [Float] = [1, 2, 3, 4, 5, 6]
    var input: [Float] = [1, 2, 3, 4, 5, 6]
    var members = ""
    /// What standard output must hold when the case fails, nil when it passes.
    var failure: String?

    var testDescription: String { name }
  }

  static let outcomes: [Outcome] = [
    Outcome(name: "equal"),
    Outcome(
      name: "exact without tolerance", reference: [1, 2, 3, 4, 5, 6.000001],
      failure: "[2,1] expected 6.000001"),
    // The bound is tolerance * (1 + 6).
    Outcome(name: "inside", reference: [1.0625, 2, 3, 4, 5, 6], members: ", \"tolerance\": 0.01"),
    Outcome(
      name: "outside", reference: [1.125, 2, 3, 4, 5, 6], members: ", \"tolerance\": 0.01",
      failure: "1 of 6 differ, largest difference 0.125, allowed 0.07"),
    Outcome(name: "wrong shape", shape: [2, 3], failure: "expected FLOAT32 [2,3], found FLOAT32 [3,2]"),
    Outcome(name: "wrong type", type: "INT32", failure: "expected INT32 [3,2], found FLOAT32 [3,2]"),
    Outcome(name: "NaN", reference: [.nan, 2, 3, 4, 5, 6], input: [.nan, 2, 3, 4, 5, 6]),
    Outcome(
      name: "NaN missing", reference: [.nan, 2, 3, 4, 5, 6], members: ", \"tolerance\": 1",
      failure: "[0,0] expected nan, found 1.0"),
    Outcome(
      name: "infinity of the other sign", reference: [.infinity, 2, 3, 4, 5, 6], input: [-.infinity, 2, 3, 4, 5, 6],
      members: ", \"tolerance\": 1", failure: "[0,0] expected inf, found -inf"),
  ]

  @Test(arguments: outcomes) func judgesOutputs(_ outcome: Outcome) throws {
    let folder = try TemporaryFolder()
    var builder = CaseFolderBuilder()
    builder.add(
      "only", ["RESHAPE"], model: TestModel.reshape,
      steps: [
        (
          [.float32("in", [2, 3], outcome.input)],
          [
            Port(
              name: "out", type: outcome.type, shape: outcome.shape,
              bytes: FlatBufferWriter.bytes(of: outcome.reference), members: outcome.members)
          ]
        )
      ])
    try builder.write(to: folder)
    let run = try ToolProcess(["verify", folder.url.path])
    #expect(run.error == "")
    if let failure = outcome.failure {
      #expect(run.status == 1)
      #expect(run.output.contains(failure), "\(run.output)")
      #expect(run.output.hasSuffix("\n0 passed, 1 failed\n"))
    } else {
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.hasSuffix("\n1 passed, 0 failed\n"))
    }
  }

  @Test func disputedOutputsMayMatchEither() throws {
    let folder = try TemporaryFolder()
    var builder = CaseFolderBuilder()
    for (name, isDisputed) in [("disputed", true), ("plain", false)] {
      let other = builder.place(FlatBufferWriter.bytes(of: Self.values))
      builder.add(
        name, ["RESHAPE"], model: TestModel.reshape,
        steps: [
          (
            [.float32("in", [2, 3], Self.values)],
            [
              .float32(
                "out", [3, 2], [9, 9, 9, 9, 9, 9], members: ", \"xnnpack\": \(other), \"disputed\": \(isDisputed)")
            ]
          )
        ])
    }
    try builder.write(to: folder)
    let run = try ToolProcess(["verify", folder.url.path])
    #expect(run.status == 1)
    #expect(run.output.contains("/plain"))
    #expect(!run.output.contains("/disputed"))
  }

  /// A folder with four cases: resized, signature, steps, and one that fails.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var builder = CaseFolderBuilder()
    builder.add(
      "resized", ["RESHAPE"], model: TestModel.flatten,
      steps: [([.float32("in", [2, 3], values)], [.float32("out", [6], values)])])
    builder.add(
      "signature", ["RESHAPE"], model: TestModel.signature,
      steps: [([.float32("in", [2, 3], values)], [.float32("out", [3, 2], values)])],
      members: ", \"signature\": \"turn\"")
    builder.add(
      "steps", ["RESHAPE"], model: TestModel.flatten,
      steps: [
        ([.float32("in", [2, 3], values)], [.float32("out", [6], values)]),
        ([.float32("in", [1, 3], [7, 8, 9])], [.float32("out", [3], [7, 8, 9])]),
      ])
    builder.add(
      "bad", ["RESHAPE", "OTHER"], model: TestModel.reshape,
      steps: [([.float32("in", [2, 3], values)], [.float32("out", [3, 2], [0, 0, 0, 0, 0, 0])])])
    try builder.write(to: folder)
    return folder
  }

  @Test(arguments: [
    ["--threads", "2"], ["--kernels", "all"], ["--kernels", "reference", "--jobs", "1"], ["--no-rewrites"],
  ]) func runsResizedSignatureAndStepCases(_ options: [String]) throws {
    let folder = try Self.folder()
    let run = try ToolProcess(["verify", folder.url.path] + options)
    #expect(run.output.hasSuffix("\n3 passed, 1 failed\n"), "\(run.output)")
    #expect(run.status == 1)
  }

  @Test(arguments: [
    ("OTHER", "0 passed, 1 failed"), ("^RESHAPE$", "3 passed, 1 failed"), ("/ste", "1 passed, 0 failed"),
  ])
  func filters(_ pattern: String, _ line: String) throws {
    let folder = try Self.folder()
    let run = try ToolProcess(["verify", folder.url.path, "--filter", pattern])
    #expect(run.output.hasSuffix("\n\(line)\n"), "\(run.output)")
  }

  @Test func limitsMismatches() throws {
    let folder = try Self.folder()
    for (limit, lines) in [(0, 0), (2, 2), (100, 6)] {
      let run = try ToolProcess(["verify", folder.url.path, "--limit-mismatches", "\(limit)"])
      #expect(run.output.split(separator: "\n").count { $0.contains("expected 0.0, found") } == lines)
    }
  }

  @Test func printsJSONAlone() throws {
    let folder = try Self.folder()
    let run = try ToolProcess(["verify", folder.url.path, "--json"])
    let json = try run.json()
    #expect(json["passed"] as? Int == 3)
    #expect(json["failed"] as? Int == 1)
    let cases = try #require(json["cases"] as? [[String: any Sendable]])
    #expect(cases.map { $0["name"] as? String } == ["resized", "signature", "steps", "bad"])
    #expect(cases.map { $0["ok"] as? Bool } == [true, true, true, false])
    #expect(cases[3]["max_difference"] as? Double == 6)
    #expect((cases[3]["why"] as? String)?.contains("6 of 6 differ") == true)
    #expect(run.status == 1)
  }

  @Test func summarises() throws {
    let folder = try Self.folder()
    let run = try ToolProcess(["verify", folder.url.path, "--summary"])
    #expect(run.output.hasPrefix("1  RESHAPE OTHER: wrong values  ["), "\(run.output)")
  }

  @Test func findsTreesOfFolders() throws {
    let root = try TemporaryFolder()
    for name in ["one", "deep/two"] {
      let folder = try Self.folder()
      try ToolProcess(script: "mkdir -p \(root.path(name)) && cp \(folder.url.path)/* \(root.path(name))")
        .requireSuccess()
    }
    let run = try ToolProcess(["verify", root.url.path])
    #expect(run.output.contains("deep/two/bad"))
    #expect(run.output.hasSuffix("\n6 passed, 2 failed\n"))
  }

  @Test func refusesWhatAreNoCases() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"cases\": [{}]}", "cases.json")
    try folder.write("", "blob.bin")
    let runs: [(arguments: [String], status: Int32, text: String)] = [
      (["nowhere"], 66, "nowhere"), ([folder.url.path], 65, "no 'name' at .cases[0]"),
      ([folder.url.path, "--filter", "("], 64, "regular expression"),
      ([folder.url.path, "--threads", "0"], 64, "threads"),
    ]
    for (arguments, status, text) in runs {
      let run = try ToolProcess(["verify"] + arguments)
      #expect(run.status == status, "\(arguments)")
      #expect(run.error.contains(text), "\(run.error)")
      #expect(run.output == "")
    }
  }

  @Test(.enabled(if: Fixture.hasModels, "the conformance models are not beside the package"))
  func runsARealCase() throws {
    let run = try ToolProcess(["verify", Fixture.model("litert/add_10x10.tflite")])
    #expect(run.output.hasSuffix("\n2 passed, 0 failed\n"), "\(run.output)")
  }
}

extension ToolProcess {
  func requireSuccess() throws { try #require(status == 0, "\(error)") }
}
