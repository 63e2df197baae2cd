import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Every set's arithmetic, conversions and interpolation of quantized values against the plain kernels.
@Suite struct QuantizedElementwiseTests {
  private func parameters(
    _ kind: BinaryKind, isSigned: Bool, _ index: Int, _ g: inout SeededGenerator
  ) -> ElementwiseParameters {
    var p = ElementwiseParameters()
    let zeroPoints: ClosedRange<Int32> = isSigned ? -128...127 : 0...255
    p.firstOffset = -Int32.random(in: zeroPoints, using: &g)
    p.secondOffset = -Int32.random(in: zeroPoints, using: &g)
    p.outputOffset = Int32.random(in: zeroPoints, using: &g)
    p.range = isSigned ? .int8 : .uint8
    if index % 2 == 1 { p.range = IntegerRange(lower: p.range.lower + 20, upper: p.range.upper - 30) }
    if kind == .multiply {
      // Factors over one, and over what the vector forms take, now and then.
      p.outputMultiplier = QuantizedMultiplier(Double.random(in: 0...(index % 3 == 0 ? 5000 : 0.05), using: &g))
      return p
    }
    if kind == .prelu {
      p.firstMultiplier = QuantizedMultiplier(Double.random(in: 0...(index % 3 == 0 ? 600 : 2), using: &g))
      p.secondMultiplier = QuantizedMultiplier(Double.random(in: 0...(index % 5 == 0 ? 600 : 0.05), using: &g))
      return p
    }
    let first = Double.random(in: 0.001...1, using: &g)
    let second = index % 4 == 0 ? first : Double.random(in: 0.001...1, using: &g)
    let twice = 2 * max(first, second)
    p.leftShift = kind == .squaredDifference ? 7 : 20
    p.firstMultiplier = QuantizedMultiplier(first / twice)
    p.secondMultiplier = QuantizedMultiplier(second / twice)
    let unit = kind == .squaredDifference ? 0x1p-14 : 0x1p-20
    p.outputMultiplier = QuantizedMultiplier(unit * Double.random(in: 0.01...2, using: &g))
    return p
  }

