extension ReferenceKernels {
  /// A line of floats: each of four pixels times its weight, summed column by column.
  package static func interpolateFloat(_ line: InterpolatedLine) {
    assert(line.validate())
    let down = line.row.fraction
    let up = 1 - down
    let upper = line.upper.assumingMemoryBound(to: Float.self)
    let lower = line.lower.assumingMemoryBound(to: Float.self)
    let output = line.output.assumingMemoryBound(to: Float.self)
    for (index, column) in line.columns.enumerated() {
      let right = column.fraction
      let left = 1 - right
      for channel in 0..<line.depth {
        let a = upper[column.lower * line.depth + channel] * (up * left)
        let b = upper[column.upper * line.depth + channel] * (up * right)
        let c = lower[column.lower * line.depth + channel] * (down * left)
        let d = lower[column.upper * line.depth + channel] * (down * right)
        output[index * line.depth + channel] = a + c + b + d
      }
    }
  }

  /// A line of uint8 in single precision, rounded by adding a half.
  package static func interpolateUInt8(_ line: InterpolatedLine) {
    assert(line.validate())
    let down = line.row.fraction
    let up = 1 - down
    let upper = line.upper.assumingMemoryBound(to: UInt8.self)
    let lower = line.lower.assumingMemoryBound(to: UInt8.self)
    let output = line.output.assumingMemoryBound(to: UInt8.self)
    for (index, column) in line.columns.enumerated() {
      let right = column.fraction
      let left = 1 - right
      for channel in 0..<line.depth {
        let a = Float(upper[column.lower * line.depth + channel]) * up * left
        let b = Float(upper[column.upper * line.depth + channel]) * up * right
        let c = Float(lower[column.lower * line.depth + channel]) * down * left
        let d = Float(lower[column.upper * line.depth + channel]) * down * right
        output[index * line.depth + channel] = UInt8(max(0, min(255, a + c + b + d + 0.5)))
      }
    }
  }

  /// A line of int8 in fixed point with ten fractional bits for each axis, rounded half away from zero.
  package static func interpolateInt8(_ line: InterpolatedLine) {
    assert(line.validate())
    let down = Int32(truncatingIfNeeded: line.row.fixedFraction)
    let up = 1024 &- down
    let upper = line.upper.assumingMemoryBound(to: Int8.self)
    let lower = line.lower.assumingMemoryBound(to: Int8.self)
    let output = line.output.assumingMemoryBound(to: Int8.self)
    for (index, column) in line.columns.enumerated() {
      let right = Int32(truncatingIfNeeded: column.fixedFraction)
      let left = 1024 &- right
      for channel in 0..<line.depth {
        let a = Int32(upper[column.lower * line.depth + channel]) &* (up &* left)
        let b = Int32(upper[column.upper * line.depth + channel]) &* (up &* right)
        let c = Int32(lower[column.lower * line.depth + channel]) &* (down &* left)
        let d = Int32(lower[column.upper * line.depth + channel]) &* (down &* right)
        let sum = a &+ b &+ c &+ d
        let half: Int32 = sum > 0 ? 1 << 19 : -(1 << 19)
        output[index * line.depth + channel] = Int8(truncatingIfNeeded: (sum &+ half) / (1 << 20))
      }
    }
  }
}
