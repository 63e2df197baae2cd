import TFLiteKernels
import TFLiteSchema

/// TFLite_Detection_PostProcess: decodes anchor-relative boxes and keeps the best that do not overlap.
///
/// Inputs: box encodings `[1, boxes, 4 or more]` (y, x, height, width), class scores `[1, boxes, classes]` with or
/// without a background class in front, anchors `[boxes, 4]`, whose numbers follow one another by fours even where rows
/// have more, as LiteRT reads them; float32 or uint8. Outputs, float32: boxes `[1, n, 4]` as ymin, xmin, ymax, xmax;
/// classes `[1, n]`; scores `[1, n]`; the number of detections `[1]`. Rows beyond that number are zero. Regular
/// suppression works class by class; the fast one suppresses by the best score of each box and then reports up to
/// `max_classes_per_detection` classes of each box kept.
final class DetectionPostProcess {
  private let options: DetectionOptions
  private var plan: Plan?

  private struct Plan {
    let shape: DetectionShape
    let boxes: Scratch
    /// Scores as floats, where they are bytes.
    let scores: Scratch?
    let candidates: Scratch
    let selected: Scratch
    /// Regular: the detections so far and where they are merged. Fast: class indices of one box.
    let merging: Scratch
  }

  init(_ node: OperatorNode) throws(RuntimeError) { options = try DetectionOptions(node) }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 3, outputs: 4)
    let encodings = try context.input(0)
    let classes = try context.input(1)
    let anchors = try context.input(2)
    try context.expect(encodings, .float32, .uint8)
    try context.expect(classes, .float32, .uint8)
    try context.expectSameType(anchors, encodings)
    try context.expectRank(encodings, 3)
    try context.expectRank(classes, 3)
    try context.expectRank(anchors, 2)
    try context.expect(encodings.shape[0] == 1 && classes.shape[0] == 1, "only a batch of 1 is supported", encodings)
    try context.expect(encodings.shape[2] >= 4, "a box needs 4 numbers", encodings)
    let count = encodings.shape[1]
    try context.expect(classes.shape[1] == count, "scores and boxes differ in number", classes)
    try context.expect(
      anchors.shape[1] >= 4 && anchors.shape[0] >= count, "fewer anchors than boxes, or of fewer than 4 numbers",
      anchors)
    let columns = classes.shape[2]
    try context.expect(
      columns == options.classCount || columns == options.classCount + 1,
      "the scores need num_classes columns, and one more for a background class", classes)
    try context.expect(count <= Int(Int32.max) / max(1, columns), "too many boxes", encodings)
    if encodings.type == .uint8 {
      _ = try context.perTensorQuantization(encodings)
      _ = try context.perTensorQuantization(anchors)
    }
    if classes.type == .uint8 { _ = try context.perTensorQuantization(classes) }
    for index in 0..<4 { try context.expect(context.output(index), .float32) }
    let rows = options.detectionCount &* options.classesPerDetection
    try context.setShape([1, rows, 4], ofOutput: 0)
    try context.setShape([1, rows], ofOutput: 1)
    try context.setShape([1, rows], ofOutput: 2)
    try context.setShape([1], ofOutput: 3)
    let shape = DetectionShape(
      boxCount: count, columns: columns, offset: columns - options.classCount, encodingLength: encodings.shape[2])
    let limit = options.detectionCount + options.detectionsPerClass
    plan = Plan(
      shape: shape, boxes: try context.requestScratch(16 * count),
      scores: classes.type == .uint8 ? try context.requestScratch(4 * classes.elementCount) : nil,
      candidates: try context.requestScratch(8 * count), selected: try context.requestScratch(4 * count),
      merging: try context.requestScratch(
        options.isRegular ? 2 * MemoryLayout<Detection>.stride * limit : 4 * options.classCount))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let coder = coder(plan.shape, context)
    for index in 0..<4 {
      let output = context.output(index)
      output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
    }
    if options.isRegular ? options.classCount > 0 : true {
      for index in 0..<plan.shape.boxCount where !coder.isOrdered(index) {
        throw context.error("a decoded box ends before it begins", context.input(0), actual: "box \(index)")
      }
    }
    var suppression = Suppression(
      boxes: context.scratch(plan.boxes).assumingMemoryBound(to: Box.self), coder: coder,
      overlapThreshold: options.overlapThreshold, scoreThreshold: options.scoreThreshold,
      heap: context.scratch(plan.candidates).assumingMemoryBound(to: UInt64.self),
      selected: context.scratch(plan.selected).assumingMemoryBound(to: Int32.self))
    let scores = floatScores(plan, context)
    if options.isRegular {
      selectRegular(&suppression, plan, scores, context)
    } else {
      selectFast(&suppression, plan, scores, context)
    }
  }

  // MARK: Decoding

  private func coder(_ shape: DetectionShape, _ context: ExecuteContext) -> BoxCoder {
    let encodings = context.input(0)
    let anchors = context.input(2)
    let none = Quantization(scale: 0, zeroPoint: 0)
    return BoxCoder(
      encodings: UnsafeRawPointer(encodings.data), anchors: UnsafeRawPointer(anchors.data),
      encodingLength: shape.encodingLength,
      quantization: encodings.type == .float32
        ? nil : (encodings: encodings.quantization ?? none, anchors: anchors.quantization ?? none),
      scales: options.scales)
  }

  private func floatScores(_ plan: Plan, _ context: ExecuteContext) -> UnsafePointer<Float> {
    let input = context.input(1)
    guard let scores = plan.scores else { return input.pointer(as: Float.self) }
    let values = context.scratch(scores).assumingMemoryBound(to: Float.self)
    let source = input.pointer(as: UInt8.self)
    let scale = Double(input.quantization?.scale ?? 0)
    let zeroPoint = Int32(truncatingIfNeeded: input.quantization?.zeroPoint ?? 0)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { table in
      for byte in 0..<256 { table[byte] = Float(scale * Double(Int32(byte) &- zeroPoint)) }
      for i in 0..<input.elementCount { values[i] = table[Int(source[i])] }
    }
    return UnsafePointer(values)
  }

  // MARK: Selection

  /// Keeps the best detections of each class and merges them, earlier classes first among equals.
  private func selectRegular(
    _ suppression: inout Suppression, _ plan: Plan, _ scores: UnsafePointer<Float>, _ context: ExecuteContext
  ) {
    let shape = plan.shape
    let limit = options.detectionCount + options.detectionsPerClass
    var best = context.scratch(plan.merging).assumingMemoryBound(to: Detection.self)
    var merged = best + limit
    var count = 0
    for column in 0..<options.classCount {
      let kept = suppression.run(
        scores + (column + shape.offset), stride: shape.columns, count: shape.boxCount,
        limit: options.detectionsPerClass)
      if kept == 0 { continue }
      var old = 0
      var new = 0
      var end = 0
      while end < options.detectionCount, old < count || new < kept {
        let box = new < kept ? Int(suppression.selected[new]) : 0
        let score = new < kept ? scores[box &* shape.columns &+ column &+ shape.offset] : 0
        if new == kept || (old < count && !(score > best[old].score)) {
          merged[end] = best[old]
          old += 1
        } else {
          merged[end] = Detection(
            box: Int32(truncatingIfNeeded: box), column: Int32(truncatingIfNeeded: column), score: score)
          new += 1
        }
        end += 1
      }
      (best, merged) = (merged, best)
      count = end
    }
    let boxes = suppression.boxes
    let outputBoxes = context.output(0).mutablePointer(as: Box.self)
    for row in 0..<count {
      outputBoxes[row] = boxes[Int(best[row].box)]
      context.output(1).mutablePointer(as: Float.self)[row] = Float(best[row].column)
      context.output(2).mutablePointer(as: Float.self)[row] = best[row].score
    }
    context.output(3).mutablePointer(as: Float.self)[0] = Float(count)
  }

  /// Suppresses by each box's best score, then lists the best classes of each box kept.
  private func selectFast(
    _ suppression: inout Suppression, _ plan: Plan, _ scores: UnsafePointer<Float>, _ context: ExecuteContext
  ) {
    let shape = plan.shape
    let classCount = options.classCount
    let perBox = min(options.classesPerDetection, classCount)
    if classCount == 0 { return }
    // The heap is filled before the selection is written, so the same memory serves the best scores first.
    let best = UnsafeMutableRawPointer(suppression.selected).assumingMemoryBound(to: Float.self)
    for box in 0..<shape.boxCount {
      let row = scores + (box &* shape.columns &+ shape.offset)
      var maximum = row[0]
      for column in 1..<max(classCount, 1) where row[column] > maximum || (maximum.isNaN && !row[column].isNaN) {
        maximum = row[column]
      }
      best[box] = maximum
    }
    let kept = suppression.run(best, stride: 1, count: shape.boxCount, limit: options.detectionCount)
    let order = context.scratch(plan.merging).assumingMemoryBound(to: Int32.self)
    let outputBoxes = context.output(0).mutablePointer(as: Box.self)
    let outputClasses = context.output(1).mutablePointer(as: Float.self)
    let outputScores = context.output(2).mutablePointer(as: Float.self)
    for index in 0..<kept {
      let box = Int(suppression.selected[index])
      let row = scores + (box &* shape.columns &+ shape.offset)
      PartialSort.decreasing(row, classCount, perBox, order)
      for position in 0..<perBox {
        let target = options.classesPerDetection &* index &+ position
        outputBoxes[target] = suppression.boxes[box]
        outputClasses[target] = Float(order[position])
        outputScores[target] = row[Int(order[position])]
      }
    }
    context.output(3).mutablePointer(as: Float.self)[0] = Float(kept)
  }
}

