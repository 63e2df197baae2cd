import TFLiteKernels
import Testing

/// A 3x3 convolution with margins of its own on each side.
private func geometry(
  _ batches: Int, _ height: Int, _ width: Int, _ inputs: Int, _ outputs: Int, top: Int, left: Int, bottom: Int,
  right: Int, dilations: (rows: Int, columns: Int) = (1, 1)
) -> ConvolutionGeometry {
  ConvolutionGeometry(
    batches: batches, inputHeight: height, inputWidth: width, inputDepth: inputs, filterHeight: 3, filterWidth: 3,
    outputHeight: height + top + bottom - 2 * dilations.rows, outputWidth: width + left + right - 2 * dilations.columns,
    outputDepth: outputs, dilationHeight: dilations.rows, dilationWidth: dilations.columns, paddingTop: top,
    paddingLeft: left)
}

/// Images of whole tiles and of parts of them, padded and not; channels that fill vectors and that do not; more channels than
/// instructions sum up, and more than any weights may have.
private let convolutions: [ConvolutionGeometry] = [
  geometry(1, 8, 8, 32, 16, top: 1, left: 1, bottom: 1, right: 1),
  geometry(2, 7, 5, 34, 32, top: 1, left: 1, bottom: 1, right: 1),
  geometry(1, 9, 11, 48, 48, top: 0, left: 0, bottom: 0, right: 0),
  geometry(1, 1, 1, 64, 80, top: 1, left: 1, bottom: 1, right: 1),
  geometry(1, 13, 3, 62, 64, top: 0, left: 2, bottom: 2, right: 0),
  geometry(2, 2, 4, 40, 16, top: 6, left: 5, bottom: 3, right: 7),
  geometry(1, 5, 6, 226, 16, top: 1, left: 1, bottom: 1, right: 1),
  geometry(2, 9, 13, 32, 16, top: 2, left: 3, bottom: 2, right: 3, dilations: (2, 3)),
  geometry(1, 10, 7, 16, 16, top: 1, left: 1, bottom: 1, right: 1),
  geometry(1, 6, 9, 26, 32, top: 0, left: 1, bottom: 1, right: 0),
  geometry(1, 5, 5, 384, 32, top: 1, left: 1, bottom: 1, right: 1),
]

/// What weights are.
private enum Weights: Int, CaseIterable {
  case small
  case any
  /// Such that transformed weights are as large as they can be.
  case largest
}

@Suite struct WinogradByteTests {
  private struct Data {
    let input: Buffer<Int8>
    let filter: Buffer<Int8>
    let bias: Buffer<Int32>
    let multipliers: Buffer<QuantizedMultiplier>
    let q: Requantization
    let isSigned: Bool

    init(_ c: ConvolutionGeometry, _ seed: Int, _ weights: Weights, isSigned: Bool, weightsOffset: Int32) {
      var g = SeededGenerator(seed: UInt64(seed))
      self.isSigned = isSigned
      switch weights {
      case .small: filter = .random(c.filterCount, -5...5, &g)
      case .any: filter = .random(c.filterCount, &g)
      case .largest: filter = Buffer(c.filterCount, repeating: isSigned ? -128 : weightsOffset < -127 ? 0 : -1)
      }
      if case .largest = weights {
        // Patches whose transform is largest, in part.
        input = Buffer(c.inputCount, repeating: 127)
        for i in 0..<c.inputCount where i / c.inputDepth % 2 == 0 { input.base[i] = -128 }
      } else {
        input = .random(c.inputCount, &g)
      }
      bias = .random(c.outputDepth, -9000...9000, &g)
      let largest = Double(c.taps * c.inputDepth) * (weights == .small ? 100 : 4000)
      multipliers = Buffer(
        (0..<c.outputDepth).map { QuantizedMultiplier(Double(1 + $0 % 7) * 100 / largest) }, or: QuantizedMultiplier(1))
      q = Requantization(
        inputOffset: isSigned ? 7 : -120, weightsOffset: weightsOffset, outputOffset: isSigned ? -3 : 100,
        multipliers: UnsafePointer(multipliers.base), isPerChannel: isSigned,
        range: isSigned ? IntegerRange(lower: -100, upper: 127) : IntegerRange(lower: 3, upper: 255))
    }

    /// Whether minimal filtering is exact.
    func isExact(_ c: ConvolutionGeometry) -> Bool {
      let length = c.taps * c.inputDepth
      func weight(_ index: Int) -> Int {
        let byte = filter.base[index]
        return (isSigned ? Int(byte) : Int(UInt8(bitPattern: byte))) + Int(q.weightsOffset)
      }
      return (0..<c.outputDepth).allSatisfy { output in
        let sum = (output * length..<(output + 1) * length).reduce(0) { $0 + abs(weight($1)) }
        return WinogradShape.isExact(largestSum: sum)
      }
    }

