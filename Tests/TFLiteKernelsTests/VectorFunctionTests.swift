import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Functions of floats at the ends of their domains, quotients where rounding turns, and functions of 16 bits.
@Suite struct VectorFunctionTests {
  @Test(arguments: everySet.indices) func inverseRoots(_ index: Int) {
    var inputs: [Float] = [
      0, -0.0, 1, 4, 0.25, .infinity, -.infinity, -1, .nan, Float.leastNormalMagnitude, Float.greatestFiniteMagnitude,
      Float.leastNonzeroMagnitude,
    ]
    var g = SeededGenerator(seed: 31)
    for exponent in -148..<127 {
      inputs.append(Float(sign: .plus, exponent: exponent, significand: .random(in: 1..<2, using: &g)))
    }
    let x = Buffer<Float>(inputs, or: 0)
    let y = Buffer<Float>(x.count, repeating: 0)
    everySet[index].elementwise.inverseSquareRoot(x.base, y.base, x.count)
    #expect(y.isIntact)
    for i in 0..<x.count {
      let exact = 1 / Double(x.base[i]).squareRoot()
      let found = Double(y.base[i])
      let isGood = exact.isNaN ? found.isNaN : found == exact || abs(found - exact) <= 2.5e-7 * exact
      #expect(isGood, "of \(x.base[i]) it is \(found), not \(exact)")
    }
  }

  @Test(arguments: everySet.indices) func logarithms(_ index: Int) {
    var inputs: [Float] = [
      0, -0.0, 1, .infinity, -.infinity, -1, .nan, Float.leastNormalMagnitude, Float.greatestFiniteMagnitude, 1.4142135,
      1.4142137, 0.70710677, 0.7071068, 0.99999994, 1.0000001,
    ]
    var g = SeededGenerator(seed: 32)
    for exponent in -126..<128 {
      inputs.append(Float(sign: .plus, exponent: exponent, significand: .random(in: 1..<2, using: &g)))
    }
    let x = Buffer<Float>(inputs, or: 0)
    let y = Buffer<Float>(x.count, repeating: 0)
    everySet[index].elementwise.log(x.base, y.base, x.count)
    #expect(y.isIntact)
    for i in 0..<x.count {
      let exact = MathFunctions.log(Double(x.base[i]))
      let found = Double(y.base[i])
      let isGood = exact.isNaN ? found.isNaN : found == exact || abs(found - exact) <= 2.5e-7 * abs(exact) + 6e-8
      #expect(isGood, "of \(x.base[i]) it is \(found), not \(exact)")
    }
  }

  /// Functions that passes put in the place of several, against these in double precision.
  @Test(arguments: everySet.indices) func composedActivations(_ index: Int) throws {
    var inputs: [Float] = [
      0, -0.0, .infinity, .nan, 88.7, 89, 200, -87.3, -87.4, -103, -200, 19.9, 20, 20.1, 1e-30, 3e38,
    ]
    var g = SeededGenerator(seed: 35)
    for _ in 0..<2000 { inputs.append(.random(in: -30...30, using: &g)) }
    let x = Buffer<Float>(inputs, or: 0)
    let y = Buffer<Float>(x.count, repeating: 0)
    func check(_ kind: UnaryKind, _ exact: (Double) -> Double) throws {
      let kernel = try #require(everySet[index].elementwise.unary(kind, .float32))
      kernel(x.base, y.base, x.count, ElementwiseParameters())
      #expect(y.isIntact)
      for i in 0..<x.count {
        let expected = exact(Double(x.base[i]))
        let found = Double(y.base[i])
        let error = abs(found - expected)
        let isGood = expected.isNaN ? found.isNaN : found == expected || error <= 4e-7 * abs(expected) + 1.5e-7
        #expect(isGood, "of \(x.base[i]) it is \(found), not \(expected)")
      }
    }
    try check(.softplus) { MathFunctions.log(min(1 + MathFunctions.exp($0), Double(Float.greatestFiniteMagnitude))) }
    try check(.mish) {
      let e = MathFunctions.exp(min($0, 300))
      return $0 * (e * (e + 2) / (e * (e + 2) + 2))
    }
    try check(.swish) { min($0 / (1 + MathFunctions.exp(-$0)), Double(Float.greatestFiniteMagnitude)) }
  }

  /// Zeros that remain of negative numbers have their sign.
  @Test(arguments: everySet.indices) func wholeNumbers(_ index: Int) throws {
    let inputs: [Float] = [
      0, -0.0, 0.3, -0.3, 0.5, -0.5, 0.7, -0.7, 1, -1, 1.5, -1.5, 8_388_607.5, -8_388_607.5, 8_388_609, -8_388_609,
      3e38, -3e38,
      .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    ]
    let x = Buffer<Float>(inputs, or: 0)
    let y = Buffer<Float>(x.count, repeating: 0)
    for (kind, rule) in [(.floor, .down), (.ceiling, .up), (.round, .toNearestOrEven)]
      as [(UnaryKind, FloatingPointRoundingRule)]
    {
      let kernel = try #require(everySet[index].elementwise.unary(kind, .float32))
      kernel(x.base, y.base, x.count, ElementwiseParameters())
      #expect(y.isIntact)
      for i in 0..<x.count {
        #expect(y.base[i].bitPattern == x.base[i].rounded(rule).bitPattern, "\(kind) of \(x.base[i]) is \(y.base[i])")
      }
    }
  }

