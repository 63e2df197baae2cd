/// One object that a detector found in a picture.
public struct Detection: Hashable, Sendable {
  /// The class's index in the label list.
  public let index: Int
  /// The class's name, when labels were given.
  public let label: String?
  /// How sure the model is, usually 0 to 1.
  public let score: Float
  /// Where the object is, inside the picture, in normalised coordinates.
  public let box: BoundingBox
  /// The pixels of the original picture that ``box`` covers, at least one.
  public let pixels: PixelRectangle

  /// An object at the given place.
  public init(index: Int, label: String?, score: Float, box: BoundingBox, pixels: PixelRectangle) {
    self.index = index
    self.label = label
    self.score = score
    self.box = box
    self.pixels = pixels
  }
}

/// Reads the outputs of a detector that ends in TFLite_Detection_PostProcess.
public struct DetectionDecoder: Hashable, Sendable {
  /// The least score that counts.
  public var threshold: Float
  /// The most detections returned; nil for all.
  public var maximumCount: Int?
  /// Names of the classes; nil leaves ``Detection/label`` nil.
  public var labels: Labels?
  /// Added to the model's class to get the label's index: 1 for label maps whose ids begin at 1.
  public var labelOffset: Int

  /// A decoder with the given selection.
  public init(threshold: Float = 0.5, maximumCount: Int? = nil, labels: Labels? = nil, labelOffset: Int = 0) {
    self.threshold = threshold
    self.maximumCount = maximumCount
    self.labels = labels
    self.labelOffset = labelOffset
  }

  /// The detections of one picture, highest score first, equal ones in the model's order.
  ///
  /// Boxes are brought into the picture by `mapping` and cut at its edges; those that lie outside it, are empty, or have
  /// a side or score that is no number are left out.
  /// - Parameters:
  ///   - boxes: `[1, N, 4]`: top, left, bottom, right, normalised to the model's input.
  ///   - classes: `[1, N]`: class indices as floats.
  ///   - scores: `[1, N]`.
  ///   - count: `[1]`: how many of the N are valid; nil for models without this output, where all are.
  ///   - mapping: what ``Preprocessing/write(_:into:)-(Picture,_)`` returned, or the whole picture's.
  /// - Throws: ``VisionError`` when lengths disagree, a class is no index, or a class has no label.
  public func detections(
    boxes: some Collection<Float>, classes: some Collection<Float>, scores: some Collection<Float>,
    count: Float? = nil, mapping: PictureMapping
  ) throws(VisionError) -> [Detection] {
    let boxes = Array(boxes)
    let classes = Array(classes)
    let scores = Array(scores)
    guard classes.count == scores.count, boxes.count == scores.count * 4 else {
      throw VisionError(
        .sizeMismatch, "detection outputs", expected: "\(scores.count) classes and \(scores.count * 4) box sides",
        found: "\(classes.count) and \(boxes.count)")
    }
    var valid = scores.count
    if let count {
      guard count >= 0, count <= Float(scores.count) else {
        throw VisionError(
          .malformed, "detection count", expected: "0 to \(scores.count)", found: "\(count)")
      }
      valid = Int(count)
    }
    let order = (0..<valid).filter { scores[$0] >= threshold }.sorted { (scores[$1], $0) < (scores[$0], $1) }
    var results: [Detection] = []
    for i in order {
      if let maximumCount, results.count >= maximumCount { break }
      let sides = boxes[i * 4..<i * 4 + 4]
      guard sides.allSatisfy(\.isFinite) else { continue }
      let box = mapping.pictureBox(
        BoundingBox(top: boxes[i * 4], left: boxes[i * 4 + 1], bottom: boxes[i * 4 + 2], right: boxes[i * 4 + 3])
      ).clamped
      guard box.top < box.bottom, box.left < box.right else { continue }
      guard let modelClass = Int(exactly: classes[i].rounded()), modelClass.magnitude < 1 << 24 else {
        throw VisionError(.malformed, "detection class \(i)", expected: "a class index", found: "\(classes[i])")
      }
      let (index, overflow) = modelClass.addingReportingOverflow(labelOffset)
      guard !overflow else {
        throw VisionError(.invalidArgument, "label offset", expected: "a small number", found: "\(labelOffset)")
      }
      results.append(
        Detection(
          index: index, label: try labels?.name(of: index), score: scores[i], box: box,
          pixels: box.pixels(inWidth: mapping.pictureWidth, height: mapping.pictureHeight)))
    }
    return results
  }
}
