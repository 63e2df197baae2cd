import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Every set's functions of int16 by interpolated tables against the plain kernels, whose bits they have.
@Suite struct ShortTableTests {
  /// All values, and numbers of them that leave vectors partly filled.
  private let counts = [0, 1, 7, 16, 33, 1023, 1025, 65536]

  private func compare(
    _ x: Buffer<Int16>, _ comment: String, _ run: (KernelSet, UnsafeMutablePointer<Int16>, Int) -> Void, _ set: Int
  ) {
    for count in counts {
      let expected = Buffer<Int16>(count, repeating: 0)
      run(.reference, expected.base, count)
      let found = Buffer<Int16>(count, repeating: 0)
      run(kernelSets[set], found.base, count)
      #expect(found.isIntact)
      #expect(found.values == expected.values, "\(comment), \(count) values")
    }
  }

  private var everyValue: Buffer<Int16> {
    Buffer<Int16>((0..<65536).map { Int16(truncatingIfNeeded: 7919 &* $0) }, or: 0)
  }

  @Test(arguments: kernelSets.indices, [false, true]) func sigmoids(_ set: Int, _ isTanh: Bool) {
    let table = Buffer<UInt16>(256, repeating: 0)
    LookupTable.fillSigmoid(table.base)
    let x = everyValue
    for scale in [Float(0x1p-12), 0x1p-11, 0x1p-15, 0.000_3, 0.003, 0.1, 4, 1e4, 1e6, 1e-9] {
      let scaling =
        isTanh ? IntegerActivationScaling(tanhInputScale: scale) : IntegerActivationScaling(logisticInputScale: scale)
      compare(
        x, "scale \(scale)",
        { set, y, count in
          let kernel = isTanh ? set.elementwise.tanhInt16 : set.elementwise.logisticInt16
          kernel(x.base, y, count, scaling, table.base)
        }, set)
    }
  }

  /// A table whose entries are anything has steps, and values between them, that wrap around.
  @Test(arguments: kernelSets.indices) func lookUps(_ set: Int) {
    var g = SeededGenerator(seed: 31)
    let x = everyValue
    let smooth = Buffer<Int16>(LookupTable.count16, repeating: 0)
    LookupTable.fill(
      smooth.base, inputScale: 0.001, inputZeroPoint: 0, outputScale: 0.01, outputZeroPoint: 0, MathFunctions.exp)
    for table in [smooth, Buffer<Int16>.random(LookupTable.count16, &g)] {
      compare(x, "look-ups", { $0.elementwise.lookUpInt16(x.base, $1, $2, table.base) }, set)
    }
    let y = Buffer<Int16>((0..<65536).map { x.base[$0] }, or: 0)
    kernelSets[set].elementwise.lookUpInt16(y.base, y.base, y.count, smooth.base)
    #expect(y.values == x.values.map { LookupTable.value($0, smooth.base) }, "in place")
  }

  @Test(arguments: kernelSets.indices) func softmaxes(_ set: Int) {
    var g = SeededGenerator(seed: 32)
    let tables = Buffer<Int16>(2 * LookupTable.count16, repeating: 0)
    LookupTable.fillSoftmax(exponential: tables.base, reciprocal: tables.base + LookupTable.count16)
    for (depth, rows) in [
      (1, 3), (2, 40), (10, 17), (16, 5), (33, 4), (100, 9), (1024, 3), (1025, 2), (3000, 2), (140_000, 1),
    ] {
      for (factor, range) in [
        (1.6, Int16(-2000)...2000), (0.1, .min ... .max), (900, .min ... .max), (0, -9...9), (-1, -9...9),
      ] {
        let x = Buffer<Int16>((0..<depth * rows).map { _ in Int16.random(in: range, using: &g) }, or: 0)
        let scaling = QuantizedMultiplier(factor)
        func run(_ set: KernelSet, inPlace: Bool) -> [Int16] {
          let y = inPlace ? Buffer<Int16>(x.values, or: 0) : Buffer<Int16>(x.count, repeating: -1)
          set.normalization.softmaxInt16(
            inPlace ? UnsafePointer(y.base) : UnsafePointer(x.base), y.base, depth, scaling, tables.base, 0, rows)
          #expect(y.isIntact)
          return y.values
        }
        let expected = run(.reference, inPlace: false)
        #expect(run(kernelSets[set], inPlace: false) == expected, "\(depth), \(factor)")
        #expect(run(kernelSets[set], inPlace: true) == expected, "\(depth), \(factor), in place")
      }
    }
    // Alike, so that the sum is the largest there is, and beyond what a signed word holds.
    for depth in [65536, 70_000, 131_072, 131_073] {
      let x = Buffer<Int16>(depth, repeating: 5)
      func run(_ set: KernelSet) -> [Int16] {
        let y = Buffer<Int16>(depth, repeating: -1)
        set.normalization.softmaxInt16(x.base, y.base, depth, QuantizedMultiplier(1.6), tables.base, 0, 1)
        return y.values
      }
      #expect(run(kernelSets[set]) == run(.reference), "\(depth) alike")
    }
  }
}
