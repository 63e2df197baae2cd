import TFLiteKernelSets
import TFLiteKernels
import Testing

private let depthwises: [ConvolutionGeometry] = [1, 3, 7, 8, 9, 16, 19, 40].flatMap { channels in
  [1, 2, 3, 8].flatMap { multiplier in
    [
      ConvolutionGeometry(
        batches: 2, inputHeight: 6, inputWidth: 7, inputDepth: channels, filterHeight: 3, filterWidth: 3,
        outputHeight: 6, outputWidth: 7, outputDepth: channels * multiplier, paddingTop: 1, paddingLeft: 1),
      ConvolutionGeometry(
        batches: 1, inputHeight: 9, inputWidth: 9, inputDepth: channels, filterHeight: 2, filterWidth: 5,
        outputHeight: 4, outputWidth: 5, outputDepth: channels * multiplier, strideHeight: 2, strideWidth: 2,
        dilationHeight: 2, paddingTop: 0, paddingLeft: 2),
    ]
  }
}

/// What the kernels for bytes treat apart besides: wide rows of few and of many channels, and filters with many taps.
private let byteDepthwises: [ConvolutionGeometry] =
  depthwises
  + [8, 16, 24, 32, 48, 64, 65, 72, 128, 144].map { channels in
    ConvolutionGeometry(
      batches: 1, inputHeight: 4, inputWidth: 41, inputDepth: channels, filterHeight: 3, filterWidth: 3,
      outputHeight: 4, outputWidth: 41, outputDepth: channels, paddingTop: 1, paddingLeft: 1)
  }
  // Runs of pixels: phases of several registers, fours of rows that the filter does not fill, odd rows, several images.
  + [(11, 5, 3), (22, 7, 7), (36, 3, 5), (44, 5, 5), (72, 1, 3), (88, 7, 3), (100, 2, 2), (176, 3, 3)].flatMap {
    channels, height, width in
    [1, 6, 19].map {
      ConvolutionGeometry(
        batches: 2, inputHeight: 5, inputWidth: $0, inputDepth: channels, filterHeight: height, filterWidth: width,
        outputHeight: 5, outputWidth: $0, outputDepth: channels, paddingTop: height / 2, paddingLeft: width / 2)
    }
  }
  // Few channels, windows that move by two columns or rows or by both: even and odd columns apart, in several stretches, odd
  // rows, and the last pixels of the last image, which are not copied by whole packets.
  + [
    (3, 2, 2, 3, 331), (5, 2, 2, 3, 9), (7, 2, 1, 3, 24), (9, 1, 2, 3, 25), (12, 2, 2, 3, 331), (12, 2, 2, 5, 23),
    (15, 2, 2, 7, 2), (6, 2, 2, 2, 17), (10, 1, 2, 5, 400), (4, 2, 2, 1, 8), (14, 2, 2, 3, 1), (13, 2, 2, 12, 30),
  ].map { channels, strideHeight, strideWidth, size, width in
    ConvolutionGeometry(
      batches: 2, inputHeight: 7, inputWidth: width, inputDepth: channels, filterHeight: size, filterWidth: size,
      outputHeight: (6 + strideHeight) / strideHeight, outputWidth: (width - 1 + strideWidth) / strideWidth,
      outputDepth: channels, strideHeight: strideHeight, strideWidth: strideWidth, paddingTop: size / 2,
      paddingLeft: (size - 1) / 2)
  }
  // Rows longer than one table of pointers, with margins of several columns.
  + [
    (8, 1, 1), (11, 1, 1), (44, 1, 1), (72, 1, 1), (8, 1, 3), (16, 1, 2), (16, 2, 1), (32, 1, 1), (64, 1, 1),
    (64, 2, 1), (70, 3, 2),
  ].map {
    channels, stride, dilation in
    ConvolutionGeometry(
      batches: 2, inputHeight: 3, inputWidth: 331, inputDepth: channels, filterHeight: 3, filterWidth: 3,
      outputHeight: 3, outputWidth: (330 + stride) / stride, outputDepth: channels, strideWidth: stride,
      dilationWidth: dilation, paddingTop: 1, paddingLeft: dilation)
  }
  + [(1, 8), (1, 17), (16, 1), (40, 1), (5, 2)].flatMap { channels, multiplier in
    [(13, 17), (25, 21)].map { height, width in
      ConvolutionGeometry(
        batches: 1, inputHeight: 25, inputWidth: 21, inputDepth: channels, filterHeight: height, filterWidth: width,
        outputHeight: 2, outputWidth: 5, outputDepth: channels * multiplier, paddingTop: height / 2,
        paddingLeft: width / 2)
    }
  }
  // One output pixel in a row: streams of few samples, and windows as large as the image.
  + [(16, 5, 1, 0), (24, 21, 1, 0), (33, 3, 3, 0), (64, 9, 1, 0), (80, 2, 3, 1), (130, 7, 7, 0)].map {
    channels, height, width, left in
    ConvolutionGeometry(
      batches: 2, inputHeight: height + 1, inputWidth: width - 2 * left, inputDepth: channels, filterHeight: height,
      filterWidth: width, outputHeight: 2, outputWidth: 1, outputDepth: channels, paddingTop: 0, paddingLeft: left)
  }
  // Filters larger than the image, and one of more taps than a table has room for.
  + [(8, 31, 1), (32, 31, 1), (33, 31, 2), (64, 31, 1), (16, 46, 1)].map { channels, size, stride in
    ConvolutionGeometry(
      batches: 2, inputHeight: 12, inputWidth: 19, inputDepth: channels, filterHeight: size, filterWidth: size,
      outputHeight: 2, outputWidth: (18 + stride) / stride, outputDepth: channels, strideHeight: stride,
      strideWidth: stride, paddingTop: size / 2, paddingLeft: size / 2)
  }

