import TFLiteRuntime
import TFLiteSchema
import TFLiteSchemaWriter
import TFLiteVision

/// A model that is being changed, with the files packed behind it.
struct EditedModel {
  typealias Model = MutableSchema.Model

  let path: String
  var model: Model
  /// The files of the archive behind the model, in its order.
  var packedFiles: [(name: String, bytes: [UInt8])] = []
  /// What the file holds and this version of the schema does not know, in words; empty for most files.
  let unknownFields: String
  /// The file, whose bytes the model refers to.
  private let source: MappedFile

  /// - Throws: `noInput`, or `invalidData` with the byte offset.
  init(path: String) throws {
    self.path = path
    source = try MappedFile(path: path)
    let view: Schema.Model
    do {
      view = try Schema.Model.verified(source.bytes)
    } catch {
      throw ToolError(.invalidData, "\(path): \(error)")
    }
    unknownFields = UnknownFields.counts(in: view).map { "\($0.table) \($0.count)" }.joined(separator: ", ")
    model = Model(view, in: source.bytes)
    // The end record of an archive and the longest comment behind it.
    if ZipArchive.isPresent(in: Array(source.bytes.suffix(22 + 0xFFFF))) {
      let archive = try ZipArchive(Array(source.bytes), source: path)
      packedFiles = try archive.entries.map { ($0.name, try archive.contents(of: $0.name)) }
    }
  }

  /// The whole file, which has passed the verifier.
  func file() throws(ToolError) -> [UInt8] {
    var file: [UInt8]
    do throws(Model.TooLarge) {
      file = try model.file()
    } catch {
      throw ToolError(
        .invalidData, path, expected: "less than 2 GiB beside constants", found: "more, which no flatbuffer can hold")
    }
    withExtendedLifetime(source) {}
    if !packedFiles.isEmpty {
      var archive = ZipWriter(behind: file.count)
      for (name, bytes) in packedFiles where !archive.add(name, bytes) {
        throw ToolError(
          .invalidData, "\(path), packed file \(name)", expected: "less than 4 GiB in front of its end", found: "more")
      }
      file += archive.file
    }
    do {
      _ = try file.withUnsafeBytes { bytes throws(VerificationError) in try Schema.Model.verified(bytes) }
    } catch {
      throw ToolError(.failed, "the edited model is not sound: \(error)")
    }
    return file
  }

  // MARK: Names

  /// The number of a tensor by its name or number.
  /// - Throws: `invalidData` when the subgraph has no such tensor.
  func tensor(_ argument: String, in subgraph: Int, _ option: String) throws(ToolError) -> Int {
    let tensors = model.subgraphs?[subgraph].tensors ?? []
    if let index = tensors.firstIndex(where: { $0.name?.string == argument && !argument.isEmpty }) { return index }
    guard let number = Int(argument), tensors.indices.contains(number) else {
      throw ToolError(
        .invalidData, option,
        expected: "the name of a tensor of subgraph \(subgraph), or its number, 0 to \(tensors.count - 1)",
        found: "'\(argument)'")
    }
    return number
  }

  /// The name that errors call a tensor by.
  func tensorName(_ number: Int, in subgraph: Int) -> String {
    let name = model.subgraphs?[subgraph].tensors?[number].name?.string ?? ""
    return name.isEmpty ? "tensor \(number)" : "'\(name)'"
  }

  /// The number of a subgraph by its name or number.
  func subgraph(_ argument: String, _ option: String) throws(ToolError) -> Int {
    let subgraphs = model.subgraphs ?? []
    if let index = subgraphs.firstIndex(where: { $0.name?.string == argument }) { return index }
    guard let number = Int(argument), subgraphs.indices.contains(number) else {
      throw ToolError(
        .invalidData, option, expected: "the name of a subgraph, or its number, 0 to \(subgraphs.count - 1)",
        found: "'\(argument)'")
    }
    return number
  }

  // MARK: Sizes

  /// How much of everything the model has.
  struct Counts {
    let members: [(name: String, count: Int)]

    init(_ edited: EditedModel, bytes: Int) {
      let subgraphs = edited.model.subgraphs ?? []
      members = [
        ("subgraphs", subgraphs.count), ("operators", subgraphs.reduce(0) { $0 + ($1.operators?.count ?? 0) }),
        ("tensors", subgraphs.reduce(0) { $0 + ($1.tensors?.count ?? 0) }),
        ("operator_codes", edited.model.operatorCodes?.count ?? 0), ("buffers", edited.model.buffers?.count ?? 0),
        ("signatures", edited.model.signatureDefs?.count ?? 0), ("metadata", edited.model.metadata?.count ?? 0),
        ("packed_files", edited.packedFiles.count), ("bytes", bytes),
      ]
    }
  }

  /// Bytes of the file that the model came from.
  var sourceByteCount: Int { source.bytes.count }
}
