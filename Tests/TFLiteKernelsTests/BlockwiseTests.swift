import TFLiteKernelSets
import TFLiteKernels
import Testing

@Suite struct BlockwiseTests {
  /// Rows, columns, depth and block size: tiles of all heights and widths, and blocks of one sum and of several.
  private static let shapes: [(rows: Int, columns: Int, depth: Int, blockSize: Int)] = {
    var shapes: [(rows: Int, columns: Int, depth: Int, blockSize: Int)] = []
    for rows in [1, 2, 3, 4, 7, 13] {
      for columns in [1, 7, 16, 33, 64, 100] {
        for (depth, blockSize) in [(32, 32), (96, 32), (128, 64), (256, 256)] {
          shapes.append((rows, columns, depth, blockSize))
        }
      }
    }
    shapes.append((5, 70, 1024, 128))
    shapes.append((1, 130, 2080, 2080))
    return shapes
  }()

  /// Weights and activations of the largest magnitudes too, whose sums of 16 bits come closest to their bounds.
  @Test(arguments: kernelSets.indices, [false, true]) func productsAgree(_ index: Int, _ isExtreme: Bool) {
    for (rows, columns, depth, blockSize) in Self.shapes {
      var g = SeededGenerator(seed: UInt64(rows * 1000 + columns * 10 + depth))
      let shape = BlockwiseShape(columns: columns, depth: depth, blockSize: blockSize, bitWidth: 4)
      let input = Buffer<Int8>.random(rows * depth, &g)
      let weights = Buffer<UInt8>.random(columns * depth / 2, &g)
      if isExtreme {
        for i in 0..<input.count { input.base[i] = i / depth % 2 == 0 ? -128 : 127 }
        for i in 0..<weights.count { weights.base[i] = i / (depth / 2) % 2 == 0 ? 0x77 : 0x88 }
      }
      let bias = Buffer<Float>.random(columns, -1...1, &g)
      let scales = Buffer<Float>.random(columns * shape.blocks, 0.001...0.01, &g)
      let parameters = Buffer(rows, repeating: DynamicQuantization.Parameters(scale: 0.02, zeroPoint: 0))
      for row in 0..<rows {
        parameters.base[row].zeroPoint = Int32.random(in: -128...127, using: &g)
        parameters.base[row].scale = Float.random(in: 0.001...0.1, using: &g)
      }
      /// The results, of all columns at once or tile by tile.
      func results(_ set: KernelSet, isSplit: Bool = false) -> [Float] {
        let kernel = set.products.blockwise
        #expect(kernel.serves(shape))
        let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0xEE)
        kernel.pack(shape, weights.base, scales.base, packed.base)
        #expect(packed.isIntact)
        let prepared = Buffer<Int32>(rows * kernel.preparedCount(shape), repeating: 0)
        let output = Buffer<Float>(rows * columns, repeating: .nan)
        let arguments = BlockwiseArguments(
          input: input.base, parameters: parameters.base, prepared: prepared.base, packed: packed.base, shape: shape,
          bias: columns % 2 == 0 ? bias.base : nil, range: FloatRange(lower: -40, upper: 1e6), output: output.base)
        kernel.prepare(arguments, 0, rows)
        for column in stride(from: 0, to: columns, by: isSplit ? kernel.columnTile : columns) {
          kernel.run(arguments, 0, rows, column, isSplit ? min(column + kernel.columnTile, columns) : columns)
        }
        #expect(prepared.isIntact && output.isIntact)
        return output.values
      }
      let expected = results(.reference)
      let found = results(kernelSets[index])
      #expect(
        found.map(\.bitPattern) == results(kernelSets[index], isSplit: true).map(\.bitPattern),
        "split \(rows)x\(columns)x\(depth)")
      #expect(agree(found, expected, tolerance: 2e-6), "\(rows)x\(columns)x\(depth) by \(blockSize)")
    }
  }

  @Test func vectorKernelsServeInt4BlocksOf32() {
    for set in kernelSets where set.products.blockwise.columnTile > 1 {
      func serves(_ bitWidth: Int, _ blockSize: Int) -> Bool {
        set.products.blockwise.serves(
          BlockwiseShape(columns: 3, depth: 2 * blockSize, blockSize: blockSize, bitWidth: bitWidth))
      }
      #expect(serves(4, 32) && serves(4, 96))
      #expect(!serves(8, 32) && !serves(2, 32) && !serves(4, 16) && !serves(4, 48))
    }
  }
}
