#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Bilinear interpolation, a vector of channels at a time.

/// Channels between four pixels at a given height.
private protocol InterpolatedChannels {
  /// - Parameters:
  ///   - a: of the upper line, as `b` to its right.
  ///   - c: of the lower line, as `d` to its right.
  init(_ a: NarrowBytes, _ b: NarrowBytes, _ c: NarrowBytes, _ d: NarrowBytes, _ row: InterpolationPoint)
  /// The channels at `column`.
  func callAsFunction(_ column: InterpolationPoint) -> Ints
}

/// Uint8: products in the order value, vertical, horizontal weight, a half added, rounded down.
private struct InterpolatedUInt8: InterpolatedChannels {
  private let first: Floats
  private let second: Floats
  private let third: Floats
  private let fourth: Floats

  @inline(__always)
  init(_ a: NarrowBytes, _ b: NarrowBytes, _ c: NarrowBytes, _ d: NarrowBytes, _ row: InterpolationPoint) {
    let down = Floats(repeating: row.fraction)
    let up = Floats(repeating: row.complement)
    first = converted(widenedUnsigned(a)) * up
    second = converted(widenedUnsigned(b)) * up
    third = converted(widenedUnsigned(c)) * down
    fourth = converted(widenedUnsigned(d)) * down
  }

  @inline(__always)
  func callAsFunction(_ column: InterpolationPoint) -> Ints {
    let right = Floats(repeating: column.fraction)
    let left = Floats(repeating: column.complement)
    let sum = first * left + third * left + second * right + fourth * right + Floats(repeating: 0.5)
    return clamped(truncatedInts(sum), Ints(), Ints(repeating: 255))
  }
}

/// Uint8 at fractions of few digits, at which all of these sums and products are exact.
private struct ExactUInt8: InterpolatedChannels {
  private let start: Floats
  private let difference: Floats

  @inline(__always)
  init(_ a: NarrowBytes, _ b: NarrowBytes, _ c: NarrowBytes, _ d: NarrowBytes, _ row: InterpolationPoint) {
    let down = Floats(repeating: row.fraction)
    let up = Floats(repeating: row.complement)
    let left = multiplyAdd(converted(widenedUnsigned(c)), down, converted(widenedUnsigned(a)) * up)
    let right = multiplyAdd(converted(widenedUnsigned(d)), down, converted(widenedUnsigned(b)) * up)
    difference = right - left
    start = left + Floats(repeating: 0.5)
  }

  @inline(__always)
  func callAsFunction(_ column: InterpolationPoint) -> Ints {
    truncatedInts(multiplyAdd(difference, Floats(repeating: column.fraction), start))
  }
}

/// Int8: ten fractional bits for each axis, rounded half away from zero.
private struct InterpolatedInt8: InterpolatedChannels {
  private let left: Ints
  private let right: Ints

  @inline(__always)
  init(_ a: NarrowBytes, _ b: NarrowBytes, _ c: NarrowBytes, _ d: NarrowBytes, _ row: InterpolationPoint) {
    let fraction = Int32(truncatingIfNeeded: row.fixedFraction)
    let down = Ints(repeating: fraction)
    let up = Ints(repeating: 1024 &- fraction)
    left = widenedSigned(a) &* up &+ widenedSigned(c) &* down
    right = widenedSigned(b) &* up &+ widenedSigned(d) &* down
  }

  @inline(__always)
  func callAsFunction(_ column: InterpolationPoint) -> Ints {
    let fraction = Int32(truncatingIfNeeded: column.fixedFraction)
    let sum = left &* Ints(repeating: 1024 &- fraction) &+ right &* Ints(repeating: fraction)
    return dividedByPower(sum, bits: 20)
  }
}

extension VectorKernels {
  /// The pixels from `index` on that lie between the same two of each line: where they end, and the right one of the two.
  /// Pixels that lie upon the left one, which are first, have no right one and take that of the others.
  @inline(__always)
  static func run(
    of columns: UnsafeBufferPointer<InterpolationPoint>, from index: Int
  ) -> (end: Int, upper: Int) {
    let lower = columns[index].lower
    var upper = columns[index].upper
    var end = index &+ 1
    if columns[index].isUponLower, end < columns.count, columns[end].lower == lower { upper = columns[end].upper }
    while end < columns.count, columns[end].lower == lower, columns[end].upper == upper { end &+= 1 }
    return (end, upper)
  }

  /// Pixels between the same two of each line share what does not depend on the column. Of a pixel's channels, the last
  /// block overlaps the one before, or holds fewer than a vector.
  @inline(__always)
  private static func interpolate<Channels: InterpolatedChannels>(
    _ channels: Channels.Type, _ line: InterpolatedLine
  ) {
    assert(line.validate())
    guard let columns = line.columns.baseAddress else { return }
    let depth = line.depth
    let count = min(depth, lanesPerVector)
    var output = line.output
    var index = 0
    while index < line.columns.count {
      let lower = columns[index].lower
      let (end, upper) = run(of: line.columns, from: index)
      var next = 0
      while next < depth {
        let channel = max(0, min(next, depth &- lanesPerVector))
        let left = lower &* depth &+ channel
        let right = upper &* depth &+ channel
        let between = Channels(
          block(line.upper + left, count), block(line.upper + right, count), block(line.lower + left, count),
          block(line.lower + right, count), line.row)
        var target = output + channel
        var pixel = index
        while pixel < end {
          put(between(columns[pixel]), target, count)
          target += depth
          pixel &+= 1
        }
        next &+= lanesPerVector
      }
      output += (end &- index) &* depth
      index = end
    }
  }

