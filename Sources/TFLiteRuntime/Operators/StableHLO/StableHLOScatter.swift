import TFLiteSchema

/// STABLEHLO_SCATTER: the input with the elements of update windows combined into it at start indices. Elements that
/// would lie outside are left out.
final class StableHLOScatter {
  private let options: Schema.StablehloScatterOptions?

  private var plan: Plan?

  private struct Plan {
    let function: RegionFunction
    let vectors: IndexVectors
    let startMap: [Int]
    /// The axes of the updates that number the windows, and those of a window with the input axis each belongs to.
    let batchAxes: [Int]
    let windowAxes: [(update: Int, input: Int)]
    let outputStrides: [Int]
    let updateStrides: [Int]
  }

  init(_ node: OperatorNode) { options = node.options2.stablehloScatterOptions }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
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
    let function = try context.regionFunction(Int(options.updateComputationSubgraphIndex))
    switch function {
    case .logicalAnd, .logicalOr: throw context.node.error(.unsupported, "the region's operator is not supported")
    default: break
    }
    guard let vectors = IndexVectors(indices, axis: Int(truncatingIfNeeded: options.indexVectorDim)) else {
      throw context.error("axis of the index vectors out of range", indices, actual: "\(options.indexVectorDim)")
    }
    let startMap = try context.distinctAxes(options.scatterDimsToOperandDims, rank: input.rank, "scatter axes")
    if startMap.count != vectors.length {
      throw context.error(
        "wrong length of the index vectors", indices, expected: "\(startMap.count)", actual: "\(vectors.length)")
    }
    let inserted = try context.distinctAxes(options.insertedWindowDims, rank: input.rank, "inserted axes")
    let kept = (0..<input.rank).filter { !inserted.contains($0) }
    let window = try context.distinctAxes(options.updateWindowDims, rank: updates.rank, "window axes").sorted()
    let batchAxes = (0..<updates.rank).filter { !window.contains($0) }
    let expected = batchAxes.map { updates.shape[$0] }
    if window.count != kept.count || expected != vectors.batchShape.dimensions {
      throw context.error(
        "the updates do not fit the indices", updates, expected: "windows of rank \(kept.count), \(vectors.batchShape)",
        actual: "windows of rank \(window.count), \(Shape(expected))")
    }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    plan = Plan(
      function: function, vectors: vectors, startMap: startMap, batchAxes: batchAxes,
      windowAxes: zip(window, kept).map { ($0, $1) }, outputStrides: input.shape.strides,
      updateStrides: updates.shape.strides)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let input = context.input(0)
    let output = context.output(0)
    if output.data != input.data { output.data.copyMemory(from: input.data, byteCount: input.byteCount) }
    if context.input(2).elementCount == 0 || output.elementCount == 0 { return }
    switch input.type {
    case .float16: run(plan, context, StoredHalf.self)
    case .float64: run(plan, context, Double.self)
    case .int8: run(plan, context, Int8.self)
    case .int16: run(plan, context, Int16.self)
    case .int32: run(plan, context, Int32.self)
    case .int64: run(plan, context, Int64.self)
    case .uint8: run(plan, context, UInt8.self)
    case .uint16: run(plan, context, UInt16.self)
    case .uint32: run(plan, context, UInt32.self)
    case .uint64: run(plan, context, UInt64.self)
    case .bool: run(plan, context, StoredBool.self)
    default: run(plan, context, Float.self)
    }
  }

  private func run<Element: RegionElement>(_ plan: Plan, _ context: ExecuteContext, _ type: Element.Type) {
    let (vectors, windowAxes, function) = (plan.vectors, plan.windowAxes, plan.function)
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
        for (position, axis) in plan.startMap.enumerated() { starts[axis] = vectors.index(indices, batch, position) }
        let base = vectors.offset(batch, axes: plan.batchAxes, strides: plan.updateStrides)
        for element in 0..<windowCount {
          var rest = element
          var from = base
          var to = 0
          var isInside = true
          for axis in (0..<windowAxes.count).reversed() {
            let (update, target) = windowAxes[axis]
            let step = rest % updates.shape[update]
            rest /= updates.shape[update]
            from &+= step &* plan.updateStrides[update]
            let index = starts[target] &+ step
            isInside = isInside && index >= 0 && index < output.shape[target]
            to &+= step &* plan.outputStrides[target]
          }
          for axis in 0..<output.rank {
            isInside = isInside && starts[axis] >= 0 && starts[axis] < output.shape[axis]
            to &+= starts[axis] &* plan.outputStrides[axis]
          }
          if isInside { destination[to] = Element.apply(function, destination[to], source[from]) }
        }
      }
    }
  }
}
