import TFLiteKernelSets
import TFLiteKernels
import Testing

/// How the rows of a product are found.
enum RowAccess: CaseIterable {
  case strided
  case indirect
}

struct MatrixCase: CustomStringConvertible {
  var rows: Int
  var columns: Int
  var taps: Int
  var depth: Int
  var access: RowAccess

  var description: String { "\(rows)x\(columns)x\(taps)x\(depth) \(access)" }

  var shape: MatrixShape { MatrixShape(columns: columns, taps: taps, depth: depth) }

  /// Shapes that straddle the register tiles of every set.
  static let all: [MatrixCase] = {
    var cases: [MatrixCase] = []
    for rows in [0, 1, 2, 3, 4, 5, 6, 7, 15] {
      for columns in [1, 7, 8, 9, 16, 19, 33, 67] {
        for depth in [1, 2, 3, 7, 8, 9, 19] {
          cases.append(MatrixCase(rows: rows, columns: columns, taps: 1, depth: depth, access: .strided))
        }
      }
    }
    // Rows that leave any number behind tall tiles, of few panels and of enough for wide tiles.
    for rows in 8...28 {
      for columns in [3, 12, 16, 20, 24, 40, 72] {
        cases.append(MatrixCase(rows: rows, columns: columns, taps: 1, depth: 5, access: .strided))
      }
    }
    for (rows, columns, taps, depth) in [
      (1, 8, 9, 3), (7, 9, 9, 8), (5, 33, 4, 17), (13, 16, 2, 1), (6, 3, 25, 2), (9, 10, 3, 600), (1, 40, 3, 600),
      (6, 20, 49, 3), (5, 20, 25, 31), (7, 9, 70, 16),
    ] {
      cases.append(MatrixCase(rows: rows, columns: columns, taps: taps, depth: depth, access: .indirect))
    }
    for rows in [1, 3, 7] {
      cases.append(MatrixCase(rows: rows, columns: 170, taps: 1, depth: 13, access: .strided))
      cases.append(MatrixCase(rows: rows, columns: 200, taps: 4, depth: 16, access: .indirect))
    }
    cases.append(MatrixCase(rows: 14, columns: 20, taps: 1, depth: 1100, access: .strided))
    cases.append(MatrixCase(rows: 200, columns: 12, taps: 1, depth: 700, access: .strided))
    cases.append(MatrixCase(rows: 4, columns: 9, taps: 1, depth: 0, access: .strided))
    return cases
  }()

  /// Single rows: one longer than the room for prepared ones, and no whole groups, which would be read in place; one by more
  /// weights than a second-level cache holds; and one by fewer.
  static let long = [
    MatrixCase(rows: 1, columns: 75, taps: 1, depth: 33_001, access: .strided),
    MatrixCase(rows: 1, columns: 530, taps: 1, depth: 1100, access: .strided),
    MatrixCase(rows: 1, columns: 530, taps: 1, depth: 300, access: .strided),
  ]

  /// Few columns, which tiers with long vectors compute one by one.
  static let fewLongColumns = [
    MatrixCase(rows: 1, columns: 1, taps: 1, depth: 7104, access: .strided),
    MatrixCase(rows: 11, columns: 1, taps: 1, depth: 517, access: .strided),
    MatrixCase(rows: 3, columns: 2, taps: 1, depth: 33_001, access: .strided),
    MatrixCase(rows: 9, columns: 4, taps: 1, depth: 2100, access: .strided),
  ]

  /// Shapes that are worth operands of reduced precision.
  static let wide: [MatrixCase] = [
    MatrixCase(rows: 13, columns: 67, taps: 1, depth: 70, access: .strided),
    MatrixCase(rows: 7, columns: 50, taps: 9, depth: 8, access: .indirect),
    MatrixCase(rows: 40, columns: 49, taps: 1, depth: 700, access: .strided),
    MatrixCase(rows: 3, columns: 96, taps: 1, depth: 1100, access: .strided),
    MatrixCase(rows: 1, columns: 130, taps: 3, depth: 33, access: .indirect),
  ]

