/// A rectangle in pixels: left, top, width, height.
package struct CocoBox: Hashable, Sendable {
  package let x, y, width, height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var area: Double { width * height }

  /// Intersection over union, and over the detection alone where `object` is a crowd; `self` is the detection.
  package func overlap(_ object: CocoBox, isCrowd: Bool = false) -> Double {
    let across = min(x + width, object.x + object.width) - max(x, object.x)
    let down = min(y + height, object.y + object.height) - max(y, object.y)
    guard across > 0, down > 0 else { return 0 }
    let both = across * down
    return both / (isCrowd ? area : area + object.area - both)
  }
}

/// An object that a picture is known to show.
package struct CocoObject: Sendable {
  package let image: Int
  package let category: Int
  package let box: CocoBox
  /// The area that decides whether it is small, medium or large: that of its outline where that is known.
  package let area: Double
  /// Several objects in one box: detections on it are neither right nor wrong.
  package let isCrowd: Bool

  package init(image: Int, category: Int, box: CocoBox, area: Double, isCrowd: Bool) {
    self.image = image
    self.category = category
    self.box = box
    self.area = area
    self.isCrowd = isCrowd
  }
}

/// An object that a model says a picture shows.
package struct CocoDetection: Sendable {
  package let image: Int
  package let category: Int
  package let box: CocoBox
  /// Finite.
  package let score: Double

  package init(image: Int, category: Int, box: CocoBox, score: Double) {
    self.image = image
    self.category = category
    self.box = box
    self.score = score
  }
}

