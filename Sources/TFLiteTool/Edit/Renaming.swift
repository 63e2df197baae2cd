import TFLiteSchemaWriter

/// New names, each `OLD=NEW`.
extension EditedModel {
  mutating func renameTensors(_ arguments: [NamedValue], in subgraph: Int) throws(ToolError) {
    let names = (model.subgraphs?[subgraph].tensors ?? []).map { $0.name?.string ?? "" }
    for argument in arguments {
      let (number, name) = try Self.split(argument, names, "tensor", "--rename-tensor")
      model.subgraphs?[subgraph].tensors?[number].name = SchemaText(name)
    }
  }

  mutating func renameSubgraphs(_ arguments: [NamedValue]) throws(ToolError) {
    let names = (model.subgraphs ?? []).map { $0.name?.string ?? "" }
    for argument in arguments {
      let (number, name) = try Self.split(argument, names, "subgraph", "--rename-subgraph")
      model.subgraphs?[number].name = SchemaText(name)
    }
  }

  mutating func renameSignatures(_ arguments: [NamedValue]) throws(ToolError) {
    for argument in arguments {
      let keys = (model.signatureDefs ?? []).map { $0.signatureKey?.string ?? "" }
      let (number, name) = try Self.split(argument, keys, "signature", "--rename-signature")
      if keys.indices.contains(where: { $0 != number && keys[$0] == name }) {
        throw ToolError(
          .invalidData, "--rename-signature", expected: "a name that no signature has", found: "'\(name)'")
      }
      model.signatureDefs?[number].signatureKey = SchemaText(name)
    }
  }

  /// Renames what callers know inputs or outputs by: the names in signatures, in a model without them the tensors.
  /// - Parameters:
  ///   - places: the inputs or the outputs of a signature.
  ///   - key: the only signature that counts, nil for all.
  mutating func renameEntries(
    _ arguments: [NamedValue], _ places: WritableKeyPath<MutableSchema.SignatureDef, [MutableSchema.TensorMap]?>,
    _ numbers: KeyPath<MutableSchema.SubGraph, [Int32]?>, _ what: String, signature key: String?
  ) throws(ToolError) {
    if arguments.isEmpty { return }
    let signatures = (model.signatureDefs?.indices ?? 0..<0).filter {
      key == nil || model.signatureDefs?[$0].signatureKey?.string == key
    }
    if let key, signatures.isEmpty {
      let keys = (model.signatureDefs ?? []).map { "'\($0.signatureKey?.string ?? "")'" }.joined(separator: " or ")
      throw ToolError(
        .invalidData, "no such signature", expected: keys.isEmpty ? "none, as the model has none" : keys,
        found: "'\(key)'")
    }
    if signatures.isEmpty {
      let tensors = (model.subgraphs?.first?[keyPath: numbers] ?? []).map { Int($0) }
      let names = tensors.map { model.subgraphs?[0].tensors?[$0].name?.string ?? "" }
      for argument in arguments {
        let (place, name) = try Self.split(argument, names, what, "--rename-\(what)")
        model.subgraphs?[0].tensors?[tensors[place]].name = SchemaText(name)
      }
      return
    }
    for argument in arguments {
      var names: [String] = []
      for signature in signatures {
        for entry in model.signatureDefs?[signature][keyPath: places] ?? [] {
          let name = entry.name?.string ?? ""
          if !names.contains(name) { names.append(name) }
        }
      }
      let (place, new) = try Self.split(argument, names, what, "--rename-\(what)")
      for signature in signatures {
        let entries = model.signatureDefs?[signature][keyPath: places] ?? []
        guard let entry = entries.firstIndex(where: { $0.name?.string ?? "" == names[place] }) else { continue }
        if entries.indices.contains(where: { $0 != entry && entries[$0].name?.string == new }) {
          throw ToolError(
            .invalidData, "--rename-\(what)", expected: "a name that no other \(what) has", found: "'\(new)'")
        }
        model.signatureDefs?[signature][keyPath: places]?[entry].name = SchemaText(new)
      }
    }
  }

  private static func split(
    _ argument: NamedValue, _ names: [String], _ what: String, _ option: String
  ) throws(ToolError) -> (index: Int, name: String) {
    let (index, name) = try argument.split(names, what)
    guard let index, !name.isEmpty else {
      throw ToolError(.invalidData, option, expected: "OLD=NEW", found: "'\(argument.argument)'")
    }
    return (index, name)
  }
}
