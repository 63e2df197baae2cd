import Foundation
import TFLiteSchemaWriter

/// Metadata buffers and the files packed behind the model.
extension EditedModel {
  /// Sets the buffer of a name to a file's contents, each `NAME=FILE`.
  mutating func setMetadata(_ arguments: [String]) throws(ToolError) {
    for argument in arguments {
      guard let place = argument.firstIndex(of: "="), place > argument.startIndex else {
        throw ToolError(.invalidData, "--metadata", expected: "NAME=FILE", found: "'\(argument)'")
      }
      let name = String(argument[..<place])
      var buffer = MutableSchema.Buffer()
      buffer.data = SchemaBytes(try MappedFile.copy(of: String(argument[argument.index(after: place)...])))
      if model.buffers == nil { model.buffers = [MutableSchema.Buffer()] }
      var entry = MutableSchema.Metadata()
      entry.name = SchemaText(name)
      entry.buffer = UInt32(model.buffers?.count ?? 0)
      if let known = model.metadata?.firstIndex(where: { $0.name?.string == name }) {
        // Another entry may share the buffer, so that it gets a new one; the old one goes when nobody else has it.
        model.metadata?[known].buffer = entry.buffer
      } else {
        model.metadata = (model.metadata ?? []) + [entry]
      }
      model.buffers?.append(buffer)
    }
  }

  mutating func removeMetadata(_ names: [String]) throws(ToolError) {
    for name in names {
      let all = (model.metadata ?? []).map { $0.name?.string ?? "" }
      guard let index = all.firstIndex(of: name) else { throw Self.missing("--remove-metadata", all, name) }
      model.metadata?.remove(at: index)
    }
  }

  /// Takes out all metadata, packed files, the description and what refers to them.
  mutating func stripMetadata() {
    model.metadata = nil
    model.metadataBuffer = nil
    model.description = nil
    packedFiles = []
    model.subgraphs.changeEach { subgraph in
      subgraph.debugMetadataIndex = -1
      subgraph.operators.changeEach { $0.debugMetadataIndex = -1 }
    }
  }

  /// Packs files under their names without folders; a file of that name is replaced.
  mutating func pack(_ paths: [String]) throws(ToolError) {
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let bytes = try MappedFile.copy(of: path)
      if let known = packedFiles.firstIndex(where: { $0.name == name }) {
        packedFiles[known].bytes = bytes
      } else {
        packedFiles.append((name, bytes))
      }
    }
  }

  mutating func removePacked(_ names: [String]) throws(ToolError) {
    for name in names {
      guard let index = packedFiles.firstIndex(where: { $0.name == name }) else {
        throw Self.missing("--remove-packed", packedFiles.map { $0.name }, name)
      }
      packedFiles.remove(at: index)
    }
  }

  /// Writes all metadata buffers and packed files into a folder, which is made when it is not there.
  /// - Returns: The paths written.
  func unpack(into folder: String) throws -> [String] {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ToolError(.cannotWrite, "\(folder): cannot be made: \(error.localizedDescription)")
    }
    var files: [(String, [UInt8])] = (model.metadata ?? []).map { entry in
      let buffer = model.buffers.flatMap { $0.indices.contains(Int(entry.buffer)) ? $0[Int(entry.buffer)] : nil }
      return (entry.name?.string ?? "", buffer?.data?.array ?? [])
    }
    files += packedFiles.map { ($0.name, $0.bytes) }
    var taken: Set<String> = []
    return try files.map { name, bytes in
      // Names come from the file: none leads out of the folder.
      var name = String(name.map { $0 == "/" || $0 == "\\" || $0 == "\0" ? "_" : $0 })
      if name.isEmpty || name == "." || name == ".." { name = "_" + name }
      while !taken.insert(name).inserted { name += "_" }
      let path = folder + "/" + name
      try OutputFile.write(bytes, to: path)
      return path
    }
  }

  private static func missing(_ option: String, _ names: [String], _ found: String) -> ToolError {
    ToolError(
      .invalidData, option,
      expected: names.isEmpty ? "a model that has some" : names.map { "'\($0)'" }.joined(separator: " or "),
      found: "'\(found)'")
  }
}
