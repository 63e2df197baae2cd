extension ModelVerifier {
  /// Which tensor, for messages.
  struct Place {
    let subgraph: Int
    let tensor: Int

    func name(_ tensor: Schema.Tensor) -> String {
      let number = "subgraph \(subgraph), tensor \(self.tensor)"
      guard let name = tensor.name else { return number }
      return "\(number) \"\(BoundedText.of(name.string))\""
    }
  }

  mutating func tensor(
    _ tensor: Schema.Tensor, _ place: Place, in subgraph: Schema.SubGraph
  ) throws(VerificationError) {
    guard Schema.TensorType.schemaName(of: tensor.type.rawValue) != nil else {
      throw error("\(place.name(tensor)): unknown element type \(tensor.type.rawValue)", at: tensor.table)
    }
    let elements = try elementCount(of: tensor, place)
    guard tensor.buffer == 0 || UInt64(tensor.buffer) < UInt64(model.buffers.count) else {
      throw error("\(place.name(tensor)): buffer \(tensor.buffer) of \(model.buffers.count)", at: tensor.table)
    }
    if tensor.externalBuffer != 0 {
      try spend(model.externalBuffers.count, at: tensor.table)
      guard model.externalBuffers.contains(where: { $0.id == tensor.externalBuffer }) else {
        throw error("\(place.name(tensor)): external buffer \(tensor.externalBuffer) is not listed", at: tensor.table)
      }
    }
    if let quantization = tensor.quantization {
      try self.quantization(quantization, of: tensor, place, tensors: subgraph.tensors.count)
    }
    if let contents = model.constant(of: tensor, in: bytes) {
      try constant(contents, elements: elements, of: tensor, place)
    }
  }

  // MARK: Shapes

  /// The product of the dimensions, whose bytes can be counted too.
  private mutating func elementCount(
    of tensor: Schema.Tensor, _ place: Place
  ) throws(VerificationError) -> Int {
    let shape = tensor.shape
    guard shape.count <= limits.maxRank else {
      throw error(
        "\(place.name(tensor)): \(shape.count) dimensions, more than the limit of \(limits.maxRank)", at: tensor.table)
    }
    try spend(shape.count, at: tensor.table)
    var elements = 1
    for dimension in shape.indices {
      let size = shape[dimension]
      guard size >= 0 else {
        throw error("\(place.name(tensor)): dimension \(dimension) of its shape is \(size)", at: tensor.table)
      }
      let (product, overflow) = elements.multipliedReportingOverflow(by: Int(size))
      guard !overflow else {
        throw error("\(place.name(tensor)): the number of elements of shape \(text(shape)) overflows", at: tensor.table)
      }
      elements = product
    }
    guard tensor.type.bitWidth == nil || tensor.type.byteCount(elements: elements) != nil else {
      throw error("\(place.name(tensor)): the number of bytes of shape \(text(shape)) overflows", at: tensor.table)
    }
    return elements
  }

  private func text(_ shape: FlatBufferVector<Int32>) -> String {
    var text = "["
    for dimension in shape.indices {
      text += dimension == 0 ? "\(shape[dimension])" : ", \(shape[dimension])"
    }
    return BoundedText.of(text + "]")
  }

  // MARK: Constants

  private mutating func constant(
    _ contents: UnsafeRawBufferPointer, elements: Int, of tensor: Schema.Tensor, _ place: Place
  ) throws(VerificationError) {
    guard !tensor.isVariable else {
      throw error("\(place.name(tensor)): it is both a variable and a constant", at: tensor.table)
    }
    if let sparsity = tensor.sparsity {
      try sparse(sparsity, contents, of: tensor, place)
    } else if tensor.type == .string {
      try strings(contents, elements: elements, of: tensor, place)
    } else if let needed = tensor.type.byteCount(elements: elements), contents.count < needed {
      throw error(
        "\(place.name(tensor)): constant of \(contents.count) bytes in buffer \(tensor.buffer), expected \(needed) for "
          + "\(tensor.type.name)\(text(tensor.shape))",
        at: tensor.table)
    }
  }

  /// Strings are stored as a count, one offset more than strings, and the characters; all offsets count from the
  /// beginning.
  private mutating func strings(
    _ contents: UnsafeRawBufferPointer, elements: Int, of tensor: Schema.Tensor, _ place: Place
  ) throws(VerificationError) {
    func word(_ index: Int) -> Int32 {
      Int32(littleEndian: contents.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self))
    }
    guard contents.count >= 4 else {
      throw error("\(place.name(tensor)): string constant of \(contents.count) bytes has no count", at: tensor.table)
    }
    let count = Int(word(0))
    guard count >= elements else {
      throw error(
        "\(place.name(tensor)): constant of \(count) strings, expected \(elements) for shape \(text(tensor.shape))",
        at: tensor.table)
    }
    guard count > 0 else { return }
    guard count <= contents.count / 4 - 2 else {
      throw error(
        "\(place.name(tensor)): constant of \(contents.count) bytes is too short for the offsets of \(count) strings",
        at: tensor.table)
    }
    try spend(count, at: tensor.table)
    var last = 4 * (count + 2)
    for index in 0...count {
      let offset = Int(word(1 + index))
      guard offset >= last, offset <= contents.count else {
        throw error(
          "\(place.name(tensor)): string \(index) at byte \(offset) of the constant, expected \(last)...\(contents.count)",
          at: tensor.table)
      }
      last = offset
    }
  }
}
