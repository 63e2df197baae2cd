/// One loop over a tensor that a reduction reads, outermost first.
struct ReductionLoop {
  var extent: Int
  /// The loop runs over elements that fold into one; otherwise every step has an output of its own.
  var isReduced: Bool
  /// Elements from one step to the next.
  var inputStride = 1
  /// 0 for a reduced loop.
  var outputStride = 0
}

/// How a reduction walks its input: extents of one dropped, neighboring axes of the same kind merged, so that loops
/// alternate between kept and reduced and the innermost one is contiguous.
struct ReductionPlan {
  private(set) var loops: [ReductionLoop]
  let outputShape: Shape
  /// The elements that fold into one output.
  let reducedCount: Int
  /// Every axis of the input is reduced; true for scalars.
  let coversAllAxes: Bool
  let isEmpty: Bool

  /// - Parameter axes: may repeat and may count from the end. A scalar has none and ignores them.
  /// - Throws: `invalidOperator` for an axis outside the rank.
  init(
    _ shape: Shape, axes: UnsafeBufferPointer<Int32>, keepsDimensions: Bool, _ node: OperatorNode
  ) throws(RuntimeError) {
    let rank = shape.rank
    var isReduced = [Bool](repeating: false, count: rank)
    if rank > 0 {
      for axis in axes {
        let index = Int(axis) < 0 ? Int(axis) + rank : Int(axis)
        guard index >= 0, index < rank else {
          throw node.error(
            .invalidOperator, "axis outside the input's rank", expected: "\(-rank)..<\(rank)", actual: "\(axis)")
        }
        isReduced[index] = true
      }
    }
    var outputDimensions: [Int] = []
    var loops: [ReductionLoop] = []
    var reducedCount = 1
    for axis in 0..<rank {
      let extent = shape[axis]
      if isReduced[axis] { reducedCount &*= extent }
      if !isReduced[axis] { outputDimensions.append(extent) } else if keepsDimensions { outputDimensions.append(1) }
      if extent == 1 { continue }
      if let last = loops.last, last.isReduced == isReduced[axis] {
        loops[loops.count - 1].extent &*= extent
      } else {
        loops.append(ReductionLoop(extent: extent, isReduced: isReduced[axis]))
      }
    }
    if loops.isEmpty { loops.append(ReductionLoop(extent: 1, isReduced: true)) }
    var inputStride = 1
    var outputStride = 1
    for index in loops.indices.reversed() {
      loops[index].inputStride = inputStride
      inputStride &*= loops[index].extent
      if !loops[index].isReduced {
        loops[index].outputStride = outputStride
        outputStride &*= loops[index].extent
      }
    }
    self.loops = loops
    self.reducedCount = reducedCount
    outputShape = Shape(outputDimensions)
    coversAllAxes = isReduced.allSatisfy { $0 }
    isEmpty = shape.dimensions.contains(0)
  }
}