  /// The offsets of an indirect product: runs anywhere in the input, one in five outside it.
  /// - Parameter areNeighbors: whether many runs lie behind the one before. They are no rectangles of an image then.
  func offsets(inputCount: Int, areNeighbors: Bool = false, _ generator: inout SeededGenerator) -> Buffer<Int32>? {
    guard access == .indirect else { return nil }
    let offsets = Buffer<Int32>(rows * taps, repeating: 0)
    for i in 0..<rows * taps {
      let isOutside = Int.random(in: 0..<5, using: &generator) == 0
      offsets.base[i] = isOutside ? -1 : Int32.random(in: 0...Int32(inputCount - depth), using: &generator)
      if !areNeighbors || isOutside || i % taps == 0 || Bool.random(using: &generator) { continue }
      let behind = Int(offsets.base[i - 1]) + depth
      if behind >= depth, behind + depth <= inputCount { offsets.base[i] = Int32(behind) }
    }
    return offsets
  }

  var inputCount: Int { rows * taps * depth + depth }
}

/// Runs a product whole and in pieces; returns the values of every way, which must be the same.
private func run<Output: BitwiseCopyable>(
  _ c: MatrixCase, _ kernel: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void, columnTile: Int,
  _ output: Output, _ arguments: (Buffer<Output>) -> MatrixArguments
) -> [[Output]] {
  var results: [[Output]] = []
  let whole = [(0, c.columns)]
  let pieces = stride(from: 0, to: c.columns, by: columnTile).map { ($0, min(c.columns, $0 + columnTile)) }
  // The second part may begin in the middle of what lies together.
  let parts = c.columns > columnTile ? [(0, columnTile), (columnTile, c.columns)] : whole
  for rows in splits(c.rows) {
    for columns in [whole, pieces, parts] {
      // One column of padding between rows shows writes past the last column.
      let stride = c.columns + 1
      let buffer = Buffer<Output>(c.rows * stride, repeating: output)
      var a = arguments(buffer)
      a.outputStride = stride
      for (rowBegin, rowEnd) in rows {
        for (columnBegin, columnEnd) in columns { kernel(a, rowBegin, rowEnd, columnBegin, columnEnd) }
      }
      #expect(buffer.isIntact)
      results.append(buffer.values)
    }
  }
  return results
}

@Suite struct MatrixTests {
  @Test(arguments: kernelSets.indices) func float(_ index: Int) {
    for c in MatrixCase.all {
      var g = SeededGenerator(seed: UInt64(c.rows * 1000 + c.columns * 10 + c.depth))
      let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
      let weights = Buffer<Float>.random(c.columns * c.taps * c.depth, -1...1, &g)
      let bias = Buffer<Float>.random(c.columns, -1...1, &g)
      let padding = Buffer<Float>(c.depth, repeating: 0)
      let offsets = c.offsets(inputCount: c.inputCount, &g)
      func results(_ set: KernelSet, _ range: FloatRange) -> [[Float]] {
        let k = set.products.float
        let packed = Buffer<UInt8>(k.packedSize(c.shape), repeating: 0xEE)
        k.pack(c.shape, weights.base, bias.base, range, packed.base)
        #expect(packed.isIntact)
        return run(c, k.run, columnTile: k.columnTile, Float.nan) {
          MatrixArguments(
            input: input.base, inputStride: c.depth, offsets: offsets.map { UnsafePointer($0.base) },
            paddingRow: UnsafeRawPointer(padding.base), packed: packed.base, shape: c.shape, output: $0.base,
            outputStride: 0)
        }
      }
      for range in [FloatRange(.none), FloatRange(.relu6)] {
        let expected = results(.reference, range)[0]
        let found = results(kernelSets[index], range)
        #expect(found.allSatisfy { $0.map(\.bitPattern) == found[0].map(\.bitPattern) }, "split \(c)")
        #expect(agree(found[0], expected, tolerance: 1e-5), "\(c)")
      }
    }
  }

