import TFLiteSchema

/// STABLEHLO_SCATTER: the input with the elements of update windows combined into it at start indices. Elements that
/// would lie outside are left out.
final class StableHLOScatter: Operator {
  private let options: Schema.StablehloScatterOptions?

  private var function = RegionFunction.second
  private var vectors: IndexVectors?
  private var startMap: [Int] = []
  /// The axes of the updates that number the windows, and those of a window with the input axis each belongs to.
  private var batchAxes: [Int] = []
  private var windowAxes: [(update: Int, input: Int)] = []
  private var outputStrides: [Int] = []
  private var updateStrides: [Int] = []

  init(_ node: OperatorNode) { options = node.options2(Schema.StablehloScatterOptions.self) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 1)
    guard let options else { throw context.error("the options are missing") }
    let input = try context.input(0)
    let indices = try context.input(1)
    let updates = try context.input(2)
    try context.expect(
      input, .float16, .float32, .float64, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .bool)
    try context.expectSameType(context.output(0), input)
    try context.expectSameType(updates, input)
    try context.expect(indices, .int32, .int64)
    function = try context.regionFunction(Int(options.updateComputationSubgraphIndex))
    switch function {
    case .logicalAnd, .logicalOr: throw context.node.error(.unsupported, "the region's operator is not supported")
    default: break
    }
    guard let vectors = IndexVectors(indices, axis: Int(truncatingIfNeeded: options.indexVectorDim)) else {
      throw context.error("axis of the index vectors out of range", indices, actual: "\(options.indexVectorDim)")
    }
    self.vectors = vectors
    startMap = try context.distinctAxes(options.scatterDimsToOperandDims, rank: input.rank, "scatter axes")
    if startMap.count != vectors.length {
      throw context.error(
        "wrong length of the index vectors", indices, expected: "\(startMap.count)", actual: "\(vectors.length)")
    }
    let inserted = try context.distinctAxes(options.insertedWindowDims, rank: input.rank, "inserted axes")
    let kept = (0..<input.rank).filter { !inserted.contains($0) }
    let window = try context.distinctAxes(options.updateWindowDims, rank: updates.rank, "window axes").sorted()
    batchAxes = (0..<updates.rank).filter { !window.contains($0) }
    let expected = batchAxes.map { updates.shape[$0] }
    if window.count != kept.count || expected != vectors.batchShape.dimensions {
      throw context.error(
        "the updates do not fit the indices", updates, expected: "windows of rank \(kept.count), \(vectors.batchShape)",
        actual: "windows of rank \(window.count), \(Shape(expected))")
    }
    windowAxes = zip(window, kept).map { ($0, $1) }
    outputStrides = input.shape.strides
    updateStrides = updates.shape.strides
    try context.setShape(input.shape, ofOutput: 0)
    context.allowSharing(output: 0, input: 0)
  }

  func execute(_ context: ExecuteContext) {
    let input = context.input(0)
    let output = context.output(0)
    if output.data != input.data { output.data.copyMemory(from: input.data, byteCount: input.byteCount) }
    if context.input(2).elementCount == 0 || output.elementCount == 0 { return }
    switch input.type {
    case .float16: run(context, StoredHalf.self)
    case .float64: run(context, Double.self)
    case .int8: run(context, Int8.self)
    case .int16: run(context, Int16.self)
    case .int32: run(context, Int32.self)
    case .int64: run(context, Int64.self)
    case .uint8: run(context, UInt8.self)
    case .uint16: run(context, UInt16.self)
    case .uint32: run(context, UInt32.self)
    case .uint64: run(context, UInt64.self)
    case .bool: run(context, StoredBool.self)
    default: run(context, Float.self)
    }
  }

  private func run<Element: RegionElement>(_ context: ExecuteContext, _ type: Element.Type) {
    guard let vectors else { return }
    let indices = context.input(1)
    let updates = context.input(2)
    let output = context.output(0)
    let source = updates.pointer(as: type)
    let destination = output.mutablePointer(as: type)
    var windowCount = 1
    for axis in windowAxes { windowCount &*= updates.shape[axis.update] }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: output.rank + 1) { starts in
      for batch in 0..<vectors.count {
        for axis in 0..<output.rank { starts[axis] = 0 }
        for (position, axis) in startMap.enumerated() { starts[axis] = vectors.index(indices, batch, position) }
        let base = vectors.offset(batch, axes: batchAxes, strides: updateStrides)
        for element in 0..<windowCount {
          var rest = element
          var from = base
          var to = 0
          var isInside = true
          for axis in (0..<windowAxes.count).reversed() {
            let (update, target) = windowAxes[axis]
            let step = rest % updates.shape[update]
            rest /= updates.shape[update]
            from &+= step &* updateStrides[update]
            let index = starts[target] &+ step
            isInside = isInside && index >= 0 && index < output.shape[target]
            to &+= step &* outputStrides[target]
          }
          for axis in 0..<output.rank {
            isInside = isInside && starts[axis] >= 0 && starts[axis] < output.shape[axis]
            to &+= starts[axis] &* outputStrides[axis]
          }
          if isInside { destination[to] = Element.apply(function, destination[to], source[from]) }
        }
      }
    }
  }
}