  @Test(arguments: everySet.indices) func signs(_ index: Int) throws {
    var g = SeededGenerator(seed: 33)
    let x = Buffer<Float>.random(83, -2...2, &g)
    for (i, value) in ([0, -0.0, .infinity, -.infinity, .nan, 1e-38, -1e-38] as [Float]).enumerated() {
      x.base[i * 11] = value
    }
    let y = Buffer<Float>(x.count, repeating: 7)
    let kernel = try #require(everySet[index].elementwise.unary(.sign, .float32))
    kernel(x.base, y.base, x.count, ElementwiseParameters())
    #expect(y.isIntact)
    for i in 0..<x.count {
      let value = x.base[i]
      let isGood = value.isNaN ? y.base[i].isNaN : y.base[i] == (value > 0 ? 1 : value < 0 ? -1 : 0)
      #expect(isGood, "of \(value) it is \(y.base[i])")
    }
  }

  /// Numbers next to where rounding turns, far outside, and none.
  @Test(arguments: kernelSets.indices) func roundedQuotients(_ index: Int) {
    var g = SeededGenerator(seed: 34)
    for scale in [0.07, 0.05, 1, 1 / 255, 0.0117, 3.7, 1e-20, 2e20, 1e-37, 3e38] as [Float] {
      for zeroPoint in [0, 3, -128, 127, -1, 255, 300] as [Int32] {
        let x = Buffer<Float>.random(4103, -150 * min(scale, 1e36)...150 * min(scale, 1e36), &g)
        for i in 0..<4000 where i % 5 != 0 {
          let turn = (Float(Int.random(in: -300...300, using: &g)) + 0.5) * scale
          x.base[i] = i % 3 == 0 ? turn.nextUp : i % 3 == 1 ? turn : turn.nextDown
        }
        let ends: [Float] = [
          .nan, .infinity, -.infinity, 0x1p30 * scale, 0x1p31 * scale, -0x1p31 * scale, (-0x1p31 * scale).nextUp, 3e38,
          -3e38, 1e30, -1e30, 512 * scale, -512 * scale, -0.0,
        ]
        for (i, value) in ends.enumerated() { x.base[97 * i] = value }
        let found = Buffer<UInt8>(x.count, repeating: 0)
        let expected = Buffer<UInt8>(x.count, repeating: 0)
        let (set, reference) = (kernelSets[index].quantization, KernelSet.reference.quantization)
        set.quantizeInt8(x.base, found.base, x.count, scale, zeroPoint, .int8)
        reference.quantizeInt8(x.base, expected.base, x.count, scale, zeroPoint, .int8)
        let place = (0..<x.count).first { found.base[$0] != expected.base[$0] }
        #expect(place == nil, "\(place.map { x.base[$0] } ?? 0) / \(scale) + \(zeroPoint)")
        set.quantizeUInt8(x.base, found.base, x.count, scale, zeroPoint, .uint8)
        reference.quantizeUInt8(x.base, expected.base, x.count, scale, zeroPoint, .uint8)
        let other = (0..<x.count).first { found.base[$0] != expected.base[$0] }
        #expect(other == nil, "\(other.map { x.base[$0] } ?? 0) / \(scale) + \(zeroPoint) unsigned")
        #expect(found.isIntact)
      }
    }
  }