  @inline(__always)
  private static func block(_ source: UnsafeRawPointer, _ count: Int) -> NarrowBytes {
    count == lanesPerVector
      ? source.lanes(0, as: NarrowBytes.self) : source.lanes(first: count, 0, as: NarrowBytes.self)
  }

  @inline(__always)
  private static func put(_ y: Ints, _ target: UnsafeMutableRawPointer, _ count: Int) {
    if count == lanesPerVector {
      target.put(narrowedBytes(y), 0)
    } else {
      target.put(first: count, of: narrowedBytes(y), 0)
    }
  }

  /// A line of uint8.
  static func interpolateUInt8(_ line: InterpolatedLine) {
    if interpolateNarrowUInt8(line) || interpolateSixteenthsUInt8(line) { return }
    var isShort = line.row.isShort
    for column in line.columns { isShort = isShort && column.isShort }
    if isShort { return interpolate(ExactUInt8.self, line) }
    interpolate(InterpolatedUInt8.self, line)
  }

  /// A line of int8.
  static func interpolateInt8(_ line: InterpolatedLine) {
    if interpolateNarrowInt8(line) || interpolateSixteenthsInt8(line) { return }
    // Only where a scale is rounded up from next to nothing is a fraction larger.
    if Tier.hasRoundingShifts, line.depth >= Bytes.scalarCount, line.row.fixedFraction.magnitude <= 1 << 13 {
      interpolatePackets(line)
    } else {
      interpolate(InterpolatedInt8.self, line)
    }
  }

  /// A line of int8 by registers of channels; see `InterpolatedInt8`.
  @inline(__always)
  private static func interpolatePackets(_ line: InterpolatedLine) {
    assert(line.validate())
    guard let columns = line.columns.baseAddress else { return }
    let depth = line.depth
    let down = Int16(truncatingIfNeeded: line.row.fixedFraction)
    let up = 1024 &- down
    var output = line.output
    var index = 0
    while index < line.columns.count {
      let (end, upper) = run(of: line.columns, from: index)
      var next = 0
      while next < depth {
        let channel = min(next, depth &- Bytes.scalarCount)
        let first = columns[index].lower &* depth &+ channel
        let second = upper &* depth &+ channel
        let left = PacketSums(
          line.upper.lanes(first, as: Bytes.self), times: up, plus: line.lower.lanes(first, as: Bytes.self), times: down
        )
        let right = PacketSums(
          line.upper.lanes(second, as: Bytes.self), times: up, plus: line.lower.lanes(second, as: Bytes.self),
          times: down)
        var target = output + channel
        var pixel = index
        while pixel < end {
          let fraction = Int32(truncatingIfNeeded: columns[pixel].fixedFraction)
          let toRight = Ints(repeating: fraction)
          let toLeft = Ints(repeating: 1024 &- fraction)
          let sums = PacketSums(
            dividedByPower(left.v0 &* toLeft &+ right.v0 &* toRight, bits: 20),
            dividedByPower(left.v1 &* toLeft &+ right.v1 &* toRight, bits: 20),
            dividedByPower(left.v2 &* toLeft &+ right.v2 &* toRight, bits: 20),
            dividedByPower(left.v3 &* toLeft &+ right.v3 &* toRight, bits: 20))
          target.put(sums.lowBytes, 0)
          target += depth
          pixel &+= 1
        }
        next &+= Bytes.scalarCount
      }
      output += (end &- index) &* depth
      index = end
    }
  }

  /// A line of floats: between lines first, then between columns.
  static func interpolateFloat(_ line: InterpolatedLine) {
    assert(line.validate())
    if interpolateNarrowFloat(line) { return }
    let depth = line.depth
    guard depth >= 4, let columns = line.columns.baseAddress else { return ReferenceKernels.interpolateFloat(line) }
    let count = min(depth, lanesPerVector)
    @inline(__always)
    func block(_ source: UnsafeRawPointer) -> Floats {
      count == lanesPerVector ? source.lanes(0, as: Floats.self) : source.floats(first: count, 0)
    }
    let down = Floats(repeating: line.row.fraction)
    let up = Floats(repeating: line.row.complement)
    var output = line.output
    var index = 0
    while index < line.columns.count {
      let (end, upper) = run(of: line.columns, from: index)
      let left = 4 &* depth &* columns[index].lower
      let right = 4 &* depth &* upper
      var next = 0
      while next < depth {
        let channel = 4 &* max(0, min(next, depth &- lanesPerVector))
        let (a, b) = (block(line.upper + (left &+ channel)), block(line.upper + (right &+ channel)))
        let (c, d) = (block(line.lower + (left &+ channel)), block(line.lower + (right &+ channel)))
        // Pixels between the same two of each line share these.
        let (first, second) = (multiplyAdd(c, down, a * up), multiplyAdd(d, down, b * up))
        var target = output + channel
        var pixel = index
        while pixel < end {
          // Infinity by zero is no number, so that what lies to the right must not count where the pixel lies upon the left one.
          let other = columns[pixel].isUponLower ? first : second
          let sum = multiplyAdd(
            other, Floats(repeating: columns[pixel].fraction), first * Floats(repeating: columns[pixel].complement))
          if count == lanesPerVector { target.put(sum, 0) } else { target.putFloats(first: count, of: sum, 0) }
          target += 4 &* depth
          pixel &+= 1
        }
        next &+= lanesPerVector
      }
      output += 4 &* depth &* (end &- index)
      index = end
    }
  }
}

#endif
