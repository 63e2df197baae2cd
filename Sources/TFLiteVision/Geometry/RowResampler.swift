/// Produces the rows of a resized picture one after the other, so that nobody needs a whole intermediate picture.
final class RowResampler {
  private enum Method {
    case copy
    case nearest(columns: [Int], rows: [Int])
    case bilinear(columns: BilinearAxis, rows: BilinearAxis)
    case antialiased(AntialiasedRows)
  }

  private let source: SourceRows
  private let width: Int
  private let channels: Int
  private let method: Method

  /// - Parameters:
  ///   - width: columns of the result, at least 1; `height` likewise its rows.
  init(_ source: SourceRows, width: Int, height: Int, _ resampling: Resampling) {
    self.source = source
    self.width = width
    channels = source.channels
    if source.width == width, source.height == height {
      method = .copy
      return
    }
    switch resampling {
    case .nearest(let grid):
      method = .nearest(
        columns: Self.nearest(source.width, width, grid), rows: Self.nearest(source.height, height, grid))
    case .bilinear(let grid):
      method = .bilinear(
        columns: BilinearAxis(source.width, width, grid), rows: BilinearAxis(source.height, height, grid))
    case .antialiasedBilinear:
      method = .antialiased(AntialiasedRows(source, width: width, height: height))
    }
  }

  /// Writes row `y` of the result: `width * channels` bytes. Rows may be asked for in any order; rising is fastest.
  func write(row y: Int, to output: UnsafeMutablePointer<UInt8>) {
    switch method {
    case .copy: output.update(from: source.row(y), count: width * channels)
    case .nearest(let columns, let rows):
      let from = source.row(rows[y])
      for x in 0..<width {
        for c in 0..<channels { output[x &* channels &+ c] = from[columns[x] &* channels &+ c] }
      }
    case .bilinear(let columns, let rows):
      bilinear(columns, rows, y, output)
    case .antialiased(let rows): rows.write(row: y, to: output)
    }
  }

  private func bilinear(
    _ columns: BilinearAxis, _ rows: BilinearAxis, _ y: Int, _ output: UnsafeMutablePointer<UInt8>
  ) {
    let top = source.row(rows.lower[y])
    let bottom = source.row(rows.upper[y])
    let down = rows.fraction[y]
    let up = 1 - down
    let channels = channels
    columns.lower.withUnsafeBufferPointer { lower in
      columns.upper.withUnsafeBufferPointer { upper in
        columns.fraction.withUnsafeBufferPointer { fraction in
          for x in 0..<width {
            let left = lower[x] &* channels
            let right = upper[x] &* channels
            let across = fraction[x]
            for c in 0..<channels {
              // The order of these products is the reference's: it decides the last bit before rounding.
              let value =
                Float(top[left &+ c]) * up * (1 - across) + Float(bottom[left &+ c]) * down * (1 - across)
                + Float(top[right &+ c]) * up * across + Float(bottom[right &+ c]) * down * across + 0.5
              output[x &* channels &+ c] = UInt8(truncatingIfNeeded: Int32(value))
            }
          }
        }
      }
    }
  }

  private static func nearest(_ input: Int, _ output: Int, _ grid: Resampling.Grid) -> [Int] {
    let aligns = grid == .alignedCorners && output > 1
    let scale = aligns ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
    let offset: Float = grid == .halfPixelCenters ? 0.5 : 0
    return (0..<output).map { i in
      let position = (Float(i) + offset) * scale
      let rounded = grid == .alignedCorners ? position.rounded(.toNearestOrAwayFromZero) : position.rounded(.down)
      return min(Int(rounded), input - 1)
    }
  }
}

/// For each output position of one axis, the two source positions and the weight of the upper one.
struct BilinearAxis {
  let lower: [Int]
  let upper: [Int]
  let fraction: [Float]

  init(_ input: Int, _ output: Int, _ grid: Resampling.Grid) {
    let aligns = grid == .alignedCorners && output > 1
    let scale = aligns ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
    let positions = (0..<output).map { i in
      grid == .halfPixelCenters ? (Float(i) + 0.5) * scale - 0.5 : Float(i) * scale
    }
    let lower = positions.map { min(max(Int($0.rounded(.down)), 0), input - 1) }
    self.lower = lower
    upper = positions.map { min(max(Int($0.rounded(.up)), 0), input - 1) }
    // Left of the first pixel's centre the fraction is negative and both neighbours are that pixel.
    fraction = zip(positions, lower).map { $0 - Float($1) }
  }
}

/// Pillow's two passes of 22-bit fixed-point triangle filters, each rounded to bytes.
///
/// The horizontal pass comes first and its rows are kept only while needed, unless the height shrinks by more than
/// twice as many pixels as the width: then the vertical pass is first, as in Pillow 13 (older versions never do that;
/// the order shows in the last bit).
final class AntialiasedRows {
  private let source: SourceRows
  private let width: Int
  private let channels: Int
  private let columns: TriangleFilter?
  private let rows: TriangleFilter?
  private let isVerticalFirst: Bool
  /// Horizontally filtered rows by source row modulo `slots`, and which row each slot holds. With the vertical pass
  /// first, one vertically filtered row.
  private let cache: UnsafeMutablePointer<UInt8>
  private let slots: Int
  private var held: [Int]
  private let sums: UnsafeMutablePointer<Int32>