/// Mean average precision and recall as the COCO challenge defines them for boxes (https://cocodataset.org/#detection-eval).
///
/// - Overlaps of 0.50, 0.55, ... 0.95 count as found, each by itself.
/// - In each picture and category the best 100 detections take, best score first, the object that they overlap most and
///   nobody has yet; objects that do not count (crowds, other sizes) only when no other is left. Crowds can be taken often.
/// - Precision is made to fall with recall, and read at recalls of 0, 0.01, ... 1.
/// - Objects are small below 32 x 32 pixels, medium up to 96 x 96, large above.
/// - Means are over the categories that have objects.
package struct CocoAveragePrecision: Sendable {
  /// 0.50 to 0.95.
  static let overlaps = steps(10, from: 0.5, to: 0.95)
  private static let recalls = steps(101, from: 0, to: 1)
  private static let limits = [1, 10, 100]
  private static let areas: [ClosedRange<Double>] = [0...1e10, 0...1024, 1024...9216, 9216...1e10]

  /// So many numbers at equal distances.
  private static func steps(_ count: Int, from first: Double, to last: Double) -> [Double] {
    let step = (last - first) / Double(count - 1)
    return (0..<count - 1).map { Double($0) * step + first } + [last]
  }

  /// What is known of one category and one range of areas.
  private struct Curve: Sendable {
    /// For each overlap, precision at each recall, of 100 detections a picture.
    var precision: [[Double]] = []
    /// For each limit of detections a picture and each overlap, the recall that is reached.
    var recall: [[Double]] = []
  }

  /// By category, then by range of areas; nil where there is no object.
  private let curves: [Int: [Curve?]]

  /// - Parameters:
  ///   - objects: what the pictures show.
  ///   - detections: what a model says; equal scores keep this order.
  package init(objects: [CocoObject], detections: [CocoDetection]) {
    let categories = Set(objects.map(\.category))
    let truth = Dictionary(grouping: objects, by: \.category)
    let found = Dictionary(grouping: detections, by: \.category)
    var curves: [Int: [Curve?]] = [:]
    for category in categories {
      let truth = Dictionary(grouping: truth[category] ?? [], by: \.image)
      let found = Dictionary(grouping: found[category] ?? [], by: \.image)
      let pictures = Set(truth.keys).union(found.keys).sorted().map {
        Matching(truth[$0] ?? [], Self.best(found[$0] ?? []))
      }
      curves[category] = Self.areas.map { area in Self.curve(pictures.map { $0.matches(area: area) }) }
    }
    self.curves = curves
  }

  private static func best(_ detections: [CocoDetection]) -> [CocoDetection] {
    let order = detections.indices.sorted { (detections[$1].score, $0) < (detections[$0].score, $1) }
    return order.prefix(limits[2]).map { detections[$0] }
  }

  private static func curve(_ pictures: [Matching.Matches]) -> Curve? {
    let positives = pictures.reduce(0) { $0 + $1.positives }
    guard positives > 0 else { return nil }
    var curve = Curve()
    for limit in limits {
      var places: [(score: Double, picture: Int, place: Int)] = []
      for (index, picture) in pictures.enumerated() {
        for (place, score) in picture.scores.prefix(limit).enumerated() { places.append((score, index, place)) }
      }
      // Stable: pictures are in order, and places in theirs.
      places.sort { ($1.score, $0.picture, $0.place) < ($0.score, $1.picture, $1.place) }
      var recalls: [Double] = []
      for overlap in overlaps.indices {
        var (right, wrong) = (0.0, 0.0)
        var (recall, precision): ([Double], [Double]) = ([], [])
        for (_, picture, place) in places {
          switch pictures[picture].outcomes[overlap][place] {
          case .right: right += 1
          case .wrong: wrong += 1
          case .ignored: break
          }
          recall.append(right / Double(positives))
          precision.append(right / (right + wrong + Double.ulpOfOne))
        }
        recalls.append(recall.last ?? 0)
        if limit == limits[2] { curve.precision.append(interpolated(precision, recall)) }
      }
      curve.recall.append(recalls)
    }
    return curve
  }

  /// The best precision at each of 101 recalls or more; 0 where that recall is not reached.
  private static func interpolated(_ precision: [Double], _ recall: [Double]) -> [Double] {
    var falling = precision
    for index in falling.indices.dropFirst().reversed() { falling[index - 1] = max(falling[index - 1], falling[index]) }
    var place = 0
    return recalls.map { least in
      while place < recall.count, recall[place] < least { place += 1 }
      return place < recall.count ? falling[place] : 0
    }
  }

  // MARK: means

  /// The twelve figures, nil where there is no object of the size.
  package struct Summary: Equatable, Sendable {
    /// The mean over all overlaps, at 0.50 and at 0.75.
    package let ap, ap50, ap75: Double?
    /// The mean over all overlaps for small, medium and large objects.
    package let apSmall, apMedium, apLarge: Double?
    /// Recall with at most 1, 10 and 100 detections a picture and category.
    package let ar1, ar10, ar100: Double?
    /// Recall with 100 for small, medium and large objects.
    package let arSmall, arMedium, arLarge: Double?

    /// The figures with their names in JSON.
    var members: [(name: String, value: Double?)] {
      [
        ("ap", ap), ("ap50", ap50), ("ap75", ap75), ("ap_small", apSmall), ("ap_medium", apMedium),
        ("ap_large", apLarge), ("ar_1", ar1), ("ar_10", ar10), ("ar_100", ar100), ("ar_small", arSmall),
        ("ar_medium", arMedium), ("ar_large", arLarge),
      ]
    }
  }

  package var summary: Summary {
    let every = Array(Self.overlaps.indices)
    return Summary(
      ap: precision(every, area: 0), ap50: precision([0], area: 0), ap75: precision([5], area: 0),
      apSmall: precision(every, area: 1), apMedium: precision(every, area: 2), apLarge: precision(every, area: 3),
      ar1: recall(limit: 0, area: 0), ar10: recall(limit: 1, area: 0), ar100: recall(limit: 2, area: 0),
      arSmall: recall(limit: 2, area: 1), arMedium: recall(limit: 2, area: 2), arLarge: recall(limit: 2, area: 3))
  }

  /// The average precision of one category over all overlaps; nil when it has no object.
  package func precision(ofCategory category: Int) -> Double? {
    curves[category]?[0].flatMap { Self.mean($0.precision.joined()) }
  }

  private func precision(_ overlaps: [Int], area: Int) -> Double? {
    Self.mean(
      curves.sorted { $0.key < $1.key }.compactMap { $0.value[area] }
        .flatMap { curve in overlaps.flatMap { curve.precision[$0] } })
  }

  private func recall(limit: Int, area: Int) -> Double? {
    Self.mean(curves.sorted { $0.key < $1.key }.compactMap { $0.value[area] }.flatMap { $0.recall[limit] })
  }

  private static func mean(_ values: some Sequence<Double>) -> Double? {
    var (sum, count) = (0.0, 0)
    for value in values {
      sum += value
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }
}

/// The objects and detections of one category in one picture.
private struct Matching {
  enum Outcome {
    case right, wrong
    /// On an object that does not count, or itself of a size that does not.
    case ignored
  }

  struct Matches {
    /// The detections' scores, highest first.
    let scores: [Double]
    /// For each overlap, what became of each detection.
    let outcomes: [[Outcome]]
    /// Objects that count.
    let positives: Int
  }

  private let objects: [CocoObject]
  private let detections: [CocoDetection]
  /// By detection, then by object.
  private let overlaps: [[Double]]

  /// - Parameter detections: highest score first.
  init(_ objects: [CocoObject], _ detections: [CocoDetection]) {
    self.objects = objects
    self.detections = detections
    overlaps = detections.map { detection in
      objects.map { detection.box.overlap($0.box, isCrowd: $0.isCrowd) }
    }
  }

  func matches(area: ClosedRange<Double>) -> Matches {
    let ignored = objects.map { $0.isCrowd || !area.contains($0.area) }
    let order = objects.indices.filter { !ignored[$0] } + objects.indices.filter { ignored[$0] }
    let outcomes = CocoAveragePrecision.overlaps.map { least -> [Outcome] in
      var taken = [Bool](repeating: false, count: objects.count)
      return detections.indices.map { detection in
        var best: Int?
        var bestOverlap = min(least, 1 - 1e-10)
        for object in order where !taken[object] || objects[object].isCrowd {
          // Those that do not count come last, and only if nothing before them fits.
          if let best, !ignored[best], ignored[object] { break }
          if overlaps[detection][object] < bestOverlap { continue }
          bestOverlap = overlaps[detection][object]
          best = object
        }
        guard let best else { return area.contains(detections[detection].box.area) ? .wrong : .ignored }
        taken[best] = true
        return ignored[best] ? .ignored : .right
      }
    }
    return Matches(
      scores: detections.map(\.score), outcomes: outcomes, positives: ignored.count(where: { !$0 }))
  }
}
