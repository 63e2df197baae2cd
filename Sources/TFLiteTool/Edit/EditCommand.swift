import ArgumentParser
import TFLiteRuntime

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Cut out a part of a model, strip, rename, set metadata, change the batch.",
    discussion: """
      Writes a new file, which has passed the verifier; a part, or a model with another batch, has been prepared to run as \
      well. The order is: extract, change the batch, rename, metadata and packed files, strip. Numbers of tensors are those \
      of the file given. docs/edit.md explains each step.

      Examples:
        tflite edit model.tflite -o part.tflite --from input --to features
        tflite edit model.tflite -o slim.tflite --strip --strip-metadata
        tflite edit model.tflite -o batch8.tflite --batch 8
        tflite edit model.tflite -o named.tflite --rename-input x=image --rename-signature main=serve
        tflite edit model.tflite -o labelled.tflite --pack labels.txt --metadata notes=notes.json
        tflite edit model.tflite --unpack folder

      Exit codes: 0 success, 1 the edited model cannot run, 65 a file or value does not fit, 66 a file cannot be read, \
      69 an operator is not supported, 74 a file cannot be written.
      """)

  @Argument(help: "The model.") var model: String

  @Option(name: .shortAndLong, help: "The file to write, - for standard output.")
  var output: String?

  @Option(
    help: ArgumentHelp("Begin with this tensor, once for each; inputs that are still needed stay.", valueName: "tensor")
  )
  var from: [String] = []

  @Option(help: ArgumentHelp("End with this tensor, once for each; by default with the outputs.", valueName: "tensor"))
  var to: [String] = []

  @Option(
    help: ArgumentHelp(
      "The subgraph, by name or number, that --from, --to and --rename-tensor speak of.", valueName: "subgraph"))
  var subgraph = "0"

  @Option(help: "Examples that the model takes at a time.")
  var batch: Int?

  @Flag(help: "Take out subgraphs, tensors, buffers and operator codes that nothing uses.")
  var strip = false

  @Flag(help: "Take out all metadata, packed files and the description.")
  var stripMetadata = false

  @OptionGroup(title: "Names") var names: NameOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup var engine: EngineOptions

  @Flag(help: "Print what changed as JSON and nothing else.")
  var json = false

  /// New names.
  struct NameOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A new name for a tensor.", valueName: "old=new")) var renameTensor: [NamedValue] = []
    @Option(
      help: ArgumentHelp(
        "A new name for an input: of the signatures, or of the tensor when there are none.", valueName: "old=new"))
    var renameInput: [NamedValue] = []
    @Option(help: ArgumentHelp("The same for an output.", valueName: "old=new")) var renameOutput: [NamedValue] = []
    @Option(help: "The only signature whose inputs and outputs to rename.") var signature: String?
    @Option(help: ArgumentHelp("A new name for a signature.", valueName: "old=new")) var renameSignature: [NamedValue] =
      []
    @Option(help: ArgumentHelp("A new name for a subgraph.", valueName: "old=new")) var renameSubgraph: [NamedValue] =
      []
  }

  /// What travels with the graph.
  struct MetadataOptions: ParsableArguments {
    @Option(help: "The description.") var description: String?
    @Option(help: ArgumentHelp("Set a metadata buffer to the contents of a file.", valueName: "name=file"))
    var metadata: [String] = []
    @Option(help: ArgumentHelp("Take out a metadata buffer.", valueName: "name")) var removeMetadata: [String] = []
    @Option(help: ArgumentHelp("Pack a file behind the model, as label files are.", valueName: "file")) var pack:
      [String] = []
    @Option(help: ArgumentHelp("Take out a packed file.", valueName: "name")) var removePacked: [String] = []
    @Option(
      help: ArgumentHelp(
        "Write metadata buffers and packed files of the model given into a folder.", valueName: "folder"))
    var unpack: String?
  }

  func validate() throws {
    if output == nil, metadata.unpack == nil { throw ValidationError("expected --output FILE or --unpack FOLDER") }
    if output == "-", json { throw ValidationError("--json: expected an --output that is not standard output") }
    if let batch, !(1...1_000_000).contains(batch) {
      throw ValidationError("--batch: expected 1 to 1000000, found \(batch)")
    }
  }

  func run() throws {
    var edited = try EditedModel(path: model)
    let before = EditedModel.Counts(edited, bytes: edited.sourceByteCount)
    let unpacked = try metadata.unpack.map { try edited.unpack(into: $0) } ?? []
    var report = EditReport(model: model, output: output, before: before, unpacked: unpacked)
    if let output {
      var batch: (change: BatchChange, before: [UInt8])?
      report.remarks = try apply(to: &edited, &batch)
      let file = try edited.file()
      report.after = EditedModel.Counts(edited, bytes: file.count)
      if isNewGraph, try prepare(file, &report), let batch {
        let check = BatchCheck(change: batch.change, options: engine.session(standard: .single))
        if let remark = try check.run(batch.before, file) { report.remarks.append(remark) }
      }
      try write(file, to: output)
    }
    if output != "-" { try Output.standard.write(json ? report.json.text : report.text) }
    if !json { for remark in report.remarks { Output.error.writeIgnoringErrors("tflite: \(model): \(remark)\n") } }
  }

  /// Whether what runs is another graph.
  private var isNewGraph: Bool { !from.isEmpty || !to.isEmpty || batch != nil }

  /// - Returns: What the user should know.
  private func apply(
    to edited: inout EditedModel, _ changed: inout (change: BatchChange, before: [UInt8])?
  ) throws -> [String] {
    var remarks: [String] = []
    if !edited.unknownFields.isEmpty {
      remarks.append("fields of a newer version of the format are left out: \(edited.unknownFields)")
    }
    var subgraph = try edited.subgraph(subgraph, "--subgraph")
    if !from.isEmpty || !to.isEmpty {
      let extraction = Extraction(
        from: try from.map { try edited.tensor($0, in: subgraph, "--from") },
        to: try to.map { try edited.tensor($0, in: subgraph, "--to") }, subgraph: subgraph)
      remarks += try extraction.apply(to: &edited)
      subgraph = 0
    }
    if let batch {
      let before = try edited.file()
      var change = BatchChange(edited.model, to: batch)
      try change.apply()
      edited.model = change.model
      changed = (change, before)
      if !change.otherInputs.isEmpty {
        let names = change.otherInputs.map { "'\($0)'" }.joined(separator: ", ")
        remarks.append("inputs without a batch of \(change.old) stay as they are: \(names)")
      }
    }
    try edited.renameTensors(names.renameTensor, in: subgraph)
    try edited.renameEntries(names.renameInput, \.inputs, \.inputs, "input", signature: names.signature)
    try edited.renameEntries(names.renameOutput, \.outputs, \.outputs, "output", signature: names.signature)
    try edited.renameSignatures(names.renameSignature)
    try edited.renameSubgraphs(names.renameSubgraph)
    if stripMetadata { edited.stripMetadata() }
    if let description = metadata.description { edited.model.description = .init(description) }
    try edited.removeMetadata(metadata.removeMetadata)
    try edited.setMetadata(metadata.metadata)
    try edited.removePacked(metadata.removePacked)
    try edited.pack(metadata.pack)
    if strip || stripMetadata || isNewGraph || !metadata.metadata.isEmpty || !metadata.removeMetadata.isEmpty {
      edited.model.strip()
    }
    return remarks
  }

  /// Prepares the edited model to run.
  /// - Returns: False when it cannot, nor can the model given.
  /// - Throws: `failed` when only the edited one cannot.
  private func prepare(_ file: [UInt8], _ report: inout EditReport) throws -> Bool {
    let options = engine.session(standard: .single)
    let model = try TFLiteRuntime.Model(bytes: file)
    do {
      let runner = try ModelRunner(model, options: options)
      try runner.prepare()
      for (name, info) in zip(runner.outputNames, runner.outputs)
      where info.hasKnownShape && info.shape != info.modelShape {
        report.remarks.append("output '\(name)' is \(info.shape) when it runs, the file states \(info.modelShape)")
      }
    } catch {
      // A model that could not run before is not the edit's fault.
      do {
        try ModelRunner(TFLiteRuntime.Model(path: self.model), options: options).prepare()
      } catch {
        report.remarks.append("could not be prepared, neither could the model given: \(error.description)")
        return false
      }
      throw ToolError(.failed, "the edited model cannot run: \(error.description)")
    }
    return true
  }

  /// Writes the whole file or nothing: the model given may be the one that is replaced.
  private func write(_ file: [UInt8], to path: String) throws {
    if path == "-" { return try OutputFile.write(file, to: path) }
    try FileReplacement.write(file, to: path)
  }
}
