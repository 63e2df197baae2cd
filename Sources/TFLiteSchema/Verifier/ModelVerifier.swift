/// Checks what a well-formed flatbuffer must hold to be a model: indices in range, shapes that can be counted, constants
/// as long as their shapes ask for.
///
/// Nothing that the reference accepts and can run is refused; what the reference leaves to crash later is refused here.
struct ModelVerifier {
  let bytes: UnsafeRawBufferPointer
  let model: Schema.Model
  let limits: VerifierLimits

  /// Entries that may still be looked at.
  private var entriesLeft: Int

  init(bytes: UnsafeRawBufferPointer, model: Schema.Model, limits: VerifierLimits) {
    self.bytes = bytes
    self.model = model
    self.limits = limits
    entriesLeft = limits.maxEntries
  }

  mutating func verify() throws(VerificationError) {
    guard model.version == 3 else {
      throw error("model: expected format version 3, found \(model.version)", at: model.table)
    }
    try operatorCodes()
    try buffers()
    guard !model.subgraphs.isEmpty else {
      throw error("model: expected at least one subgraph, found none", at: model.table)
    }
    try limit(model.subgraphs.count, limits.maxSubgraphs, "subgraphs", of: "model", at: model.table)
    for index in model.subgraphs.indices {
      try subgraph(model.subgraphs[index], index)
    }
    try signatures()
    try metadata()
    try callGraph()
  }

  // MARK: Model

  private func operatorCodes() throws(VerificationError) {
    for index in model.operatorCodes.indices {
      let entry = model.operatorCodes[index]
      let code = entry.resolvedCode
      guard code.rawValue >= 0 else {
        throw error("operator code \(index): expected a code from 0, found \(code.rawValue)", at: entry.table)
      }
      guard code != .custom || entry.customCode != nil else {
        throw error("operator code \(index): a CUSTOM operator has no name", at: entry.table)
      }
    }
  }

  private func buffers() throws(VerificationError) {
    for index in model.buffers.indices {
      let buffer = model.buffers[index]
      guard !buffer.hasData else { continue }
      try part("buffer \(index)", offset: buffer.offset, size: buffer.size, of: buffer.table)
    }
    for index in model.externalBuffers.indices {
      let buffer = model.externalBuffers[index]
      try range(
        UInt64(buffer.group), model.externalBufferGroups.count, "external buffer groups",
        of: "external buffer \(index)", at: buffer.table)
    }
  }

  private mutating func signatures() throws(VerificationError) {
    for index in model.signatureDefs.indices {
      let signature = model.signatureDefs[index]
      guard let key = signature.signatureKey else {
        throw error("signature \(index): it has no name", at: signature.table)
      }
      let number = UInt64(signature.subgraphIndex)
      let name = BoundedText.of(key.string)
      guard number < UInt64(model.subgraphs.count) else {
        throw error(
          "signature \"\(name)\": subgraph \(number) of \(model.subgraphs.count)", at: signature.table)
      }
      let tensors = model.subgraphs[Int(number)].tensors.count
      try spend(signature.inputs.count + signature.outputs.count, at: signature.table)
      for entry in signature.inputs {
        try range(UInt64(entry.tensorIndex), tensors, "tensors", of: "input of signature \"\(name)\"", at: entry.table)
      }
      for entry in signature.outputs {
        try range(UInt64(entry.tensorIndex), tensors, "tensors", of: "output of signature \"\(name)\"", at: entry.table)
      }
    }
  }

  private func metadata() throws(VerificationError) {
    for index in model.metadata.indices {
      let entry = model.metadata[index]
      try range(UInt64(entry.buffer), model.buffers.count, "buffers", of: "metadata \(index)", at: entry.table)
    }
  }

  // MARK: Subgraphs

