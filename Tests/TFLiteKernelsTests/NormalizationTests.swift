import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Every set's layer normalization, with and without the mean, against plain loops.
@Suite struct NormalizationTests {
  @Test(arguments: kernelSets.indices) func rows(_ set: Int) {
    var g = SeededGenerator(seed: 31)
    for (depth, isCentered) in [1, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64, 65, 100, 256, 1000].flatMap({
      [($0, true), ($0, false)]
    }) {
      let rows = 5
      let input = Buffer<Float>.random(rows * depth, -3...5, &g)
      let isScaled = depth % 3 != 1
      let scales = isScaled ? Buffer<Float>.random(depth, -2...2, &g) : Buffer(depth, repeating: 1)
      let isShifted = depth % 2 != 1
      let offsets = isShifted ? Buffer<Float>.random(depth, -2...2, &g) : Buffer(depth, repeating: 0)
      let expected = Buffer<Float>(rows * depth, repeating: 0)
      let found = Buffer<Float>(rows * depth, repeating: 0)
      func arguments(_ output: Buffer<Float>) -> NormalizationArguments {
        NormalizationArguments(
          input: UnsafePointer(input.base), scales: UnsafePointer(scales.base), offsets: UnsafePointer(offsets.base),
          epsilon: 1e-3, isCentered: isCentered, output: output.base, depth: depth,
          isScaled: isScaled, isShifted: isShifted, meanDivisor: depth == 17 ? 20 : nil,
          varianceDivisor: depth == 64 ? 70 : nil)
      }
      KernelSet.reference.normalization.layer(arguments(expected), 0, rows)
      kernelSets[set].normalization.layer(arguments(found), 0, 2)
      kernelSets[set].normalization.layer(arguments(found), 2, rows)
      #expect(agree(found.values, expected.values, tolerance: 1e-4), "depth \(depth), centered \(isCentered)")
      #expect(found.isIntact)
    }
  }
}
