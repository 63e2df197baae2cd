import TFLiteRuntime
import TFLiteTool
import TestSupport
import Testing

@Suite struct RecordTests {
  private static let values: [Float] = [1, 2, 3, 4, 5, 6]

  private func verify(_ folder: String, _ line: String) throws {
    let run = try ToolProcess(["verify", folder])
    #expect(run.output.hasSuffix("\n\(line)\n"), "\(run.output)\(run.error)")
  }

  @Test(arguments: [["--signature", "turn"], []]) func recordsWhatVerifyReads(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.signature, "model.tflite")
    let cases = folder.path("deep/cases")
    let run = try ToolProcess(["record", model, "--runs", "3", "--json", "--output", cases] + options)
    #expect(run.status == 0, "\(run.error)")
    let json = try run.json()
    #expect(json["cases"] as? Int == 3)
    #expect(json["bytes"] as? Int == (try folder.read("deep/cases/blob.bin")).count)
    try verify(cases, "3 passed, 0 failed")
    let again = try ToolProcess(["record", model, "--output", cases])
    #expect(again.status == 74 && again.error.contains("expected no cases there, or --replace"), "\(again.error)")
    try ToolProcess(["record", model, "--output", cases, "--replace", "--name", "only"]).requireSuccess()
    let only = try ToolProcess(["verify", cases, "--json"]).json()
    #expect((only["cases"] as? [[String: any Sendable]])?.map { $0["name"] as? String } == ["only"])
  }

  @Test func recordsExpectedOutputs() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    try folder.write(FlatBufferWriter.bytes(of: Self.values), "x.raw")
    for (name, last, line) in [("near", Float(6.00001), "1 passed, 0 failed"), ("far", 6.1, "0 passed, 1 failed")] {
      let values = Array(Self.values.dropLast()) + [last]
      try folder.write(
        NumPyFile.header(.float32, Shape([3, 2]), path: "") + FlatBufferWriter.bytes(of: values), name + ".npy")
      try ToolProcess([
        "record", model, "--input", folder.path("x.raw"), "--expect", "out=" + folder.path(name + ".npy"), "--output",
        folder.path(name),
      ]).requireSuccess()
      try verify(folder.path(name), line)
    }
    try folder.write(
      NumPyFile.header(.float32, Shape([6]), path: "") + FlatBufferWriter.bytes(of: Self.values), "flat.npy")
    let wrong = try ToolProcess([
      "record", model, "--expect", folder.path("flat.npy"), "--output", folder.path("flat"),
    ])
    #expect(wrong.status == 65)
    #expect(wrong.error.contains("expected FLOAT32 [3,2] for 'out', found FLOAT32 [6]"), "\(wrong.error)")
  }

  @Test func recordsFoldersAndSequences() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.flatten, "model.tflite")
    try ToolProcess(script: "mkdir \(folder.path("inputs"))").requireSuccess()
    for rows in 1...3 {
      // Each of another shape, told by the array.
      let values = (0..<rows * 3).map { Float($0) }
      try folder.write(
        NumPyFile.header(.float32, Shape([rows, 3]), path: "") + FlatBufferWriter.bytes(of: values),
        "inputs/\(rows).npy")
    }
    try folder.write("nothing of interest", "inputs/README.md")
    for (options, line) in [([], "3 passed, 0 failed"), (["--sequence"], "1 passed, 0 failed")] {
      let cases = folder.path("cases")
      try ToolProcess(
        ["record", model, "--input", folder.path("inputs"), "--output", cases, "--replace"] + options
      ).requireSuccess()
      try verify(cases, line)
    }
  }
}
