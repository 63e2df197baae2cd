import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Sums of bytes beside the edges where results go from one byte to the next, which random sums rarely come to. Inputs are
/// zeros, so that sums are the biases.
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

  /// What is common to a product and a depthwise convolution: a column for each sum.
  private struct Columns {
    let count: Int
    let weights: Buffer<Int8>
    let bias: Buffer<Int32>
    let factors: Buffer<QuantizedMultiplier>
    let q: Requantization
    let expected: [Int8]

    /// - Parameter unused: the biases of a few channels without weights, whose factors converters make tiny; none for one factor
    ///   of all columns.
    init(
      _ sums: [Int32], _ factor: QuantizedMultiplier, unused: [Int32], isRectified: Bool, weightsOffset: Int32
    ) {
      count = sums.count
      weights = Buffer<Int8>(count, repeating: 1)
      bias = Buffer<Int32>(count, repeating: 0)
      factors = Buffer(count, repeating: factor)
      for column in 0..<count {
        bias.base[column] = sums[column]
        if unused.isEmpty || column % 50 != 7 { continue }
        weights.base[column] = 0
        bias.base[column] = unused[column / 50 % unused.count]
        factors.base[column] = QuantizedMultiplier(multiplier: 0x5A5A_5A5B, shift: -25)
      }
      let offset: Int32 = isRectified ? -128 : 5
      let range = IntegerRange(lower: isRectified ? -128 : -120, upper: 127)
      q = Requantization(
        inputOffset: 0, weightsOffset: weightsOffset, outputOffset: offset, multipliers: factors.base,
        isPerChannel: !unused.isEmpty, range: range)
      expected = (0..<count).map { [bias, factors] column in
        let result = factors.base[column].apply(to: bias.base[column])
        return Int8(min(range.upper, max(range.lower, result + offset)))
      }
    }
  }

  /// Calls `body` with columns of many factors, and a number of images or rows.
  private func forEach(unused: [[Int32]], _ body: (Columns, Int, QuantizedMultiplier) -> Void) {
    var g = SeededGenerator(seed: 17)
    for shift: Int32 in [0, 1, 2, 5, 8, 11, 12, 13, 14, 15, 18] {
      for zeros in [0, 3, 8, 12, 20, 30] {
        let factor = QuantizedMultiplier(multiplier: multiplier(zeros: zeros, &g), shift: 0 - shift)
        let sums = stride(from: -258, through: 258, by: 6).flatMap { self.sums(around: $0, factor) }
        if sums.isEmpty { continue }
        for unused in unused {
          for isRectified in [false, true] {
            for weightsOffset: Int32 in [0, 3] {
              let columns = Columns(
                sums, factor, unused: unused, isRectified: isRectified, weightsOffset: weightsOffset)
              for count in [1, 7] { body(columns, count, factor) }
            }
          }
        }
      }
    }
  }

  private func check(_ output: Buffer<Int8>, _ columns: Columns, _ factor: QuantizedMultiplier) {
    let found = output.values
    let wrong = found.indices.first { found[$0] != columns.expected[$0 % columns.count] }
    #expect(wrong == nil, "sum \(columns.bias.base[(wrong ?? 0) % columns.count]), factor \(factor)")
  }

  @Test(arguments: kernelSets.indices) func products(_ index: Int) {
    let kernel = kernelSets[index].products.int8
    // The largest bias is too much for factors of bounded sums.
    forEach(unused: [[], [1000, -77], [1000, 1 << 29]]) { columns, rows, factor in
      let shape = MatrixShape(columns: columns.count, taps: 1, depth: 1)
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0xEE)
      kernel.pack(shape, columns.weights.base, columns.bias.base, columns.q, .int8, packed.base)
      let input = Buffer<Int8>(rows, repeating: 0)
      let output = Buffer<Int8>(rows * columns.count, repeating: 99)
      let arguments = MatrixArguments(
        input: input.base, inputStride: 1, offsets: nil, paddingRow: UnsafeRawPointer(input.base), packed: packed.base,
        shape: shape, output: output.base, outputStride: columns.count)
      kernel.run(arguments, 0, rows, 0, columns.count)
      check(output, columns, factor)
    }
  }

  /// - Parameter isBroadcast: whether one input channel makes all outputs, or each channel its own.
  @Test(arguments: kernelSets.indices, [false, true]) func depthwise(_ index: Int, isBroadcast: Bool) {
    let kernel = kernelSets[index].depthwise.int8
    forEach(unused: [[], [1000, -77]]) { columns, pixels, factor in
      let depth = isBroadcast ? 1 : columns.count
      let geometry = ConvolutionGeometry(
        batches: 1, inputHeight: 1, inputWidth: pixels, inputDepth: depth, filterHeight: 1, filterWidth: 1,
        outputHeight: 1, outputWidth: pixels, outputDepth: columns.count, paddingTop: 0, paddingLeft: 0)
      let packed = Buffer<UInt8>(kernel.packedSize(geometry), repeating: 0xEE)
      kernel.pack(geometry, columns.weights.base, columns.bias.base, columns.q, packed.base)
      let input = Buffer<Int8>(pixels * depth, repeating: 0)
      let output = Buffer<Int8>(pixels * columns.count, repeating: 99)
      kernel.run(
        DepthwiseArguments(geometry: geometry, input: input.base, packed: packed.base, output: output.base), 0, 1)
      check(output, columns, factor)
    }
  }
}
