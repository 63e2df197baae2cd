import Foundation
import TFLiteRuntime
import TFLiteTool
import TestSupport
import Testing

@Suite struct StreamTests {
  private typealias Object = [String: any Sendable]

  private static func objects(_ text: String) throws -> [Object] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
  }

  @Test func answersEveryLineInOneSession() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.flatten, "model.tflite")
    let lines = [
      #"{"in": [[1, 2, 3]]}"#, #"{"inputs": {"in": [[1, 2, 3], [4, 5, 6.5]]}, "id": "a\n"}"#, "", "{",
      #"{"in": [[1], [2, 3]]}"#,
      #"{"out": [1]}"#, #"{"in": ["x", 1, 2]}"#, "{}", "[1]", #"{"in": [1, 2, 03]}"#, #"{"in": [4, 5, 6], "id": 7}"#,
      #"{"in": [4, 5], "id": 8}"#,
    ]
    try folder.write(lines.joined(separator: "\n"), "lines.jsonl")
    let runs = [
      try ToolProcess(script: "cat \(folder.path("lines.jsonl")) | $TOOL run \(model) --lines -"),
      try ToolProcess(["run", model, "--lines", folder.path("lines.jsonl")]),
    ]
    for run in runs {
      #expect(run.status == 1 && run.error == "", "\(run.error)")
      let answers = try Self.objects(run.output)
      #expect(answers.map { $0["line"] as? Int } == [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      #expect((answers[0]["outputs"] as? Object)?["out"] as? [Double] == [1, 2, 3])
      #expect((answers[1]["outputs"] as? Object)?["out"] as? [Double] == [1, 2, 3, 4, 5, 6.5])
      #expect(answers[1]["id"] as? String == "a\n")
      let errors = answers.compactMap { $0["error"] as? String }
      let texts = [
        "JSON, column 2: expected a name in quotes, found the end",
        "'in': expected arrays of one shape, [1], found [2]",
        "no such input: expected 'in', found 'out'", "'in', number 0: expected a value of FLOAT32, found 'x'",
        "inputs: expected 'in'", "expected an object of inputs, found an array",
        "JSON, column 15: expected a number, found '0'", "'in': expected 3 elements",
      ]
      #expect(errors.count == texts.count, "\(errors)")
      for (error, text) in zip(errors, texts) { #expect(error.contains(text), "\(error)") }
      // A list of all elements has the shape of the file, whatever came before.
      #expect((answers[9]["outputs"] as? Object)?["out"] as? [Double] == [4, 5, 6])
      #expect(answers[9]["id"] as? Int == 7 && answers[10]["id"] as? Int == 8)
    }
  }

  @Test func runsRowsOfCSV() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(SmallModels.timesThreeInt8, "model.tflite")
    let csv = "a,b,c,d\n0, 1,2,3\r\n1,2,3\n,,,\n1,x,1,1\n-1,-1,-1,10\n"
    let run = try ToolProcess(script: "printf '\(csv)' | $TOOL run \(model) --lines -.csv --tensor sum")
    #expect(run.status == 1)
    let rows = run.output.split(separator: "\n").map(String.init)
    #expect(rows.count == 6, "\(run.output)")
    #expect(rows[0] == "output[0],output[1],output[2],output[3],sum[0],sum[1],sum[2],sum[3]")
    // Sums of what the levels stand for: 3 (q + 1) - 1 and 2 (q + 1) - 1.
    #expect(rows[1] == "2,5,8,11,1,3,5,7")
    #expect(rows[2].hasPrefix("error,") && rows[2].contains("expected 4 fields for 'input' [4], found 3"))
    #expect(rows[4].contains("expected a value of INT8, found 'x'"))
    #expect(rows[5] == "-1,-1,-1,32,-1,-1,-1,21")
    #expect(run.error.contains("tflite: line 3: the line: expected 4 fields"))
  }

  @Test func readsAndWritesStandardStreams() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    let values: [Float] = [1.5, -2, 3, 4, 5, 6]
    try folder.write(FlatBufferWriter.bytes(of: values), "x.raw")
    try folder.write("\"1.5\"", "quoted.csv")
    let run = "$TOOL run \(model)"
    let csv = "1.5,-2.0\n3.0,4.0\n5.0,6.0\n"
    let raw = try ToolProcess(script: "\(run) --input - --output -.csv < \(folder.path("x.raw"))")
    #expect(raw.output == csv, "\(raw.error)")
    // An array tells itself; the output of one is the input of the next.
    let array = try ToolProcess(
      script: "\(run) --input - --output -.npy < \(folder.path("x.raw")) | \(run) --input in=- --output -.csv")
    #expect(array.output == csv, "\(array.error)")
    let text = try ToolProcess(script: "printf '1.5,-2,3\\n4,5,6\\n' | \(run) --input -.csv --output -")
    #expect(text.outputBytes == FlatBufferWriter.bytes(of: values), "\(text.error)")
    let empty = try ToolProcess(["run", model, "--input", "-"])
    #expect(empty.status == 65 && empty.error.contains("standard input: expected 24 bytes"), "\(empty.error)")
  }

  @Test func keepsStringsOfCSV() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(SmallModels.strings(3), "model.tflite")
    try folder.write("plain,\"a, b\",\"say \"\"hi\"\"\"\n", "words.csv")
    let run = try ToolProcess([
      "run", model, "--input", folder.path("words.csv"), "--output", folder.path("same.csv"), "--expect",
      folder.path("words.csv"),
    ])
    #expect(run.status == 0 && run.output == "same  STRING [3]: as expected\n", "\(run.output)\(run.error)")
    #expect(try folder.read("same.csv") == Array("plain\n\"a, b\"\n\"say \"\"hi\"\"\"\n".utf8))
    try folder.write("\"open", "open.csv")
    let open = try ToolProcess(["run", model, "--input", folder.path("open.csv")])
    #expect(open.status == 65 && open.error.contains("line 1: expected quotes that end"), "\(open.error)")
  }

  /// The input 1 2 3 4 of levels gives 5 8 11 14, which stand for 6 9 12 15.
  static let expectations: [(arguments: [String], status: Int32, text: String)] = [
    (["--expect", "exact.npy"], 0, "output  INT8 [4]: as expected\n"),
    (["--expect", "exact.txt"], 0, "as expected"), (["--expect", "exact.raw"], 0, "as expected"),
    (["--expect", "output=real.npy"], 1, "2 of 4 differ, largest difference 1.0"),
    (["--expect", "real.npy", "--steps", "1"], 0, "as expected, largest difference 1.0"),
    (["--expect", "real.npy", "--steps", "0.5"], 1, "1 of 4 differ"),
    (["--expect", "real.npy", "--absolute", "1"], 0, "as expected"),
    (["--expect", "real.npy", "--absolute", "0.5", "--relative", "0.01"], 1, "[3] expected 16, found 15"),
    (["--expect", "real.npy", "--relative", "0.1"], 0, "as expected"),
    (["--expect", "sum=sum.npy", "--expect", "exact.npy"], 0, "sum  INT8 [4]: as expected"),
    (["--expect", "all.npz"], 0, "sum  INT8 [4]: as expected\n"),
    (["--expect", "shape.npy"], 1, "expected [4] as the result has, found [1]"),
    (["--expect", "nothing.npz"], 65, "expected arrays called as outputs or tensors of the model, found 'other'"),
    (["--expect", "exact.npy", "--steps", "-1"], 64, "--steps"),
  ]

  @Test(arguments: expectations.indices) func holdsResultsAgainstExpectedOnes(_ index: Int) throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(SmallModels.timesThreeInt8, "model.tflite")
    func numpy(_ type: ElementType, _ count: Int, _ bytes: [UInt8], _ name: String) throws {
      try folder.write(try NumPyFile.header(type, Shape([count]), path: name) + bytes, name)
    }
    try numpy(.int8, 4, [5, 8, 11, 14], "exact.npy")
    try numpy(.int8, 4, [3, 5, 7, 9], "sum.npy")
    try numpy(.int8, 1, [5], "shape.npy")
    try numpy(.float32, 4, FlatBufferWriter.bytes(of: [6, 9, 12.5, 16] as [Float]), "real.npy")
    try folder.write("5 8 11 14", "exact.txt")
    try folder.write([5, 8, 11, 14], "exact.raw")
    let input = try folder.write("1 2 3 4", "x.txt")
    try ToolProcess(["run", model, "--input", input, "--tensors", folder.path("all.npz")]).requireSuccess()
    try ToolProcess([
      "run", try folder.write(Self.other, "other.tflite"), "--tensors", folder.path("nothing.npz"),
    ]).requireSuccess()
    let entry = Self.expectations[index]
    let arguments = entry.arguments.map { argument in
      guard argument.contains(".n") || argument.contains("exact.") else { return argument }
      let parts = argument.split(separator: "=").map(String.init)
      return parts.dropLast().map { $0 + "=" }.joined() + folder.path(parts[parts.count - 1])
    }
    let run = try ToolProcess(["run", model, "--input", input] + arguments)
    #expect(run.status == entry.status, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(entry.text), "\(run.output)\(run.error)")
    if entry.status < 2, run.error.isEmpty {
      let json = try ToolProcess(["run", model, "--input", input, "--json"] + arguments).json()
      let expected = try #require(json["expected"] as? [Object])
      #expect(expected.allSatisfy { $0["ok"] as? Bool == true } == (entry.status == 0))
    }
  }

  /// A model whose only tensor is called `other`.
  private static var other: [UInt8] {
    ModelBuilder.oneOperator(
      .add, inputs: [.float32([2], [1, 2]), .float32([2], [10, 20])], outputs: [.float32([2], name: "other")])
  }

  @Test func refusesOptionsThatExcludeEachOther() throws {
    for arguments in [
      ["--lines", "-", "--input", "x"], ["--lines", "-", "--json"], ["--expect", "x", "--output", "-"],
      ["--json", "--output", "out=-.csv"],
    ] {
      let run = try ToolProcess(["run", "model.tflite"] + arguments)
      #expect(run.status == 64 && run.error.contains("exclude each other"), "\(arguments) \(run.error)")
    }
  }
}