/// Filters whose rows and columns are apart.
private let dilatedDepthwises: [ConvolutionGeometry] =
  [3, 8, 16, 21, 40].flatMap { channels in
    [(3, 1, 2), (3, 1, 3), (3, 2, 2), (5, 1, 2)].map { size, stride, dilation in
      ConvolutionGeometry(
        batches: 2, inputHeight: 9, inputWidth: 23, inputDepth: channels, filterHeight: size, filterWidth: size,
        outputHeight: (8 + stride) / stride, outputWidth: (22 + stride) / stride, outputDepth: channels,
        strideHeight: stride, strideWidth: stride, dilationHeight: dilation, dilationWidth: dilation,
        paddingTop: dilation, paddingLeft: dilation)
    }
  }
  // Others for rows than for columns, without margins, with more than the window, and of more images than rows.
  + [
    (16, 11, 30, 3, 2, 3, 0, 0), (24, 9, 26, 3, 1, 2, 1, 2), (20, 13, 25, 3, 3, 1, 3, 1), (16, 14, 40, 7, 2, 2, 6, 6),
    (17, 8, 33, 3, 2, 4, 5, 7), (32, 4, 28, 5, 3, 2, 6, 4), (16, 5, 36, 3, 9, 5, 9, 5), (512, 8, 20, 3, 2, 2, 2, 2),
  ].map { channels, height, width, size, dilationHeight, dilationWidth, top, left in
    ConvolutionGeometry(
      batches: 2, inputHeight: height, inputWidth: width, inputDepth: channels, filterHeight: size, filterWidth: size,
      outputHeight: max(1, height + 2 * top - (size - 1) * dilationHeight),
      outputWidth: max(1, width + 2 * left - (size - 1) * dilationWidth), outputDepth: channels, strideHeight: 1,
      strideWidth: 1, dilationHeight: dilationHeight, dilationWidth: dilationWidth, paddingTop: top, paddingLeft: left)
  }

/// Pixels that crowd a cache: in one part and in several, pairs of rows and single ones, several images, margins all round; and
/// large windows, of so many channels at a time, the last of which are more, or as few as there are.
private let crowdedDepthwises: [ConvolutionGeometry] = [
  (512, 7, 9, 3, 1, 1), (512, 8, 13, 3, 2, 1), (512, 12, 33, 5, 1, 1), (1024, 4, 5, 3, 1, 2), (256, 9, 8, 7, 1, 1),
  (512, 2, 3, 5, 2, 1), (512, 3, 64, 3, 1, 1), (256, 5, 6, 3, 1, 1), (260, 9, 12, 7, 1, 1), (140, 8, 24, 7, 1, 1),
  (33, 9, 40, 7, 1, 1), (260, 6, 9, 5, 1, 1), (271, 7, 11, 5, 2, 1), (200, 11, 14, 7, 2, 1), (130, 15, 15, 7, 1, 2),
].map { channels, height, width, size, stride, dilation in
  ConvolutionGeometry(
    batches: 2, inputHeight: height, inputWidth: width, inputDepth: channels, filterHeight: size, filterWidth: size,
    outputHeight: (height - 1 + stride) / stride, outputWidth: (width - 1 + stride) / stride, outputDepth: channels,
    strideHeight: stride, strideWidth: stride, dilationHeight: dilation, dilationWidth: dilation,
    paddingTop: size / 2 * dilation, paddingLeft: size / 2 * dilation)
}

