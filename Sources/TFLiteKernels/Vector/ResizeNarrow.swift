#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Bilinear interpolation of pixels of few channels: between lines first, full vectors whichever pixels their elements belong
// to, then between columns, four elements of a pixel at a time. What is stored behind a pixel the next one replaces.

/// How one type of elements is interpolated.
private protocol NarrowPixels {
  /// Of the upper and the lower line, or of both.
  associatedtype Lane: BitwiseCopyable
  /// Arrays of lanes between the lines.
  static var arrays: Int { get }
  /// Bytes of an element.
  static var size: Int { get }
  init(_ row: InterpolationPoint)
  /// Writes a vector of elements between the lines to each array, the second `pitch` bytes behind the first.
  func blend(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ lanes: UnsafeMutableRawPointer, _ pitch: Int)
  /// The four bytes, or floats, of which the first are a pixel's, from the arrays `left` and `right` of it.
  func store(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ pitch: Int, _ column: InterpolationPoint,
    _ target: UnsafeMutableRawPointer)
}

/// The low bytes.
@inline(__always)
private func lowBytes(_ x: SIMD4<Int32>) -> SIMD4<UInt8> {
  let bytes = unsafeBitCast(x, to: SIMD16<UInt8>.self)
  return SIMD4(bytes[0], bytes[4], bytes[8], bytes[12])
}

private struct NarrowFloats: NarrowPixels {
  typealias Lane = Float
  @inline(__always) static var arrays: Int { 1 }
  @inline(__always) static var size: Int { 4 }
  private let down: Floats
  private let up: Floats

  @inline(__always)
  init(_ row: InterpolationPoint) {
    down = Floats(repeating: row.fraction)
    up = Floats(repeating: row.complement)
  }

  @inline(__always)
  func blend(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ lanes: UnsafeMutableRawPointer, _ pitch: Int) {
    lanes.put(multiplyAdd(lower.lanes(0, as: Floats.self), down, upper.lanes(0, as: Floats.self) * up), 0)
  }

  @inline(__always)
  func store(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ pitch: Int, _ column: InterpolationPoint,
    _ target: UnsafeMutableRawPointer
  ) {
    let toRight = SIMD4<Float>(repeating: column.fraction)
    let toLeft = SIMD4<Float>(repeating: column.complement)
    target.put(
      multiplyAdd(right.lanes(0, as: SIMD4<Float>.self), toRight, left.lanes(0, as: SIMD4<Float>.self) * toLeft), 0)
  }
}

/// Products in the order value, vertical, horizontal weight, which the two lines keep apart.
private struct NarrowUInt8: NarrowPixels {
  typealias Lane = Float
  @inline(__always) static var arrays: Int { 2 }
  @inline(__always) static var size: Int { 1 }
  private let down: Floats
  private let up: Floats

  @inline(__always)
  init(_ row: InterpolationPoint) {
    down = Floats(repeating: row.fraction)
    up = Floats(repeating: row.complement)
  }

  @inline(__always)
  func blend(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ lanes: UnsafeMutableRawPointer, _ pitch: Int) {
    lanes.put(converted(widenedUnsigned(upper.lanes(0, as: NarrowBytes.self))) * up, 0)
    lanes.put(converted(widenedUnsigned(lower.lanes(0, as: NarrowBytes.self))) * down, pitch)
  }

  @inline(__always)
  func store(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ pitch: Int, _ column: InterpolationPoint,
    _ target: UnsafeMutableRawPointer
  ) {
    let toRight = SIMD4<Float>(repeating: column.fraction)
    let toLeft = SIMD4<Float>(repeating: column.complement)
    var sum = left.lanes(0, as: SIMD4<Float>.self) * toLeft
    sum = sum + left.lanes(pitch, as: SIMD4<Float>.self) * toLeft
    sum = sum + right.lanes(0, as: SIMD4<Float>.self) * toRight
    sum = sum + right.lanes(pitch, as: SIMD4<Float>.self) * toRight
    // Weights add up to one: nothing leaves the range of bytes.
    target.put(lowBytes(truncatedToInt32(sum + SIMD4<Float>(repeating: 0.5))), 0)
  }
}

private struct NarrowInt8: NarrowPixels {
  typealias Lane = Int32
  @inline(__always) static var arrays: Int { 1 }
  @inline(__always) static var size: Int { 1 }
  private let down: Ints
  private let up: Ints

  @inline(__always)
  init(_ row: InterpolationPoint) {
    let fraction = Int32(truncatingIfNeeded: row.fixedFraction)
    down = Ints(repeating: fraction)
    up = Ints(repeating: 1024 &- fraction)
  }

