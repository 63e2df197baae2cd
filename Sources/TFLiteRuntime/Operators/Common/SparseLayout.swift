import TFLiteSchema

/// How the elements of a sparse constant lie in its buffer, read once from the file and checked.
///
/// The levels are the tensor's axes, outermost in storage first, those of the blocks last. A dense level holds every
/// index; a compressed one holds, for each element of the level above, the run `segments[e]..<segments[e + 1]` of
/// `indices`.
struct SparseLayout {
  private struct Level {
    /// The tensor axis that the level's index moves along.
    var axis: Int
    /// What a step of one index means on that axis: the block's extent for the outer part of a blocked axis.
    var step: Int
    /// Indices that a dense level has; 0 for a compressed one.
    var extent: Int
    var segments: Schema.SparseIndices?
    var indices: Schema.SparseIndices?
  }

  private let levels: [Level]
  private let shape: Shape
  private let strides: [Int]

  /// - Throws: `invalidModel` when the parameters do not describe a tensor of this shape.
  init(_ parameters: Schema.SparsityParameters, _ tensor: TensorDescription) throws(RuntimeError) {
    let shape = tensor.shape
    let order = parameters.traversalOrder.map { Int($0) }
    let blockMap = parameters.blockMap.map { Int($0) }
    let count = shape.rank + blockMap.count
    guard order.count == count, parameters.dimMetadata.count == count, Set(order) == Set(0..<count),
      blockMap.allSatisfy({ (0..<shape.rank).contains($0) }), Set(blockMap).count == blockMap.count
    else {
      throw RuntimeError(
        .invalidModel, "the sparsity parameters do not fit the shape", tensor: tensor.label,
        expected: "\(count) levels for \(shape)",
        actual: "\(order.count) traversed, \(parameters.dimMetadata.count) described")
    }
    var blockExtents = [Int](repeating: 1, count: shape.rank)
    for (level, metadata) in parameters.dimMetadata.enumerated() where order[level] >= shape.rank {
      blockExtents[blockMap[order[level] - shape.rank]] = Int(metadata.denseSize)
    }
    var levels: [Level] = []
    for (level, metadata) in parameters.dimMetadata.enumerated() {
      let isBlock = order[level] >= shape.rank
      let axis = isBlock ? blockMap[order[level] - shape.rank] : order[level]
      var entry = Level(axis: axis, step: isBlock ? 1 : blockExtents[axis], extent: 0)
      if metadata.format == .dense {
        entry.extent = Int(metadata.denseSize)
        guard entry.extent > 0 else {
          throw RuntimeError(.invalidModel, "a dense level of no extent", tensor: tensor.label)
        }
      } else {
        guard metadata.format == .sparseCsr, !isBlock, let segments = metadata.segments,
          let indices = metadata.indices
        else {
          throw RuntimeError(
            .invalidModel, "a level of the sparse tensor has no segments or indices", tensor: tensor.label)
        }
        entry.segments = segments
        entry.indices = indices
      }
      levels.append(entry)
    }
    self.levels = levels
    self.shape = shape
    var strides = [Int](repeating: 1, count: shape.rank)
    for axis in stride(from: shape.rank - 2, through: 0, by: -1) {
      strides[axis] = strides[axis + 1] &* shape[axis + 1]
    }
    self.strides = strides
  }

  /// The dense content of a sparse constant of `byteCount` dense bytes.
  /// - Throws: `invalidModel` when the layout leaves the tensor or its buffer, `unsupported` for elements narrower than a
  ///   byte, `outOfMemory` when the account refuses.
  static func expand(
    _ tensor: TensorDescription, _ parameters: Schema.SparsityParameters, _ account: MemoryAccount
  ) throws(RuntimeError) -> AlignedMemory {
    guard let stored = tensor.constant, let width = tensor.type.bitWidth, width >= 8 else {
      throw RuntimeError(.unsupported, "sparse tensors of this type", tensor: tensor.label, actual: tensor.type.name)
    }
    guard let count = tensor.shape.checkedElementCount, let bytes = tensor.type.byteCount(ofElements: count) else {
      throw RuntimeError(.invalidModel, "impossible shape", tensor: tensor.label, actual: "\(tensor.shape)")
    }
    let layout = try SparseLayout(parameters, tensor)
    let memory = try AlignedMemory(bytes, for: ConstantStore.purpose, account, holder: .model)
    let size = width / 8
    let available = stored.count / size
    var needed = 0
    let isValid = layout.forEachElement { number, offset in
      needed = number + 1
      if number < available, let base = stored.baseAddress {
        (memory.base + offset &* size).copyMemory(from: base + number &* size, byteCount: size)
      }
    }
    if !isValid || needed > available {
      throw RuntimeError(
        .invalidModel, "the sparse tensor does not fit its shape", tensor: tensor.label,
        expected: "\(needed) elements within \(tensor.shape)", actual: "\(available) stored")
    }
    return memory
  }

  /// Calls `place` with the number of each stored element, from 0 on, and its place in the dense tensor.
  /// - Returns: false when an index leaves the tensor or a run leaves its level.
  func forEachElement(_ place: (Int, Int) -> Void) -> Bool {
    var stored = 0
    var position = [Int](repeating: 0, count: shape.rank)
    return visit(0, 0, &stored, &position, place)
  }

  private func visit(
    _ number: Int, _ parent: Int, _ stored: inout Int, _ position: inout [Int], _ place: (Int, Int) -> Void
  ) -> Bool {
    if number == levels.count {
      var offset = 0
      for axis in 0..<shape.rank {
        if position[axis] >= shape[axis] { return false }
        offset &+= position[axis] &* strides[axis]
      }
      place(stored, offset)
      stored += 1
      return true
    }
    let level = levels[number]
    let before = position[level.axis]
    defer { position[level.axis] = before }
    if level.extent > 0 {
      for index in 0..<level.extent {
        let (own, overflow) = index.multipliedReportingOverflow(by: level.step)
        // Past the end every further index would be too.
        if overflow || before + own >= shape[level.axis] { return false }
        position[level.axis] = before + own
        let (element, tooMany) = parent.multipliedReportingOverflow(by: level.extent)
        if tooMany || !visit(number + 1, element &+ index, &stored, &position, place) { return false }
      }
      return true
    }
    guard let segments = level.segments, let indices = level.indices, parent + 1 < segments.count else { return false }
    let start = segments[parent]
    let end = segments[parent + 1]
    guard start >= 0, start <= end, end <= indices.count else { return false }
    for run in start..<end {
      let (own, overflow) = indices[run].multipliedReportingOverflow(by: level.step)
      if overflow || own < 0 || before + own >= shape[level.axis] { return false }
      position[level.axis] = before + own
      if !visit(number + 1, run, &stored, &position, place) { return false }
    }
    return true
  }
}
