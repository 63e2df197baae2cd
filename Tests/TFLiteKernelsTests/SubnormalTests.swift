import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Subnormal numbers: what the processor does with them, and kernels whose results must not depend on it.
@Suite struct SubnormalTests {
  /// What `body` returns with subnormal numbers and without them.
  private func inBoth<Value>(_ body: () -> Value) -> [Value] {
    let plain = FloatEnvironment.withSubnormals()
    let first = body()
    plain.restore()
    let flushing = FloatEnvironment.withoutSubnormals()
    let second = body()
    flushing.restore()
    return [first, second]
  }

  /// The bits of the squares of numbers, computed by a kernel so that nobody computes them beforehand.
  private func squares(_ values: [Float]) -> [UInt32] {
    let x = Buffer<Float>(values, or: 0)
    let y = Buffer<Float>(values.count, repeating: 1)
    KernelSet.portable.elementwise.unary(.square, .float32)?(x.base, y.base, values.count, ElementwiseParameters())
    return y.values.map { $0.bitPattern }
  }

  @Test func environmentsNest() {
    // 2^-140, the square, is a subnormal number.
    let small: [Float] = [0x1p-70, 3]
    let kept: [UInt32] = [Float(0x1p-140).bitPattern, Float(9).bitPattern]
    let flushed: [UInt32] = [0, Float(9).bitPattern]
    #expect(!FloatEnvironment.isWithoutSubnormals)
    #expect(squares(small) == kept)
    let outer = FloatEnvironment.withoutSubnormals()
    #expect(FloatEnvironment.isWithoutSubnormals == FloatEnvironment.canChange)
    #expect(squares(small) == (FloatEnvironment.canChange ? flushed : kept))
    let same = FloatEnvironment.withoutSubnormals()
    same.restore()
    #expect(FloatEnvironment.isWithoutSubnormals == FloatEnvironment.canChange)
    let inner = FloatEnvironment.withSubnormals()
    #expect(!FloatEnvironment.isWithoutSubnormals)
    #expect(squares(small) == kept)
    let unwanted = FloatEnvironment.withoutSubnormals(if: false)
    #expect(!FloatEnvironment.isWithoutSubnormals)
    unwanted.restore()
    inner.restore()
    #expect(FloatEnvironment.isWithoutSubnormals == FloatEnvironment.canChange)
    outer.restore()
    #expect(!FloatEnvironment.isWithoutSubnormals)
    #expect(squares(small) == kept)
  }

  /// Rows of scores as masked attention has them, and such as lie about where the exponential is no normal number.
  private func scores(_ depth: Int, _ g: inout SeededGenerator) -> [Buffer<Float>] {
    let masked = Buffer<Float>.random(depth, -4...4, &g)
    for i in 0..<depth where i % 3 == 1 { masked.base[i] += i % 2 == 0 ? -10000 : -1e9 }
    let wide = Buffer<Float>.random(depth, -110...0, &g)
    wide.base[0] = 0
    let close = Buffer<Float>.random(depth, -87.4 ... -87.3, &g)
    close.base[0] = 0
    let steps = Buffer<Float>(depth, repeating: 0)
    // Neighbors of the least exponent, from one float to the next.
    for i in 1..<max(depth, 1) {
      steps.base[i] = Float(bitPattern: Float(-87.33654).bitPattern &+ UInt32(i) &- UInt32(depth / 2))
    }
    return [masked, wide, close, steps]
  }

  private func isSubnormal(_ bits: UInt32) -> Bool {
    let magnitude = bits & 0x7FFF_FFFF
    return magnitude != 0 && magnitude < 0x80_0000
  }

