import Foundation
import TFLiteRuntime
import TestSupport
import Testing

@Suite struct CommandTests {
  static let commands = [
    "inspect", "report", "cost", "run", "classify", "detect", "evaluate", "benchmark", "profile", "compare", "verify",
    "record", "ops", "edit", "manifest", "fetch", "models",
  ]

  @Test(arguments: commands) func explainsItselfWithExamples(_ command: String) throws {
    let run = try ToolProcess([command, "--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("Examples:\n  tflite \(command)"), "\(run.output)")
    #expect(run.error == "")
    let main = try ToolProcess(["--help"])
    #expect(main.output.contains("\n  \(command) "))
  }

  @Test(arguments: [["nonsense"], ["run"], ["run", "a", "--threads", "x"], ["benchmark", "a", "--seconds", "-1"]])
  func refusesWrongUsage(_ arguments: [String]) throws {
    let run = try ToolProcess(arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error != "")
  }

  @Test(arguments: ["inspect", "report", "cost", "run", "benchmark", "profile", "compare", "classify", "detect"])
  func refusesWhatAreNoModels(_ command: String) throws {
    let folder = try TemporaryFolder()
    let picture = ["classify", "detect"].contains(command) ? ["picture.png"] : []
    let files: [(String, Int32, String)] = [
      ("nowhere.tflite", 66, "No such file"), (folder.url.path, 66, "a folder"),
      (try folder.write("not a model at all, just text", "text.tflite"), 65, "text.tflite"),
      (try folder.write("", "empty.tflite"), 65, "an empty file"),
      (try folder.write(Array(TestModel.reshape.prefix(100)), "cut.tflite"), 65, "at byte"),
    ]
    for (path, status, text) in files {
      let run = try ToolProcess([command, path] + picture)
      #expect(run.status == status, "\(run.error)")
      #expect(run.hasOneLineError)
      #expect(run.error.contains(text), "\(run.error)")
      #expect(run.output == "")
    }
  }

  @Test func namesOperatorsThatCannotRun() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      ModelBuilder.oneCustomOperator(
        "FlexErf", inputs: [.float32([2], name: "in")], outputs: [.float32([2], name: "out")]),
      "flex.tflite")
    let run = try ToolProcess(["run", model])
    #expect(run.status == 69)
    #expect(run.error.contains("FlexErf"))
    let inspect = try ToolProcess(["inspect", model, "--json"])
    #expect(inspect.status == 0)
    let json = try inspect.json()
    #expect(json["can_run"] as? Bool == false)
    let unsupported = try #require(json["unsupported"] as? [[String: any Sendable]])
    #expect(unsupported.map { $0["operator"] as? String } == ["FlexErf"])
    #expect(try ToolProcess(["inspect", model]).output.contains("1 operators cannot run:\n  FlexErf v1"))
  }