/// The same convolution of channels that stand there as often as they have filters, and that input.
private func repeating<Element: BitwiseCopyable>(
  _ c: ConvolutionGeometry, _ input: Buffer<Element>
) -> (ConvolutionGeometry, Buffer<Element>) {
  var single = c
  single.inputDepth = c.outputDepth
  let repeated = Buffer(single.inputCount, repeating: input.base[0])
  RepeatElements.run(
    input.base, repeated.base, count: c.inputCount, times: c.depthMultiplier, width: MemoryLayout<Element>.size)
  #expect(repeated.isIntact)
  return (single, repeated)
}

@Suite struct DepthwiseTests {
  @Test func elementsAreRepeated() {
    func check<Element: FixedWidthInteger & BitwiseCopyable>(_: Element.Type) {
      for count in [0, 1, 2, 5, 31, 32, 33] {
        for times in [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 40] {
          let source = Buffer<Element>(count, repeating: 0)
          for i in 0..<count { source.base[i] = Element(truncatingIfNeeded: 77 &* (i &+ 1)) }
          let target = Buffer<Element>(count * times, repeating: 0)
          RepeatElements.run(
            source.base, target.base, count: count, times: times, width: MemoryLayout<Element>.size)
          #expect(target.isIntact)
          #expect(
            target.values == (0..<count * times).map { source.base[$0 / times] },
            "\(MemoryLayout<Element>.size) bytes, \(count) \(times)")
        }
      }
    }
    check(UInt8.self)
    check(Int16.self)
    check(UInt32.self)
  }

  @Test(arguments: kernelSets.indices) func depthwiseFloat(_ set: Int) {
    for (index, c) in (depthwises + dilatedDepthwises + crowdedDepthwises).enumerated() {
      var g = SeededGenerator(seed: UInt64(index))
      let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
      let filter = Buffer<Float>.random(c.taps * c.outputDepth, -1...1, &g)
      let bias = Buffer<Float>.random(c.outputDepth, -1...1, &g)
      let expected = results(c.outputCount, c.outputRows, Float.nan) {
        ReferenceKernels.depthwise(c, input.base, filter.base, bias.base, $0, FloatRange(.relu), $1, $2)
      }
      let (single, repeated) = repeating(c, input)
      for set in [KernelSet.reference, kernelSets[set]] {
        let k = set.depthwise.float
        let packed = Buffer<UInt8>(k.packedSize(single), repeating: 0xEE)
        k.pack(single, filter.base, bias.base, FloatRange(.relu), packed.base)
        #expect(packed.isIntact)
        let found = results(c.outputCount, c.outputRows, Float.nan) {
          k.run(DepthwiseArguments(geometry: single, input: repeated.base, packed: packed.base, output: $0), $1, $2)
        }
        #expect(found.allSatisfy { $0 == found[0] }, "\(c)")
        #expect(agree(found[0], expected[0], tolerance: 1e-6), "\(c)")
      }
    }
  }

  @Test(arguments: kernelSets.indices, [true, false]) func depthwiseBytes(_ set: Int, isSigned: Bool) {
    for (index, c) in byteDepthwises.enumerated() {
      var g = SeededGenerator(seed: UInt64(index))
      let input = Buffer<Int8>.random(c.inputCount, &g)
      let filter = Buffer<Int8>.random(c.taps * c.outputDepth, &g)
      let bias = Buffer<Int32>.random(c.outputDepth, -5000...5000, &g)
      let factors = Buffer(c.outputDepth, repeating: QuantizedMultiplier(0.003))
      for i in 0..<c.outputDepth where index % 3 == 0 {
        factors.base[i] = QuantizedMultiplier(Double.random(in: 0...2, using: &g))
      }
      let type = isSigned ? IntegerRange.int8 : .uint8
      let q = Requantization(
        inputOffset: isSigned ? 128 : -200, weightsOffset: isSigned ? 0 : -151, outputOffset: 5,
        multipliers: factors.base, isPerChannel: true,
        range: index % 2 == 0 ? type : IntegerRange(lower: 5, upper: type.upper - 20))
      let bytes = UnsafeMutableRawPointer(input.base).assumingMemoryBound(to: UInt8.self)
      let weights = UnsafeMutableRawPointer(filter.base).assumingMemoryBound(to: UInt8.self)
      let expected = results(c.outputCount, c.outputRows, Int8(0)) {
        if isSigned {
          ReferenceKernels.depthwise(c, input.base, filter.base, bias.base, $0, q, $1, $2)
        } else {
          let output = UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
          ReferenceKernels.depthwise(c, bytes, weights, bias.base, output, q, $1, $2)
        }
      }
      for set in [KernelSet.reference, kernelSets[set]] {
        let k = isSigned ? set.depthwise.int8 : set.depthwise.uint8
        let packed = Buffer<UInt8>(k.packedSize(c), repeating: 0xEE)
        k.pack(c, filter.base, bias.base, q, packed.base)
        #expect(packed.isIntact)
        let found = results(c.outputCount, c.outputRows, Int8(0)) {
          k.run(DepthwiseArguments(geometry: c, input: input.base, packed: packed.base, output: $0), $1, $2)
        }
        #expect(found.allSatisfy { $0 == expected[0] }, "\(c)")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func depthwiseHybrid(_ set: Int) {
    for (index, c) in (byteDepthwises + dilatedDepthwises).enumerated() {
      var g = SeededGenerator(seed: UInt64(index))
      let input = Buffer<Int8>.random(c.inputCount, &g)
      let filter = Buffer<Int8>.random(c.taps * c.outputDepth, &g)
      let bias = Buffer<Float>.random(c.outputDepth, -1...1, &g)
      let scales = Buffer<Float>.random(c.outputDepth, 0.001...0.01, &g)
      let parameters = Buffer(c.batches, repeating: DynamicQuantization.Parameters(scale: 0.03, zeroPoint: -17))
      parameters.base[c.batches - 1].zeroPoint = 90
      let padding = Buffer<Int8>(c.batches * c.inputDepth, repeating: -17)
      for i in 0..<c.inputDepth { padding.base[(c.batches - 1) * c.inputDepth + i] = 90 }
      let floats = Buffer<Float>(c.inputCount, repeating: 0)
      for i in 0..<c.inputCount {
        let block = parameters.base[i / (c.inputCount / c.batches)]
        floats.base[i] = block.scale * Float(Int32(input.base[i]) - block.zeroPoint)
      }
      func run(_ set: KernelSet) -> [[Float]] {
        let k = set.depthwise.hybrid
        let packed = Buffer<UInt8>(k.packedSize(c), repeating: 0xEE)
        k.pack(c, filter.base, bias.base, scales.base, true, FloatRange(.none), packed.base)
        #expect(packed.isIntact)
        return results(c.outputCount, c.outputRows, Float.nan) {
          k.run(
            DepthwiseArguments(
              geometry: c, input: k.readsFloats(c) ? UnsafeRawPointer(floats.base) : UnsafeRawPointer(input.base),
              packed: packed.base, output: $0, imageParameters: parameters.base, paddingRows: padding.base),
            $1, $2)
        }
      }
      let expected = run(.reference)
      let found = run(kernelSets[set])
      #expect(found.allSatisfy { $0 == found[0] }, "\(c)")
      #expect(agree(found[0], expected[0], tolerance: 1e-6), "\(c)")
    }
  }

  /// Kernels that read floats quantize them as others find them quantized: halves away from zero, what is no number as the
  /// lowest, what lies outside as the nearest.
  @Test(arguments: kernelSets.indices) func depthwiseQuantizesFloats(_ set: Int) {
    let c = ConvolutionGeometry(
      batches: 1, inputHeight: 1, inputWidth: 12, inputDepth: 16, filterHeight: 1, filterWidth: 1, outputHeight: 1,
      outputWidth: 12, outputDepth: 16)
    let kernel = kernelSets[set].depthwise.hybrid
    guard kernel.readsFloats(c) else { return }
    let values: [Float] = [0, -0.0, 0.25, -0.25, 0.75, -0.75, 0.2499, 30.25, -30.25, 61, 64, 100, -62, -70, -100, .nan]
    let input = Buffer(Array(repeating: values, count: 12).flatMap { $0 }, or: 0)
    let filter = Buffer(16, repeating: Int8(1))
    let scale = Buffer(1, repeating: Float(1))
    let parameters = Buffer(1, repeating: DynamicQuantization.Parameters(scale: 0.5, zeroPoint: 3))
    let padding = Buffer(16, repeating: Int8(3))
    let packed = Buffer<UInt8>(kernel.packedSize(c), repeating: 0xEE)
    kernel.pack(c, filter.base, nil, scale.base, false, FloatRange(.none), packed.base)
    let output = Buffer(c.outputCount, repeating: Float(0))
    kernel.run(
      DepthwiseArguments(
        geometry: c, input: input.base, packed: packed.base, output: output.base, imageParameters: parameters.base,
        paddingRows: padding.base),
      0, 1)
    let expected: [Float] = [0, 0, 0.5, -0.5, 1, -1, 0, 30.5, -30.5, 61, 62, 62, -62, -65.5, -65.5, -65.5]
    #expect(output.values == Array(repeating: expected, count: 12).flatMap { $0 })
  }

  /// Biases and shifts that 32 bits hold and such that they do not, filters whose sums they do not, factors of any size.
  @Test(arguments: kernelSets.indices) func depthwiseShorts(_ set: Int) {
    for (index, c) in (depthwises + shortDepthwises).enumerated() {
      for isWide in [false, true] {
        var g = SeededGenerator(seed: UInt64(index))
        let input = Buffer<Int16>.random(c.inputCount, &g)
        for i in 0..<c.inputCount where index % 4 == 1 { input.base[i] = i % 3 == 0 ? Int16.min : Int16.max }
        let filter = Buffer<Int8>.random(c.taps * c.outputDepth, -127...127, &g)
        let reach: Int64 = isWide ? 1 << 40 : 1 << 29
        let bias = Buffer<Int64>.random(c.outputDepth, -reach...reach, &g)
        let factors = Buffer(c.outputDepth, repeating: QuantizedMultiplier(0.0007))
        for i in 0..<c.outputDepth where index % 3 == 0 {
          let shift = Int32.random(in: isWide ? -40...20 : -31...14, using: &g)
          factors.base[i] = QuantizedMultiplier(multiplier: Int32.random(in: 0...Int32.max, using: &g), shift: shift)
        }
        let q = Requantization(
          inputOffset: 0, outputOffset: 0, multipliers: factors.base, isPerChannel: true,
          range: index % 2 == 0 ? .int16 : IntegerRange(lower: 0, upper: 20_000))
        let expected = results(c.outputCount, c.outputRows, Int16(0)) {
          ReferenceKernels.depthwise(c, input.base, filter.base, bias.base, $0, q, $1, $2)
        }
        let (single, repeated) = repeating(c, input)
        for set in [KernelSet.reference, kernelSets[set]] {
          let k = set.depthwise.int16
          let packed = Buffer<UInt8>(k.packedSize(single), repeating: 0xEE)
          k.pack(single, filter.base, bias.base, q, packed.base)
          #expect(packed.isIntact)
          let found = results(c.outputCount, c.outputRows, Int16(0)) {
            k.run(DepthwiseArguments(geometry: single, input: repeated.base, packed: packed.base, output: $0), $1, $2)
          }
          #expect(found.allSatisfy { $0 == expected[0] }, "\(c)")
        }
      }
    }
  }
}

/// Channels of which several pixels fill a vector, then filters of so many taps that 32 bits do not hold every sum.
private let shortDepthwises: [ConvolutionGeometry] =
  [1, 2, 4, 8].flatMap { channels in
    [1, 2].map { dilation in
      ConvolutionGeometry(
        batches: 2, inputHeight: 6, inputWidth: 83, inputDepth: channels, filterHeight: 3, filterWidth: 3,
        outputHeight: 6, outputWidth: 83, outputDepth: channels, dilationHeight: dilation, dilationWidth: dilation,
        paddingTop: dilation, paddingLeft: dilation)
    }
  }
  + [3, 16, 21].map { channels in
    ConvolutionGeometry(
      batches: 1, inputHeight: 30, inputWidth: 31, inputDepth: channels, filterHeight: 25, filterWidth: 27,
      outputHeight: 3, outputWidth: 6, outputDepth: channels, paddingTop: 3, paddingLeft: 2)
  }