  private mutating func subgraph(_ subgraph: Schema.SubGraph, _ index: Int) throws(VerificationError) {
    let name = "subgraph \(index)"
    try limit(subgraph.tensors.count, limits.maxTensors, "tensors", of: name, at: subgraph.table)
    try limit(subgraph.operators.count, limits.maxOperators, "operators", of: name, at: subgraph.table)
    for tensor in subgraph.tensors.indices {
      try self.tensor(subgraph.tensors[tensor], Place(subgraph: index, tensor: tensor), in: subgraph)
    }
    let tensors = subgraph.tensors.count
    try tensorIndices(subgraph.inputs, from: 0, tensors, Use(subgraph: index, role: "inputs"), at: subgraph.table)
    try tensorIndices(subgraph.outputs, from: 0, tensors, Use(subgraph: index, role: "outputs"), at: subgraph.table)
    for number in subgraph.operators.indices {
      try self.operator(subgraph.operators[number], number, inSubgraph: index, tensors: tensors)
    }
  }

  private mutating func `operator`(
    _ entry: Schema.Operator, _ index: Int, inSubgraph subgraph: Int, tensors: Int
  ) throws(VerificationError) {
    let use = Use(subgraph: subgraph, operator: index, role: "inputs")
    guard UInt64(entry.opcodeIndex) < UInt64(model.operatorCodes.count) else {
      throw error(
        "\(use.owner): operator code \(entry.opcodeIndex) of \(model.operatorCodes.count)", at: entry.table)
    }
    try tensorIndices(entry.inputs, from: -1, tensors, use, at: entry.table)
    try tensorIndices(entry.outputs, from: 0, tensors, use.with(role: "outputs"), at: entry.table)
    try tensorIndices(entry.intermediates, from: -1, tensors, use.with(role: "intermediates"), at: entry.table)
    if !entry.hasCustomOptions && entry.largeCustomOptionsOffset > 1 {
      try part(
        "\(use.owner): custom options", offset: entry.largeCustomOptionsOffset, size: entry.largeCustomOptionsSize,
        of: entry.table)
    }
  }

  /// Who refers to tensors, for messages.
  struct Use {
    var subgraph: Int
    var `operator`: Int?
    var role: StaticString

    var owner: String {
      if let `operator` { "subgraph \(subgraph), operator \(`operator`)" } else { "subgraph \(subgraph)" }
    }

    func with(role: StaticString) -> Use {
      Use(subgraph: subgraph, operator: self.operator, role: role)
    }
  }

  private mutating func tensorIndices(
    _ indices: FlatBufferVector<Int32>, from lowest: Int32, _ tensors: Int, _ use: Use, at table: FlatBufferTable
  ) throws(VerificationError) {
    try spend(indices.count, at: table)
    for position in indices.indices {
      let index = indices[position]
      guard index >= lowest, Int(index) < tensors else {
        throw error(
          "\(use.owner): tensor \(index) in entry \(position) of its \(use.role), expected \(lowest)..<\(tensors)",
          at: table)
      }
    }
  }

  // MARK: Checks in common

  /// An error at a table.
  func error(_ message: String, at table: FlatBufferTable) -> VerificationError {
    let base = bytes.baseAddress.map { table.pointer - $0 }
    return VerificationError(message, at: base ?? 0)
  }

  /// Takes from the budget of entries.
  mutating func spend(_ entries: Int, at table: FlatBufferTable) throws(VerificationError) {
    guard entries <= entriesLeft else {
      throw error("model: more entries in lists than the limit of \(limits.maxEntries)", at: table)
    }
    entriesLeft -= entries
  }

  private func limit(
    _ count: Int, _ most: Int, _ things: StaticString, of owner: String, at table: FlatBufferTable
  ) throws(VerificationError) {
    guard count <= most else {
      throw error("\(owner): \(count) \(things), more than the limit of \(most)", at: table)
    }
  }

  private func range(
    _ index: UInt64, _ count: Int, _ things: StaticString, of owner: @autoclosure () -> String,
    at table: FlatBufferTable
  ) throws(VerificationError) {
    guard index < UInt64(count) else {
      throw error("\(owner()): index \(index) of \(count) \(things)", at: table)
    }
  }

  /// Checks a part of the file outside the flatbuffer. Offsets up to 1 mean that there is none.
  private func part(
    _ owner: @autoclosure () -> String, offset: UInt64, size: UInt64, of table: FlatBufferTable
  ) throws(VerificationError) {
    let count = UInt64(bytes.count)
    guard offset <= 1 || (offset <= count && size <= count - offset) else {
      throw error(
        "\(owner()): \(size) bytes from byte \(offset) run past the end of the \(count)-byte file", at: table)
    }
  }
}
