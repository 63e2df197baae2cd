import TFLiteKernelSets
import TFLiteKernels
import Testing

/// FNV-1a over 64-bit values.
private struct Digest {
  var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add<Value: BinaryInteger>(_ x: Value) {
    value = (value ^ UInt64(bitPattern: Int64(x))) &* 0x100_0000_01B3
  }
}

/// Digests of what LiteRT's and gemmlowp's own code gives for the inputs below, SplitMix64 from seed 42.
private let recorded: [String: UInt64] = [
  "exp32.0": 0xA5DB_2C76_A0E7_2264,
  "exp32.4": 0xC136_6C8B_6466_0D3A,
  "exp32.5": 0xE826_F85E_3686_8EB3,
  "exp32.6": 0xE5AF_90E5_29E3_C2DC,
  "exp32.12": 0x555E_B227_BFA3_A382,
  "exp16.0": 0x84B1_F555_C94D_D3C9,
  "exp16.3": 0x8FD5_419F_CE76_217C,
  "exp16.4": 0xA42C_5B82_42D9_438A,
  "sigmoids32.4": 0x15F6_5FAB_8290_4922,
  "sigmoids32.5": 0x3F92_FAAD_DF41_D5C8,
  "sigmoids16.0": 0x58B7_4437_C8A6_7AAB,
  "sigmoids16.3": 0xD922_C853_19AE_9F74,
  "sigmoids16.4": 0x2D94_500B_77F4_5105,
  "sigmoids16.6": 0xD95C_F8BE_F88D_1C1A,
  "reciprocal": 0xC308_3B24_1C14_2963,
  "inverse root": 0x1EF3_7299_4F56_10D7,
  "log": 0x88F9_D26C_CF6A_B585,
  "multiply32": 0x59F6_F28A_B6FB_66F4,
  "multiply64": 0xF512_B3B4_0712_F4B5,
  "quantize multiplier": 0xA28E_C91C_4076_08E2,
  "softmax uint8": 0x1DBE_2BB7_10AE_69CB,
  "softmax int8": 0x4446_8B1B_FEE0_3244,
  "log softmax": 0xF873_6C11_68A7_6F0E,
  "softmax int16": 0x6F51_3F5A_58D4_5A01,
  "tables": 0x6FA1_B78C_340A_8D70,
  "int16 activations": 0x9FA1_1E11_4D06_33F0,
]

@Suite struct RecordedTests {
  private func check(_ name: String, _ body: (inout SeededGenerator, inout Digest) -> Void) {
    var generator = SeededGenerator(seed: 42)
    var digest = Digest()
    body(&generator, &digest)
    #expect(digest.value == recorded[name], "\(name)")
  }

  @Test(arguments: [Int32(0), 4, 5, 6, 12]) func exponential32(bits: Int32) {
    check("exp32.\(bits)") { g, d in
      for _ in 0..<4000 {
        d.add(FixedPoint.expOnNegativeValues(-Int32(g.next() & 0x7FFF_FFFF), integerBits: bits))
      }
    }
  }

  @Test(arguments: [Int32(0), 3, 4]) func exponential16(bits: Int32) {
    check("exp16.\(bits)") { g, d in
      for _ in 0..<4000 { d.add(FixedPoint.expOnNegativeValues(-Int16(g.next() & 0x7FFF), integerBits: bits)) }
    }
  }

  @Test(arguments: [Int32(4), 5]) func sigmoids32(bits: Int32) {
    check("sigmoids32.\(bits)") { g, d in
      for _ in 0..<4000 {
        let x = Int32(truncatingIfNeeded: g.next())
        d.add(FixedPoint.logistic(x == Int32.min ? 0 : x, integerBits: bits))
        d.add(FixedPoint.tanh(x == Int32.min ? 0 : x, integerBits: bits))
      }
    }
  }

  @Test(arguments: [Int32(0), 3, 4, 6]) func sigmoids16(bits: Int32) {
    check("sigmoids16.\(bits)") { g, d in
      for _ in 0..<4000 {
        let x = Int16(truncatingIfNeeded: g.next())
        d.add(FixedPoint.logistic(x, integerBits: bits))
        d.add(FixedPoint.tanh(x, integerBits: bits))
      }
    }
  }

  @Test func reciprocals() {
    check("reciprocal") { g, d in
      for _ in 0..<4000 {
        let value = g.next() & 0x7FFF_FFFF
        let x = max(1, Int32(value >> (g.next() % 20)))
        let reciprocal = FixedPoint.reciprocal(x, integerBits: 12)
        d.add(reciprocal.value)
        d.add(reciprocal.bitsOverUnit)
        d.add(FixedPoint.oneOverOnePlusX(Int16(x & 0x7FFF)))
      }
    }
    check("inverse root") { g, d in
      for _ in 0..<4000 {
        let value = g.next() & 0x7FFF_FFFF
        let root = FixedPoint.inverseSquareRoot(Int32(value >> (g.next() % 31)), reverseShift: -1)
        d.add(root.multiplier)
        d.add(root.shift)
      }
    }
    check("log") { g, d in
      for _ in 0..<4000 {
        let value = g.next() & 0x7FFF_FFFF
        let x = Int32(value >> (g.next() % 11))
        d.add(
          FixedPoint.logOfValueAboveOne(
            x < 1 << 19 ? x | 1 << 19 : x, inputIntegerBits: 12, outputIntegerBits: 5))
      }
    }
  }

