import Foundation
import TFLiteTool
import Testing

/// How the tool speaks to people, terminals and scripts.
@Suite struct MannersTests {
  private static let star = Fixture.example("pictures/star.png")
  private static let classifier = Fixture.example("shapes-classifier/classifier_int8.tflite")
  private static let detector = Fixture.example("shapes-detector/model.tflite")

  @Test func fitsTablesIntoTheTerminal() {
    var table = TextTable([.left("name"), .fixed("shape"), .right("bytes")])
    table.add(["model/encoder/layer_17/attention/query/MatMul", "[1,128,768]", "393216"])
    table.add(["short", "[1]", "4"])
    let wide = table.text(width: nil).split(separator: "\n")
    #expect(wide[1] == "model/encoder/layer_17/attention/query/MatMul  [1,128,768]  393216")
    let narrow = table.text(width: 40).split(separator: "\n")
    #expect(narrow[1] == "model/enc…ry/MatMul  [1,128,768]  393216")
    #expect(narrow[2] == "short                [1]               4")
    // Names keep 8 columns, and what is fixed is whole, wherever that ends.
    #expect(table.text(width: 10).split(separator: "\n")[1] == "mode…Mul  [1,128,768]  393216")
    #expect(table.text(width: 200) == table.text(width: nil))
  }

  @Test(arguments: [
    ("abcdefgh", 8, "abcdefgh"), ("abcdefghi", 8, "abcd…ghi"), ("abc", 1, "…"), ("猫猫猫", 6, "猫猫猫"), ("猫猫猫猫", 6, "猫…猫"),
  ]) func shortens(_ text: String, _ columns: Int, _ expected: String) {
    #expect(Terminal.shortened(text, to: columns) == expected)
    #expect(Terminal.columns(expected) <= columns)
  }

  @Test(arguments: [
    ("plain, naïve 猫", "plain, naïve 猫"), ("red \u{1B}[31m", "red \u{FFFD}[31m"),
    ("two\r\nlines\u{2028}or more", "two lines or more"),
    ("\u{7}\u{7F}\u{9B}e\u{301}", "\u{FFFD}\u{FFFD}\u{FFFD}e\u{301}"),
  ]) func showsNamesOfStrangers(_ text: String, _ expected: String) {
    #expect(Terminal.printable(text) == expected)
    var table = TextTable([.left("name")])
    table.add([text])
    #expect(table.text(width: nil) == "name\n\(expected)\n")
  }

  @Test func inspectsNamesOfStrangers() throws {
    let folder = try TemporaryFolder()
    let name = "\u{1B}]0;title\u{7}\nx"
    let model = folder.path("model.tflite")
    let edit = try ToolProcess([
      "edit", Self.classifier, "--output", model, "--rename-tensor", "image=\(name)", "--description", name,
    ])
    #expect(edit.status == 0, "\(edit.error)")
    for arguments in [["inspect", model, "--tensors"], ["run", model, "--tensor", name], ["profile", model]] {
      let run = try ToolProcess(arguments)
      #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{7}") && !run.error.contains("\u{1B}"))
    }
  }

  /// What stands where a file is to be put stays what it is.
  @Test func writesToWhatIsNoFile() throws {
    let folder = try TemporaryFolder()
    let run = try ToolProcess(
      script: """
        cd '\(folder.url.path)' && mkfifo pipe && echo old > file && chmod 640 file && ln -s file link
        cat pipe > read & "$TOOL" edit '\(Self.classifier)' --output pipe > /dev/null && wait
        "$TOOL" edit '\(Self.classifier)' --output link > /dev/null || exit 1
        "$TOOL" edit '\(Self.classifier)' --output /dev/null > /dev/null || exit 2
        test -p pipe && test -L link && test -c /dev/null && cmp read file && ls -l file | cut -c1-10
        ls | wc -l
        "$TOOL" edit '\(Self.classifier)' --output nowhere/file
        """)
    #expect(run.output.split(whereSeparator: \.isWhitespace) == ["-rw-r-----", "4"], "\(run.output)\(run.error)")
    #expect(run.error == "tflite: nowhere/file: cannot create the file: No such file or directory\n")
  }

