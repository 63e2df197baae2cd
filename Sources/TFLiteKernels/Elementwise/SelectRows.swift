/// Rows of a choice between two operands: `output[i] = condition[i] != 0 ? first[i] : second[i]`.
package struct SelectRow {
  package var condition: UnsafePointer<UInt8>
  package var first: UnsafeRawPointer
  package var second: UnsafeRawPointer
  package var output: UnsafeMutableRawPointer
  package var count: Int
  /// 0 where an operand holds one value for the row, 1 where it holds one for each element.
  package var steps: SIMD4<Int>

  package init(
    condition: UnsafePointer<UInt8>, first: UnsafeRawPointer, second: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    count: Int, steps: SIMD4<Int>
  ) {
    self.condition = condition
    self.first = first
    self.second = second
    self.output = output
    self.count = count
    self.steps = steps
  }

  /// Chooses elements of `byteCount` 1, 2, 4 or 8.
  package func run(elementSize byteCount: Int) {
    switch byteCount {
    case 1: run(UInt8.self)
    case 2: run(UInt16.self)
    case 4: run(UInt32.self)
    case 8: run(UInt64.self)
    default: break
    }
  }

  @inline(__always)
  private func run<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type) {
    let x = first.assumingMemoryBound(to: T.self)
    let y = second.assumingMemoryBound(to: T.self)
    let result = output.assumingMemoryBound(to: T.self)
    if steps[0] == 0 {
      let (source, step) = condition[0] != 0 ? (x, steps[1]) : (y, steps[2])
      if step == 0 {
        result.update(repeating: source[0], count: count)
      } else if UnsafePointer(result) != source {
        result.update(from: source, count: count)
      }
      return
    }
    if steps[1] == 1, steps[2] == 1 {
      // By masks: branches on data would be foreseen half the time.
      for i in 0..<count {
        let mask: T = condition[i] != 0 ? ~0 : 0
        result[i] = y[i] ^ ((x[i] ^ y[i]) & mask)
      }
    } else {
      for i in 0..<count { result[i] = condition[i] != 0 ? x[i &* steps[1]] : y[i &* steps[2]] }
    }
  }
}