  @Test func multipliers() {
    check("multiply32") { g, d in
      for _ in 0..<20000 {
        let x = Int32(truncatingIfNeeded: g.next())
        let multiplier = Int32(g.next() & 0x7FFF_FFFF)
        let shift = Int32(g.next() % 62) - 31
        d.add(QuantizedMultiplier(multiplier: multiplier, shift: shift).apply(to: x))
      }
    }
    check("multiply64") { g, d in
      for _ in 0..<20000 {
        let x = Int64(bitPattern: g.next()) >> 16
        let multiplier = Int32(g.next() & 0x7FFF_FFFF)
        let shift = Int32(g.next() % 39) - 31
        d.add(QuantizedMultiplier(multiplier: multiplier, shift: shift).apply(to: x))
      }
    }
    check("quantize multiplier") { g, d in
      for _ in 0..<20000 {
        let fraction = 1 + Double(g.next() >> 12) / 4_503_599_627_370_496
        var real = Double(sign: .plus, exponent: Int(g.next() % 200) - 100, significand: fraction)
        if g.next() & 1 == 1 { real = -real }
        let multiplier = QuantizedMultiplier(real)
        d.add(multiplier.multiplier)
        d.add(multiplier.shift)
      }
    }
  }

  private func rows(
    _ g: inout SeededGenerator, _ d: inout Digest,
    _ body: (inout Digest, SoftmaxScaling, SoftmaxScaling, Buffer<UInt8>) -> Void
  ) {
    for _ in 0..<60 {
      let depth = 1 + Int(g.next() % 300)
      let fraction = 1 + Double(g.next() % 1000) / 1000
      let scale = Double(sign: .plus, exponent: Int(g.next() % 10) - 7, significand: fraction)
      let beta = g.next() & 1 == 1 ? 1.0 : 0.5
      let scaling = SoftmaxScaling(beta: beta, inputScale: scale)
      d.add(scaling.input.multiplier)
      d.add(scaling.input.shift)
      d.add(scaling.differenceMinimum)
      let x = Buffer<UInt8>(depth, repeating: 0)
      for i in 0..<depth { x.base[i] = UInt8(truncatingIfNeeded: g.next() >> 8) }
      body(&d, scaling, SoftmaxScaling(beta: 1, inputScale: scale), x)
    }
  }

  @Test(arguments: [true, false]) func softmaxUInt8(byTable: Bool) {
    check("softmax uint8") { g, d in
      rows(&g, &d) { d, scaling, _, x in
        let y = Buffer<UInt8>(x.count, repeating: 0)
        let z = Buffer<Int16>(x.count, repeating: 0)
        if byTable {
          let table = Buffer<Int32>(256, repeating: 0)
          scaling.fillExponentials(table.base)
          KernelSet.portable.normalization.softmaxUInt8(x.base, y.base, x.count, table.base, 0, 1)
          KernelSet.portable.normalization.softmaxUInt8ToInt16(x.base, z.base, x.count, table.base, 0, 1)
        } else {
          ReferenceKernels.softmax(x.base, y.base, depth: x.count, scaling, 0, 1)
          ReferenceKernels.softmax(x.base, z.base, depth: x.count, scaling, 0, 1)
        }
        for value in y.values { d.add(value) }
        for value in z.values { d.add(value) }
      }
    }
  }

  @Test(arguments: [0, 1, 2]) func softmaxInt8(way: Int) {
    check("softmax int8") { g, d in
      rows(&g, &d) { d, scaling, _, bytes in
        let x = Buffer<Int8>(bytes.values.map { Int8(bitPattern: $0) }, or: 0)
        let y = Buffer<Int8>(x.count, repeating: 0)
        let z = Buffer<Int16>(x.count, repeating: 0)
        let table = Buffer<Int32>(256, repeating: 0)
        scaling.fillExponentials(table.base)
        if way == 0 {
          ReferenceKernels.softmax(x.base, y.base, depth: x.count, scaling, 0, 1)
          ReferenceKernels.softmax(x.base, z.base, depth: x.count, scaling, 0, 1)
        } else {
          let set = way == 1 ? KernelSet.reference : KernelSet.portable
          set.normalization.softmaxInt8(x.base, y.base, x.count, table.base, 0, 1)
          set.normalization.softmaxInt8ToInt16(x.base, z.base, x.count, table.base, 0, 1)
        }
        for value in y.values { d.add(value) }
        for value in z.values { d.add(value) }
      }
    }
  }

