import TFLiteKernels
import Testing

/// A 3x3 convolution with margins of its own on each side.
private func geometry(
  _ batches: Int, _ height: Int, _ width: Int, _ inputs: Int, _ outputs: Int, top: Int, left: Int, bottom: Int,
  right: Int
) -> ConvolutionGeometry {
  ConvolutionGeometry(
    batches: batches, inputHeight: height, inputWidth: width, inputDepth: inputs, filterHeight: 3, filterWidth: 3,
    outputHeight: height + top + bottom - 2, outputWidth: width + left + right - 2, outputDepth: outputs,
    paddingTop: top, paddingLeft: left)
}

/// A convolution with a line of three taps, `dilation` pixels apart.
private func line(
  _ batches: Int, _ height: Int, _ width: Int, _ inputs: Int, _ outputs: Int, isColumn: Bool, dilation: Int,
  before: Int, after: Int
) -> ConvolutionGeometry {
  let shorter = before + after - 2 * dilation
  return ConvolutionGeometry(
    batches: batches, inputHeight: height, inputWidth: width, inputDepth: inputs, filterHeight: isColumn ? 3 : 1,
    filterWidth: isColumn ? 1 : 3, outputHeight: isColumn ? height + shorter : height,
    outputWidth: isColumn ? width : width + shorter, outputDepth: outputs, dilationHeight: isColumn ? dilation : 1,
    dilationWidth: isColumn ? 1 : dilation, paddingTop: isColumn ? before : 0, paddingLeft: isColumn ? 0 : before)
}

/// Images of whole tiles and of parts of them, padded and not; channels that fill vectors and that do not.
private let convolutions: [ConvolutionGeometry] = [
  geometry(1, 8, 8, 16, 16, top: 1, left: 1, bottom: 1, right: 1),
  geometry(1, 6, 10, 16, 32, top: 0, left: 0, bottom: 0, right: 0),
  geometry(3, 7, 5, 17, 19, top: 1, left: 1, bottom: 1, right: 1),
  geometry(2, 9, 11, 24, 40, top: 0, left: 0, bottom: 0, right: 0),
  geometry(1, 1, 1, 31, 33, top: 1, left: 1, bottom: 1, right: 1),
  geometry(1, 13, 3, 64, 20, top: 0, left: 2, bottom: 2, right: 0),
  geometry(2, 2, 4, 18, 16, top: 6, left: 5, bottom: 3, right: 7),
  line(1, 1, 24, 16, 32, isColumn: false, dilation: 1, before: 1, after: 1),
  line(2, 3, 13, 17, 19, isColumn: false, dilation: 2, before: 4, after: 0),
  line(1, 1, 40, 24, 16, isColumn: false, dilation: 8, before: 8, after: 8),
  line(1, 2, 3, 16, 16, isColumn: false, dilation: 5, before: 5, after: 5),
  line(2, 24, 1, 16, 18, isColumn: true, dilation: 1, before: 0, after: 0),
  line(1, 19, 5, 31, 16, isColumn: true, dilation: 3, before: 6, after: 0),
]

@Suite struct WinogradTests {
  private struct Data {
    let input: Buffer<Float>
    let filter: Buffer<Float>
    let bias: Buffer<Float>
    let range: FloatRange

    init(_ c: ConvolutionGeometry, _ seed: Int, _ range: FloatRange) {
      var g = SeededGenerator(seed: UInt64(seed))
      input = .random(c.inputCount, -1...1, &g)
      filter = .random(c.filterCount, -0.5...0.5, &g)
      bias = .random(c.outputDepth, -2...2, &g)
      self.range = range
    }

    /// The convolution in double precision.
    func exact(_ c: ConvolutionGeometry) -> [Float] {
      var values: [Float] = []
      for row in 0..<c.outputRows {
        for x in 0..<c.outputWidth {
          for channel in 0..<c.outputDepth {
            var sum = Double(bias.base[channel])
            for tap in 0..<c.taps {
              let y = row % c.outputHeight - c.paddingTop + tap / c.filterWidth * c.dilationHeight
              let x = x - c.paddingLeft + tap % c.filterWidth * c.dilationWidth
              guard (0..<c.inputHeight).contains(y), (0..<c.inputWidth).contains(x) else { continue }
              let image = row / c.outputHeight
              let pixel = input.base + ((image * c.inputHeight + y) * c.inputWidth + x) * c.inputDepth
              let weights = filter.base + (channel * c.taps + tap) * c.inputDepth
              for i in 0..<c.inputDepth { sum += Double(pixel[i]) * Double(weights[i]) }
            }
            values.append(range.clamp(Float(sum)))
          }
        }
      }
      return values
    }
  }

