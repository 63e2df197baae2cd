import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Every set's softmax of bytes against the plain kernel: rows that are computed many at a time, that results are looked up for,
/// that are longer than memory for their exponentials, and of which the sum wraps around.
@Suite struct SoftmaxByteTests {
  @Test(arguments: kernelSets.indices) func softmaxes(_ index: Int) {
    var g = SeededGenerator(seed: 77)
    for (depth, rows) in [(5, 40), (32, 17), (33, 35), (49, 40), (100, 33), (128, 18), (300, 17), (1793, 3), (4097, 2)]
    {
      let x = Buffer<Int8>.random(depth * rows, &g)
      for scale in [0.004, 0.0526, 0.15, 0.3] {
        let table = Buffer<Int32>(256, repeating: 0)
        SoftmaxScaling(beta: 1, inputScale: scale).fillExponentials(table.base)
        check(kernelSets[index], x, table, depth, rows)
      }
    }
  }

  /// Exponentials that end around 64 and 128 bytes from the largest, which are looked up in as many registers.
  @Test(arguments: kernelSets.indices) func ends(_ index: Int) {
    var g = SeededGenerator(seed: 79)
    var scale = 0.1
    while scale < 0.25 {
      let table = Buffer<Int32>(256, repeating: 0)
      SoftmaxScaling(beta: 1, inputScale: scale).fillExponentials(table.base)
      check(kernelSets[index], .random(3 * 77, &g), table, 77, 3)
      scale *= 1.007
    }
  }

  /// Every pair of bytes, which many rows look up.
  @Test(arguments: kernelSets.indices) func pairs(_ index: Int) {
    let x = Buffer<Int8>((0..<131_072).map { Int8(truncatingIfNeeded: $0 % 2 == 0 ? $0 >> 9 : $0 >> 1) }, or: 0)
    for scale in [0.004, 0.0526, 0.3] {
      let table = Buffer<Int32>(256, repeating: 0)
      SoftmaxScaling(beta: 1, inputScale: scale).fillExponentials(table.base)
      let bytes = UnsafeRawPointer(x.base).assumingMemoryBound(to: UInt8.self)
      func signed(_ set: KernelSet) -> [Int8] {
        let y = Buffer<Int8>(x.count, repeating: 0)
        set.normalization.softmaxInt8(x.base, y.base, 2, table.base, 0, x.count / 2)
        #expect(y.isIntact)
        return y.values
      }
      func unsigned(_ set: KernelSet) -> [UInt8] {
        let y = Buffer<UInt8>(x.count, repeating: 0)
        set.normalization.softmaxUInt8(bytes, y.base, 2, table.base, 0, x.count / 2)
        #expect(y.isIntact)
        return y.values
      }
      #expect(signed(kernelSets[index]) == signed(.reference))
      #expect(unsigned(kernelSets[index]) == unsigned(.reference))
    }
  }

  /// 8192 exponentials of one are 2^32 in the fixed point of sums.
  @Test(arguments: kernelSets.indices) func equalBytes(_ index: Int) {
    let table = Buffer<Int32>(256, repeating: 0)
    SoftmaxScaling(beta: 1, inputScale: 0.1).fillExponentials(table.base)
    for depth in [34, 4095, 8192, 8193] {
      check(kernelSets[index], Buffer<Int8>(depth, repeating: 7), table, depth, 1)
    }
  }

  /// Rows around the length from which results are looked up, longer than a chunk of exponentials, of few and of distant bytes.
  @Test(arguments: kernelSets.indices) func logarithms(_ index: Int) {
    var g = SeededGenerator(seed: 78)
    for (depth, rows) in [(1, 9), (47, 7), (48, 7), (63, 5), (64, 5), (100, 4), (256, 3), (257, 3), (1001, 2)] {
      for scale in [0.0001, 0.004, 0.0526, 0.3, 2] {
        let table = Buffer<Int32>(SoftmaxScaling.logarithmCount, repeating: 0)
        let scaling = SoftmaxScaling(beta: 1, inputScale: scale)
        scaling.fillLogarithms(table.base)
        let wide = Buffer<Int8>.random(depth * rows, &g)
        for x in [wide, Buffer(wide.values.map { $0 / 16 }, or: 0), Buffer(wide.values.map { $0 / 2 - 64 }, or: 0)] {
          let bytes = Buffer<UInt8>(x.values.map { UInt8(bitPattern: $0) }, or: 0)
          func signed(_ set: KernelSet) -> [[Int8]] {
            results(depth * rows, rows, Int8(1)) {
              set.normalization.logSoftmaxInt8(x.base, $0, depth, scaling, table.base, $1, $2)
            }
          }
          func unsigned(_ set: KernelSet) -> [[UInt8]] {
            results(depth * rows, rows, UInt8(1)) {
              set.normalization.logSoftmaxUInt8(bytes.base, $0, depth, scaling, table.base, $1, $2)
            }
          }
          #expect(signed(kernelSets[index]) == signed(.reference))
          #expect(unsigned(kernelSets[index]) == unsigned(.reference))
        }
      }
    }
  }

  private func check(_ set: KernelSet, _ x: Buffer<Int8>, _ table: Buffer<Int32>, _ depth: Int, _ rows: Int) {
    let bytes = Buffer<UInt8>(x.values.map { UInt8(bitPattern: $0) }, or: 0)
    func signed(_ set: KernelSet) -> [[Int8]] {
      results(depth * rows, rows, Int8(1)) { set.normalization.softmaxInt8(x.base, $0, depth, table.base, $1, $2) }
    }
    func unsigned(_ set: KernelSet) -> [[UInt8]] {
      results(depth * rows, rows, UInt8(1)) {
        set.normalization.softmaxUInt8(bytes.base, $0, depth, table.base, $1, $2)
      }
    }
    func wide(_ set: KernelSet) -> [[Int16]] {
      results(depth * rows, rows, Int16(1)) {
        set.normalization.softmaxInt8ToInt16(x.base, $0, depth, table.base, $1, $2)
      }
    }
    #expect(signed(set) == signed(.reference), "\(depth) bytes in each of \(rows) rows")
    #expect(unsigned(set) == unsigned(.reference), "\(depth) unsigned bytes in each of \(rows) rows")
    #expect(wide(set) == wide(.reference), "\(depth) bytes in each of \(rows) rows to 16 bits")
  }
}
