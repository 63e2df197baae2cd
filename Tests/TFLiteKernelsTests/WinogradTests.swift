import TFLiteKernels
import Testing

/// A convolution with margins of its own on each side.
private func geometry(
  _ batches: Int, _ height: Int, _ width: Int, _ inputs: Int, _ outputs: Int, top: Int, left: Int, bottom: Int,
  right: Int, taps: Int = 3, dilations: (rows: Int, columns: Int) = (1, 1)
) -> ConvolutionGeometry {
  ConvolutionGeometry(
    batches: batches, inputHeight: height, inputWidth: width, inputDepth: inputs, filterHeight: taps,
    filterWidth: taps, outputHeight: height + top + bottom - (taps - 1) * dilations.rows,
    outputWidth: width + left + right - (taps - 1) * dilations.columns, outputDepth: outputs,
    dilationHeight: dilations.rows, dilationWidth: dilations.columns, paddingTop: top, paddingLeft: left)
}

/// A convolution with a line of taps, `dilation` pixels apart.
private func line(
  _ batches: Int, _ height: Int, _ width: Int, _ inputs: Int, _ outputs: Int, isColumn: Bool, dilation: Int,
  before: Int, after: Int, taps: Int = 3
) -> ConvolutionGeometry {
  let shorter = before + after - (taps - 1) * dilation
  return ConvolutionGeometry(
    batches: batches, inputHeight: height, inputWidth: width, inputDepth: inputs, filterHeight: isColumn ? taps : 1,
    filterWidth: isColumn ? 1 : taps, outputHeight: isColumn ? height + shorter : height,
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
  geometry(1, 12, 10, 16, 32, top: 2, left: 2, bottom: 2, right: 2, dilations: (2, 2)),
  geometry(2, 7, 19, 17, 18, top: 3, left: 0, bottom: 3, right: 0, dilations: (3, 5)),
  geometry(1, 9, 13, 24, 16, top: 2, left: 6, bottom: 2, right: 6, taps: 5, dilations: (1, 3)),
  line(1, 1, 24, 16, 32, isColumn: false, dilation: 1, before: 1, after: 1),
  line(2, 3, 13, 17, 19, isColumn: false, dilation: 2, before: 4, after: 0),
  line(1, 1, 40, 24, 16, isColumn: false, dilation: 8, before: 8, after: 8),
  line(1, 2, 3, 16, 16, isColumn: false, dilation: 5, before: 5, after: 5),
  line(2, 24, 1, 16, 18, isColumn: true, dilation: 1, before: 0, after: 0),
  line(1, 19, 5, 31, 16, isColumn: true, dilation: 3, before: 6, after: 0),
  geometry(1, 8, 6, 16, 16, top: 2, left: 2, bottom: 2, right: 2, taps: 5),
  geometry(2, 7, 9, 33, 19, top: 0, left: 4, bottom: 1, right: 0, taps: 5),
  line(2, 2, 15, 17, 24, isColumn: false, dilation: 1, before: 2, after: 2, taps: 5),
  line(1, 23, 2, 16, 37, isColumn: true, dilation: 2, before: 8, after: 0, taps: 5),
]

/// A convolution of larger strides.
struct StridedCase: Sendable {
  var taps: (rows: Int, columns: Int)
  var strides: (rows: Int, columns: Int)
  var margins: (rows: Int, columns: Int)

  var geometry: ConvolutionGeometry {
    ConvolutionGeometry(
      batches: 2, inputHeight: 15, inputWidth: 13, inputDepth: 17, filterHeight: taps.rows, filterWidth: taps.columns,
      outputHeight: (15 + 2 * margins.rows - taps.rows) / strides.rows + 1,
      outputWidth: (13 + 2 * margins.columns - taps.columns) / strides.columns + 1, outputDepth: 21,
      strideHeight: strides.rows, strideWidth: strides.columns, paddingTop: margins.rows, paddingLeft: margins.columns
    )
  }
}

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
              let y = row % c.outputHeight * c.strideHeight - c.paddingTop + tap / c.filterWidth * c.dilationHeight
              let x = x * c.strideWidth - c.paddingLeft + tap % c.filterWidth * c.dilationWidth
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
    for outputs in max(c.filterHeight, c.filterWidth) == 3 ? [2, 4] : [2] {
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

  /// The channels of a pixel in rows of the result below one another.
  @Test(arguments: kernelSets.indices, [(0, 32, 2), (2, 38, 2), (3, 48, 3), (6, 68, 4)])
  func blocksOfRowsLieBelowOneAnother(_ set: Int, _ sizes: (index: Int, channels: Int, rows: Int)) throws {
    var c = convolutions[sizes.index]
    c.outputDepth = sizes.channels
    let data = Data(c, sizes.index, FloatRange(.relu6))
    let exact = data.exact(c)
    let run = c.outputDepth / sizes.rows
    let expected = (0..<exact.count).map { index in
      // [row][row of the block][column][channel of the run] of [row][column][row of the block][channel of the run].
      let (row, place) = (index / (c.outputWidth * c.outputDepth), index % (c.outputWidth * c.outputDepth))
      let (blockRow, column) = (place / (c.outputWidth * run), place / run % c.outputWidth)
      return exact[((row * c.outputWidth + column) * sizes.rows + blockRow) * run + place % run]
    }
    let kernel = try #require(kernelSets[set].products.winograd)
    for outputs in [2, 4] {
      let shape = WinogradShape(c, outputs: outputs, blockRows: sizes.rows)
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0x55)
      let room = Buffer<Float>(kernel.packingRoom(shape), repeating: .nan)
      kernel.pack(shape, data.filter.base, data.bias.base, data.range, room.base, packed.base)
      let found = self.run(kernel, shape, data, packed, capacity: shape.tiles, split: 2)
      #expect(agree(found, expected, tolerance: 3e-6), "\(outputs)")
    }
  }

  /// Convolutions of larger strides: even and odd filters, margins of parts of blocks, blocks that are no squares.
  @Test(
    arguments: kernelSets.indices,
    [
      StridedCase(taps: (4, 4), strides: (2, 2), margins: (1, 1)),
      StridedCase(taps: (5, 5), strides: (2, 2), margins: (2, 1)),
      StridedCase(taps: (3, 6), strides: (2, 2), margins: (0, 3)),
      StridedCase(taps: (7, 3), strides: (3, 1), margins: (5, 1)),
    ])
  func stridedConvolutionsReadBlocks(_ set: Int, _ strided: StridedCase) throws {
    let c = strided.geometry
    let blocks = try #require(StridedBlocks(c))
    let data = Data(c, 5, FloatRange(.none))
    let exact = data.exact(c)
    let filter = Buffer<Float>(blocks.filterCount, repeating: .nan)
    blocks.gather(data.filter.base, filter.base)
    #expect(filter.isIntact && filter.values.allSatisfy { $0.isFinite })
    let kernel = try #require(kernelSets[set].products.winograd)
    for outputs in [2, 4] {
      let shape = WinogradShape(blocks.geometry, outputs: outputs, inputBlock: (blocks.height, blocks.width))
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0x55)
      let room = Buffer<Float>(kernel.packingRoom(shape), repeating: .nan)
      kernel.pack(shape, filter.base, data.bias.base, data.range, room.base, packed.base)
      for split in [0, 2] {
        let found = run(kernel, shape, data, packed, capacity: shape.tiles, split: split)
        #expect(agree(found, exact, tolerance: 3e-6), "\(outputs)")
      }
    }
  }

  /// Strides are worth blocks of filters of more than three rows and columns.
  @Test func blocksOfStridedConvolutions() {
    func blocks(_ taps: Int, stride: Int) -> WinogradShape? {
      StridedBlocks(
        ConvolutionGeometry(
          batches: 1, inputHeight: 32, inputWidth: 32, inputDepth: 32, filterHeight: taps, filterWidth: taps,
          outputHeight: 32 / stride, outputWidth: 32 / stride, outputDepth: 64, strideHeight: stride,
          strideWidth: stride)
      ).flatMap { WinogradShape.fastest(for: $0) }
    }
    #expect(blocks(3, stride: 2) == nil)
    #expect(blocks(4, stride: 2)?.outputs == 4)
    #expect(blocks(5, stride: 2)?.geometry.inputDepth == 128)
    #expect(blocks(7, stride: 2) == nil)
    #expect(blocks(5, stride: 1) == nil)
  }

  /// Blocks serve strides of which windows of three inputs are enough.
  @Test func blocksOfTransposedConvolutions() throws {
    func blocks(_ taps: Int, _ stride: Int, before: Int, outputs: Int = 16) -> TransposedBlocks? {
      TransposedBlocks(
        ConvolutionGeometry(
          batches: 1, inputHeight: outputs / stride, inputWidth: outputs / stride, inputDepth: 64, filterHeight: taps,
          filterWidth: taps, outputHeight: outputs, outputWidth: outputs, outputDepth: 32, strideHeight: stride,
          strideWidth: stride, paddingTop: before, paddingLeft: before))
    }
    let four = try #require(blocks(4, 2, before: 1, outputs: 64))
    #expect(four.taps == 4 && four.geometry.outputDepth == 128)
    #expect(four.geometry.paddingTop == 1 && four.geometry.outputHeight == 32)
    #expect(WinogradShape.fastest(for: four)?.blockRows == 2)
    #expect(blocks(4, 2, before: 0)?.geometry.paddingTop == 1)
    // Two taps save nothing, eight reach too far, fifteen pixels are not blocks of two.
    let two = try #require(blocks(2, 2, before: 0))
    #expect(two.geometry.paddingTop == 0 && WinogradShape.fastest(for: two) == nil)
    #expect(blocks(5, 2, before: 1) != nil && blocks(6, 2, before: 2) != nil && blocks(8, 2, before: 3) == nil)
    #expect(blocks(5, 2, before: 1, outputs: 15) == nil)
  }

  @Test func servesOnlyWhatItCanCompute() {
    let c = geometry(1, 32, 32, 16, 16, top: 1, left: 1, bottom: 1, right: 1)
    #expect(WinogradShape.fastest(for: c)?.outputs == 4)
    let five = geometry(1, 32, 32, 16, 16, top: 2, left: 2, bottom: 2, right: 2, taps: 5)
    #expect(WinogradShape.fastest(for: five)?.outputs == 2)
    var others = [ConvolutionGeometry](repeating: c, count: 8)
    others[0].strideWidth = 2
    others[1].dilationHeight = 32
    others[2].groups = 2
    others[3].filterWidth = 2
    others[4].inputDepth = 15
    others[5].outputDepth = 8
    others[6].filterWidth = 5
    // Tiles that no number of 64 bits counts.
    (others[7].batches, others[7].dilationHeight, others[7].dilationWidth) = (8, Int(Int32.max), Int(Int32.max))
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
