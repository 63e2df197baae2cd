import TFLiteKernels

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

/// Lines of elements of `size` bytes by a kernel.
struct ResizeLineJob: RowJob {
  let image: ResizedImage
  let size: Int
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let kernel: LineInterpolation

  func run(_ rows: Range<Int>) {
    for row in rows {
      let point = image.rows[row % image.rows.count]
      let batch = row / image.rows.count
      kernel(
        InterpolatedLine(
          upper: source + image.start(batch, point.lower) &* size,
          lower: source + image.start(batch, point.upper) &* size, row: point, columns: image.columns,
          depth: image.depth, output: destination + row &* image.columns.count &* image.depth &* size))
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
          let upper: Sum = Sum(truncatingIfNeeded: a[channel]) &* wa &+ Sum(truncatingIfNeeded: b[channel]) &* wb
          let lower: Sum = Sum(truncatingIfNeeded: c[channel]) &* wc &+ Sum(truncatingIfNeeded: d[channel]) &* wd
          let sum = upper &+ lower
          let half: Sum = sum > 0 ? 1 &<< 19 : -(1 &<< 19)
          output[channel] = Element(truncatingIfNeeded: (sum &+ half) / (1 &<< 20))
        }
        output += depth
      }
    }
  }
}