  @inline(__always)
  func blend(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ lanes: UnsafeMutableRawPointer, _ pitch: Int) {
    lanes.put(
      widenedSigned(upper.lanes(0, as: NarrowBytes.self)) &* up
        &+ widenedSigned(lower.lanes(0, as: NarrowBytes.self)) &* down, 0)
  }

  @inline(__always)
  func store(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ pitch: Int, _ column: InterpolationPoint,
    _ target: UnsafeMutableRawPointer
  ) {
    let fraction = Int32(truncatingIfNeeded: column.fixedFraction)
    let sum =
      left.lanes(0, as: SIMD4<Int32>.self) &* SIMD4(repeating: 1024 &- fraction)
      &+ right.lanes(0, as: SIMD4<Int32>.self) &* SIMD4(repeating: fraction)
    // Halves away from zero: one less for negative numbers.
    let half = (sum &>> SIMD4(repeating: 31)) &+ SIMD4(repeating: 1 << 19)
    target.put(lowBytes((sum &+ half) &>> SIMD4(repeating: 20)), 0)
  }
}

extension VectorKernels {
  /// A line of pixels of at most four channels; false, and nothing done, where this is not the faster way.
  @inline(__always)
  private static func interpolateNarrow<Pixels: NarrowPixels>(_ line: InterpolatedLine, _ pixels: Pixels.Type) -> Bool {
    let depth = line.depth
    guard depth <= 4, let columns = line.columns.baseAddress, line.columns.count >= 4 else { return false }
    let count = line.columns.count
    let lanes = lanesPerVector
    let last = columns[count &- 1].upper
    // Larger steps leave out most of what would be computed between the lines.
    guard (last &+ 1) &* depth >= lanes, last &- columns[0].lower <= 4 &* count else { return false }
    let kernel = Pixels(line.row)
    let byteCount = 4 << 10
    let arrayBytes = byteCount / Pixels.arrays
    // Four elements may be read from the last one on.
    let capacity = arrayBytes / 4 &- 4
    // From here on four elements do not lie in the line.
    let whole = count &- 3 / depth
    var target = line.output
    withStackMemory(byteCount) { between in
      var index = 0
      while index < count {
        // As many pixels as there is room for what they lie between.
        var first = columns[index].lower &* depth
        var end = index
        while end < count, (columns[end].upper &+ 1) &* depth &- first <= capacity { end &+= 1 }
        let elementEnd = (columns[end &- 1].upper &+ 1) &* depth
        first = max(0, min(first, elementEnd &- lanes))
        var element = first
        while element < elementEnd {
          // The last vector overlaps the one before.
          let place = min(element, elementEnd &- lanes)
          kernel.blend(
            line.upper + place &* Pixels.size, line.lower + place &* Pixels.size, between + 4 &* (place &- first),
            arrayBytes)
          element &+= lanes
        }
        let start = UnsafeRawPointer(between) - 4 &* first
        let pitch = 4 &* depth
        while index < min(end, whole) {
          let column = columns[index]
          kernel.store(start + pitch &* column.lower, start + pitch &* column.upper, arrayBytes, column, target)
          target += depth &* Pixels.size
          index &+= 1
        }
        while index < end {
          let column = columns[index]
          var pixel = SIMD4<Float>()
          withUnsafeMutableBytes(of: &pixel) { pixel in
            guard let pixel = pixel.baseAddress else { return }
            kernel.store(start + pitch &* column.lower, start + pitch &* column.upper, arrayBytes, column, pixel)
            target.copyMemory(from: pixel, byteCount: depth &* Pixels.size)
          }
          target += depth &* Pixels.size
          index &+= 1
        }
      }
    }
    return true
  }

  /// A line of floats; false, and nothing done, where this is not the faster way.
  @inline(never)
  static func interpolateNarrowFloat(_ line: InterpolatedLine) -> Bool { interpolateNarrow(line, NarrowFloats.self) }

  /// A line of uint8; false, and nothing done, where this is not the faster way.
  @inline(never)
  static func interpolateNarrowUInt8(_ line: InterpolatedLine) -> Bool { interpolateNarrow(line, NarrowUInt8.self) }

  /// A line of int8; false, and nothing done, where this is not the faster way.
  @inline(never)
  static func interpolateNarrowInt8(_ line: InterpolatedLine) -> Bool { interpolateNarrow(line, NarrowInt8.self) }
}

#endif