  @Test func inspects() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.signature, "model.tflite")
    let text = try ToolProcess(["inspect", model, "--tensors", "--operators", "--plan"]).output
    for part in [
      "signature 'turn'", "RESHAPE", "tensors of subgraph 0", "operators of subgraph 0", "arena", "constant",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    let json = try ToolProcess(["inspect", model, "--json"]).json()
    #expect(json["can_run"] as? Bool == true)
    #expect(json["constant_bytes"] as? Int == 8)
    let inputs = try #require(json["inputs"] as? [[String: any Sendable]])
    #expect(inputs.first?["name"] as? String == "in")
    #expect(inputs.first?["shape"] as? [Int] == [2, 3])
    let memory = try #require(json["memory"] as? [String: any Sendable])
    #expect(memory["arena_bytes"] as? Int != nil)
  }

  @Test func benchmarkGivesTheFigures() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    let run = try ToolProcess(["benchmark", model, "--threads", "2", "--seconds", "0.05", "--json", "--profile"])
    let json = try run.json()
    for key in ["median_ms", "mean_ms", "min_ms", "p95_ms", "load_ms", "first_ms"] {
      let value = try #require(json[key] as? Double, "\(key)")
      #expect(value >= 0)
    }
    for key in ["runs", "arena_bytes", "peak_rss_bytes"] { #expect(json[key] as? Int != nil, "\(key)") }
    #expect(json["threads"] as? Int == 2)
    #expect(json["kernels"] is String)
    #expect((json["operators"] as? [[String: any Sendable]])?.first?["operator"] as? String == "RESHAPE")
    let few = try ToolProcess(["benchmark", model, "--num-runs", "3", "--seconds", "0", "--json"]).json()
    #expect(few["runs"] as? Int == 3)
    let long = try ToolProcess(["benchmark", model, "--num-runs", "1000000000", "--max-seconds", "0.05", "--json"])
    #expect(long.status == 0)
  }

  @Test func profiles() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(TestModel.reshape, "model.tflite")
    let run = try ToolProcess(["profile", model, "--num-runs", "2", "--seconds", "0"])
    #expect(run.output.contains("RESHAPE"))
    #expect(run.output.contains("2 invocations"))
    let json = try ToolProcess(["profile", model, "--num-runs", "2", "--seconds", "0", "--json"]).json()
    #expect("\(json)".contains("RESHAPE"))
  }

  @Test func printsTheSupportMatrix() throws {
    let markdown = try ToolProcess(["ops", "--markdown"]).output
    #expect(markdown.hasPrefix("# Operators\n\n"))
    let lines = markdown.split(separator: "\n")
    #expect(lines.contains("| operator | versions | types | LiteRT |") && lines.contains("|---|---|---|---|"))
    #expect(try #require(lines.first { $0.hasPrefix("| CONV_2D |") }).contains("| float32, uint8, int8, int16 |"))
    #expect(try #require(lines.first { $0.hasPrefix("| RESHAPE |") }).contains("| all |"))
    #expect(lines.contains { $0.hasPrefix("| TransformLandmarks (custom) | 1-2 |") })
    #expect(try ToolProcess(["ops", "--missing", "--json"]).output.filter { !$0.isWhitespace } == "[]")
    let json = try JSONSerialization.jsonObject(with: Data(try ToolProcess(["ops", "--json"]).output.utf8))
    let rows = try #require(json as? [[String: Any]])
    #expect(rows.count >= 172)
    #expect(rows.contains { $0["operator"] as? String == "RESHAPE" && $0["versions"] as? [Int] != nil })
  }

  @Test func `ops --swift prints a registry of exactly what models have`() throws {
    let models = ["shapes-classifier/classifier_int8", "shapes-detector/model"].map { Examples.path($0 + ".tflite") }
    let run = try ToolProcess(["ops", "--for"] + models + ["--swift"])
    #expect(run.status == 0)
    let printed = run.output.split(separator: "\n").compactMap { line in
      line.hasPrefix("      .") ? line.dropFirst(7).prefix { $0 != "," && $0 != "(" } : nil
    }
    let graphs = try models.flatMap { try Model(path: $0).graphs }
    let names = Set(graphs.flatMap { $0.operators.map(\.name) })
    let entries = (OperatorTable.builtin + OperatorTable.custom).filter { names.contains($0.name) }
    #expect(Set(printed) == Set(entries.map { "\($0.swiftName)"[...] }) && printed.count == entries.count)
    #expect(run.output.contains("      .softmax(.int8),  // SOFTMAX"))
    #expect(try run.compiles())

    let one = try ToolProcess(["ops", "--for", models[0], "--json"])
    let rows = try JSONSerialization.jsonObject(with: Data(one.output.utf8)) as? [[String: Any]]
    #expect(rows?.contains { $0["operator"] as? String == "CONV_2D" } == true)
    #expect(rows?.contains { $0["operator"] as? String == "RESIZE_NEAREST_NEIGHBOR" } == false)
  }

  @Test func `ops --swift names operators that applications bring, in comments that they cannot leave`() throws {
    let folder = try TemporaryFolder()
    let bytes = ModelBuilder.oneCustomOperator(
      "Fancy\nfatalError()", inputs: [.float32([2])], outputs: [.float32([2])])
    let model = try folder.write(bytes, "model.tflite")
    let run = try ToolProcess(["ops", "--for", model, "--swift"])
    #expect(run.output.contains("// registry.register(\"Fancy fatalError()\")"))
    #expect(try run.compiles())
    #expect(try ToolProcess(["ops", "--swift"]).status == 64)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "the system has no /dev/full"))
  func reportsAFullDisk() throws {
    let run = try ToolProcess(script: "\"$TOOL\" ops > /dev/full")
    #expect(run.status == 74)
    #expect(run.error == "tflite: standard output: cannot write: No space left on device\n")
  }

  @Test func reportsAClosedPipe() throws {
    let run = try ToolProcess(script: "{ \"$TOOL\" ops; echo $? >&2; } | true")
    #expect(run.error == "tflite: standard output: cannot write: Broken pipe\n74\n" || run.error == "0\n")
  }
}
