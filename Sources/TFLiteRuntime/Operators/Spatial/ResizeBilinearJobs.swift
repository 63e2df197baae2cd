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
        if depth >= 8 {
          var next = 0
          while next < depth {
            let channel = min(next, depth &- 8)
            let first: SIMD8<Float> = Self.load(a + channel) * up * left
            let second: SIMD8<Float> = Self.load(b + channel) * up * right
            let third: SIMD8<Float> = Self.load(c + channel) * down * left
            let fourth: SIMD8<Float> = Self.load(d + channel) * down * right
            let sum: SIMD8<Float> = first + third + second + fourth + 0.5
            Self.store(sum, output + channel)
            next &+= 8
          }
        } else {
          for channel in 0..<depth {
            let sum =
              Float(a[channel]) * up * left + Float(c[channel]) * down * left + Float(b[channel]) * up * right
              + Float(d[channel]) * down * right + 0.5
            output[channel] = UInt8(truncatingIfNeeded: Int32(max(0, min(255, sum))))
          }
        }
        output += depth
      }
    }
  }

  /// The bits of the float 2^23, to which adding a small integer adds a small float.
  private static let unit: UInt32 = 0x4B00_0000

  @inline(__always)
  private static func load(_ pointer: UnsafePointer<UInt8>) -> SIMD8<Float> {
    let bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<UInt8>.self)
    let bits = SIMD8<UInt32>(truncatingIfNeeded: bytes) | SIMD8(repeating: unit)
    return unsafeBitCast(bits, to: SIMD8<Float>.self) - 0x1p23
  }

  /// Stores `values`, 0 or more and less than 256, rounded down.
  @inline(__always)
  private static func store(_ values: SIMD8<Float>, _ pointer: UnsafeMutablePointer<UInt8>) {
    let nearest = (values + 0x1p23) - 0x1p23
    let below = nearest.replacing(with: nearest - 1, where: nearest .> values)
    let bits = unsafeBitCast(below + 0x1p23, to: SIMD8<UInt32>.self)
    UnsafeMutableRawPointer(pointer).storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: bits), as: SIMD8<UInt8>.self)
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
