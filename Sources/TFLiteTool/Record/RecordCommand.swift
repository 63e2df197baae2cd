import ArgumentParser
import TFLiteRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Write cases for verify: a model, inputs and the outputs that it should have.",
    discussion: """
      The outputs are what the model gives now, or the arrays of --expect, as Python wrote them. The folder holds \
      cases.json and blob.bin, which has the model too, and needs nothing else; docs/cases.md describes both. Folders of \
      inputs give a case for each file, or with --sequence one case of as many invocations, for models with states.

      Examples:
        tflite record model.tflite --input pictures --output cases
        tflite record model.tflite --runs 4 --kernels reference --output cases
        tflite record model.tflite --input x.npy --expect y.npy --output cases
        tflite verify cases --kernels all

      Exit codes: 0 success, 1 the run failed, 65 a file or value does not fit, 66 a file cannot be read, \
      69 an operator is not supported, 74 the cases cannot be written.
      """)

  @Argument(help: "The model.") var model: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write to.", valueName: "folder"))
  var output: String

  @Option(help: "The signature to run instead of the primary subgraph.")
  var signature: String?

  @OptionGroup var inputs: InputOptions

  @Option(
    help: ArgumentHelp(
      """
      The file, or the folder of files, that an output should be, instead of what the model gives; without a name the \
      next output in order. .npz files hold arrays under names of outputs.
      """, valueName: "[name=]file"))
  var expect: [NamedValue] = []

  @Option(help: "How many cases of random inputs where none are given, each with the next seed.")
  var runs = 1

  @Option(help: "How far reals may be off when verified: this times (1 + the largest magnitude of the output).")
  var tolerance = 1e-5

  @Option(help: "What the names of cases begin with; by default the model's name.")
  var name: String?

  @Flag(help: "One case of several invocations, which keep states from one to the next.")
  var sequence = false

  @Flag(help: "Write over cases that are there.")
  var replace = false

  @Flag(help: "Print JSON and nothing else.")
  var json = false

  @OptionGroup var engine: EngineOptions

  func validate() throws {
    if !(1...100_000).contains(runs) { throw ValidationError("--runs: expected 1 to 100000, found \(runs)") }
    if !(tolerance >= 0) { throw ValidationError("--tolerance: expected 0 or more, found \(tolerance)") }
  }

  func run() throws {
    if FileKind(output + "/cases.json") == .file, !replace {
      throw ToolError(.cannotWrite, output, expected: "no cases there, or --replace", found: "cases.json")
    }
    let loaded = try Model(path: model)
    let runner = try ModelRunner(loaded, options: engine.session(), signature: signature)
    let sets = try inputSets(runner)
    let expected = try InputSet.all(expect, runner.outputNames, "output")
    if !expect.isEmpty, expected.count != sets.count {
      throw ToolError(
        .invalidData, "--expect", expected: "\(sets.count) files, as many as runs", found: "\(expected.count)")
    }
    var writer = CaseWriter(loaded, signature: signature, tolerance: tolerance)
    var steps: [JSONText] = []
    for (number, set) in sets.enumerated() {
      // A case begins with fresh states.
      let session =
        sequence || number == 0
        ? runner : try ModelRunner(loaded, options: engine.session(), signature: signature)
      try inputs.feed(session, set, seed: inputs.seed &+ UInt64(number))
      let fed = try writer.inputs(session)
      try session.invoke()
      let references = expect.isEmpty ? [:] : try expected[number].sources(session.outputNames)
      let step = fed + [("outputs", try writer.outputs(session, references))]
      if sequence {
        steps.append(.object(step))
      } else {
        let label = set.isEmpty ? sets.count > 1 ? "seed-\(inputs.seed &+ UInt64(number))" : "" : set.label
        writer.add(label.isEmpty ? baseName : baseName + "-" + label, step)
      }
    }
    if sequence { writer.add(baseName, [("steps", .array(steps))]) }
    try write(writer)
  }

  /// The model's name without its ending.
  private var baseName: String {
    if let name { return name }
    let file = model.split(separator: "/").last.map(String.init) ?? model
    return file.hasSuffix(".tflite") ? String(file.dropLast(7)) : file
  }

  private func inputSets(_ runner: ModelRunner) throws -> [InputSet] {
    if inputs.input.isEmpty { return (0..<runs).map { _ in InputSet() } }
    return try InputSet.all(inputs.input, runner.inputNames)
  }

  private func write(_ writer: CaseWriter) throws {
    do {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    } catch {
      throw ToolError.system(.cannotWrite, output, "cannot create the folder")
    }
    try OutputFile.write(writer.blob, to: output + "/blob.bin")
    try OutputFile.write(Array(writer.file.text.utf8), to: output + "/cases.json")
    let count = writer.caseCount
    try Output.standard.write(
      json
        ? JSONText.object([
          ("folder", .string(output)), ("cases", .int(count)), ("bytes", .int(writer.blob.count)),
        ]).text
        : "\(count) case\(count == 1 ? "" : "s") in \(output), \(bytesText(writer.blob.count)); "
          + "check with: tflite verify \(output)\n")
  }
}
