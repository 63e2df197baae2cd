import TFLiteKernelSets
import TFLiteKernels
import Testing

/// Every set's reductions, positions of extrema and transpositions against plain loops.
@Suite struct ReductionTests {
  /// Lines, elements of a line and the distance of lines, around the widths of registers.
  private static let shapes: [(lines: Int, count: Int, stride: Int)] = [
    (1, 1, 1), (3, 5, 7), (2, 16, 16), (5, 17, 20), (300, 21, 21), (4, 63, 64), (3, 64, 64), (2, 65, 70),
    (700, 130, 131), (2, 1000, 1000), (2051, 4, 4), (1001, 8, 8), (515, 16, 16), (259, 32, 32), (65, 40, 40),
    (600, 3, 3), (257, 33, 33), (300, 96, 96), (513, 13, 40), (3, 257, 300), (1, 20_003, 20_003),
  ]

  private func expectEqual<Element: BitwiseCopyable & Equatable, Result: BitwiseCopyable & Equatable>(
    _ kernel: ReductionKernel?, _ input: Buffer<Element>, _ start: Result, _ name: String,
    _ combine: (Result, Element) -> Result, isEqual: ([Result], [Result]) -> Bool = { $0 == $1 }
  ) {
    guard let kernel else {
      Issue.record("\(name) is missing")
      return
    }
    for shape in Self.shapes {
      let matrix = ReductionLines(input.base, lines: shape.lines, stride: shape.stride, count: shape.count)
      var columns = [Result](repeating: start, count: shape.count)
      var lines = [Result](repeating: start, count: shape.lines)
      for line in 0..<shape.lines {
        for i in 0..<shape.count {
          let value = input.base[line * shape.stride + i]
          columns[i] = combine(columns[i], value)
          lines[line] = combine(lines[line], value)
        }
      }
      let foundColumns = Buffer<Result>(shape.count, repeating: start)
      let foundLines = Buffer<Result>(shape.lines, repeating: start)
      kernel.columns(matrix, foundColumns.base)
      kernel.lines(matrix, foundLines.base)
      #expect(isEqual(foundColumns.values, columns), "\(name), columns of \(shape)")
      #expect(isEqual(foundLines.values, lines), "\(name), lines of \(shape)")
      #expect(foundColumns.isIntact && foundLines.isIntact, "\(name), \(shape)")
    }
  }

  @Test(arguments: everySet.indices) func floats(_ set: Int) {
    var g = SeededGenerator(seed: 21)
    let kernels = everySet[set]
    let x = Buffer<Float>.random(100_000, -10...10, &g)
    expectEqual(
      kernels.reductions.lines(.sum, .float32), x, Float(0), "sum", { $0 + $1 },
      isEqual: { agree($0, $1, tolerance: 1e-5) })
    for i in stride(from: 3, to: x.count, by: 50) { x.base[i] = .nan }
    let lowest = -Float.greatestFiniteMagnitude
    expectEqual(kernels.reductions.lines(.maximum, .float32), x, lowest, "maximum", { $1 > $0 ? $1 : $0 })
    expectEqual(kernels.reductions.lines(.minimum, .float32), x, -lowest, "minimum", { $1 < $0 ? $1 : $0 })
  }

  @Test(arguments: everySet.indices) func bytes(_ set: Int) {
    var g = SeededGenerator(seed: 22)
    let kernels = everySet[set]
    let signed = Buffer<Int8>.random(100_000, &g)
    let unsigned = Buffer<UInt8>.random(100_000, &g)
    for i in 0..<50_000 { unsigned.base[i] = 255 }
    for i in 0..<50_000 { signed.base[i] = -128 }
    expectEqual(kernels.reductions.lines(.sum, .int8), signed, Int32(5), "int8 sum", { $0 + Int32($1) })
    expectEqual(kernels.reductions.lines(.sum, .uint8), unsigned, Int32(5), "uint8 sum", { $0 + Int32($1) })
    expectEqual(kernels.reductions.lines(.maximum, .int8), signed, Int8.min, "int8 maximum", { max($0, $1) })
    expectEqual(kernels.reductions.lines(.minimum, .int8), signed, Int8.max, "int8 minimum", { min($0, $1) })
    expectEqual(kernels.reductions.lines(.maximum, .uint8), unsigned, UInt8.min, "uint8 maximum", { max($0, $1) })
    expectEqual(kernels.reductions.lines(.minimum, .uint8), unsigned, UInt8.max, "uint8 minimum", { min($0, $1) })
  }