  /// Weights of which some are zero, and columns of nothing else: the same as the product with all of them.
  @Test(arguments: kernelSets.indices) func sparseFloat(_ index: Int) throws {
    guard let kernel = kernelSets[index].products.sparseFloat else { return }
    let tall = [(64, 30, 40), (65, 19, 1100), (49, 33, 257), (130, 16, 12)].map {
      MatrixCase(rows: $0.0, columns: $0.1, taps: 1, depth: $0.2, access: .strided)
    }
    for c in MatrixCase.all.filter({ $0.taps == 1 && $0.depth > 0 }) + tall {
      var g = SeededGenerator(seed: UInt64(c.rows * 1000 + c.columns * 10 + c.depth))
      let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
      let weights = Buffer<Float>.random(c.columns * c.depth, -1...1, &g)
      let bias = Buffer<Float>.random(c.columns, -1...1, &g)
      let addends = Buffer<Float>.random(c.rows * (c.columns + 1), -1...1, &g)
      for i in 0..<c.columns * c.depth where i / c.depth % 5 == 0 || Int.random(in: 0..<4, using: &g) > 0 {
        weights.base[i] = 0
      }
      func results(_ kernel: FloatMatrixKernel, _ nonzeros: Int, _ epilogue: Epilogue?) -> [[Float]] {
        var shape = c.shape
        shape.nonzeros = nonzeros
        let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0xEE)
        kernel.pack(shape, weights.base, bias.base, FloatRange(.relu6), packed.base)
        #expect(packed.isIntact)
        return run(c, kernel.run, columnTile: kernel.columnTile, Float.nan) {
          var a = MatrixArguments(
            input: input.base, inputStride: c.depth, packed: packed.base, shape: shape, output: $0.base,
            outputStride: 0)
          a.epilogue = epilogue
          return a
        }
      }
      for epilogue in [nil, Epilogue.addFloats(UnsafeRawPointer(addends.base), FloatRange(.relu))] {
        let expected = results(KernelSet.reference.products.float, 0, epilogue)[0]
        let found = results(kernel.product, weights.values.count { $0 != 0 }, epilogue)
        #expect(found.allSatisfy { $0.map(\.bitPattern) == found[0].map(\.bitPattern) }, "split \(c)")
        #expect(agree(found[0], expected, tolerance: 1e-5), "\(c)")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func sparseFloatServesPrunedWeights(_ index: Int) throws {
    guard let kernel = kernelSets[index].products.sparseFloat else { return }
    var shape = MatrixShape(columns: 96, depth: 192)
    shape.nonzeros = 96 * 192 / 4
    #expect(kernel.serves(shape))
    shape.nonzeros = 96 * 192 * 3 / 4
    #expect(!kernel.serves(shape))
    shape = MatrixShape(columns: 96, taps: 9, depth: 192)
    #expect(!kernel.serves(shape))
  }

  /// Operands of 13 bits: each is wrong by 2^-13 of the largest of its row or filter at most, so that a sum of `n` products is
  /// wrong by 2^-12 of `n` times both at most. Of half precision, each is wrong by 2^-11 of itself at most, which makes 2^-10, and
  /// errors of the sums are smaller unless all products have one sign.
  @Test(arguments: kernelSets.indices) func reducedFloat(_ index: Int) throws {
    guard let kernel = kernelSets[index].products.reducedFloat else { return }
    for c in MatrixCase.all + MatrixCase.wide {
      var g = SeededGenerator(seed: UInt64(c.rows * 1000 + c.columns * 10 + c.depth))
      let input = Buffer<Float>.random(c.inputCount, -1...1, &g)
      let weights = Buffer<Float>.random(c.columns * c.taps * c.depth, -0.5...0.5, &g)
      let bias = Buffer<Float>.random(c.columns, -1...1, &g)
      let padding = Buffer<Float>(c.depth, repeating: 0)
      let addends = Buffer<Float>.random(c.rows * (c.columns + 1), -1...1, &g)
      let offsets = c.offsets(inputCount: c.inputCount, &g)
      func results(_ kernel: FloatMatrixKernel, _ epilogue: Epilogue?) -> [[Float]] {
        let packed = Buffer<UInt8>(kernel.packedSize(c.shape), repeating: 0xEE)
        kernel.pack(c.shape, weights.base, bias.base, FloatRange(.none), packed.base)
        #expect(packed.isIntact)
        return run(c, kernel.run, columnTile: kernel.columnTile, Float.nan) {
          var a = MatrixArguments(
            input: input.base, inputStride: c.depth, offsets: offsets.map { UnsafePointer($0.base) },
            paddingRow: UnsafeRawPointer(padding.base), packed: packed.base, shape: c.shape, output: $0.base,
            outputStride: 0)
          a.epilogue = epilogue
          return a
        }
      }
      for epilogue in [nil, Epilogue.addFloats(UnsafeRawPointer(addends.base), FloatRange(.relu6))] {
        let expected = results(KernelSet.reference.products.float, epilogue)[0]
        let found = results(kernel, epilogue)
        #expect(found.allSatisfy { $0.map(\.bitPattern) == found[0].map(\.bitPattern) }, "split \(c)")
        let error: Float = kernelSets[index].name.description == "avx512" ? 0x1p-12 : 0x1p-10
        let bound = Float(c.taps * c.depth) * 0.5 * error + 1e-5
        #expect(zip(found[0], expected).allSatisfy { abs($0 - $1) <= bound || ($0.isNaN && $1.isNaN) }, "\(c)")
      }
    }
  }

  @Test(arguments: kernelSets.indices) func reducedFloatOfZeros(_ index: Int) throws {
    guard let kernel = kernelSets[index].products.reducedFloat else { return }
    let shape = MatrixShape(columns: 52, depth: 40)
    let zeros = Buffer<Float>(52 * 40, repeating: 0)
    let bias = Buffer<Float>(52, repeating: 3)
    let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0xEE)
    kernel.pack(shape, zeros.base, bias.base, FloatRange(.none), packed.base)
    let output = Buffer<Float>(2 * 52, repeating: .nan)
    kernel.run(
      MatrixArguments(
        input: zeros.base, inputStride: 40, packed: packed.base, shape: shape, output: output.base, outputStride: 52),
      0, 2, 0, 52)
    #expect(output.values == [Float](repeating: 3, count: 104))
  }

