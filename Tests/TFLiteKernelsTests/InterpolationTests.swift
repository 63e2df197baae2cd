import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Every set's bilinear interpolation of lines against plain loops.
@Suite struct InterpolationTests {
  /// Points of a line of `count` pixels between those of one of `width` pixels.
  private static func points(_ count: Int, of width: Int, halfPixelCenters: Bool) -> [InterpolationPoint] {
    let scale = Float(width) / Float(count)
    return (0..<count).map {
      let position = halfPixelCenters ? (Float($0) + 0.5) * scale - 0.5 : Float($0) * scale
      let lower = min(max(Int(position.rounded(.down)), 0), width - 1)
      let upper = min(max(Int(position.rounded(.up)), 0), width - 1)
      let fraction = position - Float(lower)
      return InterpolationPoint(
        lower: lower, upper: upper, fraction: fraction, fixedFraction: Int((fraction * 1024).rounded(.down)))
    }
  }

  /// Where the row lies before the first line, both lines are the first one.
  private func run<Element: BitwiseCopyable>(
    _ kernel: LineInterpolation, _ upper: Buffer<Element>, _ lower: Buffer<Element>, _ row: InterpolationPoint,
    _ columns: [InterpolationPoint], _ depth: Int, _ zero: Element
  ) -> [Element] {
    let output = Buffer<Element>(columns.count * depth, repeating: zero)
    columns.withUnsafeBufferPointer {
      kernel(
        InterpolatedLine(
          upper: upper.base, lower: row.fraction < 0 ? upper.base : lower.base, row: row, columns: $0, depth: depth,
          output: output.base))
    }
    #expect(output.isIntact)
    return output.values
  }

  /// Lines that grow and shrink, by factors with few binary digits and with many, longer than what a kernel holds at once, and
  /// fractions before the first pixel.
  @Test(arguments: kernelSets.indices, [1, 2, 3, 4, 5, 8, 15, 16, 17, 40, 64, 65]) func lines(_ set: Int, _ depth: Int)
  {
    var g = SeededGenerator(seed: 3)
    let rows = [Float(0.37), 0.25, 0, -0.5, 1, 0.0078125].map {
      InterpolationPoint(lower: 0, upper: 1, fraction: $0, fixedFraction: Int(($0 * 1024).rounded(.down)))
    }
    let (kernels, reference) = (kernelSets[set].spatial, KernelSet.reference.spatial)
    for (count, width) in [
      (1, 1), (3, 2), (7, 5), (40, 15), (96, 48), (64, 8), (100, 256), (2, 300), (30, 400), (700, 600), (500, 1000),
    ] where width * depth < 20_000 {
      let upper = Buffer<UInt8>.random(width * depth, &g)
      let lower = Buffer<UInt8>.random(width * depth, &g)
      let (signedUpper, signedLower) = (
        Buffer(upper.values.map { Int8(bitPattern: $0) }, or: 0),
        Buffer(lower.values.map { Int8(bitPattern: $0) }, or: 0)
      )
      let floatUpper = Buffer<Float>.random(width * depth, -1...1, &g)
      let floatLower = Buffer<Float>.random(width * depth, -1...1, &g)
      for halfPixelCenters in [true, false] {
        let columns = Self.points(count, of: width, halfPixelCenters: halfPixelCenters)
        for row in rows {
          #expect(
            run(kernels.interpolateUInt8, upper, lower, row, columns, depth, 0)
              == run(reference.interpolateUInt8, upper, lower, row, columns, depth, 0), "\(width) to \(count)")
          #expect(
            run(kernels.interpolateInt8, signedUpper, signedLower, row, columns, depth, 0)
              == run(reference.interpolateInt8, signedUpper, signedLower, row, columns, depth, 0),
            "\(width) to \(count)")
          let found = run(kernels.interpolateFloat, floatUpper, floatLower, row, columns, depth, 0)
          let expected = run(reference.interpolateFloat, floatUpper, floatLower, row, columns, depth, 0)
          #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(width) to \(count)")
        }
      }
    }
  }

  /// A pixel upon another is that one, whatever its neighbors are: an infinite one would make it no number.
  @Test(arguments: kernelSets.indices, [4, 8, 16, 17, 64]) func infiniteNeighbors(_ set: Int, _ depth: Int) {
    let columns = Self.points(6, of: 3, halfPixelCenters: false)
    let image = Buffer([Float(1), -.infinity, 2].flatMap { Array(repeating: $0, count: depth) }, or: 0)
    let row = InterpolationPoint(lower: 0, upper: 0, fraction: 0, fixedFraction: 0)
    let found = run(kernelSets[set].spatial.interpolateFloat, image, image, row, columns, depth, 0)
    for channel in 0..<depth {
      #expect(found[channel] == 1)
      #expect(found[4 * depth + channel] == 2)
    }
  }
}