  /// All numbers of 16 bits, against the definition with its branches.
  @Test(arguments: [1.0 / 4096, 1.0 / 2048, 1.0 / 32768, 0.001, 0.00001, 0.01] as [Float])
  func shortActivations(_ scale: Float) {
    let x = Buffer<Int16>((0..<65536).map { Int16(truncatingIfNeeded: $0) }, or: 0)
    let table = Buffer<UInt16>(256, repeating: 0)
    LookupTable.fillSigmoid(table.base)
    func scaled(_ x: Int16, _ scaling: IntegerActivationScaling) -> Int32 {
      if scaling.multiplier == 0 { return Int32(x) &* (3 &<< scaling.shift) }
      let rounding: Int32 = scaling.shift > 0 ? 1 << (scaling.shift - 1) : 0
      return (Int32(x) &* scaling.multiplier &+ rounding) >> scaling.shift
    }
    let y = Buffer<Int16>(x.count, repeating: 0)
    var scaling = IntegerActivationScaling(logisticInputScale: scale)
    ReferenceKernels.logistic(x.base, y.base, x.count, scaling, table.base)
    let logistic = (0..<x.count).first { i in
      let x = scaled(x.base[i], scaling)
      let index = Int(x.magnitude >> 9)
      var result: UInt32 = 0x7FFF << 10
      if index < 255 {
        let (a, b) = (UInt32(table.base[index]), UInt32(table.base[index + 1]))
        result = (a << 9) &+ (x.magnitude & 0x1FF) &* (b &- a)
      }
      result = x >= 0 ? result &+ (1 << 9) : (1 << 25) &- result &+ (1 << 9) &- 1
      return y.base[i] != Int16(truncatingIfNeeded: result >> 10)
    }
    #expect(logistic == nil)
    scaling = IntegerActivationScaling(tanhInputScale: scale)
    ReferenceKernels.tanh(x.base, y.base, x.count, scaling, table.base)
    let tanh = (0..<x.count).first { i in
      let x = scaled(x.base[i], scaling)
      let index = Int(x.magnitude >> 8)
      var result: Int32 = 0xFFFF << 8
      if index < 255 {
        let (a, b) = (UInt32(table.base[index]), UInt32(table.base[index + 1]))
        result = Int32(bitPattern: (a << 8) &+ (x.magnitude & 0xFF) &* (b &- a))
      }
      result = x >= 0 ? result &- (1 << 23) &+ (1 << 7) : 0 &- result &+ (1 << 23) &+ (1 << 7) &- 1
      return y.base[i] != Int16(truncatingIfNeeded: result >> 8)
    }
    #expect(tanh == nil)
  }

  @Test func floorsOfQuotients() throws {
    let a = Buffer<Float>(
      [7, -7, 7, -7, 0, -0.0, 6, 1e30, -1e30, .infinity, .nan, 0.5, -0.5, 8_388_609, -1e-30], or: 0)
    let b = Buffer<Float>([2, 2, -2, -2, 3, 3, 3, 1, 7, 2, 1, 1, 1, 2, 1e30], or: 0)
    let kernel = try #require(BinaryKernels.floorDivide(.float32))
    let y = Buffer<Float>(a.count, repeating: 0)
    kernel(
      BinaryRows(first: a.base, second: b.base, output: y.base, count: a.count),
      ElementwiseParameters())
    for i in 0..<a.count {
      let expected = Float((Double(a.base[i]) / Double(b.base[i])).rounded(.down))
      #expect(y.base[i] == expected || (y.base[i].isNaN && expected.isNaN), "\(a.base[i]) / \(b.base[i])")
    }
    let words = try #require(BinaryKernels.floorDivide(.int32))
    let c = Buffer<Int32>([7, -7, 7, -7, Int32.min, Int32.max, 0], or: 0)
    let d = Buffer<Int32>([2, 2, -2, -2, -1, 1, 5], or: 0)
    let z = Buffer<Int32>(c.count, repeating: 0)
    words(
      BinaryRows(first: c.base, second: d.base, output: z.base, count: c.count),
      ElementwiseParameters())
    #expect(z.values == [3, -4, -4, 3, Int32.min, Int32.max, 0])
  }

  /// Remainders are those of the C library, bit for bit, whether or not the quotient's whole part fits in what is quick.
  @Test func remainders() throws {
    var g = SeededGenerator(seed: 23)
    var (dividends, divisors): ([Float], [Float]) = ([], [])
    let special: [Float] = [
      0, -0.0, 1, -1, 7, -2, 0.1, 3e38, -3e38, Float.leastNonzeroMagnitude, -Float.leastNonzeroMagnitude, .infinity,
      -.infinity, .nan, 0x1p28, 268_435_440,
    ]
    for a in special {
      for b in special {
        dividends.append(a)
        divisors.append(b)
      }
    }
    for i in 0..<20_000 {
      let divisor = Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &g))
      divisors.append(divisor)
      // Half of them a whole multiple, as near as floats come to it, or the next float.
      let multiple = divisor * Float(UInt32.random(in: 0..<1 << 29, using: &g) >> UInt32(i % 29))
      switch i % 4 {
      case 0: dividends.append(multiple)
      case 1: dividends.append(i % 8 == 1 ? multiple.nextUp : -multiple.nextDown)
      default: dividends.append(Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &g)))
      }
    }
    let kernel = try #require(BinaryKernels.floorModulo(.float32))
    let a = Buffer<Float>(dividends, or: 0)
    let b = Buffer<Float>(divisors, or: 0)
    let y = Buffer<Float>(a.count, repeating: 0)
    kernel(BinaryRows(first: a.base, second: b.base, output: y.base, count: a.count), ElementwiseParameters())
    let wrong = (0..<a.count).first { i in
      let cut = MathFunctions.fmod(a.base[i], b.base[i])
      let expected = cut != 0 && (b.base[i] < 0) != (cut < 0) ? cut + b.base[i] : cut
      return y.base[i].bitPattern != expected.bitPattern && !(y.base[i].isNaN && expected.isNaN)
    }
    #expect(wrong == nil)
  }
}
