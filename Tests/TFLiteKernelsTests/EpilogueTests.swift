import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Products of bytes that end with a sum or a look-up, against the same done afterwards by the plain kernels.
@Suite struct EpilogueTests {
  /// Parameters of a sum that rescales both operands, with a clamp of its own.
  private static func sum(isSigned: Bool, _ g: inout SeededGenerator) -> ElementwiseParameters {
    let (first, second) = (Double.random(in: 0.01...1, using: &g), Double.random(in: 0.01...1, using: &g))
    let range: IntegerRange = isSigned ? .int8 : .uint8
    var p = ElementwiseParameters()
    p.firstOffset = Int32.random(in: -100...100, using: &g) - (isSigned ? 0 : 128)
    p.secondOffset = Int32.random(in: -100...100, using: &g) - (isSigned ? 0 : 128)
    p.outputOffset = Int32.random(in: range.lower...range.upper, using: &g)
    p.leftShift = 20
    p.firstMultiplier = QuantizedMultiplier(first / (2 * max(first, second)))
    p.secondMultiplier = QuantizedMultiplier(second / (2 * max(first, second)))
    p.outputMultiplier = QuantizedMultiplier(0x1p-20 * Double.random(in: 0.5...2, using: &g))
    p.range = IntegerRange(lower: range.lower + 9, upper: range.upper - 5)
    return p
  }

  /// What a product wrote to rows of `columns` bytes, `stride` apart, ended by the plain kernels.
  private static func ended(
    _ bytes: Buffer<Int8>, _ epilogue: Epilogue, rows: Int, columns: Int, stride: Int, isSigned: Bool
  ) -> [Int8] {
    for row in 0..<rows {
      let values = bytes.base + row * stride
      switch epilogue.advanced(by: row * stride) {
      case .addFloats: Issue.record("not an epilogue of bytes")
      case .addBytes(let addends, let parameters):
        KernelSet.reference.elementwise.binary(.add, isSigned ? .quantizedInt8 : .quantizedUInt8)?(
          BinaryRows(first: values, second: addends, output: values, count: columns), parameters.pointee)
      case .lookUp(let table):
        for column in 0..<columns {
          values[column] = Int8(bitPattern: table[Int(UInt8(bitPattern: values[column]))])
        }
      }
    }
    return bytes.values
  }

  /// Shapes of which all kernels' tiles, blocks and parts leave a rest: rows, columns, taps, depth.
  private static let shapes: [(Int, Int, Int, Int)] =
    (1...70).map { (7, $0, 1, 8) } + [(1, 9, 1), (2, 16, 1), (13, 33, 1), (5, 67, 3)].map { ($0.0, $0.1, $0.2, 9) } + [
      (300, 130, 1, 12), (290, 120, 1, 7), (100, 48, 2, 16), (40, 129, 9, 20), (2, 5, 1, 33_001), (70, 150, 1, 60),
    ]