  @Test(arguments: [false, true]) func logSoftmax(byTable: Bool) {
    check("log softmax") { g, d in
      rows(&g, &d) { d, _, scaling, bytes in
        let x = Buffer<Int8>(bytes.values.map { Int8(bitPattern: $0) }, or: 0)
        let y = Buffer<UInt8>(x.count, repeating: 0)
        let z = Buffer<Int8>(x.count, repeating: 0)
        if byTable {
          let table = Buffer<Int32>(SoftmaxScaling.logarithmCount, repeating: 0)
          scaling.fillLogarithms(table.base)
          ReferenceKernels.logSoftmaxUInt8(bytes.base, y.base, x.count, scaling, table.base, 0, 1)
          ReferenceKernels.logSoftmaxInt8(x.base, z.base, x.count, scaling, table.base, 0, 1)
        } else {
          ReferenceKernels.logSoftmax(bytes.base, y.base, depth: x.count, scaling, 0, 1)
          ReferenceKernels.logSoftmax(x.base, z.base, depth: x.count, scaling, 0, 1)
        }
        for value in y.values { d.add(value) }
        for value in z.values { d.add(value) }
      }
    }
  }

  @Test func softmaxInt16() {
    check("softmax int16") { g, d in
      let tables = Buffer<Int16>(2 * LookupTable.count16, repeating: 0)
      LookupTable.fillSoftmax(exponential: tables.base, reciprocal: tables.base + LookupTable.count16)
      for i in 0..<513 {
        d.add(tables.base[i])
        d.add(tables.base[LookupTable.count16 + i])
      }
      for _ in 0..<60 {
        let depth = 1 + Int(g.next() % 300)
        let scale = Float(Double(sign: .plus, exponent: -12, significand: 1 + Double(g.next() % 1000) / 1000))
        let scaling = QuantizedMultiplier(Double(scale) / (10.0 / 65535.0))
        let x = Buffer<Int16>(depth, repeating: 0)
        for i in 0..<depth { x.base[i] = Int16(truncatingIfNeeded: g.next()) }
        let y = Buffer<Int16>(depth, repeating: 0)
        ReferenceKernels.softmaxInt16(x.base, y.base, depth, scaling, tables.base, 0, 1)
        for value in y.values { d.add(value) }
      }
    }
  }

  @Test func tables() {
    check("tables") { g, d in
      for _ in 0..<20 {
        let inputScale = Float(Double(sign: .plus, exponent: -6, significand: 1 + Double(g.next() % 1000) / 1000))
        let inputZero = Int32(g.next() % 256)
        let outputScale = Float(Double(sign: .plus, exponent: -8, significand: 1 + Double(g.next() % 1000) / 1000))
        let outputZero = Int32(g.next() % 256)
        let u = Buffer<UInt8>(256, repeating: 0)
        let s = Buffer<Int8>(256, repeating: 0)
        let w = Buffer<Int16>(513, repeating: 0)
        LookupTable.fill(
          u.base, inputScale: inputScale, inputZeroPoint: inputZero, outputScale: outputScale,
          outputZeroPoint: outputZero
        ) { 1 / (1 + MathFunctions.exp(-$0)) }
        LookupTable.fill(
          s.base, inputScale: inputScale, inputZeroPoint: inputZero - 128, outputScale: outputScale,
          outputZeroPoint: outputZero - 128
        ) { MathFunctions.tanh($0) }
        LookupTable.fill(
          w.base, inputScale: inputScale / 256, inputZeroPoint: 0, outputScale: outputScale / 256, outputZeroPoint: 0
        ) { MathFunctions.tanh($0) }
        for value in u.values { d.add(value) }
        for value in s.values { d.add(value) }
        for value in w.values { d.add(value) }
        d.add(LookupTable.value(Int16(truncatingIfNeeded: g.next()), w.base))
      }
    }
  }

  @Test func int16Activations() {
    check("int16 activations") { g, d in
      let table = Buffer<UInt16>(256, repeating: 0)
      LookupTable.fillSigmoid(table.base)
      for (multiplier, shift) in [(0, 0), (0, 1), (12345, 3), (24576, 13), (32767, 0), (16384, 20)] as [(Int32, Int32)]
      {
        let x = Buffer<Int16>(2000, repeating: 0)
        for i in 0..<2000 { x.base[i] = Int16(truncatingIfNeeded: g.next()) }
        x.base[0] = -32768
        x.base[1] = 32767
        x.base[2] = 0
        let y = Buffer<Int16>(2000, repeating: 0)
        var scaling = IntegerActivationScaling(tanhInputScale: 1)
        scaling.multiplier = multiplier
        scaling.shift = shift
        if multiplier != 0 || shift == 0 {
          ReferenceKernels.logistic(x.base, y.base, 2000, scaling, table.base)
          for value in y.values { d.add(value) }
        }
        ReferenceKernels.tanh(x.base, y.base, 2000, scaling, table.base)
        for value in y.values { d.add(value) }
      }
    }
  }
}