  @Test(arguments: 0...kernelSets.count) func softmaxes(_ index: Int) {
    let set = index < kernelSets.count ? kernelSets[index] : KernelSet.reference
    var g = SeededGenerator(seed: 16)
    for depth in [1, 2, 3, 8, 17, 64, 133, 512] {
      for row in scores(depth, &g) {
        for beta in [Float(1), 0.125] {
          let found = inBoth {
            let y = Buffer<Float>(depth, repeating: .nan)
            set.normalization.softmaxFloat(row.base, y.base, depth, beta, 0, 1)
            return y.values.map { $0.bitPattern }
          }
          #expect(found[0] == found[1], "depth \(depth)")
          #expect(!found[0].contains { isSubnormal($0) }, "depth \(depth)")
          let sum = found[0].reduce(0) { $0 + Float(bitPattern: $1) }
          #expect(abs(sum - 1) < 1e-4)
        }
        let logarithms = inBoth {
          let y = Buffer<Float>(depth, repeating: .nan)
          set.normalization.logSoftmaxFloat(row.base, y.base, depth, 0, 1)
          return y.values.map { $0.bitPattern }
        }
        #expect(logarithms[0] == logarithms[1], "depth \(depth)")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func setsAgreeOnWhatSoftmaxGivesUp(_ index: Int) {
    var g = SeededGenerator(seed: 17)
    let depth = 256
    for row in scores(depth, &g) {
      let found = Buffer<Float>(depth, repeating: .nan)
      let expected = Buffer<Float>(depth, repeating: .nan)
      kernelSets[index].normalization.softmaxFloat(row.base, found.base, depth, 1, 0, 1)
      KernelSet.reference.normalization.softmaxFloat(row.base, expected.base, depth, 1, 0, 1)
      for i in 0..<depth {
        let (a, b) = (found.base[i], expected.base[i])
        #expect(abs(a - b) <= 1e-6 * b + 1.2e-38, "exp(\(row.base[i])) is \(a), not \(b)")
      }
    }
  }

  @Test func softmaxOfSpecialValues() {
    let rows: [[Float]] = [
      [.nan, 0, 1, 2], [0, .infinity, 1, 2], [-.infinity, 0, -.infinity, -200],
      [-.infinity, -.infinity, -.infinity, -.infinity], [-3e38, 3e38, 0, 1],
    ]
    for set in kernelSets {
      for row in rows {
        for beta in [Float(1), 0, -1, -30] {
          let x = Buffer<Float>(row, or: 0)
          let found = Buffer<Float>(row.count, repeating: 7)
          let expected = Buffer<Float>(row.count, repeating: 7)
          set.normalization.softmaxFloat(x.base, found.base, row.count, beta, 0, 1)
          KernelSet.reference.normalization.softmaxFloat(x.base, expected.base, row.count, beta, 0, 1)
          #expect(
            zip(found.values, expected.values).allSatisfy { ($0.isNaN && $1.isNaN) || abs($0 - $1) <= 1e-6 },
            "\(row), beta \(beta)")
        }
      }
    }
  }

  @Test func halfPrecisionIsExact() {
    let found = inBoth { (0...UInt16.max).map { HalfPrecision.float($0).bitPattern } }
    let back = inBoth { (0...UInt16.max).map { HalfPrecision.bits(HalfPrecision.float($0)) } }
    #expect(found[0] == found[1])
    #expect(back[0] == back[1])
    for half in 0...UInt16.max {
      let value = Float(bitPattern: found[0][Int(half)])
      let (exponent, fraction) = (Int(half >> 10 & 31), Float(half & 1023))
      if exponent == 31 {
        #expect(fraction == 0 ? value.isInfinite : value.isNaN)
        continue
      }
      let scale = Float(sign: .plus, exponent: max(exponent, 1) - 25, significand: 1)
      let magnitude = (fraction + (exponent > 0 ? 1024 : 0)) * scale
      let isRight = abs(value) == magnitude && (value.sign == .minus) == (half >> 15 == 1) && back[0][Int(half)] == half
      #expect(isRight, "\(half) is \(value)")
      if !isRight { break }
    }
  }

  @Test func logarithmsOfSubnormalNumbers() throws {
    let x = Buffer<Float>([Float(bitPattern: 1), Float(bitPattern: 0x7F_FFFF), 0, -0.0], or: 0)
    for set in kernelSets + [.reference] {
      let kernel = try #require(set.elementwise.unary(.logarithm, .float32))
      let found = inBoth {
        let y = Buffer<Float>(x.count, repeating: 0)
        kernel(x.base, y.base, x.count, ElementwiseParameters())
        return y.values
      }
      #expect(abs(found[0][0] + 103.27893) < 1e-4 && abs(found[0][1] + 87.33655) < 1e-4)
      if FloatEnvironment.canChange { #expect(found[1].allSatisfy { $0 == -.infinity }) }
    }
  }
}