  /// Rows and filters of magnitudes that 16 bits do not reach together.
  @Test(arguments: kernelSets.indices) func reducedFloatOfAnyMagnitude(_ index: Int) throws {
    guard let kernel = kernelSets[index].products.reducedFloat else { return }
    let (rows, columns, depth) = (9, 60, 700)
    let shape = MatrixShape(columns: columns, depth: depth)
    func magnitude(_ i: Int) -> Float { [1, 0x1p-50, 0x1p50, 0x1p18, 3e-5][i % 5] }
    var g = SeededGenerator(seed: 20)
    let input = Buffer<Float>.random(rows * depth, -1...1, &g)
    for i in 0..<rows * depth { input.base[i] *= magnitude(i / depth) }
    let weights = Buffer<Float>.random(columns * depth, -1...1, &g)
    for i in 0..<columns * depth { weights.base[i] *= magnitude(i / depth) }
    func results(_ kernel: FloatMatrixKernel) -> [Float] {
      let packed = Buffer<UInt8>(kernel.packedSize(shape), repeating: 0xEE)
      kernel.pack(shape, weights.base, nil, FloatRange(.none), packed.base)
      let output = Buffer<Float>(rows * columns, repeating: .nan)
      kernel.run(
        MatrixArguments(
          input: input.base, inputStride: depth, packed: packed.base, shape: shape, output: output.base,
          outputStride: columns), 0, rows, 0, columns)
      return output.values
    }
    let expected = results(KernelSet.reference.products.float)
    for (i, found) in results(kernel).enumerated() {
      let bound = Float(depth) * 0x1p-12 * magnitude(i / columns) * magnitude(i % columns)
      #expect(abs(found - expected[i]) <= bound, "\(i): \(found), \(expected[i])")
    }
  }

