import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Bytes on lines with a bend against PRELU in fixed-point arithmetic.
@Suite struct BentLinesTests {
  private func parameters(_ first: Double, _ second: Double, isSigned: Bool) -> ElementwiseParameters {
    var p = ElementwiseParameters()
    p.range = isSigned ? .int8 : .uint8
    p.firstOffset = isSigned ? 31 : -97
    p.secondOffset = isSigned ? -5 : -120
    p.outputOffset = isSigned ? -12 : 101
    p.firstMultiplier = QuantizedMultiplier(first)
    p.secondMultiplier = QuantizedMultiplier(second)
    return p
  }

  /// Every byte with every slope; counts leave registers partly filled.
  @Test(arguments: kernelSets.indices)
  func everyPair(_ set: Int) {
    guard let kernel = kernelSets[set].elementwise.bentLines else { return }
    var forms = 0
    for isSigned in [true, false] {
      let type = isSigned ? ElementwiseType.quantizedInt8 : .quantizedUInt8
      guard let expected = KernelSet.reference.elementwise.prelu(type) else { continue }
      for (first, second) in [
        (0.9871, 0.00721), (1.0, 0.0083), (0.313, 0.0311), (1.73, 0.000_231), (0.7777, 0.2491),
      ] {
        let p = parameters(first, second, isSigned: isSigned)
        for count in [256, 251, 64, 7, 1] {
          for slope in 0..<256 {
            let input = Buffer<Int8>(count, repeating: 0)
            let slopes = Buffer<Int8>(count, repeating: Int8(truncatingIfNeeded: slope))
            for index in 0..<count { input.base[index] = Int8(truncatingIfNeeded: index &* 7) }
            let values = Buffer<Float>(count, repeating: 0)
            guard
              let lines = BentLines(p, slopes: UnsafeRawBufferPointer(start: slopes.base, count: count), values.base)
            else { continue }
            forms += 1
            let output = Buffer<Int8>(count, repeating: 0)
            let reference = Buffer<Int8>(count, repeating: 0)
            kernel(input.base, output.base, count, values.base, lines)
            expected(BinaryRows(first: input.base, second: slopes.base, output: reference.base, count: count), p)
            #expect(output.values == reference.values)
            #expect(output.isIntact && values.isIntact)
          }
        }
      }
    }
    // Nearly all factors have the form.
    #expect(forms > 2 * 5 * 5 * 256 * 9 / 10)
  }

  /// Files may state any zero point, with any scale.
  @Test func zeroPointsOfNoByteHaveNone() {
    let slopes = Buffer<Int8>(1, repeating: 127)
    let values = Buffer<Float>(1, repeating: 0)
    func hasForm(_ p: ElementwiseParameters) -> Bool {
      BentLines(p, slopes: UnsafeRawBufferPointer(start: slopes.base, count: 1), values.base) != nil
    }
    var p = parameters(400, 400, isSigned: true)
    #expect(hasForm(p))
    for outputOffset in [Int32(256), -256, 40_000, .max, .min] {
      p.outputOffset = outputOffset
      #expect(!hasForm(p))
    }
    p = parameters(400, 400, isSigned: true)
    for firstOffset in [Int32(129), -128, 40_000, .max, .min] {
      p.firstOffset = firstOffset
      #expect(!hasForm(p))
    }
  }

  /// A line rounds as the fixed-point factor does, for all integers.
  @Test func linesRoundAlike() {
    var g = SeededGenerator(seed: 5)
    var lines = 0
    for _ in 0..<500 {
      let factor = QuantizedMultiplier(Double.random(in: 0...0.02, using: &g))
      let times = Int32.random(in: -300...300, using: &g)
      let results = IntegerRange(lower: -140, upper: 115)
      guard let line = FloatLine(factor, times: times, over: -255...255, to: results) else { continue }
      lines += 1
      let wrong = (-255...255 as ClosedRange<Int32>).first { x in
        let product = Float(x) * line.slope
        let found = (product + (product < 0 ? -line.start : line.start)).rounded()
        return results.clamp(Int32(found)) != results.clamp(factor.apply(to: x &* times))
      }
      #expect(wrong == nil)
    }
    #expect(lines > 450)
  }

  /// Where halves occur, either way of rounding them would be wrong for one sign.
  @Test func factorsThatMakeHalvesHaveNone() {
    let results = IntegerRange(lower: -128, upper: 127)
    #expect(FloatLine(QuantizedMultiplier(0.5), times: 1, over: -128...127, to: results) == nil)
    #expect(FloatLine(QuantizedMultiplier(0.5), times: 2, over: -128...127, to: results) != nil)
  }
}
