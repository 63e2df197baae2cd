/// Between which two indices of the input an output index lies, and where.
struct InterpolationPoint {
  var lower: Int
  var upper: Int
  /// The distance from `lower`.
  var fraction: Float
  /// The same in units of 1/1024, for fixed-point images.
  var fixedFraction: Int
}

/// The geometry that the jobs share; a row of a job is one line of one image of the output.
struct ResizedImage {
  let rows: UnsafeBufferPointer<InterpolationPoint>
  let columns: UnsafeBufferPointer<InterpolationPoint>
  let inputHeight: Int
  let inputWidth: Int
  let depth: Int

  /// The element at which line `row` of the input's image `batch` starts.
  @inline(__always)
  func start(_ batch: Int, _ row: Int) -> Int { (batch &* inputHeight &+ row) &* inputWidth &* depth }
}

struct ResizeFloatJob: RowJob {
  let image: ResizedImage
  let source: UnsafePointer<Float>
  let destination: UnsafeMutablePointer<Float>

  func run(_ rows: Range<Int>) {
    let depth = image.depth
    for row in rows {
      let point = image.rows[row % image.rows.count]
      let batch = row / image.rows.count
      let upperLine = source + image.start(batch, point.lower)
      let lowerLine = source + image.start(batch, point.upper)
      let down = point.fraction
      let up = 1 - down
      var output = destination + row &* image.columns.count &* depth
      for column in image.columns {
        let right = column.fraction
        let left = 1 - right
        let (a, b) = (upperLine + column.lower &* depth, upperLine + column.upper &* depth)
        let (c, d) = (lowerLine + column.lower &* depth, lowerLine + column.upper &* depth)
        let (wa, wb, wc, wd) = (up * left, up * right, down * left, down * right)
        var channel = 0
        while channel &+ 8 <= depth {
          let sum =
            Self.load(a + channel) * wa + Self.load(c + channel) * wc + Self.load(b + channel) * wb
            + Self.load(d + channel) * wd
          UnsafeMutableRawPointer(output + channel).storeBytes(of: sum, as: SIMD8<Float>.self)
          channel &+= 8
        }
        while channel < depth {
          output[channel] = a[channel] * wa + c[channel] * wc + b[channel] * wb + d[channel] * wd
          channel &+= 1
        }
        output += depth
      }
    }
  }

  @inline(__always)
  private static func load(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
  }
}

/// The products are formed in the order of the definition, so that rounding agrees: value, vertical, horizontal weight.
struct ResizeByteJob: RowJob {
  let image: ResizedImage
  let source: UnsafePointer<UInt8>
  let destination: UnsafeMutablePointer<UInt8>

  func run(_ rows: Range<Int>) {
    let depth = image.depth
    for row in rows {
      let point = image.rows[row % image.rows.count]
      let batch = row / image.rows.count
      let upperLine = source + image.start(batch, point.lower)
      let lowerLine = source + image.start(batch, point.upper)
      let down = point.fraction
      let up = 1 - down
      var output = destination + row &* image.columns.count &* depth
      for column in image.columns {
        let right = column.fraction
        let left = 1 - right
        let (a, b) = (upperLine + column.lower &* depth, upperLine + column.upper &* depth)
        let (c, d) = (lowerLine + column.lower &* depth, lowerLine + column.upper &* depth)
        for channel in 0..<depth {
          let sum =
            Float(a[channel]) * up * left + Float(c[channel]) * down * left + Float(b[channel]) * up * right
            + Float(d[channel]) * down * right + 0.5
          output[channel] = UInt8(truncatingIfNeeded: Int32(max(0, min(255, sum))))
        }
        output += depth
      }
    }
  }
}

struct ResizeIntegerJob<Element: FixedWidthInteger & SignedInteger, Sum: FixedWidthInteger & SignedInteger>: RowJob {
  let image: ResizedImage
  let source: UnsafePointer<Element>
  let destination: UnsafeMutablePointer<Element>

  func run(_ rows: Range<Int>) {
    let depth = image.depth
    for row in rows {
      let point = image.rows[row % image.rows.count]
      let batch = row / image.rows.count
      let upperLine = source + image.start(batch, point.lower)
      let lowerLine = source + image.start(batch, point.upper)
      let down = Sum(truncatingIfNeeded: point.fixedFraction)
      let up = 1024 &- down
      var output = destination + row &* image.columns.count &* depth
      for column in image.columns {
        let right = Sum(truncatingIfNeeded: column.fixedFraction)
        let left = 1024 &- right
        let (a, b) = (upperLine + column.lower &* depth, upperLine + column.upper &* depth)
        let (c, d) = (lowerLine + column.lower &* depth, lowerLine + column.upper &* depth)
        let (wa, wb, wc, wd) = (up &* left, up &* right, down &* left, down &* right)
        for channel in 0..<depth {
          let sum =
            Sum(truncatingIfNeeded: a[channel]) &* wa &+ Sum(truncatingIfNeeded: b[channel]) &* wb
            &+ Sum(truncatingIfNeeded: c[channel]) &* wc &+ Sum(truncatingIfNeeded: d[channel]) &* wd
          let half: Sum = sum > 0 ? 1 &<< 19 : -(1 &<< 19)
          output[channel] = Element(truncatingIfNeeded: (sum &+ half) / (1 &<< 20))
        }
        output += depth
      }
    }
  }
}
