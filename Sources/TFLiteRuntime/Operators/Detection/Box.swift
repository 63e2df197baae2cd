import TFLiteKernels

/// A box by its center and size, as anchors and encodings give it.
struct CenterSize {
  var y: Float
  var x: Float
  var height: Float
  var width: Float
}

extension CenterSize {
  /// Four floats in a row.
  init(_ values: UnsafePointer<Float>) {
    self.init(y: values[0], x: values[1], height: values[2], width: values[3])
  }

  /// Four quantized values in a row.
  init(_ values: UnsafePointer<UInt8>, scale: Float, zeroPoint: Float) {
    self.init(
      y: (Float(values[0]) - zeroPoint) * scale, x: (Float(values[1]) - zeroPoint) * scale,
      height: (Float(values[2]) - zeroPoint) * scale, width: (Float(values[3]) - zeroPoint) * scale)
  }
}

/// A box by its edges, as detections report it.
struct Box: BitwiseCopyable {
  var yMin: Float
  var xMin: Float
  var yMax: Float
  var xMax: Float
}

extension Box {
  /// The box that `encoding` stands for beside `anchor`: offsets in anchor sizes, sizes as logarithms, both divided by
  /// `scales` (the coder of Faster R-CNN).
  init(_ encoding: CenterSize, _ anchor: CenterSize, _ scales: CenterSize) {
    let yCenter = Float(Double(encoding.y) / Double(scales.y) * Double(anchor.height) + Double(anchor.y))
    let xCenter = Float(Double(encoding.x) / Double(scales.x) * Double(anchor.width) + Double(anchor.x))
    let halfHeight = Float(
      0.5 * MathFunctions.exp(Double(encoding.height) / Double(scales.height)) * Double(anchor.height))
    let halfWidth = Float(
      0.5 * MathFunctions.exp(Double(encoding.width) / Double(scales.width)) * Double(anchor.width))
    self.init(
      yMin: yCenter - halfHeight, xMin: xCenter - halfWidth, yMax: yCenter + halfHeight, xMax: xCenter + halfWidth)
  }

  /// No edge lies beyond the opposite one.
  var isOrdered: Bool { !(yMin > yMax || xMin > xMax) }

  /// The area shared with `other` as part of the area of both, 0 for boxes without area.
  func overlap(_ other: Box) -> Float {
    let area = (yMax - yMin) * (xMax - xMin)
    let otherArea = (other.yMax - other.yMin) * (other.xMax - other.xMin)
    if area <= 0 || otherArea <= 0 { return 0 }
    let height = min(yMax, other.yMax) - max(yMin, other.yMin)
    let width = min(xMax, other.xMax) - max(xMin, other.xMin)
    let shared = max(height, 0) * max(width, 0)
    return shared / (area + otherArea - shared)
  }
}

/// The boxes that encodings stand for beside their anchors.
struct BoxCoder {
  let encodings: UnsafeRawPointer
  let anchors: UnsafeRawPointer
  /// Numbers of an encoding. Anchors have four, one after the other, whatever a row of theirs has.
  let encodingLength: Int
  /// Nil for float32, else the parameters of uint8.
  let quantization: (encodings: Quantization, anchors: Quantization)?
  let scales: CenterSize

  private static var anchorLength: Int { 4 }

  /// Box `index`.
  func box(_ index: Int) -> Box {
    guard let quantization else {
      return Box(
        CenterSize(encodings.assumingMemoryBound(to: Float.self) + index &* encodingLength), floatAnchor(index), scales)
    }
    return Box(
      CenterSize(
        encodings.assumingMemoryBound(to: UInt8.self) + index &* encodingLength, scale: quantization.encodings.scale,
        zeroPoint: Float(quantization.encodings.zeroPoint)),
      quantizedAnchor(index, quantization.anchors), scales)
  }

  private func floatAnchor(_ index: Int) -> CenterSize {
    CenterSize(anchors.assumingMemoryBound(to: Float.self) + index &* Self.anchorLength)
  }

  private func quantizedAnchor(_ index: Int, _ quantization: Quantization) -> CenterSize {
    CenterSize(
      anchors.assumingMemoryBound(to: UInt8.self) + index &* Self.anchorLength, scale: quantization.scale,
      zeroPoint: Float(quantization.zeroPoint))
  }

  /// Whether no edge of box `index` lies beyond the opposite one. Only an anchor of negative size can make one do so.
  func isOrdered(_ index: Int) -> Bool {
    let anchor = quantization.map { quantizedAnchor(index, $0.anchors) } ?? floatAnchor(index)
    return (anchor.height >= 0 && anchor.width >= 0) || box(index).isOrdered
  }
}

/// Greedy non-maximum suppression: boxes by falling score, each kept unless it overlaps one kept before.
struct Suppression {
  /// The boxes that have been looked at.
  let boxes: UnsafeMutablePointer<Box>
  let coder: BoxCoder
  let overlapThreshold: Float
  let scoreThreshold: Float
  /// Room for one entry a box.
  let heap: UnsafeMutablePointer<UInt64>
  /// The boxes kept, best first. Room for one entry a box.
  let selected: UnsafeMutablePointer<Int32>

  /// Selects at most `limit` boxes among those that score at least the threshold; earlier ones win ties.
  ///
  /// Candidates wait in a heap, so that only as many are put in order as are looked at.
  mutating func run(_ scores: UnsafePointer<Float>, stride: Int, count: Int, limit: Int) -> Int {
    var candidates = 0
    for index in 0..<count {
      let score = scores[index &* stride]
      if score >= scoreThreshold {
        heap[candidates] = Self.key(score, index)
        candidates += 1
      }
    }
    for root in Swift.stride(from: candidates / 2 - 1, through: 0, by: -1) { siftDown(root, candidates) }
    var kept = 0
    while candidates > 0, kept < limit {
      let index = Int(~heap[0] & 0xFFFF_FFFF)
      candidates -= 1
      heap[0] = heap[candidates]
      siftDown(0, candidates)
      let box = coder.box(index)
      boxes[index] = box
      var isFree = true
      for other in 0..<kept where boxes[Int(selected[other])].overlap(box) > overlapThreshold {
        isFree = false
        break
      }
      if isFree {
        selected[kept] = Int32(truncatingIfNeeded: index)
        kept += 1
      }
    }
    return kept
  }

  /// Larger keys come first: the score in an order-preserving form, then the index turned round.
  private static func key(_ score: Float, _ index: Int) -> UInt64 {
    // Adding zero makes the two zeros equal.
    let bits = (score + 0).bitPattern
    let ordered = bits >> 31 == 1 ? ~bits : bits | 0x8000_0000
    return UInt64(ordered) << 32 | (~UInt64(truncatingIfNeeded: index) & 0xFFFF_FFFF)
  }

  private func siftDown(_ start: Int, _ count: Int) {
    if start >= count { return }
    let moving = heap[start]
    var hole = start
    while true {
      var child = 2 &* hole &+ 1
      if child >= count { break }
      if child &+ 1 < count, heap[child] < heap[child &+ 1] { child &+= 1 }
      if heap[child] <= moving { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = moving
  }
}