    var type: MatrixOutputType { isSigned ? .int8 : .uint8 }

    /// What the reference's direct products give.
    func expected(_ c: ConvolutionGeometry) -> [Int8] {
      let kernel = isSigned ? ReferenceKernels.Product.int8 : ReferenceKernels.Product.uint8
      let shape = MatrixShape(columns: c.outputDepth, taps: c.taps, depth: c.inputDepth)
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0)
      kernel.pack(shape, filter.base, bias.base, q, type, packed.base)
      let table = Buffer<Int32>(IndirectionTable.count(c), repeating: 0)
      IndirectionTable.fill(c, table.base)
      let border = Buffer(c.inputDepth, repeating: Int8(truncatingIfNeeded: 0 - q.inputOffset))
      let output = Buffer<Int8>(c.outputCount, repeating: 0)
      let pixels = c.outputHeight * c.outputWidth
      for image in 0..<c.batches {
        kernel.run(
          MatrixArguments(
            input: UnsafeRawPointer(input.base + image * c.inputHeight * c.inputWidth * c.inputDepth),
            inputStride: c.inputDepth, offsets: UnsafePointer(table.base), paddingRow: UnsafeRawPointer(border.base),
            packed: UnsafeRawPointer(packed.base), shape: shape,
            output: UnsafeMutableRawPointer(output.base + image * pixels * c.outputDepth), outputStride: c.outputDepth),
          0, pixels, 0, c.outputDepth)
      }
      return output.values
    }
  }

  /// Runs all tiles in blocks of `capacity`, every step cut in the way `split` of `splits`.
  private func run(
    _ kernel: ByteWinogradKernel, _ shape: WinogradShape, _ data: Data, _ packed: Buffer<UInt8>, capacity: Int,
    split: Int
  ) -> [Int8] {
    let c = shape.geometry
    let output = Buffer<Int8>(c.outputCount, repeating: 0x55)
    let transformed = Buffer<Int16>(shape.products * WinogradBlock.pitch(capacity, c.inputDepth), repeating: 0x55)
    let products = Buffer<Int32>(shape.products * WinogradBlock.pitch(capacity, c.outputDepth), repeating: 0x55)
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

  private func check(_ kernel: ByteWinogradKernel, _ c: ConvolutionGeometry, _ data: Data) {
    guard data.isExact(c) else { return }
    let shape = WinogradShape(c, outputs: 4)
    let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0x55)
    let room = Buffer<UInt8>(kernel.packingRoom(shape), repeating: 0x55)
    kernel.pack(
      shape, data.filter.base, data.bias.base, data.q, data.type, UnsafeMutableRawPointer(room.base),
      UnsafeMutableRawPointer(packed.base))
    #expect(packed.isIntact && room.isIntact)
    let expected = data.expected(c)
    for (capacity, split) in [(shape.tiles, 0), (shape.tiles + 3, 2), (1, 0), (5, 1)] {
      #expect(run(kernel, shape, data, packed, capacity: capacity, split: split) == expected)
    }
  }

  @Test(arguments: kernelSets.indices, convolutions.indices)
  func equalsTheReferenceAndAnySplit(_ set: Int, _ index: Int) {
    let c = convolutions[index]
    guard let int8 = kernelSets[set].products.winogradInt8, let uint8 = kernelSets[set].products.winogradUInt8,
      c.inputDepth >= int8.leastDepth
    else { return }
    for weights in Weights.allCases {
      let seed = 10 * index + weights.rawValue
      check(int8, c, Data(c, seed, weights, isSigned: true, weightsOffset: 0))
      // Magnitudes up to 128 and up to 255.
      check(uint8, c, Data(c, seed, weights, isSigned: false, weightsOffset: -127))
      check(uint8, c, Data(c, seed, weights, isSigned: false, weightsOffset: 0))
      check(uint8, c, Data(c, seed, weights, isSigned: false, weightsOffset: -255))
    }
  }

  /// Sums of dynamically quantized activations are the same integers, so that floats are the same as those of direct products.
  @Test(arguments: kernelSets.indices, convolutions.indices)
  func dynamicallyQuantizedEqualsDirectProducts(_ set: Int, _ index: Int) {
    var c = convolutions[index]
    c.batches = 1
    let products = kernelSets[set].products
    guard let kernel = products.winogradHybrid, c.inputDepth >= kernel.leastDepth else { return }
    let data = Data(c, 50 + index, .any, isSigned: true, weightsOffset: 0)
    var g = SeededGenerator(seed: UInt64(90 + index))
    let scales = Buffer<Float>.random(c.outputDepth, 0.001...0.02, &g)
    let bias = Buffer<Float>.random(c.outputDepth, -3...3, &g)
    let range = FloatRange(lower: -90, upper: 120)
    let parameters = Buffer(1, repeating: DynamicQuantization.Parameters(scale: 0.03, zeroPoint: -17))
    let border = Buffer<Int8>(c.inputDepth, repeating: -17)
    let direct = MatrixShape(columns: c.outputDepth, taps: c.taps, depth: c.inputDepth)
    let packedDirect = Buffer<UInt8>(products.hybrid.packedSize(direct), repeating: 0)
    products.hybrid.pack(
      direct, data.filter.base, bias.base, scales.base, true, range, UnsafeMutableRawPointer(packedDirect.base))
    let table = Buffer<Int32>(IndirectionTable.count(c), repeating: 0)
    IndirectionTable.fill(c, table.base)
    let expected = Buffer<Float>(c.outputCount, repeating: 0)
    products.hybrid.run(
      MatrixArguments(
        input: UnsafeRawPointer(data.input.base), inputStride: c.inputDepth, offsets: UnsafePointer(table.base),
        paddingRow: UnsafeRawPointer(border.base), packed: UnsafeRawPointer(packedDirect.base), shape: direct,
        output: UnsafeMutableRawPointer(expected.base), outputStride: c.outputDepth,
        rowParameters: UnsafePointer(parameters.base), rowParameterStride: 0),
      0, c.outputHeight * c.outputWidth, 0, c.outputDepth)
    let shape = WinogradShape(c, outputs: 4)
    let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0x55)
    let room = Buffer<UInt8>(kernel.packingRoom(shape), repeating: 0x55)
    kernel.pack(
      shape, data.filter.base, bias.base, scales.base, true, range, UnsafeMutableRawPointer(room.base),
      UnsafeMutableRawPointer(packed.base))
    let output = Buffer<Float>(c.outputCount, repeating: .nan)
    let transformed = Buffer<Int16>(shape.products * WinogradBlock.pitch(shape.tiles, c.inputDepth), repeating: 0x55)
    let sums = Buffer<Int32>(shape.products * WinogradBlock.pitch(shape.tiles, c.outputDepth), repeating: 0x55)
    var block = WinogradBlock(
      shape: shape, input: UnsafeRawPointer(data.input.base), packed: UnsafeRawPointer(packed.base),
      output: UnsafeMutableRawPointer(output.base), transformed: UnsafeMutableRawPointer(transformed.base),
      products: UnsafeMutableRawPointer(sums.base), capacity: shape.tiles, firstTile: 0, tiles: shape.tiles)
    block.quantized = (UnsafeRawPointer(border.base), UnsafePointer(parameters.base))
    kernel.steps.transformInput(block, 0, shape.tiles)
    kernel.steps.multiply(block, 0, shape.products)
    kernel.steps.transformOutput(block, 0, shape.tiles)
    #expect(packed.isIntact && room.isIntact && output.isIntact && transformed.isIntact && sums.isIntact)
    #expect(output.values == expected.values)
  }

  @Test func servesOnlyWhatFillsVectors() {
    let c = geometry(1, 32, 32, 64, 64, top: 1, left: 1, bottom: 1, right: 1)
    func serves(_ c: ConvolutionGeometry, leastDepth: Int = 32) -> Bool {
      WinogradShape.servesBytes(c, leastDepth: leastDepth)
    }
    #expect(serves(c))
    var others = [ConvolutionGeometry](repeating: c, count: 4)
    others[0].inputDepth = 16
    others[1].inputDepth = 63
    others[2].outputDepth = 24
    others[3].strideWidth = 2
    for other in others { #expect(!serves(other)) }
    #expect(serves(others[0], leastDepth: 16))
    // 128 times the sum is less than 2^25.
    #expect(WinogradShape.isExact(largestSum: 262_143) && !WinogradShape.isExact(largestSum: 262_144))
    // Products of few pixels do not make up for the weights, which take eight times the memory.
    func isFaster(_ pixels: Int, _ channels: Int) -> Bool {
      let c = geometry(1, pixels, pixels, channels, channels, top: 1, left: 1, bottom: 1, right: 1)
      return WinogradShape.ofBytes(c, productCost: 2, leastDepth: 32) != nil
    }
    #expect(isFaster(56, 64) && isFaster(28, 128) && !isFaster(3, 128) && !isFaster(1, 64))
  }
}
