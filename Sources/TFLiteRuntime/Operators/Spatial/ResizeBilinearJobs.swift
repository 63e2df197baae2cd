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
        let weights = SIMD4(up * left, up * right, down * left, down * right)
        if depth >= 8 {
          Self.interpolate(SIMD8<Float>.self, a, b, c, d, weights, output, depth)
        } else if depth >= 4 {
          Self.interpolate(SIMD4<Float>.self, a, b, c, d, weights, output, depth)
        } else {
          for channel in 0..<depth {
            output[channel] =
              a[channel] * weights[0] + c[channel] * weights[2] + b[channel] * weights[1] + d[channel] * weights[3]
          }
        }
        output += depth
      }
    }
  }

  /// All channels of a pixel, at least as many as there are lanes; the last lanes may overlap those before.
  @inline(__always)
  private static func interpolate<Lanes: SIMD<Float> & BitwiseCopyable>(
    _ type: Lanes.Type, _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafePointer<Float>, _ weights: SIMD4<Float>, _ output: UnsafeMutablePointer<Float>, _ depth: Int
  ) {
    var next = 0
    while next < depth {
      let channel = min(next, depth &- Lanes.scalarCount)
      let first: Lanes = load(type, a + channel) * weights[0]
      let second: Lanes = load(type, b + channel) * weights[1]
      let third: Lanes = load(type, c + channel) * weights[2]
      let fourth: Lanes = load(type, d + channel) * weights[3]
      let sum: Lanes = first + third + second + fourth
      UnsafeMutableRawPointer(output + channel).storeBytes(of: sum, as: Lanes.self)
      next &+= Lanes.scalarCount
    }
  }

  @inline(__always)
  private static func load<Lanes: SIMD<Float> & BitwiseCopyable>(
    _ type: Lanes.Type, _ pointer: UnsafePointer<Float>
  ) -> Lanes {
    UnsafeRawPointer(pointer).loadUnaligned(as: type)
  }
}

/// Lines of bytes by a kernel.
struct ResizeByteJob: RowJob {
  let image: ResizedImage
  let source: UnsafeRawPointer
  let destination: UnsafeMutableRawPointer
  let kernel: LineInterpolation

  func run(_ rows: Range<Int>) {
    for row in rows {
      let point = image.rows[row % image.rows.count]
      let batch = row / image.rows.count
      kernel(
        InterpolatedLine(
          upper: source + image.start(batch, point.lower), lower: source + image.start(batch, point.upper), row: point,
          columns: image.columns, depth: image.depth,
          output: destination + row &* image.columns.count &* image.depth))
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
