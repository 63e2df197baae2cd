import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Sums of 8-bit products beside the edges where results go from one byte to the next, which random sums rarely come to.
@Suite struct RoundingEdgeTests {
  /// The sums whose results are `result` and the one before, as far as accumulators may go.
  private func sums(around result: Int, _ factor: QuantizedMultiplier) -> [Int32] {
    let edge = (Double(result) - 0.5) * Double(1 << (31 - Int(factor.shift))) / Double(factor.multiplier)
    guard abs(edge) < 0x1p27 else { return [] }
    return (-2...2).map { Int32(edge.rounded()) + $0 }
  }

  private func multiplier(zeros: Int, _ g: inout SeededGenerator) -> Int32 {
    let bits = Int32.random(in: 1 << 30...Int32.max, using: &g) | 1
    return zeros == 30 ? 1 << 30 : (bits >> Int32(zeros) | 1) << Int32(zeros)
  }

  @Test(arguments: kernelSets.indices) func results(_ index: Int) {
    var g = SeededGenerator(seed: 17)
    for shift: Int32 in [0, 1, 2, 5, 8, 11, 12, 13, 14, 15, 18] {
      for zeros in [0, 3, 8, 12, 20, 30] {
        let factor = QuantizedMultiplier(multiplier: multiplier(zeros: zeros, &g), shift: 0 - shift)
        let sums = stride(from: -258, through: 258, by: 6).flatMap { self.sums(around: $0, factor) }
        // A factor for all columns, and one each, a few of which are of channels without weights, as converters leave them.
        for isPerChannel in [false, true] {
          for isRectified in [false, true] {
            check(kernelSets[index], sums, factor, isPerChannel, isRectified, weightsOffset: 0)
            check(kernelSets[index], sums, factor, isPerChannel, isRectified, weightsOffset: 3)
          }
        }
      }
    }
  }

  private func check(
    _ set: KernelSet, _ sums: [Int32], _ factor: QuantizedMultiplier, _ isPerChannel: Bool, _ isRectified: Bool,
    weightsOffset: Int32
  ) {
    let columns = sums.count
    if columns == 0 { return }
    let factors = Buffer(columns, repeating: factor)
    let weights = Buffer<Int8>(columns, repeating: 1)
    let bias = Buffer<Int32>(columns, repeating: 0)
    for (column, sum) in sums.enumerated() {
      bias.base[column] = sum
      if isPerChannel, column % 50 == 7 {
        weights.base[column] = 0
        factors.base[column] = QuantizedMultiplier(multiplier: 1 << 30, shift: -25)
      }
    }
    let offset: Int32 = isRectified ? -128 : 5
    let range = IntegerRange(lower: isRectified ? -128 : -120, upper: 127)
    let q = Requantization(
      inputOffset: 0, weightsOffset: weightsOffset, outputOffset: offset, multipliers: factors.base,
      isPerChannel: isPerChannel, range: range)
    let shape = MatrixShape(columns: columns, taps: 1, depth: 1)
    let kernel = set.products.int8
    let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0xEE)
    kernel.pack(shape, weights.base, bias.base, q, .int8, packed.base)
    let expected = (0..<columns).map { column in
      let result = (isPerChannel ? factors.base[column] : factor).apply(to: sums[column])
      return Int8(min(range.upper, max(range.lower, result + offset)))
    }
    for rows in [1, 7] {
      let input = Buffer<Int8>(rows, repeating: 0)
      let output = Buffer<Int8>(rows * columns, repeating: 99)
      let arguments = MatrixArguments(
        input: input.base, inputStride: 1, offsets: nil, paddingRow: UnsafeRawPointer(input.base), packed: packed.base,
        shape: shape, output: output.base, outputStride: columns)
      kernel.run(arguments, 0, rows, 0, columns)
      let found = output.values
      let wrong = found.indices.first { found[$0] != expected[$0 % columns] }
      #expect(wrong == nil, "sum \(sums[(wrong ?? 0) % columns]), factor \(factor)")
    }
  }
}