  @Test(arguments: kernelSets.indices, [true, false]) func matrices(_ index: Int, isSigned: Bool) {
    for (rows, columns, taps, depth) in Self.shapes {
      var g = SeededGenerator(seed: UInt64(rows * 1000 + columns * 10 + depth))
      let shape = MatrixShape(columns: columns, taps: taps, depth: depth)
      let inputCount = rows * depth + taps * depth
      let input = Buffer<Int8>.random(inputCount, &g)
      let weights = Buffer<Int8>.random(columns * taps * depth, &g)
      let bias = Buffer<Int32>.random(columns, -1000...1000, &g)
      let padding = Buffer<Int8>(depth, repeating: 0)
      let offsets = Buffer<Int32>(rows * taps, repeating: -1)
      for i in 0..<rows * taps where i % 5 != 1 {
        offsets.base[i] = Int32.random(in: 0...Int32(inputCount - depth), using: &g)
      }
      let factors = Buffer(columns, repeating: QuantizedMultiplier(0))
      let reals = Buffer(columns, repeating: 0.0)
      let reach = 100.0 / (Double(taps * depth).squareRoot() * 74 * 74)
      for i in 0..<columns {
        reals.base[i] = Double.random(in: 0.2...1, using: &g) * reach
        factors.base[i] = QuantizedMultiplier(reals.base[i])
      }
      // Rows and a column of padding between them, or none.
      for (isReal, gap) in [(false, 0), (false, 1), (true, 1)] {
        let range = isSigned ? IntegerRange(lower: -120, upper: 110) : IntegerRange(lower: 3, upper: 250)
        let weightsOffset: Int32 = isSigned ? 0 : columns % 2 == 0 ? -128 : -121
        let q =
          isReal
          ? Requantization(
            inputOffset: 3, weightsOffset: weightsOffset, outputOffset: 7, scales: reals.base, isPerChannel: true,
            range: range)
          : Requantization(
            inputOffset: -3, weightsOffset: weightsOffset, outputOffset: 7, multipliers: factors.base,
            isPerChannel: true, range: range)
        let stride = columns + gap
        let addends = Buffer<Int8>.random(rows * stride, &g)
        let table = Buffer<UInt8>.random(256, &g)
        func results(_ set: KernelSet, _ epilogue: Epilogue?, _ splitRows: [(Int, Int)]) -> Buffer<Int8> {
          let k = isSigned ? set.products.int8 : set.products.uint8
          let packed = Buffer<UInt8>(k.packedSize(shape), repeating: 0xEE)
          k.pack(shape, weights.base, bias.base, q, isSigned ? .int8 : .uint8, packed.base)
          let output = Buffer<Int8>(rows * stride, repeating: 99)
          var a = MatrixArguments(
            input: input.base, inputStride: depth, offsets: taps > 1 ? UnsafePointer(offsets.base) : nil,
            paddingRow: UnsafeRawPointer(padding.base), packed: packed.base, shape: shape, output: output.base,
            outputStride: stride)
          a.epilogue = epilogue
          for (begin, end) in splitRows {
            if splitRows.count == 1 {
              k.run(a, begin, end, 0, columns)
            } else {
              for column in Swift.stride(from: 0, to: columns, by: k.columnTile) {
                k.run(a, begin, end, column, min(columns, column + k.columnTile))
              }
            }
          }
          #expect(output.isIntact)
          return output
        }
        let parameters = UnsafeMutablePointer<ElementwiseParameters>.allocate(capacity: 1)
        defer { parameters.deallocate() }
        parameters.initialize(to: Self.sum(isSigned: isSigned, &g))
        for epilogue in [Epilogue.addBytes(UnsafeRawPointer(addends.base), parameters), .lookUp(table.base)] {
          let expected = Self.ended(
            results(kernelSets[index], nil, [(0, rows)]), epilogue, rows: rows, columns: columns, stride: stride,
            isSigned: isSigned)
          for split in [[(0, rows)], [(0, rows / 2), (rows / 2, rows)]] {
            #expect(
              results(kernelSets[index], epilogue, split).values == expected,
              "\(rows)x\(columns)x\(taps)x\(depth), real: \(isReal), gap: \(gap)")
          }
          if columns % 16 == 3 { #expect(results(.reference, epilogue, [(0, rows)]).values == expected) }
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices, [true, false]) func depthwise(_ index: Int, isSigned: Bool) {
    for (channels, multiplier, extent) in [
      (1, 3, 6), (3, 1, 5), (8, 1, 9), (16, 1, 40), (24, 2, 7), (40, 1, 30), (64, 1, 21), (70, 1, 41),
    ] {
      var g = SeededGenerator(seed: UInt64(channels))
      let c = ConvolutionGeometry(
        batches: 2, inputHeight: extent, inputWidth: extent, inputDepth: channels, filterHeight: 3, filterWidth: 3,
        outputHeight: extent, outputWidth: extent, outputDepth: channels * multiplier, paddingTop: 1, paddingLeft: 1)
      let input = Buffer<Int8>.random(2 * extent * extent * channels, &g)
      let filter = Buffer<Int8>.random(9 * c.outputDepth, &g)
      let bias = Buffer<Int32>.random(c.outputDepth, -5000...5000, &g)
      let factors = Buffer(c.outputDepth, repeating: QuantizedMultiplier(0.003))
      let q = Requantization(
        inputOffset: isSigned ? 128 : -200, weightsOffset: isSigned ? 0 : -151, outputOffset: 5,
        multipliers: factors.base, isPerChannel: true, range: isSigned ? .int8 : .uint8)
      let size = extent * c.outputDepth
      let addends = Buffer<Int8>.random(c.outputRows * size, &g)
      let table = Buffer<UInt8>.random(256, &g)
      func results(_ set: KernelSet, _ epilogue: Epilogue?) -> Buffer<Int8> {
        let k = isSigned ? set.depthwise.int8 : set.depthwise.uint8
        let packed = Buffer<UInt8>(k.packedSize(c), repeating: 0xEE)
        k.pack(c, filter.base, bias.base, q, packed.base)
        let output = Buffer<Int8>(c.outputRows * size, repeating: 0)
        var a = DepthwiseArguments(geometry: c, input: input.base, packed: packed.base, output: output.base)
        a.epilogue = epilogue
        k.run(a, 0, 3)
        k.run(a, 3, c.outputRows)
        #expect(output.isIntact)
        return output
      }
      let parameters = UnsafeMutablePointer<ElementwiseParameters>.allocate(capacity: 1)
      defer { parameters.deallocate() }
      parameters.initialize(to: Self.sum(isSigned: isSigned, &g))
      for epilogue in [Epilogue.addBytes(UnsafeRawPointer(addends.base), parameters), .lookUp(table.base)] {
        let expected = Self.ended(
          results(.reference, nil), epilogue, rows: c.outputRows, columns: size, stride: size, isSigned: isSigned)
        #expect(results(kernelSets[index], epilogue).values == expected, "\(channels) channels")
        #expect(results(.reference, epilogue).values == expected, "\(channels) channels")
      }
    }
  }
}
