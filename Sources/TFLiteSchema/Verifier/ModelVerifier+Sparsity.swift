extension ModelVerifier {
  /// Walks the levels of a sparse constant, counts its stored elements and compares them with the bytes present.
  ///
  /// Levels come in traversal order. A dense level multiplies the number of nodes by its size; a compressed level has
  /// a segment for each node above and as many nodes as indices.
  mutating func sparse(
    _ sparsity: Schema.SparsityParameters, _ contents: UnsafeRawBufferPointer, of tensor: Schema.Tensor, _ place: Place
  ) throws(VerificationError) {
    let sizes = try levelSizes(sparsity, of: tensor, place)
    var nodes = 1
    for level in sizes.indices {
      let metadata = sparsity.dimMetadata[level]
      switch metadata.format {
      case .dense:
        guard Int(metadata.denseSize) == sizes[level] else {
          throw error(
            "\(place.name(tensor)): sparse level \(level) of size \(metadata.denseSize), expected \(sizes[level])",
            at: metadata.table)
        }
        let (product, overflow) = nodes.multipliedReportingOverflow(by: sizes[level])
        guard !overflow else {
          throw error(
            "\(place.name(tensor)): the number of elements of the sparse constant overflows", at: metadata.table)
        }
        nodes = product
      case .sparseCsr:
        nodes = try compressed(metadata, level, nodes: nodes, size: sizes[level], of: tensor, place)
      default:
        throw error(
          "\(place.name(tensor)): unknown format \(metadata.format.rawValue) of sparse level \(level)",
          at: metadata.table)
      }
    }
    guard tensor.type.bitWidth != nil else { return }
    guard let needed = tensor.type.byteCount(elements: nodes), contents.count >= needed else {
      throw error(
        "\(place.name(tensor)): constant of \(contents.count) bytes in buffer \(tensor.buffer), expected \(nodes) "
          + "stored elements of \(tensor.type.name)",
        at: tensor.table)
    }
  }

  /// The size of each level: a tensor dimension without the blocks that subdivide it, or a block.
  private mutating func levelSizes(
    _ sparsity: Schema.SparsityParameters, of tensor: Schema.Tensor, _ place: Place
  ) throws(VerificationError) -> [Int] {
    let rank = tensor.shape.count
    let blocks = sparsity.blockMap.count
    let levels = sparsity.traversalOrder.count
    guard blocks <= limits.maxRank, levels == rank + blocks, sparsity.dimMetadata.count == levels else {
      throw error(
        "\(place.name(tensor)): \(levels) dimensions in traversal order and \(sparsity.dimMetadata.count) described, "
          + "expected \(rank) and \(blocks) block dimensions",
        at: sparsity.table)
    }
    try spend(3 * levels, at: sparsity.table)
    var levelOfDimension = [Int](repeating: -1, count: levels)
    for level in 0..<levels {
      let dimension = Int(sparsity.traversalOrder[level])
      guard dimension >= 0, dimension < levels, levelOfDimension[dimension] < 0,
        (dimension < rank) == (level < rank)
      else {
        throw error(
          "\(place.name(tensor)): its traversal order is no permutation of its dimensions", at: sparsity.table)
      }
      levelOfDimension[dimension] = level
    }
    var sizes = [Int](repeating: 0, count: levels)
    for dimension in 0..<rank {
      sizes[levelOfDimension[dimension]] = Int(tensor.shape[dimension])
    }
    for block in 0..<blocks {
      let target = Int(sparsity.blockMap[block])
      let level = levelOfDimension[rank + block]
      let metadata = sparsity.dimMetadata[level]
      let size = Int(metadata.denseSize)
      guard target >= 0, target < rank else {
        throw error(
          "\(place.name(tensor)): block dimension \(block) subdivides dimension \(target) of \(rank)",
          at: sparsity.table)
      }
      let subdivided = levelOfDimension[target]
      guard metadata.format == .dense, size > 0, sizes[subdivided] % size == 0 else {
        throw error(
          "\(place.name(tensor)): block dimension \(block) of size \(size) does not divide dimension \(target)",
          at: metadata.table)
      }
      sizes[subdivided] /= size
      sizes[level] = size
    }
    return sizes
  }

  /// Checks a compressed level and returns its number of nodes.
  private mutating func compressed(
    _ metadata: Schema.DimensionMetadata, _ level: Int, nodes: Int, size: Int, of tensor: Schema.Tensor, _ place: Place
  ) throws(VerificationError) -> Int {
    guard let segments = metadata.segments, let indices = metadata.indices else {
      throw error("\(place.name(tensor)): sparse level \(level) lacks segments or indices", at: metadata.table)
    }
    guard segments.count - 1 == nodes else {
      throw error(
        "\(place.name(tensor)): sparse level \(level) has \(segments.count) segment bounds for \(nodes) nodes",
        at: metadata.table)
    }
    try spend(segments.count, at: metadata.table)
    try spend(indices.count, at: metadata.table)
    var last = 0
    for position in 0..<segments.count {
      let bound = segments[position]
      guard bound >= last, bound <= indices.count, position > 0 || bound == 0 else {
        throw error("\(place.name(tensor)): bound \(bound) of a segment of sparse level \(level)", at: metadata.table)
      }
      last = bound
    }
    guard last == indices.count else {
      throw error(
        "\(place.name(tensor)): segments of sparse level \(level) end at \(last) of \(indices.count) indices",
        at: metadata.table)
    }
    for position in 0..<indices.count {
      let index = indices[position]
      guard index >= 0, index < size else {
        throw error(
          "\(place.name(tensor)): index \(index) of sparse level \(level), expected 0..<\(size)", at: metadata.table)
      }
    }
    return indices.count
  }
}