  @Test(
    arguments: kernelSets.indices,
    [BinaryKind.add, .subtract, .multiply, .squaredDifference, .prelu])
  func binary(_ set: Int, _ kind: BinaryKind) {
    for isSigned in [true, false] {
      let type = isSigned ? ElementwiseType.quantizedInt8 : .quantizedUInt8
      guard let expectedKernel = KernelSet.reference.elementwise.binary(kind, type) else { continue }
      guard let kernel = kernelSets[set].elementwise.binary(kind, type) else {
        Issue.record("\(kind) of \(type) is missing")
        continue
      }
      var g = SeededGenerator(seed: 1)
      let first = Buffer<Int8>.random(6000, &g)
      let second = Buffer<Int8>.random(6000, &g)
      for index in 0..<40 {
        let p = parameters(kind, isSigned: isSigned, index, &g)
        // Rows with an operand alike: several in a register, more than a block of them, longer than a block; and single
        // rows, which a register holds or not.
        let different = [
          (1, 1, 1, 1), (301, 5, 1, 1), (31, 3, 1, 0), (65, 4, 0, 1), (48, 60, 1, 0), (19, 150, 0, 1), (2500, 2, 1, 0),
          (2500, 2, 0, 1), (3, 1, 0, 1), (4, 1, 1, 0), (5, 1, 1, 1), (7, 1, 0, 1), (13, 1, 1, 1), (16, 1, 1, 0),
          (32, 1, 0, 1), (64, 1, 1, 1),
        ]
        // The same row of an operand for all, beside others and beside an operand alike.
        let same = [
          (1, 70, 1, 1), (9, 160, 1, 1), (31, 190, 1, 1), (70, 3, 1, 1), (9, 160, 1, 0), (9, 160, 0, 1), (990, 6, 1, 0),
          (1200, 5, 0, 1),
        ]
        for (position, (count, rows, firstStep, secondStep)) in (different + same + same).enumerated() {
          let isFirstSame = position >= different.count + same.count && firstStep > 0 || secondStep == 0
          let isSame = position >= different.count
          func run(_ kernel: BinaryKernel) -> [Int8] {
            let output = Buffer<Int8>(count * rows, repeating: 0)
            kernel(
              BinaryRows(
                first: first.base, second: second.base, output: output.base, count: count, rows: rows,
                firstStep: firstStep, secondStep: secondStep,
                firstStride: firstStep == 0 ? 1 : isSame && isFirstSame ? 0 : count,
                secondStride: secondStep == 0 ? 1 : isSame && !isFirstSame ? 0 : count), p)
            #expect(output.isIntact)
            return output.values
          }
          #expect(run(kernel) == run(expectedKernel), "\(p)")
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices, [BinaryKind.add, .subtract, .multiply])
  func shorts(_ set: Int, _ kind: BinaryKind) {
    let type = ElementwiseType.quantizedInt16
    guard let expectedKernel = KernelSet.reference.elementwise.binary(kind, type),
      let kernel = kernelSets[set].elementwise.binary(kind, type)
    else {
      Issue.record("\(kind) of \(type) is missing")
      return
    }
    var g = SeededGenerator(seed: 1)
    let first = Buffer<Int16>.random(700, &g)
    let second = Buffer<Int16>.random(700, &g)
    // Products become results of any size; some factors shift to the left, one is negative and one shifts by too much.
    for factor in [0x1p-15, 0.7 * 0x1p-16, 0.9 * 0x1p-12, 1.0, 3.7, 0, 0x1p40, -0.3] {
      var p = ElementwiseParameters()
      (p.firstOffset, p.secondOffset, p.outputOffset) = (5, -300, 7)
      p.leftShift = kind == .multiply ? 0 : 15
      p.firstMultiplier = QuantizedMultiplier(0.8)
      p.secondMultiplier = QuantizedMultiplier(0.5)
      p.outputMultiplier = QuantizedMultiplier(factor)
      p.range = IntegerRange(lower: -32768, upper: 32000)
      for (count, rows) in [(1, 3), (3, 5), (8, 2), (15, 4), (16, 3), (31, 4), (100, 7)] {
        for (firstStep, secondStep) in [(1, 1), (0, 1), (1, 0)] {
          func run(_ kernel: BinaryKernel) -> [Int16] {
            let output = Buffer<Int16>(count * rows, repeating: 0)
            kernel(
              BinaryRows(
                first: first.base, second: second.base, output: output.base, count: count, rows: rows,
                firstStep: firstStep, secondStep: secondStep, firstStride: firstStep == 0 ? 1 : count,
                secondStride: secondStep == 0 ? 1 : count), p)
            #expect(output.isIntact)
            return output.values
          }
          #expect(run(kernel) == run(expectedKernel), "\(factor) \(count) \(firstStep) \(secondStep)")
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices, [UnaryKind.clamp, .leakyRelu, .absolute])
  func shortMaps(_ set: Int, _ kind: UnaryKind) {
    guard let expectedKernel = KernelSet.reference.elementwise.unary(kind, .quantizedInt16),
      let kernel = kernelSets[set].elementwise.unary(kind, .quantizedInt16)
    else {
      Issue.record("\(kind) of int16 is missing")
      return
    }
    var g = SeededGenerator(seed: 2)
    let input = Buffer<Int16>.random(700, &g)
    (input.base[0], input.base[1]) = (.min, .max)
    for factor in [0.3, 1.0, 1.7, 40, 0, 0x1p40, -0.3] {
      for lower in [Int32(-32768), 0] {
        var p = ElementwiseParameters()
        (p.firstOffset, p.outputOffset) = (3, -9)
        p.firstMultiplier = QuantizedMultiplier(0.9)
        p.secondMultiplier = QuantizedMultiplier(factor)
        p.outputMultiplier = QuantizedMultiplier(factor)
        p.range = IntegerRange(lower: lower, upper: 32700)
        for count in [0, 1, 5, 8, 15, 16, 31, 33, 700] {
          func run(_ kernel: UnaryKernel) -> [Int16] {
            let output = Buffer<Int16>(count, repeating: 0)
            kernel(input.base, output.base, count, p)
            #expect(output.isIntact)
            return output.values
          }
          #expect(run(kernel) == run(expectedKernel), "\(factor) \(lower) \(count)")
        }
      }
    }
  }

  /// All pairs of bytes, with scales that make many results halves, and with others.
  @Test(arguments: kernelSets.indices, [BinaryKind.add, .subtract, .multiply])
  func everyPair(_ set: Int, _ kind: BinaryKind) {
    let first = Buffer<Int8>(65536, repeating: 0)
    let second = Buffer<Int8>(65536, repeating: 0)
    for index in 0..<65536 {
      first.base[index] = Int8(truncatingIfNeeded: index >> 8)
      second.base[index] = Int8(truncatingIfNeeded: index)
    }
    for type in [ElementwiseType.quantizedInt8, .quantizedUInt8] {
      guard let expectedKernel = KernelSet.reference.elementwise.binary(kind, type),
        let kernel = kernelSets[set].elementwise.binary(kind, type)
      else {
        Issue.record("\(kind) of \(type) is missing")
        continue
      }
      for (a, b, output) in [(1.0, 1.0, 2.0), (0.5, 0.25, 1.0), (0.75, 0.5, 0.5), (0.031, 0.057, 0.061), (1, 0.01, 1)] {
        var p = ElementwiseParameters()
        p.firstOffset = -3
        p.secondOffset = type == .quantizedInt8 ? 128 : -128
        p.outputOffset = 5
        p.range = type == .quantizedInt8 ? .int8 : .uint8
        if kind == .multiply {
          p.outputMultiplier = QuantizedMultiplier(a * b / output / 64)
        } else {
          p.leftShift = 20
          p.firstMultiplier = QuantizedMultiplier(a / (2 * max(a, b)))
          p.secondMultiplier = QuantizedMultiplier(b / (2 * max(a, b)))
          p.outputMultiplier = QuantizedMultiplier(2 * max(a, b) / (0x1p20 * output))
        }
        func run(_ kernel: BinaryKernel) -> [Int8] {
          let output = Buffer<Int8>(65536, repeating: 0)
          kernel(BinaryRows(first: first.base, second: second.base, output: output.base, count: 65536), p)
          return output.values
        }
        #expect(run(kernel) == run(expectedKernel), "\(a) \(b) \(output)")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func conversions(_ set: Int) {
    let found = kernelSets[set]
    let expected = KernelSet.reference
    var g = SeededGenerator(seed: 2)
    let reals = Buffer<Float>.random(333, -300...300, &g)
    for (i, value) in [Float.nan, .infinity, -.infinity, 0.5, -0.5, 1.5, 2.5, 0x1p23, 1e12, -1e12, 0.49999997]
      .enumerated()
    {
      reals.base[i] = value
    }
    for i in 20..<100 { reals.base[i] = Float(Int.random(in: -600...600, using: &g)) / 2 }
    // Whole packets that 32 bits do not hold.
    for i in 128..<192 { reals.base[i] = -1e12 }
    for i in 192..<256 { reals.base[i] = 1e12 }
    for i in 256..<320 { reals.base[i] = -0x1p31 }
    let bytes = Buffer<Int8>.random(333, &g)
    let words = Buffer<Int16>.random(333, &g)
    for (scale, zeroPoint) in [(Float(1), Int32(3)), (0.7, -5), (0.001, 100)] {
      for count in [0, 1, 7, 16, 333] {
        func quantized(_ kernel: AffineQuantization, _ size: Int, _ range: IntegerRange) -> [UInt8] {
          let output = Buffer<UInt8>(count * size, repeating: 0)
          kernel(reals.base, output.base, count, scale, zeroPoint, range)
          #expect(output.isIntact)
          return output.values
        }
        func dequantized(_ kernel: AffineDequantization, _ input: UnsafeRawPointer) -> [Float] {
          let output = Buffer<Float>(count, repeating: 0)
          kernel(input, output.base, count, scale, zeroPoint)
          #expect(output.isIntact)
          return output.values
        }
        let wide = IntegerRange(lower: -32768, upper: 32767)
        #expect(
          quantized(found.quantization.quantizeInt8, 1, .int8)
            == quantized(expected.quantization.quantizeInt8, 1, .int8))
        #expect(
          quantized(found.quantization.quantizeUInt8, 1, .uint8)
            == quantized(expected.quantization.quantizeUInt8, 1, .uint8))
        #expect(
          quantized(found.quantization.quantizeInt16, 2, wide)
            == quantized(expected.quantization.quantizeInt16, 2, wide))
        #expect(
          dequantized(found.quantization.dequantizeInt8, bytes.base)
            == dequantized(expected.quantization.dequantizeInt8, bytes.base))
        #expect(
          dequantized(found.quantization.dequantizeUInt8, bytes.base)
            == dequantized(expected.quantization.dequantizeUInt8, bytes.base))
        #expect(
          dequantized(found.quantization.dequantizeInt16, words.base)
            == dequantized(expected.quantization.dequantizeInt16, words.base))
      }
    }
  }
}