  init(_ source: SourceRows, width: Int, height: Int) {
    self.source = source
    self.width = width
    channels = source.channels
    columns = source.width == width ? nil : TriangleFilter(source.width, width)
    rows = source.height == height ? nil : TriangleFilter(source.height, height)
    isVerticalFirst =
      source.width != width && height < source.height && source.height - height > 2 * (source.width - width)
    slots = isVerticalFirst || columns == nil ? 0 : rows?.taps ?? 1
    held = [Int](repeating: -1, count: slots)
    cache = .allocate(capacity: max(1, slots * width, isVerticalFirst ? source.width : 0) * channels)
    sums = .allocate(capacity: max(width, source.width) * channels)
  }

  deinit {
    cache.deallocate()
    sums.deallocate()
  }

  func write(row y: Int, to output: UnsafeMutablePointer<UInt8>) {
    if isVerticalFirst, let rows, let columns {
      filterRows(rows, y, count: source.width * channels, to: cache) { source.row($0) }
      filterColumns(columns, UnsafePointer(cache), to: output)
    } else if let rows {
      filterRows(rows, y, count: width * channels, to: output) { narrowed($0) }
    } else {
      output.update(from: narrowed(y), count: width * channels)
    }
  }

  /// Row `y` of the vertical pass.
  @inline(__always)
  private func filterRows(
    _ rows: TriangleFilter, _ y: Int, count: Int, to output: UnsafeMutablePointer<UInt8>,
    _ line: (Int) -> UnsafePointer<UInt8>
  ) {
    sums.update(repeating: TriangleFilter.half, count: count)
    for k in 0..<rows.counts[y] {
      let weight = rows.weights[y * rows.taps + k]
      let from = line(rows.starts[y] + k)
      for i in 0..<count { sums[i] &+= Int32(from[i]) &* weight }
    }
    for i in 0..<count { output[i] = TriangleFilter.byte(sums[i]) }
  }

  /// A source row at the result's width.
  private func narrowed(_ y: Int) -> UnsafePointer<UInt8> {
    guard let columns else { return source.row(y) }
    let slot = y % slots
    let target = cache + slot * width * channels
    if held[slot] != y {
      held[slot] = y
      filterColumns(columns, source.row(y), to: target)
    }
    return UnsafePointer(target)
  }

  private func filterColumns(
    _ columns: TriangleFilter, _ from: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) {
    if channels == 3 { return filterColumns3(columns, from, to: target) }
    for x in 0..<width {
      for c in 0..<channels {
        var sum = TriangleFilter.half
        let start = columns.starts[x]
        for k in 0..<columns.counts[x] {
          sum &+= Int32(from[(start &+ k) &* channels &+ c]) &* columns.weights[x &* columns.taps &+ k]
        }
        target[x &* channels &+ c] = TriangleFilter.byte(sum)
      }
    }
  }

  private func filterColumns3(
    _ columns: TriangleFilter, _ from: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) {
    columns.weights.withUnsafeBufferPointer { weights in
      for x in 0..<width {
        var pixel = from + columns.starts[x] &* 3
        var (red, green, blue) = (TriangleFilter.half, TriangleFilter.half, TriangleFilter.half)
        let first = x &* columns.taps
        for k in 0..<columns.counts[x] {
          let weight = weights[first &+ k]
          red &+= Int32(pixel[0]) &* weight
          green &+= Int32(pixel[1]) &* weight
          blue &+= Int32(pixel[2]) &* weight
          pixel += 3
        }
        target[x &* 3] = TriangleFilter.byte(red)
        target[x &* 3 &+ 1] = TriangleFilter.byte(green)
        target[x &* 3 &+ 2] = TriangleFilter.byte(blue)
      }
    }
  }
}

/// The weights with which each output position of one axis sums source positions.
struct TriangleFilter {
  /// Fraction bits: 32 less 8 of the samples and 2 for sums that overshoot.
  static let precision: Int32 = 22
  /// What rounds a sum to nearest.
  static let half = Int32(1) << (precision - 1)

  /// Weights kept for an output position.
  let taps: Int
  /// First source position and how many count, by output position.
  private(set) var starts: [Int] = []
  private(set) var counts: [Int] = []
  /// `taps` fixed-point weights by output position.
  private(set) var weights: [Int32] = []

  init(_ input: Int, _ output: Int) {
    let scale = Double(input) / Double(output)
    let support = max(scale, 1)
    taps = Int(support.rounded(.up)) * 2 + 1
    for i in 0..<output {
      let center = (Double(i) + 0.5) * scale
      let first = max(0, Int(center - support + 0.5))
      let end = min(input, Int(center + support + 0.5))
      var raw: [Double] = []
      var sum = 0.0
      for x in first..<max(first, end) {
        let distance = abs((Double(x) - center + 0.5) * (1 / support))
        let weight = distance < 1 ? 1 - distance : 0
        raw.append(weight)
        sum += weight
      }
      starts.append(first)
      counts.append(raw.count)
      for k in 0..<taps {
        let weight = k < raw.count ? (sum == 0 ? raw[k] : raw[k] / sum) : 0
        weights.append(Int32(0.5 + weight * Double(1 << Int(Self.precision))))
      }
    }
  }

  /// A fixed-point sum as a sample.
  @inline(__always)
  static func byte(_ sum: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(sum >> precision, 0), 255))
  }
}
