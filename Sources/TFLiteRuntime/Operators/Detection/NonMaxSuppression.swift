import TFLiteKernels

/// NON_MAX_SUPPRESSION_V4 and V5: the indices of the best boxes that do not overlap. With a sigma above 0 (V5), boxes
/// lose score with every overlap instead of being dropped (soft suppression, Bodla et al. 2017).
///
/// Boxes are `[boxes, 4]`, two opposite corners (y, x, y, x). Outputs beyond the number selected are zero.
final class NonMaxSuppression {
  private let isSoft: Bool
  private var heap: Scratch?

  init(isSoft: Bool) { self.isSoft = isSoft }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    heap = nil
    try context.expect(inputs: isSoft ? 6 : 5, outputs: isSoft ? 3 : 2)
    let boxes = try context.input(0)
    let scores = try context.input(1)
    let limit = try context.input(2)
    try context.expect(boxes, .float32)
    try context.expectRank(boxes, 2)
    try context.expect(boxes.shape[1] == 4, "a box needs 4 numbers", boxes)
    try context.expect(scores, .float32)
    try context.expect(scores.shape == [boxes.shape[0]], "scores and boxes differ in number", scores)
    try context.expect(limit, .int32)
    try context.expectRank(limit, 0)
    for index in 3..<context.inputCount {
      try context.expect(context.input(index), .float32)
      try context.expectRank(context.input(index), 0)
    }
    try context.expect(context.output(0), .int32)
    if isSoft { try context.expect(context.output(1), .float32) }
    try context.expect(context.output(isSoft ? 2 : 1), .int32)
    try context.setShape([], ofOutput: isSoft ? 2 : 1)
    for index in 0..<(isSoft ? 2 : 1) {
      if limit.isConstant {
        try context.setShape([Int(limit.pointer(as: Int32.self)[0])], ofOutput: index)
      } else {
        try context.setUnknownShape(ofOutput: index)
      }
    }
    heap = try context.requestScratch(product: MemoryLayout<SuppressionCandidate>.stride, boxes.shape[0])
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let heap else { throw context.unprepared }
    let limit = context.input(2)
    if !limit.isConstant {
      for index in 0..<(isSoft ? 2 : 1) {
        try context.resizeOutput(index, to: [Int(limit.pointer(as: Int32.self)[0])])
      }
    }
    let sigma = isSoft ? context.input(5).pointer(as: Float.self)[0] : 0
    if !(sigma >= 0) { throw context.error("negative sigma", context.input(5), actual: "\(sigma)") }
    let indices = context.output(0)
    let scores = isSoft ? context.output(1).mutablePointer(as: Float.self) : nil
    let target = indices.mutablePointer(as: Int32.self)
    let count = indices.elementCount
    for i in 0..<count {
      target[i] = 0
      scores?[i] = 0
    }
    let kept = select(context, heap, sigma, target, scores, limit: count)
    context.output(isSoft ? 2 : 1).mutablePointer(as: Int32.self)[0] = Int32(truncatingIfNeeded: kept)
  }

  private func select(
    _ context: ExecuteContext, _ heap: Scratch, _ sigma: Float, _ indices: UnsafeMutablePointer<Int32>,
    _ selectedScores: UnsafeMutablePointer<Float>?, limit: Int
  ) -> Int {
    let corners = UnsafeRawPointer(context.input(0).data).assumingMemoryBound(to: Box.self)
    let scores = context.input(1).pointer(as: Float.self)
    let overlapThreshold = context.input(3).pointer(as: Float.self)[0]
    let scoreThreshold = context.input(4).pointer(as: Float.self)[0]
    var queue = SuppressionQueue(entries: context.scratch(heap).assumingMemoryBound(to: SuppressionCandidate.self))
    for index in 0..<context.input(1).elementCount where scores[index] > scoreThreshold {
      queue.push(SuppressionCandidate(index: Int32(truncatingIfNeeded: index), score: scores[index], first: 0))
    }
    let scale: Float = sigma > 0 ? Float(-0.5 / Double(sigma)) : 0
    let wanted = min(queue.count, limit)
    var kept = 0
    while kept < wanted, queue.count > 0 {
      var candidate = queue.pop()
      let original = candidate.score
      let box = corners[Int(candidate.index)].ordered
      var isDropped = false
      var other = kept - 1
      while other >= Int(candidate.first) {
        let overlap = box.overlap(corners[Int(indices[other])].ordered)
        if overlap >= overlapThreshold {
          isDropped = true
          break
        }
        if sigma > 0 { candidate.score *= MathFunctions.exp(scale * overlap * overlap) }
        if candidate.score <= scoreThreshold { break }
        other -= 1
      }
      candidate.first = Int32(truncatingIfNeeded: kept)
      if isDropped { continue }
      if candidate.score == original {
        indices[kept] = candidate.index
        selectedScores?[kept] = candidate.score
        kept += 1
      }
      // TFLite puts even a selected box back: it then meets itself, and comes again where it has no area.
      if candidate.score > scoreThreshold { queue.push(candidate) }
    }
    return kept
  }
}

extension Box {
  /// The same box with its edges in order.
  fileprivate var ordered: Box {
    Box(yMin: min(yMin, yMax), xMin: min(xMin, xMax), yMax: max(yMin, yMax), xMax: max(xMin, xMax))
  }
}

private struct SuppressionCandidate: BitwiseCopyable {
  var index: Int32
  var score: Float
  /// Boxes selected before this one have been looked at.
  var first: Int32
}

/// A priority queue in the order of the C++ library of TFLite's builds, which decides between equal scores.
private struct SuppressionQueue {
  let entries: UnsafeMutablePointer<SuppressionCandidate>
  private(set) var count = 0

  init(entries: UnsafeMutablePointer<SuppressionCandidate>) { self.entries = entries }

  mutating func push(_ candidate: SuppressionCandidate) {
    count += 1
    rise(candidate, from: count - 1)
  }

  mutating func pop() -> SuppressionCandidate {
    let best = entries[0]
    count -= 1
    if count == 0 { return best }
    let moving = entries[count]
    var hole = 0
    var child = 0
    while child < (count - 1) / 2 {
      child = 2 * (child + 1)
      if entries[child].score < entries[child - 1].score { child -= 1 }
      entries[hole] = entries[child]
      hole = child
    }
    if count & 1 == 0, child == (count - 2) / 2 {
      child = 2 * (child + 1)
      entries[hole] = entries[child - 1]
      hole = child - 1
    }
    rise(moving, from: hole)
    return best
  }

  private func rise(_ candidate: SuppressionCandidate, from start: Int) {
    var hole = start
    while hole > 0 {
      let parent = (hole - 1) / 2
      if !(entries[parent].score < candidate.score) { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    entries[hole] = candidate
  }
}
