import TFLiteKernels
import Testing

/// A convolution of groups of `width` channels, padded by `padding` on the left and above.
private func geometry(
  _ batches: Int, _ height: Int, _ width: Int, groups: Int, of channels: Int, filter: (rows: Int, columns: Int),
  stride: Int = 1, dilation: Int = 1, padding: Int = 1
) -> ConvolutionGeometry {
  func outputs(_ length: Int, _ taps: Int) -> Int {
    (length + 2 * padding - (taps - 1) * dilation - 1) / stride + 1
  }
  return ConvolutionGeometry(
    batches: batches, inputHeight: height, inputWidth: width, inputDepth: groups * channels,
    filterHeight: filter.rows, filterWidth: filter.columns, outputHeight: outputs(height, filter.rows),
    outputWidth: outputs(width, filter.columns), outputDepth: groups * channels, strideHeight: stride,
    strideWidth: stride, dilationHeight: dilation, dilationWidth: dilation, paddingTop: padding, paddingLeft: padding,
    groups: groups)
}

/// Groups that fill vectors and that do not, rows of fewer pixels than a tile and of more than are requantized at once.
private let convolutions: [ConvolutionGeometry] = [
  geometry(1, 9, 9, groups: 2, of: 8, filter: (3, 3)),
  geometry(2, 7, 7, groups: 13, of: 8, filter: (3, 3)),
  geometry(1, 12, 21, groups: 6, of: 8, filter: (3, 3), stride: 2),
  geometry(1, 5, 5, groups: 5, of: 4, filter: (3, 3)),
  geometry(1, 4, 131, groups: 8, of: 4, filter: (3, 3)),
  geometry(1, 8, 11, groups: 3, of: 8, filter: (3, 5)),
  geometry(1, 10, 10, groups: 7, of: 4, filter: (5, 3), dilation: 2, padding: 2),
  geometry(1, 3, 2, groups: 4, of: 8, filter: (1, 1), padding: 0),
  geometry(1, 6, 3, groups: 4, of: 8, filter: (3, 1), padding: 1),
]

@Suite struct GroupedByteTests {
  private struct Data {
    let input: Buffer<Int8>
    let filter: Buffer<Int8>
    let bias: Buffer<Int32>
    let multipliers: Buffer<QuantizedMultiplier>
    let isPerChannel: Bool

    init(_ c: ConvolutionGeometry, seed: Int, isPerChannel: Bool) {
      var g = SeededGenerator(seed: UInt64(seed))
      input = .random(c.inputCount, &g)
      filter = .random(c.outputDepth * c.taps * c.filterDepth, &g)
      bias = .random(c.outputDepth, -9000...9000, &g)
      self.isPerChannel = isPerChannel
      let largest = Double(c.taps * c.filterDepth) * 4000
      multipliers = Buffer(
        (0..<c.outputDepth).map { QuantizedMultiplier(Double(1 + $0 % 7) * 100 / largest) }, or: QuantizedMultiplier(1))
    }

    func requantization(fromChannel first: Int = 0, clampsNegatives: Bool) -> Requantization {
      Requantization(
        inputOffset: 7, weightsOffset: 0, outputOffset: -3,
        multipliers: UnsafePointer(multipliers.base + (isPerChannel ? first : 0)), isPerChannel: isPerChannel,
        range: IntegerRange(lower: clampsNegatives ? -3 : -100, upper: 120))
    }

    /// What the reference's products give for each group.
    func expected(_ c: ConvolutionGeometry, clampsNegatives: Bool) -> [Int8] {
      let kernel = ReferenceKernels.Product.int8
      let (width, depth) = (c.filterDepth, c.inputDepth)
      let shape = MatrixShape(columns: width, taps: c.taps, depth: width)
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0)
      let table = Buffer<Int32>(IndirectionTable.count(c), repeating: 0)
      IndirectionTable.fill(c, table.base)
      let border = Buffer<Int8>(depth, repeating: -7)
      let output = Buffer<Int8>(c.outputCount, repeating: 0)
      let pixels = c.outputHeight * c.outputWidth
      for first in stride(from: 0, to: depth, by: width) {
        kernel.pack(
          shape, filter.base + first * c.taps * width, bias.base + first,
          requantization(fromChannel: first, clampsNegatives: clampsNegatives), .int8, packed.base)
        for image in 0..<c.batches {
          kernel.run(
            MatrixArguments(
              input: UnsafeRawPointer(input.base + (image * c.inputHeight * c.inputWidth * depth + first)),
              inputStride: depth, offsets: UnsafePointer(table.base), paddingRow: UnsafeRawPointer(border.base),
              packed: UnsafeRawPointer(packed.base), shape: shape,
              output: UnsafeMutableRawPointer(output.base + (image * pixels * depth + first)), outputStride: depth),
            0, pixels, 0, width)
        }
      }
      return output.values
    }
  }

  @Test(arguments: kernelSets.indices, convolutions.indices)
  func equalsTheReferenceForEachGroup(_ set: Int, _ index: Int) {
    let c = convolutions[index]
    guard let kernel = kernelSets[set].products.groupedInt8 else { return }
    #expect(kernel.serves(c))
    for isPerChannel in [false, true] {
      let data = Data(c, seed: 300 + index, isPerChannel: isPerChannel)
      for clampsNegatives in [false, true] {
        let packed = Buffer<UInt8>(kernel.packedSize(c), repeating: 0x55)
        kernel.pack(
          c, data.filter.base, data.bias.base, data.requantization(clampsNegatives: clampsNegatives),
          UnsafeMutableRawPointer(packed.base))
        #expect(packed.isIntact)
        let expected = data.expected(c, clampsNegatives: clampsNegatives)
        for ways in splits(c.batches * c.outputHeight) {
          let output = Buffer<Int8>(c.outputCount, repeating: 0x55)
          let arguments = DepthwiseArguments(
            geometry: c, input: UnsafeRawPointer(data.input.base), packed: UnsafeRawPointer(packed.base),
            output: UnsafeMutableRawPointer(output.base))
          for (begin, end) in ways { kernel.run(arguments, begin, end) }
          #expect(output.isIntact && output.values == expected)
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices) func servesOnlyWhatFillsVectors(_ set: Int) {
    guard let kernel = kernelSets[set].products.groupedInt8 else { return }
    #expect(!kernel.serves(geometry(1, 9, 9, groups: 1, of: 8, filter: (3, 3))))
    #expect(!kernel.serves(geometry(1, 9, 9, groups: 4, of: 16, filter: (3, 3))))
    #expect(!kernel.serves(geometry(1, 9, 9, groups: 3, of: 4, filter: (3, 3))))
    var twice = geometry(1, 9, 9, groups: 4, of: 8, filter: (3, 3))
    twice.outputDepth *= 2
    #expect(!kernel.serves(twice))
    #expect(!kernel.serves(geometry(1, 3, 4000, groups: 4, of: 8, filter: (3, 3))))
  }
}