  @Test(arguments: ["list", "remove", "clean"]) func makesNoStoreToLookInto(_ command: String) throws {
    let folder = try TemporaryFolder()
    let store = folder.path("store")
    let run = try ToolProcess(["models", command, "--store", store] + (command == "remove" ? ["plants"] : []))
    #expect(run.status == 66 && run.error.contains("expected the folder of a store, found nothing"), "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  /// A file that is opened does not get the place of an output that is not there.
  @Test func missesClosedOutputs() throws {
    let run = try ToolProcess(script: "\"$TOOL\" classify '\(Self.classifier)' '\(Self.star)' >&-")
    #expect(run.status == 74 && run.error.contains("standard output: cannot write"), "\(run.error)")
  }

  @Test func colorsWhenAsked() throws {
    let arguments = ["classify", Self.classifier, Self.star]
    #expect(!(try ToolProcess(arguments).output.contains("\u{1B}")))
    #expect(try ToolProcess(arguments + ["--color", "always"]).output.contains("\u{1B}[1mscore"))
    #expect(!(try ToolProcess(arguments + ["--color=never"]).output.contains("\u{1B}")))
    let wrong = try ToolProcess(["--color", "blue"] + arguments)
    #expect(wrong.status == 64 && wrong.error.contains("expected auto, always or never, found 'blue'"))
    let environment = try ToolProcess(
      script: """
        unset NO_COLOR
        CLICOLOR_FORCE=1 "$TOOL" ops --missing
        NO_COLOR=1 CLICOLOR_FORCE=1 "$TOOL" ops --missing
        """)
    #expect(environment.output.components(separatedBy: "\u{1B}[1m").count == 2, "\(environment.output)")
  }

  @Test(
    arguments: [
      (["run", "nowhere.tflite", "--json"], 66, "nowhere.tflite"),
      (["classify", star, classifier, "--json"], 65, "a PNG picture"),
      (["run", classifier, "--repeats", "-1", "--json"], 64, "--repeats: expected 1 or more, found -1"),
    ] as [([String], Int32, String)])
  func reportsErrorsAsJSON(_ arguments: [String], _ status: Int32, _ text: String) throws {
    let run = try ToolProcess(arguments)
    #expect(run.status == status)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [String: Any])
    #expect((json["error"] as? String)?.contains(text) == true, "\(run.output)")
    #expect(json["exit_code"] as? Int32 == status)
    #expect(run.error.contains(text))
  }

  /// Arguments, and the range in the message.
  @Test(arguments: [
    (["run", "m", "--threads", "-1"], "--threads: expected 1 to 64, found -1"),
    (["run", "m", "--limit", "-2"], "--limit: expected 0 or more, found -2"),
    (["benchmark", "m", "--seconds", "-0.5"], "--seconds: expected 0 or more, found -0.5"),
    (["benchmark", "m", "--num-runs", "-3"], "--num-runs: expected 1 or more, found -3"),
    (["classify", "m", "p", "--top", "-1"], "--top: expected 1 or more, found -1"),
    (["classify", "m", "p", "--scores", "-1"], "--scores: expected 0 or more, found -1"),
    (["detect", "m", "p", "--max-pixels", "-1"], "--max-pixels: expected 1 or more, found -1"),
    (["verify", "p", "--jobs", "-1"], "--jobs: expected 1 or more, found -1"),
    (["detect", "m", "p", "--label-offset=-9223372036854775808"], "--label-offset: expected -1000000 to 1000000"),
    (["evaluate", "m", "p", "--label-offset=-9223372036854775808"], "--label-offset: expected -1000000 to 1000000"),
    (["benchmark", "m", "--frequency", "1e-300"], "--frequency: expected 0.0001 to 1000000, found 1e-300"),
    (["classify", "m", "p", "q", "--output", "-"], "--output -: expected one picture, found 2"),
    (["detect", "m", "p", "--output", "p.jpg"], "--output: expected a path for PNG, found 'p.jpg'"),
    (["run", "m", "--output", "y=y.npz"], "y=y.npz: expected .npy, .csv, .txt, or another ending for raw bytes"),
  ]) func namesRanges(_ arguments: [String], _ text: String) throws {
    let run = try ToolProcess(arguments)
    #expect(run.status == 64 && run.error.contains(text), "\(run.error)")
  }

  @Test(arguments: [
    ("524946460000000057454250", "a WebP picture"), ("474946383961", "a GIF picture"), ("49492A0008", "a TIFF picture"),
    ("0000001C6674797068656963", "a HEIC picture"), ("0000001C6674797061766966", "an AVIF picture"),
    ("1C00000054464C33", "a TensorFlow Lite model"),
  ]) func namesForeignPictures(_ hexadecimal: String, _ name: String) throws {
    let folder = try TemporaryFolder()
    let digits = Array(hexadecimal)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    let path = try folder.write(bytes, "picture")
    let run = try ToolProcess(["classify", Self.classifier, path])
    #expect(run.status == 65 && run.error.contains("found \(name)"), "\(run.error)")
    // In the model's place all but a model are named too.
    if !name.hasSuffix("model") {
      #expect(
        try ToolProcess(["detect", path, Self.star]).error.contains("comes first among the arguments, found \(name)"))
    }
  }

  @Test func raisesTheLimitOfPictures() throws {
    let small = try ToolProcess(["classify", Self.classifier, Self.star, "--max-pixels", "100"])
    #expect(small.status == 65 && small.error.contains("at most 100 pixels"), "\(small.error)")
    #expect(small.error.contains("--max-pixels raises the limit"))
    #expect(try ToolProcess(["classify", Self.classifier, Self.star, "--max-pixels", "100000"]).status == 0)
  }

  @Test func saysInWordsThatNothingWasFound() throws {
    let objects = try ToolProcess(["detect", Self.detector, Self.star, "--threshold", "0.999"])
    #expect(objects.output.contains("no object reaches the threshold 0.999; the best has "), "\(objects.output)")
    let classes = try ToolProcess(["classify", Self.classifier, Self.star, "--threshold", "2"])
    #expect(classes.output.hasPrefix("no class reaches the threshold 2.0; the best is star with "), "\(classes.output)")
  }
}
