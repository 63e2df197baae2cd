import TFLiteSchema
import TFLiteVision
import TestSupport
import Testing

@Suite struct RunTests {
  private static let values: [Float] = [1.5, -2, 3, 4, 5, 6]

  @Test func readsAndWritesEveryForm() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.signature, "model.tflite")
    try folder.write(FlatBufferWriter.bytes(of: Self.values), "in.raw")
    try folder.write("1.5, -2, 3\n4 5 6\n", "in.txt")
    // A chain: raw to npy to text to raw.
    let runs: [[String]] = [
      ["--input", folder.path("in.raw"), "--output", folder.path("a.npy")],
      ["--input", "in=" + folder.path("a.npy"), "--output", "out=" + folder.path("b.txt")],
      ["--signature", "turn", "--input", "a=" + folder.path("b.txt"), "--output", "b=" + folder.path("c.raw")],
      ["--input", "0=" + folder.path("in.txt"), "--output", "0=" + folder.path("d.raw")],
    ]
    for arguments in runs {
      let run = try ToolProcess(["run", model] + arguments)
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output == "")
    }
    #expect(try folder.read("c.raw") == FlatBufferWriter.bytes(of: Self.values))
    #expect(try folder.read("d.raw") == FlatBufferWriter.bytes(of: Self.values))
    #expect(try folder.read("b.txt") == Array("1.5 -2.0\n3.0 4.0\n5.0 6.0\n".utf8))
    let raw = try ToolProcess(["run", model, "--input", folder.path("in.raw"), "--output", "-"])
    #expect(raw.outputBytes == FlatBufferWriter.bytes(of: Self.values))
  }

  @Test func printsOutputs() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    let input = try folder.write("1 2 3 4 5 6", "in.txt")
    let text = try ToolProcess(["run", model, "--input", input, "--limit", "4"])
    #expect(text.output == "out  FLOAT32 [3,2]\n  1.0 2.0 3.0 4.0\n  ... 2 more\n")
    let run = try ToolProcess(["run", model, "--input", input, "--json"])
    let output = try #require((try run.json()["outputs"] as? [[String: any Sendable]])?.first)
    #expect(output["shape"] as? [Int] == [3, 2])
    #expect(output["values"] as? [Double] == [1, 2, 3, 4, 5, 6])
  }

  @Test func randomIndicesStayInTheirTables() throws {
    let table: [Float] = [0.5, 1.5]
    let model = ModelBuilder([
      .init(
        tensors: [
          .int64([4, 16], name: "segments"), .int32([4, 16]), .float32([2, 1], table),
          .float32([4, 16, 1], name: "embedded"),
        ],
        inputs: [0], outputs: [3],
        operators: [
          .init(.cast, inputs: [0], outputs: [1]), .init(.gather, inputs: [2, 1], outputs: [3]),
        ])
    ])
    let folder = try TemporaryFolder()
    let run = try ToolProcess(["run", folder.write(model.build(), "model.tflite"), "--output", folder.path("out.raw")])
    #expect(run.status == 0, "\(run.error)")
    #expect(Set(try folder.read("out.raw")) == Set(FlatBufferWriter.bytes(of: table)), "both entries are chosen")
  }

  @Test func showsTensorsBetweenOperators() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(SmallModels.timesThreeInt8, "model.tflite")
    let input = try folder.write("1 2 3 4", "in.txt")
    let run = ["run", model, "--input", input]
    for name in ["sum", "1"] {
      let text = try ToolProcess(run + ["--tensor", name])
      #expect(text.output.hasSuffix("sum  INT8 [4]\n  3 5 7 9\n"), "\(text.output)\(text.error)")
    }
    let json = try ToolProcess(run + ["--tensor", "sum", "--json", "--real-outputs"]).json()
    let entries = try #require(json["outputs"] as? [[String: any Sendable]])
    #expect(entries.map { $0["name"] as? String } == ["output", "sum"])
    #expect(entries[1]["values"] as? [Double] == [4, 6, 8, 10])
    let file = try ToolProcess(run + ["--tensor", "sum=" + folder.path("sum.txt")])
    #expect(file.status == 0 && file.output.hasPrefix("output  INT8"))
    #expect(try folder.read("sum.txt") == Array("3 5 7 9\n".utf8))
    let wrong = try ToolProcess(run + ["--tensor", "total"])
    #expect(wrong.status == 65)
    #expect(wrong.error.contains("expected the name of a tensor, or its number, 0 to 2, found 'total'"))
  }

  @Test func writesAllTensorsToAnArchive() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(SmallModels.timesThreeInt8, "model.tflite")
    let input = try folder.write("1 2 3 4", "in.txt")
    let run = try ToolProcess(["run", model, "--input", input, "--tensors", folder.path("all.npz")])
    #expect(run.status == 0, "\(run.error)")
    let archive = try ZipArchive(folder.read("all.npz"), source: "all.npz")
    #expect(archive.entries.map { $0.name } == ["sum.npy", "output.npy"])
    let sum = try archive.contents(of: "sum.npy")
    #expect(sum.prefix(6) == [0x93] + Array("NUMPY".utf8) && sum.count % 64 == 4)
    #expect(sum.suffix(4) == [3, 5, 7, 9])
  }

  @Test func fillsFromASeed() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    let outputs = try [["--seed", "1"], ["--seed", "1"], ["--seed", "2"], ["--fill", "zeros"], ["--fill", "ones"]].map {
      try ToolProcess(["run", model] + $0).output
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] != outputs[2])
    #expect(outputs[3].contains(" 0.0 0.0 0.0 0.0 0.0 0.0\n"))
    #expect(outputs[4].contains(" 1.0 1.0 1.0 1.0 1.0 1.0\n"))
  }

  /// No array of so many numbers can be made, which would end the process.
  @Test func doesNotFillWhatMemoryCannotHold() throws {
    let folder = try TemporaryFolder()
    let large = ModelBuilder.Tensor.float32([2_000_000_000, 3000], name: "in")
    let model = try folder.write(TestModel.model(input: large), "model.tflite")
    for fill in ["random", "zeros"] {
      let run = try ToolProcess(["run", model, "--fill", fill])
      #expect(run.status == 65, "\(run.error)")
      #expect(run.error.contains("input 'in' is too large to be filled here: expected at most"))
    }
  }

  @Test func resizes() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.flatten, "model.tflite")
    for shape in ["4x3", "in=4x3", "0=[4,3]"] {
      let run = try ToolProcess(["run", model, "--resize", shape])
      #expect(run.output.hasPrefix("out  FLOAT32 [12]\n"), "\(run.output)\(run.error)")
    }
  }

  @Test func quantisesRealValues() throws {
    let folder = try TemporaryFolder()
    let quantized = ModelBuilder.Tensor.int8(
      [2, 3], name: "in", quantization: .perTensor(scale: 0.5, zeroPoint: -1))
    let model = try folder.write(TestModel.model(input: quantized), "model.tflite")
    let input = try folder.write("0 1 -1 0.25 100 -100", "in.txt")
    let run = try ToolProcess(["run", model, "--input", input, "--real-inputs"])
    #expect(run.output == "out  INT8 [3,2]\n  -1 1 -3 0 127 -128\n")
    let reals = try ToolProcess(["run", model, "--input", input, "--real-inputs", "--real-outputs"])
    #expect(reals.output == "out  INT8 [3,2]\n  0.0 1.0 -1.0 0.5 64.0 -63.5\n")
  }

  /// Arguments after the model, the exit code, and what the only line on standard error must hold.
  static let errors: [(arguments: [String], status: Int32, texts: [String])] = [
    (["--input", "none.raw"], 66, ["none.raw", "No such file"]),
    (["--input", "FOLDER"], 66, ["expected a file, found a folder"]),
    (["--input", "FOLDER/5.raw"], 65, ["5.raw", "expected 24 bytes for 'in' FLOAT32 [2,3]", "found 5"]),
    (["--input", "FOLDER/few.txt"], 65, ["few.txt", "expected 6 numbers", "found 2"]),
    (["--input", "FOLDER/word.txt"], 65, ["word.txt, number 3", "expected a value of FLOAT32", "found 'four'"]),
    (["--input", "FOLDER/5.npy"], 65, ["5.npy", "expected a NumPy array file"]),
    (["--input", "FOLDER/5.png"], 65, ["5.png", "expected a PNG, JPEG, BMP or PNM"]),
    (["--input", "x=FOLDER/5.raw"], 65, ["no such input", "expected 'in'", "found 'x'"]),
    (["--output", "x=FOLDER/y"], 65, ["no such output", "expected 'out'", "found 'x'"]),
    (["--input", "a", "--input", "b"], 65, ["inputs", "expected at most 1", "found 2"]),
    (["--resize", "3xx"], 65, ["expected a shape such as 1x224x224x3", "found '3xx'"]),
    (["--resize", "7x7"], 1, ["RESHAPE"]), (["--signature", "no"], 65, ["no such signature", "found 'no'"]),
    (["--output", "FOLDER/no/file"], 74, ["FOLDER/no/file", "cannot create"]),
  ]

  @Test(arguments: errors.indices) func namesErrorsOnOneLine(_ index: Int) throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    try folder.write("5 raw", "5.raw")
    try folder.write("5 npy", "5.npy")
    try folder.write("5 png", "5.png")
    try folder.write("1 2", "few.txt")
    try folder.write("1 2 3 four 5 6", "word.txt")
    let entry = Self.errors[index]
    func place(_ text: String) -> String { text.replacing("FOLDER", with: folder.url.path) }
    let run = try ToolProcess(["run", model] + entry.arguments.map(place))
    #expect(run.status == entry.status, "\(run.error)")
    #expect(run.hasOneLineError, "\(run.error)")
    for text in entry.texts { #expect(run.error.contains(place(text)), "\(run.error)") }
    #expect(run.output == "")
  }

  /// A result stands against itself in every form that it can be written in, and against nothing else.
  @Test func holdsResultsAgainstThemselves() throws {
    let folder = try TemporaryFolder()
    for (kind, isReal) in [("float", false), ("int8", false), ("int8", true)] {
      let model = Fixture.example("shapes-classifier/classifier_\(kind).tflite")
      let seed = ["run", model, "--seed", "3"] + (isReal ? ["--real-outputs"] : [])
      for ending in ["csv", "txt", "npy"] + (isReal ? [] : ["raw"]) {
        let path = folder.path("o.\(ending)")
        #expect(try ToolProcess(seed + ["--output", path]).status == 0)
        let same = try ToolProcess(["run", model, "--seed", "3", "--expect", path])
        #expect(same.status == 0, "\(kind) \(ending): \(same.output)\(same.error)")
        #expect(try ToolProcess(["run", model, "--seed", "4", "--expect", path]).status == 1)
      }
    }
  }

  @Test func tellsLongIntegersApart() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      ModelBuilder.oneOperator(
        .reshape, inputs: [.int64([2], name: "x"), .int32([1], [2])], outputs: [.int64([2], name: "y")]), "m.tflite")
    let values = try [[9_007_199_254_740_992, .max], [9_007_199_254_740_993, .max - 1]].enumerated().map {
      let text = $1.map { "\($0)" }.joined(separator: " ")
      return try (folder.write(text, "\($0).txt"), folder.write(FlatBufferWriter.bytes(of: $1 as [Int64]), "\($0).raw"))
    }
    for (input, expected, status) in [(0, 0, 0), (0, 1, 1), (1, 0, 1)] as [(Int, Int, Int32)] {
      for path in [values[expected].0, values[expected].1] {
        let run = try ToolProcess(["run", model, "--input", values[input].0, "--expect", path])
        #expect(run.status == status, "\(run.output)\(run.error)")
        #expect(run.output.contains("2 of 2 differ, largest difference 1.0; [0] expected 9007") == (status == 1))
      }
    }
    let unsigned = try folder.write(
      ModelBuilder.oneOperator(
        .reshape, inputs: [ModelBuilder.Tensor(.uint64, [1], name: "x"), .int32([1], [1])],
        outputs: [ModelBuilder.Tensor(.uint64, [1], name: "y")]),
      "u.tflite")
    for (text, status) in [("18446744073709551615", 0), ("18446744073709551614", 1), ("-1", 1)] as [(String, Int32)] {
      let run = try ToolProcess([
        "run", unsigned, "--input", folder.write("18446744073709551615", "x.txt"), "--expect",
        folder.write(text, "y.txt"),
      ])
      #expect(run.status == status, "\(text): \(run.output)\(run.error)")
    }
  }
}