/// The extents that `prepare` has seen.
private struct DetectionShape {
  let boxCount: Int
  /// Columns of the scores.
  let columns: Int
  /// 1 when the first column is the background.
  let offset: Int
  let encodingLength: Int
}

/// One detection of the regular suppression.
private struct Detection {
  var box: Int32
  var column: Int32
  var score: Float
}

/// The options in the operator's FlexBuffer.
private struct DetectionOptions {
  let detectionCount: Int
  let classesPerDetection: Int
  let detectionsPerClass: Int
  let classCount: Int
  let isRegular: Bool
  let scoreThreshold: Float
  let overlapThreshold: Float
  let scales: CenterSize

  init(_ node: OperatorNode) throws(RuntimeError) {
    guard let map = FlexBuffer.Map(node.customOptions) else {
      throw node.error(.invalidOperator, "the options are not a FlexBuffer map")
    }
    func count(_ key: String, default value: Int, atLeast least: Int) throws(RuntimeError) -> Int {
      let found = map.int(forKey: key) ?? value
      guard found >= least, found <= 1 << 20 else {
        throw node.error(
          .invalidOperator, "option '\(key)' out of range", expected: "\(least) to \(1 << 20)", actual: "\(found)")
      }
      return found
    }
    detectionCount = try count("max_detections", default: 0, atLeast: 0)
    classCount = try count("num_classes", default: 0, atLeast: 0)
    isRegular = map.bool(forKey: "use_regular_nms") ?? false
    classesPerDetection = try count("max_classes_per_detection", default: 0, atLeast: isRegular ? 0 : 1)
    detectionsPerClass = min(
      try count("detections_per_class", default: 100, atLeast: isRegular ? 1 : Int.min), detectionCount)
    if isRegular, detectionsPerClass < 1 {
      throw node.error(.invalidOperator, "option 'max_detections' out of range", expected: "at least 1", actual: "0")
    }
    if detectionCount * classesPerDetection > 1 << 24 {
      throw node.error(
        .invalidOperator, "too many detections", expected: "at most \(1 << 24)",
        actual: "\(detectionCount) of \(classesPerDetection) classes")
    }
    scoreThreshold = map.float(forKey: "nms_score_threshold") ?? 0
    overlapThreshold = map.float(forKey: "nms_iou_threshold") ?? 0
    guard overlapThreshold > 0, overlapThreshold <= 1 else {
      throw node.error(
        .invalidOperator, "option 'nms_iou_threshold' out of range", expected: "above 0, at most 1",
        actual: "\(overlapThreshold)")
    }
    scales = CenterSize(
      y: map.float(forKey: "y_scale") ?? 0, x: map.float(forKey: "x_scale") ?? 0,
      height: map.float(forKey: "h_scale") ?? 0, width: map.float(forKey: "w_scale") ?? 0)
  }
}