  /// Runs all tiles in blocks of `capacity`, every step cut in the way `split` of `splits`.
  private func run(
    _ kernel: FloatWinogradKernel, _ shape: WinogradShape, _ data: Data, _ packed: Buffer<UInt8>, capacity: Int,
    split: Int
  ) -> [Float] {
    let c = shape.geometry
    let output = Buffer<Float>(c.outputCount, repeating: .nan)
    let transformed = Buffer<Float>(shape.products * WinogradBlock.pitch(capacity, c.inputDepth), repeating: .nan)
    let products = Buffer<Float>(shape.products * WinogradBlock.pitch(capacity, c.outputDepth), repeating: .nan)
    for first in stride(from: 0, to: shape.tiles, by: capacity) {
      let block = WinogradBlock(
        shape: shape, input: UnsafeRawPointer(data.input.base), packed: UnsafeRawPointer(packed.base),
        output: UnsafeMutableRawPointer(output.base), transformed: UnsafeMutableRawPointer(transformed.base),
        products: UnsafeMutableRawPointer(products.base), capacity: capacity, firstTile: first,
        tiles: min(capacity, shape.tiles - first))
      for (step, count) in [
        (kernel.steps.transformInput, block.tiles), (kernel.steps.multiply, shape.products),
        (kernel.steps.transformOutput, block.tiles),
      ] {
        let ways = splits(count)
        for (begin, end) in ways[split % ways.count] { step(block, begin, end) }
      }
    }
    #expect(output.isIntact && transformed.isIntact && products.isIntact)
    return output.values
  }

  @Test(arguments: kernelSets.indices, convolutions.indices)
  func equalsTheConvolutionAndAnySplit(_ set: Int, _ index: Int) throws {
    let c = convolutions[index]
    let data = Data(c, index, index % 2 == 0 ? FloatRange(.none) : FloatRange(.relu6))
    let exact = data.exact(c)
    let kernel = try #require(kernelSets[set].products.winograd)
    #expect(WinogradShape.serves(c))
    for outputs in [2, 4] {
      let shape = WinogradShape(c, outputs: outputs)
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0x55)
      let room = Buffer<Float>(kernel.packingRoom(shape), repeating: .nan)
      kernel.pack(shape, data.filter.base, data.bias.base, data.range, room.base, packed.base)
      #expect(packed.isIntact && room.isIntact)
      let whole = run(kernel, shape, data, packed, capacity: shape.tiles, split: 0)
      #expect(agree(whole, exact, tolerance: 3e-6), "\(outputs)")
      for (capacity, split) in [(shape.tiles, 1), (shape.tiles + 3, 2), (1, 0), (5, 2)] {
        #expect(run(kernel, shape, data, packed, capacity: capacity, split: split) == whole, "\(outputs) \(capacity)")
      }
    }
  }

  @Test func servesOnlyWhatItCanCompute() {
    let c = geometry(1, 32, 32, 16, 16, top: 1, left: 1, bottom: 1, right: 1)
    #expect(WinogradShape.fastest(for: c)?.outputs == 4)
    var others = [ConvolutionGeometry](repeating: c, count: 6)
    others[0].strideWidth = 2
    others[1].dilationHeight = 2
    others[2].groups = 2
    others[3].filterWidth = 2
    others[4].inputDepth = 15
    others[5].outputDepth = 8
    for other in others { #expect(WinogradShape.fastest(for: other) == nil) }
    let long = line(1, 1, 400, 64, 64, isColumn: false, dilation: 4, before: 8, after: 0)
    #expect(WinogradShape.fastest(for: long)?.outputs == 4)
    var strided = long
    strided.strideWidth = 2
    #expect(WinogradShape.fastest(for: strided) == nil)
  }

  @Test func smallerTilesServeManyChannelsAndFewPixels() {
    func tile(_ pixels: Int, _ channels: Int) -> Int? {
      WinogradShape.fastest(
        for: geometry(1, pixels, pixels, channels, channels, top: 1, left: 1, bottom: 1, right: 1))?.outputs
    }
    #expect(tile(56, 64) == 4)
    #expect(tile(28, 128) == 4)
    #expect(tile(14, 256) == 2)
    #expect(tile(7, 512) == 2)
    #expect(tile(2, 1024) == nil)
    #expect(tile(1, 64) == nil)
  }
}
