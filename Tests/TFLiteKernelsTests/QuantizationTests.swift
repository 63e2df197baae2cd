import TFLiteKernels
import Testing

@Suite struct QuantizationTests {
  @Test(
    arguments: [
      (0.25, 1_073_741_824, -1), (0.5 - 5e-9, 2_147_483_627, -1), (0.5 - 1e-10, 1_073_741_824, 0),
      (0.5, 1_073_741_824, 0), (0.75, 1_610_612_736, 0), (1 - 1e-9, 2_147_483_646, 0), (1 + 1e-11, 1_073_741_824, 1),
      (1.25, 1_342_177_280, 1), (2 - 1e-9, 2_147_483_647, 1), (2 - 1e-11, 1_073_741_824, 2), (2, 1_073_741_824, 2),
      (0x1p-31, 1_073_741_824, -30), (0x1p-32, 1_073_741_824, -31), (0.99 * 0x1p-32, 0, 0), (0x1p-33, 0, 0),
      (0, 0, 0), (1e35, 1_292_913_986, 117), (Double.infinity, 0, 0), (Double.nan, 0, 0),
      (Double.leastNonzeroMagnitude, 0, 0),
      (-0.25, -1_073_741_824, -1),
    ] as [(Double, Int32, Int32)]) func multiplier(_ real: Double, _ multiplier: Int32, _ shift: Int32)
  {
    let found = QuantizedMultiplier(real)
    #expect(found.shift == shift)
    // The significand of 1e35 is only checked to be normal.
    #expect(real == 1e35 ? found.multiplier >= 1 << 30 : found.multiplier == multiplier)
  }