  /// The requantizations to try: fixed-point small, fixed-point with left shifts, real, accumulators.
  private enum Scheme: CaseIterable {
    case fixed
    case perTensor
    case leftShift
    case extreme
    case real
    case accumulators
  }

  private func multipliers(_ scheme: Scheme, _ count: Int, _ g: inout SeededGenerator) -> Buffer<QuantizedMultiplier> {
    let buffer = Buffer(max(1, count), repeating: QuantizedMultiplier(multiplier: 0, shift: 0))
    for i in 0..<count {
      switch scheme {
      case .leftShift: buffer.base[i] = QuantizedMultiplier(Double.random(in: 0...30, using: &g))
      case .extreme: buffer.base[i] = QuantizedMultiplier([1e-12, 0.5, 1, 1e30, -0.25, 0][i % 6])
      default: buffer.base[i] = QuantizedMultiplier(Double.random(in: 0...0.01, using: &g))
      }
    }
    return buffer
  }

  @Test(arguments: kernelSets.indices, [true, false]) func bytes(_ index: Int, isSigned: Bool) {
    for c in MatrixCase.all + MatrixCase.long + MatrixCase.fewLongColumns where c.rows < 100 {
      var g = SeededGenerator(seed: UInt64(c.rows * 1000 + c.columns * 10 + c.depth))
      let input = Buffer<Int8>.random(c.inputCount, &g)
      let weights = Buffer<Int8>.random(c.columns * c.taps * c.depth, &g)
      let bias = Buffer<Int32>.random(c.columns, -100_000...100_000, &g)
      let offsets = c.offsets(inputCount: c.inputCount, &g)
      for scheme in Scheme.allCases {
        let factors = multipliers(scheme, c.columns, &g)
        let scales = Buffer(c.columns, repeating: 0.0)
        for i in 0..<c.columns { scales.base[i] = Double.random(in: 0...0.01, using: &g) }
        let inputOffset = Int32.random(in: isSigned ? -127...128 : -255...0, using: &g)
        let weightsOffset: Int32 =
          Int32.random(in: 0..<2, using: &g) == 0 ? (isSigned ? 0 : -128) : (isSigned ? 3 : -77)
        // Half of the time nothing below zero is left.
        let isRectified = Bool.random(using: &g)
        let range =
          isSigned ? IntegerRange(lower: isRectified ? -3 : -120, upper: 127) : IntegerRange(lower: 0, upper: 250)
        let q =
          scheme == .real
          ? Requantization(
            inputOffset: inputOffset, weightsOffset: weightsOffset, outputOffset: 7, scales: scales.base,
            isPerChannel: true, range: range)
          : Requantization(
            inputOffset: inputOffset, weightsOffset: weightsOffset, outputOffset: isSigned || isRectified ? -3 : 100,
            multipliers: factors.base, isPerChannel: scheme != .perTensor, range: range)
        let padding = Buffer<Int8>(c.depth, repeating: Int8(truncatingIfNeeded: 0 &- inputOffset))
        func results<Output: FixedWidthInteger & BitwiseCopyable>(
          _ set: KernelSet, _ type: MatrixOutputType, _ zero: Output
        ) -> [[Output]] {
          let k = isSigned ? set.products.int8 : set.products.uint8
          let packed = Buffer<UInt8>(k.packedSize(c.shape), repeating: 0xEE)
          k.pack(c.shape, weights.base, bias.base, q, type, packed.base)
          #expect(packed.isIntact)
          if let start = k.weightsStart?(c.shape) {
            var shape = c.shape
            shape.omitsWeights = true
            let first = Buffer<UInt8>(start, repeating: 0xEE)
            k.pack(shape, weights.base, bias.base, q, type, first.base)
            #expect(first.isIntact)
            // Products take what comes before the weights from here.
            packed.base.update(from: first.base, count: start)
          }
          return run(c, k.run, columnTile: k.columnTile, zero) {
            MatrixArguments(
              input: input.base, inputStride: c.depth, offsets: offsets.map { UnsafePointer($0.base) },
              paddingRow: UnsafeRawPointer(padding.base), packed: packed.base, shape: c.shape, output: $0.base,
              outputStride: 0)
          }
        }
        let set = kernelSets[index]
        switch scheme {
        case .accumulators:
          let expected = results(.reference, .accumulators, Int32(99))[0]
          #expect(results(set, .accumulators, Int32(99)).allSatisfy { $0 == expected }, "\(c) \(scheme)")
        case .perTensor where !isSigned:
          let expected = results(.reference, .int16, Int16(99))[0]
          #expect(results(set, .int16, Int16(99)).allSatisfy { $0 == expected }, "\(c) \(scheme)")
        default:
          let type: MatrixOutputType = isSigned ? .int8 : .uint8
          let expected = results(.reference, type, Int8(99))[0]
          #expect(results(set, type, Int8(99)).allSatisfy { $0 == expected }, "\(c) \(scheme)")
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices) func int16(_ index: Int) {
    for c in MatrixCase.all where c.rows < 100 {
      var g = SeededGenerator(seed: UInt64(c.rows * 1000 + c.columns * 10 + c.depth))
      let input = Buffer<Int16>.random(c.inputCount, &g)
      let weights = Buffer<Int8>.random(c.columns * c.taps * c.depth, &g)
      let wideWeights = Buffer<Int16>.random(c.columns * c.taps * c.depth, &g)
      let extremes = [Int16.min, .max, -128, 128, 127, 255, -256]
      for i in 0..<min(extremes.count, c.columns * c.taps * c.depth) { wideWeights.base[i] = extremes[i] }
      if c.inputCount > 0 { input.base[0] = .min }
      let narrow = Buffer<Int32>.random(c.columns, &g)
      let wide = Buffer<Int64>.random(c.columns, -(1 << 40)...1 << 40, &g)
      let offsets = c.offsets(inputCount: c.inputCount, areNeighbors: true, &g)
      let padding = Buffer<Int16>(c.depth, repeating: 0)
      let schemes: [Scheme] = [.fixed, .leftShift, .extreme, .real]
      let factors = schemes.map { multipliers($0, c.columns, &g) }
      let scales = Buffer(c.columns, repeating: 1e-4)
      for bias in [WideBias.int32(narrow.base), .int64(wide.base), .none(isWide: true)] {
        for (weightsOffset, hasWideWeights) in [(Int32(0), false), (5, false), (0, true)] {
          for (scheme, factors) in zip(schemes, factors) {
            let range = IntegerRange(lower: -30000, upper: 32767)
            let q =
              scheme == .real
              ? Requantization(
                inputOffset: 0, weightsOffset: weightsOffset, outputOffset: 0, scales: scales.base,
                isPerChannel: true, range: range)
              : Requantization(
                inputOffset: 0, weightsOffset: weightsOffset, outputOffset: 0, multipliers: factors.base,
                isPerChannel: true, range: range)
            func results(_ set: KernelSet) -> [[Int16]] {
              let k = set.products.int16
              var shape = c.shape
              shape.hasWideWeights = hasWideWeights
              let packed = Buffer<UInt8>(k.packedSize(shape), repeating: 0xEE)
              let values = UnsafeRawPointer(wideWeights.base).assumingMemoryBound(to: Int8.self)
              k.pack(shape, hasWideWeights ? values : UnsafePointer(weights.base), bias, q, packed.base)
              #expect(packed.isIntact)
              return run(c, k.run, columnTile: k.columnTile, Int16(99)) {
                MatrixArguments(
                  input: input.base, inputStride: c.depth, offsets: offsets.map { UnsafePointer($0.base) },
                  paddingRow: UnsafeRawPointer(padding.base), packed: packed.base, shape: shape, output: $0.base,
                  outputStride: 0)
              }
            }
            let expected = results(.reference)[0]
            let isEqual = results(kernelSets[index]).allSatisfy { $0 == expected }
            #expect(isEqual, "\(c) \(weightsOffset) \(hasWideWeights) \(scheme)")
          }
        }
      }
    }
  }

  @Test(arguments: kernelSets.indices) func hybrid(_ index: Int) {
    for c in MatrixCase.all + MatrixCase.long + MatrixCase.fewLongColumns where c.rows < 100 {
      var g = SeededGenerator(seed: UInt64(c.rows * 1000 + c.columns * 10 + c.depth))
      let input = Buffer<Int8>.random(c.inputCount, &g)
      let weights = Buffer<Int8>.random(c.columns * c.taps * c.depth, &g)
      let bias = Buffer<Float>.random(c.columns, -1...1, &g)
      let scales = Buffer<Float>.random(c.columns, 0.001...0.01, &g)
      let offsets = c.offsets(inputCount: c.inputCount, &g)
      let parameters = Buffer(
        max(1, c.rows), repeating: DynamicQuantization.Parameters(scale: 0.02, zeroPoint: 0))
      if offsets == nil {
        for i in 0..<c.rows {
          parameters.base[i].zeroPoint = Int32.random(in: -128...127, using: &g)
          parameters.base[i].scale = Float.random(in: 0.001...0.1, using: &g)
        }
      }
      let padding = Buffer<Int8>(c.depth, repeating: 0)
      func results(_ set: KernelSet) -> [[Float]] {
        let k = set.products.hybrid
        let packed = Buffer<UInt8>(k.packedSize(c.shape), repeating: 0xEE)
        k.pack(c.shape, weights.base, bias.base, scales.base, true, FloatRange(.none), packed.base)
        #expect(packed.isIntact)
        return run(c, k.run, columnTile: k.columnTile, Float.nan) {
          MatrixArguments(
            input: input.base, inputStride: c.depth, offsets: offsets.map { UnsafePointer($0.base) },
            paddingRow: UnsafeRawPointer(padding.base), packed: packed.base, shape: c.shape, output: $0.base,
            outputStride: 0, rowParameters: parameters.base, rowParameterStride: offsets == nil ? 1 : 0)
        }
      }
      let expected = results(.reference)[0]
      let found = results(kernelSets[index])
      #expect(found.allSatisfy { $0.map(\.bitPattern) == found[0].map(\.bitPattern) }, "split \(c)")
      #expect(agree(found[0], expected, tolerance: 1e-6), "\(c)")
    }
  }

  /// A matrix that is read where it is, whose columns are runs or whose lines are, with a gap behind each.
  @Test(arguments: kernelSets.indices) func floatRow(_ index: Int) {
    for (columns, depth) in [(1, 1), (3, 5), (4, 16), (7, 19), (16, 33), (33, 64), (70, 40), (129, 32), (5, 0)] {
      for isByColumns in [true, false] {
        var g = SeededGenerator(seed: UInt64(columns * 100 + depth))
        let pitch = (isByColumns ? depth : columns) + 3
        let input = Buffer<Float>.random(depth, -1...1, &g)
        let weights = Buffer<Float>.random((isByColumns ? columns : depth) * pitch, -1...1, &g)
        func results(_ set: KernelSet) -> [Float] {
          let output = Buffer<Float>(columns, repeating: .nan)
          set.products.floatRow(
            FloatRowArguments(
              input: input.base, weights: weights.base, columns: columns, depth: depth,
              columnStride: isByColumns ? pitch : 1, elementStride: isByColumns ? 1 : pitch, output: output.base))
          #expect(output.isIntact)
          return output.values
        }
        #expect(
          agree(results(kernelSets[index]), results(.reference), tolerance: 1e-6), "\(columns)x\(depth) \(isByColumns)")
      }
    }
  }
}