  @Test(arguments: everySet.indices) func words(_ set: Int) {
    var g = SeededGenerator(seed: 24)
    let kernels = everySet[set]
    let x = Buffer<Int32>.random(100_000, &g)
    expectEqual(kernels.reductions.lines(.sum, .int32), x, Int32(5), "sum", { $0 &+ $1 })
    expectEqual(kernels.reductions.lines(.maximum, .int32), x, Int32.min, "maximum", { max($0, $1) })
    expectEqual(kernels.reductions.lines(.minimum, .int32), x, Int32.max, "minimum", { min($0, $1) })
  }

  @Test(arguments: kernelSets.indices) func definedAlike(_ set: Int) {
    let (set, reference) = (kernelSets[set], KernelSet.reference)
    let types: [ElementwiseType] = [.float32, .float16, .int8, .uint8, .int16, .int32, .int64, .bool]
    for type in types {
      for kind in [ReductionKind.sum, .maximum, .minimum] {
        #expect(
          (set.reductions.lines(kind, type) == nil) == (reference.reductions.lines(kind, type) == nil),
          "\(kind) of \(type)")
        #expect(
          (set.reductions.position(kind, type) == nil) == (reference.reductions.position(kind, type) == nil),
          "position of the \(kind) of \(type)")
      }
    }
  }

  private func expectPositions<Element: BitwiseCopyable>(
    _ kernel: PositionKernel?, _ input: Buffer<Element>, _ displaces: (Element, Element) -> Bool
  ) {
    guard let kernel else {
      Issue.record("the kernel is missing")
      return
    }
    for shape in Self.shapes {
      let found = Buffer<Int32>(shape.lines, repeating: -1)
      kernel(ReductionLines(input.base, lines: shape.lines, stride: shape.stride, count: shape.count), found.base)
      for line in 0..<shape.lines {
        let row = input.base + line * shape.stride
        var best = 0
        for i in 1..<max(shape.count, 1) where displaces(row[i], row[best]) { best = i }
        #expect(found.base[line] == Int32(best), "line \(line) of \(shape)")
      }
      #expect(found.isIntact)
    }
  }

  @Test(arguments: everySet.indices) func positions(_ set: Int) {
    var g = SeededGenerator(seed: 23)
    let kernels = everySet[set]
    // Few values, so that there are equals.
    let signed = Buffer<Int8>.random(100_000, -3...3, &g)
    let unsigned = Buffer<UInt8>.random(100_000, &g)
    let floats = Buffer<Float>(100_000, repeating: 0)
    for i in 0..<floats.count {
      floats.base[i] =
        i % 11 == 0 || i < 40 ? .nan : i % 13 == 0 ? -.infinity : Float(Int.random(in: -9...9, using: &g))
    }
    expectPositions(kernels.reductions.position(.maximum, .int8), signed) { $0 > $1 }
    expectPositions(kernels.reductions.position(.minimum, .int8), signed) { $0 < $1 }
    expectPositions(kernels.reductions.position(.maximum, .uint8), unsigned) { $0 > $1 }
    expectPositions(kernels.reductions.position(.minimum, .uint8), unsigned) { $0 < $1 }
    expectPositions(kernels.reductions.position(.maximum, .float32), floats) { $0 > $1 || ($1.isNaN && !$0.isNaN) }
    expectPositions(kernels.reductions.position(.minimum, .float32), floats) { $0 < $1 || ($1.isNaN && !$0.isNaN) }
  }

  @Test(arguments: kernelSets.indices, [1, 2, 4, 8]) func transpositions(_ set: Int, _ size: Int) {
    var g = SeededGenerator(seed: 24)
    for (rows, columns) in [(1, 1), (3, 5), (16, 16), (64, 64), (65, 35), (150, 3), (3, 150), (81, 70)] {
      let source = Buffer<UInt8>.random(rows * (columns + 2) * size, &g)
      let target = Buffer<UInt8>(columns * (rows + 1) * size, repeating: 7)
      var expected = target.values
      for row in 0..<rows {
        for column in 0..<columns {
          for byte in 0..<size {
            expected[(column * (rows + 1) + row) * size + byte] =
              source.base[(row * (columns + 2) + column) * size + byte]
          }
        }
      }
      kernelSets[set].spatial.transpose(
        Transposition(
          source: source.base, sourceStride: (columns + 2) * size, destination: target.base,
          destinationStride: (rows + 1) * size, rows: rows, columns: columns, elementSize: size))
      #expect(target.values == expected, "\(rows) x \(columns) of \(size) bytes")
      #expect(target.isIntact)
    }
  }
}