  /// As C's frexp and round have it.
  @Test func multipliersOfAnyNumber() {
    var g = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      // Exponents beside the range in question too.
      let real = Double(
        sign: Bool.random(using: &g) ? .minus : .plus, exponent: Int.random(in: -40...40, using: &g),
        significand: Double(bitPattern: 0x3FF << 52 | UInt64.random(in: 0..<1 << 52, using: &g)))
      let fraction = (real.sign == .minus ? -real.significand : real.significand) / 2
      var significand = Int64((fraction * 0x1p31).rounded(.toNearestOrAwayFromZero))
      var shift = real.exponent + 1
      if significand == 1 << 31 { (significand, shift) = (1 << 30, shift + 1) }
      if shift < -31 { (significand, shift) = (0, 0) }
      let found = QuantizedMultiplier(real)
      #expect(Int64(found.multiplier) == significand && Int(found.shift) == shift, "\(real)")
    }
  }

  @Test func noShiftTraps() {
    for multiplier in [Int32.min, -1, 0, 1 << 30, Int32.max] {
      for shift in [Int32.min, -200, -64, -33, -32, -31, 0, 31, 32, 33, 64, 117, 200, Int32.max] {
        let m = QuantizedMultiplier(multiplier: multiplier, shift: shift)
        for x in [Int32.min, -1, 0, 1, Int32.max] {
          _ = m.apply(to: x)
          _ = m.apply(to: Int64(x) << 32)
          _ = m.applyGreaterThanOne(to: x)
          _ = m.applySmallerThanOne(to: x)
        }
      }
    }
  }

  @Test(
    arguments: [
      (10000, 0.00097656, 10), (-10000, 0.00097656, -10), (Int32.min, 0.00001, -21475), (Int32.max, 0.00001, 21475),
      (10000, -0.00097656, -10), (Int32.min, -0.00001, 21475),
    ] as [(Int32, Double, Int32)]) func products(_ x: Int32, _ real: Double, _ expected: Int32)
  {
    #expect(QuantizedMultiplier(real).apply(to: x) == expected)
  }

  @Test func wideProducts() {
    #expect(QuantizedMultiplier(0.00001).apply(to: -(Int64(1) << 47)) == -1_407_385_600)
    #expect(QuantizedMultiplier(0.00001).apply(to: (Int64(1) << 47) - 1) == 1_407_385_600)
    let largest = QuantizedMultiplier(multiplier: Int32.max, shift: -31)
    #expect(largest.apply(to: (Int64(1) << 47) - 1) == 65534)
  }

  @Test func activationRanges() {
    func range(_ a: FusedActivation, _ type: IntegerRange, _ scale: Float, _ zero: Int32) -> IntegerRange? {
      IntegerRange(a, type: type, scale: scale, zeroPoint: zero)
    }
    #expect(range(.none, .int8, 0.1, 5) == .int8)
    #expect(range(.relu, .int8, 0.1, -10) == IntegerRange(lower: -10, upper: 127))
    #expect(range(.relu6, .uint8, 0.05, 10) == IntegerRange(lower: 10, upper: 130))
    #expect(range(.reluN1To1, .int8, 0.25, 3) == IntegerRange(lower: -1, upper: 7))
    #expect(range(.relu6, .int8, 1e-35, 0) == nil)
    #expect(range(.none, .int8, 1e-35, 0) == .int8)
  }

  /// TFLite clamps from below, then from above, and stores the low bits: a bound above that is below the other wins.
  @Test func activationRangesWithoutNumbers() {
    for (activation, type, scale, zero, bits) in [
      (.reluN1To1, .int8, 0.0625, -173, -157), (.relu6, .uint8, 0.05, -130, -10), (.relu, .int8, 0.1, 300, 127),
      (.relu, .uint8, 0.1, 300, 255), (.relu6, .int16, 0x1.8p-29, 0, Int32.min),
      (.reluN1To1, .int16, 0.5, 40000, 32767),
    ] as [(FusedActivation, IntegerRange, Float, Int32, Int32)] {
      let stored: Int32 =
        switch type {
        case .int8: Int32(Int8(truncatingIfNeeded: bits))
        case .uint8: Int32(UInt8(truncatingIfNeeded: bits))
        default: Int32(Int16(truncatingIfNeeded: bits))
        }
      let range = IntegerRange(activation, type: type, scale: scale, zeroPoint: zero)
      #expect(range == IntegerRange(lower: stored, upper: stored))
    }
  }

  /// Halves are rounded before the zero point is added: away from zero, whatever it is.
  @Test(arguments: kernelSets.indices) func dynamicQuantizationRoundsHalvesFirst(_ index: Int) {
    for (values, expected, zero) in [
      ([0, 255, 0.5, 1.5, 2.5, 14.5, 15.5, 200.5], [0, 255, 1, 2, 3, 15, 16, 201], -128),
      ([-100, 155, 0.5, 1.5, -0.5, -1.5, -2.5, 99.5], [-100, 155, 1, 2, -1, -2, -3, 100], -28),
      ([-255, 0, -0.5, -1.5, -2.5, -14.5, -15.5, -200.5], [-255, 0, -1, -2, -3, -15, -16, -201], 127),
    ] as [([Float], [Int32], Int32)] {
      // Whole vectors and what is left of them.
      let repeated = Buffer<Float>((0..<9).flatMap { _ in values }, or: 0)
      let found = Buffer<Int8>(repeated.count, repeating: 9)
      let parameters = Buffer<DynamicQuantization.Parameters>(1, repeating: .init(scale: 0, zeroPoint: 0))
      kernelSets[index].quantization.quantizeAsymmetric(
        repeated.base, 1, repeated.count, found.base, parameters.base)
      #expect(parameters.values == [DynamicQuantization.Parameters(scale: 1, zeroPoint: zero)])
      #expect(found.values.map { Int32($0) - zero } == (0..<9).flatMap { _ in expected })
      #expect(found.isIntact)
    }
  }

  /// What is no number, and a range without an end, give the same with all kernels.
  @Test(arguments: kernelSets.indices) func dynamicQuantizationOfWhatIsNotFinite(_ index: Int) {
    for (extreme, low, high) in [
      (.nan, -1, 3), (.infinity, -1, .infinity), (-.infinity, -.infinity, 3), (2, -.infinity, .infinity),
    ] as [(Float, Float, Float)] {
      let values = Buffer<Float>((0..<133).map { $0 % 7 == 3 ? extreme : Float($0 % 5) - 1 }, or: 0)
      let expected = Buffer<Int8>(values.count, repeating: 9)
      let found = Buffer<Int8>(values.count, repeating: 9)
      let step = DynamicQuantization.asymmetric(minimum: low, maximum: high).step
      DynamicQuantization.quantizePart(values.base, values.count, step, expected.base)
      kernelSets[index].quantization.quantizePart(values.base, values.count, step, found.base)
      #expect(expected.values == found.values, "\(extreme)")
      #expect(found.isIntact)
    }
  }

  @Test(arguments: kernelSets.indices) func dynamicQuantization(_ index: Int) {
    var g = SeededGenerator(seed: 3)
    let set = kernelSets[index].quantization
    for count in [0, 1, 3, 4, 5, 8, 9, 100, 1003] {
      for (low, high) in [(-1, 1), (0, 6), (-3, -1), (2, 5), (0, 0)] as [(Float, Float)] {
        let values = Buffer<Float>.random(count, low...high, &g)
        if count > 4 { values.base[4] = 0.5 * (low + high) }
        for isSymmetric in [true, false] {
          let expected = quantized(values, rows: 1, Self.reference(isSymmetric))
          let found = quantized(values, rows: 1, isSymmetric ? set.quantizeSymmetric : set.quantizeAsymmetric)
          #expect(expected == found, "\(count) \(low)...\(high) \(isSymmetric)")
          // The same by parts.
          let parts = Buffer<Int8>(count, repeating: 9)
          let (low, high) = set.extremes(values.base, count)
          #expect((low, high) == DynamicQuantization.extremes(values.base, count))
          let step =
            isSymmetric
            ? DynamicQuantization.symmetricStep(minimum: low, maximum: high) : expected.parameters[0].step
          set.quantizePart(values.base, count / 3, step, parts.base)
          set.quantizePart(values.base + count / 3, count - count / 3, step, parts.base + count / 3)
          #expect(expected.values == parts.values)
          #expect(parts.isIntact)
        }
      }
    }
  }

  /// Each row has parameters of its own, however many there are and however long they are.
  @Test(arguments: kernelSets.indices) func dynamicQuantizationOfRows(_ index: Int) {
    var g = SeededGenerator(seed: 4)
    let set = kernelSets[index].quantization
    for (rows, count) in [(0, 5), (1, 70), (7, 33), (8, 16), (9, 1), (19, 130), (5, 1500), (3, 5000), (4, 0)] {
      let values = Buffer<Float>.random(rows * count, -1...1, &g)
      // Rows of zeros, of one sign and of several sizes.
      for row in 0..<rows {
        for i in row * count..<(row + 1) * count {
          values.base[i] = row % 4 == 3 ? 0 : row % 4 == 2 ? 2 + values.base[i] : values.base[i] * Float(row + 1)
        }
      }
      for isSymmetric in [true, false] {
        let kernel = isSymmetric ? set.quantizeSymmetric : set.quantizeAsymmetric
        let found = quantized(values, rows: rows, kernel)
        var expected = Quantized(values: [], parameters: [])
        for row in 0..<rows {
          let alone = Buffer<Float>(Array(values.values[row * count..<(row + 1) * count]), or: 0)
          let one = quantized(alone, rows: 1, Self.reference(isSymmetric))
          expected.values += one.values
          expected.parameters += one.parameters
        }
        #expect(found == expected, "\(rows) rows of \(count)")
      }
    }
  }

  private static func reference(_ isSymmetric: Bool) -> FloatQuantization {
    isSymmetric ? DynamicQuantization.quantizeSymmetric : DynamicQuantization.quantizeAsymmetric
  }

  private func quantized(_ values: Buffer<Float>, rows: Int, _ kernel: FloatQuantization) -> Quantized {
    let output = Buffer<Int8>(values.count, repeating: 9)
    let parameters = Buffer<DynamicQuantization.Parameters>(rows, repeating: .init(scale: 0, zeroPoint: 0))
    kernel(values.base, rows, rows > 0 ? values.count / rows : 0, output.base, parameters.base)
    #expect(output.isIntact && parameters.isIntact)
    return Quantized(values: output.values, parameters: parameters.values)
  }
}

/// Values and the parameters of their rows.
private struct Quantized: Equatable {
  var values: [Int8]
  var parameters: [DynamicQuantization.Parameters]
}
