/// GATHER_ND: slices of the input, each chosen by a vector of indices into its leading axes.
final class GatherND {
  private var coordinates: SliceCoordinates?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    coordinates = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let indices = try context.input(1)
    try context.expect(input, oneOf: ElementType.wholeBytesAndStrings)
    try context.expectSameType(context.output(0), input)
    try context.expect(indices, .int32, .int64, .int16)
    try context.expectRank(input, 1...Int.max)
    try context.expectRank(indices, 1...Int.max)
    let depth = indices.shape.innermost
    if depth > input.rank {
      throw context.error("too many indices for a slice", indices, expected: "0...\(input.rank)", actual: "\(depth)")
    }
    try context.setShape(
      Shape(Array(indices.shape.dimensions.dropLast()) + input.shape.dimensions[depth...]), ofOutput: 0)
    coordinates = SliceCoordinates(input.shape, depth: depth)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let coordinates else { throw context.unprepared }
    let input = context.input(0)
    let indices = context.input(1)
    let count = indices.shape.product(0..<indices.rank - 1)
    if input.type == .string {
      let run = coordinates.sliceCount
      return try context.chooseStrings(count &* run, of: input, output: 0, shape: context.output(0).shape) {
        (numbers) throws(RuntimeError) in
        try coordinates.forEachOffset(indices, count, context) { slice, start in
          for element in 0..<run { numbers[slice &* run &+ element] = Int32(truncatingIfNeeded: start &+ element) }
        }
      }
    }
    let width = input.type.elementByteCount
    let run = coordinates.sliceCount &* width
    let output = context.output(0)
    if output.byteCount == 0 { return }
    try coordinates.forEachOffset(indices, count, context) { slice, start in
      copyRun(output.data + slice &* run, input.data + start &* width, run)
    }
  }
}

/// Vectors of indices that name slices of a tensor by its leading axes.
struct SliceCoordinates {
  private var extents: [Int] = []
  private var strides: [Int] = []
  /// The elements of a slice.
  private(set) var sliceCount = 0

  init() {}

  /// - Parameter depth: the length of an index vector, at most the rank.
  init(_ shape: Shape, depth: Int) {
    extents = Array(shape.dimensions[..<depth])
    strides = Array(shape.strides[..<depth])
    sliceCount = shape.product(depth..<shape.rank)
  }

  /// The first element of the slice that vector `number` of `indices` names.
  /// - Parameter vectorLength: the distance between vectors, when they are longer than the part that counts.
  /// - Throws: `invalidData` when an index is out of range.
  func offset(
    _ indices: RuntimeTensor, _ number: Int, _ context: ExecuteContext, vectorLength: Int? = nil
  ) throws(RuntimeError) -> Int {
    let start = number &* (vectorLength ?? extents.count)
    var offset = 0
    for axis in 0..<extents.count {
      let index = indices.integer(start &+ axis)
      if index < 0 || index >= extents[axis] {
        throw context.error("index out of range", indices, expected: "0..<\(extents[axis])", actual: "\(index)")
      }
      offset &+= index &* strides[axis]
    }
    return offset
  }

  /// Calls `body(number, first element of the slice)` for each of the first `count` vectors of `indices`.
  /// - Throws: `invalidData` when an index is out of range.
  @inline(__always)
  func forEachOffset(
    _ indices: RuntimeTensor, _ count: Int, _ context: ExecuteContext, _ body: (Int, Int) -> Void
  ) throws(RuntimeError) {
    let done =
      switch indices.type {
      case .int32: forEachOffset(indices.pointer(as: Int32.self), count, body)
      case .int64: forEachOffset(indices.pointer(as: Int64.self), count, body)
      default: forEachOffset(indices.pointer(as: Int16.self), count, body)
      }
    // Says what is wrong with the first vector that is.
    if done < count { _ = try offset(indices, done, context) }
  }

  /// The same, up to the first vector that is out of range, whose number is returned; `count` when there is none.
  @inline(__always)
  private func forEachOffset<Index: FixedWidthInteger>(
    _ indices: UnsafePointer<Index>, _ count: Int, _ body: (Int, Int) -> Void
  ) -> Int {
    extents.withUnsafeBufferPointer { extents in
      strides.withUnsafeBufferPointer { strides in
        var vector = indices
        for number in 0..<count {
          var offset = 0
          for axis in 0..<extents.count {
            let index = Int(truncatingIfNeeded: vector[axis])
            if UInt(bitPattern: index) >= UInt(bitPattern: extents[axis]) { return number }
            offset &+= index &* strides[axis]
          }
          body(number, offset)
          vector += extents.count
        }
        return count
      }
    }
  }
}
